"""Hierarchical labelling: the whole is placed first, and then its parts open up inside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic import BaseModel

from dramaturg.engines.games.base.blueprint import Round
from dramaturg.engines.games.base.design import label_key
from dramaturg.engines.games.base.issues import Issue, error, warning
from dramaturg.engines.games.base.knowledge import Knowledge, KnowledgeConcept
from dramaturg.engines.games.base.plan import MechanicPlan
from dramaturg.engines.games.mechanics import checks, terminal
from dramaturg.engines.games.mechanics.facts import item_about
from dramaturg.engines.games.mechanics.mechanic import (
    CannotFeed,
    Content,
    ContentItem,
    Offer,
    Progress,
    Task,
    diagrams_with_labels,
    labelled,
    labels_to_use,
    slug,
    tone,
    zone_keys,
    zone_play_form,
)

TYPE = "hierarchical"
NEEDS_DIAGRAM = True
SCORES = "labels"
CONTENT: type[Content] = Content

LEAST = 4

Tree = Mapping[str, tuple[str, ...]]  # label to the labels of its parts


class PlacedLabelForm(BaseModel):
    label: str
    part_of: str = ""
    explanation: str
    hint: str


class Form(BaseModel):
    labels: list[PlacedLabelForm]


def check_brief(mechanic: MechanicPlan) -> Iterable[Issue]:
    return checks.brief_issues(mechanic, needs_labels=True, least=2)


def offers(knowledge: Knowledge) -> Iterator[Offer]:
    tree = _tree(knowledge)
    for diagram, there in diagrams_with_labels(knowledge):
        labels = tuple(_wholes_and_parts(there, tree))
        if len(labels) >= LEAST:
            yield Offer(
                TYPE,
                labels,
                most_items=len(labels),
                least_items=LEAST,
                instruction="Place what is whole first; then place its parts inside it.",
                goal=f"Know what is part of what: {diagram.title}",
                key=f"{TYPE}:{diagram.id}",
                diagram=diagram.id,
            )


def craft(task: Task) -> str:
    return (
        "Players place labels level by level: the parts of a thing open up once it is placed."
        f" Write exactly {task.count} entries, one for each of these labels, spelled exactly so:"
        f" {', '.join(task.labels)}. {_tree_told(task)}`part_of` is the label it is directly part"
        " of, or empty for a whole. `explanation` says in a sentence why it belongs there; `hint`"
        f" helps to find its place without saying the label. {tone(task)}"
    )


def read(form: Form, task: Task) -> Content:
    """The design's tree counts if it says anything of these labels; or else the model's does."""
    known = _parents([entry.label for entry in form.labels], task.hierarchy)
    names: list[str] = []
    for entry in form.labels:
        names.append(slug(entry.label, names))
    by_label = {
        label_key(entry.label): name
        for entry, name in zip(reversed(form.labels), reversed(names), strict=True)
    }
    items = []
    for entry, name in zip(form.labels, names, strict=True):
        parent = known.get(label_key(entry.label), "") if known else label_key(entry.part_of)
        named = {"id": name, "text": entry.label, "answer": entry.label}
        told = {"explanation": entry.explanation, "hint": entry.hint}
        items.append(ContentItem(after=by_label.get(parent, parent), **named, **told))
    return Content(items=tuple(items))


def generate(task: Task, knowledge: Knowledge) -> Content:
    wanted = labelled(labels_to_use(task), knowledge)
    parents = _parents(task.labels[: task.count], task.hierarchy) or _parents_known(
        wanted, knowledge
    )
    by_label = {label_key(label): (label, concept) for label, concept in wanted}
    items = []
    for key, (label, concept) in by_label.items():
        whole, above = by_label.get(parents.get(key, ""), ("", None))
        item = item_about(concept, label, knowledge)
        told = f"{label} belongs to: {whole}. {item.explanation}" if above else item.explanation
        after = above.id if above else ""
        items.append(item.model_copy(update={"explanation": told, "after": after}))
    return Content(items=tuple(items))


def validate(content: Content, task: Task) -> tuple[Issue, ...]:
    return (
        *checks.common_issues(content, task),
        *checks.label_issues(content, task.labels),
        *checks.leak_issues(content, ("hint",)),
        *checks.repeat_issues(content),
        *_parent_issues(content, task),
        *_loop_issues(content),
    )


play_form = zone_play_form


def view(round: Round, progress: Progress) -> list[str]:
    return terminal.placing(round, progress, "label")


keys, typed = zone_keys, terminal.placed


# ── trees ─────────────────────────────────────────────────────────────────────────────────────────


def _tree(knowledge: Knowledge) -> Tree:
    label = {concept.id: concept.label for concept in knowledge.concepts}
    return {
        label[whole]: tuple(label[part] for part in parts)
        for whole, parts in knowledge.hierarchy.items()
    }


def _parents_known(
    wanted: Sequence[tuple[str, KnowledgeConcept]], knowledge: Knowledge
) -> dict[str, str]:
    """As the knowledge has it, in the words of the design. Raises CannotFeed when it says nothing
    of any of them.
    """
    spoken_of = {name for whole, parts in knowledge.hierarchy.items() for name in (whole, *parts)}
    if not any(concept.id in spoken_of for _, concept in wanted):
        names = ", ".join(concept.id for _, concept in wanted)
        raise CannotFeed(
            f"{knowledge.id}: hierarchy says nothing of {names}; add under hierarchy what is part"
            " of what"
        )
    label = {label_key(concept.label): label_key(label) for label, concept in wanted}
    parents = _parents([concept.label for _, concept in wanted], _tree(knowledge))
    return {label[part]: label[whole] for part, whole in parents.items()}


def _parents(labels: Sequence[str], tree: Tree) -> dict[str, str]:
    """For each label the nearest label above it that is there too; labels folded. What has none is
    left out.
    """
    above = {label_key(part): label_key(whole) for whole, parts in tree.items() for part in parts}
    there = dict.fromkeys(label_key(label) for label in labels)
    parents: dict[str, str] = {}
    for key in there:
        climbed = {key}
        at = above.get(key)
        while at is not None and at not in there and at not in climbed:
            climbed.add(at)
            at = above.get(at)
        if at is not None and at in there and at != key:
            parents[key] = at
    return parents


def _wholes_and_parts(labels: Sequence[str], tree: Tree) -> Iterator[str]:
    """The labels that have a whole or parts among them, each whole before its parts."""
    parents = _parents(labels, tree)
    by_key = {label_key(label): label for label in labels}

    def family(key: str) -> Iterator[str]:
        yield by_key[key]
        for part in by_key:
            if parents.get(part) == key:
                yield from family(part)

    for key in by_key:
        if key not in parents and key in parents.values():
            yield from family(key)


def _tree_told(task: Task) -> str:
    parents = _parents(task.labels, task.hierarchy)
    label = {label_key(each): each for each in task.labels}
    told = [f"{label[part]} is part of {label[whole]}" for part, whole in sorted(parents.items())]
    return f"The levels are settled: {'; '.join(told)}. " if told else ""


# ── what can be wrong ─────────────────────────────────────────────────────────────────────────────


def _parent_issues(content: Content, task: Task) -> Iterator[Issue]:
    known = _parents([item.answer for item in content.items], task.hierarchy)
    answers = {item.id: label_key(item.answer) for item in content.items}
    for index, item in enumerate(content.items):
        settled = known.get(label_key(item.answer))
        if item.after and item.after not in answers:
            fix = "Name a label of the list, or leave part_of empty for a whole."
            message = f"{item.after!r} is not among the labels"
            yield error("parent-unknown", message, fix, "items", index, "after")
        elif settled is not None and answers.get(item.after) != settled:
            fix = f"Put it under {settled!r}, or change the design's label_hierarchy."
            message = f"{item.answer!r} is not where the design puts it"
            yield error("parent-wrong", message, fix, "items", index, "after")
    if not any(item.after for item in content.items):
        fix = (
            "Use labels of which some are part of others; drag_drop suits labels of one level"
            " better."
        )
        yield warning("levels-missing", "all labels are on one level", fix, "items")


def _loop_issues(content: Content) -> Iterator[Issue]:
    after = {item.id: item.after for item in content.items}
    for index, item in enumerate(content.items):
        at, climbed = item.after, set[str]()
        while at in after and at not in climbed and at != item.id:
            climbed.add(at)
            at = after[at]
        if at == item.id:
            fix = "Take the part_of of one of them away."
            message = f"{item.text!r} is, in the end, part of itself"
            yield error("parent-loop", message, fix, "items", index, "after")
