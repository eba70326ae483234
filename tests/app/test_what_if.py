"""What if: which turns of a stored interview another methodology would have decided otherwise, and why."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.engines.interviews.test_engine import ANSWERS

from dramaturg.app.productions import interview_content, methodology_of, sim_content
from dramaturg.app.settings import Settings
from dramaturg.app.what_if import Redecided, redecide, with_methodology
from dramaturg.app.wiring import SENSES, App, open_app
from dramaturg.content.documents import Loaded, load
from dramaturg.engines.interviews.methodology import Methodology
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.contract import Heard

METHOD = "means_end_chain"


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with open_app(Settings(store=str(tmp_path / "interviews.db"))) as opened:
        yield opened


async def held(app: App, turns: int = 6) -> str:
    session, _ = await app.sessions.open(interview_content(app.library, METHOD, "oat_milk", max_turns=turns + 2))
    for number, text in enumerate(ANSWERS[:turns]):
        await app.sessions.turn(session, Heard(text), str(number))
    return session


def without(app: App, strategy: str) -> Loaded[Methodology]:
    """The methodology in which this strategy is worth nothing, whatever the phase."""
    body = json.loads(methodology_of(app.library, METHOD).body)
    (found,) = (each for each in body["strategies"] if each["name"] == strategy)
    found["signal_weights"] |= {f"meta.interview.phase.{phase}": -20.0 for phase in ("early", "mid", "late")}
    return read(body)


def read(body: dict[str, Any]) -> Loaded[Methodology]:
    found = load(json.dumps(body), "other.yaml", Methodology)
    assert isinstance(found, Loaded), found
    return found


async def used(app: App, session: str) -> list[str]:
    """The strategy of every turn."""
    decisions = [record.decision for _, record in await app.sessions.records(session)]
    return [decision.directive.strategy for decision in decisions if decision]


async def turns_of(app: App, session: str, other: Loaded[Methodology]) -> list[Redecided]:
    return [turn async for turn in redecide(app.log, session, other, SENSES)]


async def test_the_methodology_it_was_held_with_decides_every_turn_the_same(app: App) -> None:
    session = await held(app)
    turns = await turns_of(app, session, methodology_of(app.library, METHOD))
    assert [turn.turn for turn in turns] == [1, 2, 3, 4, 5, 6]
    assert all(turn.same for turn in turns)
    assert all(turn.was_because == turn.now_because for turn in turns)


@pytest.mark.slow
async def test_a_strategy_that_is_worth_nothing_changes_exactly_the_turns_that_used_it(app: App) -> None:
    session = await held(app)
    strategies = await used(app, session)
    for strategy in set(strategies):
        turns = await turns_of(app, session, without(app, strategy))
        differing = [turn.turn for turn in turns if not turn.same]
        assert differing == [number for number, name in enumerate(strategies, 1) if name == strategy]


@pytest.mark.slow
async def test_a_change_says_what_was_asked_what_would_be_and_why(app: App) -> None:
    session = await held(app)
    (first, *_) = await used(app, session)
    turn = (await turns_of(app, session, without(app, first)))[0]
    assert turn.was.startswith(f"ask {first}")
    assert turn.was_because.startswith(first)
    _, instead, *_ = turn.now.split()
    assert instead != first
    assert turn.now_because.startswith(f"{instead} ")
    assert " at " in turn.now_because


async def test_what_was_stored_is_left_as_it_was(app: App) -> None:
    session = await held(app, turns=3)
    before = [stored.record for stored in await app.log.turns(session)]
    await turns_of(app, session, without(app, (await used(app, session))[0]))
    assert [stored.record for stored in await app.log.turns(session)] == before
    assert all([turn.same async for turn in app.sessions.replay(session)])


async def test_another_ontology_is_refused_and_its_missing_types_are_named(app: App) -> None:
    session = await held(app, turns=2)
    with pytest.raises(BadInput, match=r"types .*functional_consequence.*, which five_whys does not have"):
        await turns_of(app, session, methodology_of(app.library, "five_whys"))


async def test_only_interviews_can_be_decided_by_a_methodology(app: App) -> None:
    session, _ = await app.sessions.open(sim_content(app.library, "launch_decision"))
    with pytest.raises(BadInput, match="is one of sims"):
        await turns_of(app, session, methodology_of(app.library, METHOD))


async def test_subject_guide_and_length_stay_with_another_methodology(app: App) -> None:
    began = interview_content(app.library, METHOD, "oat_milk", "oat_milk_guide", max_turns=9)
    other = with_methodology(began, without(app, "clarify"))
    assert other.hash != began.hash
    was, now = json.loads(began.body), json.loads(other.body)
    assert was.pop("methodology") != now.pop("methodology")
    assert was == now
