"""Productions: authored content put together so that an engine can play it, and stored so that a
session keeps its version.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel

from dramaturg.app.content.cohort import Cohort
from dramaturg.app.migrate.maps import Migration
from dramaturg.app.walkthroughs.document import Walkthrough
from dramaturg.content.documents import Loaded, canonical
from dramaturg.content.library import ENDINGS, Library
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.checks.knowledge import knowledge_faults
from dramaturg.engines.games.engine import GameEngine
from dramaturg.engines.interviews.base.methodology import Guide, Methodology, Subject
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.population import Population
from dramaturg.engines.interviews.profile import Profile
from dramaturg.engines.interviews.proofs import methodology_faults
from dramaturg.engines.memoir.artifact_files import artifacts_of
from dramaturg.engines.memoir.base.artifacts import (
    Artifacts,
    CrisisGuidance,
    DepthPolicy,
    NegativeConstraints,
    PersonaProfiles,
    RouterPolicy,
    StateMachines,
    Teller,
)
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.engines.memoir.teller import Life
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.scenario import Scenario, Steering
from dramaturg.engines.sims.engine import SimEngine, part_of
from dramaturg.engines.sims.proofs import backbone_faults, prove_scenario, scenario_faults
from dramaturg.kernel.errors import ContentError, Fault, NotFound, did_you_mean
from dramaturg.studies.base.document import Study, is_id
from dramaturg.studies.proofs import NAMED, study_faults
from dramaturg.turn.engine import Engine
from dramaturg.turn.local_models import Senses
from dramaturg.turn.ports import StoredContent

# The kinds of documents an author can write.
KINDS: Mapping[str, type[BaseModel]] = {
    "backbone": Backbone,
    "scenario": Scenario,
    "knowledge": Knowledge,
    "methodology": Methodology,
    "subject": Subject,
    "guide": Guide,
    "profile": Profile,
    "population": Population,
    "study": Study,
    "router_policy": RouterPolicy,
    "depth_governor": DepthPolicy,
    "state_machines": StateMachines,
    "negative_constraints": NegativeConstraints,
    "persona_profiles": PersonaProfiles,
    "crisis_guidance": CrisisGuidance,
    "teller": Life,
    "migration": Migration,
    "walkthrough": Walkthrough,
    "cohort": Cohort,
}


# ── sims ──────────────────────────────────────────────────────────────────────────────────────────


def sim_content(
    library: Library, scenario_id: str, steering: Steering | None = None
) -> StoredContent:
    """A scenario with the backbones of its people, checked and proven. Raises ContentError with
    everything that is wrong.

    `steering` stands in for what the scenario says; either way it is part of the content, so a
    session finishes as it began.
    """
    scenario = cast(Loaded[Scenario], library.get("scenario", scenario_id))
    backbones = {
        name: cast(Loaded[Backbone], library.get("backbone", name))
        for name in backbones_of(scenario.document)
    }
    faults = _sim_faults(scenario, backbones)
    if faults:
        raise ContentError(faults)
    parts = {
        "scenario": json.loads(scenario.body) | {"steering": steering or scenario.document.steering}
    }
    return sim_of(
        {**parts, "backbones": {name: json.loads(each.body) for name, each in backbones.items()}}
    )


def sim_of(parts: Mapping[str, Any]) -> StoredContent:
    """A sim of these parts: `scenario` with its steering, and `backbones` by name."""
    scenario, backbones = parts["scenario"], parts["backbones"]
    version = "+".join(
        (scenario["version"], *(f"{name}@{each['version']}" for name, each in backbones.items()))
    )
    version += "+counted" if scenario["steering"] == "counted" else ""
    return stored("sims", scenario["id"], version, parts)


def stored(engine: str, id: str, version: str, parts: Mapping[str, Any]) -> StoredContent:
    """Content under the hash of what it says."""
    body = canonical(dict(parts))
    return StoredContent(sha256(body.encode()).hexdigest(), engine, id, version, body)


def sim_part(library: Library, scenario_id: str, person: str) -> SimPart:
    """One person's part, for walking without a session."""
    scenario, backbones = sim_documents(sim_content(library, scenario_id))
    people = [each.id for each in scenario.people]
    if person not in people:
        raise NotFound(
            f"nobody in {scenario_id} is called {person!r}. {did_you_mean(person, people)}"
        )
    return part_of(scenario, scenario.person(person), backbones)


def backbones_of(scenario: Scenario) -> list[str]:
    return sorted({person.backbone or scenario.backbone for person in scenario.people})


def _sim_faults(
    scenario: Loaded[Scenario], backbones: Mapping[str, Loaded[Backbone]]
) -> tuple[Fault, ...]:
    faults = [
        backbone.locate(fault)
        for backbone in backbones.values()
        for fault in backbone_faults(backbone.document)
    ]
    documents = {name: backbone.document for name, backbone in backbones.items()}
    faults += [scenario.locate(fault) for fault in scenario_faults(scenario.document, documents)]
    if faults:
        return tuple(faults)
    return tuple(
        scenario.locate(proof.fault)
        for proof in prove_scenario(scenario.document, documents)
        if proof.fault
    )


def sim_documents(content: StoredContent) -> tuple[Scenario, dict[str, Backbone]]:
    """The scenario and its backbones, as a session began with them."""
    body = json.loads(content.body)
    backbones = {name: Backbone.model_validate(each) for name, each in body["backbones"].items()}
    return Scenario.model_validate(body["scenario"]), backbones


def _sim_engine(content: StoredContent, senses: Senses) -> SimEngine:
    return SimEngine(*sim_documents(content), senses.embedder())


# ── games ─────────────────────────────────────────────────────────────────────────────────────────


def knowledge_of(library: Library, id: str) -> Loaded[Knowledge]:
    """A knowledge file without fault. Raises NotFound, or ContentError with everything that is
    wrong.
    """
    loaded = cast(Loaded[Knowledge], library.get("knowledge", id))
    if faults := knowledge_faults(loaded.document):
        raise ContentError(tuple(loaded.locate(fault) for fault in faults))
    return loaded


def game_content(blueprint: Blueprint) -> StoredContent:
    """A game as a session keeps it."""
    body = canonical(blueprint.model_dump(mode="json"))
    digest = sha256(body.encode()).hexdigest()
    return StoredContent(digest, "games", blueprint.id, digest[:12], body)


def _game_engine(content: StoredContent, senses: Senses) -> GameEngine:
    return GameEngine(Blueprint.model_validate_json(content.body))


# ── interviews ────────────────────────────────────────────────────────────────────────────────────


def interview_content(
    library: Library,
    methodology: str,
    about: str,
    guide: str | None = None,
    max_turns: int | None = None,
) -> StoredContent:
    """A methodology turned to a subject, perhaps along a guide. `about` is the id of a subject, or
    the subject itself in words.

    Raises NotFound, or ContentError with everything that is wrong.
    """
    method = methodology_of(library, methodology)
    subject = _subject(library, about)
    parts = _interview_parts(library, method, subject, guide)
    return interview_with({**parts, "max_turns": max_turns or method.document.limits.max_turns})


def interview_with(parts: Mapping[str, Any]) -> StoredContent:
    """An interview of these parts: `methodology`, `subject`, `guide` or None, and `max_turns`."""
    method, subject, guide = parts["methodology"], parts["subject"], parts["guide"]
    version = "+".join(
        (
            method["version"],
            f"{subject['id']}@{subject['version']}",
            *((guide["id"],) if guide else ()),
        )
    )
    return stored("interviews", method["id"], version, parts)


def _interview_parts(
    library: Library, method: Loaded[Methodology], subject: Subject, guide: str | None
) -> dict[str, Any]:
    return {
        "methodology": json.loads(method.body),
        "subject": subject.model_dump(mode="json"),
        "guide": json.loads(library.get("guide", guide).body) if guide else None,
    }


def methodology_of(library: Library, id: str) -> Loaded[Methodology]:
    """A methodology without fault."""
    loaded = cast(Loaded[Methodology], library.get("methodology", id))
    if faults := methodology_faults(loaded.document):
        raise ContentError(tuple(loaded.locate(fault) for fault in faults))
    return loaded


def _subject(library: Library, about: str) -> Subject:
    if about in {entry.id for entry in library.entries("subject")}:
        return cast(Loaded[Subject], library.get("subject", about)).document
    if is_id(about):
        known = [entry.id for entry in library.entries("subject")]
        raise NotFound(f"there is no subject {about!r}. {did_you_mean(about, known)}")
    return Subject(
        kind="subject",
        id="own_words",
        title=about,
        objective=f"What {about} means to the respondent, and why.",
    )


def _interview_engine(content: StoredContent, senses: Senses) -> InterviewEngine:
    body = json.loads(content.body)
    guide = Guide.model_validate(body["guide"]) if body["guide"] else None
    return InterviewEngine(
        Methodology.model_validate(body["methodology"]),
        Subject.model_validate(body["subject"]),
        guide,
        senses.embedder(),
        senses.syntax(),
        senses.readers(),
        body["max_turns"],
    )


# ── studies ───────────────────────────────────────────────────────────────────────────────────────


def study_content(library: Library, name: str) -> StoredContent:
    """A study with its methodology, subject and guide, by its id in the library or as a file.

    Raises NotFound, or ContentError with everything that is wrong.
    """
    library, id = _shelf(library, name)
    loaded = cast(Loaded[Study], library.get("study", id))
    if faults := study_faults(loaded.document, ids_of(library)):
        raise ContentError(tuple(loaded.locate(fault) for fault in faults))
    study = loaded.document
    method, subject = methodology_of(library, study.methodology), _subject(library, study.subject)
    version = "+".join(
        (study.version, f"{method.id}@{method.version}", f"{subject.id}@{subject.version}")
    )
    parts = {
        "study": json.loads(loaded.body),
        **_interview_parts(library, method, subject, study.guide),
    }
    return stored("studies", study.id, version, parts)


def study_of(content: StoredContent) -> Study:
    """The study, as it was opened."""
    return Study.model_validate(json.loads(content.body)["study"])


def interview_of(content: StoredContent) -> StoredContent:
    """What every respondent of a study is interviewed with."""
    parts = json.loads(content.body)
    study = Study.model_validate(parts.pop("study"))
    return stored(
        "interviews",
        study.methodology,
        f"{study.id}@{content.version}",
        {**parts, "max_turns": study.turns},
    )


def ids_of(library: Library) -> dict[str, set[str]]:
    """The ids that a study can name, by kind of document."""
    return {kind: {entry.id for entry in library.entries(kind)} for kind in NAMED}


def _shelf(library: Library, name: str) -> tuple[Library, str]:
    """Where to find the study of that name, and its id."""
    file = Path(name)
    if file.suffix not in ENDINGS:
        return library, name
    if not file.is_file():
        raise NotFound(
            f"there is no file {name}; give a YAML file with `kind: study`, or an id of the"
            " library."
        )
    entries = Library(KINDS, (file,)).entries("study")
    if not entries:
        raise NotFound(
            f"{name} is no study: give a YAML file with `kind: study`, or an id of the library."
        )
    return Library(KINDS, (*library.folders, file)), entries[0].id


# ── memoirs ───────────────────────────────────────────────────────────────────────────────────────


def memoir_content(
    library: Library, name: str = "origins", teller: Teller | None = None
) -> StoredContent:
    """The artifacts of an interviewer, by their id or in a folder, checked and proven; and who
    tells.

    Raises NotFound, or ContentError with everything that is wrong.
    """
    id, version, artifacts = artifacts_of(library, name)
    told = (teller or Teller()).model_dump(mode="json")
    return stored(
        "memoir", id, version, {"artifacts": artifacts.model_dump(mode="json"), "teller": told}
    )


def _memoir_engine(content: StoredContent, senses: Senses) -> MemoirEngine:
    body = json.loads(content.body)
    return MemoirEngine(
        Artifacts.model_validate(body["artifacts"]),
        Teller.model_validate(body["teller"]),
        senses.embedder(),
        senses.syntax(),
        senses.readers(),
    )


# ── every engine ──────────────────────────────────────────────────────────────────────────────────

ENGINES: Mapping[str, Callable[[StoredContent, Senses], Engine[Any, Any, Any, Any]]] = {
    "sims": _sim_engine,
    "games": _game_engine,
    "interviews": _interview_engine,
    "memoir": _memoir_engine,
}


def engine_of(content: StoredContent, senses: Senses) -> Engine[Any, Any, Any, Any]:
    """The engine for content as it lies in the log."""
    if content.engine not in ENGINES:
        raise NotFound(
            f"this Dramaturg has no engine {content.engine!r}."
            f" {did_you_mean(content.engine, ENGINES)}"
        )
    return ENGINES[content.engine](content, senses)
