"""A second coder's codes against ours: read from a CSV file or a REFI-QDA project."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from dramaturg.app.studies.csv_files import read_csv, refuse
from dramaturg.app.studies.read_study import StudyMaterial
from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.base.evidence import InterviewEvidence
from dramaturg.studies.coding.agreement import Agreement, CodedAnswer, Coding, agreement, coding
from dramaturg.studies.figures.tables import NO_CODES
from dramaturg.studies.qdpx.project import unlike_names
from dramaturg.studies.qdpx.second_coder import read_codings

COLUMNS = ("interview", "turn", "code")


def agreement_with(material: StudyMaterial, file: Path, coder: str) -> Agreement:
    """How far a second coder agrees with the codes of a study: CSV with interview, turn, code, or a
    .qdpx. Raises BadInput.
    """
    book = material.book()
    names = unlike_names(book)
    ours = Coding(
        {
            unit: codes
            for interview in material.coded(book)
            for unit, codes in _answers(interview, names).items()
        }
    )
    theirs = (
        _from_project(material, file, coder)
        if file.suffix.lower() == ".qdpx"
        else read_coding(file)
    )
    return agreement(ours, theirs.over(ours.codes))


def _answers(
    interview: CodedInterview, names: Mapping[str, str]
) -> dict[CodedAnswer, frozenset[str]]:
    """By answer: the codes whose words stand in it, by the names they are exported under."""
    said = {turn: set[str]() for turn in _turns(interview.evidence)}
    for idea in interview.evidence.ideas:
        for words in idea.words:
            said[words.turn].add(names[interview.code_of[idea.id]])
    return {
        CodedAnswer(interview.evidence.respondent, turn): frozenset(names)
        for turn, names in said.items()
    }


def _from_project(material: StudyMaterial, file: Path, coder: str) -> Coding:
    second, study = read_codings(file, coder), material.context.study
    codes: dict[CodedAnswer, set[str]] = {}
    for testimony in material.read():
        if second.has(study, testimony.respondent):
            codes |= {CodedAnswer(testimony.respondent, turn): set() for turn in _turns(testimony)}
            for respondent, turn, code in second.coded(study, testimony):
                codes[CodedAnswer(respondent, turn)].add(code)
    return Coding({unit: frozenset(names) for unit, names in codes.items()})


def _turns(testimony: InterviewEvidence) -> Iterator[int]:
    return (line.turn for line in testimony.lines if line.speaker == "respondent")


def read_coding(path: Path) -> Coding:
    """A row for each code of an answer; an answer that was looked at and got none is one row with
    `-` as its code.
    """
    faults: list[tuple[int, str]] = []
    codes: dict[CodedAnswer, set[str]] = {}
    for row in read_csv(path, COLUMNS):
        interview, turn, code = (row.values[column] for column in COLUMNS)
        if not turn.isdecimal() or len(turn) >= 10:
            faults.append((row.line, f"{turn!r} is not the number of a turn"))
            continue
        given = codes.setdefault(CodedAnswer(interview, int(turn)), set())
        given |= {code} - {NO_CODES}
    refuse(str(path), faults)
    return coding(codes)
