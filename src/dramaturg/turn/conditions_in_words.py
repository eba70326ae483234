"""Conditions as people read them: what they ask for, and what was found."""

from __future__ import annotations

from collections.abc import Mapping

from dramaturg.kernel.conditions import (
    All,
    Always,
    Compare,
    Condition,
    Facts,
    Flagged,
    Not,
    OneOf,
    Some,
    Value,
)

NAMES: Mapping[str, str] = {
    "relationship": "the relationship",
    "score": "the score of the relationship",
    "detours": "the number of detours",
    "choice": "the answer",
}
# A flag by name: what it says when it is set, and when it is not.
FLAGS: Mapping[str, tuple[str, str]] = {
    "detour": ("the words are off the point", "the words are to the point")
}
COMPARED: Mapping[str, str] = {
    "==": "is",
    "!=": "is not",
    "<": "is below",
    "<=": "is at most",
    ">": "is above",
    ">=": "is at least",
}


def plain(name: str) -> str:
    """A name of the content as people read it: `node_satisfied` is "node satisfied"."""
    return name.replace("_", " ").lower()


def in_words(condition: Condition) -> str:
    """What a condition asks for."""
    match condition:
        case Always(value):
            return "always" if value else "never"
        case Flagged(fact):
            return _flag(fact, True)
        case Not(Flagged(fact)):
            return _flag(fact, False)
        case Not(part):
            return f"not ({in_words(part)})"
        case Compare(fact, op, value):
            return f"{_name(fact)} {COMPARED[op]} {_value(value)}"
        case OneOf(fact, values):
            return f"{_name(fact)} is one of {', '.join(map(_value, values))}"
        case All(parts):
            return " and ".join(_grouped(part, Some) for part in parts)
        case Some(parts):
            return " or ".join(_grouped(part, All) for part in parts)


def found(condition: Condition, facts: Facts) -> str:
    """The facts that a condition reads, as they were found."""
    return "; ".join(
        _found(name, facts.get(name)) for name in sorted(condition.reads, reverse=True)
    )


def _found(name: str, value: Value | None) -> str:
    if isinstance(value, bool) or (value is None and name not in NAMES):
        return _flag(name, bool(value))
    return f"{_name(name)} is {'not known' if value is None else _value(value)}"


def _grouped(part: Condition, loose: type) -> str:
    return f"({in_words(part)})" if isinstance(part, loose) else in_words(part)


def _name(fact: str) -> str:
    return NAMES.get(fact, plain(fact))


def _flag(fact: str, is_set: bool) -> str:
    said, unsaid = FLAGS.get(fact, (f"“{plain(fact)}” is set", f"“{plain(fact)}” is not set"))
    return said if is_set else unsaid


def _value(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
