"""XML read piece by piece, without document types: no entity is ever expanded and no other file is
ever fetched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, NoReturn
from xml.parsers.expat import ExpatError, ParserCreate

from dramaturg.kernel.errors import BadInput
from dramaturg.studies.qdpx.container import AGAIN, ProjectPart

ROOTS = frozenset({"Project", "CodeBook"})
DEEPEST = 200


class Event(NamedTuple):
    """An element begins or ends, or has text. `inside` are the names of the elements around it, its
    own the last.
    """

    what: Literal["begin", "end", "text"]
    inside: tuple[str, ...]
    attributes: Mapping[str, str]
    text: str = ""

    @property
    def name(self) -> str:
        return self.inside[-1]


def events(part: ProjectPart) -> Iterator[Event]:
    """What is in a project or code book, in order. Raises BadInput where it is neither, broken, or
    has a document type.
    """
    gathered = _Gathered(part.name)
    parser = ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = gathered.begin
    parser.EndElementHandler = gathered.end
    parser.CharacterDataHandler = gathered.said
    parser.StartDoctypeDeclHandler = gathered.doctype
    try:
        for chunk in part.chunks():
            parser.Parse(chunk)
            yield from gathered.taken()
        parser.Parse(b"", True)
    except (
        ExpatError,
        LookupError,
        ValueError,
    ) as error:  # the last two for encodings nobody knows
        raise BadInput(f"{part.name} is not XML that can be read ({error}). {AGAIN}") from error
    yield from gathered.taken()


class _Gathered:
    """What the parser has come upon since it was last asked."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._inside: tuple[str, ...] = ()
        self._found: list[Event] = []

    def taken(self) -> list[Event]:
        found, self._found = self._found, []
        return found

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        self._inside = (*self._inside, name.rpartition(" ")[2])
        if self._inside[0] not in ROOTS:
            raise BadInput(
                f"{self._name} is not REFI-QDA: it begins with <{self._inside[0]}>, not with"
                f" <Project>. {AGAIN}"
            )
        if len(self._inside) > DEEPEST:
            raise BadInput(
                f"{self._name} has more than {DEEPEST} elements within one another, which no"
                f" project needs. {AGAIN}"
            )
        self._found.append(Event("begin", self._inside, attributes))

    def end(self, _name: str) -> None:
        self._found.append(Event("end", self._inside, {}))
        self._inside = self._inside[:-1]

    def said(self, text: str) -> None:
        self._found.append(Event("text", self._inside, {}, text))

    def doctype(self, *_about: object) -> NoReturn:
        raise BadInput(
            f"{self._name} has a document type (<!DOCTYPE>), which may hide harm and no project"
            f" has. {AGAIN}"
        )
