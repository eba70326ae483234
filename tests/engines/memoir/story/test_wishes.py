"""What a teller wishes of the book is heard wherever they say it, and ordinary talk is no wish."""

from __future__ import annotations

import pytest

from dramaturg.engines.memoir.story.wishes import wishes_in

WISHES = [
    ("Leave that out.", "leave_out", "", ""),
    ("I'd rather you left that out, if you don't mind.", "leave_out", "", ""),
    (
        "Don't put the pig's head in the book, they are all vegetarians.",
        "leave_out",
        "pig's head",
        "",
    ),
    ("Would you leave out the part about the letters, please?", "leave_out", "letters", ""),
    ("You can leave out what I said about Sheila.", "leave_out", "Sheila", ""),
    ("I don't want my brother's drinking in the book.", "leave_out", "my brother's drinking", ""),
    ("Nobody needs to know that.", "leave_out", "", ""),
    ("Off the record, he stole it.", "off_record", "", ""),
    ("That's for the family only.", "family", "", ""),
    ("My children can read that, but nobody else.", "family", "", ""),
    ("Just put that we had a bad year.", "put_as", "", "we had a bad year"),
    ("Put it as 'he passed away'.", "put_as", "", "he passed away"),
    (
        "Call Mrs Pargeter something else in the book, call her Mrs Potter.",
        "rename",
        "Mrs Pargeter",
        "Mrs Potter",
    ),
    ("Don't use his real name.", "rename", "his", ""),
    ("You can put the pig's head in after all.", "take_in", "pig's head", ""),
    ("You can put that in after all.", "take_in", "", ""),
]

NO_WISHES = [
    "We left the cat out at night.",
    "You had to keep the milk out of the sun.",
    "I just say that he was a good man.",
    "Let's just say it was a long winter.",
    "She never put that coat on again.",
    "They called the boat Mary Rose.",
    "The farm stays in the family.",
    '"Leave that out," she said, and I did.',
    "I wrote that down in my book.",
    "That was only for the family, the front room.",
    "You can go into the garden now.",
    "They made it easier to travel to Leeds.",
]


@pytest.mark.parametrize(("said", "kind", "what", "instead"), WISHES)
def test_a_wish_is_heard_with_what_it_is_about(
    said: str, kind: str, what: str, instead: str
) -> None:
    (wish,) = wishes_in(3, f"We had a shop. {said}")
    assert (wish.kind, wish.what.removeprefix("the "), wish.turn) == (kind, what, 3)
    assert (wish.instead.text if wish.instead else "") == instead


@pytest.mark.parametrize("said", NO_WISHES)
def test_ordinary_talk_is_no_wish(said: str) -> None:
    assert not list(wishes_in(1, said))
