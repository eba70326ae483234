"""What checking finds: about one document, and about all of them."""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.kernel.errors import Fault
from dramaturg.kernel.explore import Proof


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
