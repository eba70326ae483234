"""The zone check: one case for everything that can be wrong with a zone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dramaturg.drawing.geometry import Polygon, box_polygon, ellipse_polygon
from dramaturg.engines.games.diagrams.check import diagram_issues, zone_issues
from dramaturg.engines.games.diagrams.zones import Diagram, Zone

LEFT = Zone("z1", "Atrium", box_polygon(5, 5, 40, 40), (25, 25))
RIGHT = Zone("z2", "Ventricle", box_polygon(55, 5, 40, 40), (75, 25))
INNER = Zone("z2", "Ventricle", box_polygon(10, 10, 20, 20), (20, 20), parent="Atrium")
LABELS = ["Atrium", "Ventricle"]
NAN = float("nan")


def codes(*zones: Zone, labels: list[str] | None = None) -> set[str]:
    return {issue.code for issue in zone_issues(zones, LABELS if labels is None else labels)}


def with_points(points: Polygon) -> Zone:
    return replace(RIGHT, points=points, at=points[0] if points else (0, 0))


WRONG = {
    "label-without-zone": [LEFT],
    "unknown-label": [LEFT, RIGHT, Zone("z3", "Aorta", box_polygon(5, 55, 40, 40), (20, 80))],
    "label-twice": [LEFT, RIGHT, Zone("z3", "Atrium", box_polygon(5, 55, 40, 40), (20, 80))],
    "zone-id-twice": [LEFT, replace(RIGHT, id="z1")],
    "unknown-parent": [LEFT, replace(RIGHT, parent="Aorta")],
    "caption-names-label": [LEFT, replace(RIGHT, caption="below the atrium")],
    "zone-outside": [LEFT, replace(RIGHT, points=box_polygon(80, 5, 40, 40), at=(90, 20))],
    "zone-too-small": [LEFT, replace(RIGHT, points=box_polygon(60, 20, 3, 3), at=(61, 21))],
    "point-outside": [LEFT, replace(RIGHT, at=(50, 50))],
    "zones-overlap": [LEFT, replace(RIGHT, points=box_polygon(35, 5, 40, 40), at=(60, 25))],
}


@pytest.mark.parametrize("code", WRONG)
def test_each_wrong_is_named(code: str) -> None:
    assert codes(*WRONG[code]) == {code}


@pytest.mark.parametrize(
    "points",
    [
        (),
        ((1, 1),),
        ((1, 1), (9, 9)),
        ((1, 1), (5, 5), (9, 9)),
        ((NAN, 1), (9, 9), (9, 1)),
        ((1e400, 1), (9, 9), (9, 1)),
    ],
)
def test_a_zone_without_area_is_named(points: Polygon) -> None:
    assert codes(LEFT, with_points(points)) == {"zone-without-area"}


def test_sound_zones_have_no_issue() -> None:
    assert zone_issues([LEFT, RIGHT], LABELS) == ()


def test_a_zone_may_lie_in_its_parent() -> None:
    assert zone_issues([replace(LEFT, at=(38, 38)), INNER], LABELS) == ()


def test_without_a_parent_it_may_not() -> None:
    assert codes(replace(LEFT, at=(38, 38)), replace(INNER, parent=None)) == {"zones-overlap"}


def test_the_point_of_a_parent_is_not_in_its_child() -> None:
    assert codes(replace(LEFT, at=(20, 20)), INNER) == {"point-outside"}


def test_a_parent_that_its_children_hide_cannot_be_hit() -> None:
    hiding = replace(INNER, points=box_polygon(6, 6, 38, 38), at=(25, 25))
    assert codes(replace(LEFT, at=(5.5, 5.5)), hiding) == {"zone-too-small"}


def test_zones_that_only_touch_do_not_overlap() -> None:
    assert (
        zone_issues([LEFT, replace(RIGHT, points=box_polygon(45, 5, 40, 40), at=(60, 25))], LABELS)
        == ()
    )


def test_boxes_around_two_shapes_may_overlap_where_the_shapes_do_not() -> None:
    corner: Polygon = ((0, 0), (60, 0), (0, 60))
    other: Polygon = ((60, 10), (60, 60), (10, 60))
    zones = [replace(LEFT, points=corner, at=(15, 15)), replace(RIGHT, points=other, at=(45, 45))]
    assert zone_issues(zones, LABELS) == ()


def test_a_long_narrow_zone_can_be_hit() -> None:
    assert (
        zone_issues([LEFT, replace(RIGHT, points=box_polygon(50, 60, 45, 4), at=(70, 62))], LABELS)
        == ()
    )


def test_how_large_a_zone_is_depends_on_the_form_of_the_picture() -> None:
    zones = [LEFT, replace(RIGHT, points=box_polygon(60, 20, 5, 5), at=(62.5, 22.5))]
    assert zone_issues(zones, LABELS, 600, 600) == ()
    assert [issue.code for issue in zone_issues(zones, LABELS, 600, 200)] == ["zone-too-small"]


def test_parents_in_a_circle_are_no_trap() -> None:
    circle = [replace(LEFT, parent="Ventricle", at=(38, 38)), INNER]
    assert zone_issues(circle, LABELS)


def test_every_issue_says_where_and_what_to_do() -> None:
    for zones in WRONG.values():
        for issue in zone_issues(zones, LABELS):
            assert issue.place.startswith("zones")
            assert issue.remedy


def test_fifty_zones_are_checked_in_a_moment() -> None:
    zones = [
        Zone(
            f"z{n}",
            f"L{n}",
            ellipse_polygon((7 + n % 10 * 9.5, 9 + n // 10 * 20), 4, 6, 90),
            (7 + n % 10 * 9.5, 9 + n // 10 * 20),
        )
        for n in range(50)
    ]
    assert zone_issues(zones, [zone.label for zone in zones]) == ()


def picture(text: str, alt: str = "A pump cut open.") -> Diagram:
    return Diagram(
        f'<svg xmlns="http://www.w3.org/2000/svg"><text>{text}</text></svg>',
        4,
        3,
        alt,
        (LEFT, RIGHT),
    )


@pytest.mark.parametrize("text", ["Atrium", "the ATRIUMS above", "left atrium."])
def test_a_label_in_the_picture_is_named(text: str) -> None:
    assert [issue.code for issue in diagram_issues(picture(text), LABELS)] == ["label-in-picture"]


def test_a_label_in_the_description_is_named() -> None:
    assert [
        issue.place for issue in diagram_issues(picture("", "The atrium, cut open."), LABELS)
    ] == ["alt"]


def test_words_that_only_contain_a_label_are_no_leak() -> None:
    assert diagram_issues(picture("interatrium"), LABELS) == ()
