"""The content of a round of riddles: one document."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, cast

from pydantic import BaseModel
from tests.fifth_engine.engine import RiddleEngine, Riddles

from dramaturg.content.documents import Loaded, stored_content
from dramaturg.content.library import Id, Library
from dramaturg.engines.kit import Faults, Parts, SessionOpening, Version
from dramaturg.kernel.errors import ContentError, Fault
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.ports import StoredContent

DOCUMENTS: Mapping[str, type[BaseModel]] = {"riddles": Riddles}
ABOUT = {"riddles": "Riddles, each with its answers."}


class OpenRiddles(SessionOpening):
    """Riddles to be asked."""

    engine: Literal["riddles"]
    riddles: Id


OPENING = OpenRiddles


def stage(library: Library, opening: OpenRiddles) -> StoredContent:
    return riddles_content(library, opening.riddles)


def riddles_content(library: Library, id: str) -> StoredContent:
    loaded = cast(Loaded[Riddles], library.get("riddles", id))
    if faults := riddle_faults(loaded.document):
        raise ContentError(tuple(map(loaded.locate, faults)))
    return _stored({"riddles": json.loads(loaded.body)})


def _stored(parts: Parts) -> StoredContent:
    document = parts["riddles"]
    return stored_content("riddles", document["id"], document["version"], parts)


def riddle_faults(riddles: Riddles) -> Faults:
    return tuple(
        Fault(
            "riddle-unanswered",
            f"{riddle.id} has no answer",
            "Write one under answers.",
            ("riddles", number, "answers"),
        )
        for number, riddle in enumerate(riddles.riddles)
        if not riddle.answers
    )


def build(content: StoredContent, models: LocalModels) -> RiddleEngine:
    return RiddleEngine(Riddles.model_validate(json.loads(content.body)["riddles"]))


PARTS: Mapping[str, Callable[[Any], Faults]] = {"riddles": riddle_faults}


def along(library: Library, document: Any) -> tuple[tuple[str, str], ...]:
    return ()


def parts_of(parts: Parts) -> Mapping[str, Sequence[str]]:
    return {"riddles": [parts["riddles"]["id"]]}


def replaced(parts: Parts, other: Version) -> Parts | None:
    ours = other.kind == "riddles" and other.id == parts["riddles"]["id"]
    return {"riddles": json.loads(other.body)} if ours else None


def judge(parts: Parts) -> Faults:
    return riddle_faults(Riddles.model_validate(parts["riddles"]))


def together(content: StoredContent, parts: Parts, version: str) -> StoredContent:
    return _stored(parts)


def spelled_out(parts: Parts) -> Parts:
    return {"riddles": Riddles.model_validate(parts["riddles"]).model_dump(mode="json")}
