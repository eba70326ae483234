"""The knowledge graph as a picture: an SVG that stands on its own, from what is concrete at the
bottom to what it is for on top.

Colours stand for types, thick lines for what was said often, dashed ones for steps that leave out a
rung. What was taken back is pale and struck through. Dark where the reader's screen is dark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dramaturg.drawing.layered_picture import Heading, Shape, Thread, drawn
from dramaturg.engines.interviews.base.graph import Concept, KnowledgeGraph, Slot
from dramaturg.engines.interviews.base.methodology import REVISES, Ontology
from dramaturg.turn.tables import in_order

SKIPS, TAKES_BACK = "7 4", "1.5 4"  # how such lines are dashed
# how wide: a step of a chain, any other link, and more for each time it was said again
STEP, FAINT, MORE = 1.4, 0.8, 0.7
OFTEN = 5  # what was said more often is drawn no wider


def draw(
    graph: KnowledgeGraph,
    ontology: Ontology,
    title: str,
    canonical: bool = False,
    respondent: str = "",
) -> str:
    """The surface graph, or with `canonical` the slots that concepts were brought together in."""
    shapes = list(_slot_shapes(graph, ontology) if canonical else _concept_shapes(graph, ontology))
    threads = list(_slot_threads(graph, ontology) if canonical else _concept_threads(graph))
    what = "slots" if canonical else "concepts"
    who = f", respondent {respondent}" if respondent else ""
    about = f"{len(shapes)} {what}, {len(threads)} links{who}"
    heading = Heading(title, about, _key(shapes, threads, canonical))
    return drawn(heading, ontology.concepts, shapes, threads)


def _key(shapes: Sequence[Shape], threads: Sequence[Thread], canonical: bool) -> str:
    """What lines and numbers mean, as far as there are any."""
    pale = "pale: one concept so far" if canonical else "pale: taken back"
    twice = "(2): two concepts" if canonical else "(2): said twice"
    meanings = {
        "thick: said often": any(thread.count > 1 for thread in threads),
        "dashed: a rung left out": any(thread.dash == SKIPS for thread in threads),
        "dotted: takes back": any(thread.dash == TAKES_BACK for thread in threads),
        "thin: not a step of a chain": any(thread.faint for thread in threads),
        pale: any(shape.pale for shape in shapes),
        twice: any(shape.count > 1 for shape in shapes),
    }
    return " · ".join(meaning for meaning, there in meanings.items() if there)


# ── what there is to draw ─────────────────────────────────────────────────────────────────────────


def _concept_shapes(graph: KnowledgeGraph, ontology: Ontology) -> Iterator[Shape]:
    for concept in in_order(graph.concepts).values():
        yield Shape(
            id=concept.id,
            label=concept.label,
            type=concept.type,
            level=_level(concept, ontology),
            count=concept.mentions,
            about="\n".join((concept.label, *(f"“{quote.text}”" for quote in concept.quotes))),
            pale=concept.revised,
            struck=concept.revised,
            strong=concept.terminal,
        )


def _concept_threads(graph: KnowledgeGraph) -> Iterator[Thread]:
    for edge in in_order(graph.edges).values():
        if edge.source != edge.target:
            about = f"{edge.type.replace('_', ' ')}: “{edge.quote.text}”"
            dash = TAKES_BACK if edge.type == REVISES else SKIPS if edge.skips else ""
            ends = edge.source, edge.target
            yield _thread(*ends, edge.mentions, about, dash, not edge.chain)


def _slot_shapes(graph: KnowledgeGraph, ontology: Ontology) -> Iterator[Shape]:
    for slot in in_order(graph.slots).values():
        kind = ontology.by_type[slot.type]
        names = "\n".join(graph.concepts[id].label for id in slot.concepts)
        yield Shape(
            id=slot.id,
            label=slot.name,
            type=slot.type,
            level=_level(slot, ontology),
            count=len(slot.concepts),
            about=names,
            pale=not slot.active,
            dashed=not slot.active,
            strong=kind.terminal,
        )


def _slot_threads(graph: KnowledgeGraph, ontology: Ontology) -> Iterator[Thread]:
    for slot in in_order(graph.slots).values():
        for key, count in in_order(slot.outgoing).items():
            target, type = key.split()
            dash = SKIPS if ontology.skips(slot.type, graph.slots[target].type) else ""
            about, faint = f"{type.replace('_', ' ')}, {count}×", type not in graph.chain_types
            yield _thread(slot.id, target, count, about, dash, faint)


def _thread(source: str, target: str, count: int, about: str, dash: str, faint: bool) -> Thread:
    width = (FAINT if faint else STEP) + MORE * (min(count, OFTEN) - 1)
    return Thread(source, target, count, width, about, dash, faint)


def _level(each: Concept | Slot, ontology: Ontology) -> int:
    """Its rung; without a ladder, its place on the longest chain that ends there."""
    if not ontology.deepest:
        return each.rank - 1
    return (ontology.by_type[each.type].level or min(each.rank, ontology.deepest)) - 1
