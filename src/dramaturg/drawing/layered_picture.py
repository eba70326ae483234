"""The sheet a layered picture is drawn on: heading, legend, rungs, boxes in the colours of their
types, arrows between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from dramaturg.drawing.labels import Rect, labels_at
from dramaturg.drawing.layers import GAP, RISE, TIP, BoxSpot, LayerBox, laid_out
from dramaturg.drawing.svg import (
    COLOURS,
    RIM,
    THREAD,
    heading,
    page,
    plain,
    text,
    text_width,
    wrapped,
)

WIDE, PAD, LINE = 146.0, 9.0, 15.0  # of a box: its width, the margin in it, the height of a line
MOST_LINES = 5
MARGIN, ASIDE = 28.0, 112.0  # around the picture, and at the left for the names of rungs
LEAST_WIDTH = 560.0
NUMBER_HEIGHT = 13.0
UNTYPED = ("#ffffff", "#77778a", "#1d1d25", "#9a9aac")  # as in COLOURS


class BoxType(Protocol):
    """What boxes of one colour have in common; `level` is their rung from 1 on, if there is one."""

    @property
    def type(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def level(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class PictureBox:
    """A box of the picture. A `count` above 1 stands behind the label, the `note` below; `about` is
    told when pointed at.
    """

    id: str
    label: str
    type: str
    level: int
    about: str
    count: int = 1
    note: str = ""
    pale: bool = False
    struck: bool = False
    dashed: bool = False
    strong: bool = False


@dataclass(frozen=True, slots=True)
class PictureArrow:
    """An arrow of the picture. If it is `numbered`, its count stands on the line; `faint` ones are
    no step of a chain.
    """

    source: str
    target: str
    count: int
    width: float
    about: str
    dash: str = ""
    faint: bool = False
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class PictureHeading:
    """`about` is read below the title, `told` by those who cannot see the picture; `key` says what
    lines and numbers mean.
    """

    title: str
    about: str
    key: str
    told: str = ""


def draw_layers(
    top: PictureHeading,
    kinds: Sequence[BoxType],
    shapes: Sequence[PictureBox],
    threads: Sequence[PictureArrow],
    rise: float = RISE,
) -> str:
    """What is linked in layers, `rise` apart; what is not, below."""
    linked = {id for thread in threads for id in (thread.source, thread.target)}
    joined = [shape for shape in shapes if shape.id in linked]
    loose = [shape for shape in shapes if shape.id not in linked]
    return _Sheet(top, kinds, joined, threads, rise).written(loose)


def _lines_of(shape: PictureBox) -> list[str]:
    count = f" ({shape.count})" if shape.count > 1 else ""
    return wrapped(shape.label + count, WIDE - 2 * PAD, MOST_LINES)


def _box(shape: PictureBox) -> LayerBox:
    lines = len(_lines_of(shape)) + bool(shape.note)
    return LayerBox(shape.id, shape.level, WIDE, lines * LINE + 2 * PAD)


class _Sheet:
    def __init__(
        self,
        top: PictureHeading,
        kinds: Sequence[BoxType],
        shapes: Sequence[PictureBox],
        threads: Sequence[PictureArrow],
        rise: float,
    ) -> None:
        self._top, self._kinds, self._shapes, self._threads = top, kinds, shapes, threads
        self._layout = laid_out(
            [_box(shape) for shape in shapes],
            [(each.source, each.target) for each in threads],
            rise,
        )
        self._number = {kind.type: number for number, kind in enumerate(kinds)}
        self._is_ladder = any(kind.level for kind in kinds)
        left, width = MARGIN + (ASIDE if self._is_ladder else 0.0), self._layout.width
        self._width = max(LEAST_WIDTH, left + width + MARGIN)
        self._left = left + (self._width - left - width - MARGIN) / 2

    def written(self, loose: Sequence[PictureBox]) -> str:
        above, top = heading(
            self._top.title, self._top.about, MARGIN, MARGIN, self._width - 2 * MARGIN
        )
        legend, top = self._legend(top)
        top += 44 if self._shapes else 0
        ladder = (*self._rungs(top), *self._lines(top), *self._boxes(top), *self._numbers(top))
        below, bottom = self._loose(loose, top + self._layout.height + (34 if self._shapes else 0))
        body = (f"<defs>{''.join(self._tips())}</defs>", *above, *legend, *ladder, *below)
        return page(
            self._width,
            bottom,
            self._top.title,
            self._top.told or self._top.about,
            "".join(self._dark()),
            body,
        )

    def _dark(self) -> Iterator[str]:
        for number, (_, _, fill, line) in enumerate(COLOURS[: len(self._kinds)]):
            yield f".t{number}{{fill:{fill};stroke:{line}}}"
        yield f".untyped{{fill:{UNTYPED[2]};stroke:{UNTYPED[3]}}}"

    def _tips(self) -> Iterator[str]:
        """A head for every width of line; its name tells its size, so that pictures on one page may
        share it.
        """
        for width in sorted({thread.width for thread in self._threads}):
            broad = width + 6
            size = (
                f'viewBox="0 0 {TIP:.0f} {broad:.1f}" markerWidth="{TIP:.0f}"'
                f' markerHeight="{broad:.1f}"'
            )
            place = f'refX="0" refY="{broad / 2:.2f}" markerUnits="userSpaceOnUse" orient="auto"'
            head = (
                f'<path class="tip" fill="{THREAD}" d="M0 0 {TIP:.0f} {broad / 2:.2f} 0'
                f' {broad:.1f}z"/>'
            )
            yield f'<marker id="{_tip(width)}" {size} {place}>{head}</marker>'

    def _legend(self, top: float) -> tuple[list[str], float]:
        made, x = [], MARGIN
        for kind in self._kinds:
            wide = 30 + text_width(kind.title)
            if x + wide > self._width - MARGIN:
                x, top = MARGIN, top + 20
            made.append(
                f'<rect {self._colour(kind.type)} x="{x:.0f}" y="{top - 10:.0f}" width="14"'
                ' height="12" rx="3"/>'
            )
            made.append(text(kind.title, x + 20, top, "ink"))
            x += wide + 12
        top += 20 if self._kinds else 0
        key = wrapped(self._top.key, self._width - 2 * MARGIN, 3, 11)
        made += [
            text(line, MARGIN, top + 14 * at, "soft", 'font-size="11"')
            for at, line in enumerate(key)
        ]
        return made, top + 14 * len(key) - 4

    def _colour(self, type: str) -> str:
        if type not in self._number:
            return f'class="untyped" fill="{UNTYPED[0]}" stroke="{UNTYPED[1]}"'
        number = self._number[type] % len(COLOURS)
        fill, line, _, _ = COLOURS[number]
        return f'class="t{number}" fill="{fill}" stroke="{line}"'

    def _rungs(self, top: float) -> Iterator[str]:
        """The name of each rung at its lowest row, and a fine line below it."""
        lowest: dict[int, float] = {}
        for row in self._layout.rows if self._is_ladder else ():
            lowest[row.level] = max(lowest.get(row.level, 0.0), row.bottom)
        for level, bottom in lowest.items():
            y = top + bottom + 12
            yield (
                f'<path class="rung" d="M{MARGIN} {y:.0f}H{self._width - MARGIN:.0f}"'
                ' stroke="#ececf1"/>'
            )
            titles = [kind.title for kind in self._kinds if kind.level == level + 1]
            lines = [line for title in titles for line in wrapped(title, ASIDE - 14, 3, 11)]
            for at, line in enumerate(lines):
                yield text(
                    line, MARGIN, y - 8 - 14 * (len(lines) - 1 - at), "soft", 'font-size="11"'
                )

    def _lines(self, top: float) -> Iterator[str]:
        yield f'<g transform="translate({self._left:.1f} {top:.1f})" fill="none">'
        for thread, path in zip(self._threads, self._layout.lines, strict=True):
            dash = f' stroke-dasharray="{thread.dash}"' if thread.dash else ""
            line = f'class="thread" stroke="{THREAD}" stroke-width="{thread.width:.1f}"{dash}'
            yield (
                f'<path {line} marker-end="url(#{_tip(thread.width)})"'
                f' d="{path}"><title>{plain(thread.about)}</title></path>'
            )
        yield "</g>"

    def _numbers(self, top: float) -> Iterator[str]:
        """On the lines, each with a rim of paper around it so that it can be read."""
        numbered = {
            at: str(thread.count) for at, thread in enumerate(self._threads) if thread.numbered
        }
        sizes = {at: (text_width(number, 11) + 4, NUMBER_HEIGHT) for at, number in numbered.items()}
        walls = [_outline(self._layout.spots[shape.id], _box(shape)) for shape in self._shapes]
        look = f'text-anchor="middle" font-size="11" font-weight="bold" {RIM}'
        for at, (x, y) in labels_at(self._layout.tracks, sizes, walls).items():
            yield text(numbered[at], self._left + x, top + y + 4, "ink rim", look)

    def _boxes(self, top: float) -> Iterator[str]:
        for shape in self._shapes:
            spot = self._layout.spots[shape.id]
            yield self._drawn(shape, self._left + spot.x - WIDE / 2, top + spot.top)

    def _loose(self, shapes: Sequence[PictureBox], top: float) -> tuple[list[str], float]:
        if not shapes:
            return [], top
        made = [text("not linked to anything yet", MARGIN, top + 14, "soft")]
        columns = max(1, int((self._width - 2 * MARGIN + GAP) // (WIDE + GAP)))
        top += 26
        ordered = sorted(shapes, key=lambda shape: self._number.get(shape.type, len(self._number)))
        for first in range(0, len(ordered), columns):
            row = ordered[first : first + columns]
            made += [
                self._drawn(shape, MARGIN + at * (WIDE + GAP), top) for at, shape in enumerate(row)
            ]
            top += max(_box(shape).height for shape in row) + 12
        return made, top + MARGIN - 12

    def _drawn(self, shape: PictureBox, x: float, y: float) -> str:
        border = (
            'stroke-width="2.4"'
            if shape.strong
            else 'stroke-dasharray="4 3"'
            if shape.dashed
            else ""
        )
        size = (
            f'x="{x:.1f}" y="{y:.1f}" width="{WIDE:.0f}" height="{_box(shape).height:.0f}" rx="6"'
        )
        struck = 'text-anchor="middle"' + (
            ' text-decoration="line-through"' if shape.struck else ""
        )
        lines, first = _lines_of(shape), y + PAD + 11
        texts = [
            text(line, x + WIDE / 2, first + LINE * number, "ink", struck)
            for number, line in enumerate(lines)
        ]
        if shape.note:
            texts.append(
                text(
                    shape.note,
                    x + WIDE / 2,
                    first + LINE * len(lines),
                    "soft",
                    'text-anchor="middle" font-size="11"',
                )
            )
        pale = ' opacity="0.5"' if shape.pale else ""
        box = f"<rect {self._colour(shape.type)} {size} {border}/>"
        return f"<g{pale}><title>{plain(shape.about)}</title>{box}{''.join(texts)}</g>"


def _tip(width: float) -> str:
    return f"tip{width * 10:.0f}"


def _outline(spot: BoxSpot, box: LayerBox) -> Rect:
    return Rect(spot.x - box.width / 2, spot.top, spot.x + box.width / 2, spot.top + box.height)
