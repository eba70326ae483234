"""What an operator should know of an interview, from what its turns recorded, without a word that
was said.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from dramaturg.engines.interviews.base import state as interviews
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.flags import FlagKind, FoundFlags, distress
from dramaturg.turn.hearing import Danger

E = TypeVar("E")

STRONG = 0.7  # on readings from before there was an ear
_DANGERS: Mapping[Danger, tuple[FlagKind, str]] = {
    "self_harm": ("self_harm", "The words may speak of harming oneself."),
    "abuse": ("distress", "The words may speak of somebody who is being hurt."),
    "medical": ("distress", "The words may speak of an emergency."),
    "threat": ("distress", "The words may speak of harm to somebody else."),
    "distress": ("distress", "The respondent seems to be in distress."),
}
FRUITLESS = 3  # answers in a row that brought nothing


def of_turn(record: AnyRecord) -> FoundFlags:
    readings, read, ended = (
        record.percept.readings,
        _only(record, interviews.SignalsRead),
        _only(record, interviews.Ended),
    )
    heard = read.heard if read else None
    # danger on record from before there was a ladder of care
    if heard and heard.care == "stop":
        yield _DANGERS[heard.danger or "distress"]
    elif heard and heard.care == "check":
        yield "doubt", "Something in the words could be meant as danger. It may be harmless."
    elif heard is None and readings.get("self_harm", 0.0) > STRONG:
        yield _DANGERS["self_harm"]
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
