"""What if: the turns of a stored interview in which another methodology would have asked something else, and why.

Each turn is decided anew from what had really been said by then; nobody can know what would have been answered otherwise.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from hashlib import sha256
from typing import cast

from dramaturg.app.productions import engine_of
from dramaturg.app.senses import Senses
from dramaturg.content.documents import Loaded, canonical
from dramaturg.engines.interviews.directive import InterviewDirective
from dramaturg.engines.interviews.engine import CODEC, InterviewEngine
from dramaturg.engines.interviews.methodology import Methodology
from dramaturg.engines.interviews.state import InterviewState
from dramaturg.engines.interviews.telling.result import InterviewRecord
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.contract import Decision
from dramaturg.turn.engine import fold
from dramaturg.turn.ports import EventLog, StoredContent


@dataclass(frozen=True, slots=True)
class Redecided:
    """A turn's decision as it was, and as it would have been."""

    turn: int
    was: str
    was_because: str
    now: str
    now_because: str

    @property
    def same(self) -> bool:
        return self.was == self.now


async def redecide(log: EventLog, session: str, other: Loaded[Methodology], senses: Senses) -> AsyncIterator[Redecided]:
    """Every turn of the session, decided by the other methodology."""
    info = await log.session(session)
    if info.engine != "interviews":
        raise BadInput(f"session {session} is one of {info.engine}: only interviews can be decided anew by a methodology")
    began = await log.content(info.content_hash)
    _same_types(began, other)
    content = with_methodology(began, other)
    engine = cast(InterviewEngine, engine_of(content, senses))
    state = engine.start()
    for stored in await log.turns(session):
        record = CODEC.record(stored.record)
        if record.decision is not None:
            yield _redecided(engine, state, record, record.decision)
        state = fold(engine.apply, record.events, state)


def _same_types(began: StoredContent, other: Loaded[Methodology]) -> None:
    """What was extracted as one method's types means nothing to another's."""
    here = Methodology.model_validate(json.loads(began.body)["methodology"]).ontology.by_type.keys()
    there = other.document.ontology.by_type.keys()
    if missing := sorted(here - there):
        raise BadInput(
            f"this interview knows concepts of the types {', '.join(missing)}, which {other.id} does not have: "
            "give another version of the methodology it was held with"
        )


def with_methodology(content: StoredContent, other: Loaded[Methodology]) -> StoredContent:
    """An interview's content with another methodology: its subject, guide and length stay."""
    body = canonical({**json.loads(content.body), "methodology": json.loads(other.body)})
    return StoredContent(sha256(body.encode()).hexdigest(), content.engine, other.id, other.version, body)


def _redecided(
    engine: InterviewEngine, state: InterviewState, record: InterviewRecord, was: Decision[InterviewDirective]
) -> Redecided:
    seen = fold(engine.apply, record.percept.events, state)
    now = engine.decide(seen, record.percept)
    return Redecided(record.turn, _choice(was, seen), was.reason, _choice(now, seen), now.reason)


def _choice(decision: Decision[InterviewDirective], seen: InterviewState) -> str:
    """What was decided, in a few words."""
    directive = decision.directive
    about = f" on '{seen.graph.concepts[directive.concept].label}'" if directive.concept else ""
    ending = f" ({directive.termination})" if directive.termination else ""
    return f"{directive.purpose} {directive.strategy}{about}{ending}".strip()
