"""Coverage of an interview: the strategies, weights, phases, topics and points there are, and those
that a turn reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from dramaturg.content.library import Library
from dramaturg.engines.interviews.base.methodology import PhaseName
from dramaturg.engines.interviews.base.state import Asked, InterviewState, SignalsRead
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.report.turn_result import InterviewRecord, of_kind
from dramaturg.engines.kit import Version
from dramaturg.turn.migration import Item
from dramaturg.turn.ports import StoredContent


def things(engine: InterviewEngine) -> tuple[Item, ...]:
    strategies, topics = engine.methodology.strategies, engine.guide.topics if engine.guide else ()
    return (
        *(("phase", phase) for phase in get_args(PhaseName)),
        *(("strategy", strategy.name) for strategy in strategies),
        *(
            ("weight", f"{strategy.name}/{key}")
            for strategy in strategies
            for key in strategy.signal_weights
        ),
        *(("topic", topic.id) for topic in topics),
        *(("point", f"{topic.id}.{point.id}") for topic in topics for point in topic.points),
    )


def used(engine: InterviewEngine, seen: InterviewState, record: InterviewRecord) -> Iterator[Item]:
    """What a turn reached. A weight is reached when it had a part in the score of a pair that the
    record keeps.
    """
    for read in of_kind(record, SignalsRead):
        yield from (("point", point) for point in read.points)
    for asked in of_kind(record, Asked):
        yield from (("strategy", name) for name in (asked.strategy,) if name)
        yield from (("topic", topic) for topic in (asked.topic,) if topic)
    if record.decision is None:
        return
    directive = record.decision.directive
    yield "phase", directive.phase
    for pair in directive.alternatives:
        yield from (
            ("weight", f"{pair.strategy}/{key}") for key, part in pair.parts.items() if part
        )


# ── what a version is put together to ─────────────────────────────────────────────────────────────


def contents(library: Library, version: Version, name: str) -> Iterator[StoredContent]:
    """A methodology by itself; a guide with any. A subject has nothing to be reached."""
    if version.kind == "methodology":
        yield interview_content(library, version.id, "anything at all")
    elif version.kind == "guide":
        anyone = library.entries("methodology")[0].id
        yield interview_content(library, anyone, "anything at all", version.id)


def belongs(version: Version, item: Item) -> bool:
    return version.kind == "methodology" or item[0] in ("topic", "point")
