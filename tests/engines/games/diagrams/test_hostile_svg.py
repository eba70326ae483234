"""SVG files built to do harm: what runs, loads or leaks is left out; what would keep us busy is
refused, quickly.
"""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from tests.hanging import ended_if_it_hangs

from dramaturg.engines.games.diagrams.check import ChainRefused
from dramaturg.engines.games.diagrams.sanitize import _ATTRIBUTES, _ELEMENTS
from dramaturg.engines.games.diagrams.style import PROPERTIES
from dramaturg.engines.games.diagrams.svg_chain import SoughtPart, svg_diagram

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100"'
PART = '<rect id="a" width="50" height="50" fill="red"/>'


def made(content: str, head: str = "") -> str:
    return svg_diagram(f"{HEAD} {head}>{PART}{content}</svg>", [SoughtPart("a")], "A drawing.").svg


HARMFUL = [
    "<script>alert(1)</script>",
    '<script href="https://evil.example/x.js"/>',
    '<rect width="9" height="9" onclick="alert(1)"/>',
    '<a href="javascript:alert(1)"><rect width="9" height="9"/></a>',
    '<a xlink:href="https://evil.example/"><rect width="9" height="9"/></a>',
    '<image href="https://evil.example/x.png" width="9" height="9"/>',
    '<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>',
    '<image href="data:text/html,evil" width="9" height="9"/>',
    '<use href="https://evil.example/x.svg#a"/>',
    "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml' onload='alert(1)'/></foreignObject>",
    "<style>@import url(https://evil.example/x.css); rect { fill: url(https://evil.example/) }</style>",
    '<rect width="9" height="9" style="fill:url(https://evil.example/x)"/>',
    '<rect width="9" height="9" fill="url( \'https://evil.example/x\')"/>',
    '<rect width="9" height="9" style="background:url(//evil.example)"/>',
    '<rect width="9" height="9" fill="u\\72l(https://evil.example)"/>',
    '<rect width="9" height="9"><animate attributeName="href" to="javascript:alert(1)"/></rect>',
    '<set attributeName="onload" to="alert(1)"/>',
    '<filter id="f"><feImage href="https://evil.example/x"/></filter><rect width="9" height="9" filter="url(#f)"/>',
    '<iframe src="https://evil.example"/>',
    '<handler xmlns="http://www.w3.org/2001/xml-events">alert(1)</handler>',
    '<rect width="9" height="9" class="page-class" data-x="evil" aria-label="evil"/>',
    "<?xml-stylesheet href='https://evil.example/x.css'?>",
]


@pytest.mark.parametrize("content", HARMFUL)
def test_what_could_run_or_load_is_left_out(content: str) -> None:
    picture = made(content)
    for word in (
        "script",
        "evil",
        "alert",
        "onclick",
        "onload",
        "http://www.w3.org/1999/xhtml",
        "style",
        "class",
        "data:",
        "\\",
    ):
        assert word not in picture


@pytest.mark.parametrize("content", HARMFUL)
def test_nothing_is_left_that_is_not_known(content: str) -> None:
    for element in ElementTree.fromstring(made(content)).iter():
        assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") in _ELEMENTS
        assert set(element.attrib) <= _ATTRIBUTES | PROPERTIES | {
            "id",
            "href",
            "role",
            "aria-label",
            "viewBox",
        }


def test_a_handler_on_the_root_is_left_out() -> None:
    assert "alert" not in made("", head='onload="alert(1)" style="fill:url(https://evil.example)"')


def test_a_raster_picture_inside_stays() -> None:
    assert "data:image/png;base64,iVBORw0KGgo=" in made(
        '<image href="data:image/png;base64,iVBORw0KGgo=" width="9" height="9"/>'
    )


def nested_clones(levels: int) -> str:
    groups = (
        f'<g id="l{level}">' + f'<use href="#l{level - 1}"/>' * 10 + "</g>"
        for level in range(1, levels)
    )
    return '<g id="l0"><rect width="9" height="9"/></g>' + "".join(groups)


REFUSED = {
    "entities": '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg viewBox="0 0 9 9">&b;</svg>',
    "a file read through an entity": '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg viewBox="0 0 9 9">&x;</svg>',
    "lower case": '<!doctype svg [<!entity a "b">]><svg viewBox="0 0 9 9"/>',
    "clones of clones": f"{HEAD}>{nested_clones(12)}</svg>",
    "clones in a circle": f'{HEAD}><g id="x"><use href="#y"/></g><g id="y"><use href="#x"/></g></svg>',
    "patterns in a circle": f'{HEAD}><pattern id="p"><rect fill="url(#p)"/></pattern></svg>',
    "nesting": f"{HEAD}>{'<g>' * 50_000}{'</g>' * 50_000}</svg>",
    "elements": f"{HEAD}>{'<g/>' * 100_000}</svg>",
    "size": f"{HEAD}>{' ' * 9_000_000}</svg>",
    "no XML": "<svg viewBox='0 0 9 9'><rect></svg>",
    "empty": "",
    "no SVG": "<html><body/></html>",
    "no size": '<svg xmlns="http://www.w3.org/2000/svg"><rect id="a"/></svg>',
    "no area": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 0"><rect id="a"/></svg>',
    "a size beyond all measure": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1e300 1e300"><rect id="a"/></svg>',
}


@pytest.mark.parametrize("why", REFUSED)
def test_some_files_are_refused_with_a_remedy_and_not_worked_through(why: str) -> None:
    with ended_if_it_hangs(), pytest.raises(ChainRefused) as refused:
        svg_diagram(REFUSED[why], [SoughtPart("a")], "A drawing.")
    assert all(
        issue.code in ("file-unsafe", "file-unreadable") and issue.remedy
        for issue in refused.value.issues
    )


def test_entities_are_found_in_other_encodings_too() -> None:
    with pytest.raises(ChainRefused, match="entities"):
        svg_diagram(REFUSED["entities"].encode("utf-16"), [SoughtPart("a")], "A drawing.")


def test_bytes_in_no_known_encoding_are_refused() -> None:
    with pytest.raises(ChainRefused, match="UTF-8"):
        svg_diagram(b"<svg>\xff\xfe\xfd</svg>", [SoughtPart("a")], "A drawing.")


def test_the_plain_document_type_that_drawing_programs_write_is_no_harm() -> None:
    doctype = '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    assert svg_diagram(
        f"{doctype}{HEAD}>{PART}</svg>".encode(), [SoughtPart("a")], "A drawing."
    ).zones


def test_a_clone_of_the_group_it_is_in_draws_nothing_and_harms_nothing() -> None:
    assert made('<g id="x"><use href="#x"/><rect width="9" height="9"/></g>')


@pytest.mark.parametrize(
    "shape",
    [
        '<path id="b" d="M0 0L1e999 1e999L50 50z"/>',
        '<path id="b" d="M0 0A1e200 1e200 0 0 1 50 50z"/>',
        '<g transform="scale(1e200) scale(1e200)"><rect id="b" width="9" height="9"/></g>',
        '<g transform="scale(0)"><rect id="b" width="9" height="9"/></g>',
        '<polygon id="b" points="1,1"/>',
        '<rect id="b" width="-5" height="9"/>',
        f'<path id="b" d="{"".join(f"M{n % 90} {n // 90}h.4v.4h-.4z" for n in range(3000))}"/>',
        f'<path id="b" d="M0 0{"l.01 .01" * 50_000}z"/>',
    ],
)
def test_strange_geometry_gives_a_zone_or_a_refusal_and_never_a_trace(shape: str) -> None:
    try:
        diagram = svg_diagram(f"{HEAD}>{shape}</svg>", [SoughtPart("b")], "A drawing.")
    except ChainRefused as refused:
        assert refused.issues
    else:
        assert all(0 <= number <= 100 for point in diagram.zones[0].points for number in point)
