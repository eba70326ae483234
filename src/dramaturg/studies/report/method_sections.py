"""The part of a report about how sure it is and how it was done: saturation, method, codes, and
limits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median

from dramaturg.engines.interviews.report.interview_report import ENDINGS, plain
from dramaturg.english.forms import many
from dramaturg.kernel.conditions import Value
from dramaturg.studies.base.document import ScreenerQuestion
from dramaturg.studies.base.screening import spoken
from dramaturg.studies.base.state import Standing
from dramaturg.studies.by_method.common import table
from dramaturg.studies.figures.saturation import Orders
from dramaturg.studies.findings import StudyFindings
from dramaturg.studies.report.redaction import removed

MOST_CODES, MOST_JOININGS = 12, 30


def saturation_section(findings: StudyFindings) -> list[str]:
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
        "Coverage: of what would be said, known": (
            "–" if found.coverage is None else f"{found.coverage:.0%}"
        ),
    }
    reasons = [
        f"- {'yes' if reason.holds else 'no'}: {reason.text}" for reason in found.enough.reasons
    ]
    lines = [
        "## Saturation",
        "",
        *picture,
        *table(("", ""), facts.items()),
        "",
        found.enough.sentence,
    ]
    return [*lines, "", *reasons] if reasons else lines


def _in_orders(orders: Orders) -> str:
    if orders.reached is None:
        return "–"
    low, middle, high = (at or "never" for at in (orders.low, orders.median, orders.high))
    told = f"reached in {orders.reached:.0%} of them"
    return f"{told}; median {middle}, 5th percentile {low}, 95th {high}" if orders.reached else told


# ── how it was done ───────────────────────────────────────────────────────────────────────────────


def method_section(findings: StudyFindings) -> list[str]:
    study, held = findings.context.study, findings.held
    conducts = [each.conduct for each in held]
    answers = sorted(conduct.answers for conduct in conducts)
    strategies: Counter[str] = Counter()
    for conduct in conducts:
        strategies.update(conduct.strategies)
    models = Counter(model for conduct in conducts for model in conduct.models)
    endings = Counter(ending(conduct.termination) for conduct in conducts)
    offline, total = sum(conduct.offline for conduct in conducts), sum(answers)
    by_name = findings.context.methodology.by_name
    asked = (
        (by_name[name].title if name in by_name else name, count)
        for name, count in strategies.most_common()
    )
    facts = {
        "Consent": f"version {plain(study.consent.version)}, text {study.consent.hash[:12]}",
        "Took part": _standings(findings),
        "Length": f"{_spread(answers)} answers" if answers else "–",
        "Asked by": ", ".join(f"{plain(name)} ({count})" for name, count in asked) or "–",
        "Answers read without a model": f"{offline} of {total}",
        "Models": (
            ", ".join(
                f"{plain(name)} ({many(count, 'interview')})"
                for name, count in models.most_common()
            )
            or "none"
        ),
        "Not wanted to answer": many(sum(conduct.refusals for conduct in conducts), "time"),
        "Ended": "; ".join(f"{why} ({count})" for why, count in endings.most_common()) or "–",
    }
    if findings.removed:
        facts["Before this was written"] = removed(findings.removed)
    return ["## How it was done", "", *table(("", ""), facts.items()), *_variables(findings)]


def ending(termination: str) -> str:
    """How an interview ended, in words."""
    return next(
        (told.rstrip(".") for name, told in ENDINGS.items() if name == termination),
        termination or "goes on",
    )


STANDINGS: Mapping[Standing, str] = {
    "finished": "interviewed",
    "interviewing": "still in the interview",
    "accepted": "fit, not begun",
    "consented": "agreed, not screened",
    "screened_out": "did not fit",
    "quota_full": "came when the quota was full",
    "withdrawn": "withdrew, everything of theirs erased",
}


def _standings(findings: StudyFindings) -> str:
    counts = Counter(each.standing for each in findings.context.state.participants.values())
    told = (
        f"{counts[standing]} {words}" for standing, words in STANDINGS.items() if counts[standing]
    )
    return ", ".join(told) or f"{len(findings.held)} interviewed"


def _variables(findings: StudyFindings) -> Iterator[str]:
    """Who they were, by the screener."""
    for question in findings.context.study.screener:
        given = [
            each.variables[question.id] for each in findings.held if question.id in each.variables
        ]
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
    said = Counter(
        spoken(str(value)) if question.answer == "choice" else str(value) for value in given
    )
    return ", ".join(f"{plain(answer)} ({count})" for answer, count in said.most_common(MOST_CODES))


def decisions_section(findings: StudyFindings) -> list[str]:
    """What the analyst decided, and what code brought together by meaning, which is worth
    a look.
    """
    joined = [each for each in findings.book.joined.values() if each.join == "meaning"]
    if not joined and not findings.context.state.decisions:
        return []
    decided = [each for each in findings.context.state.decisions if not each.undone]
    counts = Counter(each.join for each in findings.book.joined.values())
    lines = [
        "## How codes came about",
        "",
        f"{many(len(findings.book.joined), 'idea')} of all interviews became"
        f" {many(len(findings.book.codes), 'code')}: "
        + ", ".join(f"{count} by {JOINS[join]}" for join, count in counts.most_common())
        + f". The analyst decided {many(len(decided), 'time')}.",
    ]
    unlike = [each for each in joined if findings.told(each.code) != plain(each.label)]
    if unlike:
        doubtful = sorted(unlike, key=lambda each: each.nearness)[:MOST_JOININGS]
        rows = (
            (
                plain(each.label),
                findings.told(each.code),
                f"{each.nearness:.2f}",
                each.idea.respondent,
            )
            for each in doubtful
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


def limits_section(findings: StudyFindings) -> list[str]:
    offline = sum(each.conduct.offline for each in findings.held)
    total = max(1, sum(each.conduct.answers for each in findings.held))
    simulated = sum(each.simulated for each in findings.context.state.participants.values())
    limits = (
        [f"{simulated} respondents are simulated: what they said tells nothing about people."]
        if simulated
        else []
    )
    limits += [
        "Respondents are those who came; the intervals hold only for people drawn by chance.",
        (
            "That a thing was not said does not mean that it is not so: nobody was asked about"
            " everything."
        ),
        (
            "Codes stand for words that were taken to mean the same; the joinings are listed and"
            " can be undone."
        ),
    ]
    if findings.has_ladders:
        limits.append(
            "The map shows what reaches the cut-off; another cut-off draws another map, see the"
            " table."
        )
    if offline / total > 0.5:
        limits.append(
            "Most answers were read by code, without a model. Its concepts and steps are right"
            " often, not always: read the quotes before you trust a statement that few respondents"
            " stand behind."
        )
    if len(findings.held) < findings.context.study.respondents:
        limits.append(
            f"{len(findings.held)} of {findings.context.study.respondents} planned interviews"
            " are in."
        )
    return ["## Limits", "", *(f"- {limit}" for limit in limits)]
