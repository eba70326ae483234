"""Branching scenarios, from knowledge and from a model's form to what a player sees and types."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from tests.engines.games.mechanics.knowledge import BICYCLE
from tests.engines.games.mechanics.rounds import FRESH, asked, codes, round_of

from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.mechanics import branching_scenario as branching
from dramaturg.engines.games.mechanics.mechanic import CannotFeed, Mechanic, Offer, Progress
from dramaturg.kernel.errors import BadInput

MECHANIC: Mechanic = branching
TYRE, SQUEAK = branching.offers(BICYCLE)
TASK = asked(TYRE, 2)
GOOD = branching.generate(TASK, BICYCLE)
ROUND = round_of(MECHANIC, GOOD, TASK)


@pytest.mark.parametrize("offer", [TYRE, SQUEAK])
def test_every_story_gives_sound_content_with_every_seed(offer: Offer) -> None:
    assert offer.least_items == offer.most_items == 2
    for seed in range(20):
        task = asked(offer, 2, seed)
        assert branching.validate(branching.generate(task, BICYCLE), task) == ()


def test_the_items_of_a_round_are_the_moments_of_the_best_path_in_their_order() -> None:
    assert [(item.id, item.answer) for item in ROUND.items] == [("hiss", "stop"), ("look", "patch")]
    assert ROUND.moments[0].id == "hiss"


def test_options_carry_the_credit_of_their_quality() -> None:
    assert {option.id: option.credit for option in ROUND.moments[0].options} == {
        "stop": 1.0,
        "slow": 0.5,
        "ride": 0.0,
    }


def test_the_best_option_stands_in_every_place_about_equally_often_however_it_was_written() -> None:
    places: Counter[int] = Counter()
    for seed in range(600):
        task = asked(TYRE, 2, seed)
        options = round_of(MECHANIC, branching.generate(task, BICYCLE), task).moments[0].options
        places[[option.id for option in options].index("stop")] += 1
    assert all(150 < places[place] < 250 for place in range(3))


def test_the_best_option_never_stands_in_the_same_place_all_along_the_way() -> None:
    for seed in range(100):
        task = asked(SQUEAK, 2, seed)
        round = round_of(MECHANIC, branching.generate(task, BICYCLE), task)
        best = {
            next(at for at, option in enumerate(moment.options) if option.credit == 1)
            for moment in round.moments
        }
        assert len(best) == 2


def test_a_brief_that_names_no_story_gets_one_by_the_seed() -> None:
    open_task = replace(TASK, brief=TASK.brief.model_copy(update={"key_concepts": ()}))
    first = {
        branching.generate(replace(open_task, seed=seed), BICYCLE).moments[0].id
        for seed in range(20)
    }
    assert first == {"hiss", "noise"}


@pytest.mark.parametrize(
    ("knowledge", "told"),
    [
        (
            BICYCLE,
            "a story with 3 moments along its best options (flat_tyre has 2); add it under decisions",
        ),
        (
            BICYCLE.model_copy(update={"decisions": ()}),
            "decisions needs a story with 3 moments along its best options (there is none)",
        ),
    ],
)
def test_knowledge_without_a_story_of_that_length_is_refused_by_name(
    knowledge: Knowledge, told: str
) -> None:
    with pytest.raises(CannotFeed) as refused:
        branching.generate(replace(TASK, count=3), knowledge)
    assert told in str(refused.value)


def test_a_story_with_faults_is_not_offered_and_told_of_when_it_is_asked_for() -> None:
    tyre = BICYCLE.decisions[0]
    flawed = BICYCLE.model_copy(
        update={"decisions": (tyre.model_copy(update={"endings": tyre.endings[:2]}),)}
    )
    assert list(branching.offers(flawed)) == []
    with pytest.raises(
        CannotFeed,
        match=r"decisions.flat_tyre cannot be told:\n- moments\[0\].options\[1\].next: there is no 'bent'",
    ):
        branching.generate(TASK, flawed)


def with_option(moment: int, option: int, **fields: Any) -> branching.StoryContent:
    """The same story with one option written otherwise."""
    options = tuple(
        each.model_copy(update=fields) if at == option else each
        for at, each in enumerate(GOOD.moments[moment].options)
    )
    moments = tuple(
        each.model_copy(update={"options": options}) if at == moment else each
        for at, each in enumerate(GOOD.moments)
    )
    return GOOD.model_copy(update={"moments": moments})


def with_best_the_longest() -> branching.StoryContent:
    moments = tuple(
        moment.model_copy(
            update={
                "options": tuple(
                    option.model_copy(update={"text": option.text * 4})
                    if option.quality == "best"
                    else option
                    for option in moment.options
                )
            }
        )
        for moment in GOOD.moments
    )
    return GOOD.model_copy(update={"moments": moments})


LONE = branching.StoryEnding(id="lone", text="Nobody comes here.", good=False)


@pytest.mark.parametrize(
    ("broken", "found"),
    [
        (with_option(0, 1, next="the_moon"), {"story-leads-nowhere", "story-unreached"}),
        (with_option(1, 0, next="hiss"), {"story-circle", "story-unreached"}),
        (GOOD.model_copy(update={"endings": (*GOOD.endings, LONE)}), {"story-unreached"}),
        (GOOD.model_copy(update={"endings": (*GOOD.endings, GOOD.endings[0])}), {"content-double"}),
        (with_option(0, 1, quality="best"), {"story-best-unclear"}),
        (with_option(1, 1, quality="fair"), {"story-best-unclear", "story-off-path"}),
        (with_option(1, 1, next="walked"), {"story-ends-badly", "story-unreached"}),
        (with_option(0, 0, next="home"), {"story-off-path"}),
        (with_option(0, 0, text=""), {"content-empty"}),
        (with_option(0, 0, consequence="{consequence}"), {"content-placeholder"}),
        (with_option(0, 1, id="stop"), {"content-double"}),
        (with_best_the_longest(), {"best-is-longest"}),
        (GOOD.model_copy(update={"items": GOOD.items[:1]}), {"content-count", "story-off-path"}),
    ],
)
def test_what_is_broken_is_named(broken: branching.StoryContent, found: set[str]) -> None:
    assert codes(branching.validate(broken, TASK)) == found


def test_a_moment_with_a_single_way_on_is_no_decision() -> None:
    moments = (
        GOOD.moments[0],
        GOOD.moments[1].model_copy(update={"options": GOOD.moments[1].options[1:]}),
    )
    endings = tuple(ending for ending in GOOD.endings if ending.id != "walked")
    assert codes(
        branching.validate(GOOD.model_copy(update={"moments": moments, "endings": endings}), TASK)
    ) == {"story-options"}


FORM: dict[str, list[dict[str, Any]]] = {
    "moments": [
        {
            "name": "The hiss",
            "situation": "It hisses.",
            "hint": "Listen.",
            "options": [
                {
                    "text": "Stop.",
                    "quality": "best",
                    "consequence": "You see a thorn.",
                    "leads_to": "the thorn",
                },
                {
                    "text": "Ride on.",
                    "quality": "poor",
                    "consequence": "The rim bends.",
                    "leads_to": "A long walk",
                },
            ],
        },
        {
            "name": "The thorn",
            "situation": "There it is.",
            "hint": "Pull.",
            "options": [
                {
                    "text": "Patch it.",
                    "quality": "best",
                    "consequence": "It holds.",
                    "leads_to": "Home",
                },
                {
                    "text": "Leave it there for now.",
                    "quality": "fair",
                    "consequence": "It hisses on.",
                    "leads_to": "A long walk",
                },
            ],
        },
    ],
    "endings": [
        {"name": "Home", "text": "You are home.", "good": True},
        {"name": "A long walk", "text": "You walk.", "good": False},
    ],
}


def test_a_filled_in_form_becomes_a_story_whatever_the_case_of_its_names() -> None:
    made = branching.read(branching.Form.model_validate(FORM), TASK)
    assert [item.id for item in made.items] == ["the_hiss", "the_thorn"]
    assert branching.validate(made, TASK) == ()


def test_a_name_in_a_form_that_nothing_has_is_found_by_the_validator() -> None:
    lost = {**FORM, "endings": FORM["endings"][:1]}
    assert "story-leads-nowhere" in codes(
        branching.validate(branching.read(branching.Form.model_validate(lost), TASK), TASK)
    )


def test_a_model_is_told_the_count_and_that_the_best_is_not_the_longest() -> None:
    told = branching.craft(TASK)
    assert "exactly 2 moments" in told
    assert "not the longest" in told


# ── in a terminal ─────────────────────────────────────────────────────────────────────────────────

AT_LOOK = Progress(attempts={}, settled={}, at="look")


def test_a_number_chooses_an_option_of_the_moment_that_is_up() -> None:
    for progress, moment in ((FRESH, ROUND.moments[0]), (AT_LOOK, ROUND.moments[1])):
        for number, option in enumerate(moment.options, start=1):
            assert branching.typed(str(number), ROUND, progress) == {
                "do": "answer",
                "item": moment.id,
                "answer": option.id,
            }


def test_a_hint_is_asked_for_by_its_word_and_shown_at_its_moment() -> None:
    assert branching.typed("hint", ROUND, AT_LOOK) == {"do": "hint", "item": "look"}
    assert "Hint: Why did it hiss?" in branching.view(
        ROUND, replace(AT_LOOK, hinted=frozenset({"look"}))
    )


@pytest.mark.parametrize("words", ["", "0", "4", "stop", "1 2"])
def test_anything_else_is_answered_with_how_to_type(words: str) -> None:
    with pytest.raises(BadInput, match="from 1 to 3"):
        branching.typed(words, ROUND, FRESH)


def test_after_the_end_there_is_nothing_to_choose() -> None:
    at_end = Progress(attempts={}, settled={}, at="home")
    assert branching.view(ROUND, at_end) == ["You ride home before dark."]
    with pytest.raises(BadInput, match="go on with next"):
        branching.typed("1", ROUND, at_end)


def test_the_view_shows_the_situation_and_its_options() -> None:
    shown = "\n".join(branching.view(ROUND, FRESH))
    assert ROUND.moments[0].situation in shown
    assert all(option.text in shown for option in ROUND.moments[0].options)
