"""Style: how an element of an SVG looks, from its attributes, its style and the style sheets in the
file, as plain attributes.

A page with a strict content policy runs neither style sheets nor style attributes, so everything
becomes an attribute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from dramaturg.engines.games.diagrams.svg_file import tag
from dramaturg.english.prose import table

PROPERTIES = table("""
    fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap
    stroke-linejoin stroke-dasharray stroke-dashoffset stroke-miterlimit opacity color display
    visibility stop-color stop-opacity clip-path clip-rule mask marker-start marker-mid
    marker-end filter font-family font-size font-weight font-style text-anchor dominant-baseline
    letter-spacing paint-order vector-effect
""")
INHERITED = table("fill stroke stroke-width fill-rule visibility color")

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}@;]+)\{([^{}]*)\}")
_SELECTOR = re.compile(r"^([a-zA-Z]+)?(?:\.([\w-]+))?(?:#([\w-]+))?$")
_HARM = re.compile(r"[\\<>@{}]|expression|javascript:|data:|url\(\s*['\"]?[^#'\"]", re.IGNORECASE)

Look = Mapping[str, str]


def harmless(value: str) -> bool:
    """Whether a value refers to nothing outside the file and can run nothing."""
    return not _HARM.search(value)


@dataclass(frozen=True, slots=True)
class StyleRule:
    element: str
    style_class: str
    id: str
    look: Look

    @property
    def weight(self) -> tuple[bool, bool, bool]:
        return bool(self.id), bool(self.style_class), bool(self.element)

    def fits(self, element: Element) -> bool:
        return (
            self.element in ("", tag(element))
            and (not self.id or element.get("id") == self.id)
            and (not self.style_class or self.style_class in element.get("class", "").split())
        )


def sheet(root: Element) -> tuple[StyleRule, ...]:
    """The rules of all style sheets in the file whose selectors are simple, weakest first. At-rules
    are left out.
    """
    rules = [
        rule
        for element in root.iter()
        if tag(element) == "style"
        for selectors, body in _RULE.findall(_COMMENT.sub("", "".join(element.itertext())))
        for rule in _rules(selectors, body)
    ]
    return tuple(sorted(rules, key=lambda rule: rule.weight))


def _rules(selectors: str, body: str) -> Iterator[StyleRule]:
    for selector in selectors.split(","):
        match = _SELECTOR.match(selector.strip())
        if match and any(match.groups()):
            element, style_class, id = (group or "" for group in match.groups())
            yield StyleRule(element, style_class, id, _declared(body))


def _declared(text: str) -> Look:
    pairs = (part.partition(":") for part in text.split(";"))
    declared = (
        (name.strip().lower(), value.replace("!important", "").strip()) for name, _, value in pairs
    )
    return {
        name: value for name, value in declared if name in PROPERTIES and value and harmless(value)
    }


def look(element: Element, rules: Sequence[StyleRule]) -> Look:
    """What the element says of its own looks: attributes, then sheets, then its own style."""
    own = {
        name: value
        for name, value in element.attrib.items()
        if name in PROPERTIES and harmless(value)
    }
    for rule in rules:
        if rule.fits(element):
            own.update(rule.look)
    own.update(_declared(element.get("style", "")))
    return own


def inherited(outer: Look, own: Look) -> Look:
    """The looks that hold for what is inside."""
    return {
        **outer,
        **{name: value for name, value in own.items() if name in INHERITED and value != "inherit"},
    }


def is_painted(looks: Look) -> bool:
    return looks.get("fill", "black") not in ("none", "transparent") or looks.get(
        "stroke", "none"
    ) not in ("none", "transparent")


def is_hidden(own: Look) -> bool:
    return own.get("display") == "none"
