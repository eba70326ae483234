"""Screening: who can take part, by their answers. The first rule that holds is told; then there
must be room for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf, isfinite
from typing import Literal

from dramaturg.kernel.conditions import Facts, Number, Value, Vocabulary, Words, parse
from dramaturg.kernel.errors import BadInput, did_you_mean
from dramaturg.studies.base.document import Quota, ScreenerQuestion, Study
from dramaturg.studies.base.state import Participant, StudyState

YES_NO = ("yes", "no")
SPELLINGS = {"y": "yes", "true": "yes", "n": "no", "false": "no"}
LONGEST = 500  # characters of an answer in words
MOST = 1e12  # nobody counts further

ACCEPTED = "Thank you, you can take part."
ENOUGH = "Thank you for your interest. This study has found all the people it was looking for."
NO_ROOM = (
    "Thank you for your answers. This study has heard from enough people in your situation, so"
    " there is no interview this time."
)
NOT_WANTED = (
    "Thank you for your answers. This study is looking for people in another situation, so there is"
    " no interview this time."
)


@dataclass(frozen=True, slots=True)
class Screening:
    """What came of the answers, in words for the respondent. `quotas` are those they count for."""

    outcome: Literal["accepted", "screened_out", "quota_full"]
    message: str
    quotas: tuple[str, ...] = ()


def screened(study: Study, answers: Facts, state: StudyState) -> Screening:
    """The first rule that holds turns them away; else there must be room, where there are quotas in
    one that fits them.
    """
    if message := _turned_away(study, answers):
        return Screening("screened_out", message)
    taken = state.taken
    roomy = tuple(
        quota.id
        for quota in study.quotas
        if taken[quota.id] < quota.target and fits(quota, answers)
    )
    if len(state.placed) >= study.respondents or (study.quotas and not roomy):
        return Screening("quota_full", _no_room(study, answers, state))
    return Screening("accepted", ACCEPTED, roomy)


def as_told(study: Study, known: Participant, state: StudyState) -> Screening:
    """What somebody was told who has been screened, in words for them."""
    match known.standing:
        case "screened_out":
            return Screening("screened_out", _turned_away(study, known.variables))
        case "quota_full":
            return Screening("quota_full", _no_room(study, known.variables, state))
        case _:
            return Screening("accepted", ACCEPTED, known.quotas)


def _turned_away(study: Study, answers: Facts) -> str:
    return next((rule.message for rule in study.rules if parse(rule.when).holds(answers)), "")


def _no_room(study: Study, answers: Facts, state: StudyState) -> str:
    if len(state.placed) >= study.respondents:
        return ENOUGH
    return NO_ROOM if any(fits(quota, answers) for quota in study.quotas) else NOT_WANTED


def fits(quota: Quota, answers: Facts) -> bool:
    return parse(quota.when or "true").holds(answers)


def vocabulary(study: Study) -> Vocabulary:
    """What conditions can read: all answers but those in words."""
    kinds: dict[str, Number | Words] = {}
    for question in study.screener:
        match question.answer:
            case "choice":
                kinds[question.id] = Words(question.options)
            case "yes_no":
                kinds[question.id] = Words(YES_NO)
            case "number":
                kinds[question.id] = Number(*_bounds(question))
            case "text":
                pass
    return kinds


# ── answers ───────────────────────────────────────────────────────────────────────────────────────


def read_answers(study: Study, given: Mapping[str, Value]) -> dict[str, Value]:
    """All answers, as the screener takes them. Raises BadInput with everything that is wrong."""
    return read_known_answers(study, dict.fromkeys(study.by_question, "") | dict(given))


def read_known_answers(study: Study, given: Mapping[str, Value]) -> dict[str, Value]:
    """The answers that are known of somebody whom the screener did not ask."""
    problems = [
        f"{name}: this is not asked. {did_you_mean(name, study.by_question)}"
        for name in given
        if name not in study.by_question
    ]
    answers: dict[str, Value] = {}
    for question in study.screener:
        if question.id not in given:
            continue
        try:
            answers[question.id] = read_answer(question, given[question.id])
        except BadInput as problem:
            problems.append(f"{question.id}: {problem}")
    if problems:
        raise BadInput("\n".join(problems))
    return answers


def read_answer(question: ScreenerQuestion, given: Value) -> Value:
    """An answer as it is kept: one of the options (by name or place), `yes` or `no`, a number, or
    words. Raises BadInput.
    """
    said = " ".join(str(given).split())
    match question.answer:
        case "choice":
            return _option(question.options, said)
        case "yes_no":
            word = said.lower().rstrip(".!")
            word = SPELLINGS.get(word, word)
            if word not in YES_NO:
                raise BadInput("please answer yes or no")
            return word
        case "number":
            return _number(said, *_bounds(question))
        case "text":
            if not said:
                raise BadInput("please answer in a few words")
            if len(said) > LONGEST:
                raise BadInput(f"please answer in at most {LONGEST} characters")
            return said


def _option(options: tuple[str, ...], said: str) -> str:
    known = {str(place): option for place, option in enumerate(options, start=1)}
    known |= {option: option for option in options}
    name = said.lower().replace(" ", "_").replace("-", "_")
    if name not in known:
        raise BadInput(f"please answer with one of these: {', '.join(map(spoken, options))}")
    return known[name]


def _bounds(question: ScreenerQuestion) -> tuple[float, float]:
    least, most = question.least, question.most
    return -inf if least is None else least, inf if most is None else most


def _number(said: str, least: float, most: float) -> int | float:
    try:
        number = float(said)
    except ValueError:
        number = float("nan")
    if not isfinite(number) or abs(number) > MOST:
        raise BadInput("please answer with a number, such as 34")
    if not least <= number <= most:
        wanted = f"of {least:g} or more" if isfinite(least) else f"of {most:g} or less"
        wanted = f"from {least:g} to {most:g}" if isfinite(most - least) else wanted
        raise BadInput(f"please answer with a number {wanted}")
    return int(number) if number.is_integer() else number


def asked(question: ScreenerQuestion) -> Iterator[str]:
    """A question as it is put to somebody who types: itself, then its options by number."""
    yield question.question
    if question.answer == "choice":
        for place, option in enumerate(question.options, start=1):
            yield f"  {place}. {spoken(option)}"


def spoken(option: str) -> str:
    return option.replace("_", " ")
