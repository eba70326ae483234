"""A memoir's life: sittings, marks, books, and what is forgotten of it, to the last byte."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import AsyncIterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.engines.memoir.book.test_print import streams, text_of
from tests.store.test_sqlite import files_with

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.wiring import App, open_app
from dramaturg.content.library import Library, packaged
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.records import MemoirRecord
from dramaturg.engines.memoir.book.formats import FORMS, Form
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.engines.memoir.forget.forget import STAND_IN, forget
from dramaturg.engines.memoir.forget.traces import Traces
from dramaturg.engines.sims.content import sim_content
from dramaturg.english.prose import words
from dramaturg.kernel.errors import BadInput, ConflictError, NotFound
from dramaturg.store.projections import PROJECTIONS
from dramaturg.turn.contract import REMOVED, Heard
from dramaturg.turn.engine import fold
from dramaturg.turn.ports import StoredContent

SECRETS = {
    2: "My sister Rosalind kept a brass euphonium in the loft. She had found it at Whitby, all tarnished.",
    3: "The euphonium was our plunder. At night Rosalind played it, and the loft was a schooner.",
}
SAID = {
    1: "I was born in Oldham, by the canal, and there were seven of us in two rooms.",
    **SECRETS,
    4: "Now the mill, that was something else. At fifteen I started at the mill, and the looms were so loud you went deaf.",
    5: "I met Frank at the mill. He sang like Caruso and yodelled through his moustaches.",
}
WORDS = {
    2: ("Whitby", "brass", "tarnish"),
    3: ("plunder", "schooner"),
    5: ("Frank", "Caruso", "yodelled", "moustaches"),
}
EUPHONIUM = ("Rosalind", "euphonium", *WORDS[2], *WORDS[3])
TELLER = Teller(name="Wilhelmina Quackenbush")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(store=str(tmp_path / "memoirs.db"))


@pytest.fixture
async def app(settings: Settings) -> AsyncIterator[App]:
    async with open_app(settings) as opened:
        yield opened


async def exported(app: App, session: str, to: Form) -> bytes:
    return FORMS[to](await app.memoirs.book(session))


@cache
def content() -> StoredContent:
    return memoir_content(Library(KINDS, (packaged(),)), teller=TELLER)


async def told(app: App, *passages: str) -> str:
    """A memoir with these passages, or with all of SAID."""
    session, _ = await app.sessions.open(content())
    for number, text in enumerate(passages or SAID.values()):
        await app.sessions.turn(session, Heard(text, at=1000.0 + number), f"key-{number}")
    return session


def on_disk(settings: Settings, *words: str) -> list[str]:
    """Which of these are in the files of the store, whatever their case in it."""
    folder = Path(settings.store).parent
    return [word for word in words if files_with(word, folder) or files_with(word.lower(), folder)]


async def thread_of(app: App, session: str, turn: int) -> str:
    story = (await app.memoirs.story(session)).story
    return next(thread.id for thread in story.threads.values() if turn in thread.turns)


# ── to the last byte ──────────────────────────────────────────────────────────────────────────────


def test_the_words_that_are_looked_for_are_not_the_interviewers_own() -> None:
    """They stand in the store with the content: then the tests below want other words."""
    own = content().body.lower()
    assert not [
        word for word in (*EUPHONIUM, *WORDS[5], "fifteen", "Oldham") if word.lower() in own
    ]


@pytest.mark.parametrize("passage", WORDS)
async def test_no_byte_of_a_forgotten_passage_is_left(settings: Settings, passage: int) -> None:
    others = [word for turn, words in WORDS.items() if turn != passage for word in words]
    async with open_app(settings) as app:
        session = await told(app)
        assert on_disk(settings, *WORDS[passage]) == list(WORDS[passage])
        await app.memoirs.forget(session, passage=passage)
        assert on_disk(settings, *WORDS[passage]) == [], "while the store is open"
        assert on_disk(settings, *others) == others
    assert on_disk(settings, *WORDS[passage]) == [], "and when it is closed"


async def test_no_byte_of_a_forgotten_topic_is_left(app: App, settings: Settings) -> None:
    session = await told(app)
    mill = await thread_of(app, session, 5)
    await app.memoirs.forget(session, topic=mill)
    assert on_disk(settings, "fifteen", *WORDS[5]) == []
    assert on_disk(settings, "Oldham", *WORDS[2]) == ["Oldham", *WORDS[2]]
    assert mill not in (await app.memoirs.story(session)).story.threads


async def test_no_byte_of_a_forgotten_sitting_is_left(app: App, settings: Settings) -> None:
    session = await told(
        app, "I was born in Oldham, by the canal.", "I have to stop now, I am tired. Goodbye."
    )
    await app.memoirs.begin_sitting(session)
    assert (await app.memoirs.story(session)).sitting == 2
    for number, text in enumerate(SECRETS.values()):
        await app.sessions.turn(session, Heard(text, at=9000.0 + number), f"later-{number}")
    assert on_disk(settings, *EUPHONIUM) == list(EUPHONIUM)
    removal = await app.memoirs.forget(session, sitting=2)
    assert removal.passages == 2
    assert on_disk(settings, *EUPHONIUM) == []
    assert on_disk(settings, "Oldham") == ["Oldham"]


async def test_a_deleted_memoir_takes_its_tellers_name_along(app: App, settings: Settings) -> None:
    session = await told(app)
    assert on_disk(settings, "Quackenbush", session) == ["Quackenbush", session]
    await app.memoirs.delete(session)
    assert on_disk(settings, "Quackenbush", "Oldham", *EUPHONIUM, session) == []
    assert await app.memoirs.all() == []


async def test_no_book_and_no_table_has_what_was_forgotten(app: App) -> None:
    session = await told(app)
    before = {form: await exported(app, session, form) for form in FORMS}
    await app.memoirs.forget(session, topic=await thread_of(app, session, 5))
    for form in FORMS:
        assert b"yodelled" in unpacked(before[form])
        after = unpacked(await exported(app, session, form))
        assert not [word for word in (*WORDS[5], "fifteen") if word.encode() in after]
        assert b"canal" in after
    rows = [row for table in PROJECTIONS for row in await app.log.rows(session, table)]
    assert len(rows) > 20
    assert not [word for word in WORDS[5] if word.lower() in str(rows).lower()]
    assert "canal" in str(rows)


def unpacked(book: bytes) -> bytes:
    """A book as it is, or what is in it if it is packed."""
    if book.startswith(b"%PDF"):
        return " ".join(text_of(page) for page in streams(book) if b" Tf " in page).encode()
    if not zipfile.is_zipfile(io.BytesIO(book)):
        return book
    with zipfile.ZipFile(io.BytesIO(book)) as files:
        return b"".join(map(files.read, files.namelist()))


# ── going on ──────────────────────────────────────────────────────────────────────────────────────


async def test_the_talk_goes_on_after_forgetting_what_it_was_about(app: App) -> None:
    session = await told(app)
    mill = await thread_of(app, session, 5)
    await app.memoirs.forget(session, topic=mill)
    record = await app.sessions.turn(
        session, Heard("Anyway, my father was a baker and he sang at his work."), "on"
    )
    story = (await app.memoirs.story(session)).story
    assert record.turn == 6
    assert record.line not in ("", STAND_IN)
    assert mill not in story.threads, "nothing else gets the id of the old topic"
    assert story.threads[await thread_of(app, session, 6)].turns[-1] == 6


async def test_somebody_else_who_has_the_memoir_open_forgets_it_with_the_next_turn(
    settings: Settings,
) -> None:
    async with open_app(settings) as app, open_app(settings) as elsewhere:
        session = await told(app)
        await elsewhere.sessions.turn(session, Heard("We had a dog as well, a terrier."), "there")
        await app.memoirs.forget(session, passage=5)
        assert "Frank" not in str(await elsewhere.memoirs.story(session))
        await elsewhere.sessions.turn(session, Heard("The dog was called Nipper."), "there again")
        live = await elsewhere.sessions.live(session)
        assert "Frank" not in live.engine.codec.state_json(live.state)
        assert live.state == await app.memoirs.story(session)
    assert on_disk(settings, *WORDS[5]) == []


async def test_nothing_is_forgotten_while_a_turn_is_under_way(app: App) -> None:
    session = await told(app)
    claim = await app.log.claim(session, "under way", '{"text": "And then"}', "somebody", 60.0)
    with pytest.raises(ConflictError, match="Try again"):
        await app.memoirs.forget(session, passage=2)
    assert len(await app.log.turns(session)) == 6
    assert await app.log.pending(session) == claim


async def test_what_a_crash_left_behind_is_played_before_anything_is_forgotten(
    app: App, settings: Settings
) -> None:
    session = await told(app)
    await app.log.claim(
        session, "left behind", '{"text": "Frank had a motorbike."}', "somebody", 0.0
    )
    await app.memoirs.forget(session, passage=5)
    assert [record.heard.text for record in await app.memoirs.records(session)][5:] == [
        "",
        "Frank had a motorbike.",
    ]
    assert on_disk(settings, "moustaches") == []


async def test_a_memoir_replays_but_for_what_was_removed_and_what_builds_on_it(app: App) -> None:
    session = await told(app)
    await app.memoirs.forget(session, passage=3)
    turns = [turn async for turn in app.sessions.replay(session)]
    assert [turn.note for turn in turns[:4]] == ["", "", "", "what was said here was removed"]
    assert all(
        turn.same or turn.note == "something that it builds on was removed" for turn in turns
    )
    assert [turn.same for turn in turns[:3]] == [True] * 3


# ── what is told about it ─────────────────────────────────────────────────────────────────────────


async def test_forgetting_says_what_is_gone_and_that_older_books_still_have_it(app: App) -> None:
    session = await told(app)
    removal = await app.memoirs.forget(session, passage=5)
    assert (removal.passages, removal.topics) == (1, 0)
    assert removal.names >= 1
    assert str(removal).startswith("Removed for good: 1 passage, ")
    assert "written out before still have it" in str(removal)


async def test_of_a_forgotten_passage_its_turn_is_left(app: App) -> None:
    session = await told(app)
    await app.memoirs.forget(session, passage=2)
    records = await app.memoirs.records(session)
    assert [record.turn for record in records] == [0, 1, 2, 3, 4, 5]
    assert (records[2].heard.text, records[2].heard.choice, records[2].line) == (
        "",
        REMOVED,
        STAND_IN,
    )


@pytest.mark.parametrize(
    ("what", "error", "says"),
    [
        ({"passage": 9}, NotFound, "turn 9"),
        ({"passage": 0}, NotFound, "turn 0"),
        ({"topic": "t77"}, NotFound, "thread t77"),
        ({"sitting": 3}, NotFound, "sitting 3"),
        ({}, BadInput, "only one"),
        ({"passage": 1, "topic": "t1"}, BadInput, "only one"),
    ],
)
async def test_what_cannot_be_forgotten_is_said(
    app: App, what: dict[str, int | str], error: type[Exception], says: str
) -> None:
    session = await told(app, SAID[1])
    with pytest.raises(error, match=says):
        await app.memoirs.forget(session, **what)  # type: ignore[arg-type]  # the cases are of all kinds


async def test_a_passage_is_forgotten_once(app: App) -> None:
    session = await told(app, SAID[1], SAID[2])
    await app.memoirs.forget(session, passage=2)
    with pytest.raises(NotFound, match="or no more"):
        await app.memoirs.forget(session, passage=2)


# ── sittings and marks ────────────────────────────────────────────────────────────────────────────


async def test_memoirs_are_listed_and_other_sessions_are_none(app: App) -> None:
    session = await told(app, SAID[1])
    other, _ = await app.sessions.open(sim_content(app.library, "launch_decision"))
    assert [each.id for each in await app.memoirs.all()] == [session]
    for refused in (
        app.memoirs.story(other),
        app.memoirs.forget(other, passage=1),
        app.memoirs.delete(other),
    ):
        with pytest.raises(BadInput, match="is no memoir"):
            await refused


async def test_a_marked_passage_is_out_of_the_book_until_the_mark_is_taken_away(app: App) -> None:
    session = await told(app)
    assert b"yodelled" in await exported(app, session, "md")
    await app.memoirs.mark(session, 5, "off_record")
    assert b"yodelled" not in await exported(app, session, "md")
    await app.memoirs.mark(session, 5, None)
    assert b"yodelled" in await exported(app, session, "md")


# ── whatever is forgotten ─────────────────────────────────────────────────────────────────────────

LIFE = (
    *SAID.values(),
    "Frank's mother, Agnes, baked parkin on Fridays and the whole terrace came. That was in 1949.",
    "We married in 1952 at Saint Mary's, with a borrowed veil. Agnes wept, and Frank dropped the ring.",
    "Going back to my sister, Rosalind went to Canada in 1957. She wrote from Saskatoon, every Christmas.",
    "I'd rather not talk about that.",
    "Well, our first was Dorothy, born in the cold winter. She had Rosalind's eyes.",
    "No, wait. It was 1953 we married, not 1952.",
    "The mill closed and I went to the post office. I sorted letters for nineteen years, and never a word from Saskatoon.",
    "Agnes left us the teapot and a debt. I have never told anybody about the debt.",
)


@pytest.mark.slow
async def test_no_word_of_whatever_is_forgotten_is_left_in_records_state_or_rows(app: App) -> None:
    session = await told(app, *LIFE)
    engine: Any = (await app.sessions.live(session)).engine
    stored = await app.log.turns(session)
    records = [engine.codec.record(turn.record) for turn in stored]
    own = (
        set(words(content().body))
        | set(words(engine.codec.record_json(records[0])))
        | set(words(STAND_IN))
    )
    texts = {record.turn: record.heard.text for record in records if record.heard.text}
    chance, found = random.Random(8), 0
    for _ in range(30):
        gone = set(chance.sample(sorted(texts), chance.randint(1, 5)))
        left = forget(records, gone, engine.tools.embedder)
        before = {
            word for record in records if record.turn < min(gone) for word in words(record.line)
        }
        sought = Traces.of(texts, gone).marks - own - before
        found += len(sought & written(engine, records))
        assert sought & written(engine, left) == set(), gone
    assert found > 150, "all of it was there before"


def written(engine: MemoirEngine, records: Sequence[MemoirRecord]) -> set[str]:
    """Every word in the records, in the state they lead to and in the rows of every turn."""
    state, texts = engine.start(), []
    for record in records:
        state = fold(engine.apply, record.events, state)
        texts += [
            engine.codec.record_json(record),
            *map(str, engine.project("s", record, state, {})),
        ]
    return {word for text in (*texts, engine.codec.state_json(state)) for word in words(text)}
