"""A session held by words alone, as a chat client can: what stands beside a line is told in it, and
choices are typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dramaturg.app.views.views import Scene, SessionShown, TurnShown
from dramaturg.engines.sims.engine import DECISION
from dramaturg.engines.sims.view import SimOption, SimScene
from dramaturg.kernel.errors import BadInput, did_you_mean
from dramaturg.turn.contract import Heard

TALK, DECIDE = "/talk", "/decide"
HELP = "/talk PERSON, then what you say, turns to somebody else; /decide OPTION makes the call."

# What chat clients ask on their own, besides what a person says: a title, tags, what might be said
# next. They wrap the conversation up in a task; a person who speaks of titles does not.
TASK = re.compile(
    r"\A\s*(###\s*task\b|(please\s+)?(generate|provide|create|write|suggest|analy[sz]e|summari[sz]e)\b.{0,160}?"
    r"\b(title|tags?|follow-?ups?|emoji|quer(y|ies)))",
    re.IGNORECASE | re.DOTALL,
)
WRAPPED = re.compile(
    r"<chat_history>|^\W*(user|human|assistant|ai|message|conversation|chat history)\W*:",
    re.IGNORECASE | re.MULTILINE,
)


def is_task(text: str) -> bool:
    """Whether a chat client asks this for itself, and nobody has said it."""
    return bool(TASK.search(text) and WRAPPED.search(text))


def heard(scene: Scene, words: str) -> Heard:
    """What was typed, as a turn. Raises BadInput when it turns to nobody, or decides for
    nothing.
    """
    words = words.strip()
    return _heard_in_sim(scene, words) if isinstance(scene, SimScene) else Heard(words)


def beginning(shown: SessionShown) -> str:
    """What is told before anybody was heard: that this is a program, where one is, and the first
    line.
    """
    scene = tuple(_scene(shown.scene)) if isinstance(shown.scene, SimScene) else ()
    return _paragraphs(
        shown.notice, *scene, *(line.text for line in shown.lines if line.by == "program")
    )


def told(turn: TurnShown, before: Scene) -> str:
    """A turn as text: the lines, and what has come with them since the scene before."""
    lines = (
        f"{line.name}: {line.text}" if line.role else line.text
        for line in turn.lines
        if line.by == "program"
    )
    beside = (
        _beside(turn.scene, before)
        if isinstance(turn.scene, SimScene) and isinstance(before, SimScene)
        else ()
    )
    over = (f"[This has ended: {turn.scene.ended}.]",) if turn.scene.ended else ()
    return _paragraphs(*lines, *beside, *over)


def _heard_in_sim(scene: SimScene, words: str) -> Heard:
    command, _, rest = words.partition(" ")
    if command == DECIDE:
        return Heard(
            choice=_option(scene.decision.options, rest.strip(), "decide for"), to=DECISION
        )
    if command == TALK:
        person, _, said = rest.strip().partition(" ")
        people = [each.id for each in scene.people]
        if person not in people or not said.strip():
            raise BadInput(
                f"turn to somebody with {TALK} PERSON and what you say."
                f" {did_you_mean(person, people)}"
            )
        return Heard(said.strip(), to=person)
    pivot = next((each.pivot for each in scene.people if each.id == scene.person), None)
    if pivot and len(words) == 1:
        return Heard(choice=_option(pivot.options, words, "choose"))
    return Heard(words)


def _option(options: Sequence[SimOption], given: str, what: str) -> str:
    """The option of that letter, in either case."""
    ids = [option.id for option in options]
    found = next((id for id in ids if id.lower() == given.lower()), None)
    if found is None:
        raise BadInput(f"there is no option {given!r} to {what}. There are {', '.join(ids)}.")
    return found


def _scene(scene: SimScene) -> Iterator[str]:
    title = scene.title if scene.title.endswith(("?", "!", ".")) else f"{scene.title}."
    yield (
        f"{title} {scene.where[:1].upper()}{scene.where[1:]}: {scene.happening}. You are"
        f" {scene.learner}."
    )
    yield "\n".join(f"- {person.id}: {person.name}, {person.role}" for person in scene.people)
    yield f"{scene.decision.question}\n{_listed(scene.decision.options)}\n{HELP}"


def _beside(now: SimScene, before: SimScene) -> Iterator[str]:
    done = {each.id for each in before.objectives if each.done}
    yield from (
        f"[Done: {each.text}]" for each in now.objectives if each.done and each.id not in done
    )
    known = {each.id for each in before.documents}
    yield from (
        "\n".join((f"[{each.title}]", *each.lines))
        for each in now.documents
        if each.id not in known
    )
    pivot = next((each.pivot for each in now.people if each.id == now.person), None)
    if pivot:
        yield f"{pivot.question}\n{_listed(pivot.options)}"
    if now.redirect and now.redirect != before.redirect:
        yield f"[To go on: {TALK} {now.redirect.to}; to make the call: {DECIDE}.]"


def _listed(options: Sequence[SimOption]) -> str:
    return "\n".join(f"{option.id}) {option.text}" for option in options)


def _paragraphs(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)
