"""Testimonies: what a study takes from its interviews, read from the readable tables, one interview
at a time.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from dramaturg.engines.interviews.base.methodology import REVISES
from dramaturg.kernel.conditions import Value
from dramaturg.studies.base.evidence import (
    Conduct,
    Idea,
    IdeaLink,
    InterviewEvidence,
    QuotedWords,
    TranscriptLine,
)
from dramaturg.turn.ports import EventLog, SessionInfo

Row = Mapping[str, Any]
Quotes = Mapping[str, tuple[QuotedWords, ...]]
"""By concept or edge."""

TABLES = (
    "utterances",
    "kg_nodes",
    "kg_edges",
    "kg_quotes",
    "canonical_slots",
    "interview_turns",
    "exchanges",
)
OFFLINE = "offline"


async def read_interview(
    log: EventLog, info: SessionInfo, respondent: str, variables: Mapping[str, Value]
) -> InterviewEvidence:
    """One interview, as it stands."""
    rows = await asyncio.gather(*(log.rows(info.id, table) for table in TABLES))
    utterances, nodes, edges, said, slots, turns, exchanges = rows
    lines = [TranscriptLine(row["turn"], row["speaker"], row["text"]) for row in utterances]
    heard = {line.turn: line.text for line in lines if line.speaker == "respondent"}
    quotes = _quotes(said, heard)
    kept = [row for row in nodes if not row["is_revised"]]
    idea_of = {row["node_id"]: row["slot_id"] or row["node_id"] for row in kept}
    return InterviewEvidence(
        respondent=respondent,
        session=info.id,
        ideas=tuple(_ideas(kept, slots, quotes)),
        links=tuple(_links(edges, idea_of, quotes)),
        lines=tuple(sorted(lines, key=lambda line: (line.turn, line.speaker == "interviewer"))),
        variables=dict(variables),
        conduct=_conduct(info, heard, turns, exchanges),
        embedder=info.embedder,
    )


def _quotes(rows: Iterable[Row], heard: Mapping[int, str]) -> Quotes:
    found: defaultdict[str, tuple[QuotedWords, ...]] = defaultdict(tuple)
    for row in rows:
        found[row["owner_id"]] += (_words(row, heard.get(row["turn"], row["text"])),)
    return found


def _words(row: Row, said: str) -> QuotedWords:
    """The quote, grown to whole words: what a parser cuts in two ("do" and "n't") people read as
    one.
    """

    def within_word(at: int) -> bool:
        return all(letter.isalnum() or letter in "'’" for letter in said[at - 1 : at + 1])

    start, end = row["start_char"], row["end_char"]
    while start > 0 and within_word(start):
        start -= 1
    while end < len(said) and within_word(end):
        end += 1
    return QuotedWords(row["turn"], start, end, said[start:end])


# ── the graph ─────────────────────────────────────────────────────────────────────────────────────


def _ideas(concepts: Sequence[Row], slots: Iterable[Row], quotes: Quotes) -> Iterator[Idea]:
    """Concepts by the slot that holds them, in the order they came up; a concept without a slot
    stands for itself.
    """
    names = {row["slot_id"]: row["slot_name"] for row in slots}
    by_idea: dict[str, list[Row]] = {}
    for row in sorted(concepts, key=lambda row: (row["created_at_turn"], _number(row["node_id"]))):
        by_idea.setdefault(row["slot_id"] or row["node_id"], []).append(row)
    for id, members in by_idea.items():
        first, label = members[0], names.get(id) or members[0]["label"]
        labels = chain.from_iterable((row["label"], *json.loads(row["labels"])) for row in members)
        vectors = (row["embedding"] for row in members if row["label"] == label)
        yield Idea(
            id=id,
            label=label,
            type=first["node_type"],
            turn=first["created_at_turn"],
            words=tuple(chain.from_iterable(quotes.get(row["node_id"], ()) for row in members)),
            labels=tuple(name for name in dict.fromkeys(labels) if name != label),
            mentions=sum(row["mentions"] for row in members),
            vector=next(filter(None, vectors), ""),
        )


def _number(id: str) -> int:
    return int(id[1:])


def _links(edges: Iterable[Row], idea_of: Mapping[str, str], quotes: Quotes) -> Iterator[IdeaLink]:
    """Between ideas that are still held, in the order they came up, edges of one type between the
    same two brought together.
    """
    by_ends: dict[tuple[str, str, str], list[Row]] = {}
    for row in sorted(edges, key=lambda row: _number(row["edge_id"])):
        source, target = idea_of.get(row["source_node_id"]), idea_of.get(row["target_node_id"])
        if source and target and source != target and row["edge_type"] != REVISES:
            by_ends.setdefault((source, target, row["edge_type"]), []).append(row)
    for ends, rows in by_ends.items():
        yield IdeaLink(
            *ends,
            words=tuple(chain.from_iterable(quotes.get(row["edge_id"], ()) for row in rows)),
            chain=any(row["is_chain"] for row in rows),
            mentions=sum(row["mentions"] for row in rows),
            confidence=max(row["confidence"] for row in rows),
        )


# ── how it was held ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Signals:
    refusal: Annotated[Any, Field(alias="llm.refusal")] = None


@dataclass(frozen=True, slots=True)
class _Extracted:
    source: str = ""


@dataclass(frozen=True, slots=True)
class _Result:
    """What is read of a turn's result. All of it, ten thousand characters a turn, would take most
    of the time.
    """

    extracted: _Extracted
    signals: _Signals | None
    degraded_signals: Mapping[str, str]


_RESULT = TypeAdapter(_Result)


def _conduct(
    info: SessionInfo, heard: Mapping[int, str], turns: Sequence[Row], exchanges: Sequence[Row]
) -> Conduct:
    results = [_RESULT.validate_json(row["result"]) for row in turns]
    models = (row["model"] for row in exchanges if row["failure"] is None)
    ended = (row["termination_reason"] for row in turns if not row["should_continue"])
    refusals = (result.signals is not None and result.signals.refusal is True for result in results)
    return Conduct(
        answers=len(turns),
        words=sum(len(text.split()) for text in heard.values()),
        strategies=dict(Counter(row["strategy"] for row in turns if row["strategy"])),
        refusals=sum(refusals),
        termination=next(ended, "") or "",
        models=tuple(dict.fromkeys(models)),
        offline=sum(result.extracted.source == OFFLINE for result in results),
        degraded=dict(Counter(chain.from_iterable(result.degraded_signals for result in results))),
        opened_at=info.opened_at,
        seconds=max(info.updated_at - info.opened_at, 0.0),
    )
