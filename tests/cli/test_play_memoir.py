"""`dramaturg play memoir`: a life told at the terminal, with everything a teller can do besides
telling.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.cli.at_the_shell import Shell

pytestmark = pytest.mark.slow

HOME = "I grew up in Leeds, over my uncle's shop."
PETER = "My brother Peter had a brass trombone."


@pytest.fixture
def at(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_a_sitting_begins_with_who_speaks_and_what_the_teller_may_do(at: Shell) -> None:
    printed = at("play", "memoir", "--name", "Wilma", said=("/quit",))
    assert "You are talking with a program, not a person." in printed
    assert "Wilma" in printed
    assert "To go on: dramaturg play memoir --session" in printed


def test_why_explains_the_last_line_and_story_what_was_understood(at: Shell) -> None:
    printed = at("play", "memoir", said=(HOME, "/why", "/story", "/quit"))
    why, _, story = printed.partition("places:")
    assert "rule “default” led to Empathy base" in why
    assert "held back by gate" in why
    assert "Leeds" in story


def test_skip_steps_back_and_aside_asks_for_something_else(at: Shell) -> None:
    at("play", "memoir", said=(HOME, "/skip", "/aside", "/quit"))
    audit = at("memoir", "audit", "--no-words")
    assert audit.count("stepped back, because of refusal or discomfort") == 2
    assert "the sitting is over" not in audit


def test_what_was_told_last_is_left_out_or_deleted_at_once(at: Shell) -> None:
    printed = at(
        "play",
        "memoir",
        said=("/off", "/forget", HOME, "/off", PETER, "/forget", "/forget", "/forget", "/quit"),
    )
    assert printed.count("Nothing was told yet.") == 3, "before anything, and when all is gone"
    assert printed.count("Removed for good: 1 passage") == 2
    assert "trombone" not in at("memoir", "audit")


def test_end_ends_the_sitting_and_says_where_the_book_is(at: Shell) -> None:
    printed = at("play", "memoir", said=(HOME, "/end", "This is not heard any more."))
    assert "dramaturg memoir book" in printed
    assert "the sitting is over: stop requested" in at("memoir", "audit")
    assert "not heard any more" not in at("memoir", "audit")


def test_a_sitting_that_was_quit_goes_on_with_its_question(at: Shell) -> None:
    first = at("play", "memoir", said=(HOME, "/quit"))
    again = at("play", "memoir", "--session", at.session[:20], said=("/quit",))
    assert "Sitting 1" in again
    assert "your uncle" in first
    assert "your uncle" in again


def test_after_the_end_and_after_hours_a_new_sitting_begins_with_a_recap(
    at: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    at("play", "memoir", said=(HOME, "/end"))
    second = at("play", "memoir", "--session", at.session, said=(PETER, "/quit"))
    assert "Sitting 2" in second
    assert "Leeds" in second
    later = time.time() + 86_400
    monkeypatch.setattr(time, "time", lambda: later)
    third = at("play", "memoir", "--session", at.session, said=("/quit",))
    assert "Sitting 3" in third
    assert "trombone" in third or "Peter" in third


def test_help_is_shown_for_what_is_no_command(at: Shell) -> None:
    assert "/forget" in at("play", "memoir", said=("/what", "", "/quit"))
