"""A sheet to draw on: an SVG that stands on its own, with a title, readable in the light and in the
dark.
"""

from __future__ import annotations

from typing import Literal

from dramaturg.drawing.svg import COLOURS, PAPER, SIZE, THREAD, heading, page, plain, text

MARGIN = 28.0
Ink = Literal["ink", "soft"]
Stroke = Literal["thread", "rung"]
Anchor = Literal["start", "middle", "end"]
HALO = f'style="paint-order:stroke" stroke="{PAPER}" stroke-width="3" stroke-linejoin="round"'
LABEL = 11.0
STROKES = {"thread": THREAD, "rung": "#dcdce4"}
STYLE = ".over{stroke:#14141a}" + "".join(
    f".t{at}{{fill:{fill};stroke:{line}}}" for at, (_, _, fill, line) in enumerate(COLOURS)
)


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
        words: str,
        x: float,
        y: float,
        ink: Ink = "ink",
        *,
        anchor: Anchor = "start",
        size: float = SIZE,
        bold: bool = False,
    ) -> None:
        self._drawn.append(_text(words, x, y, ink, anchor, size, bold))

    def label(
        self,
        words: str,
        x: float,
        y: float,
        ink: Ink = "ink",
        *,
        anchor: Anchor = "start",
        bold: bool = False,
    ) -> None:
        """Small text that may lie over lines: it is bordered in the colour of the paper."""
        written = _text(words, x, y, ink, anchor, LABEL, bold)
        self._drawn.append(f'<g class="over" {HALO}>{written}</g>')

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
        self._shape("rect", _colour(colour), f"{place}{dash}", about)

    def dot(self, x: float, y: float, radius: float, colour: int, about: str = "") -> None:
        self._shape("circle", _colour(colour), f'cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"', about)

    def ring(self, x: float, y: float, radius: float, about: str = "") -> None:
        look = f'class="thread" fill="none" stroke="{THREAD}"'
        self._shape("circle", look, f'cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"', about)

    def star(self, x: float, y: float, colour: int, about: str = "") -> None:
        """A small star with four points."""
        shape = f"M{x:.1f} {y - 8:.1f}l2.4 5.6 5.6 2.4-5.6 2.4-2.4 5.6-2.4-5.6-5.6-2.4 5.6-2.4z"
        self._shape("path", _colour(colour), f'd="{shape}"', about)

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
        look = f'class="{stroke}" stroke="{STROKES[stroke]}" stroke-width="{wide:.1f}"'
        self._drawn.append(f'<path {look} d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}"{dash}/>')

    def written(self, height: float) -> str:
        above, top = heading(self._title, self._about, MARGIN, MARGIN, self.width, 5)
        moved = f'<g transform="translate({MARGIN:.0f} {top:.0f})">'
        body = (*above, moved, *self._drawn, "</g>")
        wide, high = self.width + 2 * MARGIN, top + height + MARGIN
        return page(wide, high, self._title, self._about, STYLE, body)

    def _shape(self, name: str, look: str, place: str, about: str) -> None:
        told = f"<title>{plain(about)}</title>" if about else ""
        self._drawn.append(f"<{name} {look} {place}>{told}</{name}>")


def _text(words: str, x: float, y: float, ink: Ink, anchor: Anchor, size: float, bold: bool) -> str:
    more = (
        f'text-anchor="{anchor}"' if anchor != "start" else "",
        f'font-size="{size:.0f}"' if size != SIZE else "",
        'font-weight="bold"' if bold else "",
    )
    return text(words, x, y, ink, " ".join(filter(None, more)))


def _colour(at: int) -> str:
    fill, line, _, _ = COLOURS[at]
    return f'class="t{at}" fill="{fill}" stroke="{line}"'
