"""A played session, written as a walkthrough, plays again to the same decisions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from tests.recordings.test_recordings import RECORDINGS
from tests.support.ears import MODELS

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.content.walkthrough import Walkthrough
from dramaturg.app.walkthroughs.faults import walkthrough_faults
from dramaturg.app.walkthroughs.run import Ran, run
from dramaturg.app.walkthroughs.ways import WAYS, Ways
from dramaturg.app.walkthroughs.writing import as_walkthrough
from dramaturg.app.wiring import App, open_app
from dramaturg.content.documents import Loaded, load_text
from dramaturg.content.library import Library, packaged
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.content import find_game, game_content
from dramaturg.engines.games.engine import UNTIMED
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.sims.content import sim_content
from dramaturg.kernel.errors import BadInput
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.contract import REMOVED, Heard
from dramaturg.turn.migration import Moved
from dramaturg.turn.ports import StoredContent, Voice

LIBRARY = Library(KINDS, (packaged(),))
ONCE: Ways = {"straight": WAYS["straight"]}
OFFLINE = Settings(store="", model="offline")


async def written(
    content: StoredContent,
    heard: Sequence[Heard],
    folder: Path,
    to: str | None = None,
    voice: Voice | None = None,
) -> str:
    """A session that was played so, as a walkthrough."""
    async with open_app(
        OFFLINE.model_copy(update={"store": str(folder / "s.db")}), voice, MODELS
    ) as app:
        session, _ = await app.sessions.open(content, to)
        for number, each in enumerate(heard):
            await app.sessions.turn(session, each, str(number))
        return await exported(app, session)


async def exported(app: App, session: str) -> str:
    return await as_walkthrough(app.log, session, LIBRARY, MODELS)


async def ran(text: str) -> Ran:
    loaded = cast("Loaded[Walkthrough]", load_text(text, "played.yaml", KINDS))
    assert isinstance(loaded, Loaded), loaded
    assert walkthrough_faults(loaded.document, LIBRARY, Path()) == ()
    return await run(loaded, LIBRARY, MODELS, ONCE)


@pytest.mark.slow
async def test_a_sim_plays_again_with_what_its_model_said(tmp_path: Path) -> None:
    line = 'I am the QA lead.\n---END---\n{"node_satisfied": true, "engagement_score": 1}'
    heard = (Heard("Hello."), Heard("What is the problem?"), Heard("Who are you?", to="guide"))
    text = await written(
        sim_content(LIBRARY, "launch_decision"),
        heard,
        tmp_path,
        "qa_lead",
        ScriptVoice(lambda _: line),
    )
    assert "report:" in text
    assert "to: guide" in text
    told = await ran(text)
    assert (told.turns, told.failures) == (3, ())


async def test_a_game_plays_again_move_by_move(tmp_path: Path) -> None:
    content = game_content(await find_game("heart", LIBRARY))
    moves = (
        '{"do": "answer", "item": "aorta", "answer": "z1"}',
        '{"do": "hint", "item": "aorta"}',
        '{"do": "next", "at": 9}',
    )
    text = await written(content, [Heard(move) for move in moves], tmp_path, UNTIMED)
    assert "untimed: true" in text
    told = await ran(text)
    assert (told.turns, told.failures) == (3, ())


async def test_a_migrated_session_is_written_without_the_turn_in_which_nothing_was_said(
    tmp_path: Path,
) -> None:
    content = game_content(await find_game("heart", LIBRARY))
    older = game_content(
        Blueprint.model_validate_json(content.body).model_copy(update={"title": "An older heart"})
    )
    async with open_app(OFFLINE.model_copy(update={"store": str(tmp_path / "s.db")})) as app:
        session, _ = await app.sessions.open(older, UNTIMED)
        await app.sessions.migrate(session, content, Moved({}, content.version), newest=0)
        await app.sessions.turn(session, Heard('{"do": "hint", "item": "aorta"}'), "hint")
        text = await exported(app, session)
    assert "# It was migrated: " in text
    told = await ran(text)
    assert (told.turns, told.failures) == (1, ())


@pytest.mark.slow
async def test_an_interview_plays_again_in_words_and_to_its_end(tmp_path: Path) -> None:
    content = interview_content(LIBRARY, "means_end_chain", "electric bikes", max_turns=2)
    text = await written(content, [Heard("They are quick."), Heard("I am home earlier.")], tmp_path)
    assert "about: electric bikes" in text
    assert "ended: true" in text
    told = await ran(text)
    assert (told.turns, told.failures) == (2, ())


@pytest.mark.slow
async def test_a_memoir_plays_again_over_its_sittings(tmp_path: Path) -> None:
    content = memoir_content(LIBRARY, teller=Teller(name="Jens", born=1948))
    heard = (
        Heard("I was born in Lemvig. My father was a baker.", at=1_000_000.0),
        Heard(choice="sitting", at=1_900_000.0),
        Heard(choice="mark:1:off_record", at=1_900_060.0),
        Heard("He got up at three every night.", at=1_900_120.0),
    )
    text = await written(content, heard, tmp_path)
    assert 'later: "250 hours"' in text
    assert "mark: off_record" in text
    told = await ran(text)
    assert (told.turns, told.failures) == (4, ())


@pytest.mark.slow
async def test_a_session_with_a_real_model_plays_again_without_it(tmp_path: Path) -> None:
    """What was said then and what the model said to it, heard as it is heard now."""
    _, content, *turns = map(json.loads, RECORDINGS["local_model"])
    opening, *records = (json.loads(turn["record"]) for turn in turns)
    replies = (each["reply"] for record in records for each in record["exchanges"])
    text = await written(
        StoredContent(**content),
        [Heard(**record["heard"]) for record in records],
        tmp_path,
        opening["heard"]["to"],
        ScriptVoice(lambda _: next(replies, None)),
    )
    told = await ran(text)
    assert (told.turns, told.failures) == (11, ())


@pytest.mark.slow
async def test_it_says_where_it_comes_from_and_whether_the_library_has_something_else_now(
    tmp_path: Path,
) -> None:
    content = sim_content(LIBRARY, "launch_decision")
    older = StoredContent(
        "0" * 64, "sims", "launch_decision", "0", content.body.replace("Hey, I'm", "Hi, I'm")
    )
    text = await written(older, [Heard("Hello.")], tmp_path)
    assert "played with launch_decision 0. It holds what was said, word for word." in text
    assert f"The library now has {content.version}, which may decide otherwise." in text


async def test_a_session_from_which_something_was_removed_is_not_written(tmp_path: Path) -> None:
    async with open_app(OFFLINE.model_copy(update={"store": str(tmp_path / "s.db")})) as app:
        session, _ = await app.sessions.open(memoir_content(LIBRARY))
        (opening,) = await app.log.turns(session)
        emptied = json.loads(opening.record)
        emptied["heard"]["choice"] = REMOVED
        await app.log.rewrite(session, 0, [replace(opening, record=json.dumps(emptied))], ())
        with pytest.raises(BadInput, match="cannot be played again"):
            await exported(app, session)
