"""GraphML 1.0: the value map and the merged graph for other programs, such as Gephi, yEd and
networkx.
"""

from __future__ import annotations

import string
from collections.abc import Iterable
from dataclasses import dataclass
from xml.etree import ElementTree

from dramaturg.drawing.svg import writable
from dramaturg.engines.interviews.base.methodology import Ontology
from dramaturg.studies.base.codes import Code, CodeBook
from dramaturg.studies.figures.matrix import Cell, ImplicationMatrix
from dramaturg.studies.figures.merged_graph import MergedLink
from dramaturg.studies.figures.value_map import ValueMap

NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
SCHEMA = f"{NAMESPACE} {NAMESPACE}/1.0/graphml.xsd"
INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"

# What is told of codes and of edges, with its type. Gephi takes names from `label` and the strength
# of edges from `weight`.
OF_CODES = {
    "label": "string",
    "name": "string",
    "type": "string",
    "level": "int",
    "support": "int",
    "mentions": "int",
}
OF_EDGES = {
    "type": "string",
    "weight": "double",
    "direct": "int",
    "indirect": "int",
    "respondents": "int",
    "mentions": "int",
}
SAFE = frozenset(string.ascii_letters + string.digits + "_-")

Value = str | int | float | None


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """What is not known of it is None, and left out."""

    source: str
    target: str
    weight: float
    type: str | None = None
    direct: int | None = None
    indirect: int | None = None
    respondents: int | None = None
    mentions: int | None = None


def map_graphml(
    value_map: ValueMap, matrix: ImplicationMatrix, book: CodeBook, ontology: Ontology | None = None
) -> str:
    """The map: its edges and the codes on them. The weight of an edge is its count in the map."""
    edges: list[GraphEdge] = []
    for edge in value_map.edges:
        ends = edge.source, edge.target
        cell = matrix.cells.get(ends, Cell(*ends, 0, 0))
        counts = cell.direct, cell.indirect, len(cell.by)
        edges.append(GraphEdge(*ends, edge.count, None, *counts))
    drawn = {id for edge in edges for id in (edge.source, edge.target)}
    codes = {id: book.codes.get(id, Code(id, id, "")) for id in matrix.codes if id in drawn}
    return graphml(CodeBook(codes), edges, ontology)


def merged_graphml(
    links: Iterable[MergedLink], book: CodeBook, ontology: Ontology | None = None
) -> str:
    """Everything: all codes and all links between them. The weight of a link is how many
    respondents made it.
    """
    edges = (
        GraphEdge(
            *(link.source, link.target, link.support, link.type),
            respondents=link.support,
            mentions=link.mentions,
        )
        for link in links
    )
    return graphml(book, edges, ontology)


def graphml(book: CodeBook, edges: Iterable[GraphEdge], ontology: Ontology | None = None) -> str:
    """All codes of the book, and edges between them. Ids are those of the codes, so that two
    exports can be compared.
    """
    schema = {"xmlns": NAMESPACE, "xmlns:xsi": INSTANCE, "xsi:schemaLocation": SCHEMA}
    root = ElementTree.Element("graphml", schema)
    for kind, keys in (("node", OF_CODES), ("edge", OF_EDGES)):
        for name, type in keys.items():
            key = {"id": f"{kind}_{name}", "for": kind, "attr.name": name, "attr.type": type}
            ElementTree.SubElement(root, "key", key)
    graph = ElementTree.SubElement(root, "graph", {"id": "study", "edgedefault": "directed"})
    for code in book.codes.values():
        node = ElementTree.SubElement(graph, "node", {"id": token(code.id)})
        _tell(node, "node", _of_code(code, ontology))
    for edge in edges:
        ends = {"source": token(edge.source), "target": token(edge.target)}
        id = ".".join((ends["source"], token(edge.type or ""), ends["target"]))
        line = ElementTree.SubElement(graph, "edge", {"id": id, **ends})
        _tell(line, "edge", {name: getattr(edge, name) for name in OF_EDGES})
    ElementTree.indent(root)
    written = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{written}\n'


def token(id: str) -> str:
    """An id that XML allows: other characters are written as numbers, so that no two ids become
    one.
    """
    return "".join(letter if letter in SAFE else f":{ord(letter):x}:" for letter in id)


def _of_code(code: Code, ontology: Ontology | None) -> dict[str, Value]:
    kind = ontology.by_type.get(code.type) if ontology else None
    return {
        "label": code.name,
        "name": code.name,
        "type": code.type,
        "level": kind.level if kind else None,
        "support": code.support,
        "mentions": code.mentions,
    }


def _tell(element: ElementTree.Element, kind: str, values: dict[str, Value]) -> None:
    for name, value in values.items():
        if value is not None:
            data = ElementTree.SubElement(element, "data", {"key": f"{kind}_{name}"})
            data.text = writable(str(value))
