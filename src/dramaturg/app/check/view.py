"""What a page shows of a check: faults at their lines, what was proven, and the walk that breaks
what was not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dramaturg.app.check.meanings import meaning_of
from dramaturg.app.check.report import Report
from dramaturg.kernel.errors import Fault
from dramaturg.kernel.explore import Proof


@dataclass(frozen=True, slots=True)
class FaultAtLine:
    """What is wrong, where, and what to do. `file` is another file than the one that was checked,
    if it is there.
    """

    code: str
    message: str
    remedy: str
    meaning: str
    line: int
    column: int
    file: str = ""


@dataclass(frozen=True, slots=True)
class ProofShown:
    """A claim, over how many states it was decided, and the walk that breaks it, step by step,
    where it does not hold.
    """

    subject: str
    claim: str
    states: int
    holds: bool
    note: str
    walk: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found about one text."""

    faults: tuple[FaultAtLine, ...]
    proofs: tuple[ProofShown, ...]
    unproven: tuple[str, ...]


def checked(report: Report, file: str, told: Callable[[str], str]) -> Checked:
    """`file` is the name of the file that was checked; `told` takes places of this machine out of
    words.
    """
    return Checked(
        tuple(_fault(fault, file, told) for fault in report.faults),
        tuple(_proof(proof) for proof in report.proofs),
        report.unproven,
    )


def _fault(fault: Fault, file: str, told: Callable[[str], str]) -> FaultAtLine:
    name = Path(fault.file or "").name
    elsewhere = name if name != file else ""
    return FaultAtLine(
        fault.code,
        told(fault.message),
        told(fault.remedy),
        meaning_of(fault.code),
        fault.line or 1,
        fault.column or 1,
        elsewhere,
    )


def _proof(proof: Proof) -> ProofShown:
    return ProofShown(
        proof.subject, proof.claim, proof.states, proof.holds, proof.note, proof.counterexample
    )
