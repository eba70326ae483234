"""What the written rows teach the ear: every row something, and every part of it has an output."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import islice

import pytest
from training.ear.examples import UNJUDGED, Choice, Example
from training.ear.pack import folds_of
from training.ear.written import FIRST, ROWS, WrittenRow

from dramaturg.language.ear.outputs import GROUPS, OUTPUTS, WORD_GROUPS
from dramaturg.turn.hearing import CONCEPT_KINDS
from training.ear import examples, written

Made = Callable[..., Iterator[Example]]
TAUGHT: Mapping[str, Made] = {
    "acts": examples.acts,
    "concepts": examples.concepts,
    "contradiction": examples.contradictions,
    "danger": examples.danger,
    "depth": examples.depth,
    "feeling": examples.feeling,
    "gates": examples.gates,
    "languages": examples.languages,
    "mood": examples.mood,
    "names": examples.names,
    "questions": examples.questions,
    "requests": examples.requests,
    "same": examples.same,
    "talk": examples.talk,
}
CHOSEN = {"options": examples.options, "facts": examples.facts}


def rows_of(family: str) -> list[WrittenRow]:
    return list(written.read(family))


def taught(family: str) -> list[Example]:
    """What the written rows of a family teach; public sets, which are not here, come after them."""
    each = {"gates": 2, "same": 2}.get(family, 1)
    return list(islice(TAUGHT[family](ROWS), each * len(rows_of(family))))


def everything() -> list[Example | Choice]:
    found: list[Example | Choice] = [one for family in TAUGHT for one in taught(family)]
    found += [one for choices in CHOSEN.values() for one in choices(ROWS)]
    return [*found, *examples.acknowledgements(FIRST), *examples.refusals(), *examples.crises()]


def test_every_family_is_taught() -> None:
    families = {path.name for path in ROWS.iterdir() if path.is_dir()}
    assert families == set(TAUGHT) | set(CHOSEN)


@pytest.mark.parametrize("family", CHOSEN)
def test_every_choice_is_learned_from(family: str) -> None:
    found = [one for one in CHOSEN[family](ROWS) if not one.source.endswith("/others")]
    assert len(found) == len(rows_of(family))


def test_who_means_the_same_in_other_words_is_never_beside_themselves() -> None:
    found = [one for one in examples.options(ROWS) if one.source.endswith("/others")]
    assert found
    for one in found:
        assert len(one.candidates) >= 2
        assert not any(
            each.endswith(f" {one.text}") for each in one.candidates if one.meant is None
        )


def test_what_a_family_takes_for_granted_is_not_judged_where_it_is_not_so() -> None:
    found = list(examples.all_examples(ROWS, FIRST))
    texts = {one.text for one in found}
    assert {words for _, words in UNJUDGED} <= texts
    assert not [one for one in found for output in one.values if (output, one.text) in UNJUDGED]


def test_concepts_are_of_types_that_their_method_knows() -> None:
    for row in rows_of("concepts"):
        where = f"{row.writer} block {row.block}: {row.text[:60]}"
        assert {mark.kind for mark in row.marks} <= set(CONCEPT_KINDS[row.above["method"]]), where


@pytest.mark.parametrize("family", TAUGHT)
def test_no_row_is_passed_over_and_what_it_teaches_has_an_output(family: str) -> None:
    found = taught(family)
    assert {(one.source, one.text) for one in found} >= {
        (row.writer, row.text) for row in rows_of(family)
    }
    for one in found:
        assert set(one.values) <= set(OUTPUTS)
        assert all(0 <= value <= 1 for value in one.values.values())
        assert all(choice in GROUPS[group][1].split() for group, choice in one.choices.items())
        assert set(one.marks or ()) <= set(WORD_GROUPS)


def test_no_example_is_empty() -> None:
    for one in everything():
        assert one.text.strip(), one
        if isinstance(one, Choice):
            assert len(one.candidates) >= 2
            assert all(each.strip() for each in one.candidates)


def test_a_fold_keeps_a_writer_together_or_where_there_are_few_a_topic() -> None:
    found = everything()
    writers: dict[str, set[str]] = defaultdict(set)
    for one in found:
        writers[one.source.split("/")[0]] |= set(one.source.split("/")[1:2])
    folds: dict[tuple[str, str], set[int]] = defaultdict(set)
    for one, fold in zip(found, folds_of(found), strict=True):
        assert 0 <= fold < examples.FOLDS
        several = len(writers[one.source.split("/")[0]]) >= 3
        folds[one.source, "" if several else one.topic].add(fold)
    assert all(len(each) == 1 for each in folds.values())
