"""The book for a printer: A5, running heads, page numbers, contents, chapters on pages of their
own, timeline and family as pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from dramaturg.drawing.pdf import POINTS, Bookmark, PdfPage, pdf
from dramaturg.drawing.typeface import ITALIC, SERIF, typeface
from dramaturg.drawing.typesetting import SetLine, Word, set_lines, words_of
from dramaturg.engines.memoir.book import origins
from dramaturg.engines.memoir.book.draft import BookDraft, DraftChapter, DraftParagraph
from dramaturg.engines.memoir.book.markup import BACK_MATTER, shown_name
from dramaturg.kernel.errors import BadInput

WIDTH, HEIGHT = 148 * POINTS, 210 * POINTS
INNER, OUTER, TOP, BOTTOM = 20 * POINTS, 16 * POINTS, 21 * POINTS, 21 * POINTS
MEASURE = WIDTH - INNER - OUTER
SIZE, LEADING, INDENT = 10.5, 14.5, 13.0
SMALL, HEADING, TITLE = 8.5, 12.0, 20.0
ROWS = int((HEIGHT - TOP - BOTTOM) / LEADING)
SINK = 5  # rows above the title of a chapter
FEWEST = 2  # lines of a paragraph that stand alone on a page
LONGEST_HEAD = 60


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together: a paragraph, a heading. `before` are rows left free above it,
    `keeps` says that something must follow it on its page.
    """

    lines: tuple[SetLine, ...]
    size: float = SIZE
    before: float = 0.0
    keeps: bool = False
    centred: bool = False


@dataclass
class Sheet:
    """A page as it fills: what is put on it, by rows from the top."""

    head: str = ""
    opens: bool = False
    rows: float = 0.0
    put: list[tuple[float, SetLine, Block]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Part:
    """A chapter or a part of the back matter, on sheets of its own."""

    title: str
    sheets: tuple[Sheet, ...]


def for_print(draft: BookDraft) -> bytes:
    """The PDF. Raises BadInput for letters that the typeface does not have."""
    _require_letters(draft)
    chapters = [_chapter(chapter) for chapter in draft.chapters]
    parts = [*chapters, *_back_matter(draft)]
    front = _front(draft, [part.title for part in parts])
    first, places = len(front), []
    for part in parts:
        places.append(first)
        first += len(part.sheets)
    front = _front(draft, [part.title for part in parts], places)
    sheets = [*front, *(sheet for part in parts for sheet in part.sheets)]
    pages = [
        _page(draft, sheet, number, numbered=number > len(front))
        for number, sheet in enumerate(sheets, 1)
    ]
    marks = [Bookmark(part.title, place) for part, place in zip(parts, places, strict=True)]
    return pdf(pages, (typeface(SERIF), typeface(ITALIC)), draft.title, draft.name, marks)


def _require_letters(draft: BookDraft) -> None:
    texts = (draft.title, draft.name, draft.dedication, *(each.text for each in draft.sentences))
    missing = dict.fromkeys(letter for text in texts for letter in typeface(SERIF).missing(text))
    if missing:
        shown = " ".join(list(missing)[:12])
        raise BadInput(
            f"the typeface of the printed book has no letters for: {shown}. Write the book as a web"
            " page (html) or an e-book (epub), which use the reader's own"
        )


# ── what stands in it ─────────────────────────────────────────────────────────────────────────────


def _front(draft: BookDraft, titles: Sequence[str], places: Sequence[int] = ()) -> list[Sheet]:
    """Title, origin, dedication, contents: the contents begin on a right-hand page."""
    title = _filled([_centred(draft.title, 26.0, 8.0), _centred(draft.name, 15.0, 1.5)])
    origin = _filled([_centred(f"{origins.sittings(draft)}.", SMALL, ROWS - 4.0)])
    given = [_centred(line, SIZE, 10.0 if not at else 0.0, True) for at, line in _lines(draft)]
    dedicated = [*_filled(given), Sheet()] if given else []
    listed = _contents(titles, [place + 1 for place in places] or [0] * len(titles))
    return [*title, *origin, *dedicated, *listed, *([Sheet()] if len(listed) % 2 else [])]


def _lines(draft: BookDraft) -> Iterator[tuple[int, str]]:
    return enumerate(line for line in draft.dedication.splitlines() if line.strip())


def _contents(titles: Sequence[str], numbers: Sequence[int]) -> list[Sheet]:
    blocks = [_heading("Contents", TITLE, SINK)]
    for at, (title, number) in enumerate(zip(titles, numbers, strict=True)):
        lines = set_lines(words_of(title), MEASURE - 30, SIZE, even=False)
        last = lines[-1]
        shown = str(number)
        right = MEASURE - typeface(SERIF).width(shown, SIZE)
        taken = sum(word.face.width(word.text, SIZE) for word in last.words)
        gap = right - taken - last.space * (len(last.words) - 1)
        number_line = SetLine((Word(shown),), taken + last.space * (len(last.words) - 1) + gap, 0)
        blocks.append(Block(tuple(lines), before=2.0 if at == 0 else 0.35))
        blocks.append(Block((number_line,), before=-1.0))
    return _filled(blocks)


def _chapter(chapter: DraftChapter) -> Part:
    blocks = [_heading(chapter.title.text, TITLE, SINK)]
    if chapter.subtitle.text:
        blocks.append(_paragraph(words_of(chapter.subtitle.text, True), before=0.4))
    blocks += [
        _paragraph(words_of(each.text, True), before=0.6) for each in chapter.opening if each.text
    ]
    for place, section in enumerate(chapter.sections):
        if section.title:
            blocks.append(_heading(section.title.text, HEADING, 1.6))
        for at, paragraph in enumerate(section.paragraphs):
            first = at == 0
            above = (1.6 if not section.title and place else 0.9) if first else 0.0
            above = 0.5 if first and section.title else above
            blocks.append(_paragraph(_words(paragraph), 0 if first else INDENT, above))
    return Part(chapter.title.text, tuple(_filled(blocks, chapter.title.text)))


def _words(paragraph: DraftParagraph) -> tuple[Word, ...]:
    return tuple(
        word
        for sentence in paragraph.sentences
        for word in words_of(sentence.text, slanted=sentence.kind != "told")
    )


def _back_matter(draft: BookDraft) -> Iterator[Part]:
    """The timeline, who and where, and how the text came about; parts with nothing in them are
    not there.
    """
    titles = dict(BACK_MATTER)
    made: dict[str, Callable[[BookDraft], list[Block]]] = {
        "timeline": _timeline,
        "people": _people,
        "notes": _notes,
    }
    for id, blocks_of in made.items():
        blocks = blocks_of(draft)
        if blocks:
            sheets = _filled([_heading(titles[id], TITLE, SINK), *blocks], titles[id])
            yield Part(titles[id], tuple(sheets))


def _timeline(draft: BookDraft) -> list[Block]:
    return [
        _paragraph((*words_of(f"{entry.when}:", True), *words_of(entry.text)), before=0.4)
        for entry in draft.timeline.entries
    ]


def _people(draft: BookDraft) -> list[Block]:
    blocks: list[Block] = []
    for title, named in (("People", draft.timeline.people), ("Places", draft.timeline.places)):
        if named:
            names = "; ".join(map(shown_name, named))
            blocks += [_heading(title, HEADING, 1.2), _paragraph(words_of(names), before=0.3)]
    return blocks


def _notes(draft: BookDraft) -> list[Block]:
    *notes, _ = origins.notes(draft)  # the last one tells of the sources, which are not printed
    return [_paragraph(words_of(note), before=0.5) for note in notes]


def _paragraph(words: Sequence[Word], indent: float = 0.0, before: float = 0.0) -> Block:
    return Block(tuple(set_lines(words, MEASURE, SIZE, indent)), before=before)


def _heading(text: str, size: float, before: float) -> Block:
    lines = set_lines(words_of(text), MEASURE, size, even=False)
    return Block(tuple(lines), size, before, keeps=True)


def _centred(text: str, size: float, before: float, slanted: bool = False) -> Block:
    lines = set_lines(words_of(text, slanted), MEASURE, size, even=False)
    return Block(tuple(lines), size, before, centred=True)


# ── sheets ────────────────────────────────────────────────────────────────────────────────────────


def _filled(blocks: Sequence[Block], head: str = "") -> list[Sheet]:
    """The blocks on as many sheets as they need: no line of a paragraph stands alone, and no
    heading at the foot.
    """
    sheets = [Sheet(head, opens=True)]
    for at, block in enumerate(blocks):
        sheet, step = sheets[-1], block.size / SIZE
        follows = blocks[at + 1] if block.keeps and at + 1 < len(blocks) else None
        needed = block.before + step * min(len(block.lines), FEWEST if not block.keeps else 99)
        needed += (follows.before + FEWEST) if follows else 0.0
        if sheet.put and sheet.rows + needed > ROWS:
            sheets.append(Sheet(head))
            sheet = sheets[-1]
        sheet.rows += block.before if sheet.put or sheet.opens else 0.0
        for number, line in enumerate(block.lines):
            left = len(block.lines) - number
            room = ROWS - sheet.rows
            if room < step or (left == FEWEST and room < FEWEST * step and number >= FEWEST):
                sheets.append(Sheet(head))
                sheet = sheets[-1]
            sheet.rows += step
            sheet.put.append((sheet.rows, line, block))
    return sheets


def _page(draft: BookDraft, sheet: Sheet, number: int, numbered: bool) -> PdfPage:
    """Odd pages lie on the right: their inner margin is the left one."""
    page = PdfPage(WIDTH, HEIGHT)
    left = INNER if number % 2 else OUTER
    for rows, line, block in sheet.put:
        y = HEIGHT - TOP - rows * LEADING
        shift = (MEASURE - _length(line, block.size)) / 2 if block.centred else 0.0
        line.put(page, left + shift, y, block.size)
    if numbered and sheet.put:
        face = typeface(SERIF)
        shown = str(number)
        page.text(left + (MEASURE - face.width(shown, SMALL)) / 2, BOTTOM / 2, shown, face, SMALL)
        if not sheet.opens:
            _head(page, sheet.head if number % 2 else draft.title, left)
    return page


def _length(line: SetLine, size: float) -> float:
    widths = sum(word.face.width(word.text, size) for word in line.words)
    return widths + line.space * (len(line.words) - 1)


def _head(page: PdfPage, text: str, left: float) -> None:
    face = typeface(ITALIC)
    shown = text if len(text) <= LONGEST_HEAD else f"{text[:LONGEST_HEAD].rsplit(' ', 1)[0]} …"
    if any(face.missing(shown)):
        face = typeface(SERIF)
    x = left + (MEASURE - face.width(shown, SMALL)) / 2
    page.text(x, HEIGHT - TOP * 0.62, shown, face, SMALL)
