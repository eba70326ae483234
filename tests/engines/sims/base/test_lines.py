"""What people say word for word: every line is found, held to the rules, and its figures to the
record.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest

from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.lines import spoken
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.engines.sims.proofs import spoken_faults
from dramaturg.kernel.errors import Path

LINES: list[Path] = [
    ("greeting",),
    ("beat1", "say"),
    ("beat6", "say"),
    ("what_they_know", 0, "say"),
    ("what_they_know", 0, "heard"),
    ("decision_facts", 0, "say"),
    ("decision_facts", 0, "again", 0),
    ("decision_facts", 0, "heard"),
    ("key_reveal", "say"),
    ("challenge", "say"),
    ("tradeoff", "again", 0),
    ("pivots", 0, "question"),
    ("pivots", 0, "options", 0, "reply"),
    ("goal", "say"),
    ("redirect", "say"),
    ("elsewhere", 0, "say"),
    ("unknown", 0),
    ("invites", 0),
    ("opinion", "argument"),
]
NOT_SAID: list[Path] = [
    ("what_they_know", 0, "fact"),
    ("what_they_know", 0, "asked", 0),
    ("pivots", 0, "options", 0, "text"),
    ("concerns", 0),
    ("goal", "end_condition"),
]
FACT = {
    "id": "frost",
    "fact": "Water freezes",
    "say": "It freezes.",
    "again": ["It freezes, I say."],
    "asked": ["Why?"],
}


def person(id: str, name: str) -> dict[str, Any]:
    option = {"id": "a", "text": "Yes.", "mood": 1, "reply": "Good."}
    return {
        "id": id,
        "name": name,
        "role": "Caretaker",
        "greeting": "I look after this building.",
        "beat1": {"say": "It's cold."},
        "beat6": {"say": "A heater would do."},
        "what_they_know": [
            {**deepcopy(FACT), "id": "cold", "fact": "The room is at 2.4 degrees", "heard": "Yes."}
        ],
        "decision_facts": [
            {
                **deepcopy(FACT),
                "id": "burst",
                "fact": "The pipes burst at 1 degree",
                "heard": "Right.",
            }
        ],
        "key_reveal": {**deepcopy(FACT), "id": "secret"},
        "challenge": {**deepcopy(FACT), "id": "doubt"},
        "tradeoff": {**deepcopy(FACT), "id": "price"},
        "concerns": ["It will be my fault"],
        "opinion": {"option": "heat", "argument": "Pipes are dear."},
        "document": "readings",
        "pivots": [
            {
                "id": "trust",
                "question": "Do you believe me?",
                "options": [option, {**option, "id": "b"}],
            }
        ],
        "goal": {
            "objective": "find_out",
            "end_condition": "the learner knows",
            "say": "That's all.",
        },
        "redirect": {"to": "caretaker", "say": "Come back later."},
        "elsewhere": [{"about": ["Who pays?"], "say": "Not me."}],
        "unknown": ["I don't know."],
        "invites": ["And you?"],
    }


@pytest.fixture
def values() -> dict[str, Any]:
    return {
        "kind": "scenario",
        "id": "cold_room",
        "version": "1",
        "title": "Too cold?",
        "situation": {
            "where": "a server room",
            "happening": "it has to be decided in 48 hours",
            "learner": "a technician",
        },
        "decision": {
            "question": "Do we heat?",
            "options": [
                {"id": "heat", "text": "Heat for 3 days", "consequence": "It warms up."},
                {"id": "wait", "text": "Wait", "consequence": "It freezes."},
            ],
            "best": "heat",
            "because": "Water freezes.",
        },
        "objectives": [{"id": "find_out", "text": "Find out."}],
        "documents": [
            {
                "id": "readings",
                "title": "Readings",
                "lines": ["Pipes burst at 1 degree", "Humidity: 71%"],
            }
        ],
        "people": [
            person("caretaker", "Ada Holm"),
            {**person("manager", "Tom Berg"), "document": None},
        ],
    }


@pytest.fixture(scope="module")
def backbones() -> Mapping[str, Backbone]:
    library = Library(KINDS, (packaged(),))
    return {"technical": Backbone.model_validate(library.get("backbone", "technical").document)}


def put(values: dict[str, Any], path: Path, new: Any) -> Scenario:
    place: Any = values
    for step in path[:-1]:
        place = place[step]
    if isinstance(place, list):
        place[int(path[-1])] = new
    else:
        place[path[-1]] = new
    return Scenario.model_validate(values)


def faults(
    values: dict[str, Any], backbones: Mapping[str, Backbone], path: Path, new: Any
) -> list[tuple[str, Path]]:
    found = spoken_faults(put(values, ("people", 0, *path), new), backbones)
    return [(fault.code, fault.path) for fault in found]


def test_the_scenario_of_these_tests_is_sound(
    values: dict[str, Any], backbones: Mapping[str, Backbone]
) -> None:
    scenario = Scenario.model_validate(values)
    assert spoken_faults(scenario, backbones) == ()
    assert {path for path, _ in spoken(scenario.people[0])} >= set(LINES)


@pytest.mark.parametrize("path", LINES, ids=str)
def test_every_line_is_held_to_the_rules_and_to_the_record(
    path: Path, values: dict[str, Any], backbones: Mapping[str, Backbone]
) -> None:
    place: Path = ("people", 0, *path)
    assert faults(values, backbones, path, "It fails 37% of the time.") == [
        ("unknown-figure", place)
    ]
    assert faults(values, backbones, path, "It fails — often.") == [("line-breaks-rule", place)]


@pytest.mark.parametrize("path", NOT_SAID, ids=str)
def test_what_nobody_says_is_not_held_to_them(
    path: Path, values: dict[str, Any], backbones: Mapping[str, Backbone]
) -> None:
    assert faults(values, backbones, path, "It fails 37% of the time — often.") == []


@pytest.mark.parametrize(
    "line",
    [
        "It's 2.4 degrees.",
        "It's about 2 degrees.",
        "71% humidity.",
        "They burst at 1 degree.",
        "48 hours.",
        "3 days of heating.",
    ],
)
def test_facts_the_document_and_the_scene_bear_a_figure_out(
    line: str, values: dict[str, Any], backbones: Mapping[str, Backbone]
) -> None:
    assert faults(values, backbones, ("greeting",), line) == []


def test_a_line_does_not_bear_itself_or_another_line_out(
    values: dict[str, Any], backbones: Mapping[str, Backbone]
) -> None:
    put(values, ("people", 0, "beat6", "say"), "It fails 37% of the time.")
    assert len(faults(values, backbones, ("greeting",), "It fails 37% of the time.")) == 2


def test_somebody_elses_document_bears_nothing_out(
    values: dict[str, Any], backbones: Mapping[str, Backbone]
) -> None:
    scenario = put(values, ("people", 1, "greeting"), "It's 71% in there.")
    assert [fault.path for fault in spoken_faults(scenario, backbones)] == [
        ("people", 1, "greeting")
    ]


def test_what_decides_has_to_stand_in_the_document_if_there_is_one(
    values: dict[str, Any], backbones: Mapping[str, Backbone]
) -> None:
    place: Path = ("decision_facts", 0, "fact")
    assert faults(values, backbones, place, "They burst at 5 degrees") == [
        ("unknown-figure", ("people", 0, *place))
    ]
    put(values, ("people", 0, *place), "Pipes burst at 1 degree")
    assert (
        spoken_faults(put(values, ("people", 1, *place), "They burst at 5 degrees"), backbones)
        == ()
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Holm is my name.", "'holm'"),
        ("Tom is scared.", "private thoughts"),
        ("Great question.", "'great question'"),
        ("First:\n- this\n- that", "a list item"),
        ("We are in DECISIVE now.", "'DECISIVE'"),
        ("Yes. " * 11, "11 sentences"),
    ],
)
def test_each_rule_is_told_with_what_broke_it(
    line: str, said: str, values: dict[str, Any], backbones: Mapping[str, Backbone]
) -> None:
    (fault,) = spoken_faults(put(values, ("people", 0, "greeting"), line), backbones)
    assert fault.code == "line-breaks-rule"
    assert said in fault.message
    assert fault.remedy


@pytest.mark.parametrize(
    ("gone", "judged"),
    [
        (("people", 0, "what_they_know", 0, "fact"), False),
        (("people", 0, "decision_facts"), False),
        (("people", 0, "document"), False),
        (("documents", 0, "lines", 1), False),
        (("situation", "happening"), False),
        (("decision", "options"), False),
        (("people", 0, "greeting"), False),
        (("people", 0, "beat1", "say"), True),
        (("people", 0, "what_they_know", 0, "id"), True),
        (("people", 1, "what_they_know", 0, "fact"), True),
        (("decision", "best"), True),
    ],
)
def test_no_figure_is_called_unknown_while_part_of_the_record_cannot_be_read(
    gone: Path, judged: bool, values: dict[str, Any], backbones: Mapping[str, Backbone]
) -> None:
    scenario = put(values, ("people", 0, "greeting"), "It fails 37% of the time.")
    assert bool(spoken_faults(scenario, backbones, {gone})) is judged
