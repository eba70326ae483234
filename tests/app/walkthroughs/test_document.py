"""Walkthroughs as authors write them: short forms, and every mistake told with its line."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from dramaturg.app.content.kinds import KINDS
from dramaturg.app.content.walkthrough import Turn, Walkthrough
from dramaturg.app.walkthroughs.faults import walkthrough_faults
from dramaturg.content.documents import Loaded, load_text
from dramaturg.content.library import Library, packaged

LIBRARY = Library(KINDS, (packaged(),))
SIM = "kind: walkthrough\nid: mine\nplay: {sim: launch_decision}\n"
GAME = "kind: walkthrough\nid: mine\nplay: {game: heart}\n"


def faults_of(text: str) -> list[str]:
    loaded = load_text(text, "mine.yaml", KINDS)
    if not isinstance(loaded, Loaded):
        return [str(fault) for fault in loaded]
    found = walkthrough_faults(cast(Walkthrough, loaded.document), LIBRARY, Path())
    return [str(loaded.locate(fault)) for fault in found]


def walkthrough_of(text: str) -> Walkthrough:
    loaded = load_text(text, "mine.yaml", KINDS)
    assert isinstance(loaded, Loaded), loaded
    return cast(Walkthrough, loaded.document)


def test_a_bare_text_is_something_said() -> None:
    assert walkthrough_of(f"{SIM}turns:\n  - Hello.\n").steps == (Turn(say="Hello."),)


def test_a_bare_line_of_a_speaker_is_one_reply() -> None:
    (turn,) = walkthrough_of(f"{SIM}turns:\n  - {{say: Hello., speaker: Good morning.}}\n").steps
    assert [(reply.role, reply.say) for reply in turn.replies] == [("speak", "Good morning.")]


@pytest.mark.parametrize(
    ("later", "seconds"), [("", 60), ("90 minutes", 5400), ("1 hour", 3600), ("2 weeks", 1_209_600)]
)
def test_a_turn_comes_a_minute_later_or_as_late_as_it_says(later: str, seconds: float) -> None:
    assert Turn(say="Hello.", later=later or None).wait == seconds


def test_numbers_and_texts_are_the_same_words_of_a_decision() -> None:
    written = "turns:\n  - {say: a 1, expect: {points: 10, phase: playing}}\n"
    (turn,) = walkthrough_of(GAME + written).steps
    assert turn.expect is not None
    assert turn.expect.words == {"points": "10", "phase": "playing"}


MISTAKES = {
    "a misspelt key": (
        f"{SIM}turns:\n  - sya: Hello.\n",
        "mine.yaml:5:5: The key 'sya' is not known here. [unknown-key] Did you mean 'say'?",
    ),
    "a misspelt word": (
        f"{SIM}turns:\n  - {{say: Hello., expect: {{nod: GROUND}}}}\n",
        "mine.yaml:5:28: The key 'nod' is not known here. [unknown-key] Did you mean 'node'?",
    ),
    "a word of another engine": (
        f"{GAME}turns:\n  - {{say: a 1, expect: {{strategy: deepen}}}}\n",
        "mine.yaml:5:35: games know no 'strategy' [not-of-this-engine] Known: mechanic, move, phase, points, right.",
    ),
    "a turn of another engine": (
        f"{GAME}turns:\n  - choose: a\n",
        "mine.yaml:5:13: games know no 'choose' [not-of-this-engine] Known: move, say.",
    ),
    "two things in one turn": (
        f"{SIM}turns:\n  - {{say: Hello., choose: a}}\n",
        "mine.yaml:5:5: in this turn there is say and choose [one-of-these] Write one of say, choose, sitting, mark, move.",
    ),
    "nothing to play": (
        "kind: walkthrough\nid: mine\nplay: {}\nturns: [Hello.]\n",
        "mine.yaml:3:7: this plays nothing [one-of-these] Write one of sim, interview, memoir, game under play.",
    ),
    "no such scenario": (
        "kind: walkthrough\nid: mine\nplay: {sim: lunch_decision}\nturns: [Hello.]\n",
        "mine.yaml:3:13: there is no scenario lunch_decision [unknown-name] Did you mean 'launch_decision'?",
    ),
    "no such person": (
        f"{SIM}turns:\n  - {{say: Hello., to: qa_leed}}\n",
        "mine.yaml:5:23: there is no person qa_leed [unknown-name] Did you mean 'qa_lead'?",
    ),
    "no such interviewer": (
        "kind: walkthrough\nid: mine\nplay: {memoir: {artifacts: origin}}\nturns: [Hello.]\n",
        "mine.yaml:3:28: there is no interviewer origin [unknown-name] Did you mean 'origins'?",
    ),
    "no such move": (
        f"{GAME}turns:\n  - move: {{do: anser, answer: z1}}\n",
        "mine.yaml:5:16: 'do' cannot be the text 'anser'. [wrong-choice] Did you mean 'answer'?",
    ),
    "no such day": (
        f'{SIM}begins: "2026-02-30 10:00"\nturns: [Hello.]\n',
        "mine.yaml:4:9: 'begins': day is out of range for month. [wrong-value] Day and time, such as \"2026-01-05 10:00\".",
    ),
}


@pytest.mark.parametrize(("text", "told"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_told_with_its_place_and_what_was_meant(text: str, told: str) -> None:
    assert faults_of(text) == [told]


def test_all_that_is_wrong_with_a_file_is_told_at_once() -> None:
    text = "kind: walkthrough\nid: My Own\nplay: {sims: launch_decision}\nturns:\n  - 3\n  - {say: '', expect: {ended: 1}}\n"
    assert [fault.split(":")[1] for fault in faults_of(text)] == ["2", "3", "5", "6", "6"]


@pytest.mark.parametrize("person", ["decision", "guide"])
def test_a_learner_turns_to_people_and_to_the_decision(person: str) -> None:
    assert faults_of(f"{SIM}turns:\n  - {{choose: ship_as_is, to: {person}}}\n") == []
