"""A study of 1,000 stored interviews: report, matrix and exports, each in a process of its own,
beside 100 interviews.
"""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import astuple, dataclass, replace
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import gettempdir
from typing import TYPE_CHECKING

from bench.measure import folders, forget_most_held, most_held
from bench.report import Finding, millis, seconds, size
from bench.signals_read import run
from dramaturg.app.config.providers import embedder
from dramaturg.app.config.settings import Settings
from dramaturg.app.studies.exports import export
from dramaturg.app.studies.read_study import Material, with_material
from dramaturg.app.studies.simulate import Seat, admit, hold_all, population_of
from dramaturg.app.wiring import App, open_app
from dramaturg.engines.interviews.base.vectors import packed
from dramaturg.store.projections import PROJECTIONS
from dramaturg.store.sqlite import connect
from dramaturg.studies.base.state import (
    Began,
    Consented,
    Finished,
    Participant,
    Screened,
    StudyEvent,
    note_of,
)
from dramaturg.studies.content import study_content, study_of
from dramaturg.studies.figures.ladders import ladders_of
from dramaturg.studies.figures.matrix import implication_matrix
from dramaturg.studies.figures.matrix_table import tabulated
from dramaturg.turn.ports import StudyInfo

if TYPE_CHECKING:
    from sqlite3 import Connection


STUDY = "oat_milk_values"
PLAYED, FEW, MANY = 24, 100, 1_000
PROCESSES = 2
LIMIT, GROWTH = (
    60.0,
    60e6,
)  # seconds for report and matrix; bytes that a process may hold more with 1,000 than with 100
JOBS = ("reading", "matrix", "report", "html", "csv", "json", "graphml", "qdpx")
AT_ONCE = {"one at once": 1, "hundred at once": FEW}


def findings() -> Iterator[Finding]:
    store = made()
    with folders("out") as (out,):
        few, many = (
            {job: _taken(store, number, job, out) for job in JOBS} for number in (FEW, MANY)
        )
        one, hundred = (_taken(store, FEW, job, out) for job in AT_ONCE)
    large, small = (took["report"].wall + took["matrix"].wall for took in (many, few))
    yield Finding(
        f"report and matrix of {MANY:,} interviews, beside {FEW}",
        large,
        small,
        seconds,
        limit=LIMIT,
    )
    yield from _by_job(few, many)
    ours, theirs = (
        many["reading"].each_more(few["reading"], MANY - FEW),
        hundred.each_more(one, FEW - 1),
    )
    what = f"one more interview, beside states and records of {FEW} at once"
    yield Finding(f"{what}, processor time", ours.cpu, theirs.cpu, millis)
    yield Finding(f"{what}, memory", ours.memory, theirs.memory, size)


def _by_job(few: Mapping[str, Taken], many: Mapping[str, Taken]) -> Iterator[Finding]:
    for job in JOBS:
        yield Finding(f"{job}, beside {FEW}", many[job].wall, few[job].wall, seconds)
    for job in JOBS:
        grown = many[job].memory - few[job].memory
        yield Finding(
            f"{job}, memory more than with {FEW}, beside all of that",
            grown,
            few[job].memory,
            size,
            limit=GROWTH,
        )


@dataclass(frozen=True, slots=True)
class Taken:
    """Seconds on the clock and of processor time, start-up included, and the most bytes that were
    held.
    """

    wall: float
    cpu: float
    memory: float

    def each_more(self, less: Taken, number: int) -> Taken:
        """What each of so many interviews adds."""
        return Taken(
            *(
                (ours - theirs) / number
                for ours, theirs in zip(astuple(self), astuple(less), strict=True)
            )
        )


def _taken(store: Path, number: int, job: str, out: Path) -> Taken:
    done = run(
        [sys.executable, "-m", "bench.study_thousand", str(store), study_id(number), job, str(out)]
    )
    return Taken(done.wall, done.cpu, float(done.told))


def study_id(number: int) -> str:
    return f"study-of-{number}"


# ── the jobs ──────────────────────────────────────────────────────────────────────────────────────


async def do(store: str, study: str, job: str, out: str) -> None:
    """One job. The model is loaded before memory is looked at: while it loads, it takes more than
    it does later.
    """
    embedder().embed([job])
    forget_most_held()
    async with open_app(Settings(store=store, model="offline")) as app:
        if job in AT_ONCE:
            await _at_once(app, study, AT_ONCE[job])
        else:
            await with_material(
                app, study, lambda material: _done(material, job, Path(out) / f"{study}-{job}")
            )


def _done(material: Material, job: str, out: Path) -> None:
    match job:
        case "reading":
            deque(material.read(), maxlen=0)
        case "matrix":
            ladders = chain.from_iterable(map(ladders_of, material.coded(material.book())))
            tabulated(implication_matrix(ladders))
        case _:
            export(material, job, out)


async def _at_once(app: App, study: str, number: int) -> object:
    """What one would do without tables to read: every interview's state and records, all
    in memory.
    """
    people = list((await app.studies.state(study)).participants.values())[:number]
    return [
        ((await app.sessions.live(each.session)).state, await app.sessions.records(each.session))
        for each in people
    ]


# ── the store ─────────────────────────────────────────────────────────────────────────────────────

TABLES = {
    "sessions": "id",
    "turns": "session",
    "snapshots": "session",
    **dict.fromkeys(PROJECTIONS, "session"),
}
AS_SAID = 1 / 3  # ideas that a copy calls by the same name
BEFORE = (
    "more",
    "simply",
    "really",
    "always",
    "some",
    "a bit of",
    "mostly",
    "a feeling of",
    "the whole",
    "this",
)
AFTER = (
    "at home",
    "for the children",
    "in the morning",
    "at work",
    "with friends",
    "in the end",
    "for me",
    "on holiday",
    "again",
)
SHOUTED = 0.3


def made() -> Path:
    """The store of both studies, which is kept in the temporary folder."""
    store = Path(gettempdir()) / f"dramaturg-bench-{STUDY}-{MANY}.db"
    if not store.exists():
        make(store)
    return store


def make(store: Path) -> None:
    """24 simulated people are interviewed. The 1,000 are copies of them with every row an interview
    has, and other words.
    """
    with folders("made") as (folder,):
        settings = Settings(store=str(folder / "study.db"), model="offline")
        seats = asyncio.run(_admitted(settings))
        deque(hold_all(seats, settings, PROCESSES, open_app), maxlen=0)
        asyncio.run(_copied(settings, seats[0].study))
        (folder / "study.db").rename(store)


async def _admitted(settings: Settings) -> list[Seat]:
    async with open_app(settings) as app:
        content = study_content(app.library, STUDY)
        population = population_of(app.library, study_of(content))
        return await admit(app, await app.studies.open(content), population, PLAYED, seed=1)


async def _copied(settings: Settings, played: str) -> None:
    """Every person of the played study many times over, and two studies of them."""
    async with open_app(settings) as app:
        people = list((await app.studies.state(played)).participants.values())
        copies = [
            replace(people[place % PLAYED], id=f"R{place + 1:03}", session=f"copy-{place + 1}")
            for place in range(MANY)
        ]
        chance = Random(1)
        with closing(connect(Path(settings.store))) as connection:
            for place, copy in enumerate(copies):
                connection.execute("BEGIN")
                _copy(connection, people[place % PLAYED].session, copy.session)
                _in_other_words(connection, copy.session, chance)
                connection.execute("COMMIT")
        content = await app.studies.content(played)
        for number in (FEW, MANY):
            await app.log.open_study(
                StudyInfo(study_id(number), content.id, content.version, content.hash, 0.0), content
            )
            events = chain.from_iterable(map(_taking_part, copies[:number]))
            await app.log.note(
                study_id(number),
                [note_of(event, place, 0.0) for place, event in enumerate(events, 1)],
            )


def _taking_part(copy: Participant) -> Iterator[StudyEvent]:
    yield Consented(copy.id, copy.consent_version, copy.consent_hash, copy.receipt)
    yield Screened(copy.id, copy.variables, "accepted", copy.quotas)
    yield Began(copy.id, copy.session)
    yield Finished(copy.id, copy.termination)


def _copy(connection: Connection, session: str, copy: str) -> None:
    for table, key in TABLES.items():
        columns = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
        others = ", ".join(name for name in columns if name != key)
        connection.execute(
            f"INSERT INTO {table} ({key}, {others}) SELECT ?, {others} FROM {table} WHERE {key} = ?",
            (copy, session),
        )


def _in_other_words(connection: Connection, session: str, chance: Random) -> None:
    """Other names for ideas, with their vectors. Answers get capitals only: spans stay, and the
    embedder has not seen them.
    """
    names = [
        name
        for (name,) in connection.execute(
            "SELECT DISTINCT label FROM kg_nodes WHERE session = ?", (session,)
        )
    ]
    others = {
        name: f"{chance.choice(BEFORE)} {name} {chance.choice(AFTER)}"
        for name in names
        if chance.random() > AS_SAID
    }
    vectors = map(packed, embedder().embed(list(others.values())))
    renamed = [
        (other, vector, session, name)
        for (name, other), vector in zip(others.items(), vectors, strict=True)
    ]
    connection.executemany(
        "UPDATE kg_nodes SET label = ?, embedding = ? WHERE session = ? AND label = ?", renamed
    )
    slots = [(other, session, name) for name, other in others.items()]
    connection.executemany(
        "UPDATE canonical_slots SET slot_name = ? WHERE session = ? AND slot_name = ?", slots
    )
    said = connection.execute(
        "SELECT turn, text FROM utterances WHERE session = ? AND speaker = 'respondent'", (session,)
    ).fetchall()
    shouted = [(_shouted(text, chance), session, turn) for turn, text in said]
    connection.executemany(
        "UPDATE utterances SET text = ? WHERE session = ? AND turn = ? AND speaker = 'respondent'",
        shouted,
    )


def _shouted(text: str, chance: Random) -> str:
    return " ".join(word.upper() if chance.random() < SHOUTED else word for word in text.split(" "))


if __name__ == "__main__":
    asyncio.run(do(*sys.argv[1:]))
    print(most_held())
