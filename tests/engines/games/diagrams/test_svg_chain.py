"""An SVG with named parts becomes a diagram: parts found, outlined, and stripped of everything that
says their names.
"""

from __future__ import annotations

import re

import pytest

from dramaturg.drawing.geometry import area, bounds, contains
from dramaturg.engines.games.diagrams.check import ChainRefused, diagram_issues
from dramaturg.engines.games.diagrams.svg_chain import SoughtPart, svg_diagram
from dramaturg.engines.games.diagrams.zones import Diagram, Zone, zone_at

SPACES = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
)


def svg(content: str, view: str = "0 0 100 100") -> str:
    return f'<svg {SPACES} viewBox="{view}">{content}</svg>'


def diagram(content: str, *labels: str, view: str = "0 0 100 100") -> Diagram:
    return svg_diagram(svg(content, view), [SoughtPart(label) for label in labels], "A drawing.")


def zone(content: str, label: str = "Left Part", view: str = "0 0 100 100") -> Zone:
    (found,) = diagram(content, label, view=view).zones
    return found


def box_of(found: Zone) -> tuple[float, float, float, float]:
    """The zone's box in the units of a picture of 100 by 100, without the margin that is put around
    it.
    """
    left, top, right, bottom = (number * 1.04 - 2 for number in bounds(found.points))
    return round(left), round(top), round(right), round(bottom)


RECT = '<rect {} x="20" y="30" width="40" height="50"/>'
NAMED = [
    RECT.format('id="left_part"'),
    RECT.format('id="LeftPart"'),
    RECT.format('id="Left_x0020_Part_1_"'),
    RECT.format('aria-label="left part"'),
    RECT.format('data-name="Left-Part"'),
    RECT.format('inkscape:label="Left  part"'),
    '<g><title>LEFT PART</title><rect x="20" y="30" width="40" height="50"/></g>',
    '<rect x="20" y="30" width="40" height="50"><title> left part </title></rect>',
]


@pytest.mark.parametrize("content", NAMED)
def test_a_part_is_found_by_any_of_its_names(content: str) -> None:
    assert box_of(zone(content)) == (20, 30, 60, 80)


SHAPES = [
    '<rect id="left_part" x="20" y="30" width="40" height="50" rx="5"/>',
    '<polygon id="left_part" points="20,30 60,30 60,80 20,80"/>',
    '<polyline id="left_part" points="20,30 60 30 60,80,20,80"/>',
    '<path id="left_part" d="M20 30h40v50h-40z"/>',
    '<ellipse id="left_part" cx="40" cy="55" rx="20" ry="25"/>',
    '<g transform="translate(20 30)"><rect id="left_part" width="40" height="50"/></g>',
    '<g transform="translate(10,10) scale(2)"><rect id="left_part" x="5" y="10" width="20" height="25"/></g>',
    '<rect id="left_part" transform="rotate(90 40 55)" x="15" y="35" width="50" height="40"/>',
    '<rect id="left_part" transform="matrix(1 0 0 1 20 30)" width="40" height="50"/>',
    '<defs><rect id="r" width="40" height="50"/></defs><use id="left_part" xlink:href="#r" x="20" y="30"/>',
    '<symbol id="s" viewBox="0 0 4 5"><rect width="4" height="5"/></symbol>'
    '<g transform="translate(20 30)"><use id="left_part" href="#s" width="40" height="50"/></g>',
    '<svg x="20" y="30" width="40" height="50" viewBox="0 0 4 5"><rect id="left_part" width="4" height="5"/></svg>',
    '<g id="left_part"><rect x="20" y="30" width="10" height="50"/><rect x="30" y="30" width="30" height="50"/></g>',
    '<line id="left_part" x1="40" y1="30" x2="40" y2="80" stroke="red" stroke-width="40"/><rect width="0" height="9"/>',
    '<style>.c { stroke: red; stroke-width: 40; fill: none }</style><path class="c" id="left_part" d="M40 30V80"/>',
]


@pytest.mark.parametrize("content", SHAPES)
def test_every_shape_is_outlined_where_it_is_drawn(content: str) -> None:
    left, top, right, bottom = box_of(zone(content))
    assert (left, right) == (20, 60)
    assert top in (10, 30)  # a line as wide as it is long is given a round joint
    assert bottom in (80, 100)


def test_the_view_decides_what_the_percents_are_of() -> None:
    found = zone(
        '<rect id="left_part" x="-100" y="200" width="100" height="50"/>', view="-100 200 200 100"
    )
    assert bounds(found.points) == pytest.approx((1.92, 3.70, 50, 50), abs=0.02)


@pytest.mark.parametrize(
    ("width", "height"), [("100", "100"), ("100px", "100px"), ("1in", "25.4mm")]
)
def test_without_a_view_the_size_decides(width: str, height: str) -> None:
    source = f'<svg {SPACES} width="{width}" height="{height}"><rect id="a" width="48" height="48"/></svg>'
    (found,) = svg_diagram(source, [SoughtPart("a")], "A drawing.").zones
    assert bounds(found.points)[0] == pytest.approx(1.92, abs=0.02)


def test_several_parts_of_one_name_are_one_zone() -> None:
    found = zone(
        '<rect id="a" width="9" height="9"/>'
        + "".join(
            f'<rect x="{x}" y="10" width="20" height="20"><title>Lung</title></rect>'
            for x in (10, 60)
        ),
        "lung",
    )
    assert contains(found.points, (20, 20))
    assert contains(found.points, (70, 20))
    assert not contains(found.points, (45, 20))


def test_a_part_inside_another_has_it_as_its_parent_and_is_hit_first() -> None:
    made = diagram(
        '<circle id="cell" cx="50" cy="50" r="45"/><circle id="nucleus" cx="60" cy="50" r="15"/>',
        "Cell",
        "Nucleus",
    )
    zones = {found.label: found for found in made.zones}
    assert zones["Nucleus"].parent == "Cell"
    assert zones["Cell"].parent is None
    for found in made.zones:
        assert zone_at(made.zones, found.at) == found


def test_a_part_that_lies_partly_over_another_is_cut_from_it() -> None:
    made = diagram(
        '<rect id="below" x="10" y="10" width="50" height="50"/><rect id="above" x="40" y="40" width="50" height="50"/>',
        "Below",
        "Above",
    )
    assert diagram_issues(made, ["Below", "Above"]) == ()
    below, above = (
        next(found for found in made.zones if found.label == label) for label in ("Below", "Above")
    )
    assert area(below.points) < area(above.points)


def test_a_part_that_is_not_there_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(
        ChainRefused, match=r"'Left Ventricel'.*Did you mean 'left_ventricle'"
    ) as refused:
        diagram('<rect id="left_ventricle" width="9" height="9"/>', "Left Ventricel", "Aorta")
    assert [issue.code for issue in refused.value.issues] == ["part-missing", "part-missing"]


def test_a_part_that_draws_nothing_is_refused() -> None:
    with pytest.raises(ChainRefused, match="draws nothing"):
        diagram('<g id="heart"/>', "Heart")


def test_a_part_without_paint_is_tinted_so_that_it_can_be_pointed_at() -> None:
    made = diagram(
        '<rect id="base" fill="#eee" width="90" height="90"/><rect id="thalamus" fill="none" width="30" height="30"/>',
        "Thalamus",
    )
    assert "<polygon" in made.svg
    assert made.svg.count("<rect") == 2  # the ground and the base: what nobody sees is left out


def test_a_file_without_any_paint_is_not_black() -> None:
    assert 'fill="#e6e2d6"' in diagram('<path id="bavaria" d="M0 0h50v50z"/>', "Bavaria").svg


LEAKS = [
    "<text>Left Ventricle</text>",
    "<text>LEFT<tspan>ventricle</tspan></text>",
    "<text>Left</text><text>ventricle</text>",
    "<text>the left ventricles</text>",
    "<text>Left Ventricle of the heart</text>",
    "<text>L</text><text>e</text><text>f</text><text>t</text><text>V</text><text>entricle</text>",
    "<text>x</text><text>L</text><text>eft</text><text>V</text><text>entricle</text><text>y</text>",
    "<desc>Left ventricle</desc>",
    "<metadata>Left Ventricle</metadata>",
    "<title>Left Ventricle</title>",
    "<!-- Left Ventricle -->",
]


@pytest.mark.parametrize("content", LEAKS)
def test_nothing_in_the_picture_says_a_label(content: str) -> None:
    part = '<rect id="left_ventricle" class="left-ventricle" data-name="Left Ventricle" width="50" height="50" fill="red"/>'
    made = diagram(part + content, "Left Ventricle")
    letters = re.sub(r"[^a-z]", "", re.sub(r"<[^>]*>", "", made.svg).lower())
    assert "ventricle" not in made.svg.lower()
    assert "leftv" not in letters
    assert diagram_issues(made, ["Left Ventricle"]) == ()


def test_text_that_says_no_label_stays_when_other_text_goes() -> None:
    part = '<rect id="left_part" width="50" height="50"/>'
    made = diagram(
        f'{part}<text y="9">100 km</text><text>Left</text><text>The left part</text>', "Left Part"
    )
    assert re.findall(r">([^<]+)</text>", made.svg) == ["100 km"]


def test_text_that_says_no_label_stays() -> None:
    assert (
        "100 km"
        in diagram('<rect id="a" width="50" height="50"/><text x="9" y="9">100 km</text>', "A").svg
    )


def test_style_sheets_become_attributes() -> None:
    made = diagram(
        "<style>rect { fill: red } .soft { fill: blue; opacity: .5 } #a { stroke: green }</style>"
        '<rect id="a" class="soft" width="50" height="50" style="stroke-width:3"/>',
        "A",
    )
    assert "<style" not in made.svg
    assert "style=" not in made.svg
    for look in ('fill="blue"', 'opacity=".5"', 'stroke="green"', 'stroke-width="3"'):
        assert look in made.svg


def test_two_pictures_share_no_id() -> None:
    content = (
        '<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs>'
        '<rect id="a" fill="url(#g)" width="50" height="50"/><rect id="b" x="60" fill="url(#g)" width="{}" height="30"/>'
    )
    one, other = (diagram(content.format(width), "A").svg for width in (30, 35))
    ids = [set(re.findall(r'\bid="([^"]+)"', made)) for made in (one, other)]
    assert all(ids)
    assert not ids[0] & ids[1]
    for made in (one, other):
        assert set(re.findall(r"url\(#([^)]+)\)", made)) == set(re.findall(r'\bid="([^"]+)"', made))


def test_the_same_file_gives_the_same_diagram() -> None:
    assert diagram(SHAPES[0], "Left Part") == diagram(SHAPES[0], "Left Part")
