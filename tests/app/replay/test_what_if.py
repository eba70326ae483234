"""What if: which turns of stored sessions another version of their content would have decided
otherwise, and why.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.app.four_sessions import ENGINES, four_sessions
from tests.recordings.test_recordings import RECORDINGS, restored

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.swap import ContentChange, find_version
from dramaturg.app.replay.what_if import Deciders, WhatIf, what_if
from dramaturg.app.wiring import App, open_app
from dramaturg.content.documents import canonical
from dramaturg.engines import engine_of, kit_of
from dramaturg.engines.games.base.state import Answered
from dramaturg.engines.kit import Version
from dramaturg.language.voices import ScriptVoice
from dramaturg.store.sqlite import connect
from dramaturg.turn.contract import Heard
from dramaturg.turn.engine import fold
from dramaturg.turn.migration import Moved
from dramaturg.turn.ports import Prompt

pytestmark = pytest.mark.slow

DECIDED = {"sims": 12, "interviews": 6, "memoir": 5}
ONE_FACT = "backbones.technical.nodes.DEEPEN.max_turns=1"


def nobody(prompt: Prompt) -> str:
    raise AssertionError("a model was asked")


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with open_app(
        Settings(store=str(four_sessions(tmp_path))), ScriptVoice(nobody)
    ) as opened:
        yield opened


async def session_of(app: App, engine: str) -> str:
    return next(info.id for info in await app.log.sessions() if info.engine == engine)


async def decided(app: App, engine: str, *settings: str, version: Version | None = None) -> WhatIf:
    return await what_if(
        app.log, await session_of(app, engine), Deciders(ContentChange(version, settings))
    )


async def records(app: App, engine: str) -> list[Any]:
    return [record for _, record in await app.sessions.records(await session_of(app, engine))]


def numbers(found: WhatIf) -> list[int]:
    return [turn.turn for turn in found.differing]


async def backbone(app: App, **renamed: str) -> Version:
    """The technical backbone, with nodes renamed."""
    version = find_version(app.library, "technical")
    body = version.body
    for old, new in renamed.items():
        body = body.replace(f'"{old}"', f'"{new}"')
    return replace(version, version="renamed", body=canonical(json.loads(body)))


# ── nothing changed ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("engine", ENGINES)
async def test_the_version_it_was_held_with_decides_every_turn_the_same(
    app: App, engine: str
) -> None:
    same = {"sims": "launch_decision", "interviews": "means_end_chain", "memoir": "origins"}
    version = find_version(app.library, same[engine]) if engine in same else None
    found = await decided(app, engine, version=version)
    assert found.outcome == "same"
    assert len(found.turns) == DECIDED.get(engine, len(await records(app, engine)) - 1)
    assert all(turn.was == turn.would for turn in found.turns)
    assert {turn.carried == turn.was for turn in found.turns} == {engine in ("sims", "games")}


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_turn_decided_anew_by_its_own_engine_is_the_record_again(
    app: App, engine: str
) -> None:
    live = await app.sessions.live(await session_of(app, engine))
    state = live.engine.start()
    for record in await records(app, engine):
        if record.decision is not None:
            assert kit_of(engine).explain.redecided(live.engine, state, record) == record
        state = fold(live.engine.apply, record.events, state)


@pytest.mark.parametrize("engine", ENGINES)
async def test_what_was_stored_is_left_as_it_was(app: App, engine: str) -> None:
    session = await session_of(app, engine)
    before = await app.log.turns(session)
    await decided(app, engine)
    assert await app.log.turns(session) == before


# ── sims ──────────────────────────────────────────────────────────────────────────────────────────


async def test_a_node_that_may_take_one_turn_is_left_a_turn_earlier(app: App) -> None:
    found = await decided(app, "sims", ONE_FACT)
    (turn,) = found.differing
    assert (turn.was.words["decision"], turn.was.words["next"]) == ("stay", "DEEPEN")
    assert (turn.would.words["decision"], turn.would.words["next"]) == ("goto", "PIVOT_1")
    assert "not satisfied (1/2)" in turn.was.reason
    assert "max turns reached (1/1)" in turn.would.reason


async def test_carried_along_the_other_walk_is_ahead_until_an_answer_is_to_nothing_it_asked(
    app: App,
) -> None:
    found = await decided(app, "sims", ONE_FACT)
    (parted,) = numbers(found)
    ahead, lost, *after = found.turns[parted : parted + 3]
    assert ahead.carried
    assert (ahead.was.words["node"], ahead.carried.words["node"]) == ("DEEPEN", "PIVOT_1")
    assert lost.carried
    assert lost.carried.words["node"] != lost.was.words["node"]
    assert all(turn.same for turn in after)


async def test_thresholds_of_a_scenario_decide_how_the_two_get_on(app: App) -> None:
    found = await decided(
        app, "sims", "scenario.thresholds=[-25,-10,11,25]", "scenario.title=The launch"
    )
    recorded = {turn.turn: turn.was.words["relationship"] for turn in found.turns}
    found = await decided(app, "sims", "scenario.thresholds=[-25,-10,24,25]")
    for turn in found.turns:
        assert turn.would.words["relationship"] in (recorded[turn.turn], "neutral")
    assert any(
        turn.would.words["relationship"] == "neutral" != recorded[turn.turn] for turn in found.turns
    )


async def test_a_node_that_the_other_backbone_lacks_is_named_at_every_turn_that_stood_on_it(
    app: App,
) -> None:
    found = await decided(app, "sims", version=await backbone(app, DEEPEN="EXPLAIN"))
    stood = [turn.turn for turn in found.turns if turn.was.words["node"] == "DEEPEN"]
    lost = [turn for turn in found.turns if turn.would.words["decision"] == "no such node"]
    assert [turn.turn for turn in lost] == stood
    assert {turn.would.words["node"] for turn in lost} == {"DEEPEN"}
    assert {turn.would.reason for turn in lost} == {"technical has no node DEEPEN for qa_lead"}


# ── interviews ────────────────────────────────────────────────────────────────────────────────────


async def test_a_strategy_that_is_worth_nothing_changes_exactly_the_turns_that_used_it(
    app: App,
) -> None:
    strategies = [
        record.decision.directive.strategy
        for record in await records(app, "interviews")
        if record.decision
    ]
    for strategy in set(strategies):
        found = await decided(app, "interviews", version=worthless(app, strategy))
        assert numbers(found) == [
            number for number, name in enumerate(strategies, 1) if name == strategy
        ]
        assert all(turn.was.reason.startswith(strategy) for turn in found.differing)
        assert all(
            turn.would.reason.startswith(turn.would.words["strategy"]) for turn in found.differing
        )


def worthless(app: App, strategy: str) -> Version:
    version = find_version(app.library, "means_end_chain")
    body = json.loads(version.body)
    (found,) = (each for each in body["strategies"] if each["name"] == strategy)
    found["signal_weights"] |= {
        f"meta.interview.phase.{phase}": -20.0 for phase in ("early", "mid", "late")
    }
    return replace(version, body=canonical(body))


async def test_with_fewer_turns_the_last_question_comes_earlier(app: App) -> None:
    found = await decided(app, "interviews", "max_turns=4")
    assert numbers(found) == [3, 4, 5, 6]
    assert [turn.would.words["purpose"] for turn in found.differing] == [
        "close",
        "thank",
        "thank",
        "thank",
    ]
    assert {turn.would.words["ending"] for turn in found.differing} == {"max_turns_reached"}


async def test_types_that_the_other_methodology_lacks_are_named(app: App) -> None:
    version = find_version(app.library, "means_end_chain")
    other = replace(
        version, body=re.sub(r"(?<!means_end\.)\battribute\b", "property", version.body)
    )
    found = await decided(app, "interviews", version=other)
    told = {turn.would.words["purpose"]: turn.would.reason for turn in found.differing}
    assert told == {
        "no such type": "concepts of this interview are of the types attribute, which means_end_chain does not have"
    }


# ── memoirs ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_governor_that_allows_no_depth_holds_back_exactly_the_turns_that_went_deeper(
    app: App,
) -> None:
    found = await decided(app, "memoir", "artifacts.governor.budget.max_depth=0")
    deeper = [turn.turn for turn in found.turns if turn.was.words["depth"] != "0"]
    assert deeper
    assert numbers(found) == deeper
    assert {turn.would.words["depth"] for turn in found.differing} == {"0"}
    assert all("budget_without_consent" in turn.would.reason for turn in found.differing)


async def test_a_line_that_would_be_asked_for_again_is_checked_by_the_other_constraints(
    app: App,
) -> None:
    """With a limit that no artifacts could be proven with, and a line twice as long: the
    interviewer's own lines keep to any other.
    """
    live = await app.sessions.live(await session_of(app, "memoir"))
    content = await app.log.content((await app.log.session(live.session)).content_hash)
    other = engine_of(
        replace(content, body=content.body.replace('"max_tokens":60', '"max_tokens":10')),
        LOCAL_MODELS,
    )
    opening, record, *_ = await records(app, "memoir")
    record = replace(record, draft=replace(record.draft, line=f"Go on{', please, go on' * 8}."))
    state = fold(other.apply, opening.events, other.start())
    now = kit_of("memoir").explain.redecided(other, state, record)
    told = kit_of("memoir").explain.choice(fold(other.apply, record.percept.events, state), now)
    assert now.decision == record.decision
    assert told.words["safety"] == "override"
    assert told.reason.endswith("the line was replaced: verbosity")


# ── games ─────────────────────────────────────────────────────────────────────────────────────────


async def test_another_credit_for_a_second_try_changes_exactly_the_answers_that_were_right_then(
    app: App,
) -> None:
    path, second = await first_round(app)
    found = await decided(app, "games", f"{path}.credit=[1.0,0.1,0.05]")
    assert second
    assert numbers(found) == second
    assert all(
        int(turn.would.words["points"]) < int(turn.was.words["points"]) for turn in found.differing
    )


async def first_round(app: App) -> tuple[str, list[int]]:
    """The path to the first round, and the turns in it that were right at the second or
    third try.
    """
    engine = (await app.sessions.live(await session_of(app, "games"))).engine
    scene = engine.blueprint.scenes[0]  # type: ignore[attr-defined]  # of a game
    state, late = engine.start(), []
    for record in await records(app, "games"):
        for event in record.events:
            tries = state.tries[event.mechanic].attempts if isinstance(event, Answered) else {}
            if (
                isinstance(event, Answered)
                and event.mechanic == scene.starting_mechanic_id
                and event.right
                and tries.get(event.item)
            ):
                late.append(record.turn)
            state = engine.apply(state, event)
    return f"scenes.{scene.scene_id}.mechanics.{scene.starting_mechanic_id}", late


# ── what cannot be decided ────────────────────────────────────────────────────────────────────────


async def test_a_session_that_has_no_such_part_is_not_concerned(app: App) -> None:
    found = await decided(app, "interviews", version=find_version(app.library, "technical"))
    assert (found.outcome, found.turns) == ("not concerned", ())
    assert (
        found.why == "no backbone technical; it is made of guide, max_turns, methodology, subject"
    )


async def test_a_wrong_path_names_what_is_there(app: App) -> None:
    found = await decided(app, "interviews", "methodology.limits.most=12")
    assert found.outcome == "undecided"
    assert "there is no 'most' here" in found.why
    assert "most_in_a_row" in found.why


async def test_a_version_that_does_not_go_with_the_rest_is_told(app: App) -> None:
    found = await decided(app, "sims", "backbones.technical.nodes.CLOSE.is_terminal=false")
    assert found.outcome == "undecided"
    assert "[" in found.why  # the code of a fault


async def test_a_turn_that_is_pending_is_told_and_left(app: App) -> None:
    session = await session_of(app, "sims")
    await app.log.claim(session, "late", '{"text": "Wait."}', "somebody", 60.0)
    found = await decided(app, "sims")
    assert (len(found.turns), found.notes) == (
        12,
        ("a turn is pending, which nobody has decided yet",),
    )


async def test_turns_that_were_removed_are_told_and_left(app: App) -> None:
    session = await session_of(app, "memoir")
    await app.memoirs.forget(session, passage=2)
    found = await decided(app, "memoir")
    assert 2 not in [turn.turn for turn in found.turns]
    assert len(found.turns) == 4
    assert found.notes[0].startswith("1 turns were removed")


async def test_a_migrated_session_is_held_against_the_version_it_had_then(app: App) -> None:
    """From the migration on, the title is another; both contents have the backbone that is
    changed.
    """
    session, another = (
        await session_of(app, "sims"),
        ContentChange(settings=("scenario.title=The launch",)),
    )
    content = another.of(await app.log.content((await app.log.session(session)).content_hash))
    assert content
    await app.sessions.migrate(session, content, Moved({}, content.version), 12)
    found = await decided(app, "sims", ONE_FACT)
    assert [turn.would.words["next"] for turn in found.differing] == ["PIVOT_1"]
    assert found.notes == (
        "it was migrated 1 times: each turn is held against the version it had then",
    )
    assert {turn.carried for turn in found.turns} == {None}


@pytest.mark.parametrize(
    ("embedder", "outcome"), [("hashing@1", "otherwise"), ("long gone", "undecided")]
)
async def test_a_session_of_another_embedder_is_decided_by_its_own_thresholds(
    app: App, embedder: str, outcome: str
) -> None:
    """What another embedder read before there was an ear."""
    session = await restored(app.log, RECORDINGS["local_model"])
    with closing(connect(Path(app.settings.store))) as connection:
        connection.execute("UPDATE sessions SET embedder = ? WHERE id = ?", (embedder, session))
    found = await what_if(app.log, session, Deciders(ContentChange()))
    assert found.outcome == outcome
    assert (
        found.why == ""
        or "nobody has calibrated thresholds for the embedder long gone" in found.why
    )


async def test_a_session_of_an_engine_that_is_not_here_is_told(app: App) -> None:
    session = await session_of(app, "games")
    with closing(connect(Path(app.settings.store))) as connection:
        connection.execute("UPDATE contents SET engine = 'puppets' WHERE engine = 'games'")
    found = await what_if(
        app.log, session, Deciders(ContentChange(find_version(app.library, "technical")))
    )
    assert found.outcome == "undecided"
    assert found.why.startswith("this Dramaturg has no engine 'puppets'. Known: games,")


async def test_a_record_that_cannot_be_read_is_told(app: App) -> None:
    session = await session_of(app, "games")
    with closing(connect(Path(app.settings.store))) as connection:
        connection.execute(
            "UPDATE turns SET record = '{}' WHERE session = ? AND turn = 3", (session,)
        )
    found = await decided(app, "games")
    assert found.outcome == "undecided"
    assert found.why.startswith("its records cannot be read by this Dramaturg")


async def test_words_are_not_read_and_no_model_is_asked(app: App) -> None:
    """With a voice, an embedder, a parser and readers that fail when they are used."""
    session = await session_of(app, "interviews")
    with pytest.raises(AssertionError, match="a model was asked"):
        await app.sessions.turn(session, Heard("And now?"), "more")
    for engine in ENGINES:
        assert (await decided(app, engine)).outcome == "same"


def test_every_engine_can_decide_anew() -> None:
    kinds: Sequence[str] = tuple(ENGINES)
    assert kinds == ENGINES
