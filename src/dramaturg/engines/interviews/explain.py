"""A recorded turn of an interview in a few words, and the same turn decided anew by another version
of methodology or guide.
"""

from __future__ import annotations

from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.report.turn_result import InterviewRecord
from dramaturg.kernel.values import replace
from dramaturg.turn.engine import fold
from dramaturg.turn.migration import TurnChoice, Undecidable

WORDS = ("purpose", "strategy", "concept", "phase", "ending")
COUNTED = ("purpose", "strategy", "phase", "ending")
PLACE = ""
PLAIN: tuple[str, ...] = ()
ENDING: tuple[str, tuple[str, ...]] = ("ending", ())
CARRIED_ALONG = False


def choice(seen: InterviewState, record: InterviewRecord) -> TurnChoice:
    """What the line was for, by which strategy, about which concept or topic, in which phase, and
    why the interview ends.
    """
    if record.decision is None:
        return TurnChoice(reason=record.settlement.reason)
    directive = record.decision.directive
    words = {
        "purpose": directive.purpose,
        "strategy": directive.strategy,
        "concept": (
            seen.graph.concepts[directive.concept].label if directive.concept else directive.topic
        ),
        "phase": directive.phase,
        "ending": directive.termination or "",
    }
    return TurnChoice({name: word for name, word in words.items() if word}, record.decision.reason)


def redecided(
    engine: InterviewEngine, state: InterviewState, record: InterviewRecord
) -> InterviewRecord:
    """The turn decided from its recorded readings; `state` is the one before it. Raises
    Undecidable.
    """
    seen = fold(engine.apply, record.percept.events, state)
    _require_types(engine, seen)
    return replace(record, decision=engine.decide(seen, record.percept))


def _require_types(engine: InterviewEngine, seen: InterviewState) -> None:
    """What was extracted as one method's types means nothing to another's."""
    here = {concept.type for concept in seen.graph.concepts.values()}
    if missing := sorted(here - engine.methodology.ontology.by_type.keys()):
        reason = (
            f"concepts of this interview are of the types {', '.join(missing)}, which"
            f" {engine.methodology.id} does not have"
        )
        raise Undecidable(TurnChoice({"purpose": "no such type"}, reason))
