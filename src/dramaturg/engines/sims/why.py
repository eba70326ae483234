"""Why a turn of a sim went as it did: the node, what opens it, which ways held, and what was
between the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.relationship import relationship_state
from dramaturg.engines.sims.base.state import Conversation, PivotAnswered, SimState, Spoke, Walked
from dramaturg.engines.sims.control_graph import ControlNode, Move, shown_node, title_of, ways_of
from dramaturg.engines.sims.engine import SimEngine
from dramaturg.engines.sims.settle import contrary
from dramaturg.kernel.conditions import Facts
from dramaturg.kernel.graph import Node
from dramaturg.kernel.walker import Pointer
from dramaturg.turn.conditions_in_words import found, in_words, plain
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.engine import fold
from dramaturg.turn.joined import SURE

COMMANDS: Mapping[str, str] = {
    "Scene": "shows the scene",
    "AI_PivotMoment": "offers the options of the question",
    "AI_AdvanceObjective": "ticks off an objective",
    "AI_EndConversation": "ends the conversation, and hands over the document",
    "DecisionTaken": "closes the case",
}

MEANINGS: Mapping[str, str] = {
    "relationship": "How the two get on, from hostile to trusting.",
    "score": "The score that the relationship stands on.",
    "detours": "How often the learner has gone off the point in this conversation.",
    "detour": "Whether the words are off the point.",
    "mood": "How the learner comes across.",
    "question": "Whether the words ask something.",
    "acknowledgement": (
        "How clearly the words take the decisive fact on board, from 0.5 on clearly enough to open"
        " the gate."
    ),
    "acknowledges": "How likely the words take the decisive fact on board.",
    "denies": "How likely the words deny the decisive fact.",
    "misses": "How likely the words miss the decisive fact, though they are about the matter.",
    "elsewhere": "How likely the words speak of something else than the decisive fact.",
    "engagement": "How much of themselves the learner puts into the words.",
    "care": "What danger in the words calls for: 1 to stop, 0.5 to ask, 0 nothing.",
    "injection": "Whether the program was spoken to, not the person.",
    "left_to_the_model": "Whether the words are in a language that only the model reads.",
    "unread": "Whether the words cannot be read: another language, or no words at all.",
    # what was heard before there was an ear
    "accepts": "How near the words are to accepting what was said.",
    "follows_up": "How near the words are to asking on.",
}


@dataclass(frozen=True, slots=True)
class SimWay:
    """A way out of the node: when it opens, whether it did, what was found, and whether it was
    taken.
    """

    to: str
    when: str
    held: bool
    found: str
    taken: bool


@dataclass(frozen=True, slots=True)
class SimAside:
    """Something that is told in this node only on a condition."""

    tells: str
    when: str
    held: bool
    found: str


@dataclass(frozen=True, slots=True)
class SimStep:
    """What was decided in a node. `exchange` counts the exchanges held in it so far; an answer to
    its question is none.
    """

    node: ControlNode
    exchange: int
    moved: Move
    to: str
    ways: tuple[SimWay, ...]
    asides: tuple[SimAside, ...] = ()


@dataclass(frozen=True, slots=True)
class SimMaterial:
    """Something the person had to say (`due`), or said."""

    id: str
    text: str
    due: bool
    said: bool


@dataclass(frozen=True, slots=True)
class SimBond:
    """The relationship around the turn, and what changed it."""

    score_before: int
    score_after: int
    before: str
    after: str
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SimReport:
    """What the speaker reported of the exchange. It is heard, never obeyed."""

    landed: bool
    off_the_point: bool
    engagement: int


@dataclass(frozen=True, slots=True)
class SimCommand:
    command: str
    does: str


@dataclass(frozen=True, slots=True)
class SimWhy:
    """What a sim has to say about a turn, beyond what every engine has."""

    person: str = ""
    steps: tuple[SimStep, ...] = ()
    now: str = ""
    bond: SimBond | None = None
    materials: tuple[SimMaterial, ...] = ()
    report: SimReport | None = None
    commands: tuple[SimCommand, ...] = ()
    engine: Literal["sims"] = "sims"


def why(engine: SimEngine, before: SimState, after: SimState, record: AnyRecord) -> SimWhy:
    """`before` and `after` are the states around the turn."""
    commands = tuple(
        SimCommand(cue.command, COMMANDS.get(cue.command, "")) for cue in record.settlement.cues
    )
    seen = fold(engine.apply, record.percept.events, before)
    part = engine.parts.get(seen.person)
    if part is None or record.decision is None or seen.decision is not None:
        return SimWhy(commands=commands)
    told = record.decision.directive.purpose == "speak"
    return SimWhy(
        person=part.person.name,
        steps=tuple(_steps(part, before, seen, record)),
        now=title_of(after.conversation.pointer.current_node),
        bond=_bond(
            part, before.conversations.get(seen.person), after.conversations[seen.person], record
        ),
        materials=tuple(_materials(part, record)),
        report=_report(record) if told else None,
        commands=commands,
    )


def _steps(part: SimPart, before: SimState, seen: SimState, record: AnyRecord) -> Iterator[SimStep]:
    for event in record.events:
        if isinstance(event, PivotAnswered):
            yield from _answered(
                part, before.conversations[seen.person].pointer, event, record.percept.facts
            )
        elif isinstance(event, Walked):
            yield from _walked(part, seen.conversation.pointer, event, record)


def _answered(
    part: SimPart, pointer: Pointer, event: PivotAnswered, facts: Facts
) -> Iterator[SimStep]:
    node = part.graph.by_id.get(pointer.current_node)
    if node is not None:
        known = {
            **facts,
            **dict.fromkeys(pointer.flags, True),
            "choice": event.option or "none of the options",
        }
        ways = _ways(part, node, pointer.flags, known, event.pointer.current_node, "", forced=False)
        yield SimStep(
            shown_node(node, part.graph),
            pointer.node_turn_count,
            "goto",
            title_of(event.pointer.current_node),
            tuple(ways),
        )


def _walked(part: SimPart, pointer: Pointer, event: Walked, record: AnyRecord) -> Iterator[SimStep]:
    node = part.graph.by_id.get(event.node)
    if node is None:
        return
    facts = {**record.percept.facts, **dict.fromkeys(pointer.flags, True)}
    open_now = part.walker.opens(pointer, record.percept.facts)
    asides = tuple(
        SimAside(
            _tells(part, aside.source),
            in_words(aside.when),
            aside in open_now,
            found(aside.when, facts),
        )
        for aside in node.asides
    )
    flags = (*pointer.flags, *(aside.once for aside in open_now if aside.once))
    to = event.pointer.current_node if event.decision == "goto" else ""
    exchange, forced = (
        pointer.node_turn_count + 1,
        node.is_gate and node.id not in event.pointer.nodes_satisfied,
    )
    ways = _ways(
        part,
        node,
        flags,
        {**facts, **dict.fromkeys(flags, True)},
        to,
        _on(node, pointer, record),
        forced,
    )
    yield SimStep(
        shown_node(node, part.graph),
        exchange,
        event.decision,
        title_of(to or event.node),
        tuple(ways),
        asides,
    )


def _ways(
    part: SimPart, node: Node, flags: tuple[str, ...], facts: Facts, to: str, on: str, forced: bool
) -> Iterator[SimWay]:
    """The ways out, in the order they are tried; `to` is where it went, `forced` by the backstop;
    `on` is for the way on.
    """
    taken = False
    for way, edge in zip(ways_of(node, part.graph), (*node.conditional, None, None), strict=False):
        if edge is not None:
            used = edge.once in flags
            held = edge.when.holds(facts) and not used
            note = "used already" if used else found(edge.when, facts)
        else:
            held = (
                way.to == to and not taken and (way.kind == "backstop") is forced
            )  # taken where nothing else was
            note = on if way.kind == "on" else ""
        takes = held and not taken and way.to == to
        taken = taken or takes
        yield SimWay(title_of(way.to), way.when, held, note, takes)


def _on(node: Node, pointer: Pointer, record: AnyRecord) -> str:
    exchange = pointer.node_turn_count + 1
    if not node.is_gate:
        return f"exchange {exchange} here; at least {node.min_turns}, at most {node.max_turns}"
    acknowledged = record.percept.readings.get("acknowledgement", 0.0)
    before = (
        "" if pointer.spoken else "; it counts only once it has been said in an earlier exchange"
    )
    return (
        f"the learner's words registered it at {acknowledged:g} of 1, and speak against it at"
        f" {contrary(record.percept.readings):g}: the speaker's word counts, unless either is"
        f" {SURE:g} or more{before}"
    )


def _tells(part: SimPart, source: str) -> str:
    return " ".join(material.point for material in part.asides.get(source, ()))


def _bond(
    part: SimPart, before: Conversation | None, after: Conversation, record: AnyRecord
) -> SimBond:
    was, now, thresholds = before.score if before else 0, after.score, part.scenario.thresholds
    changes = [
        f"{event.mood:+d} for the answer"
        for event in record.events
        if isinstance(event, PivotAnswered) and event.mood
    ]
    changes += [
        f"{event.engagement:+d} for engagement"
        for event in record.events
        if isinstance(event, Walked) and event.engagement
    ]
    return SimBond(
        was,
        now,
        relationship_state(was, thresholds),
        relationship_state(now, thresholds),
        tuple(changes),
    )


def _materials(part: SimPart, record: AnyRecord) -> Iterator[SimMaterial]:
    directive = record.decision.directive if record.decision else None
    due = (*directive.say, *directive.reveal) if directive else ()
    said = [
        name
        for event in record.settlement.events
        if isinstance(event, Spoke)
        for name in event.said
    ]
    for name in dict.fromkeys((*due, *said)):
        material = part.materials.get(name)
        yield SimMaterial(name, material.point if material else name, name in due, name in said)


def _report(record: AnyRecord) -> SimReport | None:
    if record.draft is None:
        return None
    report = record.draft.report
    return SimReport(report.node_satisfied, report.detour_detected, report.engagement_score)


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def why_words(own: SimWhy) -> Iterator[tuple[str, str]]:
    """The same as labels and words: the relationship, the ways out of the node, what was told."""
    if own.bond:
        changes = f" ({', '.join(own.bond.changes)})" if own.bond.changes else ""
        yield "relationship", f"{own.bond.score_after:+d} {own.bond.after}{changes}"
    for step in own.steps:
        yield "in", f"{step.node.title}, exchange {step.exchange}: {step.node.intent}"
        for way in step.ways:
            mark = "→" if way.taken else "✓" if way.held else "·"
            yield "", f"{mark} to {way.to} {way.when}" + (f": {way.found}" if way.found else "")
    if own.now:
        yield "now in", own.now
    for each in own.materials:
        known = "said" if each.said else "left unsaid"
        yield known if each.due else "said besides", each.text


ACTS: Mapping[str, str] = {
    "assent": "agree",
    "bare": "only agree, thank or ask to go on",
    "more": "ask to go on",
    "thanks": "thank",
    "goodbye": "take leave",
    "hurry": "are short of time",
    "doubt": "doubt honestly",
    "repeat": "ask for it once more in other words",
    "small_talk": "are small talk",
    "injection": "speak to a machine, not to a person",
    "dismissal": "wave it away",
    "insult": "insult",
    "asks": "ask for something without a question mark",
    "asks_view": "ask for the person's own opinion",
    "secret": "ask for what is told only in trust",
    "denial": "deny",
    "proposal": "propose something",
}


def meaning(engine: SimEngine, record: AnyRecord) -> Callable[[str], str]:
    """What a signal of the turn means."""
    speaker = next(
        (event.person for event in record.settlement.events if isinstance(event, Spoke)), ""
    )
    part = engine.parts.get(speaker)

    def means(name: str) -> str:
        kind, _, of = name.partition(":")
        if kind in ("about", "fact") and part and of in part.materials:
            material = part.materials[of]
            # a greeting is long, and says nothing here
            matter = plain(of) if material.fact == material.say else material.point
            near = "registering" if kind == "fact" else "the matter"
            return f"How near the words are to {near}: {matter}"
        if kind == "taken" and part and of in part.materials:
            return f"How likely the words take on board: {part.materials[of].point}"
        if kind == "elsewhere" and of and part and int(of) < len(part.person.elsewhere):
            about = part.person.elsewhere[int(of)].about[0]
            return f"How near the words are to somebody else's matter: {about}"
        if kind == "option":
            return f"How near the words are to option {of}."
        if kind == "does" and of in ACTS:
            return f"Whether the words {ACTS[of]}."
        if kind == "proposes":
            return f"How likely the words propose what the person is {of}."
        if kind == "mood" and of:
            return f"Whether the words sound {of}."
        return MEANINGS.get(name, "")

    return means
