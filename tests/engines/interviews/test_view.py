"""What a page shows of an interview: how far along it is, why a question was asked, and the graph
after any turn.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import fsum

import pytest
from tests.engines.interviews.interview_setup import Played, fresh_engine, hearing, hold
from tests.engines.interviews.test_engine import ANSWERS
from tests.support.ears import doing

from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.knowledge_view import knowledge
from dramaturg.engines.interviews.view import InterviewWhy, scene, why

REFUSAL = "I would rather not say."
STOP = "I would like to stop the interview here, please."
TOLD = (*ANSWERS[:3], REFUSAL, *ANSWERS[3:5], STOP)


@cache
def told(guide: str | None = None) -> tuple[InterviewEngine, list[Played]]:
    on = hearing({REFUSAL: doing("refusal"), STOP: doing("stop")}, fresh_engine(guide=guide))
    return on, hold(on, *TOLD)


def why_of(turn: int) -> InterviewWhy:
    on, played = told()
    return why(on, played[turn - 1].state, played[turn].state, played[turn].record)


def asked_about_a_concept() -> list[int]:
    _, played = told()
    return [
        turn
        for turn, each in enumerate(played)
        if each.record.decision and each.record.decision.directive.focus
    ]


def test_the_scene_says_how_far_along_it_is_and_why_it_ended() -> None:
    on, played = told()
    first, last = scene(on, played[1].state), scene(on, played[-1].state)
    assert (first.title, first.answers, first.most, first.phase, first.ended) == (
        "oat milk in coffee",
        1,
        20,
        "early",
        "",
    )
    assert (last.ended, last.ending) == ("stopped", "The respondent wanted to stop.")


def test_the_opening_question_has_no_reasons() -> None:
    on, played = told()
    assert why(on, on.start(), played[0].state, played[0].record) == InterviewWhy()


@pytest.mark.parametrize("turn", [1, 2, 3, 5])
def test_all_pairs_are_told_and_those_of_the_record_among_them(turn: int) -> None:
    told_why, (_, played) = why_of(turn), told()
    decision = played[turn].record.decision
    assert decision
    kept = decision.directive.alternatives
    assert told_why.complete
    assert len(told_why.pairs) >= len(kept)
    assert {round(pair.score, 9) for pair in kept} <= {
        round(pair.score, 9) for pair in told_why.pairs
    }


def test_more_pairs_are_told_than_a_record_keeps() -> None:
    _, played = told()
    decision = played[5].record.decision
    assert decision and len(why_of(5).pairs) > len(decision.directive.alternatives)


@pytest.mark.parametrize("turn", [1, 2, 5])
def test_a_score_is_the_sum_of_its_parts_times_the_multiplier_plus_the_bonus(turn: int) -> None:
    for pair in why_of(turn).pairs:
        assert pair.score == pytest.approx(
            fsum(part.amount for part in pair.parts) * pair.multiplier + pair.bonus
        )


def test_the_chosen_pair_is_the_best_and_says_how_far_it_is_ahead() -> None:
    told_why = why_of(asked_about_a_concept()[0])
    best, others = told_why.pairs[0], told_why.pairs[1:]
    assert best.chosen and not any(pair.chosen for pair in others)
    assert (best.title, best.about) == (told_why.strategy, told_why.about)
    assert told_why.ahead == best.score - max(
        pair.score for pair in others if pair.strategy != best.strategy
    )


def test_every_part_has_a_meaning_in_words() -> None:
    told_why = why_of(2)
    keys = {part.key for pair in told_why.pairs for part in pair.parts}
    assert keys <= set(told_why.meanings)
    assert all(" " in meaning for meaning in told_why.meanings.values())


def test_what_was_taken_from_the_answer_stands_on_its_words() -> None:
    told_why = why_of(2)
    quotes = [*(each.quote for each in told_why.found), *(each.quote for each in told_why.linked)]
    assert quotes
    assert all(quote in TOLD[1] for quote in quotes)


def test_a_refusal_is_told_with_what_is_left_alone() -> None:
    _, played = told()
    told_why = why_of(4)
    assert told_why.refusal
    focus = played[3].state.tracker.previous_focus
    assert told_why.spared == ((played[4].state.tracker.states[focus].label,) if focus else ())


def test_pairs_of_another_version_of_the_methodology_are_those_that_the_record_kept() -> None:
    on, played = told()
    record = played[5].record
    assert record.decision
    directive = record.decision.directive
    other = tuple(replace(pair, score=pair.score + 1) for pair in directive.alternatives)
    changed = replace(
        record, decision=replace(record.decision, directive=replace(directive, alternatives=other))
    )
    told_why = why(on, played[4].state, played[5].state, changed)
    assert not told_why.complete
    assert [pair.score for pair in told_why.pairs] == [pair.score for pair in other]


# ── the graph ─────────────────────────────────────────────────────────────────────────────────────


def test_the_graph_can_be_seen_after_any_turn() -> None:
    on, played = told()
    records = [each.record for each in played]
    for turn, each in enumerate(played):
        seen = knowledge(on, records, turn)
        assert (seen.turn, seen.last) == (turn, len(played) - 1)
        assert [concept.id for concept in seen.concepts] == [
            f"c{number + 1}" for number in range(len(each.state.graph.concepts))
        ]
        assert len(seen.links) == len(each.state.graph.edges)
        assert len(seen.slots) == len(each.state.graph.slots)


def test_every_concept_and_link_has_the_words_it_stands_on_with_their_turn() -> None:
    on, played = told()
    seen = knowledge(on, [each.record for each in played])
    for quotes in (
        *(concept.quotes for concept in seen.concepts),
        *(link.quotes for link in seen.links),
    ):
        assert quotes
        for quote in quotes:
            assert TOLD[quote.turn - 1][quote.start : quote.end] == quote.text


def test_links_between_slots_are_supported_by_links_between_their_concepts() -> None:
    on, played = told()
    seen = knowledge(on, [each.record for each in played])
    slots = {concept.id: concept.slot for concept in seen.concepts}
    links = {link.id: link for link in seen.links}
    assert seen.slot_links
    for each in seen.slot_links:
        assert each.support == len(each.links)
        assert {(slots[links[id].source], slots[links[id].target]) for id in each.links} == {
            (each.source, each.target)
        }


def test_the_focus_is_what_the_last_question_was_about() -> None:
    on, played = told()
    turn = asked_about_a_concept()[0]
    decision = played[turn].record.decision
    assert decision
    assert knowledge(on, [each.record for each in played], turn).focus == decision.directive.concept


def test_the_guide_is_told_with_what_came_up() -> None:
    on, played = told("oat_milk_guide")
    records = [each.record for each in played]
    before, after = knowledge(on, records, 0).topics, knowledge(on, records).topics
    assert on.guide
    assert [topic.title for topic in after] == [topic.title for topic in on.guide.topics]
    assert not any(topic.covered for topic in before)
    assert (
        sum(topic.turns for topic in after if topic.covered)
        == sum(played[-1].state.topic_turns.values())
        > 0
    )
