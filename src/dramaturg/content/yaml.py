"""YAML text to plain values, with the place of every key and value. What is costly or surprising in
YAML is refused.

The text is read event by event: limits are held before anything is built, and a fault that leaves
the rest readable is noted and passed by, so that all faults of a file are found at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from ruamel.yaml import YAML
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)
from ruamel.yaml.tag import Tag

from dramaturg.content.limits import MAX_BYTES, MAX_DEPTH, MAX_NODES
from dramaturg.content.positions import START, FilePlace, Positions
from dramaturg.content.yaml_faults import place_of, syntax_fault
from dramaturg.content.yaml_scalars import NumberRefused, Scalar, resolve
from dramaturg.kernel.errors import Fault, Path

Value = Scalar | list["Value"] | dict[str, "Value"]

NOT_STORABLE = re.compile("[\x00\ud800-\udfff]")
LONGEST_QUOTE = 60


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a text says. `spoiled` are places whose value was refused, so that nobody finds fault
    with what stands in for it.

    When the text could not be read to its end, `complete` is false and there is no value.
    """

    value: Value
    positions: Positions
    faults: tuple[Fault, ...]
    spoiled: frozenset[Path]
    complete: bool = True


class _Stopped(Exception):
    """No use in reading on."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault


def parse(text: str | bytes, file: str) -> Parsed:
    builder = _Builder(_events(text, file), file)
    try:
        value = builder.document()
    except _Stopped as stopped:
        builder.faults.append(stopped.fault)
        return builder.parsed(None, complete=False)
    return builder.parsed(value, complete=True)


def quoted(text: str) -> str:
    """A word of the author's in quotes, cut when it is long."""
    return repr(text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…")


# ── text to events, within limits ─────────────────────────────────────────────────────────────────


def _events(text: str | bytes, file: str) -> Iterator[Event]:
    """The parser's events, each counted before it is handed on."""
    said = decoded(text, file)
    if isinstance(said, Fault):
        raise _Stopped(said)
    reached = START
    depth = nodes = 0
    try:
        for event in YAML(typ="safe", pure=True).parse(said):
            depth += _deeper(event)
            nodes += isinstance(event, NodeEvent)
            reached = _start(event)
            if depth > MAX_DEPTH:
                message = f"Values stand inside one another more than {MAX_DEPTH} times here."
                raise _Stopped(
                    Fault("too-deep", message, "Make the structure flatter.").at(file, *reached)
                )
            if nodes > MAX_NODES:
                message = f"The file has more than {MAX_NODES:,} keys and values."
                raise _Stopped(
                    Fault("too-many-values", message, "Split it into several files.").at(
                        file, *reached
                    )
                )
            yield event
    except _Stopped:
        raise
    except Exception as error:
        raise _Stopped(syntax_fault(said, error, reached, file)) from error


def decoded(text: str | bytes, file: str) -> str | Fault:
    """What the bytes of a file say."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(data) > MAX_BYTES:
        message = f"The file has more than {MAX_BYTES:,} bytes."
        return Fault("too-large", message, "Split it into several files.").at(file, *START)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = place_of(data[: error.start].decode("latin-1"), error.start)
        fault = Fault(
            "not-utf-8",
            f"The byte {data[error.start]:02x} is not UTF-8.",
            "Save the file as UTF-8.",
        )
        return fault.at(file, *place)


def _deeper(event: Event) -> int:
    return isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)


def _start(event: Event) -> FilePlace:
    return FilePlace(event.start_mark.line + 1, event.start_mark.column + 1)


# ── events to values ──────────────────────────────────────────────────────────────────────────────


class _Builder:
    """Builds the value of one document, noting places and faults on the way."""

    def __init__(self, events: Iterator[Event], file: str) -> None:
        self.events = events
        self.file = file
        self.faults: list[Fault] = []
        self.keys: dict[Path, FilePlace] = {}
        self.values: dict[Path, FilePlace] = {}
        self.spoiled: set[Path] = set()

    def parsed(self, value: Value, *, complete: bool) -> Parsed:
        return Parsed(
            value,
            Positions(self.keys, self.values),
            tuple(self.faults),
            frozenset(self.spoiled),
            complete,
        )

    def document(self) -> Value:
        next(self.events)  # the stream's start
        if isinstance(next(self.events), StreamEndEvent):
            self._stop_at_nothing()
        value = self._node(next(self.events), ())
        if value is None and not self.spoiled:
            self._stop_at_nothing()
        next(self.events)  # the document's end
        event = next(self.events)
        if isinstance(event, DocumentStartEvent):
            fault = Fault(
                "many-documents",
                "A second document begins here.",
                "Put each document into a file of its own.",
            )
            self._note(fault, event)
        return value

    def _stop_at_nothing(self) -> NoReturn:
        fault = Fault(
            "empty", "There is nothing in this file.", "Write a document into it, or delete it."
        )
        raise _Stopped(fault.at(self.file, *START))

    def _node(self, event: Any, path: Path) -> Value:
        self.values[path] = self._place(event, path)
        if isinstance(event, AliasEvent):
            self._alias(event, path)
            return None
        self._refuse_decoration(event, path)
        if isinstance(event, SequenceStartEvent):
            return self._sequence(path)
        if isinstance(event, MappingStartEvent):
            return self._mapping(path)
        return self._scalar(event, path)

    def _place(self, event: Event, path: Path) -> FilePlace:
        """Where a value stands. A value that is not written stands at its key; the parser would
        say, at whatever comes next.
        """
        absent = isinstance(event, ScalarEvent) and event.start_mark.index == event.end_mark.index
        return self.keys.get(path, _start(event)) if absent else _start(event)

    def _sequence(self, path: Path) -> Value:
        items: list[Value] = []
        while not isinstance(event := next(self.events), SequenceEndEvent):
            items.append(self._node(event, (*path, len(items))))
        return items

    def _mapping(self, path: Path) -> Value:
        entries: dict[str, Value] = {}
        while not isinstance(event := next(self.events), MappingEndEvent):
            key = self._key(event, path)
            if key is not None and self._is_new(key, event, path):
                self.keys[*path, key] = _start(event)
                entries[key] = self._node(next(self.events), (*path, key))
            else:
                self._skip(next(self.events))
        return entries

    def _scalar(self, event: Any, path: Path) -> Scalar:
        if NOT_STORABLE.search(event.value):
            self._refuse_character(event, path)
            return ""
        try:
            return _resolved(event)
        except NumberRefused:
            message = f"The number {quoted(event.value)} is infinite, not a number, or too large."
            remedy = "Write a smaller number, or put it in quotes if it is text."
            self._note(Fault("number-refused", message, remedy, path), event)
            self.spoiled.add(path)
            return 0

    # keys

    def _key(self, event: Any, path: Path) -> str | None:
        """The text of a key; None when there is no use for the entry."""
        if isinstance(event, AliasEvent):
            self._alias(event, (*path, event.anchor))
            return None
        if isinstance(event, CollectionStartEvent):
            self._note(
                Fault(
                    "key-not-text",
                    "A list or a mapping stands as a key.",
                    "Write a word as the key.",
                    path,
                ),
                event,
            )
            self._skip(event)
            return None
        return self._word(event, path)

    def _word(self, event: Any, path: Path) -> str | None:
        text: str = event.value
        place = (*path, text)
        self._refuse_decoration(event, place)
        if NOT_STORABLE.search(text):
            self._refuse_character(event, place)
            return None
        if not _is_text(event):
            shown = f"The key {quoted(text)}" if text else "An empty key"
            self._note(
                Fault(
                    "key-not-text",
                    f"{shown} is not text, and keys are text.",
                    "Put the key in quotes.",
                    place,
                ),
                event,
            )
        return text

    def _is_new(self, key: str, event: Event, path: Path) -> bool:
        first = self.keys.get((*path, key))
        if first is None:
            return True
        message = f"The key {quoted(key)} is here a second time; it is also on line {first.line}."
        self._note(Fault("duplicate-key", message, "Keep one of the two.", (*path, key)), event)
        return False

    def _skip(self, event: Event) -> None:
        """Pass by a value that is not wanted."""
        depth = _deeper(event)
        while depth > 0:
            depth += _deeper(next(self.events))

    # refusals

    def _alias(self, event: Any, path: Path) -> None:
        self._note(
            Fault(
                "alias-refused",
                f"The alias {quoted(f'*{event.anchor}')} is used.",
                "Write the value out here.",
                path,
            ),
            event,
        )
        self.spoiled.add(path)

    def _refuse_decoration(self, event: Any, path: Path) -> None:
        if event.anchor is not None:
            remedy = "Take it out, and write the value out where it is used."
            self._note(
                Fault(
                    "alias-refused",
                    f"The anchor {quoted(f'&{event.anchor}')} is used.",
                    remedy,
                    path,
                ),
                event,
            )
        if event.ctag is not None:
            remedy = "Take it out: values are read as they are written."
            self._note(
                Fault(
                    "tag-refused",
                    f"The tag {quoted(_as_written(event.ctag))} is used.",
                    remedy,
                    path,
                ),
                event,
            )
            self.spoiled.add(path)

    def _refuse_character(self, event: Event, path: Path) -> None:
        message = (
            "This text has an escaped character that cannot be stored: a zero, or half of a pair."
        )
        self._note(
            Fault("bad-character", message, "Take it out, or write the character itself.", path),
            event,
        )
        self.spoiled.add(path)

    def _note(self, fault: Fault, event: Event) -> None:
        self.faults.append(fault.at(self.file, *_start(event)))


def _as_written(tag: Tag) -> str:
    return f"{tag.handle}{tag.suffix}" if tag.handle else f"!<{tag.suffix}>"


def _resolved(event: Any) -> Scalar:
    plain = event.style is None and event.implicit[0]
    return resolve(event.value) if plain else str(event.value)


def _is_text(event: Any) -> bool:
    try:
        return isinstance(_resolved(event), str)
    except NumberRefused:
        return False
