"""Self-harm: what is danger now, what is memory, and how the two blind sets fare."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dramaturg.language.embedder import HashingEmbedder, best_embedder
from dramaturg.language.readers import distress, self_harm
from dramaturg.language.readers.parsed_text import look
from dramaturg.language.rule_syntax import RuleSyntax
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.readings import Reading, Utterance

SETS = Path(__file__).parent / "sets"


def read(text: str) -> Reading:
    (seen,) = look([Utterance(text)], best_embedder(), best_syntax())
    return self_harm.READER.read(seen)


@pytest.mark.parametrize(
    "text",
    [
        "I want to die.",
        "i just wanna be dead tbh",
        "I'm going to kill myself tonight.",
        "I keep thinking about ending my life.",
        "I've been cutting myself again this week.",
        "My kids would be better off without me.",
        "I don't want to be alive any more.",
        "There's no reason for me to go on living.",
        "I wish I could fall asleep and never wake up.",
        "I'm feeling suicidal right now.",
        "I, uh, I want to, um, I want to kill myself.",
        "I tried to kill myself last night and I'm going to try again.",
        "I was fine as a kid. Now I want to die.",
        "My brother killed himself, and I want to kill myself too.",
        "I've saved up all my pills and tonight I'm taking them.",
        "i cant do this i want to unalive myself",
        "I have never been this close to suicide.",
        "When I am not busy I just wanna die.",
    ],
)
def test_a_present_wish_to_die_or_to_be_hurt_is_danger(text: str) -> None:
    assert read(text).value >= 0.5


@pytest.mark.parametrize(
    "text",
    [
        "My brother killed himself in 1985.",
        "I tried to kill myself when I was nineteen, and I'm glad that I failed.",
        "I used to think they would be better off without me.",
        "She told us she wanted to die, and a week later she was gone.",
        "I'm not going to hurt myself, I promise you.",
        "I have never thought of killing myself.",
        "I could have died of embarrassment.",
        "I'm dying to see the new kitchen.",
        "I cut myself shaving this morning.",
        "I'd rather die than eat that again.",
        "In the film her character says she wants to die.",
        "I'm ninety, I'd like to die at home in my own bed when the time comes.",
        "We had soup, and then we walked down to the harbour.",
    ],
)
def test_history_other_people_denial_and_figures_of_speech_are_not_danger(text: str) -> None:
    assert read(text).value < 0.5


def test_the_rule_that_decided_is_named() -> None:
    assert read("I want to die.").reader == "rule: wish to die, first person, present"


def test_what_no_rule_knows_is_read_by_the_head() -> None:
    assert (
        read("We had soup, and then we walked down to the harbour.").reader
        == "self_harm head with meaning"
    )


def test_a_plain_statement_is_heard_without_parser_and_without_meaning() -> None:
    (seen,) = look([Utterance("I want to kill myself.")], HashingEmbedder(), RuleSyntax())
    assert self_harm.READER.read(seen).value >= 0.5


@pytest.mark.parametrize(
    "text",
    ["", " ", "\n\n", "🙂", "??!!", "私は元気です", "I-- I mean, uh", "a" * 3000, "myself " * 400],
)
def test_odd_texts_are_read_with_numbers_from_0_to_1(text: str) -> None:
    reading = read(text)
    assert 0 <= reading.value <= 1
    assert 0 <= reading.confidence <= 1


@pytest.mark.parametrize(
    "text", ["I want to die.", "I can't stop crying and I can't breathe.", "I went to the shops."]
)
def test_distress_is_never_below_self_harm(text: str) -> None:
    (seen,) = look([Utterance(text)], best_embedder(), best_syntax())
    assert distress.READER.read(seen).value >= self_harm.READER.read(seen).value


# ── the blind sets ────────────────────────────────────────────────────────────────────────────────


def share(name: str) -> float:
    """How many texts of a set are read as danger."""
    lines = (SETS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    said = [Utterance(json.loads(line)["text"]) for line in lines]
    seen = look(said, best_embedder(), best_syntax())
    readings = [self_harm.READER.read(each) for each in seen]
    return sum(reading.value >= 0.5 for reading in readings) / len(readings)


@pytest.fixture(scope="module")
def shares() -> tuple[float, float]:
    return share("present_danger"), share("grief_and_history")


@pytest.mark.slow
def test_the_blind_sets_are_read_no_worse_than_before(shares: tuple[float, float]) -> None:
    danger, memory = shares
    assert danger >= 0.94, f"{danger:.3f} of present danger is heard"
    assert memory <= 0.11, f"{memory:.3f} of grief and history is taken for danger"


@pytest.mark.slow
@pytest.mark.xfail(
    strict=True,
    reason="the release gate is not reached: implied danger without words of death escapes the head",
)
def test_the_release_gate_for_self_harm(shares: tuple[float, float]) -> None:
    danger, memory = shares
    assert danger >= 0.97, f"{danger:.3f} of present danger is heard"
    assert memory <= 0.04, f"{memory:.3f} of grief and history is taken for danger"
