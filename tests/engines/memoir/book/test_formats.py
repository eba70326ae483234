"""The book as Markdown, web page and e-book: whole, safe, and the same whenever it is made."""

from __future__ import annotations

import re
from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import pytest
from tests.engines.memoir.book.life import SITTINGS, WORLD
from tests.engines.memoir.book.told_lives import Said, World, memoir, rendered

from dramaturg.drawing.markdown import markdown_words
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.book.draft import BookOptions, draft
from dramaturg.engines.memoir.book.formats import FORMS, POLICY, Form

LIFE = memoir(SITTINGS, WORLD)
BOOK = draft(LIFE)
PAYLOAD = "<script>alert(1)</script> <img src=x onerror=alert(2)> [a](javascript:alert(3)) &lt;b&gt; ]]> \x01\ud800 --> we said."
OPF = "{http://www.idpf.org/2007/opf}"
XHTML = "{http://www.w3.org/1999/xhtml}"
HOSTILE = memoir(
    [
        (
            Said(PAYLOAD, "t1", ("childhood",)),
            Said("Eve's <i>house</i> was in <b>Hull</b>, and we said so.", "t1", ("childhood",)),
        )
    ],
    World({"t1": "<b>Hull</b>"}, {"<i>house</i>": "<script>x</script>"}, ("<b>Hull</b>",)),
    Teller(name='"><script>alert(4)</script>'),
    id="\x00<id>",
)


def files(book: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(book)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pages(book: bytes) -> dict[str, ElementTree.Element]:
    return {
        name: ElementTree.fromstring(body)
        for name, body in files(book).items()
        if name.endswith(".xhtml")
    }


EPUB = rendered(LIFE, "epub")


@pytest.mark.parametrize("form", FORMS)
def test_the_same_memoir_makes_the_same_bytes(form: Form) -> None:
    assert rendered(memoir(SITTINGS, WORLD), form) == rendered(LIFE, form)


@pytest.mark.parametrize("form", ["md", "html"])
def test_every_told_sentence_and_its_spoken_words_are_on_the_page(form: Form) -> None:
    page = re.sub(r"\\(.)", r"\1", rendered(LIFE, form).decode()).replace("&#x27;", "'")
    for sentence in BOOK.sentences:
        assert sentence.text in page
        assert all(" ".join(quote.span.text.split()) in page for quote in sentence.sources)


def test_linking_text_is_in_italics_in_every_form() -> None:
    number, chapter = next(
        (number, each) for number, each in enumerate(BOOK.chapters, 1) if each.subtitle.text
    )
    ours = chapter.subtitle.text
    assert f"*{ours}*" in rendered(LIFE, "md").decode()
    part = files(EPUB)[f"EPUB/chapter-{number}.xhtml"].decode()
    for page in (rendered(LIFE, "html").decode(), part):
        assert re.search(rf'<em class="linking" id="c{number}s2" title="[^"]+">{ours}</em>', page)


def test_what_was_left_out_is_no_part_of_the_book() -> None:
    for form in FORMS:
        text = (
            b"".join(files(rendered(LIFE, form)).values())
            if form == "epub"
            else rendered(LIFE, form)
        )
        assert b"off the record" not in text
        assert b"engaged" not in text


def test_a_title_of_ones_own_is_used() -> None:
    assert rendered(LIFE, "md", BookOptions(title="Up at the allotment")).startswith(
        b"# Up at the allotment\n"
    )


# ── markdown_words are text ────────────────────────────────────────────────────────────────────────────────


def test_on_the_web_page_words_are_never_markup() -> None:
    page = rendered(HOSTILE, "html").decode()
    assert not re.search(r"<(?:script|img|i|b)[ >]", page)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert f'content="{POLICY}"' in page
    assert not re.search(r'(?:src|href)="(?!#)', page)


def test_in_the_e_book_words_are_never_markup_and_everything_is_well_formed() -> None:
    for name, page in pages(rendered(HOSTILE, "epub")).items():
        tags = {element.tag.removeprefix(XHTML) for element in page.iter()}
        assert not tags & {"script", "img", "i", "b"}, name
    assert ElementTree.fromstring(files(rendered(HOSTILE, "epub"))["EPUB/package.opf"]) is not None


def test_in_markdown_words_are_never_marks() -> None:
    page = rendered(HOSTILE, "md").decode()
    assert not re.search(r"(?<!\\)<", page)
    assert not re.search(r"(?<!\\)\[(?!\^)", page)


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("1951. A good year.", "1951\\. A good year."),
        ("- no", "\\- no"),
        ("a *b* _c_ #d", "a \\*b\\* \\_c\\_ \\#d"),
        ("= a", "\\= a"),
    ],
)
def test_a_line_of_markdown_begins_no_list(said: str, written: str) -> None:
    assert markdown_words(said) == written


# ── the e-book ────────────────────────────────────────────────────────────────────────────────────


def test_the_e_book_begins_with_its_kind_uncompressed() -> None:
    with ZipFile(BytesIO(EPUB)) as archive:
        first = archive.infolist()[0]
    assert (first.filename, first.compress_type, first.extra) == ("mimetype", ZIP_STORED, b"")
    assert EPUB[38:58] == b"application/epub+zip"


def test_every_file_of_the_e_book_is_in_its_manifest_and_every_page_in_its_spine() -> None:
    package = ElementTree.fromstring(files(EPUB)["EPUB/package.opf"])
    items = {item.get("id"): item.get("href") for item in package.iter(f"{OPF}item")}
    inside = {name.removeprefix("EPUB/") for name in files(EPUB) if name.startswith("EPUB/")} - {
        "package.opf"
    }
    spine = [items[reference.get("idref")] for reference in package.iter(f"{OPF}itemref")]
    assert set(items.values()) == inside
    assert set(spine) == {name for name in inside if name.endswith(".xhtml")}
    assert spine[:2] == ["front.xhtml", "nav.xhtml"]
    assert [
        item.get("href") for item in package.iter(f"{OPF}item") if item.get("properties") == "nav"
    ] == ["nav.xhtml"]


@pytest.mark.parametrize("book", [EPUB, rendered(HOSTILE, "epub")])
def test_every_link_of_the_e_book_leads_somewhere_and_no_id_is_given_twice(book: bytes) -> None:
    targets: list[str] = []
    links: list[str] = []
    for name, page in pages(book).items():
        here = name.removeprefix("EPUB/")
        targets += [f"{here}#{id}" for element in page.iter() if (id := element.get("id"))]
        links += [href for element in page.iter(f"{XHTML}a") if (href := element.get("href"))]
    assert len(targets) == len(set(targets))
    assert set(links) <= set(targets)


def test_every_link_of_the_web_page_leads_somewhere_and_no_id_is_given_twice() -> None:
    page = rendered(LIFE, "html").decode()
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
