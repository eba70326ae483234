"""Memoirs: sittings, passages that are marked or forgotten, the timeline, the book, and every turn
explained.
"""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Response
from pydantic import Field

from dramaturg.api.base.access import for_parties, for_readers
from dramaturg.api.base.bodies import Sent, as_file
from dramaturg.api.base.dependencies import TheApp, TheSession
from dramaturg.app.views.views import TurnShown
from dramaturg.app.wiring import App
from dramaturg.engines.memoir.audit.turn_audit import explained
from dramaturg.engines.memoir.base.story import BookArrangement, ChapterArranged
from dramaturg.engines.memoir.book.draft import BookOptions, draft
from dramaturg.engines.memoir.book.formats import FORMS, Form
from dramaturg.engines.memoir.book.questions import QuestionShown
from dramaturg.engines.memoir.book.selection import Reader
from dramaturg.engines.memoir.book.view import (
    BookShown,
    LeftOutPage,
    PassageShown,
    TimelineShown,
    arrangement_shown,
    book_shown,
    left_out_shown,
    passages_shown,
    timeline_shown,
)
from dramaturg.turn.ports import SessionInfo

router = APIRouter(prefix="/memoirs/{session}", tags=["memoirs"])

LAST_TURN = 999_999_999
MEDIA: dict[Form, str] = {
    "md": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "epub": "application/epub+zip",
    "pdf": "application/pdf",
}
FILES: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {media.partition(";")[0]: {} for media in MEDIA.values()},
        "description": "The file",
    }
}

Turn = Annotated[int, Field(ge=0, le=LAST_TURN)]


class MarkRequest(Sent):
    """How a passage is marked: left out of the book, for the family's copy only, or wanted in it
    whatever else speaks against that; null takes the mark away.
    """

    mark: Literal["sensitive", "off_record", "family", "wanted"] | None


class Forgetting(Sent):
    """What is to be forgotten: one passage by its turn, one topic by its id, or one whole
    sitting.
    """

    passage: Turn | None = None
    topic: str | None = Field(None, min_length=1, max_length=40)
    sitting: int | None = Field(None, ge=1, le=LAST_TURN)


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was removed for good, in figures and in words."""

    passages: int
    topics: int
    claims: int
    names: int
    lines: int
    told: str


@dataclass(frozen=True, slots=True)
class TurnExplained:
    """A turn, explained in lines that are read one after the other."""

    turn: int
    lines: tuple[str, ...]


def _options(
    sensitive: Annotated[bool, Query(description="With passages that were told in pain.")] = False,
    include: Annotated[
        list[Turn] | None, Query(max_length=200, description="Passages that would stay out.")
    ] = None,
    title: Annotated[
        str, Query(max_length=200, description="A title instead of the one that is made.")
    ] = "",
    reader: Annotated[
        Reader, Query(description="Whose copy it is: the family's has more.")
    ] = "everyone",
) -> BookOptions:
    return BookOptions((*(("sensitive",) if sensitive else ()), *(include or ())), title, reader)


Options = Annotated[BookOptions, Depends(_options)]


@router.post("/sittings", status_code=201, dependencies=[for_parties])
async def begin_sitting(info: TheSession, app: TheApp) -> TurnShown:
    """Begin a new sitting, once the last one is over."""
    return await _shown(app, info, (await app.memoirs.begin_sitting(info.id)).turn)


@router.get("/passages", dependencies=[for_parties])
async def list_passages(info: TheSession, app: TheApp) -> list[PassageShown]:
    """Everything that was told, word for word, and whether it may stand in the book."""
    return passages_shown(await app.memoirs.memoir(info.id))


@router.put("/passages/{turn}/mark", dependencies=[for_parties])
async def mark_passage(
    info: TheSession,
    turn: Annotated[int, Path(ge=0, le=LAST_TURN)],
    marking: MarkRequest,
    app: TheApp,
) -> TurnShown:
    """Leave a passage out of the book, or take it in again."""
    return await _shown(app, info, (await app.memoirs.mark(info.id, turn, marking.mark)).turn)


@router.post("/forget", dependencies=[for_parties])
async def forget(info: TheSession, wanted: Forgetting, app: TheApp) -> Forgotten:
    """Remove a passage, a topic or a sitting for good, the bytes on disk included. It cannot be
    undone.
    """
    removal = await app.memoirs.forget(
        info.id, passage=wanted.passage, topic=wanted.topic, sitting=wanted.sitting
    )
    return Forgotten(**asdict(removal), told=str(removal))


@router.get("/timeline", dependencies=[for_parties])
async def timeline(info: TheSession, app: TheApp) -> TimelineShown:
    """People, places, years and times of life, each with the turns that told of it."""
    return await asyncio.to_thread(timeline_shown, await app.memoirs.memoir(info.id))


@router.get("/book", dependencies=[for_parties])
async def book(info: TheSession, options: Options, app: TheApp) -> BookShown:
    """The draft of the book in chapters, each sentence with the turns it leads back to."""
    return await asyncio.to_thread(book_shown, await app.memoirs.memoir(info.id), options)


class ChapterSent(Sent):
    """A chapter: its passages by their turns, in order, and its title, or none for one of ours."""

    title: str = Field("", max_length=200)
    turns: list[Turn] = Field(max_length=10_000)


class ArrangementSent(Sent):
    """The book as it is wanted; without chapters they are in the order of the life."""

    title: str = Field("", max_length=200)
    dedication: str = Field("", max_length=2_000)
    chapters: list[ChapterSent] = Field([], max_length=200)


@router.get("/arrangement", dependencies=[for_parties])
async def book_arrangement(info: TheSession, app: TheApp) -> BookArrangement:
    """The chapters of the book in their order, with titles and passages."""
    return await asyncio.to_thread(arrangement_shown, await app.memoirs.memoir(info.id))


@router.put("/arrangement", dependencies=[for_parties])
async def arrange_book(info: TheSession, wanted: ArrangementSent, app: TheApp) -> TurnShown:
    """Put the chapters in order, cut and join them, give them titles. It holds through later
    sittings; what is told then stands beside what it belongs to.
    """
    chapters = tuple(ChapterArranged(tuple(each.turns), each.title) for each in wanted.chapters)
    book = BookArrangement(wanted.title, wanted.dedication, chapters)
    return await _shown(app, info, (await app.memoirs.arrange(info.id, book)).turn)


class QuestionSent(Sent):
    """What somebody would like to know, in one question, and who asks, as the teller is told."""

    question: str = Field(min_length=1, max_length=300)
    by: str = Field(min_length=1, max_length=40)


@router.get("/questions", dependencies=[for_parties])
async def list_questions(info: TheSession, app: TheApp) -> tuple[QuestionShown, ...]:
    """What others asked, whether it was put, and what was answered."""
    return await app.memoirs.asked(info.id)


@router.post("/questions", status_code=201, dependencies=[for_parties])
async def leave_question(info: TheSession, wanted: QuestionSent, app: TheApp) -> TurnShown:
    """Leave a question for the teller. It is put once, when it fits, and they are told who asks."""
    asked = await app.memoirs.ask(info.id, wanted.question, wanted.by)
    return await _shown(app, info, asked.turn)


@router.get("/left-out", dependencies=[for_parties])
async def left_out(info: TheSession, app: TheApp) -> LeftOutPage:
    """Everything that stays out of the book, and why, for the teller to decide."""
    return await asyncio.to_thread(left_out_shown, await app.memoirs.memoir(info.id))


@router.get("/book/{form}", dependencies=[for_parties], response_class=Response, responses=FILES)
async def book_file(info: TheSession, form: Form, options: Options, app: TheApp) -> Response:
    """The draft of the book as a file: Markdown, one web page, an e-book, or a PDF for print."""
    memoir = await app.memoirs.memoir(info.id)
    content = await asyncio.to_thread(lambda: FORMS[form](draft(memoir, options)))
    return as_file(f"memoir-{info.id[:8]}.{form}", content, MEDIA[form])


@router.get("/audit", dependencies=[for_readers])
async def audit(info: TheSession, app: TheApp, words: bool = True) -> list[TurnExplained]:
    """Every turn explained, with what was said or without."""
    records = await app.memoirs.records(info.id)
    governor = (await app.memoirs.engine(info.id)).artifacts.governor
    levels = {level.level: level.name.replace("_", " ") for level in governor.levels}
    return [
        TurnExplained(record.turn, tuple(explained(record, levels, words))) for record in records
    ]


async def _shown(app: App, info: SessionInfo, turn: int) -> TurnShown:
    return (await app.views.turns(info, turn - 1))[0]
