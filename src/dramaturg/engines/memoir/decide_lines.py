"""Deciding from signals alone: one turn contract for each line of signals, the ledger carried from
line to line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from pydantic import Field

from dramaturg.engines.memoir.base.artifacts import Artifacts, Level
from dramaturg.engines.memoir.base.conduct import TurnConduct, after
from dramaturg.engines.memoir.base.ledger import FIRST_TOPIC, Ledger, TopicEntry
from dramaturg.engines.memoir.base.signals import TurnSignals
from dramaturg.engines.memoir.base.turn_contract import TurnContract
from dramaturg.engines.memoir.govern.conductor import Conductor
from dramaturg.engines.memoir.safety.metrics import metrics_of
from dramaturg.engines.memoir.voice.lines import plain_line
from dramaturg.engines.memoir.voice.tactics import choose_plainly
from dramaturg.turn.tables import empty


class SignalLine(TurnSignals):
    """The signals of a turn as a line has them."""

    prior_depth_level: Annotated[
        Level | None,
        Field(
            description="How deep the talk is before the first line; from then on that is known."
        ),
    ] = None


def decide_lines(artifacts: Artifacts, lines: Iterable[SignalLine]) -> Iterator[TurnContract]:
    """A contract for each line of signals, as `memoir decide` prints them."""
    conductor = Conductor(artifacts)
    ledger: Ledger | None = None
    for signals in lines:
        ledger = ledger or _begun(signals)
        conduct = conductor.conduct(ledger, signals)
        ledger = after(ledger, conduct)
        yield _contract(artifacts, conduct, ledger.turn)


def _begun(signals: SignalLine) -> Ledger:
    """What was there before the first line: every level was come to by an escalation."""
    if not signals.prior_depth_level:
        return Ledger()
    topic, level = signals.topic_id or FIRST_TOPIC, signals.prior_depth_level
    return Ledger(
        topic=topic, level=level, topics=empty().set(topic, TopicEntry(level, escalations=level))
    )


def _contract(artifacts: Artifacts, conduct: TurnConduct, turn: int) -> TurnContract:
    worded = plain_line(artifacts, conduct, turn)
    return TurnContract(
        persona_used=conduct.persona,
        topic_id=conduct.topic,
        conversation_phase=conduct.phase,
        depth_level_before=conduct.depth_before,
        depth_level_after=conduct.depth_after,
        tactic_used=choose_plainly(artifacts, conduct, turn),
        loop_state=conduct.loop_state,
        safety_action=conduct.safety_action,
        metrics=metrics_of(worded.line),
        response_text=worded.line,
    )
