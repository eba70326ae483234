"""What became of simulated memoirs: how the interviewer fared with each teller, in figures, and
which rules were broken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from dramaturg.engines.memoir.audit.turn_contracts import contract_of
from dramaturg.engines.memoir.base.records import MemoirRecord, only
from dramaturg.engines.memoir.base.state import LineSaid, PassageTold, Purpose, SittingBegan
from dramaturg.engines.memoir.decide import CALM
from dramaturg.engines.memoir.rule_judge import JudgedTurn, violations
from dramaturg.engines.memoir.simulated_tellers import Did, TellerAnswer
from dramaturg.english.prose import content_words, plain, words
from dramaturg.turn.care import taken_in
from dramaturg.turn.migration import Item

TENTHS = 10
STOPPING: tuple[Did, ...] = ("stopped", "broke", "in_danger")
PLAIN: tuple[Did, ...] = ("told", "left")


@dataclass(frozen=True, slots=True)
class MemoirRun:
    """One memoir to be told. The same seed gives the same teller."""

    life: str
    manner: str
    seed: int
    sittings: int = 10
    turns: int = 10


@dataclass(slots=True)
class SimulatedMemoir:
    """A memoir that was told: its records, what the teller meant by each passage, and which share
    of their life came out.
    """

    records: list[MemoirRecord]
    said: dict[int, TellerAnswer] = field(default_factory=dict)
    """By turn."""
    life_told: float = 0.0
    seconds: float = 0.0
    ending: str = "open"
    """Why the last sitting that ended did so."""
    unended: int = 0
    """Sittings that were left because they did not end."""
    used: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Met:
    """How often something happened, how often it was answered as it must be, and how often so
    without need.
    """

    times: int = 0
    met: int = 0
    needless: int = 0

    def __add__(self, other: Met) -> Met:
        return Met(self.times + other.times, self.met + other.met, self.needless + other.needless)


@dataclass(frozen=True, slots=True)
class MemoirOutcome:
    """One memoir in figures.

    `routes` counts styles, `levels` turns by depth, `over_time` holds the depths of each tenth of
    the sittings. `taking_up` counts questions with words of the teller's in them, of all
    `questions`. `pressed` counts lines that name what was refused.
    """

    run: MemoirRun
    passages: int
    routes: Mapping[str, int]
    levels: tuple[int, ...]
    over_time: tuple[tuple[int, ...], ...]
    refusals: Met
    stops: Met
    slips: Met
    consents: Met
    overrides: Mapping[str, int]
    questions: int
    repeated: int
    taking_up: int
    pressed: int
    tokens: int
    lines: int
    words_told: int
    words_asked: int
    life_told: float
    violations: tuple[str, ...]
    seconds: float


def outcome(run: MemoirRun, memoir: SimulatedMemoir) -> MemoirOutcome:
    turns = list(judged(memoir.records))
    told = [turn for turn in turns if turn.told]
    lines = [record.line for record in memoir.records]
    questions = [plain(line) for line in lines if "?" in line]
    asking = [
        record for record in memoir.records if purpose_of(record) == "ask" and "?" in record.line
    ]
    return MemoirOutcome(
        run=run,
        passages=len(told),
        routes=Counter(turn.contract.persona_used for turn in told),
        levels=tuple(
            sum(turn.contract.depth_level_after == level for turn in told) for level in range(4)
        ),
        over_time=_over_time(told),
        refusals=_met(memoir, turns, ("refused",), lambda turn: turn.signals.refusal_or_discomfort),
        stops=_met(memoir, turns, STOPPING, lambda turn: turn.must_stop),
        slips=_met(
            memoir, turns, ("slipped",), lambda turn: turn.contract.persona_used == "LOGIC_CLARIFY"
        ),
        consents=_consents(memoir),
        overrides=Counter(
            override.rule for record in memoir.records for override in record.verdict.overrides
        ),
        questions=len(asking),
        repeated=len(questions) - len(set(questions)),
        taking_up=_taking_up(memoir.records, asking),
        pressed=_pressed(memoir),
        tokens=sum(turn.contract.metrics.response_tokens for turn in turns),
        lines=len(turns),
        words_told=sum(len(words(record.heard.text)) for record in memoir.records),
        words_asked=sum(len(words(line)) for line in lines),
        life_told=memoir.life_told,
        violations=tuple(violations(turns)),
        seconds=memoir.seconds / max(1, len(turns) - 1),
    )


def figures(found: MemoirOutcome) -> Mapping[str, float]:
    """What can be compared of a memoir. What was met is a share of what happened; depth is the mean
    over its turns.
    """
    shares = {
        "refusals_met": (found.refusals.met, found.refusals.times),
        "stops_met": (found.stops.met, found.stops.times),
        "contradictions_met": (found.slips.met, found.slips.times),
        "leave_given": (found.consents.met, found.consents.times),
        "taking_up": (found.taking_up, found.questions),
        "verbosity": (found.words_asked, found.words_told),
        "depth": (
            sum(level * turns for level, turns in enumerate(found.levels)),
            sum(found.levels),
        ),
    }
    return {
        "passages": found.passages,
        "life_told": found.life_told,
        "repeated": found.repeated,
        "pressed": found.pressed,
        "overrides": sum(found.overrides.values()),
        "rules_broken": len(found.violations),
        "seconds_per_turn": found.seconds,
        **{name: part / whole for name, (part, whole) in shares.items() if whole},
    }


# ── from the records ──────────────────────────────────────────────────────────────────────────────


def judged(records: Sequence[MemoirRecord]) -> Iterator[JudgedTurn]:
    """The turns as a judge may see them: contracts and signals, and nothing of how they were
    decided.
    """
    sitting = 0
    for record in records:
        sitting += only(record, SittingBegan) is not None
        signals = record.decision.directive.signals if record.decision else CALM
        taken = taken_in(record.percept)
        yield JudgedTurn(
            record.turn,
            contract_of(record),
            signals,
            sitting,
            only(record, PassageTold) is not None,
            taken.stage if taken else None,
        )


def purpose_of(record: MemoirRecord) -> Purpose:
    """What the interviewer's line was for."""
    if taken_in(record.percept):
        return "care"
    asked = only(record, LineSaid)
    return asked.purpose if asked else "ask"


def _over_time(told: Sequence[JudgedTurn]) -> tuple[tuple[int, ...], ...]:
    """The depths of each tenth of the sittings."""
    tenths: list[list[int]] = [[] for _ in range(TENTHS)]
    for number in dict.fromkeys(turn.sitting for turn in told):
        sitting = [turn for turn in told if turn.sitting == number]
        for place, turn in enumerate(sitting):
            tenths[place * TENTHS // len(sitting)].append(turn.contract.depth_level_after)
    return tuple(map(tuple, tenths))


def _met(
    memoir: SimulatedMemoir,
    turns: Sequence[JudgedTurn],
    dids: tuple[Did, ...],
    noticed: Callable[[JudgedTurn], bool],
) -> Met:
    """How often they did so, how often that was noticed in the same turn, and how often it was seen
    in a plain passage.
    """
    pairs = [
        (memoir.said[turn.number].did, noticed(turn))
        for turn in turns
        if turn.number in memoir.said
    ]
    times = [seen for did, seen in pairs if did in dids]
    return Met(len(times), sum(times), sum(seen for did, seen in pairs if did in PLAIN))


def _consents(memoir: SimulatedMemoir) -> Met:
    """How often leave was asked, how often it was given and understood, and how often it was seen
    where none was given.
    """
    asked = sum(purpose_of(record) == "consent" for record in memoir.records)
    given = [
        (memoir.said[record.turn].did, record.decision.directive.signals.consent)
        for record in memoir.records
        if record.decision and record.turn in memoir.said
    ]
    needless = sum(consent is True and did != "agreed" for did, consent in given)
    return Met(asked, sum(consent is True and did == "agreed" for did, consent in given), needless)


def _taking_up(records: Sequence[MemoirRecord], asking: Sequence[MemoirRecord]) -> int:
    """Questions that say where in the teller's passages their words stand, and have those words in
    them.
    """
    passages = {record.turn: record.heard.text for record in records}

    def takes_up(record: MemoirRecord) -> bool:
        asked, line = only(record, LineSaid), content_words(record.line)
        quotes = (
            [each for each in asked.about if each.span.text in passages.get(each.turn, "")]
            if asked
            else []
        )
        return any(content_words(quote.span.text) & line for quote in quotes)

    return sum(map(takes_up, asking))


def _pressed(memoir: SimulatedMemoir) -> int:
    """Lines that name what the teller refused to speak of, unless they came back to it themself."""
    refused: set[str] = set()
    pressed = 0
    for record in memoir.records:
        said = memoir.said.get(record.turn)
        heard, line = content_words(record.heard.text), content_words(record.line)
        refused = {secret for secret in refused if not content_words(secret) <= heard}
        if said and said.of:
            refused.add(said.of)
        pressed += any(content_words(secret) <= line for secret in refused)
    return pressed
