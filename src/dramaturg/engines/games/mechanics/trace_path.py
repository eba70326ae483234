"""Trace a path: the stops of a way are clicked on a picture, one after the other."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pydantic import BaseModel

from dramaturg.engines.games.base.blueprint import Round
from dramaturg.engines.games.base.design import label_key
from dramaturg.engines.games.base.issues import Issue, error
from dramaturg.engines.games.base.knowledge import Knowledge, KnowledgeConcept, Sequence
from dramaturg.engines.games.base.plan import MechanicPlan
from dramaturg.engines.games.mechanics import checks, terminal
from dramaturg.engines.games.mechanics.facts import explanation_of, facts_of, gives_away, hint_for
from dramaturg.engines.games.mechanics.mechanic import (
    CannotFeed,
    Content,
    ContentItem,
    Offer,
    Progress,
    Task,
    asked_for,
    by_lot,
    diagrams_with_labels,
    items_written,
    labelled,
    slug,
    source,
    tone,
    zone_choices,
    zone_items,
    zone_keys,
)

TYPE = "trace_path"
NEEDS_DIAGRAM = True
SCORES = "waypoints"
CONTENT: type[Content] = Content

LEAST = 3


class StopForm(BaseModel):
    label: str
    what_happens: str
    explanation: str
    hint: str


class Form(BaseModel):
    stops: list[StopForm]


@dataclass(frozen=True, slots=True)
class PathStop:
    """A step of a sequence that lies on the picture, and what can be said of it without naming the
    place.
    """

    label: str
    concept: KnowledgeConcept
    text: str
    why: str
    source: str


def check_brief(mechanic: MechanicPlan) -> Iterable[Issue]:
    return checks.brief_issues(mechanic, needs_labels=True, least=2)


def offers(knowledge: Knowledge) -> Iterator[Offer]:
    for diagram, there in diagrams_with_labels(knowledge):
        on_it = _by_concept(there, knowledge)
        for sequence in knowledge.sequences:
            labels = tuple(dict.fromkeys(stop.label for stop in _stops(sequence, on_it, knowledge)))
            if len(labels) >= LEAST:
                yield Offer(
                    TYPE,
                    labels,
                    most_items=len(labels),
                    least_items=LEAST,
                    instruction=f"{sequence.question} Click the places one after the other.",
                    goal=f"Follow the way: {sequence.title}",
                    key=f"{TYPE}:{sequence.id}",
                    diagram=diagram.id,
                )


def craft(task: Task) -> str:
    return (
        f"Players follow a way on a picture, one click for each stop. Write exactly {task.count}"
        " stops in the order of the way, each at one of these labels, spelled exactly so:"
        f" {', '.join(task.labels)}. The way may come back to a place, but not stay at it."
        " `what_happens` is a sentence about what happens at the stop, so that somebody who knows"
        " the way finds it; it never says the label, nor a part or another form of its name."
        " `explanation` says why the way leads here and may name it; `hint` says something more"
        f" about the place, again without the name. {tone(task)}"
    )


def read(form: Form, task: Task) -> Content:
    entries = (
        (entry.label, entry.what_happens, entry.label, entry.explanation, entry.hint)
        for entry in form.stops
    )
    return Content(items=items_written(entries))


def generate(task: Task, knowledge: Knowledge) -> Content:
    stops = _path(task, knowledge)
    start = random.Random(f"{task.seed}:start").randint(0, len(stops) - task.count)
    items: list[ContentItem] = []
    for stop in stops[start : start + task.count]:
        name = slug(stop.concept.id, (item.id for item in items))
        items.append(_item(name, stop))
    return Content(items=tuple(items))


def validate(content: Content, task: Task) -> tuple[Issue, ...]:
    return (
        *checks.common_issues(content, task),
        *checks.label_issues(content, task.labels),
        *checks.leak_issues(content),
        *checks.ambiguous_issues(content),
        *_still_issues(content),
    )


def play_form(content: Content, task: Task, zones: Mapping[str, str]) -> dict[str, Any]:
    """In the order of the way: it is asked stop by stop, so nothing is given away by it."""
    return {"items": zone_items(content, zones), "choices": zone_choices(zones)}


def view(round: Round, progress: Progress) -> list[str]:
    return terminal.asking(round, progress, "stop")


keys, typed = zone_keys, terminal.answered


# ── from knowledge ────────────────────────────────────────────────────────────────────────────────


def _path(task: Task, knowledge: Knowledge) -> list[PathStop]:
    """The stops of the sequence that the brief asks for, or else of one that passes through most of
    the labels.
    """
    wanted = asked_for(task, knowledge.sequences)
    labels = _by_concept(task.labels, knowledge)
    paths = {sequence.id: _stops(sequence, labels, knowledge) for sequence in wanted}
    longest = max(map(len, paths.values()), default=0)
    if longest < task.count:
        there = (
            ", ".join(f"{name} has {len(stops)}" for name, stops in paths.items())
            or "there is none"
        )
        raise CannotFeed(
            f"{knowledge.id}: sequences needs one with {task.count} stops at"
            f" {', '.join(task.labels)} ({there}); add steps with their concept under sequences"
        )
    return by_lot(
        [stops for stops in paths.values() if len(stops) == longest], task.seed, "sequence"
    )[0]


def _by_concept(labels: Iterable[str], knowledge: Knowledge) -> Mapping[str, str]:
    return {concept.id: label for label, concept in labelled(labels, knowledge)}


def _stops(sequence: Sequence, labels: Mapping[str, str], knowledge: Knowledge) -> list[PathStop]:
    """The steps at these labels (given by concept) that can be told without naming the place; never
    two in a row at one place.
    """
    stops: list[PathStop] = []
    for index, step in enumerate(sequence.steps):
        if (
            step.concept is None
            or step.concept not in labels
            or (stops and stops[-1].concept.id == step.concept)
        ):
            continue
        concept = knowledge.by_id[step.concept]
        told = [step.text, *(fact.text for fact in facts_of(concept, ("function", "definition")))]
        fresh = (
            text
            for text in told
            if not gives_away(text, concept) and all(text != stop.text for stop in stops)
        )
        if text := next(fresh, ""):
            why = explanation_of(concept, step.why)
            stops.append(
                PathStop(
                    labels[concept.id],
                    concept,
                    text,
                    why,
                    source(knowledge, sequence.id, f"steps[{index}]"),
                )
            )
    return stops


def _item(name: str, stop: PathStop) -> ContentItem:
    return ContentItem(
        id=name,
        text=stop.text,
        answer=stop.label,
        explanation=stop.why,
        hint=hint_for(stop.concept, stop.text),
        source=stop.source,
        concept=stop.concept.id,
    )


# ── what can be wrong ─────────────────────────────────────────────────────────────────────────────


def _still_issues(content: Content) -> Iterator[Issue]:
    for index, (before, item) in enumerate(pairwise(content.items), start=1):
        if label_key(before.answer) == label_key(item.answer):
            message = f"the way is at {item.answer!r} already"
            remedy = "Leave this stop out, or say what lies between."
            yield error("path-stands-still", message, remedy, "items", index, "answer")
