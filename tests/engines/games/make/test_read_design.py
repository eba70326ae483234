"""Reading designs: what can only mean one thing is taken for it and said so; what cannot be read is
told at once, and in time.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engines.games.designs import random_document
from tests.hanging import ended_if_it_hangs

from dramaturg.app.check.meanings import meanings
from dramaturg.engines.games.base.design import GameDesignDocument, MechanicDesign, SceneDesign
from dramaturg.engines.games.base.issues import Issue, errors
from dramaturg.engines.games.checks.design import MAX_ISSUES, design_issues
from dramaturg.engines.games.make.build import plan_game
from dramaturg.engines.games.make.read_design import ReadDesign, read_design

Document = dict[str, Any]


def document(**changes: Any) -> Document:
    """A small design without fault: one scene, two mechanics, the first with a child. Changes are
    to its first mechanic.
    """
    labels = ["Crust", "Mantle", "Core"]
    inner = mechanic("click_to_identify", labels[:2])
    return {
        "title": "Layers of the earth",
        "subject": "Geology",
        "difficulty": "beginner",
        "estimated_duration_minutes": 5,
        "narrative_intro": "Dig.",
        "completion_message": "You are through.",
        "all_zone_labels": labels,
        "scenes": [
            {
                "title": "Down",
                "learning_goal": "Name the layers.",
                "zone_labels": labels,
                "needs_diagram": True,
                "mechanics": [
                    {**mechanic("drag_drop", labels), "children": [inner], **changes},
                    mechanic("sequencing", labels),
                ],
            }
        ],
    }


def mechanic(kind: str, labels: list[str]) -> Document:
    return {
        "mechanic_type": kind,
        "instruction_text": "Go on.",
        "zone_labels_used": labels,
        "content_brief": {"generation_goal": "the layers"},
        "expected_item_count": len(labels),
    }


def first(design: GameDesignDocument | None) -> MechanicDesign:
    assert design is not None
    return design.scenes[0].mechanics[0]


def only(read: ReadDesign) -> Issue:
    (issue,) = read.issues
    return issue


FIRST = "scenes[0].mechanics[0]"


def test_a_design_without_fault_is_read_without_a_word() -> None:
    read = read_design(document())
    assert read.issues == ()
    assert read.design is not None
    assert design_issues(read.design) == ()


# ── what can only mean one thing ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("field", "written", "meant"),
    [
        ("mechanic_type", "Drag & Drop", "drag_drop"),
        ("mechanic_type", "drag-and-drop", "drag_drop"),
        ("mechanic_type", "dragdrop", "drag_drop"),
        ("mechanic_type", "DragAndDrop", "drag_drop"),
        ("mechanic_type", "DRAG_DROP", "drag_drop"),
        ("mechanic_type", "description matching", "description_matching"),
        ("mechanic_type", "descripton_matching", "description_matching"),
        ("mechanic_type", "description", "description_matching"),
        ("mechanic_type", "hierarchical labeling", "hierarchical"),
        ("advance_trigger", "Completed", "completion"),
        ("advance_trigger", "user choice", "user_choice"),
        ("advance_trigger", "next", "user_choice"),
    ],
)
def test_a_word_spelt_in_another_way_is_taken_with_a_warning(
    field: str, written: str, meant: str
) -> None:
    read = read_design(document(**{field: written}))
    assert getattr(first(read.design), field) == meant
    issue = only(read)
    assert (issue.code, issue.place, issue.severity) == (
        "word-respelled",
        f"{FIRST}.{field}",
        "warning",
    )
    assert repr(meant) in issue.remedy


@pytest.mark.parametrize(
    ("written", "nearest"),
    [
        ("hopscotch", "sorting_categories"),
        ("quiz", "drag_drop"),
        ("", "drag_drop"),
        ("match", "memory_match"),
    ],
)
def test_a_hopeless_word_is_an_error_that_names_the_nearest(written: str, nearest: str) -> None:
    read = read_design(document(mechanic_type=written))
    assert read.design is None
    issue = only(read)
    assert (issue.code, issue.place) == ("wrong-word", f"{FIRST}.mechanic_type")
    assert "The nearest is" in issue.remedy
    assert nearest in issue.remedy


@pytest.mark.parametrize("written", ["timed_challenge", "Timed Challenge", "timed"])
def test_a_timed_challenge_is_told_to_name_what_it_wraps(written: str) -> None:
    issue = only(read_design(document(mechanic_type=written)))
    assert issue.code == "timed-challenge"
    assert "is_timed" in issue.remedy


@pytest.mark.parametrize(
    ("field", "written", "meant"),
    [
        ("expected_item_count", "3", 3),
        ("expected_item_count", 3.0, 3),
        ("points_per_item", " 25 ", 25),
        ("advance_trigger_value", "0.75", 0.75),
        ("advance_trigger_value", "75%", 75),
        ("is_timed", "yes", True),
        ("is_timed", "False", False),
        ("instruction_text", 12, "12"),
        ("children", None, None),
    ],
)
def test_a_value_of_another_type_is_taken_where_it_is_plain_what_it_means(
    field: str, written: Any, meant: Any
) -> None:
    assert getattr(first(read_design(document(**{field: written})).design), field) == meant


NONSENSE: list[tuple[str, Any]] = [
    ("expected_item_count", "several"),
    ("expected_item_count", 2.5),
    ("expected_item_count", float("nan")),
    ("expected_item_count", 10**5000),
    ("advance_trigger_value", float("inf")),
    ("advance_trigger_value", [0.5]),
    ("is_timed", "perhaps"),
    ("instruction_text", ["Go on."]),
    ("instruction_text", "half \ud800 a pair"),
    ("instruction_text", "long " * 10_000),
    ("zone_labels_used", "Crust, Mantle"),
    ("zone_labels_used", ["Crust", "Core", {"label": "Mantle"}]),
    ("content_brief", "the layers"),
    ("children", {"first": {}}),
    ("children", ["drag_drop"]),
    ("children", [None]),
    ("mechanic_type", 7),
]


@pytest.mark.parametrize(("field", "written"), NONSENSE, ids=range(len(NONSENSE)))
def test_a_value_that_means_nothing_is_an_error_at_its_place(field: str, written: Any) -> None:
    read = read_design(document(**{field: written}))
    assert read.design is None
    assert errors(read.issues)
    assert all(issue.place.startswith(f"{FIRST}.{field}") for issue in errors(read.issues))
    assert all(
        issue.code in meanings().issues["The design"] and issue.remedy for issue in read.issues
    )


def test_an_unknown_key_is_passed_over_with_the_nearest_known_one() -> None:
    issue = only(read_design(document(instruction_txt="Go.")))
    assert (issue.code, issue.place, issue.severity) == (
        "unknown-key",
        f"{FIRST}.instruction_txt",
        "warning",
    )
    assert issue.remedy == "Did you mean 'instruction_text'?"


def test_a_key_of_the_builder_is_passed_over_and_said_to_be_its_own() -> None:
    issue = only(read_design(document(mechanic_id="s1_m1")))
    assert issue.remedy == "Leave it out: the builder makes it."


def test_a_key_in_another_case_is_taken() -> None:
    changed = document()
    changed["Estimated Duration Minutes"] = changed.pop("estimated_duration_minutes")
    changed["scenes"][0]["needsDiagram"] = changed["scenes"][0].pop("needs_diagram")
    read = read_design(changed)
    assert read.design == read_design(document()).design
    assert [issue.code for issue in read.issues] == ["key-respelled"] * 2


def test_labels_are_written_back_as_the_scene_writes_them() -> None:
    changed = document(zone_labels_used=["crust", "MANTLE ", "Core"])
    changed["all_zone_labels"] = ["CRUST", "Mantle", "Core"]
    read = read_design(changed)
    assert read.design == read_design(document()).design
    assert [(issue.code, issue.place) for issue in read.issues] == [
        ("label-respelled", "all_zone_labels[0]"),
        ("label-respelled", f"{FIRST}.zone_labels_used[0]"),
        ("label-respelled", f"{FIRST}.zone_labels_used[1]"),
    ]


def test_a_percentage_is_never_changed_in_silence() -> None:
    read = read_design(document(advance_trigger="score_threshold", advance_trigger_value=75))
    assert read.design is not None
    assert first(read.design).advance_trigger_value == 75
    (issue,) = design_issues(read.design)
    assert (issue.code, issue.place, issue.remedy) == (
        "threshold-in-percent",
        f"{FIRST}.advance_trigger_value",
        "Write 0.75.",
    )


def test_a_duration_is_brought_within_its_bounds_with_a_warning() -> None:
    read = read_design({**document(), "estimated_duration_minutes": 45})
    assert read.design is not None
    assert read.design.estimated_duration_minutes == 30
    assert only(read).code == "duration-out-of-range"


def test_a_count_that_follows_from_nothing_is_missing() -> None:
    changed = document()
    del (
        changed["scenes"][0]["mechanics"][1]["expected_item_count"],
        changed["scenes"][0]["mechanics"][1]["zone_labels_used"],
    )
    read = read_design(changed)
    assert read.design is None
    assert (only(read).code, only(read).place) == (
        "missing",
        "scenes[0].mechanics[1].expected_item_count",
    )


# ── text around the design ────────────────────────────────────────────────────────────────────────

TEXT = json.dumps(document(), indent=1)


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{TEXT}\n```",
        f"```\n{TEXT}\n```",
        f"Sure! A game about the earth:\n{TEXT}\nShall I change anything?",
        f"Ideas {{in braces}} first.\n```json\n{TEXT}\n```\nThen {{more}}.",
        TEXT.replace("\n }", ",\n }").replace('"Core"\n', '"Core",\n'),
        json.dumps({"design": document()}),
    ],
)
def test_a_design_is_found_inside_what_stands_around_it(text: str) -> None:
    read = read_design(text)
    assert read.design == read_design(TEXT).design
    assert only(read).code == "json-mended"


def test_a_comma_inside_a_text_is_left_alone() -> None:
    text = json.dumps(document(instruction_text='One, ] two, } three \\" four, }')) + ","
    assert first(read_design(text).design).instruction_text == 'One, ] two, } three \\" four, }'


def test_bytes_with_a_byte_order_mark_are_read() -> None:
    assert read_design(b"\xef\xbb\xbf" + TEXT.encode()).design == read_design(TEXT).design


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("", "not-json"),
        ("I cannot do that.", "not-json"),
        (TEXT[:-40], "not-json"),
        ("[1, 2", "not-json"),
        ('{"scenes": ' + "9" * 5_000 + "}", "not-json"),
        (b"\xff\xfe{}", "not-utf-8"),
        ("[]", "not-a-design"),
        ("null", "not-a-design"),
        ("42", "not-a-design"),
        ("{}", "missing"),
        ('{"scenes": []}', "missing"),
        ('{"scenes": [{"mechanics": []}]}', "missing"),
        ('{"scenes": 3}', "wrong-type"),
        ('{"scenes": [3]}', "wrong-type"),
    ],
)
def test_what_is_no_design_is_told_in_a_word(source: str | bytes, code: str) -> None:
    read = read_design(source)
    assert read.design is None
    assert code in {issue.code for issue in errors(read.issues)}
    assert all(issue.remedy for issue in read.issues)


def test_a_mapping_of_any_kind_is_read() -> None:
    assert read_design(MappingProxyType(document())).design == read_design(document()).design


# ── all at once ───────────────────────────────────────────────────────────────────────────────────


def test_all_faults_are_told_at_once_those_of_meaning_too() -> None:
    changed = document(mechanic_type="hopscotch", points_per_item="lots")
    scene = changed["scenes"][0]
    scene["mechanics"][1].update(advance_trigger="whenever", is_timed=True)
    scene["mechanics"][0]["children"][0]["zone_labels_used"] = ["Crust", "Attic"]
    scene.update(transition_to_next="teleport")
    read = read_design(changed)
    assert read.design is None
    assert {(issue.code, issue.place) for issue in errors(read.issues)} == {
        ("wrong-word", "scenes[0].mechanics[0].mechanic_type"),
        ("wrong-type", "scenes[0].mechanics[0].points_per_item"),
        ("wrong-word", "scenes[0].mechanics[1].advance_trigger"),
        ("wrong-word", "scenes[0].transition_to_next"),
        ("unknown-label", "scenes[0].mechanics[0].children[0].zone_labels_used[1]"),
        ("timer-missing", "scenes[0].mechanics[1].time_limit_seconds"),
    }


def test_an_unreadable_part_leaves_the_others_in_their_places() -> None:
    changed = document()
    changed["scenes"][0]["mechanics"].insert(0, "nothing")
    changed["scenes"][0]["mechanics"][2]["mechanic_type"] = "hopscotch"
    paths = {issue.place for issue in errors(read_design(changed).issues)}
    assert paths == {"scenes[0].mechanics[0]", "scenes[0].mechanics[2].mechanic_type"}


# ── too much of it ────────────────────────────────────────────────────────────────────────────────


def nested(depth: int, **fields: Any) -> Document:
    inner = {**mechanic("sequencing", []), "expected_item_count": 3, **fields}
    for _ in range(depth - 1):
        inner = {
            **mechanic("sequencing", []),
            "expected_item_count": 3,
            "children": [inner],
            **fields,
        }
    changed = document()
    changed["scenes"][0]["mechanics"] = [inner]
    return changed


def nested_text(depth: int) -> str:
    """The same as text, by hand: json.dumps itself would overflow."""
    head = '{"mechanic_type": "sequencing", "instruction_text": "Go.", "content_brief": {}, "expected_item_count": 2, "children": ['
    outer, inner = json.dumps(nested(1)).split('[{"mechanic_type"', 1)
    return (
        outer
        + "["
        + head * depth
        + '{"mechanic_type"'
        + inner.replace("}]", "}" + "]}" * depth + "]", 1)
    )


def itself() -> Document:
    changed = document()
    changed["scenes"][0]["mechanics"][0]["children"] = changed["scenes"][0]["mechanics"]
    return changed


HUGE: dict[str, tuple[Callable[[], str | Document], str]] = {
    "10 MB of text": (lambda: json.dumps({**document(), "title": "x" * 10_000_000}), "too-large"),
    "10 MB of brackets": (lambda: "[" * 10_000_000, "too-large"),
    "a title of 10 MB": (lambda: {**document(), "title": "x" * 10_000_000}, "text-too-long"),
    "1,000 deep as text": (lambda: nested_text(1_000), "too-deep"),
    "1,000 deep as values": (lambda: nested(1_000), "too-deep"),
    "100,000 deep as values": (lambda: nested(100_000), "too-deep"),
    "100,000 brackets": (lambda: '{"scenes": ' + "[" * 100_000, "too-deep"),
    "quotes without end": (lambda: '{"title": "' + '\\"' * 900_000, "not-json"),
    "commas and blanks": (lambda: "{" + ", " * 900_000 + "}", "not-json"),
    "fences": (lambda: "```" * 600_000, "not-json"),
    "a document inside itself": (itself, "too-deep"),
    "4 deep": (lambda: nested(4), "too-deep"),
    "4 deep and unlike": (lambda: nested(4, advance_trigger="Completion"), "too-deep"),
    "10,000 mechanics": (lambda: wide(10_000), "too-many-mechanics"),
    "10,000 mechanics with faults": (lambda: wide(10_000, "hopscotch"), "too-many-issues"),
    "a million labels": (
        lambda: {**document(), "all_zone_labels": [f"label {n}" for n in range(1_000_000)]},
        "too-many-labels",
    ),
    "a million keys": (
        lambda: {**document(), **{f"key {n}": n for n in range(1_000_000)}},
        "too-large",
    ),
    "7 scenes": (lambda: {**document(), "scenes": document()["scenes"] * 7}, "too-many-scenes"),
}


def wide(number: int, kind: str = "sequencing") -> Document:
    changed = document()
    changed["scenes"][0]["mechanics"] = [mechanic(kind, ["Crust"])] * number
    return changed


@pytest.mark.slow
@pytest.mark.parametrize("case", HUGE)
def test_too_much_is_told_and_not_worked_through(case: str) -> None:
    make, code = HUGE[case]
    source = make()
    with ended_if_it_hangs():
        read = read_design(source)
        found = (*read.issues, *(design_issues(read.design) if read.design else ()))
    assert code in {issue.code for issue in found}
    assert len(found) <= 2 * MAX_ISSUES + 2


def test_three_levels_are_not_too_many() -> None:
    read = read_design(nested(3))
    assert read.design is not None
    assert not errors(design_issues(read.design))


# ── whatever comes ────────────────────────────────────────────────────────────────────────────────

KEYS = sorted(
    {
        *GameDesignDocument.model_fields,
        *SceneDesign.model_fields,
        *MechanicDesign.model_fields,
        "Title",
        "is_terminal",
    }
)
WORDS = st.sampled_from(
    [
        "drag_drop",
        "Drag & Drop",
        "completion",
        "auto",
        "score_gate",
        "Crust",
        "crust",
        "",
        " ",
        "0.75",
        "75%",
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | WORDS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), inner, max_size=6)
    ),
    max_leaves=25,
)


def assert_answered(source: Any) -> None:
    read = read_design(source)
    assert (read.design is None) == bool(errors(read.issues))
    assert all(
        issue.code in meanings().issues["The design"] and issue.message and issue.remedy
        for issue in read.issues
    )
    if read.design:
        assert all(
            issue.code in meanings().issues["The design"] for issue in plan_game(read.design).issues
        )


@given(JSON)
def test_any_json_is_answered_with_issues_or_a_design(value: Any) -> None:
    assert_answered(value)
    assert_answered(json.dumps(value))


@pytest.mark.slow
@settings(max_examples=200)
@given(
    st.integers(0, 2**32), st.lists(st.tuples(st.integers(0, 10**6), JSON), min_size=1, max_size=3)
)
def test_a_design_with_anything_at_all_in_some_places_is_answered(
    seed: int, changes: list[tuple[int, Any]]
) -> None:
    changed = random_document(Random(seed))
    for number, value in changes:
        places: list[tuple[Any, Any]] = [(changed, key) for key in changed]
        for holder, key in places:  # grows while it is gone through
            inner = holder[key]
            places += [
                (inner, each)
                for each in (
                    inner
                    if isinstance(inner, dict)
                    else range(len(inner))
                    if isinstance(inner, list)
                    else ()
                )
            ]
        holder, key = places[number % len(places)]
        holder[key] = value
    assert_answered(changed)


@given(st.text())
def test_any_text_is_answered(text: str) -> None:
    assert_answered(text)
