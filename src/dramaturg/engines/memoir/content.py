"""The content of a memoir: the artifacts of an interviewer and who tells, put together and stored
so that a session keeps its version.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field

from dramaturg.content.documents import canonical, stored_content
from dramaturg.content.library import Id, Library
from dramaturg.engines.kit import Faults, Parts, SessionOpening, Version
from dramaturg.engines.memoir.artifact_files import (
    ARTIFACTS,
    artifacts_in,
    artifacts_of,
    file_of,
    folder_of,
    judged_artifacts,
)
from dramaturg.engines.memoir.base.artifacts import Artifacts, Teller
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.engines.memoir.teller import Life
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.ports import StoredContent

DOCUMENTS: Mapping[str, type[BaseModel]] = {**dict(ARTIFACTS.values()), "teller": Life}
ABOUT = {
    "router_policy": "Which style speaks: ordered rules, the first that holds wins.",
    "depth_governor": "How deep a question may go, and when it must not.",
    "state_machines": "The phases of a sitting, and what leads from one to the next.",
    "negative_constraints": "What an interviewer never says.",
    "persona_profiles": "The styles in which an interviewer speaks.",
    "crisis_guidance": "What is said when somebody may be in danger.",
    "teller": "A whole life, invented, to be told in a simulation.",
}


class OpenMemoir(SessionOpening):
    """An interviewer for a life story, and who tells it."""

    engine: Literal["memoir"]
    artifacts: Id = "origins"
    teller: Teller = Field(default_factory=Teller)


OPENING = OpenMemoir


# ── put together ──────────────────────────────────────────────────────────────────────────────────


def stage(library: Library, opening: OpenMemoir) -> StoredContent:
    return memoir_content(library, str(folder_of(library, opening.artifacts)), opening.teller)


def memoir_content(
    library: Library, name: str = "origins", teller: Teller | None = None
) -> StoredContent:
    """The artifacts of an interviewer, by their id or in a folder, checked and proven; and who
    tells.

    Raises NotFound, or ContentError with everything that is wrong.
    """
    id, version, artifacts = artifacts_of(library, name)
    told = (teller or Teller()).model_dump(mode="json")
    return stored_content(
        "memoir", id, version, {"artifacts": artifacts.model_dump(mode="json"), "teller": told}
    )


def build(content: StoredContent, models: LocalModels) -> MemoirEngine:
    body = json.loads(content.body)
    return MemoirEngine(
        Artifacts.model_validate(body["artifacts"]),
        Teller.model_validate(body["teller"]),
        models.embedder(),
        models.syntax(),
        models.readers(),
        models.ear(),
        models.care(),
    )


# ── another version of a part ─────────────────────────────────────────────────────────────────────

PARTS: Mapping[str, Callable[[Any], Faults]] = {}
"""No document by itself: artifacts go together."""
WHOLES: Mapping[str, str] = {"artifacts": "router_policy"}


def version_at(library: Library, place: Path) -> Version | None:
    """The interviewer of a folder, or the one that one of its files belongs to."""
    files = {file_of(kind) for kind, _ in ARTIFACTS.values()}
    folder = place.parent if place.name in files else place
    if not any((folder / file).is_file() for file in files):
        return None
    return _version(*artifacts_in(folder))


def version_by_id(library: Library, kind: str, id: str) -> Version | None:
    """The interviewer of that id, who is also found by any of the artifacts."""
    if kind == "artifacts":
        return _version(*artifacts_in(folder_of(library, id)))
    if kind not in {artifact for artifact, _ in ARTIFACTS.values()}:
        return None
    return _version(*artifacts_in(Path(library.get(kind, id).file).parent))


def _version(id: str, version: str, artifacts: Artifacts) -> Version:
    return Version("artifacts", id, version, canonical(artifacts.model_dump(mode="json")))


def along(library: Library, document: Any) -> tuple[tuple[str, str], ...]:
    return ()


def parts_of(parts: Parts) -> Mapping[str, Sequence[str]]:
    return {"artifacts": [parts["artifacts"]["router"]["id"]]}


def replaced(parts: Parts, other: Version) -> Parts | None:
    ours = other.kind == "artifacts" and parts["artifacts"]["router"]["id"] == other.id
    return {**parts, "artifacts": json.loads(other.body)} if ours else None


def judge(parts: Parts) -> Faults:
    Teller.model_validate(parts["teller"])
    return judged_artifacts(canonical(parts["artifacts"]))


def together(content: StoredContent, parts: Parts, version: str) -> StoredContent:
    return stored_content(content.engine, content.id, version, parts)


def spelled_out(parts: Parts) -> Parts:
    return dict(parts)
