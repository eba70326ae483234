"""Sequencing, from knowledge and from a model's form to what a player sees and types."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.engines.games.mechanics.knowledge import BICYCLE
from tests.engines.games.mechanics.rounds import FRESH, asked, codes, round_of

from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.mechanics import sequencing
from dramaturg.engines.games.mechanics.mechanic import (
    CannotFeed,
    Content,
    Mechanic,
    Offer,
    Progress,
)
from dramaturg.kernel.errors import BadInput

MECHANIC: Mechanic = sequencing
PUSH, BEND = sequencing.offers(BICYCLE)
OFFERS_AND_COUNTS = [
    (offer, count)
    for offer in (PUSH, BEND)
    for count in range(offer.least_items, offer.most_items + 1)
]


def content(count: int = 5, seed: int = 0, offer: Offer = PUSH) -> Content:
    return sequencing.generate(asked(offer, count, seed), BICYCLE)


@pytest.mark.parametrize(("offer", "count"), OFFERS_AND_COUNTS)
def test_every_count_of_an_offer_gives_sound_content_with_every_seed(
    offer: Offer, count: int
) -> None:
    for seed in range(20):
        task = asked(offer, count, seed)
        assert sequencing.validate(sequencing.generate(task, BICYCLE), task) == ()


@pytest.mark.parametrize(("offer", "count"), OFFERS_AND_COUNTS)
def test_the_items_never_lie_in_order_and_fill_every_place(offer: Offer, count: int) -> None:
    for seed in range(20):
        task = asked(offer, count, seed)
        round = round_of(MECHANIC, sequencing.generate(task, BICYCLE), task)
        answers, places = (
            [item.answer for item in round.items],
            [choice.id for choice in round.choices],
        )
        assert answers != places
        assert sorted(answers) == sorted(places)
        assert len(places) == count


def test_the_same_seed_gives_the_same_content_and_others_vary_it() -> None:
    assert content(3, seed=4) == content(3, seed=4)
    assert (
        len({content(3, seed=seed).items for seed in range(20)}) == 3
    )  # a run of three begins at one of three steps


def test_a_circle_always_begins_with_the_step_that_the_player_is_told() -> None:
    assert "The rider looks where the road goes." in BEND.instruction
    assert {content(3, seed, BEND).items[0].text for seed in range(20)} == {
        "The rider looks where the road goes."
    }


def test_a_brief_that_names_a_sequence_gets_it() -> None:
    assert {content(3, seed, BEND).items[0].source.split(".")[0] for seed in range(10)} == {
        "bicycle#bend"
    }


def test_a_brief_that_names_none_gets_the_one_that_shares_most_with_the_labels() -> None:
    task = replace(
        asked(PUSH, 3, labels=("Handlebar", "Front wheel")),
        brief=asked(PUSH, 3).brief.model_copy(update={"key_concepts": ()}),
    )
    assert sequencing.generate(task, BICYCLE).items[0].source.startswith("bicycle#bend")


def test_a_step_without_a_reason_is_explained_by_what_it_follows() -> None:
    assert (
        content(5, offer=BEND).items[1].explanation
        == "1 s. It follows on this: The rider looks where the road goes."
    )


@pytest.mark.parametrize(
    ("knowledge", "told"),
    [
        (
            BICYCLE.model_copy(update={"sequences": ()}),
            "sequences needs one with 5 steps (there is none)",
        ),
        (
            BICYCLE.model_copy(update={"sequences": BICYCLE.sequences[:1]}),
            "sequences needs one with 9 steps (push has 5)",
        ),
    ],
)
def test_knowledge_without_a_sequence_that_is_long_enough_is_refused_by_name(
    knowledge: Knowledge, told: str
) -> None:
    with pytest.raises(CannotFeed) as refused:
        sequencing.generate(asked(PUSH, 9 if knowledge.sequences else 5), knowledge)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "1. A foot presses down.",
        "Step 2: A foot presses down.",
        "Then a foot presses down.",
        "Finally, a foot presses.",
        "IV) A foot.",
    ],
)
def test_an_item_that_tells_its_place_is_refused(text: str) -> None:
    good = content()
    told = good.model_copy(
        update={"items": (good.items[0].model_copy(update={"text": text}), *good.items[1:])}
    )
    assert codes(sequencing.validate(told, asked(PUSH, 5))) == {"order-told"}


def test_items_that_all_give_their_year_are_refused() -> None:
    dated = [
        item.model_copy(update={"text": f"{item.text} It was {1800 + at}."})
        for at, item in enumerate(content().items)
    ]
    assert codes(sequencing.validate(Content(items=tuple(dated)), asked(PUSH, 5))) == {"order-told"}


def test_a_place_taken_twice_is_refused_at_both_items() -> None:
    good = content()
    twice = Content(items=(good.items[0].model_copy(update={"answer": "p2"}), *good.items[1:]))
    issues = sequencing.validate(twice, asked(PUSH, 5))
    assert [(issue.code, issue.place) for issue in issues] == [
        ("order-unclear", "items[0].answer"),
        ("order-unclear", "items[1].answer"),
    ]


def test_a_wrong_number_of_items_is_refused() -> None:
    assert codes(sequencing.validate(content(4), asked(PUSH, 5))) == {"content-count"}


def test_a_filled_in_form_becomes_content_in_its_order() -> None:
    steps = [
        {"text": f"Something happens to thing {word}.", "why": "So it is.", "hint": "Think."}
        for word in ("a", "b", "c")
    ]
    made = sequencing.read(sequencing.Form.model_validate({"steps": steps}), asked(PUSH, 3))
    assert [item.answer for item in made.items] == ["p1", "p2", "p3"]
    assert len({item.id for item in made.items}) == 3
    assert sequencing.validate(made, asked(PUSH, 3)) == ()


def test_a_model_is_told_the_count_and_that_order_must_not_be_told() -> None:
    told = sequencing.craft(asked(PUSH, 5))
    assert "exactly 5 steps" in told
    assert "word of order" in told


def test_steps_stand_for_the_concepts_they_happen_in() -> None:
    assert sequencing.keys(content(), BICYCLE) == {
        "pedal": "p1",
        "crank": "p2",
        "chain": "p3",
        "cog": "p4",
        "rear_wheel": "p5",
    }


# ── in a terminal ─────────────────────────────────────────────────────────────────────────────────

TASK = asked(PUSH, 5)
ROUND = round_of(MECHANIC, content(), TASK)
IDS = [item.id for item in ROUND.items]


@pytest.mark.parametrize("words", ["e d c b a", "edcba", " E, d, C b;a "])
def test_letters_in_order_are_the_order_of_the_items(words: str) -> None:
    assert sequencing.typed(words, ROUND, FRESH) == {"do": "arrange", "order": IDS[::-1]}


def test_what_is_settled_may_be_left_out_and_keeps_its_place() -> None:
    settled = ROUND.items[0]
    move = sequencing.typed("e d c b", ROUND, Progress(attempts={}, settled={settled.id: 10}))
    assert move["order"][int(settled.answer.removeprefix("p")) - 1] == settled.id
    assert sorted(move["order"]) == sorted(IDS)


def test_a_hint_is_asked_for_by_letter_and_shown_under_its_item() -> None:
    assert sequencing.typed("hint b", ROUND, FRESH) == {"do": "hint", "item": IDS[1]}
    lines = sequencing.view(ROUND, Progress(attempts={}, settled={}, hinted=frozenset({IDS[1]})))
    assert lines[2] == f"     hint: {ROUND.items[1].hint}"


@pytest.mark.parametrize("words", ["", "a b c", "a a b c d", "a b c d z", "1 2 3 4 5", "hint z"])
def test_anything_else_is_answered_with_how_to_type(words: str) -> None:
    with pytest.raises(BadInput, match="each letter once"):
        sequencing.typed(words, ROUND, FRESH)


def test_the_view_shows_every_item_and_the_place_of_what_is_settled() -> None:
    lines = sequencing.view(ROUND, Progress(attempts={}, settled={IDS[0]: 10, IDS[1]: 0}))
    assert lines[0].endswith(f"✓ place {ROUND.items[0].answer.removeprefix('p')}")
    assert lines[1].endswith(f"✗ place {ROUND.items[1].answer.removeprefix('p')}")
    assert all(item.text in "\n".join(lines) for item in ROUND.items)
