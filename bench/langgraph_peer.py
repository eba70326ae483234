"""LangGraph on the same walk: a StateGraph of eight nodes, in SQLite, written ahead with full sync
as Dramaturg does.

The usual one does as its documentation teaches: MessagesState, conditional edges, `interrupt` in
each node to wait for the learner, and `Command(resume=...)` for what they say. The leanest is the
cheapest we could make: no messages in the state, one invoke a turn from a conditional entry, and
`durability="exit"`, so that what was heard is not stored before the turn was played.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypedDict

from langchain_core.messages import AIMessage, HumanMessage  # type: ignore[import-not-found]  # only in the benchmarks' own environment
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import Command, interrupt

from bench.eight_nodes import FOLLOWING, GATE, LEARNER, PERSON, walker

DATABASE = "checkpoints.db"
FULL_SYNC = "PRAGMA synchronous = FULL"

Graph = Any
Build = Callable[[Any], Graph]


class Talk(MessagesState):  # type: ignore[misc]  # only in the benchmarks' own environment
    node: str
    pressed: bool


class LeanTalk(TypedDict, total=False):
    heard: str
    line: str
    node: str
    following: str
    pressed: bool


def usual_graph(saver: Any) -> Graph:
    builder = StateGraph(Talk)
    builder.add_edge(START, walker().graph.start)
    for node, following in FOLLOWING.items():
        builder.add_node(node, _speaking(node))
        builder.add_conditional_edges(node, _onward, [node, following])
    return builder.compile(checkpointer=saver)


def _speaking(node: str) -> Callable[[Talk], dict[str, Any]]:
    def speak(state: Talk) -> dict[str, Any]:
        heard = interrupt(node)
        return {
            "messages": [HumanMessage(heard), AIMessage(PERSON)],
            "node": node,
            "pressed": _pressed(node, state),
        }

    return speak


def lean_graph(saver: Any) -> Graph:
    builder = StateGraph(LeanTalk)
    builder.add_conditional_edges(
        START, lambda state: state.get("following", walker().graph.start), list(FOLLOWING)
    )
    for node in FOLLOWING:
        builder.add_node(node, _speaking_leanly(node))
        builder.add_edge(node, END)
    return builder.compile(checkpointer=saver)


def _speaking_leanly(node: str) -> Callable[[LeanTalk], dict[str, Any]]:
    def speak(state: LeanTalk) -> dict[str, Any]:
        pressed = _pressed(node, state)
        return {
            "line": PERSON,
            "node": node,
            "pressed": pressed,
            "following": _onward({"node": node, "pressed": pressed}),
        }

    return speak


def _pressed(node: str, state: Any) -> bool:
    """The gate holds the walk for one exchange."""
    return node == GATE and not state.get("pressed", False)


def _onward(state: Any) -> str:
    return state["node"] if state["pressed"] else FOLLOWING[state["node"]]


# ── playing ───────────────────────────────────────────────────────────────────────────────────────


class Peer:
    """Sessions of one of the two graphs."""

    def __init__(self, graph: Graph, lean: bool) -> None:
        self._graph = graph
        self._lean = lean
        self._options: dict[str, Any] = {"durability": "exit"} if lean else {}

    def open(self, session: str) -> None:
        if not self._lean:
            self._graph.invoke({"pressed": False}, _config(session))

    def play(self, session: str, turns: int) -> list[str]:
        """The nodes that spoke."""
        return [
            self._graph.invoke(self._input(), _config(session), **self._options)["node"]
            for _ in range(turns)
        ]

    async def open_async(self, session: str) -> None:
        if not self._lean:
            await self._graph.ainvoke({"pressed": False}, _config(session))

    async def play_async(self, session: str, turns: int) -> None:
        for _ in range(turns):
            await self._graph.ainvoke(self._input(), _config(session), **self._options)

    def resume(self, session: str) -> Any:
        return self._graph.get_state(_config(session)).values

    def _input(self) -> Any:
        return {"heard": LEARNER} if self._lean else Command(resume=LEARNER)


def _config(session: str) -> dict[str, Any]:
    return {"configurable": {"thread_id": session}}


@contextmanager
def peer(folder: Path, lean: bool = False) -> Iterator[Peer]:
    with SqliteSaver.from_conn_string(str(folder / DATABASE)) as saver:
        saver.conn.execute(FULL_SYNC)
        yield Peer(_graph(saver, lean), lean)


@asynccontextmanager
async def async_peer(folder: Path, lean: bool = False) -> AsyncIterator[Peer]:
    async with AsyncSqliteSaver.from_conn_string(str(folder / DATABASE)) as saver:
        await saver.conn.execute(FULL_SYNC)
        yield Peer(_graph(saver, lean), lean)


def _graph(saver: Any, lean: bool) -> Graph:
    return lean_graph(saver) if lean else usual_graph(saver)
