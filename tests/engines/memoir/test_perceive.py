"""Perceiving: which events a passage or a choice becomes, and what its words are taken for."""

from __future__ import annotations

import asyncio

import pytest
from tests.engines.memoir.sittings import (
    BEGINNING,
    DAY,
    MINUTE,
    OFFLINE,
    directive_of,
    hold,
    played,
    told,
)
from tests.support.ears import doing

from dramaturg.engines.memoir.base.state import (
    MemoirEvent,
    MemoirSignalsRead,
    MemoirState,
    PassageTold,
    SittingBegan,
)
from dramaturg.engines.memoir.base.story_events import PassageMarked
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.engines.memoir.perceive import LEFT, is_over
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.asks import Prompter
from dramaturg.turn.contract import Heard, Percept

HOME = "I grew up in Leeds, over my uncle's shop, with my brother Peter."


@pytest.fixture(scope="module")
def engine() -> MemoirEngine:
    return played("stopping").engine


@pytest.fixture(scope="module")
def going_on(engine: MemoirEngine) -> MemoirState:
    return hold(engine, HOME)[-1].state


def percept(engine: MemoirEngine, state: MemoirState, heard: Heard) -> Percept[MemoirEvent]:
    return asyncio.run(engine.perceive(state, heard, Prompter(OFFLINE)))


def test_a_passage_is_told_first_and_its_signals_are_read_last(
    engine: MemoirEngine, going_on: MemoirState
) -> None:
    first, *_, last = percept(
        engine, going_on, Heard("My aunt Edith made cocoa.", at=BEGINNING)
    ).events
    assert first == PassageTold(
        2, "My aunt Edith made cocoa.", engine.tools.embedder.name, BEGINNING
    )
    assert isinstance(last, MemoirSignalsRead)
    assert last.source == "offline"


ODD = [
    "?",
    "🙂🙂",
    "uh, I-- I mean, um",
    "Ich bin in Leipzig geboren, 1938.",
    "私は京都で生まれました。",
    "\u200b.",
    pytest.param("and then " * 2_000, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(
    "text", ODD, ids=["mark", "emoji", "stammer", "german", "japanese", "nothing", "long"]
)
def test_odd_words_are_heard_and_answered(text: str) -> None:
    record = told(HOME, text).records[-1]
    assert record.line
    assert directive_of(record).conduct.stopped is None


# ── choices ───────────────────────────────────────────────────────────────────────────────────────


def test_a_sitting_that_goes_on_is_not_begun_anew(
    engine: MemoirEngine, going_on: MemoirState
) -> None:
    with pytest.raises(BadInput, match="is going on"):
        percept(engine, going_on, Heard(choice="sitting", at=BEGINNING + 10 * MINUTE))


def test_a_sitting_that_was_left_hours_ago_is_over(
    engine: MemoirEngine, going_on: MemoirState
) -> None:
    later = BEGINNING + DAY
    assert percept(engine, going_on, Heard(choice="sitting", at=later)).events == (
        SittingBegan(2, later),
    )


def test_a_sitting_is_over_by_a_goodbye_or_after_hours(going_on: MemoirState) -> None:
    assert not is_over(going_on, going_on.told_at + LEFT - 1)
    assert is_over(going_on, going_on.told_at + LEFT)
    assert is_over(played("tired").state, going_on.told_at)


@pytest.mark.parametrize(
    ("choice", "told_so"),
    [
        ("mark:1:secret", "knows the choices"),
        ("mark:7:sensitive", "there is no passage 7"),
        ("mark:0:none", "no passage 0"),
        ("x", "not 'x'"),
    ],
)
def test_a_choice_that_cannot_be_taken_is_said(
    engine: MemoirEngine, going_on: MemoirState, choice: str, told_so: str
) -> None:
    with pytest.raises(BadInput, match=told_so):
        percept(engine, going_on, Heard(choice=choice))


@pytest.mark.parametrize(
    ("choice", "mark"), [("mark:1:sensitive", "sensitive"), ("mark:1:none", None)]
)
def test_a_mark_is_set_and_taken_away(
    engine: MemoirEngine, going_on: MemoirState, choice: str, mark: str | None
) -> None:
    (marked,) = percept(engine, going_on, Heard(choice=choice)).events
    assert isinstance(marked, PassageMarked)
    assert (marked.turn, marked.mark) == (1, mark)


# ── what words are taken for ──────────────────────────────────────────────────────────────────────

REFUSED = [
    "No more about that, please.",
    "That's enough about him.",
    "I'd rather not go into that.",
    "Let's change the subject.",
]


@pytest.mark.parametrize("text", REFUSED)
def test_who_will_not_go_into_something_has_refused_it_and_ends_nothing(text: str) -> None:
    heard = {text: doing("refusal")}
    signals = directive_of(told(HOME, text, heard=heard).records[-1]).signals
    assert (signals.refusal_or_discomfort, signals.stop_requested) == (True, False)


def test_a_no_to_where_the_last_sitting_ended_is_no_wish_to_stop() -> None:
    """Asked `shall we go on from there, or turn to your teenage years?`"""
    engine = played("coming_back").engine
    recapped = played("coming_back").states[7]
    read = percept(engine, recapped, Heard("No.", at=recapped.began_at + MINUTE)).events[-1]
    assert isinstance(read, MemoirSignalsRead)
    assert not read.signals.stop_requested
