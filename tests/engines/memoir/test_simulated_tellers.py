"""Tellers: they tell what is asked about, never twice, each in their manner, and the same seed
tells the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from dramaturg.app.config.providers import embedder
from dramaturg.content.library import Library, packaged
from dramaturg.engines.memoir.base.state import Purpose
from dramaturg.engines.memoir.manners import MANNERS, PHRASES
from dramaturg.engines.memoir.simulated_tellers import Did, LifeTeller, TellerAnswer, teller_from
from dramaturg.engines.memoir.teller import Life
from dramaturg.english.prose import words
from dramaturg.kernel.errors import BadInput
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.simulated_speech import Character, worded

LIBRARY = Library({"teller": Life}, (packaged(),))
QUESTIONS = (
    "Where would you like to begin?",
    "What was your mother like?",
    "What happened next?",
    "Tell me about your work.",
    "What do you remember of school?",
    "And then?",
    "Who comes to mind from those days?",
    "What was the house like?",
    "How did that go on?",
    "What is a day like now?",
)
ODD = ("", "?", "🙂", "なぜですか", "why " * 5000, "uh, I-- I mean, then?", "\x00")


def doreen(manner: str = "generous", seed: int = 1) -> LifeTeller:
    teller = teller_from(LIBRARY, embedder(), "doreen_calder_valley", manner, seed)
    teller.sit_down()
    return teller


def talk(
    teller: LifeTeller, questions: Sequence[str] = QUESTIONS, purpose: Purpose = "ask"
) -> list[TellerAnswer]:
    return [teller.answer(question, purpose) for question in questions]


def dids(manner: str, seeds: int = 8) -> set[Did]:
    return {said.did for seed in range(seeds) for said in talk(doreen(manner, seed))}


# ── what they tell ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("question", "words_of_it"),
    [
        ("What was your mother like?", "My mother, Alice"),
        ("How did you meet your husband?", "Alexandra Hall"),
        ("You mentioned the war. What do you remember of it?", "cellar"),
        ("What do you do with your days now?", "I get up at six"),
        ("Who was Nellie?", "Nellie Barker was my friend"),
    ],
)
def test_a_question_calls_up_the_episode_it_is_about(question: str, words_of_it: str) -> None:
    assert words_of_it in doreen().answer(question).text


def test_asked_what_happened_next_they_go_on_where_they_were() -> None:
    teller = doreen()
    teller.answer("How did you meet your husband?")
    here, before = teller.told.now, teller.told.parts[teller.told.now]
    teller.answer("And what happened next?")
    assert teller.told.now == here
    assert teller.told.parts[here] > before


def test_asked_what_it_meant_they_say_so_once() -> None:
    teller = doreen()
    teller.answer("How did you meet your husband?")
    meant = teller.life.by_id["met_jack"].meant
    first, second = (teller.answer("What did that mean to you?").text for _ in range(2))
    assert meant in first
    assert meant not in second


@pytest.mark.parametrize("manner", ["generous", "drifting", "grieving"])
def test_no_sentence_of_the_life_is_told_twice_over_many_sittings(manner: str) -> None:
    teller = doreen(manner)
    said: list[str] = []
    for _ in range(8):
        teller.sit_down()
        said += [answer.text for answer in talk(teller)]
    parts = [part for episode in teller.life.episodes for part in episode.parts]
    assert max(sum(part in text for text in said) for part in parts) == 1


def test_a_life_that_is_told_whole_is_told_whole_and_then_they_say_so() -> None:
    teller = doreen()
    while teller.coverage < 1:
        teller.answer("And what happened next?")
    after = teller.answer("And what happened next?").text
    assert not any(part in after for episode in teller.life.episodes for part in episode.parts)
    assert after


def test_the_same_seed_tells_the_same() -> None:
    assert talk(doreen("drifting", 3)) == talk(doreen("drifting", 3))
    assert talk(doreen("drifting", 3)) != talk(doreen("drifting", 4))


@pytest.mark.parametrize("manner", MANNERS)
def test_odd_lines_get_an_answer(manner: str) -> None:
    assert all(said.text.strip() for said in talk(doreen(manner), ODD))


# ── in which manner ───────────────────────────────────────────────────────────────────────────────


def test_the_terse_one_says_a_fragment_of_what_the_generous_one_says() -> None:
    lengths = {
        manner: [len(words(said.text)) for said in talk(doreen(manner))]
        for manner in ("terse", "generous")
    }
    assert sum(lengths["generous"]) > 2 * sum(lengths["terse"])
    assert any(said.text.endswith(PHRASES["fragments"]) for said in talk(doreen("terse")))


@pytest.mark.parametrize(
    ("manner", "expected"),
    [
        ("generous", {"told"}),
        ("refusing", {"told", "refused"}),
        ("distressed", {"told", "broke"}),
        ("asking_to_stop", {"told", "stopped"}),
        ("in_danger", {"told", "in_danger"}),
        ("drifting", {"told"}),
    ],
)
def test_each_manner_does_what_it_is_for_and_nothing_else(manner: str, expected: set[Did]) -> None:
    assert dids(manner) == expected


def test_the_grieving_one_comes_to_the_wound_by_themself_and_tells_it_when_asked_for_leave() -> (
    None
):
    teller = doreen("grieving")
    assert any("Michael" in said.text for said in talk(teller))
    assert teller.answer("May I ask you about Michael?", "consent").text in PHRASES["yes"]
    assert teller.life.wound.parts[0] in teller.answer("How was that?").text


@pytest.mark.parametrize("manner", ["terse", "refusing"])
def test_who_does_not_consent_says_no(manner: str) -> None:
    said = doreen(manner).answer("May I ask you about that?", "consent")
    assert (said.did, said.text in PHRASES["no"]) == ("declined", True)


def test_the_contradicting_one_corrects_themself_when_gently_asked() -> None:
    teller = doreen("contradicting")
    said = talk(teller, QUESTIONS[:5])
    slip = teller.life.contradictions[0]
    assert slip.said in said[1].text
    assert said[4] == TellerAnswer(slip.instead, "slipped")
    asked = "You said 1959 earlier, and 1962 just now. Which of them fits better?"
    assert teller.answer(asked) == TellerAnswer(slip.corrected, "corrected")


def test_a_slip_that_nobody_asks_about_is_not_corrected() -> None:
    teller = doreen("contradicting")
    talk(teller, QUESTIONS[:5])
    assert teller.answer("What was the weather like?").did == "told"


def test_a_question_about_a_secret_is_refused_and_the_secret_named() -> None:
    said = doreen("refusing").answer("Would you tell me about your brother?")
    assert (said.did, said.of) == ("refused", "Arthur")


def test_whoever_breaks_does_so_in_every_other_sitting() -> None:
    teller = teller_from(LIBRARY, embedder(), "jens_thyboron", "asking_to_stop")
    stopped = []
    for _ in range(4):
        teller.sit_down()
        stopped.append(any(said.text in PHRASES["stops"] for said in talk(teller)))
    assert stopped == [True, False, True, False]


def test_danger_is_said_in_so_many_words() -> None:
    said = next(said for said in talk(doreen("in_danger")) if said.did == "in_danger")
    assert said.text.endswith(PHRASES["danger"])


def test_an_unknown_manner_is_told_with_the_nearest_one() -> None:
    with pytest.raises(BadInput, match="generous"):
        teller_from(LIBRARY, embedder(), "jens_thyboron", "generos")


# ── with a model ──────────────────────────────────────────────────────────────────────────────────


WEAVER = Character("tells their life", "a retired weaver", "dry, in few words")


def test_a_model_words_what_was_decided_and_without_one_it_is_said_as_planned() -> None:
    teller = doreen()
    planned = teller.answer("What was your mother like?").text
    script = ScriptVoice(lambda prompt: f'"Aye. {planned}"')
    assert asyncio.run(worded(script, WEAVER, "And?", planned)) == f"Aye. {planned}"
    assert planned in script.heard[0].user
    assert asyncio.run(worded(OfflineVoice(), WEAVER, "And?", planned)) == planned
