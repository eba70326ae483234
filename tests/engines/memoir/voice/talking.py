"""What tests of the voice share: a memoir played turn by turn, its story heard by simple rules, its
signals given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.engines.memoir.origins import artifacts, signals

from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.state import (
    Conducted,
    LineSaid,
    MemoirEvent,
    MemoirSignalsRead,
    MemoirState,
    PassageTold,
    Purpose,
    SittingBegan,
    apply,
)
from dramaturg.engines.memoir.base.story import LooseEnd, StoryThread, TellerQuote, ToldClause
from dramaturg.engines.memoir.base.story_events import (
    ClauseHeard,
    LooseEndFound,
    TakenUp,
    ThreadContinued,
    ThreadOpened,
)
from dramaturg.engines.memoir.govern.conductor import Conductor
from dramaturg.engines.memoir.read.tones import DARK, tones_of
from dramaturg.engines.memoir.story.extract import periods_in
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.engines.memoir.story.people import people_in
from dramaturg.engines.memoir.story.places import places_in, years_in
from dramaturg.engines.memoir.story.remarks import loose_ends_in
from dramaturg.engines.memoir.voice.clauses import clause_of
from dramaturg.engines.memoir.voice.lines import LineWriter
from dramaturg.engines.memoir.voice.tactics import choose
from dramaturg.turn.engine import fold

A_DAY = 1_700_000_000.0


@dataclass(frozen=True, slots=True)
class Said:
    """One turn: what was decided, the line, and the state in which it was said."""

    seen: MemoirState
    directive: MemoirDirective
    line: str
    template: str
    after: MemoirState


def begun(sitting: int = 1, state: MemoirState | None = None) -> MemoirState:
    events: tuple[MemoirEvent, ...] = (
        SittingBegan(sitting, A_DAY + sitting),
        LineSaid("Where did you grow up?", "open", "open"),
    )
    return fold(apply, events, state or MemoirState())


def heard(
    state: MemoirState, text: str, thread: str = "t1", more: Iterable[MemoirEvent] = (), **told: Any
) -> MemoirState:
    """The state when a passage was told, with whom and what it names, and its signals."""
    turn = state.turn + 1
    read = MemoirSignalsRead(signals(topic_id=thread, **told), "offline")
    return fold(
        apply,
        (PassageTold(turn, text), *_story(state, ParsedPassage(turn, text), thread), *more, read),
        state,
    )


def _story(state: MemoirState, passage: ParsedPassage, thread: str) -> Iterable[MemoirEvent]:
    turn, periods = passage.turn, periods_in(passage.text, None)
    if state.story.thread(thread):
        yield ThreadContinued(thread, turn, state.sitting, "", (), periods)
    else:
        yield ThreadOpened(
            StoryThread(thread, f"the {thread} story", "", (), (turn,), periods, (state.sitting,))
        )
    people = people_in(passage, state.story, ())
    yield from people
    yield from places_in(passage, state.story, [person.quote.span for person in people])
    yield from years_in(passage)
    span = clause_of(passage.text)
    if span:
        dark = not DARK.isdisjoint(tones_of(passage.text))
        yield ClauseHeard(ToldClause(TellerQuote(turn, span), dark))
    for place, span in enumerate(loose_ends_in(passage)):
        yield LooseEndFound(LooseEnd(f"l{10 * turn + place}", TellerQuote(turn, span), thread))


def say(seen: MemoirState, purpose: Purpose = "ask", teller: Teller | None = None) -> Said:
    """What the interviewer says now."""
    teller = teller or Teller()
    read = seen.signals or signals()
    conduct = Conductor(artifacts()).conduct(seen.ledger, read)
    choice = choose(seen, conduct, purpose, artifacts(), teller)
    directive = MemoirDirective(
        purpose, conduct, read, choice.tactic, choice.holes, choice.about, choice.takes_up
    )
    worded = LineWriter(artifacts(), teller).line(seen, directive)
    asked = LineSaid(worded.line, purpose, choice.tactic, worded.template, choice.about)
    events: tuple[MemoirEvent, ...] = (
        Conducted(conduct),
        asked,
        *(TakenUp(what) for what in choice.takes_up),
    )
    after = fold(apply, events, seen)
    return Said(seen, directive, worded.line, worded.template, after)


def played(passages: Sequence[str], thread: str = "t1", **told: Any) -> list[Said]:
    """A talk in which all turns have the same signals."""
    state, turns = begun(), []
    for passage in passages:
        turns.append(say(heard(state, passage, thread, **told)))
        state = turns[-1].after
    return turns


def reply(text: str, **told: Any) -> Said:
    """What is said to the first passage of all."""
    return say(heard(begun(), text, **told))
