"""Sims looked at from outside: the debrief of a session, the graphs of its conversations, and the
way they took.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import cast

from dramaturg.app.sessions.sessions import Sessions
from dramaturg.content.documents import Loaded
from dramaturg.content.library import Library
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.content import sim_part
from dramaturg.engines.sims.control_graph import (
    ControlGraphShown,
    ControlWalk,
    backbone_shown,
    control_walk,
    part_graph,
)
from dramaturg.engines.sims.debrief import Debrief, debrief
from dramaturg.engines.sims.engine import SimEngine, SimRecord
from dramaturg.engines.sims.proofs import backbone_faults
from dramaturg.kernel.errors import BadInput, ContentError, NotFound, did_you_mean


async def debriefed(sessions: Sessions, session: str) -> Debrief:
    """Raises NotFound, or BadInput when the session is no sim."""
    engine, records = await _played(sessions, session)
    return await asyncio.to_thread(debrief, records, engine.scenario, engine.parts)


async def walked(sessions: Sessions, session: str, person: str | None = None) -> ControlWalk:
    """The conversation with a person, or with whom the learner is talking to. Raises NotFound, or
    BadInput.
    """
    engine, records = await _played(sessions, session)
    person = person or (await sessions.live(session)).state.person
    if person not in engine.parts:
        raise NotFound(f"nobody here is called {person!r}. {did_you_mean(person, engine.parts)}")
    return await asyncio.to_thread(control_walk, engine, records, person)


def scenario_graph(library: Library, scenario: str, person: str) -> ControlGraphShown:
    """What a conversation with a person of a scenario walks. Raises NotFound, or ContentError with
    everything that is wrong.
    """
    return part_graph(sim_part(library, scenario, person))


def backbone_graph(library: Library, backbone: str) -> ControlGraphShown:
    """A backbone by itself. Raises NotFound, or ContentError with everything that is wrong."""
    loaded = cast(Loaded[Backbone], library.get("backbone", backbone))
    if faults := backbone_faults(loaded.document):
        raise ContentError(tuple(loaded.locate(fault) for fault in faults))
    return backbone_shown(loaded.document)


async def _played(sessions: Sessions, session: str) -> tuple[SimEngine, Sequence[SimRecord]]:
    engine = (await sessions.live(session)).engine
    if not isinstance(engine, SimEngine):
        raise BadInput(
            f"session {session} is not a sim; only sims are debriefed, and have a control graph"
        )
    return engine, [record for _, record in await sessions.records(session)]
