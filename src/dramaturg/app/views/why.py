"""Why a turn went as it did: the part that is the same in every engine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from dramaturg.app.views.signal_meanings import of_readers
from dramaturg.turn.contract import AnyRecord, Exchange
from dramaturg.turn.ports import StoredTurn
from dramaturg.turn.view import EngineName, ModelCall, Replaced, Signal, WhyShown


def why_of(
    engine: EngineName, stored: StoredTurn, record: AnyRecord, meaning: Callable[[str], str]
) -> WhyShown:
    """`meaning` says what a signal means."""
    decision, draft = record.decision, record.draft
    read = {**record.percept.facts, **record.percept.readings}
    replaced = tuple(Replaced(each.rule, each.detail) for each in record.verdict.overrides)
    return WhyShown(
        turn=record.turn,
        engine=engine,
        heard=record.heard.text or record.heard.choice or "",
        line=record.line,
        reason=decision.reason if decision else "",
        outcome=record.settlement.reason,
        alternatives=decision.alternatives if decision else (),
        signals=tuple(
            Signal(name, value, meaning(name) or of_readers(name)) for name, value in read.items()
        ),
        source=draft.source if draft else "",
        draft=draft.line if draft and draft.line != record.line else "",
        replaced=replaced,
        repairs=(*(draft.repairs if draft else ()), *record.verdict.unjudged, *_translated(record)),
        timings=json.loads(stored.timings),
        asked=tuple(map(_asked, record.exchanges)),
    )


def _translated(record: AnyRecord) -> Iterator[str]:
    """What stands for authored words in another language, and what was left as it is."""
    for each in record.translated:
        if each.said:
            yield f"{'known' if each.kept else 'translated'}: {each.text}"
        else:
            yield f"nobody translated it in time: {each.text}"


def _asked(exchange: Exchange) -> ModelCall:
    return ModelCall(
        exchange.ask,
        exchange.role,
        exchange.model,
        exchange.tokens_in,
        exchange.tokens_out,
        exchange.tokens_cached,
        exchange.estimated,
        exchange.cost,
        exchange.seconds,
        exchange.failure,
    )
