"""Feedback and misconceptions: from knowledge, and from what a model wrote."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engines.games.mechanics.knowledge import BICYCLE
from tests.engines.games.mechanics.rounds import asked, codes

from dramaturg.engines.games.base.blueprint import Feedback
from dramaturg.engines.games.base.design import MECHANIC_TYPES
from dramaturg.engines.games.make import feedback as interaction
from dramaturg.engines.games.mechanics.mechanic import Content, Mistake, Task
from dramaturg.engines.games.mechanics.table import MECHANICS


def played(name: str, seed: int = 0) -> tuple[Task, Content]:
    """The largest round that the bicycle can feed a mechanic."""
    offer = next(iter(MECHANICS[name].offers(BICYCLE)))
    task = asked(offer, offer.most_items, seed)
    return task, MECHANICS[name].generate(task, BICYCLE)


def interacting(name: str, seed: int = 0) -> tuple[Task, Content]:
    task, content = played(name, seed)
    return task, interaction.interact(content, task, MECHANICS[name], BICYCLE)


@pytest.mark.parametrize("name", MECHANIC_TYPES)
def test_every_mechanic_gets_feedback_and_mistakes_that_can_be_made(name: str) -> None:
    for seed in range(20):
        task, content = interacting(name, seed)
        assert interaction.validate(content, task) == ()


@pytest.mark.parametrize("name", MECHANIC_TYPES)
def test_the_items_are_left_as_they_were(name: str) -> None:
    assert interacting(name)[1].items == played(name)[1].items


@pytest.mark.parametrize("name", MECHANIC_TYPES)
def test_feedback_is_the_same_for_a_seed_and_varies_with_it(name: str) -> None:
    assert interacting(name, 3)[1] == interacting(name, 3)[1]
    assert len({interacting(name, seed)[1].feedback for seed in range(20)}) > 5


@pytest.mark.parametrize("name", MECHANIC_TYPES)
def test_no_line_is_filler_and_none_has_a_place_left_open(name: str) -> None:
    lines = interaction.lines()[name]
    every = [
        line.format(title="The machine", count=4)
        for line in (*lines.correct, *lines.incorrect, *lines.completion)
    ]
    assert [line for line in every if interaction.FILLER.fullmatch(line) or "{" in line] == []


MISTAKES = {
    "drag_drop": ("rear_wheel", "Front wheel", "both_are_driven"),
    "click_to_identify": ("rear_wheel", "Front wheel", "both_are_driven"),
    "trace_path": ("crank", "Chain", "chain_turns_the_crank"),
    "sequencing": ("crank", "p3", "chain_turns_the_crank"),
    "sorting_categories": ("crank", "link", "chain_turns_the_crank"),
    "memory_match": ("rear_wheel", "front_wheel", "both_are_driven"),
}


@pytest.mark.parametrize(("name", "expected"), MISTAKES.items())
def test_a_misconception_finds_the_answer_by_which_it_shows(
    name: str, expected: tuple[str, str, str]
) -> None:
    _, content = interacting(name)
    concept = {item.id: item.concept for item in content.items}
    assert expected in {
        (concept[mistake.item], mistake.answer, mistake.id) for mistake in content.misconceptions
    }


def test_a_confusion_shows_both_ways_and_gives_way_to_a_misconception() -> None:
    _, content = interacting("drag_drop")
    found = {(mistake.item, mistake.answer): mistake for mistake in content.misconceptions}
    assert (
        found["front_wheel", "Rear wheel"].correction
        == "The one with the toothed disc is the rear wheel."
    )
    assert found["rear_wheel", "Front wheel"].id == "both_are_driven"


def test_a_misconception_about_something_that_is_not_there_is_left_out() -> None:
    task, content = played("memory_match")
    fewer = content.model_copy(
        update={"items": tuple(item for item in content.items if item.concept != "front_wheel")}
    )
    mistakes = interaction.interact(fewer, task, MECHANICS["memory_match"], BICYCLE).misconceptions
    assert mistakes
    assert all("front_wheel" not in (mistake.item, mistake.answer) for mistake in mistakes)


def test_things_in_the_same_category_cannot_be_taken_for_one_another() -> None:
    offer = next(
        offer
        for offer in MECHANICS["sorting_categories"].offers(BICYCLE)
        if offer.prompt_style == "motion"
    )
    task = asked(offer, offer.most_items)
    content = interaction.interact(
        MECHANICS["sorting_categories"].generate(task, BICYCLE),
        task,
        MECHANICS["sorting_categories"],
        BICYCLE,
    )
    assert "both_are_driven" not in {
        mistake.id for mistake in content.misconceptions
    }  # both wheels roll


# ── from a model ──────────────────────────────────────────────────────────────────────────────────

SCENE = [played("memory_match"), played("branching_scenario")]


def entry(**fields: Any) -> dict[str, Any]:
    return {
        "correct": "Both tell of the same part.",
        "incorrect": "These tell of two parts.",
        "completion": "No part is left over.",
        "mistakes": [],
        **fields,
    }


def mistake(item: int, answer: int) -> dict[str, Any]:
    return {
        "item": item,
        "answer": answer,
        "belief": "They are the same.",
        "correction": "They are not.",
    }


def read(*rounds: dict[str, Any]) -> list[Content]:
    return interaction.read(interaction.FeedbackForm.model_validate({"rounds": rounds}), SCENE)


def test_what_a_model_writes_is_kept_with_each_round() -> None:
    cards, story = read(
        entry(mistakes=[mistake(1, 2)]),
        entry(correct="You kept the rim whole.", mistakes=[mistake(1, 1)]),
    )
    assert story.feedback is not None
    assert story.feedback.correct == "You kept the rim whole."
    (shown,) = cards.misconceptions
    assert (shown.item, shown.answer) == (
        cards.items[0].id,
        cards.items[2].id,
    )  # the second of the others
    assert [
        interaction.validate(content, task)
        for (task, _), content in zip(SCENE, (cards, story), strict=True)
    ] == [(), ()]


def test_a_model_sees_every_item_with_the_wrong_answers_by_their_numbers() -> None:
    told = interaction.craft(SCENE)
    assert "2 rounds" in told
    assert "item 1: It hisses, and the ride turns soft." in told
    assert "(1) Ride home quickly, it is not far." in told
    assert "Get off and look." not in told  # the right answer is no mistake


def test_a_round_that_a_model_passed_over_has_no_feedback_and_is_asked_for() -> None:
    _, story = read(entry())
    assert codes(interaction.validate(story, SCENE[1][0])) == {"feedback-missing"}


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (entry(correct="Good job!"), {"feedback-filler"}),
        (entry(incorrect="Try again."), {"feedback-filler"}),
        (entry(completion=""), {"content-empty"}),
        (entry(correct="Yes, {answer}."), {"content-placeholder"}),
        (entry(mistakes=[mistake(99, 1)]), {"mistake-never-shows"}),
        (entry(mistakes=[mistake(1, 99)]), {"mistake-never-shows"}),
        (entry(mistakes=[mistake(1, 1), mistake(1, 1)]), {"mistake-double"}),
    ],
)
def test_what_a_model_wrote_wrongly_is_named(written: dict[str, Any], found: set[str]) -> None:
    assert codes(interaction.validate(read(written)[0], SCENE[0][0])) == found


def test_the_right_answer_is_no_misconception() -> None:
    task, content = played("drag_drop")
    right = Mistake(
        id="right",
        item=content.items[0].id,
        answer=content.items[0].answer,
        belief="It is so.",
        correction="It is.",
    )
    feedback = Feedback(
        correct="It lies there.",
        incorrect="It lies elsewhere.",
        completion="All lie where they belong.",
    )
    wrong = content.model_copy(update={"misconceptions": (right,), "feedback": feedback})
    assert codes(interaction.validate(wrong, task)) == {"mistake-never-shows"}
