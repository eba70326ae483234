"""What became of simulated interviews: what came out, how it was asked for and how it ended, in
figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from random import Random
from statistics import mean

from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.interviews.report.turn_result import InterviewRecord
from dramaturg.engines.interviews.respondents import REFUSALS
from dramaturg.engines.interviews.rival_interviewers import InterviewerName, Matter

TURNS = 20
LEFT = "left"  # how it ended when the respondent went, and not the interviewer


@dataclass(frozen=True, slots=True)
class Run:
    """One interview to be held. The same seed gives the same respondent, whoever asks."""

    profile: str
    manner: str
    interviewer: InterviewerName
    seed: int
    turns: int = TURNS

    def chance(self, purpose: str) -> Random:
        return Random(f"{self.seed} {self.profile} {self.manner} {purpose}")


@dataclass(frozen=True, slots=True)
class Interview:
    """An interview that was held: its records from the opening on, the state at its end, and the
    seconds all turns took.
    """

    records: tuple[InterviewRecord, ...]
    state: InterviewState
    seconds: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an interview. `told` counts the profile's facts that came out, of `facts`.

    Runs are the longest of one strategy and of one concept. `fatigued` counts turns on which the
    respondent was read as tired, `turned` those of them on which the strategy changed. `probed`
    counts questions about what the respondent refused to speak of.
    """

    run: Run
    methodology: str
    turns: int
    told: int
    facts: int
    strategy_run: int
    focus_run: int
    strategies: tuple[str, ...]
    phases: tuple[str, ...]
    exhaustions: int
    fatigued: int
    turned: int
    refusals: int
    probed: int
    guarded: int
    concepts: int
    edges: int
    terminal: bool
    complete: bool
    termination: str
    seconds: float

    @property
    def coverage(self) -> float:
        return self.told / self.facts


def figures(found: Outcome) -> Mapping[str, float]:
    """What can be compared of an interview."""
    return {
        "coverage": found.coverage,
        "turns": found.turns,
        "strategies": len(found.strategies),
        "strategy_run": found.strategy_run,
        "focus_run": found.focus_run,
        "exhaustions": found.exhaustions,
        "probed_after_refusal": found.probed,
        "guarded": found.guarded,
        "concepts": found.concepts,
        "edges": found.edges,
        "end_reached": float(found.terminal),
        "whole_chain": float(found.complete),
        "seconds_per_turn": found.seconds,
    }


# ── from the records ──────────────────────────────────────────────────────────────────────────────


def outcome(run: Run, matter: Matter, held: Interview, told: Sequence[str]) -> Outcome:
    directives = [record.decision.directive for record in held.records if record.decision]
    asked = [directive for directive in directives if directive.purpose == "ask"]
    # how often the respondent was read as tired, and how often the strategy changed then
    pairs = [
        (before, now)
        for before, now in pairwise(directives)
        if now.signals.get("llm.global_response_trend") == "fatigued" and now.purpose == "ask"
    ]
    tired, turned = (len(pairs), sum(before.strategy != now.strategy for before, now in pairs))
    refusals, probed = _refusals(held)
    return Outcome(
        run=run,
        methodology=matter.methodology.id,
        turns=len(directives),
        told=len(told),
        facts=len(matter.profile.facts),
        strategy_run=_longest_run([directive.strategy for directive in asked]),
        focus_run=_longest_run([directive.focus for directive in asked]),
        strategies=tuple(dict.fromkeys(directive.strategy for directive in asked)),
        phases=tuple(dict.fromkeys(directive.phase for directive in directives)),
        exhaustions=sum(len(directive.exhausted) for directive in directives),
        fatigued=tired,
        turned=turned,
        refusals=refusals,
        probed=probed,
        guarded=sum(len(record.draft.report.refused) for record in held.records if record.draft),
        concepts=len(held.state.graph.concepts),
        edges=len(held.state.graph.edges),
        terminal=any(concept.terminal for concept in held.state.graph.concepts.values()),
        complete=held.state.graph.risen > 0,
        termination=held.state.termination or LEFT,
        seconds=held.seconds / max(1, len(directives)),
    )


def _longest_run(names: Sequence[str]) -> int:
    """Of the same name one after the other; no name makes no run."""
    return max((len(list(same)) for name, same in groupby(names) if name), default=0)


def _refusals(held: Interview) -> tuple[int, int]:
    """How often the respondent refused, and how many questions went back to what was refused."""
    refused: set[str] = set()
    times = probed = 0
    focus = ""
    for record in held.records:
        if record.heard.text in REFUSALS:
            times += 1
            refused |= {focus} - {""}
        concept = record.decision.directive.concept if record.decision else ""
        focus = held.state.key_of(concept) if concept else ""
        probed += focus in refused
    return times, probed


# ── many of them ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Summary:
    """Many outcomes in a few figures. Shares and means are over interviews; runs are the longest of
    all.
    """

    interviews: int
    coverage: float
    turns: float
    fewest_turns: int
    strategy_run: int
    focus_run: int
    strategies: float
    all_phases: float
    exhaustions: float
    fatigued: int
    turned: int
    refusals: int
    probed: int
    guarded: float
    concepts: float
    edges: float
    terminal: float
    complete: float
    terminations: Mapping[str, int]
    seconds: float


def summary(outcomes: Sequence[Outcome]) -> Summary:
    endings = [each.termination for each in outcomes]
    return Summary(
        interviews=len(outcomes),
        coverage=mean(each.coverage for each in outcomes),
        turns=mean(each.turns for each in outcomes),
        fewest_turns=min(each.turns for each in outcomes),
        strategy_run=max(each.strategy_run for each in outcomes),
        focus_run=max(each.focus_run for each in outcomes),
        strategies=mean(len(each.strategies) for each in outcomes),
        all_phases=mean(len(each.phases) == 3 for each in outcomes),
        exhaustions=mean(each.exhaustions for each in outcomes),
        fatigued=sum(each.fatigued for each in outcomes),
        turned=sum(each.turned for each in outcomes),
        refusals=sum(each.refusals for each in outcomes),
        probed=sum(each.probed for each in outcomes),
        guarded=mean(each.guarded for each in outcomes),
        concepts=mean(each.concepts for each in outcomes),
        edges=mean(each.edges for each in outcomes),
        terminal=mean(each.terminal for each in outcomes),
        complete=mean(each.complete for each in outcomes),
        terminations={name: endings.count(name) for name in sorted(set(endings))},
        seconds=mean(each.seconds for each in outcomes),
    )
