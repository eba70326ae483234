"""Code books that come back, and code books from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engines.interviews.short_ladder import methodology
from tests.studies.qdpx.projects import CODES, book, exported, project_file, ridden

from dramaturg.kernel.errors import BadInput
from dramaturg.studies.base.codes import Code, ImportedCode
from dramaturg.studies.qdpx.code_books import read_codebook

ONTOLOGY = methodology().ontology


def code_book(codes: str) -> str:
    return f'<CodeBook xmlns="urn:QDA-XML:codebook:1.0" origin="Some program"><Codes>{codes}</Codes></CodeBook>'


def read(folder: Path, codes: str) -> tuple[ImportedCode, ...]:
    path = folder / "theirs.qdc"
    path.write_text(code_book(codes), encoding="utf-8")
    return read_codebook(path, ONTOLOGY)


def test_our_own_code_book_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "ours.qdpx"
    odd = Code("c4", 'a <b> & "c" 😀 é', "reason", description="Two\nlines & more.")
    path.write_bytes(exported([ridden()], book(*CODES, odd)))
    assert read_codebook(path, ONTOLOGY) == tuple(
        ImportedCode(f"i{number}", code.name, code.type, code.description)
        for number, code in enumerate((*CODES, odd), start=1)
    )


def test_folders_are_no_codes_but_codes_within_codes_are(tmp_path: Path) -> None:
    codes = read(
        tmp_path,
        """<Code guid="1" name="Things" isCodable="false">
             <Code guid="2" name="frame" isCodable="true"><Description>The frame.</Description>
               <Code guid="3" name="steel" isCodable="true"/></Code></Code>""",
    )
    assert codes == (
        ImportedCode("i1", "frame", "", "Under: Things.\n\nThe frame."),
        ImportedCode("i2", "steel", "", "Under: Things / frame."),
    )


@pytest.mark.parametrize("folder", ["reason", "REASON"])
def test_a_folder_named_like_a_type_gives_its_codes_the_type(tmp_path: Path, folder: str) -> None:
    codes = read(
        tmp_path,
        f'<Code guid="1" name="{folder}" isCodable="false"><Code guid="2" name="joy" isCodable="true"/></Code>',
    )
    assert codes == (ImportedCode("i1", "joy", "reason"),)


def test_codes_of_the_same_name_have_their_folders_in_it(tmp_path: Path) -> None:
    codes = read(
        tmp_path,
        """<Code guid="1" name="price" isCodable="0"><Code guid="2" name="too high" isCodable="1"/></Code>
           <Code guid="3" name="saddle" isCodable="0"><Code guid="4" name="Too  high" isCodable="1"/></Code>
           <Code guid="5" name="" isCodable="1"/>""",
    )
    assert [code.name for code in codes] == ["price / too high", "saddle / Too high"]


@pytest.mark.parametrize(
    "name", ["project.qde", "Project.qde", "PROJECT.QDE", "my study/project.qde", "My study.qde"]
)
def test_the_project_is_found_however_it_is_named(tmp_path: Path, name: str) -> None:
    codes = '<CodeBook><Codes><Code guid="1" name="joy"/></Codes></CodeBook>'
    project = f'<Project xmlns="urn:QDA-XML:project:1.0" name="x">{codes}</Project>'
    path = project_file(tmp_path, {"Sources/a.txt": "x", name: f"\ufeff{project}".encode()})
    assert [code.name for code in read_codebook(path, ONTOLOGY)] == ["joy"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "latin-1"])
def test_other_encodings_are_read(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "theirs.qdc"
    codes = code_book('<Code guid="1" name="Möwe"/>')
    path.write_bytes(f'<?xml version="1.0" encoding="{encoding}"?>{codes}'.encode(encoding))
    assert [code.name for code in read_codebook(path, ONTOLOGY)] == ["Möwe"]


def test_a_project_without_codes_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"theirs\.qdc holds no codes\. Export it once more"):
        read(tmp_path, "")
