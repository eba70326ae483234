"""The launch decision, bound once, and somebody to play it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from tests.support.ears import WrittenEar

from dramaturg.app.config.providers import embedder, syntax
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.engines.sims.content import sim_content, sim_part
from dramaturg.engines.sims.engine import SimEngine, SimRecord
from dramaturg.engines.sims.perceive import turned_to
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.loop import play_turn
from dramaturg.turn.ports import Voice


@pytest.fixture(scope="session")
def library() -> Library:
    return Library(KINDS, (packaged(),))


@pytest.fixture(scope="session")
def maya(library: Library) -> SimPart:
    return sim_part(library, "launch_decision", "qa_lead")


@pytest.fixture(scope="session")
def engine(library: Library) -> SimEngine:
    body = json.loads(sim_content(library, "launch_decision").body)
    backbones = {name: Backbone.model_validate(each) for name, each in body["backbones"].items()}
    return SimEngine(
        Scenario.model_validate(body["scenario"]), backbones, embedder(), WrittenEar(), syntax()
    )


class Player:
    """Plays an engine turn by turn without a log, and puts every state and record through JSON on
    the way.
    """

    def __init__(self, engine: SimEngine, voice: Voice, person: str = "qa_lead") -> None:
        self.engine, self.voice = engine, voice
        self.state = engine.apply(engine.start(), turned_to(person, engine.parts))
        self.records: list[SimRecord] = []

    async def say(
        self, text: str = "", choice: str | None = None, to: str | None = None
    ) -> SimRecord:
        number = len(self.records) + 1
        played = await play_turn(
            self.engine, self.state, number, Heard(text, choice, to), self.voice, lambda: 0.0
        )
        codec = self.engine.codec
        self.state = codec.state(codec.state_json(played.state))
        assert self.state == played.state
        record = codec.record(codec.record_json(played.record))
        assert record == played.record
        self.records.append(record)
        return record

    @property
    def node(self) -> str:
        return self.state.conversation.pointer.current_node

    @property
    def closed(self) -> bool:
        return self.state.conversation.pointer.closed

    async def arrive(self, node: str) -> None:
        """Go on with small talk until the node is reached."""
        while self.node != node:
            await (
                self.say(choice="a")
                if self.state.conversation.pointer.armed
                else self.say("Go on, please.")
            )


@pytest.fixture
def play(engine: SimEngine) -> Callable[..., Player]:
    return lambda voice=None, person="qa_lead": Player(engine, voice or OfflineVoice(), person)
