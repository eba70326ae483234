"""A second coder's work on our interviews, whatever program they used."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest
from tests.studies.qdpx.projects import STUDY, exported, files, project_file, ridden

from dramaturg.kernel.errors import BadInput
from dramaturg.studies.base import evidence
from dramaturg.studies.base.evidence import TranscriptLine
from dramaturg.studies.qdpx.project import source_guid
from dramaturg.studies.qdpx.second_coder import CodedTurn, counted, read_codings
from dramaturg.studies.qdpx.transcript import transcript_text

ANN, BO = "11111111-1111-1111-1111-111111111111", "22222222-2222-2222-2222-222222222222"
LINES = (
    TranscriptLine(1, "interviewer", "What is it to you?"),
    TranscriptLine(1, "respondent", "It is light 😀😀😀😀 and\nquick."),
    TranscriptLine(2, "interviewer", "Why?"),
    TranscriptLine(2, "respondent", "No idea."),
    TranscriptLine(3, "interviewer", "And then?"),
    TranscriptLine(3, "respondent", "I rest."),
)
TOLD = evidence.InterviewEvidence("R007", "s", lines=LINES)
TEXT = transcript_text(TOLD).text


def selection(start: int, end: int, code: str, by: str = ANN) -> str:
    coding = f'<Coding guid="x"><CodeRef targetGUID="{code}"/></Coding>'
    place = f'startPosition="{start}" endPosition="{end}"'
    return f'<PlainTextSelection guid="y" creatingUser="{by}" {place}>{coding}</PlainTextSelection>'


def at(words: str, code: str, text: str = TEXT, by: str = ANN) -> str:
    start = text.index(words)
    return selection(start, start + len(words), code, by)


def project(
    *selections: str,
    source: str = 'guid="s1" name="R007" plainTextPath="internal://s1.txt"',
    origin: str = "Else",
    inside: str = "",
) -> str:
    users = f'<Users><User guid="{ANN}" name="Ann"/><User guid="{BO}" name="Bo"/></Users>'
    codes = '<CodeBook><Codes><Code guid="{C1}" name="light frame"/><Code guid="c2" name="rest"/></Codes></CodeBook>'
    sources = f"<Sources><TextSource {source}>{inside}{''.join(selections)}</TextSource></Sources>"
    return f'<Project xmlns="urn:QDA-XML:project:1.0" name="x" origin="{origin}">{users}{codes}{sources}</Project>'


def coded(
    folder: Path, qde: str, text: str | None = TEXT, coder: str = ""
) -> list[tuple[int, str]]:
    path = project_file(
        folder,
        {"project.qde": qde, **({"Sources/s1.txt": text.encode()} if text is not None else {})},
    )
    return [(each.turn, each.code) for each in read_codings(path, coder).coded(STUDY, TOLD)]


def test_a_selection_codes_every_answer_it_touches(tmp_path: Path) -> None:
    assert coded(
        tmp_path,
        project(at("light", "c1"), at("idea.\nInterviewer: And then?\nRespondent: I", "c2")),
    ) == [(1, "light frame"), (2, "rest"), (3, "rest")]


def test_what_is_coded_in_a_question_is_no_answer(tmp_path: Path) -> None:
    assert coded(tmp_path, project(at("Why?", "c1"), at("Respondent: ", "c2"))) == []


def test_the_same_code_twice_in_an_answer_is_one(tmp_path: Path) -> None:
    assert coded(tmp_path, project(at("light", "c1"), at("quick", "c1"))) == [(1, "light frame")]


def test_one_selection_can_have_several_codings(tmp_path: Path) -> None:
    several = selection(30, 60, "c1").replace(
        "</PlainTextSelection>",
        '<Coding guid="z"><CodeRef targetGUID="c2"/></Coding></PlainTextSelection>',
    )
    assert coded(tmp_path, project(several)) == [(1, "light frame"), (1, "rest")]


@pytest.mark.parametrize(
    "source",
    [
        'guid="s1" name="r007.txt" plainTextPath="internal://s1.txt"',
        'guid="s1" name="Interview R007 (final)" plainTextPath="internal://S1.TXT"',
        f'guid="{{{source_guid("bicycles", "R007").upper()}}}" name="renamed" plainTextPath="internal://s1.txt"',
        'guid="s1" name="R007" plainTextPath="absolute:///etc/passwd"',
        'guid="s1" name="R007"',
    ],
)
def test_an_interview_is_known_by_its_guid_or_its_name(tmp_path: Path, source: str) -> None:
    assert coded(tmp_path, project(at("idea", "c2"), source=source)) == [(2, "rest")]


@pytest.mark.parametrize("name", ["R0071", "R070", ""])
def test_somebody_elses_interview_is_not_taken_for_ours(tmp_path: Path, name: str) -> None:
    qde = project(
        at("idea", "c2"), source=f'guid="s1" name="{name}" plainTextPath="internal://s1.txt"'
    )
    path = project_file(tmp_path, {"project.qde": qde})
    assert read_codings(path).coded(STUDY, TOLD) == []
    assert not read_codings(path).has(STUDY, "R007")


def test_a_text_may_stand_in_the_project_itself(tmp_path: Path) -> None:
    shifted = f"Read on Monday\n{TEXT}"
    inside = f"<PlainTextContent>{shifted}</PlainTextContent>"
    assert coded(
        tmp_path,
        project(at("No", "c2", shifted), source='guid="s1" name="R007"', inside=inside),
        None,
    ) == [(2, "rest")]


WINDOWS = TEXT.replace("\n", "\r\n")
UNITS = "".join(letter + "+" if letter > "\uffff" else letter for letter in TEXT)


@pytest.mark.parametrize(
    ("origin", "file", "as_counted"),
    [
        ("Else", TEXT, TEXT),
        ("Else", f"\ufeff{TEXT}", TEXT),
        ("MAXQDA 2024", WINDOWS, WINDOWS),
        ("ATLAS.ti 23", WINDOWS, TEXT),
        ("QualCoder 3.7", WINDOWS, TEXT),
        ("NVivo 14", TEXT, UNITS),
    ],
)
def test_each_program_counts_in_its_own_way(
    tmp_path: Path, origin: str, file: str, as_counted: str
) -> None:
    assert coded(
        tmp_path,
        project(at("N", "c2", as_counted), at("t.", "c1", as_counted), origin=origin),
        file,
    ) == [(2, "rest"), (3, "light frame")]


@pytest.mark.parametrize(("position", "place"), [(-5, 0), (0, 0), (1, 1), (2, 1), (3, 2), (99, 3)])
def test_a_position_outside_or_within_a_line_end_is_moved_to_the_next(
    position: int, place: int
) -> None:
    assert counted("a\r\nb", "Else")(position) == place


# ── whose codings ─────────────────────────────────────────────────────────────────────────────────


def test_our_own_codings_are_not_the_second_coders(tmp_path: Path) -> None:
    theirs = recoded(exported([ridden()]), tmp_path)
    assert read_codings(theirs).coded(STUDY, ridden().evidence) == [CodedTurn("R001", 1, "rest")]


def recoded(ours: bytes, folder: Path) -> Path:
    """Our export, in which Ann coded a few words of the answer as rest."""
    held = files(ours)
    qde = held["project.qde"].decode()
    rest = qde[: qde.index('name="rest"')].rpartition('guid="')[2][:36]
    qde = qde.replace("</Users>", f'<User guid="{ANN}" name="Ann"/></Users>').replace(
        "</TextSource>", f"{selection(50, 55, rest)}</TextSource>"
    )
    path = folder / "recoded.qdpx"
    with ZipFile(path, "w") as container:
        for name, content in {**held, "project.qde": qde.encode()}.items():
            container.writestr(name, content)
    return path


def test_one_of_several_coders_has_to_be_named(tmp_path: Path) -> None:
    both = project(at("light", "c1"), at("idea", "c2", by=BO))
    assert coded(tmp_path, both, coder="bo") == [(2, "rest")]
    with pytest.raises(BadInput, match=r"theirs\.qdpx has codings by Ann, Bo: say whose"):
        coded(tmp_path, both)
    with pytest.raises(BadInput, match=r"no codings by 'Anne'\. Did you mean 'Ann'"):
        coded(tmp_path, both, coder="Anne")


def test_a_project_that_nobody_coded_is_told(tmp_path: Path) -> None:
    path = tmp_path / "ours.qdpx"
    path.write_bytes(exported([ridden()]))
    with pytest.raises(BadInput, match=r"ours\.qdpx has no codings but ours"):
        read_codings(path)


def test_the_coder_of_a_coding_comes_before_that_of_its_selection(tmp_path: Path) -> None:
    theirs = at("light", "c1").replace('<Coding guid="x"', f'<Coding guid="x" creatingUser="{BO}"')
    assert coded(tmp_path, project(theirs), coder="Bo") == [(1, "light frame")]


@pytest.mark.parametrize("position", ["", "x", "9" * 5000])
def test_a_position_that_is_no_number_is_told(tmp_path: Path, position: str) -> None:
    with pytest.raises(BadInput, match="startPosition is not a number"):
        coded(
            tmp_path,
            project(
                selection(3, 5, "c1").replace('startPosition="3"', f'startPosition="{position}"')
            ),
        )


def test_codes_that_the_code_book_does_not_have_are_left_out(tmp_path: Path) -> None:
    assert coded(tmp_path, project(at("light", "c9"), at("idea", "c2"))) == [(2, "rest")]
