"""Versions: another version of something authored, put in the place of the one that a session's
content has.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, cast

from pydantic import BaseModel, Field, TypeAdapter

from dramaturg.app.content.build import (
    KINDS,
    backbones_of,
    game_content,
    interview_with,
    sim_of,
    stored,
)
from dramaturg.app.games.game_folder import BLUEPRINT
from dramaturg.app.games.games import read_blueprint
from dramaturg.content.documents import Loaded, canonical, load_any, load_text
from dramaturg.content.library import ENDINGS, Library
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.checks.blueprint import blueprint_issues
from dramaturg.engines.interviews.methodology import Guide, Methodology, Subject
from dramaturg.engines.interviews.proofs import guide_faults, methodology_faults, subject_faults
from dramaturg.engines.memoir.artifact_files import ARTIFACTS, artifacts_in, artifacts_of, file_of
from dramaturg.engines.memoir.artifacts import Artifacts, Teller
from dramaturg.engines.memoir.proofs import artifact_faults
from dramaturg.engines.sims.backbone import Backbone
from dramaturg.engines.sims.proofs import backbone_faults, prove_scenario, scenario_faults
from dramaturg.engines.sims.scenario import Scenario
from dramaturg.kernel.errors import BadInput, ContentError, Fault, NotFound, did_you_mean
from dramaturg.turn.ports import StoredContent

Parts = dict[str, Any]

KEPT = 64  # contents that were revised
BACKBONES = TypeAdapter(dict[str, Backbone])
LENGTH = TypeAdapter(Annotated[int, Field(ge=1, strict=True)])


@dataclass(frozen=True, slots=True)
class Version:
    """Something authored, as its file says it now. `body` is canonical JSON, and so are the
    backbones that a scenario names.
    """

    kind: str
    id: str
    version: str
    body: str
    backbones: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.kind} {self.id} {self.version}"


# ── where it is ───────────────────────────────────────────────────────────────────────────────────


def find_version(library: Library, name: str) -> Version:
    """By file, folder or id. Raises NotFound, BadInput, or ContentError with everything that is
    wrong.
    """
    place = Path(name)
    if place.is_dir():
        return _game(place) if (place / BLUEPRINT).is_file() else _artifacts(library, name)
    if place.is_file() and place.name in {file_of(kind) for kind, _ in ARTIFACTS.values()}:
        return _artifacts(library, str(place.parent))
    if place.is_file() and place.suffix == ".json":
        return _game(place)
    if place.is_file() or place.suffix in ENDINGS:
        return _document(Library(KINDS, (*library.folders, place)), _loaded(place))
    return _by_id(library, name)


def version_of(library: Library, kind: str, id: str) -> Version:
    """Something of the library, by kind and id alone. Raises NotFound, BadInput, or ContentError
    with all that is wrong.
    """
    loaded = library.get(kind, id)
    if kind in {artifact for artifact, _ in ARTIFACTS.values()}:
        name, version, artifacts = artifacts_in(Path(loaded.file).parent)
        return Version("artifacts", name, version, canonical(artifacts.model_dump(mode="json")))
    if kind not in PARTS:
        raise BadInput(
            f"no session is held with a {kind}: sessions are held with a {', a '.join(PARTS)}, or"
            " artifacts"
        )
    return _document(library, loaded)


def version_in(library: Library, text: str) -> Version:
    """What a document says that was handed over. Raises BadInput, or ContentError with everything
    that is wrong.
    """
    return _document(library, _usable(load_text(text, "the document", KINDS), "the document"))


def _by_id(library: Library, id: str) -> Version:
    known = {
        kind: {entry.id for entry in library.entries(kind)} for kind in (*PARTS, "router_policy")
    }
    kinds = [kind for kind, ids in known.items() if id in ids]
    if not kinds:
        raise NotFound(
            f"there is no file, folder or content {id!r}."
            f" {did_you_mean(id, set().union(*known.values()))}"
        )
    if len(kinds) > 1:
        raise BadInput(f"{id!r} is a {' and a '.join(kinds)}: name its file instead")
    if kinds[0] == "router_policy":
        return _artifacts(library, id)
    return _document(library, library.get(kinds[0], id))


def _loaded(file: Path) -> Loaded[BaseModel]:
    if not file.is_file():
        raise NotFound(f"there is no file {file}")
    return _usable(load_any(file, KINDS), str(file))


def _usable(found: Loaded[BaseModel] | tuple[Fault, ...], name: str) -> Loaded[BaseModel]:
    if not isinstance(found, Loaded):
        raise ContentError(found)
    if found.kind not in PARTS:
        raise BadInput(
            f"{name} is a {found.kind}: sessions are held with a {', a '.join(PARTS)}, artifacts or"
            " a game"
        )
    return found


def _document(library: Library, loaded: Loaded[BaseModel]) -> Version:
    if faults := tuple(loaded.locate(fault) for fault in PARTS[loaded.kind](loaded.document)):
        raise ContentError(faults)
    backbones = (
        _backbones(library, loaded.document) if isinstance(loaded.document, Scenario) else ()
    )
    return Version(loaded.kind, loaded.id, loaded.version, loaded.body, backbones)


def _backbones(library: Library, scenario: Scenario) -> tuple[tuple[str, str], ...]:
    known = {entry.id for entry in library.entries("backbone")}
    return tuple(
        (name, library.get("backbone", name).body)
        for name in backbones_of(scenario)
        if name in known
    )


def _artifacts(library: Library, name: str) -> Version:
    id, version, artifacts = artifacts_of(library, name)
    return Version("artifacts", id, version, canonical(artifacts.model_dump(mode="json")))


def _game(place: Path) -> Version:
    content = game_content(read_blueprint(place))
    return Version("game", content.id, content.version, content.body)


def _no_faults(_document: Any) -> tuple[Fault, ...]:
    """A scenario is judged together with its backbones, when it has taken its place."""
    return ()


PARTS: Mapping[str, Callable[[Any], tuple[Fault, ...]]] = {
    "scenario": _no_faults,
    "backbone": backbone_faults,
    "methodology": methodology_faults,
    "subject": subject_faults,
    "guide": guide_faults,
}
"""The documents a session is held with, and what can be wrong with each by itself."""


# ── in its place ──────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=KEPT)
def revised(content: StoredContent, other: Version) -> StoredContent | None:
    """A session's content with the other version in its place; None when it has nothing of that
    kind and id.

    Raises ContentError when the two do not go together.
    """
    parts = _REPLACED[content.engine](json.loads(content.body), other)
    return None if parts is None else put_together(content, parts, other.version)


def parts_of(content: StoredContent) -> Mapping[str, Sequence[str]]:
    """What of some content can be replaced: by kind, the ids."""
    parts = json.loads(content.body)
    match content.engine:
        case "sims":
            return {"scenario": [parts["scenario"]["id"]], "backbone": list(parts["backbones"])}
        case "interviews":
            return {
                kind: [parts[kind]["id"]]
                for kind in ("methodology", "subject", "guide")
                if parts[kind]
            }
        case "memoir":
            return {"artifacts": [parts["artifacts"]["router"]["id"]]}
        case _:
            return {"game": [parts["id"]]}


def _in_a_sim(parts: Parts, other: Version) -> Parts | None:
    body = json.loads(other.body)
    if other.kind == "backbone" and other.id in parts["backbones"]:
        return {**parts, "backbones": {**parts["backbones"], other.id: body}}
    if other.kind == "scenario" and other.id == parts["scenario"]["id"]:
        known = {**{name: json.loads(text) for name, text in other.backbones}, **parts["backbones"]}
        backbones = {
            name: known[name]
            for name in backbones_of(Scenario.model_validate(body))
            if name in known
        }
        return {
            "scenario": {**body, "steering": parts["scenario"]["steering"]},
            "backbones": backbones,
        }
    return None


def _in_an_interview(parts: Parts, other: Version) -> Parts | None:
    here = parts.get(other.kind)
    return (
        {**parts, other.kind: json.loads(other.body)} if here and here["id"] == other.id else None
    )


def _in_a_memoir(parts: Parts, other: Version) -> Parts | None:
    ours = other.kind == "artifacts" and parts["artifacts"]["router"]["id"] == other.id
    return {**parts, "artifacts": json.loads(other.body)} if ours else None


def _in_a_game(parts: Parts, other: Version) -> Parts | None:
    return (
        cast(Parts, json.loads(other.body))
        if other.kind == "game" and parts["id"] == other.id
        else None
    )


_REPLACED: Mapping[str, Callable[[Parts, Version], Parts | None]] = {
    "sims": _in_a_sim,
    "interviews": _in_an_interview,
    "memoir": _in_a_memoir,
    "games": _in_a_game,
}


# ── put together ──────────────────────────────────────────────────────────────────────────────────


def put_together(content: StoredContent, parts: Parts, version: str) -> StoredContent:
    """A session's content made of other parts, judged and proven. Raises ContentError, and
    ValidationError for a wrong form.
    """
    if faults := JUDGES[content.engine](parts):
        raise ContentError(faults)
    match content.engine:
        case "sims":
            return sim_of(parts)
        case "interviews":
            return interview_with(parts)
        case "games":
            return game_content(Blueprint.model_validate(parts))
        case _:
            return stored(content.engine, content.id, version, parts)


def _judge_sim(parts: Parts) -> tuple[Fault, ...]:
    scenario = Scenario.model_validate(parts["scenario"])
    backbones = BACKBONES.validate_python(parts["backbones"])
    faults = [fault for backbone in backbones.values() for fault in backbone_faults(backbone)]
    faults += scenario_faults(scenario, backbones)
    return tuple(faults) or tuple(
        proof.fault for proof in prove_scenario(scenario, backbones) if proof.fault
    )


def _judge_interview(parts: Parts) -> tuple[Fault, ...]:
    LENGTH.validate_python(parts["max_turns"])
    faults = methodology_faults(Methodology.model_validate(parts["methodology"]))
    faults += subject_faults(Subject.model_validate(parts["subject"]))
    return faults + (guide_faults(Guide.model_validate(parts["guide"])) if parts["guide"] else ())


def _judge_memoir(parts: Parts) -> tuple[Fault, ...]:
    Teller.model_validate(parts["teller"])
    return _judge_artifacts(canonical(parts["artifacts"]))


@lru_cache(maxsize=KEPT)
def _judge_artifacts(body: str) -> tuple[Fault, ...]:
    """Judged once for all tellers: every teller's content is another, and their artifacts are
    mostly the same.
    """
    return artifact_faults(Artifacts.model_validate(json.loads(body)))


def _judge_game(parts: Parts) -> tuple[Fault, ...]:
    issues = blueprint_issues(Blueprint.model_validate(parts))
    return tuple(
        Fault(issue.code, f"{issue.place}: {issue.message}", issue.remedy) for issue in issues
    )


JUDGES: Mapping[str, Callable[[Parts], tuple[Fault, ...]]] = {
    "sims": _judge_sim,
    "interviews": _judge_interview,
    "memoir": _judge_memoir,
    "games": _judge_game,
}
"""What is wrong with a session's content, by engine."""
