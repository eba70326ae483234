"""The rows a turn adds to the readable tables, or puts in place of older ones: only what the turn
has touched.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from pydantic_core import to_json

from dramaturg.engines.memoir.audit.turn_contracts import contract_of, telemetry_of
from dramaturg.engines.memoir.base.records import MemoirRecord, of_kind, only
from dramaturg.engines.memoir.base.state import LineSaid, MemoirState
from dramaturg.engines.memoir.base.story import Story
from dramaturg.engines.memoir.base.story_events import (
    ClaimMade,
    ClaimSuperseded,
    Mentioned,
    PassageMarked,
    ThreadContinued,
    ThreadLeftAlone,
    ThreadOpened,
)
from dramaturg.turn.loop import exchange_rows, raised_rows, utterance_rows
from dramaturg.turn.migration import Moved
from dramaturg.turn.ports import TableRow


def rows(session: str, record: MemoirRecord, after: MemoirState) -> list[TableRow]:
    """`after` is the state that the turn led to. Where it only went on with another version, there
    is nothing to read.
    """
    if only(record, Moved):
        return []
    story = after.story
    made = (
        _turn(record, after),
        *_marks(record),
        *_threads(record, story),
        *_claims(record, story),
        *_mentions(record, story),
    )
    return [
        *utterance_rows(session, record, "teller", "interviewer"),
        *raised_rows(session, record),
        *exchange_rows(session, record),
        *(TableRow(each.table, {"session": session, **each.values}) for each in made),
    ]


def _turn(record: MemoirRecord, after: MemoirState) -> TableRow:
    contract, telemetry, asked = contract_of(record), telemetry_of(record), only(record, LineSaid)
    columns = contract.model_dump(exclude={"metrics", "response_text"})
    return TableRow(
        "memoir_turns",
        {
            "turn": record.turn,
            "sitting": after.sitting,
            "purpose": asked.purpose if asked else "",
            **columns,
            "contract": contract.model_dump_json(),
            "telemetry": to_json(asdict(telemetry) if telemetry else {}).decode(),
        },
    )


def _marks(record: MemoirRecord) -> Iterator[TableRow]:
    for event in of_kind(record, PassageMarked):
        yield TableRow("memoir_marks", {"turn": event.turn, "mark": event.mark, "why": event.why})


def _threads(record: MemoirRecord, story: Story) -> Iterator[TableRow]:
    ids = [event.thread.id for event in of_kind(record, ThreadOpened)]
    ids += [event.id for event in of_kind(record, ThreadContinued)] + [
        event.id for event in of_kind(record, ThreadLeftAlone)
    ]
    for id in dict.fromkeys(ids):
        thread = story.threads[id]
        yield TableRow(
            "memoir_threads",
            {
                "thread_id": id,
                "title": thread.title,
                "periods": ", ".join(thread.periods),
                "passages": len(thread.turns),
                "first_turn": thread.turns[0],
                "last_turn": thread.turns[-1],
                "left_alone": thread.left_alone,
            },
        )


def _claims(record: MemoirRecord, story: Story) -> Iterator[TableRow]:
    ids = [event.id for event in of_kind(record, ClaimMade)] + [
        event.id for event in of_kind(record, ClaimSuperseded)
    ]
    for id in dict.fromkeys(ids):
        kept = story.claims[id]
        yield TableRow(
            "memoir_claims",
            {
                "claim_id": id,
                "turn": kept.turn,
                "subject": kept.claim.subject,
                "predicate": kept.claim.predicate,
                "slot": kept.claim.slot,
                "value": to_json(kept.claim.value).decode(),
                "quote": kept.claim.span.text,
                "superseded_by": kept.superseded_by,
            },
        )


def _mentions(record: MemoirRecord, story: Story) -> Iterator[TableRow]:
    for key in dict.fromkeys(
        f"{event.mention}:{event.key}" for event in of_kind(record, Mentioned)
    ):
        mention = story.mentions[key]
        yield TableRow(
            "memoir_mentions",
            {
                "mention": key,
                "kind": mention.kind,
                "name": mention.name,
                "role": mention.role,
                "times": len(mention.quotes),
                "first_turn": mention.quotes[0].turn,
                "last_turn": mention.quotes[-1].turn,
            },
        )
