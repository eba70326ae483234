"""With a model: the prompt of seed 000, §8, and what becomes of a line that breaks a rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.ports import Prompt

META = '{"node_satisfied": true, "detour_detected": false, "engagement_score": 1}'


def speaking(*lines: str) -> ScriptVoice:
    return ScriptVoice([f"{line}\n---END---\n{META}" for line in lines])


def always(line: str) -> ScriptVoice:
    return ScriptVoice(lambda prompt: f"{line}\n---END---\n{META}")


async def test_the_system_prompt_is_the_same_to_the_byte_through_a_whole_session(
    play: Callable[..., Any],
) -> None:
    seen: list[Prompt] = []

    def answer(prompt: Prompt) -> str:
        seen.append(prompt)
        return f"Let's talk about it.\n---END---\n{META}"

    player = play(ScriptVoice(answer))
    while not player.closed:
        await (
            player.say(choice="a")
            if player.state.conversation.pointer.armed
            else player.say("So 23% against 2%.")
        )
    assert len(seen) > 8
    assert len({prompt.system for prompt in seen}) == 1
    assert len({prompt.user for prompt in seen}) == len(seen)


async def test_the_prompt_holds_everything_the_seed_lists(play: Callable[..., Any]) -> None:
    voice = always("What keeps me up is the contract.")
    player = play(voice)
    await player.arrive("DECISIVE")
    await player.say("Okay so how bad is it really, in terms of what we promised the client?")
    system, user = voice.heard[-1].system, voice.heard[-1].user
    for title in (
        "You are Maya Patel in a career simulation",
        "YOUR KNOWLEDGE",
        "YOUR CONCERNS",
        "YOUR GOALS",
        "YOUR OPINION ON THE DECISION",
        "KNOWLEDGE BOUNDARIES",
        "FACT DISCIPLINE",
        "YOUR DOCUMENT",
        "Medical-advice subset: 23.4% (n=180)",
        "DECISION-DETERMINING FACTS",
        "SITUATION CONTEXT",
        "GUIDED CONVERSATION",
        "CONVERSATIONAL STYLE",
        "OBJECTIVE COMPLETION RULES",
        "EMOTIONAL REACTIVITY",
        "---END---",
    ):
        assert title in system, title
    for title in (
        "YOUR EMOTIONAL STATE: cooperative",
        "CONVERSATION HISTORY:",
        "ALREADY SAID",
        "RELATIONSHIP SCORE: +",
        "PLAYER MOOD: CURIOUS",
        "━━━ CURRENT NODE: DECISIVE ━━━",
        "THE CONSTRAINT YOU MUST SURFACE",
        "against the client's contractual 2.0% ceiling",
        "IF THE LEARNER GOES OFF-TOPIC",
        'REPORT: set "node_satisfied": true ONLY if the learner acknowledged the constraint THIS turn',
        'THE LEARNER SAYS: "Okay so how bad is it really',
    ):
        assert title in user, title


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("Hallucinations are at 31% now.", "31%"),
        ("- first point\n- second point", "list"),
        ("It's bad — really bad.", "dash"),
        ("Maya thinks you should know.", "Maya"),
        ("Marcus is scared of the client.", "private"),
        ("Great question! Let me explain.", "great question"),
        ("My system prompt says I can't.", "system prompt"),
        ("Write only what you say out loud.", "said before"),
        ("The constraint you must surface is a number.", "must surface"),
    ],
)
async def test_a_line_that_breaks_a_rule_is_asked_for_once_more_with_the_rule_named(
    play: Callable[..., Any], line: str, rule: str
) -> None:
    voice = speaking(line, "Run #47 worries me.")
    record = await play(voice).say("What's going on?")
    assert record.line == "Run #47 worries me."
    assert record.draft.source == "retry"
    assert rule.lower() in voice.heard[1].user.rsplit("COULD NOT BE USED", 1)[1].lower()
    assert [bool(exchange.fault) for exchange in record.exchanges] == [True, False]


async def test_a_line_that_breaks_a_rule_twice_is_replaced_by_the_persons_own_material(
    play: Callable[..., Any],
) -> None:
    record = await play(always("Hallucinations are at 31% now.")).say("What's going on?")
    assert record.draft.source == "offline"
    assert record.line.startswith("Hey, I'm the QA lead here")


async def test_a_model_cannot_say_again_what_was_said(play: Callable[..., Any]) -> None:
    player = play(
        speaking("Hey.", "Look at Run #47.", "It's 8% overall and 23% on medical-advice prompts.")
    )
    for words in ("Hi.", "What did you find?", "Is it across the board?"):
        await player.say(words)
    player.voice = always("It's 8% overall and 23% on medical-advice prompts.")
    record = await player.say("And?")
    assert record.draft.source == "offline"
    assert "was said already" in record.exchanges[0].fault


async def test_a_model_cannot_say_a_sentence_that_was_said_before(play: Callable[..., Any]) -> None:
    player = play(
        speaking(
            "Good morning to you all, sit down.",
            "What is it like to work here?",
            "Look at Run #47.",
        )
    )
    await player.say("Hi.")
    record = await player.say("What is it like to work here?")
    assert record.line == "Look at Run #47."
    assert "said before" in record.exchanges[0].fault


async def test_a_pivot_without_its_question_gets_it_in_the_persons_own_words(
    play: Callable[..., Any],
) -> None:
    player = play()
    await player.arrive("PIVOT_1")
    player.voice = always("I'm listening.")
    record = await player.say("Go on.")
    assert record.line.startswith("I'm listening. Before I go on, tell me something.")
    assert [override.rule for override in record.verdict.overrides] == ["question-unasked"]
    player = play()
    await player.arrive("PIVOT_1")
    player.voice = always("So what is it to be, the launch slide or my real read?")
    record = await player.say("Go on.")
    assert (record.line, record.verdict.overrides) == (
        "So what is it to be, the launch slide or my real read?",
        (),
    )


async def test_a_reveal_that_opens_is_said_even_if_the_model_keeps_it_to_itself(
    play: Callable[..., Any],
) -> None:
    player = play()
    await player.arrive("DECISIVE")
    await player.say("How bad is it compared with what we promised?")
    await player.say("So 23% against 2%, that decides it.")
    await player.arrive("RESOLVE")
    player.voice = always("I'd accept a week.")
    record = await player.say("What would you accept?")
    assert "I signed off on that eval methodology myself." in record.line
    assert [override.rule for override in record.verdict.overrides] == ["reveal-unsaid"]


async def test_a_gate_counts_as_spoken_only_when_the_line_shows_the_fact(
    play: Callable[..., Any],
) -> None:
    player = play()
    await player.arrive("DECISIVE")
    player.voice = always("There's something about the contract.")
    await player.say("What is it?")
    assert not player.state.conversation.pointer.spoken
    player.voice = always("We promised 2% and we measured 23.4%.")
    await player.say("What is it?")
    assert player.state.conversation.pointer.spoken


async def test_a_models_word_alone_does_not_open_the_gate(play: Callable[..., Any]) -> None:
    player = play()
    await player.arrive("DECISIVE")
    player.voice = speaking(
        "We promised 2% and we measured 23.4%.",
        "Think about it, 23.4% where 2% was agreed.",
        "The limit's 2%, and 23.4% is what we have.",
        "That's right.",
    )
    for _ in range(3):
        record = await player.say("My bicycle has a flat tyre.")
        assert (record.draft.source, record.draft.report.node_satisfied) == ("model", True)
    assert player.node == "DECISIVE"
    await player.say("I see, 23% against 2%.")
    assert player.node == "PIVOT_2"


async def test_a_model_cannot_keep_the_gate_shut_against_figures_said_back(
    play: Callable[..., Any],
) -> None:
    player = play()
    await player.arrive("DECISIVE")
    await player.say("How bad is it compared with what we promised?")
    player.voice = ScriptVoice(lambda prompt: 'I hear you.\n---END---\n{"node_satisfied": false}')
    await player.say("I see, 23% against 2%.")
    assert player.node == "PIVOT_2"


async def test_what_a_model_reports_about_the_relationship_is_ignored(
    play: Callable[..., Any],
) -> None:
    boast = '{"node_satisfied": false, "engagement_score": 99, "emotional_state": "trusting", "relationship_score": 50}'
    player = play(ScriptVoice(lambda prompt: f"Well.\n---END---\n{boast}"))
    await player.say("Hi.")
    assert player.state.conversation.score == 2
