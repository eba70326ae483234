"""Migration: sessions paused at every node while their content is edited, beside LangGraph's
checkpointer and mere names.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypedDict, cast

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt
from tests.support.content_edits import paused
from tests.support.migrations import Case, judged, sound_edits

from bench.eight_nodes import FOLLOWING
from bench.report import Finding, millis
from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.content.migration import Answers
from dramaturg.app.migrate.migrate import Migrations
from dramaturg.app.migrate.plan import Plan, plan_session
from dramaturg.app.wiring import App, open_app
from dramaturg.content.documents import canonical
from dramaturg.content.library import Library, packaged
from dramaturg.engines import engine_of
from dramaturg.engines.kit import Version
from dramaturg.engines.sims.base.state import SimState
from dramaturg.engines.sims.content import sim_content
from dramaturg.engines.sims.engine import SimEngine
from dramaturg.engines.sims.learners import AttentiveLearner
from dramaturg.kernel.walker import Pointer
from dramaturg.turn.contract import Cue, Heard

EDITS = 200
SCENARIOS = ("launch_decision", "bridge_closure", "night_shift", "tree_rings")
NODES = tuple(FOLLOWING)


def findings() -> Iterator[Finding]:
    yield from _random_edits()
    for what, nodes in (("renamed", NODES), ("removed", NODES[1:-1])):
        ours = asyncio.run(_stored(what, nodes))
        theirs = sum(_lost_by_langgraph(node, what) for node in nodes)
        paused_at = f"paused at the node that is {what}, of {len(nodes)}"
        yield Finding(f"lost silently, {paused_at}", ours.lost, theirs, _whole, limit=0)
        yield Finding(
            f"go on, or are asked about, {paused_at}", ours.kept + ours.asked, len(nodes), _whole
        )
        if ours.kept:
            yield Finding(
                "have their records back to the byte, taken back, of those that went on",
                ours.restored,
                ours.kept,
                _whole,
            )


def _whole(number: float) -> str:
    return f"{number:,.0f}"


# ── random edits ──────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class Tally:
    sessions: int = 0
    wrong: int = 0
    asked: int = 0
    by_name: int = 0
    seconds: float = 0.0


def _random_edits() -> Iterator[Finding]:
    contents = [sim_content(Library(KINDS, (packaged(),)), scenario) for scenario in SCENARIOS]
    everywhere = {
        content.hash: _everywhere(cast(SimEngine, engine_of(content, LOCAL_MODELS)))
        for content in contents
    }
    began = time.perf_counter()
    cases = list(islice(sound_edits(contents, LOCAL_MODELS), EDITS))
    checking = (time.perf_counter() - began) / EDITS
    tally = Tally()
    for case in cases:
        for state in (
            state for person in case.people for state in everywhere[case.passage.old.hash][person]
        ):
            _count(tally, case, state)
    refused = cases[-1].seed + 1 - len(cases)
    told = f"{EDITS} edits, {tally.sessions:,} paused sessions"
    yield Finding(
        f"{told}: lost or misplaced silently, beside a look-up by name",
        tally.wrong,
        tally.by_name,
        _whole,
        limit=0,
    )
    yield Finding(f"{told}: asked about, of all", tally.asked, tally.sessions, _whole)
    yield Finding(
        "edits that the proofs refuse before any session is touched, of all",
        refused,
        refused + EDITS,
        _whole,
    )
    yield Finding(
        "a session planned, beside proving the new version",
        tally.seconds / tally.sessions,
        checking,
        millis,
    )


def _everywhere(engine: SimEngine) -> dict[str, list[SimState]]:
    return {person: list(paused(engine, person)) for person in engine.parts}


def _count(tally: Tally, case: Case, state: SimState) -> None:
    began = time.perf_counter()
    plan = plan_session("session", case.passage, state, Answers())
    tally.seconds += time.perf_counter() - began
    _, wrong = judged(case, state)
    tally.sessions += 1
    tally.wrong += bool(wrong)
    tally.asked += plan.fate == "needs a decision"
    tally.by_name += _wrong_by_name(case, state, plan)


def _wrong_by_name(case: Case, state: SimState, plan: Plan) -> bool:
    """Where the name of its node is looked up in the new graph, it is gone, or past a gate that was
    never met.
    """
    found = state.conversation.pointer.current_node in case.engine.parts[state.person].graph.by_id
    return not found or any(worry.code == "gate-never-met" for worry in plan.worries)


# ── through the store ─────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class Stored:
    """Of sessions that were really played and stored: lost, gone on to the end, asked about, and
    taken back.
    """

    lost: int = 0
    kept: int = 0
    asked: int = 0
    restored: int = 0


async def _stored(what: str, nodes: Sequence[str]) -> Stored:
    found = Stored()
    with TemporaryDirectory() as folder:
        async with open_app(
            Settings(store=str(Path(folder) / "sessions.db"), model="offline")
        ) as app:
            for node in nodes:
                await _migrated(app, node, _version(app, node, what), found)
    return found


async def _migrated(app: App, node: str, version: Version, found: Stored) -> None:
    session = await _play_to(app, node)
    before = await app.log.turns(session)
    work = Migrations(app.log, app.sessions, version, only=frozenset({session}))
    done = await work.apply((await work.survey()).planned)
    if not done.migrated:
        found.asked += done.left[0].fate == "needs a decision"
        found.lost += done.left[0].fate != "needs a decision"
        return
    await work.undo()
    found.restored += await app.log.turns(session) == before
    await work.apply((await work.survey()).planned)
    here = (await app.sessions.live(session)).state.conversation.pointer.current_node
    goes_on = here == f"{node}_AGAIN" and await _plays_on(app, session)
    found.kept += goes_on
    found.lost += not goes_on


async def _play_to(app: App, node: str) -> str:
    """A conversation with the QA lead that stands in this node."""
    session, _ = await app.sessions.open(sim_content(app.library, "launch_decision"))
    await _play(app, session, until=lambda pointer: pointer.current_node == node)
    return session


async def _plays_on(app: App, session: str) -> bool:
    await _play(app, session, until=lambda pointer: pointer.closed)
    return bool((await app.sessions.live(session)).state.conversation.pointer.closed)


async def _play(app: App, session: str, until: Callable[[Pointer], bool]) -> None:
    learner, line = AttentiveLearner(), ""
    cues: tuple[Cue, ...] = ()
    for number in range(30):
        state = (await app.sessions.live(session)).state
        if until(state.conversation.pointer):
            return
        heard = (
            Heard(choice="a") if state.conversation.pointer.armed else learner.answer(line, cues)
        )
        record = await app.sessions.turn(
            session, heard or Heard("Go on, please."), f"{time.perf_counter()}-{number}"
        )
        line, cues = record.line, ()


def _version(app: App, node: str, what: str) -> Version:
    body = json.loads(app.library.get("backbone", "technical").body)
    if what == "renamed":
        return Version(
            "backbone", "technical", "2", canonical(body).replace(f'"{node}"', f'"{node}_AGAIN"')
        )
    advance = next(each["advance"] for each in body["nodes"] if each["id"] == node)
    body["nodes"] = [each for each in body["nodes"] if each["id"] != node]
    return Version(
        "backbone", "technical", "2", canonical(body).replace(f'"{node}"', f'"{advance}"')
    )


# ── LangGraph ─────────────────────────────────────────────────────────────────────────────────────


class Trail(TypedDict, total=False):
    nodes: list[str]


def _lost_by_langgraph(node: str, what: str) -> bool:
    """Whether a thread that waits in this node ends without an error, and without speaking again,
    in the edited graph.
    """
    names = list(NODES)
    edited = [f"{name}_AGAIN" if name == node else name for name in names]
    edited = edited if what == "renamed" else [name for name in names if name != node]
    config = {"configurable": {"thread_id": "paused"}}
    with (
        TemporaryDirectory() as folder,
        SqliteSaver.from_conn_string(str(Path(folder) / "checkpoints.db")) as saver,
    ):
        before = _graph(names, saver)
        before.invoke({"nodes": []}, config)
        for _ in names[: names.index(node)]:
            before.invoke(Command(resume="Go on."), config)
        if before.get_state(config).next != (node,):
            raise AssertionError(f"the thread should wait in {node}")
        after = _graph(edited, saver)
        spoken = len(after.get_state(config).values["nodes"])
        answer = after.invoke(Command(resume="Go on."), config)
        return not after.get_state(config).next and len(answer["nodes"]) == spoken


def _graph(names: Sequence[str], saver: Any) -> Any:
    builder = StateGraph(Trail)
    builder.add_edge(START, names[0])
    for name, following in zip(names, (*names[1:], END), strict=True):
        builder.add_node(name, _waiting(name))
        builder.add_edge(name, following)
    return builder.compile(checkpointer=saver)


def _waiting(name: str) -> Callable[[Trail], Trail]:
    def node(state: Trail) -> Trail:
        interrupt(name)
        return {"nodes": [*state["nodes"], name]}

    return node
