"""Memoirs: sittings begun, passages marked, stories read and written out, and everything forgotten
that is to be forgotten.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dramaturg.app.sessions.sessions import Sessions
from dramaturg.engines.memoir.base.arrangement import choice_of
from dramaturg.engines.memoir.base.left_questions import asked_by
from dramaturg.engines.memoir.base.left_questions import choice_of as choice_of_question
from dramaturg.engines.memoir.base.records import MemoirRecord
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.base.story import BookArrangement, Mark
from dramaturg.engines.memoir.book.draft import BookDraft, BookOptions, draft
from dramaturg.engines.memoir.book.openings import with_openings
from dramaturg.engines.memoir.book.passages import BookPassage, BookSource, book_source
from dramaturg.engines.memoir.book.questions import QuestionShown, questions_shown
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.engines.memoir.forget.forget import forget
from dramaturg.engines.memoir.judge_lines import check_question
from dramaturg.engines.memoir.perceive import SITTING
from dramaturg.kernel.errors import BadInput, NotFound
from dramaturg.kernel.values import replace
from dramaturg.store import Log
from dramaturg.turn.asks import Prompter
from dramaturg.turn.contract import REMOVED, Heard
from dramaturg.turn.engine import fold
from dramaturg.turn.ports import Clock, SessionInfo, StoredTurn, TableRow, Voice

ENGINE = "memoir"


@dataclass(frozen=True, slots=True)
class Removal:
    """What was removed: passages, and what was known by them alone. `lines` are the interviewer's,
    that spoke of it.
    """

    passages: int
    topics: int
    claims: int
    names: int
    lines: int

    def __str__(self) -> str:
        counts = (
            (self.passages, "passage", "passages"),
            (self.topics, "topic", "topics"),
            (self.claims, "statement", "statements"),
            (self.names, "name", "names"),
            (self.lines, "line of the interviewer", "lines of the interviewer"),
        )
        told = ", ".join(
            f"{number} {one if number == 1 else more}" for number, one, more in counts if number
        )
        return (
            f"Removed for good: {told}. Books and timelines that were written out before still have"
            " it: write them out again, and delete the old ones."
        )


class Memoirs:
    """All memoirs of one log."""

    def __init__(self, log: Log, sessions: Sessions, clock: Clock) -> None:
        self._log = log
        self._sessions = sessions
        self._clock = clock

    async def all(self) -> list[SessionInfo]:
        """Newest first."""
        return [session for session in await self._log.sessions() if session.engine == ENGINE]

    async def begin_sitting(self, session: str) -> MemoirRecord:
        """A new sitting, unless one is going on. Asked for twice at once, it begins once."""
        return await self._choose(session, SITTING)

    async def mark(self, session: str, passage: int, mark: Mark | None) -> MemoirRecord:
        """Leave a passage out of the book, or with None take it in again."""
        return await self._choose(session, f"mark:{passage}:{mark or 'none'}")

    async def arrange(self, session: str, book: BookArrangement) -> MemoirRecord:
        """Put the chapters of the book in order, with titles and a dedication. It holds through
        later sittings. Raises BadInput with all faults.
        """
        told = {passage.turn for passage in (await self.memoir(session)).passages}
        strange = {turn for chapter in book.chapters for turn in chapter.turns} - told
        if strange:
            named = ", ".join(map(str, sorted(strange)))
            raise BadInput(f"no such passages are in this memoir: {named}")
        return await self._choose(session, choice_of(book))

    async def ask(self, session: str, question: str, by: str) -> MemoirRecord:
        """Leave a question for the teller in somebody's own words; it is put when it fits, once.
        Raises BadInput with all faults.
        """
        asked = asked_by(question, by)
        engine = await self.engine(session)
        check_question(asked, engine.artifacts)
        return await self._choose(session, choice_of_question(asked))

    async def asked(self, session: str) -> tuple[QuestionShown, ...]:
        """What others asked, and what was answered."""
        return questions_shown(await self.records(session), await self.memoir(session))

    # ── reading ───────────────────────────────────────────────────────────────────────────────────

    async def story(self, session: str) -> MemoirState:
        await self._require(session)
        state: MemoirState = (await self._sessions.live(session)).state
        return state

    async def records(self, session: str) -> list[MemoirRecord]:
        await self._require(session)
        return [record for _, record in await self._sessions.records(session)]

    async def engine(self, session: str) -> MemoirEngine:
        await self._require(session)
        engine: Any = (await self._sessions.live(session)).engine
        return engine  # type: ignore[no-any-return]  # a memoir is played by this engine

    async def memoir(self, session: str) -> BookSource:
        """Everything the book and the timeline are made from, as it stands in the log now."""
        engine, records = await self.engine(session), await self.records(session)
        return book_source(records, _story(engine, records), engine.teller, session)

    async def book(
        self, session: str, options: BookOptions | None = None, voice: Voice | None = None
    ) -> BookDraft:
        """The book. It is made anew each time and kept nowhere. With a `voice`, a model words how
        chapters open.
        """
        written = draft(await self.memoir(session), options)
        return await with_openings(written, Prompter(voice)) if voice else written

    # ── forgetting ────────────────────────────────────────────────────────────────────────────────

    async def forget(
        self,
        session: str,
        *,
        passage: int | None = None,
        topic: str | None = None,
        sitting: int | None = None,
    ) -> Removal:
        """Remove a passage, a topic or a sitting, and everything that leads back to it, the bytes
        on disk included.

        Raises NotFound, and ConflictError while a turn is under way.
        """
        engine = await self.engine(session)
        await self._sessions.resume(
            session
        )  # what a crash left pending is played first, else nothing could be removed
        stored = await self._log.turns(session)
        records = [engine.codec.record(turn.record) for turn in stored]
        passages = book_source(records, _story(engine, records)).passages
        left = forget(
            records,
            _chosen(passages, turn=passage, thread=topic, sitting=sitting),
            engine.tools.embedder,
        )
        anew = [
            replace(turn, record=engine.codec.record_json(now))
            for turn, now in zip(stored, left, strict=True)
        ]
        changed = [now for was, now in zip(stored, anew, strict=True) if now != was]
        self._sessions.forget(session)
        await self._log.rewrite(
            session, stored[-1].turn, changed, list(_rows(engine, session, stored, left))
        )
        return _removal(engine, records, left)

    async def delete(self, session: str) -> None:
        """Remove the whole memoir, and what was known of its teller from the start."""
        await self._require(session)
        await self._sessions.delete(session)

    # ── the log ───────────────────────────────────────────────────────────────────────────────────

    async def _choose(self, session: str, choice: str) -> MemoirRecord:
        turns = (await self._require(session)).turns
        return await self._sessions.turn(
            session, Heard(choice=choice, at=self._clock.now()), f"{choice[:60]}-{turns}"
        )

    async def _require(self, session: str) -> SessionInfo:
        info = await self._log.session(session)
        if info.engine != ENGINE:
            raise BadInput(f"session {session} is no memoir; it was opened with {info.engine}")
        return info


def _chosen(passages: Sequence[BookPassage], **wanted: int | str | None) -> set[int]:
    """The turns of what is to go: of one passage, one thread or one sitting. Raises BadInput and
    NotFound.
    """
    given = [(field, value) for field, value in wanted.items() if value is not None]
    if len(given) != 1:
        raise BadInput(
            "say what is to be removed: a passage, a topic or a sitting, and only one of them"
        )
    ((field, value),) = given
    turns = {
        passage.turn for passage in passages if passage.text and getattr(passage, field) == value
    }
    if not turns:
        raise NotFound(
            f"there is nothing to remove: no passage with the {field} {value} is in this memoir, or"
            " no more"
        )
    return turns


def _story(engine: MemoirEngine, records: Sequence[MemoirRecord]) -> MemoirState:
    return fold(
        engine.apply, (event for record in records for event in record.events), engine.start()
    )


def _rows(
    engine: MemoirEngine,
    session: str,
    stored: Sequence[StoredTurn],
    records: Sequence[MemoirRecord],
) -> Iterator[TableRow]:
    """The readable rows of the whole memoir."""
    state = engine.start()
    for turn, record in zip(stored, records, strict=True):
        state = fold(engine.apply, record.events, state)
        yield from engine.project(session, record, state, json.loads(turn.timings))


def _removal(
    engine: MemoirEngine, was: Sequence[MemoirRecord], now: Sequence[MemoirRecord]
) -> Removal:
    before, after = _story(engine, was).story, _story(engine, now).story
    replaced = [new for old, new in zip(was, now, strict=True) if old.line != new.line]
    passages = sum(record.heard.choice == REMOVED for record in replaced)
    return Removal(
        passages=passages,
        topics=len(before.threads) - len(after.threads),
        claims=len(before.claims) - len(after.claims),
        names=len(before.mentions) - len(after.mentions),
        lines=len(replaced),
    )
