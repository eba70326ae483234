"""The state of an interview: it comes back from JSON as it was, and grows on as if it had never
been away.
"""

from __future__ import annotations

from hypothesis import given, settings
from pydantic import TypeAdapter
from tests.engines.interviews.random_graphs import (
    QUOTE,
    Step,
    events_of,
    grown,
    histories,
    vector_of,
)

from dramaturg.engines.interviews.base.extraction import ExtractedConcept, Extraction
from dramaturg.engines.interviews.base.state import (
    Answered,
    Asked,
    ConceptAdded,
    ConceptMapped,
    EdgeLeftOut,
    Ended,
    Exhausted,
    Extracted,
    InterviewEvent,
    InterviewLine,
    InterviewState,
    Measured,
    Rested,
    SignalsRead,
    SlotAdded,
    StructureRead,
    Velocity,
    apply,
)
from dramaturg.turn.engine import fold

STATE = TypeAdapter(InterviewState)
EVENT: TypeAdapter[InterviewEvent] = TypeAdapter(InterviewEvent)
CALM = ConceptAdded(
    "c1", "inner calm", "value", QUOTE, ("value inner calm",), vector_of(1), 3, True
)
A_TURN: tuple[InterviewEvent, ...] = (
    Answered(1, "u1", "It calms me."),
    StructureRead(("because: a leads to b",), ("calm: subj=it",)),
    Extracted(Extraction((ExtractedConcept("inner calm", "value", QUOTE),)), "offline"),
    CALM,
    EdgeLeftOut("inner calm", "tea", "leads_to", "nobody knows a concept called 'tea'"),
    SlotAdded("s1", "inner calm", "value", ("value inner calm",), vector_of(1)),
    ConceptMapped("c1", "s1", "new", 1.0, 2),
    SignalsRead("moderate", "offline", news=True, points=("taste.first",)),
    Measured(Velocity(1.0, 1.0, 1), 1),
    Asked("What does that give you?", "ask", "ladder_up", "s1", "c1"),
    Exhausted("s1"),
    Rested("s1"),
)


def back(state: InterviewState) -> InterviewState:
    return STATE.validate_json(STATE.dump_json(state))


@given(histories)
@settings(max_examples=80)
def test_a_state_comes_back_from_json_as_it_was(history: list[Step]) -> None:
    state = grown(events_of(history))
    assert back(state) == state
    assert STATE.dump_json(back(state)) == STATE.dump_json(state)


@given(histories, histories)
@settings(max_examples=80)
def test_a_state_from_json_grows_on_as_if_it_had_never_been_away(
    history: list[Step], more: list[Step]
) -> None:
    events = list(events_of([*history, *more]))
    half = len(list(events_of(history)))
    assert fold(apply, events[half:], back(grown(events[:half]))) == grown(events)


def test_every_kind_of_event_comes_back_from_json_as_it_was() -> None:
    for event in (
        *A_TURN,
        Ended("user_stop"),
        *events_of([("concept", 0, 0, "value"), ("edge", 0, 0, "leads_to"), ("revise", 0, 0, "")]),
    ):
        assert EVENT.validate_json(EVENT.dump_json(event)) == event


def test_a_turn_leaves_its_lines_its_question_and_its_focus() -> None:
    state = grown(A_TURN)
    assert state.lines == (
        InterviewLine("respondent", "It calms me."),
        InterviewLine("interviewer", "What does that give you?"),
    )
    assert (state.question, state.strategy, state.tracker.previous_focus) == (
        "What does that give you?",
        "ladder_up",
        "s1",
    )
    assert back(state) == state


def test_a_shallow_answer_without_news_is_fruitless_and_a_new_concept_ends_the_row() -> None:
    nothing = SignalsRead("surface", "offline")
    assert grown([nothing, nothing]).fruitless == 2
    assert grown([nothing, nothing, SignalsRead("surface", "offline", news=True)]).fruitless == 0
    assert grown([nothing, SignalsRead("deep", "offline")]).fruitless == 0
    assert grown([nothing, SignalsRead("deep", "offline")]).dry == 2


def test_the_answer_to_a_first_question_belongs_to_no_concept() -> None:
    state = grown([CALM, SignalsRead("deep", "offline", news=True)])
    assert state.tracker.states["c1"].depths == ()
    assert state.tracker.states["c1"].yield_count == 0
