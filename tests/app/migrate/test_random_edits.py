"""Random edits of methodologies, guides, artifacts and games: what a session stands on is found
again, or asked about.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.migration import Answers
from dramaturg.app.content.swap import revised
from dramaturg.app.migrate.plan import GOES_ON, Passage, plan_session
from dramaturg.app.migrate.things import Thing, things_in
from dramaturg.app.wiring import App, open_app
from dramaturg.content.documents import canonical
from dramaturg.engines import engine_of, kit_of
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.moves import move_json
from dramaturg.engines.games.content import game_content, make_at_once
from dramaturg.engines.games.job import Order
from dramaturg.engines.games.rules.players import play_through, worst
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.kit import Version
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.kernel.errors import ContentError
from dramaturg.turn.contract import Heard
from dramaturg.turn.engine import fold
from dramaturg.turn.migration import Item
from dramaturg.turn.ports import StoredContent


@dataclass(frozen=True)
class Case:
    """A session to be paused everywhere, the part of its content that is edited, and the things of
    it that are.
    """

    content: Callable[[App], Awaitable[StoredContent]]
    part: tuple[str, str]
    kinds: frozenset[str]
    says: Callable[[StoredContent], list[str]]
    edits: int


async def oat_milk(app: App) -> StoredContent:
    return interview_content(app.library, "means_end_chain", "oat_milk", "oat_milk_guide")


async def origins(app: App) -> StoredContent:
    return memoir_content(app.library, "origins")


async def heart(app: App) -> StoredContent:
    made = await make_at_once(Order(id="heart", knowledge="heart"), app.library)
    return game_content(Blueprint.model_validate(made["blueprint"]))


def told(_content: StoredContent) -> list[str]:
    return [
        "Hello.",
        "I buy it because it is creamy.",
        "It makes my morning calm.",
        "I was sad when my mother died.",
        "Some thing.",
    ]


def moves(content: StoredContent) -> list[str]:
    return [
        move_json(move)
        for move in play_through(Blueprint.model_validate_json(content.body), worst).moves[:25]
    ]


CASES = {
    "guides": Case(oat_milk, ("guide", "oat_milk_guide"), frozenset({"topic", "point"}), told, 6),
    "methodologies": Case(
        oat_milk,
        ("methodology", "means_end_chain"),
        frozenset({"strategy", "concept type", "edge type"}),
        told,
        4,
    ),
    "artifacts": Case(
        origins,
        ("artifacts", "origins"),
        frozenset({"machine state", "tactic", "constraint", "route"}),
        told,
        5,
    ),
    "games": Case(
        heart, ("game", "heart"), frozenset({"scene", "mechanic", "item", "zone"}), moves, 10
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
async def test_a_session_stands_where_it_stood_or_is_asked_about(
    case: Case, tmp_path: Path
) -> None:
    async with open_app(Settings(store=str(tmp_path / "sessions.db"), model="offline")) as app:
        content = await case.content(app)
        states = await paused(app, content, case.says(content))
    moving = kit_of(content.engine).migrate
    judged = 0
    stood = {item for state in states for item in moving.stands_on(state)}
    for passage, heirs in islice(edits(content, case, stood), case.edits):
        for state in states:
            plan = plan_session("s", passage, state, Answers())
            if plan.fate in GOES_ON:
                expected = [heirs.get(item, item) for item in moving.stands_on(state)]
                assert list(moving.stands_on(moving.moved(state, plan.moves))) == expected
                assert not moving.worries(passage.engine, moving.moved(state, plan.moves))
            else:
                assert plan.fate in ("needs a decision", "over"), plan
            judged += plan.fate in GOES_ON
    assert judged


async def paused(app: App, content: StoredContent, says: list[str]) -> list[Any]:
    """The state of a session that was really played, after every turn."""
    session, _ = await app.sessions.open(content)
    for number, said in enumerate(says):
        await app.sessions.turn(session, Heard(said), str(number))
    engine = engine_of(content, LOCAL_MODELS)
    states = [engine.start()]
    for _, record in await app.sessions.records(session):
        states.append(fold(engine.apply, record.events, states[-1]))
    return states[1:]


def edits(
    content: StoredContent, case: Case, stood: set[Item]
) -> Iterator[tuple[Passage, dict[Item, Item | None]]]:
    """Things renamed, removed or put elsewhere in their list, where the content stays sound; mostly
    what sessions stand on.
    """
    for seed in range(400):
        chance = Random(seed)
        body = json.loads(content.body)
        things = [
            thing
            for thing in things_in(body, kit_of(content.engine).migrate.NAMED).values()
            if thing.kind in case.kinds
        ]
        standing = [thing for thing in things if thing.item in stood and chance.random() < 0.8]
        thing = chance.choice(standing or things)
        edited, heirs = chance.choice((renamed, removed, reordered))(body, thing, chance)
        part = edited if case.part[0] == "game" else edited[case.part[0]]
        with suppress(ContentError, ValidationError):
            new = revised(content, Version(*case.part, "2", canonical(part)))
            if new is not None and new.hash != content.hash:
                yield Passage(content, new, engine_of(new, LOCAL_MODELS)), heirs


Edited = tuple[Any, dict[Item, Item | None]]


def renamed(body: Any, thing: Thing, chance: Random) -> Edited:
    now = f"{thing.id}_{chance.randrange(100)}"
    text = json.dumps(body).replace(json.dumps(thing.id), json.dumps(now))
    return json.loads(text), {thing.item: (thing.kind, "/".join((*thing.ids[:-1], now)))}


def removed(body: Any, thing: Thing, chance: Random) -> Edited:
    shelf(body, thing).remove(thing.body)
    return body, {thing.item: None}


def reordered(body: Any, thing: Thing, chance: Random) -> Edited:
    listed = shelf(body, thing)
    listed.insert(chance.randrange(len(listed)), listed.pop(listed.index(thing.body)))
    return body, {}


def shelf(body: Any, thing: Thing) -> list[Any]:
    for step in thing.place[:-1]:
        body = body[step]
    assert isinstance(body, list)
    return body
