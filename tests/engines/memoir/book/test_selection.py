"""What stays out of the book, and how the teller is told."""

from __future__ import annotations

from tests.engines.memoir.book.told_lives import Said, memoir

from dramaturg.engines.memoir.book.selection import Include, note_for_teller, select

PASSAGES = (
    Said("We kept hens behind the house."),
    Said("My brother drank.", mark="sensitive"),
    Said("I never told anybody.", level=3),
    Said("Between you and me, he stole it.", mark="off_record"),
    Said("I don't want to speak of it.", refused=True),
    Said("Stop now please.", stopped="stop_requested"),
)
MEMOIR = memoir([PASSAGES])


def kept(*include: Include) -> list[int]:
    return [passage.turn for passage in select(MEMOIR, include).passages]


def test_by_default_only_what_is_not_sensitive_is_used() -> None:
    assert kept() == [1]


def test_sensitive_passages_come_in_when_they_are_wanted_and_the_off_record_ones_stay_out() -> None:
    assert kept("sensitive") == [1, 2, 3]


def test_any_passage_comes_in_by_its_turn() -> None:
    assert kept(4, 6) == [1, 4, 6]


def test_a_passage_is_as_deep_as_the_question_it_answers() -> None:
    assert [passage.level for passage in MEMOIR.passages] == [1, 1, 3, 1, 1, 1]


def test_the_teller_is_told_how_much_stays_out_and_why_without_a_word_of_it() -> None:
    note = note_for_teller(select(MEMOIR))
    assert note.startswith(
        "5 passages are not in the book, or not whole: 1 was told off the record;"
    )
    assert "2 are sensitive ones" in note
    assert not {"brother", "drank", "stole"} & set(note.split())


def test_when_nothing_stays_out_the_note_says_so() -> None:
    assert (
        note_for_teller(select(memoir([PASSAGES[:1]])))
        == "Nothing you told was held back from the book."
    )
