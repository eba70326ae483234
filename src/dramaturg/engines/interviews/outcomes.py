"""What became of simulated interviews: what came out, how it was asked for and how it ended, in
figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from random import Random

from dramaturg.engines.interviews.respondents import REFUSALS
from dramaturg.engines.interviews.rival_interviewers import InterviewerName, Matter
from dramaturg.engines.simulation import SimulatedSession

TURNS = 20
LEFT = "left"  # how it ended when the respondent went, and not the interviewer


@dataclass(frozen=True, slots=True)
class InterviewRun:
    """One interview to be session. The same seed gives the same respondent, whoever asks."""

    profile: str
    manner: str
    interviewer: InterviewerName
    seed: int
    turns: int = TURNS

    def chance(self, purpose: str) -> Random:
        return Random(f"{self.seed} {self.profile} {self.manner} {purpose}")


@dataclass(frozen=True, slots=True)
class InterviewOutcome:
    """What became of an interview. `told` counts the profile's facts that came out, of `facts`.

    Runs are the longest of one strategy and of one concept. `fatigued` counts turns on which the
    respondent was read as tired, `turned` those of them on which the strategy changed. `probed`
    counts questions about what the respondent refused to speak of.
    """

    run: InterviewRun
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


def figures(found: InterviewOutcome) -> Mapping[str, float]:
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


def outcome(
    run: InterviewRun, matter: Matter, session: SimulatedSession, told: Sequence[str]
) -> InterviewOutcome:
    directives = [record.decision.directive for record in session.records if record.decision]
    asked = [directive for directive in directives if directive.purpose == "ask"]
    # how often the respondent was read as tired, and how often the strategy changed then
    pairs = [
        (before, now)
        for before, now in pairwise(directives)
        if now.signals.get("llm.global_response_trend") == "fatigued" and now.purpose == "ask"
    ]
    tired, turned = (len(pairs), sum(before.strategy != now.strategy for before, now in pairs))
    refusals, probed = _refusals(session)
    return InterviewOutcome(
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
        guarded=sum(len(record.draft.report.refused) for record in session.records if record.draft),
        concepts=len(session.state.graph.concepts),
        edges=len(session.state.graph.edges),
        terminal=any(concept.terminal for concept in session.state.graph.concepts.values()),
        complete=session.state.graph.risen > 0,
        termination=session.state.termination or LEFT,
        seconds=session.seconds / max(1, len(directives)),
    )


def _longest_run(names: Sequence[str]) -> int:
    """Of the same name one after the other; no name makes no run."""
    return max((len(list(same)) for name, same in groupby(names) if name), default=0)


def _refusals(session: SimulatedSession) -> tuple[int, int]:
    """How often the respondent refused, and how many questions went back to what was refused."""
    refused: set[str] = set()
    times = probed = 0
    focus = ""
    for record in session.records:
        if record.heard.text in REFUSALS:
            times += 1
            refused |= {focus} - {""}
        concept = record.decision.directive.concept if record.decision else ""
        focus = session.state.key_of(concept) if concept else ""
        probed += focus in refused
    return times, probed
