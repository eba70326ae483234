"""How a turn is conducted: router, governor and machine together, a pure function of the signals
and the ledger.
"""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.engines.memoir.artifacts import Artifacts, DepthBudget, PersonaName, SafetyAction
from dramaturg.engines.memoir.govern.conditions import condition_of
from dramaturg.engines.memoir.govern.governor import DepthGovernor, withdraws
from dramaturg.engines.memoir.govern.ledger import FIRST_TOPIC, HardStop, Ledger, Loop, TopicEntry
from dramaturg.engines.memoir.govern.machines import FALLBACK, Machine, Ran
from dramaturg.engines.memoir.govern.router import PersonaRouter, Route
from dramaturg.engines.memoir.signals import ConversationPhase, TurnSignals
from dramaturg.kernel.governor import Held
from dramaturg.kernel.values import replace


@dataclass(frozen=True, slots=True)
class Conduct:
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
    held: tuple[Held, ...] = ()
    tactic: str = ""
    loop: Loop | None = None
    loop_state: str | None = None
    loop_reason: str = ""
    safety_action: SafetyAction = "none"
    triggers: tuple[str, ...] = ()
    sideways: bool = False
    stopped: HardStop | None = None
    withdrawn: str = ""


class Conductor:
    """Conducts by one set of artifacts, for one teller."""

    def __init__(self, artifacts: Artifacts, budget: DepthBudget | None = None) -> None:
        thresholds = artifacts.router.thresholds
        self.artifacts = artifacts
        self.router = PersonaRouter(artifacts.router)
        self.governor = DepthGovernor(artifacts.governor, thresholds, budget)
        self.machines = {
            machine.name: Machine(machine, thresholds) for machine in artifacts.machines.machines
        }
        self._high = condition_of("emotion_score >= EMOTION_THRESHOLD", thresholds)
        self._acute = condition_of("emotion_score >= DISTRESS_HARD_STOP_THRESHOLD", thresholds)

    def conduct(self, ledger: Ledger, signals: TurnSignals) -> Conduct:
        stopped = ledger.stopped or self._hard_stop(signals)
        topic = signals.topic_id or ledger.topic or FIRST_TOPIC
        route = (
            Route("stopped", "SAFETY_FALLBACK") if ledger.stopped else self.router.route(signals)
        )
        ran = self._run(route, ledger, topic, signals)
        depth = self.governor.govern(
            ledger, signals, topic, stopped is not None, ran.safety_action != "none"
        )
        return Conduct(
            persona=self._persona(route, ran),
            rule=route.rule,
            tried=route.tried,
            topic=topic,
            phase=signals.conversation_phase,
            depth_before=depth.before,
            depth_after=depth.after,
            depth_reason=depth.reason,
            entry=depth.entry,
            rose=depth.rose,
            held=depth.held,
            tactic=ran.step.tactic if ran.step else "",
            loop=ran.loop,
            loop_state=f"{ran.loop.machine}.{ran.loop.state}" if ran.loop and ran.step else None,
            loop_reason=ran.reason,
            safety_action=_action(stopped, signals, ran),
            triggers=tuple(_triggers(ledger, stopped, signals, ran)),
            sideways=self._high.holds(signals.facts),
            stopped=stopped,
            withdrawn=ledger.topic if topic != ledger.topic and withdraws(signals) else "",
        )

    def _hard_stop(self, signals: TurnSignals) -> HardStop | None:
        if signals.self_harm:
            return "self_harm"
        if signals.stop_requested:
            return "stop_requested"
        return "acute_distress" if self._acute.holds(signals.facts) else None

    def _run(self, route: Route, ledger: Ledger, topic: str, signals: TurnSignals) -> Ran:
        if route.machine is None:
            return Ran(None, None, "")
        return self.machines[route.machine].run(ledger.loop, topic, signals.facts)

    def _persona(self, route: Route, ran: Ran) -> PersonaName:
        """A machine that has ended by its fallback gives way to the fallback's style, as long as
        its rule still wins.
        """
        if route.machine is not None and (ran.loop is None or ran.loop.spent):
            return self.machines[route.machine].document.fallback.persona
        return route.persona


def after(ledger: Ledger, conduct: Conduct) -> Ledger:
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


def held_back(conduct: Conduct, safety_action: SafetyAction = "override") -> Conduct:
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


def quieted(conduct: Conduct) -> Conduct:
    """The same turn when nothing is asked about what was said: it goes no deeper."""
    return replace(
        held_back(conduct, conduct.safety_action),
        persona="SAFETY_FALLBACK" if conduct.stopped else "EMPATHY_BASE",
    )


def _action(stopped: HardStop | None, signals: TurnSignals, ran: Ran) -> SafetyAction:
    if stopped:
        return "stop"
    if signals.refusal_or_discomfort:
        return "deescalate"
    return ran.safety_action


def _triggers(
    ledger: Ledger, stopped: HardStop | None, signals: TurnSignals, ran: Ran
) -> list[str]:
    found = [f"{stopped}{' earlier' if ledger.stopped else ''}"] if stopped else []
    if signals.refusal_or_discomfort:
        found.append("refusal_or_discomfort")
    if ran.loop and ran.loop.state == FALLBACK:
        found.append(f"{ran.loop.machine} used its steps")
    return found
