"""What holds for each of the six mechanics that are played on a picture, whatever they ask."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.engines.games.mechanics.knowledge import BICYCLE, label_subsets, otherwise, task_for
from tests.engines.games.mechanics.rounds import FRESH, asked, round_of

from dramaturg.app.check.meanings import meanings
from dramaturg.content.documents import Loaded, load_any
from dramaturg.engines.games.base.issues import Issue, errors
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.mechanics import (
    click_to_identify,
    compare_contrast,
    description_matching,
    drag_drop,
    hierarchical,
    trace_path,
)
from dramaturg.engines.games.mechanics.mechanic import (
    CannotFeed,
    Content,
    ContentItem,
    Mechanic,
    Offer,
    Progress,
    Task,
)
from dramaturg.kernel.errors import BadInput

MECHANICS: tuple[Mechanic, ...] = (
    drag_drop,
    click_to_identify,
    trace_path,
    description_matching,
    hierarchical,
    compare_contrast,
)
OFFERED = [
    pytest.param(mechanic, offer, id=offer.key)
    for mechanic in MECHANICS
    for offer in mechanic.offers(BICYCLE)
]
LIBRARY = Path(drag_drop.__file__).parents[3] / "content" / "library" / "games" / "knowledge"

each_offer = pytest.mark.parametrize(("mechanic", "offer"), OFFERED)
each_mechanic = pytest.mark.parametrize("mechanic", MECHANICS, ids=lambda mechanic: mechanic.TYPE)


def counts(offer: Offer) -> range:
    return range(offer.least_items, offer.most_items + 1)


def some_offer(mechanic: Mechanic) -> Offer:
    return next(iter(mechanic.offers(BICYCLE)))


def good(mechanic: Mechanic) -> tuple[Content, Task]:
    offer = some_offer(mechanic)
    task = asked(offer, offer.most_items)
    return mechanic.generate(task, BICYCLE), task


def changed(content: Content, index: int, **fields: Any) -> Content:
    items = list(content.items)
    items[index] = items[index].model_copy(update=fields)
    return content.model_copy(update={"items": tuple(items)})


# ── offers and what is made of them ───────────────────────────────────────────────────────────────


@each_mechanic
def test_the_bicycle_feeds_every_mechanic(mechanic: Mechanic) -> None:
    assert list(mechanic.offers(BICYCLE))


@each_offer
def test_every_count_of_an_offer_gives_sound_content_with_every_seed(
    mechanic: Mechanic, offer: Offer
) -> None:
    for count in counts(offer):
        for seed in range(20):
            task = asked(offer, count, seed)
            assert mechanic.validate(mechanic.generate(task, BICYCLE), task) == ()


@each_offer
def test_any_labels_of_an_offer_do_as_long_as_there_are_enough(
    mechanic: Mechanic, offer: Offer
) -> None:
    for count in (each for each in counts(offer) if each <= len(offer.labels)):
        for labels in label_subsets(offer, count):
            task = (
                asked(offer, count, labels=labels)
                if mechanic is not compare_contrast
                else asked(offer, count)
            )
            assert errors(mechanic.validate(mechanic.generate(task, BICYCLE), task)) == ()


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted(LIBRARY.glob("*.yaml")), ids=lambda file: file.stem)
def test_bundled_knowledge_feeds_what_it_offers(file: Path) -> None:
    loaded = load_any(file, {"knowledge": Knowledge})
    assert isinstance(loaded, Loaded)
    knowledge = loaded.document
    assert isinstance(knowledge, Knowledge)
    for mechanic in MECHANICS:
        offers = list(mechanic.offers(knowledge))
        assert offers, f"{knowledge.id} does not feed {mechanic.TYPE}"
        for offer in offers:
            for count in counts(offer):
                task = asked(offer, count, seed=count)
                assert errors(mechanic.validate(mechanic.generate(task, knowledge), task)) == ()


@each_offer
def test_a_round_scores_exactly_the_count_and_every_answer_can_be_given(
    mechanic: Mechanic, offer: Offer
) -> None:
    for count in counts(offer):
        task = asked(offer, count, seed=count)
        round = round_of(mechanic, mechanic.generate(task, BICYCLE), task)
        assert len(round.items) == len(round.by_id) == count
        assert {item.answer for item in round.items} <= {choice.id for choice in round.choices}


@each_offer
def test_the_same_seed_gives_the_same_round_and_others_vary_it(
    mechanic: Mechanic, offer: Offer
) -> None:
    def played(seed: int) -> str:
        task = asked(offer, offer.least_items, seed, labels=offer.labels)
        return round_of(mechanic, mechanic.generate(task, BICYCLE), task).model_dump_json(
            exclude={"seed"}
        )

    assert played(3) == played(3)
    fixed = (
        mechanic is trace_path and len(offer.labels) == offer.least_items
    )  # there is one way, and it has one beginning
    assert (len({played(seed) for seed in range(12)}) > 1) is not fixed


@each_offer
def test_the_order_of_the_content_is_shown_only_where_it_is_the_way(
    mechanic: Mechanic, offer: Offer
) -> None:
    for seed in range(10):
        task = asked(offer, offer.most_items, seed)
        content = mechanic.generate(task, BICYCLE)
        as_written = [item.id for item in content.items] == [
            item.id for item in round_of(mechanic, content, task).items
        ]
        assert as_written is (mechanic is trace_path)


@each_offer
def test_content_survives_being_stored(mechanic: Mechanic, offer: Offer) -> None:
    content = mechanic.generate(asked(offer, offer.least_items), BICYCLE)
    assert type(content).model_validate_json(content.model_dump_json()) == content


@each_offer
def test_every_item_has_a_hint_and_says_where_it_comes_from(
    mechanic: Mechanic, offer: Offer
) -> None:
    for item in mechanic.generate(asked(offer, offer.most_items), BICYCLE).items:
        assert item.hint
        assert item.source.startswith("bicycle#")


# ── refusals ──────────────────────────────────────────────────────────────────────────────────────


@each_mechanic
def test_labels_that_nobody_knows_are_refused_all_at_once(mechanic: Mechanic) -> None:
    task = task_for(some_offer(mechanic), 3, labels=("Keel", "Pedal", "Mast"))
    with pytest.raises(CannotFeed, match="no concept is called Keel, Mast"):
        mechanic.generate(task, BICYCLE)


@each_mechanic
def test_more_items_than_the_labels_can_give_are_refused(mechanic: Mechanic) -> None:
    with pytest.raises(CannotFeed, match="99"):
        mechanic.generate(asked(some_offer(mechanic), 99), BICYCLE)


@each_mechanic
def test_knowledge_without_a_picture_offers_nothing_here(mechanic: Mechanic) -> None:
    assert list(mechanic.offers(otherwise(BICYCLE, diagrams=()))) == []


# ── what any content must be ──────────────────────────────────────────────────────────────────────


@each_mechanic
def test_a_missing_item_is_named(mechanic: Mechanic) -> None:
    content, task = good(mechanic)
    fewer = content.model_copy(update={"items": content.items[:-1]})
    assert "content-count" in {issue.code for issue in mechanic.validate(fewer, task)}


@each_mechanic
def test_unfilled_and_empty_texts_are_named_with_their_place(mechanic: Mechanic) -> None:
    content, task = good(mechanic)
    broken = changed(changed(content, 0, explanation="{{why}}"), 1, explanation=" ")
    found = {(issue.code, issue.place) for issue in mechanic.validate(broken, task)}
    assert found == {
        ("content-placeholder", "items[0].explanation"),
        ("content-empty", "items[1].explanation"),
    }


@each_mechanic
def test_an_answer_that_cannot_be_given_is_named(mechanic: Mechanic) -> None:
    content, task = good(mechanic)
    issues = mechanic.validate(changed(content, 2, answer="Keel"), task)
    assert ("answer-unknown", "items[2].answer") in {(issue.code, issue.place) for issue in issues}


@each_mechanic
def test_two_items_with_one_id_are_named(mechanic: Mechanic) -> None:
    content, task = good(mechanic)
    broken = changed(content, 1, id=content.items[0].id)
    assert "content-double" in {issue.code for issue in mechanic.validate(broken, task)}


@each_mechanic
def test_every_issue_has_a_code_in_the_table_and_a_remedy(mechanic: Mechanic) -> None:
    content, task = good(mechanic)
    nonsense = ContentItem(id="x", text="", answer="nowhere", after="y")
    broken = content.model_copy(update={"items": (nonsense, nonsense)})
    issues: tuple[Issue, ...] = mechanic.validate(broken, task)
    assert issues
    assert all(issue.code in meanings().issues["Content"] and issue.remedy for issue in issues)


# ── what a model is asked ─────────────────────────────────────────────────────────────────────────


@each_mechanic
def test_a_model_is_told_the_count_and_every_label_exactly(mechanic: Mechanic) -> None:
    _, task = good(mechanic)
    told = mechanic.craft(task)
    assert f"exactly {task.count} " in told
    assert all(label in told for label in task.labels)


@each_mechanic
def test_a_model_is_never_asked_for_ids_or_scores(mechanic: Mechanic) -> None:
    schema = mechanic.Form.model_json_schema()
    parts = [schema, *schema["$defs"].values()]
    fields = {name for part in parts for name in part["properties"]}
    assert not fields & {"id", "ids", "score", "points", "max_score", "zone", "after"}


# ── concepts as answers ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("mechanic", MECHANICS[:5], ids=lambda mechanic: mechanic.TYPE)
def test_concepts_stand_for_the_labels_as_the_design_spells_them(mechanic: Mechanic) -> None:
    labels = ("PEDAL", "Crank", "Chain", "Sprocket")
    task = asked(some_offer(mechanic), 4, labels=labels)
    content = mechanic.generate(task, BICYCLE)
    assert {item.answer for item in content.items} == set(labels)
    assert errors(mechanic.validate(content, task)) == ()
    keys = mechanic.keys(content, BICYCLE)
    assert (keys["pedal"], keys["cog"], keys["fork"]) == ("PEDAL", "Sprocket", "Fork")


# ── in a terminal ─────────────────────────────────────────────────────────────────────────────────

ONE_AT_A_TIME: tuple[ModuleType, ...] = (click_to_identify, trace_path)
PLACING: tuple[ModuleType, ...] = (drag_drop, description_matching, hierarchical, compare_contrast)


@pytest.mark.parametrize("mechanic", ONE_AT_A_TIME, ids=lambda mechanic: mechanic.TYPE)
def test_a_number_answers_what_is_asked_now(mechanic: Mechanic) -> None:
    round = round_of(mechanic, *good(mechanic))
    first, second = round.items[:2]
    for number, choice in enumerate(round.choices, start=1):
        assert mechanic.typed(f" {number} ", round, FRESH) == {
            "do": "answer",
            "item": first.id,
            "answer": choice.id,
        }
        later = Progress(attempts={}, settled={first.id: 10})
        assert mechanic.typed(str(number), round, later) == {
            "do": "answer",
            "item": second.id,
            "answer": choice.id,
        }
    assert mechanic.typed("Hint", round, FRESH) == {"do": "hint", "item": first.id}


@pytest.mark.parametrize("mechanic", ONE_AT_A_TIME, ids=lambda mechanic: mechanic.TYPE)
@pytest.mark.parametrize("words", ["", "0", "99", "a", "²", "-1", "1 2", "9" * 5000])
def test_anything_but_a_number_of_a_place_is_answered_with_how_to_type(
    mechanic: Mechanic, words: str
) -> None:
    round = round_of(mechanic, *good(mechanic))
    with pytest.raises(BadInput, match=f"type a number from 1 to {len(round.choices)}"):
        mechanic.typed(words, round, FRESH)


@pytest.mark.parametrize("mechanic", ONE_AT_A_TIME, ids=lambda mechanic: mechanic.TYPE)
def test_the_view_shows_one_question_its_hint_and_how_often_it_went_wrong(
    mechanic: Mechanic,
) -> None:
    round = round_of(mechanic, *good(mechanic))
    item = round.items[1]
    progress = Progress(attempts={item.id: 2}, settled={}, at=item.id, hinted=frozenset({item.id}))
    lines = mechanic.view(round, progress)
    assert lines[0].endswith(f" 2 of {len(round.items)}")
    assert item.text in lines
    assert f"Hint: {item.hint}" in lines
    assert "Wrong so far: 2" in lines
    assert all(other.text not in lines for other in round.items if other is not item)


@pytest.mark.parametrize("mechanic", ONE_AT_A_TIME, ids=lambda mechanic: mechanic.TYPE)
def test_when_all_is_answered_the_player_is_told_to_go_on(mechanic: Mechanic) -> None:
    round = round_of(mechanic, *good(mechanic))
    done = Progress(attempts={}, settled=dict.fromkeys(round.by_id, 10))
    assert "is answered" in mechanic.view(round, done)[0]
    with pytest.raises(BadInput, match="next"):
        mechanic.typed("1", round, done)


@pytest.mark.parametrize("mechanic", PLACING, ids=lambda mechanic: mechanic.TYPE)
def test_a_letter_and_a_number_place_what_the_view_shows_beside_them(mechanic: Mechanic) -> None:
    round = round_of(mechanic, *good(mechanic))
    everything = Progress(
        attempts={}, settled=dict.fromkeys(round.by_id, 10)
    )  # so that every level is open
    shown = dict(
        line.split(maxsplit=1) for line in mechanic.view(round, everything) if line.startswith("  ")
    )
    texts = {item.id: item.text for item in round.items} | {
        extra.id: extra.text for extra in round.distractors
    }
    letters = [mark for mark in shown if not mark.isdigit()]
    assert len(letters) == len(texts)
    for mark in letters:
        for number, choice in enumerate(round.choices, start=1):
            move = mechanic.typed(f"{mark.upper()} {number}", round, everything)
            assert (move["do"], move["answer"]) == ("answer", choice.id)
            assert shown[str(number)] == choice.text
            assert shown[mark].startswith(texts[move["item"]])


@pytest.mark.parametrize("mechanic", PLACING, ids=lambda mechanic: mechanic.TYPE)
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "a letter and a number"),
        ("2 a", "a letter and a number"),
        ("a", "a letter and a number"),
        ("zz 1", "the letters go from a to"),
        ("hint zz", "the letters go from a to"),
    ],
)
def test_anything_but_a_letter_and_a_number_is_answered_with_how_to_type(
    mechanic: Mechanic, words: str, told: str
) -> None:
    round = round_of(mechanic, *good(mechanic))
    with pytest.raises(BadInput, match=told):
        mechanic.typed(words, round, FRESH)


@pytest.mark.parametrize("mechanic", PLACING, ids=lambda mechanic: mechanic.TYPE)
@pytest.mark.parametrize("number", ["0", "77", "9" * 5000])
def test_a_place_that_is_not_there_is_answered_with_those_that_are(
    mechanic: Mechanic, number: str
) -> None:
    round = round_of(mechanic, *good(mechanic))
    everything = Progress(attempts={}, settled=dict.fromkeys(round.by_id, 10))
    with pytest.raises(BadInput, match=f"from 1 to {len(round.choices)}"):
        mechanic.typed(f"a {number}", round, everything)


@pytest.mark.parametrize("mechanic", PLACING, ids=lambda mechanic: mechanic.TYPE)
def test_what_is_settled_is_marked_and_a_hint_is_shown_below_its_item(mechanic: Mechanic) -> None:
    round = round_of(mechanic, *good(mechanic))
    right, wrong = [item for item in round.items if item.after is None][:2]
    waiting = next(item for item in round.items if item not in (right, wrong))
    progress = Progress(
        attempts={}, settled={right.id: 10, wrong.id: 0}, hinted=frozenset({waiting.id})
    )
    lines = mechanic.view(round, progress)
    assert any(line.endswith(f"{right.text}   ✓") for line in lines)
    assert any(line.endswith(f"{wrong.text}   ✗") for line in lines)
    below = (
        next(index for index, line in enumerate(lines) if line.endswith(f"  {waiting.text}")) + 1
    )
    assert lines[below] == f"     hint: {waiting.hint}"
