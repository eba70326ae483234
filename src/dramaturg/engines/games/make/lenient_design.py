"""Reading a design leniently: every key, word and number that can only mean one thing is taken for
it, and said so.

What cannot be understood is an error, and something harmless stands in for it, so that the rest can
be looked at too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from dramaturg.engines.games.base.design import (
    DIAGRAM_MECHANICS,
    DIFFICULTIES,
    LARGEST_NUMBER,
    MAX_MINUTES,
    MAX_SCENES,
    MAX_TEXT,
    MECHANIC_TYPES,
    TRANSITION_TYPES,
    TRIGGERS,
    label_key,
)
from dramaturg.engines.games.base.issues import EntryKey, Issue, error, warning
from dramaturg.engines.games.base.plan import GamePlan, MechanicPlan, ScenePlan
from dramaturg.kernel.errors import Path, did_you_mean

MAX_NESTING = 60  # of JSON values; a mechanic three levels deep stands at nine
MAX_VALUES = 100_000
SECONDS_PER_ITEM = 20
STAND_IN = (  # for a mechanic of a kind nobody knows: it needs neither labels nor a diagram
    "sequencing"
)

TOO_DEEP = error(
    "too-deep",
    "Values stand inside one another too many times.",
    "Nest mechanics 3 levels deep at most.",
)

Record = dict[str, Any]


@dataclass(slots=True)
class DesignFindings:
    """What was found on the way, and the paths whose value could not be read."""

    issues: list[Issue] = field(default_factory=list)
    unread: set[Path] = field(default_factory=set)

    def warn(self, code: str, path: Path, message: str, fix: str) -> None:
        self.issues.append(warning(code, message, fix, *path))

    def refuse(self, code: str, path: Path, message: str, fix: str) -> None:
        self.issues.append(error(code, message, fix, *path))
        self.unread.add(path)

    def has_refused(self, path: Path) -> bool:
        """Whether what stands here, or something around it, could not be read."""
        return any(path[:length] in self.unread for length in range(1, len(path) + 1))


class Misfit(Exception):
    """A value that means nothing in its place: what it is, what to write, and the code of that."""

    def __init__(self, message: str, remedy: str, code: str = "wrong-type") -> None:
        super().__init__(message)
        self.message, self.remedy, self.code = message, remedy, code


Reader = Callable[[Any, Path, DesignFindings], Any]


def too_much(source: object) -> Issue | None:
    """Whether a value is nested too deeply or is too large to be read; found without any
    recursion.
    """
    waiting, seen = [(source, 1)], 0
    while waiting:
        value, depth = waiting.pop()
        seen += 1
        if depth > MAX_NESTING:
            return TOO_DEEP
        if seen > MAX_VALUES:
            fix = f"Keep to {MAX_VALUES:,}: a design has no content in it."
            return error("too-large", f"The design has more than {MAX_VALUES:,} values.", fix)
        if isinstance(value, Mapping):
            waiting += [(part, depth + 1) for part in value.values()]
        elif isinstance(value, list | tuple):
            waiting += [(part, depth + 1) for part in value]
    return None


def mend(source: Mapping[str, Any], found: DesignFindings) -> Record:
    """The document that the source means, with everything in it that a GameDesignDocument needs."""
    document: Record = _record(DOCUMENT)(source, (), found)
    return _completed(document, found)


def _read(reader: Reader, value: Any, path: Path, found: DesignFindings) -> Any:
    """What the reader makes of the value; None, and an error, if nothing."""
    try:
        return reader(value, path, found)
    except Misfit as misfit:
        found.refuse(misfit.code, path, misfit.message, misfit.remedy)
        return None


# ── values ────────────────────────────────────────────────────────────────────────────────────────


def _text(value: Any, path: Path, found: DesignFindings) -> str:
    if (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and abs(value) <= LARGEST_NUMBER
    ):
        return str(value)
    if not isinstance(value, str):
        raise Misfit(f"This is {_kind(value)}.", "Write a text.")
    if len(value) > MAX_TEXT:
        raise Misfit(
            f"The text has {len(value):,} characters.", f"Keep to {MAX_TEXT:,}.", "text-too-long"
        )
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise Misfit(
            "The text has half of a surrogate pair in it.", "Take it out.", "bad-character"
        ) from error
    return value


def _texts(value: Any, path: Path, found: DesignFindings) -> list[str]:
    if not isinstance(value, list | tuple):
        raise Misfit(f"This is {_kind(value)}.", "Write a list of texts.")
    return [_read(_text, each, (*path, index), found) or "" for index, each in enumerate(value)]


def _number(value: Any, path: Path, found: DesignFindings) -> float:
    try:
        number = float(value.strip().removesuffix("%") if isinstance(value, str) else value)
    except (TypeError, ValueError, OverflowError) as error:
        raise Misfit(f"This is {_kind(value)}.", "Write a number.") from error
    if isinstance(value, bool) or not abs(number) <= LARGEST_NUMBER:
        raise Misfit("This is no number that could be meant.", "Write a number.")
    return number


def _whole(value: Any, path: Path, found: DesignFindings) -> int:
    number = _number(value, path, found)
    if not number.is_integer():
        raise Misfit(f"{number:g} is no whole number.", "Write a whole number.")
    return int(number)


def _minutes(value: Any, path: Path, found: DesignFindings) -> int:
    minutes = _whole(value, path, found)
    nearest = max(1, min(minutes, MAX_MINUTES))
    if nearest != minutes:
        message = f"A game does not take {minutes} minutes; {nearest} are taken."
        found.warn(
            "duration-out-of-range", path, message, f"Write a number from 1 to {MAX_MINUTES}."
        )
    return nearest


FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def _flag(value: Any, path: Path, found: DesignFindings) -> bool:
    if value in (True, False):
        return bool(value)
    if isinstance(value, str) and value.strip().casefold() in FLAGS:
        return FLAGS[value.strip().casefold()]
    raise Misfit(f"This is {_kind(value)}.", "Write true or false.")


def _hierarchy(value: Any, path: Path, found: DesignFindings) -> dict[str, list[str]]:
    if not isinstance(value, Mapping):
        raise Misfit(
            f"This is {_kind(value)}.",
            "Write an object: each label with the list of those inside it.",
        )
    pairs = [
        (_read(_text, key, path, found), _read(_texts, part, (*path, EntryKey(key)), found))
        for key, part in value.items()
    ]
    return {
        parent: children
        for parent, children in pairs
        if parent is not None and children is not None
    }


_KINDS = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "a long text",
    dict: "an object",
    list: "a list",
}


def _kind(value: Any) -> str:
    """What a value is, in words. It may be of any size, so only a short text is shown."""
    if isinstance(value, str) and len(value) <= 60:
        return f"the text {value!r}"
    return _KINDS.get(type(value), "something else")


# ── words ─────────────────────────────────────────────────────────────────────────────────────────

_JOINING = {"and", "n", "or", "to", "the", "a"}
_WORDS = re.compile(r"[A-Z]?[a-z0-9]+|[^\W_]+")
OTHER_WORDS = {
    "easy": "beginner",
    "medium": "intermediate",
    "hard": "advanced",
    "expert": "advanced",
    "complete": "completion",
    "completed": "completion",
    "score": "score_threshold",
    "threshold": "score_threshold",
    "next": "user_choice",
    "choice": "user_choice",
    "time": "time_elapsed",
    "timer": "time_elapsed",
    "automatic": "auto",
    "gate": "score_gate",
}


def _word(known: Sequence[str]) -> Reader:
    """A reader for one of the known words, however it is spelt."""
    bare = {_bare(word): word for word in known}

    def read(value: Any, path: Path, found: DesignFindings) -> str:
        if not isinstance(value, str):
            raise Misfit(f"This is {_kind(value)}.", f"Write one of: {', '.join(known)}.")
        if value in known:
            return value
        meant = _meant(_bare(value[:100]), bare)
        if meant is None:
            raise Misfit(
                f"{value[:60]!r} is none of the words for this.",
                _nearest(value, known),
                "wrong-word",
            )
        found.warn(
            "word-respelled", path, f"{value[:60]!r} is taken for {meant!r}.", f"Write {meant!r}."
        )
        return meant

    return read


def _bare(word: str) -> str:
    """A word without case, marks and joining words: `Drag & Drop`, `drag-and-drop` and `dragDrop`
    are the same.
    """
    parts = [part.casefold() for part in _WORDS.findall(word)]
    return "".join(part for part in parts if part not in _JOINING)


def _meant(bare: str, known: Mapping[str, str]) -> str | None:
    """The one known word that is surely meant: the same, another name for it, the beginning of it,
    or a slip of the finger.
    """
    if bare in known:
        return known[bare]
    if OTHER_WORDS.get(bare) in known.values():
        return OTHER_WORDS[bare]
    begun = [
        word
        for each, word in known.items()
        if len(bare) >= 4 and (each.startswith(bare) or bare.startswith(each))
    ]
    if len(begun) == 1:
        return begun[0]
    near = get_close_matches(bare, known, n=1, cutoff=0.8)
    return known[near[0]] if near else None


def _nearest(value: str, known: Sequence[str]) -> str:
    near = get_close_matches(value[:100].casefold(), known, n=1, cutoff=0.0)[0]
    return f"The nearest is {near!r}; there are {', '.join(known)}."


_TYPE_WORD = _word(MECHANIC_TYPES)


def _mechanic_type(value: Any, path: Path, found: DesignFindings) -> str:
    if isinstance(value, str) and _bare(value[:100]) in ("timedchallenge", "timed"):
        fix = "Name the mechanic it wraps, and give that one is_timed: true and time_limit_seconds."
        raise Misfit("timed_challenge is no mechanic of its own.", fix, "timed-challenge")
    meant: str = _TYPE_WORD(value, path, found)
    return meant


# ── records ───────────────────────────────────────────────────────────────────────────────────────

BUILT = {*GamePlan._fields, *ScenePlan._fields, *MechanicPlan._fields, "fingerprint"}


def _record(fields: Mapping[str, Reader]) -> Reader:
    bare = {_bare(name): name for name in fields}

    def read(value: Any, path: Path, found: DesignFindings) -> Record:
        if not isinstance(value, Mapping):
            raise Misfit(f"This is {_kind(value)}.", "Write an object.")
        record: Record = {}
        for key, part in value.items():
            place = (*path, _shown(key))
            name = key if key in fields else bare.get(_bare(_shown(key)))
            if name is None:
                found.warn(
                    "unknown-key", place, "Nobody reads this.", _instead(_shown(key), fields)
                )
            elif name not in record or name == key:
                if name != key:
                    found.warn(
                        "key-respelled", place, f"This is taken for {name!r}.", f"Write {name!r}."
                    )
                record[name] = (
                    None if part is None else _read(fields[name], part, (*path, name), found)
                )
        return {name: part for name, part in record.items() if part is not None}

    return read


def _shown(key: Any) -> str:
    """A key as it can be printed."""
    return key[:60].encode("utf-8", "backslashreplace").decode() if isinstance(key, str) else "?"


def _instead(key: str, fields: Mapping[str, Reader]) -> str:
    if key in BUILT:
        return "Leave it out: the builder makes it."
    return did_you_mean(key, fields)


def _many(reader: Reader) -> Reader:
    """A reader for a list of records. An empty one stands in for what cannot be read, so that the
    others keep their places.
    """

    def read(value: Any, path: Path, found: DesignFindings) -> list[Record]:
        if not isinstance(value, list | tuple):
            raise Misfit(f"This is {_kind(value)}.", "Write a list.")
        return [
            _read(reader, part, (*path, index), found) or {} for index, part in enumerate(value)
        ]

    return read


def _children(value: Any, path: Path, found: DesignFindings) -> list[Record]:
    children: list[Record] = _many(_record(MECHANIC))(value, path, found)
    return children


BRIEF: Mapping[str, Reader] = {
    "generation_goal": _text,
    "key_concepts": _texts,
    "prompt_style": _text,
    "notes": _text,
}
IMAGE: Mapping[str, Reader] = {
    "description": _text,
    "must_include_structures": _texts,
    "form": _text,
    "style": _text,
}
MECHANIC: Mapping[str, Reader] = {
    "mechanic_type": _mechanic_type,
    "instruction_text": _text,
    "zone_labels_used": _texts,
    "content_brief": _record(BRIEF),
    "expected_item_count": _whole,
    "points_per_item": _whole,
    "advance_trigger": _word(TRIGGERS),
    "advance_trigger_value": _number,
    "is_timed": _flag,
    "time_limit_seconds": _whole,
    "children": _children,
}
SCENE: Mapping[str, Reader] = {
    "title": _text,
    "learning_goal": _text,
    "narrative_intro": _text,
    "zone_labels": _texts,
    "needs_diagram": _flag,
    "image_spec": _record(IMAGE),
    "mechanics": _many(_record(MECHANIC)),
    "transition_to_next": _word(TRANSITION_TYPES),
    "transition_min_score_pct": _number,
}
DOCUMENT: Mapping[str, Reader] = {
    "title": _text,
    "subject": _text,
    "difficulty": _word(DIFFICULTIES),
    "estimated_duration_minutes": _minutes,
    "narrative_intro": _text,
    "completion_message": _text,
    "all_zone_labels": _texts,
    "distractor_labels": _texts,
    "label_hierarchy": _hierarchy,
    "scenes": _many(_record(SCENE)),
}


# ── what was left out ─────────────────────────────────────────────────────────────────────────────


def _completed(document: Record, found: DesignFindings) -> Record:
    scenes = document.get("scenes", [])
    if not scenes and not found.has_refused(("scenes",)):
        found.refuse("missing", ("scenes",), "The design has no scenes.", "Write at least one.")
    if len(scenes) > MAX_SCENES:
        found.refuse(
            "too-many-scenes",
            ("scenes",),
            f"The game has {len(scenes)} scenes.",
            f"Keep to {MAX_SCENES}.",
        )
    for number, scene in enumerate(scenes):
        _complete_scene(scene, number, found)
    title = next((scene["title"] for scene in scenes), "Untitled")
    items = sum(
        mechanic["expected_item_count"] for scene in scenes for mechanic in _all_mechanics(scene)
    )
    minutes = max(1, min(items * SECONDS_PER_ITEM // 60, MAX_MINUTES))
    _fill(document, (), "title", title, "its first scene's is taken", found)
    _fill(document, (), "subject", document["title"], "the title is taken", found)
    _fill(document, (), "difficulty", "intermediate", "intermediate is taken", found)
    _fill(
        document,
        (),
        "estimated_duration_minutes",
        minutes,
        f"{minutes} are guessed from the number of items",
        found,
    )
    _fill(document, (), "narrative_intro", "", "the game begins without one", found)
    _fill(document, (), "completion_message", "", "the game ends without one", found)
    labels = _distinct(label for scene in scenes for label in scene["zone_labels"])
    _fill(document, (), "all_zone_labels", labels, "the labels of the scenes are taken", found)
    return document


def _complete_scene(scene: Record, number: int, found: DesignFindings) -> None:
    path: Path = ("scenes", number)
    if not scene.get("mechanics") and not found.has_refused((*path, "mechanics")):
        found.refuse(
            "missing",
            (*path, "mechanics"),
            "The scene has nothing to do in it.",
            "Write at least one mechanic.",
        )
    _complete_mechanics(scene.get("mechanics", []), (*path, "mechanics"), found)
    mechanics = _all_mechanics(scene)
    labels = _distinct(
        label for mechanic in mechanics for label in mechanic.get("zone_labels_used", ())
    )
    needs = any(mechanic["mechanic_type"] in DIAGRAM_MECHANICS for mechanic in mechanics)
    _fill(scene, path, "title", f"Scene {number + 1}", f"'Scene {number + 1}' is taken", found)
    _fill(scene, path, "learning_goal", "", "the scene has none", found)
    _fill(scene, path, "zone_labels", labels, "the labels of its mechanics are taken", found)
    _fill(scene, path, "needs_diagram", needs, f"its mechanics say {str(needs).lower()}", found)


def _complete_mechanics(mechanics: Sequence[Record], path: Path, found: DesignFindings) -> None:
    for number, mechanic in enumerate(mechanics):
        place = (*path, number)
        count = len(mechanic.get("zone_labels_used", ()))
        _demand(
            mechanic,
            place,
            "mechanic_type",
            STAND_IN,
            f"Write one of: {', '.join(MECHANIC_TYPES)}.",
            found,
        )
        mechanic.setdefault("instruction_text", "")  # lint warns of an empty one
        _fill(mechanic, place, "content_brief", {}, "nothing is said about its content", found)
        if count:
            _fill(
                mechanic,
                place,
                "expected_item_count",
                count,
                f"one for each of its {count} labels is taken",
                found,
            )
        _demand(
            mechanic, place, "expected_item_count", 1, "Say how many things the player does.", found
        )
        _complete_mechanics(mechanic.get("children", ()), (*place, "children"), found)


def _fill(
    record: Record, path: Path, name: str, value: Any, what: str, found: DesignFindings
) -> None:
    """Put a value where there is none, and say so; nothing is said of what stood there and could
    not be read.
    """
    place = (*path, name)
    if name not in record:
        record[name] = value
        if not found.has_refused(place):
            found.warn(
                "left-out",
                place,
                f"{name} was left out: {what}.",
                "Write it, if that is not meant.",
            )


def _demand(
    record: Record, path: Path, name: str, stand_in: Any, fix: str, found: DesignFindings
) -> None:
    if name not in record:
        record[name] = stand_in
        if not found.has_refused((*path, name)):
            found.refuse("missing", (*path, name), f"{name} was left out.", fix)


def _all_mechanics(scene: Record) -> list[Record]:
    mechanics: list[Record] = list(scene.get("mechanics", ()))
    for mechanic in mechanics:  # grows while it is gone through
        mechanics += mechanic.get("children", ())
    return mechanics


def _distinct(labels: Iterable[str]) -> list[str]:
    return list({label_key(label): label for label in reversed(list(labels))}.values())[::-1]
