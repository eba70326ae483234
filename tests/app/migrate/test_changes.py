"""What changed between two versions: told by ids, renamed only when certain."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from dramaturg.app.content.kinds import KINDS
from dramaturg.app.migrate.changes import Changes, changes_between
from dramaturg.app.migrate.things import things_in
from dramaturg.content.library import Library, packaged
from dramaturg.engines.sims.content import sim_content
from dramaturg.engines.sims.migrate import NAMED

Body = dict[str, Any]
Edit = Callable[[Body], None]


@cache
def launch() -> str:
    return sim_content(Library(KINDS, (packaged(),)), "launch_decision").body


def nodes(body: Body) -> dict[str, Body]:
    return {node["id"]: node for node in body["backbones"]["technical"]["nodes"]}


def renamed(body: Body, was: str, now: str) -> Body:
    found: Body = json.loads(json.dumps(body).replace(f'"{was}"', f'"{now}"'))
    return found


def after(edit: Edit | None = None, /, **renames: str) -> Changes:
    body = json.loads(launch())
    for was, now in renames.items():
        body = renamed(body, was, now)
    if edit:
        edit(body)
    return changes_between(json.loads(launch()), body, NAMED)


def told(changes: Changes) -> list[str]:
    return [f"{change.how}: {change}" for change in changes.all]


def remove_surface(body: Body) -> None:
    body["backbones"]["technical"]["nodes"].remove(nodes(body)["SURFACE"])
    nodes(body)["GROUND"]["advance"] = "DEEPEN"


def reword(body: Body) -> None:
    """The last words of a long text."""
    nodes(body)["DECISIVE"]["intent"] = nodes(body)["DECISIVE"]["intent"].replace(
        "softer points", "more"
    )


def split_deepen(body: Body) -> None:
    listed, deepen = body["backbones"]["technical"]["nodes"], nodes(body)["DEEPEN"]
    teach = {
        **deepen,
        "id": "TEACH",
        "intent": "Teach the mechanism behind the problem.",
        "advance": "REACT",
    }
    listed[2:3] = [teach, {**deepen, "id": "REACT", "intent": "React to the learner's reasoning."}]
    nodes(body)["SURFACE"]["advance"] = "TEACH"


def shorten_deepen(body: Body) -> None:
    listed, deepen = body["backbones"]["technical"]["nodes"], nodes(body)["DEEPEN"]
    rest = {
        **deepen,
        "id": "REACT",
        "intent": "React to the learner's reasoning and give one fresh fact a turn, no more.",
    }
    deepen |= {"intent": "Teach the mechanism behind the problem.", "advance": "REACT"}
    listed.insert(3, rest)


def insert_check(body: Body) -> None:
    new = {
        "id": "CHECK",
        "intent": "Ask how they are.",
        "content_source": ["greeting"],
        "advance": "DEEPEN",
    }
    body["backbones"]["technical"]["nodes"].insert(2, new)
    nodes(body)["SURFACE"]["advance"] = "CHECK"


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (
            lambda body: nodes(body)["DECISIVE"].update(max_turns=4),
            ["changed: node technical/DECISIVE: max_turns 2 -> 4"],
        ),
        (
            reword,
            [
                'changed: node technical/DECISIVE: intent ...o not bury it under softer points." -> ...o not bury it under more."'
            ],
        ),
        (
            lambda body: body["scenario"].update(title="X"),
            ['changed: scenario.title "Ship in 48 hours?" -> "X"'],
        ),
        (
            insert_check,
            [
                "added: node technical/CHECK: added, after SURFACE",
                'changed: node technical/SURFACE: advance "DEEPEN" -> "CHECK"',
                "moved: node technical/DEEPEN: led to from CHECK, before from SURFACE",
            ],
        ),
        (
            remove_surface,
            [
                "removed: node technical/SURFACE: removed",
                'changed: node technical/GROUND: advance "SURFACE" -> "DEEPEN"',
                "moved: node technical/DEEPEN: led to from GROUND, before from SURFACE",
            ],
        ),
        (
            lambda body: body["scenario"]["documents"].append(body["scenario"]["documents"].pop(0)),
            ["moved: document eval_run_47: another place in the order, after filter_notes"],
        ),
    ],
)
def test_a_change_is_told_by_what_it_is_about(edit: Edit, expected: list[str]) -> None:
    assert told(after(edit)) == expected


def test_nothing_changed_is_nothing_told() -> None:
    assert told(after()) == []


@pytest.mark.parametrize(
    ("was", "now", "item"),
    [
        ("SURFACE", "PROBLEM", ("node", "technical/SURFACE")),
        ("GROUND", "GREET", ("node", "technical/GROUND")),
        ("qa_lead", "quality", ("person", "qa_lead")),
        ("contract_ceiling", "ceiling", ("fact", "qa_lead/contract_ceiling")),
    ],
)
def test_what_says_the_same_in_everything_but_the_id_is_renamed(
    was: str, now: str, item: tuple[str, str]
) -> None:
    changes = after(None, **{was: now})
    assert changes.same[item][1].endswith(now)
    assert {change.how for change in changes.all} == {"renamed"}


def test_the_parts_of_what_is_renamed_go_along() -> None:
    assert after(qa_lead="quality").same["fact", "qa_lead/sample_size"] == (
        "fact",
        "quality/sample_size",
    )


def test_two_renamed_at_once_are_told_apart_by_what_they_say() -> None:
    changes = after(SURFACE="PROBLEM", DEEPEN="TEACH")
    assert changes.same["node", "technical/SURFACE"] == ("node", "technical/PROBLEM")
    assert changes.same["node", "technical/DEEPEN"] == ("node", "technical/TEACH")


def test_what_was_renamed_and_leads_to_another_renamed_than_before_is_a_question() -> None:
    changes = after(
        lambda body: nodes(body)["GREETING"].update(advance="TEACH"),
        GROUND="GREETING",
        SURFACE="PROBLEM",
        DEEPEN="TEACH",
    )
    assert ("node", "technical/GROUND") not in changes.same
    assert changes.same["node", "technical/SURFACE"] == ("node", "technical/PROBLEM")


def test_what_was_renamed_and_reworded_is_a_question_with_a_candidate() -> None:
    changes = after(
        lambda body: nodes(body)["PROBLEM"].update(intent="Name the core problem, with a fact."),
        SURFACE="PROBLEM",
    )
    assert ("node", "technical/SURFACE") not in changes.same
    assert changes.candidates["node", "technical/SURFACE"][0] == "technical/PROBLEM"


def test_two_that_both_say_what_one_said_are_no_rename() -> None:
    def twice(body: Body) -> None:
        copy = {**nodes(body)["PROBLEM"], "id": "PROBLEM_TWO"}
        body["backbones"]["technical"]["nodes"].insert(2, copy)

    changes = after(twice, SURFACE="PROBLEM")
    assert ("node", "technical/SURFACE") not in changes.same
    assert set(changes.candidates["node", "technical/SURFACE"]) >= {
        "technical/PROBLEM",
        "technical/PROBLEM_TWO",
    }


def test_one_that_became_several_was_split() -> None:
    changes = after(split_deepen)
    (split,) = (change for change in changes.all if change.how == "split")
    assert split.now == ("technical/TEACH", "technical/REACT")
    assert changes.candidates[split.item][:2] == ("technical/TEACH", "technical/REACT")


def test_one_that_was_shortened_for_another_was_split_too() -> None:
    (split,) = (change for change in after(shorten_deepen).all if change.how == "split")
    assert (split.item, split.now) == (("node", "technical/DEEPEN"), ("technical/REACT",))


def test_ids_that_changed_hands_are_doubtful() -> None:
    def swap(body: Body) -> None:
        nodes(body)["SURFACE"]["id"], nodes(body)["DEEPEN"]["id"] = "DEEPEN", "SURFACE"

    assert after(swap).doubtful["node", "technical/SURFACE"] == ("technical/DEEPEN",)


def test_things_are_found_by_patterns() -> None:
    body = {
        "acts": {"one": {"scenes": [{"id": "a", "props": ["rope", "lamp"]}, {"id": "b"}]}},
        "lead": {"id": "x"},
    }
    named = {
        "acts.*": "act",
        "acts.*.scenes[id]": "scene",
        "acts.*.scenes[].props[]": "prop",
        "lead[id]": "lead",
    }
    assert list(things_in(body, named)) == [
        ("act", "one"),
        ("scene", "one/a"),
        ("scene", "one/b"),
        ("prop", "one/rope"),
        ("prop", "one/lamp"),
        ("lead", "x"),
    ]
