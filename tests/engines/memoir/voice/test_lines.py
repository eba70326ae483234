"""Wording: lines that are joined well, kept short, and leave a way out where feeling is high."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.engines.memoir.origins import artifacts, signals
from tests.engines.memoir.voice.lives import GENEROUS, rich
from tests.engines.memoir.voice.talking import Said, begun, heard, played, reply, say

from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.conduct import after
from dramaturg.engines.memoir.base.ledger import Ledger
from dramaturg.engines.memoir.base.state import (
    MemoirEvent,
    Purpose,
    SittingBegan,
    SittingEnded,
    apply,
)
from dramaturg.engines.memoir.base.story_events import PassageMarked, ThreadLeftAlone
from dramaturg.engines.memoir.govern.conductor import Conductor
from dramaturg.engines.memoir.voice.lines import LineWriter, is_fluent, plain_line
from dramaturg.engines.memoir.voice.style_measures import measure
from dramaturg.engines.memoir.voice.untold_periods import NAMES
from dramaturg.engines.memoir.voice.way_out import offers_sideways
from dramaturg.english.prose import sentences, words
from dramaturg.english.rules.line_rules import at_most_questions, check_line, no_em_dashes, no_lists
from dramaturg.kernel.values import replace
from dramaturg.turn.engine import fold

FORM = (no_lists(), no_em_dashes(), at_most_questions(1))
ROUTES: dict[str, dict[str, Any]] = {
    "EMPATHY_BASE": {},
    "EMPATHY_EXPAND": {"emotion_score": 0.7},
    "PRECISION_NARROW": {"vagueness_score": 0.8},
    "LOGIC_CLARIFY": {"contradiction_score": 0.8},
    "SAFETY_FALLBACK": {"refusal_or_discomfort": True},
}


TURNS = 45  # of one memoir
NEAR = 0.17
"""How near a style comes to its ratios: no whole question is asked twice, so that the longer a memoir
is, the more often something else stands in for one.
"""


def _lines(persona: str, number: int = 300) -> list[Said]:
    """So many turns on a route, a new topic every third turn."""
    state, turns = begun(), []
    for count, passage in enumerate(rich(number, seed=5)):
        state = begun() if count % TURNS == 0 else state
        turns.append(say(heard(state, passage, f"t{count // 3}", **ROUTES[persona])))
        state = turns[-1].after
    return [turn for turn in turns if turn.directive.conduct.persona == persona]


# ── form ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("persona", ROUTES)
def test_every_line_keeps_its_form(persona: str) -> None:
    for turn in _lines(persona, 100):
        assert not check_line(FORM, turn.line), turn.line
        assert not re.search(r"\{|\}|!|\b(\w+) \1\b|\s{2}|[.?] [a-z]", turn.line), turn.line
        assert turn.line[0].isupper() or turn.line[0] in '"0123456789', turn.line
        assert len(words(turn.line)) <= 60


def test_most_turns_are_short_and_leave_the_floor() -> None:
    turns = played(rich(100))
    lengths = [len(words(turn.line)) for turn in turns]
    assert max(lengths) <= 35
    assert sum(length <= 12 for length in lengths) >= 0.6 * len(lengths)
    assert sum("?" in turn.line for turn in turns) <= 0.5 * len(turns)


def _accepting(passage: str) -> int:
    """How many words accept what was said."""
    said = reply(passage)
    directive = replace(said.directive, tactic="accept_and_go_on", holes={})
    return len(words(LineWriter(artifacts(), Teller()).line(said.seen, directive).line))


def test_short_answers_get_short_lines() -> None:
    passages = rich(20)
    assert max(_accepting(passage.split(".")[0][:20]) for passage in passages) <= 12
    assert max(_accepting(passage) for passage in passages) > 12


@pytest.mark.parametrize(
    "line",
    [
        "You was robbed. Go on.",
        'You said "it comes later." Go on.',
        "You you went home.",
        "Go on (if you like).",
        "you went home.",
        "You went home,. Go on.",
    ],
)
def test_what_nobody_would_say_or_could_read_aloud_is_not_fluent(line: str) -> None:
    assert not is_fluent(line)


def test_an_answer_that_it_is_forgotten_is_met_kindly() -> None:
    kind = [each.phrase for each in artifacts().personas.softeners if "memory" in each.tags]
    assert reply("I don't remember that.").line.startswith(tuple(kind))


# ── measure ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("persona", ROUTES)
def test_a_style_keeps_to_the_ratios_of_its_profile(persona: str) -> None:
    profile = artifacts().personas.by_name[persona]
    measured = measure([turn.line for turn in _lines(persona)])
    for kind, share in profile.sentence_types.items():
        assert measured.shares[kind] == pytest.approx(share, abs=NEAR), (kind, measured)
    assert measured.turn == pytest.approx(profile.verbosity.average_turn, abs=4)
    assert (
        measured.question == pytest.approx(profile.verbosity.average_question, abs=3)
        or persona == "SAFETY_FALLBACK"
    )


# ── the way out ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "more",
    [{}, {"refusal_or_discomfort": True}, {"contradiction_score": 0.9}, {"vagueness_score": 0.9}],
)
def test_where_feeling_is_high_every_line_offers_a_way_out(more: dict[str, Any]) -> None:
    turns = played([*GENEROUS, "No.", "Yes.", "Who will read this?"] * 3, emotion_score=0.7, **more)
    assert [turn.line for turn in turns if not offers_sideways(turn.line)] == []


@pytest.mark.parametrize("purpose", ["ask", "consent", "close", "farewell", "stop", "quiet"])
def test_a_way_out_is_offered_whatever_the_line_is_for(purpose: Purpose) -> None:
    said = say(
        heard(begun(), "My sister Ann and I, we clung to each other.", emotion_score=0.7), purpose
    )
    assert offers_sideways(said.line)


def test_in_the_core_of_a_matter_every_line_gives_leave_to_stop() -> None:
    state, deep = begun(), list[Said]()
    for consent in (None, None, True, None, None, None):
        turn = say(
            heard(
                state,
                "I will tell you more about that night.",
                consent=consent,
                user_initiated_elaboration=True,
            )
        )
        deep, state = [*deep, turn], turn.after
    core = [turn for turn in deep if turn.directive.conduct.depth_after == 3]
    assert len(core) >= 3
    assert [turn.line for turn in core if not offers_sideways(turn.line)] == []


# ── sittings ──────────────────────────────────────────────────────────────────────────────────────


def test_the_first_words_say_who_asks_and_who_decides_and_ask_one_easy_thing() -> None:
    opened = LineWriter(artifacts(), Teller(name="Ada")).opening(7.0)
    assert "Ada" in opened.line and "program" in opened.line
    assert len(sentences(opened.line)) <= 4 and opened.line.count("?") == 1


def _next_sitting(*events: MemoirEvent) -> Said:
    state = begun()
    for passage in (
        "My brother Tom kept bees at the mill.",
        "Tom built the hives himself.",
        "My aunt Rose came in the autumn.",
    ):
        state = say(heard(state, passage, "t2" if "Rose" in passage else "t1")).after
    ended = fold(
        apply, (*events, SittingEnded("farewell"), SittingBegan(2, 1_800_000_000.0)), state
    )
    return say(ended, "recap")


def test_a_later_sitting_begins_with_what_was_told_and_a_choice() -> None:
    said = _next_sitting()
    assert "Tom" in said.line and said.line.count("?") == 1
    assert len(words(said.line)) <= 45


@pytest.mark.parametrize(
    "spare", [ThreadLeftAlone("t1"), PassageMarked(1, "sensitive")], ids=["left alone", "sensitive"]
)
def test_the_recap_names_nothing_that_is_left_alone_or_stays_out_of_the_book(
    spare: MemoirEvent,
) -> None:
    events = (
        (spare, PassageMarked(2, "off_record")) if isinstance(spare, PassageMarked) else (spare,)
    )
    line = _next_sitting(*events).line
    assert "Tom" not in line and "mill" not in line and "t1" not in line
    assert "Rose" in line


def test_the_recap_reminds_nobody_of_a_grief() -> None:
    state = say(heard(begun(), "I bought the boat in Whitby.")).after
    state = say(heard(state, "Ruth has been gone six years. I still sleep on my side.")).after
    line = say(apply(state, SittingBegan(2, 1_800_000_000.0)), "recap").line
    assert "how you bought the boat in Whitby" in line
    assert "side" not in line


def test_the_recap_tells_of_the_last_sitting_only() -> None:
    first = _next_sitting().after
    second = say(heard(first, "My cousin Paul drove a tram in Cardiff.", "t3")).after
    third = say(apply(second, SittingBegan(3, 1_900_000_000.0)), "recap")
    assert "Paul" in third.line or "t3" in third.line or "Cardiff" in third.line
    assert "Tom" not in third.line and "Rose" not in third.line


def test_the_recap_does_not_name_a_thread_for_what_was_told_of_it_another_time() -> None:
    second = say(
        heard(_next_sitting().after, "My cousin Paul drove a tram in Cardiff.", "t1")
    ).after
    third = say(apply(second, SittingBegan(3, 1_900_000_000.0)), "recap")
    assert "t1 story" not in third.line
    assert "Paul" in third.line or "Cardiff" in third.line


def test_the_time_of_life_offered_in_a_farewell_is_offered_again_when_they_come_and_then_another() -> (
    None
):
    def offered(line: str) -> list[str]:
        return [name for name in NAMES.values() if name in line.lower()]

    state, names = begun(), []
    for sitting in (2, 3, 4):
        farewell = say(
            heard(state, f"My brother Tom kept {sitting} hives at the mill."), "farewell"
        )
        recap = say(
            apply(farewell.after, SittingBegan(sitting, 1_800_000_000.0 + sitting)), "recap"
        )
        assert offered(farewell.line) == offered(recap.line)
        names += offered(recap.line)
        state = recap.after
    assert len(set(names)) == len(names) == 3


def test_an_open_thread_of_last_time_is_offered() -> None:
    told = heard(begun(), "My brother Tom kept bees.")
    told = heard(
        say(told).after,
        "There was trouble over it at home, that comes later.",
        refusal_or_discomfort=True,
    )
    again = apply(say(told).after, SittingBegan(2, 1_800_000_000.0))
    said = say(again, "recap")
    assert said.directive.takes_up
    assert "there was trouble over it at home" in said.line
    assert "later" not in said.line and '"' not in said.line


def test_the_farewell_thanks_names_something_of_today_and_asks_nothing() -> None:
    said = say(heard(begun(), "My brother Tom kept bees."), "farewell")
    assert "Tom" in said.line
    assert re.search(r"thank|safely kept", said.line.lower())
    assert "?" not in said.line


# ── without a story ───────────────────────────────────────────────────────────────────────────────


def test_lines_from_signals_alone_keep_every_promise() -> None:
    mixed: list[dict[str, Any]] = [
        *ROUTES.values(),
        {"emotion_score": 0.7, "vagueness_score": 0.9},
        {"user_initiated_elaboration": True, "consent": True},
    ]
    ledger, conductor = Ledger(), Conductor(artifacts())
    for turn in range(400):
        conduct = conductor.conduct(
            ledger, signals(topic_id=f"t{turn // 7}", **mixed[(turn * 5 + turn // 3) % len(mixed)])
        )
        worded = plain_line(artifacts(), conduct, turn)
        assert "{" not in worded.line and worded.line.count("?") <= 1
        assert offers_sideways(worded.line) or not conduct.sideways
        ledger = after(ledger, conduct)


LATER: list[dict[str, Any]] = [{"vagueness_score": 0.9}, {"emotion_score": 0.7}, {}] * 20


@pytest.mark.parametrize(
    "stop", [{"stop_requested": True}, {"self_harm": True}, {"emotion_score": 0.9}]
)
def test_from_signals_alone_nothing_is_asked_after_a_hard_stop(stop: dict[str, Any]) -> None:
    ledger, conductor = Ledger(), Conductor(artifacts())
    for turn, told in enumerate([stop, *LATER]):
        conduct = conductor.conduct(ledger, signals(**told))
        assert "?" not in plain_line(artifacts(), conduct, turn).line
        ledger = after(ledger, conduct)
