"""The SVG chain: a file whose parts carry names becomes a diagram, its parts the zones."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from dramaturg.drawing.canvas import EDGE, TINTS, fine, picture
from dramaturg.drawing.geometry import Box, Polygon, area, overlap
from dramaturg.drawing.outline import Region, outline
from dramaturg.drawing.transforms import FARTHEST, numbers
from dramaturg.engines.games.base.issues import Issue, error
from dramaturg.engines.games.diagrams.check import ChainRefused, refusal
from dramaturg.engines.games.diagrams.sanitize import sanitized
from dramaturg.engines.games.diagrams.shapes import SvgPart, SvgTree, length, part_key
from dramaturg.engines.games.diagrams.svg_file import read_svg
from dramaturg.engines.games.diagrams.zones import (
    INSIDE,
    Area,
    Diagram,
    DiagramAttribution,
    nested,
    zones_of,
)
from dramaturg.kernel.errors import did_you_mean

_MARGIN = 0.02  # of the longer side, around the drawing
_COVERED = 0.02  # share of a part under another from which it is cut away


@dataclass(frozen=True, slots=True)
class SoughtPart:
    """A label that is looked for in a picture: the names its part may have there, and the clue that
    goes with it.
    """

    label: str
    names: tuple[str, ...] = ()
    caption: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(part_key(name) for name in (*self.names, self.label))


def svg_diagram(
    source: bytes | str,
    sought: Sequence[SoughtPart],
    alt: str,
    attribution: DiagramAttribution | None = None,
) -> Diagram:
    """Raises ChainRefused where the file cannot be used, or has no part for a label."""
    root = read_svg(source)
    frame = svg_frame(root)
    tree = SvgTree(root, max(frame[2] - frame[0], frame[3] - frame[1]))
    parts = _found(tree, sought)
    polygons = _outlines(parts, frame)
    areas = nested([Area(one.label, polygons[one.label], caption=one.caption) for one in sought])
    unseen = [polygons[one.label] for one in sought if not parts[one.label].painted]
    content = [
        *safe_content(root, [one.label for one in sought]),
        *map(_tint, range(len(unseen)), unseen),
    ]
    left, top, right, bottom = frame
    width, height = right - left, bottom - top
    return Diagram(
        svg=picture(content, frame, alt),
        width=width,
        height=height,
        alt=alt,
        zones=zones_of(areas, left, top, width, height),
        attribution=attribution,
    )


def safe_content(root: Element, labels: Sequence[str]) -> list[Element]:
    """What the file draws, made safe; its ids begin with a mark made from the file and the
    labels.
    """
    mark = hashlib.sha256(
        "\n".join((*labels, *(str(element.attrib) for element in root.iter()))).encode()
    ).hexdigest()
    return sanitized(root, labels, f"d{mark[:8]}")


def svg_frame(root: Element, margin: float = _MARGIN) -> Box:
    """What is shown of the drawing, with a margin in parts of its longer side, in its own units.
    Raises ChainRefused.
    """
    view = numbers(root.get("viewBox", ""))
    if len(view) != 4 or view[2] <= 0 or view[3] <= 0:
        width, height = length(root.get("width")), length(root.get("height"))
        if not width or not height or width < 0 or height < 0:
            message = "This SVG does not say how large it is."
            raise refusal(
                "file-unreadable", message, "Give its <svg> a viewBox, or a width and a height."
            )
        view = (0.0, 0.0, width, height)
    longer, shorter = max(view[2:]), min(view[2:])
    if longer > 100 * shorter or not 1 / FARTHEST < longer < FARTHEST:
        raise refusal(
            "file-unreadable",
            "This SVG has a size that cannot be shown.",
            "Give its <svg> a sensible viewBox.",
        )
    room = margin * longer
    return view[0] - room, view[1] - room, view[0] + view[2] + room, view[1] + view[3] + room


def _found(tree: SvgTree, sought: Sequence[SoughtPart]) -> Mapping[str, SvgPart]:
    parts = tree.parts({key for one in sought for key in one.keys})
    found = {
        one.label: next((parts[key] for key in one.keys if key in parts), None) for one in sought
    }
    missing = [label for label, part in found.items() if part is None]
    if missing:
        raise ChainRefused(*(_missing(label, set(tree.names())) for label in missing))
    return {label: part for label, part in found.items() if part is not None}


def _missing(label: str, known: set[str]) -> Issue:
    if part_key(label) in map(part_key, known):
        remedy = "Draw it as a filled shape."
        return error("part-missing", f"The part {label!r} of the picture draws nothing.", remedy)
    near = did_you_mean(label, known)
    remedy = (
        near
        if near.startswith("Did")
        else "Give the part that name as its id or title, or name it under parts."
    )
    return error("part-missing", f"No part of the picture is called {label!r}.", remedy)


def _outlines(parts: Mapping[str, SvgPart], frame: Box) -> dict[str, Polygon]:
    """What can be seen of each part: where one lies partly over another, it is cut from the one
    below.
    """
    whole = {label: _outline(label, part, frame) for label, part in parts.items()}
    seen = dict(whole)
    for label, part in parts.items():
        above = [
            other
            for other in parts
            if parts[other].order > part.order and _lies_over(whole[other], whole[label])
        ]
        if above:
            cut = [Region((whole[other],), even_odd=True) for other in above]
            seen[label] = (
                outline([Region((whole[label],), even_odd=True)], frame, cut) or whole[label]
            )
    return seen


def _outline(label: str, part: SvgPart, frame: Box) -> Polygon:
    polygon = outline(part.regions, frame)
    if polygon is None:
        message = f"The part {label!r} has no area inside the picture."
        raise refusal("zone-without-area", message, "Draw it as a filled shape inside the viewBox.")
    return polygon


def _lies_over(upper: Polygon, lower: Polygon) -> bool:
    shared, smaller = overlap(upper, lower), min(area(upper), area(lower))
    return _COVERED * smaller < shared < INSIDE * smaller


def _tint(number: int, polygon: Polygon) -> Element:
    """A part that the file draws without any paint is shown by a soft tint, or nobody could point
    at it.
    """
    corners = " ".join(f"{fine(x)},{fine(y)}" for x, y in polygon)
    paint = {
        "fill": TINTS[number % len(TINTS)],
        "fill-opacity": "0.55",
        "stroke": EDGE,
        "stroke-opacity": "0.6",
    }
    return Element(
        "polygon",
        {"points": corners, **paint, "stroke-width": "1", "vector-effect": "non-scaling-stroke"},
    )
