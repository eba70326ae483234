"""The book as a PDF for print: its words can be searched, and its pages are a book's."""

from __future__ import annotations

import re
import zlib

import pytest
from tests.engines.memoir.book.life import SITTINGS, WORLD
from tests.engines.memoir.book.told_lives import Said, memoir, rendered

from dramaturg.drawing.typeface import ITALIC, SERIF, typeface
from dramaturg.drawing.typesetting import set_lines, words_of
from dramaturg.engines.memoir.book.draft import draft
from dramaturg.kernel.errors import BadInput

LIFE = memoir(SITTINGS, WORLD)
BOOK = draft(LIFE)
PDF = rendered(LIFE, "pdf")


def streams(file: bytes) -> list[bytes]:
    found = re.findall(rb"/Filter /FlateDecode[^>]*>>\nstream\n(.*?)\nendstream", file, re.DOTALL)
    return [zlib.decompress(each) for each in found]


def text_of(page: bytes) -> str:
    """What a page says: glyphs back to letters."""
    faces = {
        name: {glyph: chr(letter) for letter, glyph in typeface(name).glyphs.items()}
        for name in (SERIF, ITALIC)
    }
    lines = re.findall(r"/([\w-]+) [\d.]+ Tf [\d.]+ [\d.]+ Td \[(.*?)\] TJ", page.decode())
    return " ".join(
        "".join(
            faces[face][int(code, 16)]
            for run in re.findall(r"<(\w+)>", said)
            for code in re.findall("....", run)
        )
        for face, said in lines
    )


PAGES = [text_of(each) for each in streams(PDF) if b" Tf " in each]


def test_every_word_of_every_chapter_is_on_its_pages_in_order() -> None:
    whole = re.sub(r"\W+", " ", " ".join(PAGES))
    for chapter in BOOK.chapters:
        for sentence in chapter.sentences:
            for word in sentence.text.split()[:4]:
                assert re.sub(r"\W+", " ", word).strip() in whole


def test_contents_name_the_page_on_which_each_chapter_begins() -> None:
    contents = next(page for page in PAGES if page.startswith("Contents"))
    for chapter in BOOK.chapters:
        number = re.search(re.escape(chapter.title.text) + r" (\d+)", contents)
        assert number
        opening = next(page for page in PAGES if page.startswith(chapter.title.text))
        assert opening.endswith(f" {number[1]}")


def test_the_file_is_the_same_whenever_it_is_made_and_every_offset_leads_to_its_object() -> None:
    assert rendered(memoir(SITTINGS, WORLD), "pdf") == PDF
    table = PDF[int(PDF.rsplit(b"startxref\n", 1)[1].split()[0]) :]
    places = [int(line[:10]) for line in table.split(b"trailer")[0].splitlines()[3:]]
    for number, place in enumerate(places, 1):
        assert PDF[place:].startswith(f"{number} 0 obj".encode())


def test_lines_fill_the_measure_and_never_run_over_it() -> None:
    words = words_of(
        "We had a room in Hillfields, the two of us, with a gas ring, and the landlady counted the lumps of coal. "
        * 4
    )
    for line in set_lines(words, 300.0, 10.5, 13.0)[:-1]:
        width = line.indent + sum(word.face.width(word.text, 10.5) for word in line.words)
        assert width + line.space * (len(line.words) - 1) == pytest.approx(300.0)


def test_letters_that_the_typeface_lacks_are_named_with_what_to_do() -> None:
    with pytest.raises(BadInput, match=r"no letters for: ਪ.*epub"):
        rendered(
            memoir([[Said("My village ਪਿੰਡ was small and green and far from anywhere.")]]), "pdf"
        )
