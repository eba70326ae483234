"""The picture of a knowledge graph."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from tests.engines.interviews.handmade_interviews import oat_milk, ontology, quote, random_story

from dramaturg.drawing.svg import text_width, wrapped
from dramaturg.engines.interviews.base import graph_growth as growth
from dramaturg.engines.interviews.base.graph import Concept, KnowledgeGraph
from dramaturg.engines.interviews.report.graph_picture import draw

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def boxes(svg: str) -> Iterator[ElementTree.Element]:
    return (
        group
        for group in ElementTree.fromstring(svg).iter(f"{SVG}g")
        if group.find(f"{SVG}rect") is not None
    )


def test_every_concept_and_link_is_in_the_picture() -> None:
    graph = oat_milk().state.graph
    svg = draw(graph, ontology(), "Oat milk")
    assert len(list(boxes(svg))) == len(graph.concepts)
    assert svg.count('marker-end="url(#tip') == len(graph.edges)
    assert {"thick foam (2)", "a treat", "peace", "not linked to anything yet"} <= set(texts(svg))


def test_the_picture_has_title_respondent_and_legend() -> None:
    found = texts(draw(oat_milk().state.graph, ontology(), "Oat milk", respondent="r-17"))
    assert found[0] == "Oat milk"
    assert "6 concepts, 2 links, respondent r-17" in found
    assert {"attribute of it", "consequence of it", "value of it"} <= set(found)


def test_values_stand_above_what_leads_to_them() -> None:
    tops = dict(labelled(draw(oat_milk().state.graph, ontology(), "Oat milk")))
    assert tops["peace"] < tops["a treat"] < tops["thick foam (2)"]


def test_without_a_ladder_chains_give_the_order() -> None:
    svg = draw(oat_milk().state.graph, ontology(ladder=False), "Oat milk")
    tops = dict(labelled(svg))
    assert tops["peace"] < tops["a treat"] < tops["thick foam (2)"]


def test_what_was_taken_back_is_pale_and_struck_through() -> None:
    struck = [
        box for box in boxes(draw(oat_milk().state.graph, ontology(), "x")) if box.get("opacity")
    ]
    assert [box.find(f"{SVG}text").text for box in struck] == ["sweet"]  # type: ignore[union-attr]  # every box has a text
    assert struck[0].find(f"{SVG}text").get("text-decoration") == "line-through"  # type: ignore[union-attr]


def test_slots_can_be_drawn_instead() -> None:
    svg = draw(oat_milk().state.graph, ontology(), "Oat milk", canonical=True)
    assert "treat (2)" in texts(svg)
    assert "1 slots, 0 links" in texts(svg)


def test_words_are_never_markup() -> None:
    label = '<script>alert("x")</script> & \x00 \x1b ]]>'
    concept = Concept("c1", label, "attribute", 1, (quote(1, label),))
    svg = draw(growth.with_concept(KnowledgeGraph(), concept, (), ""), ontology(), label)
    assert "<script" not in svg
    assert ElementTree.fromstring(svg).tag == f"{SVG}svg"


@pytest.mark.parametrize(
    "label", ["", "🙂" * 40, "ä" * 400, "日本語の長い言葉" * 20, "a b " * 5000]
)
def test_any_label_fits_its_box(label: str) -> None:
    lines = wrapped(label, 128, 5)
    assert 1 <= len(lines) <= 5
    assert all(text_width(line.rstrip("…")) <= 128 for line in lines)


def test_an_empty_graph_is_a_picture_too() -> None:
    assert (
        ElementTree.fromstring(draw(KnowledgeGraph(), ontology(), "Nothing yet")).tag == f"{SVG}svg"
    )


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("canonical", [False, True])
def test_whatever_was_said_can_be_drawn_and_always_alike(seed: int, canonical: bool) -> None:
    graph = random_story(seed, turns=25).state.graph
    svg = draw(graph, ontology(seed % 2 == 0), "Any", canonical)
    assert len(list(boxes(svg))) == len(graph.slots if canonical else graph.concepts)
    assert svg == draw(graph, ontology(seed % 2 == 0), "Any", canonical)


def labelled(svg: str) -> Iterator[tuple[str, float]]:
    for box in boxes(svg):
        rect, text = box.find(f"{SVG}rect"), box.find(f"{SVG}text")
        assert rect is not None
        assert text is not None
        yield text.text or "", float(rect.get("y", "nan"))
