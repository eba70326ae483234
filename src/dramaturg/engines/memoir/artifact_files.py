"""The artifacts of one interviewer, which lie in one folder and are judged together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

from dramaturg.content.documents import Loaded, Torn, examine, examine_text, in_order, read_bytes
from dramaturg.content.library import Library
from dramaturg.content.positions import START
from dramaturg.engines.memoir.base.artifacts import (
    Artifacts,
    CrisisGuidance,
    DepthPolicy,
    NegativeConstraints,
    PersonaProfiles,
    RouterPolicy,
    StateMachines,
)
from dramaturg.engines.memoir.base.turn_contract import TurnContract
from dramaturg.engines.memoir.proofs import artifact_faults
from dramaturg.kernel.errors import ContentError, Fault, NotFound, did_you_mean

PROMPT_BLOCK = "system-prompt-block.txt"
ARTIFACTS: Mapping[str, tuple[str, type[BaseModel]]] = {
    "router": ("router_policy", RouterPolicy),
    "governor": ("depth_governor", DepthPolicy),
    "machines": ("state_machines", StateMachines),
    "constraints": ("negative_constraints", NegativeConstraints),
    "personas": ("persona_profiles", PersonaProfiles),
    "crisis": ("crisis_guidance", CrisisGuidance),
}
"""The documents an interviewer is made of, by the part they play: their kind and their model."""


def file_of(kind: str) -> str:
    """Artifacts are known by their names: router-policy.json and so on."""
    return f"{kind.replace('_', '-')}.json"


SCHEMAS: Mapping[str, type[BaseModel]] = {
    **{f"{Path(file_of(kind)).stem}.schema.json": model for kind, model in ARTIFACTS.values()},
    "turn-contract.schema.json": TurnContract,
}
"""The JSON Schemas that lie beside the artifacts in the library, by file."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """What lies in a folder: the documents that load, by part, the faults of the others, and the
    instruction block.
    """

    folder: Path
    loaded: Mapping[str, Loaded[BaseModel]]
    torn: tuple[Torn[BaseModel], ...]
    prompt_block: str | None

    @property
    def artifacts(self) -> Artifacts | None:
        """None if something is not there or does not load."""
        if len(self.loaded) < len(ARTIFACTS) or self.prompt_block is None:
            return None
        documents: dict[str, Any] = {part: each.document for part, each in self.loaded.items()}
        return Artifacts(**documents, prompt_block=self.prompt_block)

    def faults(self) -> tuple[Fault, ...]:
        """Everything that is wrong, each where it is."""
        formal = [fault for torn in self.torn for fault in torn.faults]
        found = [*formal, *self._missing(), *self._differing()]
        if artifacts := self.artifacts:
            found += [
                self._locate(fault) for fault in judged_artifacts(artifacts.model_dump_json())
            ]
        return in_order(found)

    def _missing(self) -> Iterator[Fault]:
        torn = {Path(each.file).name for each in self.torn}
        files = [file_of(kind) for part, (kind, _) in ARTIFACTS.items() if part not in self.loaded]
        wanted = [file for file in files if file not in torn] + [PROMPT_BLOCK] * (
            self.prompt_block is None
        )
        if wanted:
            there = next((each.file for each in self.loaded.values()), str(self.folder / wanted[0]))
            remedy = (
                "An interviewer is made of six documents and an instruction block, in one folder."
            )
            yield Fault(
                "artifact-missing", f"beside this there is no {' and no '.join(wanted)}", remedy
            ).at(there, *START)

    def _differing(self) -> Iterator[Fault]:
        first = next(iter(self.loaded.values()), None)
        for each in self.loaded.values():
            if first and each.id != first.id:
                message = f"its id is {each.id}, and that of {Path(first.file).name} is {first.id}"
                yield each.locate(
                    Fault(
                        "ids-differ",
                        message,
                        "Give all artifacts of an interviewer one id.",
                        ("id",),
                    )
                )

    def _locate(self, fault: Fault) -> Fault:
        part, *path = fault.path
        if part not in self.loaded:
            return fault.at(str(self.folder / PROMPT_BLOCK), *START)
        return self.loaded[str(part)].locate(replace(fault, path=tuple(path)))


@lru_cache(maxsize=64)
def judged_artifacts(body: str) -> tuple[Fault, ...]:
    """What is wrong with artifacts, given as JSON. Judged once: memoirs of many tellers are opened
    with the same.
    """
    return artifact_faults(Artifacts.model_validate_json(body))


def gather(folder: Path, instead: Mapping[str, str] = MappingProxyType({})) -> Gathered:
    """Whatever there is of an interviewer in a folder. `instead` has texts that stand for files, by
    their names.
    """
    loaded: dict[str, Loaded[BaseModel]] = {}
    torn: list[Torn[BaseModel]] = []
    for part, (kind, model) in ARTIFACTS.items():
        file = folder / file_of(kind)
        if file.name in instead or file.exists():
            text = instead.get(file.name)
            found = (
                examine(file, {kind: model})
                if text is None
                else examine_text(text, str(file), {kind: model})
            )
            if isinstance(found, Loaded):
                loaded[part] = found
            else:
                torn.append(found)
    block = read_bytes(folder / PROMPT_BLOCK)
    prompt = None if isinstance(block, Fault) else block.decode("utf-8", "replace").strip()
    return Gathered(folder, loaded, tuple(torn), prompt)


def artifacts_of(library: Library, name: str = "origins") -> tuple[str, str, Artifacts]:
    """The artifacts of that id, or of a folder that holds all of them, judged: id, version, and
    what they say.

    Raises NotFound, or ContentError with everything that is wrong.
    """
    folder = Path(name)
    return artifacts_in(folder if folder.is_dir() else folder_of(library, name))


def artifacts_in(folder: Path) -> tuple[str, str, Artifacts]:
    """The same, of the folder that holds all of them."""
    gathered = gather(folder)
    faults, artifacts = gathered.faults(), gathered.artifacts
    if faults or artifacts is None:
        raise ContentError(faults)
    return (
        artifacts.router.id,
        "+".join(dict.fromkeys(each.version for each in gathered.loaded.values())),
        artifacts,
    )


def folder_of(library: Library, id: str) -> Path:
    """Where the interviewer of that id lies. Raises NotFound."""
    folders = {entry.id: entry.file.parent for entry in library.entries("router_policy")}
    if id not in folders:
        raise NotFound(
            f"there is no interviewer {id!r}, and no such folder. {did_you_mean(id, folders)}"
        )
    return folders[id]
