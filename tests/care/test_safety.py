"""What somebody says of their safety, once that was asked or the conversation stopped for it."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from typing import get_args

import pytest
from tests.support.ears import doing

from dramaturg.care import safety
from dramaturg.care.ladder import Said
from dramaturg.care.safety import (
    FIRE,
    NOT_SAFE,
    SHOUT,
    TAKEN,
    outright,
    outside,
    prove_outside,
    said_of,
    whom_of,
)
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
    # somebody comes in, or helps
    ("I have to go, he is here", "leaving"),
    ("somebody is coming", "leaving"),
    ("i have to go now, my husband is back", "leaving"),
    ("He's here.", "leaving"),
    ("gotta go hes home", "leaving"),
    ("I can't talk, he is coming upstairs", "leaving"),
    ("The ambulance is coming.", "on_the_way"),
    ("I called, they are coming", "on_the_way"),
    ("I've called an ambulance.", "on_the_way"),
    ("help is on the way", "on_the_way"),
    ("I have to go now. Goodbye.", "other"),
    ("I have to go, he is here and he has a knife", "other"),
    ("The ambulance is coming too late, it always does", "other"),
    # who reads this
    ("will you tell anybody?", "who_reads"),
    ("are you calling someone?", "who_reads"),
    ("Does anybody read this?", "who_reads"),
    ("who sees what I write here?", "who_reads"),
    ("can you call someone for me?", "who_reads"),
    ("is this private?", "who_reads"),
    ("Can he see this?", "who_reads"),
    ("Who reads Dickens now?", "other"),
    ("", "other"),
    ("...", "other"),
    ("My cat is on my lap.", "other"),
)


@pytest.mark.parametrize(("text", "said"), ANSWERS)
def test_an_answer_is_taken_for_what_it_is(text: str, said: Said) -> None:
    assert said_of(text, Hearing(), CHECKING) == said


LEAVE_IT: tuple[tuple[str, Danger, Said], ...] = (
    ("No thanks.", "self_harm", "leave_it"),
    ("I'd rather stop here.", "self_harm", "leave_it"),
    ("I am safe, but let's stop for today.", "abuse", "leave_it"),
    ("I don't want to go on with this today.", "self_harm", "leave_it"),
    ("not today", "distress", "leave_it"),
    ("I don't want to go on.", "abuse", "leave_it"),
    ("I don't want to go on.", "self_harm", "unsafe"),
    ("I don't want to go on.", "distress", "unsafe"),
    ("No.", "abuse", "unsafe"),
    ("I can't go on.", "abuse", "unsafe"),
    ("Yes, let's go on.", "abuse", "safe"),
)


@pytest.mark.parametrize(("text", "danger", "said"), LEAVE_IT)
def test_a_no_to_going_on_is_no_danger_unless_it_may_mean_living(
    text: str, danger: Danger, said: Said
) -> None:
    assert said_of(text, Hearing(), CareState("returning", danger)) == said
    assert said_of(text, Hearing(), CareState("stopped", danger)) != "leave_it"


@pytest.mark.parametrize("rule", ["leaving", "on_the_way", "who_reads", "leave_it", "no_more"])
def test_a_rule_that_is_taken_out_is_noticed(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    left = replace(safety._phrases(), **{rule: re.compile("(?!)")})
    monkeypatch.setattr(safety, "_phrases", lambda: left)
    answered = [said_of(text, Hearing(), CHECKING) == said for text, said in ANSWERS]
    left_it = [
        said_of(text, Hearing(), CareState("returning", danger)) == said
        for text, danger, said in LEAVE_IT
    ]
    assert not all(answered + left_it)


@pytest.mark.parametrize("text", ["I have to go, he is here.", "The ambulance is coming."])
def test_who_says_no_more_than_that_they_must_leave_or_are_helped_is_shown_nothing_else(
    text: str,
) -> None:
    heard = doing(danger="abuse", dangers={"abuse": 0.9}, care="stop")
    helped = said_of("Somebody is coming.", Hearing(), CareState("stopped", "medical"))
    assert helped == "on_the_way"
    assert said_of(text, heard, STOPPED) in ("leaving", "on_the_way")
    assert said_of(text, heard, CALM) == "danger"


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
    assert whom_of(text, "abuse") == whom


@pytest.mark.parametrize(
    ("text", "whom"),
    [
        ("i'm 13 and i want to die", "child"),
        ("I am a kid, nobody listens", "child"),
        ("im in year 8", "child"),
        ("My teacher read us that.", ""),
        ("I am 84.", ""),
        ("I'm a child of the fifties.", ""),
    ],
)
def test_a_child_who_is_not_hit_has_a_line_of_their_own_too(text: str, whom: str) -> None:
    assert whom_of(text, "self_harm") == whom


# ── what is said outright ─────────────────────────────────────────────────────────────────────────

OUTRIGHT: tuple[tuple[str, str], ...] = (
    ("I have just taken all my pills.", TAKEN),
    ("i took all my pills", TAKEN),
    ("I've swallowed a whole bottle of paracetamol.", TAKEN),
    ("I took thirty tablets an hour ago", TAKEN),
    ("I have taken an overdose.", TAKEN),
    ("I've taken too many of my sleeping pills", TAKEN),
    ("I just drank bleach", TAKEN),
    ("I've cut my wrists.", TAKEN),
    ("The pills were his. I've taken them all.", TAKEN),
    ("took all my pills", TAKEN),
    ("I've just taken all my pills and I never want to wake up.", TAKEN),
    ("I have taken all my pills. I don't know if it was right.", TAKEN),
    ("I took all my pills tonight. When he comes home I'll be gone.", TAKEN),
    ("Mum was at school. I just took all my tablets", TAKEN),
    ("i took like 16 paracetamol", TAKEN),
    ("I've taken some tablets already, not all of them.", TAKEN),
    ("My kitchen is on fire!", FIRE),
    ("there's smoke coming under my door", FIRE),
    ("The house is on fire", FIRE),
    ("help", SHOUT),
    ("Help!!", SHOUT),
    ("please help me", SHOUT),
    ("I am not safe at home.", NOT_SAFE),
    ("I'm not safe", NOT_SAFE),
    ("I don't feel safe with him", NOT_SAFE),
    ("we are not safe here", NOT_SAFE),
    # look-alikes
    ("I take my pills every morning.", ""),
    ("I took all my pills as prescribed.", ""),
    ("I took an overdose when I was nineteen.", ""),
    ("In 1987 I took all the pills I could find.", ""),
    ("I had two tablets for my headache.", ""),
    ("I have taken all my exams.", ""),
    ("I've taken all of the blame.", ""),
    ("The boats? I've taken them all, with my father's camera.", ""),
    ("I took a lot of tablets the first Christmas. Twelve years sober in May.", ""),
    ("I've cut myself through the bag before.", ""),
    ("If I took all my pills, who would care for the dog?", ""),
    ("I cut my arm on the fence.", ""),
    ("I've taken my tablets, thank you.", ""),
    ("The house was on fire and my father ran.", ""),
    ("He is on fire tonight, three goals.", ""),
    ("There is a fire in the hearth and a cat before it.", ""),
    ("I help my neighbour with her shopping.", ""),
    ("Could you help me with the date?", ""),
    ("I was not safe at home then.", ""),
    ("I'm not safe to drive any more.", ""),
    ("I never felt safe with that horse.", ""),
    ("When I was ten we were not safe in our own house.", ""),
)


@pytest.mark.parametrize(("text", "rule"), OUTRIGHT)
def test_what_is_said_outright_is_heard_and_what_only_sounds_like_it_is_not(
    text: str, rule: str
) -> None:
    assert outright(text, Hearing(), CALM).by_rule == rule


@pytest.mark.parametrize(
    "rule", ["taken", "fresh", "long_ago", "then", "fire", "shout", "not_safe"]
)
def test_a_rule_of_what_is_said_outright_that_is_taken_out_is_noticed(
    rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = replace(safety._phrases(), **{rule: re.compile("(?!)")})
    monkeypatch.setattr(safety, "_phrases", lambda: left)
    heard = [outright(text, Hearing(), CALM).by_rule for text, _ in OUTRIGHT]
    assert heard != [wanted for _, wanted in OUTRIGHT]


def test_a_scene_of_a_fire_may_burn() -> None:
    medical: tuple[Danger, ...] = ("medical",)
    burns = outright("The building is on fire!", Hearing(), CALM)
    assert outside(burns, medical).care == "none"
    assert outside(burns, ()).care == "stop"


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
