"""`dramaturg check`: faults with place and remedy, proofs with counter-examples. And the schemas for editors."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from dramaturg.app.checking.check import check
from dramaturg.app.checking.report import Report
from dramaturg.app.productions import KINDS
from dramaturg.app.settings import Settings
from dramaturg.content.schemas import write_schemas
from dramaturg.kernel.errors import Fault
from dramaturg.kernel.explore import Proof


def run_check(paths: list[Path], as_json: bool) -> None:
    report = check(paths, Settings().content_folders)
    print(json.dumps(_json(report), ensure_ascii=False, indent=2) if as_json else _text(report))
    if not report.clean:
        sys.exit(1)


def run_schemas(folder: Path) -> None:
    for file in write_schemas(KINDS, folder):
        print(file)


def _json(report: Report) -> dict[str, object]:
    found = {"faults": [_fault(fault) for fault in report.faults], "proofs": [_proof(proof) for proof in report.proofs]}
    return {**found, "unproven": list(report.unproven)} if report.unproven else {**found}


def _fault(fault: Fault) -> dict[str, object]:
    return {name: value for name, value in asdict(fault).items() if name != "path"}


def _proof(proof: Proof) -> dict[str, object]:
    return {
        "subject": proof.subject,
        "property": proof.claim,
        "states": proof.states,
        "holds": proof.holds,
        "note": proof.note,
        "counterexample": list(proof.counterexample) or None,
    }


def _text(report: Report) -> str:
    lines: list[str] = []
    subject = ""
    for proof in report.proofs:
        if proof.subject != subject:
            subject = proof.subject
            lines.append(f"\n{subject} ({proof.states} states)")
        lines.append(f"  {'✓' if proof.holds else '✗'} {proof.claim}{f': {proof.note}' if proof.note else ''}")
        lines += [f"      {number}. {step}" for number, step in enumerate(proof.counterexample, start=1)]
    lines += [f"\nnot proven: {subject}" for subject in report.unproven]
    if report.faults:
        lines.append("")
        lines += [str(fault) for fault in report.faults]
    held = sum(proof.holds for proof in report.proofs)
    lines.append(f"\n{report.files} files, {held} of {len(report.proofs)} proofs hold, {len(report.faults)} faults")
    return "\n".join(lines).lstrip("\n")
