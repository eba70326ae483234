"""What a person wrote into the content of a round, part by part, and how it comes into content that
was made anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from dramaturg.engines.games.base.issues import errors
from dramaturg.engines.games.make.feedback import validate as feedback_issues
from dramaturg.engines.games.mechanics.mechanic import Content, Task
from dramaturg.engines.games.mechanics.table import MECHANICS

ITEMS = "items"
WORDS = ("text", "explanation", "hint", "back")  # of an item; the rest is made by code
BY_A_PERSON = ""
"""Stands where a digest would, for what is in use and nobody knows how code would have written it.
"""


class OwnWords(BaseModel):
    """The parts of a round's content that a person changed, and what the round asked for then."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    mechanic_type: str
    content_brief: dict[str, Any]
    parts: dict[str, Any]


def parts_of(content: Mapping[str, Any]) -> dict[str, Any]:
    """Content in parts that can be changed one by one: each item, and every other field."""
    others = {name: value for name, value in content.items() if name != ITEMS}
    items = {f"{ITEMS}/{item['id']}": item for item in content[ITEMS]}
    return items | others


def words_of(part: Any) -> Any:
    """What of a part a person writes: an item's texts, or the whole of another field."""
    if isinstance(part, dict) and "answer" in part:
        return {key: part[key] for key in WORDS if key in part}
    return part


def digest_of(value: Any) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def digests_of(content: Mapping[str, Any], by_a_person: Iterable[str] = ()) -> dict[str, str]:
    """Of every part, and of each text of an item; those that a person wrote have a mark instead."""
    digests = {name: digest_of(value) for name, value in parts_of(content).items()}
    for item in content[ITEMS]:
        name = f"{ITEMS}/{item['id']}"
        digests |= {f"{name}/{word}": digest_of(text) for word, text in words_of(item).items()}
    for name in by_a_person:
        digests |= dict.fromkeys((name, "/".join(name.split("/")[:2])), BY_A_PERSON)
    return digests


def own_parts(content: Any, digests: Mapping[str, str]) -> dict[str, Any]:
    """The parts that are not as code wrote them. What cannot be read in parts has none."""
    try:
        parts = parts_of(content)
    except (KeyError, TypeError, AttributeError):
        return {}
    return {
        name: _without_unchanged(name, value, digests)
        for name, value in parts.items()
        if digest_of(value) != digests.get(name)
    }


def _without_unchanged(name: str, part: Any, digests: Mapping[str, str]) -> Any:
    """An item without the texts that are as code wrote them: they follow the knowledge."""
    unchanged = {
        word
        for word, text in (words_of(part) if name.startswith(f"{ITEMS}/") else {}).items()
        if digest_of(text) == digests.get(f"{name}/{word}")
    }
    return {key: each for key, each in part.items() if key not in unchanged} if unchanged else part


def holds(part: Any, written: Any) -> bool:
    """Whether all that a person wrote of a part is in it."""
    ours, theirs = words_of(part), words_of(written)
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return theirs.items() <= ours.items()
    return bool(ours == theirs)


def fitting_words(task: Task, own: Mapping[str, OwnWords], kept: set[str]) -> OwnWords | None:
    """What a person wrote for this very round; or for one that is asked for no more, when all that
    changed of it is what is played in it.
    """
    if task.fingerprint in own:
        return own[task.fingerprint]
    brief = task.brief.model_dump(mode="json")
    alike = [
        each
        for print_, each in own.items()
        if print_ not in kept
        and each.mechanic_type == task.mechanic_type
        and each.content_brief == brief
    ]
    return max(alike, key=lambda each: len(each.parts), default=None)


def with_own_words(content: Content, own: OwnWords, task: Task) -> tuple[Content, tuple[str, ...]]:
    """The content with all of it that is still sound there, and which parts these are."""
    taken: list[str] = []
    for name, value in own.parts.items():
        trial = _with_part(content, name, value, task)
        if trial is not None:
            content = trial
            texts = words_of(value) if name.startswith(f"{ITEMS}/") else ()
            taken += [f"{name}/{word}" for word in texts] or [name]
    return content, tuple(taken)


def _with_part(content: Content, name: str, value: Any, task: Task) -> Content | None:
    mechanic, document = MECHANICS[task.mechanic_type], content.model_dump(mode="json")
    _, _, id = name.partition("/")
    if id:
        there = [at for at, item in enumerate(document[ITEMS]) if item["id"] == id]
        if not there or (
            mechanic.NEEDS_DIAGRAM and _answer(value) != document[ITEMS][there[0]]["answer"]
        ):
            return None
        document[ITEMS][there[0]] |= words_of(value)
    elif name in document:
        document[name] = value
    else:
        return None
    try:
        trial = mechanic.CONTENT.model_validate(document)
    except ValidationError:
        return None
    found = errors((*mechanic.validate(trial, task), *feedback_issues(trial, task)))
    return None if found else trial


def _answer(item: Any) -> Any:
    return item.get("answer") if isinstance(item, dict) else None
