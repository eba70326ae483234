"""What became of simulated conversations: how each ended, and what was heard, acknowledged and
bridged, in figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random
from typing import Literal

from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.directive import CLEAR, STILL
from dramaturg.engines.sims.base.scenario import Steering
from dramaturg.engines.sims.base.state import Spoke, Walked
from dramaturg.engines.sims.engine import SimRecord
from dramaturg.engines.sims.learners import Point, point_in

Ending = Literal["walk", "backstop", "premature", "left"]


@dataclass(frozen=True, slots=True)
class SimRun:
    """One conversation to be played. The same seed gives the same learner, whatever the steering
    and the noise.
    """

    scenario: str
    person: str
    learner: str
    steering: Steering
    seed: int
    noise: float = 0.0

    def chance(self, purpose: str) -> Random:
        return Random(f"{self.seed} {self.scenario} {self.person} {self.learner} {purpose}")


@dataclass(frozen=True, slots=True)
class SimOutcome:
    """What became of it.

    `decisive`, `heard`, `acknowledged` count decisive facts, acknowledged by the learner's own
    words and not by a report. `bridged` counts detours that were answered and led back in one line.
    `facts` counts everything said for the first time, `repetition` the longest run of exchanges
    that brought nothing new. `understood`: the learner took in every decisive fact, by their own
    truth; `opened`: the gates that hold them were cleared.
    """

    run: SimRun
    ending: Ending
    exchanges: int
    decisive: int
    heard: int
    acknowledged: int
    detours: int
    bridged: int
    facts: int
    repetition: int
    understood: bool = False
    opened: bool = False

    @property
    def proper(self) -> bool:
        return self.ending in ("walk", "backstop")


def figures(found: SimOutcome) -> Mapping[str, float]:
    """What can be compared of a conversation. Shares are of decisive facts and of detours."""
    shares = {
        "heard": (found.heard, found.decisive),
        "acknowledged": (found.acknowledged, found.decisive),
        "bridged": (found.bridged, found.detours),
        "facts_per_exchange": (found.facts, found.exchanges),
    }
    return {
        "exchanges": found.exchanges,
        "ended_properly": float(found.proper),
        "ended_too_early": float(found.ending == "premature"),
        "repetition": found.repetition,
        **{name: part / whole for name, (part, whole) in shares.items() if whole},
    }


# ── from the records ──────────────────────────────────────────────────────────────────────────────


def outcome(
    run: SimRun, records: Sequence[SimRecord], part: SimPart, took_in: Sequence[Point] = ()
) -> SimOutcome:
    decisive = [fact.id for fact in part.person.decision_facts]
    heard = [name for record in records for name in _said(record) if name in decisive]
    acknowledged = _acknowledged(records, part)
    news = list(_news(records))
    detours = [record for record in records if record.percept.readings.get("detour")]
    return SimOutcome(
        run=run,
        ending=_ending(records, part, all_acknowledged=acknowledged.issuperset(decisive)),
        exchanges=len(news),
        decisive=len(decisive),
        heard=len(set(heard)),
        acknowledged=len(acknowledged),
        detours=len(detours),
        bridged=sum(_comes_back(record) for record in detours),
        facts=sum(news),
        repetition=max(
            (len(list(run_)) for fresh, run_ in groupby(news, bool) if not fresh), default=0
        ),
        understood=_understood(records, decisive, took_in),
        opened=_opened(records, part, decisive),
    )


def _understood(
    records: Sequence[SimRecord], decisive: Sequence[str], took_in: Sequence[Point]
) -> bool:
    """Whether of every decisive fact a line that told it was taken in."""
    told = {name: [each.line for each in records if name in _said(each)] for name in decisive}
    points = {name: [point_in(line) for line in lines] for name, lines in told.items()}
    return bool(decisive) and all(
        any(point and point.is_like(mine) for point in found for mine in took_in)
        for found in points.values()
    )


def _opened(records: Sequence[SimRecord], part: SimPart, decisive: Sequence[str]) -> bool:
    """Whether the gates that hold the decisive facts were cleared."""
    walked = [found for record in records if (found := _walked(record))]
    satisfied = walked[-1].pointer.nodes_satisfied if walked else ()
    holding = {
        node.id
        for node in part.graph.nodes
        if node.is_gate and any(each.id in decisive for each in part.content[node.id])
    }
    return bool(holding) and holding <= {*satisfied}


def _said(record: SimRecord) -> tuple[str, ...]:
    return tuple(
        name
        for event in record.settlement.events
        if isinstance(event, Spoke)
        for name in event.said
    )


def _comes_back(record: SimRecord) -> bool:
    """The line brings the matter across: in words that show it, or in the person's own material,
    plainer ones included; or it leads back to what was told too often to be told again.
    """
    if _said(record) or record.decision is None:
        return bool(_said(record))
    directive = record.decision.directive
    own = record.draft is not None and record.draft.source == "offline"
    return STILL in directive.moves or bool(own and directive.say)


def _walked(record: SimRecord) -> Walked | None:
    return next((event for event in record.settlement.events if isinstance(event, Walked)), None)


def _news(records: Sequence[SimRecord]) -> Iterator[int]:
    """How much was said for the first time in each exchange. Choosing an option is none."""
    told: set[str] = set()
    for record in records:
        fresh = set(_said(record)) - told
        told |= fresh
        if _walked(record):
            yield len(fresh)


def _acknowledged(records: Sequence[SimRecord], part: SimPart) -> set[str]:
    """The decisive facts that the learner's words have registered after hearing them."""
    found: set[str] = set()
    told: set[str] = set()
    for record in records:
        readings = record.percept.readings
        heard = [fact.id for fact in part.person.decision_facts if fact.id in told]
        found.update(name for name in heard if _is_taken(name, readings))
        told.update(_said(record))
    return found


def _is_taken(fact: str, readings: Mapping[str, float]) -> bool:
    """What was heard before there was an ear names no single fact."""
    return readings.get(f"taken:{fact}", readings.get("acknowledgement", 0.0)) >= CLEAR


def _ending(records: Sequence[SimRecord], part: SimPart, all_acknowledged: bool) -> Ending:
    last = _walked(records[-1]) if records else None
    if last is None or last.decision != "close":
        return "left"
    gates = {node.id for node in part.graph.nodes if node.is_gate}
    if not gates <= set(last.pointer.nodes_satisfied):
        return "backstop"
    return "walk" if all_acknowledged else "premature"
