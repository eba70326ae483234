"""Pictures and maps with areas in percent."""

from __future__ import annotations

import base64
import struct
import zlib

import pytest

from dramaturg.drawing.geometry import bounds, box_polygon
from dramaturg.engines.games.diagrams.areas import Outline, map_of, picture_diagram
from dramaturg.engines.games.diagrams.check import ChainRefused, diagram_issues
from dramaturg.engines.games.diagrams.items import DrawnItem, drawn_diagram

OUTLINES = {"Roof": Outline(box_polygon(10, 10, 80, 20)), "Door": Outline(circle=(50, 70, 10))}


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    rows = zlib.compress(b"".join(b"\0" + b"\xee" * width for _ in range(height)))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def jpeg_head(width: int, height: int) -> bytes:
    comment = b"\xff\xe0" + struct.pack(">H", 16) + b"JFIF\0" + bytes(9)
    return (
        b"\xff\xd8"
        + comment
        + b"\xff\xc0"
        + struct.pack(">HBHHB", 17, 8, height, width, 3)
        + bytes(12)
    )


@pytest.mark.parametrize(
    ("source", "kind"), [(png(300, 200), "png"), (jpeg_head(300, 200), "jpeg")]
)
def test_a_raster_picture_becomes_a_diagram_of_its_own_size(source: bytes, kind: str) -> None:
    diagram = picture_diagram(source, OUTLINES, {"Roof": "keeps the rain out"}, "A house.")
    assert (diagram.width, diagram.height) == (300, 200)
    assert f"data:image/{kind};base64,{base64.b64encode(source).decode()}" in diagram.svg
    assert diagram_issues(diagram, ["Roof", "Door"]) == ()
    assert {zone.label: zone.caption for zone in diagram.zones} == {
        "Roof": "keeps the rain out",
        "Door": "",
    }


def test_a_circle_is_round_on_a_picture_that_is_not_square() -> None:
    diagram = picture_diagram(png(300, 150), OUTLINES, {}, "A house.")
    left, top, right, bottom = bounds(
        next(zone.points for zone in diagram.zones if zone.label == "Door")
    )
    assert right - left == pytest.approx(20, abs=0.1)
    assert bottom - top == pytest.approx(40, abs=0.1)


def test_an_svg_can_be_the_picture_and_is_made_safe() -> None:
    content = '<script>x()</script><text>Roof</text><rect width="9" height="9"/>'
    source = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">{content}</svg>'
    diagram = picture_diagram(source.encode(), OUTLINES, {}, "A house.")
    assert (diagram.width, diagram.height) == (60, 40)
    assert "script" not in diagram.svg
    assert diagram_issues(diagram, ["Roof", "Door"]) == ()


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"GIF89a",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0",
        b"\xff\xd8\xff" + b"\xff" * 40,
        bytes(5_000_000),
    ],
)
def test_what_is_no_picture_is_refused(source: bytes) -> None:
    with pytest.raises(ChainRefused) as refused:
        picture_diagram(source, OUTLINES, {}, "A house.")
    assert [issue.code for issue in refused.value.issues] == ["file-unreadable"]


def test_a_map_is_drawn_from_its_areas_and_what_lies_in_another_is_its_part() -> None:
    outlines = {
        "Coast": Outline(box_polygon(5, 5, 45, 80)),
        "City": Outline(circle=(25, 40, 6)),
        "Hills": Outline(box_polygon(55, 5, 40, 80)),
    }
    diagram = drawn_diagram(
        map_of(
            [
                DrawnItem("Coast", "wet and windy"),
                DrawnItem("City"),
                DrawnItem("Hills", asked=False),
            ],
            outlines,
        ),
        "A map.",
    )
    assert {zone.label: zone.parent for zone in diagram.zones} == {"Coast": None, "City": "Coast"}
    assert diagram_issues(diagram, ["Coast", "City"]) == ()
    assert "wet and windy" in diagram.svg
    assert "Hills" in diagram.svg


def test_a_place_in_a_land_that_is_not_asked_for_has_no_parent() -> None:
    outlines = {"Coast": Outline(box_polygon(5, 5, 45, 80)), "City": Outline(circle=(25, 40, 6))}
    diagram = drawn_diagram(
        map_of([DrawnItem("Coast", asked=False), DrawnItem("City")], outlines), "A map."
    )
    assert [zone.parent for zone in diagram.zones] == [None]
