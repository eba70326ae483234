"""The repertory grid: which of the things compared is at which pole of which quality, and how all
of it lies in a plane.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dramaturg.engines.interviews.report.interview_report import plain
from dramaturg.english.forms import many
from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.base.evidence import IdeaLink, QuotedWords
from dramaturg.studies.by_method.common import (
    COUNTED,
    QUOTES,
    Ground,
    Names,
    SourcedQuote,
    Support,
    SupportCount,
    Tables,
    counted,
    name_of,
    namer,
    quoted,
    quotes_of,
    table,
    weight,
)
from dramaturg.studies.by_method.grouping import of_types

ELEMENTS, POLES, SIGNS = ("element",), ("construct", "contrast"), ("sign",)
OPPOSITE = "opposite_of"
FEWEST = 3  # elements, and constructs, from which components mean anything
MOST_IN_PLANE = 60  # elements, and constructs, with most cells
MOST_CONSTRUCTS, MOST_ELEMENTS = 12, 8  # told in the report; tables have all

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Construct:
    """A quality with both its poles, if the other one was named. `support` is that of all who spoke
    of either.
    """

    pole: str
    opposite: str
    support: Support


@dataclass(frozen=True, slots=True)
class Element:
    code: str
    support: Support


@dataclass(frozen=True, slots=True)
class Placement:
    """Where one respondent put an element: 1 is at the pole, -1 at its opposite; between them who
    said both.
    """

    respondent: str
    element: str
    construct: str
    value: float
    mentions: int
    quotes: tuple[SourcedQuote, ...]


@dataclass(frozen=True, slots=True)
class GridCell:
    """The mean of the respondents' placements."""

    element: str
    construct: str
    value: float
    support: Support


@dataclass(frozen=True, slots=True)
class GridPoint:
    code: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Components:
    """Elements and constructs on the first two principal components, which hold these shares of all
    variance.

    `filled` is the share of cells that somebody told; the others stand at the mean of their
    construct.
    """

    shares: tuple[float, float]
    elements: tuple[GridPoint, ...]
    constructs: tuple[GridPoint, ...]
    filled: float


@dataclass(frozen=True, slots=True)
class Grid:
    """`too_little` says why there are no components."""

    respondents: int
    elements: tuple[Element, ...]
    constructs: tuple[Construct, ...]
    placements: tuple[Placement, ...]
    cells: tuple[GridCell, ...]
    components: Components | None
    too_little: str = ""


@dataclass(frozen=True, slots=True)
class PoleMention:
    """A respondent spoke of an element as being at a pole."""

    respondent: str
    element: str
    pole: str
    mentions: int
    words: tuple[QuotedWords, ...]


class GridTally:
    """Grows by a row for every placement: the rows are what the grid is made of, and poles are
    paired when all are known.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._respondents = 0
        self._support: defaultdict[str, SupportCount] = defaultdict(SupportCount)
        self._named_by: defaultdict[str, set[str]] = defaultdict(set)
        self._opposites: Counter[tuple[str, str]] = Counter()
        self._said: list[PoleMention] = []

    def add(self, interview: CodedInterview) -> None:
        self._respondents += 1
        who, code_of = interview.evidence.respondent, interview.code_of
        for idea in of_types(interview, self._ground, (*ELEMENTS, *POLES)):
            self._support[code_of[idea.id]].add(who, idea.mentions, idea.words)
            self._named_by[code_of[idea.id]].add(who)
        for link in interview.evidence.links:
            one, other = sorted((code_of[link.source], code_of[link.target]))
            if link.type == OPPOSITE and one != other and self._are_poles(one, other):
                self._opposites[one, other] += 1
        self._said += placements_in(interview, self._ground)

    def _are_poles(self, *codes: str) -> bool:
        return all(self._ground.type_of(code) in POLES for code in codes)

    def result(self) -> Grid:
        constructs = self._constructs()
        elements = (
            Element(code, count.support)
            for code, count in self._support.items()
            if not self._are_poles(code)
        )
        placements = tuple(placed(self._said, constructs))
        cells = tuple(_cells(placements))
        found, too_little = components(cells)
        ordered = sorted(elements, key=lambda each: (*weight(each.support), each.code))
        return Grid(
            self._respondents, tuple(ordered), constructs, placements, cells, found, too_little
        )

    def _constructs(self) -> tuple[Construct, ...]:
        """Poles in pairs. The first of two is what was named as a quality and not as an opposite,
        then what more people named.
        """
        poles = {
            code: (self._ground.type_of(code) != POLES[0], *weight(count.support), code)
            for code, count in self._support.items()
            if self._are_poles(code)
        }
        # each pole has one opposite: the one that was named most
        partner: dict[str, str] = {}
        for one, other in sorted(self._opposites, key=lambda pair: (-self._opposites[pair], pair)):
            if one not in partner and other not in partner:
                partner |= {one: other, other: one}
        found: dict[str, Construct] = {}
        for code in sorted(poles, key=poles.__getitem__):
            if (other := partner.get(code, "")) not in found:
                found[code] = Construct(code, other, self._support_of(code, other))
        return tuple(sorted(found.values(), key=lambda each: (*weight(each.support), each.pole)))

    def _support_of(self, pole: str, other: str) -> Support:
        """Whoever named both poles is one respondent."""
        one = self._support[pole].support
        if not other:
            return one
        two, named = self._support[other].support, self._named_by[pole] | self._named_by[other]
        quotes = (*one.quotes[: QUOTES - 1], *two.quotes)[:QUOTES]
        return Support(len(named), one.mentions + two.mentions, quotes)


def placements_in(interview: CodedInterview, ground: Ground) -> Iterator[PoleMention]:
    """Elements and poles that a link joins, or two links by way of a sign: she listens, and who
    listens is kind.
    """
    code_of, links = interview.code_of, interview.evidence.links
    kind = {idea.id: ground.type_of(code_of[idea.id]) for idea in interview.evidence.ideas}
    shown: defaultdict[str, list[IdeaLink]] = defaultdict(list)
    for link in links:
        if kind[link.source] in SIGNS and kind[link.target] in POLES:
            shown[link.source].append(link)
    for link in links:
        if kind[link.source] in ELEMENTS:
            for end in (link, *shown.get(link.target, ())):
                if kind[end.target] in POLES:
                    who, element = interview.evidence.respondent, code_of[link.source]
                    said = link.mentions, link.words[:1]
                    yield PoleMention(who, element, code_of[end.target], *said)


def placed(said: Sequence[PoleMention], constructs: Sequence[Construct]) -> Iterator[Placement]:
    """One placement for every respondent, element and construct."""
    side = {each.pole: (each.pole, 1.0) for each in constructs}
    side |= {each.opposite: (each.pole, -1.0) for each in constructs if each.opposite}
    by_place: defaultdict[tuple[str, str, str], list[tuple[float, PoleMention]]] = defaultdict(list)
    for each in said:
        construct, value = side[each.pole]
        by_place[each.respondent, each.element, construct].append((value, each))
    for place, found in by_place.items():
        quotes = [quote for _, each in found for quote in quotes_of(each.respondent, each.words)]
        mean = sum(value for value, _ in found) / len(found)
        yield Placement(
            *place, round(mean, 3), sum(each.mentions for _, each in found), tuple(quotes[:QUOTES])
        )


def _cells(placements: Sequence[Placement]) -> list[GridCell]:
    by_cell: defaultdict[tuple[str, str], list[Placement]] = defaultdict(list)
    for each in placements:
        by_cell[each.element, each.construct].append(each)
    cells: list[GridCell] = []
    for place, found in by_cell.items():
        quotes = tuple(quote for each in found for quote in each.quotes[:1])[:QUOTES]
        support = Support(len(found), sum(each.mentions for each in found), quotes)
        mean = sum(each.value for each in found) / len(found)
        cells.append(GridCell(*place, round(mean, 3), support))
    return sorted(cells, key=lambda cell: (*weight(cell.support), cell.element, cell.construct))


# ── principal components ──────────────────────────────────────────────────────────────────────────


def components(cells: Sequence[GridCell]) -> tuple[Components | None, str]:
    """The components, or why there are none.

    Only constructs that tell elements apart take part, and only elements on such a construct. A
    cell that nobody told is set to the mean of its construct, so that it pulls the element nowhere;
    nothing is scaled.
    """
    constructs = _telling(cells)
    taking_part = (cell.element for cell in cells if cell.construct in constructs)
    elements = [element for element, _ in Counter(taking_part).most_common(MOST_IN_PLANE)]
    if len(elements) < FEWEST or len(constructs) < FEWEST:
        return None, (
            f"{many(len(elements), 'element')} on {many(len(constructs), 'construct')} that tell"
            f" elements apart, and at least {FEWEST} of both are needed"
        )
    known = {(cell.element, cell.construct): cell.value for cell in cells}
    raw = np.array([[known.get((one, other), np.nan) for other in constructs] for one in elements])
    told = ~np.isnan(raw)
    means = np.where(told, raw, 0.0).sum(axis=0) / np.maximum(told.sum(axis=0), 1)
    scores, loadings, shares = _decomposed(np.where(told, raw - means, 0.0))
    points = _points(elements, scores), _points(constructs, loadings)
    return Components(shares, *points, round(float(told.mean()), 3)), ""


def _telling(cells: Sequence[GridCell]) -> list[str]:
    """The constructs on which not all elements stand at the same place, those with most elements
    first.
    """
    values: defaultdict[str, list[float]] = defaultdict(list)
    for cell in cells:
        values[cell.construct].append(cell.value)
    telling = [construct for construct, found in values.items() if len(set(found)) > 1]
    telling.sort(key=lambda construct: (-len(values[construct]), construct))
    return telling[:MOST_IN_PLANE]


def _decomposed(centred: Matrix) -> tuple[Matrix, Matrix, tuple[float, float]]:
    """Elements and constructs on two components, each turned so that its heaviest construct is on
    the positive side.
    """
    left, sizes, right = np.linalg.svd(centred, full_matrices=False)
    heaviest = np.argmax(np.abs(right).round(9), axis=1)
    turn = np.where(right[np.arange(len(right)), heaviest] < 0, -1.0, 1.0)
    first, second = (round(float(share), 3) for share in (sizes**2 / np.sum(sizes**2))[:2])
    return (left * sizes * turn)[:, :2], (right.T * turn)[:, :2], (first, second)


def _points(codes: Sequence[str], places: Matrix) -> tuple[GridPoint, ...]:
    rounded = places.round(3) + 0.0  # no -0.0
    return tuple(
        GridPoint(code, float(x), float(y)) for code, (x, y) in zip(codes, rounded, strict=True)
    )


# ── telling ───────────────────────────────────────────────────────────────────────────────────────


def as_markdown(result: Grid, names: Names) -> list[str]:
    if not result.constructs:
        return ["No interview has a construct so far."]
    paired = sum(bool(each.opposite) for each in result.constructs)
    lines = [
        f"{many(len(result.elements), 'element')} and {many(len(result.constructs), 'construct')}"
        f" from {many(result.respondents, 'respondent')}; of {paired} both poles were named."
        f" {many(len(result.cells), 'cell')} were told: 1 where an element was put at the first"
        " pole, -1 at the second.",
        "",
        *_grid_table(result, names),
        "",
        _about_components(result),
    ]
    for each in result.constructs[:3]:
        who = many(each.support.respondents, "respondent")
        lines += ["", f"**{_poles(each, names)}**: {who}", "", *quoted(each.support.quotes)]
    return lines


def _grid_table(result: Grid, names: Names) -> Iterator[str]:
    """Of the elements and constructs that were placed most."""
    value = {(cell.element, cell.construct): f"{cell.value:.2f}" for cell in result.cells}
    placed = Counter(code for cell in result.cells for code in (cell.element, cell.construct))
    elements = sorted((each.code for each in result.elements), key=lambda code: -placed[code])
    constructs = sorted(result.constructs, key=lambda each: -placed[each.pole])
    shown = elements[:MOST_ELEMENTS]
    rows = (
        (
            *(_poles(each, names), each.support.respondents),
            *(value.get((element, each.pole), "–") for element in shown),
        )
        for each in constructs[:MOST_CONSTRUCTS]
    )
    return table(("construct", "respondents", *map(namer(names, plain), shown)), rows)


def _poles(construct: Construct, names: Names) -> str:
    other = construct.opposite
    named = name_of(other, names) if other else "(opposite not named)"
    return f"{name_of(construct.pole, names)} – {named}"


def _about_components(result: Grid) -> str:
    found = result.components
    if found is None:
        return f"No principal components: {result.too_little}."
    first, second = found.shares
    return (
        f"Principal components: the first two hold {first:.0%} and {second:.0%} of the variance"
        f" between {len(found.elements)} elements on {len(found.constructs)} constructs that tell"
        f" them apart. {found.filled:.0%} of these cells were told; a cell that was not is set to"
        " the mean of its construct, which draws elements of which little was told to the middle."
    )


def as_rows(result: Grid, names: Names) -> Tables:
    name = namer(names)
    constructs = (
        (name(each.pole), name(each.opposite), *counted(each.support)) for each in result.constructs
    )
    elements = ((name(each.code), *counted(each.support)) for each in result.elements)
    cells = (
        (name(cell.element), name(cell.construct), cell.value, *counted(cell.support))
        for cell in result.cells
    )
    placements = (
        (it.respondent, name(it.element), name(it.construct), it.value, quote.turn, quote.text)
        for it in result.placements
        for quote in it.quotes[:1] or (SourcedQuote(it.respondent, 0, ""),)
    )
    found = result.components
    spots = {"element": found.elements, "construct": found.constructs} if found else {}
    points = (
        (kind, name(each.code), each.x, each.y) for kind, points in spots.items() for each in points
    )
    of_placements = ("respondent", "element", "construct", "value", "turn", "quote")
    return {
        "grid_elements": [("element", *COUNTED), *elements],
        "grid_constructs": [("construct", "opposite", *COUNTED), *constructs],
        "grid": [("element", "construct", "value", *COUNTED), *cells],
        "grid_placements": [of_placements, *placements],
        "grid_components": [("kind", "name", "first", "second"), *points],
    }
