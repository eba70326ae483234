"""Drawn forms: whatever is drawn passes the zone check, each point is its own, and every text stays
within the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dramaturg.drawing.geometry import bounds
from dramaturg.drawing.lettering import text_width
from dramaturg.drawing.paths import path_loops
from dramaturg.engines.games.diagrams.bands import layers, rings
from dramaturg.engines.games.diagrams.boxes import cycle, process
from dramaturg.engines.games.diagrams.check import diagram_issues
from dramaturg.engines.games.diagrams.items import Drawing, DrawnItem, drawn_diagram
from dramaturg.engines.games.diagrams.nested_boxes import nested_boxes
from dramaturg.engines.games.diagrams.timeline import timeline
from dramaturg.engines.games.diagrams.zones import Diagram, zone_at

Form = Callable[[Sequence[DrawnItem]], Drawing]
ROWS: dict[str, Form] = {
    "process": process,
    "cycle": cycle,
    "layers": layers,
    "rings": rings,
    "timeline": timeline,
}
SVG = "{http://www.w3.org/2000/svg}"

clues = st.text("abcdefghijklmnopqrstuvwxyzäöüWM ", max_size=60).map(str.strip)
dates = st.sampled_from(["", "1455", "about 1455", "the third century before our time"])


def numbered(items: Sequence[tuple[str, str, bool]]) -> list[DrawnItem]:
    return [
        DrawnItem(f"Label{number}xq", caption, when, asked)
        for number, (caption, when, asked) in enumerate(items)
    ]


rows = st.lists(
    st.tuples(clues, dates, st.sampled_from([True, True, True, False])), min_size=3, max_size=14
).map(numbered)


@st.composite
def trees(draw: st.DrawFn) -> list[DrawnItem]:
    """Hierarchies up to four levels deep, of up to about twenty boxes."""
    left = draw(st.integers(3, 20))
    names = iter(range(100))

    def grow(depth: int) -> DrawnItem:
        nonlocal left
        left -= 1
        wanted = draw(st.integers(0, 4)) if depth < 3 else 0
        parts = tuple(grow(depth + 1) for _ in range(wanted) if left > 0)
        return DrawnItem(
            f"Label{next(names)}xq",
            draw(clues),
            asked=draw(st.sampled_from([True, True, True, False])),
            inside=parts,
        )

    return [grow(0) for _ in range(draw(st.integers(1, 3)))]


def asked_labels(items: Sequence[DrawnItem]) -> list[str]:
    return [item.label for top in items for item in top.all() if item.asked]


def check(diagram: Diagram, items: Sequence[DrawnItem]) -> None:
    labels = asked_labels(items)
    assert diagram_issues(diagram, labels) == ()
    assert sorted(zone.label for zone in diagram.zones) == sorted(labels)
    for zone in diagram.zones:
        assert zone_at(diagram.zones, zone.at) == zone
    check_texts(diagram)
    check_lines(diagram)


def check_texts(diagram: Diagram) -> None:
    """Every text stands within the picture."""
    for text in ElementTree.fromstring(diagram.svg).iter(f"{SVG}text"):
        wide = text_width(text.text or "", float(text.attrib["font-size"]))
        x = float(text.attrib["x"]) - (wide / 2 if text.attrib["text-anchor"] == "middle" else 0)
        assert x >= 0
        assert x + wide <= diagram.width + 0.1
        assert 0 < float(text.attrib["y"]) < diagram.height


def check_lines(diagram: Diagram) -> None:
    """Every line and arrow stays within the picture."""
    for path in ElementTree.fromstring(diagram.svg).iter(f"{SVG}path"):
        for loop in path_loops(path.attrib["d"], 1):
            left, top, right, bottom = bounds(loop)
            assert 0 <= left <= right <= diagram.width
            assert 0 <= top <= bottom <= diagram.height


@pytest.mark.slow
@pytest.mark.parametrize("form", ROWS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(items=rows)
def test_every_row_of_things_is_drawn_with_sound_zones(form: str, items: list[DrawnItem]) -> None:
    check(drawn_diagram(ROWS[form](items), "A drawing."), items)


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(trees())
def test_every_hierarchy_is_drawn_with_sound_zones(items: list[DrawnItem]) -> None:
    diagram = drawn_diagram(nested_boxes(items), "A drawing.")
    check(diagram, items)
    parents = {zone.label: zone.parent for zone in diagram.zones}
    for top in items:
        assert parents.get(top.label) is None


@pytest.mark.parametrize("form", ROWS)
@pytest.mark.parametrize("count", [1, 2, 3, 12])
def test_any_number_of_things_can_be_drawn(form: str, count: int) -> None:
    items = [
        DrawnItem(f"Name {number}", f"clue of the letter {chr(97 + number)}")
        for number in range(count)
    ]
    check(drawn_diagram(ROWS[form](items), "A drawing."), items)


def test_a_part_lies_in_the_nearest_box_around_it_that_is_asked_for() -> None:
    leaf = DrawnItem("Leaf", "green")
    tree = DrawnItem(
        "Plant",
        "whole",
        inside=(
            DrawnItem("Shoot", "above", asked=False, inside=(leaf,)),
            DrawnItem("Root", "below"),
        ),
    )
    zones = drawn_diagram(nested_boxes([tree]), "A drawing.").zones
    assert {zone.label: zone.parent for zone in zones} == {
        "Plant": None,
        "Leaf": "Plant",
        "Root": "Plant",
    }


def test_what_is_not_asked_for_can_be_read() -> None:
    for form in ROWS.values():
        svg = drawn_diagram(
            form(
                [
                    DrawnItem("Alpha", "one"),
                    DrawnItem("Beta", "two", asked=False),
                    DrawnItem("Gamma", "three"),
                ]
            ),
            "A.",
        ).svg
        assert "Beta" in svg
        assert "Alpha" not in svg


def test_layers_lie_on_one_another_without_a_gap() -> None:
    zones = drawn_diagram(layers([DrawnItem(name) for name in "ABCD"]), "A drawing.").zones
    for upper, lower in pairwise(zones):
        assert len(set(upper.points) & set(lower.points)) > 30


def test_every_second_row_of_a_process_goes_back() -> None:
    at = {
        zone.label: zone.at
        for zone in drawn_diagram(
            process([DrawnItem(name) for name in "ABCDEF"]), "A drawing."
        ).zones
    }
    assert at["A"][0] < at["B"][0] < at["C"][0]
    assert at["D"][0] > at["E"][0] > at["F"][0]
    assert at["C"][0] == at["D"][0]


def test_dates_are_shown_on_a_timeline() -> None:
    assert (
        "1455"
        in drawn_diagram(
            timeline([DrawnItem("A", "first", "1455"), DrawnItem("B", "second", "1605")]), "A."
        ).svg
    )


def test_drawings_have_neither_styles_nor_ids() -> None:
    for form in ROWS.values():
        svg = drawn_diagram(
            form([DrawnItem("A", "one"), DrawnItem("B", "two"), DrawnItem("C", "three")]), "A."
        ).svg
        assert " id=" not in svg
        assert "style" not in svg


def test_ids_of_zones_follow_their_places_alone() -> None:
    names = ["Zeta", "Alpha", "Mu", "Beta"]
    one, other = (
        drawn_diagram(layers([DrawnItem(name) for name in order]), "A.").zones
        for order in (names, sorted(names))
    )
    assert [(zone.id, zone.at) for zone in one] == [(zone.id, zone.at) for zone in other]
