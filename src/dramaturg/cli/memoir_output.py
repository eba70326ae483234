"""What can be told of a memoir at the shell, and what can be taken out of it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from shutil import get_terminal_size
from typing import Any, cast

from dramaturg.app.config.providers import voice_of
from dramaturg.app.wiring import App
from dramaturg.cli.confirm import says_yes
from dramaturg.cli.files import write_file
from dramaturg.cli.open_app import with_app
from dramaturg.cli.sessions import find_session
from dramaturg.cli.text_layout import hanging
from dramaturg.engines.memoir.audit.evaluation import evaluation_of, in_figures
from dramaturg.engines.memoir.audit.turn_audit import audit
from dramaturg.engines.memoir.audit.turn_contracts import contract_of
from dramaturg.engines.memoir.base.story import Mark
from dramaturg.engines.memoir.book.draft import BookOptions
from dramaturg.engines.memoir.book.formats import FORMS, Form, timeline_json, timeline_markdown
from dramaturg.engines.memoir.book.selection import Include
from dramaturg.engines.memoir.book.timeline import timeline
from dramaturg.kernel.errors import BadInput, NotFound
from dramaturg.turn.contract import MIGRATED

WIDTH = 100
MARKED = {
    "sensitive": (
        "is marked as sensitive: it stays out of the book, unless the book is written"
        " --with-sensitive"
    ),
    "off_record": "is off the record: it stays out of the book",
    "none": "has no mark any more",
}


@dataclass(frozen=True, slots=True)
class BookWish:
    """How somebody wants the book. `include`: what would stay out and is wanted in."""

    to: Form = "html"
    out: Path | None = None
    include: tuple[Include, ...] = ()
    title: str = ""
    openings: bool = False


async def find_memoir(app: App, beginning: str) -> str:
    """The memoir whose id begins so; the newest when nothing is named."""
    if beginning:
        return await find_session(app.log, beginning)
    memoirs = await app.memoirs.all()
    if not memoirs:
        raise NotFound("there is no memoir yet: `dramaturg play memoir` begins one")
    return memoirs[0].id


def run_audit(beginning: str, turn: int | None, words: bool, contracts: bool) -> None:
    async def told(app: App) -> str:
        session = await find_memoir(app, beginning)
        records = [
            record for record in await app.memoirs.records(session) if turn in (None, record.turn)
        ]
        if not records:
            raise NotFound(f"the memoir has no turn {turn}")
        if contracts:
            return "\n".join(
                contract_of(record).model_dump_json()
                for record in records
                if record.heard.choice != MIGRATED
            )
        engine: Any = (await app.sessions.live(session)).engine
        figures = (
            in_figures(evaluation_of(records, engine.artifacts), engine.artifacts)
            if turn is None
            else ()
        )
        lines = (*audit(records, engine.artifacts.governor, words), *figures)
        return "\n".join(hanging(lines, min(get_terminal_size().columns, WIDTH))).rstrip()

    print(with_app(told))


def run_timeline(beginning: str, json: bool) -> None:
    async def told(app: App) -> str:
        found = timeline(await app.memoirs.memoir(await find_memoir(app, beginning)))
        return timeline_json(found) if json else timeline_markdown(found)

    print(with_app(told).rstrip())


def run_book(beginning: str, wish: BookWish) -> None:
    async def written(app: App) -> tuple[Path, str]:
        session = await find_memoir(app, beginning)
        voice = voice_of(app.settings) if wish.openings else None
        book = await app.memoirs.book(session, BookOptions(wish.include, wish.title), voice)
        file = wish.out or Path(f"memoir-{session[:8]}.{wish.to}")
        write_file(file, FORMS[wish.to](book))
        return file, book.for_teller

    file, note = with_app(written)
    print(f"Wrote {file}.\n{note}".rstrip())


def run_mark(beginning: str, passage: int, mark: str) -> None:
    async def marked(app: App) -> str:
        wanted = cast("Mark | None", None if mark == "none" else mark)
        await app.memoirs.mark(await find_memoir(app, beginning), passage, wanted)
        return f"Passage {passage} {MARKED[mark]}."

    print(with_app(marked))


def run_forget(
    beginning: str,
    passage: int | None,
    topic: str | None,
    sitting: int | None,
    everything: bool,
    yes: bool,
) -> None:
    async def forgotten(app: App) -> str:
        session = await find_memoir(app, beginning)
        if not (yes or await _sure(session, everything)):
            return "Nothing was removed."
        if everything:
            if (passage, topic, sitting) != (None, None, None):
                raise BadInput("say what is to be removed: everything, or a part, not both")
            await app.memoirs.delete(session)
            return (
                "The memoir was removed. Books and timelines that were written out before still"
                " have it."
            )
        return str(await app.memoirs.forget(session, passage=passage, topic=topic, sitting=sitting))

    print(with_app(forgotten))


async def _sure(session: str, everything: bool) -> bool:
    what = "the whole memoir" if everything else "this"
    if not sys.stdin.isatty():
        raise BadInput("this cannot be undone: say --yes to do it without being asked")
    return await says_yes(f"Remove {what} from {session} for good? It cannot be undone.")
