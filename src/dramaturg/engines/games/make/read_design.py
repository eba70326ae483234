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
from dramaturg.engines.games.base.issues import Issue, error, errors, warning
from dramaturg.engines.games.checks.design import capped, design_issues
from dramaturg.engines.games.make.lenient_design import TOO_DEEP, DesignFindings, mend, too_much
from dramaturg.kernel.errors import Path
from dramaturg.turn.json_answers import NotJson, read_json

__all__ = [
    "ContentBrief",
    "GameDesignDocument",
    "ImageSpec",
    "MechanicDesign",
    "ReadDesign",
    "SceneDesign",
    "read_design",
]


MAX_BYTES = 2_000_000


@dataclass(frozen=True, slots=True)
class ReadDesign:
    """The design, and what was found while reading it. There is no design exactly when one of the
    issues is an error.
    """

    design: GameDesignDocument | None
    issues: tuple[Issue, ...] = ()


def read_design(source: str | bytes | Mapping[str, Any]) -> ReadDesign:
    """Read a design from JSON text or from values. Never raises for what it is given;
    `design_issues` says what is wrong with it.

    A document without fault costs no more than pydantic's validation; leniency begins where that
    fails.
    """
    if isinstance(source, str | bytes) and len(source) > MAX_BYTES:
        message = f"The design has {len(source):,} characters."
        remedy = f"Keep to {MAX_BYTES:,}: a design has no content and no pictures in it."
        return ReadDesign(None, (error("too-large", message, remedy),))
    try:
        if isinstance(source, str | bytes):
            design = GameDesignDocument.model_validate_json(source)
        else:
            design = GameDesignDocument.model_validate(source)
    except ValueError:  # pydantic's own error is one
        return _leniently(source)
    return _in_one_spelling(design, ())


def _leniently(source: str | bytes | Mapping[str, Any]) -> ReadDesign:
    found = DesignFindings()
    value = _values(source, found) if isinstance(source, str | bytes) else source
    if not errors(found.issues) and (hindrance := too_much(value)):
        found.issues.append(hindrance)
    if not errors(found.issues) and not isinstance(value, Mapping):
        message = "This is JSON, but not an object."
        remedy = "Write one object with title, subject, scenes and so on."
        found.issues.append(error("not-a-design", message, remedy))
    if errors(found.issues):
        return ReadDesign(None, tuple(found.issues))
    return _judged(mend(_unwrapped(value, found), found), found)


def _values(source: str | bytes, found: DesignFindings) -> Any:
    """The values of a text in JSON; None, and an error, when it cannot be read as such."""
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source
        value, mended = read_json(text)
    except UnicodeDecodeError as fault:
        message = f"Byte {fault.start} is not UTF-8 text."
        found.refuse("not-utf-8", (), message, "Save the design as UTF-8.")
    except NotJson as fault:
        found.refuse("not-json", (), fault.message, fault.remedy)
    except RecursionError:
        found.issues.append(TOO_DEEP)
    else:
        if mended:
            message = "There was more than JSON around the design, or a comma too many in it."
            found.warn("json-mended", (), message, "Answer with the JSON object alone.")
        return value
    return None


def _unwrapped(value: Mapping[str, Any], found: DesignFindings) -> Mapping[str, Any]:
    """The design itself, where it is the only thing in an object around it."""
    inner = next(iter(value.values())) if len(value) == 1 else None
    if not isinstance(inner, Mapping) or "scenes" not in inner:
        return value
    found.warn(
        "json-mended",
        (),
        "The design stands inside another object.",
        "Answer with the design itself.",
    )
    return inner


def _judged(document: dict[str, Any], found: DesignFindings) -> ReadDesign:
    try:
        design = GameDesignDocument.model_validate(document)
    except ValidationError as misfit:
        return ReadDesign(None, capped((*found.issues, *_unforeseen(misfit, found))))
    if errors(found.issues):
        others = (
            issue for issue in errors(design_issues(design)) if not found.has_refused(issue.path)
        )
        return ReadDesign(None, capped((*found.issues, *others)))
    return _in_one_spelling(design, tuple(found.issues))


def _unforeseen(misfit: ValidationError, found: DesignFindings) -> Iterator[Issue]:
    """What pydantic still objects to. Whoever was told why already is not told again."""
    if errors(found.issues):
        return
    for fault in misfit.errors(include_url=False, include_input=False, include_context=False):
        remedy = "Write what the design document asks for here."
        yield error("wrong-type", f"{fault['msg']}.", remedy, *fault["loc"])


# ── labels in one spelling ────────────────────────────────────────────────────────────────────────


def _in_one_spelling(design: GameDesignDocument, issues: tuple[Issue, ...]) -> ReadDesign:
    """Labels that differ from a scene's in case and spacing alone are written as the scene writes
    them.
    """
    if _is_in_one_spelling(design):
        return ReadDesign(design, issues)
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
                remedy = f"Write {known!r}."
                respelt.append(warning("label-respelled", message, remedy, *path, index))
    return ReadDesign(
        GameDesignDocument.model_validate(document) if respelt else design,
        capped((*issues, *respelt)),
    )


def _label_lists(document: dict[str, Any]) -> Iterator[tuple[list[str], Path]]:
    """Every list of labels in a document, to be written in, with its path."""
    holders: list[tuple[Any, Path]] = [(document, ("all_zone_labels",))]
    for number, scene in enumerate(document["scenes"]):
        holders.append((scene, ("scenes", number, "zone_labels")))
        waiting: list[tuple[Any, Path]] = [(scene["mechanics"], ("scenes", number, "mechanics"))]
        for mechanics, path in waiting:  # grows while it is gone through
            for index, mechanic in enumerate(mechanics):
                holders.append((mechanic, (*path, index, "zone_labels_used")))
                waiting.append((mechanic["children"] or (), (*path, index, "children")))
    for holder, path in holders:
        holder[path[-1]] = list(holder[path[-1]])
        yield holder[path[-1]], path


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
