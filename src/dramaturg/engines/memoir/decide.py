"""Deciding: how the turn is conducted, what its line is for, and what of the teller's it takes up.
Pure.
"""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.engines.memoir.base.artifacts import Artifacts, Teller
from dramaturg.engines.memoir.base.conduct import TurnConduct, quieted
from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.signals import TurnSignals
from dramaturg.engines.memoir.base.state import (
    MemoirEvent,
    MemoirState,
    PassageTold,
    Purpose,
    SittingBegan,
)
from dramaturg.engines.memoir.base.story_events import QuestionLeft
from dramaturg.engines.memoir.govern.conductor import Conductor
from dramaturg.engines.memoir.read.signs import DARK, LIKELY
from dramaturg.engines.memoir.read.tones import DARK as DARK_TONES
from dramaturg.engines.memoir.read.tones import tones_of
from dramaturg.engines.memoir.safety.line_check import LineContext
from dramaturg.engines.memoir.voice.heard import is_dark, passage, was_dark
from dramaturg.engines.memoir.voice.left_questions import (
    AT_FIRST,
    PUT,
    questions_at_first,
    questions_now,
)
from dramaturg.engines.memoir.voice.routine_tactics import MOVES
from dramaturg.engines.memoir.voice.tactics import TacticChoice, choose
from dramaturg.engines.memoir.voice.teller_questions import answering_tactic
from dramaturg.kernel.values import replace
from dramaturg.turn.contract import Decision, Percept

CALM = TurnSignals(
    vagueness_score=0.0,
    emotion_score=0.0,
    contradiction_score=0.0,
    refusal_or_discomfort=False,
    conversation_phase="warmup",
)
"""The signals of a turn in which nothing was told."""

RESTING: tuple[Purpose, ...] = ("open", "recap", "quiet", "noted", "left")
"""Lines that ask nothing about what was just said."""
OF_THE_MOMENT = ("probing_after_refusal", "deeper_than_allowed")


@dataclass(frozen=True)
class MemoirPolicy:
    """What deciding needs besides the state."""

    artifacts: Artifacts
    teller: Teller
    conductor: Conductor


def decide(
    seen: MemoirState, percept: Percept[MemoirEvent], policy: MemoirPolicy
) -> Decision[MemoirDirective]:
    """How the turn is conducted, what its line is for, and which tactic it uses with what."""
    told = any(isinstance(event, PassageTold) for event in percept.events)
    signals = (
        seen.signals
        if told and seen.signals
        else CALM.model_copy(update={"conversation_phase": seen.phase})
    )
    conduct = policy.conductor.conduct(seen.ledger, signals)
    purpose = _purpose(seen, percept, signals, conduct)
    if purpose in RESTING:
        conduct = quieted(conduct)
    elif purpose == "ask" and (seen.calls_for or _is_too_near(seen, conduct)):
        # what was asked stays, unless it is to be skipped: the machine that asked it waits
        waits = None if seen.calls_for == "skip" else seen.ledger.loop
        conduct = replace(quieted(conduct), tactic="", loop=waits, loop_state=None, loop_reason="")
    choice = choose(seen, conduct, purpose, policy.artifacts, policy.teller)
    choice = _of_others(seen, conduct, signals, purpose, choice, policy) or choice
    directive = MemoirDirective(
        purpose, conduct, signals, choice.tactic, choice.holes, choice.about, choice.takes_up
    )
    return Decision(directive, _reason(directive), conduct.tried)


def _of_others(
    seen: MemoirState,
    conduct: TurnConduct,
    signals: TurnSignals,
    purpose: Purpose,
    choice: TacticChoice,
    policy: MemoirPolicy,
) -> TacticChoice | None:
    """A question that somebody else left, where one fits: not in the place of what the moment asks
    for, and none that breaks a rule of this moment, such as how deep it may go.
    """
    if purpose == "recap" and choice.tactic == "recap":
        tactic, fitting = AT_FIRST, questions_at_first(seen)
    elif purpose == "ask" and (choice.tactic in MOVES or choice.tactic == "next_question"):
        tactic, fitting = PUT, questions_now(seen, conduct, choice.tactic)
    else:
        return None
    bare = MemoirDirective("ask", conduct, signals, tactic)
    moment = LineContext(seen, bare, policy.artifacts, policy.teller.name)
    for question, take in fitting:
        if not any(breach.rule in OF_THE_MOMENT for breach in moment.breaches(question.text, {})):
            return TacticChoice(tactic, take.holes, take.about, take.takes_up)
    return None


def _purpose(
    seen: MemoirState, percept: Percept[MemoirEvent], signals: TurnSignals, conduct: TurnConduct
) -> Purpose:
    """The person comes first, then what was agreed, then the story."""
    if signals.self_harm or signals.danger:  # on record from before there was a ladder of care
        return "care"
    if not any(isinstance(event, PassageTold) for event in percept.events):
        if any(isinstance(event, QuestionLeft) for event in percept.events):
            return "left"
        begun = any(isinstance(event, SittingBegan) for event in percept.events)
        return ("recap" if seen.story.threads else "open") if begun else "noted"
    if seen.ended:
        return "quiet"
    if conduct.stopped:
        return "stop"
    asks_back = seen.calls_for == "question_back" and not answering_tactic(passage(seen), False)
    if seen.purpose in ("consent", "close") and (seen.calls_for == "repair" or asks_back):
        return seen.purpose
    if seen.purpose == "close" and answering_tactic(passage(seen), False):
        return "ask"
    if seen.purpose == "close" or seen.calls_for == "goodbye":
        return "farewell"
    if signals.conversation_phase == "close" and not signals.refusal_or_discomfort:
        return "close"
    # the teller leads on into something dark, at the deepest level open without consent or from one
    # passage to the next, and was not asked in this sitting
    stays = conduct.topic == seen.ledger.topic
    deepest = seen.ledger.level == 2 and conduct.depth_after == 2
    at_the_door = stays and (deepest or (was_dark(seen) and is_dark(seen, conduct)))
    leads = (
        signals.user_initiated_elaboration or conduct.sideways
    ) and conduct.entry.consent is None
    told_so = not DARK_TONES.isdisjoint(tones_of(passage(seen)))
    dark = told_so or (
        percept.readings.get("valence", 1.0) <= DARK
        and percept.readings.get("emotional_disclosure", 0.0) >= LIKELY
    )
    unasked = conduct.topic not in seen.consent_asked and conduct.persona.startswith("EMPATHY")
    return "consent" if (at_the_door and leads and dark and unasked) else "ask"


def _is_too_near(seen: MemoirState, conduct: TurnConduct) -> bool:
    """Nobody is asked for one day, one moment, of a grief they have just told."""
    return conduct.persona == "PRECISION_NARROW" and is_dark(seen, conduct)


def _reason(directive: MemoirDirective) -> str:
    conduct = directive.conduct
    loop = f"; {conduct.loop_reason}" if conduct.loop_reason else ""
    return (
        f"{conduct.rule} leads to {conduct.persona}; depth {conduct.depth_reason}{loop};"
        f" {directive.tactic}"
    )
