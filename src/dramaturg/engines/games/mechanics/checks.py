"""Checks that several mechanics share: counts, doubles, placeholders, leaks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from dramaturg.engines.games.base.design import label_key
from dramaturg.engines.games.base.issues import Issue, error, warning
from dramaturg.engines.games.base.plan import MechanicPlan
from dramaturg.engines.games.mechanics.mechanic import Content, Task, names_it
from dramaturg.kernel.errors import Path

PLACEHOLDER = re.compile(
    r"\{\{?\w*\}?\}|\[(?:insert|todo|tbd|placeholder|your)\b[^\]]*\]|\b(?:lorem"
    r" ipsum|todo|tbd|xxx+)\b|<[a-z_ ]+>",
    re.I,
)


def common_issues(content: Content, task: Task) -> Iterator[Issue]:
    """What must hold for the content of any mechanic."""
    if len(content.items) != task.count:
        message = f"there are {len(content.items)} items, and the plan counts on {task.count}"
        yield error("content-count", message, f"Write exactly {task.count}.", "items")
    yield from _doubles(content)
    for index, item in enumerate(content.items):
        texts = {"text": item.text, "explanation": item.explanation, "hint": item.hint}
        yield from text_issues(texts, ("items", index), required=("text", "explanation"))
    for index, extra in enumerate(content.distractors):
        yield from text_issues({"text": extra.text}, ("distractors", index), required=("text",))


def text_issues(texts: dict[str, str], path: Path, required: tuple[str, ...]) -> Iterator[Issue]:
    """Texts that are empty where a player reads them, or were left unfilled."""
    for name, text in texts.items():
        if not text.strip():
            if name in required:
                yield error("content-empty", f"its {name} is empty", "Write it.", *path, name)
        elif found := PLACEHOLDER.search(text):
            message = f"{found.group()!r} was left unfilled"
            yield error("content-placeholder", message, "Write what belongs there.", *path, name)


def leak_issues(content: Content, fields: tuple[str, ...] = ("text", "hint")) -> Iterator[Issue]:
    """Items whose text or hint says their own answer."""
    for index, item in enumerate(content.items):
        for name in fields:
            if names_it(getattr(item, name), item.answer):
                message = f"its {name} says {item.answer!r}"
                yield error("answer-leaks", message, "Ask without naming it.", "items", index, name)


def label_issues(content: Content, labels: Iterable[str]) -> Iterator[Issue]:
    """Answers that no zone carries."""
    known = {label_key(label) for label in labels}
    for index, item in enumerate(content.items):
        if label_key(item.answer) not in known:
            message = f"{item.answer!r} is not on the picture"
            remedy = f"Use one of: {', '.join(labels)}."
            yield error("answer-unknown", message, remedy, "items", index, "answer")


def repeat_issues(content: Content) -> Iterator[Issue]:
    """Answers that are right for two items, where each place takes one."""
    answers = Counter(label_key(item.answer) for item in content.items)
    for index, item in enumerate(content.items):
        if answers[label_key(item.answer)] > 1:
            message = f"{item.answer!r} is the answer of two items, and it can take only one"
            remedy = "Keep one of them and write another for a label that has none yet."
            yield error("answer-repeated", message, remedy, "items", index, "answer")


def ambiguous_issues(content: Content) -> Iterator[Issue]:
    """The same question with two different answers: nobody could know which is meant."""
    answers: dict[str, set[str]] = {}
    for item in content.items:
        answers.setdefault(label_key(item.text), set()).add(label_key(item.answer))
    for index, item in enumerate(content.items):
        if len(answers[label_key(item.text)]) > 1:
            message = f"{item.text!r} is said of two different answers"
            remedy = "Say something that holds for one of them only."
            yield error("text-ambiguous", message, remedy, "items", index, "text")


def brief_issues(mechanic: MechanicPlan, needs_labels: bool, least: int = 1) -> Iterator[Issue]:
    """What any brief must say."""
    if not mechanic.content_brief.generation_goal.strip():
        remedy = "Say in generation_goal what is to be written."
        yield warning("brief-empty", "the content brief has no goal", remedy, "content_brief")
    if needs_labels and not mechanic.zone_labels_used:
        message = f"{mechanic.mechanic_type} is played on a picture and names no label"
        remedy = "List the labels it is about in zone_labels_used; the scene's are taken now."
        yield warning("brief-lacks-label", message, remedy, "zone_labels_used")
    if least > 1 and mechanic.expected_item_count < least:
        message = (
            f"{mechanic.mechanic_type} cannot be played with {mechanic.expected_item_count} item(s)"
        )
        yield error("brief-too-few", message, f"Ask for {least} at least.", "expected_item_count")


def _doubles(content: Content) -> Iterator[Issue]:
    ids = Counter(item.id for item in content.items)
    texts = Counter((label_key(item.text), item.answer) for item in content.items)
    for index, item in enumerate(content.items):
        if ids[item.id] > 1 or texts[label_key(item.text), item.answer] > 1:
            message = f"{item.text!r} stands there twice"
            yield error("content-double", message, "Write another in its place.", "items", index)
