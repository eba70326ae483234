"""What drawn diagrams are drawn from: things with a label and a clue, in order, some of them inside
others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from dramaturg.drawing.canvas import SOFT_INK, picture, slot, text, text_from
from dramaturg.drawing.geometry import Point
from dramaturg.drawing.lettering import fitted
from dramaturg.engines.games.diagrams.zones import Area, Diagram, zones_of

SLOT_HEIGHT = 30.0


@dataclass(frozen=True, slots=True)
class DrawnItem:
    """One thing to draw. An item that is not asked for is drawn with its label to be read, and is
    no zone.
    """

    label: str
    caption: str = ""
    when: str = ""
    asked: bool = True
    inside: tuple[DrawnItem, ...] = ()

    def all(self) -> Iterator[DrawnItem]:
        yield self
        for item in self.inside:
            yield from item.all()


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a form draws: marks in order, the areas of its items, and how high it has become on the
    common width.
    """

    marks: tuple[Element, ...]
    areas: tuple[Area, ...]
    width: float
    height: float


def drawn_diagram(drawing: Drawing, alt: str) -> Diagram:
    """The drawing as a diagram."""
    width, height = drawing.width, round(drawing.height, 1)
    svg = picture(drawing.marks, (0.0, 0.0, width, height), alt)
    return Diagram(svg, width, height, alt, zones_of(drawing.areas, 0.0, 0.0, width, height))


def place_for(item: DrawnItem, middle: Point, width: float) -> list[Element]:
    """Where the label goes: an empty slot, or the label itself where it is given."""
    if item.asked:
        return [slot(middle, width, SLOT_HEIGHT)]
    return text(fitted(item.label, width, SLOT_HEIGHT), middle, weight="600")


def clue(item: DrawnItem, middle: Point, width: float, height: float) -> list[Element]:
    return text(fitted(item.caption, width, height), middle, SOFT_INK) if item.caption else []


def clue_from(
    item: DrawnItem, left: float, middle: float, width: float, height: float
) -> list[Element]:
    return (
        text_from(fitted(item.caption, width, height), left, middle, SOFT_INK)
        if item.caption
        else []
    )
