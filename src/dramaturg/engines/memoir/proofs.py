"""What must be true of an interviewer's artifacts before anyone is asked anything: no faults, then
what can be proven.
"""

from __future__ import annotations

from dramaturg.engines.memoir.base.artifacts import Artifacts
from dramaturg.engines.memoir.prove.depths import depth_faults, prove_depths
from dramaturg.engines.memoir.prove.loops import machine_faults, prove_machines
from dramaturg.engines.memoir.prove.routes import Routes
from dramaturg.engines.memoir.prove.words import prove_words, word_faults
from dramaturg.kernel.errors import Fault
from dramaturg.kernel.explore import Proof


def artifact_faults(artifacts: Artifacts) -> tuple[Fault, ...]:
    """Everything wrong with them beyond their form. A path begins with the part: router, governor,
    machines and so on.
    """
    thresholds = artifacts.router.thresholds
    return (
        *(fault.under("router") for fault in Routes(artifacts).faults()),
        *(fault.under("governor") for fault in depth_faults(artifacts.governor, thresholds)),
        *(fault.under("machines") for fault in machine_faults(artifacts.machines, thresholds)),
        *word_faults(artifacts),
    )


def prove_artifacts(artifacts: Artifacts) -> tuple[Proof, ...]:
    """What holds of artifacts without faults, whatever is signalled, and over how many states that
    was found.
    """
    name, thresholds = artifacts.router.id, artifacts.router.thresholds
    return (
        *Routes(artifacts).proofs(f"{name}: router"),
        *prove_depths(artifacts.governor, thresholds, f"{name}: depth"),
        *prove_machines(artifacts.machines, thresholds, name),
        *prove_words(artifacts, f"{name}: words"),
    )
