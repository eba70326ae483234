"""Perceiving: what the learner's words mean here, by meaning and by figures, without a model.

All uses of the embedder are in this step, so that what follows is a pure function of the readings
on record and of the thresholds that belong to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from dramaturg.data_files import load
from dramaturg.engines.sims.base.binding import BoundMaterial, SimPart
from dramaturg.engines.sims.base.directive import CLEAR
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.engines.sims.base.state import (
    Conversation,
    DecisionTaken,
    LearnerSaid,
    PivotAnswered,
    Reopened,
    SimEvent,
    SimState,
    TurnedTo,
)
from dramaturg.english.figures import claimed, known
from dramaturg.english.prose import table
from dramaturg.kernel.conditions import Value
from dramaturg.kernel.errors import BadInput, did_you_mean
from dramaturg.turn.contract import Heard, Percept
from dramaturg.turn.ports import Embedder, LikenessThresholds

if TYPE_CHECKING:
    from dramaturg.turn.ports import Vectors

# sentences whose nearness in meaning stands for a way of answering
_EXAMPLES = load(__file__, "examples.yaml", dict[str, tuple[str, ...]])


@dataclass(frozen=True)
class PersonReader:
    """One person's ear: everything they might recognise in what is said, as vectors."""

    part: SimPart
    embedder: Embedder

    @cached_property
    def _known(self) -> tuple[tuple[str, ...], Vectors]:
        about = {
            f"about:{name}": (known.fact, known.say, *known.asked)
            for name, known in self.part.materials.items()
        }
        gates = [
            known
            for node in self.part.graph.nodes
            if node.is_gate
            for known in self.part.content[node.id]
        ]
        facts = {f"fact:{known.id}": (known.fact, known.say, *known.understood) for known in gates}
        return self._group({**about, **facts})

    @cached_property
    def _elsewhere(self) -> tuple[tuple[str, ...], Vectors]:
        groups = {
            f"elsewhere:{at}": elsewhere.about
            for at, elsewhere in enumerate(self.part.person.elsewhere)
        }
        return self._group(groups)

    @cached_property
    def _manner(self) -> tuple[tuple[str, ...], Vectors]:
        return self._group(_EXAMPLES)

    def readings(self, text: str) -> dict[str, float]:
        """How near the words are to each thing, from 0 to 1. Rounded, so that a record shows what a
        decision was made on.
        """
        vector = self.embedder.embed([text])[0]
        return {
            key: value
            for group in (self._known, self._elsewhere, self._manner)
            for key, value in _nearness(group, vector).items()
        }

    def options(self, text: str, node: str) -> dict[str, float]:
        """How near the words are to each option of a pivot."""
        options = self.part.pivots[node].options
        group = self._group({f"option:{option.id}": (option.text,) for option in options})
        return _nearness(group, self.embedder.embed([text])[0])

    def _group(self, groups: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...], Vectors]:
        keys = tuple(key for key, texts in groups.items() for _ in texts)
        return keys, self.embedder.embed([text for texts in groups.values() for text in texts])


def _nearness(group: tuple[tuple[str, ...], Vectors], vector: Vectors) -> dict[str, float]:
    keys, vectors = group
    best: dict[str, float] = {}
    if keys:
        for key, value in zip(keys, (vectors @ vector).tolist(), strict=True):
            best[key] = max(best.get(key, 0.0), round(value, 3))
    return best


# ── the step ──────────────────────────────────────────────────────────────────────────────────────


def perceive(
    state: SimState, heard: Heard, parts: Mapping[str, SimPart], ears: Mapping[str, PersonReader]
) -> Percept[SimEvent]:
    """What came in, in events and readings: somebody turned to, a choice, or words."""
    turned = _turned_to(state, heard, parts)
    person = turned.person if turned else state.person
    part, ear = parts[person], ears[person]
    conversation, _ = _conversation(state, part)
    readings = ear.readings(heard.text) if heard.text else {}
    if conversation.pointer.armed and heard.text:
        readings |= ear.options(heard.text, conversation.pointer.current_node)
    readings |= interpret(heard.text, readings, part, conversation, ear.embedder.thresholds)
    return understood(state, heard, readings, parts, ear.embedder.thresholds)


def understood(
    state: SimState,
    heard: Heard,
    readings: Mapping[str, float],
    parts: Mapping[str, SimPart],
    near: LikenessThresholds,
) -> Percept[SimEvent]:
    """What the readings come to: to whom the learner turned, what was answered, and the facts to
    decide on. Pure.
    """
    turned = _turned_to(state, heard, parts)
    part = parts[turned.person if turned else state.person]
    conversation, reopened = _conversation(state, part)
    answered = None
    if conversation.pointer.armed:
        answered = _answered(part, conversation, heard, readings, near)
    elif heard.choice is not None:
        raise BadInput(
            f"nothing is offered to choose from, yet {heard.choice!r} was chosen: say something"
            " instead"
        )
    said = LearnerSaid(heard.text) if heard.text else None
    events: tuple[SimEvent, ...] = tuple(
        event for event in (turned, reopened, answered, said) if event
    )
    return Percept(events, _facts(conversation, answered, part, readings, near), readings)


def perceive_decision(heard: Heard, scenario: Scenario) -> Percept[SimEvent]:
    """The learner decides instead of talking."""
    options = [option.id for option in scenario.decision.options]
    if heard.choice not in options:
        raise BadInput(
            f"{heard.choice!r} cannot be decided for. {did_you_mean(heard.choice or '', options)}"
        )
    return Percept((DecisionTaken(heard.choice),), {"mood": "neutral"})


def _conversation(state: SimState, part: SimPart) -> tuple[Conversation, Reopened | None]:
    """The conversation with this person as it stands, begun anew if it is the first or a guide's
    that had ended.
    """
    start = part.walker.start()
    found = state.conversations.get(part.person.id, Conversation(start))
    if found.pointer.closed and part.person.is_guide:
        past_the_greeting = start._replace(
            current_node=part.walker.node(start).advance or start.current_node
        )
        return replace(found, pointer=past_the_greeting, said=()), Reopened(past_the_greeting)
    return found, None


def _turned_to(state: SimState, heard: Heard, parts: Mapping[str, SimPart]) -> TurnedTo | None:
    return None if heard.to is None or heard.to == state.person else turned_to(heard.to, parts)


def turned_to(person: str, parts: Mapping[str, SimPart]) -> TurnedTo:
    """The learner turns to somebody. Raises BadInput for a name that is not in the scene."""
    if person not in parts:
        raise BadInput(f"nobody here is called {person!r}. {did_you_mean(person, parts)}")
    return TurnedTo(person, parts[person].walker.start())


def _answered(
    part: SimPart,
    conversation: Conversation,
    heard: Heard,
    readings: Mapping[str, float],
    near: LikenessThresholds,
) -> PivotAnswered:
    """The pivot's answer: the option chosen, the option nearest to what was said, or none."""
    node = conversation.pointer.current_node
    pivot = part.pivots[node]
    moods: dict[str, int] = {option.id: option.mood for option in pivot.options}
    choice = heard.choice.lower() if heard.choice else None
    if choice is not None and choice not in moods:
        raise BadInput(
            f"{heard.choice!r} is not offered here: choose one of {', '.join(moods)}, or say it in"
            " your own words"
        )
    option = choice or _nearest_option(readings, near)
    mood = moods.get(option or "", 0)
    facts = {**part.facts(conversation.pointer, conversation.score + mood), "choice": option or ""}
    pointer = part.walker.resolve(conversation.pointer, facts).pointer
    return PivotAnswered(pivot.id, option, mood, pointer, "choice" if choice else "text")


def _nearest_option(readings: Mapping[str, float], near: LikenessThresholds) -> str | None:
    nearest = max(
        ((value, key) for key, value in readings.items() if key.startswith("option:")),
        default=(0.0, ""),
    )
    return nearest[1].removeprefix("option:") if nearest[0] >= near.same_subject else None


def _facts(
    conversation: Conversation,
    answered: PivotAnswered | None,
    part: SimPart,
    readings: Mapping[str, float],
    near: LikenessThresholds,
) -> dict[str, Value]:
    score = conversation.score + (answered.mood if answered else 0)
    return {
        **part.facts(conversation.pointer, score),
        "detour": readings["detour"] >= 0.5,
        "mood": _mood(readings, near),
    }


# ── what the nearness means ───────────────────────────────────────────────────────────────────────


def interpret(
    text: str,
    readings: Mapping[str, float],
    part: SimPart,
    conversation: Conversation,
    near: LikenessThresholds,
) -> dict[str, float]:
    """The readings that decisions are made on."""
    heard = [material for material in part.decisive if material.id in conversation.said]
    asks = is_question(text)
    acknowledges = max(
        (acknowledgement(text, material, readings, asks, near) for material in heard), default=0.0
    )
    return {
        "question": float(asks),
        "acknowledgement": round(acknowledges, 3),
        "detour": float(acknowledges < CLEAR and is_detour(text, readings, near)),
    }


def acknowledgement(
    text: str,
    fact: BoundMaterial,
    readings: Mapping[str, float],
    asks: bool,
    near: LikenessThresholds,
) -> float:
    """How clearly the words register the fact, from 0 to 1: its figures said back, its meaning, or
    what follows from it.
    """
    # how many of the fact's figures are named in the text, and how many there are
    wanted = claimed(fact.fact)
    named = [figure for whole in claimed(text) for figure in (whole, *whole.parts)]
    echoed = sum(any(known(figure, [want]) for figure in named) for want in wanted)
    figures = len(wanted)
    nearness = readings.get(f"fact:{fact.id}", 0.0)
    accepts, denies = readings.get("accepts", 0.0), readings.get("denies", 0.0)
    if denies >= near.near_manner and denies > max(accepts, nearness) and echoed < 2:
        return 0.1
    if figures and echoed >= min(2, figures):
        return 0.8 if asks else 1.0
    plain = nearness >= near.same_subject or accepts >= near.same_manner
    if asks:
        return 0.2 if plain else 0.0
    if plain or (accepts >= near.near_manner and (echoed or nearness >= near.near_subject)):
        return 0.7
    faint = (echoed and nearness >= near.faint_subject) or accepts >= near.near_manner
    return 0.3 if faint else 0.0


def is_detour(text: str, readings: Mapping[str, float], near: LikenessThresholds) -> bool:
    """Off the point: nearer to somebody else's business than to anything this person knows, or near
    to nothing at all.
    """
    own = _best(readings, "about:")
    elsewhere = _best(readings, "elsewhere:")
    if elsewhere >= near.others_subject and elsewhere > own + near.by_far:
        return True
    manner = max(
        readings.get("follows_up", 0.0),
        readings.get("accepts", 0.0),
        readings.get("denies", 0.0),
        _best(readings, "mood:"),
    )
    return own < near.near_subject and manner < near.near_manner and len(text.split()) > 3


def is_question(text: str) -> bool:
    """By its mark, or by its first word."""
    first = text.split(maxsplit=1)[0].lower().strip(",.") if text.strip() else ""
    return text.rstrip().endswith("?") or first in _QUESTION_WORDS


_QUESTION_WORDS = table(
    "are can"
    " could did do does how is should was were what when where which who whose why will would"
)


def _best(readings: Mapping[str, float], prefix: str) -> float:
    return max((value for key, value in readings.items() if key.startswith(prefix)), default=0.0)


def _mood(readings: Mapping[str, float], near: LikenessThresholds) -> str:
    nearest = max(
        ((value, key) for key, value in readings.items() if key.startswith("mood:")),
        default=(0.0, ""),
    )
    if nearest[0] >= near.same_mood:
        return nearest[1].removeprefix("mood:")
    return "curious" if readings["question"] else "neutral"
