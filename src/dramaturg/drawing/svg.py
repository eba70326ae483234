"""What all our pictures are made of: text that is wrapped and escaped, colours for light and dark
screens, the page itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import Literal
from unicodedata import east_asian_width

Kind = Literal["ink", "soft", "ink rim", "soft rim"]

SIZE = 12.0  # of letters
INK, SOFT, PAPER, THREAD = "#1c1c24", "#5f5f6e", "#ffffff", "#77778a"
DARK = (
    ".paper{fill:#14141a}.ink{fill:#eeeef4}.soft{fill:#a9a9b8}.thread{stroke:#9a9aac}.tip{fill:#9a9aac}.rung{stroke:#2c2c36}"
    ".rim{stroke:#14141a}"
)
RIM = (  # to be read on top of a line
    f'stroke="{PAPER}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"'
)

# How things are filled and drawn, in light and in dark.
COLOURS = (
    ("#dcebf7", "#2b6ca3", "#17334a", "#7db8e8"),
    ("#fdead2", "#b5651d", "#46300f", "#f0ae62"),
    ("#ddf1e0", "#2e7d4f", "#17391f", "#7fcf98"),
    ("#eee2f5", "#7a4a9e", "#352144", "#c79be6"),
    ("#fbdfdd", "#b03a35", "#461b19", "#f0948d"),
    ("#d8f0ee", "#1f7a77", "#113937", "#6fcdc7"),
    ("#faf3c8", "#8a7410", "#3b350c", "#e0cc5e"),
    ("#e9e9ee", "#5b5b6b", "#2d2d38", "#b5b5c6"),
)

NARROW, BROAD = frozenset("iljtfrI.,;:'’|!()[] "), frozenset("mwMW@%&—")
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def page(
    width: float, height: float, title: str, about: str, style: str, body: Iterable[str]
) -> str:
    """An SVG that stands on its own. `style` holds what is different in the dark, beside
    the usual.
    """
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="Helvetica, Arial,'
        ' sans-serif"'
    )
    told = f"<title>{plain(title)}</title><desc>{plain(about)}</desc>"
    dark = f"<style>@media (prefers-color-scheme:dark){{{DARK}{style}}}</style>"
    paper = f'<rect class="paper" width="100%" height="100%" fill="{PAPER}"/>'
    return "\n".join((f'{opening} font-size="{SIZE:.0f}">', told, dark, paper, *body, "</svg>\n"))


def text(words: str, x: float, y: float, kind: Kind, more: str = "") -> str:
    colour = SOFT if kind.startswith("soft") else INK
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" fill="{colour}" {more}>{plain(words)}</text>'
    )


def heading(
    title: str, about: str, left: float, top: float, width: float, most: int = 3
) -> tuple[list[str], float]:
    """Title and what is said of it in `most` lines, and where they end. Fonts differ, so that a
    twentieth of the width is left free.
    """
    made, width = list[str](), 0.95 * width
    for line in wrapped(title, width, 3, 18):
        made.append(text(line, left, top + 18, "ink", 'font-size="18" font-weight="bold"'))
        top += 23
    for line in wrapped(about, width, most):
        made.append(text(line, left, top + 15, "soft"))
        top += 16
    return made, top + 24


def plain(words: str) -> str:
    """What may stand in an XML document."""
    return escape(writable(words))


def writable(words: str) -> str:
    """Without the characters that XML cannot hold."""
    return UNWRITABLE.sub(" ", words)


def wrapped(words: str, width: float, most: int, size: float = SIZE) -> list[str]:
    """The text in lines that fit, as far as one can tell without its font; what is too much ends in
    three dots.
    """
    lines = list(lines_of(words, width, lambda text: text_width(text, size))) or [""]
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]}…"]


def lines_of(words: str, width: float, measure: Callable[[str], float]) -> Iterator[str]:
    """The text in lines no wider than that, as `measure` tells; a word too long for a line is cut
    up.
    """
    line = ""
    for word in (piece for whole in words.split() for piece in _pieces(whole, width, measure)):
        longer = f"{line} {word}".strip()
        if line and measure(longer) > width:
            yield line
            longer = word
        line = longer
    if line:
        yield line


def _pieces(word: str, width: float, measure: Callable[[str], float]) -> Iterator[str]:
    if measure(word) <= width:
        yield word
        return
    piece = ""
    for letter in word:
        if piece and measure(piece + letter) > width:
            yield piece
            piece = ""
        piece += letter
    yield piece


def text_width(words: str, size: float = SIZE) -> float:
    return size * sum(_letter_width(letter) for letter in words)


def _letter_width(letter: str) -> float:
    if letter in NARROW:
        return 0.34
    if letter in BROAD:
        return 0.92
    if east_asian_width(letter) in "WF":
        return 1.05
    return 0.7 if letter.isupper() else 0.58
