"""A play is a session: its moves are turns, its events are the state, and it replays to the letter.
A game is a folder.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.app.games.games import go_on, graded, job_id
from dramaturg.app.wiring import App, open_app
from dramaturg.content.library import packaged
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.moves import MoveRefused, move_json
from dramaturg.engines.games.base.state import GameState
from dramaturg.engines.games.content import find_game, game_content, make_at_once, read_blueprint
from dramaturg.engines.games.engine import UNTIMED, GameEngine
from dramaturg.engines.games.exports.formats import export
from dramaturg.engines.games.game_folder import rebuild_request, save_game
from dramaturg.engines.games.job import GAME_JOB, Order
from dramaturg.engines.games.rules.players import PLAYERS, play_through
from dramaturg.kernel.errors import BadInput, JobFailed, LLMUnavailableError, NotFound
from dramaturg.store.jobs import open_jobs
from dramaturg.store.sqlite import connect
from dramaturg.turn.contract import Heard
from dramaturg.turn.jobs import Work

LIBRARY = library_of(Settings(store=""))


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    import asyncio  # noqa: PLC0415 - only this fixture is not async

    order = Order(id="heart_game", knowledge="heart", difficulty="advanced", minutes=20, seed=2)
    return asyncio.run(make_at_once(order, LIBRARY))


@pytest.fixture
def blueprint(made: dict[str, Any]) -> Blueprint:
    return Blueprint.model_validate(made["blueprint"])


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with open_app(Settings(store=str(tmp_path / "a.db"))) as app:
        yield app


async def play(app: App, blueprint: Blueprint, player: str, seed: int = 0) -> tuple[str, list[Any]]:
    """Let a player's moves be turns of a session."""
    session, opening = await app.sessions.open(game_content(blueprint))
    moves = play_through(blueprint, PLAYERS[player], seed).moves
    turns = [
        await app.sessions.turn(session, Heard(move_json(move)), f"{number}")
        for number, move in enumerate(moves)
    ]
    return session, [opening, *turns]


# ── a play is a session ───────────────────────────────────────────────────────────────────────────


async def test_a_perfect_play_ends_with_every_point(app: App, blueprint: Blueprint) -> None:
    _, records = await play(app, blueprint, "perfect")
    cues = {cue.command: cue.data for cue in records[-1].settlement.cues}
    assert cues["End"] == {"points": blueprint.total_max_score}
    assert cues["Score"] == {"points": blueprint.total_max_score, "of": blueprint.total_max_score}
    assert records[-1].line.endswith(blueprint.completion_message)


@pytest.mark.parametrize("player", ["perfect", "guessing", "worst", "waiting"])
async def test_a_play_replays_to_the_letter(app: App, blueprint: Blueprint, player: str) -> None:
    session, _ = await play(app, blueprint, player, seed=5)
    assert all([turn.same async for turn in app.sessions.replay(session)])


async def test_a_play_goes_on_in_another_process_as_if_nothing_had_happened(
    tmp_path: Path, blueprint: Blueprint
) -> None:
    moves = play_through(blueprint, PLAYERS["guessing"], 3).moves
    settings = Settings(store=str(tmp_path / "a.db"))
    async with open_app(settings) as app:
        session, _ = await app.sessions.open(game_content(blueprint))
        for number, move in enumerate(moves[:40]):
            await app.sessions.turn(session, Heard(move_json(move)), f"{number}")
        before = (await app.sessions.live(session)).state
    async with open_app(settings) as app:
        assert (await app.sessions.live(session)).state == before
        for number, move in enumerate(moves[40:], 40):
            await app.sessions.turn(session, Heard(move_json(move)), f"{number}")
        after: Any = (await app.sessions.live(session)).state
    assert after == play_through(blueprint, PLAYERS["guessing"], 3).state


def test_the_state_is_the_same_after_json(blueprint: Blueprint) -> None:
    engine = GameEngine(blueprint)
    state: GameState = play_through(blueprint, PLAYERS["guessing"], 1).state
    assert engine.codec.state(engine.codec.state_json(state)) == state


async def test_a_move_that_is_refused_is_no_turn(app: App, blueprint: Blueprint) -> None:
    session, _ = await app.sessions.open(game_content(blueprint))
    for nonsense in (
        "hello",
        '{"do": "answer", "item": "nobody", "answer": "z1"}',
        '{"do": "retry"}',
    ):
        with pytest.raises(MoveRefused):
            await app.sessions.turn(session, Heard(nonsense), nonsense)
    assert len(await app.sessions.records(session)) == 1


async def test_a_play_can_be_opened_without_clocks(app: App, blueprint: Blueprint) -> None:
    session, _ = await app.sessions.open(game_content(blueprint), to=UNTIMED)
    live: Any = await app.sessions.live(session)
    assert live.state.timers is False


async def test_every_answer_is_a_row_for_analysis(
    app: App, blueprint: Blueprint, tmp_path: Path
) -> None:
    session, records = await play(app, blueprint, "worst")
    answered = [event for record in records for event in record.events if event.kind == "answered"]
    rows = (
        connect(tmp_path / "a.db")
        .execute("SELECT mechanic, item, is_right FROM answers ORDER BY turn, number")
        .fetchall()
    )
    assert rows == [(event.mechanic, event.item, event.right) for event in answered]
    await app.sessions.delete(session)
    assert connect(tmp_path / "a.db").execute("SELECT count(*) FROM answers").fetchone() == (0,)


# ── a game is made by a job ───────────────────────────────────────────────────────────────────────


ORDER = {"id": "g", "knowledge": "drawn", "question": "", "seed": 1}
FIGURES = {
    "author": "A",
    "licence": "CC0",
    "figures": [{"file": "f.svg", "title": "F", "alt": "F"}],
}


@pytest.fixture
def furnished(tmp_path: Path) -> Settings:
    """Knowledge of one's own with a picture beside it, and a folder of open figures."""
    own, figures = tmp_path / "content", tmp_path / "figures"
    own.mkdir()
    figures.mkdir()
    heart = (packaged() / "games" / "knowledge" / "heart.yaml").read_text()
    (own / "drawn.yaml").write_text(heart.replace("id: heart\n", "id: drawn\n", 1))
    (own / "heart.svg").write_bytes((packaged() / "games" / "knowledge" / "heart.svg").read_bytes())
    (figures / "f.svg").write_text("<svg><title>one</title></svg>")
    (figures / "figures.json").write_text(json.dumps(FIGURES))
    return Settings(store=str(tmp_path / "a.db"), figures=str(figures))


@pytest.mark.parametrize(
    ("edited", "old", "new"),
    [
        ("content/drawn.yaml", "subject: ", "subject: Old "),
        ("content/heart.svg", "</svg>", "<!-- redrawn --></svg>"),
        ("figures/f.svg", "one", "two"),
        ("figures/figures.json", "CC0", "CC-BY"),
    ],
)
def test_whatever_a_game_is_made_from_makes_another_job_when_it_is_edited(
    edited: str, old: str, new: str, furnished: Settings, tmp_path: Path
) -> None:
    before, file = job_id(ORDER, furnished), tmp_path / edited
    was = file.read_text()
    file.write_text(was.replace(old, new))
    assert job_id(ORDER, furnished) != before
    file.write_text(was)
    assert job_id(ORDER, furnished) == before


def test_a_question_is_another_job_when_the_knowledge_nearest_to_it_was_edited(
    furnished: Settings, tmp_path: Path
) -> None:
    (tmp_path / "content" / "drawn.yaml").unlink()
    asked = {"id": "g", "question": "how blood flows through the heart"}
    before = job_id(asked, furnished)
    own = tmp_path / "content" / "heart.yaml"
    heart = (packaged() / "games" / "knowledge" / "heart.yaml").read_text()
    own.write_text(heart)
    assert job_id(asked, furnished) == before
    own.write_text(heart.replace("subject: ", "subject: Old "))
    assert job_id(asked, furnished) != before


async def test_a_job_that_failed_goes_on_when_it_is_asked_for_again(tmp_path: Path) -> None:
    down, done = [True], []

    async def first() -> str:
        done.append("first")
        return "kept"

    async def second() -> str:
        if down[0]:
            raise LLMUnavailableError("the line is dead")
        return "made"

    async def job(work: Work, request: Any) -> Any:
        return [await work.step("first", first), await work.step("second", second)]

    jobs = await open_jobs(str(tmp_path / "a.db"), {GAME_JOB: job}, adopt=False)
    try:
        await go_on(jobs, ORDER, "j")
        with pytest.raises(JobFailed, match="the line is dead"):
            await jobs.result("j")
        down[0] = False
        await go_on(jobs, ORDER, "j")
        assert await jobs.result("j") == ["kept", "made"]
    finally:
        await jobs.close()
    assert done == ["first"]


# ── a game is a folder ────────────────────────────────────────────────────────────────────────────


def test_a_game_is_kept_as_files_that_can_be_edited_and_made_again(
    made: dict[str, Any], tmp_path: Path
) -> None:
    save_game(made, tmp_path / "g", LIBRARY)
    assert read_blueprint(tmp_path / "g") == Blueprint.model_validate(made["blueprint"])
    request = rebuild_request(tmp_path / "g")
    assert request["design"] == made["design"]
    assert request["contents"] == made["contents"]
    assert request["seed"] == 2
    assert {file.stem for file in (tmp_path / "g" / "content").glob("*.json")} == set(
        made["contents"]
    )


async def test_a_rebuilt_game_is_the_same_game(made: dict[str, Any], tmp_path: Path) -> None:
    save_game(made, tmp_path / "g", LIBRARY)
    again = await make_at_once(Order(**rebuild_request(tmp_path / "g")), LIBRARY)
    assert again["blueprint"] == made["blueprint"]


def test_content_that_is_no_longer_used_goes(made: dict[str, Any], tmp_path: Path) -> None:
    save_game(made, tmp_path, LIBRARY)
    kept = dict(list(made["contents"].items())[1:])
    save_game({**made, "contents": kept}, tmp_path, LIBRARY)
    assert {file.stem for file in (tmp_path / "content").glob("*.json")} == set(kept)


async def test_a_game_is_found_by_folder_by_file_and_by_knowledge(
    made: dict[str, Any], tmp_path: Path
) -> None:
    save_game(made, tmp_path, LIBRARY)
    found = [
        await find_game(str(place), LIBRARY) for place in (tmp_path, tmp_path / "blueprint.json")
    ]
    assert {game.id for game in found} == {"heart_game"}
    assert (await find_game("violin", LIBRARY)).id == "violin"
    with pytest.raises(NotFound, match="heart"):
        await find_game("hart", LIBRARY)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "not JSON"),
        ("{}", "is no blueprint"),
        ('{"title": 3}', "title"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_what_is_no_blueprint_is_refused_with_its_faults(
    text: str, told: str, tmp_path: Path
) -> None:
    (tmp_path / "b.json").write_text(text)
    with pytest.raises(BadInput, match=told):
        read_blueprint(tmp_path / "b.json")


def test_a_blueprint_that_cannot_be_won_is_refused(made: dict[str, Any], tmp_path: Path) -> None:
    broken = json.loads(json.dumps(made["blueprint"]))
    broken["totalMaxScore"] += 10
    broken["scenes"][0]["mechanics"][0]["items"][0]["answer"] = "z99"
    (tmp_path / "b.json").write_text(json.dumps(broken))
    with pytest.raises(BadInput, match=r"(?s)round-answer.*game-score"):
        read_blueprint(tmp_path / "b.json")


# ── taken elsewhere ───────────────────────────────────────────────────────────────────────────────


def test_an_export_nobody_knows_is_refused_with_those_there_are(blueprint: Blueprint) -> None:
    assert export(blueprint, "html").data.startswith(b"<!doctype html>")
    with pytest.raises(NotFound, match="html"):
        export(blueprint, "htm")


@pytest.mark.parametrize("player", ["perfect", "guessing"])
def test_a_play_from_elsewhere_is_graded_by_the_rules_here(
    blueprint: Blueprint, player: str
) -> None:
    play = play_through(blueprint, PLAYERS[player], 9)
    kept = {
        "blueprint": blueprint.id,
        "timers": True,
        "moves": [json.loads(move_json(move)) for move in play.moves],
    }
    result = graded(blueprint, json.dumps(kept))
    assert result["score"] == sum(result["points"].values()) == play.events[-1].points  # type: ignore[union-attr]  # it finished
    assert result["finished"] is True


@pytest.mark.parametrize(
    ("play", "told"),
    [
        ("nonsense", "no play"),
        ('{"blueprint": "another", "moves": []}', "another"),
        ('{"blueprint": "heart_game", "moves": [{"do": "retry"}]}', "move 0"),
    ],
)
def test_a_play_that_cannot_have_happened_is_refused(
    blueprint: Blueprint, play: str, told: str
) -> None:
    with pytest.raises(BadInput, match=told):
        graded(blueprint, play)
