"""Checking: load everything authored in some places, find all faults, and prove what loads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel

from dramaturg.app.check.flows import flows_in, judge_flow
from dramaturg.app.check.report import Report
from dramaturg.app.content.cohort import Cohort, cohort_faults
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.content.walkthrough import Walkthrough
from dramaturg.app.walkthroughs.faults import walkthrough_faults
from dramaturg.care.contacts import stale
from dramaturg.care.ladder import ladder, prove_ladder
from dramaturg.content.documents import Loaded, Torn, examine_text, in_order
from dramaturg.content.library import Library, packaged
from dramaturg.engines import kits
from dramaturg.engines.kit import EngineKit, Judged
from dramaturg.kernel.errors import Fault
from dramaturg.studies.base.document import Study
from dramaturg.studies.content import ids_of
from dramaturg.studies.proofs import prove_study, study_faults


def check(
    paths: Sequence[Path], folders: Sequence[Path] = (), country: str | None = None
) -> Report:
    """Check the files under `paths`, or everything in the library and the user's `folders` when
    none are named, and with it the ladder of care and, where a deployment says its `country`, whom
    people are told to turn to.

    Scenarios find their backbones in the same places, then in the library.
    """
    everywhere, documents = (packaged(), *folders), documents_in(paths)
    checked = Library(KINDS, documents if paths else everywhere).check()
    around = _around(Library(KINDS, (*everywhere, *documents)))
    told = set(checked.faults)
    elsewhere = [
        Finding(str(file), judge(file))
        for find, judge in _beside()
        for file in find(paths or folders)
    ]
    findings = [
        *(_found(loaded, around) for loaded in checked.documents),
        *(Finding(torn.file, Judged(_beyond_form(torn, around))) for torn in checked.torn),
        *(
            Finding(str(folder), _untold(kit.folders.judge_folder(folder), told))
            for kit in kits()
            if kit.folders
            for folder in kit.folders.folders(checked)
        ),
        *elsewhere,
        *(() if paths else (_care(country),)),
    ]
    return _report(
        len(checked.documents) + len(checked.torn) + len(elsewhere), checked.faults, findings
    )


def _care(country: str | None) -> Finding:
    unproven = () if country is None else tuple(_due(country))
    return Finding("care/ladder.yaml", Judged((), prove_ladder(ladder()), unproven))


def _due(country: str) -> Iterator[str]:
    """What somebody should see to before people are talked with."""
    if not country:
        yield (
            "whom people in danger are told to turn to: no country is set, so they are told how to"
            " find somebody; set DRAMATURG_COUNTRY"
        )
    old = {code: (many, since) for code, many, since in stale(datetime.now(UTC).date())}
    if country in old:
        many, since = old[country]
        yield (
            f"{many} contacts of {country} were not checked for a year (the oldest: {since}):"
            " compare them with the organisations' own pages"
        )
    elif not country and old:
        yield f"contacts of {len(old)} countries were not checked for a year"


def documents_in(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The paths without the files that are no documents of the library: games, flows."""
    return tuple(
        path
        for path in paths
        if path.is_dir() or not any(file for find, _ in _beside() for file in find((path,)))
    )


def _beside() -> Iterator[tuple[Callable[[Sequence[Path]], Iterator[Path]], Judge]]:
    """What is no document of the library: how it is found, and how it is judged."""
    yield from ((kit.files.files_in, kit.files.judge_file) for kit in kits() if kit.files)
    yield flows_in, judge_flow


Judge = Callable[[Path], Judged]


class Finding(NamedTuple):
    """What was found about something, and where that lies."""

    file: str
    judged: Judged


def _untold(judged: Judged, told: set[Fault]) -> Judged:
    """What was found about documents together, but for what was told of each."""
    return replace(judged, faults=tuple(fault for fault in judged.faults if fault not in told))


def _found(loaded: Loaded[BaseModel], around: Around) -> Finding:
    judged = _judge(loaded, around)
    return Finding(loaded.file, replace(judged, faults=tuple(map(loaded.locate, judged.faults))))


def _report(files: int, faults: Sequence[Fault], findings: Sequence[Finding]) -> Report:
    return Report(
        files,
        in_order((*faults, *(fault for _, judged in findings for fault in judged.faults))),
        tuple(proof for _, judged in findings for proof in judged.proofs),
        tuple(note for _, judged in findings for note in judged.unproven),
        tuple(file for file, judged in findings for _ in judged.proofs),
    )


def check_text(text: str, name: str, folders: Sequence[Path] = ()) -> Report:
    """Check one document that lies in no file yet."""
    around = _around(Library(KINDS, (packaged(), *folders)))
    found = examine_text(text, name, KINDS)
    if isinstance(found, Torn):
        return Report(0, in_order((*found.faults, *_beyond_form(found, around))), ())
    return _report(1, (), [_found(found, around)])


@dataclass(frozen=True, slots=True)
class Around:
    """What documents can name: the library, and what each engine gathered from it."""

    library: Library
    of_engines: Mapping[str, Any]


def _around(library: Library) -> Around:
    return Around(library, {kit.name: kit.check.around(library) for kit in kits()})


def _judge(loaded: Loaded[BaseModel], around: Around) -> Judged:
    library, folder = around.library, Path(loaded.file).parent
    match document := loaded.document:
        case Study():
            faults = study_faults(document, ids_of(library))
            return Judged(faults) if faults else Judged((), prove_study(document))
        case Walkthrough():
            return Judged(walkthrough_faults(document, library, folder))
        case Cohort():
            return Judged(cohort_faults(document, library, folder))
    kit = _kit_for(document)
    return kit.check.judge(loaded, around.of_engines[kit.name]) if kit else Judged(())


def _kit_for(document: BaseModel) -> EngineKit | None:
    """The engine that the document is written for."""
    return next((kit for kit in kits() if type(document) in kit.content.DOCUMENTS.values()), None)


def _beyond_form(torn: Torn[BaseModel], around: Around) -> tuple[Fault, ...]:
    """What else is wrong with a document that does not load."""
    kit = _kit_for(torn.document) if torn.document else None
    return kit.check.judge_torn(torn, around.of_engines[kit.name]) if kit else ()
