"""Interaction: what a player is told after a right answer, a wrong one and a finished round, and
which mistakes are recognised.

From knowledge by `interact`; from a model, a scene at a time, by `FeedbackForm`, `craft`, `read`
and `validate`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TypeVar

from pydantic import BaseModel, Field, TypeAdapter

from dramaturg.engines.games.base.blueprint import Feedback
from dramaturg.engines.games.base.design import label_key
from dramaturg.engines.games.base.issues import Issue, error
from dramaturg.engines.games.base.knowledge import Knowledge, KnowledgeMisconception
from dramaturg.engines.games.mechanics.checks import text_issues
from dramaturg.engines.games.mechanics.mechanic import Content, Mechanic, Mistake, Task, slug
from dramaturg.engines.games.mechanics.table import MECHANICS

C = TypeVar("C", bound=Content)
Played = tuple[Task, Content]

FILLER = re.compile(
    r"\W*(?:(?:good|great|nice|excellent|awesome|amazing)(?: (?:job|work|one|try))?|well"
    r" done|congratulations|you did it|"
    r"correct|incorrect|right|wrong|yes|no|(?:please )?try again|keep going|keep it up)\W*",
    re.IGNORECASE,
)


# ── from knowledge ────────────────────────────────────────────────────────────────────────────────


def interact(content: C, task: Task, mechanic: Mechanic, knowledge: Knowledge) -> C:
    """The same content with its feedback, and with every mistake that knowledge can explain and a
    player can make here.
    """
    mistakes = tuple(_mistakes(content, task, mechanic, knowledge))
    return content.model_copy(update={"feedback": _feedback(task), "misconceptions": mistakes})


def wrong_answers(
    content: Content, task: Task, mechanic: Mechanic
) -> Mapping[str, Mapping[str, str]]:
    """For each item all that it can be answered with wrongly: the key of an answer, and
    its words.
    """
    played = mechanic.play_form(content, task, {label: label for label in task.scene_labels})
    if "moments" in played:
        given = {
            moment.id: {option.id: option.text for option in moment.options}
            for moment in played["moments"]
        }
    elif "cards" in played:
        given = {
            item.id: {other.id: other.text for other in played["items"]} for item in played["items"]
        }
    else:
        words = {
            choice.id: choice.id if choice.id in task.scene_labels else choice.text
            for choice in played["choices"]
        }
        given = {item.id: words for item in played["items"]}
    right = {item.id: item.answer for item in played["items"]}
    return {
        item: {key: text for key, text in given[item].items() if key != right[item]}
        for item in right
    }


def _mistakes(
    content: Content, task: Task, mechanic: Mechanic, knowledge: Knowledge
) -> Iterator[Mistake]:
    """Misconceptions come before mere confusions; the first that explains an answer is the one that
    is told.
    """
    keys = {concept: label_key(key) for concept, key in mechanic.keys(content, knowledge).items()}
    wrong = wrong_answers(content, task, mechanic)
    explained: set[tuple[str, str]] = set()
    names: set[str] = set()
    for belief in (*knowledge.misconceptions, *_confused(knowledge)):
        for item in content.items:
            answer = next(
                (key for key in wrong[item.id] if label_key(key) == keys.get(belief.taken_for)),
                None,
            )
            if (
                item.concept == belief.concept
                and answer is not None
                and (item.id, answer) not in explained
            ):
                explained.add((item.id, answer))
                name = slug(belief.id, names)
                names.add(name)
                yield Mistake(
                    id=name,
                    item=item.id,
                    answer=answer,
                    belief=belief.belief,
                    correction=belief.correction,
                )


def _confused(knowledge: Knowledge) -> Iterator[KnowledgeMisconception]:
    """Confusions as misconceptions: each of the two may be taken for the other."""
    for confusion in knowledge.confusions:
        one, other = confusion.between
        belief = (
            f"{knowledge.by_id[one].label} and {knowledge.by_id[other].label} are easily mixed up."
        )
        for concept, taken_for in ((one, other), (other, one)):
            yield KnowledgeMisconception(
                id=f"{concept}_or_{taken_for}",
                concept=concept,
                taken_for=taken_for,
                belief=belief,
                correction=confusion.tell_apart,
            )


# ── what is told ──────────────────────────────────────────────────────────────────────────────────


class Lines(BaseModel):
    """What can be said of a mechanic, as feedback_lines.json has it: `{title}` is the scene,
    `{count}` the number of items.
    """

    correct: tuple[str, ...] = Field(min_length=1)
    incorrect: tuple[str, ...] = Field(min_length=1)
    completion: tuple[str, ...] = Field(min_length=1)


@cache
def lines() -> Mapping[str, Lines]:
    """What can be said, by mechanic."""
    written = files("dramaturg.engines.games.make").joinpath("feedback_lines.json").read_bytes()
    return TypeAdapter(dict[str, Lines]).validate_json(written)


def _feedback(task: Task) -> Feedback:
    told_of = lines()[task.mechanic_type]
    lot = random.Random(f"{task.seed}:feedback")
    told = {"title": task.scene_title, "count": task.count}
    return Feedback(
        correct=lot.choice(told_of.correct),
        incorrect=lot.choice(told_of.incorrect),
        completion=lot.choice(told_of.completion).format(**told),
    )


# ── from a model ──────────────────────────────────────────────────────────────────────────────────


class MistakeForm(BaseModel):
    item: int = Field(description="The number of the item.")
    answer: int = Field(description="The number of the wrong answer.")
    belief: str
    correction: str


class RoundForm(BaseModel):
    correct: str
    incorrect: str
    completion: str
    mistakes: list[MistakeForm]


class FeedbackForm(BaseModel):
    rounds: list[RoundForm]


def craft(scene: Sequence[Played]) -> str:
    """What a model is told about the rounds of a scene."""
    rules = (
        f"A scene of a learning game has {len(scene)} rounds. Write one entry for each, in their"
        " order. `correct` is told after every right answer, `incorrect` after every wrong one, so"
        " both must fit any item of the round and tell no answer; `completion` is told once at the"
        " end. A sentence each: about the subject, kind, and never mere praise such as 'Good"
        " job!'. `mistakes` are wrong answers that show what somebody believes: the number of the"
        " item, the number of the answer that is given, the `belief` in a sentence, and a"
        " `correction` that explains it. Name only beliefs that learners really have; none is"
        " better than an invented one."
    )
    return "\n\n".join(
        (rules, *(_round_told(number, *played) for number, played in enumerate(scene, start=1)))
    )


def _round_told(number: int, task: Task, content: Content) -> str:
    wrong = wrong_answers(content, task, MECHANICS[task.mechanic_type])
    lines = [f"ROUND {number}: {task.instruction}"]
    for at, item in enumerate(content.items, start=1):
        answers = "; ".join(
            f"({index}) {text}" for index, text in enumerate(wrong[item.id].values(), start=1)
        )
        lines.append(f"item {at}: {item.text} | wrong answers: {answers}")
    return "\n".join(lines)


def read(form: FeedbackForm, scene: Sequence[Played]) -> list[Content]:
    """The contents of a scene with what the model wrote; where it wrote nothing about a round, that
    stays as it was.
    """
    filled = [*form.rounds, *[None] * len(scene)]
    return [
        _read_round(entry, *played) if entry else played[1]
        for entry, played in zip(filled, scene, strict=False)
    ]


def _read_round(entry: RoundForm, task: Task, content: Content) -> Content:
    wrong = wrong_answers(content, task, MECHANICS[task.mechanic_type])
    mistakes: list[Mistake] = []
    for mistake in entry.mistakes:
        item = _numbered(mistake.item, [item.id for item in content.items])
        answer = _numbered(mistake.answer, list(wrong.get(item, {})))
        name = slug(mistake.belief, (each.id for each in mistakes))
        mistakes.append(
            Mistake(
                id=name,
                item=item,
                answer=answer,
                belief=mistake.belief,
                correction=mistake.correction,
            )
        )
    feedback = Feedback(
        correct=entry.correct, incorrect=entry.incorrect, completion=entry.completion
    )
    return content.model_copy(update={"feedback": feedback, "misconceptions": tuple(mistakes)})


def _numbered(number: int, names: Sequence[str]) -> str:
    """The name behind a number; a number that has none stands for itself, so that the validator can
    speak of it.
    """
    return names[number - 1] if 1 <= number <= len(names) else f"number {number}"


# ── what can be wrong ─────────────────────────────────────────────────────────────────────────────


def validate(content: Content, task: Task) -> tuple[Issue, ...]:
    """What is wrong with the feedback and the misconceptions of one round, whoever wrote them."""
    return (*_feedback_issues(content.feedback), *_mistake_issues(content, task))


def _feedback_issues(feedback: Feedback | None) -> Iterator[Issue]:
    if feedback is None:
        remedy = "Write an entry for this round."
        yield error("feedback-missing", "nothing is told to the player", remedy, "feedback")
        return
    texts = {
        "correct": feedback.correct,
        "incorrect": feedback.incorrect,
        "completion": feedback.completion,
    }
    yield from text_issues(texts, ("feedback",), required=tuple(texts))
    for name, text in texts.items():
        if FILLER.fullmatch(text):
            fix = "Say something about the subject, or about how to go on."
            message = f"{text!r} tells a player nothing"
            yield error("feedback-filler", message, fix, "feedback", name)


def _mistake_issues(content: Content, task: Task) -> Iterator[Issue]:
    wrong = wrong_answers(content, task, MECHANICS[task.mechanic_type])
    seen: set[str] = set()
    shown: set[tuple[str, str]] = set()
    for index, mistake in enumerate(content.misconceptions):
        path = ("misconceptions", index)
        texts = {"belief": mistake.belief, "correction": mistake.correction}
        yield from text_issues(texts, path, required=tuple(texts))
        if mistake.answer not in wrong.get(mistake.item, {}):
            fix = (
                "Name an item of this round, and an answer that can be given to it and is not the"
                " right one."
            )
            message = f"{mistake.item} cannot be answered wrongly with {mistake.answer}"
            yield error("mistake-never-shows", message, fix, *path)
        if mistake.id in seen or (mistake.item, mistake.answer) in shown:
            remedy = "Keep the more likely of the two."
            yield error("mistake-double", "another one shows by the same answer", remedy, *path)
        seen.add(mistake.id)
        shown.add((mistake.item, mistake.answer))
