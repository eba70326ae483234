"""Sorting, from knowledge and from a model's form to what a player sees and types."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.engines.games.mechanics.knowledge import BICYCLE, label_subsets
from tests.engines.games.mechanics.rounds import FRESH, asked, codes, round_of

from dramaturg.engines.games.mechanics import sorting_categories as sorting
from dramaturg.engines.games.mechanics.mechanic import CannotFeed, Extra, Mechanic, Offer
from dramaturg.kernel.errors import BadInput

MECHANIC: Mechanic = sorting
OFFERS = {offer.prompt_style: offer for offer in sorting.offers(BICYCLE)}
MOTION = OFFERS["motion"]
OFFERS_AND_COUNTS = [
    (offer, count)
    for offer in OFFERS.values()
    for count in range(offer.least_items, offer.most_items + 1)
]
TASK = asked(MOTION, 6)
GOOD = sorting.generate(TASK, BICYCLE)


@pytest.mark.parametrize(("offer", "count"), OFFERS_AND_COUNTS)
def test_every_count_of_an_offer_gives_sound_content_with_every_seed_and_subset(
    offer: Offer, count: int
) -> None:
    for labels in label_subsets(offer, count):
        task = asked(offer, count, labels=labels)
        assert sorting.validate(sorting.generate(task, BICYCLE), task) == ()
    for seed in range(20):
        task = asked(offer, count, seed)
        assert sorting.validate(sorting.generate(task, BICYCLE), task) == ()


@pytest.mark.parametrize(("offer", "count"), OFFERS_AND_COUNTS)
def test_a_round_has_exactly_so_many_items_and_every_category_is_wanted(
    offer: Offer, count: int
) -> None:
    task = asked(offer, count, seed=3)
    round = round_of(MECHANIC, sorting.generate(task, BICYCLE), task)
    assert len(round.items) == count
    assert {item.answer for item in round.items} == {choice.id for choice in round.choices}


def test_knowledge_is_sorted_by_kind_and_by_every_attribute_that_several_share() -> None:
    assert set(OFFERS) == {
        "kind",
        "touched_by",
        "motion",
        "material",
        "place",
    }  # everything that holds, holds several parts


def test_a_label_that_says_its_category_is_left_out() -> None:
    assert "Rear wheel" not in OFFERS["kind"].labels


def test_more_labels_than_items_are_drawn_from_every_category_and_vary_with_the_seed() -> None:
    wide = [
        sorting.generate(asked(MOTION, 5, seed, labels=MOTION.labels), BICYCLE)
        for seed in range(20)
    ]
    assert all(len(content.categories) == 3 for content in wide)
    assert len({frozenset(item.id for item in content.items) for content in wide}) > 3


def test_headings_say_what_they_are_about() -> None:
    assert {category.text for category in GOOD.categories} == {
        "Motion: goes round",
        "Motion: rolls",
        "Motion: swings",
    }


def test_a_task_without_labels_takes_them_from_the_whole_knowledge() -> None:
    task = replace(asked(MOTION, 6), labels=())
    assert sorting.validate(sorting.generate(task, BICYCLE), task) == ()


def test_knowledge_with_nothing_in_common_is_refused_by_name() -> None:
    lone = tuple(
        concept.model_copy(
            update={"kind": concept.id, "attributes": {"place": f"place {concept.id}"}}
        )
        for concept in BICYCLE.concepts
    )
    with pytest.raises(CannotFeed, match="attributes whose values two or more of them share"):
        sorting.generate(TASK, BICYCLE.model_copy(update={"concepts": lone}))


def test_more_items_than_can_be_sorted_are_refused_by_name() -> None:
    with pytest.raises(CannotFeed, match="bicycle: 40 concepts cannot be sorted by motion"):
        sorting.generate(replace(TASK, count=40), BICYCLE)


def changed(index: int = 0, **fields: Any) -> sorting.SortingContent:
    items = tuple(
        item.model_copy(update=fields) if at == index else item
        for at, item in enumerate(GOOD.items)
    )
    return GOOD.model_copy(update={"items": items})


def with_categories(*categories: Extra) -> sorting.SortingContent:
    return GOOD.model_copy(update={"categories": categories})


@pytest.mark.parametrize(
    ("broken", "found"),
    [
        (changed(answer="nowhere"), {"answer-unknown"}),
        (changed(text="Something that goes round", answer="goes_round"), {"answer-leaks"}),
        (changed(hint="It rolls.", answer="rolls"), {"answer-leaks"}),
        (changed(text=GOOD.items[1].text), {"text-ambiguous"}),
        (changed(text="{{label}}"), {"content-placeholder"}),
        (changed(explanation=""), {"content-empty"}),
        (
            with_categories(*GOOD.categories, Extra(id="flies", text="Motion: flies")),
            {"category-empty"},
        ),
        (with_categories(*GOOD.categories, GOOD.categories[0]), {"category-double"}),
        (GOOD.model_copy(update={"items": GOOD.items[:-1]}), {"content-count"}),
    ],
)
def test_what_is_broken_is_named(broken: sorting.SortingContent, found: set[str]) -> None:
    assert codes(sorting.validate(broken, TASK)) == found


def test_one_category_alone_is_nothing_to_sort_into() -> None:
    alone = GOOD.model_copy(
        update={
            "categories": GOOD.categories[:1],
            "items": tuple(
                item.model_copy(update={"answer": GOOD.categories[0].id}) for item in GOOD.items
            ),
        }
    )
    assert "category-alone" in codes(sorting.validate(alone, TASK))


def test_a_filled_in_form_becomes_content() -> None:
    members = [
        {"text": f"Thing {name}", "explanation": "So it is.", "hint": "Think."} for name in "abc"
    ]
    form = {
        "categories": [
            {"heading": "Warm", "members": members[:2]},
            {"heading": "Cold", "members": members[2:]},
        ]
    }
    made = sorting.read(sorting.Form.model_validate(form), replace(TASK, count=3))
    assert [item.answer for item in made.items] == ["warm", "warm", "cold"]
    assert sorting.validate(made, replace(TASK, count=3)) == ()


def test_a_model_is_told_the_count_and_the_labels() -> None:
    told = sorting.craft(TASK)
    assert "exactly 6 members" in told
    assert all(label in told for label in TASK.labels)


def test_concepts_stand_for_the_category_they_are_in() -> None:
    keys = sorting.keys(GOOD, BICYCLE)
    assert keys["rear_wheel"] == "rolls"
    assert keys["fork"] == "swings"


ROUND = round_of(MECHANIC, GOOD, TASK)


def test_a_letter_and_a_number_put_a_thing_into_a_category() -> None:
    first = min(ROUND.items, key=lambda item: item.text.casefold())
    for number, choice in enumerate(ROUND.choices, start=1):
        assert sorting.typed(f"a {number}", ROUND, FRESH) == {
            "do": "answer",
            "item": first.id,
            "answer": choice.id,
        }


@pytest.mark.parametrize("words", ["", "a", "2", "a 9", "z 1"])
def test_anything_else_is_answered_with_how_to_type(words: str) -> None:
    with pytest.raises(BadInput, match=r"such as: a 2|from 1 to 3|from a to f"):
        sorting.typed(words, ROUND, FRESH)


def test_the_view_shows_every_thing_and_every_heading() -> None:
    shown = "\n".join(sorting.view(ROUND, FRESH))
    assert all(item.text in shown for item in ROUND.items)
    assert all(choice.text in shown for choice in ROUND.choices)
