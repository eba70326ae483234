"""The ledger: what governing a memoir remembers from turn to turn. It holds no word that anybody
said.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from dramaturg.engines.memoir.base.artifacts import MachineName
from dramaturg.turn.tables import Table, empty

HardStop = Literal["stop_requested", "acute_distress", "self_harm", "danger"]
FIRST_TOPIC = "t0"


@dataclass(frozen=True, slots=True)
class TopicEntry:
    """One topic: how deep it is, how often it was taken deeper, and the turn in which the teller
    consented to its core.
    """

    level: int = 0
    escalations: int = 0
    consent: int | None = None


@dataclass(frozen=True, slots=True)
class Loop:
    """A state machine at work on a topic: the state it speaks in, and its steps. `spent`: it has
    ended by its fallback.
    """

    machine: MachineName
    topic: str
    state: str
    steps: int = 1
    spent: bool = False


@dataclass(frozen=True, slots=True)
class Ledger:
    """`rose`: the last turn went deeper. `stopped`: a hard stop, after which nothing is probed any
    more.
    """

    turn: int = 0
    topic: str = ""
    level: int = 0
    rose: bool = False
    loop: Loop | None = None
    stopped: HardStop | None = None
    topics: Table[TopicEntry] = field(default_factory=empty)

    def entry(self, topic: str) -> TopicEntry:
        found: TopicEntry | None = self.topics.get(topic)
        return found or TopicEntry()
