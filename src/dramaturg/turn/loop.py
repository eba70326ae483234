"""The loop: one turn through an engine's steps, and one turn through the log, claimed before it is
played and appended whole.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter

from dramaturg.kernel.errors import CallerError, ClaimLost, TurnInProgress
from dramaturg.turn.asks import Listener, Prompter
from dramaturg.turn.care import CareTaken, cue_of, taken_in
from dramaturg.turn.contract import (
    EDITION,
    IN_ENGLISH,
    MIGRATED,
    Draft,
    Heard,
    Percept,
    SessionLanguage,
    Settlement,
    TurnRecord,
    Verdict,
)
from dramaturg.turn.engine import Engine, fold
from dramaturg.turn.migration import Moved
from dramaturg.turn.ports import (
    Busy,
    Clock,
    EventLog,
    Played,
    SessionInfo,
    Snapshot,
    StoredTurn,
    TableRow,
    TurnClaim,
    Voice,
)
from dramaturg.turn.stopwatch import Stopwatch
from dramaturg.turn.translation import (
    NOBODY,
    Interpreter,
    TranslateWords,
    beside,
    going_on_in,
    opened_in,
    said_in,
    translation_rows,
)

S = TypeVar("S")
E = TypeVar("E")
D = TypeVar("D")
R = TypeVar("R")

OnClaim = Callable[[TurnClaim], None]
EngineOf = Callable[[SessionInfo], Awaitable[Engine[S, E, D, R]]]

OPENING_KEY = "opening"
_HEARD = TypeAdapter(Heard)


# ── through the engine ────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Performance(Generic[S, E, D, R]):
    """A turn that was played: its record, the state after it, and the seconds each step and stage
    took, no part of the record.
    """

    record: TurnRecord[E, D, R]
    state: S
    timings: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Given(Generic[E, R]):
    """What was read, and perhaps what was spoken, in a turn that is decided once more. With a
    `verdict`, what was said stands, whatever rules have come since.
    """

    percept: Percept[E]
    draft: Draft[R] | None = None
    verdict: Verdict | None = None


async def play_turn(  # noqa: PLR0913, PLR0917 - what a turn is played with, each by its name
    engine: Engine[S, E, D, R],
    state: S,
    turn: int,
    heard: Heard,
    voice: Voice,
    timer: Callable[[], float],
    listener: Listener | None = None,
    given: Given[E, R] | None = None,
    interpreter: Interpreter = NOBODY,
) -> Performance[S, E, D, R]:
    """Perceive, fold, decide, express, check, settle, translate, fold. A turn of care ends when it
    is heard: its words are ready.

    A `listener` hears the line as it comes, as far as it has been checked. What is `given` from an
    earlier time is not read or said anew. The `interpreter` knows which language is spoken.
    """
    language = interpreter.language
    prompter, watch = Prompter(voice, listener, language.code), Stopwatch(timer)
    with watch.running():
        with watch.lap("perceive"):
            percept = given.percept if given else await engine.perceive(state, heard, prompter)
            seen = fold(engine.apply, percept.events, state)
        if taken := taken_in(percept):
            care = await _of_care(turn, heard, percept, taken, prompter, interpreter)
            return Performance(care, seen, watch.seconds)
        with watch.lap("decide"):
            decision = engine.decide(seen, percept)
        with watch.lap("express"):
            draft = given.draft if given else None
            if draft is None:
                draft = await engine.express(seen, percept, decision, prompter)
                draft = replace(draft, language=language.code)
        with watch.lap("check"):
            stands = given.verdict if given else None
            verdict = stands or engine.check(seen, decision, draft)
        with watch.lap("settle"):
            settlement = engine.settle(seen, percept, decision, draft, verdict)
        with watch.lap("translate"):
            said = await said_in(interpreter, verdict, settlement, draft, prompter)
        after = fold(engine.apply, said.settlement.events, seen)
    record = TurnRecord(
        turn,
        heard,
        percept,
        decision,
        draft,
        said.verdict,
        said.settlement,
        prompter.exchanges,
        EDITION,
        language,
        said.translated,
    )
    return Performance(record, after, watch.seconds)


async def _of_care(
    turn: int,
    heard: Heard,
    percept: Percept[E],
    taken: CareTaken,
    prompter: Prompter,
    interpreter: Interpreter,
) -> TurnRecord[E, Any, Any]:
    """The turn in which somebody is cared for: the engine decides and says nothing in it.

    Its words are said at once. Where nobody wrote them in the language that is spoken, they are
    English, and a translation stands below them where there is one.
    """
    settlement: Settlement[E] = Settlement((), (cue_of(taken),), f"care: {taken.why}")
    told = await beside(interpreter, taken, prompter)
    line = "\n\n".join((taken.words, *(each.said for each in told if each.said)))
    return TurnRecord(
        turn,
        heard,
        percept,
        None,
        None,
        Verdict(line),
        settlement,
        prompter.exchanges,
        EDITION,
        interpreter.language,
        told,
    )


async def play_opening(
    engine: Engine[S, E, D, R],
    heard: Heard,
    voice: Voice,
    timer: Callable[[], float],
    interpreter: Interpreter = NOBODY,
) -> Performance[S, E, D, R]:
    """Turn 0: how the session begins, before anyone was heard."""
    language = interpreter.language
    prompter, watch = Prompter(voice, language=language.code), Stopwatch(timer)
    with watch.running():
        with watch.lap("opening"):
            opening = await engine.opening(heard, prompter)
        settlement = Settlement(opening.events, opening.cues, "opening")
        with watch.lap("translate"):
            said = await said_in(interpreter, Verdict(opening.line), settlement, None, prompter)
    record: TurnRecord[E, D, R] = TurnRecord(
        0,
        heard,
        Percept(),
        None,
        None,
        said.verdict,
        said.settlement,
        prompter.exchanges,
        EDITION,
        language,
        said.translated,
    )
    state = fold(engine.apply, said.settlement.events, engine.start())
    return Performance(record, state, watch.seconds)


def moving_on(
    turn: int, moved: Moved, at: float, language: SessionLanguage = IN_ENGLISH
) -> TurnRecord[Moved, Any, Any]:
    """The turn with which a session goes on with another version of its content. Nothing is said in
    it.
    """
    settlement = Settlement((moved,), reason=f"goes on with version {moved.version}")
    return TurnRecord(
        turn,
        Heard(choice=MIGRATED, at=at),
        Percept(),
        None,
        None,
        Verdict(""),
        settlement,
        edition=EDITION,
        language=language,
    )


# ── through the log ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything a turn needs that is not the session's own."""

    log: EventLog
    voice: Voice
    clock: Clock
    timer: Callable[[], float]
    owner: str
    lease: float = 30.0
    snapshot_every: int = 32
    translates: TranslateWords | None = None
    """How authored words are asked for in another language; without it they are said as they are.
    """


@dataclass(slots=True)
class Live(Generic[S, E, D, R]):
    """A session held in memory. `turns` counts the played ones, so it is also the number of the
    next.

    `engine_of` gives the engine of the content that it has now; without it, it is always played by
    the same.
    """

    session: str
    engine: Engine[S, E, D, R]
    state: S
    turns: int = 0
    rewritten: int = 0
    language: SessionLanguage = IN_ENGLISH
    engine_of: EngineOf[S, E, D, R] | None = None


async def revive(
    session: str,
    engine: Engine[S, E, D, R],
    log: EventLog,
    engine_of: EngineOf[S, E, D, R] | None = None,
) -> Live[S, E, D, R]:
    """A session from the log: its last snapshot, and the events since then."""
    live = Live(session, engine, engine.start(), engine_of=engine_of)
    await _begin_again(live, log)
    return live


async def bring_up_to_date(live: Live[S, E, D, R], log: EventLog) -> None:
    """What others have played since, without what was removed, and with the content it has now."""
    if live.rewritten != (await log.session(live.session)).rewritten:
        await _begin_again(live, log)
    else:
        await _catch_up(live, log)


async def _begin_again(live: Live[S, E, D, R], log: EventLog) -> None:
    info = await log.session(
        live.session
    )  # first: what is removed or changed while we read is noticed later
    if live.engine_of is not None:
        live.engine = await live.engine_of(info)
    snapshot = await log.snapshot(live.session)
    live.state, live.turns, live.rewritten = live.engine.start(), 0, info.rewritten
    live.language = IN_ENGLISH
    if snapshot is not None:
        live.state, live.turns = live.engine.codec.state(snapshot.state), snapshot.turn + 1
        live.language = await _language_in(live, log)
    await _catch_up(live, log)


async def _language_in(live: Live[S, E, D, R], log: EventLog) -> SessionLanguage:
    """The language of the last turn that a snapshot holds: no part of an engine's state."""
    for stored in await log.turns(live.session, after=live.turns - 2):
        return live.engine.codec.record(stored.record).language
    return IN_ENGLISH


async def _catch_up(live: Live[S, E, D, R], log: EventLog) -> None:
    for stored in await log.turns(live.session, after=live.turns - 1):
        if stored.turn == live.turns:  # another may have caught up while we read
            record = live.engine.codec.record(stored.record)
            live.state = fold(live.engine.apply, record.events, live.state)
            live.language = record.language
            live.turns += 1


async def take_turn(
    live: Live[S, E, D, R],
    key: str,
    heard: Heard,
    stage: Stage,
    listener: Listener | None = None,
    on_claim: OnClaim | None = None,
) -> TurnRecord[E, D, R]:
    """Play the session's next turn, once, whoever else may be trying.

    A key that was played before gets the answer it got then. A turn left pending by a crash is
    played first. `on_claim` is told of every turn that is ours to play, before it is played.
    """
    pause = 0.005
    while True:
        outcome = await stage.log.claim(
            live.session, key, _HEARD.dump_json(heard).decode(), stage.owner, stage.lease
        )
        match outcome:
            case Played(turn):
                return live.engine.codec.record(turn.record)
            case Busy(_, other_key, _) if other_key != key:
                raise TurnInProgress(
                    f"session {live.session} is in the middle of another turn; try again when it"
                    " has ended"
                )
            case Busy():
                await asyncio.sleep(pause)
                pause = min(pause * 2, 0.25)
            case TurnClaim():
                if on_claim is not None:
                    on_claim(outcome)
                record = await perform(
                    live, outcome, stage, listener if outcome.key == key else None
                )
                if outcome.key == key:
                    return record


async def perform(
    live: Live[S, E, D, R], claim: TurnClaim, stage: Stage, listener: Listener | None = None
) -> TurnRecord[E, D, R]:
    """Play a claimed turn and append it.

    If playing fails, what was heard stays pending for whoever comes next; only what can never be
    played is handed back.
    """
    if claim.rewritten != live.rewritten:
        await _begin_again(live, stage.log)
    elif claim.turn != live.turns:
        await _catch_up(live, stage.log)
    heard = _HEARD.validate_json(claim.heard)
    try:
        with _Lease(stage.log, claim, stage.lease):
            performance = await _play(live, claim.turn, heard, stage, listener)
    except CallerError:
        await stage.log.withdraw(claim)
        raise
    except BaseException:
        await stage.log.release(claim)
        raise
    record = live.engine.codec.record_json(performance.record)
    timings = ", ".join(f'"{name}": {seconds:.6f}' for name, seconds in performance.timings.items())
    turn = StoredTurn(claim.turn, claim.key, stage.clock.now(), record, f"{{{timings}}}")
    rows = [
        *live.engine.project(
            live.session, performance.record, performance.state, performance.timings
        ),
        *translation_rows(live.session, performance.record, stage.voice.name),
    ]
    await stage.log.append(
        claim, turn, rows, _snapshot(live, claim.turn, performance.state, stage.snapshot_every)
    )
    live.state, live.turns = performance.state, claim.turn + 1
    live.language = performance.record.language
    return performance.record


async def _play(
    live: Live[S, E, D, R], turn: int, heard: Heard, stage: Stage, listener: Listener | None
) -> Performance[S, E, D, R]:
    async def known(text: str, language: str) -> str | None:
        return await stage.log.translation(text, language, stage.voice.name)

    if turn == 0:
        opened = Interpreter(opened_in(heard, stage.voice), stage.translates, known)
        return await play_opening(live.engine, heard, stage.voice, stage.timer, opened)
    spoken = Interpreter(going_on_in(live.language, heard, stage.voice), stage.translates, known)
    return await play_turn(
        live.engine, live.state, turn, heard, stage.voice, stage.timer, listener, interpreter=spoken
    )


def _snapshot(live: Live[S, E, D, R], turn: int, state: S, every: int) -> Snapshot | None:
    return (
        Snapshot(turn, live.engine.codec.state_json(state))
        if snapshot_is_due(turn + 1, every)
        else None
    )


def snapshot_is_due(turns: int, every: int) -> bool:
    """Every so many turns; in long sessions, whose state is large, at ever greater distances, so
    that a turn costs the same.
    """
    octave = max(0, (turns // (8 * every)).bit_length() - 1)
    return turns % (every << octave) == 0


class _Lease:
    """Keeps a claim alive while a slow model is thinking. Costs one timer when it is not needed."""

    def __init__(self, log: EventLog, claim: TurnClaim, seconds: float) -> None:
        self._log, self._claim, self._seconds = log, claim, seconds
        self._renewal: asyncio.Task[None] | None = None

    def __enter__(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._seconds / 3, self._renew)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()

    def _renew(self) -> None:
        self._renewal = asyncio.ensure_future(self._renewed())
        self.__enter__()

    async def _renewed(self) -> None:
        try:
            await self._log.renew(self._claim, self._seconds)
        except ClaimLost:
            self._timer.cancel()  # whoever took over goes on; our append will be refused


# ── readable tables that every engine fills ───────────────────────────────────────────────────────


def utterance_rows(
    session: str, record: TurnRecord[Any, Any, Any], listener: str, speaker: str
) -> list[TableRow]:
    """Who said what. `listener` is the person heard, `speaker` the one who answered."""
    said = ((listener, record.heard.text), (speaker, record.line))
    return [
        TableRow(
            "utterances", {"session": session, "turn": record.turn, "speaker": who, "text": text}
        )
        for who, text in said
        if text
    ]


def raised_rows(session: str, record: TurnRecord[Any, Any, Any]) -> list[TableRow]:
    """What people on duty are to know of."""
    taken = taken_in(record.percept)
    if taken is None or not taken.raises:
        return []
    told = {"danger": taken.danger, "speech": taken.speech, "words": record.heard.text}
    return [TableRow("raised", {"session": session, "turn": record.turn, **told})]


def exchange_rows(session: str, record: TurnRecord[Any, Any, Any]) -> list[TableRow]:
    """What was asked of models, and what it cost."""
    return [
        TableRow(
            "exchanges",
            {
                "session": session,
                "turn": record.turn,
                "number": number,
                "ask": exchange.ask,
                "role": exchange.role,
                "model": exchange.model,
                "tokens_in": exchange.tokens_in,
                "tokens_out": exchange.tokens_out,
                "estimated": exchange.estimated,
                "cost": exchange.cost,
                "seconds": exchange.seconds,
                "failure": exchange.failure,
            },
        )
        for number, exchange in enumerate(record.exchanges)
        if exchange.reply is not None or exchange.failure
    ]
