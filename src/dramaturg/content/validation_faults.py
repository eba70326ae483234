"""From the validator's findings to faults an author can act on: which key, what it should be, what
it is, what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pydantic import BaseModel, ValidationError

from dramaturg.content.limits import MAX_FAULTS
from dramaturg.content.schema_lookup import SchemaSpot, follow, shape_of
from dramaturg.content.yaml import Parsed, Value, quoted
from dramaturg.kernel.errors import Fault, Path, did_you_mean

TEXT, WHOLE, NUMBER, TRUTH, LIST, KEYS, NOTHING = (
    "text",
    "a whole number",
    "a number",
    "true or false",
    "a list",
    "keys and values",
    "nothing",
)

EXPECTED: Mapping[str, str] = {
    "string_type": TEXT,
    "int_type": WHOLE,
    "int_from_float": WHOLE,
    "float_type": NUMBER,
    "bool_type": TRUTH,
    "list_type": LIST,
    "tuple_type": LIST,
    "set_type": LIST,
    "frozen_set_type": LIST,
    "iterable_type": LIST,
    "dict_type": KEYS,
    "mapping_type": KEYS,
    "model_type": KEYS,
    "model_attributes_type": KEYS,
    "dataclass_type": KEYS,
    "none_required": NOTHING,
}

KEY_TYPES = frozenset({"missing", "extra_forbidden"})

HOW_TO_WRITE: Mapping[str, str] = {
    TEXT: "Write it as text, in quotes if it looks like something else.",
    WHOLE: "Write a whole number without quotes.",
    NUMBER: "Write a number without quotes.",
    TRUTH: "Write true or false, without quotes.",
    LIST: "Write a list: [one, two], or a line with '- ' for each item.",
    KEYS: "Write 'key: value' lines, indented below it.",
    NOTHING: "Leave it empty, or take the key out.",
}

BOUNDS: Mapping[str, str] = {
    "ge": "at least {}",
    "gt": "more than {}",
    "le": "at most {}",
    "lt": "less than {}",
    "multiple_of": "a multiple of {}",
}


@dataclass(frozen=True, slots=True)
class ValidationFinding:
    """One finding of the validator: its type and details, the spot it means, and what
    stands there.
    """

    type: str
    details: Mapping[str, Any]
    text: str
    spot: SchemaSpot
    given: Value

    @property
    def path(self) -> Path:
        return self.spot.path

    @property
    def name(self) -> str:
        return name_of(self.path)

    def union(self, level: int) -> Path | None:
        """Where the union stands whose alternative this is about; `level` counts from the
        outermost.
        """
        return self.spot.branches[level][0] if level < len(self.spot.branches) else None

    def is_other_type(self, level: int) -> bool:
        """Whether this only says that the author meant another alternative of the union."""
        return (
            self.type in EXPECTED
            and self.path == self.union(level)
            and len(self.spot.branches) == level + 1
        )


def explain(
    error: ValidationError, model: type[BaseModel], parsed: Parsed, file: str
) -> list[Fault]:
    """Every finding as a fault with its place."""
    found = error.errors(include_url=False, include_input=False)[: MAX_FAULTS + 1]
    findings = [_finding(details, model, parsed.value) for details in found]
    real = [finding for finding in findings if not _follows_from_others(finding, findings)]
    return [_placed(finding, _fault(finding), parsed, file) for finding in _meant(real)]


def name_of(path: Path) -> str:
    """How to speak of the value at `path`."""
    if not path:
        return "The document"
    last = path[-1]
    return (
        quoted(last) if isinstance(last, str) else f"Item {last + 1} of {quoted(_list_name(path))}"
    )


def describe(value: Value) -> str:
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    return LIST if isinstance(value, list) else KEYS


def wrong_type(path: Path, expected: str, given: Value) -> Fault:
    remedy = (
        f"Give it {expected}, or take the key out."
        if given is None
        else HOW_TO_WRITE.get(expected, f"Write {expected}.")
    )
    return Fault(
        "wrong-type",
        f"{name_of(path)} should be {expected}, but it is {describe(given)}.",
        remedy,
        path,
    )


def missing_key(path: Path, key: str, meaning: str = "") -> Fault:
    return Fault(
        "missing-key",
        f"The key {quoted(key)} is missing here.",
        f"Add it. {meaning}".rstrip(),
        (*path, key),
    )


def _list_name(path: Path) -> str:
    return next((step for step in reversed(path) if isinstance(step, str)), "the document")


def _finding(details: Mapping[str, Any], model: type[BaseModel], value: Value) -> ValidationFinding:
    spot = follow(shape_of(model), details["loc"])
    return ValidationFinding(
        details["type"], details.get("ctx", {}), details["msg"], spot, _value_at(value, spot.path)
    )


def _value_at(value: Value, path: Path) -> Value:
    for step in path:
        if isinstance(value, dict):
            value = value.get(str(step))
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def _follows_from_others(finding: ValidationFinding, findings: Sequence[ValidationFinding]) -> bool:
    """Whether a list is called too short only because the validator does not count its faulty
    items.
    """
    depth = len(finding.path)
    return finding.type == "too_short" and any(
        len(other.path) > depth and other.path[:depth] == finding.path for other in findings
    )


def _placed(finding: ValidationFinding, fault: Fault, parsed: Parsed, file: str) -> Fault:
    at_key = finding.spot.on_key or fault.code == "unknown-key"
    place = parsed.positions.key(fault.path) if at_key else parsed.positions.value(fault.path)
    return fault.at(file, *place)


# ── unions: the validator tries every alternative and reports what is wrong with each ─────────────


def _meant(findings: Sequence[ValidationFinding], level: int = 0) -> Iterable[ValidationFinding]:
    """The findings, of each union only those about the alternative that the author most likely
    meant.
    """
    for union, group in groupby(findings, key=lambda finding: finding.union(level)):
        about = list(group)
        yield from about if union is None else _meant(_likeliest(about, level), level + 1)


def _likeliest(findings: Sequence[ValidationFinding], level: int) -> Sequence[ValidationFinding]:
    fitting = [finding for finding in findings if not finding.is_other_type(level)]
    if not fitting:
        return [_merged(findings)]
    by_alternative: dict[str, list[ValidationFinding]] = {}
    for finding in fitting:
        by_alternative.setdefault(finding.spot.branches[level][1], []).append(finding)
    return min(by_alternative.values(), key=lambda found: (_wrong_keys(found, level), len(found)))


def _wrong_keys(findings: Sequence[ValidationFinding], level: int) -> int:
    return sum(
        finding.type in KEY_TYPES and finding.path[:-1] == finding.union(level)
        for finding in findings
    )


def _merged(findings: Sequence[ValidationFinding]) -> ValidationFinding:
    first = findings[0]
    expected = " or ".join(dict.fromkeys(EXPECTED[finding.type] for finding in findings))
    return ValidationFinding("one_of", {"expected": expected}, first.text, first.spot, first.given)


# ── one function per way of being wrong ───────────────────────────────────────────────────────────


def _fault(finding: ValidationFinding) -> Fault:
    if finding.type in EXPECTED:
        return wrong_type(finding.path, EXPECTED[finding.type], finding.given)
    return EXPLANATIONS.get(finding.type, _wrong_value)(finding)


def _one_of(finding: ValidationFinding) -> Fault:
    return wrong_type(finding.path, finding.details["expected"], finding.given)


def _missing(finding: ValidationFinding) -> Fault:
    *parent, key = finding.path
    if isinstance(key, int):
        message = f"{finding.name} is missing: the list is too short."
        return Fault("wrong-length", message, "Add it.", finding.path)
    return missing_key(tuple(parent), key, finding.spot.schema.get("description", ""))


def _unknown_key(finding: ValidationFinding) -> Fault:
    key = str(finding.path[-1])
    remedy = did_you_mean(key, finding.spot.known) or "Take it out."
    return Fault("unknown-key", f"The key {quoted(key)} is not known here.", remedy, finding.path)


def _wrong_choice(finding: ValidationFinding) -> Fault:
    return _choice_among(finding.path, finding.given, finding.spot.choices)


def _missing_tag(finding: ValidationFinding) -> Fault:
    spot = finding.spot
    return missing_key(spot.path, spot.discriminator, did_you_mean("", spot.tags))


def _wrong_tag(finding: ValidationFinding) -> Fault:
    path = (*finding.path, finding.spot.discriminator)
    return _choice_among(path, finding.details["tag"], finding.spot.tags)


def _choice_among(path: Path, given: Value, choices: Sequence[str]) -> Fault:
    word = given if isinstance(given, str) else ""
    message = f"{name_of(path)} cannot be {describe(given)}."
    return Fault("wrong-choice", message, did_you_mean(word, choices), path)


def _out_of_range(finding: ValidationFinding) -> Fault:
    bound = next(
        words.format(finding.details[name])
        for name, words in BOUNDS.items()
        if name in finding.details
    )
    message = f"{finding.name} should be {bound}, but it is {finding.given}."
    return Fault("out-of-range", message, f"Write a number that is {bound}.", finding.path)


def _too_short(finding: ValidationFinding) -> Fault:
    return _wrong_length(finding, "at least", finding.details["min_length"], "Make it longer.")


def _too_long(finding: ValidationFinding) -> Fault:
    return _wrong_length(finding, "at most", finding.details["max_length"], "Make it shorter.")


def _wrong_length(finding: ValidationFinding, bound: str, limit: int, remedy: str) -> Fault:
    given = finding.path[-1] if finding.spot.on_key else finding.given
    unit = "character" if isinstance(given, str) else "item"
    length = len(given) if isinstance(given, str | list | dict) else 0
    message = (
        f"{finding.name} should have {bound} {limit} {unit}{'' if limit == 1 else 's'}, but it has"
        f" {length}."
    )
    return Fault("wrong-length", message, remedy, finding.path)


def _wrong_form(finding: ValidationFinding) -> Fault:
    given = str(finding.path[-1]) if finding.spot.on_key else str(finding.given)
    meaning = (
        finding.spot.schema.get("description") or f"It has to match {finding.details['pattern']}"
    )
    return Fault(
        "wrong-form",
        f"{quoted(given)} is not written as {finding.name} has to be.",
        meaning,
        finding.path,
    )


def _wrong_value(finding: ValidationFinding) -> Fault:
    """A rule of the document's own, in the words of whoever wrote the rule."""
    said = str(finding.details.get("error") or finding.text).rstrip(".")
    remedy = finding.spot.schema.get("description") or "Change it so that the rule holds."
    return Fault("wrong-value", f"{finding.name}: {said}.", remedy, finding.path)


EXPLANATIONS: Mapping[str, Callable[[ValidationFinding], Fault]] = {
    "missing": _missing,
    "extra_forbidden": _unknown_key,
    "unexpected_keyword_argument": _unknown_key,
    "literal_error": _wrong_choice,
    "enum": _wrong_choice,
    "union_tag_not_found": _missing_tag,
    "union_tag_invalid": _wrong_tag,
    "greater_than": _out_of_range,
    "greater_than_equal": _out_of_range,
    "less_than": _out_of_range,
    "less_than_equal": _out_of_range,
    "multiple_of": _out_of_range,
    "too_short": _too_short,
    "string_too_short": _too_short,
    "too_long": _too_long,
    "string_too_long": _too_long,
    "string_pattern_mismatch": _wrong_form,
    "one_of": _one_of,
}
