"""The monitor: what is flagged beyond what a turn recorded, and how much is read at once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest
from tests.engines.memoir.sittings import Room, room

from dramaturg.app.live import monitor
from dramaturg.app.live.monitor import SLOW, UNFINISHED, Monitor
from dramaturg.app.sessions.flags import SessionFlag, flag, flags_of_state, lasting
from dramaturg.engines.games.base.state import GameState
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.sims.base.state import Conversation, SimState
from dramaturg.kernel.errors import LLMError, NotFound
from dramaturg.kernel.walker import Pointer
from dramaturg.turn.ports import OnText, Prompt, Reply, TurnClaim


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Room]:
    async with room(tmp_path / "wall.db") as opened:
        yield opened


def monitor_of(here: Room) -> Monitor:
    return Monitor(here.log, here.sessions, here.clock)


async def whys(here: Room, watched: Monitor, later: float) -> list[str]:
    here.clock.time += later
    (card,) = (await watched.look()).cards
    return [each.why for each in card.flags]


# ── turns that do not end ─────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lease", "after", "why"),
    [(100.0, 29.0, []), (100.0, 31.0, [SLOW]), (20.0, 21.0, [UNFINISHED])],
)
async def test_a_turn_that_does_not_end_is_flagged(
    here: Room, lease: float, after: float, why: list[str]
) -> None:
    session = await here.begin()
    watched = monitor_of(here)
    claim = await here.log.claim(session, "key", '{"text": "Hello."}', "somebody", lease)
    assert isinstance(claim, TurnClaim)
    assert await whys(here, watched, 0.0) == []
    assert await whys(here, watched, after) == why
    await here.log.withdraw(claim)
    assert await whys(here, watched, 2.0) == []


@pytest.mark.parametrize(
    ("engine", "state", "stuck"),
    [
        ("interviews", InterviewState(fruitless=3), True),
        ("interviews", InterviewState(fruitless=2), False),
        ("interviews", InterviewState(fruitless=3, ended=True), False),
        ("sims", SimState("ann", {"ann": Conversation(Pointer("GATE", node_turn_count=6))}), True),
        (
            "sims",
            SimState("ann", {"ann": Conversation(Pointer("GATE", node_turn_count=6, closed=True))}),
            False,
        ),
        ("sims", SimState(), False),
        ("games", GameState("between", unmet={"scene": 3}), True),
        ("games", GameState("finished", unmet={"scene": 3}), False),
    ],
)
def test_a_session_that_does_not_get_on_is_flagged(engine: str, state: Any, stuck: bool) -> None:
    assert [each.kind for each in flags_of_state(engine, state, 9)] == ["stuck"] * stuck


class Failing:
    name = "failing"

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        raise LLMError("no answer")


@pytest.mark.slow
async def test_a_model_that_fails_is_flagged_while_it_does(tmp_path: Path) -> None:
    async with room(tmp_path / "wall.db", Failing()) as here:
        session = await here.begin()
        await here.hear(session, "I grew up in Leeds.")
        (card,) = (await monitor_of(here).look()).cards
        assert [(each.kind, each.urgency) for each in card.flags] == [("model", "soon")]


# ── how long, how much ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("kind", "turns"), [("model", 1), ("stuck", 1), ("refusal", 3), ("mood", 3), ("distress", 99)]
)
def test_a_flag_lasts_as_long_as_it_matters(kind: Any, turns: int) -> None:
    raised: SessionFlag = flag(kind, 5, "why")
    assert [last for last in range(5, 104) if list(lasting([raised], last))] == list(
        range(5, 5 + turns)
    )


@pytest.mark.slow
async def test_much_is_read_bit_by_bit(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitor, "AT_ONCE", 2)
    sessions = {await here.begin() for _ in range(3)}
    watched = monitor_of(here)
    first = await watched.look()
    here.clock.time += 2
    second = await watched.look(first.mark)
    assert (len(first.cards), first.more, len(second.cards), second.more) == (2, True, 1, False)
    assert {card.id for card in (*first.cards, *second.cards)} == sessions


@pytest.mark.slow
async def test_what_was_left_a_day_ago_is_on_the_monitor_no_more(here: Room) -> None:
    session = await here.begin()
    watched = monitor_of(here)
    mark = (await watched.look()).mark
    here.clock.time += monitor.RUNNING + 1
    assert (await watched.look(mark)).gone == (session,)
    with pytest.raises(NotFound):
        await watched.acknowledge(session, 1)


@pytest.mark.slow
async def test_whoever_looked_before_a_card_was_forgotten_sees_the_whole_monitor(
    here: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monitor, "MOST_GONE", 0)
    session = await here.begin()
    watched = monitor_of(here)
    first = await watched.look()
    await here.sessions.delete(session)
    here.clock.time += 2
    second = await watched.look(first.mark)
    assert (second.whole, second.cards) == (True, ())
    assert not (await watched.look(second.mark)).whole


@pytest.mark.slow
async def test_a_session_that_cannot_be_read_any_more_hides_no_other(
    here: Room, tmp_path: Path
) -> None:
    sessions = {await here.begin() for _ in range(2)}
    with closing(connect(tmp_path / "wall.db")) as connection, connection:
        connection.execute("UPDATE turns SET record = '{}' WHERE session = ?", (min(sessions),))
    cards = (await monitor_of(here).look()).cards
    assert {card.id: card.title for card in cards}[min(sessions)] == "origins"
    assert {card.id for card in cards} == sessions
