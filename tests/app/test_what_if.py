"""What if: which turns of a stored interview another methodology would have decided otherwise, and why."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

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


def changed(app: App, old: str, new: str) -> Loaded[Methodology]:
    """The methodology with something written otherwise, wherever it stands."""
    text = app.library._file("methodology", METHOD).read_text(encoding="utf-8")
    assert old in text
    found = load(text.replace(old, new), "other.yaml", Methodology)
    assert isinstance(found, Loaded), found
    return found


async def turns_of(app: App, session: str, other: Loaded[Methodology]) -> list[Redecided]:
    return [turn async for turn in redecide(app.log, session, other, SENSES)]


async def test_the_methodology_it_was_held_with_decides_every_turn_the_same(app: App) -> None:
    session = await held(app)
    turns = await turns_of(app, session, methodology_of(app.library, METHOD))
    assert [turn.turn for turn in turns] == [1, 2, 3, 4, 5, 6]
    assert all(turn.same for turn in turns)
    assert all(turn.was_because == turn.now_because for turn in turns)


async def test_without_a_strategy_exactly_the_turns_that_used_it_are_decided_otherwise(app: App) -> None:
    session = await held(app)
    records = [record for _, record in (await app.sessions.records(session))[1:]]
    used = [record.decision.directive.strategy for record in records]
    strategy = max(set(used), key=used.count)
    plain = methodology_of(app.library, METHOD).document
    never = [
        each.model_copy(update={"signal_weights": {**each.signal_weights, "temporal.turns_since_strategy_change": -20.0}})
        for each in plain.strategies
        if each.name != strategy
    ]
    assert len(never) == len(plain.strategies) - 1
    other = changed(app, f"- name: {strategy}\n", f"- name: {strategy}\n    valid_when: meta.interview_progress > 2\n")
    turns = await turns_of(app, session, other)
    assert [turn.turn for turn in turns if not turn.same] == [number for number, name in enumerate(used, 1) if name == strategy]


async def test_a_change_says_what_was_asked_what_would_be_and_why(app: App) -> None:
    session = await held(app)
    other = changed(app, "graph.node.is_new.true: ", "graph.node.is_new.true: -1")
    differing = [turn for turn in await turns_of(app, session, other) if not turn.same]
    assert differing
    for turn in differing:
        assert turn.was.startswith(("ask ", "close "))
        assert turn.was != turn.now
        assert turn.now_because.split()[0] in turn.now
    assert any("is_new" in turn.was_because for turn in differing)


async def test_what_was_stored_is_left_as_it_was(app: App) -> None:
    session = await held(app, turns=3)
    before = [stored.record for stored in await app.log.turns(session)]
    await turns_of(app, session, changed(app, "graph.node.is_new.true: ", "graph.node.is_new.true: -1"))
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


def test_subject_guide_and_length_stay_with_another_methodology(app: App) -> None:
    began = interview_content(app.library, METHOD, "oat_milk", "oat_milk_guide", max_turns=9)
    other = with_methodology(began, changed(app, "max_turns: 20", "max_turns: 30"))
    again = interview_content(app.library, METHOD, "oat_milk", "oat_milk_guide", max_turns=9)
    assert other.hash != began.hash
    assert with_methodology(other, methodology_of(app.library, METHOD)).body == again.body
