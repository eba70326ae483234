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
    codes = _codes(value_map, book)
    counted = f"{len(codes)} codes, {len(value_map.edges)} relations at cut-off {value_map.k}"
    told = ". ".join((counted, *_sentences(value_map, codes)))
    heading = PictureHeading(
        title, f"{about} · {counted}" if about else counted, _key(value_map, codes), told
    )
    kinds = ontology.concepts if ontology else ()
    return draw_layers(
        heading,
        kinds,
        list(_shapes(value_map, codes, ontology)),
        list(_threads(value_map, codes)),
        RISE,
    )


def _codes(value_map: ValueMap, book: CodeBook) -> dict[str, Code]:
    """Those with an arrow."""
    ids = dict.fromkeys(id for edge in value_map.edges for id in (edge.source, edge.target))
    return {id: book.codes.get(id, Code(id, id, "")) for id in ids}


def _key(value_map: ValueMap, codes: Mapping[str, Code]) -> str:
    if not value_map.edges:
        return f"Nothing leads to anything else {value_map.k} times or more."
    arrows = f"width and number of an arrow: how often one led to the other, from {value_map.k} on"
    return (
        f"n: respondents who spoke of it · {arrows}"
        if any(code.support for code in codes.values())
        else arrows
    )


def _sentences(value_map: ValueMap, codes: Mapping[str, Code]) -> Iterator[str]:
    for edge in value_map.edges:
        yield f"{codes[edge.source].name} leads to {codes[edge.target].name} ({edge.count})"


def _shapes(
    value_map: ValueMap, codes: Mapping[str, Code], ontology: Ontology | None
) -> Iterator[PictureBox]:
    place = _places(value_map)
    for code in codes.values():
        kind = ontology.by_type.get(code.type) if ontology else None
        yield PictureBox(
            id=code.id,
            label=code.name,
            type=code.type,
            level=_level(code, place[code.id], ontology),
            about=f"{code.name}: {code.support} respondents, {code.mentions} mentions",
            note=f"n = {code.support}" if code.support else "",
            strong=kind is not None and kind.terminal,
        )


def _level(code: Code, place: int, ontology: Ontology | None) -> int:
    """The rung of its type; without one, its place on the ways."""
    if ontology is None or not ontology.deepest:
        return place
    kind = ontology.by_type.get(code.type)
    return kind.level - 1 if kind and kind.level else min(place, ontology.deepest - 1)


def _places(value_map: ValueMap) -> dict[str, int]:
    """How many arrows lead to each code, one after the other, at the most."""
    before: dict[str, list[str]] = {}
    for edge in value_map.edges:
        before.setdefault(edge.target, []).append(edge.source)
    place: dict[str, int] = {}
    for id in TopologicalSorter(before).static_order():
        place[id] = max((place[each] + 1 for each in before.get(id, ())), default=0)
    return place


def _threads(value_map: ValueMap, codes: Mapping[str, Code]) -> Iterator[PictureArrow]:
    most = max((edge.count for edge in value_map.edges), default=0)
    for edge, sentence in zip(value_map.edges, _sentences(value_map, codes), strict=True):
        width = max(THINNEST, WIDEST * edge.count / max(most, MANY))
        yield PictureArrow(edge.source, edge.target, edge.count, width, sentence, numbered=True)
