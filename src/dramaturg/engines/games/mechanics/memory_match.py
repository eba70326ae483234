"""Memory match: cards lie face down, and those that belong together are turned over in pairs."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from dramaturg.engines.games.base.blueprint import Card, Round
from dramaturg.engines.games.base.design import label_key
from dramaturg.engines.games.base.issues import Issue, error
from dramaturg.engines.games.base.knowledge import Knowledge, KnowledgeConcept
from dramaturg.engines.games.base.plan import MechanicPlan
from dramaturg.engines.games.mechanics import checks, terminal
from dramaturg.engines.games.mechanics.facts import explanation_of, gives_away, hint_for
from dramaturg.engines.games.mechanics.mechanic import (
    CannotFeed,
    Content,
    ContentItem,
    Offer,
    Progress,
    Task,
    names_it,
    play_item,
    pools,
    shuffled,
    slug,
    source,
    tone,
)
from dramaturg.kernel.errors import BadInput

TYPE = "memory_match"
NEEDS_DIAGRAM = False
SCORES = "pairs"

LEAST = 3
MOST = 10  # twenty cards are as many as can be kept in mind
LONGEST_SIDE = 160  # characters that a card can hold

ASKED: Mapping[str, str] = {  # what the other card tells, and how the player is asked for it
    "clue": "Find the pairs: a name and the words that point to it.",
    "function": "Find the pairs: a name and what it does.",
    "definition": "Find the pairs: a name and what it is.",
}


class MemoryPair(ContentItem):
    """`text` is the front, `back` what belongs to it; `answer` is the pair's own id."""

    back: str


class MemoryContent(Content):
    items: tuple[MemoryPair, ...]


CONTENT: type[Content] = MemoryContent


class PairForm(BaseModel):
    front: str
    back: str
    explanation: str
    hint: str


class Form(BaseModel):
    pairs: list[PairForm]


def check_brief(mechanic: MechanicPlan) -> Iterator[Issue]:
    return checks.brief_issues(mechanic, needs_labels=False, least=2)


def offers(knowledge: Knowledge) -> Iterator[Offer]:
    for fact, instruction in ASKED.items():
        concepts = _told_apart(knowledge.concepts, fact)
        if len(concepts) >= LEAST:
            yield Offer(
                TYPE,
                labels=tuple(concept.label for concept in concepts),
                most_items=min(len(concepts), MOST),
                least_items=LEAST,
                instruction=instruction,
                goal=f"Remember what belongs to what: {knowledge.title}",
                key=f"{TYPE}:{fact}",
                prompt_style=fact,
            )


def craft(task: Task) -> str:
    return (
        f"Players turn over cards and find pairs. Write exactly {task.count}"
        f" pairs{_subjects(task)}. `front` is a name, `back` a few words that belong to it and to"
        f" no other front, {LONGEST_SIDE} characters at most. The back must not say its front, and"
        " all backs are of one sort: what it does, or what it is, or what it looks like."
        " `explanation` says in a sentence why the two belong together; `hint` helps to find the"
        f" partner without saying the front. {tone(task)}"
    )


def read(form: Form, task: Task) -> MemoryContent:
    pairs: list[MemoryPair] = []
    for entry in form.pairs:
        name = slug(entry.front, (pair.id for pair in pairs))
        told = {"explanation": entry.explanation, "hint": entry.hint}
        pairs.append(MemoryPair(id=name, text=entry.front, back=entry.back, answer=name, **told))
    return MemoryContent(items=tuple(pairs))


def generate(task: Task, knowledge: Knowledge) -> MemoryContent:
    fact, usable = _fact(task, knowledge)
    chosen = shuffled(usable, task.seed, "pairs")[: task.count]
    return MemoryContent(items=tuple(_pair(concept, fact, knowledge) for concept in chosen))


def validate(content: MemoryContent, task: Task) -> tuple[Issue, ...]:
    return (
        *checks.common_issues(content, task),
        *_pair_issues(content),
        *_same_side_issues(content),
    )


def keys(content: MemoryContent, knowledge: Knowledge) -> Mapping[str, str]:
    return {pair.concept: pair.id for pair in content.items if pair.concept}


def play_form(content: MemoryContent, task: Task, zones: Mapping[str, str]) -> dict[str, Any]:
    items = [play_item(pair) for pair in content.items]
    sides = [(text, pair.id) for pair in content.items for text in (pair.text, pair.back)]
    lying = enumerate(shuffled(sides, task.seed, "cards"), start=1)
    return {
        "items": items,
        "cards": [Card(id=f"c{place}", text=text, item=pair) for place, (text, pair) in lying],
    }


def view(round: Round, progress: Progress) -> list[str]:
    """What was turned over once stays readable: in a terminal it stands a few lines above
    anyway.
    """
    lines = [
        f"  {place}  {_face(card, progress)}" for place, card in enumerate(round.cards, start=1)
    ]
    hints = [
        f"Hint for {item.text}: {item.hint}"
        for item in round.items
        if item.id in progress.hinted - set(progress.settled)
    ]
    return [
        *lines,
        "",
        *hints,
        "Type the numbers of two cards, such as: 1 2 (or for a card you have seen: hint 1)",
    ]


def typed(words: str, round: Round, progress: Progress) -> dict[str, Any]:
    ids = [card.id for card in round.cards]
    if match := re.fullmatch(r"\s*hint\s+(\d+)\s*", words, re.IGNORECASE):
        name = terminal.numbered(match[1], ids)
        if name not in progress.seen:
            raise BadInput("turn a card over before you ask for a hint to it")
        return {"do": "hint", "item": next(card.item for card in round.cards if card.id == name)}
    match = re.fullmatch(r"\s*(\d+)[\s,;+&]+(\d+)\s*", words)
    if match is None or match[1] == match[2]:
        raise BadInput(
            "type the numbers of two different cards, such as: 1 2 (or for a card you have seen:"
            " hint 1)"
        )
    return {"do": "flip", "cards": [terminal.numbered(number, ids) for number in match.groups()]}


# ── from knowledge ────────────────────────────────────────────────────────────────────────────────


def _fact(task: Task, knowledge: Knowledge) -> tuple[str, list[KnowledgeConcept]]:
    """What the backs tell: as the brief asks, or what enough concepts have; and the concepts that
    have it.
    """
    facts = [
        fact for fact in ASKED if fact in (task.brief.prompt_style, *task.brief.key_concepts)
    ] or list(ASKED)
    for pool in pools(task, knowledge):
        usable = {fact: _told_apart(pool, fact) for fact in facts}
        good = [fact for fact in facts if len(usable[fact]) >= task.count]
        if good:
            fact = random.Random(f"{task.seed}:fact").choice(good)
            return fact, usable[fact]
    lacking = ", ".join(
        concept.id
        for concept in knowledge.concepts
        if not any(_back(concept, fact) for fact in facts)
    )
    raise CannotFeed(
        f"{knowledge.id}: {task.count} pairs need {task.count} concepts with a {' or '.join(facts)}"
        f" of their own, {LONGEST_SIDE} characters at most; add it under"
        f" concepts{f' to {lacking}' if lacking else ''}"
    )


def _told_apart(concepts: Sequence[KnowledgeConcept], fact: str) -> list[KnowledgeConcept]:
    """The concepts whose fact fits on a card and is no other's."""
    first: dict[str, KnowledgeConcept] = {}
    for concept in concepts:
        back = _back(concept, fact)
        if back and not gives_away(back, concept):
            first.setdefault(label_key(back), concept)
    return list(first.values())


def _back(concept: KnowledgeConcept, fact: str) -> str:
    text: str = getattr(concept, fact) or ""
    return text if len(text) <= LONGEST_SIDE else ""


def _pair(concept: KnowledgeConcept, fact: str, knowledge: Knowledge) -> MemoryPair:
    return MemoryPair(
        id=concept.id,
        text=concept.label,
        back=_back(concept, fact),
        answer=concept.id,
        explanation=explanation_of(concept),
        hint=hint_for(concept, _back(concept, fact)),
        source=source(knowledge, concept.id, fact),
        concept=concept.id,
    )


def _subjects(task: Task) -> str:
    return (
        f", their fronts taken from these, spelled exactly so: {', '.join(task.labels)}"
        if task.labels
        else ""
    )


# ── what can be wrong ─────────────────────────────────────────────────────────────────────────────


def _pair_issues(content: MemoryContent) -> Iterator[Issue]:
    for index, pair in enumerate(content.items):
        path = ("items", index)
        yield from checks.text_issues({"back": pair.back}, path, required=("back",))
        for name, text in (("back", pair.back), ("hint", pair.hint)):
            if names_it(text, pair.text):
                remedy = "Say it without naming it."
                yield error("answer-leaks", f"its {name} says {pair.text!r}", remedy, *path, name)
        for name, text in (("text", pair.text), ("back", pair.back)):
            if len(text) > LONGEST_SIDE:
                fix = f"Keep to {LONGEST_SIDE} characters."
                message = f"{len(text)} characters do not fit on a card"
                yield error("card-too-long", message, fix, *path, name)
        if pair.answer != pair.id:
            message = f"{pair.answer!r} is not the pair itself"
            yield error("answer-unknown", message, f"Write {pair.id!r}.", *path, "answer")


def _same_side_issues(content: MemoryContent) -> Iterator[Issue]:
    """Two cards that read alike fit two partners."""
    said: set[str] = set()
    for index, pair in enumerate(content.items):
        for name, text in (("text", pair.text), ("back", pair.back)):
            if label_key(text) in said:
                fix = "Write something that belongs to this pair alone."
                message = f"another card says {text!r} too"
                yield error("text-ambiguous", message, fix, "items", index, name)
            said.add(label_key(text))


# ── in a terminal ─────────────────────────────────────────────────────────────────────────────────


def _face(card: Card, progress: Progress) -> str:
    if card.item in progress.settled:
        return f"{card.text}   {'✓' if progress.settled[card.item] else '✗'}"
    return card.text if card.id in progress.seen else "▢"
