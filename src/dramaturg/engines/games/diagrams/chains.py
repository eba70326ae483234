"""The asset orchestrator: which chain makes the diagram of a scene, and why; then the chains in
turn until one is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from dramaturg.engines.games.base.issues import Issue, error, errors
from dramaturg.engines.games.base.knowledge import (
    DiagramSource,
    Form,
    Knowledge,
    KnowledgeConcept,
    concepts_in,
)
from dramaturg.engines.games.diagrams.areas import Outline, map_of, picture_diagram
from dramaturg.engines.games.diagrams.bands import layers, rings
from dramaturg.engines.games.diagrams.boxes import cycle, process
from dramaturg.engines.games.diagrams.check import ChainRefused, diagram_issues, refusal
from dramaturg.engines.games.diagrams.figures import OpenFigure
from dramaturg.engines.games.diagrams.items import Drawing, DrawnItem, drawn_diagram
from dramaturg.engines.games.diagrams.nested_boxes import nested_boxes
from dramaturg.engines.games.diagrams.sources import AskedLabels, all_sources, items_of
from dramaturg.engines.games.diagrams.svg_chain import SoughtPart, svg_diagram
from dramaturg.engines.games.diagrams.timeline import timeline
from dramaturg.engines.games.diagrams.zones import Diagram, DiagramAttribution

Chain = Literal["svg", "picture", "drawn", "figure", "painter"]

FORMS: Mapping[Form, Callable[[Sequence[DrawnItem]], Drawing]] = {
    "process": process,
    "cycle": cycle,
    "nested": nested_boxes,
    "layers": layers,
    "rings": rings,
    "timeline": timeline,
}
# What shows the thing itself comes before what only shows how its parts belong together.
_RANK: Mapping[Form, int] = {
    "svg": 0,
    "picture": 1,
    "map": 2,
    "rings": 3,
    "layers": 3,
    "timeline": 4,
    "cycle": 4,
    "process": 4,
    "nested": 5,
}


@dataclass(frozen=True, slots=True)
class WantedDiagram:
    """The diagram a scene asks for."""

    scene: str
    labels: tuple[str, ...]
    form: Form | None = None
    description: str = ""


@dataclass(frozen=True, slots=True)
class ChainChoice:
    """One way to make it: the chain, what it works from, and why it was chosen."""

    chain: Chain
    source: str
    why: str


@dataclass(frozen=True, slots=True)
class AssetManifest:
    """The ways to make the diagram of a scene, best first; and what is missing where there are
    none.
    """

    wanted: WantedDiagram
    choices: tuple[ChainChoice, ...]
    missing: tuple[Issue, ...] = ()


@dataclass(frozen=True, slots=True)
class Painted:
    """A PNG or JPEG without any writing, and the area of each label on it in percent."""

    image: bytes
    outlines: Mapping[str, Outline]


class Painter(Protocol):
    """An image model: it paints a picture for a description, and says where things are on it."""

    async def paint(self, description: str, labels: Sequence[str]) -> Painted: ...


@dataclass(frozen=True, slots=True)
class Workshop:
    """What the chains work with. `read_file` gives a file that lies beside the knowledge,
    or None.
    """

    knowledge: Knowledge
    read_file: Callable[[str], bytes | None]
    figures: tuple[OpenFigure, ...] = ()
    painter: Painter | None = None


@dataclass(frozen=True, slots=True)
class MadeDiagram:
    """The diagram, or None; which way it was made; and what was wrong with each way that was tried
    before.
    """

    diagram: Diagram | None
    choice: ChainChoice | None
    issues: tuple[Issue, ...] = ()


def asset_manifest(wanted: WantedDiagram, workshop: Workshop) -> AssetManifest:
    """Decide without making anything."""
    asked = AskedLabels.of(wanted.labels, workshop.knowledge)
    choices = (
        *_from_knowledge(wanted, asked, workshop),
        *_from_figures(asked, workshop),
        *_from_painter(workshop),
    )
    if not wanted.labels:
        return AssetManifest(
            wanted,
            (),
            (error("no-diagram", "The scene has no labels to show.", "Give it zone labels."),),
        )
    missing = () if choices else tuple(_missing(wanted, asked, workshop.knowledge))
    return AssetManifest(wanted, choices, missing)


async def make_diagram(manifest: AssetManifest, workshop: Workshop) -> MadeDiagram:
    """Run the chains in turn until one gives a diagram whose zones are right."""
    wrong: list[Issue] = list(manifest.missing)
    for choice in manifest.choices:
        try:
            diagram = await _made(choice, manifest.wanted, workshop)
        except ChainRefused as refusal:
            found = refusal.issues
        else:
            found = errors(diagram_issues(diagram, manifest.wanted.labels))
            if not found:
                return MadeDiagram(diagram, choice, tuple(wrong))
        wrong += [issue.under(f"{choice.chain}:{choice.source}") for issue in found]
    return MadeDiagram(None, None, tuple(wrong))


def sketched(svg: str, alt: str, wanted: WantedDiagram, workshop: Workshop) -> Diagram:
    """A diagram of an SVG that somebody drew for these labels. Raises ChainRefused with all that is
    wrong with it.
    """
    asked = AskedLabels.of(wanted.labels, workshop.knowledge)
    diagram = svg_diagram(svg, _sought(asked, workshop.knowledge, {}), alt)
    if found := errors(diagram_issues(diagram, wanted.labels)):
        raise ChainRefused(*found)
    return diagram


def _from_knowledge(
    wanted: WantedDiagram, asked: AskedLabels, workshop: Workshop
) -> Iterator[ChainChoice]:
    knowledge = workshop.knowledge
    if asked.unknown or not asked.by_concept:
        return
    fitting = [
        source for source in all_sources(knowledge) if not _lacking(source, asked, knowledge)
    ]
    for source in sorted(fitting, key=lambda source: _preference(source, wanted, knowledge)):
        chain: Chain = source.form if source.form in ("svg", "picture") else "drawn"
        more = len(set(concepts_in(source, knowledge))) - len(asked.by_concept)
        besides = f" and {more} more" if more > 0 else ""
        wish = ", the form that was asked for" if source.form == wanted.form else ""
        yield ChainChoice(
            chain,
            source.id,
            f"{source.form} with all {len(asked.by_concept)} labels{besides}{wish}",
        )


def _preference(
    source: DiagramSource, wanted: WantedDiagram, knowledge: Knowledge
) -> tuple[bool, bool, int, int]:
    derived = source not in knowledge.diagrams
    return (
        source.form != wanted.form,
        derived,
        _RANK[source.form],
        len(concepts_in(source, knowledge)),
    )


def _lacking(source: DiagramSource, asked: AskedLabels, knowledge: Knowledge) -> tuple[str, ...]:
    shown = set(concepts_in(source, knowledge))
    return tuple(label for concept, label in asked.by_concept.items() if concept not in shown)


def _from_figures(asked: AskedLabels, workshop: Workshop) -> Iterator[ChainChoice]:
    names = [one.names for one in _sought(asked, workshop.knowledge, {})]
    for figure in workshop.figures:
        if not figure.lacks(names):
            yield ChainChoice(
                "figure",
                figure.file.name,
                f"an open figure that has a part for each label: {figure.attribution.title}",
            )


def _from_painter(workshop: Workshop) -> Iterator[ChainChoice]:
    if workshop.painter:
        yield ChainChoice(
            "painter", "image model", "an image model is set, and paints when nothing else will do"
        )


def _missing(wanted: WantedDiagram, asked: AskedLabels, knowledge: Knowledge) -> Iterator[Issue]:
    path = (wanted.scene,) if wanted.scene else ()
    for label in asked.unknown:
        message = f"The knowledge {knowledge.id!r} has no concept {label!r}."
        remedy = "Use a label that it has, or write the concept."
        yield error("no-diagram", message, remedy, *path)
    sources = all_sources(knowledge)
    nearest = min(sources, key=lambda each: len(_lacking(each, asked, knowledge)), default=None)
    if nearest is None:
        message = f"The knowledge {knowledge.id!r} has nothing that a diagram could be made from."
        yield error("no-diagram", message, "Give it a diagram, a sequence or a hierarchy.", *path)
    elif lacking := _lacking(nearest, asked, knowledge):
        message = (
            f"No diagram has all {len(wanted.labels)} labels. The nearest is {nearest.id!r},"
            f" without {', '.join(lacking)}."
        )
        remedy = "Add them to a diagram, or use fewer labels in the scene."
        yield error("no-diagram", message, remedy, *path)


async def _made(choice: ChainChoice, wanted: WantedDiagram, workshop: Workshop) -> Diagram:
    asked = AskedLabels.of(wanted.labels, workshop.knowledge)
    if choice.chain == "painter":
        if workshop.painter is None:
            raise refusal(
                "no-diagram",
                "There is no image model any more.",
                "Set one, or plan the diagram again.",
            )
        painted = await workshop.painter.paint(wanted.description, wanted.labels)
        captions = {one.label: one.caption for one in _sought(asked, workshop.knowledge, {})}
        alt = "A picture painted for this scene."
        return picture_diagram(painted.image, painted.outlines, captions, alt)
    if choice.chain == "figure":
        figure = next(figure for figure in workshop.figures if figure.file.name == choice.source)
        sought = _sought(asked, workshop.knowledge, {})
        return svg_diagram(figure.file.read_bytes(), sought, figure.alt, figure.attribution)
    source = next(
        source for source in all_sources(workshop.knowledge) if source.id == choice.source
    )
    return _CHAINS[choice.chain](source, asked, workshop)


def _drawn(source: DiagramSource, asked: AskedLabels, workshop: Workshop) -> Diagram:
    items = items_of(source, workshop.knowledge, asked)
    drawing = (
        map_of(items, _outlines(source, workshop.knowledge, asked))
        if source.form == "map"
        else FORMS[source.form](items)
    )
    return drawn_diagram(drawing, source.alt)


def _svg(source: DiagramSource, asked: AskedLabels, workshop: Workshop) -> Diagram:
    sought = _sought(asked, workshop.knowledge, source.parts)
    return svg_diagram(_file(source, workshop), sought, source.alt, _attribution(source))


def _picture(source: DiagramSource, asked: AskedLabels, workshop: Workshop) -> Diagram:
    outlines = {
        label: outline
        for label, outline in _outlines(source, workshop.knowledge, asked).items()
        if label in asked.by_concept.values()
    }
    captions = {one.label: one.caption for one in _sought(asked, workshop.knowledge, {})}
    return picture_diagram(
        _file(source, workshop), outlines, captions, source.alt, _attribution(source)
    )


_CHAINS: Mapping[Chain, Callable[[DiagramSource, AskedLabels, Workshop], Diagram]] = {
    "svg": _svg,
    "picture": _picture,
    "drawn": _drawn,
}


def _sought(asked: AskedLabels, knowledge: Knowledge, parts: Mapping[str, str]) -> list[SoughtPart]:
    """Each label with the names its part may have. A label without a concept is looked for as it
    stands.
    """
    known = [
        _sought_concept(knowledge.by_id[concept], label, parts)
        for concept, label in asked.by_concept.items()
    ]
    return [*known, *(SoughtPart(label, (label,)) for label in asked.unknown)]


def _sought_concept(concept: KnowledgeConcept, label: str, parts: Mapping[str, str]) -> SoughtPart:
    own = (parts[concept.id],) if concept.id in parts else (label, concept.label, *concept.also)
    return SoughtPart(label, own, concept.clue or "")


def _outlines(
    source: DiagramSource, knowledge: Knowledge, asked: AskedLabels
) -> dict[str, Outline]:
    """The given areas by label. Raises ChainRefused where one has neither corners nor a circle."""
    missing = [
        zone.concept for zone in source.zones if len(zone.points) < 3 and zone.circle is None
    ]
    if missing:
        message = f"The zones of {', '.join(missing)} in the diagram {source.id!r} have no area."
        raise refusal(
            "zone-without-area",
            message,
            "Give at least three points, or a circle.",
            "diagrams",
            source.id,
        )
    return {
        asked.by_concept.get(zone.concept) or knowledge.by_id[zone.concept].label: Outline(
            zone.points, zone.circle
        )
        for zone in source.zones
    }


def _file(source: DiagramSource, workshop: Workshop) -> bytes:
    content = workshop.read_file(source.file) if source.file else None
    if content is None:
        message = f"The diagram {source.id!r} has no file {source.file or ''}".rstrip() + "."
        raise refusal(
            "file-missing",
            message,
            "Put it beside the knowledge file.",
            "diagrams",
            source.id,
            "file",
        )
    return content


def _attribution(source: DiagramSource) -> DiagramAttribution | None:
    given = source.attribution
    return (
        DiagramAttribution(given.title, given.author, given.source, given.licence)
        if given
        else None
    )
