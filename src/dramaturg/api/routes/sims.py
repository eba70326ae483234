"""Sims looked back on, and the graphs that their conversations walk."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query

from dramaturg.api.base.access import for_parties, for_readers
from dramaturg.api.base.dependencies import TheApp, TheSession
from dramaturg.app.views.sims import backbone_graph, debriefed, scenario_graph, walked
from dramaturg.engines.sims.control_graph import ControlGraphShown, ControlWalk
from dramaturg.engines.sims.debrief import Debrief

router = APIRouter(tags=["sims"])

Name = Annotated[str, Path(max_length=200)]


@router.get("/sessions/{session}/debrief", dependencies=[for_parties])
async def show_debrief(info: TheSession, app: TheApp) -> Debrief:
    """What was found out, from whom, and what it came to."""
    return await debriefed(app.sessions, info.id)


@router.get("/sessions/{session}/control-graph", dependencies=[for_readers])
async def show_walk(
    info: TheSession, app: TheApp, person: Annotated[str | None, Query(max_length=200)] = None
) -> ControlWalk:
    """The graph of the conversation with a person, or with whom the learner talks now, and its
    trail through it.
    """
    return await walked(app.sessions, info.id, person)


@router.get("/control-graphs/{scenario}/{person}", dependencies=[for_readers])
async def show_control_graph(scenario: Name, person: Name, app: TheApp) -> ControlGraphShown:
    """The graph that a conversation with a person of a scenario walks."""
    return await asyncio.to_thread(scenario_graph, app.library, scenario, person)


@router.get("/control-graphs/{backbone}", dependencies=[for_readers])
async def show_backbone_graph(backbone: Name, app: TheApp) -> ControlGraphShown:
    """The graph of a backbone by itself."""
    return await asyncio.to_thread(backbone_graph, app.library, backbone)
