"""The journey map: the way step by step, in the order people went it, with what was hard and what
stood out at each.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dramaturg.drawing.sheet import Sheet
from dramaturg.drawing.svg import wrapped
from dramaturg.engines.interviews.report.interview_report import plain
from dramaturg.english.forms import many
from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.base.evidence import Idea
from dramaturg.studies.by_method.common import (
    COUNTED,
    Ground,
    Names,
    Support,
    SupportCount,
    Tables,
    counted,
    namer,
    quoted,
    table,
    weight,
    with_quotes,
)
from dramaturg.studies.by_method.grouping import in_sequence, nearest, of_types

STEPS = ("stage", "step", "touchpoint", "action")
FRICTION, PEAK = ("friction",), ("peak",)
FELT = (*PEAK, "emotion", "feeling")  # types whose words are read for how pleasant they are
# told in the report, per step, and in the picture; tables have all
MOST_STEPS, MOST_MOMENTS, DRAWN = 20, 3, 10


@dataclass(frozen=True, slots=True)
class JourneyMoment:
    """What was felt, hard or outstanding at a step. Of its respondents some found it `pleasant`,
    some `unpleasant`.

    `linked` counts the respondents who linked it to the step; the others said both in the same
    answer.
    """

    code: str
    type: str
    support: Support
    linked: int
    pleasant: int
    unpleasant: int


@dataclass(frozen=True, slots=True)
class JourneyStep:
    """A step of the way. `place`: how far along, from 0 to 1, on average. `valence`: from -1,
    unpleasant to all who told, to 1.

    `told_by` counts the respondents whose words tell how it was; without any there is no valence.
    """

    code: str
    type: str
    support: Support
    place: float
    valence: float | None
    told_by: int
    moments: tuple[JourneyMoment, ...]

    def of(self, types: Iterable[str]) -> list[JourneyMoment]:
        return [moment for moment in self.moments if moment.type in types]


@dataclass(frozen=True, slots=True)
class Journey:
    """The steps in order. Of the times somebody said what came before what, `ordered` in all,
    `against` contradict that order.
    """

    respondents: int
    stops: tuple[JourneyStep, ...]
    ordered: int
    against: int
    titles: Mapping[str, str]


class JourneyTally:
    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._respondents = 0
        self._stops: defaultdict[str, _Stop] = defaultdict(_Stop)
        self._before: Counter[tuple[str, str]] = Counter()

    def add(self, interview: CodedInterview) -> None:
        self._respondents += 1
        who, code_of = interview.evidence.respondent, interview.code_of
        steps = of_types(interview, self._ground, STEPS)
        for step in steps:
            self._stops[code_of[step.id]].count.add(who, step.mentions, step.words)
        self._add_order(interview, steps)
        self._add_moments(interview, steps)

    def _add_order(self, interview: CodedInterview, steps: Sequence[Idea]) -> None:
        """Where in this interview's way each step is: by what came before what, else by when it was
        spoken of.
        """
        turns: dict[str, float] = {}
        for step in steps:
            turns.setdefault(interview.code_of[step.id], step.turn)
        pairs: set[tuple[str, str]] = set()
        for link in interview.evidence.links:
            first, second = interview.code_of[link.source], interview.code_of[link.target]
            if (
                self._ground.is_order(link.type)
                and first != second
                and {first, second} <= turns.keys()
            ):
                pairs.add((first, second))
        self._before.update(pairs)
        order = in_sequence(turns, pairs)
        for at, code in enumerate(order):
            self._stops[code].places.append(at / (len(order) - 1) if len(order) > 1 else 0.5)

    def _add_moments(self, interview: CodedInterview, steps: Sequence[Idea]) -> None:
        """What is hard is unpleasant; of feelings and peaks the words tell."""
        who, code_of, ground = interview.evidence.respondent, interview.code_of, self._ground
        types = [each.type for each in ground.ontology.concepts if each.type not in STEPS]
        moments = of_types(interview, ground, types)
        tones = ground.tones(interview, moments, FELT)
        tones |= dict.fromkeys((idea.id for idea in of_types(interview, ground, FRICTION)), -1.0)
        felt: defaultdict[str, list[int]] = defaultdict(list)
        for each in nearest(steps, moments, interview.evidence.links):
            step, tone = code_of[each.centre.id], tones.get(each.idea.id, 0.0)
            sign = (tone > 0) - (tone < 0)
            moment = self._stops[step].moments[code_of[each.idea.id]]
            holds = (True, each.linked, sign > 0, sign < 0)
            for count in (count for count, it_does in zip(moment, holds, strict=True) if it_does):
                count.add(who, each.idea.mentions, each.idea.words)
            if sign:
                felt[step].append(sign)
        for step, signs in felt.items():
            self._stops[step].valences.append(sum(signs) / len(signs))

    def result(self) -> Journey:
        places = {code: sum(stop.places) / len(stop.places) for code, stop in self._stops.items()}
        clear = [
            pair for pair, count in self._before.items() if count > self._before[pair[1], pair[0]]
        ]
        order = in_sequence(places, clear)
        rank = {code: at for at, code in enumerate(order)}
        against = sum(
            count for (first, second), count in self._before.items() if rank[first] > rank[second]
        )
        stops = (self._stops[code].told(code, places[code], self._ground) for code in order)
        titles = {each.type: each.title for each in self._ground.ontology.concepts}
        return Journey(self._respondents, tuple(stops), self._before.total(), against, titles)


class _Stop:
    """A step as it grows. Of each moment there are four counts: all who told of it, who linked it
    to the step, who found it pleasant, who unpleasant. `valences` are one for each respondent.
    """

    def __init__(self) -> None:
        self.count = SupportCount()
        self.places: list[float] = []
        self.moments: defaultdict[str, list[SupportCount]] = defaultdict(
            lambda: [SupportCount() for _ in range(4)]
        )
        self.valences: list[float] = []

    def told(self, code: str, place: float, ground: Ground) -> JourneyStep:
        moments = [
            JourneyMoment(each, ground.type_of(each), counts[0].support, *figures)
            for each, counts in self.moments.items()
            for figures in ([count.support.respondents for count in counts[1:]],)
        ]
        moments.sort(key=lambda moment: (*weight(moment.support), moment.code))
        told_by = len(self.valences)
        valence = round(sum(self.valences) / told_by, 3) if told_by else None
        about = ground.type_of(code), self.count.support, round(place, 3)
        return JourneyStep(code, *about, valence, told_by, tuple(moments))


# ── telling ───────────────────────────────────────────────────────────────────────────────────────


def strongest(result: Journey, most: int) -> list[JourneyStep]:
    """The steps of most respondents, still in the order of the way."""
    kept = {
        stop.code
        for stop in sorted(result.stops, key=lambda stop: (*weight(stop.support), stop.place))[
            :most
        ]
    }
    return [stop for stop in result.stops if stop.code in kept]


def as_markdown(result: Journey, names: Names) -> list[str]:
    if not result.stops:
        return ["No interview has a step of the way so far."]
    name, shown = namer(names, plain), strongest(result, MOST_STEPS)
    most = f", the {len(shown)} most frequent" if len(shown) < len(result.stops) else ""
    head = ("step", "kind", "respondents", "feeling", "told by", "what was there")
    lines = [
        f"{many(len(result.stops), 'step')} from {many(result.respondents, 'respondent')}{most},"
        f" in order. What came before what was said {many(result.ordered, 'time')},"
        f" {result.against} of them against this order; else it is the order of speaking."
        " Feeling runs from -1 to 1: obstacles are unpleasant, of feelings and moments that"
        " stood out the words tell. ° marks what was only said in the same answer.",
        "",
        *table(head, (_row(stop, result, name) for stop in shown)),
    ]
    for title, types in {"Moments that stood out": PEAK, "Obstacles": FRICTION}.items():
        pairs = [(stop, moment) for stop in shown for moment in stop.of(types)]
        lines += ["", f"### {title}", ""] if pairs else []
        for stop, moment in sorted(pairs, key=lambda pair: weight(pair[1].support))[:8]:
            who = many(moment.support.respondents, "respondent")
            lines += [f"- {name(moment.code)}, at {name(stop.code)}: {who}", ""]
            lines += [*quoted(moment.support.quotes), ""]
    return lines


def _row(stop: JourneyStep, result: Journey, name: Callable[[str], str]) -> tuple[object, ...]:
    there = "; ".join(
        f"{name(each.code)}{'' if each.linked else '°'} ({each.support.respondents})"
        for each in stop.moments[:MOST_MOMENTS]
    )
    kind = plain(result.titles.get(stop.type, stop.type))
    valence = "–" if stop.valence is None else f"{stop.valence:.2f}"
    return name(stop.code), kind, stop.support.respondents, valence, stop.told_by, there


def as_rows(result: Journey, names: Names) -> Tables:
    name = namer(names)
    stops = (
        (at, name(it.code), it.type, it.place, it.valence, it.told_by, *counted(it.support))
        for at, it in enumerate(result.stops, 1)
    )
    moments = (
        (
            *(name(stop.code), name(it.code), it.type, it.linked, it.pleasant, it.unpleasant),
            *counted(it.support),
        )
        for stop in result.stops
        for it in stop.moments
    )
    of_moments = ("step", "moment", "type", "linked_by", "pleasant", "unpleasant", *COUNTED)
    return {
        "journey": [("order", "step", "type", "place", "valence", "told_by", *COUNTED), *stops],
        "journey_moments": [of_moments, *moments],
    }


# ── the picture ───────────────────────────────────────────────────────────────────────────────────

COLUMN, ASIDE, ABOVE, HIGH, LINE = 128.0, 92.0, 22.0, 190.0, 15.0
PLAIN, GOOD, BAD, STAR = 7, 2, 4, 6  # colours


def as_svg(result: Journey, names: Names, title: str) -> str:
    """The curve of feeling over the steps; stars are moments that stood out, below are the
    obstacles.
    """
    stops = strongest(result, DRAWN)
    shown = (
        f"{many(len(stops), 'step')} of {len(result.stops)}"
        if len(stops) < len(result.stops)
        else many(len(stops), "step")
    )
    about = (
        f"{shown}, {many(result.respondents, 'respondent')}. Numbers count respondents, at the"
        " curve those who told how it"
    )
    about += " was; hollow: nobody did. Dashed boxes were only said in the same answer."
    sheet = Sheet(title, about, ASIDE + COLUMN * len(stops))
    if not stops:
        sheet.text("No step of the way so far.", 0, 14, "soft")
        return sheet.written(20)
    for valence, name in ((1, "pleasant"), (0, ""), (-1, "unpleasant")):
        sheet.line(ASIDE - 8, _height(valence), sheet.width, _height(valence), "rung")
        sheet.text(name, 0, _height(valence) + 4, "soft", size=11)
    spots = [(ASIDE + COLUMN * (at + 0.5), _height(stop.valence)) for at, stop in enumerate(stops)]
    # from one step that somebody told of to the next; dashed over those in between of which
    # nobody did
    told = [at for at, stop in enumerate(stops) if stop.valence is not None]
    for here, there in pairwise(told):
        sheet.line(*spots[here], *spots[there], "thread", wide=2.0, dashed=there - here > 1)
    for stop, spot in zip(stops, spots, strict=True):
        _stop(sheet, stop, spot, names)
    return sheet.written(_below(sheet, stops, names))


def _height(valence: float | None) -> float:
    return ABOVE + HIGH / 2 * (1 - (valence or 0.0))


def _stop(sheet: Sheet, stop: JourneyStep, spot: tuple[float, float], names: Names) -> None:
    x, y = spot
    about = with_quotes(names.get(stop.code, stop.code), stop.support)
    if stop.valence is None:
        sheet.ring(x, y, 4, about)
    else:
        sheet.dot(x, y, 6, GOOD if stop.valence > 0 else BAD if stop.valence < 0 else PLAIN, about)
        sheet.label(str(stop.told_by), x, y + 20, "soft", anchor="middle")
    for peak in stop.of(PEAK)[:1]:
        colour = (
            GOOD
            if peak.pleasant > peak.unpleasant
            else BAD
            if peak.unpleasant > peak.pleasant
            else STAR
        )
        sheet.star(x, y - 18, colour, with_quotes(names.get(peak.code, peak.code), peak.support))


def _below(sheet: Sheet, stops: Sequence[JourneyStep], names: Names) -> float:
    """Under the curve: what the steps are, and what was there, row by row."""
    rows = (
        ("stood out ✦", PEAK, STAR),
        ("felt", FELT[len(PEAK) :], 3),
        ("obstacles", FRICTION, BAD),
    )
    top = ABOVE + HIGH + 32
    sheet.text("step", 0, top + 17, "soft", size=11)
    top = max(_chip(sheet, stop, at, top, PLAIN, names) for at, stop in enumerate(stops)) + 12
    for title, types, colour in rows:
        columns = [stop.of(types)[:2] for stop in stops]
        if any(columns):
            sheet.text(title, 0, top + 17, "soft", size=11)
            top = (
                max(
                    _column(sheet, moments, at, top, colour, names)
                    for at, moments in enumerate(columns)
                )
                + 12
            )
    return top


def _column(
    sheet: Sheet, moments: Sequence[JourneyMoment], at: int, top: float, colour: int, names: Names
) -> float:
    for moment in moments:
        top = _chip(sheet, moment, at, top, colour, names, dashed=not moment.linked)
    return top


def _chip(
    sheet: Sheet,
    each: JourneyStep | JourneyMoment,
    at: int,
    top: float,
    colour: int,
    names: Names,
    *,
    dashed: bool = False,
) -> float:
    """A name in a box, in the column of a step; where the next may begin is returned."""
    x, label = (
        ASIDE + COLUMN * at + 4,
        f"{names.get(each.code, each.code)} ({each.support.respondents})",
    )
    lines = wrapped(label, COLUMN - 26, 4, 11)
    sheet.box(
        x,
        top,
        COLUMN - 8,
        len(lines) * LINE + 10,
        colour,
        with_quotes(label, each.support),
        dashed=dashed,
    )
    for number, line in enumerate(lines):
        sheet.text(line, x + 6, top + 16 + number * LINE, size=11)
    return top + len(lines) * LINE + 15
