"""Nobody would say it like this: lines that are kept from respondents."""

from __future__ import annotations

import pytest

from dramaturg.engines.interviews.questions.fluency import stumbles


@pytest.mark.parametrize(
    "line",
    [
        "What do you get out of doing on weeks?",
        "What do you get out of the the tea?",
        "What have I not understood yet about it being pile?",
        "What might not bothered cow mean to them, with not?",
        "How do you come by a apple?",
        "You was there. What happened?",
        "Suppose you had to do without somebody's?",
        "You said that that's four spoons. What follows?",
        'You said "it froths. What does that do for you?',
        "What would you do about is?",
        "You said it saves time and.",
    ],
)
def test_a_line_that_nobody_would_say_is_found(line: str) -> None:
    assert stumbles(line)


@pytest.mark.parametrize(
    "line",
    [
        "You said you used to have two spoons. What does that mean for you?",
        'You said "it doesn\'t take over". How do you mean?',
        "What would be different if that weren't so?",
        "So what matters to you is time. Is that right, or how would you put it?",
        "Thank you, the second week then. What happened an hour later?",
        "What was going on around you then?",
    ],
)
def test_spoken_english_passes(line: str) -> None:
    assert stumbles(line) == ""


def test_what_is_quoted_is_as_it_was_said() -> None:
    assert stumbles('You said "we was there the the whole day". What happened then?') == ""
