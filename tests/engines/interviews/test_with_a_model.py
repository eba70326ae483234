"""Twenty turns with a strong model, written by hand: how often it is asked, with how much, and what of
its work is kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest
from tests.engines.interviews.interview_setup import Played, found_of, fresh_engine, hearing
from tests.support.model_talks import TalkTurn, answer, interview_talk

from dramaturg.engines.interviews.base.state import EdgeLeftOut
from dramaturg.engines.interviews.view import InterviewWhy, why_words
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.loop import play_opening, play_turn
from dramaturg.turn.ports import Prompt

TALK = interview_talk()
CHARACTERS = 4  # a token
BUDGET = 4_500
"""Tokens in of a turn, beside a system part that a provider has kept."""
KEPT = 0.97


class Told:
    """The talk, played; and what the model was asked in each turn, the opening first."""

    def __init__(self) -> None:
        self.played: list[Played] = []
        self.asked: list[list[Prompt]] = []
        self._now = TalkTurn("", TALK.opening, {})

    async def play(self) -> Told:
        on = hearing({}, fresh_engine(max_turns=40))
        voice = ScriptVoice(self._say)
        self.asked.append([])
        self.played.append(await play_opening(on, Heard(), voice, lambda: 0.0))
        for number, self._now in enumerate(TALK.turns, 1):
            self.asked.append([])
            before = self.played[-1].state
            heard = Heard(self._now.heard)
            self.played.append(await play_turn(on, before, number, heard, voice, lambda: 0.0))
        return self

    def _say(self, prompt: Prompt) -> str:
        self.asked[-1].append(prompt)
        return answer(self._now, prompt.schema)


@pytest.fixture(scope="module")
def told() -> Told:
    return asyncio.run(Told().play())


def given(turn: TalkTurn, name: str) -> list[Mapping[str, Any]]:
    return list(turn.given[name])


# ── how often, and with how much ──────────────────────────────────────────────────────────────────


def test_a_turn_is_two_round_trips(told: Told) -> None:
    asked = [[prompt.ask for prompt in prompts] for prompts in told.asked]
    assert asked == [
        ["interviews.opening"],
        *[["interviews.answer", "interviews.question"]] * len(TALK.turns),
    ]


def test_what_a_provider_may_keep_is_the_same_from_turn_to_turn_to_the_byte(told: Told) -> None:
    for one, other in pairwise(told.asked[1:]):
        assert [each.system for each in one] == [each.system for each in other]
        assert [each.schema for each in one] == [each.schema for each in other]


def test_a_turn_keeps_its_budget_at_the_end_as_at_the_beginning(told: Told) -> None:
    beside = [sum(len(each.user) for each in asked) / CHARACTERS for asked in told.asked]
    assert max(beside) < BUDGET / 2
    assert max(beside[15:]) < 1.5 * max(beside[2:6])


def test_nothing_is_told_twice_in_one_prompt(told: Told) -> None:
    for prompts in told.asked[2:]:
        for prompt in prompts:
            lines = [line for line in prompt.user.splitlines() if len(line) > 30]
            assert len(set(lines)) == len(lines)


def test_the_chain_that_leads_to_the_focus_is_told(told: Told) -> None:
    users = [prompts[1].user for prompts in told.asked[1:]]
    assert any("What led to it, in their words: frothing well → " in user for user in users)


async def test_a_question_is_heard_sentence_by_sentence_and_as_it_stays() -> None:
    on = hearing({}, fresh_engine(max_turns=40))
    opened = await play_opening(on, Heard(), ScriptVoice([TALK.opening]), lambda: 0.0)
    first = TALK.turns[0]
    heard: list[str] = []
    voice = ScriptVoice(lambda prompt: answer(first, prompt.schema))
    played = await play_turn(
        on, opened.state, 1, Heard(first.heard), voice, lambda: 0.0, heard.append
    )
    assert heard == ["I see."]
    assert played.record.line == first.line
    streamed = {each.ask: each.streamed for each in played.record.exchanges}
    assert streamed == {"interviews.answer": False, "interviews.question": True}


# ── what is kept ──────────────────────────────────────────────────────────────────────────────────


def test_of_honest_concepts_links_and_names_nearly_all_are_kept(told: Told) -> None:
    wanted = kept = 0
    for turn, played in zip(TALK.turns, told.played[1:], strict=True):
        found = found_of(played.record)
        wanted += len(given(turn, "concepts")) + len(given(turn, "relationships"))
        kept += len(found.concepts) + len(found.relationships)
        kept -= sum(isinstance(event, EdgeLeftOut) for event in played.record.events)
    assert kept / wanted >= KEPT


def test_every_slot_has_the_name_that_the_model_gave(told: Told) -> None:
    names = {each["name"] for turn in TALK.turns for each in given(turn, "concepts")}
    assert {slot.name for slot in told.played[-1].state.graph.slots.values()} == names


def test_what_was_dropped_has_its_reason(told: Told) -> None:
    for turn, played in zip(TALK.turns, told.played[1:], strict=True):
        found = found_of(played.record)
        written = len(given(turn, "concepts")) + len(given(turn, "relationships"))
        dropped = written - len(found.concepts) - len(found.relationships)
        assert sum("left out" in note for note in found.notes) == dropped


def test_why_tells_what_is_left_alone_and_what_was_left_out() -> None:
    shown = InterviewWhy(
        phase="mid", depth="deep", refusal=True, spared=("the army",), left_out=("one", "two")
    )
    words = list(why_words(shown))
    assert ("left alone", "the army") in words
    assert words[words.index(("not as found", "one")) + 1] == ("", "two")


def test_every_question_of_the_models_is_asked_as_it_put_it(told: Told) -> None:
    asked = [played.record.line for played in told.played]
    assert asked == [TALK.opening, *(turn.line for turn in TALK.turns)]


def test_what_was_refused_is_left_alone_and_the_rest_of_that_answer_is_not(told: Told) -> None:
    (number,) = (at for at, turn in enumerate(TALK.turns, 1) if turn.given["refused"])
    played = told.played[number]
    assert played.state.refused == ("work",)
    assert [each.label for each in found_of(played.record).concepts] == [
        each["label"] for each in given(TALK.turns[number - 1], "concepts")
    ]
    assert "work" in told.asked[number][1].user
