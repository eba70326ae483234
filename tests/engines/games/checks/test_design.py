"""Lint and repair: each thing that cannot be meant is named with its place and its fix, and can be
mended by a stated rule.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from tests.engines.games.designs import Document

from dramaturg.app.check.meanings import meanings
from dramaturg.engines.games.base.design import MAX_ITEMS, GameDesignDocument
from dramaturg.engines.games.base.issues import Issue, errors, feedback
from dramaturg.engines.games.checks.design import design_issues
from dramaturg.engines.games.make.repair import RULES, repair

LABELS = ["Bow", "Keel", "Mast", "Stern"]


def mechanic(**changes: Any) -> Document:
    return {
        "mechanic_type": "drag_drop",
        "instruction_text": "Name the parts.",
        "zone_labels_used": LABELS,
        "content_brief": {"generation_goal": "the parts of a ship"},
        "expected_item_count": 4,
        **changes,
    }


def document(*mechanics: Document, game: Document | None = None, **scene: Any) -> Document:
    """A design with two scenes; what is given goes into the first."""
    first = {
        "title": "The ship",
        "learning_goal": "Know the parts.",
        "zone_labels": LABELS,
        "needs_diagram": True,
        "mechanics": [*(mechanics or [mechanic()]), mechanic()],
        **scene,
    }
    second = {
        **first,
        "zone_labels": LABELS,
        "needs_diagram": True,
        "mechanics": [mechanic()],
        "title": "Again",
    }
    second.update(transition_to_next="auto", transition_min_score_pct=None)
    return {
        "title": "Ships",
        "subject": "Sailing",
        "difficulty": "beginner",
        "estimated_duration_minutes": 5,
        "narrative_intro": "",
        "completion_message": "",
        "all_zone_labels": LABELS,
        "scenes": [first, second],
        **(game or {}),
    }


def found(source: Document) -> tuple[Issue, ...]:
    return design_issues(GameDesignDocument.model_validate(source))


def nested(depth: int) -> Document:
    inner = mechanic()
    for _ in range(depth - 1):
        inner = mechanic(children=[inner])
    return inner


M = "scenes[0].mechanics[0]"
# What is wrong, its code, its place, and a word of its fix.
ERRORS: list[tuple[Document, str, str, str]] = [
    (
        document(mechanic(advance_trigger="score_threshold")),
        "threshold-missing",
        f"{M}.advance_trigger_value",
        "0.75",
    ),
    (
        document(mechanic(advance_trigger="score_threshold", advance_trigger_value=75)),
        "threshold-in-percent",
        f"{M}.advance_trigger_value",
        "Write 0.75.",
    ),
    (
        document(mechanic(advance_trigger="score_threshold", advance_trigger_value=0)),
        "threshold-out-of-range",
        f"{M}.advance_trigger_value",
        "(0, 1]",
    ),
    (
        document(mechanic(advance_trigger="score_threshold", advance_trigger_value=-0.5)),
        "threshold-out-of-range",
        f"{M}.advance_trigger_value",
        "(0, 1]",
    ),
    (
        document(mechanic(advance_trigger="time_elapsed")),
        "time-missing",
        f"{M}.advance_trigger_value",
        "time_limit_seconds",
    ),
    (
        document(mechanic(advance_trigger="time_elapsed", advance_trigger_value=0)),
        "time-out-of-range",
        f"{M}.advance_trigger_value",
        "seconds",
    ),
    (document(mechanic(is_timed=True)), "timer-missing", f"{M}.time_limit_seconds", "is_timed"),
    (
        document(mechanic(is_timed=True, time_limit_seconds=-5)),
        "timer-out-of-range",
        f"{M}.time_limit_seconds",
        "seconds",
    ),
    (
        document(transition_to_next="score_gate"),
        "gate-missing",
        "scenes[0].transition_min_score_pct",
        "0.6",
    ),
    (
        document(transition_to_next="score_gate", transition_min_score_pct=60),
        "gate-in-percent",
        "scenes[0].transition_min_score_pct",
        "Write 0.6.",
    ),
    (
        document(transition_to_next="score_gate", transition_min_score_pct=120),
        "gate-out-of-range",
        "scenes[0].transition_min_score_pct",
        "(0, 1]",
    ),
    (
        document(mechanic(zone_labels_used=["Bow", "Keel", "Mast", "Sterm"])),
        "unknown-label",
        f"{M}.zone_labels_used[3]",
        "Did you mean 'Stern'?",
    ),
    (
        document(mechanic(children=[mechanic(zone_labels_used=["Bow", "Keel", "Mast", "Attic"])])),
        "unknown-label",
        f"{M}.children[0].zone_labels_used[3]",
        "take it out",
    ),
    (
        document(mechanic(zone_labels_used=["Bow", "Keel", "Mast", "mast"])),
        "label-twice",
        f"{M}.zone_labels_used[3]",
        "Take it out",
    ),
    (
        document(zone_labels=[*LABELS, "K e e l"]),
        "label-twice",
        "scenes[0].zone_labels[4]",
        "Take it out",
    ),
    (
        document(zone_labels=[*LABELS, "Stern"]),
        "label-twice",
        "scenes[0].zone_labels[4]",
        "Take it out",
    ),
    (
        document(game={"all_zone_labels": [*LABELS, "bow"]}),
        "label-twice",
        "all_zone_labels[4]",
        "Take it out",
    ),
    (
        document(zone_labels=[*LABELS, "Rudder"]),
        "label-not-listed",
        "scenes[0].zone_labels[4]",
        "all_zone_labels",
    ),
    (
        document(game={"all_zone_labels": [*LABELS, " "]}),
        "label-empty",
        "all_zone_labels[4]",
        "Take it out",
    ),
    (
        document(game={"distractor_labels": ["Wheel", "STERN"]}),
        "distractor-is-label",
        "distractor_labels[1]",
        "Take it out",
    ),
    (
        document(game={"distractor_labels": ["Wheel", "wheel"]}),
        "label-twice",
        "distractor_labels[1]",
        "Take it out",
    ),
    (
        document(game={"label_hierarchy": {"Bow": ["Hull"]}}),
        "hierarchy-unknown-label",
        "label_hierarchy['Bow'][0]",
        "all_zone_labels",
    ),
    (
        document(game={"label_hierarchy": {"Ship's hull": ["Bow"]}}),
        "hierarchy-unknown-label",
        'label_hierarchy["Ship\'s hull"]',
        "all_zone_labels",
    ),
    (
        document(game={"label_hierarchy": {"Bow": ["bow"]}}),
        "hierarchy-cycle",
        "label_hierarchy['Bow'][0]",
        "Take",
    ),
    (
        document(
            game={"label_hierarchy": {"Bow": ["Keel"], "Keel": ["Mast"], "Mast": ["Stern", "Bow"]}}
        ),
        "hierarchy-cycle",
        "label_hierarchy['Mast'][1]",
        "Take",
    ),
    (
        document(game={"label_hierarchy": {"Bow": ["Keel"], "Mast": ["Keel"]}}),
        "hierarchy-two-parents",
        "label_hierarchy['Mast'][0]",
        "'Bow'",
    ),
    (document(needs_diagram=False), "diagram-needed", "scenes[0].needs_diagram", "true"),
    (
        document(mechanic(mechanic_type="sequencing", children=[mechanic()]), needs_diagram=False),
        "diagram-needed",
        "scenes[0].needs_diagram",
        "true",
    ),
    (
        document(mechanic(expected_item_count=5)),
        "count-contradicts-labels",
        f"{M}.expected_item_count",
        "Write 4",
    ),
    (
        document(mechanic(expected_item_count=3)),
        "count-contradicts-labels",
        f"{M}.expected_item_count",
        "Write 4",
    ),
    (
        document(mechanic(expected_item_count=0)),
        "count-out-of-range",
        f"{M}.expected_item_count",
        "from 1",
    ),
    (
        document(mechanic(mechanic_type="sequencing", expected_item_count=0)),
        "count-out-of-range",
        f"{M}.expected_item_count",
        "from 1",
    ),
    (
        document(mechanic(expected_item_count=-3)),
        "count-out-of-range",
        f"{M}.expected_item_count",
        "from 1",
    ),
    (
        document(mechanic(mechanic_type="sequencing", expected_item_count=MAX_ITEMS + 1)),
        "count-out-of-range",
        f"{M}.expected_item_count",
        "from 1",
    ),
    (
        document(mechanic(points_per_item=0)),
        "points-out-of-range",
        f"{M}.points_per_item",
        "10 is usual",
    ),
    (
        document(nested(4)),
        "too-deep",
        f"{M}.children[0].children[0].children[0]",
        "follow its parent",
    ),
    (document(*[mechanic()] * 200), "too-many-mechanics", "scenes", "several games"),
]
WARNINGS: list[tuple[Document, str, str]] = [
    (
        document(mechanic(children=[mechanic(advance_trigger="user_choice")])),
        "trigger-never-judged",
        f"{M}.children[0].advance_trigger",
    ),
    (
        document(
            mechanic(
                children=[mechanic(advance_trigger="score_threshold", advance_trigger_value=75)]
            )
        ),
        "trigger-never-judged",
        f"{M}.children[0].advance_trigger",
    ),
    (document(mechanic(advance_trigger_value=0.5)), "value-unused", f"{M}.advance_trigger_value"),
    (document(mechanic(time_limit_seconds=30)), "timer-unused", f"{M}.time_limit_seconds"),
    (
        document(
            mechanic(
                is_timed=True,
                time_limit_seconds=30,
                advance_trigger="time_elapsed",
                advance_trigger_value=31,
            )
        ),
        "time-after-timer",
        f"{M}.advance_trigger_value",
    ),
    (document(transition_min_score_pct=0.5), "gate-unused", "scenes[0].transition_min_score_pct"),
    (document(mechanic(instruction_text=" \n")), "empty-text", f"{M}.instruction_text"),
    (document(title=""), "empty-text", "scenes[0].title"),
    (document(game={"title": " "}), "empty-text", "title"),
    (document(mechanic(zone_labels_used=[])), "no-labels", f"{M}.zone_labels_used"),
    (document(game={"all_zone_labels": [*LABELS, "Rudder"]}), "label-unused", "all_zone_labels[4]"),
]


def ids(cases: list[Any]) -> list[str]:
    return [f"{number}-{case[1]}" for number, case in enumerate(cases)]


def test_a_sound_design_has_no_issues() -> None:
    assert found(document()) == ()


@pytest.mark.parametrize(("source", "code", "path", "fix"), ERRORS, ids=ids(ERRORS))
def test_an_error_is_the_only_issue_and_names_its_place_and_its_fix(
    source: Document, code: str, path: str, fix: str
) -> None:
    (issue,) = found(source)
    assert (issue.code, issue.place, issue.severity) == (code, path, "error")
    assert not issue.is_builder_bug
    assert fix in issue.remedy


@pytest.mark.parametrize(("source", "code", "path"), WARNINGS, ids=ids(WARNINGS))
def test_a_warning_is_no_error(source: Document, code: str, path: str) -> None:
    (issue,) = found(source)
    assert (issue.code, issue.place, issue.severity) == (code, path, "warning")


@pytest.mark.parametrize(
    "source",
    [
        document(mechanic(advance_trigger="score_threshold", advance_trigger_value=1)),
        document(mechanic(advance_trigger="time_elapsed", time_limit_seconds=40)),
        document(mechanic(advance_trigger="time_elapsed", advance_trigger_value=75)),
        document(mechanic(advance_trigger="user_choice", children=[mechanic()])),
        document(mechanic(mechanic_type="click_to_identify", expected_item_count=9)),
        document(mechanic(mechanic_type="sequencing", zone_labels_used=[])),
        document(transition_to_next="score_gate", transition_min_score_pct=1.0),
        document(mechanic(zone_labels_used=["bow", "KEEL", "Mast ", "Stern"])),
        document(game={"label_hierarchy": {"Bow": ["Keel"], "Keel": ["Mast", "Stern"]}}),
        document(nested(3)),
    ],
)
def test_what_can_be_meant_is_no_issue(source: Document) -> None:
    assert found(source) == ()


@pytest.mark.parametrize("value", [60, 0.6, None])
def test_a_transition_of_the_last_scene_is_never_taken(value: float | None) -> None:
    source = document()
    source["scenes"][1].update(transition_to_next="score_gate", transition_min_score_pct=value)
    (issue,) = found(source)
    assert (issue.code, issue.place, issue.severity) == (
        "transition-unused",
        "scenes[1].transition_to_next",
        "warning",
    )


def test_a_diagram_that_nobody_uses_is_a_warning() -> None:
    source = document()
    source["scenes"][1]["mechanics"] = [mechanic(mechanic_type="memory_match")]
    (issue,) = found(source)
    assert (issue.code, issue.place) == ("diagram-unused", "scenes[1].needs_diagram")


def test_all_issues_come_at_once_and_in_order() -> None:
    source = document(
        mechanic(is_timed=True, points_per_item=-1),
        mechanic(zone_labels_used=["Attic"]),
        needs_diagram=False,
    )
    assert [issue.place for issue in found(source)] == [
        "scenes[0].needs_diagram",
        f"{M}.points_per_item",
        f"{M}.time_limit_seconds",
        "scenes[0].mechanics[1].zone_labels_used[0]",
        "scenes[0].mechanics[1].expected_item_count",
    ]


def test_the_designer_is_told_a_line_for_each_issue() -> None:
    told = feedback(
        found(document(mechanic(advance_trigger="score_threshold", advance_trigger_value=75)))
    )
    assert told == (
        "- scenes[0].mechanics[0].advance_trigger_value: 75 is no share of the score: shares are above 0 and at most 1. "
        "[threshold-in-percent] Write 0.75."
    )


# ── repair ────────────────────────────────────────────────────────────────────────────────────────

REPAIRABLE = [case for case in ERRORS if case[1] in RULES]


@pytest.mark.parametrize(("source", "code", "path", "fix"), REPAIRABLE, ids=ids(REPAIRABLE))
def test_a_repaired_design_has_no_errors_and_says_what_was_done(
    source: Document, code: str, path: str, fix: str
) -> None:
    design = GameDesignDocument.model_validate(source)
    mended, told = repair(design, design_issues(design))
    assert not errors(design_issues(mended))
    assert told[0].startswith(f"{path}: ")


def test_every_error_of_meaning_can_be_repaired_or_is_too_much() -> None:
    assert {case[1] for case in ERRORS} - set(RULES) == {"too-deep", "too-many-mechanics"}
    assert set(RULES) <= {case[1] for case in ERRORS}


def test_a_percentage_is_divided_and_a_label_taken_out() -> None:
    source = document(
        mechanic(
            advance_trigger="score_threshold",
            advance_trigger_value=75,
            zone_labels_used=["Attic", *LABELS, "Roof"],
        )
    )
    design = GameDesignDocument.model_validate(source)
    mended, told = repair(design, design_issues(design))
    assert mended.scenes[0].mechanics[0].advance_trigger_value == 0.75
    assert mended.scenes[0].mechanics[0].zone_labels_used == tuple(LABELS)
    assert set(told) == {
        f"{M}.advance_trigger_value: 75 was divided by 100.",
        f"{M}.zone_labels_used[0]: 'Attic' was taken out.",
        f"{M}.zone_labels_used[5]: 'Roof' was taken out.",
    }


def test_a_sound_design_is_left_as_it_is() -> None:
    design = GameDesignDocument.model_validate(document())
    assert repair(design, design_issues(design)) == (design, ())


# ── the page ──────────────────────────────────────────────────────────────────────────────────────

ROOT = Path(__file__).parents[4]
SOURCES = [
    ROOT / f"src/dramaturg/engines/games/{name}.py"
    for name in ("make/read_design", "make/lenient_design", "checks/design", "checks/plan")
]


def test_every_code_is_used_and_every_code_used_is_on_the_page() -> None:
    """Codes are the only words in these modules that are joined by a hyphen."""
    given = {
        word.value
        for source in SOURCES
        for word in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(word, ast.Constant) and isinstance(word.value, str)
    }
    used = {word for word in given if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", word)}
    used |= {
        f"{what}-{how}" for what in ("threshold", "gate") for how in ("in-percent", "out-of-range")
    }
    assert (used | {"missing"} & given | {"wrong-type"}) - {"utf-8", "utf-8-sig"} == {
        *meanings().issues["The design"],
        *meanings().issues["The builder"],
    }
