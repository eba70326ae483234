"""Memory match, from knowledge and from a model's form to what a player sees and types."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from tests.engines.games.mechanics.knowledge import BICYCLE, label_subsets, without
from tests.engines.games.mechanics.rounds import FRESH, asked, codes, round_of

from dramaturg.engines.games.mechanics import memory_match as memory
from dramaturg.engines.games.mechanics.mechanic import CannotFeed, Mechanic, Offer, Progress
from dramaturg.kernel.errors import BadInput

MECHANIC: Mechanic = memory
OFFERS = {offer.prompt_style: offer for offer in memory.offers(BICYCLE)}
OFFERS_AND_COUNTS = [
    (offer, count)
    for offer in OFFERS.values()
    for count in range(offer.least_items, offer.most_items + 1)
]
TASK = asked(OFFERS["function"], 4)
GOOD = memory.generate(TASK, BICYCLE)
ROUND = round_of(MECHANIC, GOOD, TASK)


@pytest.mark.parametrize(("offer", "count"), OFFERS_AND_COUNTS)
def test_every_count_of_an_offer_gives_sound_content_with_every_seed_and_subset(
    offer: Offer, count: int
) -> None:
    for labels in label_subsets(offer, count):
        task = asked(offer, count, labels=labels)
        assert memory.validate(memory.generate(task, BICYCLE), task) == ()
    for seed in range(20):
        task = asked(offer, count, seed)
        assert memory.validate(memory.generate(task, BICYCLE), task) == ()


@pytest.mark.parametrize(("offer", "count"), OFFERS_AND_COUNTS)
def test_every_pair_has_two_cards_whose_ids_tell_nothing(offer: Offer, count: int) -> None:
    task = asked(offer, count, seed=5)
    round = round_of(MECHANIC, memory.generate(task, BICYCLE), task)
    assert Counter(card.item for card in round.cards) == {item.id: 2 for item in round.items}
    assert [card.id for card in round.cards] == [f"c{place}" for place in range(1, 2 * count + 1)]
    assert all(item.answer == item.id for item in round.items)
    assert len(round.items) == count


def test_the_brief_says_what_the_backs_tell() -> None:
    for fact, offer in OFFERS.items():
        for pair in memory.generate(asked(offer, 4), BICYCLE).items:
            assert pair.back == getattr(BICYCLE.by_id[pair.concept], fact)


def test_a_brief_that_says_nothing_gets_facts_that_vary_with_the_seed() -> None:
    silent = replace(
        TASK, brief=TASK.brief.model_copy(update={"prompt_style": "", "key_concepts": ()})
    )
    facts = {
        memory.generate(replace(silent, seed=seed), BICYCLE).items[0].source.rpartition(".")[2]
        for seed in range(20)
    }
    assert facts == {"clue", "function", "definition"}


def test_a_hint_says_more_than_the_card() -> None:
    assert all(
        pair.hint and pair.hint != pair.back
        for pair in memory.generate(asked(OFFERS["definition"], 8), BICYCLE).items
    )


def test_a_fact_that_is_missing_is_refused_by_the_name_of_field_and_concept() -> None:
    with pytest.raises(CannotFeed, match=r"with a function of their own.*under concepts to crank"):
        memory.generate(
            asked(OFFERS["function"], 10, labels=OFFERS["function"].labels),
            without(BICYCLE, "crank", function=None),
        )


def test_a_fact_that_names_its_concept_is_never_dealt() -> None:
    telling = without(
        BICYCLE, "crank", function="Turns when somebody treads; a crank never pushes."
    )
    with pytest.raises(CannotFeed):
        memory.generate(asked(OFFERS["function"], 10), telling)


def test_two_concepts_with_the_same_fact_are_never_both_dealt() -> None:
    twins = without(BICYCLE, "crank", function=BICYCLE.by_id["pedal"].function)
    with pytest.raises(CannotFeed):
        memory.generate(asked(OFFERS["function"], 10), twins)


def changed(index: int = 0, **fields: Any) -> memory.MemoryContent:
    pairs = tuple(
        pair.model_copy(update=fields) if at == index else pair
        for at, pair in enumerate(GOOD.items)
    )
    return memory.MemoryContent(items=pairs)


@pytest.mark.parametrize(
    ("broken", "found"),
    [
        (changed(back=f"What a {GOOD.items[0].text} does."), {"answer-leaks"}),
        (changed(hint=f"It is the {GOOD.items[0].text}."), {"answer-leaks"}),
        (changed(back=GOOD.items[1].back), {"text-ambiguous"}),
        (changed(back=""), {"content-empty"}),
        (changed(back="long word " * 17), {"card-too-long"}),
        (changed(back="[insert function]"), {"content-placeholder"}),
        (changed(answer=GOOD.items[1].id), {"answer-unknown"}),
        (memory.MemoryContent(items=GOOD.items[:-1]), {"content-count"}),
        (
            memory.MemoryContent(items=(*GOOD.items[:-1], GOOD.items[0])),
            {"content-double", "text-ambiguous"},
        ),
    ],
)
def test_what_is_broken_is_named(broken: memory.MemoryContent, found: set[str]) -> None:
    assert codes(memory.validate(broken, TASK)) == found


def test_a_filled_in_form_becomes_content() -> None:
    pairs = [
        {
            "front": f"Thing {name}",
            "back": f"Does {name}{name}.",
            "explanation": "So.",
            "hint": "Think.",
        }
        for name in "abcd"
    ]
    made = memory.read(memory.Form.model_validate({"pairs": pairs}), TASK)
    assert [pair.answer for pair in made.items] == ["thing_a", "thing_b", "thing_c", "thing_d"]
    assert memory.validate(made, TASK) == ()


def test_a_model_is_told_the_count_and_the_labels() -> None:
    told = memory.craft(TASK)
    assert "exactly 4 pairs" in told
    assert all(label in told for label in TASK.labels)


def test_concepts_stand_for_their_pair() -> None:
    assert memory.keys(GOOD, BICYCLE) == {pair.id: pair.id for pair in GOOD.items}


# ── in a terminal ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("words", ["1 8", " 1, 8 ", "1+8"])
def test_two_numbers_turn_two_cards_over(words: str) -> None:
    assert memory.typed(words, ROUND, FRESH) == {"do": "flip", "cards": ["c1", "c8"]}


@pytest.mark.parametrize("words", ["", "1", "1 1", "1 2 3", "a b", "1 9", "0 1", "hint", "hint 99"])
def test_anything_else_is_answered_with_how_to_type(words: str) -> None:
    with pytest.raises(BadInput, match=r"such as: 1 2|from 1 to 8"):
        memory.typed(words, ROUND, FRESH)


def test_a_hint_is_given_for_a_card_that_was_seen_and_for_no_other() -> None:
    seen = Progress(attempts={}, settled={}, seen=frozenset({"c2"}))
    assert memory.typed("hint 2", ROUND, seen) == {"do": "hint", "item": ROUND.cards[1].item}
    with pytest.raises(BadInput, match="turn a card over before"):
        memory.typed("hint 1", ROUND, seen)


def test_cards_lie_face_down_until_they_were_seen() -> None:
    assert all("▢" in line for line in memory.view(ROUND, FRESH)[:8])
    seen = memory.view(
        ROUND,
        Progress(attempts={}, settled={ROUND.cards[0].item: 10}, seen=frozenset({"c1", "c2"})),
    )
    assert seen[0] == f"  1  {ROUND.cards[0].text}   ✓"
    assert ROUND.cards[1].text in seen[1]
