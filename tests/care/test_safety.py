"""What somebody says of their safety, once that was asked or the conversation stopped for it."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import pytest
from tests.support.ears import doing

from dramaturg.care.ladder import Said
from dramaturg.care.safety import outside, prove_outside, said_of, whom_of
from dramaturg.turn.care import CareState
from dramaturg.turn.hearing import Danger, Hearing

CHECKING, STOPPED, CALM = CareState("checking"), CareState("stopped"), CareState()
ANSWERS: tuple[tuple[str, Said], ...] = (
    ("Yes.", "safe"),
    ("yes thank you", "safe"),
    ("I'm fine, really.", "safe"),
    ("We are both safe now.", "safe"),
    ("It was only talk.", "safe"),
    ("I was joking!", "safe"),
    ("Let's go on, please.", "safe"),
    ("No.", "unsafe"),
    ("I'm not ok", "unsafe"),
    ("I don't feel safe here", "unsafe"),
    ("I can't go on.", "unsafe"),
    ("I don’t want to go on", "unsafe"),
    ("I'm scared.", "unsafe"),
    ("I am safe, but he comes home at six.", "doubt"),
    ("I'm fine for now", "other"),
    ("I guess I'm fine.", "doubt"),
    ("Who can I call?", "help"),
    ("What number was it?", "help"),
    ("I need help", "help"),
    ("Is there somebody I can talk to?", "help"),
    # no yes, however it begins
    ("yes he is here with a knife", "other"),
    ("I'm okay with dying", "other"),
    ("I'm well aware that he will do it again", "other"),
    ("I'm good at hiding it", "other"),
    ("Don't worry, it will be over soon", "other"),
    ("I'm not joking", "other"),
    ("", "other"),
    ("...", "other"),
    ("My cat is on my lap.", "other"),
)


@pytest.mark.parametrize(("text", "said"), ANSWERS)
def test_an_answer_is_taken_for_what_it_is(text: str, said: Said) -> None:
    assert said_of(text, Hearing(), CHECKING) == said


@pytest.mark.parametrize("text", ["Yes.", "ok", "fine", "Let's go on."])
def test_a_bare_yes_says_nothing_where_nothing_was_asked(text: str) -> None:
    assert said_of(text, Hearing(), STOPPED) == "other"


def test_danger_weighs_more_than_any_answer() -> None:
    heard = doing("assent", danger="abuse", care="stop")
    assert said_of("Yes, I'm fine, he only hit me once today.", heard, CHECKING) == "danger"


def test_who_tells_a_story_asks_nobody_for_help() -> None:
    assert said_of("What could I do? I had no money then.", Hearing(), CALM) == "other"
    assert said_of("Who can I call?", Hearing(), CALM) == "other"
    assert said_of("Who can I call?", Hearing(), CareState(danger="abuse")) == "help"


@pytest.mark.parametrize(
    ("text", "whom"),
    [
        ("i'm 12 and he hits me", "child"),
        ("My dad hits me when I come home from school.", "child"),
        ("My son hits me.", "elder"),
        ("I am 84 and my carer shouts at me.", "elder"),
        ("My husband hits me.", ""),
        ("I am 12 weeks pregnant and he hits me", ""),
    ],
)
def test_a_child_and_somebody_old_have_lines_of_their_own(text: str, whom: str) -> None:
    assert whom_of(text) == whom


# ── danger that belongs to a scene ────────────────────────────────────────────────────────────────

KINDS = get_args(Danger)


@pytest.mark.parametrize(
    "named", [pair for size in (1, 2, 5) for pair in combinations(KINDS, size)]
)
def test_a_scene_covers_the_kinds_it_names_and_no_other(named: tuple[Danger, ...]) -> None:
    assert prove_outside(named).holds
    for kind in KINDS:
        heard = Hearing(danger=kind, dangers={kind: 1.0}, care="stop")
        assert outside(heard, named).care == ("none" if kind in named else "stop")
