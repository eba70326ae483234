"""Diagrams and zones as values: a picture without labels, and where on it each label belongs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from dramaturg.drawing.geometry import Point, Polygon, area, contains, inner_point, overlap

INSIDE = 0.9  # share of a zone that must lie in a larger one to be part of it
SMALLER = 0.8  # and how much smaller it must be


@dataclass(frozen=True, slots=True)
class Zone:
    """Where a label belongs. All numbers are percent of the picture's width and height.

    `points` are the corners; holes and pieces apart are joined to it by bridges without width, so
    that it is always one polygon. `at` is a point well inside it and in no zone within it. `parent`
    is the label of the zone it lies in. `caption` is the clue that can be read there. The id
    follows from the place alone.
    """

    id: str
    label: str
    points: Polygon
    at: Point
    parent: str | None = None
    caption: str = ""


@dataclass(frozen=True, slots=True)
class DiagramAttribution:
    title: str
    author: str
    source: str
    licence: str

    def __str__(self) -> str:
        return f"{self.title}, {self.author}, {self.licence}" + (
            f" ({self.source})" if self.source else ""
        )


@dataclass(frozen=True, slots=True)
class Diagram:
    """A picture as SVG text without any label in it, safe to put into a page; its size; and its
    zones.
    """

    svg: str
    width: float
    height: float
    alt: str
    zones: tuple[Zone, ...]
    attribution: DiagramAttribution | None = None


@dataclass(frozen=True, slots=True)
class Area:
    """A zone in the making, in the picture's own units. `at` is found where it is not given."""

    label: str
    polygon: Polygon
    at: Point | None = None
    parent: str | None = None
    caption: str = ""


def zones_of(
    areas: Sequence[Area], left: float, top: float, width: float, height: float
) -> tuple[Zone, ...]:
    """The areas as zones in percent of the picture, with points and ids."""

    def percent(point: Point) -> Point:
        return round((point[0] - left) / width * 100, 2), round((point[1] - top) / height * 100, 2)

    placed = [
        Zone(
            "",
            one.label,
            tuple(map(percent, one.polygon)),
            percent(one.at or _own_point(one, areas)),
            one.parent,
            one.caption,
        )
        for one in areas
    ]
    return numbered(placed)


def _own_point(own: Area, areas: Iterable[Area]) -> Point:
    within = [one.polygon for one in areas if one.parent == own.label and one.label != own.label]
    return inner_point(own.polygon, within)[0]


def numbered(zones: Iterable[Zone]) -> tuple[Zone, ...]:
    """The zones with ids that count from top left to bottom right, so that an id says no more than
    the place does.
    """
    in_order = sorted(zones, key=lambda zone: (zone.at[1] // 10, zone.at[0], zone.at[1]))
    return tuple(replace(zone, id=f"z{number}") for number, zone in enumerate(in_order, 1))


def nested(areas: Sequence[Area]) -> tuple[Area, ...]:
    """The areas, each with the smallest area around it as its parent where none is given."""
    return tuple(one if one.parent else replace(one, parent=_around(one, areas)) for one in areas)


def _around(inner: Area, areas: Iterable[Area]) -> str | None:
    size = area(inner.polygon)
    larger = [
        one for one in areas if one.label != inner.label and size < SMALLER * area(one.polygon)
    ]
    around = [one for one in larger if overlap(inner.polygon, one.polygon) >= INSIDE * size]
    return min(around, key=lambda one: area(one.polygon)).label if around else None


def zone_at(zones: Iterable[Zone], point: Point) -> Zone | None:
    """What is hit at a point: the smallest zone there."""
    hit = [zone for zone in zones if contains(zone.points, point)]
    return min(hit, key=lambda zone: area(zone.points), default=None)
