"""Click to identify: what the style of a brief asks for, and prompts that fit one place only."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.engines.games.mechanics.knowledge import BICYCLE, task_for, without
from tests.engines.games.mechanics.rounds import codes

from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.mechanics import click_to_identify
from dramaturg.engines.games.mechanics.mechanic import CannotFeed, Content

OFFERS = {offer.key: offer for offer in click_to_identify.offers(BICYCLE)}
MACHINE = OFFERS["click_to_identify:machine:definition"]
LABELS = ("Pedal", "Crank", "Chain", "Fork")
TASK = task_for(MACHINE, 4, labels=LABELS)
GOOD = click_to_identify.generate(TASK, BICYCLE)


def prompts(style: str, knowledge: Knowledge = BICYCLE, count: int = 4, seed: int = 0) -> Content:
    return click_to_identify.generate(
        task_for(MACHINE, count, seed, LABELS, prompt_style=style), knowledge
    )


def with_first(**fields: Any) -> Content:
    return GOOD.model_copy(
        update={"items": (GOOD.items[0].model_copy(update=fields), *GOOD.items[1:])}
    )


@pytest.mark.parametrize(
    ("style", "fact"),
    [
        ("function", "Takes the push of the foot."),
        ("by FUNCTION, as riddles", "Takes the push of the foot."),
        ("definition", "The small platform that a shoe rests on."),
        ("attribute", "Touched by: legs. Motion: goes round."),
    ],
)
def test_the_style_of_the_brief_steers_what_is_asked(style: str, fact: str) -> None:
    texts = {prompts(style, seed=seed).items[0].text.partition("? ")[2] for seed in range(20)}
    assert fact in texts


@pytest.mark.parametrize("style", ["", "in the voice of a pirate"])
def test_without_a_style_that_code_knows_functions_and_definitions_take_turns(style: str) -> None:
    sources = {
        item.source.rpartition(".")[2]
        for seed in range(10)
        for item in prompts(style, seed=seed).items
    }
    assert sources == {"function", "definition"}


def test_a_style_may_name_one_attribute_and_it_is_in_every_prompt() -> None:
    assert all("otion: " in item.text for item in prompts("motion").items)


def test_attributes_are_asked_for_only_in_sets_that_fit_one_place() -> None:
    offer = OFFERS["click_to_identify:machine:attribute"]
    items = click_to_identify.generate(task_for(offer, offer.most_items), BICYCLE).items
    for item in items:
        told = re.split(r"\? |fits: ", item.text)[-1]
        asked = {mark.strip(" .").casefold() for mark in told.split(". ")}
        fitting = [
            concept.id
            for concept in BICYCLE.concepts
            if asked
            <= {f"{name.replace('_', ' ')}: {value}" for name, value in concept.attributes.items()}
        ]
        assert fitting == [item.concept]


def test_more_prompts_than_labels_ask_again_in_another_way() -> None:
    items = prompts("", count=8).items
    assert [item.answer for item in items] == [*LABELS, *LABELS]
    assert len({item.source for item in items}) == 8
    assert len({item.id for item in items}) == 8


def test_without_a_style_only_facts_that_fit_one_place_are_asked() -> None:
    knowledge = without(BICYCLE, "pedal", function="Turns treading into rolling.")
    assert {prompts("", knowledge, seed=seed).items[0].source for seed in range(10)} == {
        "bicycle#pedal.definition"
    }


def test_the_explanation_always_names_the_answer() -> None:
    knowledge = without(BICYCLE, "pedal", why="A shoe needs a level place.")
    assert (
        prompts("definition", knowledge).items[0].explanation
        == "Pedal: A shoe needs a level place."
    )
    assert (
        prompts("definition").items[0].explanation
        == "A pedal turns on its own axle, so that the shoe can stay level."
    )


def test_the_hint_says_something_that_was_not_asked() -> None:
    knowledge = without(BICYCLE, "pedal", hint=None)
    item = prompts("definition", knowledge).items[0]
    assert item.hint == "Takes the push of the foot."


@pytest.mark.parametrize(
    ("style", "changes", "told"),
    [
        ("function", {"function": None}, "function is missing"),
        (
            "function",
            {"function": "A pedal takes the push."},
            "function is missing, names the concept",
        ),
        (
            "function",
            {"function": "Turns treading into rolling."},
            "function is missing, names the concept or is not its own",
        ),
        (
            "function",
            {"function": "A tread takes the push.", "also": ("Tread",)},
            "function is missing, names the concept",
        ),
        ("attribute", {"attributes": {}}, "attribute is missing"),
        ("motion", {"attributes": {"place": "below"}}, "motion is missing"),
    ],
)
def test_a_field_that_cannot_be_asked_is_refused_by_name(
    style: str, changes: dict[str, Any], told: str
) -> None:
    with pytest.raises(CannotFeed, match=f"bicycle: {told}.*: pedal"):
        prompts(style, without(BICYCLE, "pedal", **changes))


def test_a_concept_that_cannot_be_asked_for_is_not_offered() -> None:
    knowledge = without(BICYCLE, "pedal", function=None)
    offered = {
        offer.prompt_style: offer.labels
        for offer in click_to_identify.offers(knowledge)
        if offer.diagram == "machine"
    }
    assert "Pedal" not in offered["function"]
    assert "Pedal" in offered["definition"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"text": "Where is the pedal?"}, "answer-leaks"),
        ({"text": "Where are the PEDALS?"}, "answer-leaks"),
        ({"hint": "It is called pedal."}, "answer-leaks"),
        ({"text": GOOD.items[1].text}, "text-ambiguous"),
    ],
)
def test_a_prompt_that_tells_or_does_not_single_out_its_answer_is_refused(
    fields: dict[str, str], code: str
) -> None:
    assert codes(click_to_identify.validate(with_first(**fields), TASK)) == {code}


def test_a_word_that_only_contains_the_label_is_no_leak() -> None:
    assert (
        click_to_identify.validate(with_first(text="It is not for pedalling backwards."), TASK)
        == ()
    )


def test_a_filled_in_form_becomes_content_with_an_id_for_each_prompt() -> None:
    entries = [
        {"label": label, "prompt": f"Thing {at}?", "explanation": "So.", "hint": "Look."}
        for at, label in enumerate(LABELS)
    ]
    again = {**entries[0], "prompt": "And this?"}
    made = click_to_identify.read(
        click_to_identify.Form.model_validate({"prompts": [*entries, again]}), TASK
    )
    assert [item.id for item in made.items] == ["pedal", "crank", "chain", "fork", "pedal_2"]
    assert click_to_identify.validate(made, task_for(MACHINE, 5, labels=LABELS)) == ()


def test_a_model_is_told_the_style() -> None:
    assert "Ask in this style: function." in click_to_identify.craft(
        task_for(MACHINE, 4, prompt_style="function")
    )
