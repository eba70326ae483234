"""Choosing: what is taken up, what is never asked again, and what the moment asks for."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from tests.engines.memoir.origins import artifacts
from tests.engines.memoir.voice.lives import GENEROUS, TERSE, rich
from tests.engines.memoir.voice.talking import begun, heard, played, reply, say

from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.state import Purpose
from dramaturg.engines.memoir.base.story import RECENT, ClaimConflict
from dramaturg.engines.memoir.base.story_events import (
    ClaimMade,
    ClaimSuperseded,
    ConflictFound,
    PassageMarked,
    ThreadLeftAlone,
)
from dramaturg.engines.memoir.voice.routine_tactics import shape_of
from dramaturg.engines.memoir.voice.templates import RESTS
from dramaturg.english.prose import content_words
from dramaturg.turn.readings import Claim, ClaimSlot, ClaimValue, Span


def _claim(
    value: ClaimValue, said: str, slot: ClaimSlot = "year", predicate: str = "move"
) -> Claim:
    return Claim("I", predicate, slot, value, Span(said, 0))


MOVED = (
    ClaimMade("c1", _claim((1953.0, 1953.0), "we moved in 1953"), 1),
    ClaimMade("c2", _claim((1951.0, 1951.0), "it was 1951"), 2),
)

# ── what is taken up ──────────────────────────────────────────────────────────────────────────────


def test_the_line_takes_up_what_was_just_said() -> None:
    said = reply("We had no money that winter, but I learned to skate on the canal.")
    assert "you learned to skate on the canal" in said.line.lower()
    assert {quote.turn for quote in said.directive.about} == {1}


NOUNS = "The stone sink stood by the window and the lorry stood in Back Sykes."


def test_nothing_is_asked_about_a_thing_or_a_place_because_it_was_named() -> None:
    turns = played([NOUNS] * 12)
    assert not [turn.line for turn in turns if re.search("sink|window|lorry|Sykes", turn.line)]


def test_an_answer_of_a_word_or_two_is_said_back() -> None:
    assert "you went in the army" in reply("Went in the army.").line.lower()


def test_who_was_asked_about_is_not_asked_about_again() -> None:
    told = "My sister Ann came by on day {}. She sat down with her coat on."
    turns = played([told.format(day) for day in range(12)])
    assert sum("person" in turn.directive.holes for turn in turns) == 1


def test_rich_talk_is_taken_up_in_a_third_of_the_lines_at_least() -> None:
    turns = played(rich(60))
    taken = [
        turn
        for turn, passage in zip(turns, rich(60), strict=True)
        if content_words(turn.line) & content_words(passage)
    ]
    assert len(taken) >= 0.3 * len(turns)


def test_nothing_is_taken_up_of_what_was_said_off_the_record() -> None:
    marked = heard(
        begun(), "My sister Ann stole the horse in Leeds.", more=[PassageMarked(1, "off_record")]
    )
    said = say(marked)
    assert not said.directive.holes or set(said.directive.holes) == {"period"}


def test_a_loose_end_is_asked_for_at_once_and_then_counts_as_taken_up() -> None:
    said = reply("Tom left for Canada, but that is another story.")
    assert said.directive.tactic == "take_up_at_once"
    assert [end.taken_up for end in said.after.story.loose_ends.values()] == [True]


def test_after_two_empty_answers_the_talk_turns_to_a_loose_end_or_another_time() -> None:
    turns = played(["My father kept bees.", "No.", "I don't know."])
    assert turns[-1].directive.tactic in ("another_period", "take_up_loose_end")


def test_a_story_that_is_going_on_is_not_left_for_another_time_of_life() -> None:
    turns = played(
        [
            "We had three girls. They all went to college.",
            "Twelve birds.",
            "It rained and it rained and nobody came.",
        ]
        * 6
    )
    assert not {"another_period", "take_up_loose_end"} & {turn.directive.tactic for turn in turns}


def test_one_time_of_life_is_not_offered_again_and_again() -> None:
    offered = [
        turn.directive.holes["period"]
        for turn in played(["No."] * 12)
        if "period" in turn.directive.holes
    ]
    assert len(offered) > 3
    assert all(first != second for first, second in pairwise(offered))


# ── what is spared ────────────────────────────────────────────────────────────────────────────────


def test_nothing_of_a_thread_that_is_left_alone_is_brought_up() -> None:
    state = heard(
        begun(),
        "My brother Tom and the mill, but that is another story.",
        "t1",
        more=[ThreadLeftAlone("t1")],
    )
    for _ in range(40):
        state = say(heard(state, "No.", "t2")).after
    lines = [
        plain_line
        for plain_line in state.asked
        if "tom" in plain_line or "mill" in plain_line or "another story" in plain_line
    ]
    assert lines == []


def test_earliest_memory_is_asked_for_once() -> None:
    turns = played([*GENEROUS, *TERSE, *rich(60), *["No."] * 60])
    assert sum(turn.directive.tactic == "earliest_memory" for turn in turns) <= 1


HARD = (
    *("My mother died when I was four.", "Last March. She just went.", "He is gone now, my Frank."),
    *(
        "We took his ashes to the lake.",
        "We lost our boy in 1960.",
        "I kept the tin. I still cry about it.",
    ),
)


@pytest.mark.parametrize("passage", HARD)
def test_after_hard_news_there_is_room_and_no_question_about_things(passage: str) -> None:
    assert shape_of(reply(passage).directive.tactic) in ("quiet", "back")


@pytest.mark.parametrize("passage", HARD)
def test_after_hard_news_nothing_is_asked(passage: str) -> None:
    assert "?" not in reply(passage).line


def test_what_follows_a_grief_is_still_of_it() -> None:
    turns = played(["Our youngest drowned in 1984.", "I wouldn't go near the sea for years."])
    assert shape_of(turns[1].directive.tactic) in ("quiet", "back")
    assert "?" not in turns[1].line


@pytest.mark.parametrize(
    ("passage", "tag"),
    [
        ("I laughed so much I hiccuped all through the vows.", "fun"),
        ("I won first prize at the show for my parkin.", "pride"),
    ],
)
def test_it_smiles_at_what_is_funny_and_says_so_of_what_they_are_proud_of(
    passage: str, tag: str
) -> None:
    phrases = [each.phrase for each in artifacts().personas.softeners if tag in each.tags]
    assert reply(passage).line.startswith(tuple(phrases))


def test_who_stops_in_the_middle_is_given_time() -> None:
    said = reply("I can't really")
    assert said.directive.tactic == "wait"
    assert "?" not in said.line


def test_who_is_told_of_in_anger_is_not_asked_about() -> None:
    told = "My father left. He never wrote and I was so angry with him that he knew it."
    assert "person" not in reply(told).directive.holes


def test_no_shape_of_line_comes_three_times_running() -> None:
    shapes = [shape_of(turn.directive.tactic) for turn in played(rich(60))]
    assert not [at for at in range(2, 60) if len({*shapes[at - 2 : at + 1]}) == 1]


def test_whose_loss_it_is_among_several_is_not_guessed() -> None:
    line = reply("My aunt Edna died that week, and my sister Ann was born.").line
    assert "Ann" not in line
    assert "Edna" not in line


@pytest.mark.parametrize(
    "passage",
    [
        "She lost her teeth in the sea.",
        "She passed for the grammar school.",
        "A dead wasp, thank God.",
    ],
)
def test_nobody_is_comforted_for_what_is_no_loss(passage: str) -> None:
    assert reply(passage).directive.tactic != "give_room"


@pytest.mark.parametrize("level", [0, 1])
def test_no_meaning_is_asked_for_at_the_first_levels(level: int) -> None:
    deep = {"what_it_meant", "what_they_would_tell", "softly_further"}
    turns = played(rich(80), user_initiated_elaboration=level == 1, conversation_phase="warmup")
    assert {turn.directive.conduct.depth_after for turn in turns} <= {0, 1}
    assert not deep & {turn.directive.tactic for turn in turns}


# ── variety ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "passages", [rich(60), rich(60, seed=2), TERSE * 3], ids=["rich", "rich too", "terse"]
)
def test_in_sixty_turns_no_line_is_said_twice_and_no_tactic_three_times_running(
    passages: list[str],
) -> None:
    turns = played(passages)
    tactics = [turn.directive.tactic for turn in turns]
    assert len({turn.line for turn in turns}) == len(turns)
    assert not [
        at for at in range(2, len(tactics)) if tactics[at] == tactics[at - 1] == tactics[at - 2]
    ]


def test_a_template_rests_before_it_comes_again() -> None:
    used: dict[str, int] = {}
    for number, turn in enumerate(played(rich(150))):
        bare = turn.template == "{clause}."  # no words of ours that could tire anybody
        assert bare or number - used.get(turn.template, -RESTS - 1) > RESTS, turn.template
        used[turn.template] = number


def test_the_same_state_leads_to_the_same_line() -> None:
    assert [turn.line for turn in played(rich(20))] == [turn.line for turn in played(rich(20))]


@pytest.mark.parametrize(
    "odd",
    [
        "",
        "   ",
        "…",
        "🙂" * 50,
        "我在上海长大。",
        "uh, I-- I mean, you know",
        "a" * 20_000,
        "so " * 7_000,
        "\n\n?!",
    ],
)
def test_odd_passages_are_met_with_a_plain_line(odd: str) -> None:
    said = reply(odd)
    assert 3 <= len(said.line.split()) <= 40


# ── moments ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("passage", "tactic"),
    [
        ("Are you a real person?", "answer_what_i_am"),
        ("Hang on. Who am I talking to?", "answer_what_i_am"),
        ("Who will read all this?", "answer_privacy"),
        ("Is this being recorded?", "answer_privacy"),
        ("And what about you, do you have children?", "answer_about_me"),
        ("Where should I start?", "answer_what_to_say"),
        ("Is this what you want?", "answer_is_it_right"),
        ("Is this the sort of thing you want to hear?", "answer_is_it_right"),
        ("What do you think? Should I have told her?", "answer_about_me"),
        ("Why are you asking me that?", "answer_why"),
        ("Could you say that again?", "answer_again"),
    ],
)
def test_a_question_to_the_interviewer_is_answered(passage: str, tactic: str) -> None:
    assert reply(passage).directive.tactic == tactic


@pytest.mark.parametrize(
    "passage",
    ["So he said, who are you? And I ran.", "Who reads books now.", "Where did we go? To Leeds."],
)
def test_a_question_in_a_story_is_not_taken_for_one(passage: str) -> None:
    assert not reply(passage).directive.tactic.startswith("answer_")


def test_the_question_is_said_again_when_it_was_not_caught() -> None:
    assert "Where did you grow up?" in reply("Sorry, what was the question?").line


def test_a_worry_about_privacy_is_answered_even_where_the_teller_holds_back() -> None:
    said = reply("I'd rather not. Who will read this?", refusal_or_discomfort=True)
    assert said.directive.tactic == "answer_privacy"
    assert "?" not in said.line


def test_a_correction_is_taken_as_it_is() -> None:
    corrected = (*MOVED, ClaimSuperseded("c1", "c2"))
    said = say(heard(heard(begun(), "We moved in 1953."), "No, it was 1951.", more=corrected))
    assert said.directive.tactic == "acknowledge_correction"
    assert said.directive.holes == {"now": "1951"}


def test_two_versions_are_put_side_by_side_and_asked_about_once() -> None:
    conflict = (*MOVED, ConflictFound(ClaimConflict("c2", "c1", "two years", 0.9)))
    said = say(
        heard(
            heard(begun(), "We moved in 1953."),
            "It was 1951.",
            more=conflict,
            contradiction_score=0.9,
        )
    )
    assert (said.directive.tactic, dict(said.directive.holes)) == (
        "set_side_by_side",
        {"now": "1951", "then": "1953"},
    )
    assert "1951" in said.line and "1953" in said.line
    assert [each.asked for each in said.after.story.conflicts] == [True]


def test_two_versions_without_a_value_are_said_back() -> None:
    one = ClaimMade("c1", _claim((3.0, 3.0), "I had three brothers", "count", "brother"), 1)
    other = ClaimMade("c2", _claim((4.0, 4.0), "I had four brothers", "count", "brother"), 2)
    conflict = (one, other, ConflictFound(ClaimConflict("c2", "c1", "two numbers", 0.9)))
    said = say(
        heard(
            heard(begun(), "I had three brothers."),
            "I had four brothers.",
            more=conflict,
            contradiction_score=0.9,
        )
    )
    assert "you had three brothers" in said.line and "you had four brothers" in said.line


def test_after_a_refusal_it_is_left_and_after_the_next_nothing_is_wanted() -> None:
    turns = played(["I'd rather not.", "No."], refusal_or_discomfort=True)
    assert [turn.directive.tactic for turn in turns] == ["leave_it", "pause"]


@pytest.mark.parametrize(
    ("told", "purpose", "tactic"),
    [
        ({"stop_requested": True}, "stop", "end_here"),
        ({"emotion_score": 0.95}, "stop", "hold"),
        ({"self_harm": True}, "care", "care"),
        ({"stop_requested": True}, "quiet", "quiet"),
    ],
)
def test_a_hard_stop_is_met_with_its_own_words_and_no_question(
    told: dict[str, Any], purpose: Purpose, tactic: str
) -> None:
    said = say(heard(begun(), "No more.", **told), purpose)
    assert said.directive.tactic == tactic
    assert "?" not in said.line


def test_care_gives_the_guidance_of_the_country() -> None:
    said = say(heard(begun(), "I want to end it.", self_harm=True), "care", Teller(country="NL"))
    assert artifacts().crisis.default in said.line


def test_only_so_much_of_what_was_named_last_is_looked_through() -> None:
    state = begun()
    for number in range(100):
        state = heard(
            state, f"I drove to Newtown{'abcdefghij'[number // 10]}{'abcdefghij'[number % 10]}."
        )
    assert len(state.story.mentions) == 100
    assert len(state.story.recent) == RECENT
