"""Reading YAML: values as written, places of everything, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from ruamel.yaml import YAML
from ruamel.yaml.events import Event
from tests.hanging import ended_if_it_hangs

from dramaturg.content.limits import MAX_BYTES, MAX_DEPTH, MAX_NODES
from dramaturg.content.positions import FilePlace
from dramaturg.content.yaml import Parsed, Value, parse


def read(text: str | bytes) -> Parsed:
    return parse(text, "talk.yaml")


def found(text: str | bytes) -> list[tuple[str, int | None, int | None]]:
    return [(fault.code, fault.line, fault.column) for fault in read(text).faults]


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("3", 3),
        ("-3", -3),
        ("0o17", 15),
        ("0x1F", 31),
        ("1.5", 1.5),
        ("-.5e1", -5.0),
        ("true", True),
        ("False", False),
        ("~", None),
        ("", None),
        ("null", None),
        ("yes", "yes"),
        ("on", "on"),
        ("2026-11-05", "2026-11-05"),
        ("12:30", "12:30"),
        ("1_000", "1_000"),
        ("'3'", "3"),
        ('"true"', "true"),
        ("9223372036854775807", 2**63 - 1),
    ],
)
def test_words_mean_what_yaml_1_2_says(word: str, value: Value) -> None:
    assert repr(read(f"key: {word}\n").value) == repr({"key": value})


def test_every_key_and_value_has_its_place() -> None:
    parsed = read("id: talk\nnodes:\n  - id: GREET\n    says: [hello, {to: you}]\n")
    assert parsed.positions.key(("nodes",)) == FilePlace(2, 1)
    assert parsed.positions.value(("nodes",)) == FilePlace(3, 3)
    assert parsed.positions.key(("nodes", 0, "says")) == FilePlace(4, 5)
    assert parsed.positions.value(("nodes", 0, "says", 0)) == FilePlace(4, 12)
    assert parsed.positions.value(("nodes", 0, "says", 1, "to")) == FilePlace(4, 24)


def test_a_path_that_the_file_does_not_have_is_placed_at_what_is_around_it() -> None:
    parsed = read("nodes:\n  - id: GREET\n")
    assert parsed.positions.value(("nodes", 0, "edges", 3, "to")) == FilePlace(2, 5)
    assert parsed.positions.key(("nodes", 0)) == FilePlace(2, 5)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", ("empty", 1, 1)),
        ("# nothing\n\n", ("empty", 1, 1)),
        ("---\n", ("empty", 1, 1)),
        ("a: 1\nb: 2\na: 3\n", ("duplicate-key", 3, 1)),
        ("a: {b: 1, b: 2}\n", ("duplicate-key", 1, 11)),
        ("a: 1\n---\nb: 2\n", ("many-documents", 2, 1)),
        ("a: *b\n", ("alias-refused", 1, 4)),
        ("a: &b 1\n", ("alias-refused", 1, 4)),
        ("*a : 1\n", ("alias-refused", 1, 1)),
        ("a: !b 1\n", ("tag-refused", 1, 4)),
        ("a: ! 1\n", ("tag-refused", 1, 4)),
        ("!a b: 1\n", ("tag-refused", 1, 1)),
        ("1: a\n", ("key-not-text", 1, 1)),
        ("true: a\n", ("key-not-text", 1, 1)),
        (": a\n", ("key-not-text", 1, 1)),
        ("? [a]\n: b\n", ("key-not-text", 1, 3)),
        (".inf: a\n", ("key-not-text", 1, 1)),
        ("a: .inf\n", ("number-refused", 1, 4)),
        ("a: -.INF\n", ("number-refused", 1, 4)),
        ("a: .nan\n", ("number-refused", 1, 4)),
        ("a: 1e999\n", ("number-refused", 1, 4)),
        ("a: 9223372036854775808\n", ("number-refused", 1, 4)),
        ("a: 0xFFFFFFFFFFFFFFFFF\n", ("number-refused", 1, 4)),
        (f"a: {'9' * 9000}\n", ("number-refused", 1, 4)),
        ("a:\n\tb: 1\n", ("tab-refused", 2, 1)),
        ("a: 1\n \tb: 1\n", ("tab-refused", 2, 2)),
        ("a: b\tc\n", ("tab-refused", 1, 5)),
        ("a: b: c\n", ("not-yaml", 1, 5)),
        ("x: 1\na: [1, 2\n", ("not-yaml", 2, 4)),
        ('x: 1\na: "b\nc\n', ("not-yaml", 2, 4)),
        ('a: "\\UFFFFFFFF"\n', ("not-yaml", 1, 1)),
        (b"a: 1\nb: caf\xe9\n", ("not-utf-8", 2, 7)),
        (b"\xff\xfea\x00:\x00", ("not-utf-8", 1, 1)),
        ("a: \x07\n", ("bad-character", 1, 4)),
        ('a: "\\0"\n', ("bad-character", 1, 4)),
        ('a: "\\ud800"\n', ("bad-character", 1, 4)),
        ('"\\0": a\n', ("bad-character", 1, 1)),
    ],
)
def test_what_is_refused_is_refused_at_its_place(
    text: str | bytes, place: tuple[str, int, int]
) -> None:
    assert found(text) == [place]


def test_a_tab_in_quotes_or_in_a_block_of_text_is_text() -> None:
    assert read("a: |\n  one\n  \ttwo\nb: 'c\td'\n").value == {"a": "one\n\ttwo\n", "b": "c\td"}


def test_a_byte_order_mark_is_passed_by() -> None:
    parsed = read(b"\xef\xbb\xbfa: 1\n")
    assert parsed.value == {"a": 1}
    assert parsed.positions.key(("a",)) == FilePlace(1, 1)


def test_faults_that_leave_the_rest_readable_are_all_found_at_once() -> None:
    text = "a: &x 1\nb: *x\nc: !t 2\n3: d\na: {deep: [*x]}\ne: .nan\nf: fine\n"
    assert [code for code, _, _ in found(text)] == [
        "alias-refused",
        "alias-refused",
        "tag-refused",
        "key-not-text",
        "duplicate-key",
        "number-refused",
    ]
    assert read(text).value == {"a": 1, "b": None, "c": "2", "3": "d", "e": 0, "f": "fine"}


def test_faults_before_a_syntax_error_are_reported_with_it() -> None:
    assert [code for code, _, _ in found("a: *x\nb: [\n")] == ["alias-refused", "not-yaml"]


def test_a_syntax_error_is_told_in_words_that_authors_know() -> None:
    (fault,) = read("- a\nb: c\n").faults
    assert (
        fault.message
        == "This is not YAML: while reading a list, expected the end of this block, but found a key."
    )
    assert fault.remedy == "Check the indentation, quotes and brackets here."


# ── limits ────────────────────────────────────────────────────────────────────────────────────────

BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{name}: &{name} [{','.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The parser's events that were taken, so that a test can count how far a text was read."""
    taken: list[object] = []

    def counting(self: YAML, text: str) -> Iterator[Event]:
        for event in parse_events(self, text):
            taken.append(event)
            yield event

    parse_events = YAML.parse
    monkeypatch.setattr(YAML, "parse", counting)
    return taken


def test_an_alias_bomb_costs_no_more_than_its_own_length(events: list[object]) -> None:
    parsed = read(BOMB)
    assert {fault.code for fault in parsed.faults} == {"alias-refused"}
    assert len(events) < len(BOMB)
    assert len(str(parsed.value)) < 2 * len(BOMB)


@pytest.mark.parametrize("opening", ["[", "{", "- ", "? ", "{a: "])
def test_deep_nesting_is_not_followed_down(opening: str, events: list[object]) -> None:
    assert found(opening * 100_000)[-1][0] == "too-deep"
    assert len(events) < 4 * MAX_DEPTH


def test_as_deep_as_allowed_is_allowed() -> None:
    assert found("[" * MAX_DEPTH + "]" * MAX_DEPTH) == []
    assert [code for code, _, _ in found("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))] == [
        "too-deep"
    ]


def test_a_large_file_is_refused_before_it_is_read(events: list[object]) -> None:
    assert [code for code, _, _ in found("a: 1\n" * MAX_BYTES)] == ["too-large"]
    assert events == []


@pytest.mark.slow
def test_reading_stops_at_the_most_values_a_file_may_have(events: list[object]) -> None:
    assert [code for code, _, _ in found("[" + "1," * (MAX_NODES + 50_000) + "]")] == [
        "too-many-values"
    ]
    assert len(events) < MAX_NODES + 10


@pytest.mark.slow
@pytest.mark.parametrize(
    "make",
    [
        lambda size: "plain " * (size // 6),
        lambda size: '"' + "a\n" * (size // 2),
        lambda size: "a: |\n" + "  b\n" * (size // 4),
        lambda size: "# c\n" * (size // 4),
        lambda size: "%FOO\n" * (size // 5),
    ],
    ids=["plain", "quoted", "block", "comments", "directives"],
)
def test_no_file_is_so_odd_that_reading_it_takes_long(make: Callable[[int], str]) -> None:
    with ended_if_it_hangs():
        read(make(MAX_BYTES))
