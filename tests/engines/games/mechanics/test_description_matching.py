"""Description matching: descriptions of several facts, one for each place."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engines.games.mechanics.knowledge import BICYCLE, task_for, without
from tests.engines.games.mechanics.rounds import codes

from dramaturg.engines.games.mechanics import click_to_identify, description_matching
from dramaturg.engines.games.mechanics.mechanic import CannotFeed, Content

MACHINE = next(description_matching.offers(BICYCLE))
LABELS = ("Pedal", "Crank", "Chain", "Fork")
TASK = task_for(MACHINE, 4, labels=LABELS)
GOOD = description_matching.generate(TASK, BICYCLE)


def with_first(**fields: Any) -> Content:
    return GOOD.model_copy(
        update={"items": (GOOD.items[0].model_copy(update=fields), *GOOD.items[1:])}
    )


def test_a_description_joins_what_it_is_with_marks_of_it() -> None:
    texts = {
        description_matching.generate(task_for(MACHINE, 4, seed, LABELS), BICYCLE).items[0].text
        for seed in range(20)
    }
    assert "The small platform that a shoe rests on. Touched by: legs; motion: goes round." in texts
    assert len(texts) > 2


def test_descriptions_say_more_than_prompts_to_click() -> None:
    clicked = click_to_identify.generate(
        task_for(MACHINE, 4, labels=LABELS, prompt_style="definition"), BICYCLE
    )
    for prompt, description in zip(clicked.items, GOOD.items, strict=True):
        assert len(description.text) > len(prompt.text)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"attributes": {}}, "attributes is missing"),
        ({"attributes": {"name": "Pedal"}}, "attributes is missing"),
        ({"definition": "A pedal."}, "definition is missing, names the concept"),
        (
            {"definition": "The two prongs that hold the axle at the front."},
            "definition is missing, names the concept or is not",
        ),
    ],
)
def test_a_concept_that_cannot_be_described_is_refused_by_name_and_not_offered(
    changes: dict[str, Any], told: str
) -> None:
    knowledge = without(BICYCLE, "pedal", **changes)
    with pytest.raises(CannotFeed, match=f"bicycle: {told}.*: pedal"):
        description_matching.generate(TASK, knowledge)
    assert "Pedal" not in next(description_matching.offers(knowledge)).labels


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"text": "The pedal is a platform for a shoe, and goes round."}, "answer-leaks"),
        ({"hint": "A pedal has an axle."}, "answer-leaks"),
        ({"text": GOOD.items[1].text}, "text-ambiguous"),
        ({"answer": "crank"}, "answer-repeated"),
    ],
)
def test_a_description_that_tells_or_does_not_single_out_its_place_is_refused(
    fields: dict[str, str], code: str
) -> None:
    assert code in codes(description_matching.validate(with_first(**fields), TASK))


def test_a_description_of_a_word_or_two_is_warned_about() -> None:
    (issue,) = description_matching.validate(with_first(text="For shoes."), TASK)
    assert (issue.code, issue.severity) == ("description-short", "warning")


def test_a_filled_in_form_becomes_content() -> None:
    entries = [
        {
            "label": label,
            "description": f"A part with the number {at} on it, near the middle.",
            "explanation": "So.",
            "hint": "Look.",
        }
        for at, label in enumerate(LABELS)
    ]
    made = description_matching.read(
        description_matching.Form.model_validate({"descriptions": entries}), TASK
    )
    assert [(item.id, item.answer) for item in made.items] == [
        (label.casefold(), label) for label in LABELS
    ]
    assert description_matching.validate(made, TASK) == ()
