"""Whole sittings without a model: who refuses is left alone, who is hurt is not asked, and nothing
is asked twice.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.engines.memoir.origins import artifacts
from tests.engines.memoir.sittings import (
    SITTINGS,
    asked_in,
    conducted_in,
    every_turn,
    hold,
    played,
    rules_broken,
    told,
)
from tests.support.ears import doing

from dramaturg.app.config import providers
from dramaturg.engines.memoir.audit.turn_contracts import contract_of
from dramaturg.engines.memoir.base.artifacts import CrisisGuidance, Teller
from dramaturg.engines.memoir.base.records import MemoirRecord, of_kind, only
from dramaturg.engines.memoir.base.state import PassageTold, SittingBegan, SittingEnded, ended_by
from dramaturg.engines.memoir.base.story_events import (
    ClaimSuperseded,
    ConflictFound,
    PassageMarked,
    TakenUp,
    ThreadLeftAlone,
)
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.engines.memoir.safety.form_rules import asks
from dramaturg.english.prose import plain, sentences
from dramaturg.kernel.values import replace
from dramaturg.turn.care import taken_in

pytestmark = pytest.mark.slow  # they share the sittings, and whoever comes first plays them


# ── as they are written down ──────────────────────────────────────────────────────────────────────


def outcome(record: MemoirRecord) -> dict[str, Any]:
    """A turn in the terms of sittings.yaml."""
    if taken := taken_in(record.percept):
        contract = contract_of(record)
        return {
            "persona": contract.persona_used,
            "depth": contract.depth_level_after,
            "action": contract.safety_action,
            "purpose": "care",
            "ended": ended_by(taken),
        }
    conduct, ended = conducted_in(record).conduct, only(record, SittingEnded)
    return {
        "persona": conduct.persona,
        "depth": conduct.depth_after,
        "action": conduct.safety_action,
        "purpose": asked_in(record).purpose,
        "loop": conduct.loop_state,
        "phase": conduct.phase,
        "ended": ended.why if ended else None,
    }


@pytest.mark.parametrize("title", SITTINGS)
def test_a_sitting_goes_as_it_is_written_down(title: str) -> None:
    records = played(title).records[1:]
    for written, record in zip(SITTINGS[title], records, strict=True):
        came = outcome(record)
        assert {key: came[key] for key in written if key in came} == {
            key: written[key] for key in written if key in came
        }, record
        line = record.line.lower()
        assert [word for word in map(str, written.get("has", ())) if word.lower() not in line] == []
        assert [word for word in map(str, written.get("lacks", ())) if word.lower() in line] == []


# ── in all of them ────────────────────────────────────────────────────────────────────────────────


def test_the_offline_voice_never_breaks_a_rule() -> None:
    assert [
        (title, record.turn, rules_broken(record))
        for title, record in every_turn()
        if rules_broken(record)
    ] == []


def test_a_line_asks_one_thing_at_most() -> None:
    assert [
        record.line for _, record in every_turn() if sum(map(asks, sentences(record.line))) > 1
    ] == []


def test_no_question_is_asked_twice_in_a_memoir() -> None:
    for title in SITTINGS:
        questions = [plain(record.line) for record in played(title).records if "?" in record.line]
        assert len(questions) == len(set(questions)), title


def test_nothing_is_taken_up_twice_in_a_memoir() -> None:
    for title in SITTINGS:
        taken = [
            event.what for record in played(title).records for event in of_kind(record, TakenUp)
        ]
        assert len(taken) == len(set(taken)), title


def test_whenever_emotion_is_high_the_line_leaves_a_way_out() -> None:
    high = [
        record
        for _, record in every_turn()
        if record.decision and conducted_in(record).conduct.sideways
    ]
    going_on = [record for record in high if asked_in(record).purpose in ("ask", "consent")]
    words = ("leave", "something else", "lighter", "another time", "stop", "not for today")
    assert len(going_on) > 5
    assert [
        record.line for record in going_on if not any(word in record.line.lower() for word in words)
    ] == []


# ── refusing ──────────────────────────────────────────────────────────────────────────────────────


def test_what_was_refused_is_left_alone_until_the_teller_comes_back_to_it() -> None:
    sitting = played("refusing")
    (left,) = of_kind(sitting.records[4], ThreadLeftAlone)
    alone = [
        (thread := state.story.thread(left.id)) is not None and thread.left_alone
        for state in sitting.states
    ]
    assert alone == [False, False, False, False, True, True, True, False]


def test_a_refusal_goes_a_step_back_and_the_depth_budget_stays_used() -> None:
    refused = conducted_in(played("consenting").records[8]).conduct
    assert (refused.depth_before, refused.depth_after, refused.triggers) == (
        3,
        2,
        ("refusal_or_discomfort",),
    )
    assert refused.entry.escalations == 3


# ── stopping ──────────────────────────────────────────────────────────────────────────────────────


def test_after_a_hard_stop_nothing_is_asked_for_as_long_as_words_come() -> None:
    sitting = played("stopping")
    stopped = next(
        place for place, record in enumerate(sitting.records) if only(record, SittingEnded)
    )
    after = sitting.records[stopped:]
    assert len(after) > 1
    assert [
        record.line
        for record in after
        if any(map(asks, sentences(record.line))) or "?" in record.line
    ] == []
    assert {conducted_in(record).conduct.rule for record in after[1:]} == {"stopped"}
    assert len([record for record in after if only(record, SittingEnded)]) == 1


@pytest.mark.parametrize("title", ["distressed", "in_danger"])
def test_what_was_told_in_danger_is_read_into_nothing_and_out_of_the_book(title: str) -> None:
    sitting = played(title)
    first, *after = sitting.records[2:]
    assert [event.mark for event in of_kind(first, PassageMarked)] == ["sensitive"]
    assert all(event.aside for record in after for event in of_kind(record, PassageTold))
    assert sitting.states[-1].story == replace(
        sitting.states[1].story, marks=sitting.states[-1].story.marks
    )


def test_who_may_be_in_danger_is_told_where_help_is_in_their_country() -> None:
    """Who runs an interviewer may have words of their own for a country."""
    text = "Call the Harbour Line, day and night. We stop the interview here."
    own = artifacts().model_copy(
        update={
            "crisis": CrisisGuidance(
                kind="crisis_guidance",
                id="own",
                default="Please see a doctor.",
                countries={"NZ": text},
            )
        }
    )
    danger = "I don't want to live any more. I think about killing myself every night."
    for country, expected in (
        ("NZ", text),
        ("GB", "Samaritans: call 116 123."),
        ("IS", "Tell me which country you are in"),
        (None, "Tell me which country you are in"),
    ):
        engine = MemoirEngine(
            own,
            Teller(country=country),
            providers.embedder(),
            providers.syntax(),
            providers.readers(),
            providers.ear(),
        )
        record = hold(engine, danger)[-1].record
        assert expected in record.line


# ── consent ───────────────────────────────────────────────────────────────────────────────────────


def test_the_core_is_open_from_the_turn_in_which_the_teller_says_yes_to_the_turn_they_take_it_back() -> (
    None
):
    sitting = played("consenting")
    topic = conducted_in(sitting.records[6]).conduct.topic
    consent = [state.ledger.entry(topic).consent for state in sitting.states]
    assert consent == [None] * 6 + [6, 6, None, None]
    assert [state.ledger.level for state in sitting.states] == [0, 0, 1, 1, 2, 2, 3, 3, 2, 2]


def test_what_is_told_in_the_core_stays_out_of_the_book_by_default() -> None:
    marks = played("consenting").state.story.marks
    assert {turn: marks.get(turn) for turn in ("1", "6", "7", "9")} == {
        "1": None,
        "6": "sensitive",
        "7": "sensitive",
        "9": None,
    }


def test_leave_is_asked_for_once_in_a_sitting() -> None:
    sitting = played("declining")
    purposes = [asked_in(record).purpose for record in sitting.records]
    assert purposes.count("consent") == 1
    assert max(state.ledger.level for state in sitting.states) == 2


@pytest.mark.parametrize(
    "no",
    [
        "No.",
        "Not now.",
        "Another time.",
        "Let's leave it there.",
        "I'd rather not, if you don't mind.",
    ],
)
def test_a_no_to_that_is_no_wish_to_stop(no: str) -> None:
    passages = [turn["said"] for turn in SITTINGS["declining"][:5]]
    record = told(*passages, no, heard={no: doing("denial")}).records[-1]
    assert outcome(record) | {
        "persona": "SAFETY_FALLBACK",
        "action": "deescalate",
        "ended": None,
    } == outcome(record)


def test_a_no_that_asks_to_stop_stops() -> None:
    passages = [turn["said"] for turn in SITTINGS["declining"][:5]]
    no = "No, please, I want to stop for today."
    assert only(told(*passages, no, heard={no: doing("stop")}).records[-1], SittingEnded)


# ── what does not go together, and what is put right ──────────────────────────────────────────────


def test_a_contradiction_is_asked_about_once_and_then_both_stand() -> None:
    sitting = played("contradicting")
    assert only(sitting.records[4], ConflictFound)
    assert (
        sum(
            conducted_in(record).conduct.persona == "LOGIC_CLARIFY"
            for record in sitting.records[1:]
        )
        == 1
    )
    wedding = [
        kept
        for kept in sitting.state.story.claims.values()
        if kept.claim.predicate.startswith("marr")
    ]
    assert {kept.superseded_by for kept in wedding} == {None}


def test_a_grief_with_no_clash_in_it_is_not_cross_examined() -> None:
    grieving = told(
        "I sat with my brother every night when he was ill.",
        "When he died I felt so guilty, so ashamed. I had gone out that evening, and I have never forgiven myself for it.",
    )
    assert conducted_in(grieving.records[-1]).conduct.persona != "LOGIC_CLARIFY"


def test_a_correction_supersedes_and_erases_nothing() -> None:
    sitting = played("correcting")
    claims = sitting.state.story.claims
    found = of_kind(sitting.records[3], ClaimSuperseded)
    # what was said first, and what was said again to put it right
    assert [claims[superseded.id].turn for superseded in found] == [3, 2]
    for superseded in found:
        was, now = claims[superseded.id], claims[superseded.by]
        assert was.superseded_by == now.id
        assert (was.claim.value, now.claim.value) == ((1962, 1962), (1963, 1963))


def test_what_is_not_for_the_book_is_on_record_as_a_wish() -> None:
    story = played("off_the_record").state.story
    assert [wish.turn for wish in story.wishes] == [4]
    assert story.private == {3, 4}


# ── again, weeks later ────────────────────────────────────────────────────────────────────────────


def test_a_later_sitting_begins_with_what_was_told_and_nothing_else() -> None:
    sitting = played("coming_back")
    recap, told_before = sitting.records[7], sitting.states[6]
    quoted = [quote.span.text for quote in asked_in(recap).about]
    said = " ".join(record.heard.text for record in sitting.records[1:7])
    assert quoted
    assert all(text in said for text in quoted)
    assert told_before.ended == "farewell"
    assert sitting.states[7].ended is None


def test_depth_and_consent_begin_anew_with_a_sitting_and_the_story_does_not() -> None:
    before, after = played("coming_back").states[6:8]
    assert (after.sitting, after.told, after.ledger.level, after.consent_asked) == (2, 0, 0, ())
    assert after.story == before.story


def test_a_sitting_that_was_left_is_over_when_a_new_one_begins() -> None:
    sitting = played("left")
    assert [state.sitting for state in sitting.states] == [1, 1, 1, 2, 2, 3]
    assert [state.ended for state in sitting.states] == [None] * 6


def test_who_tells_on_days_later_is_in_a_new_sitting_too() -> None:
    sitting = played("left")
    record = sitting.records[5]
    assert only(record, SittingBegan) == SittingBegan(3, record.heard.at)
    assert sitting.state.told == 1
