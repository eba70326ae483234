"""Writing a .qdpx project, one interview at a time: the same bytes for the same study."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from dramaturg.engines.interviews.base.methodology import Methodology
from dramaturg.studies.base.codes import CodeBook, CodedInterview
from dramaturg.studies.base.document import Study
from dramaturg.studies.figures.value_map import ValueMap
from dramaturg.studies.qdpx.markup import PROJECT, clean, element, opening, text, time
from dramaturg.studies.qdpx.method_note import MethodNote
from dramaturg.studies.qdpx.project import SOFTWARE, LinkOfCodes, Project, source_guid
from dramaturg.studies.qdpx.transcript import transcript_text

SOURCES = "Sources/"


class QdpxWriter:
    """Takes interviews in with `add` and ends with `close`, without which there is no project.

    Transcripts go into the file at once; cases and sources wait in temporary files, as project.qde
    wants all cases first.
    """

    def __init__(
        self,
        file: Path | IO[bytes],
        study: Study,
        methodology: Methodology,
        subject: str,
        book: CodeBook,
        when: datetime,
    ) -> None:
        self._open = ExitStack()
        self._zip = self._open.enter_context(ZipFile(file, "w"))
        self._project = Project(study, methodology.ontology, book, time(when))
        self._note = MethodNote(study, methodology, subject)
        self._about = f"{methodology.goal} Subject: {subject}."
        self._cases = self._open.enter_context(TemporaryFile())  # noqa: SIM115  # both are closed with the rest
        self._sources = self._open.enter_context(TemporaryFile())  # noqa: SIM115
        self._links: dict[LinkOfCodes, None] = {}
        self._others: dict[str, None] = {}

    def add(self, interview: CodedInterview) -> None:
        evidence, project = interview.evidence, self._project
        transcript = transcript_text(evidence)
        self._zip.writestr(
            _entry(f"{SOURCES}{source_guid(project.study.id, evidence.respondent)}.txt"),
            transcript.text,
        )
        opened = evidence.conduct.opened_at
        held = time(datetime.fromtimestamp(opened, UTC)) if opened else project.made
        self._cases.write(project.case(evidence).encode())
        self._sources.write(project.source(interview, transcript, held).encode())
        self._note.add(evidence.conduct)
        self._links |= dict.fromkeys(_links(interview))
        asked = {question.id for question in project.study.screener}
        self._others |= dict.fromkeys(name for name in evidence.variables if name not in asked)

    def close(self, value_map: ValueMap | None = None) -> None:
        project, note = self._project, self._project.guid("note", "method")
        self._zip.writestr(_entry(f"{SOURCES}{note}.txt"), clean(self._note.text))
        known = project.book.codes.keys()
        links = [link for link in self._links if {link.source, link.target} <= known]
        with self._open, self._zip.open(_entry("project.qde"), "w") as file:
            file.write(f'<?xml version="1.0" encoding="utf-8"?>\n{self._opening()}'.encode())
            people = project.users() + project.code_book() + project.variables(self._others)
            file.write(people.encode())
            _pour(self._cases, "Cases", file)
            _pour(self._sources, "Sources", file)
            rest = project.notes() + project.links(links) + project.graphs(value_map, links)
            about = text("Description", self._about) + element("NoteRef", {"targetGUID": note})
            file.write(f"{rest}{about}</Project>\n".encode())

    def _opening(self) -> str:
        project = self._project
        made = {
            "creatingUserGUID": project.software,
            "creationDateTime": project.made,
            "modifiedDateTime": project.made,
        }
        return opening(
            "Project", {"xmlns": PROJECT, "name": project.study.title, "origin": SOFTWARE, **made}
        )


def _entry(name: str) -> ZipInfo:
    """A file in the project without the time or the machine of its writing."""
    info = ZipInfo(name)
    info.create_system, info.external_attr, info.compress_type = 3, 0o644 << 16, ZIP_DEFLATED
    return info


def _links(interview: CodedInterview) -> Iterator[LinkOfCodes]:
    for link in interview.evidence.links:
        source, target = (interview.code_of.get(end) for end in (link.source, link.target))
        if source and target and source != target:
            yield LinkOfCodes(source, target, link.type)


def _pour(waiting: IO[bytes], name: str, into: IO[bytes]) -> None:
    """What waits, as one list; nothing where there is none."""
    if waiting.tell():
        waiting.seek(0)
        into.write(f"<{name}>".encode())
        shutil.copyfileobj(waiting, into)
        into.write(f"</{name}>".encode())
