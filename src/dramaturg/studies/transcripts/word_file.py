"""Word files: the paragraphs of a .docx, read by the standard library within limits; nothing is
unpacked to the disk and no entity expanded.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn
from xml.parsers.expat import ExpatError, ParserCreate
from zipfile import BadZipFile, ZipFile

from dramaturg.kernel.errors import BadInput

BODY = "word/document.xml"
MOST = 64 * 2**20  # bytes unpacked: a hundred hours of talk
CHUNK = 2**16
DEEPEST = 500
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main "
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main "
AGAIN = "Open it and save it again as .docx."


def paragraphs(path: Path) -> list[tuple[int, str]]:
    """Numbered from 1; of a table's row the cells stand beside one another, with tabs between.
    Raises BadInput.
    """
    try:
        with ZipFile(path) as packed, packed.open(BODY) as body:
            return _read(body, path)
    except KeyError:
        raise BadInput(f"{path} holds no text, so it is no Word file. {AGAIN}") from None
    except RuntimeError as error:  # what zipfile raises for a file with a password
        raise BadInput(f"{path} has a password. Save it without one.") from error
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, ExpatError) as error:
        raise BadInput(f"{path} is damaged: {error}. {AGAIN}") from error


def _read(body: object, path: Path) -> list[tuple[int, str]]:
    gathered, parser, size = _Paragraphs(), ParserCreate(namespace_separator=" "), 0

    def refused(*_: object) -> NoReturn:
        raise BadInput(f"{path} has a document type, which no Word file needs. {AGAIN}")

    parser.buffer_text = True
    parser.StartElementHandler = gathered.begin
    parser.EndElementHandler = gathered.end
    parser.CharacterDataHandler = gathered.said
    parser.StartDoctypeDeclHandler = refused
    for chunk in _chunks(body):
        size += len(chunk)
        if size > MOST or gathered.depth > DEEPEST:
            raise BadInput(f"{path} is larger unpacked than {MOST // 2**20} MB. Part it in two.")
        parser.Parse(chunk)
    parser.Parse(b"", True)
    return [(number, text) for number, text in enumerate(gathered.found, 1) if text.strip()]


def _chunks(body: object) -> Iterator[bytes]:
    while chunk := body.read(CHUNK):  # type: ignore[attr-defined]  # a file of a ZIP
        yield chunk


class _Paragraphs:
    """What was found so far. In a row, paragraphs of a cell are one, and cells have tabs
    between.
    """

    def __init__(self) -> None:
        self.found: list[str] = []
        self.depth = 0
        self._text: list[str] = []
        self._row: list[list[str]] = []
        self._rows = 0
        self._is_text = False

    def begin(self, name: str, _: object) -> None:
        self.depth += 1
        match _local(name):
            case "tr":
                self._rows += 1
                self._row = []
            case "tc":
                self._row.append([])
            case "t":
                self._is_text = True
            case "tab":
                self._text.append("\t")
            case "br" | "cr":
                self._text.append("\n")

    def said(self, text: str) -> None:
        if self._is_text:
            self._text.append(text)

    def end(self, name: str) -> None:
        self.depth -= 1
        match _local(name):
            case "t":
                self._is_text = False
            case "p":
                self._paragraph()
            case "tr":
                self._rows -= 1
                cells = (" ".join(filter(None, cell)).strip() for cell in self._row)
                self.found.append("\t".join(filter(None, cells)))

    def _paragraph(self) -> None:
        text, self._text = "".join(self._text), []
        if self._rows and self._row:
            self._row[-1].append(" ".join(text.split()))
        else:
            self.found += text.split("\n")


def _local(name: str) -> str:
    return name.removeprefix(WORD).removeprefix(STRICT)
