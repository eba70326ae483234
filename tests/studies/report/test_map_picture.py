"""The picture of the value map."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random
from xml.etree import ElementTree

import pytest
from tests.engines.interviews.handmade_interviews import ontology

from dramaturg.drawing.labels import Rect
from dramaturg.drawing.svg import text_width
from dramaturg.studies.base.codes import Code, CodeBook
from dramaturg.studies.figures.value_map import DroppedEdge, MapEdge, ValueMap
from dramaturg.studies.report.map_picture import draw_map

SVG = "{http://www.w3.org/2000/svg}"
TYPES = ("attribute", "consequence", "value")

BOOK = CodeBook(
    {
        "k1": Code("k1", "thick foam", "attribute", support=12, mentions=20),
        "k2": Code("k2", "a small treat", "consequence", support=9, mentions=11),
        "k3": Code("k3", "peace of mind", "value", support=4, mentions=4),
        "k4": Code("k4", "never on the map", "value", support=1, mentions=1),
    }
)
MAP = ValueMap(
    k=2,
    edges=(MapEdge("k1", "k2", 10), MapEdge("k2", "k3", 2)),
    dropped=(DroppedEdge("k1", "k3", 5, "redundant", ("k2",)),),
)


def test_codes_on_the_map_stand_in_boxes_with_their_support() -> None:
    found = texts(draw_map(MAP, BOOK, ontology(), "Oat milk"))
    assert {"thick foam", "n = 12", "a small treat", "n = 9", "peace of mind", "n = 4"} <= set(
        found
    )
    assert "never on the map" not in found


def test_every_edge_is_an_arrow_with_its_count_and_dropped_ones_are_not_drawn() -> None:
    svg = draw_map(MAP, BOOK, ontology(), "Oat milk")
    assert sorted(number.text or "" for number in numbers(svg)) == ["10", "2"]
    assert svg.count("marker-end=") == 2


def test_arrows_are_as_wide_as_they_are_frequent() -> None:
    """The greatest count is drawn 6.5 wide: 10 of 10 are 6.5 * 10 / 10 = 6.5, and 2 of 10 are 6.5 *
    2 / 10 = 1.3.
    """
    assert widths(draw_map(MAP, BOOK, ontology(), "Oat milk")) == [6.5, 1.3]


def test_a_study_with_small_counts_has_no_fat_arrows() -> None:
    """2 at the most: measured against 10, so 6.5 * 2 / 10 = 1.3; and 1 is 0.65, drawn as the
    thinnest, 1.2.
    """
    edges = (MapEdge("k1", "k2", 2), MapEdge("k2", "k3", 1))
    assert widths(draw_map(ValueMap(1, edges, ()), BOOK, ontology(), "Oat milk")) == [1.3, 1.2]


@pytest.mark.parametrize("ladder", [True, False])
def test_what_it_leads_to_stands_above_with_rungs_or_without(ladder: bool) -> None:
    tops = dict(labelled(draw_map(MAP, BOOK, ontology(ladder), "Oat milk")))
    assert tops["peace of mind"] < tops["a small treat"] < tops["thick foam"]


def test_rungs_count_more_than_ways() -> None:
    """A value that leads to a consequence stands above it all the same."""
    tops = dict(
        labelled(draw_map(ValueMap(1, (MapEdge("k3", "k2", 4),), ()), BOOK, ontology(), "Oat milk"))
    )
    assert tops["peace of mind"] < tops["a small treat"]


def test_without_rungs_the_longest_way_counts() -> None:
    """Seven codes one after the other, and a short way from the first to the last."""
    chain = [f"c{n}" for n in range(7)]
    edges = tuple(MapEdge(*ends, 4) for ends in [*pairwise(chain), ("c0", "c6")])
    tops = dict(
        labelled(draw_map(ValueMap(1, edges, ()), CodeBook(), ontology(ladder=False), "Oat milk"))
    )
    assert sorted(chain, key=tops.__getitem__, reverse=True) == chain
    assert len(set(tops.values())) == 7


def test_the_heading_tells_what_is_shown_and_from_which_count_on() -> None:
    found = texts(draw_map(MAP, BOOK, ontology(), "Oat milk", "40 respondents"))
    assert found[:2] == ["Oat milk", "40 respondents · 3 codes, 2 relations at cut-off 2"]
    assert {"attribute of it", "consequence of it", "value of it"} <= set(found)


def test_who_cannot_see_it_is_told_every_relation() -> None:
    root = ElementTree.fromstring(draw_map(MAP, BOOK, ontology(), "Oat milk"))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Oat milk"
    told = root.findtext(f"{SVG}desc") or ""
    assert "thick foam leads to a small treat (10)" in told
    assert "a small treat leads to peace of mind (2)" in told


def test_a_map_of_plain_names_needs_neither_book_nor_ontology() -> None:
    svg = draw_map(ValueMap(1, (MapEdge("foam", "treat", 3),), ()), CodeBook(), None, "From a file")
    assert {"foam", "treat"} <= set(texts(svg))
    assert not any("n =" in text for text in texts(svg))


def test_a_code_of_no_known_type_is_drawn_too() -> None:
    book = CodeBook({**BOOK.codes, "k2": Code("k2", "from elsewhere", "", support=3)})
    tops = dict(labelled(draw_map(MAP, book, ontology(), "Oat milk")))
    assert tops["peace of mind"] < tops["from elsewhere"] < tops["thick foam"]


def test_a_map_without_edges_says_so() -> None:
    assert "Nothing leads to anything else 4 times or more." in texts(
        draw_map(ValueMap(4, (), ()), BOOK, ontology(), "x")
    )


def test_words_are_never_markup_and_nothing_comes_from_elsewhere() -> None:
    name = '<script src="https://example.org/x">&\x00\x1b ]]>'
    svg = draw_map(
        MAP, CodeBook({**BOOK.codes, "k2": Code("k2", name, name)}), ontology(), name, name
    )
    elements = list(ElementTree.fromstring(svg).iter())
    assert f"{SVG}script" not in {element.tag for element in elements}
    assert not [
        key for element in elements for key in element.attrib if "href" in key or key == "src"
    ]


def test_it_is_dark_where_the_screen_is_dark() -> None:
    svg = draw_map(MAP, BOOK, ontology(), "Oat milk")
    assert "prefers-color-scheme:dark" in svg
    assert ".rim{stroke:#14141a}" in svg


@pytest.mark.parametrize("codes", [5, 15, 40])
@pytest.mark.parametrize("seed", range(3))
def test_numbers_never_cover_a_box_or_one_another(codes: int, seed: int) -> None:
    svg = draw_map(*random_map(seed, codes), ontology(), "Any")
    inks = [ink(number) for number in numbers(svg)]
    boxes = [outline(rect) for rect, _ in boxed(svg)]
    assert not [pair for pair in combinations(inks, 2) if pair[0].meets(pair[1])]
    assert not [(number, box) for number in inks for box in boxes if number.meets(box)]


def test_the_same_map_is_always_the_same_picture() -> None:
    assert draw_map(*random_map(1, 30), ontology(), "Any") == draw_map(
        *random_map(1, 30), ontology(), "Any"
    )


# ── reading pictures ──────────────────────────────────────────────────────────────────────────────


def random_map(seed: int, count: int) -> tuple[ValueMap, CodeBook]:
    random = Random(seed)
    words = (
        "warm",
        "easy",
        "not having to carry it",
        "feeling at home with others",
        "Donaudampfschifffahrtsgesellschaft",
        "🙂",
    )
    codes = {
        f"k{n}": Code(
            f"k{n}",
            " ".join(random.sample(words, 3)),
            TYPES[n * 3 // count],
            support=random.randint(1, 999),
        )
        for n in range(count)
    }
    pairs = {tuple(sorted(random.sample(range(count), 2))) for _ in range(count * 5 // 4)}
    edges = tuple(MapEdge(f"k{a}", f"k{b}", random.choice((3, 17, 250))) for a, b in sorted(pairs))
    return ValueMap(3, edges, ()), CodeBook(codes)


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def numbers(svg: str) -> list[ElementTree.Element]:
    return [
        element
        for element in ElementTree.fromstring(svg).iter(f"{SVG}text")
        if "rim" in element.get("class", "")
    ]


def widths(svg: str) -> list[float]:
    lines = (
        path
        for path in ElementTree.fromstring(svg).iter(f"{SVG}path")
        if path.get("class") == "thread"
    )
    return [float(line.get("stroke-width", "nan")) for line in lines]


def boxed(svg: str) -> Iterator[tuple[ElementTree.Element, str]]:
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        rect = group.find(f"{SVG}rect")
        if rect is not None:
            yield rect, group.findtext(f"{SVG}text") or ""


def labelled(svg: str) -> Iterator[tuple[str, float]]:
    return ((label, float(rect.get("y", "nan"))) for rect, label in boxed(svg))


def outline(rect: ElementTree.Element) -> Rect:
    x, y, width, height = (float(rect.get(name, "nan")) for name in ("x", "y", "width", "height"))
    return Rect(x, y, x + width, y + height)


def ink(number: ElementTree.Element) -> Rect:
    """What a number covers: from its baseline some 9 up."""
    x, y, half = (
        float(number.get("x", "nan")),
        float(number.get("y", "nan")),
        text_width(number.text or "", 11) / 2,
    )
    return Rect(x - half, y - 9, x + half, y)
