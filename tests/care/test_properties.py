"""Whatever is said in whatever order: a stop holds, danger is never answered like a refusal, and whoever
asks for help is told whom to turn to.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.care.playing import BRITAIN, MINUTE, care_in, engine_hearing, talk
from tests.support.ears import doing

from dramaturg.care.policy import CarePolicy, care_words
from dramaturg.kernel.errors import LLMRefusedError
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.asks import OfflineVoice, Prompter
from dramaturg.turn.care import CareState, CareTaken, cared
from dramaturg.turn.contract import Heard
from dramaturg.turn.engine import AnyEngine
from dramaturg.turn.hearing import Danger, Hearing
from dramaturg.turn.ports import Prompt

DANGER: Mapping[str, Hearing] = {
    f"danger of {kind}": doing(danger=kind, dangers={kind: 0.9}, care="stop")
    for kind in get_args(Danger)
}
DOUBT: Mapping[str, Hearing] = {
    f"perhaps {kind}": doing(danger=kind, dangers={kind: 0.3}, care="check")
    for kind in get_args(Danger)
}
HELP = ("Who can I call?", "What number was that?", "I need help.")
SAFE = ("I'm all right now.", "It was only talk.", "Yes, I am safe. Let's go on.")
OTHER = (
    "My cat is on my lap.",
    "No.",
    "ok",
    "...",
    "I'd rather not say.",
    "We lived by the river.",
    "Do you care?",
)
HEARD = {**DANGER, **DOUBT, "I'd rather not say.": doing("refusal")}
said = st.lists(st.sampled_from([*DANGER, *DOUBT, *HELP, *SAFE, *OTHER]), min_size=1, max_size=8)
REFUSALS = (
    "leave it there",
    "leave it alone",
    "Rest well",
    "will not come back to it",
    "for today",
    "Goodbye",
)


@cache
def engine(name: str) -> AnyEngine:
    return engine_hearing(name, HEARD)


@pytest.mark.parametrize("name", ["memoir", "interviews", "sims"])
@settings(max_examples=30, deadline=None)
@given(said=said)
def test_what_holds_of_every_conversation(name: str, said: Sequence[str]) -> None:
    before = CareState()
    for text, played in zip(["", *said], talk(engine(name), said), strict=True):
        record, state = played.record, played.state.care
        taken = care_in(record)
        if before.stage in ("stopped", "returning"):
            assert taken, "no turn after a stop is the story's"
            assert taken.stage != "calm" or taken.speech == "resume"
        if text in DANGER:
            assert taken
            assert state.stage == "stopped"
            assert not any(words in record.line for words in REFUSALS)
        if text in HELP and before.stage in ("stopped", "returning"):
            assert taken
            assert taken.speech == "guide"
            assert "116 123" in record.line or "999" in record.line
        if text in DOUBT and before.stage == "calm":
            assert taken
            assert taken.speech == "check"
        assert record.line.count("I have stopped my questions") <= 1
        before = state


@settings(max_examples=200, deadline=None)
@given(said=said, allowed=st.booleans())
def test_a_way_back_is_open_only_where_the_deployment_allows_it(
    said: Sequence[str], allowed: bool
) -> None:
    policy = CarePolicy("GB", way_back=allowed)
    speeches = [taken.speech for taken in _taken(policy, said)]
    if not allowed:
        assert not {"way_back"} & set(speeches)
        if "stop" in speeches:
            assert "resume" not in speeches[speeches.index("stop") :]


@settings(max_examples=200, deadline=None)
@given(said=said)
def test_a_stop_is_announced_once_until_it_goes_on(said: Sequence[str]) -> None:
    stopped = False
    for taken in _taken(BRITAIN, said):
        assert not (stopped and taken.speech == "stop")
        stopped = taken.stage in ("stopped", "returning")


def _taken(policy: CarePolicy, said: Sequence[str]) -> list[CareTaken]:
    state, found = CareState(), []
    for text in said:
        heard = HEARD.get(text, Hearing())
        taken = asyncio.run(policy.heed(state, text, heard, Prompter(OfflineVoice())))
        if taken:
            state = cared(state, taken)
            found.append(taken)
    return found


# ── a model ───────────────────────────────────────────────────────────────────────────────────────


def judging(danger: str, confidence: float = 1.0) -> Callable[[Prompt], str | None]:
    answer = f'{{"danger": "{danger}", "confidence": {confidence}}}'
    return lambda prompt: answer if prompt.ask == "care" else None


VOICES: Mapping[str, Callable[[], ScriptVoice]] = {
    "denies": lambda: ScriptVoice(judging("none")),
    "affirms": lambda: ScriptVoice(judging("distress")),
    "refuses": lambda: ScriptVoice(lambda prompt: LLMRefusedError("no")),
    "is silent": lambda: ScriptVoice(lambda prompt: None),
    "talks": lambda: ScriptVoice(lambda prompt: "I'm sorry, I can't help with that."),
    "is empty": lambda: ScriptVoice(lambda prompt: ""),
}


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("text", DANGER)
@pytest.mark.parametrize("name", ["memoir", "interviews", "sims"])
def test_no_model_talks_anybody_out_of_an_answer(name: str, text: str, voice: str) -> None:
    model = VOICES[voice]()
    taken = care_in(talk(engine(name), [text], model)[1].record)
    assert taken
    assert taken.speech == "stop"
    assert taken.contacts
    assert not model.heard, "guidance waits for nobody"


@pytest.mark.parametrize("voice", ["refuses", "is silent", "talks", "is empty"])
@pytest.mark.parametrize("text", DOUBT)
def test_what_a_model_does_not_answer_is_asked_about(text: str, voice: str) -> None:
    taken = care_in(talk(engine("memoir"), [text], VOICES[voice]())[1].record)
    assert taken
    assert taken.speech == "check"


def test_a_model_may_take_a_doubt_away_and_may_make_it_certain() -> None:
    (away,) = talk(engine("memoir"), ["perhaps threat"], VOICES["denies"]())[1:]
    (sure,) = talk(engine("memoir"), ["perhaps threat"], ScriptVoice(judging("threat")))[1:]
    (hardly,) = talk(engine("memoir"), ["perhaps threat"], ScriptVoice(judging("none", 0.5)))[1:]
    assert care_in(away.record) is None
    assert [taken.speech for taken in map(care_in, (sure.record, hardly.record)) if taken] == [
        "stop",
        "check",
    ]


def test_a_model_takes_no_doubt_away_that_is_more_likely_than_not() -> None:
    heard = {"likely": doing(danger="abuse", dangers={"abuse": 0.6}, care="check")}
    taken = care_in(talk(engine_hearing("memoir", heard), ["likely"], VOICES["denies"]())[1].record)
    assert taken
    assert taken.speech == "check"


def test_a_slow_model_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dramaturg.care.policy.PATIENCE", 0.01)
    (played,) = talk(engine("memoir"), ["perhaps abuse"], Slow())[1:]
    taken = care_in(played.record)
    assert taken
    assert taken.speech == "check"
    assert played.record.exchanges[0].failure == "LLMError: no answer within 0.01 seconds"


class Slow(ScriptVoice):
    def __init__(self) -> None:
        super().__init__(())

    async def say(self, prompt: Prompt, on_text: object = None) -> None:
        await asyncio.sleep(3600)


# ── sittings, and words ───────────────────────────────────────────────────────────────────────────


def test_the_next_sitting_begins_with_a_check_in_and_not_with_a_recap() -> None:
    again = Heard(choice="sitting", at=100 * MINUTE)
    told: list[str | Heard] = [
        "We lived by the river.",
        "danger of self_harm",
        again,
        "I'm all right now.",
        OTHER[0],
    ]
    *_, back, fine, on = talk(engine("memoir"), told)
    assert [taken.speech for taken in map(care_in, (back.record, fine.record)) if taken] == [
        "check_in",
        "relieve",
    ]
    assert "river" not in back.record.line
    assert care_in(on.record) is None


def test_nothing_technical_is_ever_said() -> None:
    words = care_words()
    for text in (
        words.nowhere,
        *(
            each
            for name in ("stop", "stay", "still", "check")
            for each in getattr(words, name).values()
        ),
    ):
        assert not {"dramaturg", "session", "/", "error"} & set(text.casefold().split())
