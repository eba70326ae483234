"""JSON text to plain values with the place of every key and value, or the place where it stops
being JSON.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import NoReturn

from dramaturg.content.flows.flow import unreadable
from dramaturg.content.limits import MAX_NODES
from dramaturg.content.positions import FilePlace, Positions
from dramaturg.content.yaml import Parsed, Value, quoted
from dramaturg.kernel.errors import Fault, Path

TOKEN = re.compile(
    r'[ \t\r\n]*(?P<token>[{}\[\]:,]|"(?:[^"\\\x00-\x1f]|\\.)*+"|[-+.\w]+|$|.)', re.DOTALL
)
PLAIN = re.compile(r"true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?")
DEEPEST = 200  # compiled stories nest more deeply than anybody writes


class _Stopped(Exception):
    """No use in reading on."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault


def parse_json(text: str, file: str) -> Parsed:
    reader = _Reader(text, file)
    try:
        return reader.parsed(reader.document(), complete=True)
    except _Stopped as stopped:
        reader.faults.append(stopped.fault)
        return reader.parsed(None, complete=False)


class _Reader:
    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.faults: list[Fault] = []
        self.keys: dict[Path, FilePlace] = {}
        self.values: dict[Path, FilePlace] = {}
        self.lines = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]
        self.start = self.end = 0

    def parsed(self, value: Value, *, complete: bool) -> Parsed:
        return Parsed(
            value, Positions(self.keys, self.values), tuple(self.faults), frozenset(), complete
        )

    def document(self) -> Value:
        value = self._value(self._next(), ())
        if self._next():
            self._stop("after the document, something follows", "Take it away.")
        return value

    def _next(self) -> str:
        found = TOKEN.match(self.text, self.end)
        if found is None:
            return ""
        self.start, self.end = found.start("token"), found.end()
        return found["token"]

    def _place(self) -> FilePlace:
        line = bisect_right(self.lines, self.start)
        return FilePlace(line, self.start - self.lines[line - 1] + 1)

    def _value(self, token: str, path: Path) -> Value:
        if len(path) > DEEPEST:
            message = f"Values stand inside one another more than {DEEPEST} times here."
            raise _Stopped(
                Fault("too-deep", message, "Make the structure flatter.").at(
                    self.file, *self._place()
                )
            )
        if len(self.values) >= MAX_NODES:
            message = f"The file has more than {MAX_NODES:,} values."
            raise _Stopped(
                Fault("too-many-values", message, "Split it into several files.").at(
                    self.file, *self._place()
                )
            )
        self.values[path] = self._place()
        if token == "{":
            return self._mapping(path)
        return self._list(path) if token == "[" else self._plain(token)

    def _mapping(self, path: Path) -> Value:
        entries: dict[str, Value] = {}
        token = self._next()
        while token != "}":
            key = self._key(token)
            place = self._place()
            self._expect(":")
            if key in entries:
                self._note_second(key, path, place)
            self.keys.setdefault((*path, key), place)
            value = self._value(self._next(), (*path, key))
            entries.setdefault(key, value)
            token = self._more("}")
        return entries

    def _list(self, path: Path) -> Value:
        items: list[Value] = []
        token = self._next()
        while token != "]":
            items.append(self._value(token, (*path, len(items))))
            token = self._more("]")
        return items

    def _more(self, closing: str) -> str:
        """The token that begins the next item, or the closing bracket."""
        token = self._next()
        if token == closing:
            return token
        if token != ",":
            self._stop(
                f"here a comma or {closing} should stand",
                "Check the quotes and brackets before it.",
            )
        token = self._next()
        if token == closing:
            self._stop(f"a comma stands before {closing}", "Take the comma away.")
        return token

    def _key(self, token: str) -> str:
        key = self._plain(token)
        if not isinstance(key, str):
            self._stop(f"{quoted(token)} stands as a key", "Put keys in quotes.")
        return key

    def _expect(self, mark: str) -> None:
        if self._next() != mark:
            self._stop(f"here {mark} should stand", "Check the quotes and brackets before it.")

    def _plain(self, token: str) -> Value:
        if not token.startswith('"') and not PLAIN.fullmatch(token):
            shown = quoted(token) if token else "the end of the file"
            self._stop(
                f"{shown} stands where a value should", "Check the quotes and brackets here."
            )
        try:
            value: Value = json.loads(token)
        except ValueError:
            self._stop(
                f"{quoted(token)} cannot be read", "Check its quotes, backslashes or digits."
            )
        return value

    def _note_second(self, key: str, path: Path, place: FilePlace) -> None:
        message = (
            f"The key {quoted(key)} is here a second time; it is also on line"
            f" {self.keys[*path, key].line}."
        )
        self.faults.append(
            Fault("duplicate-key", message, "Keep one of the two.", (*path, key)).at(
                self.file, *place
            )
        )

    def _stop(self, message: str, remedy: str) -> NoReturn:
        raise _Stopped(unreadable(f"this is not JSON: {message}", remedy, self.file, self._place()))
