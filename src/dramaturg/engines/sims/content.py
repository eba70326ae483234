"""The content of a sim: a scenario and the backbones of its people, put together and stored so that
a session keeps its version.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, cast

from pydantic import BaseModel, TypeAdapter

from dramaturg.content.documents import Loaded, canonical, load_any, stored_content
from dramaturg.content.library import Id, Library
from dramaturg.engines.kit import Faults, Parts, SessionOpening, Version
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.scenario import Scenario, Steering
from dramaturg.engines.sims.engine import SimEngine, part_of
from dramaturg.engines.sims.proofs import backbone_faults, prove_scenario, scenario_faults
from dramaturg.kernel.errors import ContentError, NotFound, did_you_mean
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.ports import StoredContent

DOCUMENTS: Mapping[str, type[BaseModel]] = {"backbone": Backbone, "scenario": Scenario}
ABOUT = {
    "scenario": (
        "A scene with people in it, a decision to make, and what each of them knows about it."
    ),
    "backbone": (
        "The way a conversation takes, written once and used by every scenario of its tier."
    ),
}

_KEPT = 256  # contents that were judged
_BACKBONES = TypeAdapter(dict[str, Backbone])


class OpenSim(SessionOpening):
    """A scenario to open, and perhaps whom to talk to first."""

    engine: Literal["sims"]
    scenario: Id
    npc: Id | None = None

    @property
    def to(self) -> str | None:
        return self.npc


OPENING = OpenSim


# ── put together ──────────────────────────────────────────────────────────────────────────────────


def stage(library: Library, opening: OpenSim) -> StoredContent:
    return sim_content(library, opening.scenario)


def sim_content(
    library: Library, scenario_id: str, steering: Steering | None = None
) -> StoredContent:
    """A scenario with the backbones of its people, checked and proven. Raises ContentError with
    everything that is wrong.

    `steering` stands in for what the scenario says; either way it is part of the content, so a
    session finishes as it began.
    """
    scenario = cast(Loaded[Scenario], library.get("scenario", scenario_id))
    backbones = {
        name: cast(Loaded[Backbone], library.get("backbone", name))
        for name in backbones_of(scenario.document)
    }
    if _judged(scenario.body, tuple((name, each.body) for name, each in backbones.items())):
        raise ContentError(_located_faults(scenario, backbones))
    body = json.loads(scenario.body) | {"steering": steering or scenario.document.steering}
    return sim_of(
        {
            "scenario": body,
            "backbones": {name: json.loads(each.body) for name, each in backbones.items()},
        }
    )


def _located_faults(
    scenario: Loaded[Scenario], backbones: Mapping[str, Loaded[Backbone]]
) -> Faults:
    documents = {name: backbone.document for name, backbone in backbones.items()}
    faults = [
        backbone.locate(fault)
        for backbone in backbones.values()
        for fault in backbone_faults(backbone.document)
    ]
    faults += [scenario.locate(fault) for fault in scenario_faults(scenario.document, documents)]
    return tuple(faults) or tuple(map(scenario.locate, _unproven(scenario.document, documents)))


def _unproven(scenario: Scenario, backbones: Mapping[str, Backbone]) -> Faults:
    return tuple(proof.fault for proof in prove_scenario(scenario, backbones) if proof.fault)


def sim_of(parts: Mapping[str, Any]) -> StoredContent:
    """A sim of these parts: `scenario` with its steering, and `backbones` by name."""
    scenario, backbones = parts["scenario"], parts["backbones"]
    version = "+".join(
        (scenario["version"], *(f"{name}@{each['version']}" for name, each in backbones.items()))
    )
    version += "+counted" if scenario["steering"] == "counted" else ""
    return stored_content("sims", scenario["id"], version, parts)


def sim_part(library: Library, scenario_id: str, person: str) -> SimPart:
    """One person's part, for walking without a session."""
    scenario, backbones = sim_documents(sim_content(library, scenario_id))
    people = [each.id for each in scenario.people]
    if person not in people:
        raise NotFound(
            f"nobody in {scenario_id} is called {person!r}. {did_you_mean(person, people)}"
        )
    return part_of(scenario, scenario.person(person), backbones)


def backbones_of(scenario: Scenario) -> list[str]:
    """The names of the backbones that its people walk."""
    return sorted({person.backbone or scenario.backbone for person in scenario.people})


def sim_documents(content: StoredContent) -> tuple[Scenario, dict[str, Backbone]]:
    """The scenario and its backbones, as a session began with them."""
    body = json.loads(content.body)
    return Scenario.model_validate(body["scenario"]), _BACKBONES.validate_python(body["backbones"])


def people_in(scenario: str, library: Library) -> Sequence[str]:
    """The ids of a scenario's people; none when it is not there or does not load."""
    entry = next((entry for entry in library.entries("scenario") if entry.id == scenario), None)
    loaded = load_any(entry.file, library.kinds) if entry else ()
    if not isinstance(loaded, Loaded):
        return ()
    return [person.id for person in cast(Scenario, loaded.document).people]


def build(content: StoredContent, models: LocalModels) -> SimEngine:
    scenario, backbones = sim_documents(content)
    return SimEngine(
        scenario, backbones, models.embedder(), models.ear(), models.syntax(), models.care()
    )


# ── another version of a part ─────────────────────────────────────────────────────────────────────


def _judged_with_its_backbones(_scenario: Scenario) -> Faults:
    return ()


PARTS: Mapping[str, Callable[[Any], Faults]] = {
    "scenario": _judged_with_its_backbones,
    "backbone": backbone_faults,
}


def along(library: Library, document: Any) -> tuple[tuple[str, str], ...]:
    """The backbones that a scenario names and that the library has."""
    if not isinstance(document, Scenario):
        return ()
    known = {entry.id for entry in library.entries("backbone")}
    return tuple(
        (name, library.get("backbone", name).body)
        for name in backbones_of(document)
        if name in known
    )


def parts_of(parts: Parts) -> Mapping[str, Sequence[str]]:
    return {"scenario": [parts["scenario"]["id"]], "backbone": list(parts["backbones"])}


def replaced(parts: Parts, other: Version) -> Parts | None:
    body = json.loads(other.body)
    if other.kind == "backbone" and other.id in parts["backbones"]:
        return {**parts, "backbones": {**parts["backbones"], other.id: body}}
    if other.kind == "scenario" and other.id == parts["scenario"]["id"]:
        known = {**{name: json.loads(text) for name, text in other.along}, **parts["backbones"]}
        names = backbones_of(Scenario.model_validate(body))
        return {
            "scenario": {**body, "steering": parts["scenario"]["steering"]},
            "backbones": {name: known[name] for name in names if name in known},
        }
    return None


def judge(parts: Parts) -> Faults:
    _BACKBONES.validate_python(parts["backbones"])  # their form, before they are taken apart
    backbones = tuple((name, canonical(each)) for name, each in parts["backbones"].items())
    return _judged(canonical(parts["scenario"]), backbones)


@lru_cache(maxsize=_KEPT)
def _judged(scenario_body: str, backbone_bodies: tuple[tuple[str, str], ...]) -> Faults:
    """Judged once: sessions are opened with the same content again and again."""
    scenario = Scenario.model_validate(json.loads(scenario_body))
    backbones = {name: Backbone.model_validate(json.loads(body)) for name, body in backbone_bodies}
    faults = [fault for backbone in backbones.values() for fault in backbone_faults(backbone)]
    faults += scenario_faults(scenario, backbones)
    return tuple(faults) or _unproven(scenario, backbones)


def together(content: StoredContent, parts: Parts, version: str) -> StoredContent:
    return sim_of(parts)


def spelled_out(parts: Parts) -> Parts:
    scenario = Scenario.model_validate(parts["scenario"])
    backbones = _BACKBONES.validate_python(parts["backbones"])
    return {
        "scenario": scenario.model_dump(mode="json", by_alias=True),
        "backbones": {
            name: each.model_dump(mode="json", by_alias=True) for name, each in backbones.items()
        },
    }
