"""A report as SARIF 2.1.0, which code hosts and editors show beside the lines of the files it is
about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from dramaturg.app.check.meanings import meaning_of, page_of
from dramaturg.app.check.report import Report
from dramaturg.kernel.errors import Fault
from dramaturg.kernel.explore import Proof

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
ROOT = "ROOT"
NOT_PROVEN = "not-proven"

Json = dict[str, Any]


def sarif(report: Report, root: Path) -> Json:
    """The report, with files under `root` named from there."""
    results = [*_faulty(report, root), *_broken_claims(report, root)]
    driver = {
        "name": "dramaturg",
        "version": version("dramaturg"),
        "rules": [_rule(code) for code in sorted({str(result["ruleId"]) for result in results})],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {
            ROOT: {"description": {"text": "The folder in which `dramaturg check` was run."}}
        },
        "results": results,
        "properties": {
            "files": report.files,
            "proofs": _held(report.proofs),
            "unproven": list(report.unproven),
        },
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str) -> Json:
    meaning = meaning_of(code)
    return {
        "id": code,
        "shortDescription": {"text": meaning},
        "help": {"text": f"{meaning} Why it is refused and how to put it right: {page_of(code)}."},
        "defaultConfiguration": {"level": "error"},
    }


def _held(proofs: Sequence[Proof]) -> list[Json]:
    return [
        {
            "subject": proof.subject,
            "property": proof.claim,
            "states": proof.states,
            "note": proof.note,
        }
        for proof in proofs
        if proof.holds
    ]


# ── results ───────────────────────────────────────────────────────────────────────────────────────


def _faulty(report: Report, root: Path) -> Iterator[Json]:
    """Every fault; one that refutes a claim comes with the walk that shows it."""
    refuted = [proof for proof in report.proofs if not proof.holds]
    for fault in report.faults:
        walk = next((proof.counterexample for proof in refuted if _tells(fault, proof)), ())
        yield _result(
            fault.code, f"{fault.message} {fault.remedy}".rstrip(), _at(fault, root), walk
        )


def _tells(fault: Fault, proof: Proof) -> bool:
    """Whether this fault is told because that claim does not hold: by its own words, with or
    without the subject.
    """
    return fault.message in (proof.refutation, proof.refutation.removeprefix(f"{proof.subject}: "))


def _broken_claims(report: Report, root: Path) -> Iterator[Json]:
    """Claims that do not hold and are told as no fault."""
    for proof, file in zip(report.proofs, report.sources, strict=True):
        if not proof.holds and not proof.code:
            yield _result(NOT_PROVEN, proof.refutation, _place(file, root), proof.counterexample)


def _result(code: str, message: str, place: Json, walk: Sequence[str]) -> Json:
    location = {"physicalLocation": place} if place else {}
    identity = sha256(
        "\n".join((code, place.get("artifactLocation", {}).get("uri", ""), message)).encode()
    ).hexdigest()
    result = {
        "ruleId": code,
        "level": "error",
        "message": {"text": message},
        "locations": [location] if location else [],
        "partialFingerprints": {"faultAndFile/v1": identity},
    }
    return {**result, "codeFlows": [_flow(walk, location)]} if walk else result


def _flow(walk: Sequence[str], location: Mapping[str, Any]) -> Json:
    """The walk of a counter-example, a step a location: all in the file that is to blame."""
    steps = [{"location": {**location, "message": {"text": step}}} for step in walk]
    return {"message": {"text": "A walk that shows it."}, "threadFlows": [{"locations": steps}]}


def _at(fault: Fault, root: Path) -> Json:
    place = _place(fault.file, root)
    if not place or fault.line is None:
        return place
    return {**place, "region": {"startLine": fault.line, "startColumn": fault.column or 1}}


def _place(file: str | None, root: Path) -> Json:
    return {"artifactLocation": _artifact(Path(file), root)} if file else {}


def _artifact(file: Path, root: Path) -> Json:
    """Relative where it can be, so that it means the same on another machine."""
    absolute, root = file.resolve(), root.resolve()
    if absolute.is_relative_to(root):
        return {"uri": quote(absolute.relative_to(root).as_posix()), "uriBaseId": ROOT}
    return {"uri": absolute.as_uri()}
