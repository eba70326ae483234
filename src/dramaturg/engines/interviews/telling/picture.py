"""The knowledge graph as a picture: an SVG that stands on its own, from what is concrete at the bottom to what it is for on top.

Colours stand for types, thick lines for what was said often, dashed ones for steps that leave out a rung. What was taken back is
pale and struck through. Dark where the reader's screen is dark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from unicodedata import east_asian_width

from dramaturg.engines.interviews.knowledge.graph import Concept, Edge, KnowledgeGraph, Slot
from dramaturg.engines.interviews.methodology import REVISES, Ontology
from dramaturg.engines.interviews.telling.layers import GAP, Box, Layout, laid_out
from dramaturg.turn.tables import in_order

WIDE, PAD, LINE = 146.0, 9.0, 15.0  # of a box: its width, the margin in it, the height of a line
MOST_LINES = 5
MARGIN, ASIDE = 28.0, 112.0  # around the picture, and at the left for the names of rungs
LEAST_WIDTH = 560.0
SIZE = 12.0
SKIPS, TAKES_BACK = "7 4", "1.5 4"  # how such lines are dashed

# Of a type, in the order of the ontology: how it is filled and drawn, in light and in dark.
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
INK, SOFT, PAPER, THREAD = "#1c1c24", "#5f5f6e", "#ffffff", "#77778a"
DARK = (
    """.paper{fill:#14141a}.ink{fill:#eeeef4}.soft{fill:#a9a9b8}.thread{stroke:#9a9aac}.tip{fill:#9a9aac}.rung{stroke:#2c2c36}"""
)

TIP = (
    '<marker id="tip" viewBox="0 0 8 7" refX="7.5" refY="3.5" markerWidth="8" markerHeight="7" markerUnits="userSpaceOnUse"'
    f' orient="auto"><path class="tip" fill="{THREAD}" d="M0 0 8 3.5 0 7z"/></marker>'
)

NARROW, BROAD = frozenset("iljtfrI.,;:'’|!()[] "), frozenset("mwMW@%&—")
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Shape:
    """A box of the picture. `count` is how often it was spoken of, or how many concepts it stands for."""

    id: str
    label: str
    type: str
    level: int
    count: int
    about: str
    pale: bool = False
    struck: bool = False
    dashed: bool = False
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Thread:
    """A line of the picture."""

    source: str
    target: str
    count: int
    about: str
    dash: str = ""
    faint: bool = False


def draw(graph: KnowledgeGraph, ontology: Ontology, title: str, canonical: bool = False, respondent: str = "") -> str:
    """The surface graph, or with `canonical` the slots that concepts were brought together in."""
    shapes = list(_slot_shapes(graph, ontology) if canonical else _concept_shapes(graph, ontology))
    threads = list(_slot_threads(graph, ontology) if canonical else _concept_threads(graph))
    linked = {id for thread in threads for id in (thread.source, thread.target)}
    joined = [shape for shape in shapes if shape.id in linked]
    loose = [shape for shape in shapes if shape.id not in linked]
    layout = laid_out([_box(shape) for shape in joined], [(thread.source, thread.target) for thread in threads])
    what = "slots" if canonical else "concepts"
    about = f"{len(shapes)} {what}, {len(threads)} links" + (f", respondent {respondent}" if respondent else "")
    return _Sheet(ontology, layout, title, about, _key(shapes, threads, canonical)).written(joined, threads, loose)


def _key(shapes: Sequence[Shape], threads: Sequence[Thread], canonical: bool) -> str:
    """What lines and numbers mean, as far as there are any."""
    meanings = {
        "thick: said often": any(thread.count > 1 for thread in threads),
        "dashed: a rung left out": any(thread.dash == SKIPS for thread in threads),
        "dotted: takes back": any(thread.dash == TAKES_BACK for thread in threads),
        "thin: not a step of a chain": any(thread.faint for thread in threads),
        "pale: one concept so far" if canonical else "pale: taken back": any(shape.pale for shape in shapes),
        "(2): two concepts" if canonical else "(2): said twice": any(shape.count > 1 for shape in shapes),
    }
    return " · ".join(meaning for meaning, there in meanings.items() if there)


# ── what there is to draw ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _concept_shapes(graph: KnowledgeGraph, ontology: Ontology) -> Iterator[Shape]:
    for concept in in_order(graph.concepts).values():
        yield Shape(
            id=concept.id,
            label=concept.label,
            type=concept.type,
            level=_level(concept, ontology),
            count=concept.mentions,
            about="\n".join((concept.label, *(f"“{quote.text}”" for quote in concept.quotes))),
            pale=concept.revised,
            struck=concept.revised,
            strong=concept.terminal,
        )


def _concept_threads(graph: KnowledgeGraph) -> Iterator[Thread]:
    for edge in in_order(graph.edges).values():
        if edge.source != edge.target:
            yield Thread(edge.source, edge.target, edge.mentions, _said(edge), _dash(edge), not edge.chain)


def _said(edge: Edge) -> str:
    return f"{edge.type.replace('_', ' ')}: “{edge.quote.text}”"


def _dash(edge: Edge) -> str:
    return TAKES_BACK if edge.type == REVISES else SKIPS if edge.skips else ""


def _slot_shapes(graph: KnowledgeGraph, ontology: Ontology) -> Iterator[Shape]:
    for slot in in_order(graph.slots).values():
        kind = ontology.by_type[slot.type]
        names = "\n".join(graph.concepts[id].label for id in slot.concepts)
        yield Shape(
            id=slot.id,
            label=slot.name,
            type=slot.type,
            level=_level(slot, ontology),
            count=len(slot.concepts),
            about=names,
            pale=not slot.active,
            dashed=not slot.active,
            strong=kind.terminal,
        )


def _slot_threads(graph: KnowledgeGraph, ontology: Ontology) -> Iterator[Thread]:
    for slot in in_order(graph.slots).values():
        for key, count in in_order(slot.outgoing).items():
            target, type = key.split()
            skips = ontology.skips(slot.type, graph.slots[target].type)
            faint = type not in graph.chain_types
            yield Thread(slot.id, target, count, f"{type.replace('_', ' ')}, {count}×", SKIPS if skips else "", faint)


def _level(each: Concept | Slot, ontology: Ontology) -> int:
    """Its rung; without a ladder, its place on the longest chain that ends there."""
    if not ontology.deepest:
        return each.rank - 1
    return (ontology.by_type[each.type].level or min(each.rank, ontology.deepest)) - 1


# ── text ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def wrapped(text: str, width: float, most: int, size: float = SIZE) -> list[str]:
    """The text in lines that fit, as far as one can tell without its font; what is too much ends in three dots."""
    lines = [""]
    for word in _pieces(text.split(), width, size):
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
        if len(lines) > most:
            return [*lines[: most - 1], f"{lines[most - 1]}…"]
    return lines


def _pieces(words: Sequence[str], width: float, size: float) -> Iterator[str]:
    """Words, those that are too long for a line cut up."""
    for word in words:
        piece = ""
        for letter in word:
            if text_width(piece + letter, size) > width:
                yield piece
                piece = ""
            piece += letter
        yield piece


def text_width(text: str, size: float = SIZE) -> float:
    return size * sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    if letter in NARROW:
        return 0.34
    if letter in BROAD:
        return 0.92
    if east_asian_width(letter) in "WF":
        return 1.05
    return 0.7 if letter.isupper() else 0.58


def _plain(text: str) -> str:
    """What may stand in an XML document."""
    return escape(UNWRITABLE.sub(" ", text))


# ── how it is drawn ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _lines_of(shape: Shape) -> list[str]:
    count = f" ({shape.count})" if shape.count > 1 else ""
    return wrapped(shape.label + count, WIDE - 2 * PAD, MOST_LINES)


def _box(shape: Shape) -> Box:
    return Box(shape.id, shape.level, WIDE, len(_lines_of(shape)) * LINE + 2 * PAD)


class _Sheet:
    """The page: heading, legend, ladder, and below it what is not linked to anything."""

    def __init__(self, ontology: Ontology, layout: Layout, title: str, about: str, key: str) -> None:
        self._ontology, self._layout, self._title, self._about, self._key = ontology, layout, title, about, key
        self._left = MARGIN + (ASIDE if ontology.deepest else 0.0)
        self._width = max(LEAST_WIDTH, self._left + layout.width + MARGIN)
        self._left += max(0.0, (self._width - self._left - layout.width - MARGIN) / 2)

    def written(self, joined: Sequence[Shape], threads: Sequence[Thread], loose: Sequence[Shape]) -> str:
        heading, top = self._heading()
        legend, top = self._legend(top)
        top += 44 if joined else 0
        ladder = [*self._rungs(top), *self._threads(threads, top), *self._boxes(joined, top)]
        below, bottom = self._loose(loose, top + self._layout.height + (34 if joined else 0))
        size = f'width="{self._width:.0f}" height="{bottom:.0f}" viewBox="0 0 {self._width:.0f} {bottom:.0f}"'
        opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="Helvetica, Arial, sans-serif"'
        paper = f'<rect class="paper" width="100%" height="100%" fill="{PAPER}"/>'
        about = f"<title>{_plain(self._title)}</title><desc>{_plain(self._about)}</desc>"
        body = (about, self._style(), paper, *heading, *legend, *ladder, *below)
        return "\n".join((f'{opening} font-size="{SIZE:.0f}">', *body, "</svg>\n"))

    def _style(self) -> str:
        types = (
            f".t{at}{{fill:{fill};stroke:{line}}}"
            for at, (_, _, fill, line) in enumerate(COLOURS[: len(self._ontology.concepts)])
        )
        dark = f"<style>@media (prefers-color-scheme:dark){{{DARK}{''.join(types)}}}</style>"
        return f"{dark}<defs>{TIP}</defs>"

    def _heading(self) -> tuple[list[str], float]:
        lines = wrapped(self._title, self._width - 2 * MARGIN, 3, 18)
        made = [
            _text(line, MARGIN, MARGIN + 18 + 23 * at, "ink", 'font-size="18" font-weight="bold"')
            for at, line in enumerate(lines)
        ]
        below = MARGIN + 18 + 23 * len(lines)
        return [*made, _text(self._about, MARGIN, below - 3, "soft")], below + 22

    def _legend(self, top: float) -> tuple[list[str], float]:
        made, x = [], MARGIN
        for at, kind in enumerate(self._ontology.concepts):
            wide = 30 + text_width(kind.title)
            if x + wide > self._width - MARGIN:
                x, top = MARGIN, top + 20
            made.append(f'<rect {self._colour(at)} x="{x:.0f}" y="{top - 10:.0f}" width="14" height="12" rx="3"/>')
            made.append(_text(kind.title, x + 20, top, "ink"))
            x += wide + 12
        made.append(_text(self._key, MARGIN, top + 20, "soft", 'font-size="11"'))
        return made, top + 30

    def _colour(self, at: int) -> str:
        fill, line, _, _ = COLOURS[at % len(COLOURS)]
        return f'class="t{at % len(COLOURS)}" fill="{fill}" stroke="{line}"'

    def _number(self, type: str) -> int:
        return next(number for number, kind in enumerate(self._ontology.concepts) if kind.type == type)

    def _rungs(self, top: float) -> Iterator[str]:
        """The name of each rung at its lowest row, and a fine line below it."""
        lowest: dict[int, float] = {}
        for row in self._layout.rows if self._ontology.deepest else ():
            lowest[row.level] = max(lowest.get(row.level, 0.0), row.bottom)
        for level, bottom in lowest.items():
            y = top + bottom + 12
            yield f'<path class="rung" d="M{MARGIN} {y:.0f}H{self._width - MARGIN:.0f}" stroke="#ececf1"/>'
            titles = [kind.title for kind in self._ontology.concepts if kind.level == level + 1]
            lines = [line for title in titles for line in wrapped(title, ASIDE - 14, 3, 11)]
            for at, line in enumerate(lines):
                yield _text(line, MARGIN, y - 8 - 14 * (len(lines) - 1 - at), "soft", 'font-size="11"')

    def _threads(self, threads: Sequence[Thread], top: float) -> Iterator[str]:
        yield f'<g transform="translate({self._left:.1f} {top:.1f})" fill="none">'
        for thread, path in zip(threads, self._layout.lines, strict=True):
            dash = f' stroke-dasharray="{thread.dash}"' if thread.dash else ""
            width = (0.8 if thread.faint else 1.4) + 0.7 * (min(thread.count, 5) - 1)
            line = f'class="thread" stroke="{THREAD}" stroke-width="{width:.1f}"{dash} marker-end="url(#tip)"'
            yield f'<path {line} d="{path}"><title>{_plain(thread.about)}</title></path>'
        yield "</g>"

    def _boxes(self, shapes: Sequence[Shape], top: float) -> Iterator[str]:
        for shape in shapes:
            spot = self._layout.spots[shape.id]
            yield self._drawn(shape, self._left + spot.x - WIDE / 2, top + spot.top)

    def _loose(self, shapes: Sequence[Shape], top: float) -> tuple[list[str], float]:
        if not shapes:
            return [], top
        made = [_text("not linked to anything yet", MARGIN, top + 14, "soft")]
        columns = max(1, int((self._width - 2 * MARGIN + GAP) // (WIDE + GAP)))
        top += 26
        ordered = sorted(shapes, key=lambda shape: self._number(shape.type))
        for first in range(0, len(ordered), columns):
            row = ordered[first : first + columns]
            made += [self._drawn(shape, MARGIN + at * (WIDE + GAP), top) for at, shape in enumerate(row)]
            top += max(_box(shape).height for shape in row) + 12
        return made, top + MARGIN - 12

    def _drawn(self, shape: Shape, x: float, y: float) -> str:
        border = 'stroke-width="2.4"' if shape.strong else 'stroke-dasharray="4 3"' if shape.dashed else ""
        size = f'x="{x:.1f}" y="{y:.1f}" width="{WIDE:.0f}" height="{_box(shape).height:.0f}" rx="6"'
        struck = 'text-anchor="middle"' + (' text-decoration="line-through"' if shape.struck else "")
        texts = (
            _text(line, x + WIDE / 2, y + PAD + 11 + LINE * number, "ink", struck) for number, line in enumerate(_lines_of(shape))
        )
        pale = ' opacity="0.5"' if shape.pale else ""
        box = f"<rect {self._colour(self._number(shape.type))} {size} {border}/>"
        return f"<g{pale}><title>{_plain(shape.about)}</title>{box}{''.join(texts)}</g>"


def _text(text: str, x: float, y: float, kind: str, more: str = "") -> str:
    colour = INK if kind == "ink" else SOFT
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" fill="{colour}" {more}>{_plain(text)}</text>'
