"""Conducting a turn: router, governor and machine together, a pure function of the signals and the
ledger.
"""

from __future__ import annotations

from dramaturg.engines.memoir.base.artifacts import (
    Artifacts,
    DepthBudget,
    PersonaName,
    SafetyAction,
    condition_of,
)
from dramaturg.engines.memoir.base.conduct import TurnConduct
from dramaturg.engines.memoir.base.ledger import FIRST_TOPIC, HardStop, Ledger
from dramaturg.engines.memoir.base.signals import TurnSignals
from dramaturg.engines.memoir.govern.governor import DepthGovernor, withdraws
from dramaturg.engines.memoir.govern.machines import FALLBACK, Machine, MachineRun
from dramaturg.engines.memoir.govern.router import PersonaRouter, Route


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

    def conduct(self, ledger: Ledger, signals: TurnSignals) -> TurnConduct:
        stopped = ledger.stopped or self._hard_stop(signals)
        topic = signals.topic_id or ledger.topic or FIRST_TOPIC
        route = (
            Route("stopped", "SAFETY_FALLBACK") if ledger.stopped else self.router.route(signals)
        )
        ran = self._run(route, ledger, topic, signals)
        depth = self.governor.govern(
            ledger, signals, topic, stopped is not None, ran.safety_action != "none"
        )
        return TurnConduct(
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
        if signals.danger:
            return "danger"
        if signals.stop_requested:
            return "stop_requested"
        return "acute_distress" if self._acute.holds(signals.facts) else None

    def _run(self, route: Route, ledger: Ledger, topic: str, signals: TurnSignals) -> MachineRun:
        if route.machine is None:
            return MachineRun(None, None, "")
        return self.machines[route.machine].run(ledger.loop, topic, signals.facts)

    def _persona(self, route: Route, ran: MachineRun) -> PersonaName:
        """A machine that has ended by its fallback gives way to the fallback's style, as long as
        its rule still wins.
        """
        if route.machine is not None and (ran.loop is None or ran.loop.spent):
            return self.machines[route.machine].document.fallback.persona
        return route.persona


def _action(stopped: HardStop | None, signals: TurnSignals, ran: MachineRun) -> SafetyAction:
    if stopped:
        return "stop"
    if signals.refusal_or_discomfort:
        return "deescalate"
    return ran.safety_action


def _triggers(
    ledger: Ledger, stopped: HardStop | None, signals: TurnSignals, ran: MachineRun
) -> list[str]:
    found = [f"{stopped}{' earlier' if ledger.stopped else ''}"] if stopped else []
    if signals.refusal_or_discomfort:
        found.append("refusal_or_discomfort")
    if ran.loop and ran.loop.state == FALLBACK:
        found.append(f"{ran.loop.machine} used its steps")
    return found
