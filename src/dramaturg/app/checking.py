"""Checking: load everything authored in some places, find all faults, and prove what loads."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from pydantic import BaseModel

from dramaturg.app.productions import KINDS
from dramaturg.content.documents import Loaded, in_order, load_any
from dramaturg.content.library import Library, packaged
from dramaturg.engines.sims.backbone import Backbone
from dramaturg.engines.sims.proofs import backbone_faults, prove_backbone, prove_scenario, scenario_faults
from dramaturg.engines.sims.scenario import Scenario
from dramaturg.kernel.errors import ContentError, Fault
from dramaturg.kernel.explore import Proof
from dramaturg.kernel.graph import WALKABLE


@dataclass(frozen=True, slots=True)
class Report:
    """What is wrong, what was proven, what failed to be, and what nobody can prove."""

    files: int
    faults: tuple[Fault, ...]
    proofs: tuple[Proof, ...]
    unproven: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        return not self.faults and all(proof.holds for proof in self.proofs)


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found about one document."""

    faults: tuple[Fault, ...]
    proofs: tuple[Proof, ...] = ()
    unproven: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        return not self.faults


def check(paths: Sequence[Path], folders: Sequence[Path] = ()) -> Report:
    """Check the files under `paths`, or everything in the library and the user's `folders` when none are named.

    Scenarios find their backbones in the same places, then in the library.
    """
    everywhere = (packaged(), *folders)
    checked = Library(KINDS, tuple(paths) or everywhere).check()
    backbones, broken = _backbones(Library(KINDS, (*everywhere, *paths)))
    faults = list(checked.faults)
    proofs: list[Proof] = []
    unproven: list[str] = []
    for loaded in checked.documents:
        judged = _judge(loaded.document, backbones, broken)
        faults += [loaded.locate(fault) for fault in judged.faults]
        proofs += judged.proofs
        unproven += judged.unproven
    return Report(len(checked.documents), in_order(faults), tuple(proofs), tuple(unproven))


def _backbones(library: Library) -> tuple[dict[str, Backbone], set[str]]:
    """The backbones that load, by name, and the names of all that nobody can walk: a scenario is not blamed for those."""
    files = {entry.id: load_any(entry.file, KINDS) for entry in library.entries("backbone")}
    loading = {name: cast(Backbone, loaded.document) for name, loaded in files.items() if isinstance(loaded, Loaded)}
    sound = {name for name, backbone in loading.items() if _judge_backbone(backbone).clean}
    return loading, set(files) - sound


def _judge(document: BaseModel, backbones: Mapping[str, Backbone], broken: Collection[str]) -> Judged:
    match document:
        case Backbone():
            return _judge_backbone(document)
        case Scenario():
            return _judge_scenario(document, backbones, broken)
    return Judged(())


def _judge_backbone(backbone: Backbone) -> Judged:
    faults = backbone_faults(backbone)
    if any(fault.code not in WALKABLE for fault in faults):
        return Judged(faults)
    try:
        proofs = prove_backbone(backbone)
    except ContentError as error:
        return Judged((*faults, *error.faults))
    return Judged((*faults, *_failed(proofs)), proofs)


def _judge_scenario(scenario: Scenario, backbones: Mapping[str, Backbone], broken: Collection[str]) -> Judged:
    faults = scenario_faults(scenario, backbones, broken)
    if faults:
        return Judged(faults)
    if scenario.steering == "counted":
        return Judged((), unproven=(f"{scenario.id}: steered by counting, so nothing holds a gate and nothing is bound to end",))
    proofs = prove_scenario(scenario, backbones)
    return Judged(_failed(proofs), proofs)


def _failed(proofs: Sequence[Proof]) -> tuple[Fault, ...]:
    return tuple(proof.fault for proof in proofs if proof.fault)
