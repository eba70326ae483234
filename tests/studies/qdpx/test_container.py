"""Files that mean harm, or are broken: each is refused with its name and a remedy."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from tests.engines.interviews.short_ladder import methodology
from tests.studies.qdpx.projects import exported, ridden

from dramaturg.kernel.errors import BadInput
from dramaturg.studies.qdpx import container
from dramaturg.studies.qdpx.code_books import read_codebook
from dramaturg.studies.qdpx.second_coder import read_codings

BOMB = '<!DOCTYPE Project [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><Project name="&b;"/>'
OUTSIDE = (
    '<!DOCTYPE Project [<!ENTITY a SYSTEM "file:///etc/hostname">]><Project name="x">&a;</Project>'
)


def zipped(**files: bytes | str) -> bytes:
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_", "."), content)
    return made.getvalue()


def flagged(data: bytes) -> bytes:
    """With the flag of a password set at its first file."""
    local, central = bytearray(data), data.index(b"PK\x01\x02")
    for place in (6, central + 8):
        local[place : place + 2] = struct.pack("<H", 1)
    return bytes(local)


def torn(data: bytes) -> bytes:
    """With bytes changed in the middle of the first file."""
    start = 30 + len("project.qde") + 4
    return data[:start] + b"\xff\xff\xff\xff" + data[start + 4 :]


HARM: dict[str, tuple[bytes, str]] = {
    "an entity bomb": (zipped(project_qde=BOMB), "document type"),
    "a file from outside": (zipped(project_qde=OUTSIDE), "document type"),
    "an entity bomb without a container": (BOMB.encode(), "document type"),
    "no project": (zipped(notes_txt="hello"), "holds no project.qde"),
    "an empty container": (zipped(), "holds no project.qde"),
    "broken XML": (zipped(project_qde="<Project><Users>"), "not XML that can be read"),
    "an undefined entity": (
        zipped(project_qde="<Project>&nbsp;</Project>"),
        "not XML that can be read",
    ),
    "an unknown encoding": (
        zipped(project_qde='<?xml version="1.0" encoding="klingon"?><Project/>'),
        "not XML that can be read",
    ),
    "a web page": (zipped(project_qde="<html/>"), "begins with <html>"),
    "too deep": (zipped(project_qde="<Project>" + "<Code>" * 100_000), "within one another"),
    "no XML at all": (b"\x00\x01\x02", "not XML that can be read"),
    "nothing": (b"", "not XML that can be read"),
    "a password": (flagged(zipped(project_qde="<Project/>" * 50)), "password"),
    "torn": (torn(zipped(project_qde="<Project>" + "x" * 999)), "damaged"),
}
READERS: dict[str, Callable[[Path], object]] = {
    "codes": lambda path: read_codebook(path, methodology().ontology),
    "codings": read_codings,
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("harm", HARM)
def test_harmful_and_broken_files_are_refused_with_a_remedy(
    tmp_path: Path, harm: str, reader: str
) -> None:
    data, told = HARM[harm]
    path = tmp_path / "theirs.qdpx"
    path.write_bytes(data)
    with pytest.raises(BadInput, match=r"theirs\.qdpx.*Export it") as refused:
        READERS[reader](path)
    assert told in str(refused.value)


@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_unpacks_to_too_much_is_refused_early(
    tmp_path: Path, reader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(container, "MOST_PROJECT", 2**20)
    path = tmp_path / "theirs.qdpx"
    path.write_bytes(zipped(project_qde=b"<Project>" + b" " * 2**24))
    assert path.stat().st_size < 2**15
    with pytest.raises(BadInput, match="larger than 1 MB unpacked"):
        READERS[reader](path)


@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_is_not_there_is_told(tmp_path: Path, reader: str) -> None:
    with pytest.raises(BadInput, match=r"gone\.qdpx cannot be read: no such file"):
        READERS[reader](tmp_path / "gone.qdpx")


def test_nothing_is_ever_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "in" / "theirs.qdpx"
    path.parent.mkdir()
    path.write_bytes(exported([ridden()]))
    with ZipFile(path, "a") as archive:
        archive.writestr("../../escaped.txt", "x")
        archive.writestr("/absolute.txt", "x")
    read_codebook(path, methodology().ontology)
    assert [each.name for each in tmp_path.rglob("*")] == ["in", "theirs.qdpx"]


def test_a_torn_source_is_told(tmp_path: Path) -> None:
    path = tmp_path / "theirs.qdpx"
    data = bytearray(zipped(a_txt="some words of somebody" * 9))
    data[40:44] = b"\xff\xff\xff\xff"
    path.write_bytes(bytes(data))
    with pytest.raises(BadInput, match=r"theirs\.qdpx is damaged"):
        container.source_text(path, "a.txt")


def test_a_source_is_found_in_any_folder_and_spelling(tmp_path: Path) -> None:
    path = tmp_path / "theirs.qdpx"
    with ZipFile(path, "w") as archive:
        archive.writestr("sources/A.TXT", b"\xef\xbb\xbfhello")
    assert container.source_text(path, "a.txt") == "hello"
    assert container.source_text(path, "../../etc/hostname") is None
