"""Walking a person's graph from reports alone, one decision a line: what the walker would do, with
nobody speaking.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.relationship import relationship_state
from dramaturg.engines.sims.base.scenario import PivotOption
from dramaturg.engines.sims.settle import cues, reason_of
from dramaturg.kernel.errors import BadInput
from dramaturg.kernel.walker import ExchangeReport, Kind, Pointer


class WalkReport(BaseModel):
    """One exchange, as it would be reported. `choice` is the pivot option picked once this exchange
    has armed it.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    node_satisfied: bool
    detour_detected: bool = False
    engagement_score: int = Field(0, ge=-2, le=2)
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class WalkLine:
    """What the walker decided after one exchange."""

    turn: int
    node: str
    decision: Kind
    next: str
    reason: str
    commands: tuple[str, ...]
    relationship: int
    state: str


def walk(part: SimPart, reports: Iterable[WalkReport]) -> Iterator[WalkLine]:
    """A line for each report. Raises BadInput where a report does not fit the graph."""
    pointer, score = part.walker.start(), 0
    for turn, report in enumerate(reports, start=1):
        if pointer.closed:
            raise BadInput(
                f"report {turn}: the conversation ended with exchange {turn - 1}; take this line"
                " away"
            )
        if pointer.armed:  # answered in words that match no option: mood 0
            pointer = part.walker.resolve(pointer, part.facts(pointer, score)).pointer
        line, pointer, score = _exchange(part, turn, pointer, score, report)
        yield line


def _exchange(
    part: SimPart, turn: int, pointer: Pointer, score: int, report: WalkReport
) -> tuple[WalkLine, Pointer, int]:
    facts = {**part.facts(pointer, score), "detour": report.detour_detected}
    revealed = tuple(aside.source for aside in part.walker.opens(pointer, facts))
    step = part.walker.advance(
        pointer, ExchangeReport(report.node_satisfied, report.detour_detected), facts
    )
    commands = tuple(cue.command for cue in cues(step, part))
    score += report.engagement_score
    decision, after, reason = step.decision, step.pointer, reason_of(step, part, revealed)
    if report.choice is not None:
        option = _option(part, turn, step.node, report.choice, armed=step.decision == "arm")
        score += option.mood
        answer = part.walker.resolve(after, {**part.facts(after, score), "choice": option.id})
        decision = answer.decision
        after = answer.pointer
        reason = f"{answer.reason}: {option.id}, mood {option.mood:+d}"
    state = relationship_state(score, part.scenario.thresholds)
    return (
        WalkLine(turn, step.node, decision, after.current_node, reason, commands, score, state),
        after,
        score,
    )


def _option(part: SimPart, turn: int, node: str, choice: str, armed: bool) -> PivotOption:
    if not armed:
        raise BadInput(
            f"report {turn}: {node} offers nothing to choose, yet 'choice' is {choice!r}; set it to"
            " null"
        )
    options: dict[str, PivotOption] = {option.id: option for option in part.pivots[node].options}
    if choice.lower() not in options:
        raise BadInput(f"report {turn}: {node} offers {', '.join(options)}, not {choice!r}")
    return options[choice.lower()]
