"""Expressing: one ask for the person's line, or a reply that was written beforehand."""

from __future__ import annotations

from dramaturg.engines.sims.asks.line import SimLineAsk
from dramaturg.engines.sims.asks.line_check import LineCheck
from dramaturg.engines.sims.asks.speech import speak
from dramaturg.engines.sims.asks.two_parts import SpeakerReport
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.directive import SimDirective
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.engines.sims.base.state import DecisionTaken, SimEvent, SimState
from dramaturg.turn.asks import Prompter
from dramaturg.turn.contract import Decision, Draft, Percept

_NOTHING_TO_REPORT = SpeakerReport(False, False, 0)


def express_outcome(taken: DecisionTaken, scenario: Scenario) -> Draft[SpeakerReport]:
    """What follows from the decision, as the author tells it."""
    option = next(option for option in scenario.decision.options if option.id == taken.option)
    return Draft(option.consequence, _NOTHING_TO_REPORT, "offline")


async def express(
    seen: SimState,
    percept: Percept[SimEvent],
    decision: Decision[SimDirective],
    part: SimPart,
    prompter: Prompter,
    rules: LineCheck,
) -> Draft[SpeakerReport]:
    """The person's line with a report on the exchange."""
    mood = str(percept.facts["mood"])
    if decision.directive.purpose != "speak":
        return Draft(
            speak(part, seen.conversation, decision.directive), _NOTHING_TO_REPORT, "offline"
        )
    ask = SimLineAsk(
        part,
        seen.conversation,
        decision.directive,
        percept.readings,
        mood,
        rules,
        prompter.language,
    )
    answer = await prompter.ask(ask)
    return Draft(answer.value.line, answer.value.report, answer.source, answer.value.repairs)
