"""Asking for a question: the prompt, what becomes of a model's words, and the last line of
defence.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.engines.interviews.question_setup import SUBJECT, after, asker, deciding, methodology

from dramaturg.engines.interviews.asks.opening_ask import OpeningAsk
from dramaturg.engines.interviews.asks.question_ask import QuestionAsk
from dramaturg.engines.interviews.base.directive import QuestionReport
from dramaturg.engines.interviews.base.state import Answered, Asked, Termination, apply
from dramaturg.engines.interviews.check import check
from dramaturg.engines.interviews.express import express
from dramaturg.engines.interviews.questions.templates import USUAL, invitations
from dramaturg.english.rules.line_rules import Breach
from dramaturg.english.rules.spoken_text import spoken
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.asks import OfflineVoice, Prompter, Unreadable
from dramaturg.turn.contract import Draft

GOOD = "What does the creamy texture do for you in the morning?"
LEADING = "Don't you think the creamy texture is lovely?"


def test_the_prompt_has_the_sections_of_the_seed() -> None:
    prompt = QuestionAsk(asker(), after(["What comes to mind?"]), deciding().directive).prompt()
    for section in (
        "## Active Signals:",
        '- graph.max_depth: 0.20\n  → "Depth of the longest chain"',
        "- llm.response_depth: moderate",
        "## Why This Strategy Was Selected:",
        "- llm.response_depth is moderate: speaks for it (+0.80)",
        "- graph.node.exhausted is true: speaks against it (-0.40)",
        "Focus concept: the creamy texture",
        f'Strategy: {methodology().by_name["ladder_up"].title} - "',
        "Respondent: I like the creamy texture",
        "What comes to mind?",
    ):
        assert section in prompt.user
    assert f"Goal: {methodology().goal}" in prompt.system
    assert "Method: means_end_chain" in prompt.system


def test_the_system_prompt_stays_the_same_to_the_byte() -> None:
    prompts = [
        QuestionAsk(
            asker(), after(["Why?"] * number), deciding(refusal=bool(number)).directive
        ).prompt()
        for number in range(3)
    ]
    assert len({prompt.system for prompt in prompts}) == 1
    assert "THEY DO NOT WANT TO SPEAK ABOUT THAT" in prompts[1].user


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f'"{GOOD}"',
        f"Question: {GOOD}",
        f"**Interviewer:** {GOOD}",
        f"Sure! Here is the next question: {GOOD}",
        f"(gently) {GOOD}",
        f"  {GOOD}  \n",
        f"“{GOOD}”",
    ],
)
def test_only_what_is_said_aloud_is_kept(text: str) -> None:
    assert spoken(text, "respondent") == GOOD


@pytest.mark.parametrize(
    "text", ["", "   ", '""', f"{GOOD}\n\nI chose this because the depth is low.", "Question:"]
)
def test_what_is_no_single_line_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        spoken(text, "respondent")


def test_every_broken_rule_is_named() -> None:
    with pytest.raises(Unreadable) as refused:
        QuestionAsk(asker(), after(), deciding().directive).read(f"{LEADING} Why do you ladder?")
    assert {"leads", "more than one", "method's own words"} == {
        rule
        for rule in ("leads", "more than one", "method's own words")
        if rule in str(refused.value)
    }


async def test_a_models_good_question_is_asked() -> None:
    draft = await express(after(), deciding(), asker(), Prompter(ScriptVoice([GOOD])))
    assert (draft.line, draft.source) == (GOOD, "model")
    assert draft.report.broken == ()


async def test_a_leading_question_is_asked_for_again_with_the_rule_named() -> None:
    voice = ScriptVoice([LEADING, GOOD])
    draft = await express(after(), deciding(), asker(), Prompter(voice))
    assert (draft.line, draft.source) == (GOOD, "retry")
    assert "it leads" in voice.heard[1].user


CLOSED = "Do you like the creamy texture?"


async def test_style_costs_one_more_try_and_then_the_line_is_said() -> None:
    voice = ScriptVoice([CLOSED, CLOSED])
    draft = await express(after(), deciding(), asker(), Prompter(voice))
    assert (draft.line, draft.source) == (CLOSED, "retry")
    assert [breach.rule for breach in draft.report.broken] == ["closed"]
    assert f"IT WAS: {CLOSED}" in voice.heard[1].user


async def test_a_question_is_heard_sentence_by_sentence_up_to_what_may_not_be_said() -> None:
    heard: list[str] = []
    voice = ScriptVoice(
        [f"You mentioned the creamy texture. {LEADING}", "What is it like for you?"]
    )
    draft = await express(after(), deciding(), asker(), Prompter(voice, heard.append))
    assert heard == ["You mentioned the creamy texture."]
    assert draft.line == "You mentioned the creamy texture. What is it like for you?"


async def test_what_was_heard_is_never_left_hanging() -> None:
    heard: list[str] = []
    answers = [f"You mentioned the creamy texture. {LEADING}", LEADING]
    draft = await express(
        after(), deciding(), asker(), Prompter(ScriptVoice(answers), heard.append)
    )
    assert draft.line.startswith("You mentioned the creamy texture. ")
    assert draft.line.endswith("?")
    assert "Don't you" not in draft.line


async def test_what_was_heard_stays_when_the_rest_was_asked_before_in_the_same_words() -> None:
    heard: list[str] = []
    seen, same = after([f"I see. {GOOD}"]), f"I see. {GOOD}"
    answers = [f"{same} And in the evening, what then?", GOOD]
    draft = await express(seen, deciding(), asker(), Prompter(ScriptVoice(answers), heard.append))
    assert heard == ["I see."]
    assert draft.line.startswith("I see. ")
    assert draft.line != same
    assert check(seen, deciding(), draft, asker().wording).line == draft.line


async def test_a_question_that_was_asked_in_the_same_words_is_asked_for_again() -> None:
    voice = ScriptVoice([GOOD, GOOD])
    draft = await express(after([GOOD]), deciding(), asker(), Prompter(voice))
    assert "asked before in the same words" in voice.heard[1].user
    assert (draft.source, draft.line != GOOD) == ("offline", True)


def test_the_prompt_says_what_is_refused_and_what_led_to_the_focus() -> None:
    seen = replace(after(), refused=("my marriage",))
    user = QuestionAsk(asker(), seen, deciding().directive).prompt().user
    assert "THEY WOULD RATHER NOT SPEAK OF:\n- my marriage" in user


async def test_a_model_that_keeps_leading_gives_way_to_the_strategys_own_question() -> None:
    draft = await express(after(), deciding(), asker(), Prompter(ScriptVoice([LEADING, LEADING])))
    assert draft.source == "offline"
    assert draft.report.template in methodology().by_name["ladder_up"].templates


@pytest.mark.parametrize("termination", ["safety_stop", "user_stop"])
async def test_the_last_words_ask_nothing_and_no_model(termination: Termination) -> None:
    voice = ScriptVoice([GOOD])
    draft = await express(
        after(), deciding("care", termination=termination), asker(), Prompter(voice)
    )
    assert "?" not in draft.line
    assert not voice.heard
    assert (draft.line == USUAL.care) == (termination == "safety_stop")


async def test_the_opening_is_the_methodologys_first_without_a_model() -> None:
    answer = await Prompter(OfflineVoice()).ask(OpeningAsk(asker()))
    assert answer.value.line == methodology().openings[0].replace("{subject}", SUBJECT.title)


async def test_a_model_may_open_in_its_own_words() -> None:
    words = "Welcome, and thank you for your time. What comes to mind when you think of oat milk in coffee?"
    answer = await Prompter(ScriptVoice([words])).ask(OpeningAsk(asker()))
    assert (answer.value.line, answer.source) == (words, "model")


# ── what leaves ───────────────────────────────────────────────────────────────────────────────────


async def test_a_guides_question_is_asked_when_its_topic_is_brought_up() -> None:
    draft = await express(
        after(), deciding(topic="first"), asker(guided=True), Prompter(OfflineVoice())
    )
    assert draft.line.endswith("How did your first cup come about?")


def test_what_passes_is_said() -> None:
    assert (
        check(after(), deciding(), Draft(GOOD, QuestionReport(), "model"), asker().wording).line
        == GOOD
    )


@pytest.mark.parametrize(
    ("line", "broken"),
    [(LEADING, (Breach("leads", "it leads", hard=True),)), ("", ()), ("What is it like?", ())],
)
def test_what_protects_somebody_is_held_to_at_the_last(
    line: str, broken: tuple[Breach, ...]
) -> None:
    draft = Draft(line, QuestionReport(broken=broken), "model")
    verdict = check(after(["What is it like?"]), deciding(), draft, asker().wording)
    assert verdict.line in set(invitations(0))
    assert verdict.overrides


@pytest.mark.slow
@pytest.mark.parametrize("id", ["means_end_chain", "five_whys"])
async def test_a_long_interview_about_one_thing_never_repeats_itself(id: str) -> None:
    """The worst there is: one strategy and one concept, turn after turn."""
    state = after()
    strategy = methodology(id).strategies[1].name
    lines: list[str] = []
    for turn in range(2, 42):
        state = apply(state, Answered(turn, f"u{turn}", f"I have said it {turn} times."))
        decision = deciding(strategy=strategy)
        draft = await express(state, decision, asker(id), Prompter(OfflineVoice()))
        verdict = check(state, decision, draft, asker(id).wording)
        assert verdict.line == draft.line
        lines.append(asker(id).guard.question(verdict.line))
        state = replace(apply(state, Asked(verdict.line, "ask", strategy)), tracker=state.tracker)
    assert len(set(lines)) == len(lines)
