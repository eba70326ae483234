"""Transcripts of six kinds of files: what is read of each, who is taken to be who, and what is said
of files that cannot be read.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from dramaturg.kernel.errors import BadInput
from dramaturg.studies.transcripts import word_file
from dramaturg.studies.transcripts.files import read_files
from dramaturg.studies.transcripts.recording import Recording, talk_of
from dramaturg.studies.transcripts.speakers import confirmed, speakers_of

QUESTION, ANSWER = "Why do you swim?", "Because the lake wakes me up: it is cold."
MORE, LAST = "And what does that do?", "I start the day calm."
TALK = ((QUESTION, MORE, ""), (ANSWER, LAST))
WORD = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{}</w:body></w:document>'


def _labelled(first: str, second: str) -> str:
    return f"""\
A talk, 3 May

{first}: {QUESTION}
{second}: {ANSWER[:30]}
{ANSWER[30:].strip()}
{first}: {MORE}
{second}: {LAST}"""


def _word(*rows: str) -> str:
    return WORD.format("".join(rows))


def _paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def _row(who: str, said: str) -> str:
    cells = "".join(f"<w:tc>{_paragraph(each)}</w:tc>" for each in (who, said))
    return f"<w:tr>{cells}</w:tr>"


def _packed(path: Path, name: str, text: str) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(name, text)


def _spoken() -> list[tuple[str, str]]:
    return [("Ada Hill", QUESTION), ("Ben", ANSWER), ("Ada Hill", MORE), ("Ben", LAST)]


def _text(path: Path) -> Path:
    path.with_suffix(".txt").write_text(_labelled("I", "P1"), encoding="utf-8")
    return path.with_suffix(".txt")


def _windows(path: Path) -> Path:
    path.with_suffix(".txt").write_bytes(_labelled("Zoë", "Ben").encode("cp1252"))
    return path.with_suffix(".txt")


def _utf16(path: Path) -> Path:
    path.with_suffix(".txt").write_text(_labelled("Interviewer", "Søren"), encoding="utf-16")
    return path.with_suffix(".txt")


def _heads(path: Path) -> Path:
    """As services write that listen: a name with a time above what is said."""
    lines = (f"{who}  0:0{at}\n{said}\n" for at, (who, said) in enumerate(_spoken()))
    path.with_suffix(".txt").write_text("\n".join(lines), encoding="utf-8")
    return path.with_suffix(".txt")


def _docx(path: Path) -> Path:
    rows = (_paragraph(f"{who}: {said}") for who, said in _spoken())
    _packed(path.with_suffix(".docx"), word_file.BODY, _word(*rows))
    return path.with_suffix(".docx")


def _docx_table(path: Path) -> Path:
    table = "".join(_row(*each) for each in _spoken())
    _packed(path.with_suffix(".docx"), word_file.BODY, _word(f"<w:tbl>{table}</w:tbl>"))
    return path.with_suffix(".docx")


def _vtt(path: Path) -> Path:
    cues = [
        f"{at}\n00:00:0{at}.000 --> 00:00:0{at}.900\n<v {who}>{said}</v>\n"
        for at, (who, said) in enumerate(_spoken())
    ]
    path.with_suffix(".vtt").write_text("\n".join(["WEBVTT\n", *cues]), encoding="utf-8")
    return path.with_suffix(".vtt")


def _srt(path: Path) -> Path:
    cues = [
        f"{at}\n00:00:0{at},000 --> 00:00:0{at},900\n{who}: <i>{said}</i>\n"
        for at, (who, said) in enumerate(_spoken(), 1)
    ]
    path.with_suffix(".srt").write_text("\n".join(cues), encoding="utf-8")
    return path.with_suffix(".srt")


def _csv(path: Path) -> Path:
    rows = (f'{at};{who};"{said}"' for at, (who, said) in enumerate(_spoken()))
    path.with_suffix(".csv").write_text("\n".join(["no;name;words", *rows]), encoding="utf-8")
    return path.with_suffix(".csv")


def _qdpx(path: Path) -> Path:
    project = (
        '<Project xmlns="urn:QDA-XML:project:1.0" name="p"><Sources><TextSource guid="1"'
        f' name="Lake"><PlainTextContent>{_labelled("Ada", "Ben")}</PlainTextContent></TextSource>'
        "</Sources></Project>"
    )
    _packed(path.with_suffix(".qdpx"), "project.qde", project)
    return path.with_suffix(".qdpx")


KINDS = (_text, _windows, _utf16, _heads, _docx, _docx_table, _vtt, _srt, _csv, _qdpx)


@pytest.mark.parametrize("written", KINDS)
def test_every_kind_of_file_gives_the_same_questions_and_answers(
    written: Callable[[Path], Path], tmp_path: Path
) -> None:
    (recording,) = read_files([written(tmp_path / "lake")])
    roles = {each.name: each.role for each in speakers_of(recording)}
    talk = talk_of(recording, roles)
    assert (talk.questions, talk.answers) == TALK


def test_who_asks_is_taken_for_the_interviewer_however_much_they_say(tmp_path: Path) -> None:
    recording = _recording(
        tmp_path,
        f"Mara: {QUESTION} {'I ask since I swim too. ' * 20}\nJo: It is cold.\n"
        f"Mara: {MORE}\nJo: {LAST} Do you see?\nMara: Why is that?\nJo: So it is.\nKit: Hm.",
    )
    found = {each.name: (each.role, each.sure) for each in speakers_of(recording)}
    assert found["Mara"] == ("interviewer", True)
    assert found["Jo"][0] == "respondent"
    assert found["Kit"][0] == "left_out"


def test_what_somebody_says_of_the_speakers_stands_over_the_guess(tmp_path: Path) -> None:
    recording = _recording(tmp_path, _labelled("Ada", "Ben"))
    roles, wrong = confirmed(recording, ["ben"], "ADA")
    assert (roles, wrong) == ({"Ada": "respondent", "Ben": "interviewer"}, "")
    assert confirmed(recording, [], "Bem")[1] == (
        "nobody in it is called 'Bem'. Did you mean 'Ben'?"
    )


def test_all_faults_of_all_files_are_told_at_once_with_place_and_remedy(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.docx"
    _packed(bomb, word_file.BODY, _word("<w:p/>" * (word_file.MOST // 6)))
    entities = tmp_path / "entities.docx"
    _packed(entities, word_file.BODY, f'<!DOCTYPE x [<!ENTITY a "aaaa">]>{_word()}')
    files = {
        "alone.txt": "Ada: Hello.\nAda: Is anybody there?",
        "unsaid.txt": "It was a cold day.\nNobody said anything.",
        "empty.txt": "  \n",
        "broken.docx": "no archive",
        "bare.srt": "1\nno times here",
        "nobody.csv": "speaker,text\nAda,Hello\n,Hm",
        "talk.pdf": "%PDF",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as told:
        read_files([*(tmp_path / name for name in files), bomb, entities, tmp_path / "gone.txt"])
    faults = [line.removeprefix(f"{tmp_path}/") for line in str(told.value).splitlines()]
    assert [fault.split(" ")[0].rstrip(":") for fault in faults] == [
        "alone.txt:1",
        "unsaid.txt:1",
        "empty.txt",
        "broken.docx",
        "bare.srt",
        "nobody.csv:3",
        "talk.pdf",
        "bomb.docx",
        "entities.docx",
        "gone.txt",
    ]
    assert "Begin what each says with a name and a colon." in faults[0]
    assert "larger unpacked" in faults[7]


def _recording(folder: Path, text: str) -> Recording:
    (folder / "talk.txt").write_text(text, encoding="utf-8")
    return read_files([folder / "talk.txt"])[0]
