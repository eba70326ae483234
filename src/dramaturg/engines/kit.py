"""The kit: everything that anybody above the engines asks an engine for.

An engine declares its kit once, in `engines/<name>/kit.py`, as `KIT = EngineKit(...)`, and has one
line in the table of `dramaturg.engines`. Most fields are modules of the engine's folder: each
satisfies one of the protocols here, and has the same name in every engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict, Field

from dramaturg.content.documents import Loaded, Torn
from dramaturg.content.library import CheckedFolder, Library
from dramaturg.engines.simulation import Simulator
from dramaturg.english.rules.line_verdict import JudgedLine
from dramaturg.kernel.errors import Fault
from dramaturg.kernel.errors import Path as Steps
from dramaturg.kernel.explore import Proof
from dramaturg.turn.contract import AnyRecord, Heard
from dramaturg.turn.coverage import Reaching
from dramaturg.turn.flags import FoundFlags
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.migration import Item, Moves, TurnChoice, Worry
from dramaturg.turn.ports import StoredContent
from dramaturg.turn.view import EngineView

Parts = dict[str, Any]
"""The body of a session's content, by part."""

Faults = tuple[Fault, ...]


# ── content ───────────────────────────────────────────────────────────────────────────────────────


class SessionOpening(BaseModel):
    """What somebody wants to play, as the API and the shell hand it over. An engine's own has a
    field `engine: Literal["its name"]`, and says by `to` whom the person turns to first. `language`
    is the one to talk in, by its code or its English name; without it, the deployment's, or the one
    that somebody writes in.

    What nobody asked for is refused by its name, and a word that only looks like a number too.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    engine: str
    language: Annotated[str | None, Field(max_length=60)] = None

    @property
    def to(self) -> str | None:
        return None


@dataclass(frozen=True, slots=True)
class Version:
    """Something authored, as its file says it now. `body` is canonical JSON; `along` are documents
    that it names, by id, which come with it where a session has none of its own.
    """

    kind: str
    id: str
    version: str
    body: str
    along: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.kind} {self.id} {self.version}"


class ContentModule(Protocol):
    """What an engine plays: its documents, a session's content made of them, an engine made of
    that; and another version of a part of it.
    """

    @property
    def DOCUMENTS(self) -> Mapping[str, type[BaseModel]]:  # noqa: N802 - a constant of a module
        """The kinds of documents that authors write for it."""
        ...

    @property
    def ABOUT(self) -> Mapping[str, str]:  # noqa: N802
        """By kind of document, in the order in which authors see them: what it is."""
        ...

    @property
    def OPENING(self) -> type[SessionOpening] | None:  # noqa: N802
        """What opens a session by the API; None where that is done elsewhere."""
        ...

    @property
    def PARTS(self) -> Mapping[str, Callable[[Any], Faults]]:  # noqa: N802
        """The documents a session is held with, and what can be wrong with each by itself."""
        ...

    def stage(self, library: Library, opening: Any) -> StoredContent:
        """A session's content, checked and proven. Raises NotFound, or ContentError with all that
        is wrong.
        """
        ...

    def build(self, content: StoredContent, models: LocalModels) -> Any:
        """The engine for a session's content."""
        ...

    def along(self, library: Library, document: Any) -> tuple[tuple[str, str], ...]:
        """The documents that one names and that come with it: id and canonical JSON."""
        ...

    def parts_of(self, parts: Parts) -> Mapping[str, Sequence[str]]:
        """What of a session's content can be replaced: by kind, the ids."""
        ...

    def replaced(self, parts: Parts, other: Version) -> Parts | None:
        """The parts with another version in its place; None when there is nothing of that kind and
        id.
        """
        ...

    def judge(self, parts: Parts) -> Faults:
        """Everything that is wrong with a session's content, its proofs included."""
        ...

    def together(self, content: StoredContent, parts: Parts, version: str) -> StoredContent:
        """A session's content of other parts, judged already; `version` is what it is called where
        the parts do not say it.
        """
        ...

    def spelled_out(self, parts: Parts) -> Parts:
        """The same parts, what they leave unsaid included, so that each value can be set."""
        ...


class Wholes(Protocol):
    """What a session is held with that is more than one document: artifacts of a folder, a game."""

    @property
    def WHOLES(self) -> Mapping[str, str]:  # noqa: N802
        """What it is called, and the kind of the document by whose id it is found, if any."""
        ...

    def version_at(self, library: Library, place: Path) -> Version | None:
        """What lies in a file or folder; None where that is not of this engine."""
        ...

    def version_by_id(self, library: Library, kind: str, id: str) -> Version | None:
        """What the library has; None where that is not of this engine."""
        ...


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found about one document."""

    faults: Faults
    proofs: tuple[Proof, ...] = ()
    unproven: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        return not self.faults


class ContentCheck(Protocol):
    """How an engine judges what is written for it."""

    def around(self, library: Library) -> Any:
        """What its documents can name, gathered once for all of them."""
        ...

    def judge(self, loaded: Loaded[BaseModel], around: Any) -> Judged:
        """Everything wrong with one document, and what is proven of it."""
        ...

    def judge_torn(self, torn: Torn[BaseModel], around: Any) -> Faults:
        """What else is wrong with a document whose form is wrong already."""
        ...


class DocumentFolders(Protocol):
    """Documents that are judged together, by the folder in which they lie."""

    @property
    def FILES(self) -> Mapping[str, str]:  # noqa: N802
        """By kind of document: what its file is called there."""
        ...

    @property
    def OTHER_FILES(self) -> Sequence[str]:  # noqa: N802
        """What else lies there."""
        ...

    def folders(self, checked: CheckedFolder) -> Iterable[Path]:
        """The folders, whichever of their documents was named."""
        ...

    def judge_folder(self, folder: Path, instead: Mapping[str, str] = ...) -> Judged:
        """`instead` has texts that stand for files, by their names."""
        ...


class OwnFiles(Protocol):
    """What is no document of the library, and yet of this engine."""

    def files_in(self, paths: Sequence[Path]) -> Iterator[Path]: ...

    def judge_file(self, file: Path) -> Judged: ...

    def named_files(self, document: Any) -> Iterator[str]:
        """Files beside a document that it cannot do without, as it names them."""
        ...


# ── what is made of sessions ──────────────────────────────────────────────────────────────────────


class Explain(Protocol):
    """A turn's decision in a few named words, and the same turn decided anew by other content."""

    @property
    def WORDS(self) -> Sequence[str]:  # noqa: N802
        """The words in which a decision is told."""
        ...

    @property
    def COUNTED(self) -> Sequence[str]:  # noqa: N802
        """Those of them by which changes are counted together; the others are particular to a
        session.
        """
        ...

    @property
    def PLACE(self) -> str:  # noqa: N802
        """The word that says where a change happens, if any."""
        ...

    @property
    def PLAIN(self) -> Sequence[str]:  # noqa: N802
        """Words that need no name before them."""
        ...

    @property
    def ENDING(self) -> tuple[str, Sequence[str]]:  # noqa: N802
        """The word that tells of an end, and what it is then; any, where none is named."""
        ...

    @property
    def CARRIED_ALONG(self) -> bool:  # noqa: N802
        """Whether a session is moved by nothing but what is on record."""
        ...

    def choice(self, seen: Any, record: Any) -> TurnChoice: ...

    def redecided(self, engine: Any, state: Any, record: Any) -> AnyRecord:
        """The turn decided anew; `state` is the one before it. Raises Undecidable."""
        ...


class CoverageModule(Reaching, Protocol):
    """What content has, and what of it a turn reached."""

    def contents(self, library: Library, version: Version, name: str) -> Iterator[StoredContent]:
        """What a version is put together to, so that there is something to reach. `name` is where
        it was found.
        """
        ...

    def belongs(self, version: Version, item: Item) -> bool:
        """Whether a thing of such content is this version's own."""
        ...


Owners = dict[str, dict[str, str]]


class Migrate(Protocol):
    """How sessions move to another version of their content."""

    @property
    def NAMED(self) -> Mapping[str, str]: ...  # noqa: N802

    @property
    def PLACES(self) -> Mapping[str, str]:  # noqa: N802
        """Under which kind a move is told that only changes where the session stands."""
        ...

    @property
    def OWNER(self) -> str:  # noqa: N802
        """The kind of those by whose name others stand in a session."""
        ...

    def is_over(self, state: Any) -> bool: ...

    def stands_on(self, state: Any) -> tuple[Item, ...]: ...

    def moved(self, state: Any, moves: Moves) -> Any: ...

    def worries(self, engine: Any, state: Any) -> tuple[Worry, ...]: ...

    def owners(self, body: Mapping[str, Any]) -> Owners:
        """By kind: whose name stands in a session for which name in the content."""
        ...


class LineJudge(Protocol):
    """Whether a speaker may say a line, without a session: the rules that a model's lines keep."""

    @property
    def LINE(self) -> type[BaseModel]:  # noqa: N802
        """A line, and what was said before it."""
        ...

    @property
    def EXAMPLE(self) -> str:  # noqa: N802
        """Such a line, for somebody who wrote one wrongly."""
        ...

    def judged_line(self, place: Any, asked: Any) -> JudgedLine:
        """What becomes of it; `place` is where it would be said, in the engine's own terms."""
        ...


class Flags(Protocol):
    """What an operator should know, and why in words."""

    def of_turn(self, record: AnyRecord) -> FoundFlags: ...

    def of_state(self, state: Any) -> FoundFlags:
        """What shows only in how the session stands after its last turn."""
        ...


Key = tuple[Any, Any]
"""The type of a key in a document, and its default or field."""


class Named(NamedTuple):
    """A document that another one names: its kind and id, where it does so, and what people call
    such a document, if not by its kind.
    """

    kind: str
    id: str
    path: Steps
    called: str = ""


class WalkthroughModule(Protocol):
    """What a walkthrough can say about this engine. `play` and `turn` are the parts of the document
    with the keys that are named here.
    """

    @property
    def PLAY(self) -> Mapping[str, Key]:  # noqa: N802
        """The keys under `play`; the first is the one that says what is played."""
        ...

    @property
    def ACTIONS(self) -> Mapping[str, Key]:  # noqa: N802
        """What a turn can be beside `say`."""
        ...

    @property
    def TURN(self) -> Mapping[str, Key]:  # noqa: N802
        """What else a turn can say."""
        ...

    @property
    def ENDINGS(self) -> Sequence[str]:  # noqa: N802
        """The cues with which something ends."""
        ...

    @property
    def SEPARATOR(self) -> str:  # noqa: N802
        """The line between what a speaker says and what it reports; empty if it reports nothing."""
        ...

    @property
    def BY_THE_CLOCK(self) -> bool:  # noqa: N802
        """Whether it goes by the time of day."""
        ...

    async def stage(self, play: Any, library: Library, folder: Path) -> StoredContent:
        """The content that is played. Raises NotFound, BadInput or ContentError."""
        ...

    def first(self, play: Any) -> str | None:
        """Whom the person turns to first."""
        ...

    def heard(self, turn: Any, engine: Any, state: Any, at: float) -> Heard:
        """What the person does in a turn. Raises BadInput."""
        ...

    def played(self, body: Mapping[str, Any], opening: Heard) -> dict[str, Any]:
        """What stands under `play` for a session that was played."""
        ...

    def done(self, heard: Heard) -> dict[str, Any]:
        """What a turn that was played says."""
        ...

    def named(self, play: Any, folder: Path) -> Iterator[Named]:
        """The documents that `play` names."""
        ...

    def faults(self, walkthrough: Any, library: Library) -> Iterator[Fault]:
        """What else is wrong with a walkthrough."""
        ...


# ── the kit ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class EngineKit:
    """One engine, for everybody above the engines.

    >>> from dramaturg.engines import kit_of
    >>> kit_of("sims").explain.PLACE
    'node'
    """

    name: str
    content: ContentModule
    check: ContentCheck
    view: EngineView
    explain: Explain
    coverage: CoverageModule
    migrate: Migrate
    flags: Flags
    walkthrough: WalkthroughModule
    simulate: Simulator | None = None
    """None: it cannot be simulated."""
    wholes: Wholes | None = None
    folders: DocumentFolders | None = None
    files: OwnFiles | None = None
    lines: LineJudge | None = None
    """None: nobody speaks in it."""
