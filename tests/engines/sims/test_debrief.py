"""The debrief is true: every claim has its turn, and the turn bears it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dramaturg.engines.sims.debrief import Debrief, debrief, debrief_text
from dramaturg.engines.sims.engine import DECISION, SimEngine
from dramaturg.kernel.errors import BadInput


def looked_back_on(player: Any, engine: SimEngine) -> Debrief:
    return debrief(player.records, engine.scenario, engine.parts)


@pytest.fixture
async def played(play: Callable[..., Any]) -> Any:
    """Maya is heard out and acknowledged, Marcus is left in the middle, and then the call
    is made.
    """
    player = play()
    await player.say("Hi.", to="guide")  # so that the first record turns to somebody
    await player.say("Hello.", to="qa_lead")
    await player.arrive("DEEPEN")
    await player.say("Which GPU cluster did you train this on?")
    await player.arrive("DECISIVE")
    await player.say("How bad is it compared with what we promised?")
    await player.say("So 23% against 2%, that decides it.")
    await player.arrive("CLOSE")
    await player.say("Thanks.")
    await player.say("Hello.", to="product_manager")
    await player.say(choice="ship_as_is", to=DECISION)
    return player


async def test_every_claim_has_the_turn_that_bears_it_out(played: Any, engine: SimEngine) -> None:
    found = looked_back_on(played, engine)
    lines = {record.turn: record for record in played.records}
    maya = next(person for person in found.people if person.id == "qa_lead")
    (fact,) = maya.facts
    assert fact.heard is not None and "23.4%" in lines[fact.heard].line
    assert (
        fact.acknowledged is not None
        and lines[fact.acknowledged].heard.text == "So 23% against 2%, that decides it."
    )
    assert (
        maya.reveal is not None
        and "I signed off on that eval methodology" in lines[maya.reveal].line
    )
    assert [lines[turn].heard.text for turn in maya.detours] == [
        "Which GPU cluster did you train this on?"
    ]
    assert maya.ended is not None and "Go and talk to Marcus now." in lines[maya.ended].line
    assert maya.document == maya.ended
    assert not maya.cut_short
    assert [pivot.mood for pivot in maya.pivots] == [12, 6]
    assert maya.relationship[-1].score == played.state.conversations["qa_lead"].score


async def test_the_decision_is_weighed_against_the_facts(played: Any, engine: SimEngine) -> None:
    decision = looked_back_on(played, engine).decision
    assert decision is not None
    assert (decision.option, decision.is_best, decision.turn) == (
        "ship_as_is",
        False,
        played.records[-1].turn,
    )
    assert played.records[-1].line == decision.consequence


async def test_what_was_missed_is_told(played: Any, engine: SimEngine) -> None:
    found = looked_back_on(played, engine)
    assert {objective.id: objective.completed is not None for objective in found.objectives} == {
        "understand_the_risk": True,
        "understand_the_date": False,
        "understand_the_fix": False,
        "know_the_room": False,
    }
    assert found.not_met == ("Priya Nair",)
    text = debrief_text(found)
    for words in (
        "Never heard: The contract lets us move the date",
        "You did not talk to Priya Nair.",
        "You left in the middle.",
        "The facts spoke for another way",
    ):
        assert words in text


async def test_somebody_who_gave_up_on_being_heard_is_told_as_such(
    play: Callable[..., Any], engine: SimEngine
) -> None:
    player = play()
    await player.say("Hi.", to="guide")
    await player.say("Hello.", to="qa_lead")
    while not player.closed:
        await (
            player.say(choice="c") if player.state.conversation.pointer.armed else player.say("Hm.")
        )
    found = looked_back_on(player, engine)
    maya = next(person for person in found.people if person.id == "qa_lead")
    assert maya.cut_short
    assert maya.facts[0].heard is not None and maya.facts[0].acknowledged is None
    assert "it went past you" in debrief_text(found)
    assert found.decision is None


async def test_after_the_decision_the_case_is_closed(played: Any) -> None:
    with pytest.raises(BadInput, match="the case is closed"):
        await played.say("Wait!")


async def test_only_what_is_on_the_table_can_be_decided_for(play: Callable[..., Any]) -> None:
    with pytest.raises(BadInput, match="Did you mean 'ship_as_is'"):
        await play().say(choice="ship_asis", to=DECISION)


async def test_a_guide_knows_what_is_open_and_can_be_asked_again(play: Callable[..., Any]) -> None:
    player = play(person="guide")
    await player.say("Hi.")
    record = await player.say("What should I do next?")
    assert record.decision.directive.say == ("open_risk",)
    while not player.closed:
        await player.say("What else?")
    await player.say("Hello.", to="qa_lead")
    await player.arrive("DECISIVE")
    await player.say("How bad is it compared with what we promised?")
    await player.say("So 23% against 2%, that decides it.")
    await player.arrive("CLOSE")
    await player.say("Thanks.")
    record = await player.say("What should I do next?", to="guide")
    assert record.decision.directive.say[0] in ("open_date", "open_fix"), (
        "the risk is understood, the rest is not"
    )


async def test_what_is_told_of_the_learner_quotes_their_words(
    played: Any, engine: SimEngine
) -> None:
    found = looked_back_on(played, engine)
    maya = next(person for person in found.people if person.id == "qa_lead")
    assert [(fact.words, fact.doubtful) for fact in maya.facts] == [
        ("So 23% against 2%, that decides it.", False)
    ]
    assert maya.off_the_point == ("Which GPU cluster did you train this on?",)
    text = debrief_text(found)
    assert "You: “So 23% against 2%, that decides it.”" in text
    assert "“Which GPU cluster did you train this on?”" in text


async def test_an_answer_in_words_is_quoted_with_what_it_was_taken_for(
    play: Callable[..., Any], engine: SimEngine
) -> None:
    player = play()
    await player.say("Hi.", to="guide")
    await player.say("Hello.", to="qa_lead")
    await player.arrive("PIVOT_1")
    while not player.state.conversation.pointer.armed:
        await player.say("Go on.")
    await player.say("It rains in Lisbon today.")
    assert "You: “It rains in Lisbon today.”, taken for" in debrief_text(
        looked_back_on(player, engine)
    )


async def test_somebody_who_only_agreed_is_told_that_it_does_not_show(
    play: Callable[..., Any], engine: SimEngine
) -> None:
    player = play()
    await player.say("Hi.", to="guide")
    await player.say("Hello.", to="qa_lead")
    await player.arrive("DECISIVE")
    for _ in range(6):
        if player.state.conversation.pointer.current_node == "DECISIVE":
            await player.say("I agree.")
    await player.say("Bye.")
    maya = next(each for each in looked_back_on(player, engine).people if each.id == "qa_lead")
    assert (maya.facts[0].acknowledged, maya.facts[0].words) == (None, "I agree.")
    assert maya.cut_short and maya.reveal is None
    assert "understand_the_risk" not in player.state.objectives
    assert "agreed to without saying to what" in debrief_text(looked_back_on(player, engine))
