"""Notes as a teacher types them, in whichever way; and the games that are made of them."""

from __future__ import annotations

import pytest

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.games.checks.knowledge import knowledge_faults
from dramaturg.engines.games.content import make_at_once
from dramaturg.engines.games.job import Order
from dramaturg.engines.games.lessons.as_knowledge import knowledge_from
from dramaturg.engines.games.lessons.notes import read_notes
from dramaturg.kernel.errors import BadInput

LIBRARY = library_of(Settings(store=""))

TERMS = "Clouds\ncirrus: thin wisps of ice\nstratus = a grey sheet\ncumulus - heaps\nfog\tlies low"
GROUPS = "strings: violin, cello, harp\nbrass: horn, tuba\nwoodwind: flute, oboe"
STEPS = "Baking bread\n1. Mix flour and water\n2. Let it rest\n3) Shape it\n4. Bake it"
DATES = "1789: The Bastille is stormed\n1776: Independence is declared\n1848 - Barricades"
TABLE = "planet | kind | moons\nMars | rock | two\nVenus | rock | none\nJupiter | gas | many\nSaturn | gas | many"
SENTENCES = (
    "A noun is a word for a thing. A verb is a word for a deed. An adverb is a word for how."
)


def test_terms_are_read_however_they_are_set_apart() -> None:
    lesson = read_notes(TERMS)
    assert lesson.title == "Clouds"
    assert [(term.name, term.meaning) for term in lesson.terms] == [
        ("cirrus", "thin wisps of ice"),
        ("stratus", "a grey sheet"),
        ("cumulus", "heaps"),
        ("fog", "lies low"),
    ]


def test_lists_after_headings_are_groups() -> None:
    assert [group.members for group in read_notes(GROUPS).groups] == [
        ("violin", "cello", "harp"),
        ("horn", "tuba"),
        ("flute", "oboe"),
    ]


def test_steps_keep_their_order_and_dates_give_one() -> None:
    assert [step.text for step in read_notes(STEPS).steps][1] == "Let it rest"
    assert [step.when for step in read_notes(DATES).steps] == ["1776", "1789", "1848"]
    assert len(read_notes("egg -> grub -> pupa -> moth").steps) == 4


def test_a_table_gives_marks_under_its_headings() -> None:
    mars = read_notes(TABLE).terms[0]
    assert (mars.name, mars.marks) == ("Mars", (("kind", "rock"), ("moons", "two")))


def test_sentences_say_what_something_is() -> None:
    assert [term.name for term in read_notes(SENTENCES).terms] == ["noun", "verb", "adverb"]


def test_what_was_not_filled_in_is_no_meaning() -> None:
    assert not read_notes(
        "petal: [what it is]\nsepal: [what it is]\npistil: [what it is]"
    ).is_enough


@pytest.mark.parametrize("notes", [TERMS, GROUPS, STEPS, DATES, TABLE, SENTENCES])
async def test_every_kind_of_notes_makes_a_game_of_all_that_is_in_them(notes: str) -> None:
    lesson = read_notes(notes)
    assert knowledge_faults(knowledge_from(lesson, "mine")) == ()
    made = await make_at_once(Order(id="mine", notes=notes), LIBRARY)
    told = str(made["contents"]).casefold()
    assert all(name.casefold() in told for name in lesson.names)


async def test_notes_that_say_nothing_are_refused_with_how_to_write_them() -> None:
    with pytest.raises(BadInput, match="term: meaning"):
        await make_at_once(Order(id="mine", notes="well, you know"), LIBRARY)
