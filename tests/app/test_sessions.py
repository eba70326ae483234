"""Sessions from the outside: opened, played, resumed, replayed, deleted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from tests.support.ears import MODELS

from dramaturg.app.config.providers import LOCAL_MODELS, voice_of
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.sessions.sessions import LONGEST_TURN
from dramaturg.app.wiring import App, open_app
from dramaturg.content.library import Library, packaged
from dramaturg.engines.sims.content import sim_content
from dramaturg.engines.sims.learners import AttentiveLearner
from dramaturg.kernel.errors import BadInput, ContentError, NotFound, ReplayError, SettingsError
from dramaturg.language.embedder import HashingEmbedder
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.contract import Cue, Heard
from dramaturg.turn.ports import Voice

FLAWED = "Hallucinations are at 31% now.\n---END---\n{}"
FINE = 'Run #47 worries me.\n---END---\n{"node_satisfied": true, "engagement_score": 1}'


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(store=str(tmp_path / "sessions.db"))


@pytest.fixture
async def app(settings: Settings) -> AsyncIterator[App]:
    async with open_app(settings, models=MODELS) as opened:
        yield opened


async def play_all(app: App, voice: Voice | None = None) -> str:
    """One whole conversation with the QA lead."""
    session, _ = await app.sessions.open(sim_content(app.library, "launch_decision"))
    learner, line, number = AttentiveLearner(), "", 0
    cues: tuple[Cue, ...] = ()
    while (heard := learner.answer(line, cues)) is not None:
        record = await app.sessions.turn(session, heard, key=str(number))
        line, cues, number = record.line, record.settlement.cues, number + 1
    return session


async def test_a_session_remembers_what_it_was_opened_with(app: App) -> None:
    content = sim_content(app.library, "launch_decision")
    session, _ = await app.sessions.open(content)
    info = await app.log.session(session)
    assert (info.engine, info.content_id, info.content_hash) == (
        "sims",
        "launch_decision",
        content.hash,
    )
    assert info.content_version == "1+academic@1+technical@1"
    assert (info.embedder, info.model) == ("all-MiniLM-L6-v2/int8@1.0.0", "offline")


async def test_a_whole_session_replays_to_the_same_records_to_the_letter(app: App) -> None:
    session = await play_all(app)
    replayed = [turn async for turn in app.sessions.replay(session)]
    assert len(replayed) == 13
    assert all(turn.same for turn in replayed)
    from_readings = [turn async for turn in app.sessions.replay(session, recorded_readings=True)]
    assert all(turn.same for turn in from_readings)


async def test_readings_on_record_are_decided_on_with_the_thresholds_of_their_embedder(
    settings: Settings,
) -> None:
    models = replace(LOCAL_MODELS, embedder=cache(HashingEmbedder))
    async with open_app(settings, models=models) as app:
        session, _ = await app.sessions.open(sim_content(app.library, "launch_decision"))
        for number, say in enumerate(
            ["Hi.", "What did you find?", "Can the launch be moved to another date?"]
        ):
            await app.sessions.turn(session, Heard(say), str(number))
    async with open_app(settings) as app:
        with pytest.raises(ReplayError, match="was read with hashing@1"):
            [turn async for turn in app.sessions.replay(session)]
        replayed = [turn async for turn in app.sessions.replay(session, recorded_readings=True)]
        assert [turn.turn for turn in replayed if not turn.same] == []


async def test_a_session_with_a_model_replays_without_it(settings: Settings) -> None:
    async with open_app(
        settings,
        voice=ScriptVoice(lambda prompt: FLAWED if "COULD NOT" not in prompt.user else FINE),
    ) as app:
        session = await play_all(app)
    async with open_app(settings) as app:
        replayed = [turn async for turn in app.sessions.replay(session)]
        assert all(turn.same for turn in replayed)
        first = json.loads(replayed[1].was)
        assert [exchange["reply"] for exchange in first["exchanges"]] == [FLAWED, FINE]


async def test_a_session_is_taken_up_by_another_process_where_it_was_left(
    settings: Settings,
) -> None:
    async with open_app(settings) as app:
        session, _ = await app.sessions.open(sim_content(app.library, "launch_decision"))
        await app.sessions.turn(session, Heard("Hi."), "1")
        state = (await app.sessions.live(session)).state
    async with open_app(settings) as app:
        assert (await app.sessions.live(session)).state == state
        record = await app.sessions.turn(session, Heard("What did you find?"), "2")
        assert "hallucinating" in record.line


async def test_a_session_keeps_the_content_it_began_with(
    settings: Settings, tmp_path: Path
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    async with open_app(settings) as app:
        session, _ = await app.sessions.open(sim_content(app.library, "launch_decision"))
        text = app.library._file("scenario", "launch_decision").read_text()
    (own / "launch.yaml").write_text(
        text.replace("Hey, I'm the QA lead here", "Good day, I am the QA lead")
    )
    async with open_app(settings.model_copy(update={"content": str(own)})) as app:
        assert (await app.sessions.turn(session, Heard("Hi."), "1")).line.startswith(
            "Hey, I'm the QA lead here"
        )
        fresh, _ = await app.sessions.open(sim_content(app.library, "launch_decision"))
        assert (await app.sessions.turn(fresh, Heard("Hi."), "1")).line.startswith(
            "Good day, I am the QA lead"
        )


async def test_a_turn_left_pending_by_a_crash_is_resumed(settings: Settings) -> None:
    async with open_app(settings) as app:
        session, _ = await app.sessions.open(sim_content(app.library, "launch_decision"))
        await app.log.claim(session, "1", '{"text": "Hi."}', "somebody who died", 0.0)
    async with open_app(settings) as app:
        record = await app.sessions.resume(session)
        assert record is not None
        assert record.heard.text == "Hi."
        assert await app.sessions.resume(session) is None
        assert (await app.sessions.turn(session, Heard("Hi."), "1")) == record


def files_with(words: bytes, folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir() if words in file.read_bytes()]


async def test_opening_with_somebody_who_is_not_there_leaves_no_session_behind(app: App) -> None:
    with pytest.raises(BadInput, match="nobody here is called"):
        await app.sessions.open(sim_content(app.library, "launch_decision"), to="nobody")
    assert list(await app.log.sessions()) == []


async def test_deleting_a_session_removes_its_words_from_every_file(
    app: App, tmp_path: Path
) -> None:
    session, _ = await app.sessions.open(sim_content(app.library, "launch_decision"))
    await app.sessions.turn(session, Heard("my secret is a purple giraffe"), "1")
    assert files_with(b"purple giraffe", tmp_path)
    await app.sessions.delete(session)
    assert not files_with(b"purple giraffe", tmp_path)
    with pytest.raises(NotFound):
        await app.sessions.turn(session, Heard("hello?"), "2")


@pytest.mark.parametrize(
    ("heard", "problem"),
    [
        (Heard(), "nothing was said"),
        (Heard("   "), "nothing was said"),
        (Heard("x" * (LONGEST_TURN + 1)), "too long"),
        (Heard("hi", to="nobody"), "nobody here is called 'nobody'"),
        (Heard(choice="a"), "nothing is offered"),
    ],
)
async def test_bad_input_is_refused_and_the_session_goes_on(
    app: App, heard: Heard, problem: str
) -> None:
    session, _ = await app.sessions.open(sim_content(app.library, "launch_decision"))
    with pytest.raises(BadInput, match=problem):
        await app.sessions.turn(session, heard, "1")
    assert (await app.sessions.turn(session, Heard("Hi."), "1")).line.startswith("Hey")


async def test_characters_that_cannot_be_stored_are_replaced(app: App) -> None:
    session, _ = await app.sessions.open(sim_content(app.library, "launch_decision"))
    record = await app.sessions.turn(session, Heard("hi \ud800 \x00 there"), "1")
    assert record.heard.text == "hi \ufffd \ufffd there"


async def test_many_sessions_side_by_side(app: App) -> None:
    sessions = await asyncio.gather(*(play_all(app) for _ in range(6)))
    assert len(set(sessions)) == 6
    for session in sessions:
        assert (await app.sessions.live(session)).state.objectives == ("understand_the_risk",)


def test_what_is_not_proven_is_not_played(tmp_path: Path) -> None:
    library = Library(KINDS, (packaged(), tmp_path))
    technical = library._file("backbone", "technical").read_text(encoding="utf-8")
    (tmp_path / "technical.yaml").write_text(
        technical.replace("backstop: 6", "backstop: null"), encoding="utf-8"
    )
    with pytest.raises(ContentError, match="endless-walk"):
        sim_content(library, "launch_decision")


def test_a_model_is_chosen_per_role_by_settings() -> None:
    local = Settings(
        model="compatible:small", model_speak="offline", base_url="http://127.0.0.1:9/v1"
    )
    assert voice_of(local).name == "extract=compatible:small, read=compatible:small, speak=offline"
    assert voice_of(Settings(model="offline")).name == "offline"


def test_an_unknown_model_is_a_settings_error_that_names_the_known_ones() -> None:
    with pytest.raises(SettingsError, match="openai"):
        voice_of(Settings(model="opnai:gpt"))


def test_settings_come_from_the_environment_and_hide_the_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DRAMATURG_MODEL", "compatible:m")
    monkeypatch.setenv("DRAMATURG_API_KEY", "very secret")
    assert Settings().model == "compatible:m"
    assert "very secret" not in repr(Settings())
