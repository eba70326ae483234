"""Why a turn of a memoir went as it did: what was read, the route that won, how deep and what held
it back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from dramaturg.engines.memoir.audit.policy_words import plain, plain_condition, plain_held
from dramaturg.engines.memoir.audit.turn_audit import PURPOSES, SAFETY, reader_of
from dramaturg.engines.memoir.base.artifacts import PersonaName
from dramaturg.engines.memoir.base.conduct import TurnConduct
from dramaturg.engines.memoir.base.records import only
from dramaturg.engines.memoir.base.signals import TurnSignals
from dramaturg.engines.memoir.base.state import (
    Conducted,
    LineSaid,
    MemoirSignalsRead,
    MemoirState,
    PassageTold,
)
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.kernel.routing import ALWAYS
from dramaturg.turn.contract import AnyRecord

MEANINGS: Mapping[str, str] = {
    "vagueness_score": "How little can be pictured of what was told.",
    "emotion_score": (
        "How much feeling is in the words; from the hard-stop threshold on, acute distress."
    ),
    "contradiction_score": "How surely it goes against something that was told before.",
    "refusal_or_discomfort": "The teller did not want to go on with it, or was not at ease.",
    "user_initiated_elaboration": "The teller told more than was asked, by themselves.",
    "consent_given": "The teller said yes to going into the core of the topic.",
    "stop_requested": "The teller asked to stop.",
    "self_harm": "The words may speak of harming oneself.",
    "conversation_phase": "Where in the sitting the talk is.",
}
STYLES: Mapping[PersonaName, str] = {
    "EMPATHY_BASE": "listens warmly and lets the teller lead",
    "EMPATHY_EXPAND": "stays with what was felt",
    "PRECISION_NARROW": "asks for one moment that can be pictured",
    "LOGIC_CLARIFY": "lays two things side by side that do not go together",
    "SAFETY_FALLBACK": "steps back and asks nothing that probes",
}


@dataclass(frozen=True, slots=True)
class RouteShown:
    """A rule of the router: what it needs, which style it leads to, whether it held, and whether it
    was the one that won.
    """

    rule: str
    needs: str
    style: str
    held: bool
    won: bool


@dataclass(frozen=True, slots=True)
class TakenUpShown:
    """Words of the teller that the line took up, and the turn they were said in."""

    turn: int
    words: str


@dataclass(frozen=True, slots=True)
class MemoirWhy:
    """How a turn of a memoir was conducted, and why. `conducted` is false where nothing was told:
    an opening, a mark.
    """

    conducted: bool = False
    read_by: str = ""
    rule: str = ""
    style: str = ""
    style_about: str = ""
    routes: tuple[RouteShown, ...] = ()
    topic: str = ""
    phase: str = ""
    depth_before: int = 0
    depth_after: int = 0
    depth_before_name: str = ""
    depth_after_name: str = ""
    depth_reason: str = ""
    held_back: tuple[str, ...] = ()
    purpose: str = ""
    tactic: str = ""
    step: str = ""
    step_reason: str = ""
    safety: str = ""
    sideways: bool = False
    taken_up: tuple[TakenUpShown, ...] = ()
    engine: Literal["memoir"] = "memoir"


def why(
    engine: MemoirEngine, before: MemoirState, after: MemoirState, record: AnyRecord
) -> MemoirWhy:
    """`before` and `after` are the states around the turn."""
    conducted, asked, read = (
        only(record, Conducted),
        only(record, LineSaid),
        only(record, MemoirSignalsRead),
    )
    purpose, tactic = (PURPOSES[asked.purpose], plain(asked.tactic)) if asked else ("", "")
    taken_up = (
        tuple(TakenUpShown(quote.turn, quote.span.text) for quote in asked.about) if asked else ()
    )
    if conducted is None or read is None or only(record, PassageTold) is None:
        return MemoirWhy(purpose=purpose, tactic=tactic, taken_up=taken_up)
    conduct, thread = conducted.conduct, after.story.thread(conducted.conduct.topic)
    return MemoirWhy(
        conducted=True,
        read_by=reader_of(read),
        rule=plain(conduct.rule),
        style=plain(conduct.persona).capitalize(),
        style_about=STYLES[conduct.persona],
        routes=tuple(_routes(engine, conduct, read.signals)),
        topic=thread.title if thread else "",
        phase=conduct.phase,
        depth_before=conduct.depth_before,
        depth_after=conduct.depth_after,
        depth_before_name=level_name(engine, conduct.depth_before),
        depth_after_name=level_name(engine, conduct.depth_after),
        depth_reason=_depth(conduct),
        held_back=tuple(map(plain_held, conduct.held)),
        purpose=purpose,
        tactic=tactic,
        step=plain(conduct.loop_state or "").replace(".", ", "),
        step_reason=plain_condition(conduct.loop_reason),
        safety=_safety(conduct),
        sideways=conduct.sideways and not conduct.stopped,
        taken_up=taken_up,
    )


def level_name(engine: MemoirEngine, level: int) -> str:
    return next(
        (plain(each.name) for each in engine.artifacts.governor.levels if each.level == level), ""
    )


def _routes(
    engine: MemoirEngine, conduct: TurnConduct, signals: TurnSignals
) -> Iterator[RouteShown]:
    """All rules in their order, also those that nobody had to look at any more."""
    router = engine.policy.conductor.router
    for rule, authored in zip(router.rules, router.policy.rules, strict=True):
        holds = rule.when.holds(signals.facts)
        needs = "nothing" if rule.when == ALWAYS else plain_condition(str(rule.when))
        yield RouteShown(
            plain(rule.name),
            needs,
            plain(authored.persona).capitalize(),
            holds,
            authored.name == conduct.rule,
        )


def _depth(conduct: TurnConduct) -> str:
    """What held it back is told limit by limit."""
    return (
        conduct.depth_reason.partition(":")[0]
        if conduct.held
        else plain_condition(conduct.depth_reason)
    )


def _safety(conduct: TurnConduct) -> str:
    if conduct.safety_action == "none":
        return ""
    return f"{SAFETY[conduct.safety_action]} {', '.join(map(plain, conduct.triggers))}".strip()


def why_words(own: MemoirWhy) -> Iterator[tuple[str, str]]:
    """The same as labels and words: the rule that won, how deep, what held it back, what it took
    up.
    """
    if own.conducted:
        yield "read by", own.read_by
        yield "routed", f"rule “{own.rule}” led to {own.style}: {own.style_about}"
        yield from (
            ("", f"{'✓' if route.held else '·'} {route.rule} needs {route.needs}")
            for route in own.routes
            if not route.won
        )
        yield "depth", f"{own.depth_reason} ({own.depth_after_name})"
        yield from (("", f"held back by {held}") for held in own.held_back)
    for label, text in (("topic", own.topic), ("step", own.step_reason), ("safety", own.safety)):
        if text:
            yield label, text
    if own.sideways:
        yield "offered", "a step sideways, because emotion was high"
    if own.purpose:
        yield "said", f"{own.purpose}, tactic {own.tactic}"
    yield from (
        ("", f"takes up words of turn {each.turn}: “{each.words}”") for each in own.taken_up
    )
