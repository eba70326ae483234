"""`dramaturg check`: faults with place and remedy, proofs with counter-examples, coverage. And the
schemas for editors.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from dramaturg.app.check.check import check
from dramaturg.app.check.content_coverage import (
    of_sessions,
    of_simulated,
    read_simulated,
    subjects_in,
)
from dramaturg.app.check.report import Report, fault_json
from dramaturg.app.check.sarif import sarif
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS, library_of
from dramaturg.app.wiring import App
from dramaturg.cli.coverage import coverage_json, coverage_text
from dramaturg.cli.open_app import with_app
from dramaturg.cli.sessions import find_session
from dramaturg.cli.watch import watch
from dramaturg.content.library import packaged
from dramaturg.content.schemas import write_schemas
from dramaturg.english.forms import many
from dramaturg.kernel.errors import BadInput, NotFound, did_you_mean
from dramaturg.kernel.explore import Proof
from dramaturg.turn.coverage import Coverage, joined

NOT_COVERED = "no coverage: there are no sessions, or none can be held with this content"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a check is to look at, and how it is to be told."""

    paths: tuple[Path, ...] = ()
    as_json: bool = False
    as_sarif: bool = False
    watch: bool = False
    coverage: bool = False
    sessions: tuple[str, ...] = ()
    simulated: tuple[Path, ...] = ()

    @property
    def covers(self) -> bool:
        return self.coverage or bool(self.sessions) or bool(self.simulated)


def run_check(wanted: Wanted) -> None:
    forms = {"--json": wanted.as_json, "--sarif": wanted.as_sarif, "--watch": wanted.watch}
    chosen = [name for name, is_chosen in forms.items() if is_chosen]
    if len(chosen) > 1:
        raise BadInput(f"{' and '.join(chosen)} do not go together: choose one of them")
    if wanted.covers and (wanted.as_sarif or wanted.watch):
        raise BadInput(f"coverage is told as text or with --json, not with {chosen[0]}")
    folders = Settings().content_folders
    paths = tuple(_place(path) for path in wanted.paths)
    if wanted.watch:
        watch(paths or (packaged(), *folders), lambda: check(paths, folders), _briefly)
        return
    report = check(paths, folders)
    coverages = _coverages(wanted, paths) if wanted.covers else None
    print(_told(report, coverages, wanted))
    if not report.clean:
        sys.exit(1)


def run_schemas(folder: Path) -> None:
    for file in write_schemas(KINDS, folder):
        print(file)


def _place(path: Path) -> Path:
    """A file or folder; or the file of what has that id, where there is no such file."""
    if path.exists():
        return path
    library = library_of(Settings())
    entries = [entry for kind in KINDS for entry in library.entries(kind)]
    if not (files := [entry.file for entry in entries if entry.id == str(path)]):
        ids = [entry.id for entry in entries]
        raise NotFound(
            f"There is no folder or file {str(path)!r}, and no content with that id."
            f" {_nearest(str(path), ids)}"
        )
    return files[0]


def _nearest(name: str, ids: Sequence[str]) -> str:
    """The id that was meant, if one is near; all of them would be a wall of words."""
    remedy = did_you_mean(name, ids)
    return (
        remedy
        if remedy != did_you_mean("", ids)
        else "`dramaturg check` without a name looks at everything there is."
    )


# ── coverage ──────────────────────────────────────────────────────────────────────────────────────


def _coverages(wanted: Wanted, paths: Sequence[Path]) -> tuple[Coverage, ...]:
    """Of everything that was named; of the whole library, only what any session has reached."""
    found = with_app(lambda app: _counted(app, wanted, paths))
    return found if paths else tuple(coverage for coverage in found if coverage.sessions)


async def _counted(app: App, wanted: Wanted, paths: Sequence[Path]) -> tuple[Coverage, ...]:
    """By stored sessions, by simulated ones, or by both: simulated ones alone, when nobody asks for
    stored ones.
    """
    sessions = [await find_session(app.log, beginning) for beginning in wanted.sessions]
    simulated = [session for file in wanted.simulated for session in read_simulated(file)]
    subjects, engines = (
        list(subjects_in(app.library, paths or app.library.folders)),
        app.sessions.engines,
    )
    found = [of_simulated(subject, engines, simulated) for subject in subjects]
    if wanted.coverage or wanted.sessions:
        found += [await of_sessions(app.log, subject, engines, sessions) for subject in subjects]
    return joined(found)


# ── how it is told ────────────────────────────────────────────────────────────────────────────────


def _told(report: Report, coverages: tuple[Coverage, ...] | None, wanted: Wanted) -> str:
    if wanted.as_sarif:
        return json.dumps(sarif(report, Path.cwd()), ensure_ascii=False, indent=2)
    if wanted.as_json:
        covered = {} if coverages is None else {"coverage": coverage_json(coverages)}
        return json.dumps({**_json(report), **covered}, ensure_ascii=False, indent=2)
    if coverages is None:
        return _lines(report, report.proofs)
    return f"{coverage_text(coverages) or NOT_COVERED}\n\n{_briefly(report)}"


def _json(report: Report) -> dict[str, object]:
    found = {
        "faults": [fault_json(fault) for fault in report.faults],
        "proofs": [_proof(proof) for proof in report.proofs],
    }
    return {**found, "unproven": list(report.unproven)} if report.unproven else {**found}


def _proof(proof: Proof) -> dict[str, object]:
    return {
        "subject": proof.subject,
        "property": proof.claim,
        "states": proof.states,
        "holds": proof.holds,
        "note": proof.note,
        "counterexample": list(proof.counterexample) or None,
    }


def _briefly(report: Report) -> str:
    """The same without the claims that hold."""
    return _lines(report, [proof for proof in report.proofs if not proof.holds])


def _lines(report: Report, proofs: Sequence[Proof]) -> str:
    lines = [*_proven(proofs), *(f"\nnot proven: {subject}" for subject in report.unproven)]
    if report.faults:
        lines += ["", *map(str, report.faults)]
    held = sum(proof.holds for proof in report.proofs)
    summary = (
        many(report.files, "file"),
        f"{held} of {len(report.proofs)} proofs hold",
        many(len(report.faults), "fault"),
    )
    return "\n".join((*lines, f"\n{', '.join(summary)}")).lstrip("\n")


def _proven(proofs: Sequence[Proof]) -> Iterator[str]:
    """By subject: over how many states, what was claimed, and the walk that breaks it."""
    for subject, claims in groupby(proofs, key=attrgetter("subject")):
        about = list(claims)
        together = len({proof.states for proof in about}) == 1
        over = f" ({many(about[0].states, 'state')})" if together else ""
        yield f"\n{subject}{over}"
        for proof in about:
            cases = "" if together else f" ({many(proof.states, 'case')})"
            yield (
                f"  {'✓' if proof.holds else '✗'}"
                f" {proof.claim}{f': {proof.note}' if proof.note else ''}{cases}"
            )
            yield from (
                f"      {number}. {step}"
                for number, step in enumerate(proof.counterexample, start=1)
            )
