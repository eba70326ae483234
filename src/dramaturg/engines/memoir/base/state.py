"""The state of a memoir, the events that change it, and how. One memoir is one session of the log,
over all its sittings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from dramaturg.engines.memoir.base.conduct import TurnConduct, after
from dramaturg.engines.memoir.base.ledger import Ledger
from dramaturg.engines.memoir.base.signals import IF_ANY, ConversationPhase, TurnSignals
from dramaturg.engines.memoir.base.story import Story, TellerQuote
from dramaturg.engines.memoir.base.story_events import QuestionLeft, StoryEvent, apply_to_story
from dramaturg.english.prose import plain, words
from dramaturg.kernel.values import replace
from dramaturg.turn.care import CALM, CareState, CareTaken, cared
from dramaturg.turn.contract import Source
from dramaturg.turn.engine import remembering
from dramaturg.turn.migration import Moved, Moves, own_name, renaming
from dramaturg.turn.readings import Span
from dramaturg.turn.tables import Table, empty

LINES_KEPT = 12
STEP, TACTIC = "machine state", "tactic"  # what another version of the artifacts may have renamed

Purpose = Literal[
    "open", "recap", "ask", "consent", "close", "farewell", "stop", "care", "quiet", "noted", "left"
]
"""What the interviewer's line is for: the first words of all, of a later sitting; a question;
asking leave to go into the core of a topic; the last question of a sitting and its farewell; the
end after a hard stop, with care where somebody may be in danger; words that came after the end; a
mark on a passage that is noted; a question that somebody else left, of which the teller hears
later.
"""
ENDINGS: tuple[Purpose, ...] = ("farewell", "stop", "care")
SittingEnd = Literal["farewell", "stop_requested", "acute_distress", "self_harm", "danger"]
Reply = Literal[
    "unread",
    "goodbye",
    "leave",
    "misheard",
    "irritation",
    "repair",
    "pause",
    "skip",
    "question_back",
]
"""What words about the talk itself call for: that they could not be read is said; a goodbye; that
nothing was refused; that they are annoyed with us; the question in plainer words; time; another
question; an answer.
"""


@dataclass(frozen=True, slots=True)
class MemoirLine:
    """What somebody said."""

    speaker: Literal["interviewer", "teller"]
    text: str


@dataclass(frozen=True, slots=True)
class MemoirState:
    """Everything a memoir remembers. `told` counts the passages of this sitting; `purpose` is what
    the last line was for.
    """

    turn: int = 0
    sitting: int = 0
    told: int = 0
    began_at: float = 0.0
    told_at: float = 0.0
    """When the last passage was told."""
    embedder: str = ""
    """Whose vectors the threads hold."""
    ledger: Ledger = field(default_factory=Ledger)
    story: Story = field(default_factory=Story)
    phase: ConversationPhase = "warmup"
    purpose: Purpose = "open"
    signals: TurnSignals | None = None
    """Of the last turn."""
    calls_for: Annotated[Reply | None, IF_ANY] = None
    """The same."""
    refusing: Annotated[tuple[Span, ...], IF_ANY] = ()
    """The same."""
    valence: Annotated[float | None, IF_ANY] = None
    """The same."""
    lines: tuple[MemoirLine, ...] = ()
    asked: Table[int] = field(default_factory=empty)
    """The interviewer's lines, plainly written, and the turn each was said in last."""
    templates: Table[int] = field(default_factory=empty)
    """Templates that were used, and the turn each was used in last."""
    tactics: tuple[str, ...] = ()
    """Of the last lines, the newest last."""
    consent_asked: tuple[str, ...] = ()
    """Topics whose core the teller was asked about in this sitting."""
    words_told: int = 0
    words_asked: int = 0
    ended: SittingEnd | None = None
    """Why the sitting is over; None while it goes on."""
    care: Annotated[CareState, Field(exclude_if=lambda care: care == CALM)] = CALM
    started: tuple[int, int] = (0, 0)
    """The last turn before the sitting before this one, and before this one."""

    @property
    def question(self) -> str:
        """What the interviewer said last."""
        return next(
            (line.text for line in reversed(self.lines) if line.speaker == "interviewer"), ""
        )


# ── what is heard ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class SittingBegan:
    """A sitting begins; the first with the memoir itself. Depth, budget and consent begin anew, and
    so does trust.
    """

    sitting: int
    at: float
    kind: Literal["sitting_began"] = "sitting_began"


@dataclass(frozen=True, slots=True)
class PassageTold:
    """A passage: what the teller said in one turn, in their words. An `aside` is said of the talk
    itself, and is no part of the story.
    """

    turn: int
    text: str
    embedder: str = ""
    at: float = 0.0
    aside: Annotated[bool, IF_ANY] = False
    kind: Literal["told"] = "told"


@dataclass(frozen=True, slots=True)
class MemoirSignalsRead:
    """What the words tell, who read them, and why some things could not be read. `ear` names the
    one that heard them; memoirs of the first edition had none.
    """

    signals: TurnSignals
    source: Source
    why: Mapping[str, str] = field(default_factory=dict)
    degraded: Mapping[str, str] = field(default_factory=dict)
    ear: Annotated[str, IF_ANY] = ""
    calls_for: Annotated[Reply | None, IF_ANY] = None
    refusing: Annotated[tuple[Span, ...], IF_ANY] = ()
    """Those of the words that refuse; all else of the passage is told."""
    valence: Annotated[float | None, IF_ANY] = None
    """From 0, all dark, to 1."""
    kind: Literal["signals_read"] = "signals_read"


# ── what is decided and said ──────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Conducted:
    """How the turn was conducted in the end."""

    conduct: TurnConduct
    kind: Literal["conducted"] = "conducted"


@dataclass(frozen=True, slots=True)
class LineSaid:
    """The interviewer's line, what it was for, and the teller's words that it takes up."""

    line: str
    purpose: Purpose
    tactic: str
    template: str = ""
    about: tuple[TellerQuote, ...] = ()
    kind: Literal["asked"] = "asked"


@dataclass(frozen=True, slots=True)
class SittingEnded:
    """The sitting is over; nothing is asked any more until another begins."""

    why: SittingEnd
    kind: Literal["sitting_ended"] = "sitting_ended"


MemoirEvent = Annotated[
    SittingBegan
    | PassageTold
    | MemoirSignalsRead
    | StoryEvent
    | Conducted
    | LineSaid
    | SittingEnded
    | CareTaken
    | Moved,
    Field(discriminator="kind"),
]


def begin(born: int | None) -> MemoirState:
    """The state before anything was said; what is known of the teller's birth is known from the
    start.
    """
    return MemoirState(story=Story(born=born))


# ── how ───────────────────────────────────────────────────────────────────────────────────────────


@remembering
def apply(state: MemoirState, event: MemoirEvent) -> MemoirState:
    """The state after an event. Nothing else changes it."""
    match event:
        case SittingBegan():
            return _begun(state, event)
        case PassageTold(turn, text, embedder, at, aside):
            lines = _lines(state, MemoirLine("teller", text))
            return replace(
                state,
                turn=turn,
                told=state.told + (not aside),
                embedder=embedder,
                told_at=at,
                lines=lines,
                words_told=state.words_told + len(words(text)),
            )
        case MemoirSignalsRead(signals, calls_for=calls_for, refusing=refusing, valence=valence):
            return replace(
                state,
                signals=signals,
                phase=signals.conversation_phase,
                calls_for=calls_for,
                refusing=refusing,
                valence=valence,
            )
        case Conducted(conduct):
            return replace(state, ledger=after(state.ledger, conduct))
        case LineSaid():
            return _asked(state, event)
        case SittingEnded(why):
            return replace(state, ended=why)
        case CareTaken():
            return _counted(_cared(state, event))
        case Moved(moves):
            return _counted(moved(state, moves))
        case _:
            grown = replace(state, story=apply_to_story(state.story, event))
            return _counted(grown) if isinstance(event, QuestionLeft) else grown


def _cared(state: MemoirState, event: CareTaken) -> MemoirState:
    """The sitting stops with the teller, and goes on with them; the machine that asked waits no
    longer.
    """
    return replace(
        state,
        care=cared(state.care, event),
        ended=ended_by(event) or (None if event.speech == "resume" else state.ended),
        purpose="care",
        calls_for=None,
        ledger=replace(state.ledger, loop=None),
        lines=_lines(state, MemoirLine("interviewer", event.words)),
    )


def ended_by(event: CareTaken) -> SittingEnd | None:
    if event.stage in ("calm", "checking"):
        return None
    return "self_harm" if event.danger == "self_harm" else "danger"


def _begun(state: MemoirState, event: SittingBegan) -> MemoirState:
    fresh = Ledger(turn=state.ledger.turn)
    return replace(
        state,
        sitting=event.sitting,
        began_at=event.at,
        told=0,
        ledger=fresh,
        phase="warmup",
        consent_asked=(),
        ended=None,
        started=(state.started[1], state.turn),
    )


def moved(state: MemoirState, moves: Moves) -> MemoirState:
    """The state in the names of another version. What is gone keeps its name."""
    if not any(moves.values()):
        return state
    tactics = {own_name(was): own_name(now) for was, now in moves.get(TACTIC, {}).items()}
    loop = state.ledger.loop
    return replace(
        state,
        ledger=replace(
            state.ledger,
            loop=loop and replace(loop, state=renaming(moves, STEP, loop.machine)(loop.state)),
        ),
        tactics=tuple(tactics.get(name) or name for name in state.tactics),
    )


def _counted(state: MemoirState) -> MemoirState:
    """A turn in which nothing was told is a turn all the same: passages go by their turn's number
    in the log.
    """
    return replace(state, ledger=replace(state.ledger, turn=state.ledger.turn + 1))


def _asked(state: MemoirState, event: LineSaid) -> MemoirState:
    if event.purpose == "left":  # nothing was said to the teller
        return state
    consent = (state.ledger.topic,) if event.purpose == "consent" else ()
    return replace(
        state,
        purpose=event.purpose,
        lines=_lines(state, MemoirLine("interviewer", event.line)),
        asked=state.asked.set(plain(event.line), state.turn),
        templates=(
            state.templates.set(event.template, state.turn) if event.template else state.templates
        ),
        tactics=(*state.tactics, event.tactic)[-LINES_KEPT:],
        consent_asked=(*state.consent_asked, *consent),
        words_asked=state.words_asked + len(words(event.line)),
    )


def _lines(state: MemoirState, line: MemoirLine) -> tuple[MemoirLine, ...]:
    return (*state.lines, line)[-LINES_KEPT:]
