"""The canvas of drawn diagrams: a calm palette on its own light ground, and the few marks that all
forms are drawn with.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element, tostring

from dramaturg.drawing.geometry import Box, Point, Polygon
from dramaturg.drawing.lettering import Lettering

BACKGROUND = "#fbfaf6"
INK = "#2f3640"
SOFT_INK = "#5b6470"
EDGE = "#6b7684"
SLOT = "#ffffff"
# Fills light enough for dark text, and edges of the same hues dark enough to be seen on them.
TINTS = ("#d7e6f2", "#dcecd9", "#f6e4c8", "#eadcf0", "#f7d9d3", "#d3ebe8", "#ece8cf", "#e0dff3")
EDGES = ("#5d8db5", "#6b9c63", "#c08f3f", "#9470a8", "#c2705f", "#4f9c94", "#99904a", "#7b78b8")
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

WIDTH = 720.0  # of every drawn form; texts of 15 are 12.5 pixels on a picture 600 wide
MARGIN = 28.0
_CORNER_STEPS = 6


def picture(content: Iterable[Element], frame: Box, alt: str) -> str:
    """The whole SVG: the content on a light panel of its own, so that it can be read on a dark page
    too.
    """
    left, top, width, height = frame[0], frame[1], frame[2] - frame[0], frame[3] - frame[1]
    view = " ".join(map(fine, (left, top, width, height)))
    root = Element(
        "svg",
        {"xmlns": "http://www.w3.org/2000/svg", "viewBox": view, "role": "img", "aria-label": alt},
    )
    place = {"x": fine(left), "y": fine(top), "width": fine(width), "height": fine(height)}
    root.append(Element("rect", {**place, "rx": fine(max(width, height) / 60), "fill": BACKGROUND}))
    root.extend(content)
    return tostring(root, encoding="unicode")


def panel(
    x: float, y: float, width: float, height: float, hue: int, radius: float = 12.0
) -> Element:
    """A rounded box in one of the palette's hues."""
    place = {"x": _n(x), "y": _n(y), "width": _n(width), "height": _n(height), "rx": _n(radius)}
    return Element("rect", {**place, **paint(hue)})


def paint(hue: int) -> dict[str, str]:
    return {
        "fill": TINTS[hue % len(TINTS)],
        "stroke": EDGES[hue % len(EDGES)],
        "stroke-width": "1.6",
    }


def shape(polygon: Polygon, hue: int) -> Element:
    data = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in polygon) + "Z"
    return Element("path", {"d": data, **paint(hue), "stroke-linejoin": "round"})


def slot(middle: Point, width: float, height: float) -> Element:
    """The empty place that a label belongs in."""
    x, y = middle[0] - width / 2, middle[1] - height / 2
    place = {"x": _n(x), "y": _n(y), "width": _n(width), "height": _n(height), "rx": _n(height / 2)}
    return Element(
        "rect",
        {**place, "fill": SLOT, "fill-opacity": "0.8", "stroke": EDGE, "stroke-dasharray": "4 4"},
    )


def line(points: Sequence[Point], colour: str = EDGE, width: float = 1.6) -> Element:
    data = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)
    return Element(
        "path",
        {
            "d": data,
            "fill": "none",
            "stroke": colour,
            "stroke-width": _n(width),
            "stroke-linecap": "round",
        },
    )


def dot(middle: Point, radius: float = 5.0, fill: str = INK) -> Element:
    return Element(
        "circle", {"cx": _n(middle[0]), "cy": _n(middle[1]), "r": _n(radius), "fill": fill}
    )


def arrow(points: Sequence[Point]) -> list[Element]:
    """A line with a head at its end."""
    (x0, y0), (x1, y1) = points[-min(len(points), 4)], points[-1]
    angle = math.atan2(y1 - y0, x1 - x0)
    wings = [
        (x1 - 12 * math.cos(angle + turn), y1 - 12 * math.sin(angle + turn))
        for turn in (-0.45, 0.45)
    ]
    neck = (x1 - 8 * math.cos(angle), y1 - 8 * math.sin(angle))
    head = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in ((x1, y1), wings[0], neck, wings[1])) + "Z"
    shaft = [point for point in points[:-1] if math.dist(point, points[-1]) > 8]
    return [
        line([*(shaft or points[:1]), neck], width=2.4),
        Element("path", {"d": head, "fill": EDGE}),
    ]


def text(
    lettering: Lettering, middle: Point, colour: str = INK, weight: str = "400"
) -> list[Element]:
    """Lines of text around a middle."""
    first = middle[1] - (len(lettering.lines) - 1) * lettering.leading / 2 + lettering.size * 0.35
    return [
        _line_of_text(
            words,
            (middle[0], first + number * lettering.leading),
            lettering.size,
            colour,
            "middle",
            weight,
        )
        for number, words in enumerate(lettering.lines)
    ]


def text_from(
    lettering: Lettering, left: float, middle: float, colour: str = INK, weight: str = "400"
) -> list[Element]:
    """Lines of text that begin at the left, around a middle height."""
    first = middle - (len(lettering.lines) - 1) * lettering.leading / 2 + lettering.size * 0.35
    return [
        _line_of_text(
            words,
            (left, first + number * lettering.leading),
            lettering.size,
            colour,
            "start",
            weight,
        )
        for number, words in enumerate(lettering.lines)
    ]


def _line_of_text(
    words: str, at: Point, size: float, colour: str, anchor: str, weight: str
) -> Element:
    look = {
        "font-family": FONT,
        "font-size": _n(size),
        "font-weight": weight,
        "fill": colour,
        "text-anchor": anchor,
    }
    element = Element("text", {"x": _n(at[0]), "y": _n(at[1]), **look})
    element.text = words
    return element


def rounded(x: float, y: float, width: float, height: float, radius: float = 12.0) -> Polygon:
    """The polygon of a rounded box."""
    corners = (
        ((x + width - radius, y + radius), -90),
        ((x + width - radius, y + height - radius), 0),
        ((x + radius, y + height - radius), 90),
        ((x + radius, y + radius), 180),
    )
    return tuple(
        (middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle))
        for middle, start in corners
        for angle in (
            math.radians(start + 90 * step / _CORNER_STEPS) for step in range(_CORNER_STEPS + 1)
        )
    )


def fine(number: float) -> str:
    """A number in somebody else's units, which may be very large or very small."""
    return f"{number:.6g}"


def _n(number: float) -> str:
    """A number as short as it can be written."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
