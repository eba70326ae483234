"""Whole sessions with a strong model, written by hand, in good faith and in bad: what of its lines is
said as it was, what is asked for again, what gives way to authored words; and that all of it
replays to the letter. Two of sims are in `tests/engines/sims/test_with_a_model.py`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.support.model_talks import Talk, TalkTurn, filled, interview_talk, memoir_talk

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines import engine_of
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.language.voices import ScriptVoice, TapeVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.engine import Engine
from dramaturg.turn.loop import play_opening, play_turn
from dramaturg.turn.ports import Prompt

pytestmark = pytest.mark.slow

AnyEngine = Engine[Any, Any, Any, Any]
LIBRARY = Library(KINDS, (packaged(),))
BY_SOURCE = {"model": "kept", "retry": "again"}
"""What became of a line, by where it came from."""


def _memoir(talk: Talk) -> AnyEngine:
    return engine_of(memoir_content(LIBRARY, teller=Teller(name=talk.opening)), LOCAL_MODELS)


def _interview(talk: Talk) -> AnyEngine:
    return engine_of(
        interview_content(LIBRARY, "critical_incident", "hospital_stay", None, 40), LOCAL_MODELS
    )


SESSIONS: dict[str, tuple[Callable[[Talk], AnyEngine], Callable[[], Talk]]] = {
    "memoir, the lock keeper": (_memoir, lambda: memoir_talk("the_lock_keeper")),
    "memoir, the seamstress": (_memoir, lambda: memoir_talk("the_seamstress")),
    "interview, the discharge": (_interview, lambda: interview_talk("interview_2.yaml")),
}


@dataclass
class Recorded:
    """A session that was played, turn by turn."""

    engine: AnyEngine
    talk: Talk
    states: list[Any] = field(default_factory=list)
    records: list[Any] = field(default_factory=list)
    asked: list[list[Prompt]] = field(default_factory=list)
    heard: list[list[str]] = field(default_factory=list)

    async def play(self) -> Recorded:
        opened = await play_opening(
            self.engine, Heard(), ScriptVoice(lambda prompt: self.talk.opening), lambda: 0.0
        )
        self.states.append(opened.state)
        for number, turn in enumerate(self.talk.turns, 1):
            await self._turn(number, turn)
        return self

    async def _turn(self, number: int, turn: TalkTurn) -> None:
        tries, asked, heard = iter(turn.tries), list[Prompt](), list[str]()

        def say(prompt: Prompt) -> str:
            asked.append(prompt)
            if prompt.schema is not None:
                return json.dumps(filled(prompt.schema, turn.given))
            return next(tries, "")

        played = await play_turn(
            self.engine,
            self.states[-1],
            number,
            Heard(turn.heard),
            ScriptVoice(say),
            lambda: 0.0,
            heard.append,
        )
        self.states.append(played.state)
        self.records.append(played.record)
        self.asked.append(asked)
        self.heard.append(heard)

    @property
    def turns(self) -> list[tuple[TalkTurn, Any]]:
        return list(zip(self.talk.turns, self.records, strict=True))


@pytest.fixture(scope="module", params=SESSIONS)
def recorded(request: pytest.FixtureRequest) -> Recorded:
    engine, talk = SESSIONS[request.param]
    return asyncio.run(Recorded(engine(talk()), talk()).play())


def _became(draft: Any) -> str:
    """Replaced is what authored words stand in for, or go on from where it was heard."""
    return "replaced" if draft.report.template else BY_SOURCE.get(draft.source, "replaced")


def test_of_every_line_becomes_what_is_written_beside_it(recorded: Recorded) -> None:
    became = [
        (turn.heard[:40], _became(record.draft))
        for turn, record in recorded.turns
        if turn.tries[-1]
    ]
    assert became == [
        (turn.heard[:40], turn.becomes) for turn, _ in recorded.turns if turn.tries[-1]
    ]


def test_what_is_kept_or_came_at_the_second_try_is_said_word_for_word(recorded: Recorded) -> None:
    for turn, record in recorded.turns:
        if turn.tries[-1] and turn.becomes != "replaced":
            assert record.line == turn.tries[-1]


def test_what_was_heard_stands_and_no_refused_line_is_said(recorded: Recorded) -> None:
    for (turn, record), heard in zip(recorded.turns, recorded.heard, strict=True):
        assert record.line.startswith(" ".join(heard))
        refused = turn.tries if turn.becomes == "replaced" else turn.tries[:-1]
        assert not any(line in record.line for line in refused)


def test_the_model_is_told_what_was_wrong(recorded: Recorded) -> None:
    for turn, record in recorded.turns:
        faults = " ".join(each.fault or "" for each in record.exchanges)
        assert all(words in faults for words in turn.told), (turn.heard, faults)


def test_a_good_line_takes_two_round_trips_and_a_bad_one_a_third(recorded: Recorded) -> None:
    for (turn, _), asked in zip(recorded.turns, recorded.asked, strict=True):
        assert len(asked) <= (2 if turn.becomes == "kept" else 3)


def test_it_replays_to_the_letter(recorded: Recorded) -> None:
    async def again(number: int, record: Any) -> Any:
        tape = TapeVoice(record.exchanges, number)
        before = recorded.states[number - 1]
        played = await play_turn(
            recorded.engine, before, number, record.heard, tape, lambda: 0.0, lambda _: None
        )
        return played.record

    for number, record in enumerate(recorded.records, 1):
        assert asyncio.run(again(number, record)) == record
