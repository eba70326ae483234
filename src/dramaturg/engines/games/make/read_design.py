"""Reading a design: what a designer wrote, in whatever shape it came, as a design document and the
issues found on the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from dramaturg.engines.games.base.design import (
    ContentBrief,
    GameDesignDocument,
    ImageSpec,
    MechanicDesign,
    SceneDesign,
    label_key,
)
from dramaturg.engines.games.base.issues import Issue, errors, written
from dramaturg.engines.games.checks.design import capped, lint
from dramaturg.engines.games.make.jsontext import read_json, size_issues
from dramaturg.engines.games.make.lenient_design import Findings, mend, too_much

__all__ = [
    "ContentBrief",
    "GameDesignDocument",
    "ImageSpec",
    "MechanicDesign",
    "Read",
    "SceneDesign",
    "read_design",
]


@dataclass(frozen=True, slots=True)
class Read:
    """The design, and what was found while reading it. There is no design exactly when one of the
    issues is an error.
    """

    design: GameDesignDocument | None
    issues: tuple[Issue, ...] = ()


def read_design(source: str | bytes | Mapping[str, Any]) -> Read:
    """Read a design from JSON text or from values. Never raises for what it is given; `lint` the
    design afterwards.

    A document without fault costs no more than pydantic's validation; leniency begins where that
    fails.
    """
    if isinstance(source, str | bytes) and (too_large := size_issues(source)):
        return Read(None, too_large)
    try:
        design = _strict(source)
    except ValueError:  # pydantic's own error is one
        value, issues = read_json(source) if isinstance(source, str | bytes) else (source, ())
        if errors(issues):
            return Read(None, issues)
        if hindrance := too_much(value):
            return Read(None, (*issues, hindrance))
        if not isinstance(value, Mapping):
            fix = "Write one object with title, subject, scenes and so on."
            return Read(
                None, (*issues, Issue("not-a-design", "This is JSON, but not an object.", fix))
            )
        found = Findings(list(issues))
        return _judged(mend(_unwrapped(value, found), found), found)
    return _in_one_spelling(design, ())


def _strict(source: str | bytes | Mapping[str, Any]) -> GameDesignDocument:
    if isinstance(source, str | bytes):
        return GameDesignDocument.model_validate_json(source)
    return GameDesignDocument.model_validate(source)


def _unwrapped(value: Mapping[str, Any], found: Findings) -> Mapping[str, Any]:
    """The design itself, where it is the only thing in an object around it."""
    inner = next(iter(value.values())) if len(value) == 1 else None
    if not isinstance(inner, Mapping) or "scenes" not in inner:
        return value
    found.warn(
        "json-mended",
        "",
        "The design stands inside another object.",
        "Answer with the design itself.",
    )
    return inner


def _judged(document: dict[str, Any], found: Findings) -> Read:
    try:
        design = GameDesignDocument.model_validate(document)
    except ValidationError as error:
        return Read(None, capped((*found.issues, *_unforeseen(error, found))))
    if errors(found.issues):
        others = (issue for issue in errors(lint(design)) if not found.has_refused(issue.path))
        return Read(None, capped((*found.issues, *others)))
    return _in_one_spelling(design, tuple(found.issues))


def _unforeseen(error: ValidationError, found: Findings) -> Iterator[Issue]:
    """What pydantic still objects to. Whoever was told why already is not told again."""
    if errors(found.issues):
        return
    for fault in error.errors(include_url=False, include_input=False, include_context=False):
        yield Issue(
            "wrong-type",
            f"{fault['msg']}.",
            "Write what the design document asks for here.",
            written(fault["loc"]),
        )


# ── labels in one spelling ────────────────────────────────────────────────────────────────────────


def _in_one_spelling(design: GameDesignDocument, issues: tuple[Issue, ...]) -> Read:
    """Labels that differ from a scene's in case and spacing alone are written as the scene writes
    them.
    """
    if _is_in_one_spelling(design):
        return Read(design, issues)
    spelling = {
        label_key(label): label
        for scene in reversed(design.scenes)
        for label in reversed(scene.zone_labels)
    }
    document, respelt = design.model_dump(), list[Issue]()
    for labels, path in _label_lists(document):
        for index, label in enumerate(labels):
            known = spelling.get(label_key(label), label)
            if known != label:
                labels[index] = known
                message = f"{label!r} is written as the scene writes it: {known!r}."
                respelt.append(
                    Issue(
                        "label-respelled",
                        message,
                        f"Write {known!r}.",
                        f"{path}[{index}]",
                        severity="warning",
                    )
                )
    return Read(
        GameDesignDocument.model_validate(document) if respelt else design,
        capped((*issues, *respelt)),
    )


def _label_lists(document: dict[str, Any]) -> Iterator[tuple[list[str], str]]:
    """Every list of labels in a document, to be written in, with its path."""
    holders = [(document, "all_zone_labels", "all_zone_labels")]
    for number, scene in enumerate(document["scenes"]):
        holders.append((scene, "zone_labels", f"scenes[{number}].zone_labels"))
        waiting = [(scene["mechanics"], f"scenes[{number}].mechanics")]
        for mechanics, path in waiting:  # grows while it is gone through
            for index, mechanic in enumerate(mechanics):
                holders.append((mechanic, "zone_labels_used", f"{path}[{index}].zone_labels_used"))
                waiting.append((mechanic["children"] or (), f"{path}[{index}].children"))
    for holder, name, path in holders:
        holder[name] = list(holder[name])
        yield holder[name], path


def _is_in_one_spelling(design: GameDesignDocument) -> bool:
    """A quick look: scenes and mechanics write every label as the list of all labels does."""
    listed = frozenset(design.all_zone_labels)
    for scene in design.scenes:
        if not listed.issuperset(scene.zone_labels):
            return False
        mechanics = list(scene.mechanics)
        for mechanic in mechanics:  # grows while it is gone through
            if not listed.issuperset(mechanic.zone_labels_used):
                return False
            mechanics += mechanic.children or ()
    return True
