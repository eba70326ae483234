"""Hierarchical labelling: wholes first, then their parts; trees from the design, from knowledge or
from a model.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.engines.games.mechanics.knowledge import BICYCLE, otherwise, task_for
from tests.engines.games.mechanics.rounds import FRESH, codes, round_of

from dramaturg.engines.games.base.issues import errors
from dramaturg.engines.games.mechanics import hierarchical
from dramaturg.engines.games.mechanics.mechanic import CannotFeed, Content, Progress
from dramaturg.kernel.errors import BadInput

MACHINE = next(hierarchical.offers(BICYCLE))
LABELS = ("Drive", "Pedal", "Chain", "Steering", "Fork")
TASK = task_for(MACHINE, 5, labels=LABELS)
GOOD = hierarchical.generate(TASK, BICYCLE)
TREE = {"Drive": ("Pedal", "Chain"), "steering": ("FORK",)}


def parents(content: Content) -> dict[str, str]:
    return {item.id: item.after for item in content.items}


def with_parents(**after: str) -> Content:
    items = tuple(
        item.model_copy(update={"after": after.get(item.id, item.after)}) for item in GOOD.items
    )
    return GOOD.model_copy(update={"items": items})


def test_every_part_opens_after_its_whole() -> None:
    assert parents(GOOD) == {
        "drive": "",
        "pedal": "drive",
        "chain": "drive",
        "steering": "",
        "fork": "steering",
    }
    assert {item.id: item.after for item in round_of(hierarchical, GOOD, TASK).items} == {
        "drive": None,
        "pedal": "drive",
        "chain": "drive",
        "steering": None,
        "fork": "steering",
    }


def test_an_offer_lists_each_whole_before_its_parts() -> None:
    assert MACHINE.labels[:3] == ("Drive", "Pedal", "Crank")
    assert set(MACHINE.labels) == {concept.label for concept in BICYCLE.concepts}


def test_a_whole_that_is_not_asked_for_is_passed_over_to_the_next_above() -> None:
    knowledge = otherwise(
        BICYCLE, hierarchy={"drive": ["crank"], "crank": ["pedal"], "steering": ["fork"]}
    )
    labels = ("Drive", "Pedal", "Steering", "Fork")
    assert (
        parents(hierarchical.generate(task_for(MACHINE, 4, labels=labels), knowledge))["pedal"]
        == "drive"
    )


def test_the_tree_of_the_design_goes_before_that_of_the_knowledge() -> None:
    task = replace(TASK, hierarchy={"steering": ("pedal", "Fork")})
    assert parents(hierarchical.generate(task, BICYCLE)) == {
        "drive": "",
        "pedal": "steering",
        "chain": "",
        "steering": "",
        "fork": "steering",
    }


def test_a_tree_is_judged_by_the_labels_that_are_played() -> None:
    labels = ("Drive", "Pedal", "Chain", "Steering", "Crank")
    task = replace(
        task_for(MACHINE, 4, labels=labels),
        hierarchy={"Drive": ("Crank",), "Crank": ("Pedal", "Chain")},
    )
    content = hierarchical.generate(task, BICYCLE)
    assert parents(content) == {"drive": "", "pedal": "drive", "chain": "drive", "steering": ""}
    assert hierarchical.validate(content, task) == ()


def test_labels_of_one_level_are_played_with_a_warning() -> None:
    task = task_for(MACHINE, 4, labels=("Pedal", "Crank", "Chain", "Fork"))
    (issue,) = hierarchical.validate(hierarchical.generate(task, BICYCLE), task)
    assert (issue.code, issue.severity) == ("levels-missing", "warning")


@pytest.mark.parametrize("hierarchy", [{}, {"handlebar": ["front_wheel"]}])
def test_knowledge_without_a_hierarchy_of_the_labels_is_refused_by_name(
    hierarchy: dict[str, list[str]],
) -> None:
    with pytest.raises(
        CannotFeed, match="bicycle: hierarchy says nothing of drive, pedal, chain, steering, fork"
    ):
        hierarchical.generate(TASK, otherwise(BICYCLE, hierarchy=hierarchy))


def test_knowledge_without_a_hierarchy_offers_nothing() -> None:
    assert list(hierarchical.offers(otherwise(BICYCLE, hierarchy={}))) == []


@pytest.mark.parametrize(
    ("after", "code"),
    [
        ({"pedal": "keel"}, "parent-unknown"),
        ({"pedal": "steering"}, "parent-wrong"),
        ({"pedal": ""}, "parent-wrong"),
        ({"drive": "pedal"}, "parent-loop"),
        ({"drive": "drive"}, "parent-loop"),
    ],
)
def test_a_tree_that_is_not_the_designs_or_never_opens_is_refused(
    after: dict[str, str], code: str
) -> None:
    task = replace(TASK, hierarchy=TREE)
    assert hierarchical.validate(GOOD, task) == ()
    assert codes(errors(hierarchical.validate(with_parents(**after), task))) == {code}


def test_every_label_in_a_loop_is_named() -> None:
    issues = hierarchical.validate(with_parents(drive="chain"), TASK)
    assert [issue.place for issue in issues if issue.code == "parent-loop"] == [
        "items[0].after",
        "items[2].after",
    ]


def test_a_hint_that_says_its_label_and_a_label_placed_twice_are_refused() -> None:
    first, second, *rest = GOOD.items
    items = (
        first.model_copy(update={"hint": "The drive."}),
        second.model_copy(update={"answer": "CHAIN"}),
        *rest,
    )
    assert codes(hierarchical.validate(GOOD.model_copy(update={"items": items}), TASK)) == {
        "answer-leaks",
        "answer-repeated",
    }


# ── a model's form ────────────────────────────────────────────────────────────────────────────────


def filled(**part_of: str) -> hierarchical.Form:
    entries: list[dict[str, Any]] = [
        {"label": label, "part_of": part_of.get(label, ""), "explanation": "So.", "hint": "Look."}
        for label in LABELS
    ]
    return hierarchical.Form.model_validate({"labels": entries})


def test_a_model_builds_the_tree_where_the_design_has_none() -> None:
    made = hierarchical.read(filled(Pedal="drive", Chain="Drive", Fork="Steering"), TASK)
    assert parents(made) == parents(GOOD)
    assert hierarchical.validate(made, TASK) == ()


def test_a_model_cannot_change_the_tree_of_the_design() -> None:
    task = replace(TASK, hierarchy=TREE)
    made = hierarchical.read(filled(Pedal="Steering", Drive="Fork"), task)
    assert parents(made) == parents(GOOD)
    assert "Pedal".casefold() + " is part of " in hierarchical.craft(task).casefold()


def test_a_whole_that_a_model_invents_is_named() -> None:
    made = hierarchical.read(filled(Pedal="Keel"), TASK)
    assert [issue.place for issue in errors(hierarchical.validate(made, TASK))] == [
        "items[1].after"
    ]


# ── in a terminal ─────────────────────────────────────────────────────────────────────────────────


def test_parts_stay_hidden_until_their_whole_is_placed() -> None:
    round = round_of(hierarchical, GOOD, TASK)
    shut = "\n".join(hierarchical.view(round, FRESH))
    assert "Pedal" not in shut
    assert "(opens when Drive is placed)" in shut
    assert "Pedal" in "\n".join(
        hierarchical.view(round, Progress(attempts={}, settled={"drive": 0}))
    )


@pytest.mark.parametrize("words", ["a 1", "hint a"])
def test_a_hidden_part_is_answered_with_what_opens_it(words: str) -> None:
    round = round_of(hierarchical, GOOD, TASK)  # by name: Chain, Drive, Fork, Pedal, Steering
    with pytest.raises(BadInput, match="a opens when Drive is placed"):
        hierarchical.typed(words, round, FRESH)
    assert hierarchical.typed("b 1", round, FRESH)["item"] == "drive"
    assert (
        hierarchical.typed(words, round, Progress(attempts={}, settled={"drive": 10}))["item"]
        == "chain"
    )
