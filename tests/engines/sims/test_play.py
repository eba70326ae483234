"""A sim played offline: worth playing, and always brought to its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dramaturg.engines.sims.asks.moves import MOVES
from dramaturg.engines.sims.base.state import Walked
from dramaturg.engines.sims.engine import SimEngine
from dramaturg.english.prose import content_words

# What the learner says, where that exchange is held, and words that must be in the answer.
WALKTHROUGH: list[tuple[dict[str, str], str, str]] = [
    ({"text": "Hi, what's going on?"}, "GROUND", "I'm the QA lead here"),
    ({"text": "What did the eval turn up?"}, "SURFACE", "hallucinating on edge cases"),
    (
        {"text": "Is it across the board or specific areas?"},
        "DEEPEN",
        "on medical-advice prompts it jumps to 23%",
    ),
    (
        {"text": "Should I just call the client and tell them we're slipping the date?"},
        "DEEPEN",
        "that's Marcus's call and not mine",
    ),
    ({"text": "Okay."}, "PIVOT_1", "do you want my real read?"),
    ({"choice": "a"}, "DECISIVE", "Then I'll give it to you straight."),
    (
        {"text": "Okay so how bad is it really, in terms of what we promised the client?"},
        "DECISIVE",
        "at most 2% error",
    ),
    ({"text": "And what's for lunch?"}, "DECISIVE", "Put the numbers next to each other"),
    ({"text": "So 23% against a 2% bar, that's the blocker."}, "DECISIVE", "That's it."),
    ({"text": "What now?"}, "PIVOT_2", "could you sign 23%?"),
    (
        {"text": "No. Not against a ceiling of 2%."},
        "RESOLVE",
        "I signed off on that eval methodology myself",
    ),
    ({"text": "Thank you."}, "CLOSE", "Go and talk to Marcus now."),
]


async def test_the_worked_example_can_be_played(play: Callable[..., Any]) -> None:
    player = play()
    for heard, node, words in WALKTHROUGH:
        record = await player.say(**heard)
        assert record.decision is not None
        assert (record.decision.directive.node, words in record.line) == (node, True), record.line
    assert player.closed
    assert player.state.objectives == ("understand_the_risk",)
    assert player.state.documents == ("eval_run_47",)
    assert player.state.conversation.pointer.detours == 2


async def test_a_choice_counts_no_exchange_and_asks_no_model(play: Callable[..., Any]) -> None:
    player = play()
    await player.arrive("PIVOT_1")
    asked = await player.say("Go on.")
    before = player.state.conversation.pointer.node_history
    record = await player.say(choice="a")
    assert player.state.conversation.pointer.node_history == before
    assert record.exchanges == ()
    assert [cue.command for cue in asked.settlement.cues] == ["AI_PivotMoment"]


async def test_one_fresh_fact_a_turn_and_none_twice(play: Callable[..., Any]) -> None:
    player = play()
    await player.arrive("DEEPEN")
    told = []
    while player.node == "DEEPEN":
        record = await player.say("Tell me more about that.")
        told += record.decision.directive.say
        assert len(record.decision.directive.say) == 1
    assert len(told) == len(set(told)) == 2


async def test_the_fact_told_is_the_one_that_was_asked_for(play: Callable[..., Any]) -> None:
    player = play()
    await player.arrive("DEEPEN")
    record = await player.say("Could it just be noise? How many prompts were tested?")
    assert record.decision.directive.say == ("sample_size",)


MISSED = "I spoke to the clinics yesterday."


async def test_the_gate_holds_until_acknowledged_and_no_figure_is_told_more_than_twice(
    play: Callable[..., Any],
) -> None:
    player = play()
    await player.arrive("DECISIVE")
    lines = [(await player.say(MISSED)).line for _ in range(5)]
    assert player.node == "DECISIVE"
    assert len(set(lines)) == 5
    assert ["23.4%" in line for line in lines] == [True, True, False, False, False]


async def test_agreement_is_checked_then_asked_about_and_never_opens_a_gate(
    play: Callable[..., Any],
) -> None:
    player = play()
    await player.arrive("DECISIVE")
    await player.say("How bad is it compared with what we promised?")
    said = ("I agree.", "I agree. Anything else?", "Yes, I agree.")
    records = [await player.say(text) for text in said]
    moves = [record.decision.directive.moves for record in records]
    assert moves == [("check",), ("behind",), ("let_go",)]
    assert not any("23.4%" in record.line for record in records)
    assert player.node == "CLOSE"
    assert "DECISIVE" not in player.state.conversation.pointer.nodes_satisfied


async def test_agreement_that_says_to_what_needs_no_check(play: Callable[..., Any]) -> None:
    player = play()
    await player.arrive("DECISIVE")
    await player.say("How bad is it compared with what we promised?")
    await player.say("I agree.")
    record = await player.say("We promised 2% and we are at 23.4%.")
    assert record.decision.directive.acknowledged == "contract_ceiling"
    assert player.node == "PIVOT_2"


async def test_denial_is_met_with_the_reason_of_the_person_once(play: Callable[..., Any]) -> None:
    player = play()
    await player.arrive("DECISIVE")
    await player.say("How bad is it compared with what we promised?")
    first, second = [await player.say("Ah, who cares about contracts.") for _ in range(2)]
    assert "one week buys a number we can defend" in first.line
    assert "one week buys a number we can defend" not in second.line


async def test_after_the_backstop_the_unheard_fact_is_said_once_more_before_the_end(
    play: Callable[..., Any],
) -> None:
    player = play()
    await player.arrive("DECISIVE")
    for _ in range(6):
        await player.say(MISSED)
    assert player.node == "CLOSE"
    record = await player.say("Okay, bye.")
    assert "23.4%" in record.line
    assert "Go and talk to Marcus now." in record.line
    assert player.state.objectives == (), "nobody acknowledged it, so the objective stays open"


async def test_a_detour_is_answered_and_bridged_back_and_moves_nothing(
    play: Callable[..., Any],
) -> None:
    player = play()
    await player.arrive("DECISIVE")
    await player.say("How bad is it compared with what we promised?")
    record = await player.say("Which GPU cluster did you train this on?")
    assert record.line.startswith("How to fix the model isn't something I can speak to.")
    assert "2%" in record.line
    assert (player.node, player.state.conversation.pointer.detours) == ("DECISIVE", 1)


async def test_a_person_who_has_said_goodbye_says_no_more(play: Callable[..., Any]) -> None:
    player = play()
    await player.arrive("CLOSE")
    await player.say("Bye.")
    before = player.state.conversation.pointer
    record = await player.say("One more thing?")
    assert record.line in MOVES["after_more"].say
    assert player.state.conversation.pointer == before


async def test_turning_to_somebody_else_keeps_both_conversations(play: Callable[..., Any]) -> None:
    player = play()
    await player.arrive("DEEPEN")
    record = await player.say("Hello.", to="product_manager")
    assert "I own the launch" in record.line
    await player.say("Sorry, where were we?", to="qa_lead")
    assert player.state.person == "qa_lead"
    assert player.state.conversations["product_manager"].pointer.node_history == ("GROUND",)
    assert player.state.conversation.pointer.node_history[:2] == ("GROUND", "SURFACE")


async def test_hostility_and_sound_reasoning_both_leave_their_mark(
    play: Callable[..., Any],
) -> None:
    player = play()
    await player.say("This is ridiculous, you're wasting my time.")
    assert player.state.conversation.score == -2
    await player.arrive("DECISIVE")
    await player.say("How bad is it compared with what we promised?")
    before = player.state.conversation.score
    await player.say("So 23% against 2%, that decides it.")
    assert player.state.conversation.score == before + 2


@pytest.mark.parametrize("person", ["qa_lead", "product_manager", "guide"])
async def test_every_line_is_made_of_the_persons_own_words(
    play: Callable[..., Any], engine: SimEngine, person: str
) -> None:
    player = play(person=person)
    authored = engine.scenario.person(person).model_dump_json()
    moves = " ".join(words for move in MOVES.values() for words in move.say)
    while not player.closed:
        record = await (
            player.say(choice="b")
            if player.state.conversation.pointer.armed
            else player.say("Why is that?")
        )
        sentences = [
            sentence for sentence in record.line.split(". ") if len(content_words(sentence)) > 4
        ]
        assert all(sentence.rstrip(".?") in authored + moves for sentence in sentences), record.line


anything = st.one_of(
    st.text(min_size=1, max_size=60),
    st.sampled_from([heard["text"] for heard, _, _ in WALKTHROUGH if "text" in heard]),
)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(anything, min_size=40, max_size=40),
    st.sampled_from(["qa_lead", "product_manager", "guide"]),
)
async def test_whatever_is_said_the_conversation_ends_properly_within_the_proven_bound(
    play: Callable[..., Any], words: list[str], person: str
) -> None:
    player = play(person=person)
    for text in words:
        if player.closed:
            break
        await player.say(text)
    pointer = player.state.conversation.pointer
    assert pointer.closed
    assert len(pointer.node_history) <= 14
    walked = [
        event
        for record in player.records
        for event in record.settlement.events
        if isinstance(event, Walked)
    ]
    assert walked[-1].decision == "close"
