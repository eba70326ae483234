"""Drag and drop: its distractors, and a model's form."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.engines.games.mechanics.knowledge import BICYCLE, otherwise, task_for
from tests.engines.games.mechanics.rounds import FRESH, codes, round_of

from dramaturg.engines.games.mechanics import drag_drop
from dramaturg.engines.games.mechanics.mechanic import Content, Extra, Offer

MACHINE: Offer = next(drag_drop.offers(BICYCLE))
TASK = task_for(MACHINE, 4, labels=("Pedal", "Crank", "Chain", "Fork"))
GOOD = drag_drop.generate(TASK, BICYCLE)


def with_distractors(*words: str) -> Content:
    return GOOD.model_copy(
        update={
            "distractors": tuple(Extra(id=f"d{at}", text=word) for at, word in enumerate(words))
        }
    )


def test_distractors_come_from_the_knowledge_and_vary_with_the_seed() -> None:
    drawn = [
        drag_drop.generate(replace(TASK, seed=seed), BICYCLE).distractors for seed in range(20)
    ]
    assert {len(extras) for extras in drawn} == {drag_drop.MOST_DISTRACTORS}
    assert {extra.text for extras in drawn for extra in extras} == set(BICYCLE.distractors)


def test_the_distractors_of_the_design_come_first_and_never_name_a_concept() -> None:
    task = replace(TASK, distractors=("Sail", "sprocket", "sail"))
    assert [extra.text.casefold() for extra in drag_drop.generate(task, BICYCLE).distractors] == [
        "sail"
    ]


def test_a_distractor_never_shares_its_id_with_an_item() -> None:
    knowledge = otherwise(BICYCLE, distractors=("Cog", "Cog!"))
    ids = [extra.id for extra in drag_drop.generate(TASK, knowledge).distractors]
    assert not set(ids) & set(knowledge.by_id)
    assert len(ids) == len(set(ids)) == 2


def test_a_distractor_that_is_a_label_of_the_scene_is_refused() -> None:
    assert codes(drag_drop.validate(with_distractors("Gearbox", "front WHEEL"), TASK)) == {
        "distractor-is-label"
    }


def test_distractors_are_shown_among_the_labels() -> None:
    round = round_of(drag_drop, GOOD, TASK)
    shown = "\n".join(drag_drop.view(round, FRESH))
    assert all(extra.text in shown for extra in GOOD.distractors)


def test_a_label_placed_twice_is_refused_even_in_other_letters() -> None:
    items = (*GOOD.items[:3], GOOD.items[3].model_copy(update={"text": "pedal", "answer": "pedal"}))
    assert codes(drag_drop.validate(GOOD.model_copy(update={"items": items}), TASK)) == {
        "answer-repeated"
    }


def test_a_hint_that_says_the_label_is_refused() -> None:
    items = (GOOD.items[0].model_copy(update={"hint": "There are two pedals."}), *GOOD.items[1:])
    assert codes(drag_drop.validate(GOOD.model_copy(update={"items": items}), TASK)) == {
        "answer-leaks"
    }


def test_labels_of_the_scene_that_the_design_did_not_ask_for_are_refused() -> None:
    items = (
        GOOD.items[0].model_copy(update={"text": "Front wheel", "answer": "Front wheel"}),
        *GOOD.items[1:],
    )
    assert codes(drag_drop.validate(GOOD.model_copy(update={"items": items}), TASK)) == {
        "answer-unknown"
    }


@pytest.mark.parametrize("extras", [0, 2, 9])
def test_a_filled_in_form_becomes_content(extras: int) -> None:
    filled = {
        "labels": [
            {"label": label, "explanation": "It is so.", "hint": "Look closely."}
            for label in TASK.labels
        ],
        "distractors": [
            {"text": f"Sail {at}", "why_not": "There is no sail."} for at in range(extras)
        ],
    }
    made = drag_drop.read(drag_drop.Form.model_validate(filled), TASK)
    assert [item.answer for item in made.items] == list(TASK.labels)
    assert len(made.distractors) == min(extras, drag_drop.MOST_DISTRACTORS)
    assert drag_drop.validate(made, TASK) == ()
