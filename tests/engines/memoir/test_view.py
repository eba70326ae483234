"""What a page shows of a memoir, from sittings that were played."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engines.memoir.sittings import SITTINGS, Sitting, played, told

from dramaturg.engines.memoir import view as memoir
from dramaturg.engines.memoir import why as memoir_why
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.signals import VOCABULARY
from dramaturg.engines.memoir.book.draft import BookOptions
from dramaturg.engines.memoir.book.passages import book_source
from dramaturg.engines.memoir.book.view import book_shown, passages_shown
from dramaturg.engines.memoir.forget.forget import forget
from dramaturg.engines.memoir.read.ways import WAYS
from dramaturg.engines.memoir.view import TAKEN_OUT, MemoirScene
from dramaturg.engines.memoir.why import MEANINGS, MemoirWhy
from dramaturg.turn.care import CALM

pytestmark = pytest.mark.slow

CONSENT = [turn["said"] for turn in SITTINGS["consenting"]][:5]


def scene_after(sitting: Sitting, turn: int = -1) -> MemoirScene:
    return memoir.scene(sitting.engine, sitting.states[turn])


def why_of(sitting: Sitting, turn: int) -> MemoirWhy:
    return memoir_why.why(
        sitting.engine, sitting.states[turn - 1], sitting.states[turn], sitting.records[turn]
    )


# ── the scene ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("title", "turn", "shown"),
    [
        (
            "generous",
            5,
            {
                "ended": "",
                "sitting": 1,
                "told": 5,
                "phase": "narrative",
                "care": CALM,
                "consent_about": "",
            },
        ),
        (
            "consenting",
            5,
            {
                "purpose": "consent",
                "consent_about": "Peter",
                "depth": 2,
                "depth_name": "reflection",
            },
        ),
        (
            "consenting",
            6,
            {"purpose": "ask", "consent_about": "", "depth": 3, "depth_name": "sensitive core"},
        ),
        ("stopping", 2, {"ended": "stopped", "purpose": "stop", "care": CALM}),
        ("distressed", 2, {"ended": "", "purpose": "care"}),
        ("tired", 3, {"ended": "said goodbye"}),
        ("coming_back", -1, {"sitting": 2}),
    ],
)
def test_a_scene_tells_how_the_sitting_stands(title: str, turn: int, shown: dict[str, Any]) -> None:
    scene = scene_after(played(title), turn)
    assert {name: getattr(scene, name) for name in shown} == shown


def test_somebody_in_danger_is_shown_how_care_for_them_stands() -> None:
    assert scene_after(played("in_danger"), 1).care == CALM
    shown = scene_after(played("in_danger"), 2)
    assert (shown.care.stage, shown.care.danger, shown.ended) == ("stopped", "self_harm", "")


def test_a_scene_has_the_story_so_far() -> None:
    scene = scene_after(played("generous"))
    assert {"Achiel", "your grandmother"} <= {person.name for person in scene.people}
    assert {"Ghent", "Bruges"} <= {place.name for place in scene.places}
    assert sorted(turn for topic in scene.topics for turn in topic.turns) == [1, 2, 3, 4, 5]


def test_a_step_sideways_is_shown_where_the_line_offered_one() -> None:
    sitting = played("consenting")
    offered = [
        any(cue.command == "StepSidewaysOffered" for cue in record.settlement.cues)
        for record in sitting.records
    ]
    asks = [memoir.scene(sitting.engine, state).purpose == "ask" for state in sitting.states]
    shown = [memoir.scene(sitting.engine, state).sideways for state in sitting.states]
    assert any(shown)
    assert shown == [offer and ask for offer, ask in zip(offered, asks, strict=True)]


def test_a_topic_that_was_refused_is_shown_as_left_alone() -> None:
    assert [topic.title for topic in scene_after(played("refusing"), 4).topics if topic.left_alone]


@pytest.mark.parametrize(
    ("way", "consent", "purpose"),
    [
        ("consent", True, "ask"),
        ("not_now", False, "ask"),
        ("never", False, "ask"),
        ("lighter", False, "ask"),
        ("skip", False, "ask"),
    ],
)
def test_what_a_button_says_is_understood(way: str, consent: bool, purpose: str) -> None:
    state = told(*CONSENT, getattr(WAYS, way)).state
    assert state.signals is not None
    assert (state.signals.consent, state.purpose) == (consent, purpose)
    assert (state.ledger.level == 3) is consent


def test_stop_for_today_stops() -> None:
    assert told(CONSENT[0], WAYS.stop).state.ended == "stop_requested"


# ── what was said ─────────────────────────────────────────────────────────────────────────────────


def test_what_was_removed_is_shown_as_removed_and_no_word_of_it() -> None:
    sitting = told(
        "I grew up in Leeds.", "My uncle Zebedee sold buttons.", teller=Teller(name="Ida")
    )
    left = forget(sitting.records, {2}, sitting.engine.tools.embedder)
    lines = [
        line for record in left for line in memoir.spoken(sitting.engine, sitting.state, record)
    ]
    assert [(line.turn, line.by, line.removed) for line in lines] == [
        (0, "program", False),
        (1, "person", False),
        (1, "program", False),
        (2, "person", True),
    ]
    assert lines[-1].text == TAKEN_OUT
    assert {line.name for line in lines} == {"Ida", "Interviewer"}


# ── why ───────────────────────────────────────────────────────────────────────────────────────────


def test_every_route_is_shown_and_the_first_that_held_won() -> None:
    for title, turn in (("generous", 2), ("refusing", 4), ("consenting", 4)):
        routes = why_of(played(title), turn).routes
        won = [route.won for route in routes]
        assert won.count(True) == 1, title
        assert won == [
            route.held and not any(before.held for before in routes[:place])
            for place, route in enumerate(routes)
        ]


def test_depth_is_told_with_its_reason_and_what_held_it_back() -> None:
    why = why_of(played("refusing"), 4)
    assert (why.depth_before, why.depth_after) == (0, 0)
    assert any(held.startswith("refusal: the teller refused") for held in why.held_back)
    assert why.safety == "stepped back, because of refusal or discomfort"
    deeper = why_of(played("consenting"), 6)
    assert (deeper.depth_before_name, deeper.depth_after_name) == ("reflection", "sensitive core")
    assert not deeper.held_back


def test_every_signal_has_a_meaning() -> None:
    assert set(MEANINGS) == set(VOCABULARY) == set(played("generous").records[1].percept.facts)


def test_a_turn_in_which_nothing_was_told_has_a_purpose_and_no_route() -> None:
    why = why_of(played("generous"), 0)
    assert (why.conducted, why.purpose, why.routes) == (False, "to open the memoir", ())


# ── the book ──────────────────────────────────────────────────────────────────────────────────────


def test_every_told_sentence_of_the_book_leads_to_a_passage_that_has_its_words() -> None:
    sitting = played("generous")
    memoir_told = book_source(sitting.records, sitting.state)
    passages = {passage.turn: passage.text for passage in passages_shown(memoir_told)}
    book = book_shown(memoir_told, BookOptions())
    paragraphs = [
        each
        for chapter in book.chapters
        for section in chapter.sections
        for each in section.paragraphs
    ]
    sentences = [
        sentence for paragraph in paragraphs for sentence in paragraph.sentences if sentence.told
    ]
    assert len(sentences) >= 5
    for sentence in sentences:
        (turn,) = sentence.turns
        assert sentence.text.split()[-1].strip(".") in passages[turn]


def test_passages_say_why_they_stay_out_of_the_book() -> None:
    sitting = played("refusing")
    withheld = {
        each.turn: each.withheld
        for each in passages_shown(book_source(sitting.records, sitting.state))
    }
    assert withheld[4] == "left out: you did not want to go on with it"
    assert withheld[1] == ""
