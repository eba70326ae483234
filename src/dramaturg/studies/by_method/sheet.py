"""A sheet to draw on: an SVG that stands on its own, with a title, readable in the light and in the
dark.
"""

from __future__ import annotations

from html import escape
from typing import Literal

from dramaturg.drawing.svg import COLOURS, DARK, INK, PAPER, SIZE, SOFT, THREAD, UNWRITABLE, wrapped

MARGIN = 28.0
Ink = Literal["ink", "soft"]
Stroke = Literal["thread", "rung"]
Anchor = Literal["start", "middle", "end"]
HALO = f'style="paint-order:stroke" stroke="{PAPER}" stroke-width="3" stroke-linejoin="round"'
LABEL = 11.0
STROKES = {"thread": THREAD, "rung": "#dcdce4"}


class Sheet:
    """What is drawn begins below the title; (0, 0) is the upper left corner of the space left for
    it.
    """

    def __init__(self, title: str, about: str, width: float) -> None:
        self.width = max(width, 420.0)
        self._title, self._about = title, about
        self._drawn: list[str] = []

    def text(
        self,
        text: str,
        x: float,
        y: float,
        ink: Ink = "ink",
        *,
        anchor: Anchor = "start",
        size: float = SIZE,
        bold: bool = False,
    ) -> None:
        self._drawn.append(_text(text, x, y, ink, anchor, size, bold))

    def label(
        self,
        text: str,
        x: float,
        y: float,
        ink: Ink = "ink",
        *,
        anchor: Anchor = "start",
        bold: bool = False,
    ) -> None:
        """Small text that may lie over lines: it is bordered in the colour of the paper."""
        self._drawn.append(
            f'<g class="over" {HALO}>{_text(text, x, y, ink, anchor, LABEL, bold)}</g>'
        )

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        colour: int,
        about: str = "",
        *,
        dashed: bool = False,
    ) -> None:
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="5"'
        self._drawn.append(f"<rect {_colour(colour)} {place}{dash}>{_told(about)}</rect>")

    def dot(self, x: float, y: float, radius: float, colour: int, about: str = "") -> None:
        self._drawn.append(
            f'<circle {_colour(colour)} cx="{x:.1f}" cy="{y:.1f}"'
            f' r="{radius:.1f}">{_told(about)}</circle>'
        )

    def ring(self, x: float, y: float, radius: float, about: str = "") -> None:
        place = f'cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"'
        self._drawn.append(
            f'<circle class="thread" fill="none" stroke="{THREAD}" {place}>{_told(about)}</circle>'
        )

    def star(self, x: float, y: float, colour: int, about: str = "") -> None:
        """A small star with four points."""
        shape = f"M{x:.1f} {y - 8:.1f}l2.4 5.6 5.6 2.4-5.6 2.4-2.4 5.6-2.4-5.6-5.6-2.4 5.6-2.4z"
        self._drawn.append(f'<path {_colour(colour)} d="{shape}">{_told(about)}</path>')

    def line(
        self,
        x: float,
        y: float,
        to_x: float,
        to_y: float,
        stroke: Stroke = "thread",
        *,
        dashed: bool = False,
        wide: float = 1.0,
    ) -> None:
        dash = ' stroke-dasharray="3 4"' if dashed else ""
        way = f'd="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}"'
        self._drawn.append(
            f'<path class="{stroke}" stroke="{STROKES[stroke]}" stroke-width="{wide:.1f}"'
            f" {way}{dash}/>"
        )

    def written(self, height: float) -> str:
        heading = wrapped(self._title, self.width, 3, 18)
        about = wrapped(self._about, self.width, 4)
        top = MARGIN + 23 * len(heading) + 16 * len(about) + 22
        wide, high = self.width + 2 * MARGIN, top + height + MARGIN
        lines = [
            _text(line, MARGIN, MARGIN + 18 + 23 * at, "ink", size=18, bold=True)
            for at, line in enumerate(heading)
        ]
        lines += [
            _text(line, MARGIN, MARGIN + 23 * len(heading) + 14 + 16 * at, "soft")
            for at, line in enumerate(about)
        ]
        body = "\n".join(
            (*lines, f'<g transform="translate({MARGIN:.0f} {top:.0f})">', *self._drawn, "</g>")
        )
        size = f'width="{wide:.0f}" height="{high:.0f}" viewBox="0 0 {wide:.0f} {high:.0f}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title'
            f' about" font-family="Helvetica, Arial, sans-serif" font-size="{SIZE:.0f}">\n<title'
            f' id="title">{_plain(self._title)}</title><desc'
            f' id="about">{_plain(self._about)}</desc>\n{_style()}\n<rect class="paper"'
            f' width="100%" height="100%" fill="{PAPER}"/>\n{body}\n</svg>\n'
        )


def _text(
    text: str,
    x: float,
    y: float,
    ink: Ink,
    anchor: Anchor = "start",
    size: float = SIZE,
    bold: bool = False,
) -> str:
    colour = INK if ink == "ink" else SOFT
    more = f' text-anchor="{anchor}"' * (anchor != "start") + f' font-size="{size:.0f}"' * (
        size != SIZE
    )
    more += ' font-weight="bold"' * bold
    return (
        f'<text class="{ink}" x="{x:.1f}" y="{y:.1f}" fill="{colour}"{more}>{_plain(text)}</text>'
    )


def _colour(at: int) -> str:
    fill, line, _, _ = COLOURS[at]
    return f'class="t{at}" fill="{fill}" stroke="{line}"'


def _told(about: str) -> str:
    return f"<title>{_plain(about)}</title>" if about else ""


def _style() -> str:
    types = "".join(
        f".t{at}{{fill:{fill};stroke:{line}}}" for at, (_, _, fill, line) in enumerate(COLOURS)
    )
    return (
        f"<style>@media (prefers-color-scheme:dark){{{DARK}.over{{stroke:#14141a}}{types}}}</style>"
    )


def _plain(text: str) -> str:
    """What may stand in an XML document."""
    return escape(UNWRITABLE.sub(" ", text))
