"""What an operator should know of an interview, from what its turns recorded, without a word that
was said.
"""

from __future__ import annotations

from typing import TypeVar

from dramaturg.engines.interviews.base import state as interviews
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.interviews.perceive import STRONG
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.flags import FoundFlags, distress

E = TypeVar("E")

FRUITLESS = 3  # answers in a row that brought nothing


def of_turn(record: AnyRecord) -> FoundFlags:
    readings, read, ended = (
        record.percept.readings,
        _only(record, interviews.SignalsRead),
        _only(record, interviews.Ended),
    )
    if readings.get("self_harm", 0.0) > STRONG:
        yield "self_harm", "The words may speak of harming oneself."
    else:
        yield from distress(readings, "respondent")
    if ended and ended.termination == "user_stop":
        yield "stop", "The respondent asked to stop."
    elif read and read.refusal:
        yield "refusal", "The respondent did not want to answer something. It is left alone."


def of_state(state: InterviewState) -> FoundFlags:
    if state.fruitless >= FRUITLESS and not state.ended:
        yield "stuck", f"{state.fruitless} answers in a row have brought nothing new."


def _only(record: AnyRecord, kind: type[E]) -> E | None:
    return next((event for event in record.events if isinstance(event, kind)), None)
