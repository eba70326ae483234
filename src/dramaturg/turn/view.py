"""How a session is shown and heard, whoever looks: terminal, chat client and page share these
values.

The values are the same for every engine. `EngineView` is what an engine says of itself: each
engine's `view.py` ends with one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from dramaturg.kernel.conditions import Value
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.contract import MIGRATED, AnyRecord, Heard

EngineName = str
"""As it stands in the log: "sims", "interviews", "memoir", "games", or that of another engine."""

NOTICE = (
    "You are talking with a program, not a person. What you say is kept until it is deleted. "
    "You may leave out anything, and stop at any time."
)


def notice_of(notice: str, model: str) -> str:
    """What people are told before they talk, and where their words go, if a model is set."""
    if model == OfflineVoice.name:
        return notice
    return f"{notice} It is also sent to the language model {model}, which reads it and answers."


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line of the conversation. `name` is who said it, as the page names them; a program's line
    has a role too, if any.
    """

    turn: int
    by: Literal["person", "program"]
    name: str
    text: str
    at: float
    role: str = ""
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    """A session in a list. `ended` is how it ended, in a word or two; empty while it goes on."""

    id: str
    engine: EngineName
    content_id: str
    content_version: str
    title: str
    model: str
    turns: int
    opened_at: float
    updated_at: float
    ended: str = ""
    study: str = ""
    """The study that it belongs to, if any."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A fact that was read, and what it means in a sentence. `share` tells itself: it runs from 0
    to 1, and is no count.
    """

    name: str
    value: Value
    about: str = ""
    share: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "share", isinstance(self.value, float) and 0 <= self.value <= 1)


@dataclass(frozen=True, slots=True)
class Replaced:
    """What the check did to a draft."""

    rule: str
    detail: str


@dataclass(frozen=True, slots=True)
class ModelCall:
    """A question to a model, and what it cost."""

    ask: str
    role: str
    model: str
    tokens_in: int
    tokens_out: int
    tokens_cached: int
    estimated: bool
    cost: float | None
    seconds: float
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class WhyShown:
    """Why a turn went as it did, for every engine alike."""

    turn: int
    engine: EngineName
    heard: str
    line: str
    reason: str
    outcome: str
    """What the turn led to, in the words of the settlement."""
    alternatives: tuple[str, ...] = ()
    signals: tuple[Signal, ...] = ()
    source: str = ""
    """Who wrote the line: model, retry or offline."""
    draft: str = ""
    """What was drafted, where the check replaced it."""
    replaced: tuple[Replaced, ...] = ()
    repairs: tuple[str, ...] = ()
    timings: Mapping[str, float] = field(default_factory=dict)
    asked: tuple[ModelCall, ...] = ()


# ── what stands beside the lines ──────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """Something that can be said with one key, or one press: `AnswerOption("a", "Your real read.",
    Heard(choice="a"))`.
    """

    key: str
    text: str
    says: Heard


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Something to read besides the lines: a document with its title, a goal that was reached, a
    hint.
    """

    lines: tuple[str, ...]
    title: str = ""
    kind: Literal["note", "done", "plain"] = "note"


@dataclass(frozen=True, slots=True)
class WholeSession:
    """A session as it stands, for whoever must look further back than its state."""

    engine: Any
    state: Any
    records: Sequence[AnyRecord]
    session: str


@dataclass(frozen=True, slots=True)
class Typed:
    """Words that were typed: to whom, where somebody was turned to before, and how many seconds
    after the last turn.
    """

    words: str
    to: str | None = None
    after: float = 0.0


@dataclass(frozen=True, slots=True)
class Address:
    """What is typed next is for somebody else."""

    to: str
    note: str


@dataclass(frozen=True, slots=True)
class Remove:
    """What was said in a turn is taken out of the log for good."""

    turn: int


TypedOutcome = Heard | Address | Remove | TextBlock
"""What is typed comes to a turn, a change of whom one talks to, a removal, or something to read."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something that can be typed besides words: `Command("goals", "what you came for", goals)`
    is `/goals` in the terminal and in a chat client.

    `does` is given the session and what was typed after the name. It raises BadInput.
    """

    name: str
    help: str
    does: Callable[[WholeSession, str], TypedOutcome]
    takes: str = ""
    """What stands after the name, as help writes it."""


# ── what an engine says of itself ─────────────────────────────────────────────────────────────────


def plain_lines(engine: Any, seen: Any, record: AnyRecord) -> Iterator[Spoken]:
    """What was said in a turn, where nobody has a name."""
    if record.heard.text:
        yield Spoken(record.turn, "person", "You", record.heard.text, record.heard.at)
    if record.line:
        yield Spoken(record.turn, "program", "", record.line, record.heard.at)


def plain_hear(engine: Any, state: Any, typed: Typed) -> Heard:
    """What was typed, as it was typed."""
    return Heard(typed.words, to=typed.to)


def plain_words(record: AnyRecord) -> str:
    """What was heard in a turn, in a line."""
    heard = record.heard
    return heard.text or (f"(chose {heard.choice})" if heard.choice not in (None, MIGRATED) else "")


def hear(view: EngineView, engine: Any, state: Any, typed: Typed) -> Heard:
    """What was typed, as a turn: the key of an option that is offered, or words as the engine
    hears them. Raises BadInput.
    """
    options = view.options(engine, state, typed.to)
    words = typed.words.strip()
    for option in options:
        if option.key.casefold() == words.casefold():
            return option.says
    if options and len(words) == 1 and words.isalpha():
        keys = ", ".join(option.key for option in options)
        raise BadInput(f"there is no option {words!r} to choose. There are {keys}.")
    return view.hear(engine, state, replace(typed, words=words))


def unsaid(*_: Any) -> str:
    """Nobody has said what it means."""
    return ""


def nothing(*_: Any) -> tuple[()]:
    return ()


@dataclass(frozen=True, slots=True)
class EngineView:
    """How an engine's sessions are shown and heard. Only the first six need to be given:
    `VIEW = EngineView(EchoScene, EchoWhy, title, ended, scene, why)`.

    `seen` is the state after a turn's record; `before` and `after` are the states around it.
    """

    scene_type: type
    """Its scene, with `title`, `ended` and a literal `engine`."""
    why_type: type
    """What it says about a turn beyond `WhyShown`, with a literal `engine`."""
    title: Callable[[Any], str]
    """Of the engine."""
    ended: Callable[[Any, Any], str]
    """Of engine and state: how the session ended, in a word or two; empty while it goes on."""
    scene: Callable[[Any, Any], Any]
    """Of engine and state."""
    why: Callable[[Any, Any, Any, AnyRecord], Any]
    """Of engine, before, after, record."""
    spoken: Callable[[Any, Any, AnyRecord], Iterable[Spoken]] = plain_lines
    """Of engine, seen, record: what was said, in order."""
    beside: Callable[[Any, Any, AnyRecord], Iterable[TextBlock]] = nothing
    """Of engine, seen, record: what came with the lines."""
    options: Callable[[Any, Any, str | None], Sequence[AnswerOption]] = nothing
    """Of engine, state, whom one has turned to: what can be said with one key now."""
    opening: Callable[[Any, Any], Iterable[TextBlock]] = nothing
    """Of engine and state: what one should know before the first words."""
    current: Callable[[Any, Any], Iterable[TextBlock]] = nothing
    """Of engine and state: what one should look at when a session is taken up where it stands."""
    closing: Callable[[WholeSession], Iterable[TextBlock]] = nothing
    """What one should know at the shell once it has ended."""
    hear: Callable[[Any, Any, Typed], Heard] = plain_hear
    """Of engine, state, what was typed. Raises BadInput."""
    resume: Callable[[Any, Any, float], Heard | None] = lambda engine, state, now: None
    """Of engine, state, the time: what is played when a session is taken up again, if anything."""
    speaker: Callable[[Any, Any, str | None], str] = unsaid
    """Of engine, state, whom one has turned to: who will answer, where they have a name."""
    why_words: Callable[[Any], Iterable[tuple[str, str]]] = nothing
    """Of the engine's own why: labels and words; what goes on under a label has none."""
    meaning: Callable[[Any, AnyRecord], Callable[[str], str]] = lambda engine, record: unsaid
    """Of engine and record: what a signal means, in a sentence."""
    heard_words: Callable[[AnyRecord], str] = plain_words
    """Of a record: what was heard, in a line."""
    stages: Callable[[AnyRecord], Mapping[str, Any]] = lambda record: {}
    """Of a record: what each stage of the turn gave, for an engine that has its own."""
    last_cue: str = ""
    """What the listener's side is told to do in a session's last turn."""
    chat_models: Callable[[Any], Mapping[str, Mapping[str, Any]]] = lambda library: {}
    """Of a library: what chat clients can talk with, by name, and the values that open it."""
    notice: str = NOTICE
    asks_models: bool = True
    """Whether what is said goes to a model, where one is set."""
    hint: str = "Say anything. Besides that:"
    """How help begins."""
    commands: tuple[Command, ...] = ()
    bare_commands: bool = False
    """Whether commands are also typed without their slash."""
