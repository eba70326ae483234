"""How one turn is conducted, with every reason, and the ledger it leaves behind. Values only:
`govern.conductor` decides them.
"""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.engines.memoir.base.artifacts import PersonaName, SafetyAction
from dramaturg.engines.memoir.base.ledger import HardStop, Ledger, Loop, TopicEntry
from dramaturg.engines.memoir.base.signals import ConversationPhase
from dramaturg.kernel.governor import HeldBack
from dramaturg.kernel.values import replace


@dataclass(frozen=True, slots=True)
class TurnConduct:
    """One turn as it is to be conducted, with every reason. `tactic` is empty where none is
    prescribed.

    `triggers` name what moved us to be careful. `sideways`: the line must offer to leave the
    matter. `withdrawn` is the topic we were on before, if consent to its core is taken back with
    these words.
    """

    persona: PersonaName
    rule: str
    tried: tuple[str, ...]
    topic: str
    phase: ConversationPhase
    depth_before: int
    depth_after: int
    depth_reason: str
    entry: TopicEntry
    rose: bool = False
    held: tuple[HeldBack, ...] = ()
    tactic: str = ""
    loop: Loop | None = None
    loop_state: str | None = None
    loop_reason: str = ""
    safety_action: SafetyAction = "none"
    triggers: tuple[str, ...] = ()
    sideways: bool = False
    stopped: HardStop | None = None
    withdrawn: str = ""


def after(ledger: Ledger, conduct: TurnConduct) -> Ledger:
    """The ledger from which the next turn starts."""
    topics = ledger.topics.set(conduct.topic, conduct.entry)
    if conduct.withdrawn:
        topics = topics.set(
            conduct.withdrawn, replace(ledger.entry(conduct.withdrawn), consent=None)
        )
    return Ledger(
        turn=ledger.turn + 1,
        topic=conduct.topic,
        level=conduct.depth_after,
        rose=conduct.rose,
        loop=conduct.loop,
        stopped=conduct.stopped,
        topics=topics,
    )


def held_back(conduct: TurnConduct, safety_action: SafetyAction = "override") -> TurnConduct:
    """The same turn after its line was replaced: nothing goes deeper by a line that was
    not said.
    """
    level = conduct.depth_after - conduct.rose
    taken_back = replace(
        conduct.entry, level=level, escalations=conduct.entry.escalations - conduct.rose
    )
    return replace(
        conduct,
        persona="SAFETY_FALLBACK",
        depth_after=level,
        rose=False,
        entry=taken_back,
        safety_action=conduct.safety_action if conduct.safety_action == "stop" else safety_action,
    )


def quieted(conduct: TurnConduct) -> TurnConduct:
    """The same turn when nothing is asked about what was said: it goes no deeper."""
    return replace(
        held_back(conduct, conduct.safety_action),
        persona="SAFETY_FALLBACK" if conduct.stopped else "EMPATHY_BASE",
    )
