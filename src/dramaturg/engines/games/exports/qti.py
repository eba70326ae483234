"""QTI 3: a test with a section for each scene; a round becomes one item, or one for each question
where questions come one at a time.

A platform gives one try to each answer, so the points are those of first answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from dramaturg.engines.games.base.blueprint import Blueprint, BlueprintZone, Item, Round, Scene
from dramaturg.engines.games.exports.packages import XSI, child, xml, zipped
from dramaturg.kernel.errors import BadInput

QTI = "http://www.imsglobal.org/xsd/imsqtiasi_v3p0"
PACKAGE = "http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1"
SCHEMAS = "https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd/"
TEMPLATES = "https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/"
RESPONSE, SCORE = "RESPONSE", "SCORE"

REFUSED: Mapping[str, str] = {
    "branching_scenario": "a test has no story that goes on from what somebody chose"
}
LOST = "hints, further tries, clocks and gates: a test takes one answer to each question"


@dataclass(frozen=True, slots=True)
class Question:
    """One item of the test."""

    id: str
    title: str
    body: Element
    picture: str | None = None


def qti(blueprint: Blueprint, pass_mark: float) -> bytes:
    """Raises BadInput where no round can be said in QTI."""
    sections = {scene: list(_questions(scene)) for scene in blueprint.scenes}
    if not any(sections.values()):
        raise BadInput(
            f"nothing of {blueprint.id} can be said in QTI: {REFUSED['branching_scenario']}"
        )
    questions = [question for asked in sections.values() for question in asked]
    pictures = {_picture(scene): scene.diagram.svg for scene in blueprint.scenes if scene.diagram}
    used = {question.picture for question in questions}
    files = {f"items/{each.id}.xml": xml(each.body) for each in questions}
    shown = {f"items/{name}": svg for name, svg in pictures.items() if name in used}
    test = xml(_test(blueprint, sections))
    manifest = xml(_manifest(blueprint, questions))
    return zipped({"imsmanifest.xml": manifest, "test.xml": test, **files, **shown})


def _questions(scene: Scene) -> Iterator[Question]:
    for round in scene.mechanics:
        make = MAKERS.get(round.mode)
        if make is not None:
            yield from make(scene, round)


# ── test and manifest ─────────────────────────────────────────────────────────────────────────────


def _test(blueprint: Blueprint, sections: Mapping[Scene, Sequence[Question]]) -> Element:
    root = _root("qti-assessment-test", f"game-{blueprint.id}", blueprint.title)
    total = child(root, "qti-outcome-declaration", identifier=SCORE, cardinality="single")
    total.set("base-type", "float")
    part = child(root, "qti-test-part", identifier="game", navigation_mode="linear")
    part.set("submission-mode", "individual")
    for scene, asked in sections.items():
        if asked:
            section = child(part, "qti-assessment-section", identifier=scene.scene_id)
            section.attrib.update(title=scene.title, visible="true")
            for each in asked:
                child(
                    section,
                    "qti-assessment-item-ref",
                    identifier=each.id,
                    href=f"items/{each.id}.xml",
                )
    processing = child(root, "qti-outcome-processing")
    added = child(child(processing, "qti-set-outcome-value", identifier=SCORE), "qti-sum")
    child(added, "qti-test-variables", variable_identifier=SCORE)
    return root


def _manifest(blueprint: Blueprint, questions: Sequence[Question]) -> Element:
    root = Element("manifest", {"xmlns": PACKAGE, "identifier": f"package-{blueprint.id}"})
    metadata = child(root, "metadata")
    child(metadata, "schema", "QTI Package")
    child(metadata, "schemaversion", "3.0.1")
    child(root, "organizations")
    resources = child(root, "resources")
    test = _resource(resources, "test", "imsqti_test_xmlv3p0", "test.xml")
    for question in questions:
        child(test, "dependency", identifierref=question.id)
        file = f"items/{question.id}.xml"
        item = _resource(resources, question.id, "imsqti_item_xmlv3p0", file)
        if question.picture:
            child(item, "dependency", identifierref=_picture_id(question.picture))
    for name in dict.fromkeys(each.picture for each in questions if each.picture):
        _resource(resources, _picture_id(name), "webcontent", f"items/{name}")
    return root


def _resource(parent: Element, id: str, kind: str, file: str) -> Element:
    made = child(parent, "resource", identifier=id, type=kind, href=file)
    child(made, "file", href=file)
    return made


# ── rounds ────────────────────────────────────────────────────────────────────────────────────────


def _pointing(scene: Scene, round: Round) -> Iterator[Question]:
    """One question for each thing to find."""
    for number, item in enumerate(round.items, start=1):
        made = _Drafted(scene, round, f"{round.mechanic_id}-{number}")
        made.declare("single", "identifier", [item.answer])
        made.map_points({item.answer: round.points_per_item})
        asked = made.interaction("qti-hotspot-interaction", item.text, max_choices="1")
        made.show_picture(asked)
        _hotspots(asked, scene, "qti-hotspot-choice")
        yield made.question(with_picture=True)


def _placing(scene: Scene, round: Round) -> Iterator[Question]:
    made = _Drafted(scene, round, round.mechanic_id)
    made.pair(round, {item.id: item.answer for item in round.items})
    asked = made.interaction("qti-graphic-gap-match-interaction", round.instruction)
    made.show_picture(asked)
    for id, text in _texts(round).items():
        child(asked, "qti-gap-text", text, identifier=_name(id), match_max="1")
    _hotspots(asked, scene, "qti-associable-hotspot", match_max="1")
    yield made.question(with_picture=True)


def _sorting(scene: Scene, round: Round) -> Iterator[Question]:
    made = _Drafted(scene, round, round.mechanic_id)
    made.pair(round, {item.id: item.answer for item in round.items})
    headings = {choice.id: choice.text for choice in round.choices}
    texts = _texts(round)
    made.match(round.instruction, texts, headings, str(len(texts)))
    yield made.question()


def _pairing(scene: Scene, round: Round) -> Iterator[Question]:
    """The cards lie open: on one side what each pair is called, on the other what is said of it."""
    made = _Drafted(scene, round, round.mechanic_id)
    made.pair(round, {item.id: f"{item.id}-card" for item in round.items})
    names = {item.id: item.text for item in round.items}
    backs = {
        f"{card.item}-card": card.text for card in round.cards if card.text != names[card.item]
    }
    made.match(round.instruction, names, backs, "1")
    yield made.question()


def _texts(round: Round) -> dict[str, str]:
    """All that can be placed, what belongs nowhere too."""
    items = {item.id: item.text for item in round.items}
    return items | {extra.id: extra.text for extra in round.distractors}


def _ordering(scene: Scene, round: Round) -> Iterator[Question]:
    made = _Drafted(scene, round, round.mechanic_id)
    places = [choice.id for choice in round.choices]
    order = sorted(round.items, key=lambda item: places.index(item.answer))
    made.declare("ordered", "identifier", [_name(item.id) for item in order])
    asked = made.interaction("qti-order-interaction", round.instruction)
    for item in round.items:
        child(asked, "qti-simple-choice", item.text, identifier=_name(item.id))
    made.count_places(order, round.points_per_item)
    yield made.question()


MAKERS: Mapping[str, Callable[[Scene, Round], Iterator[Question]]] = {
    "drag_drop": _placing,
    "description_matching": _placing,
    "hierarchical": _placing,
    "click_to_identify": _pointing,
    "trace_path": _pointing,
    "sorting_categories": _sorting,
    "compare_contrast": _sorting,
    "memory_match": _pairing,
    "sequencing": _ordering,
}


# ── an item as it is written ──────────────────────────────────────────────────────────────────────


class _Drafted:
    """An item on its way: what is right is declared before what is shown, and what it is worth
    comes last.
    """

    def __init__(self, scene: Scene, round: Round, id: str) -> None:
        self.scene, self.id = scene, id
        self.root = _root("qti-assessment-item", id, f"{scene.title} ({id})")
        self.root.attrib.update({"adaptive": "false", "time-dependent": "false"})
        self.points: Element | None = None

    def declare(self, cardinality: str, kind: str, right: Sequence[str]) -> None:
        self.declared = child(self.root, "qti-response-declaration", identifier=RESPONSE)
        self.declared.attrib.update({"cardinality": cardinality, "base-type": kind})
        correct = child(self.declared, "qti-correct-response")
        for value in right:
            child(correct, "qti-value", value)
        score = child(self.root, "qti-outcome-declaration", identifier=SCORE, cardinality="single")
        score.set("base-type", "float")
        self.body = child(self.root, "qti-item-body")

    def map_points(self, worth: Mapping[str, int]) -> None:
        mapping = child(self.declared, "qti-mapping", default_value="0", lower_bound="0")
        for key, points in worth.items():
            child(mapping, "qti-map-entry", map_key=key, mapped_value=str(points))

    def pair(self, round: Round, answers: Mapping[str, str]) -> None:
        pairs = [f"{_name(item)} {_name(answer)}" for item, answer in answers.items()]
        self.declare("multiple", "directedPair", pairs)
        self.map_points(dict.fromkeys(pairs, round.points_per_item))

    def interaction(self, tag: str, prompt: str, **attributes: str) -> Element:
        made = child(self.body, tag, response_identifier=RESPONSE, **attributes)
        child(made, "qti-prompt", prompt)
        return made

    def show_picture(self, parent: Element) -> None:
        diagram = self.scene.diagram
        if diagram is not None:
            size = {"width": f"{diagram.width:.0f}", "height": f"{diagram.height:.0f}"}
            child(parent, "img", src=_picture(self.scene), alt=diagram.alt, **size)

    def match(
        self, prompt: str, texts: Mapping[str, str], onto: Mapping[str, str], most: str
    ) -> None:
        asked = self.interaction("qti-match-interaction", prompt, max_associations="0")
        for things, at_most in ((texts, "1"), (onto, most)):
            side = child(asked, "qti-simple-match-set")
            for id, text in things.items():
                name = _name(id)
                child(
                    side, "qti-simple-associable-choice", text, identifier=name, match_max=at_most
                )

    def count_places(self, order: Sequence[Item], points: int) -> None:
        """What stands in its place counts, whatever stands in the others."""
        self.points = child(self.root, "qti-response-processing")
        for place, item in enumerate(order, start=1):
            branch = child(child(self.points, "qti-response-condition"), "qti-response-if")
            same = child(branch, "qti-match")
            child(child(same, "qti-index", n=str(place)), "qti-variable", identifier=RESPONSE)
            child(same, "qti-base-value", _name(item.id), base_type="identifier")
            added = child(child(branch, "qti-set-outcome-value", identifier=SCORE), "qti-sum")
            child(added, "qti-variable", identifier=SCORE)
            child(added, "qti-base-value", str(points), base_type="float")

    def question(self, with_picture: bool = False) -> Question:
        if self.points is None:
            template = f"{TEMPLATES}map_response.xml"
            child(self.root, "qti-response-processing", template=template)
        picture = _picture(self.scene) if with_picture else None
        return Question(self.id, self.root.attrib["title"], self.root, picture)


def _root(tag: str, id: str, title: str) -> Element:
    schema = f"{QTI} {SCHEMAS}imsqti_asiv3p0p1_v1p0.xsd"
    names = {"xmlns": QTI, "xmlns:xsi": XSI, "xsi:schemaLocation": schema}
    return Element(tag, {**names, "identifier": id, "title": title})


def _hotspots(parent: Element, scene: Scene, tag: str, **attributes: str) -> None:
    """The small ones last: they lie on top."""
    diagram = scene.diagram
    if diagram is None:
        return
    for zone in sorted(scene.zones, key=_size, reverse=True):
        at = [(x * diagram.width / 100, y * diagram.height / 100) for x, y in zone.points]
        coords = ",".join(f"{number:.0f}" for point in at for number in point)
        child(parent, tag, identifier=zone.id, shape="poly", coords=coords, **attributes)


def _size(zone: BlueprintZone) -> float:
    """Twice the area of the polygon."""
    points = zone.points
    turned = (*points[1:], points[0])
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(points, turned, strict=True)))


def _picture(scene: Scene) -> str:
    return f"{scene.scene_id}.svg"


def _picture_id(file: str) -> str:
    return f"picture-{file.removesuffix('.svg')}"


def _name(id: str) -> str:
    """An identifier may not begin with a digit."""
    return id if id[:1].isalpha() else f"n{id}"
