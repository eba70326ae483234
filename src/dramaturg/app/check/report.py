"""What checking finds: about one document, and about all of them."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from dramaturg.kernel.errors import Fault
from dramaturg.kernel.explore import Proof

SHOWN = ("code", "message", "remedy", "file", "line", "column")


@dataclass(frozen=True, slots=True)
class Report:
    """What is wrong, what was proven, what failed to be, and what nobody can prove.

    `sources` has the file that each proof is about.
    """

    files: int
    faults: tuple[Fault, ...]
    proofs: tuple[Proof, ...]
    unproven: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        return not self.faults and all(proof.holds for proof in self.proofs)


def fault_json(fault: Fault) -> dict[str, object]:
    """A fault as other programs read it: place and words, without the path inside the document."""
    return {name: value for name, value in asdict(fault).items() if name in SHOWN}
