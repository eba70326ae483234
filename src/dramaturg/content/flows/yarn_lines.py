"""The lines of a .yarn file as nodes: what in their bodies decides where the dialogue goes next,
and nothing of what is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dramaturg.content.flows.flow import unreadable
from dramaturg.content.limits import MAX_DEPTH
from dramaturg.content.positions import FilePlace
from dramaturg.content.yaml import quoted
from dramaturg.kernel.errors import Fault

COMMENT = re.compile(r"(?<!:)//.*")  # a colon before it makes it part of an address
HASHTAGS = re.compile(r"(?:\s+#[^\s#]+)+\s*$")
HEADER = re.compile(r"\s*(?P<key>[^\W\d]\w*)\s*:(?P<value>.*)$")
COMMAND = re.compile(r"<<\s*(?P<word>\w+)\b(?P<rest>.*?)>>\s*$")
OPTION = re.compile(r"->\s*(?P<said>.*)$")
GROUP_LINE = re.compile(r"=>\s*(?P<said>.*)$")
OLD_LINK = re.compile(r"\[\[(?:(?P<said>[^|\]]*)\|)?\s*(?P<target>[^|\]]+?)\s*\]\]$")
CONDITION = re.compile(r"<<.*?>>")
MARKUP = re.compile(r"\[[^\]]*\]")
TITLE = re.compile(r"[^\s\[\]{}|<>#$]+")

CLOSERS = {"elseif": "if", "else": "if", "endif": "if", "endonce": "once"}
LONGEST = 2_000  # characters of a line, so that none takes long to read
TAB = 8  # columns, as Yarn counts them
TOO_DEEP = f"Options and conditions stand inside one another more than {MAX_DEPTH} times here."


@dataclass(frozen=True, slots=True)
class YarnLine:
    indent: int
    text: str
    place: FilePlace


@dataclass(frozen=True, slots=True)
class YarnJump:
    """To another node, or to one that only shows when it runs; a detour comes back."""

    target: str | None
    place: FilePlace
    detour: bool = False


@dataclass(frozen=True, slots=True)
class YarnStop:
    """The dialogue ends here, or only what a detour led to."""

    place: FilePlace
    returns: bool


@dataclass(frozen=True, slots=True)
class YarnWay:
    said: str
    body: Block


@dataclass(frozen=True, slots=True)
class YarnChoices:
    """One of some ways: an option that a person picks, or what a condition picks. If not `sure`,
    perhaps none.
    """

    ways: tuple[YarnWay, ...]
    asked: bool
    sure: bool


Block = tuple[YarnJump | YarnStop | YarnChoices, ...]


@dataclass(frozen=True, slots=True)
class YarnNode:
    """A node. Those with a condition (`when:`) may share a title: one of them is taken."""

    title: str
    place: FilePlace
    body: Block
    conditional: bool


def nodes_in(text: str, file: str) -> tuple[tuple[YarnNode, ...], tuple[Fault, ...]]:
    reader = _Nodes(text.splitlines(), file)
    nodes = tuple(reader.nodes())
    if not nodes and not reader.faults:
        reader.faults.append(
            unreadable(
                "there is no node in this file",
                "Write one: title: Start, ---, lines, ===.",
                file,
                FilePlace(1, 1),
            )
        )
    return nodes, tuple(reader.faults)


class _Nodes:
    """Goes through the file from header to header."""

    def __init__(self, lines: Sequence[str], file: str) -> None:
        self.lines = lines
        self.file = file
        self.number = 0
        self.faults: list[Fault] = []

    def nodes(self) -> Iterator[YarnNode]:
        while self._skip_to_header():
            headers, place = self._headers()
            body = _Body(self._body(place), self.file, self.faults).whole()
            if (title := headers.get("title", "")) and not TITLE.fullmatch(title):
                self._fault(f"{quoted(title)} cannot be a title", "Write it as one word.", place)
            elif title:
                yield YarnNode(title, place, body, "when" in headers)
            else:
                self._fault("this node has no title", "Begin it with 'title: ' and a name.", place)

    def _skip_to_header(self) -> bool:
        while self.number < len(self.lines) and not _without_comment(
            self.lines[self.number].lstrip("\ufeff")
        ).lstrip("#"):
            self.number += 1
        while self.number < len(self.lines) and self.lines[self.number].startswith("#"):
            self.number += 1
        return self.number < len(self.lines)

    def _headers(self) -> tuple[dict[str, str], FilePlace]:
        place = FilePlace(self.number + 1, 1)
        headers: dict[str, str] = {}
        while self.number < len(self.lines):
            line = _without_comment(self.lines[self.number])
            self.number += 1
            if line == "---":
                return headers, place
            if header := HEADER.match(line):
                headers.setdefault(header["key"], header["value"].strip())
                place = FilePlace(self.number, 1) if header["key"] == "title" else place
            elif line and not line.startswith("#"):
                self._fault(
                    f"this is no header of a node: {quoted(line)}",
                    "Write 'key: value', or --- before it.",
                    FilePlace(self.number, 1),
                )
        self._fault(
            "this node has no body", "Write --- after its headers, and === at its end.", place
        )
        return headers, place

    def _body(self, begun: FilePlace) -> Iterator[YarnLine]:
        while self.number < len(self.lines):
            raw = self.lines[self.number]
            self.number += 1
            if len(raw) > LONGEST:
                self._fault(
                    f"this line has more than {LONGEST:,} characters",
                    "Break it into several.",
                    FilePlace(self.number, 1),
                )
                continue
            text = HASHTAGS.sub("", _without_comment(raw)).strip()
            wide = raw.expandtabs(TAB)
            place = FilePlace(self.number, len(raw) - len(raw.lstrip()) + 1)
            if text == "===":
                return
            if text == "---":
                self._fault(
                    "the node before this one is not closed", "Write === at its end.", place
                )
            elif text:
                yield YarnLine(len(wide) - len(wide.lstrip()), text, place)
        if begun.line < len(self.lines):
            self._fault("this node is never closed", "Write === at its end.", begun)

    def _fault(self, message: str, remedy: str, place: FilePlace) -> None:
        self.faults.append(unreadable(message, remedy, self.file, place))


def _without_comment(line: str) -> str:
    return COMMENT.sub("", line).strip()


class _Body:
    """Goes through the lines of one node; indentation says what belongs to an option."""

    def __init__(self, lines: Iterator[YarnLine], file: str, faults: list[Fault]) -> None:
        self.lines = tuple(lines)
        self.file = file
        self.faults = faults
        self.number = 0

    @property
    def line(self) -> YarnLine | None:
        return self.lines[self.number] if self.number < len(self.lines) else None

    def whole(self) -> Block:
        found = self.block(0, 0)
        while (line := self.line) is not None:
            opener = CLOSERS[_word(line)]
            self._fault(
                f"{line.text} stands without <<{opener}>>",
                f"Write <<{opener}>> before it, or take it away.",
                line,
            )
            self.number += 1
            found += self.block(0, 0)
        return found

    def block(self, indent: int, depth: int) -> Block:
        if depth > MAX_DEPTH:
            place = self.lines[min(self.number, len(self.lines) - 1)].place
            self.faults.append(
                Fault("too-deep", TOO_DEEP, "Make nodes of the inner ones.").at(self.file, *place)
            )
            self.number = len(self.lines)
            return ()
        found: list[YarnJump | YarnStop | YarnChoices] = []
        while (
            (line := self.line) is not None and line.indent >= indent and _word(line) not in CLOSERS
        ):
            found += self._statement(line, indent, depth)
        return tuple(found)

    def _statement(
        self, line: YarnLine, indent: int, depth: int
    ) -> Iterator[YarnJump | YarnStop | YarnChoices]:
        if OPTION.match(line.text):
            yield YarnChoices(tuple(self._options(line, OPTION, depth)), asked=True, sure=True)
        elif GROUP_LINE.match(line.text):
            yield YarnChoices(
                tuple(self._options(line, GROUP_LINE, depth)), asked=False, sure=False
            )
        elif OLD_LINK.search(line.text):
            yield from self._links()
        elif _word(line) in ("if", "once"):
            yield self._conditional(line, indent, depth)
        else:
            self.number += 1
            yield from self._command(line)

    def _options(self, first: YarnLine, kind: re.Pattern[str], depth: int) -> Iterator[YarnWay]:
        while (
            (line := self.line) is not None
            and line.indent == first.indent
            and (option := kind.match(line.text))
        ):
            self.number += 1
            said = MARKUP.sub("", CONDITION.sub("", option["said"])).strip()
            yield YarnWay(said, self.block(first.indent + 1, depth + 1))

    def _links(self) -> Iterator[YarnJump | YarnChoices]:
        """Links as version 1 writes them: bare ones jump, those with words are options."""
        ways: list[YarnWay] = []
        while (line := self.line) is not None and (link := OLD_LINK.search(line.text)):
            self.number += 1
            jump = YarnJump(_target(link["target"]), line.place)
            if link["said"] is None:
                yield from [YarnChoices(tuple(ways), asked=True, sure=True)] if ways else [jump]
                return
            ways.append(YarnWay(link["said"].strip(), (jump,)))
        yield YarnChoices(tuple(ways), asked=True, sure=True)

    def _conditional(self, opener: YarnLine, indent: int, depth: int) -> YarnChoices:
        closing = "endif" if _word(opener) == "if" else "endonce"
        ways: list[YarnWay] = []
        sure = False
        while (
            (line := self.line) is not None
            and _word(line) != closing
            and (line is opener or _word(line) in CLOSERS)
        ):
            self.number += 1
            sure = sure or _word(line) == "else"
            ways.append(YarnWay("", self.block(indent, depth + 1)))
        if self.line is not None and _word(self.line) == closing:
            self.number += 1
        else:
            self._fault(f"{opener.text} is never closed", f"Write <<{closing}>> after it.", opener)
        return YarnChoices(tuple(ways), asked=False, sure=sure)

    def _command(self, line: YarnLine) -> Iterator[YarnJump | YarnStop]:
        if line.text.startswith("<<") and ">>" not in line.text:
            self._fault(f"this command has no end: {quoted(line.text)}", "Close it with >>.", line)
        match _word(line):
            case "jump" | "detour" as word:
                command = COMMAND.match(line.text)
                named = command["rest"].strip() if command else ""
                if not named:
                    self._fault(f"this {word} names no node", f"Write <<{word} Node>>.", line)
                yield YarnJump(_target(named), line.place, word == "detour")
            case "stop":
                yield YarnStop(line.place, returns=False)
            case "return":
                yield YarnStop(line.place, returns=True)

    def _fault(self, message: str, remedy: str, line: YarnLine) -> None:
        self.faults.append(unreadable(message, remedy, self.file, line.place))


def _word(line: YarnLine) -> str:
    """The word of a command that stands in a line of its own."""
    command = COMMAND.match(line.text) if line.text.startswith("<<") else None
    return command["word"] if command else ""


def _target(name: str) -> str | None:
    return name if TITLE.fullmatch(name) else None
