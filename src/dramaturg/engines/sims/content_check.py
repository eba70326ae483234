"""Judging scenarios and backbones: their faults, and what is proven of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from pydantic import BaseModel

from dramaturg.content.documents import Loaded, Torn, load_any
from dramaturg.content.library import Library
from dramaturg.engines.kit import Faults, Judged
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.engines.sims.mistakes import mistakes
from dramaturg.engines.sims.proofs import (
    backbone_faults,
    prove_backbone,
    prove_scenario,
    scenario_faults,
    spoken_faults,
    unsaid_backstop,
)
from dramaturg.kernel.errors import ContentError, touches
from dramaturg.kernel.explore import Proof
from dramaturg.kernel.graph import WALKABLE


@dataclass(frozen=True, slots=True)
class Backbones:
    """The backbones that load, by name. `broken` are those that nobody can walk: a scenario is not
    blamed for them.
    """

    by_name: Mapping[str, Backbone]
    broken: Collection[str]


def around(library: Library) -> Backbones:
    files = {entry.id: load_any(entry.file, library.kinds) for entry in library.entries("backbone")}
    loading = {
        name: cast(Backbone, loaded.document)
        for name, loaded in files.items()
        if isinstance(loaded, Loaded)
    }
    sound = {name for name, backbone in loading.items() if _judge_backbone(backbone).clean}
    return Backbones(loading, set(files) - sound)


def judge(loaded: Loaded[BaseModel], around: Backbones) -> Judged:
    if isinstance(loaded.document, Backbone):
        judged, unsaid = _judge_backbone(loaded.document), unsaid_backstop(loaded.document)
        return replace(judged, faults=(*unsaid, *judged.faults))
    scenario = cast(Scenario, loaded.document)
    spoken = (*spoken_faults(scenario, around.by_name), *mistakes(scenario, around.by_name))
    if faults := scenario_faults(scenario, around.by_name, around.broken):
        return Judged((*faults, *spoken))
    if scenario.steering == "counted":
        note = "steered by counting, so nothing holds a gate and nothing is bound to end"
        return Judged(spoken, unproven=(f"{scenario.id}: {note}",))
    proofs = prove_scenario(scenario, around.by_name)
    return Judged((*spoken, *_failed(proofs)), proofs)


def _judge_backbone(backbone: Backbone) -> Judged:
    faults = backbone_faults(backbone)
    if any(fault.code not in WALKABLE for fault in faults):
        return Judged(faults)
    try:
        proofs = prove_backbone(backbone)
    except ContentError as error:
        return Judged((*faults, *error.faults))
    return Judged((*faults, *_failed(proofs)), proofs)


def _failed(proofs: Sequence[Proof]) -> Faults:
    return tuple(proof.fault for proof in proofs if proof.fault)


def judge_torn(torn: Torn[BaseModel], around: Backbones) -> Faults:
    """What else is wrong with a scenario, but for the very places where its form is wrong."""
    scenario, told = torn.document, {fault.path for fault in torn.faults}
    if not isinstance(scenario, Scenario):
        return ()
    slips = mistakes(scenario, around.by_name, torn.gone)
    further = (
        *scenario_faults(scenario, around.by_name, around.broken, torn.gone),
        *spoken_faults(scenario, around.by_name, torn.gone),
        *(fault for fault in slips if not touches(fault.path, torn.gone)),
    )
    return tuple(torn.locate(fault) for fault in further if fault.path not in told)
