"""What must be true of a study before anybody is asked to take part: no faults, then what can be
proven of its screener.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import prod

from dramaturg.engines.interviews.base.methodology import Subject
from dramaturg.engines.interviews.content import is_id
from dramaturg.engines.interviews.proofs import subject_faults
from dramaturg.kernel.conditions import (
    All,
    Condition,
    Facts,
    Value,
    condition_faults,
    parse,
    values_that_matter,
)
from dramaturg.kernel.errors import ConditionError, Fault, Path, did_you_mean
from dramaturg.kernel.explore import Proof
from dramaturg.kernel.values import replace
from dramaturg.studies.base.document import Quota, ScreenerQuestion, Study
from dramaturg.studies.base.screening import vocabulary

NAMED = ("methodology", "subject", "guide")
MOST_WAYS = 100_000  # to answer a screener
FEWEST_OPTIONS = 2
_PLACE = re.compile(r"\[[^\[\]]*[^\W\d_]{2}[^\[\]]*\](?!\()")  # words in brackets, but no link

Known = Mapping[str, Collection[str]]
"""By kind of document: the ids there are."""

Placed = tuple[Path, str]


def study_faults(study: Study, known: Known) -> tuple[Fault, ...]:
    """Everything wrong beyond its form, paths leading into the document."""
    unread = (*_questions(study), *_conditions(study))
    people = () if unread else _nobody_or_too_few(study)
    unfilled = _unfilled(study)
    return (*_names(study, known), *unfilled, *_duplicates(study), *unread, *people)


def prove_study(study: Study) -> tuple[Proof, ...]:
    """What holds of a study without fault, and over how many ways to answer its screener that was
    found.
    """
    people = People.of(study)
    ways = f"{people.accepted} of {people.ways} ways to answer lead to an interview"
    rules = f"{len(study.rules)} rules, {len(study.quotas)} quotas"
    claims = {
        "somebody can take part": ways,
        "every rule and every quota can hold": rules,
        "the quotas can be filled": f"with {study.respondents} respondents in all",
    }
    return tuple(Proof(study.id, claim, people.ways, True, note) for claim, note in claims.items())


# ── names and questions ───────────────────────────────────────────────────────────────────────────


def _names(study: Study, known: Known) -> Iterator[Fault]:
    for kind in NAMED:
        name = getattr(study, kind)
        if name is None or name in known[kind]:
            continue
        if kind == "subject" and _PLACE.search(name):
            continue
        if kind == "subject" and not is_id(name):
            subject = Subject(kind="subject", id="own_words", title=name, objective=name)
            yield from (replace(fault, path=(kind,)) for fault in subject_faults(subject))
        else:
            meant = did_you_mean(name, known[kind])
            yield Fault("unknown-name", f"there is no {kind} {name}", meant, (kind,))


def _unfilled(study: Study) -> Iterator[Fault]:
    """Places of a template that nobody has filled: they would be read to respondents."""
    for path, text in _texts(study):
        for found in _PLACE.findall(text):
            message = f"{found} is still to be filled in"
            yield Fault("not-filled-in", message, "Write what belongs there, or take it out.", path)


def _texts(study: Study) -> Iterator[Placed]:
    yield from ((((name,)), getattr(study, name)) for name in ("title", "purpose", "subject"))
    yield ("consent", "text"), study.consent.text
    yield from (
        (("screener", at, "question"), each.question) for at, each in enumerate(study.screener)
    )
    yield from ((("rules", at, "message"), each.message) for at, each in enumerate(study.rules))
    yield from ((("quotas", at, "title"), each.title) for at, each in enumerate(study.quotas))


def _duplicates(study: Study) -> Iterator[Fault]:
    yield from _taken((("screener", at, "id"), each.id) for at, each in enumerate(study.screener))
    yield from _taken((("quotas", at, "id"), each.id) for at, each in enumerate(study.quotas))
    for at, question in enumerate(study.screener):
        yield from _taken(
            (("screener", at, "options", place), each)
            for place, each in enumerate(question.options)
        )


def _taken(placed: Iterable[Placed]) -> Iterator[Fault]:
    seen: set[str] = set()
    for path, name in placed:
        if name in seen:
            message = f"the name {name} is taken already"
            yield Fault("duplicate-name", message, "Give each its own name.", path)
        seen.add(name)


def _questions(study: Study) -> Iterator[Fault]:
    for at, question in enumerate(study.screener):
        first = islice(_ill_answered(question), 1)
        yield from (fault.under("screener", at) for fault in first)


def _ill_answered(asked: ScreenerQuestion) -> Iterator[Fault]:
    """That a choice has nothing to choose from, or that nobody would be shown the options."""
    number, is_choice = len(asked.options), asked.answer == "choice"
    if number and not is_choice:
        message = f"{asked.id} is not answered by choosing, so nobody reads its options"
        yield Fault("unknown-key", message, "Take them out, or write answer: choice.", ("options",))
    bounded = [name for name in ("least", "most") if getattr(asked, name) is not None]
    if bounded and asked.answer != "number":
        unread = " and ".join(bounded)
        message = f"{asked.id} is not answered by a number, so nobody reads its {unread}"
        yield Fault("unknown-key", message, "Take it out, or write answer: number.", (bounded[0],))
    if asked.least is not None and asked.most is not None and asked.least > asked.most:
        message = f"{asked.id} takes no number at all"
        yield Fault("min-above-max", message, "Let least be below most.", ("least",))
    if is_choice and not number:
        message = f"{asked.id} is answered by choosing, and there is nothing to choose from"
        yield Fault("missing-key", message, "Write its options, or another kind of answer.", ())
    if is_choice and number < FEWEST_OPTIONS:
        yield Fault(
            "wrong-length", f"{asked.id} has one option only", "Write at least two.", ("options",)
        )


# ── conditions ────────────────────────────────────────────────────────────────────────────────────


def _conditions(study: Study) -> Iterator[Fault]:
    """Conditions that cannot be read, or cannot be meant."""
    remedy = "Write it like 'age < 18' or 'region in (north, south)'."
    for path, text in _written(study):
        try:
            yield from (fault.under(*path) for fault in _unmeant(parse(text), study))
        except ConditionError as error:
            yield Fault("bad-condition", str(error), remedy, path)


def _written(study: Study) -> Iterator[Placed]:
    yield from ((("rules", at, "when"), rule.when) for at, rule in enumerate(study.rules))
    yield from (
        (("quotas", at, "when"), quota.when) for at, quota in enumerate(study.quotas) if quota.when
    )


def _unmeant(condition: Condition, study: Study) -> tuple[Fault, ...]:
    for name in sorted(condition.reads):
        if name in study.by_question and study.by_question[name].answer == "text":
            message = f"{name} is answered in words, which no condition can compare"
            remedy = "Let it be answered by choosing: answer: choice, with options."
            return (Fault("wrong-comparison", message, remedy),)
    return condition_faults(condition, vocabulary(study))


# ── who can take part ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class People:
    """Everybody who may answer the screener, as far as its conditions tell them apart.

    `fitting` are the quotas that fit together somebody whom no rule turns away.
    """

    ways: int
    accepted: int
    fitting: frozenset[frozenset[str]]

    @classmethod
    def of(cls, study: Study) -> People:
        rules = [parse(rule.when) for rule in study.rules]
        quotas = {quota.id: parse(quota.when or "true") for quota in study.quotas}
        welcome = [
            answers for answers in _ways(study) if not any(rule.holds(answers) for rule in rules)
        ]
        fitting = [
            frozenset(id for id, when in quotas.items() if when.holds(answers))
            for answers in welcome
        ]
        accepted = sum(1 for each in fitting if each or not quotas)
        return cls(_number_of_ways(study), accepted, frozenset(fitting))

    def ever(self, quota: Quota) -> bool:
        """Whether anybody fits it."""
        return any(quota.id in each for each in self.fitting)

    def apart(self, one: Quota, other: Quota) -> bool:
        """Whether nobody fits both."""
        return not any(one.id in each and other.id in each for each in self.fitting)

    def same(self, one: Quota, other: Quota) -> bool:
        """Whether whoever fits one fits the other."""
        return all((one.id in each) == (other.id in each) for each in self.fitting)


def _choices(study: Study) -> Mapping[str, tuple[Value, ...]]:
    """By question that a condition reads: the answers that make a difference."""
    everything = All(tuple(parse(text) for _, text in _written(study)))
    known = vocabulary(study)
    return {name: values_that_matter(name, everything, known) for name in sorted(everything.reads)}


def _number_of_ways(study: Study) -> int:
    return prod(len(values) for values in _choices(study).values())


def _ways(study: Study) -> Iterator[Facts]:
    choices = _choices(study)
    return (dict(zip(choices, values, strict=True)) for values in product(*choices.values()))


def _nobody_or_too_few(study: Study) -> Iterator[Fault]:
    if _number_of_ways(study) > MOST_WAYS:
        message = "the screener's conditions read too many questions together to be proven"
        remedy = "Ask fewer questions, or compare fewer of them."
        yield Fault("too-many-facts", message, remedy, ("screener",))
        return
    people = People.of(study)
    if not people.fitting:
        message = "whatever is answered, some rule turns the respondent away"
        remedy = "Change the rules so that some answers get past all of them."
        yield Fault("nobody-accepted", message, remedy, ("rules",))
        return
    yield from (Fault("quota-never-filled", *fault) for fault in _quotas(study, people))


def _quotas(study: Study, people: People) -> Iterator[tuple[str, str, Path]]:
    never = [(at, quota) for at, quota in enumerate(study.quotas) if not people.ever(quota)]
    for at, quota in never:
        message = f"the rules turn away everybody who fits {quota.id}"
        yield message, "Change the quota, or the rules.", ("quotas", at, "when")
    if never or not study.quotas:
        return
    most, least, wanted = (
        _most(study.quotas, people),
        _least(study.quotas, people),
        study.respondents,
    )
    if most < wanted:
        message = f"the quotas have room for {most} respondents at most, and {wanted} are wanted"
        yield message, "Raise targets, or lower respondents.", ("quotas",)
    if least > wanted:
        message = f"filling the quotas takes {least} respondents at least, and {wanted} are wanted"
        yield message, "Lower targets, or raise respondents.", ("quotas",)


def _most(quotas: Sequence[Quota], people: People) -> int:
    """More than so many can never be counted: quotas that fit the same people are filled
    together.
    """
    largest = sorted(quotas, key=lambda quota: -quota.target)
    counted: list[Quota] = []
    for quota in largest:
        if not any(people.same(quota, other) for other in counted):
            counted.append(quota)
    return sum(quota.target for quota in counted)


def _least(quotas: Sequence[Quota], people: People) -> int:
    """With fewer the quotas can never all be full: nobody counts twice for quotas that lie
    apart.
    """
    apart: list[Quota] = []
    for quota in sorted(quotas, key=lambda quota: -quota.target):
        if all(people.apart(quota, other) for other in apart):
            apart.append(quota)
    return sum(quota.target for quota in apart)
