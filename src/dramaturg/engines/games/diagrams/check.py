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
from dramaturg.engines.games.base.issues import Issue
from dramaturg.engines.games.diagrams.leaks import leaks
from dramaturg.engines.games.diagrams.zones import Diagram, Zone

SCREEN = 600.0  # pixels: how wide the picture is taken to be
FINGER = 24.0  # pixels: the smallest target of WCAG 2.2, 2.5.8
NARROW = 12.0  # pixels across that are enough where a zone is long
OVERLAP = 0.05  # share of the smaller zone that may lie in another
_ABOUT = 2.0  # pixels less that are forgiven
_EDGE = 0.01  # percent: what rounding may put over the border


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
        shapeless = [issue.under(f"zones[{number}]") for issue in _geometry(zone)]
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
            yield Issue(
                "label-without-zone",
                f"{label!r} has no zone.",
                "Add a zone for it, or leave the label out.",
                "zones",
            )
    for number, zone in enumerate(zones):
        path = f"zones[{number}]"
        if zone.label not in labels:
            yield Issue(
                "unknown-label",
                f"The zone {zone.label!r} was not asked for.",
                "Leave it out.",
                path,
            )
        if counted[zone.label] > 1:
            yield Issue(
                "label-twice",
                f"{zone.label!r} has {counted[zone.label]} zones.",
                "Join them into one zone.",
                path,
            )
        if ids[zone.id] > 1:
            yield Issue(
                "zone-id-twice",
                f"{zone.id!r} is the id of {ids[zone.id]} zones.",
                "Number the zones anew.",
                path,
            )
        if zone.parent is not None and (zone.parent not in counted or zone.parent == zone.label):
            message = f"{zone.label!r} lies in {zone.parent!r}, which is no other zone."
            yield Issue(
                "unknown-parent", message, "Name the label of a zone around it, or nothing.", path
            )


def _captions(zones: Sequence[Zone], labels: Sequence[str]) -> Iterator[Issue]:
    for number, zone in enumerate(zones):
        for label in leaks(zone.caption, labels):
            message = f"The clue of {zone.label!r} says the label {label!r}: {zone.caption!r}."
            yield Issue(
                "caption-names-label", message, "Say it in other words.", f"zones[{number}].caption"
            )


def _geometry(zone: Zone) -> Iterator[Issue]:
    flat = [number for point in (*zone.points, zone.at) for number in point]
    if len(zone.points) < 3 or not all(map(math.isfinite, flat)) or area(zone.points) <= 0:
        yield Issue(
            "zone-without-area",
            f"{zone.label!r} has no area.",
            "Give at least three corners around it.",
            "points",
        )
    elif min(flat) < -_EDGE or max(flat) > 100 + _EDGE:
        message = f"{zone.label!r} reaches beyond the picture."
        yield Issue(
            "zone-outside",
            message,
            "Keep all its numbers between 0 and 100: they are percent.",
            "points",
        )


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
            yield Issue(
                "point-outside",
                message,
                "Put it inside, and outside of the zones within.",
                f"zones[{number}].at",
            )
        clearance = inner_point(zone.points, within)[1]
        if not _can_be_hit(2 * clearance, area(zone.points) - sum(map(area, within))):
            message = (
                f"{zone.label!r} is {2 * clearance:.0f} pixels wide on a picture of {SCREEN:.0f};"
                f" {FINGER:.0f} are needed."
            )
            yield Issue(
                "zone-too-small",
                message,
                "Make it larger, crop the picture, or leave it out.",
                f"zones[{number}].points",
            )


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
                yield Issue("zones-overlap", message, fix, f"zones[{number}].points")


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
        yield Issue("label-in-picture", message, "Describe what can be seen without it.", "alt")
    root = ElementTree.fromstring(diagram.svg)
    texts = "\n".join(text for text in root.itertext())
    for label in leaks(texts, labels):
        yield Issue(
            "label-in-picture",
            f"{label!r} can be read in the picture.",
            "Take that text out.",
            "svg",
        )
