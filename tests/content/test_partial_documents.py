"""What remains of a document with faults: everything that can be read, and the places where nothing
could be.
"""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from dramaturg.content.documents import Kinds, Torn, examine_text
from dramaturg.kernel.errors import Path


def torn(soup: str, kinds: Kinds, *changes: tuple[str, str]) -> Torn[BaseModel]:
    for old, new in changes:
        assert soup.count(old) == 1
        soup = soup.replace(old, new)
    found = examine_text(soup, "soup.yaml", kinds)
    assert isinstance(found, Torn)
    return found


@pytest.mark.parametrize(
    ("old", "new", "key", "remains", "gone"),
    [
        ("servings: 4", "servings: 0", "servings", 0, []),
        ("difficulty: easy", "difficulty: eassy", "difficulty", "eassy", []),
        ("id: carrot-soup", "id: Carrot", "id", "Carrot", []),
        ("servings: 4", "servings: 4\nspice: true", "spicy", False, [("spicy",)]),
        ("servings: 4", "servings: 4\nwine: red", "servings", 4, []),
        ("servings: 4", "servings: four", "servings", 0, [("servings",)]),
        ("title: Carrot soup\n", "", "title", "", [("title",)]),
        ("title: Carrot soup", "title: *name", "title", "", [("title",)]),
        ("oven: [180, fan]", "oven: [hot, fan]", "oven", (0, "fan"), [("oven", 0)]),
        ("oven: [180, fan]", "oven: [180]", "oven", (180, ""), [("oven", 1)]),
        ("oven: [180, fan]", "oven: 180", "oven", (0, ""), [("oven",), ("oven", 0), ("oven", 1)]),
    ],
)
def test_a_value_of_the_right_type_stays_and_something_empty_stands_in_for_others(
    old: str, new: str, key: str, remains: Any, gone: list[Path], soup: str, kinds: Kinds
) -> None:
    left = torn(soup, kinds, (old, new))
    assert getattr(left.document, key) == remains
    assert left.gone == set(gone)
    assert left.faults


def test_what_stands_in_a_document_within_is_kept_too(soup: str, kinds: Kinds) -> None:
    variant = "variants:\n- {kind: recipe, id: cold, version: '1', title: Cold soup, steps: [{do: cut, tool: knife}]}\n"
    left = torn(soup + variant, kinds)
    document: Any = left.document
    assert (document.variants[0].title, document.variants[0].servings) == ("Cold soup", 0)
    assert left.gone == {("variants", 0, "servings")}


@pytest.mark.parametrize(
    "changes",
    [
        [("do: cut", "do: cutt")],  # of several kinds of step, nobody knows which was meant
        [("kind: recipe", "kind: recip")],
        [("tags: [warm, orange]", "tags: [warm")],
    ],
    ids=["alternatives", "kind", "not YAML"],
)
def test_where_there_is_no_telling_what_was_meant_nothing_remains(
    changes: list[tuple[str, str]], soup: str, kinds: Kinds
) -> None:
    left = torn(soup, kinds, *changes)
    assert (left.document, left.gone) == (None, frozenset())
    assert left.faults


def test_of_a_document_with_hundreds_of_faults_nothing_is_looked_at_further(
    soup: str, kinds: Kinds
) -> None:
    left = torn(soup + "variants:\n" + "  - {}\n" * 300, kinds)
    assert left.document is None
    assert left.faults[-1].code == "too-many-faults"
