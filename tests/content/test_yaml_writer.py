"""Writing YAML: what is written is read back as it was, and reads well."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dramaturg.content.library import packaged
from dramaturg.content.yaml import Value, parse
from dramaturg.content.yaml_writer import as_yaml

TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=200),
    st.text("ab: #-'\"\n\t >|&*!%@`,[]{}?0123.~\\", max_size=200),
    st.sampled_from(
        ["no", "null", "~", "1e3", "0o17", "1_000", "2026-11-15", "=", "<<", "---", "...", ""]
    ),
)
KEYS = st.one_of(
    st.text("abc: #-\n?'", min_size=1, max_size=8),
    st.sampled_from(["kind", "people", "1", "true", "null"]),
)
NUMBERS = st.one_of(st.integers(-(10**9), 10**9), st.floats(allow_nan=False, allow_infinity=False))
VALUES: st.SearchStrategy[Value] = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=12,
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4))
def test_whatever_is_written_is_read_back(value: dict[str, Value]) -> None:
    parsed = parse(as_yaml(value, "# first"), "written.yaml")
    assert parsed.value == value
    assert [fault for fault in parsed.faults if fault.code != "key-not-text"] == []


@pytest.mark.parametrize("file", sorted(packaged().rglob("*.yaml")), ids=lambda file: file.stem)
def test_everything_that_comes_with_dramaturg_can_be_written_as_well(file: object) -> None:
    value = parse(file.read_bytes(), "shipped").value  # type: ignore[attr-defined]  # a path, which pytest hands over untyped
    parsed = parse(as_yaml(value), "written")
    assert (parsed.value, parsed.faults) == (value, ())


def test_it_reads_like_something_a_person_wrote() -> None:
    value: Value = {
        "kind": "recipe",
        "version": "1",
        "title": "Soup: the basics",
        "steps": [
            {
                "do": "cut",
                "note": "Cut it into pieces that fit on a spoon, but not so small that nobody can tell any more what they were.",
            }
        ],
        "tags": [],
    }
    assert as_yaml(value, "# a soup") == (
        "# a soup\n"
        "kind: recipe\n"
        'version: "1"\n'
        'title: "Soup: the basics"\n'
        "\n"
        "steps:\n"
        "  - do: cut\n"
        "    note: >-\n"
        "      Cut it into pieces that fit on a spoon, but not so small that nobody can tell any more what they were.\n"
        "tags: []\n"
    )
