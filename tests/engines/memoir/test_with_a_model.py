"""With a model: what it says reaches the teller only if it breaks no rule, and what was not said
has not happened.
"""

from __future__ import annotations

import json

import pytest
from tests.engines.memoir.origins import artifacts
from tests.engines.memoir.sittings import (
    SITTINGS,
    asked_in,
    conducted_in,
    directive_of,
    model,
    rules_broken,
    told,
)

from dramaturg.engines.memoir.base.records import of_kind, only
from dramaturg.engines.memoir.base.state import MemoirSignalsRead
from dramaturg.engines.memoir.base.story_events import TakenUp
from dramaturg.english.prose import plain
from dramaturg.kernel.errors import LLMTimeoutError
from dramaturg.turn.care import taken_in
from dramaturg.turn.ports import Prompt

pytestmark = pytest.mark.slow

HOME = "I grew up in Leeds, over my uncle's shop, with my brother Peter."
GOOD = "What did your brother Peter like to do on Saturdays?"
BAD = [
    ("It sounds like you suffer from depression. You should see a therapist.", "diagnosis"),
    ("Where was it? Who ran it? Who came in?", "question_density"),
    ('{"line": "What did your uncle sell?"}', "odd_characters"),
    ("and then the shop " * 100, "verbosity"),
    ("So your uncle beat you, didn't he?", "leading"),
    ("What was the shop in Paris like in 1944?", "facts_not_in_evidence"),
    ("As a language model I cannot know. What was the shop like?", "machinery"),
]
STYLE = [
    ("Where was the shop? And who ran it?", "question_density"),
    ("Did your uncle live there?", "closed_question"),
]
CONSENTING = [turn["said"] for turn in SITTINGS["consenting"]]


def without(said: str, line: str) -> bool:
    """Whether nothing of a bad line is in what was said: no five words of it in a row."""
    spoken = plain(line).split()
    return not any(
        " ".join(spoken[at : at + 5]) in plain(said) for at in range(max(1, len(spoken) - 4))
    )


# ── lines ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_good_line_is_said_as_the_model_worded_it() -> None:
    record = told(HOME, voice=model(line=GOOD)).records[-1]
    assert (record.line, record.draft and record.draft.source, rules_broken(record)) == (
        GOOD,
        "model",
        [],
    )
    assert [quote.turn for quote in asked_in(record).about] == [1]


@pytest.mark.parametrize(("line", "rule"), BAD, ids=[rule for _, rule in BAD])
def test_a_bad_line_does_not_reach_the_teller_and_its_rule_is_named(line: str, rule: str) -> None:
    voice = model(line=line)
    record = told(HOME, voice=voice).records[-1]
    assert rule in rules_broken(record)
    assert without(record.line, line)
    assert record.draft and record.draft.source == "offline"
    assert record.line == told(HOME).records[-1].line
    assert conducted_in(record).conduct.safety_action == "override"


@pytest.mark.parametrize(("line", "rule"), STYLE, ids=[rule for _, rule in STYLE])
def test_what_breaks_only_style_is_asked_for_once_more_and_then_said_with_a_note(
    line: str, rule: str
) -> None:
    voice = model(line=line)
    record = told(HOME, voice=voice).records[-1]
    assert (record.line, rules_broken(record)) == (line, [])
    assert record.draft and rule in record.draft.report.notes
    assert [prompt.ask for prompt in voice.heard].count("memoir.line") == 2


def test_who_broke_a_rule_is_told_which_and_may_try_once_more() -> None:
    voice = model(line=lambda prompt: GOOD if "question_density" in prompt.user else STYLE[0][0])
    record = told(HOME, voice=voice).records[-1]
    assert (record.line, rules_broken(record)) == (GOOD, [])
    assert record.draft
    assert "question_density" in record.draft.report.refused


@pytest.mark.parametrize(
    "line",
    ["", "   \n ", LLMTimeoutError("nobody there"), "One.\n\nTwo."],
    ids=["empty", "blank", "late", "two"],
)
def test_where_no_line_comes_the_offline_voice_speaks(line: str | Exception) -> None:
    record = told(HOME, voice=model(line=line)).records[-1]
    alone = told(HOME).records[-1]
    assert (record.line, record.draft and record.draft.source) == (alone.line, "offline")


def test_a_model_that_leaves_aside_what_it_was_given_has_not_taken_it_up() -> None:
    record = told(HOME, voice=model(line="How was that for you?")).records[-1]
    assert "clause" in directive_of(record).holes
    assert (list(of_kind(record, TakenUp)), asked_in(record).about) == ([], ())


# ── what was not said has not happened ────────────────────────────────────────────────────────────


def test_where_a_line_is_refused_the_turn_goes_on_as_it_would_without_a_model() -> None:
    sitting, alone = told(*CONSENTING[:2], voice=model(line=BAD[0][0])), told(*CONSENTING[:2])
    assert sitting.state.ledger.level == alone.state.ledger.level
    assert list(of_kind(sitting.records[-1], TakenUp)) == list(of_kind(alone.records[-1], TakenUp))


def test_leave_is_asked_for_in_words_that_no_model_has_chosen() -> None:
    record = told(*CONSENTING[:5], voice=model(line="")).records[-1]
    assert (asked_in(record).purpose, rules_broken(record)) == ("consent", [])
    assert [exchange.ask for exchange in record.exchanges] == ["memoir.passage"]


# ── what a model is asked ─────────────────────────────────────────────────────────────────────────


def test_the_prompt_has_the_block_the_constraints_the_level_and_the_limits() -> None:
    voice = model(line=GOOD)
    told(HOME, CONSENTING[1], voice=voice)
    prompts = [prompt for prompt in voice.heard if prompt.ask == "memoir.line"]
    system = prompts[-1].system
    assert artifacts().prompt_block.strip() in system
    assert all(
        constraint.description in system for constraint in artifacts().constraints.constraints
    )
    assert f"{artifacts().constraints.limits.max_tokens} words" in system
    assert "DEPTH: 1, narrative" in prompts[-1].user


@pytest.mark.parametrize("title", ["distressed", "in_danger", "stopping"])
def test_no_model_is_asked_for_a_line_from_a_hard_stop_on(title: str) -> None:
    voice = model(line="Tell me about the shop.")
    sitting = told(*(turn["said"] for turn in SITTINGS[title]), voice=voice)
    asked = [prompt.user for prompt in voice.heard if prompt.ask == "memoir.line"]
    assert len(asked) == 1
    assert "Tell me about the shop." not in [record.line for record in sitting.records[2:]]


# ── what a model reads ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "answer", ["{", "no idea", '{"thread": 7, "claims": "none"}', '[{"emotion": 9}]']
)
def test_readings_and_stories_that_cannot_be_read_leave_it_to_the_rules(answer: str) -> None:
    record = told(HOME, voice=model(signals=answer, story=answer)).records[-1]
    alone = told(HOME).records[-1]
    read = only(record, MemoirSignalsRead)
    assert read
    assert read.source == "offline"
    assert record.events == alone.events
    assert {exchange.ask for exchange in record.exchanges if exchange.fault} == {"memoir.passage"}


def test_a_models_alarm_alone_ends_no_sitting_and_its_calm_talks_nothing_away() -> None:
    alarmed = told(HOME, voice=model(signals=lambda prompt: _rated(prompt, 5))).records[-1]
    taken = taken_in(alarmed.percept)
    assert taken
    assert (taken.speech, taken.stage) == ("check", "checking")
    calm = told(
        HOME,
        "Please stop. I want to stop here.",
        voice=model(signals=lambda prompt: _rated(prompt, 1)),
    ).records[-1]
    assert directive_of(calm).purpose == "stop"


def _rated(prompt: Prompt, score: int) -> str:
    assert prompt.schema
    form = prompt.schema["properties"]
    asked = form.get("signals", prompt.schema)["properties"]
    return json.dumps({signal: {"why": "so", "score": score} for signal in asked})
