"""The part of a report about how sure it is and how it was done: saturation, method, codes, and
limits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from dramaturg.engines.interviews.report.interview_report import ENDINGS, plain
from dramaturg.english.forms import many
from dramaturg.studies.base.screening import spoken
from dramaturg.studies.base.state import Standing
from dramaturg.studies.by_method.common import table
from dramaturg.studies.figures.saturation import Orders
from dramaturg.studies.findings import StudyFindings
from dramaturg.studies.report.redaction import removed

MOST_CODES, MOST_JOININGS = 12, 30


def saturation_section(findings: StudyFindings) -> list[str]:
    found, guest, orders = (
        findings.saturation,
        findings.saturation.guest,
        findings.saturation.orders,
    )
    picture = ["![New codes by interview](saturation.svg)", ""] if len(findings.held) > 1 else []
    runs = f"Base {guest.base}, run {guest.run}, threshold {guest.threshold:.0%}"
    at = f"reached after {guest.reached_at} interviews" if guest.reached_at else "not reached"
    facts = {
        "Codes found": str(len(found.frequency)),
        "In one interview only": str(sum(count == 1 for count in found.frequency.values())),
        f"{runs} (Guest, Namey and Chen 2020)": at,
        f"The same in {orders.orders} other orders of the interviews": _in_orders(orders),
        "Chao2: there are at least": "–" if found.chao2 is None else f"{found.chao2:.0f} codes",
        "Coverage: of what would be said, known": (
            "–" if found.coverage is None else f"{found.coverage:.0%}"
        ),
    }
    lines = ["## Saturation", "", *picture, *table(("", ""), facts.items())]
    lines += ["", found.enough.sentence]
    reasons = (
        f"- {'yes' if reason.holds else 'no'}: {reason.text}" for reason in found.enough.reasons
    )
    return [*lines, "", *reasons] if found.enough.reasons else lines


def _in_orders(orders: Orders) -> str:
    if orders.reached is None:
        return "–"
    low, middle, high = (at or "never" for at in (orders.low, orders.median, orders.high))
    told = f"reached in {orders.reached:.0%} of them"
    return f"{told}; median {middle}, 5th percentile {low}, 95th {high}" if orders.reached else told


# ── how it was done ───────────────────────────────────────────────────────────────────────────────


def method_section(findings: StudyFindings) -> list[str]:
    consent, conducts = findings.context.study.consent, [each.conduct for each in findings.held]
    answers = sorted(conduct.answers for conduct in conducts)
    strategies: Counter[str] = Counter()
    for conduct in conducts:
        strategies.update(conduct.strategies)
    models = Counter(model for conduct in conducts for model in conduct.models)
    endings = Counter(ending(conduct.termination) for conduct in conducts)
    by_name = findings.context.methodology.by_name
    asked = (
        f"{plain(by_name[name].title if name in by_name else name)} ({count})"
        for name, count in strategies.most_common()
    )
    read = (f"{plain(name)} ({many(count, 'interview')})" for name, count in models.most_common())
    offline = sum(conduct.offline for conduct in conducts)
    facts = {
        "Consent": f"version {plain(consent.version)}, text {consent.hash[:12]}",
        "Took part": _standings(findings),
        "Length": f"{_spread(answers)} answers" if answers else "–",
        "Asked by": ", ".join(asked) or "–",
        "Answers read without a model": f"{offline} of {sum(answers)}",
        "Models": ", ".join(read) or "none",
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
    """Who they were, by the screener: the commonest answers, each with how many gave it."""
    for question in findings.context.study.screener:
        held = (each.variables for each in findings.held)
        given = [answers[question.id] for answers in held if question.id in answers]
        if numbers := [value for value in given if isinstance(value, int | float)]:
            told = f"{_spread(numbers)}."
        else:
            is_choice = question.answer == "choice"
            said = Counter(spoken(str(each)) if is_choice else str(each) for each in given)
            told = ", ".join(f"{plain(it)} ({count})" for it, count in said.most_common(MOST_CODES))
        if given:
            yield from ("", f"{plain(question.question)} {told}")


def _spread(numbers: Sequence[float]) -> str:
    """From the least to the most, and what lies in the middle."""
    least, most = min(numbers), max(numbers)
    return f"{least:g}" if least == most else f"{least:g} to {most:g}, median {median(numbers):g}"


def decisions_section(findings: StudyFindings) -> list[str]:
    """What the analyst decided, and what code brought together by meaning, which is worth
    a look.
    """
    book, decisions = findings.book, findings.context.state.decisions
    joined = [each for each in book.joined.values() if each.join == "meaning"]
    if not joined and not decisions:
        return []
    counts = Counter(each.join for each in book.joined.values())
    how = ", ".join(f"{count} by {JOINS[join]}" for join, count in counts.most_common())
    decided = sum(not each.undone for each in decisions)
    lines = [
        "## How codes came about",
        "",
        f"{many(len(book.joined), 'idea')} of all interviews became"
        f" {many(len(book.codes), 'code')}: {how}. The analyst decided {many(decided, 'time')}.",
    ]
    unlike = [each for each in joined if findings.told(each.code) != plain(each.label)]
    if unlike:
        doubtful = sorted(unlike, key=lambda each: each.nearness)[:MOST_JOININGS]
        rows = (
            (plain(it.label), findings.told(it.code), f"{it.nearness:.2f}", it.idea.respondent)
            for it in doubtful
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


LIMITS = (
    "Respondents are those who came; the intervals hold only for people drawn by chance.",
    "That a thing was not said does not mean that it is not so: nobody was asked about everything.",
    "Codes stand for words that were taken to mean the same; the joinings are listed and can be"
    " undone.",
)
CUT_OFF = (
    "The map shows what reaches the cut-off; another cut-off draws another map, see the table."
)
READ_BY_CODE = (
    "Most answers were read by code, without a model. Its concepts and steps are right often, not"
    " always: read the quotes before you trust a statement that few respondents stand behind."
)


def limits_section(findings: StudyFindings) -> list[str]:
    held, planned = findings.held, findings.context.study.respondents
    offline = sum(each.conduct.offline for each in held)
    total = max(1, sum(each.conduct.answers for each in held))
    simulated = sum(each.simulated for each in findings.context.state.participants.values())
    limits = {
        f"{simulated} respondents are simulated: what they said tells nothing about people.": (
            simulated
        ),
        **dict.fromkeys(LIMITS, True),
        CUT_OFF: findings.has_ladders,
        READ_BY_CODE: offline / total > 0.5,
        f"{len(held)} of {planned} planned interviews are in.": len(held) < planned,
    }
    return ["## Limits", "", *(f"- {limit}" for limit, holds in limits.items() if holds)]
