"""Conditions over facts: one small language for edges, routes, limits and gates.

    relationship >= cooperative and not key_reveal_done
    turns < 4 or mood in (rushed, dismissive)

A fact stands on the left, a number, word, `true` or `false` on the right. A fact that is absent
makes every comparison with it false. What a condition reads is known without running it, and it
prints back as it was meant: `parse(str(c)) == c`.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise, product
from math import ceil, floor, inf, isfinite, prod
from typing import Any, Literal, TypeAlias

from dramaturg.kernel.errors import ConditionError, Fault, did_you_mean

Value: TypeAlias = bool | int | float | str
Facts: TypeAlias = Mapping[str, Value]
Operator = Literal["==", "!=", "<", "<=", ">", ">="]

_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_DEEPEST = 40


# ── the tree ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Always:
    """`true` or `false`."""

    value: bool

    @property
    def reads(self) -> frozenset[str]:
        return frozenset()

    def holds(self, _facts: Facts) -> bool:
        return self.value

    def __str__(self) -> str:
        return "true" if self.value else "false"


@dataclass(frozen=True, slots=True)
class Flagged:
    """A fact by itself: it is there and true."""

    fact: str

    @property
    def reads(self) -> frozenset[str]:
        return frozenset((self.fact,))

    def holds(self, facts: Facts) -> bool:
        return bool(facts.get(self.fact, False))

    def __str__(self) -> str:
        return self.fact


@dataclass(frozen=True, slots=True)
class Compare:
    """A fact against a value. `scale`, given by `bind`, orders words: hostile < guarded <
    neutral.
    """

    fact: str
    op: Operator
    value: Value
    scale: tuple[str, ...] = ()

    @property
    def reads(self) -> frozenset[str]:
        return frozenset((self.fact,))

    def holds(self, facts: Facts) -> bool:
        found = facts.get(self.fact)
        if found is None:
            return False
        if self.scale:
            if found not in self.scale:
                return False
            return _OPERATORS[self.op](
                self.scale.index(str(found)), self.scale.index(str(self.value))
            )
        if self.op not in ("==", "!=") and isinstance(found, str) is not isinstance(
            self.value, str
        ):
            return False
        return _OPERATORS[self.op](found, self.value)

    def __str__(self) -> str:
        return f"{self.fact} {self.op} {_literal(self.value)}"


@dataclass(frozen=True, slots=True)
class OneOf:
    """A fact among several values."""

    fact: str
    values: tuple[Value, ...]

    @property
    def reads(self) -> frozenset[str]:
        return frozenset((self.fact,))

    def holds(self, facts: Facts) -> bool:
        return facts.get(self.fact) in self.values

    def __str__(self) -> str:
        return f"{self.fact} in ({', '.join(_literal(value) for value in self.values)})"


@dataclass(frozen=True, slots=True)
class Not:
    """Holds when the other does not."""

    part: Condition

    @property
    def reads(self) -> frozenset[str]:
        return self.part.reads

    def holds(self, facts: Facts) -> bool:
        return not self.part.holds(facts)

    def __str__(self) -> str:
        return f"not {_grouped(self.part, All, Some)}"


@dataclass(frozen=True, slots=True)
class All:
    """Holds when all of them do."""

    parts: tuple[Condition, ...]

    @property
    def reads(self) -> frozenset[str]:
        return frozenset().union(*(part.reads for part in self.parts))

    def holds(self, facts: Facts) -> bool:
        return all(part.holds(facts) for part in self.parts)

    def __str__(self) -> str:
        return " and ".join(_grouped(part, All, Some) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Some:
    """Holds when at least one of them does."""

    parts: tuple[Condition, ...]

    @property
    def reads(self) -> frozenset[str]:
        return frozenset().union(*(part.reads for part in self.parts))

    def holds(self, facts: Facts) -> bool:
        return any(part.holds(facts) for part in self.parts)

    def __str__(self) -> str:
        return " or ".join(_grouped(part, Some) for part in self.parts)


Condition: TypeAlias = Always | Flagged | Compare | OneOf | Not | All | Some


def _grouped(part: Condition, *loose: type) -> str:
    return f"({part})" if isinstance(part, loose) else str(part)


def _literal(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and not _WORD.fullmatch(value):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    if isinstance(value, str) and value in _KEYWORDS:
        return f"'{value}'"
    return str(value)


# ── reading the text form ─────────────────────────────────────────────────────────────────────────

_KEYWORDS = {"and", "or", "not", "in", "true", "false"}
_WORD = re.compile(r"[A-Za-z_][\w.]*", re.ASCII)
_TOKEN = re.compile(
    r"\s*(?:(?P<number>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w.])|(?P<word>[A-Za-z_][\w.]*)"
    r"|(?P<text>'(?:[^'\\]|\\.)*')|(?P<sign>==|!=|<=|>=|<|>|\(|\)|,))",
    re.ASCII,
)


def parse(text: str) -> Condition:
    """The condition written in `text`. Raises ConditionError, which shows the place."""
    parser = _Parser(text)
    condition = parser.either(0)
    if parser.sign or parser.word:
        raise parser.error("expected 'and', 'or' or the end here")
    return condition


class _Parser:
    """Reads one token ahead. `sign` is an operator or bracket, `word` a bare word; `value` holds a
    number or quoted text.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = self._next = 0
        self.advance()

    def advance(self) -> None:
        self._at = self._next
        self.sign = self.word = ""
        self.value: Value | None = None
        rest = self._text[self._at :]
        if not rest.strip():
            return
        match = _TOKEN.match(self._text, self._at)
        if match is None:
            raise self.error("cannot read this")
        self._next = match.end()
        kind, found = match.lastgroup, match.group(match.lastgroup or 0)
        if kind == "word":
            self.word = found
        elif kind == "sign":
            self.sign = found
        else:
            self.sign = "value"
            self.value = (
                re.sub(r"\\(.)", r"\1", found[1:-1]) if kind == "text" else self._number(found)
            )

    def _number(self, text: str) -> int | float:
        number = float(text)
        if not isfinite(number):
            raise self.error("this number is too large")
        return number if "." in text or "e" in text else int(text)

    def error(self, problem: str) -> ConditionError:
        return ConditionError(f"{problem}:\n  {self._text}\n  {' ' * self._at}^")

    def either(self, depth: int) -> Condition:
        return self._joined("or", Some, self.both, depth)

    def both(self, depth: int) -> Condition:
        return self._joined("and", All, self.negated, depth)

    def _joined(
        self, word: str, kind: type[All] | type[Some], part: Callable[[int], Condition], depth: int
    ) -> Condition:
        parts = [part(depth)]
        while self.word == word:
            self.advance()
            parts.append(part(depth))
        return kind(tuple(parts)) if len(parts) > 1 else parts[0]

    def negated(self, depth: int) -> Condition:
        if depth > _DEEPEST:
            raise self.error(f"nested deeper than {_DEEPEST}")
        if self.word == "not":
            self.advance()
            return Not(self.negated(depth + 1))
        if self.sign == "(":
            self.advance()
            inner = self.either(depth + 1)
            self._expect(")")
            return inner
        return self._about_a_fact()

    def _about_a_fact(self) -> Condition:
        fact = self.word
        if not fact or fact in _KEYWORDS - {"true", "false"}:
            raise self.error("expected the name of a fact here")
        self.advance()
        if fact in ("true", "false"):
            return Always(fact == "true")
        if self.word == "in":
            self.advance()
            return OneOf(fact, tuple(self._values()))
        if self.sign in _OPERATORS:
            op: Any = self.sign
            self.advance()
            return Compare(fact, op, self._value())
        return Flagged(fact)

    def _values(self) -> Iterator[Value]:
        self._expect("(")
        yield self._value()
        while self.sign == ",":
            self.advance()
            yield self._value()
        self._expect(")")

    def _value(self) -> Value:
        if self.value is not None:
            value = self.value
        elif self.word in ("true", "false"):
            value = self.word == "true"
        elif self.word and self.word not in _KEYWORDS:
            value = self.word
        else:
            raise self.error("expected a number or a word here")
        self.advance()
        return value

    def _expect(self, sign: str) -> None:
        if self.sign != sign:
            raise self.error(f"expected '{sign}' here")
        self.advance()


# ── what facts there are, and whether a condition makes sense over them ───────────────────────────


@dataclass(frozen=True, slots=True)
class Flag:
    """A fact that is true or not."""


@dataclass(frozen=True, slots=True)
class Number:
    """A fact with a number for a value."""

    low: float = -inf
    high: float = inf
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """A fact with one of these words for a value; `ordered` from least to most."""

    words: tuple[str, ...]
    ordered: bool = False


Vocabulary: TypeAlias = Mapping[str, Flag | Number | Words]


def bind(condition: Condition, vocabulary: Vocabulary) -> Condition:
    """The condition with the order of its words filled in from the vocabulary."""
    match condition:
        case Compare(fact, op, value):
            kind = vocabulary.get(fact)
            ordered = isinstance(kind, Words) and kind.ordered
            return (
                Compare(fact, op, value, kind.words)
                if isinstance(kind, Words) and ordered
                else condition
            )
        case Not(part):
            return Not(bind(part, vocabulary))
        case All(parts):
            return All(tuple(bind(part, vocabulary) for part in parts))
        case Some(parts):
            return Some(tuple(bind(part, vocabulary) for part in parts))
        case _:
            return condition


def condition_faults(condition: Condition, vocabulary: Vocabulary) -> tuple[Fault, ...]:
    """Everything in a condition that cannot be meant: unknown facts, words outside a scale, a
    comparison that can never hold.
    """
    faults = tuple(fault for part in _leaves(condition) for fault in _leaf_faults(part, vocabulary))
    return faults or tuple(_never_holds(condition, vocabulary))


def _never_holds(condition: Condition, vocabulary: Vocabulary) -> Iterator[Fault]:
    try:
        if not satisfiable(condition, vocabulary):
            remedy = "Change the condition, or take away what depends on it."
            yield Fault("unsatisfiable-condition", f"'{condition}' can never hold", remedy)
    except ConditionError as error:
        yield Fault("too-many-facts", str(error), "Split it into several rules.")


def _leaves(condition: Condition) -> Iterator[Condition]:
    match condition:
        case Not(part):
            yield from _leaves(part)
        case All(parts) | Some(parts):
            for part in parts:
                yield from _leaves(part)
        case _:
            yield condition


def _leaf_faults(leaf: Condition, vocabulary: Vocabulary) -> Iterator[Fault]:
    for fact in leaf.reads:
        kind = vocabulary.get(fact)
        if kind is None:
            yield Fault(
                "unknown-fact",
                f"'{leaf}' reads a fact that does not exist: {fact}",
                did_you_mean(fact, vocabulary),
            )
        elif isinstance(leaf, Flagged) and not isinstance(kind, Flag):
            yield Fault(
                "wrong-comparison",
                f"{fact} is not a yes or no",
                f"Compare it, as in '{fact} {_example(kind)}'.",
            )
        elif isinstance(leaf, Compare | OneOf):
            yield from _value_faults(leaf, fact, kind)


def _value_faults(leaf: Compare | OneOf, fact: str, kind: Flag | Number | Words) -> Iterator[Fault]:
    ordering = isinstance(leaf, Compare) and leaf.op not in ("==", "!=")
    for value in (leaf.value,) if isinstance(leaf, Compare) else leaf.values:
        if isinstance(kind, Words) and value not in kind.words:
            yield Fault(
                "unknown-word",
                f"{fact} is never {_literal(value)}",
                did_you_mean(str(value), kind.words),
            )
        elif isinstance(kind, Number) and not _is_number(value):
            yield Fault(
                "wrong-comparison",
                f"{fact} is a number, not {_literal(value)}",
                f"Write '{fact} {_example(kind)}'.",
            )
        elif isinstance(kind, Flag) and not isinstance(value, bool):
            yield Fault(
                "wrong-comparison",
                f"{fact} is a yes or no, not {_literal(value)}",
                f"Write '{fact}' or 'not {fact}'.",
            )
    if ordering and (isinstance(kind, Flag) or (isinstance(kind, Words) and not kind.ordered)):
        yield Fault(
            "wrong-comparison",
            f"the values of {fact} have no order",
            f"Write '{fact} == ...' or '{fact} in (...)'.",
        )


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _example(kind: Flag | Number | Words) -> str:
    return f"== {kind.words[0]}" if isinstance(kind, Words) else ">= 1"


def satisfiable(condition: Condition, vocabulary: Vocabulary) -> bool:
    """Can the condition hold at all? Decided by trying every value that could make a difference."""
    bound = bind(condition, vocabulary)
    facts = sorted(condition.reads)
    candidates = [values_that_matter(fact, bound, vocabulary) for fact in facts]
    if prod(len(values) for values in candidates) > 100_000:
        raise ConditionError(
            "the condition reads too many facts and values at once to be proven:"
            f" {', '.join(facts)}"
        )
    return any(
        bound.holds(dict(zip(facts, values, strict=True))) for values in product(*candidates)
    )


def values_that_matter(
    fact: str, condition: Condition, vocabulary: Vocabulary
) -> tuple[Value, ...]:
    """Values of `fact` such that any other value behaves like one of them in this condition."""
    kind = vocabulary[fact]
    if isinstance(kind, Flag):
        return (False, True)
    if isinstance(kind, Words):
        return kind.words
    named = {float(value) for leaf in _leaves(condition) for value in _numbers_in(leaf, fact)}
    return _between(sorted(named), kind)


def _numbers_in(leaf: Condition, fact: str) -> tuple[float, ...]:
    match leaf:
        case Compare(name, _, value) if name == fact and _is_number(value):
            return (float(value),)
        case OneOf(name, values) if name == fact:
            return tuple(float(value) for value in values if _is_number(value))
        case _:
            return ()


def _between(named: list[float], kind: Number) -> tuple[Value, ...]:
    """The named numbers, one below, one above, and one in every gap, as far as the range allows."""
    if not named:
        return (min(max(0.0, kind.low), kind.high),)
    gaps = ((low + high) / 2 for low, high in pairwise(named))
    points = {
        point
        for point in (named[0] - 1, *named, *gaps, named[-1] + 1, kind.low, kind.high)
        if isfinite(point)
    }
    if kind.whole:
        points = {float(near(point)) for point in points for near in (floor, ceil)}
    return tuple(sorted(point for point in points if kind.low <= point <= kind.high))
