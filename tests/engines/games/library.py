"""The knowledge that Dramaturg brings along, as games are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import dramaturg.content
from dramaturg.content.documents import load_any
from dramaturg.engines.games.base.knowledge import Knowledge

FOLDER = Path(dramaturg.content.__file__).parent / "library" / "games" / "knowledge"


@cache
def bundled() -> Mapping[str, Knowledge]:
    return {file.stem: knowledge_of(file.stem) for file in sorted(FOLDER.glob("*.yaml"))}


@cache
def knowledge_of(subject: str) -> Knowledge:
    loaded = load_any(FOLDER / f"{subject}.yaml", {"knowledge": Knowledge})
    assert not isinstance(loaded, tuple), loaded
    assert isinstance(loaded.document, Knowledge)
    return loaded.document
