"""Map and picture: areas that an author gives in percent, drawn as a map or laid over a picture."""

from __future__ import annotations

import base64
import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from dramaturg.drawing.canvas import SOFT_INK, WIDTH, picture, shape, text
from dramaturg.drawing.geometry import Box, Polygon, area, ellipse_polygon, inner_point
from dramaturg.drawing.lettering import fitted
from dramaturg.engines.games.diagrams.check import refusal
from dramaturg.engines.games.diagrams.items import Drawing, DrawnItem
from dramaturg.engines.games.diagrams.svg_chain import safe_content, svg_frame
from dramaturg.engines.games.diagrams.svg_file import read_svg
from dramaturg.engines.games.diagrams.zones import (
    Area,
    Diagram,
    DiagramAttribution,
    nested,
    zones_of,
)

MOST_BYTES = 4_000_000
_MAP_HEIGHT = WIDTH * 0.75
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_SVG = re.compile(rb"<svg[\s>]")


@dataclass(frozen=True, slots=True)
class Outline:
    """An area in percent of a picture: corners, or a middle and a radius in percent of the
    width.
    """

    points: Polygon = ()
    circle: tuple[float, float, float] | None = None

    def polygon(self, width: float, height: float) -> Polygon:
        if self.circle is None:
            return tuple((x * width / 100, y * height / 100) for x, y in self.points)
        x, y, radius = self.circle
        return ellipse_polygon(
            (x * width / 100, y * height / 100), radius * width / 100, radius * width / 100
        )


def map_of(items: Sequence[DrawnItem], outlines: Mapping[str, Outline]) -> Drawing:
    """The areas as lands of a map, large ones below, each with its clue where it fits."""
    polygons = {item.label: outlines[item.label].polygon(WIDTH, _MAP_HEIGHT) for item in items}
    areas = nested([Area(item.label, polygons[item.label], caption=item.caption) for item in items])
    asked = {item.label for item in items if item.asked}
    below = sorted(range(len(items)), key=lambda number: -area(polygons[items[number].label]))
    lands = [shape(polygons[items[number].label], number) for number in below]
    words = [mark for item in items for mark in _name(item, polygons, areas)]
    return Drawing(
        (*lands, *words),
        tuple(
            (one if one.parent in asked else replace(one, parent=None))
            for one in areas
            if one.label in asked
        ),
        WIDTH,
        _MAP_HEIGHT,
    )


def _name(item: DrawnItem, polygons: Mapping[str, Polygon], areas: Sequence[Area]) -> list[Element]:
    """The clue, or the name where it is given, in the widest place of an area; nothing where it
    would not fit.
    """
    words = item.caption if item.asked else item.label
    within = [polygons[one.label] for one in areas if one.parent == item.label]
    middle, clearance = inner_point(polygons[item.label], within)
    lettering = fitted(words, clearance * 1.7, clearance * 1.1)
    fits = words and " ".join(lettering.lines) == words
    return text(lettering, middle, SOFT_INK) if fits else []


def picture_diagram(
    source: bytes,
    outlines: Mapping[str, Outline],
    captions: Mapping[str, str],
    alt: str,
    attribution: DiagramAttribution | None = None,
) -> Diagram:
    """An author's PNG, JPEG or SVG with areas by label. Raises ChainRefused."""
    content, frame = _content(source, tuple(outlines))
    left, top, width, height = frame[0], frame[1], frame[2] - frame[0], frame[3] - frame[1]
    areas = [
        Area(
            label,
            tuple((left + x, top + y) for x, y in outline.polygon(width, height)),
            caption=captions.get(label, ""),
        )
        for label, outline in outlines.items()
    ]
    zones = zones_of(
        nested([one for one in areas if len(one.polygon) > 2]), left, top, width, height
    )
    return Diagram(picture(content, frame, alt), width, height, alt, zones, attribution)


def _content(source: bytes, labels: Sequence[str]) -> tuple[list[Element], Box]:
    if len(source) > MOST_BYTES:
        raise refusal(
            "file-unreadable",
            "The picture is larger than 4 MB.",
            "Save it smaller; 1,200 pixels across do.",
        )
    if _SVG.search(source[:4096]):
        root = read_svg(source)
        return safe_content(root, labels), svg_frame(root, margin=0.0)
    kind, size = (
        ("png", _png_size(source)) if source.startswith(_PNG) else ("jpeg", _jpeg_size(source))
    )
    if size is None or min(size) < 1:
        raise refusal(
            "file-unreadable", "The picture is no PNG, JPEG or SVG.", "Save it as one of these."
        )
    width, height = size
    link = f"data:image/{kind};base64,{base64.b64encode(source).decode()}"
    image = Element(
        "image", {"x": "0", "y": "0", "width": f"{width}", "height": f"{height}", "href": link}
    )
    return [image], (0.0, 0.0, float(width), float(height))


def _png_size(data: bytes) -> tuple[int, int] | None:
    if len(data) < 24 or data[12:16] != b"IHDR":
        return None
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Width and height from the frame header, which comes after any number of other segments."""
    at = 2 if data.startswith(_JPEG) else len(data)
    while at + 9 < len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return None
