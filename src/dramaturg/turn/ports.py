"""What the turn needs from outside, as protocols. `app/wiring.py` chooses who fulfils them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from dramaturg.turn.contract import BrokenOff, Role

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


# ── voices ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question to a model. `schema` asks for JSON of that shape; `system` is the part a
    provider can cache; `after` is what was heard already of an answer that is to go on from there.
    """

    ask: str
    role: Role
    system: str
    user: str
    schema: Mapping[str, Any] | None = None
    max_tokens: int = 600
    after: str = ""


StructuredBy = Literal["", "schema", "json", "words"]
"""How JSON was asked for: by its schema, as any JSON with the schema in the words, in words alone.
"""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered and what it cost. `estimated` marks token counts that the provider did
    not give; `tokens_cached` are those of `tokens_in` that it had kept from before; `broken_off` is
    why the answer is not whole; `structured_by` is how JSON was asked for, where it was.
    """

    text: str
    model: str
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    broken_off: BrokenOff = ""
    estimated: bool = False
    cost: float | None = None
    seconds: float = 0.0
    structured_by: StructuredBy = ""


OnText = Callable[[str], None]


class Voice(Protocol):
    """Somebody who answers prompts: a provider's model, a script, a tape, or nobody."""

    @property
    def name(self) -> str: ...

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        """The answer; None when there is no model, so that the ask answers itself. Raises LLMError
        when the model failed.

        With `on_text`, pieces of the answer are handed over as they arrive.
        """
        ...


# ── reading ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class LikenessThresholds:
    """Cosines that mean something with one embedder. With another embedder they mean something
    else.
    """

    duplicate: float
    """The same thing in nearly the same words."""
    same_concept: float
    """The same thing, perhaps in other words."""
    same_concept_apart: float
    """The same thing, when both vectors have been taken apart from what all that is said shares."""
    topic: float
    """About the same matter."""
    same_subject: float
    """What is said is about this very thing."""
    near_subject: float
    """What is said may be about this thing."""
    same_mood: float
    """Said in this mood."""
    others_subject: float
    """What is said is about somebody else's business."""
    by_far: float
    """How much nearer the one must lie than the other to win clearly."""


class Embedder(Protocol):
    """Texts to unit vectors. Vectors of different `name`s must never be compared, nor their
    cosines.
    """

    @property
    def name(self) -> str: ...

    @property
    def thresholds(self) -> LikenessThresholds: ...

    def embed(self, texts: Sequence[str]) -> Vectors: ...


@dataclass(frozen=True, slots=True)
class Token:
    """A word in its sentence; `head` is the index of the token it hangs on (its own for the root).

    `tag` is its form (VBD for a past tense), `start` where it begins in the text.
    """

    text: str
    lemma: str
    pos: str
    dep: str
    head: int
    tag: str = ""
    start: int = 0

    @property
    def end(self) -> int:
        return self.start + len(self.text)


Sentence = tuple[Token, ...]


class Syntax(Protocol):
    """Texts to sentences of tokens."""

    @property
    def name(self) -> str: ...

    def read(self, text: str) -> tuple[Sentence, ...]: ...

    def read_all(self, texts: Sequence[str]) -> Iterator[tuple[Sentence, ...]]:
        """Each text as `read` reads it, one after the other; quicker than asking for them one by
        one.
        """
        ...


# ── time and names ────────────────────────────────────────────────────────────────────────────────


class Clock(Protocol):
    """Tells the time: nothing below the ports looks at a clock."""

    def now(self) -> float:
        """Seconds since 1970."""
        ...


class Ids(Protocol):
    """Gives new ids: nothing below the ports takes chances."""

    def new(self) -> str: ...


# ── the log ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """What a session remembers of how it was opened, so that it can be resumed and replayed as it
    was.
    """

    id: str
    engine: str
    content_id: str
    content_version: str
    content_hash: str
    embedder: str
    model: str
    opened_at: float
    turns: int = 0
    updated_at: float = 0.0
    rewritten: int = 0
    """How often something was removed from it, or its content changed. What was read before that
    must be read again.
    """


@dataclass(frozen=True, slots=True)
class StoredContent:
    """Authored content as a session began with it, or goes on with it, under its hash."""

    hash: str
    engine: str
    id: str
    version: str
    body: str


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """A played turn as it lies in the log: `record` is the TurnRecord as JSON, `timings` is kept
    beside it, outside of replay.
    """

    turn: int
    key: str
    at: float
    record: str
    timings: str = "{}"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The folded state after `turn`, so that resuming does not fold thousands of events."""

    turn: int
    state: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a readable table, written in the same transaction as the turn; replaces the row with
    the same key.
    """

    table: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TurnClaim:
    """Ours to play: turn `turn` of the session, with what was heard (JSON of Heard), durable
    already.
    """

    session: str
    turn: int
    key: str
    heard: str
    owner: str
    fence: int
    rewritten: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """That key was played before; this is what it got."""

    turn: StoredTurn


@dataclass(frozen=True, slots=True)
class Busy:
    """Somebody else holds the session's next turn until `until` at least."""

    turn: int
    key: str
    until: float


@dataclass(frozen=True, slots=True)
class SessionSearch:
    """Which sessions somebody looks for. What is left empty does not count.

    `begins` and `called` are looked for together: an id that begins so, or a content of one of
    these ids. `ends` are texts of which the last record of a session that is over has one; records
    with one of the texts `beside` are passed over for it.
    """

    engine: str = ""
    content: str = ""
    study: str = ""
    begins: str = ""
    called: tuple[str, ...] = ()
    over: bool | None = None
    ends: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    after: tuple[float, str] | None = None
    """When the last one on the page before was opened, and its id."""
    limit: int = 50


@dataclass(frozen=True, slots=True)
class FoundSession:
    """A session that was looked for, the study that it belongs to, if any, and whether it
    is over.
    """

    info: SessionInfo
    study: str
    over: bool


@dataclass(frozen=True, slots=True)
class HeldContent:
    """A content of which there are sessions; `hash` is that of one of its versions."""

    engine: str
    id: str
    hash: str
    sessions: int


class EventLog(Protocol):
    """Sessions and their turns, durable.

    A turn is claimed (what was heard is stored before this returns), played outside any
    transaction, and appended whole.
    """

    async def open(self, session: SessionInfo, content: StoredContent) -> None: ...

    async def session(self, session: str) -> SessionInfo:
        """Raises NotFound."""
        ...

    async def sessions(self) -> Sequence[SessionInfo]:
        """Newest first."""
        ...

    async def active(self, since: float) -> Sequence[SessionInfo]:
        """Those in which something has happened since then, newest first."""
        ...

    async def several(self, sessions: Sequence[str]) -> Sequence[SessionInfo]:
        """Those of them that there are, in any order."""
        ...

    async def find_sessions(self, sought: SessionSearch) -> Sequence[FoundSession]:
        """Those that are looked for, newest first, without reading more than the last turn
        of each.
        """
        ...

    async def held_contents(self) -> Sequence[HeldContent]:
        """Every content of which there are sessions, the most frequent first."""
        ...

    async def content(self, hash: str) -> StoredContent: ...

    async def claim(
        self, session: str, key: str, heard: str, owner: str, lease: float
    ) -> TurnClaim | Played | Busy:
        """Claim the session's next turn for `heard`.

        An expired claim is taken over with a higher fence, and comes back with the key and words
        stored then: play it first, then claim again. Raises NotFound.
        """
        ...

    async def pending(self, session: str) -> TurnClaim | None:
        """The turn somebody has claimed and not yet appended, if any."""
        ...

    async def under_way(self) -> Mapping[str, Busy]:
        """All turns that somebody has claimed and not yet appended, by session."""
        ...

    async def renew(self, claim: TurnClaim, lease: float) -> None:
        """Raises ClaimLost."""
        ...

    async def release(self, claim: TurnClaim) -> None:
        """Let the claim expire now; what was heard stays pending. Does nothing when the claim was
        lost.
        """
        ...

    async def withdraw(self, claim: TurnClaim) -> None:
        """Take back what was heard: it cannot be played, and whoever said it is told so. Does
        nothing when the claim was lost.
        """
        ...

    async def append(
        self,
        claim: TurnClaim,
        turn: StoredTurn,
        rows: Sequence[TableRow] = (),
        snapshot: Snapshot | None = None,
    ) -> None:
        """The turn, its rows and perhaps a snapshot, in one transaction, and the claim is gone.
        Raises ClaimLost.
        """
        ...

    async def turns(self, session: str, after: int = -1) -> Sequence[StoredTurn]:
        """The turns with a number greater than `after`, in order."""
        ...

    async def snapshot(self, session: str) -> Snapshot | None: ...

    async def rows(self, session: str, table: str) -> Sequence[Mapping[str, Any]]:
        """A session's rows of one of the readable tables, in the order of their keys."""
        ...

    async def translation(self, text: str, language: str, model: str) -> str | None:
        """What a text was translated to before, in whichever session, by this model."""
        ...

    async def rewrite(
        self, session: str, newest: int, turns: Sequence[StoredTurn], rows: Sequence[TableRow]
    ) -> None:
        """Remove something that was said: `turns` take the place of those with their numbers,
        `rows` that of all readable rows.

        In one transaction, which drops the snapshot as well; afterwards the bytes of what was there
        are gone. `newest` is the last turn that was seen. Raises NotFound, and ConflictError when
        there is a later one or one is under way.
        """
        ...

    async def contents(self, session: str) -> Sequence[tuple[int, str]]:
        """From which turn on the session had which content, by its hash; the first from turn 0.
        Raises NotFound.
        """
        ...

    async def migrate(
        self,
        session: str,
        content: StoredContent,
        turn: StoredTurn,
        newest: int,
        rows: Sequence[TableRow] = (),
    ) -> None:
        """From `turn` on, which follows the newest, the session has this content, and `rows` tell
        it by its new names.

        In one transaction. `newest` is the last turn that was seen. Raises NotFound, and
        ConflictError when there is a later one or one is under way.
        """
        ...

    async def unmigrate(self, session: str, turn: int, rows: Sequence[TableRow] = ()) -> None:
        """Take `turn` back, by which the session got its content: it has the one before, and this
        one goes if nobody has it.

        `rows` tell it by its old names again. Raises NotFound, and ConflictError when the session
        has gone on since or a turn is under way.
        """
        ...

    async def delete(self, session: str) -> None:
        """Remove the session everywhere, the bytes on disk included, and its contents that nobody
        else has. Raises NotFound.
        """
        ...

    async def close(self) -> None: ...


# ── people on duty ────────────────────────────────────────────────────────────────────────────────

Did = Literal["told", "seen", "handled"]


@dataclass(frozen=True, slots=True)
class DutyNote:
    """What was done about a flag: somebody was told by a webhook, has seen it, or has handled
    it.
    """

    did: Did
    who: str
    at: float


@dataclass(frozen=True, slots=True)
class RaisedFlag:
    """That somebody may be in danger: in which turn, of what kind, in which words, and what they
    were answered.
    """

    session: str
    turn: int
    engine: str
    content_id: str
    at: float
    danger: str
    speech: str
    words: str
    notes: tuple[DutyNote, ...] = ()


class CareLog(Protocol):
    """What was raised for people on duty, and what they did about it, as durable as the turns."""

    async def raised(self) -> Sequence[RaisedFlag]:
        """All of it, newest first."""
        ...

    async def on_duty(self, session: str, turn: int, note: DutyNote) -> None:
        """Note what was done; who did the same before stays. Raises NotFound."""
        ...


# ── studies ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class StudyInfo:
    """What a study remembers of how it was opened."""

    id: str
    content_id: str
    content_version: str
    content_hash: str
    opened_at: float


@dataclass(frozen=True, slots=True)
class StudyNote:
    """An event of a study as it lies in the log, as JSON. `number` counts from 1, `respondent` is
    whom it is about, if any.
    """

    number: int
    at: float
    event: str
    respondent: str = ""


class StudyLog(Protocol):
    """Studies and what happened in them, durable, in the same store as the sessions that belong to
    them.
    """

    async def open_study(self, study: StudyInfo, content: StoredContent) -> None: ...

    async def study(self, study: str) -> StudyInfo:
        """Raises NotFound."""
        ...

    async def studies(self) -> Sequence[StudyInfo]:
        """Newest first."""
        ...

    async def notes(self, study: str) -> Sequence[StudyNote]:
        """All of them, in order."""
        ...

    async def note(
        self, study: str, notes: Sequence[StudyNote], session: str | None = None
    ) -> None:
        """Append notes whose numbers follow those that are there, and perhaps a session that
        belongs to the study from now on.

        Raises NotFound, and ConflictError when somebody else was faster.
        """
        ...

    async def erase(self, study: str, respondent: str, notes: Sequence[StudyNote]) -> None:
        """Remove a respondent's session and notes, the bytes on disk included.

        In one transaction: `notes` take the place of those with the same numbers, if those were
        about this respondent or about nobody, and what is new among them follows the newest.
        Numbers that are free afterwards stay so. Raises NotFound, and ConflictError when somebody
        else was faster.
        """
        ...

    async def delete_study(self, study: str) -> None:
        """Remove the study and all its sessions everywhere, the bytes on disk included. Raises
        NotFound.
        """
        ...
