"""The whole engine, turn by turn: how interviews go on and end, what every record holds, and what a
model has to do with it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import groupby, pairwise

import pytest
from tests.engines.interviews.interview_setup import (
    LIBRARY,
    Played,
    asked_about,
    directive_of,
    engine,
    found,
    fresh_engine,
    go_on,
    hearing,
    hold,
    key_of,
    model,
    read_in,
)
from tests.support.ears import doing
from tests.support.hostile_models import HostileServer

from dramaturg.engines.interviews.base.directive import InterviewDirective
from dramaturg.engines.interviews.base.methodology import Methodology
from dramaturg.engines.interviews.base.state import Asked, Ended, Extracted
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.perceive import STEERING
from dramaturg.engines.interviews.report.turn_result import stage_outputs, turn_result
from dramaturg.kernel.errors import BadInput, LLMTimeoutError
from dramaturg.language.provider import Patience, ProviderVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.engine import fold
from dramaturg.turn.hearing import Hearing
from dramaturg.turn.loop import play_opening, play_turn

ANSWERS = (
    "I like oat milk because it froths well. It also costs less money. It keeps the foam all morning.",
    "It makes me feel calm before work.",
    "When I am calm I am kinder to my children.",
    "Being a good father is what matters most to me.",
    "I buy it on Saturdays because the market is open.",
    "My sister showed it to me.",
    "It tastes of biscuits.",
    "The carton is easy to carry.",
    "My colleagues laugh about it.",
    "I would miss the sweetness.",
    "The other one curdles in hot coffee.",
    "It lasts for weeks in the cupboard, so I never run out.",
)
STAGES = (
    "ContextLoading",
    "UtteranceSaving",
    "SRLPreprocessing",
    "Extraction",
    "GraphUpdate",
    "SlotDiscovery",
    "StateComputation",
    "StrategySelection",
    "Continuation",
    "QuestionGeneration",
    "ResponseSaving",
    "ScoringPersistence",
)


@pytest.fixture(scope="module")
def held() -> list[Played]:
    """A whole interview of seven turns."""
    return hold(hearing({}, fresh_engine(max_turns=7)), *ANSWERS)


def directives(held: list[Played]) -> list[InterviewDirective]:
    return [directive_of(played.record) for played in held[1:]]


# ── how it ends ───────────────────────────────────────────────────────────────────────────────────


def test_the_last_turn_asks_nothing_and_the_one_before_it_asks_for_a_last_word(
    held: list[Played],
) -> None:
    purposes = [directive.purpose for directive in directives(held)]
    assert purposes == ["ask"] * 5 + ["close", "thank"]
    assert held[-2].record.line.endswith("?")
    assert "?" not in held[-1].record.line
    assert (held[-1].state.ended, held[-1].state.termination) == (True, "max_turns_reached")
    assert [cue.command for cue in held[-1].record.settlement.cues] == ["InterviewEnded"]


def test_the_answer_to_the_last_question_is_in_the_graph(held: list[Played]) -> None:
    assert len(held[-1].state.graph.concepts) > len(held[-2].state.graph.concepts)


def test_nothing_is_heard_after_the_end(held: list[Played]) -> None:
    with pytest.raises(BadInput, match="has ended"):
        go_on(engine(max_turns=7), held[-1].state, "One more thing.")


def with_weights(change: Callable[[str, str], dict[str, float]], **limits: int) -> InterviewEngine:
    """Means-end with something added to the weights of each strategy, by its name and what it is
    about, and no conditions.
    """
    plain = engine()
    named = [
        each.model_copy(
            update={
                "signal_weights": {**each.signal_weights, **change(each.name, each.about)},
                "valid_when": "",
            }
        )
        for each in plain.methodology.strategies
    ]
    changed = {
        "strategies": tuple(named),
        "limits": plain.methodology.limits.model_copy(update=limits),
    }
    method = plain.methodology.model_copy(update=changed)
    return InterviewEngine(
        method,
        plain.subject,
        None,
        plain.tools.embedder,
        plain.tools.syntax,
        plain.tools.readers,
        plain.tools.ear,
        20,
    )


@pytest.mark.slow
def test_a_closing_strategy_asks_its_question_hears_the_answer_and_thanks() -> None:
    closing = with_weights(
        lambda name, _: {"meta.interview.phase.late": 20.0} if name == "close" else {}
    )
    held = hold(
        closing,
        *ANSWERS,
        "And the sea, it reminds me of the sea at my grandmother's.",
        "Never heard.",
    )
    assert [directive.purpose for directive in directives(held)] == ["ask"] * 11 + [
        "close",
        "thank",
    ]
    last = held[-1]
    assert last.record.heard.text.startswith("And the sea")
    assert len(last.state.graph.concepts) > len(held[-2].state.graph.concepts)
    assert last.state.termination == "close_strategy"
    assert [type(event) for event in last.record.settlement.events][-2:] == [Asked, Ended]


STOPS = ("I have to stop here, I'd like to end the interview now.", "Stop.")
"""Which are promises: they hold whatever the ear makes of them."""


@pytest.mark.parametrize("text", STOPS)
def test_who_wants_to_stop_is_thanked_and_asked_nothing_more(text: str) -> None:
    last = hold(engine(), ANSWERS[0], text)[-1]
    assert (directive_of(last.record).purpose, last.state.termination, last.state.ended) == (
        "thank",
        "user_stop",
        True,
    )
    assert "?" not in last.record.line


GOES_ON = (
    "My brother used to drink six coffees a day, and one day he just stopped, and since then he has only had oat milk, "
    "no coffee at all, and he sleeps much better.",
    "I stopped drinking cow's milk last year.",
    "My bus stops right in front of the shop.",
    "Let's not go there, please.",
    "Can we move on?",
)


@pytest.mark.parametrize("text", GOES_ON)
def test_a_story_in_which_somebody_stops_or_a_wish_to_move_on_does_not_end_it(text: str) -> None:
    last = hold(engine(), ANSWERS[0], text)[-1]
    assert not last.state.ended


def test_somebody_in_danger_is_cared_for_and_asked_nothing_more() -> None:
    last = hold(engine(), ANSWERS[0], "Honestly I want to kill myself, I can't go on any more.")[-1]
    assert (last.record.decision, last.state.termination, last.state.ended) == (
        None,
        "safety_stop",
        True,
    )
    assert "I have stopped my questions." in last.record.line
    assert "?" not in last.record.line
    assert "Tell me which country you are in" in last.record.line


def test_a_suspicion_does_not_end_it_and_is_not_gone_into() -> None:
    text = "I wish I could just disappear sometimes."
    on = hearing({text: Hearing(danger="self_harm", care="check")})
    held = hold(on, ANSWERS[0], text, "Yes, I'm fine.", *ANSWERS[1:8])
    asked, fine, *later = held[2:]
    assert (asked.state.care.stage, fine.state.care.stage) == ("checking", "calm")
    assert "Are you safe right now" in asked.record.line
    focus = held[1].state.tracker.previous_focus
    assert focus
    assert all(directive_of(played.record).focus != focus for played in later)
    assert not any("disappear" in played.record.line.casefold() for played in later)


# ── what is left alone ────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("method", ["means_end_chain", "jobs_to_be_done", "five_whys"])
def test_what_was_refused_is_not_asked_about_for_the_rest_of_the_interview(method: str) -> None:
    text = "I'd rather not talk about money."
    on = hearing({text: doing("refusal", refused="money", at=26)}, fresh_engine(method))
    first = hold(on, ANSWERS[0])[-1].state
    refused = go_on(on, first, text)
    spared = set(read_in(refused.record).spared)
    assert spared >= {
        refused.state.key_of(each.id)
        for each in first.graph.concepts.values()
        if "money" in each.label
    }
    played = [refused]
    for text in ANSWERS[1:10]:
        played.append(go_on(on, played[-1].state, text))
    for each in played:
        directive = directive_of(each.record)
        named = {
            each.state.key_of(concept)
            for concept in (directive.concept, *directive.others)
            if concept
        }
        assert not named & spared
        assert "money" not in each.record.line.casefold()


STALLS = (
    "I don't know.",
    "Not sure.",
    "Hm, I couldn't say.",
    "No idea, really.",
    "I don't know, it's fine.",
)


def test_a_concept_that_brings_nothing_is_left_and_returned_to_when_it_has_rested() -> None:
    """Of an interviewer who clings to what was asked about last, so that all that moves on is
    exhaustion.
    """
    clinging = with_weights(
        lambda _, about: (
            {"graph.node.is_current_focus.true": 15.0, "graph.node.recency_score": 5.0}
            if about == "focus"
            else {}
        ),
        shallow_turns=20,
        min_turns=20,
    )
    clinging = hearing({}, clinging)
    state = asked_about(hold(clinging, ANSWERS[0])[-1].state, "keeps the foam")
    foam, played = key_of(state, "keeps the foam"), list[Played]()
    for number in range(12):
        played.append(go_on(clinging, played[-1].state if played else state, STALLS[number % 5]))
    focuses = [directive_of(each.record).focus for each in played]
    exhausted = next(
        at for at, each in enumerate(played) if foam in directive_of(each.record).exhausted
    )
    rested = next(at for at, each in enumerate(played) if foam in directive_of(each.record).rested)
    assert foam not in focuses[exhausted:rested]
    assert rested - exhausted == 4
    assert all(len(list(same)) <= 3 for focus, same in groupby(focuses) if focus)


def test_fruitless_talk_ends_with_a_last_question() -> None:
    held = hold(hearing({}), ANSWERS[0], *STALLS, *STALLS, *STALLS)
    last = directives(held)[-2:]
    assert [directive.purpose for directive in last] == ["close", "thank"]
    assert {directive.termination for directive in last} == {"quality_degraded"}
    assert 7 <= held[-1].state.turn <= 9


# ── what a record holds ───────────────────────────────────────────────────────────────────────────


def test_every_stage_of_every_turn_is_timed_and_has_an_output(held: list[Played]) -> None:
    for played in held[1:]:
        assert set(STAGES) <= played.timings.keys()
        assert tuple(stage_outputs(played.record)) == STAGES


def test_stages_are_parts_of_steps(held: list[Played]) -> None:
    for played in held[1:]:
        result = turn_result(played.record, played.timings)
        assert sum(result.stage_timings.values()) * 1000 <= result.latency_ms + 1


def test_the_result_of_a_turn_tells_the_score_of_what_was_chosen(held: list[Played]) -> None:
    about_the_subject = hold(hearing({}), "Foam.", "I don't know.", "I don't know.")
    assert any(not directive.focus for directive in directives(about_the_subject))
    for played in (*held[1:-2], *about_the_subject[1:]):
        result = turn_result(played.record, played.timings)
        assert result.strategy_alternatives
        assert result.scoring["score"] == result.strategy_alternatives[0].score


def test_the_state_is_what_the_events_of_all_records_come_to(held: list[Played]) -> None:
    on = engine(max_turns=7)
    events = [event for played in held for event in played.record.events]
    assert fold(on.apply, events, on.start()) == held[-1].state


def test_records_and_states_come_back_from_json_as_they_were(held: list[Played]) -> None:
    codec = InterviewEngine.codec
    for played in held:
        assert codec.record(codec.record_json(played.record)) == played.record
        assert codec.state(codec.state_json(played.state)) == played.state


def test_deciding_checking_and_settling_again_from_the_record_gives_the_same(
    held: list[Played],
) -> None:
    on = engine(max_turns=7)
    for before, played in pairwise(held):
        record = played.record
        assert record.draft
        seen = fold(on.apply, record.percept.events, before.state)
        decision = on.decide(seen, record.percept)
        verdict = on.check(seen, decision, record.draft)
        assert (decision, verdict) == (record.decision, record.verdict)
        assert on.settle(seen, record.percept, decision, record.draft, verdict) == record.settlement


# ── with a model ──────────────────────────────────────────────────────────────────────────────────

TEXT = "It is creamy, so I feel calm."
TAKEN = found(
    ("creamy texture", "attribute", "creamy", "mouthfeel"),
    ("feeling calm", "psychosocial_consequence", "I feel calm", "calm"),
    edges=(("creamy texture", "feeling calm", "leads_to", "creamy, so I feel calm"),),
)
QUESTION = "What does that calm do for the rest of your day?"
LEADING = "Don't you think that being calm makes you a better father?"


RATED = json.dumps(
    {
        name: {"why": "as said", "score": 1 if name in ("refusal", "distress", "self_harm") else 3}
        for name in STEERING
    }
)


def exchanged(played: Played) -> list[tuple[str, str]]:
    return [
        (exchange.ask.rpartition(".")[2], exchange.role) for exchange in played.record.exchanges
    ]


def test_all_that_is_heard_of_an_answer_is_one_exchange_and_the_question_another() -> None:
    voice = model(extraction=TAKEN, signals=RATED, question=QUESTION)
    played = hold(engine(), TEXT, voice=voice)[-1]
    assert exchanged(played) == [("answer", "extract"), ("question", "speak")]
    assert played.record.line == QUESTION
    assert {slot.name for slot in played.state.graph.slots.values()} == {"mouthfeel", "calm"}
    assert [concept.label for _, concept in sorted(played.state.graph.concepts.items())] == [
        "creamy texture",
        "feeling calm",
    ]
    read = read_in(played.record)
    assert (read.source, read.depth) == ("model", "moderate")
    assert set(read.rationales.values()) >= {"as said"}


def test_what_the_ear_read_and_what_the_model_did_are_both_on_record() -> None:
    voice = model(extraction=TAKEN, signals=RATED, question=QUESTION)
    both = hold(engine(), TEXT, voice=voice)[-1].record.percept.both
    assert set(both) == set(STEERING)
    assert both["refusal"][1] == 0.0
    assert not hold(engine(), TEXT)[-1].record.percept.both


def test_a_part_of_the_answer_that_cannot_be_read_costs_the_other_nothing() -> None:
    played = hold(engine(), TEXT, voice=model(extraction='{"concepts": 3}', signals=RATED))[-1]
    (taken,) = (event for event in played.record.percept.events if isinstance(event, Extracted))
    assert taken.source == "offline"
    assert taken.extraction.concepts
    assert read_in(played.record).source == "retry"


def test_a_model_is_asked_only_for_what_steers_something() -> None:
    """Each is weighed by a strategy that ships, or care is taken by it."""
    methods = [fresh_engine(entry.id).methodology for entry in LIBRARY.entries("methodology")]
    weighed = {
        key.split(".")[1].removeprefix("response_")
        for method in methods
        for strategy in method.strategies
        for key in strategy.signal_weights
        if key.startswith("llm.")
    }
    assert set(STEERING) - weighed == {"distress", "self_harm"}


def test_a_leading_question_is_asked_for_once_more_with_the_rule_named_then_a_template_is_used() -> (
    None
):
    voice = model(question=LEADING)
    played = hold(engine(), TEXT, voice=voice)[-1]
    asks = [exchange for exchange in played.record.exchanges if exchange.role == "speak"]
    assert [exchange.reply for exchange in asks] == [LEADING, LEADING]
    first, second = (
        prompt.user
        for prompt in voice.heard
        if prompt.role == "speak" and prompt.ask.endswith("question")
    )
    assert asks[0].fault
    assert asks[0].fault in second
    assert asks[0].fault not in first
    assert played.record.draft
    assert (played.record.draft.source, bool(played.record.draft.report.template)) == (
        "offline",
        True,
    )
    assert played.record.line != LEADING


def test_a_better_second_question_is_taken() -> None:
    played = hold(
        engine(),
        TEXT,
        voice=model(question=lambda prompt: QUESTION if "COULD NOT" in prompt.user else LEADING),
    )[-1]
    assert played.record.draft
    assert (played.record.line, played.record.draft.source) == (QUESTION, "retry")


def test_a_model_that_fails_is_replaced_by_the_offline_reader_and_the_record_says_so() -> None:
    late = LLMTimeoutError("30 seconds are over")
    broken = hold(
        engine(), TEXT, voice=model(extraction=late, signals=late, question=late, opening=late)
    )[-1]
    offline = hold(engine(), TEXT)[-1]
    failures = {exchange.failure for exchange in broken.record.exchanges}
    assert failures == {"LLMTimeoutError: 30 seconds are over"}
    (taken,) = (event for event in broken.record.percept.events if isinstance(event, Extracted))
    assert (taken.source, read_in(broken.record).source) == ("offline", "offline")
    assert broken.record.draft
    assert broken.record.draft.source == "offline"
    assert broken.record.line == offline.record.line
    assert broken.state == offline.state


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["empty", "whitespace", "broken_json", "partial_json"])
async def test_a_hostile_model_server_does_not_break_the_interview(mode: str) -> None:
    async with HostileServer(mode) as server:
        voice = ProviderVoice(
            "compatible:any", base_url=server.base_url, api_key=None, patience=Patience()
        )
        on = engine()
        opened = await play_opening(on, Heard(), voice, lambda: 0.0)
        played = await play_turn(on, opened.state, 1, Heard(TEXT), voice, lambda: 0.0)
    assert server.requests
    assert directive_of(played.record).purpose == "ask"
    (taken,) = (event for event in played.record.percept.events if isinstance(event, Extracted))
    assert taken.source == "offline"
    assert played.record.line.endswith(("?", "."))


# ── the library ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("method", [entry.id for entry in LIBRARY.entries("methodology")])
def test_every_methodology_holds_an_interview_and_says_no_word_of_its_jargon(method: str) -> None:
    on = fresh_engine(method, max_turns=8)
    played = hold(on, *ANSWERS)
    assert isinstance(on.methodology, Methodology)
    assert played[-1].state.termination == "max_turns_reached"
    lines = [each.record.line for each in played]
    assert len(set(lines)) == len(lines)
    assert not [
        line
        for line in lines
        for word in on.methodology.jargon
        if f" {word} " in f" {line.casefold()} "
    ]
