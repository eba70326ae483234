"""The report of a study, in Markdown: what was found, how sure it is, the words behind it, how it was done, and its limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from math import sqrt
from statistics import median

from dramaturg.engines.interviews.study.coding.codes import Code
from dramaturg.engines.interviews.study.counting.saturation import Orders
from dramaturg.engines.interviews.study.document import ScreenerQuestion
from dramaturg.engines.interviews.study.findings import Findings
from dramaturg.engines.interviews.study.particular import analysis_of
from dramaturg.engines.interviews.study.particular.ground import Evidence, many, quoted, table
from dramaturg.engines.interviews.study.screening import spoken
from dramaturg.engines.interviews.study.state import Standing
from dramaturg.engines.interviews.study.telling.curve_picture import draw_saturation
from dramaturg.engines.interviews.study.telling.map_picture import draw_map
from dramaturg.engines.interviews.study.telling.redaction import removed
from dramaturg.engines.interviews.telling.report import ENDINGS, plain
from dramaturg.kernel.conditions import Value

MOST_WAYS, MOST_CELLS, MOST_CODES, MOST_NAMES, MOST_JOININGS = 8, 25, 12, 30, 30
SURE = 1.96  # standard deviations: nineteen times out of twenty


@dataclass(frozen=True, slots=True)
class Report:
    """`pictures` are SVGs by the name of the file that the Markdown shows."""

    title: str
    markdown: str
    pictures: Mapping[str, str]


def report(findings: Findings) -> Report:
    title = findings.matter.study.title
    pictures = dict(_pictures(findings))
    sections = (
        _head(findings),
        _in_short(findings),
        *((_ways(findings), _map(findings), _matrix(findings)) if findings.has_ladders else ()),
        _particular(findings, pictures),
        _codes(findings),
        _saturation(findings),
        _method(findings),
        _decisions(findings),
        _limits(findings),
    )
    return Report(title, "\n\n".join("\n".join(section) for section in sections if section) + "\n", pictures)


def _pictures(findings: Findings) -> Iterator[tuple[str, str]]:
    title, ontology = findings.matter.study.title, findings.matter.methodology.ontology
    told = findings.tabulated
    if findings.has_ladders and told.map.edges:
        about = f"{many(told.matrix.respondents, 'respondent')}, cut-off {told.map.k} ({told.chosen})"
        yield "map.svg", draw_map(told.map, findings.book, ontology, title, about)
    if len(findings.held) > 1:
        found = findings.saturation
        yield "saturation.svg", draw_saturation(found.new, found.cumulative, found.chao2, found.guest.reached_at, title)
    analysis = analysis_of(ontology)
    if analysis and analysis.as_svg and findings.particular is not None:
        yield f"{analysis.name}.svg", analysis.as_svg(findings.particular, findings.names, title)


# ── in short ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _head(findings: Findings) -> list[str]:
    matter, held = findings.matter, findings.held
    opened = [each.conduct.opened_at for each in held if each.conduct.opened_at]
    when = f", {' to '.join(dict.fromkeys((_day(min(opened)), _day(max(opened)))))}" if opened else ""
    words = sum(each.conduct.words for each in held)
    answers = sum(each.conduct.answers for each in held)
    return [
        f"# {plain(matter.study.title)}",
        "",
        plain(matter.subject.objective),
        "",
        f"{many(len(held), 'interview')}{when}. {many(answers, 'answer')}, {many(words, 'word')}. "
        f"Method: {plain(matter.methodology.title)} ({plain(matter.methodology.method)}).",
    ]


def _day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%d %B %Y").lstrip("0")


def _in_short(findings: Findings) -> list[str]:
    """One statement a line: what most people spoke of of each kind, with how sure it is."""
    lines = [
        "## In short",
        "",
        f"Behind each: how many of {many(len(findings.held), 'respondent')}, and between which shares of ",
    ]
    lines[-1] += "all such people that lies, nineteen times out of twenty, if these were drawn by chance."
    lines.append("")
    for kind in findings.matter.methodology.ontology.concepts:
        best = [code for code in _ranked(findings) if code.type == kind.type and code.support > 1][:3]
        if best:
            told = "; ".join(f"**{plain(code.name)}** ({_how_many(code.support, len(findings.held))})" for code in best)
            lines.append(f"- {plain(kind.title).capitalize()}: {told}.")
    if not lines[-1]:
        lines.append("Nothing was said by more than one respondent yet.")
    return [*lines, "", f"Enough interviews? {findings.saturation.enough.sentence}"]


def _ranked(findings: Findings) -> list[Code]:
    return sorted(findings.book.codes.values(), key=lambda code: (-code.support, -code.mentions))


def _how_many(count: int, of: int) -> str:
    low, high = interval(count, of)
    return f"{count} of {of}; {100 * low:.0f} to {100 * high:.0f}%"


def interval(count: int, of: int) -> tuple[float, float]:
    """Wilson's: between which shares of all such people it may lie, if these were drawn by chance."""
    if not of:
        return 0.0, 1.0
    share, square = count / of, SURE**2
    middle = share + square / (2 * of)
    width = SURE * sqrt(share * (1 - share) / of + square / (4 * of * of))
    whole = 1 + square / of
    return max(0.0, (middle - width) / whole), min(1.0, (middle + width) / whole)


# ── ladders, matrix and map ───────────────────────────────────────────────────────────────────────────────────────────────────


def _ways(findings: Findings) -> list[str]:
    """The ways through the map from bottom to top, the best supported first."""
    found = strongest_ways(findings)
    lines = ["## What leads to what", ""]
    if not found:
        return [*lines, "No step reaches the cut-off: see the matrix below."]
    lines.append("The ways through the map that most respondents went, with words behind every step.")
    told: set[tuple[str, str]] = set()
    for number, way in enumerate(found[:MOST_WAYS], 1):
        lines += ["", f"### {number}. {' → '.join(_name(findings, code) for code in way)}"]
        for step in pairwise(way):
            lines += _step(findings, *step) if step not in told else ()
            told.add(step)
    return lines


def strongest_ways(findings: Findings) -> list[tuple[str, ...]]:
    """For each code that nothing in the map leads to: the way up whose weakest step is strongest."""
    onward: dict[str, list[tuple[str, int]]] = {}
    for edge in findings.tabulated.map.edges:
        onward.setdefault(edge.source, []).append((edge.target, edge.count))
    best: dict[str, tuple[int, tuple[str, ...]]] = {}

    def climbed(code: str) -> tuple[int, tuple[str, ...]]:
        if code not in best:
            ways = ((min(count, climbed(step)[0]), (code, *climbed(step)[1])) for step, count in onward.get(code, ()))
            best[code] = max(ways, key=lambda way: (way[0], len(way[1])), default=(len(findings.held) + 1, (code,)))
        return best[code]

    led_to = {edge.target for edge in findings.tabulated.map.edges}
    starts = [climbed(code) for code in onward if code not in led_to]
    return [way for _, way in sorted(starts, key=lambda found: (-found[0], -len(found[1])))]


def _step(findings: Findings, source: str, target: str) -> Iterator[str]:
    cell = findings.tabulated.matrix.cells[source, target]
    who = findings.tabulated.matrix.count
    yield ""
    yield (
        f"{_name(findings, source)} leads to {_name(findings, target)}: {cell.direct} {who} directly, "
        f"{cell.indirect} by way of something else."
    )
    yield ""
    yield from quoted(_apart(findings.words_of(source, target)))


def _apart(words: Iterable[Evidence], most: int = 2) -> list[Evidence]:
    """Of different respondents where there are some."""
    first: dict[str, Evidence] = {}
    for each in words:
        first.setdefault(each.respondent, each)
    return list(first.values())[:most]


def _map(findings: Findings) -> list[str]:
    told = findings.tabulated
    lines = ["## The value map", ""]
    if told.map.edges:
        lines += ["![The hierarchical value map](map.svg)", ""]
    chosen = "was given" if told.chosen == "given" else f"follows the rule “{told.chosen}”"
    lines += [
        f"Drawn are steps with a count of at least {told.map.k}. This cut-off {chosen}; "
        "three rules propose one each, and the choice is the analyst's:",
        "",
        *(f"- **{rule.rule}** proposes {rule.k}: {rule.because}." for rule in told.rules),
        "",
        *table(
            ("cut-off", "cells", "relations", "share of all", "codes"),
            ((row.k, row.cells, row.relations, f"{row.share:.0%}", row.codes) for row in told.cutoffs[:MOST_CODES]),
        ),
    ]
    for why, title in (("cycle", "Left out, because it closed a circle"), ("redundant", "Left out, because a way round says it")):
        dropped = [each for each in told.map.dropped if each.why == why]
        if dropped:
            lines += ["", f"{title}:", ""]
            lines += [_dropped(findings, each.source, each.target, each.count, each.via) for each in dropped]
    return lines


def _dropped(findings: Findings, source: str, target: str, count: int, via: Sequence[str]) -> str:
    way = f", by way of {', '.join(_name(findings, code) for code in via)}" if via else ""
    return f"- {_name(findings, source)} → {_name(findings, target)} ({count}){way}"


def _matrix(findings: Findings) -> list[str]:
    told, matrix = findings.tabulated, findings.tabulated.matrix
    cells = sorted(matrix.cells.values(), key=lambda cell: (-cell.direct, -cell.indirect))
    measures = sorted(told.measures, key=lambda each: -each.centrality)[:MOST_CODES]
    lines = [
        "## The implication matrix",
        "",
        f"{many(matrix.ladders, 'ladder')} of {many(matrix.respondents, 'respondent')}; counted are {matrix.count}. "
        "10.06 means ten times directly, six times indirectly. The strongest cells; all are in the export.",
        "",
        *table(
            ("from", "to", "cell", "respondents"),
            ((_name(findings, c.source), _name(findings, c.target), c.text, _some(c.by)) for c in cells[:MOST_CELLS]),
        ),
        "",
        "Abstractness: near 0 a means, near 1 an end. Centrality and prestige: the share of all relations that the code has "
        "to do with, and that lead to it.",
        "",
        *table(
            ("code", "in", "out", "abstractness", "centrality", "prestige"),
            (
                (_name(findings, m.code), m.into, m.out, _share(m.abstractness), f"{m.centrality:.2f}", f"{m.prestige:.2f}")
                for m in measures
            ),
        ),
    ]
    return lines if cells else ["## The implication matrix", "", "Nothing leads to anything else yet."]


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _some(respondents: Sequence[str], most: int = 6) -> str:
    more = len(respondents) - most
    return ", ".join(respondents[:most]) + (f" and {more} more" if more > 0 else "")


# ── what was found otherwise ──────────────────────────────────────────────────────────────────────────────────────────────────


def _particular(findings: Findings, pictures: Mapping[str, str]) -> list[str]:
    analysis = analysis_of(findings.matter.methodology.ontology)
    if analysis is None or findings.particular is None:
        return []
    shown = f"{analysis.name}.svg"
    picture = [f"![{analysis.title}]({shown})", ""] if shown in pictures else []
    return [f"## {analysis.title}", "", *picture, *analysis.as_markdown(findings.particular, findings.names)]


def _codes(findings: Findings) -> list[str]:
    lines = ["## What was spoken of"]
    for kind in findings.matter.methodology.ontology.concepts:
        of_kind = [code for code in _ranked(findings) if code.type == kind.type and code.support]
        if of_kind:
            lines += ["", f"### {plain(kind.title).capitalize()} ({many(len(of_kind), 'code')})", *_of_kind(findings, of_kind)]
    return lines if lines[1:] else [*lines, "", "Nothing yet."]


def _of_kind(findings: Findings, codes: Sequence[Code]) -> Iterator[str]:
    """What several respondents said with quotes, the rest by name."""
    shared = [code for code in codes if code.support > 1][:MOST_CODES]
    for code in shared:
        counted = f"{_how_many(code.support, len(findings.held))}; said {many(code.mentions, 'time')}"
        yield from ("", f"**{plain(code.name)}** ({counted})", "", *quoted(findings.support[code.id].quotes))
    others = [plain(code.name) for code in codes if code not in shared]
    if others:
        more = len(others) - MOST_NAMES
        named = ", ".join(others[:MOST_NAMES]) + (f" and {more} more, which are in the export" if more > 0 else "")
        yield from ("", f"{'Fewer spoke of' if shared else 'One respondent each spoke of'}: {named}.")


def _saturation(findings: Findings) -> list[str]:
    found, guest = findings.saturation, findings.saturation.guest
    picture = ["![New codes by interview](saturation.svg)", ""] if len(findings.held) > 1 else []
    orders = found.orders
    facts = {
        "Codes found": str(len(found.frequency)),
        "In one interview only": str(sum(count == 1 for count in found.frequency.values())),
        f"Base {guest.base}, run {guest.run}, threshold {guest.threshold:.0%} (Guest, Namey and Chen 2020)": (
            f"reached after {guest.reached_at} interviews" if guest.reached_at else "not reached"
        ),
        f"The same in {orders.orders} other orders of the interviews": _in_orders(orders),
        "Chao2: there are at least": "–" if found.chao2 is None else f"{found.chao2:.0f} codes",
        "Coverage: of what would be said, known": "–" if found.coverage is None else f"{found.coverage:.0%}",
    }
    reasons = [f"- {'yes' if reason.holds else 'no'}: {reason.text}" for reason in found.enough.reasons]
    lines = ["## Saturation", "", *picture, *table(("", ""), facts.items()), "", found.enough.sentence]
    return [*lines, "", *reasons] if reasons else lines


def _in_orders(orders: Orders) -> str:
    if orders.reached is None:
        return "–"
    low, middle, high = (at or "never" for at in (orders.low, orders.median, orders.high))
    told = f"reached in {orders.reached:.0%} of them"
    return f"{told}; median {middle}, 5th percentile {low}, 95th {high}" if orders.reached else told


# ── how it was done ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _method(findings: Findings) -> list[str]:
    study, held = findings.matter.study, findings.held
    conducts = [each.conduct for each in held]
    answers = sorted(conduct.answers for conduct in conducts)
    strategies: Counter[str] = Counter()
    for conduct in conducts:
        strategies.update(conduct.strategies)
    models = Counter(model for conduct in conducts for model in conduct.models)
    endings = Counter(_ending(conduct.termination) for conduct in conducts)
    offline, total = sum(conduct.offline for conduct in conducts), sum(answers)
    by_name = findings.matter.methodology.by_name
    asked = ((by_name[name].title if name in by_name else name, count) for name, count in strategies.most_common())
    facts = {
        "Consent": f"version {plain(study.consent.version)}, text {study.consent.hash[:12]}",
        "Took part": _standings(findings),
        "Length": f"{_spread(answers)} answers" if answers else "–",
        "Asked by": ", ".join(f"{plain(name)} ({count})" for name, count in asked) or "–",
        "Answers read without a model": f"{offline} of {total}",
        "Models": ", ".join(f"{plain(name)} ({many(count, 'interview')})" for name, count in models.most_common()) or "none",
        "Not wanted to answer": many(sum(conduct.refusals for conduct in conducts), "time"),
        "Ended": "; ".join(f"{why} ({count})" for why, count in endings.most_common()) or "–",
    }
    if findings.removed:
        facts["Before this was written"] = removed(findings.removed)
    return ["## How it was done", "", *table(("", ""), facts.items()), *_variables(findings)]


def _ending(termination: str) -> str:
    return next((told.rstrip(".") for name, told in ENDINGS.items() if name == termination), termination or "goes on")


STANDINGS: Mapping[Standing, str] = {
    "finished": "interviewed",
    "interviewing": "still in the interview",
    "accepted": "fit, not begun",
    "consented": "agreed, not screened",
    "screened_out": "did not fit",
    "quota_full": "came when the quota was full",
    "withdrawn": "withdrew, everything of theirs erased",
}


def _standings(findings: Findings) -> str:
    counts = Counter(each.standing for each in findings.matter.state.participants.values())
    told = (f"{counts[standing]} {words}" for standing, words in STANDINGS.items() if counts[standing])
    return ", ".join(told) or f"{len(findings.held)} interviewed"


def _variables(findings: Findings) -> Iterator[str]:
    """Who they were, by the screener."""
    for question in findings.matter.study.screener:
        given = [each.variables[question.id] for each in findings.held if question.id in each.variables]
        numbers = [value for value in given if isinstance(value, int | float)]
        if given:
            told = f"{_spread(numbers)}." if numbers else _counted(question, given)
            yield from ("", f"{plain(question.question)} {told}")


def _spread(numbers: Sequence[float]) -> str:
    """From the least to the most, and what lies in the middle."""
    least, most = min(numbers), max(numbers)
    return f"{least:g}" if least == most else f"{least:g} to {most:g}, median {median(numbers):g}"


def _counted(question: ScreenerQuestion, given: Iterable[Value]) -> str:
    """The commonest answers, each with how many gave it."""
    said = Counter(spoken(str(value)) if question.answer == "choice" else str(value) for value in given)
    return ", ".join(f"{plain(answer)} ({count})" for answer, count in said.most_common(MOST_CODES))


def _decisions(findings: Findings) -> list[str]:
    """What the analyst decided, and what code brought together by meaning, which is worth a look."""
    joined = [each for each in findings.book.joined.values() if each.join == "meaning"]
    if not joined and not findings.matter.state.decisions:
        return []
    decided = [each for each in findings.matter.state.decisions if not each.undone]
    counts = Counter(each.join for each in findings.book.joined.values())
    lines = [
        "## How codes came about",
        "",
        f"{many(len(findings.book.joined), 'idea')} of all interviews became {many(len(findings.book.codes), 'code')}: "
        + ", ".join(f"{count} by {JOINS[join]}" for join, count in counts.most_common())
        + f". The analyst decided {many(len(decided), 'time')}.",
    ]
    unlike = [each for each in joined if _name(findings, each.code) != plain(each.label)]
    if unlike:
        doubtful = sorted(unlike, key=lambda each: each.nearness)[:MOST_JOININGS]
        rows = (
            (plain(each.label), _name(findings, each.code), f"{each.nearness:.2f}", each.idea.respondent) for each in doubtful
        )
        lines += ["", "The least near of what was joined by meaning:", ""]
        lines += table(("said as", "joined", "nearness", "respondent"), rows)
    return lines


JOINS = {
    "exact": "the same name",
    "lemma": "the same words in another form",
    "meaning": "meaning",
    "new": "being the first of their kind",
    "analyst": "the analyst's decision",
    "imported": "an imported code book",
}


def _limits(findings: Findings) -> list[str]:
    offline = sum(each.conduct.offline for each in findings.held)
    total = max(1, sum(each.conduct.answers for each in findings.held))
    simulated = sum(each.simulated for each in findings.matter.state.participants.values())
    limits = [f"{simulated} respondents are simulated: what they said tells nothing about people."] if simulated else []
    limits += [
        "Respondents are those who came; the intervals hold only for people drawn by chance.",
        "That a thing was not said does not mean that it is not so: nobody was asked about everything.",
        "Codes stand for words that were taken to mean the same; the joinings are listed and can be undone.",
    ]
    if findings.has_ladders:
        limits.append("The map shows what reaches the cut-off; another cut-off draws another map, see the table.")
    if offline / total > 0.5:
        limits.append(
            "Most answers were read by code, without a model. Its concepts and steps are right often, not always: read the "
            "quotes before you trust a statement that few respondents stand behind."
        )
    if len(findings.held) < findings.matter.study.respondents:
        limits.append(f"{len(findings.held)} of {findings.matter.study.respondents} planned interviews are in.")
    return ["## Limits", "", *(f"- {limit}" for limit in limits)]


def _name(findings: Findings, code: str) -> str:
    return plain(findings.book.codes[code].name)
