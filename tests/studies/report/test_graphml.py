"""GraphML of the map and of the merged graph."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from tests.engines.interviews.handmade_interviews import ontology

from dramaturg.studies.base.codes import Code, CodeBook
from dramaturg.studies.base.evidence import QuotedWords
from dramaturg.studies.figures.matrix import Cell, ImplicationMatrix
from dramaturg.studies.figures.merged_graph import MergedLink
from dramaturg.studies.figures.value_map import MapEdge, ValueMap
from dramaturg.studies.report.graphml import GraphEdge, graphml, map_graphml, merged_graphml, token

NS = "{http://graphml.graphdrawing.org/xmlns}"
READ = {"string": str, "int": int, "double": float}
Told = dict[str, str | int | float]

BOOK = CodeBook(
    {
        "k1": Code("k1", "thick foam", "attribute", support=12, mentions=20),
        "k2": Code("k2", "a small treat", "consequence", support=9, mentions=11),
        "k3": Code("k3", "peace of mind", "value", support=4, mentions=4),
    }
)
MATRIX = ImplicationMatrix(
    ("k1", "k2", "k3"),
    {("k1", "k2"): Cell("k1", "k2", 10, 6, ("R001", "R002"))},
    "respondents",
    12,
    20,
)


def read(text: str) -> tuple[dict[str, Told], dict[tuple[str, str], Told]]:
    """What is told of nodes and of edges, by the keys that are declared and in the types they are
    declared with.
    """
    root = ElementTree.fromstring(text)
    keys = {key.attrib["id"]: key.attrib for key in root.iter(f"{NS}key")}

    def told(element: ElementTree.Element, kind: str) -> Told:
        declared = [
            (keys[data.attrib["key"]], data.text or "") for data in element.iter(f"{NS}data")
        ]
        assert all(key["for"] == kind for key, _ in declared)
        return {key["attr.name"]: READ[key["attr.type"]](value) for key, value in declared}

    nodes = {node.attrib["id"]: told(node, "node") for node in root.iter(f"{NS}node")}
    edges = {
        (edge.attrib["source"], edge.attrib["target"]): told(edge, "edge")
        for edge in root.iter(f"{NS}edge")
    }
    return nodes, edges


def test_the_map_has_its_codes_with_everything_known_of_them() -> None:
    nodes, _ = read(
        map_graphml(ValueMap(3, (MapEdge("k1", "k2", 10),), ()), MATRIX, BOOK, ontology())
    )
    assert nodes == {
        "k1": {
            "label": "thick foam",
            "name": "thick foam",
            "type": "attribute",
            "level": 1,
            "support": 12,
            "mentions": 20,
        },
        "k2": {
            "label": "a small treat",
            "name": "a small treat",
            "type": "consequence",
            "level": 2,
            "support": 9,
            "mentions": 11,
        },
    }


def test_an_edge_of_the_map_has_the_figures_of_its_cell() -> None:
    _, edges = read(
        map_graphml(ValueMap(3, (MapEdge("k1", "k2", 10),), ()), MATRIX, BOOK, ontology())
    )
    assert edges == {("k1", "k2"): {"weight": 10.0, "direct": 10, "indirect": 6, "respondents": 2}}


def test_the_merged_graph_has_all_codes_and_the_respondents_behind_links() -> None:
    link = MergedLink(
        "k2", "k3", "leads_to", True, ("R001", "R007"), 5, (("R001", QuotedWords(1, 0, 2, "so")),)
    )
    nodes, edges = read(merged_graphml([link], BOOK, ontology()))
    assert list(nodes) == ["k1", "k2", "k3"]
    assert edges == {
        ("k2", "k3"): {"type": "leads_to", "weight": 2.0, "respondents": 2, "mentions": 5}
    }


def test_types_without_a_rung_have_no_level() -> None:
    assert all(
        "level" not in told for told in read(graphml(BOOK, [], ontology(ladder=False)))[0].values()
    )


def test_a_file_of_plain_names_needs_neither_book_nor_ontology() -> None:
    nodes, _ = read(map_graphml(ValueMap(3, (MapEdge("k1", "k2", 10),), ()), MATRIX, CodeBook()))
    assert {told["name"] for told in nodes.values()} == {"k1", "k2"}


def test_edges_lead_from_source_to_target() -> None:
    graph = ElementTree.fromstring(graphml(BOOK, [], ontology())).find(f"{NS}graph")
    assert graph is not None
    assert graph.get("edgedefault") == "directed"


def test_links_of_two_types_between_the_same_codes_have_ids_of_their_own() -> None:
    text = graphml(
        BOOK,
        [
            GraphEdge("k1", "k2", 1, type="leads_to"),
            GraphEdge("k1", "k2", 1, type="conflicts_with"),
        ],
    )
    assert re.findall(r'<edge id="([^"]*)"', text) == ["k1.leads_to.k2", "k1.conflicts_with.k2"]


@pytest.mark.parametrize(
    "name",
    ["a\x00b\x1f", "<&>\"'", "🙂 Käse 日本語", "", "\ud800", "x" * 20_000, "]]>", "two\nlines"],
)
def test_any_name_can_be_written(name: str) -> None:
    nodes, _ = read(graphml(CodeBook({"k1": Code("k1", name, "attribute")}), [], ontology()))
    kept = "".join(" " if letter in "\x00\x1f\ud800" else letter for letter in name)
    assert nodes["k1"]["name"] == kept


@pytest.mark.parametrize("id", ["k1", "i12", "thick foam", "ä", "a.b", "a:b", "<x>"])
def test_ids_are_what_the_schema_allows(id: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9._:-]+", token(id))


def test_different_ids_stay_different() -> None:
    ids = ["a b", "a_b", "a:20:b", "a.b", "ab", "a  b"]
    assert len({token(id) for id in ids}) == len(ids)
