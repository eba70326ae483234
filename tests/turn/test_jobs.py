"""What JSON can carry, and how the rest is refused."""

from __future__ import annotations

from datetime import date
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.kernel.errors import BadInput
from dramaturg.turn.jobs import DEEPEST, require_json

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(PLAIN)
def test_whatever_json_carries_is_let_through(value: Any) -> None:
    require_json(value, "value")


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ((1, 2), "value is a tuple"),
        ({"a": [{"b": {1}}]}, "value.a[0].b is a set"),
        ([date(2026, 1, 2)], "value[0] is a date"),
        ({"a": nan}, "value.a is nan"),
        ([-inf], "value[0] is -inf"),
        ({1: "one"}, "value has the key 1"),
        ({"a": {None: 1}}, "value.a has the key None"),
        (b"bytes", "value is a bytes"),
        ("half \ud83d", "value holds half a character"),
        ({"\ud83d": 1}, "value has the key '\\ud83d'"),
    ],
)
def test_what_json_cannot_carry_is_refused_with_its_place(value: Any, fault: str) -> None:
    with pytest.raises(BadInput) as refusal:
        require_json(value, "value")
    assert str(refusal.value).startswith(f"JSON cannot carry value: {fault}")


def test_all_faults_are_told_at_once_but_not_a_thousand() -> None:
    with pytest.raises(BadInput, match=r"value\[0\] is a set; value\[2\] is a tuple\. Use"):
        require_json([set(), 1, ()], "value")
    with pytest.raises(BadInput, match=r"value\[9\] is a set; and 990 more\. Use"):
        require_json([set()] * 1000, "value")


def nested(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels - 1):
        value = [value]
    return value


def test_nesting_has_an_end() -> None:
    require_json(nested(DEEPEST), "value")
    for levels in (DEEPEST + 1, 100_000):
        with pytest.raises(BadInput, match="nested deeper than 100 levels"):
            require_json(nested(levels), "value")


def test_a_value_that_holds_itself_is_refused() -> None:
    value: dict[str, Any] = {}
    value["self"] = value
    with pytest.raises(BadInput, match="nested deeper"):
        require_json(value, "value")
