"""Reading an SVG file that somebody else wrote: well-formed, of a sensible size, and not built to
do harm.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from dramaturg.engines.games.diagrams.check import ChainRefused, refusal

MOST_BYTES = 8_000_000
MOST_ELEMENTS = 60_000
MOST_DRAWN = 120_000  # elements that are drawn once all references are followed
DEEPEST = 100

_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_PLAIN_DOCTYPE = re.compile(r"<!DOCTYPE\s[^\[\]<>]*>", re.IGNORECASE)
_ANY_DOCTYPE = re.compile(r"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_LOCAL = re.compile(r"url\(\s*['\"]?#([^'\")\s]+)['\"]?\s*\)")


def read_svg(source: bytes | str) -> Element:
    """The root element. Raises ChainRefused."""
    text = _PLAIN_DOCTYPE.sub("", _DECLARATION.sub("", _text(source), count=1), count=1)
    if _ANY_DOCTYPE.search(text):
        raise _unsafe("It declares entities of its own.", "Save it again as plain SVG.")
    root = _parsed(text)
    if tag(root) != "svg":
        raise _unreadable(f"It begins with <{tag(root)}>, not with <svg>.", "Give an SVG file.")
    if sum(1 for _ in root.iter()) > MOST_ELEMENTS or _depth(root) > DEEPEST:
        raise _unsafe(
            "It is nested too deeply or has too many parts.", "Save a simpler version of it."
        )
    _loosen(root)
    # refuse what would keep a browser, or us, busy for ever
    if _drawn(root, by_id(root), {}, frozenset()) > MOST_DRAWN:
        raise _unsafe(
            "Its parts refer to one another over and over.", "Save it with its clones unlinked."
        )
    return root


def tag(element: Element) -> str:
    """The element's name without its namespace; empty for comments and the like."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def attribute(element: Element, name: str) -> str | None:
    """An attribute by its plain name, whichever namespace it is in."""
    if name in element.attrib:
        return element.attrib[name]
    return next((value for key, value in element.attrib.items() if key.endswith(f"}}{name}")), None)


def by_id(root: Element) -> dict[str, Element]:
    return {
        element.attrib["id"]: element
        for element in reversed(list(root.iter()))
        if "id" in element.attrib
    }


def references(element: Element) -> Iterator[str]:
    """The ids that an element draws something from."""
    link = attribute(element, "href")
    if link and link.strip().startswith("#"):
        yield link.strip()[1:]
    for value in element.attrib.values():
        if "url(" in value:
            yield from _LOCAL.findall(value)


def _text(source: bytes | str) -> str:
    if len(source) > MOST_BYTES:
        raise _unreadable("It is larger than 8 MB.", "Save a simpler version of it.")
    if isinstance(source, str):
        return source.removeprefix("\ufeff")
    wide = source.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return source.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise _unreadable(
            "It is not written in UTF-8.", "Save it again as plain SVG in UTF-8."
        ) from None


def _parsed(text: str) -> Element:
    try:
        return ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        raise _unreadable(
            f"It is not well-formed: {error}.", "Save it again as plain SVG."
        ) from None


def _depth(root: Element) -> int:
    """How deep the tree is, as far as it matters."""
    depth, level = 0, [root]
    while level and depth <= DEEPEST:
        depth, level = depth + 1, [child for element in level for child in element]
    return depth


def _loosen(root: Element) -> None:
    """Clones of something that they are themselves in occur in honest files; as in a browser, they
    draw nothing.
    """
    ids = by_id(root)
    for element in root.iter():
        target = ids.get(next(references(element), "")) if tag(element) == "use" else None
        if target is not None and any(inner is element for inner in target.iter()):
            for name in [name for name in element.attrib if name.rpartition("}")[2] == "href"]:
                del element.attrib[name]


def _drawn(
    element: Element, ids: dict[str, Element], known: dict[Element, int], open_: frozenset[Element]
) -> int:
    """How many elements are drawn for this one; a reference that leads back to itself counts as
    endless.
    """
    if element in known:
        return known[element]
    if element in open_ or len(open_) > 3 * DEEPEST:
        return MOST_DRAWN + 1
    inner = open_ | {element}
    targets = [ids[name] for name in references(element) if name in ids]
    known[element] = 1 + sum(_drawn(one, ids, known, inner) for one in (*element, *targets))
    return known[element]


def _unsafe(message: str, remedy: str) -> ChainRefused:
    return refusal("file-unsafe", f"This SVG cannot be used. {message}", remedy)


def _unreadable(message: str, remedy: str) -> ChainRefused:
    return refusal("file-unreadable", f"This SVG cannot be used. {message}", remedy)
