"""Checking: load everything authored in some places, find all faults, and prove what loads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from pydantic import BaseModel

from dramaturg.app.productions import KINDS
from dramaturg.content.documents import Loaded
from dramaturg.content.library import Library, packaged
from dramaturg.engines.sims.backbone import Backbone
from dramaturg.engines.sims.proofs import backbone_faults, prove_backbone, prove_scenario, scenario_faults
from dramaturg.engines.sims.scenario import Scenario
from dramaturg.kernel.errors import Fault
from dramaturg.kernel.explore import Proof


@dataclass(frozen=True, slots=True)
class Report:
    """What is wrong, what was proven, and what failed to be."""

    files: int
    faults: tuple[Fault, ...]
    proofs: tuple[Proof, ...]

    @property
    def clean(self) -> bool:
        return not self.faults and all(proof.holds for proof in self.proofs)


def check(paths: Sequence[Path], folders: Sequence[Path] = ()) -> Report:
    """Check the files under `paths`, or everything in the library and the user's `folders` when none are named.

    Scenarios find their backbones in the same places, then in the library.
    """
    everywhere = (packaged(), *folders)
    checked = Library(KINDS, tuple(paths) or everywhere).check()
    backbones = _backbones(Library(KINDS, everywhere).check().documents if paths else (), checked.documents)
    faults, proofs = list(checked.faults), []
    for loaded in checked.documents:
        found = [loaded.locate(fault) for fault in _faults(loaded.document, backbones)]
        proven = [] if found else list(_proofs(loaded.document, backbones))
        faults += found + [loaded.locate(proof.fault) for proof in proven if proof.fault]
        proofs += proven
    return Report(len(checked.documents), tuple(faults), tuple(proofs))


def _backbones(*groups: Sequence[Loaded[BaseModel]]) -> dict[str, Backbone]:
    """Only sound ones: a scenario is not blamed for a broken backbone."""
    found = [cast(Backbone, loaded.document) for group in groups for loaded in group if loaded.kind == "backbone"]
    return {backbone.id: backbone for backbone in found if not backbone_faults(backbone)}


def _faults(document: BaseModel, backbones: Mapping[str, Backbone]) -> tuple[Fault, ...]:
    match document:
        case Backbone():
            return backbone_faults(document)
        case Scenario():
            return scenario_faults(document, backbones)
    return ()


def _proofs(document: BaseModel, backbones: Mapping[str, Backbone]) -> tuple[Proof, ...]:
    match document:
        case Backbone():
            return prove_backbone(document)
        case Scenario():
            return prove_scenario(document, backbones)
    return ()
