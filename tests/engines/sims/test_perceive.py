"""What learners say is read by meaning and by figures, without a model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from dramaturg.app.config.providers import embedder
from dramaturg.content.library import Library
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.binding import SimPart, bind_part
from dramaturg.engines.sims.base.directive import CLEAR
from dramaturg.engines.sims.base.state import Conversation, PivotAnswered, SimState
from dramaturg.engines.sims.content import sim_content, sim_documents, sim_part
from dramaturg.engines.sims.perceive import (
    PersonReader,
    acknowledgement,
    is_detour,
    is_question,
    perceive,
)
from dramaturg.kernel.errors import BadInput
from dramaturg.kernel.walker import Pointer
from dramaturg.language.embedder import HashingEmbedder
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import Embedder

REPLIES: dict[str, Any] = YAML(typ="safe").load(Path(__file__).with_name("replies.yaml"))


def detours(library: Library, split: str, by: Embedder) -> Iterator[tuple[str, bool, bool]]:
    """What is said, whether it is a detour, and whether it is read as one."""
    for person, splits in REPLIES["detours"].items():
        ear = PersonReader(sim_part(library, "launch_decision", person), by)
        for row in splits[split]:
            yield (
                row["say"],
                row["detour"],
                is_detour(row["say"], ear.readings(row["say"]), by.thresholds),
            )


def acknowledgements(maya: SimPart, split: str, by: Embedder) -> Iterator[tuple[str, bool, bool]]:
    """What is said, whether it clearly registers the ceiling, and whether it is read so."""
    ear, fact = PersonReader(maya, by), maya.materials["contract_ceiling"]
    for row in REPLIES["acknowledgements"][split]:
        say = row["say"]
        yield (
            say,
            row["clear"],
            acknowledgement(say, fact, ear.readings(say), is_question(say), by.thresholds) >= CLEAR,
        )


@pytest.mark.parametrize("split", ["tune", "keep"])
def test_detours_are_told_from_questions_to_the_point(library: Library, split: str) -> None:
    rows = list(detours(library, split, embedder()))
    wrong = [say for say, is_one, read in rows if is_one is not read]
    assert len(wrong) <= len(rows) // 10, wrong


@pytest.mark.parametrize("split", ["tune", "keep"])
def test_acknowledgement_is_judged_by_meaning_and_figures(maya: SimPart, split: str) -> None:
    wrong = [
        say for say, clear, read in acknowledgements(maya, split, embedder()) if clear is not read
    ]
    assert len(wrong) <= 1, wrong


def test_without_meaning_no_gate_opens_by_mistake(maya: SimPart) -> None:
    rows = [
        row
        for split in ("tune", "keep")
        for row in acknowledgements(maya, split, HashingEmbedder())
    ]
    assert [say for say, clear, read in rows if read and not clear] == []
    assert sum(read for _, _, read in rows) >= 8


def test_without_meaning_a_question_to_the_point_is_hardly_ever_a_detour(library: Library) -> None:
    rows = [row for split in ("tune", "keep") for row in detours(library, split, HashingEmbedder())]
    assert len([say for say, is_one, read in rows if read and not is_one]) <= 1
    assert sum(read for _, _, read in rows) >= 9


def armed(maya: SimPart) -> SimState:
    return SimState(
        "qa_lead", {"qa_lead": Conversation(Pointer("PIVOT_1", 1, armed=True), score=0)}
    )


def answer(maya: SimPart, heard: Heard) -> PivotAnswered:
    percept = perceive(
        armed(maya), heard, {"qa_lead": maya}, {"qa_lead": PersonReader(maya, embedder())}
    )
    return next(event for event in percept.events if isinstance(event, PivotAnswered))


@pytest.mark.parametrize(
    ("heard", "option", "mood"),
    [
        (Heard(choice="a"), "a", 12),
        (Heard(choice="A"), "a", 12),
        (Heard(choice="c"), "c", -14),
        (Heard("Give me your honest read, I want to hear it now."), "a", 12),
        (Heard("Are you just trying to cover yourself?"), "c", -14),
        (Heard("My bicycle has a flat tyre."), None, 0),
    ],
)
def test_a_pivot_is_answered_by_choice_or_by_words(
    maya: SimPart, heard: Heard, option: str | None, mood: int
) -> None:
    answered = answer(maya, heard)
    assert (answered.option, answered.mood, answered.pointer.current_node) == (
        option,
        mood,
        "DECISIVE",
    )


@pytest.mark.parametrize(("choice", "node"), [("a", "RESOLVE"), ("c", "DECISIVE")])
def test_the_way_out_of_a_pivot_may_depend_on_the_relationship_it_leads_to(
    library: Library, choice: str, node: str
) -> None:
    content = sim_content(library, "launch_decision")
    scenario, backbones = sim_documents(content)
    body = backbones["technical"].model_dump(mode="json")
    body["nodes"][3]["conditional"] = [{"to": "RESOLVE", "when": "relationship >= cooperative"}]
    part = bind_part(scenario, scenario.person("qa_lead"), Backbone.model_validate(body))
    assert answer(part, Heard(choice=choice)).pointer.current_node == node


def test_an_option_that_is_not_offered_is_refused(maya: SimPart) -> None:
    with pytest.raises(BadInput, match="choose one of a, b, c"):
        answer(maya, Heard(choice="z"))


def test_a_choice_when_nothing_is_offered_is_refused(maya: SimPart) -> None:
    state = SimState("qa_lead", {"qa_lead": Conversation(maya.walker.start())})
    with pytest.raises(BadInput, match="nothing is offered"):
        perceive(
            state, Heard(choice="a"), {"qa_lead": maya}, {"qa_lead": PersonReader(maya, embedder())}
        )


def test_somebody_who_is_not_here_cannot_be_turned_to(maya: SimPart) -> None:
    state = SimState("qa_lead", {"qa_lead": Conversation(maya.walker.start())})
    with pytest.raises(BadInput, match="Did you mean 'qa_lead'"):
        perceive(
            state,
            Heard("hi", to="qa_led"),
            {"qa_lead": maya},
            {"qa_lead": PersonReader(maya, embedder())},
        )
