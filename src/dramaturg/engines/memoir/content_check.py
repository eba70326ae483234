"""Judging what is written for memoirs: an interviewer's artifacts together, and invented lives."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from pydantic import BaseModel

from dramaturg.content.documents import Loaded, Torn
from dramaturg.content.library import CheckedFolder, Library
from dramaturg.engines.kit import Faults, Judged
from dramaturg.engines.memoir.artifact_files import ARTIFACTS, PROMPT_BLOCK, file_of, gather
from dramaturg.engines.memoir.proofs import prove_artifacts
from dramaturg.engines.memoir.teller import Life, life_faults

FILES: Mapping[str, str] = {kind: file_of(kind) for kind, _ in ARTIFACTS.values()}
OTHER_FILES = (PROMPT_BLOCK,)
NOTHING: Mapping[str, str] = MappingProxyType({})


def around(library: Library) -> None:
    return None


def judge(loaded: Loaded[BaseModel], around: None) -> Judged:
    """A life by itself; artifacts are judged together, by their folder."""
    return Judged(life_faults(loaded.document) if isinstance(loaded.document, Life) else ())


def judge_torn(torn: Torn[BaseModel], around: None) -> Faults:
    return ()


def folders(checked: CheckedFolder) -> tuple[Path, ...]:
    """Those in which artifacts lie."""
    kinds = {kind for kind, _ in ARTIFACTS.values()}
    files = [each.file for each in checked.documents if each.kind in kinds]
    files += [each.file for each in checked.torn if Path(each.file).name in map(file_of, kinds)]
    return tuple(dict.fromkeys(Path(file).parent for file in files))


def judge_folder(folder: Path, instead: Mapping[str, str] = NOTHING) -> Judged:
    gathered = gather(folder, instead)
    faults, artifacts = gathered.faults(), gathered.artifacts
    if faults or artifacts is None:
        return Judged(faults)
    return Judged((), prove_artifacts(artifacts))
