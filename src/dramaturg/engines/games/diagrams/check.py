"""Checking zones: each label has one, each can be hit, none lies in another's way, and the picture
gives nothing away.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from xml.etree import ElementTree

from dramaturg.drawing.geometry import area, contains, inner_point, overlap
from dramaturg.engines.games.base.issues import Issue, error
from dramaturg.engines.games.diagrams.leaks import leaks
from dramaturg.engines.games.diagrams.zones import Diagram, Zone

SCREEN = 600.0  # pixels: how wide the picture is taken to be
FINGER = 24.0  # pixels: the smallest target of WCAG 2.2, 2.5.8
NARROW = 12.0  # pixels across that are enough where a zone is long
OVERLAP = 0.05  # share of the smaller zone that may lie in another
_ABOUT = 2.0  # pixels less that are forgiven
_EDGE = 0.01  # percent: what rounding may put over the border


class ChainRefused(Exception):
    """A chain cannot make the diagram, and the next one is tried. Never leaves this package:
    `make_diagram` gives its issues back as a value.
    """

    def __init__(self, *issues: Issue) -> None:
        self.issues = issues
        super().__init__("\n".join(map(str, issues)))


def refusal(code: str, message: str, remedy: str, *path: str | int) -> ChainRefused:
    """For one reason alone: `raise refusal("file-missing", message, "Put it there.")`."""
    return ChainRefused(error(code, message, remedy, *path))


def diagram_issues(diagram: Diagram, labels: Sequence[str]) -> tuple[Issue, ...]:
    """Everything wrong with a diagram for these labels."""
    zones = zone_issues(diagram.zones, labels, diagram.width, diagram.height)
    return (*zones, *_said_in_picture(diagram, labels))


def zone_issues(
    zones: Sequence[Zone], labels: Sequence[str], width: float = 4.0, height: float = 3.0
) -> tuple[Issue, ...]:
    """Everything wrong with the zones. Width and height, in any unit, say which form the picture
    has.
    """
    issues = [*_pairing(zones, labels), *_captions(zones, labels)]
    sound = []
    for number, zone in enumerate(zones):
        shapeless = [issue.under("zones", number) for issue in _geometry(zone)]
        issues += shapeless
        if not shapeless:
            sound.append((number, _on_screen(zone, width, height)))
    issues += _hitting(sound)
    issues += _overlaps(sound)
    return tuple(issues)


def _on_screen(zone: Zone, width: float, height: float) -> Zone:
    across, down = SCREEN / 100, SCREEN / 100 * height / width
    points = tuple((x * across, y * down) for x, y in zone.points)
    return replace(zone, points=points, at=(zone.at[0] * across, zone.at[1] * down))


def _pairing(zones: Sequence[Zone], labels: Sequence[str]) -> Iterator[Issue]:
    counted, ids = Counter(zone.label for zone in zones), Counter(zone.id for zone in zones)
    for label in labels:
        if label not in counted:
            remedy = "Add a zone for it, or leave the label out."
            yield error("label-without-zone", f"{label!r} has no zone.", remedy, "zones")
    for number, zone in enumerate(zones):
        path = ("zones", number)
        if zone.label not in labels:
            message = f"The zone {zone.label!r} was not asked for."
            yield error("unknown-label", message, "Leave it out.", *path)
        if counted[zone.label] > 1:
            message = f"{zone.label!r} has {counted[zone.label]} zones."
            yield error("label-twice", message, "Join them into one zone.", *path)
        if ids[zone.id] > 1:
            message = f"{zone.id!r} is the id of {ids[zone.id]} zones."
            yield error("zone-id-twice", message, "Number the zones anew.", *path)
        if zone.parent is not None and (zone.parent not in counted or zone.parent == zone.label):
            message = f"{zone.label!r} lies in {zone.parent!r}, which is no other zone."
            remedy = "Name the label of a zone around it, or nothing."
            yield error("unknown-parent", message, remedy, *path)


def _captions(zones: Sequence[Zone], labels: Sequence[str]) -> Iterator[Issue]:
    for number, zone in enumerate(zones):
        for label in leaks(zone.caption, labels):
            message = f"The clue of {zone.label!r} says the label {label!r}: {zone.caption!r}."
            remedy = "Say it in other words."
            yield error("caption-names-label", message, remedy, "zones", number, "caption")


def _geometry(zone: Zone) -> Iterator[Issue]:
    flat = [number for point in (*zone.points, zone.at) for number in point]
    if len(zone.points) < 3 or not all(map(math.isfinite, flat)) or area(zone.points) <= 0:
        remedy = "Give at least three corners around it."
        yield error("zone-without-area", f"{zone.label!r} has no area.", remedy, "points")
    elif min(flat) < -_EDGE or max(flat) > 100 + _EDGE:
        message = f"{zone.label!r} reaches beyond the picture."
        remedy = "Keep all its numbers between 0 and 100: they are percent."
        yield error("zone-outside", message, remedy, "points")


def _hitting(zones: Sequence[tuple[int, Zone]]) -> Iterator[Issue]:
    """On a screen: its point is its own, and there is room for a finger on what no smaller zone
    takes away.
    """
    for number, zone in zones:
        within = [
            other.points
            for _, other in zones
            if other.parent == zone.label and other.label != zone.label
        ]
        if not contains(zone.points, zone.at) or any(contains(inner, zone.at) for inner in within):
            message = f"The point of {zone.label!r} does not lie in the zone itself."
            remedy = "Put it inside, and outside of the zones within."
            yield error("point-outside", message, remedy, "zones", number, "at")
        clearance = inner_point(zone.points, within)[1]
        if not _can_be_hit(2 * clearance, area(zone.points) - sum(map(area, within))):
            message = (
                f"{zone.label!r} is {2 * clearance:.0f} pixels wide on a picture of {SCREEN:.0f};"
                f" {FINGER:.0f} are needed."
            )
            remedy = "Make it larger, crop the picture, or leave it out."
            yield error("zone-too-small", message, remedy, "zones", number, "points")


def _can_be_hit(across: float, room: float) -> bool:
    return across >= FINGER - _ABOUT or (across >= NARROW and room >= 2 * FINGER**2)


def _overlaps(zones: Sequence[tuple[int, Zone]]) -> Iterator[Issue]:
    parents = {zone.label: zone.parent for _, zone in zones}
    for place, (number, one) in enumerate(zones):
        for _, other in zones[place + 1 :]:
            if one.label == other.label or _related(one.label, other.label, parents):
                continue
            share = overlap(one.points, other.points) / min(area(one.points), area(other.points))
            if share > OVERLAP:
                message = (
                    f"{one.label!r} and {other.label!r} overlap by {share:.0%} of the smaller one."
                )
                fix = "Draw them apart, or say that one is the parent of the other."
                yield error("zones-overlap", message, fix, "zones", number, "points")


def _related(one: str, other: str, parents: dict[str, str | None]) -> bool:
    return one in _ancestors(other, parents) or other in _ancestors(one, parents)


def _ancestors(label: str, parents: dict[str, str | None]) -> set[str]:
    found: set[str] = set()
    above = parents.get(label)
    while above is not None and above not in found:
        found.add(above)
        above = parents.get(above)
    return found


def _said_in_picture(diagram: Diagram, labels: Sequence[str]) -> Iterator[Issue]:
    for label in leaks(diagram.alt, labels):
        message = f"The description of the picture says the label {label!r}."
        yield error("label-in-picture", message, "Describe what can be seen without it.", "alt")
    root = ElementTree.fromstring(diagram.svg)
    texts = "\n".join(text for text in root.itertext())
    for label in leaks(texts, labels):
        remedy = "Take that text out."
        yield error("label-in-picture", f"{label!r} can be read in the picture.", remedy, "svg")
