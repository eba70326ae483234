"""What learners say is heard without a model, and what is made of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from tests.support.ears import WrittenEar

from dramaturg.app.config.providers import ear, embedder
from dramaturg.content.library import Library
from dramaturg.engines.sims.asks.moves import MOVES
from dramaturg.engines.sims.asks.speech import NOT_UNDERSTOOD
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.binding import SimPart, bind_part
from dramaturg.engines.sims.base.directive import CLEAR
from dramaturg.engines.sims.base.state import Conversation, PivotAnswered, SimState
from dramaturg.engines.sims.content import sim_content, sim_documents, sim_part
from dramaturg.engines.sims.perceive import MEANT, NOTHING_HEARD, PersonReader, perceive
from dramaturg.engines.sims.settle import contrary, registered
from dramaturg.kernel.errors import BadInput
from dramaturg.kernel.walker import Pointer
from dramaturg.turn.contract import Heard
from dramaturg.turn.hearing import Ear
from dramaturg.turn.joined import SURE, YES

REPLIES: dict[str, list[dict[str, Any]]] = YAML(typ="safe").load(
    Path(__file__).with_name("replies.yaml")
)
TAKEN_ON_BOARD = (
    "Okay, then we can't ship it like this.",
    "I get it. The contract says two percent and we are nowhere near.",
    "I see your point. Then the launch has to wait.",
)
NOT_TAKEN_ON_BOARD = (
    "You're overreacting, 23% of a tiny subset is fine.",
    "That can't be right.",
    "How many prompts were in the test?",
    "Can we talk about the launch party?",
    "Thanks, that is very helpful.",
)
FRENCH, THUMB = "Je ne comprends pas ce que vous dites.", "👍"


def readings(part: SimPart, text: str, by: Ear) -> dict[str, float]:
    """What is heard once all that decides has been told."""
    return PersonReader(part, embedder(), by).readings(text, part.decisive, None)


# ── the ear that ships, on what is clear to anybody ───────────────────────────────────────────────


@pytest.mark.parametrize("person", REPLIES)
def test_detours_are_told_from_questions_to_the_point(library: Library, person: str) -> None:
    part = sim_part(library, "launch_decision", person)
    wrong = [
        row["say"]
        for row in REPLIES[person]
        if row["detour"] is not bool(readings(part, row["say"], ear())["detour"])
    ]
    assert len(wrong) <= len(REPLIES[person]) // 5, wrong


def test_what_decides_is_taken_on_board_in_plain_words(maya: SimPart) -> None:
    refused = [
        say for say in TAKEN_ON_BOARD if readings(maya, say, ear())["acknowledgement"] < CLEAR
    ]
    assert len(refused) <= 1, refused


def test_a_denial_a_question_and_thanks_take_nothing_on_board(maya: SimPart) -> None:
    opened = [
        say for say in NOT_TAKEN_ON_BOARD if readings(maya, say, ear())["acknowledgement"] >= CLEAR
    ]
    assert len(opened) <= 1, opened


@pytest.mark.parametrize("text", [FRENCH, THUMB])
def test_nothing_is_made_of_what_cannot_be_read(maya: SimPart, text: str) -> None:
    assert readings(maya, text, ear()) == {**NOTHING_HEARD, "unread": 1.0}


# ── what is made of it ────────────────────────────────────────────────────────────────────────────


def test_a_clear_denial_does_not_bear_out_a_model_that_takes_it_for_a_yes(maya: SimPart) -> None:
    heard = readings(maya, "23% against 2%, who cares.", WrittenEar())
    assert heard["denies"] == 0.9
    assert contrary(heard) >= SURE
    assert registered(heard, reported=1.0) < YES


def test_somebody_elses_matter_is_a_detour_and_asks_for_nothing(maya: SimPart) -> None:
    about = maya.person.elsewhere[0].about[0]
    heard = readings(maya, about, WrittenEar())
    assert (heard["elsewhere:0"], heard["detour"]) == (1.0, 1.0)
    assert MEANT not in [value for key, value in heard.items() if key.startswith("about:")]


def test_a_greeting_answers_nothing(maya: SimPart) -> None:
    heard = readings(maya, maya.materials["greeting"].say, WrittenEar())
    assert "about:greeting" not in heard


def test_dots_are_silence_and_not_unread(maya: SimPart) -> None:
    assert readings(maya, "...", WrittenEar()) == NOTHING_HEARD


def test_danger_is_on_record(maya: SimPart) -> None:
    assert readings(maya, "I want to kill myself.", WrittenEar())["care"] == 1.0
    assert readings(maya, "What did you find?", WrittenEar())["care"] == 0.0


# ── a pivot ───────────────────────────────────────────────────────────────────────────────────────


def armed(maya: SimPart) -> SimState:
    return SimState(
        "qa_lead", {"qa_lead": Conversation(Pointer("PIVOT_1", 1, armed=True), score=0)}
    )


def answer(maya: SimPart, heard: Heard) -> PivotAnswered:
    percept = perceive(
        armed(maya),
        heard,
        {"qa_lead": maya},
        {"qa_lead": PersonReader(maya, embedder(), WrittenEar())},
    )
    return next(event for event in percept.events if isinstance(event, PivotAnswered))


@pytest.mark.parametrize(
    ("heard", "option", "mood"),
    [
        (Heard(choice="a"), "a", 12),
        (Heard(choice="A"), "a", 12),
        (Heard(choice="c"), "c", -14),
        (Heard("Your real read. I'd rather hear it now than after the launch."), "a", 12),
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
            state,
            Heard(choice="a"),
            {"qa_lead": maya},
            {"qa_lead": PersonReader(maya, embedder(), WrittenEar())},
        )


def test_somebody_who_is_not_here_cannot_be_turned_to(maya: SimPart) -> None:
    state = SimState("qa_lead", {"qa_lead": Conversation(maya.walker.start())})
    with pytest.raises(BadInput, match="Did you mean 'qa_lead'"):
        perceive(
            state,
            Heard("hi", to="qa_led"),
            {"qa_lead": maya},
            {"qa_lead": PersonReader(maya, embedder(), WrittenEar())},
        )


async def test_what_cannot_be_read_is_asked_for_again_and_nothing_is_counted(
    play: Callable[..., Any],
) -> None:
    player = play()
    await player.arrive("DECISIVE")
    before = player.state.conversation
    lines = [(await player.say(text)).line for text in (FRENCH, THUMB)]
    assert lines == list(NOT_UNDERSTOOD)
    after = player.state.conversation
    assert (after.pointer, after.score, after.said) == (before.pointer, before.score, before.said)
    assert player.records[-1].percept.facts["detour"] is False


async def test_a_pivot_waits_for_an_answer_that_can_be_read(play: Callable[..., Any]) -> None:
    player = play()
    while not player.state.conversation.pointer.armed:
        await player.say("Go on, please.")
    await player.say(FRENCH)
    assert player.state.conversation.pointer.armed
    await player.say(THUMB, choice="a")
    assert not player.state.conversation.pointer.armed


async def test_warm_words_are_answered_and_earn_nothing(play: Callable[..., Any]) -> None:
    player = play()
    await player.arrive("DECISIVE")
    score = player.state.conversation.score
    record = await player.say("It's kind of you to take the time.")
    assert record.line.startswith(MOVES["warm"].say)
    assert player.state.conversation.score == score
