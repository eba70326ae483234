"""What a page shows of a sim is what the engine did: the scene, who said what, and why."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from tests.app.launch_talk import (
    ASKED,
    CHOSEN,
    CLEARED,
    DECIDED,
    FAREWELL,
    GREETED,
    HELD,
    IN_WORDS,
    WHOLE,
    WITH_MARCUS,
    WITH_MAYA,
    talk,
)
from tests.support.ears import MODELS

from dramaturg.app.config.settings import Settings
from dramaturg.app.views.sims import walked
from dramaturg.app.views.views import Why
from dramaturg.app.wiring import App, open_app
from dramaturg.engines.sims import view as sims
from dramaturg.engines.sims import why as sims_why
from dramaturg.engines.sims.base.backbone import condition
from dramaturg.engines.sims.base.state import Spoke
from dramaturg.engines.sims.content import sim_content, sim_of
from dramaturg.engines.sims.engine import SimEngine
from dramaturg.engines.sims.view import SimScene
from dramaturg.engines.sims.why import SimWay, SimWhy
from dramaturg.kernel.conditions import Facts, parse
from dramaturg.turn.conditions_in_words import found, in_words
from dramaturg.turn.contract import Heard
from dramaturg.turn.engine import fold
from dramaturg.turn.ports import StoredContent
from dramaturg.turn.view import Spoken


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with open_app(Settings(store=str(tmp_path / "s.db")), models=MODELS) as app:
        yield app


@pytest.fixture
async def session(app: App) -> str:
    return await talk(app, WHOLE)


async def why(app: App, session: str, turn: int) -> tuple[Why, SimWhy]:
    found = await app.views.why(await app.log.session(session), turn)
    return found, cast(SimWhy, found.own)


async def scene(app: App, session: str, after: int) -> SimScene:
    turns = await app.views.turns(await app.log.session(session))
    return cast(SimScene, turns[after].scene)


# ── the scene ─────────────────────────────────────────────────────────────────────────────────────


async def test_a_scene_tells_where_one_is_who_is_there_and_what_there_is_to_do(
    app: App, session: str
) -> None:
    shown = await scene(app, session, 0)
    assert (shown.title, shown.person) == ("Ship in 48 hours?", "qa_lead")
    assert [person.name for person in shown.people] == [
        "Maya Patel",
        "Marcus Reed",
        "Priya Nair",
        "Otto Lindqvist",
    ]
    assert not any(person.met or person.over or person.pivot for person in shown.people)
    assert (
        not any(objective.done for objective in shown.objectives)
        and not shown.documents
        and not shown.decision.taken
    )
    assert [option.id for option in shown.decision.options] == [
        "delay_and_eval",
        "ship_with_filter",
        "ship_as_is",
    ]


async def test_a_pointed_question_is_offered_until_it_is_answered(app: App, session: str) -> None:
    assert (await scene(app, session, ASKED - 1)).people[0].pivot is None
    asking = await scene(app, session, ASKED)
    pivot = asking.people[0].pivot
    assert pivot is not None and pivot.question.endswith("do you want my real read?")
    assert [option.id for option in pivot.options] == ["a", "b", "c"]
    answered = await scene(app, session, CHOSEN)
    assert answered.people[0].pivot is None and answered.people[0].relationship == "cooperative"


async def test_after_a_goodbye_there_are_a_document_a_tick_and_somebody_to_go_to(
    app: App, session: str
) -> None:
    shown = await scene(app, session, FAREWELL)
    assert (
        shown.people[0].over and shown.redirect is not None and shown.redirect.name == "Marcus Reed"
    )
    assert [objective.id for objective in shown.objectives if objective.done] == [
        "understand_the_risk"
    ]
    assert shown.documents[0].lines[1] == "Medical-advice subset: 23.4% (n=180)"


async def test_a_decision_closes_the_scene(app: App, session: str) -> None:
    shown = await scene(app, session, DECIDED)
    assert (shown.ended, shown.decision.taken, shown.person) == (
        "decided",
        "ship_as_is",
        "product_manager",
    )


async def test_lines_name_who_said_them_and_choices_are_told_in_words(
    app: App, session: str
) -> None:
    shown = await app.views.session(await app.log.session(session))
    said = {(line.turn, line.by): line for line in shown.lines}
    assert said[1, "program"].name == "Maya Patel" and said[1, "program"].role == "QA Lead"
    assert (
        said[CHOSEN, "person"].text
        == "Your real read. I'd rather hear it now than after the launch."
    )
    assert said[GREETED, "program"].name == "Marcus Reed"
    assert said[DECIDED, "person"].text == "Ship on time and patch later"
    assert said[DECIDED, "program"].name == "What follows" and said[
        DECIDED, "program"
    ].text.startswith("The date holds.")


# ── why ───────────────────────────────────────────────────────────────────────────────────────────


async def test_a_gate_says_what_opens_it_and_that_it_did_not(app: App, session: str) -> None:
    common, own = await why(app, session, HELD)
    (step,) = own.steps
    assert (step.node.title, step.node.kind, step.moved, step.exchange) == (
        "Decisive",
        "gate",
        "stay",
        1,
    )
    assert step.node.left.startswith(
        "A gate: it opens only when the learner clearly acknowledges the constraint"
    )
    on, backstop = step.ways
    assert (on.to, on.held) == ("Pivot 2", False) and "registered it at 0 of 1" in on.found
    assert (backstop.to, backstop.when, backstop.held) == (
        "Close",
        "after 6 exchanges held in it",
        False,
    )
    assert [(each.id, each.due, each.said) for each in own.materials] == [
        ("contract_ceiling", True, True)
    ]
    assert common.shown.outcome == "gate not satisfied"


async def test_a_gate_that_was_cleared_shows_the_way_that_was_taken(app: App, session: str) -> None:
    _, own = await why(app, session, CLEARED)
    (step,) = own.steps
    assert [way.taken for way in step.ways] == [True, False]
    assert (step.moved, step.to, own.now) == ("goto", "Pivot 2", "Pivot 2")
    assert own.report is not None and own.report.landed


async def test_an_answer_in_words_leaves_the_question_and_takes_a_step_in_the_next_node(
    app: App, session: str
) -> None:
    _, own = await why(app, session, IN_WORDS)
    assert [(step.node.title, step.to) for step in own.steps] == [
        ("Pivot 2", "Resolve"),
        ("Resolve", "Close"),
    ]
    (aside,) = own.steps[1].asides
    assert aside.held and aside.tells == "I signed off on the eval methodology myself"
    assert aside.when == "the relationship is at least cooperative and “key reveal done” is not set"
    assert aside.found.startswith("the relationship is ")


async def test_what_changed_between_the_two_is_told_with_its_causes(app: App, session: str) -> None:
    _, own = await why(app, session, CHOSEN)
    assert own.bond is not None
    assert (own.bond.before, own.bond.after, own.bond.changes) == (
        "neutral",
        "cooperative",
        ("+12 for the answer",),
    )
    assert own.bond.score_after - own.bond.score_before == 12


async def test_what_the_page_was_told_to_do_is_listed(app: App, session: str) -> None:
    _, own = await why(app, session, FAREWELL)
    assert [command.command for command in own.commands] == [
        "AI_AdvanceObjective",
        "AI_EndConversation",
    ]
    assert all(command.does for command in own.commands)


async def test_every_turn_can_be_explained_and_every_signal_says_what_it_means(
    app: App, session: str
) -> None:
    for turn in range(DECIDED + 1):
        common, _ = await why(app, session, turn)
        assert [signal.name for signal in common.shown.signals if not signal.about] == []


async def test_a_count_of_one_is_no_share(app: App, session: str) -> None:
    common, _ = await why(app, session, ASKED)
    shares = {signal.name: signal.share for signal in common.shown.signals}
    assert (shares["detours"], shares["question"], shares["mood"]) == (False, True, False)


def changed(app: App, node: str, **fields: object) -> StoredContent:
    """The launch decision with a node of its backbone changed."""
    parts = json.loads(sim_content(app.library, "launch_decision").body)
    nodes = parts["backbones"]["technical"]["nodes"]
    next(each for each in nodes if each["id"] == node).update(fields)
    return sim_of(parts)


async def test_ways_on_a_condition_say_whether_it_held_and_what_was_found(app: App) -> None:
    ways = [
        {"to": "CLOSE", "when": "relationship <= hostile"},
        *({"to": "RESOLVE", "when": f"score >= {n}"} for n in (0, -1)),
    ]
    session = await talk(app, WITH_MAYA[:2], changed(app, "SURFACE", conditional=ways))
    _, own = await why(app, session, 2)
    hostile, first, second, on = own.steps[0].ways
    assert hostile == SimWay(
        "Close",
        "if the relationship is at most hostile",
        False,
        "the relationship is neutral",
        False,
    )
    assert (first.to, first.when, first.held, first.taken) == (
        "Resolve",
        "if the score of the relationship is at least 0",
        True,
        True,
    )
    assert (second.held, second.taken, on.held, on.taken) == (True, False, False, False)
    walk = await walked(app.sessions, session)
    assert (walk.trail[-1].edge, walk.current) == ("SURFACE:1", "RESOLVE")


async def test_a_way_that_opens_once_says_that_it_was_used(app: App) -> None:
    back = [{"to": "GROUND", "when": "score >= -9", "once": "went_back"}]
    session = await talk(app, WITH_MAYA[:4], changed(app, "SURFACE", conditional=back))
    first, second = [(await why(app, session, turn))[1].steps[0].ways[0] for turn in (2, 4)]
    assert (first.held, first.taken) == (True, True)
    assert (second.held, second.taken, second.found) == (False, False, "used already")


@pytest.mark.parametrize(
    ("words", "way"), [("So it's 23.4% against 2%. That decides it.", 0), ("Mm.", 1)]
)
async def test_a_gate_is_left_by_its_way_or_by_the_backstop(app: App, words: str, way: int) -> None:
    said = (*WITH_MAYA[:HELD], *(Heard(words) for _ in range(5)))
    session = await talk(app, said, changed(app, "DECISIVE", advance="CLOSE"))
    walk = await walked(app.sessions, session)
    left = next(trod for trod in walk.trail if trod.node == "DECISIVE" and trod.to == "CLOSE")
    assert left.edge == ("DECISIVE:on", "DECISIVE:backstop")[way]
    _, own = await why(app, session, left.turn)
    assert [each.taken for each in own.steps[0].ways] == [way == 0, way == 1]


async def test_what_had_to_be_said_and_was_not_is_told(app: App, session: str) -> None:
    engine = cast(SimEngine, (await app.sessions.live(session)).engine)
    records = [record for _, record in await app.sessions.records(session)]
    before = fold(
        engine.apply,
        (event for record in records[:HELD] for event in record.events),
        engine.start(),
    )
    held = records[HELD]
    unsaid = tuple(
        replace(event, said=()) if isinstance(event, Spoke) else event
        for event in held.settlement.events
    )
    silent = replace(held, settlement=replace(held.settlement, events=unsaid))
    told = sims_why.why(engine, before, fold(engine.apply, silent.events, before), silent)
    assert [(each.id, each.due, each.said) for each in told.materials] == [
        ("contract_ceiling", True, False)
    ]


async def test_a_session_is_shown_whatever_another_version_has_done_to_its_names(
    app: App, session: str
) -> None:
    body = (await app.log.content((await app.log.session(session)).content_hash)).body
    for was, now in (
        ("qa_lead", "maya"),
        ("DECISIVE", "KEY"),
        ("PIVOT_1", "FIRST"),
        ('"id":"p1"', '"id":"first"'),
    ):
        assert was in body
        body = body.replace(was, now)
    engine = cast(SimEngine, app.sessions.engines.of(sim_of(json.loads(body))))
    state, lines = engine.start(), list[Spoken]()
    for _, record in await app.sessions.records(session):
        before, state = state, fold(engine.apply, record.events, state)
        lines += sims.spoken(engine, state, record)
        assert sims.scene(engine, state).people and sims_why.why(engine, before, state, record)
    assert {line.name for line in lines} == {"You", "qa_lead", "Marcus Reed", "What follows"}


# ── the graph ─────────────────────────────────────────────────────────────────────────────────────


async def test_the_trail_leads_through_the_graph_by_its_own_ways(app: App, session: str) -> None:
    walk = await walked(app.sessions, session, "qa_lead")
    edges = {edge.id: edge for edge in walk.graph.edges}
    went = [trod for trod in walk.trail if trod.moved == "goto"]
    assert [(edges[trod.edge].start, edges[trod.edge].to) for trod in went] == [
        (trod.node, trod.to) for trod in went
    ]
    assert [trod.to for trod in went] == [
        "SURFACE",
        "DEEPEN",
        "PIVOT_1",
        "DECISIVE",
        "PIVOT_2",
        "RESOLVE",
        "CLOSE",
    ]
    assert (walk.current, walk.over) == ("CLOSE", True)


async def test_a_trail_goes_on_where_it_was_left(app: App) -> None:
    back = Heard("Hello again, Maya.", to="qa_lead")
    walk = await walked(
        app.sessions, await talk(app, (*WITH_MAYA[:2], *WITH_MARCUS, back)), "qa_lead"
    )
    assert [(trod.turn, trod.moved) for trod in walk.trail] == [
        (0, "begin"),
        (1, "goto"),
        (2, "goto"),
        (4, "stay"),
    ]


async def test_with_somebody_one_has_not_met_there_is_no_trail(app: App, session: str) -> None:
    walk = await walked(app.sessions, session, "guide")
    assert (walk.trail, walk.current, walk.over) == ((), "", False)


# ── conditions ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("relationship >= cooperative", "the relationship is at least cooperative"),
        ("not detour", "the words are to the point"),
        (
            "choice in (a, b) or score < 3",
            "the answer is one of a, b or the score of the relationship is below 3",
        ),
        (
            "detour and (score or choice == c)",
            "the words are off the point and (“score” is set or the answer is c)",
        ),
        (
            "not (score == 0 and detour)",
            "not (the score of the relationship is 0 and the words are off the point)",
        ),
        ("true", "always"),
    ],
)
def test_conditions_are_told_in_words(text: str, words: str) -> None:
    assert in_words(condition(text)) == words


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"score": 4, "told": True}, "“told” is set; the score of the relationship is 4"),
        ({}, "“told” is not set; the score of the relationship is not known"),
    ],
)
def test_what_a_condition_read_is_told_as_it_was_found(facts: Facts, words: str) -> None:
    assert found(parse("score > 1 and told"), facts) == words
