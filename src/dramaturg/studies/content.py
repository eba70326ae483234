"""The content of a study: its document with what its respondents are interviewed with."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import cast

from dramaturg.content.documents import Loaded, stored_content
from dramaturg.content.library import ENDINGS, Library
from dramaturg.engines.interviews.content import HELD, interview_parts, methodology_of, subject_of
from dramaturg.engines.interviews.held_talk import HeldTalk
from dramaturg.kernel.errors import ContentError, NotFound
from dramaturg.studies.base.document import ENGINE, Study
from dramaturg.studies.proofs import NAMED, study_faults
from dramaturg.turn.ports import StoredContent


def study_content(library: Library, name: str) -> StoredContent:
    """A study with its methodology, subject and guide, by its id in the library or as a file.

    Raises NotFound, or ContentError with everything that is wrong.
    """
    library, id = _shelf(library, name)
    loaded = cast(Loaded[Study], library.get("study", id))
    if faults := study_faults(loaded.document, ids_of(library)):
        raise ContentError(tuple(loaded.locate(fault) for fault in faults))
    study = loaded.document
    method, subject = methodology_of(library, study.methodology), subject_of(library, study.subject)
    if study.purpose and study.subject != subject.id:  # in words of its own
        subject = subject.model_copy(update={"objective": study.purpose})
    version = "+".join(
        (study.version, f"{method.id}@{method.version}", f"{subject.id}@{subject.version}")
    )
    parts = {
        "study": json.loads(loaded.body),
        **interview_parts(library, method, subject, study.guide),
    }
    return stored_content("studies", study.id, version, parts)


def study_of(content: StoredContent) -> Study:
    """The study, as it was opened."""
    return Study.model_validate(json.loads(content.body)["study"])


def interview_of(content: StoredContent) -> StoredContent:
    """What every respondent of a study is interviewed with."""
    parts = json.loads(content.body)
    study = Study.model_validate(parts.pop("study"))
    return stored_content(
        ENGINE,
        study.methodology,
        f"{study.id}@{content.version}",
        {**parts, "max_turns": study.turns},
    )


def held_interview_of(content: StoredContent, talk: HeldTalk) -> StoredContent:
    """What an interview that was held elsewhere is read with. It holds the talk itself, and so goes
    when the interview goes.
    """
    whole = interview_of(content)
    parts = {**json.loads(whole.body), HELD: asdict(talk), "max_turns": len(talk.answers)}
    return stored_content(ENGINE, whole.id, whole.version, parts)


def ids_of(library: Library) -> dict[str, set[str]]:
    """The ids that a study can name, by kind of document."""
    return {kind: {entry.id for entry in library.entries(kind)} for kind in NAMED}


def _shelf(library: Library, name: str) -> tuple[Library, str]:
    """Where to find the study of that name, and its id."""
    file = Path(name)
    if file.suffix not in ENDINGS:
        return library, name
    if not file.is_file():
        raise NotFound(
            f"there is no file {name}; give a YAML file with `kind: study`, or an id of the"
            " library."
        )
    entries = Library(library.kinds, (file,)).entries("study")
    if not entries:
        raise NotFound(
            f"{name} is no study: give a YAML file with `kind: study`, or an id of the library."
        )
    return Library(library.kinds, (*library.folders, file)), entries[0].id
