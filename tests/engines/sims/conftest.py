"""The launch decision, bound once."""

from __future__ import annotations

import json

import pytest

from dramaturg.app.productions import KINDS, sim_content, sim_part
from dramaturg.app.wiring import embedder
from dramaturg.content.library import Library, packaged
from dramaturg.engines.sims.backbone import Backbone
from dramaturg.engines.sims.binding import Part
from dramaturg.engines.sims.engine import SimEngine
from dramaturg.engines.sims.scenario import Scenario


@pytest.fixture(scope="session")
def library() -> Library:
    return Library(KINDS, (packaged(),))


@pytest.fixture(scope="session")
def maya(library: Library) -> Part:
    return sim_part(library, "launch_decision", "qa_lead")


@pytest.fixture(scope="session")
def engine(library: Library) -> SimEngine:
    body = json.loads(sim_content(library, "launch_decision").body)
    backbones = {name: Backbone.model_validate(each) for name, each in body["backbones"].items()}
    return SimEngine(Scenario.model_validate(body["scenario"]), backbones, embedder())
