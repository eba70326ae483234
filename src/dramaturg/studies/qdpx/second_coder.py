"""A second coder's codings, from a .qdpx in which somebody coded the same interviews."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from dramaturg.kernel.errors import BadInput, did_you_mean
from dramaturg.studies.base.document import Study
from dramaturg.studies.base.evidence import InterviewEvidence
from dramaturg.studies.qdpx.container import AGAIN, project_part, source_text
from dramaturg.studies.qdpx.events import Event, events
from dramaturg.studies.qdpx.markup import clean
from dramaturg.studies.qdpx.project import SOFTWARE, source_guid
from dramaturg.studies.qdpx.transcript import transcript_text

INTERNAL = "internal://"
LINE_ENDS_ONCE = ("atlas", "qualcoder")  # programs that count \r\n in their files as one character
EMOJIS_TWICE = ("nvivo",)  # programs that count UTF-16 units, not code points
NOBODY = "somebody unnamed"


class CodedTurn(NamedTuple):
    """The respondent's answer of this turn has this code, by its name."""

    respondent: str
    turn: int
    code: str


@dataclass(frozen=True, slots=True)
class ProjectSource:
    """`path` and `text` say where its text is: in a file of the project, or right here."""

    guid: str
    name: str
    path: str
    text: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Selected:
    """From `start` to `end` of a source, as the program that wrote it counts. `code` and `by` are
    GUIDs.
    """

    start: int
    end: int
    code: str
    by: str


@dataclass(frozen=True, slots=True)
class SecondCoder:
    """What one coder did. `origin` is the program that wrote the file, `codes` are names
    by GUID.
    """

    file: Path
    origin: str
    codes: Mapping[str, str]
    sources: Sequence[ProjectSource]
    selected: Mapping[str, Sequence[Selected]]

    def has(self, study: Study, respondent: str) -> bool:
        """Whether the project holds this interview, coded or not."""
        return self._source(study, respondent) is not None

    def coded(self, study: Study, evidence: InterviewEvidence) -> list[CodedTurn]:
        """What was coded in an interview of ours, each code once a turn."""
        source = self._source(study, evidence.respondent)
        if source is None:
            return []
        transcript = transcript_text(evidence)
        text = self._text(source) or transcript.text
        at = counted(text, self.origin)
        answers = transcript.answers_in(f"{clean(text)}\n")
        found = {
            CodedTurn(evidence.respondent, turn, self.codes[each.code])
            for each in self.selected.get(source.guid, ())
            for turn, (start, end) in answers.items()
            if each.code in self.codes and at(each.start) < end and start < at(each.end)
        }
        return sorted(found)

    def _source(self, study: Study, respondent: str) -> ProjectSource | None:
        """Ours, coded further; else the first that has the respondent in its name."""
        ours, name = source_guid(study.id, respondent), respondent.casefold()
        named = (
            source for source in self.sources if name in re.findall(r"\w+", source.name.casefold())
        )
        return next((source for source in self.sources if source.guid == ours), next(named, None))

    def _text(self, source: ProjectSource) -> str | None:
        """What stands in the project itself; a path that leads out of it is not followed."""
        if source.path.startswith(INTERNAL):
            return source_text(self.file, source.path.removeprefix(INTERNAL))
        return "".join(source.text) or None


def read_codings(path: Path, coder: str = "") -> SecondCoder:
    """The codings of a person in a project: of `coder`, or of the only one there is beside our
    software.
    """
    with project_part(path) as part:
        read = _Reader(part.name)
        for event in events(part):
            read.take(event)
    whose = _coder(path, read, coder)
    theirs = {
        source: [each for each in selected if each.by in whose]
        for source, selected in read.selected.items()
    }
    return SecondCoder(path, read.origin, read.codes, read.sources, theirs)


def counted(text: str, origin: str) -> Callable[[int], int]:
    """From a position as the program counts it to one in the clean text."""

    def is_by(programs: Iterable[str]) -> bool:
        return any(program in origin.casefold() for program in programs)

    line_end, emoji = 1 if is_by(LINE_ENDS_ONCE) else 2, 2 if is_by(EMOJIS_TWICE) else 1
    widths = (
        line_end if piece == "\r\n" else emoji if piece > "\uffff" else 1
        for piece in re.findall(r"\r\n|.", text, re.DOTALL)
    )
    ends = list(accumulate(widths))
    return lambda position: bisect_right(ends, position)


# ── reading ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class _Reader:
    """What was found so far: names of users and codes by GUID, selections by source. `place` and
    `by` are of the newest.
    """

    file: str
    origin: str = ""
    users: dict[str, str] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    sources: list[ProjectSource] = field(default_factory=list)
    selected: dict[str, list[Selected]] = field(default_factory=dict)
    place: tuple[int, int] = (0, 0)
    by: str = ""

    def take(self, event: Event) -> None:
        given = event.attributes
        if "TextSource" in event.inside:
            self._take_from_source(event)
        elif event.what == "begin":
            name = " ".join(given.get("name", "").split())
            match event.name:
                case "Project":
                    self.origin = given.get("origin", "")
                case "User":
                    self.users[_guid(given, "guid")] = given.get("name", "").strip() or NOBODY
                case "Code":
                    self.codes[_guid(given, "guid")] = name

    def _take_from_source(self, event: Event) -> None:
        given = event.attributes
        match event.what, event.name:
            case "begin", "TextSource":
                about = given.get("name", ""), given.get("plainTextPath", "")
                self.sources.append(ProjectSource(_guid(given, "guid"), *about))
            case "text", "PlainTextContent":
                self.sources[-1].text.append(event.text)
            case "begin", "PlainTextSelection":
                start, end = (self._position(given, f"{side}Position") for side in ("start", "end"))
                self.place, self.by = (start, end), _guid(given, "creatingUser")
            case "begin", "Coding":
                self.by = _guid(given, "creatingUser") or self.by
            case "begin", "CodeRef" if "PlainTextSelection" in event.inside:
                selected = Selected(*self.place, _guid(given, "targetGUID"), self.by)
                self.selected.setdefault(self.sources[-1].guid, []).append(selected)

    def _position(self, given: Mapping[str, str], key: str) -> int:
        try:
            return int(given.get(key, ""))
        except ValueError:
            raise BadInput(
                f"{self.file} has a selection whose {key} is not a number. {AGAIN}"
            ) from None


def _guid(given: Mapping[str, str], key: str) -> str:
    """However it is written: with capitals, in braces."""
    return given.get(key, "").strip().strip("{}").lower()


def _coder(path: Path, read: _Reader, wanted: str) -> set[str]:
    """The GUIDs of whoever is meant."""
    coders = {
        each.by: read.users.get(each.by, NOBODY)
        for selected in read.selected.values()
        for each in selected
    }
    people = sorted({name for name in coders.values() if name != SOFTWARE})
    if not people:
        raise BadInput(
            f"{path} has no codings but ours: somebody has to code the interviews in it first."
        )
    if wanted and wanted.casefold() not in (name.casefold() for name in people):
        raise BadInput(f"{path} has no codings by {wanted!r}. {did_you_mean(wanted, people)}")
    if not wanted and len(people) > 1:
        raise BadInput(f"{path} has codings by {', '.join(people)}: say whose are meant.")
    name = (wanted or people[0]).casefold()
    return {guid for guid, each in coders.items() if each.casefold() == name}
