"""What is taken from one passage, by whoever reads it; and how rules read it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from dramaturg.engines.memoir.base.story import PERIODS, Period, Story
from dramaturg.engines.memoir.base.story_events import Mentioned
from dramaturg.engines.memoir.story.claims import claims_in
from dramaturg.engines.memoir.story.corrections import Correction, corrections_in
from dramaturg.engines.memoir.story.figures import ages, years
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.engines.memoir.story.patterns import any_of
from dramaturg.engines.memoir.story.people import people_in
from dramaturg.engines.memoir.story.places import places_in
from dramaturg.engines.memoir.story.remarks import STAYS, Move, loose_ends_in, move_in
from dramaturg.turn.readings import Claim, Readers, Span

_ENDS: tuple[tuple[float, Period], ...] = (
    (0, "origins"),
    (13, "childhood"),
    (18, "youth"),
    (30, "early_adulthood"),
    (60, "middle_years"),
    (200, "later_years"),
)
"""Each period of an age, and the age at which it is over."""

_CHILD = "(?:child|boy|girl|kid|lad|lass)"
_TRADE = "(?:welder|weaver|miner|printer|nurse|midwife|teacher|clerk|sailor|driver|baker|tailor|fitter|farmer|carpenter|typist)"
_PATTERNS: tuple[tuple[Period, re.Pattern[str]], ...] = (
    (
        "origins",
        any_of(
            r"my (?:great-?)?grand(?:parents|mother|father) (?:\w+"
            r" ){0,2}(?:came|come|emigrated|fled|were) (?:\w+ )?from\b",
            r"(?:mother|father|parents|dad|mum|mom|mam)['’]s? (?:people|family|side|folks)\b",
            r"(?:our|my) (?:ancestors|forebears)\b|before I was born\b|before my time\b",
        ),
    ),
    (
        "childhood",
        any_of(
            r"(?<!before )I was born\b|I grew up\b|was raised\b|brought (?:me|us) up\b",
            rf"as a (?:small |little |young )?{_CHILD}\b|when I was (?:a"
            rf" )?(?:little|small|young|wee|{_CHILD})\b",
            r"my childhood\b|kindergarten\b|(?:nursery|primary|infant|elementary|village|convent|sunday|junior|grade)"
            r" school\b",
            r"(?:to|at) school\b|taught us\b|our (?:class|classroom|schoolroom|playground)\b|my"
            r" first teacher\b",
        ),
    ),
    (
        "youth",
        any_of(
            r"(?:high|grammar|secondary) school\b|teenagers?\b|in my teens\b",
            r"apprentic\w+|(?:left|leaving) school\b|courting\b|first kiss\b",
        ),
    ),
    (
        "early_adulthood",
        any_of(
            r"university\b|(?:at|to|in) college\b|nursing school\b|national service\b|basic"
            r" training\b",
            r"drafted\b|called up\b|conscripted\b|demobbed\b|left home\b|in my twenties\b|trained"
            r" as\b",
            r"first (?:flat|apartment)\b",
        ),
    ),
    (
        "family",
        any_of(
            r"(?:got|were|was|get) (?:married|wed|engaged)\b|(?:we|I|and|he|she)"
            r" married\b|(?-i:[Mm]arried [A-Z])",
            r"(?:my|our|the) wedding\b|honeymoon\b|my (?:husband|wife)\b",
            r"(?:my|our) (?:first |second |third |eldest |youngest |little |oldest"
            r" )?(?:baby|son|daughter|twins)\b",
            r"our (?:children|kids)\b|(?:we had|I have|we have) (?:\w+"
            r" )?(?:girls|boys|children|kids|daughters|sons)\b",
        ),
    ),
    (
        "work",
        any_of(
            r"(?:my|a|the|his|her) (?:first |new |old )?job\b|at"
            r" work\b|work(?:ed|ing)\b|wages\b|shifts?\b|foreman\b",
            r"the (?:\w+"
            r" )?(?:mill|factory|looms?|pit|mine|shipyard|yards|docks?|office|union|matron|ship|crew|captain|cook)\b",
            r"(?:on|the) strike\b|(?:on|off) the (?:[\w'’]+ )?ward\b|drove a\b|sold"
            r" \w+|traded\b|apprentice\b|trained as a\b",
            rf"a {_TRADE} (?:in|at|for)\b|joined the (?:merchant )?navy\b|we sailed\b|my (?:first"
            r" )?ship\b|off Cape\b",
        ),
    ),
    ("middle_years", any_of(r"in my (?:thirties|forties|fifties)\b|middle[- ]aged?\b")),
    (
        "later_years",
        any_of(
            r"retire[ds]?\b|retirement\b|pension\b|my"
            r" (?:great-)?grand(?:son|daughter|children|kids|child)\b|care home\b",
            r"since my (?:husband|wife) (?:died|passed|went)\b|a widow(?:er)?\b|in my"
            r" (?:sixties|seventies|eighties|nineties)\b",
        ),
    ),
    (
        "now",
        any_of(
            r"nowadays\b|these days\b|today I\b|I live (?:now|alone)\b|now I"
            r" (?:live|am|sit|have|just)\b|at my age\b",
            r"comes? (?:\w+ )?on (?:sun|mon|tues|wednes|thurs|fri|satur)days\b",
        ),
    ),
)


def periods_in(text: str, born: int | None) -> tuple[Period, ...]:
    """In the order of a life."""
    found = {
        *_by_age(text, born),
        *(period for period, pattern in _PATTERNS if pattern.search(text)),
    }
    return tuple(period for period in PERIODS if period in found)


def period_at(age: float) -> Period:
    return next(period for end, period in _ENDS if age < end or period == "later_years")


def _by_age(text: str, born: int | None) -> Iterator[Period]:
    for age in ages(text):
        yield period_at(age.value[0])
    if born is None:
        return
    for year in years(text):
        low, high = year.value
        if period_at(low - born) == period_at(high - born):
            yield period_at(low - born)


@dataclass(frozen=True, slots=True)
class PassageExtract:
    """`thread` is the id of the thread it is said to belong to, `title` what a new one is called;
    empty where nobody says.
    """

    periods: tuple[Period, ...] = ()
    claims: tuple[Claim, ...] = ()
    people: tuple[Mentioned, ...] = ()
    places: tuple[Mentioned, ...] = ()
    loose_ends: tuple[Span, ...] = ()
    corrections: tuple[Correction, ...] = ()
    move: Move = STAYS
    thread: str = ""
    title: str = ""


def by_rule(
    passage: ParsedPassage, story: Story, born: int | None, readers: Readers
) -> PassageExtract:
    people = people_in(passage, story, readers.people(passage.text))
    claims = claims_in(passage, readers)
    return PassageExtract(
        periods=periods_in(passage.text, born or birth_year(claims)),
        claims=claims,
        people=people,
        places=places_in(passage, story, [person.quote.span for person in people]),
        loose_ends=loose_ends_in(passage),
        corrections=corrections_in(passage.text),
        move=move_in(passage),
    )


def birth_year(claims: tuple[Claim, ...]) -> int | None:
    """When the teller was born, if they say so exactly."""
    for claim in claims:
        if (
            claim.subject == "I"
            and claim.predicate == "born"
            and claim.slot == "year"
            and isinstance(claim.value, tuple)
        ):
            low, high = claim.value
            return int(low) if low == high and not claim.hedged else None
    return None
