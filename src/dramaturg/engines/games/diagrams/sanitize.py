"""Sanitizing: an SVG copied piece by piece into one that is safe in a page, says no label, and
shares no id with another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from dramaturg.drawing.transforms import numbers
from dramaturg.engines.games.diagrams.leaks import leaks
from dramaturg.engines.games.diagrams.style import (
    Look,
    StyleRule,
    harmless,
    inherited,
    is_hidden,
    is_painted,
    look,
    sheet,
)
from dramaturg.engines.games.diagrams.svg_file import attribute, by_id, references, tag
from dramaturg.english.prose import table

_SHAPES = table("path rect circle ellipse line polyline polygon")
_TEXTS = table("text tspan")
_ELEMENTS = (
    _SHAPES
    | _TEXTS
    | table("""
    svg g defs use symbol marker clipPath mask pattern linearGradient radialGradient stop image
    filter feGaussianBlur feOffset feBlend feColorMatrix feMerge feMergeNode feFlood feComposite
""")
)
_GROUPS = table("a switch")
_ATTRIBUTES = table("""
    d points x y x1 y1 x2 y2 width height cx cy r rx ry fx fy dx dy rotate transform viewBox
    preserveAspectRatio offset gradientUnits gradientTransform spreadMethod clipPathUnits
    maskUnits maskContentUnits patternUnits patternContentUnits patternTransform markerWidth
    markerHeight markerUnits refX refY orient filterUnits primitiveUnits stdDeviation in in2
    result values type mode operator k1 k2 k3 k4 textLength lengthAdjust pathLength
""")
_RASTER = re.compile(r"^data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$")
_LOCAL = re.compile(r"url\(\s*['\"]?#([^'\")\s]+)['\"]?\s*\)")


@dataclass(frozen=True, slots=True)
class _Copying:
    """What the copying of one file goes by."""

    rules: tuple[StyleRule, ...]
    ids: dict[str, str]
    labels: tuple[str, ...]
    texts: bool


def sanitized(root: Element, labels: Sequence[str], prefix: str) -> list[Element]:
    """What stands in the picture, made safe. Text that says a label goes; if the rest still spells
    one, all text goes.
    """
    children = _copied(root, labels, prefix, texts=True)
    left = " ".join(text for child in children for text in _texts(child))
    spelled = "".join(left.split())
    if leaks(left, labels) or leaks(
        spelled, ["".join(label.split()) for label in labels], within_words=True
    ):
        return _copied(root, labels, prefix, texts=False)
    return children


def _copied(root: Element, labels: Sequence[str], prefix: str, texts: bool) -> list[Element]:
    known = by_id(root)
    rules = sheet(root)
    used = sorted(
        {name for element in root.iter() for name in _references(element, rules) if name in known}
    )
    ids = {name: f"{prefix}-{number}" for number, name in enumerate(used, 1)}
    copying = _Copying(rules, ids, tuple(labels), texts)
    looks = inherited({}, look(root, copying.rules))
    group = Element("g", dict(looks) if _has_paint(root, copying.rules) else _plain_paint(root))
    group.extend(_children(root, copying, looks))
    return [group]


def _has_paint(root: Element, rules: Sequence[StyleRule]) -> bool:
    """Whether the file says anywhere how it is painted. One that does not, as many maps, would be
    black all over.
    """
    return any(
        "fill" in own or "stroke" in own
        for own in (look(element, rules) for element in root.iter())
    )


def _plain_paint(root: Element) -> dict[str, str]:
    size = max(numbers(root.get("viewBox", "")), default=600.0)
    return {"fill": "#e6e2d6", "stroke": "#8d939b", "stroke-width": f"{size / 600:.3g}"}


def _references(element: Element, rules: Sequence[StyleRule]) -> Iterator[str]:
    yield from references(element)
    for value in look(element, rules).values():
        yield from _LOCAL.findall(value)


def _children(element: Element, copying: _Copying, outer: Look) -> Iterator[Element]:
    for child in element:
        copied = _copy(child, copying, outer)
        if copied is not None:
            yield copied


def _copy(element: Element, copying: _Copying, outer: Look) -> Element | None:
    """The element as far as it may stay; None where it may not, or where nobody would see it."""
    kind = "g" if tag(element) in _GROUPS else tag(element)
    own = look(element, copying.rules)
    looks = inherited(outer, own)
    if (
        kind not in _ELEMENTS
        or is_hidden(own)
        or (kind == "text" and not _may_stay(element, copying))
    ):
        return None
    if kind in _SHAPES and not is_painted(looks) and element.get("id") not in copying.ids:
        return None
    attributes = {**_plain(element), **_looks(own, copying), **_link(element, kind, copying)}
    if element.get("id") in copying.ids:
        attributes["id"] = copying.ids[element.attrib["id"]]
    if kind in ("use", "image") and "href" not in attributes:
        return None
    copied = Element(kind, attributes)
    copied.text = element.text if kind in _TEXTS else None
    for child in _children(element, copying, looks):
        copied.append(child)
    _keep_tails(element, copied, kind)
    return copied


def _keep_tails(element: Element, copied: Element, kind: str) -> None:
    """Text between the pieces of a text; where pieces were left out it is not worth keeping in
    order.
    """
    if kind in _TEXTS and len(element) == len(copied):
        for before, after in zip(element, copied, strict=True):
            after.tail = before.tail


def _may_stay(element: Element, copying: _Copying) -> bool:
    text = " ".join(_texts(element))
    return copying.texts and not leaks(text, copying.labels, fragments=True)


def _texts(element: Element) -> Iterator[str]:
    return (text.strip() for text in element.itertext() if text.strip())


def _plain(element: Element) -> dict[str, str]:
    return {
        name: value
        for name, value in element.attrib.items()
        if name in _ATTRIBUTES and harmless(value)
    }


def _looks(own: Look, copying: _Copying) -> dict[str, str]:
    """The looks with their references renamed; one that refers to nothing is left out."""
    renamed = {
        name: _LOCAL.sub(lambda match: f"url(#{copying.ids.get(match.group(1), '')})", value)
        for name, value in own.items()
    }
    return {name: value for name, value in renamed.items() if "url(#)" not in value}


def _link(element: Element, kind: str, copying: _Copying) -> dict[str, str]:
    link = (attribute(element, "href") or "").strip()
    if kind == "image":
        return {"href": link} if _RASTER.match(link) else {}
    return (
        {"href": f"#{copying.ids[link[1:]]}"}
        if link.startswith("#") and link[1:] in copying.ids
        else {}
    )
