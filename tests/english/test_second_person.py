"""What somebody says of themselves, as it is said to them."""

from __future__ import annotations

import pytest

from dramaturg.english.second_person import to_you


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I was at my aunt's, and he was with us", "you were at your aunt's, and he was with you"),
        (
            "I am sure my boss trusts me, and I'm glad",
            "you are sure your boss trusts you, and you're glad",
        ),
        ("we've moved, and we'd saved for it", "you've moved, and you'd saved for it"),
        ("I wasn’t there; I’ve seen it", "you weren't there; you've seen it"),
        ("it was mine.", "it was yours."),
        ("we left the US", "you left the US"),
        ("the mystery meter is in use", "the mystery meter is in use"),
    ],
)
def test_i_becomes_you_and_the_verb_follows(said: str, told: str) -> None:

    assert to_you(said) == told
