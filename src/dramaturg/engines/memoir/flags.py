"""What an operator should know of a memoir, from what its turns recorded, without a word that was
said.
"""

from __future__ import annotations

from collections.abc import Mapping

from dramaturg.engines.memoir.base import state as memoir
from dramaturg.engines.memoir.base.ledger import HardStop
from dramaturg.engines.memoir.base.records import only
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.flags import FlagKind, FoundFlags, distress

STOPS: Mapping[HardStop, tuple[FlagKind, str]] = {
    "self_harm": (
        "self_harm",
        "The words may speak of harming oneself. The sitting was stopped, and guidance was given.",
    ),
    "danger": (
        "distress",
        "Somebody may be in danger. The sitting was stopped, and guidance was given.",
    ),
    "acute_distress": ("distress", "The teller is in acute distress. The sitting was stopped."),
    "stop_requested": ("stop", "The teller asked to stop."),
}


def of_turn(record: AnyRecord) -> FoundFlags:
    read, conducted = only(record, memoir.MemoirSignalsRead), only(record, memoir.Conducted)
    if read is None or conducted is None:
        return
    stopped = conducted.conduct.stopped
    if not (read.signals.self_harm or read.signals.danger or stopped == "acute_distress"):
        yield from distress(record.percept.readings, "teller")
    if stopped:
        yield STOPS[stopped]
    elif read.signals.refusal_or_discomfort:
        yield (
            "refusal",
            (
                "The teller did not want to go on with something, or was not at ease. It is left"
                " alone."
            ),
        )


def of_state(state: MemoirState) -> FoundFlags:
    yield from ()
