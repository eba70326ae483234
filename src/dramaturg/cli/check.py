"""`dramaturg check`: faults with place and remedy, proofs with counter-examples, coverage."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Annotated

import typer

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
from dramaturg.cli.shell import AsJson, find_session, with_app
from dramaturg.cli.watch import watch
from dramaturg.content.library import packaged
from dramaturg.english.forms import many
from dramaturg.kernel.errors import BadInput, NotFound, did_you_mean
from dramaturg.kernel.explore import Proof
from dramaturg.turn.coverage import Coverage, joined

NOT_COVERED = "no coverage: there are no sessions, or none can be held with this content"


commands = typer.Typer(add_completion=False)


@commands.command("check")
def check_content(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Files, folders or ids of content; everything in the library if left out."
        ),
    ] = None,
    as_json: AsJson = False,
    as_sarif: Annotated[
        bool,
        typer.Option("--sarif", help="SARIF 2.1.0 instead of text, for code hosts and editors."),
    ] = False,
    again: Annotated[
        bool, typer.Option("--watch", help="Check again whenever a file changes, until Ctrl-C.")
    ] = False,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="What of it the stored sessions have reached.")
    ] = False,
    session: Annotated[
        list[str] | None,
        typer.Option("--session", help="What these sessions have reached: one id each."),
    ] = None,
    simulated: Annotated[
        list[Path] | None,
        typer.Option(
            "--simulated", help="What simulated sessions have reached: JSON lines of `simulate`."
        ),
    ] = None,
) -> None:
    """Prove authored content; exit 1 on faults, all of them, with file, line and remedy."""
    forms = {"--json": as_json, "--sarif": as_sarif, "--watch": again}
    chosen = [name for name, is_chosen in forms.items() if is_chosen]
    if len(chosen) > 1:
        raise BadInput(f"{' and '.join(chosen)} do not go together: choose one of them")
    covers = Covers(coverage, tuple(session or ()), tuple(simulated or ()))
    if covers.any and (as_sarif or again):
        raise BadInput(f"coverage is told as text or with --json, not with {chosen[0]}")
    settings, places = Settings(), tuple(map(_place, paths or ()))
    folders = settings.content_folders
    if again:
        watch(places or (packaged(), *folders), lambda: check(places, folders), _briefly)
        return
    report = check(places, folders, settings.country)
    coverages = _coverages(covers, places) if covers.any else None
    print(_told(report, coverages, as_json, as_sarif))
    if not report.clean:
        sys.exit(1)


@dataclass(frozen=True, slots=True)
class Covers:
    """By which sessions coverage is counted: all, some, or simulated ones."""

    stored: bool
    sessions: tuple[str, ...]
    simulated: tuple[Path, ...]

    @property
    def any(self) -> bool:
        return self.stored or bool(self.sessions) or bool(self.simulated)


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


def _coverages(wanted: Covers, paths: Sequence[Path]) -> tuple[Coverage, ...]:
    """Of everything that was named; of the whole library, only what any session has reached."""
    found = with_app(lambda app: _counted(app, wanted, paths))
    return found if paths else tuple(coverage for coverage in found if coverage.sessions)


async def _counted(app: App, wanted: Covers, paths: Sequence[Path]) -> tuple[Coverage, ...]:
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
    if wanted.stored or wanted.sessions:
        found += [await of_sessions(app.log, subject, engines, sessions) for subject in subjects]
    return joined(found)


# ── how it is told ────────────────────────────────────────────────────────────────────────────────


def _told(
    report: Report, coverages: tuple[Coverage, ...] | None, as_json: bool, as_sarif: bool
) -> str:
    if as_sarif:
        return json.dumps(sarif(report, Path.cwd()), ensure_ascii=False, indent=2)
    if as_json:
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
        **({"walks": dict(proof.walks)} if proof.walks else {}),
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
