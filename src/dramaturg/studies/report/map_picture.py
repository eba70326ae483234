"""The hierarchical value map as a picture: what is concrete at the bottom, what it is for on top,
wide arrows for what is usual.

The number at an arrow is its count; `n` in a box is how many respondents spoke of it. Edges that
the map dropped are not drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter

from dramaturg.drawing.layered_picture import PictureArrow, PictureBox, PictureHeading, draw_layers
from dramaturg.engines.interviews.base.methodology import Ontology
from dramaturg.studies.base.codes import Code, CodeBook
from dramaturg.studies.figures.value_map import ValueMap

RISE = 84.0  # between two rows: there is a number on every line
THINNEST, WIDEST = 1.2, 6.5
# an arrow of this count is drawn as wide as can be, or one of the greatest count if that is more
MANY = 10


def draw_map(
    value_map: ValueMap, book: CodeBook, ontology: Ontology | None, title: str, about: str = ""
) -> str:
    """As SVG. Codes that the book does not have go by their id; without an ontology there are
    neither types nor rungs.
    """
    ids = dict.fromkeys(id for edge in value_map.edges for id in (edge.source, edge.target))
    codes = {id: book.codes.get(id, Code(id, id, "")) for id in ids}
    counted = f"{len(codes)} codes, {len(value_map.edges)} relations at cut-off {value_map.k}"
    arrows = list(_arrows(value_map, codes))
    told = ". ".join((counted, *(arrow.about for arrow in arrows)))
    below = f"{about} · {counted}" if about else counted
    heading = PictureHeading(title, below, _key(value_map, codes), told)
    kinds = ontology.concepts if ontology else ()
    return draw_layers(heading, kinds, list(_boxes(value_map, codes, ontology)), arrows, RISE)


def _key(value_map: ValueMap, codes: Mapping[str, Code]) -> str:
    if not value_map.edges:
        return f"Nothing leads to anything else {value_map.k} times or more."
    spoken_of = any(code.support for code in codes.values())
    arrows = f"width and number of an arrow: how often one led to the other, from {value_map.k} on"
    return f"n: respondents who spoke of it · {arrows}" if spoken_of else arrows


def _boxes(
    value_map: ValueMap, codes: Mapping[str, Code], ontology: Ontology | None
) -> Iterator[PictureBox]:
    place = _places(value_map)
    for code in codes.values():
        kind = ontology.by_type.get(code.type) if ontology else None
        level = place[code.id]  # without rungs, its place on the ways
        if ontology is not None and ontology.deepest:
            rung = kind.level if kind else None
            level = rung - 1 if rung else min(level, ontology.deepest - 1)
        yield PictureBox(
            id=code.id,
            label=code.name,
            type=code.type,
            level=level,
            about=f"{code.name}: {code.support} respondents, {code.mentions} mentions",
            note=f"n = {code.support}" if code.support else "",
            strong=kind is not None and kind.terminal,
        )


def _places(value_map: ValueMap) -> dict[str, int]:
    """How many arrows lead to each code, one after the other, at the most."""
    before: dict[str, list[str]] = {}
    for edge in value_map.edges:
        before.setdefault(edge.target, []).append(edge.source)
    place: dict[str, int] = {}
    for id in TopologicalSorter(before).static_order():
        place[id] = max((place[each] + 1 for each in before.get(id, ())), default=0)
    return place


def _arrows(value_map: ValueMap, codes: Mapping[str, Code]) -> Iterator[PictureArrow]:
    most = max((edge.count for edge in value_map.edges), default=0)
    for edge in value_map.edges:
        width = max(THINNEST, WIDEST * edge.count / max(most, MANY))
        names = f"{codes[edge.source].name} leads to {codes[edge.target].name}"
        about = f"{names} ({edge.count})"
        yield PictureArrow(edge.source, edge.target, edge.count, width, about, numbered=True)
