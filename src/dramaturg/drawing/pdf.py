"""PDF: pages of set text, lines and boxes, with their typefaces in the file. The same bytes
whenever they are made.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from dramaturg.drawing.typeface import Typeface

POINTS = 72 / 25.4
"""In a millimetre."""


@dataclass
class PdfPage:
    """One page; its marks are put from the bottom left, in points."""

    width: float
    height: float
    marks: list[str] = field(default_factory=list)
    used: dict[str, set[str]] = field(default_factory=dict)
    """Which letters of which typeface."""

    def text(
        self, x: float, y: float, words: str, face: Typeface, size: float, space: float = 0.0
    ) -> None:
        """A line of text; `space` is added between words."""
        self.used.setdefault(face.name, set()).update(words)
        gap = f" {-1000 * space / size:.1f} " if space else " "
        set_words = gap.join(f"<{_hex(word, face)}>" for word in _with_spaces(words))
        self.marks.append(f"BT /{face.name} {size:g} Tf {x:.2f} {y:.2f} Td [{set_words}] TJ ET")

    def line(self, x: float, y: float, to_x: float, to_y: float, width: float = 0.5) -> None:
        self.marks.append(f"{width:g} w {x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l S")

    def box(self, x: float, y: float, width: float, height: float, grey: float = 1.0) -> None:
        """With a thin border, filled with a grey."""
        self.marks.append(f"q {grey:g} g 0.5 w {x:.2f} {y:.2f} {width:.2f} {height:.2f} re B Q")

    def dot(self, x: float, y: float, radius: float) -> None:
        self.marks.append(f"q 1 J {2 * radius:.2f} w {x:.2f} {y:.2f} m {x:.2f} {y:.2f} l S Q")


def _with_spaces(words: str) -> list[str]:
    """Each word with the space behind it, so that it is there to be copied."""
    parts = words.split(" ")
    return [*(f"{part} " for part in parts[:-1]), parts[-1]]


def _hex(text: str, face: Typeface) -> str:
    return "".join(f"{face.glyph(letter):04X}" for letter in text)


@dataclass(frozen=True, slots=True)
class Bookmark:
    title: str
    page: int


def pdf(
    pages: Sequence[PdfPage],
    faces: Iterable[Typeface],
    title: str,
    author: str,
    bookmarks: Sequence[Bookmark] = (),
) -> bytes:
    """The file."""
    out = _Objects()
    fonts = {face.name: _font(out, face, _letters(pages, face)) for face in faces}
    named = " ".join(f"/{name} {ref} 0 R" for name, ref in fonts.items())
    tree = out.reserve()
    kids = [_page(out, page, tree, named) for page in pages]
    listed = " ".join(f"{kid} 0 R" for kid in kids)
    out.put(f"<< /Type /Pages /Count {len(kids)} /Kids [{listed}] >>", tree)
    outline = _outline(out, bookmarks, kids)
    marks = f" /Outlines {outline} 0 R /PageMode /UseOutlines" if outline else ""
    root = out.put(f"<< /Type /Catalog /Pages {tree} 0 R /Lang (en){marks} >>")
    info = out.put(f"<< /Title {_text(title)} /Author {_text(author)} /Producer (Dramaturg) >>")
    return out.file(root, info)


def _letters(pages: Sequence[PdfPage], face: Typeface) -> list[str]:
    return sorted({letter for page in pages for letter in page.used.get(face.name, ())})


def _page(out: _Objects, page: PdfPage, tree: int, fonts: str) -> int:
    content = out.stream("\n".join(page.marks).encode())
    return out.put(
        f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 {page.width:.2f} {page.height:.2f}]"
        f" /Resources << /Font << {fonts} >> >> /Contents {content} 0 R >>"
    )


def _font(out: _Objects, face: Typeface, letters: Sequence[str]) -> int:
    """The typeface in the file, its widths, and what its glyphs say."""
    glyphs = sorted({(face.glyph(letter), letter) for letter in letters})
    file = out.stream(face.data, f" /Length1 {len(face.data)}")
    box = " ".join(f"{each:.0f}" for each in face.box)
    italic = "It" in face.name
    described = out.put(
        f"<< /Type /FontDescriptor /FontName /{face.name} /Flags {70 if italic else 6}"
        f" /FontBBox [{box}] /ItalicAngle {-11 if italic else 0} /Ascent {face.ascent:.0f}"
        f" /Descent {face.descent:.0f} /CapHeight 670 /StemV 80 /FontFile2 {file} 0 R >>"
    )
    widths = " ".join(f"{glyph} [{face.widths[glyph]:.0f}]" for glyph, _ in glyphs)
    descendant = out.put(
        f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{face.name} /CIDToGIDMap /Identity"
        " /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
        f" /FontDescriptor {described} 0 R /W [{widths}] >>"
    )
    said = out.stream(_unicode(glyphs).encode())
    return out.put(
        f"<< /Type /Font /Subtype /Type0 /BaseFont /{face.name} /Encoding /Identity-H"
        f" /DescendantFonts [{descendant} 0 R] /ToUnicode {said} 0 R >>"
    )


def _unicode(glyphs: Sequence[tuple[int, str]]) -> str:
    """So that the text can be searched and copied."""
    blocks = [glyphs[at : at + 100] for at in range(0, len(glyphs), 100)]
    mapped = "\n".join(
        f"{len(block)} beginbfchar\n"
        + "\n".join(f"<{glyph:04X}> <{_utf16(letter)}>" for glyph, letter in block)
        + "\nendbfchar"
        for block in blocks
    )
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        "/CMapName /Said def /CMapType 2 def\n"
        "1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        f"{mapped}\nendcmap CMapName currentdict /CMap defineresource pop end end"
    )


def _outline(out: _Objects, bookmarks: Sequence[Bookmark], pages: Sequence[int]) -> int:
    if not bookmarks:
        return 0
    root, ids = out.reserve(), [out.reserve() for _ in bookmarks]
    for place, (id, mark) in enumerate(zip(ids, bookmarks, strict=True)):
        before = f" /Prev {ids[place - 1]} 0 R" if place else ""
        after = f" /Next {ids[place + 1]} 0 R" if place + 1 < len(ids) else ""
        out.put(
            f"<< /Title {_text(mark.title)} /Parent {root} 0 R{before}{after}"
            f" /Dest [{pages[mark.page]} 0 R /Fit] >>",
            id,
        )
    out.put(f"<< /First {ids[0]} 0 R /Last {ids[-1]} 0 R /Count {len(ids)} >>", root)
    return root


def _text(words: str) -> str:
    return f"<FEFF{_utf16(words)}>"


def _utf16(words: str) -> str:
    return words.encode("utf-16-be").hex()


class _Objects:
    """The numbered objects of a file as they are put together."""

    def __init__(self) -> None:
        self._bodies: list[bytes] = []

    def reserve(self) -> int:
        self._bodies.append(b"")
        return len(self._bodies)

    def put(self, body: str | bytes, id: int = 0) -> int:
        id = id or self.reserve()
        self._bodies[id - 1] = body.encode() if isinstance(body, str) else body
        return id

    def stream(self, data: bytes, more: str = "") -> int:
        packed = zlib.compress(data, 9)
        head = f"<< /Length {len(packed)} /Filter /FlateDecode{more} >>\nstream\n"
        return self.put(head.encode() + packed + b"\nendstream")

    def file(self, root: int, info: int) -> bytes:
        made, places = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), list[int]()
        for id, body in enumerate(self._bodies, 1):
            places.append(len(made))
            made += f"{id} 0 obj\n".encode() + body + b"\nendobj\n"
        table = "".join(f"{place:010d} 00000 n \n" for place in places)
        start = len(made)
        made += (
            f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n{table}"
            f"trailer\n<< /Size {len(places) + 1} /Root {root} 0 R /Info {info} 0 R >>\n"
            f"startxref\n{start}\n%%EOF\n"
        ).encode()
        return bytes(made)
