"""A turn with a model: two calls at most, a beginning that a provider can keep, a budget beside it,
and a line that is heard sentence by sentence.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from typing import Any

import pytest
from tests.engines.memoir.origins import artifacts
from tests.engines.memoir.sittings import SITTINGS, model, rules_broken, told

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines import engine_of
from dramaturg.engines.memoir.base.records import MemoirRecord, only
from dramaturg.engines.memoir.base.state import MemoirSignalsRead
from dramaturg.engines.memoir.base.story_events import MatterLeftAlone
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.turn.contract import Heard
from dramaturg.turn.loop import play_opening, play_turn
from dramaturg.turn.ports import Prompt

pytestmark = pytest.mark.slow

GOOD = "What was a usual day like there?"
CHARACTERS = 4  # a token
BUDGET = 3_500
LONG = "We lived by the harbour, and my father mended boats there, day in, day out. " * 110
CALM = {"vagueness": 1, "emotion": 1, "valence": 3, "elaboration": 1}
EMPTY: dict[str, Any] = {
    **{"thread": "new", "title": ""},
    **{key: [] for key in ("periods", "claims", "people", "places", "loose_ends", "corrections")},
    "refused": [],
}


def story(**found: Any) -> str:
    return json.dumps({**EMPTY, **found})


def signals(prompt: Prompt, **scores: int) -> str:
    form = (prompt.schema or {})["properties"]
    asked = form.get("signals", prompt.schema)["properties"]
    given = {name: scores.get(name, CALM.get(name, 1)) for name in asked}
    return json.dumps({name: {"why": "so", "score": score} for name, score in given.items()})


@pytest.mark.parametrize("title", ["generous", "refusing", "contradicting"])
def test_a_turn_asks_a_model_twice_at_most(title: str) -> None:
    voice = model(line=_fresh, signals=signals, story=story())
    for record in told(*_said(title), voice=voice).records[1:]:
        assert len(record.exchanges) <= 2, (record.turn, [each.fault for each in record.exchanges])


def test_only_signals_that_steer_are_asked_for() -> None:
    voice = model(line=GOOD, signals=signals, story=story())
    told("I grew up in Leeds.", voice=voice)
    form = (voice.heard[0].schema or {})["properties"]
    assert set(form["signals"]["properties"]) == {
        *("vagueness", "emotion", "valence", "elaboration"),
        *("refusal", "stop", "distress", "self_harm"),
    }


def test_the_system_part_is_the_same_to_the_letter_from_turn_to_turn_of_a_style() -> None:
    voice = model(line=_fresh, signals=signals, story=story())
    told(*_said("generous"), *_said("consenting")[:3], voice=voice)
    parts: dict[tuple[str, str], set[str]] = defaultdict(set)
    for prompt in voice.heard:
        style = next(
            (each.name for each in artifacts().personas.personas if each.style in prompt.system), ""
        )
        parts[prompt.ask, style].add(prompt.system)
    assert len(parts) >= 2
    assert all(len(systems) == 1 for systems in parts.values())


def test_a_turn_takes_no_more_than_its_budget_beside_what_a_provider_keeps() -> None:
    lines = iter(f"{lead}{ask}" for ask in ASKS for lead in LEADS)
    voice = model(line=lambda prompt: next(lines), signals=signals, story=story())
    passages = [f"{LONG} That was in summer {number}." for number in range(12)]
    told(*passages, voice=voice)
    new = [len(prompt.user) / CHARACTERS for prompt in voice.heard]
    assert len(new) == 2 * len(passages)
    assert max(sum(new[at : at + 2]) for at in range(0, len(new), 2)) <= BUDGET


def test_who_and_what_is_known_is_told_and_what_is_closed() -> None:
    voice = model(line=_fresh, signals=signals, story=story())
    refusing = "I'd rather not talk about my father. Tom had a dog."
    told(
        "My brother Tom and I lived in Leeds, over the dye works.",
        refusing,
        "The dog was called Nipper.",
        voice=voice,
        heard={refusing: LOCAL_MODELS.ear().hear(refusing, "")},
    )
    user = next(prompt.user for prompt in reversed(voice.heard) if prompt.ask == "memoir.line")
    assert "Tom (my brother)" in user and "Leeds" in user
    assert "NOT TO BE BROUGHT UP:\n- my father" in user


# ── what a model finds ────────────────────────────────────────────────────────────────────────────


def test_what_a_model_hears_refused_is_closed_and_the_rest_of_the_passage_is_open() -> None:
    voice = model(line=GOOD, signals=signals, story=story(refused=["the business with the barn"]))
    record = told(
        "The business with the barn stays where it is. We had two horses.", voice=voice
    ).records[-1]
    left = only(record, MatterLeftAlone)
    assert left and left.words.lower() == "the business with the barn"
    read = only(record, MemoirSignalsRead)
    assert read and not read.signals.refusal_or_discomfort


def test_what_is_not_kept_of_an_answer_has_a_reason_in_why() -> None:
    voice = model(
        line=GOOD,
        signals=signals,
        story=story(places=[{"name": "Paris"}], people=[{"name": "Zoe", "role": "", "quote": ""}]),
    )
    read = only(
        told("I grew up in Leeds, over a shop.", voice=voice).records[-1], MemoirSignalsRead
    )
    assert read
    assert "place 'Paris': it was not named" in read.why["story"]
    assert "person 'Zoe': nobody was called so" in read.why["story"]


def test_both_readings_are_on_record() -> None:
    voice = model(line=GOOD, signals=signals, story=story())
    percept = told("I grew up in Leeds, over a shop.", voice=voice).records[-1].percept
    assert percept
    ear, by_model = percept.both["emotion"]
    assert ear is not None and by_model == 0.0


# ── heard sentence by sentence ────────────────────────────────────────────────────────────────────


def heard(*lines: str) -> tuple[list[str], MemoirRecord]:
    """What is heard of a model's lines before the last sentence is there, and the record."""
    said, pieces = iter(lines), list[str]()
    voice = model(line=lambda prompt: next(said), signals=signals, story=story())
    on = engine_of(memoir_content(Library(KINDS, (packaged(),))), LOCAL_MODELS)

    async def turn() -> MemoirRecord:
        begun = await play_opening(on, Heard(), voice, time.perf_counter)
        words = Heard("I grew up in Leeds. We lived over my uncle's shop.")
        played = await play_turn(on, begun.state, 1, words, voice, time.perf_counter, pieces.append)
        return played.record

    return pieces, asyncio.run(turn())


def test_a_line_is_heard_sentence_by_sentence() -> None:
    line = "You lived over the shop. What could you hear from there?"
    pieces, record = heard(line)
    assert (pieces, record.line) == (["You lived over the shop."], line)


def test_what_was_heard_stands_and_is_gone_on_from() -> None:
    pieces, record = heard(
        "You lived over the shop. Your uncle beat you, didn't he?", "What did you hear from there?"
    )
    assert pieces == ["You lived over the shop."]
    assert record.line == "You lived over the shop. What did you hear from there?"
    assert rules_broken(record) == []


def test_a_sentence_that_breaks_a_rule_is_never_heard() -> None:
    pieces, record = heard("Your uncle beat you. What was that like?", "What did you hear there?")
    assert (pieces, record.line) == ([], "What did you hear there?")


def test_where_no_rest_can_be_used_authored_words_go_on_from_what_was_heard() -> None:
    bad = "Your uncle beat you, didn't he?"
    pieces, record = heard(f"You lived over the shop. {bad}", bad)
    assert pieces[0] == "You lived over the shop."
    assert record.line.startswith("You lived over the shop. ")
    assert len(record.line) > len("You lived over the shop. ") and "beat" not in record.line


def _said(title: str) -> list[str]:
    return [turn["said"] for turn in SITTINGS[title] if turn.get("said")]


ASKS = ("What was that like?", "What do you remember of it?", "What came after that?")
LEADS = ("", "I see. ", "Thank you. ", "All right. ", "Go on. ")


def _fresh(prompt: Prompt) -> str:
    """A plain question that was not asked before; after a no, a choice."""
    said = prompt.user.rpartition("Teller: ")[2].partition("\n")[0]
    choices = ["What would you like to talk about instead?", "Where would you like to go on?"]
    ways = [f"{lead}{ask}" for lead in LEADS for ask in (choices if "rather not" in said else ASKS)]
    way = next((each for each in ways if each not in prompt.user), ways[0])
    return f"{way} We can also leave it." if "LEAVE THE MATTER" in prompt.user else way
