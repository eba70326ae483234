"""What stands in project.qde, piece by piece: users, code book, variables, cases, sources, links,
the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import isfinite
from typing import Literal

from dramaturg.drawing.layers import LayerBox, laid_out
from dramaturg.drawing.svg import COLOURS
from dramaturg.engines.interviews.base.methodology import ConceptType, Ontology
from dramaturg.english.forms import many
from dramaturg.kernel.conditions import Value
from dramaturg.studies.base.codes import Code, CodeBook, CodedInterview
from dramaturg.studies.base.document import AnswerKind, Study
from dramaturg.studies.base.evidence import InterviewEvidence
from dramaturg.studies.figures.value_map import MapEdge, ValueMap
from dramaturg.studies.qdpx.markup import around, element, guid, text
from dramaturg.studies.qdpx.transcript import Transcript

SOFTWARE = "Dramaturg"
# what follows in a description is ours, and left out when a code book is read back
IN_THIS_STUDY = "In this study: "
LONGEST_NAME = 255
WIDE, HIGH = 180, 60  # of a box of the map

Kind = Literal["Text", "Boolean", "Integer", "Float"]
KINDS: Mapping[AnswerKind, Kind] = {
    "choice": "Text",
    "text": "Text",
    "number": "Float",
    "yes_no": "Boolean",
}
BOOLEANS: Mapping[Value, str] = {"yes": "true", "no": "false", True: "true", False: "false"}
ANSWERS, TERMINATION = "Answers", "Termination"  # capitals, which no question of a screener has


@dataclass(frozen=True, slots=True)
class LinkOfCodes:
    source: str
    target: str
    type: str


@dataclass(frozen=True, slots=True)
class Project:
    """What all pieces need to know. `made` is when the export was, as the schema writes it."""

    study: Study
    ontology: Ontology
    book: CodeBook
    made: str

    def guid(self, *parts: str) -> str:
        return guid(self.study.id, *parts)

    @property
    def software(self) -> str:
        return software_guid(self.study.id)

    # ── who coded, and with what ──────────────────────────────────────────────────────────────────

    def users(self) -> str:
        """The software comes first: some programs show only what the first user coded."""
        analyst = self.guid("user", "analyst")
        return around(
            "Users",
            element("User", {"guid": self.software, "name": SOFTWARE, "id": "DR"}),
            element("User", {"guid": analyst, "name": "Analyst", "id": "AN"}),
        )

    def code_book(self) -> str:
        """Types are folders; codes of no type lie beside them."""
        names = unlike_names(self.book)

        def codes(type: str | None) -> Iterator[str]:
            for code in self.book.codes.values():
                if (code.type if code.type in self.ontology.by_type else None) == type:
                    yield self._code(code, names[code.id])

        def folder(type: ConceptType) -> str:
            given = {"guid": self.guid("type", type.type), "name": type.title}
            look = {"isCodable": "false", "color": self.colour(type.type)}
            about = text("Description", type.description)
            return element("Code", {**given, **look}, about, *codes(type.type))

        return around(
            "CodeBook", around("Codes", *map(folder, self.ontology.concepts), *codes(None))
        )

    def _code(self, code: Code, name: str) -> str:
        given = {"guid": self.code(code.id), "name": name}
        look = {"isCodable": "true", "color": self.colour(code.type)}
        support = f"{many(code.support, 'respondent')}, {many(code.mentions, 'mention')}."
        about = "\n\n".join(
            filter(None, (code.description, f"{IN_THIS_STUDY}{support}", code.memo))
        )
        return element("Code", {**given, **look}, text("Description", about))

    def code(self, id: str) -> str:
        return self.guid("code", id)

    def colour(self, type: str) -> str | None:
        types = list(self.ontology.by_type)
        return COLOURS[types.index(type) % len(COLOURS)][1] if type in types else None

    # ── who was asked ─────────────────────────────────────────────────────────────────────────────

    def variables(self, others: Iterable[str]) -> str:
        """The questions of the screener, how the interview went, and `others` that some respondents
        have.
        """

        def variable(name: str, kind: Kind, about: str) -> str:
            attributes = {"guid": self.guid("variable", name), "name": name, "typeOfVariable": kind}
            return element("Variable", attributes, text("Description", about))

        return around(
            "Variables",
            *(variable(each.id, KINDS[each.answer], each.question) for each in self.study.screener),
            variable(ANSWERS, "Integer", "How many answers the respondent gave."),
            variable(TERMINATION, "Text", "Why the interview ended; empty if it did not."),
            *(variable(name, "Text", "") for name in others),
        )

    def case(self, evidence: InterviewEvidence) -> str:
        who, kinds = (
            evidence.respondent,
            {each.id: KINDS[each.answer] for each in self.study.screener},
        )
        return element(
            "Case",
            {"guid": self.guid("case", who), "name": who},
            *(
                self._value(name, kinds.get(name, "Text"), value)
                for name, value in evidence.variables.items()
            ),
            self._value(ANSWERS, "Integer", evidence.conduct.answers),
            self._value(TERMINATION, "Text", evidence.conduct.termination),
            element("SourceRef", {"targetGUID": source_guid(self.study.id, who)}),
        )

    def _value(self, name: str, kind: Kind, value: Value) -> str:
        if (written := _written(kind, value)) is None:
            return ""
        variable = element("VariableRef", {"targetGUID": self.guid("variable", name)})
        return around("VariableValue", variable, text(f"{kind}Value", written))

    # ── what was said ─────────────────────────────────────────────────────────────────────────────

    def source(self, interview: CodedInterview, transcript: Transcript, held: str) -> str:
        who = interview.evidence.respondent
        id = source_guid(self.study.id, who)
        given = {"guid": id, "name": who, "plainTextPath": f"internal://{id}.txt"}
        by = {"creatingUser": self.software, "creationDateTime": held}
        places = self._coded(interview, transcript)
        coded = (self._selection(who, transcript, *place) for place in places)
        return element("TextSource", {**given, **by}, *coded)

    def _coded(
        self, interview: CodedInterview, transcript: Transcript
    ) -> list[tuple[int, int, str]]:
        """Where each code was heard, in the order of the text."""
        order = {code: number for number, code in enumerate(self.book.codes)}
        places: set[tuple[int, int, str]] = set()
        for idea in interview.evidence.ideas:
            if (code := interview.code_of.get(idea.id, "")) in order:
                found = filter(None, map(transcript.place, idea.words))
                places.update((*place, code) for place in found)
        return sorted(places, key=lambda place: (place[0], place[1], order[place[2]]))

    def _selection(
        self, respondent: str, transcript: Transcript, start: int, end: int, code: str
    ) -> str:
        """One for each coding: some programs read only the first coding of a selection."""
        parts = (respondent, code, str(start), str(end))
        by = {"creatingUser": self.software, "creationDateTime": self.made}
        quote = transcript.text[start:end]
        name = quote if len(quote) <= LONGEST_NAME else f"{quote[: LONGEST_NAME - 1]}…"
        place = {"name": name, "startPosition": str(start), "endPosition": str(end)}
        reference = element("CodeRef", {"targetGUID": self.code(code)})
        coding = element("Coding", {"guid": self.guid("coding", *parts), **by}, reference)
        given = {"guid": self.guid("selection", *parts), **place, **by}
        return element("PlainTextSelection", given, coding)

    def notes(self) -> str:
        id, name = self.guid("note", "method"), "How the interviews were held"
        given = {"guid": id, "name": name, "plainTextPath": f"internal://{id}.txt"}
        by = {"creatingUser": self.software, "creationDateTime": self.made}
        return around("Notes", element("Note", {**given, **by}))

    # ── what leads to what ────────────────────────────────────────────────────────────────────────

    def links(self, links: Iterable[LinkOfCodes]) -> str:
        def written(link: LinkOfCodes) -> str:
            given = {"guid": self._link_guid(link), "name": link.type, "direction": "OneWay"}
            ends = {"originGUID": self.code(link.source), "targetGUID": self.code(link.target)}
            return element("Link", {**given, **ends})

        return around("Links", *map(written, links))

    def _link_guid(self, link: LinkOfCodes) -> str:
        return self.guid("link", link.source, link.target, link.type)

    def graphs(self, value_map: ValueMap | None, links: Iterable[LinkOfCodes]) -> str:
        """The map, with the most concrete codes at the bottom."""
        known = self.book.codes.keys()
        drawn = value_map.edges if value_map else ()
        edges = [edge for edge in drawn if {edge.source, edge.target} <= known]
        if not value_map or not edges:
            return ""
        between = {(link.source, link.target): self._link_guid(link) for link in links}
        lines = (self._edge(edge, between.get((edge.source, edge.target))) for edge in edges)
        given = {"guid": self.guid("graph", "map"), "name": f"Value map, cut-off {value_map.k}"}
        return around("Graphs", element("Graph", {**given}, *self._vertices(edges), *lines))

    def _vertices(self, edges: Sequence[MapEdge]) -> Iterator[str]:
        codes = dict.fromkeys(code for edge in edges for code in (edge.source, edge.target))
        boxes = [LayerBox(code, self._level(code), WIDE, HIGH) for code in codes]
        spots = laid_out(boxes, [(edge.source, edge.target) for edge in edges]).spots
        for box in boxes:
            left, top = round(spots[box.id].x - WIDE / 2), round(spots[box.id].top)
            corners = {"firstX": left, "firstY": top, "secondX": left + WIDE, "secondY": top + HIGH}
            about = {"representedGUID": self.code(box.id), "name": self.book.codes[box.id].name}
            look = {"shape": "RoundedRectangle", "color": self.colour(self.book.codes[box.id].type)}
            places = {key: str(value) for key, value in corners.items()}
            given = {"guid": self.guid("vertex", box.id), **about, **places, **look}
            yield element("Vertex", given)

    def _level(self, code: str) -> int:
        type = self.ontology.by_type.get(self.book.codes[code].type)
        return (type.level or 1) - 1 if type else 0

    def _edge(self, edge: MapEdge, link: str | None) -> str:
        guid, name = self.guid("edge", edge.source, edge.target), str(edge.count)
        start, end = self.guid("vertex", edge.source), self.guid("vertex", edge.target)
        about = {"guid": guid, "representedGUID": link, "name": name}
        ends = {"sourceVertex": start, "targetVertex": end}
        return element("Edge", {**about, **ends, "direction": "OneWay", "lineStyle": "solid"})


def source_guid(study: str, respondent: str) -> str:
    return guid(study, "source", respondent)


def software_guid(study: str) -> str:
    return guid(study, "user", "software")


def unlike_names(book: CodeBook) -> dict[str, str]:
    """By code: its name, with a number where another has it too. Programs that know codes by name
    would lose one of them.
    """
    taken: set[str] = set()
    names: dict[str, str] = {}
    for code in book.codes.values():
        name, number = code.name.strip() or code.id, 1
        while name.casefold() in taken:
            number += 1
            name = f"{code.name} ({number})"
        taken.add(name.casefold())
        names[code.id] = name
    return names


def _written(kind: Kind, value: Value) -> str | None:
    """A value as the schema writes its kind; None where it is not of that kind."""
    match kind, value:
        case "Text", _:
            return str(value)
        case "Boolean", _:
            return BOOLEANS.get(value)
        case (("Integer" | "Float"), bool() | str()):
            return None
        case (("Integer" | "Float"), int() | float()) if isfinite(value):
            return f"{Decimal(str(value)):f}"
    return None
