"""Checking: load everything authored in some places, find all faults, and prove what loads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, cast

from pydantic import BaseModel

from dramaturg.app.check.flows import flows_in, judge_flow
from dramaturg.app.check.games import games_in, judge_game
from dramaturg.app.check.report import Judged, Report
from dramaturg.app.content.build import KINDS, ids_of
from dramaturg.app.content.cohort import Cohort
from dramaturg.app.simulate.cohort_faults import cohort_faults
from dramaturg.app.walkthroughs.document import Walkthrough
from dramaturg.app.walkthroughs.faults import walkthrough_faults
from dramaturg.content.documents import Loaded, Torn, examine_text, in_order, load_any
from dramaturg.content.library import CheckedFolder, Library, packaged
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.checks.knowledge import knowledge_faults
from dramaturg.engines.games.make.offers import feeding_faults, prove_feeding
from dramaturg.engines.interviews.base.methodology import Guide, Methodology, Subject
from dramaturg.engines.interviews.population import Population, population_faults
from dramaturg.engines.interviews.profile import Profile, profile_faults
from dramaturg.engines.interviews.proofs import (
    guide_faults,
    methodology_faults,
    prove_methodology,
    subject_faults,
)
from dramaturg.engines.memoir.artifact_files import ARTIFACTS, file_of, gather
from dramaturg.engines.memoir.proofs import prove_artifacts
from dramaturg.engines.memoir.teller import Life, life_faults
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.engines.sims.proofs import (
    backbone_faults,
    prove_backbone,
    prove_scenario,
    scenario_faults,
    spoken_faults,
)
from dramaturg.kernel.errors import ContentError, Fault, NotFound, did_you_mean
from dramaturg.kernel.explore import Proof
from dramaturg.kernel.graph import WALKABLE
from dramaturg.studies.base.document import Study
from dramaturg.studies.proofs import Known, prove_study, study_faults


def check(paths: Sequence[Path], folders: Sequence[Path] = ()) -> Report:
    """Check the files under `paths`, or everything in the library and the user's `folders` when
    none are named.

    Scenarios find their backbones in the same places, then in the library.
    """
    everywhere, documents = (packaged(), *folders), documents_in(paths)
    checked = Library(KINDS, documents if paths else everywhere).check()
    around = _around(Library(KINDS, (*everywhere, *documents)))
    told = set(checked.faults)
    elsewhere = [
        Finding(str(file), judge(file)) for find, judge in BESIDE for file in find(paths or folders)
    ]
    findings = [
        *(_found(loaded, around) for loaded in checked.documents),
        *(Finding(torn.file, Judged(_beyond_form(torn, around))) for torn in checked.torn),
        *(
            Finding(str(folder), _judge_interviewer(folder, told))
            for folder in _interviewers(checked)
        ),
        *elsewhere,
    ]
    return _report(
        len(checked.documents) + len(checked.torn) + len(elsewhere), checked.faults, findings
    )


def documents_in(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The paths without the files that are games or flows."""
    return tuple(
        path
        for path in paths
        if path.is_dir() or not any(file for find, _ in BESIDE for file in find((path,)))
    )


BESIDE: Sequence[tuple[Callable[[Sequence[Path]], Iterator[Path]], Callable[[Path], Judged]]] = (
    (games_in, judge_game),
    (flows_in, judge_flow),
)
"""What is no document of the library: how it is found, and how it is judged."""


class Finding(NamedTuple):
    """What was found about something, and where that lies."""

    file: str
    judged: Judged


def _found(loaded: Loaded[BaseModel], around: Around) -> Finding:
    judged = _judge(loaded, around)
    return Finding(
        loaded.file, replace(judged, faults=tuple(loaded.locate(fault) for fault in judged.faults))
    )


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
    """What documents can name: backbones that load, by name, and by kind the ids of what a study
    can be made of.

    `broken` are the backbones that nobody can walk: a scenario is not blamed for those.
    """

    library: Library
    backbones: Mapping[str, Backbone]
    broken: Collection[str]
    ids: Known

    def methodology(self, id: str) -> Methodology | None:
        """None when there is none, or when it does not load, for which nobody else is blamed."""
        try:
            return cast(Methodology, self.library.get("methodology", id).document)
        except (NotFound, ContentError):
            return None


def _around(library: Library) -> Around:
    files = {entry.id: load_any(entry.file, KINDS) for entry in library.entries("backbone")}
    loading = {
        name: cast(Backbone, loaded.document)
        for name, loaded in files.items()
        if isinstance(loaded, Loaded)
    }
    sound = {name for name, backbone in loading.items() if _judge_backbone(backbone).clean}
    return Around(library, loading, set(files) - sound, ids_of(library))


def _judge(loaded: Loaded[BaseModel], around: Around) -> Judged:
    document = loaded.document
    match document:
        case Backbone():
            return _judge_backbone(document)
        case Scenario():
            return _judge_scenario(document, around)
        case Knowledge():
            faults = knowledge_faults(document) or feeding_faults(document)
            return Judged(faults) if faults else Judged((), (prove_feeding(document),))
        case Methodology():
            return _judge_methodology(document)
        case Study():
            return _judge_study(document, around.ids)
        case Profile() | Population():
            return _judge_respondents(document, around)
        case Walkthrough():
            return Judged(walkthrough_faults(document, around.library, Path(loaded.file).parent))
        case Cohort():
            return Judged(cohort_faults(document, around.library, Path(loaded.file).parent))
    find = FAULTS.get(type(document))
    return Judged(find(document) if find else ())


FAULTS: Mapping[type[BaseModel], Callable[[Any], tuple[Fault, ...]]] = {
    Subject: subject_faults,
    Guide: guide_faults,
    Life: life_faults,
}
"""Documents of which nothing is to be proven."""


def _judge_backbone(backbone: Backbone) -> Judged:
    faults = backbone_faults(backbone)
    if any(fault.code not in WALKABLE for fault in faults):
        return Judged(faults)
    try:
        proofs = prove_backbone(backbone)
    except ContentError as error:
        return Judged((*faults, *error.faults))
    return Judged((*faults, *_failed(proofs)), proofs)


def _judge_methodology(methodology: Methodology) -> Judged:
    faults = methodology_faults(methodology)
    return Judged(faults) if faults else Judged((), prove_methodology(methodology))


def _judge_study(study: Study, known: Known) -> Judged:
    faults = study_faults(study, known)
    return Judged(faults) if faults else Judged((), prove_study(study))


def _judge_respondents(document: Profile | Population, around: Around) -> Judged:
    """What simulated people tell must be of types that the methodology knows which they were
    written for.
    """
    named = {"methodology": document.methodology, "subject": document.subject}
    unknown = tuple(
        Fault(
            "unknown-name",
            f"there is no {kind} {name}",
            did_you_mean(name, around.ids[kind]),
            (kind,),
        )
        for kind, name in named.items()
        if name not in around.ids[kind]
    )
    methodology = around.methodology(document.methodology)
    if isinstance(document, Profile):
        return Judged((*unknown, *profile_faults(document, methodology)))
    return Judged((*unknown, *population_faults(document, methodology)))


def _judge_scenario(scenario: Scenario, around: Around) -> Judged:
    backbones = around.backbones
    spoken = spoken_faults(scenario, backbones)
    faults = scenario_faults(scenario, backbones, around.broken)
    if faults:
        return Judged((*faults, *spoken))
    if scenario.steering == "counted":
        return Judged(
            spoken,
            unproven=(
                (
                    f"{scenario.id}: steered by counting, so nothing holds a gate and nothing is"
                    " bound to end"
                ),
            ),
        )
    proofs = prove_scenario(scenario, backbones)
    return Judged((*spoken, *_failed(proofs)), proofs)


def _interviewers(checked: CheckedFolder) -> tuple[Path, ...]:
    """The folders in which artifacts of a memoir lie: those are judged together, whichever of them
    was named.
    """
    kinds = {kind for kind, _ in ARTIFACTS.values()}
    files = [each.file for each in checked.documents if each.kind in kinds]
    files += [each.file for each in checked.torn if Path(each.file).name in map(file_of, kinds)]
    return tuple(dict.fromkeys(Path(file).parent for file in files))


def _judge_interviewer(folder: Path, told: Collection[Fault]) -> Judged:
    """What is wrong with an interviewer's artifacts together, but for what was told of each."""
    gathered = gather(folder)
    faults, artifacts = gathered.faults(), gathered.artifacts
    if faults or artifacts is None:
        return Judged(tuple(fault for fault in faults if fault not in told))
    return Judged((), prove_artifacts(artifacts))


def _beyond_form(torn: Torn[BaseModel], around: Around) -> tuple[Fault, ...]:
    """What else is wrong with a scenario that does not load, but for the very places where its form
    is wrong already.
    """
    scenario, told = torn.document, {fault.path for fault in torn.faults}
    if not isinstance(scenario, Scenario):
        return ()
    backbones = around.backbones
    further = (
        *scenario_faults(scenario, backbones, around.broken, torn.gone),
        *spoken_faults(scenario, backbones, torn.gone),
    )
    return tuple(torn.locate(fault) for fault in further if fault.path not in told)


def _failed(proofs: Sequence[Proof]) -> tuple[Fault, ...]:
    return tuple(proof.fault for proof in proofs if proof.fault)
