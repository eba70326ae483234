"""Sequencing: steps lie there in a muddle and are put in order."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from dramaturg.engines.games.base.blueprint import Choice, Item, Round
from dramaturg.engines.games.base.issues import Issue, error
from dramaturg.engines.games.base.knowledge import Knowledge, KnowledgeStep, Sequence
from dramaturg.engines.games.base.plan import MechanicPlan
from dramaturg.engines.games.mechanics import checks, terminal
from dramaturg.engines.games.mechanics.mechanic import (
    CannotFeed,
    Content,
    ContentItem,
    Offer,
    Progress,
    Task,
    asked_for,
    items_written,
    play_item,
    shuffled,
    slug,
    source,
    tone,
)
from dramaturg.kernel.errors import BadInput

TYPE = "sequencing"
NEEDS_DIAGRAM = False
SCORES = "positions"
CONTENT: type[Content] = Content

LEAST = 3

COUNTED = re.compile(
    r"^\W*(?:(?:step|stage|phase)\s+)?(?:\d+|[ivx]+)\s*[.):]|^\W*(?:step|stage|phase)\s+\w+\b\s*[:.–-]"
    r"|^\W*(?:first|firstly|second|secondly|third|thirdly|then|next|finally|lastly|last|to begin"
    r" with|at last)\b(?!\s+(?-i:[A-Z]))",  # 'First Continental Congress' is a name
    re.IGNORECASE,
)
YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")


class StepForm(BaseModel):
    text: str
    why: str
    hint: str


class Form(BaseModel):
    steps: list[StepForm]


def check_brief(mechanic: MechanicPlan) -> Iterator[Issue]:
    return checks.brief_issues(mechanic, needs_labels=False, least=2)


def offers(knowledge: Knowledge) -> Iterator[Offer]:
    for sequence in knowledge.sequences:
        yield Offer(
            TYPE,
            labels=(),
            most_items=len(sequence.steps),
            least_items=LEAST,
            instruction=_instruction(sequence),
            goal=f"Know what follows what: {sequence.title}",
            key=f"{TYPE}:{sequence.id}",
        )


def craft(task: Task) -> str:
    return (
        f"Players put steps in order. Write exactly {task.count} steps, in their right order; they"
        " are shuffled for the player. `text` tells one step in a sentence of its own, in plain"
        " words, without a number, a date or a word of order (first, then, next, finally). Only"
        " one order may be right: leave out steps that could stand in two places. `why` says in a"
        " sentence why it comes after the one before it (for the first: why it begins). `hint`"
        f" helps to place it without saying its place. {tone(task)}"
    )


def read(form: Form, task: Task) -> Content:
    steps = enumerate(form.steps, start=1)
    entries = ((step.text, step.text, f"p{place}", step.why, step.hint) for place, step in steps)
    return Content(items=items_written(entries))


def generate(task: Task, knowledge: Knowledge) -> Content:
    sequence = _chosen(task, knowledge)
    start = _start(sequence, task)
    items: list[ContentItem] = []
    for place in range(task.count):
        name = slug(sequence.steps[start + place].text, (item.id for item in items))
        items.append(_item(name, sequence, start, place, knowledge))
    return Content(items=tuple(items))


def validate(content: Content, task: Task) -> tuple[Issue, ...]:
    return (
        *checks.common_issues(content, task),
        *_position_issues(content),
        *_told_issues(content),
    )


def keys(content: Content, knowledge: Knowledge) -> Mapping[str, str]:
    return {item.concept: item.answer for item in content.items if item.concept}


def play_form(content: Content, task: Task, zones: Mapping[str, str]) -> dict[str, Any]:
    in_order = sorted(content.items, key=lambda item: int(item.answer.removeprefix("p")))
    items = [play_item(item) for item in shuffled(in_order, task.seed, "items")]
    return {
        "items": items,
        "choices": [Choice(id=f"p{place}", text=str(place)) for place in range(1, len(items) + 1)],
    }


def view(round: Round, progress: Progress) -> list[str]:
    lines = [
        line
        for at, item in enumerate(round.items)
        for line in _step(terminal.letter(at), item, progress)
    ]
    return [
        *lines,
        "",
        f"Type the letters in the right order, such as: {_example(round, progress)} (or: hint a)",
    ]


def typed(words: str, round: Round, progress: Progress) -> dict[str, Any]:
    """The order as letters. What is settled may be left out: it keeps its place."""
    by_letter = {terminal.letter(at): item.id for at, item in enumerate(round.items)}
    letters = re.findall(r"[a-z]+", words.casefold())
    if len(letters) == 2 and letters[0] == "hint" and letters[1] in by_letter:
        return {"do": "hint", "item": by_letter[letters[1]]}
    named = [by_letter.get(letter, "") for letter in (letters[0] if len(letters) == 1 else letters)]
    moving = [item.id for item in round.items if item.id not in progress.settled]
    if sorted(named) == sorted(by_letter.values()):
        return {"do": "arrange", "order": named}
    if sorted(named) == sorted(moving):
        return {"do": "arrange", "order": _filled_in(named, round, progress)}
    raise BadInput(
        f"type each letter once, in the right order, such as: {_example(round, progress)} (or:"
        " hint a)"
    )


# ── from knowledge ────────────────────────────────────────────────────────────────────────────────


def _instruction(sequence: Sequence) -> str:
    """A circle has no beginning of its own, so the player is told where to start."""
    return (
        f"{sequence.question} Begin here: {sequence.steps[0].text}"
        if sequence.cyclic
        else sequence.question
    )


def _chosen(task: Task, knowledge: Knowledge) -> Sequence:
    """The sequence that the brief asks for, or else one that is long enough and shares most with
    the labels of the task.
    """
    wanted = asked_for(task, knowledge.sequences)
    long_enough = [sequence for sequence in wanted if len(sequence.steps) >= task.count]
    if not long_enough:
        there = (
            ", ".join(f"{sequence.id} has {len(sequence.steps)}" for sequence in wanted)
            or "there is none"
        )
        raise CannotFeed(
            f"{knowledge.id}: sequences needs one with {task.count} steps ({there}); add it under"
            " sequences"
        )
    labels = set(task.labels)
    shared = [len(labels & _labels(sequence, knowledge)) for sequence in long_enough]
    best = [
        sequence
        for sequence, share in zip(long_enough, shared, strict=True)
        if share == max(shared)
    ]
    return random.Random(f"{task.seed}:sequence").choice(best)


def _labels(sequence: Sequence, knowledge: Knowledge) -> set[str]:
    return {knowledge.by_id[step.concept].label for step in sequence.steps if step.concept}


def _start(sequence: Sequence, task: Task) -> int:
    """Neighbours stay neighbours, so that each step's reason holds; what begins a circle is told,
    so it stays too.
    """
    spare = len(sequence.steps) - task.count
    return 0 if sequence.cyclic else random.Random(f"{task.seed}:start").randint(0, spare)


def _item(
    name: str, sequence: Sequence, start: int, place: int, knowledge: Knowledge
) -> ContentItem:
    at = start + place
    step, before = sequence.steps[at], sequence.steps[at - 1] if place else None
    following = sequence.steps[(at + 1) % len(sequence.steps)]
    hint = (
        f"It comes after this: {before.text}"
        if before
        else f"It comes before this: {following.text}"
    )
    return ContentItem(
        id=name,
        text=step.text,
        answer=f"p{place + 1}",
        explanation=_reason(step, before, sequence),
        hint=hint,
        source=source(knowledge, sequence.id, f"steps[{at}]"),
        concept=step.concept or "",
    )


def _reason(step: KnowledgeStep, before: KnowledgeStep | None, sequence: Sequence) -> str:
    when = f"{step.when}. " if step.when else ""
    if step.why:
        return when + step.why
    return when + (
        f"It follows on this: {before.text}"
        if before
        else f"With this it begins: {sequence.title}."
    )


# ── what can be wrong ─────────────────────────────────────────────────────────────────────────────


def _position_issues(content: Content) -> Iterator[Issue]:
    places = [f"p{place}" for place in range(1, len(content.items) + 1)]
    for index, item in enumerate(content.items):
        if (
            item.answer not in places
            or [other.answer for other in content.items].count(item.answer) > 1
        ):
            message = f"the place {item.answer!r} is taken twice, or there is none such"
            remedy = f"Give every item one of the places {', '.join(places)}, each once."
            yield error("order-unclear", message, remedy, "items", index, "answer")


def _told_issues(content: Content) -> Iterator[Issue]:
    for index, item in enumerate(content.items):
        if found := COUNTED.search(item.text):
            message = f"{found.group().strip()!r} tells where it belongs"
            remedy = "Say what happens, without a number or a word of order."
            yield error("order-told", message, remedy, "items", index, "text")
    if content.items and all(YEAR.search(item.text) for item in content.items):
        remedy = "Take the years out; the order should be known, not read."
        yield error("order-told", "every item gives its year", remedy, "items")


# ── in a terminal ─────────────────────────────────────────────────────────────────────────────────


def _step(letter: str, item: Item, progress: Progress) -> Iterator[str]:
    points = progress.settled.get(item.id)
    place = (
        ""
        if points is None
        else f"   {'✓' if points else '✗'} place {item.answer.removeprefix('p')}"
    )
    yield f"  {letter}  {item.text}{place}"
    if item.id in progress.hinted and item.hint and not place:
        yield f"     hint: {item.hint}"


def _example(round: Round, progress: Progress) -> str:
    open_letters = [
        terminal.letter(at)
        for at, item in enumerate(round.items)
        if item.id not in progress.settled
    ]
    return " ".join(reversed(open_letters))


def _filled_in(named: list[str], round: Round, progress: Progress) -> list[str]:
    moving = iter(named)
    at_place = {item.answer: item.id for item in round.items if item.id in progress.settled}
    return [at_place.get(choice.id) or next(moving) for choice in round.choices]
