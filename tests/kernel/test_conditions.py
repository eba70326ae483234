"""Conditions: the text form, what it means, and what can be known of it without running it."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.kernel.conditions import (
    All,
    Always,
    Compare,
    Condition,
    Flag,
    Flagged,
    Not,
    Number,
    OneOf,
    Some,
    Value,
    Vocabulary,
    Words,
    bind,
    condition_faults,
    parse,
    satisfiable,
)
from dramaturg.kernel.errors import ConditionError

VOCABULARY: Vocabulary = {
    "relationship": Words(("hostile", "neutral", "cooperative"), ordered=True),
    "mood": Words(("curious", "rushed")),
    "key_reveal_done": Flag(),
    "turns": Number(low=0, whole=True),
    "share": Number(low=0, high=1),
}

names = st.from_regex(r"[a-z_][a-z0-9_.]{0,8}", fullmatch=True).filter(
    lambda name: name not in {"and", "or", "not", "in", "true", "false"}
)
values = st.one_of(
    st.booleans(),
    st.integers(-99, 99),
    st.floats(-9, 9).map(lambda x: round(x, 3)),
    names,
    st.text(max_size=6),
)
leaves: st.SearchStrategy[Condition] = st.one_of(
    st.booleans().map(Always),
    names.map(Flagged),
    st.builds(Compare, names, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), values),
    st.builds(OneOf, names, st.lists(values, min_size=1, max_size=3).map(tuple)),
)


def _joined(kind: type[All] | type[Some], parts: list[Condition]) -> Condition:
    """As the parser builds them: never one inside another of its own kind at the front."""
    return kind(tuple(parts))


conditions = st.recursive(
    leaves,
    lambda inner: st.one_of(
        inner.map(Not),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: _joined(All, parts)),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: _joined(Some, parts)),
    ),
    max_leaves=8,
)


@given(conditions)
def test_a_condition_prints_back_as_it_was_meant(condition: Condition) -> None:
    assert parse(str(condition)) == condition


def test_and_binds_tighter_than_or() -> None:
    assert parse("a or b and c") == Some((Flagged("a"), All((Flagged("b"), Flagged("c")))))


@pytest.mark.parametrize(
    ("text", "facts", "holds"),
    [
        (
            "relationship >= cooperative and not key_reveal_done",
            {"relationship": "cooperative"},
            True,
        ),
        (
            "relationship >= cooperative and not key_reveal_done",
            {"relationship": "cooperative", "key_reveal_done": True},
            False,
        ),
        ("relationship >= cooperative", {"relationship": "neutral"}, False),
        ("relationship < cooperative", {"relationship": "hostile"}, True),
        ("turns < 4 or mood in (rushed)", {"turns": 9, "mood": "rushed"}, True),
        ("turns < 4", {}, False),
        ("turns >= 4", {}, False),
        ("not turns < 4", {}, True),
        ("mood != rushed", {"mood": "curious"}, True),
        ("mood != rushed", {}, False),
        ("relationship >= cooperative", {"relationship": "unheard of"}, False),
        ("turns < 4", {"turns": "many"}, False),
        ("true", {}, True),
        ("not (key_reveal_done or false)", {}, True),
    ],
)
def test_what_a_condition_means(text: str, facts: dict[str, Value], holds: bool) -> None:
    assert bind(parse(text), VOCABULARY).holds(facts) is holds


def test_what_a_condition_reads_is_known_without_running_it() -> None:
    assert parse("relationship >= cooperative and not (a or b in (1, 2))").reads == {
        "relationship",
        "a",
        "b",
    }


@pytest.mark.parametrize(
    ("text", "problem", "column"),
    [
        ("", "expected the name of a fact", 0),
        ("a and", "expected the name of a fact", 5),
        ("a >", "expected a number or a word", 3),
        ("a >= >=", "expected a number or a word", 4),
        ("(a", "expected ')'", 2),
        ("a b", "expected 'and', 'or' or the end", 1),
        ("a in b", "expected '('", 4),
        ("a == 3x", "cannot read this", 4),
        ("a & b", "cannot read this", 1),
        ("not", "expected the name of a fact", 3),
        ("(" * 60 + "a" + ")" * 60, "nested deeper", 41),
    ],
)
def test_an_unreadable_condition_shows_the_place(text: str, problem: str, column: int) -> None:
    with pytest.raises(ConditionError) as error:
        parse(text)
    assert problem in str(error.value)
    assert str(error.value).splitlines()[-1].index("^") - 2 == column


@given(st.text(max_size=40))
def test_any_text_is_a_condition_or_a_condition_error(text: str) -> None:
    with suppress(ConditionError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("relationship >= cooperative", []),
        ("relationship >= cooprative", ["unknown-word"]),
        ("relation >= cooperative", ["unknown-fact"]),
        ("relation and mod", ["unknown-fact", "unknown-fact"]),
        ("mood > curious", ["wrong-comparison"]),
        ("turns", ["wrong-comparison"]),
        ("turns == many", ["wrong-comparison"]),
        ("key_reveal_done == 3", ["wrong-comparison"]),
        ("turns < 3 and turns > 2", ["unsatisfiable-condition"]),
        ("turns < 0", ["unsatisfiable-condition"]),
        ("share > 1", ["unsatisfiable-condition"]),
        ("share > 0.9 and share < 0.91", []),
        ("mood == curious and mood == rushed", ["unsatisfiable-condition"]),
        ("key_reveal_done and not key_reveal_done", ["unsatisfiable-condition"]),
        ("relationship > cooperative", ["unsatisfiable-condition"]),
        ("false", ["unsatisfiable-condition"]),
    ],
)
def test_conditions_that_cannot_be_meant_are_faults(text: str, codes: list[str]) -> None:
    assert [fault.code for fault in condition_faults(parse(text), VOCABULARY)] == codes


def test_an_unknown_word_gets_a_suggestion() -> None:
    (fault,) = condition_faults(parse("relationship >= cooprative"), VOCABULARY)
    assert fault.remedy == "Did you mean 'cooperative'?"


known_leaves: st.SearchStrategy[Condition] = st.one_of(
    st.just(Flagged("key_reveal_done")),
    st.builds(
        Compare,
        st.just("turns"),
        st.sampled_from(["==", "!=", "<", "<=", ">", ">="]),
        st.integers(-2, 6),
    ),
    st.builds(
        Compare,
        st.just("relationship"),
        st.sampled_from(["==", "<", ">="]),
        st.sampled_from(["hostile", "neutral", "cooperative"]),
    ),
)
known_conditions = st.recursive(
    known_leaves,
    lambda inner: st.one_of(
        inner.map(Not), st.lists(inner, min_size=2, max_size=3).map(lambda parts: All(tuple(parts)))
    ),
    max_leaves=6,
)


@given(known_conditions)
def test_satisfiable_agrees_with_trying_everything(condition: Condition) -> None:
    bound = bind(condition, VOCABULARY)
    everything = (
        {"turns": turns, "relationship": word, "key_reveal_done": done}
        for turns in range(12)
        for word in ("hostile", "neutral", "cooperative")
        for done in (False, True)
    )
    assert satisfiable(condition, VOCABULARY) is any(bound.holds(facts) for facts in everything)
