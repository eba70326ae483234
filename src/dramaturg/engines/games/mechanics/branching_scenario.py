"""Branching scenario: a small story in which somebody must choose, and what they choose has
consequences.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import BaseModel

from dramaturg.engines.games.base.blueprint import Ending, Moment, Option, Round
from dramaturg.engines.games.base.design import label_key
from dramaturg.engines.games.base.issues import Issue, error, feedback
from dramaturg.engines.games.base.knowledge import Knowledge, KnowledgeDecision
from dramaturg.engines.games.base.plan import MechanicPlan
from dramaturg.engines.games.mechanics import checks, terminal
from dramaturg.engines.games.mechanics.mechanic import (
    CannotFeed,
    Content,
    ContentItem,
    Offer,
    Progress,
    Stored,
    Task,
    asked_for,
    by_lot,
    play_item,
    slug,
    source,
    tone,
)
from dramaturg.kernel.errors import BadInput
from dramaturg.kernel.graph import reachable

TYPE = "branching_scenario"
NEEDS_DIAGRAM = False
SCORES = "decisions on the best path"

Quality = Literal["best", "fair", "poor"]
CREDIT: Mapping[Quality, float] = {"best": 1.0, "fair": 0.5, "poor": 0.0}
FEWEST_OPTIONS, MOST_OPTIONS = 2, 4


class StoryOption(Stored):
    id: str
    text: str
    quality: Quality
    consequence: str
    next: str


class StoryMoment(Stored):
    id: str
    situation: str
    hint: str = ""
    options: tuple[StoryOption, ...]


class StoryEnding(Stored):
    id: str
    text: str
    good: bool


class StoryContent(Content):
    """The first moment is where the story begins. Items are the moments along the best options, in
    their order.
    """

    moments: tuple[StoryMoment, ...]
    endings: tuple[StoryEnding, ...]


CONTENT: type[Content] = StoryContent


class OptionForm(BaseModel):
    text: str
    quality: Quality
    consequence: str
    leads_to: str


class MomentForm(BaseModel):
    name: str
    situation: str
    hint: str
    options: list[OptionForm]


class EndingForm(BaseModel):
    name: str
    text: str
    good: bool


class Form(BaseModel):
    moments: list[MomentForm]
    endings: list[EndingForm]


def check_brief(mechanic: MechanicPlan) -> Iterator[Issue]:
    return checks.brief_issues(mechanic, needs_labels=False)


def offers(knowledge: Knowledge) -> Iterator[Offer]:
    """A story is told whole, so it has as many decisions as it has; one with faults is not
    offered.
    """
    for decision in knowledge.decisions:
        length = len(best_path(_moments(decision)))
        if story_issues(decision):
            continue
        yield Offer(
            TYPE,
            labels=(),
            most_items=length,
            least_items=length,
            instruction=f"{decision.title}: decide what to do, and live with what comes of it.",
            goal=f"Use what you know when it matters: {decision.title}",
            key=f"{TYPE}:{decision.id}",
        )


def craft(task: Task) -> str:
    return (
        "Players live through a short story and decide. Whoever always decides best meets exactly"
        f" {task.count} moments, and comes to a good ending; the first moment of the list is where"
        " the story begins. Add moments aside from that way, which lead back to it or to a bad"
        " ending. A moment has a `name` of a few words, a `situation` told to the player as you, a"
        f" `hint`, and {FEWEST_OPTIONS} to {MOST_OPTIONS} options: one of quality best, the others"
        " fair or poor. Options are of like length, all of them things a sensible person might do;"
        " the best is not the longest. `consequence` tells what comes of it and teaches; no two"
        " are alike. `leads_to` is the name of a moment or an ending, spelled exactly so. Nothing"
        " leads back to where the player has been. Every moment and every ending can be reached,"
        f" and at least one ending is bad. {tone(task)}"
    )


def read(form: Form, task: Task) -> StoryContent:
    names: dict[str, str] = {}
    for name in (
        *(moment.name for moment in form.moments),
        *(ending.name for ending in form.endings),
    ):
        names.setdefault(label_key(name), slug(name, names.values()))
    moments = tuple(_moment_read(moment, names) for moment in form.moments)
    endings = tuple(
        StoryEnding(id=names[label_key(each.name)], text=each.text, good=each.good)
        for each in form.endings
    )
    return StoryContent(items=_items(moments), moments=moments, endings=endings)


def generate(task: Task, knowledge: Knowledge) -> StoryContent:
    decision = _chosen(task, knowledge)
    story = _story(decision)
    if issues := _story_issues(story):
        raise CannotFeed(
            f"{knowledge.id}: decisions.{decision.id} cannot be told:\n{feedback(issues)}"
        )
    items = (
        item.model_copy(update={"source": source(knowledge, decision.id, f"moments.{item.id}")})
        for item in story.items
    )
    return story.model_copy(update={"items": tuple(items)})


def validate(content: StoryContent, task: Task) -> tuple[Issue, ...]:
    return (*checks.common_issues(content, task), *_story_issues(content))


def keys(content: StoryContent, knowledge: Knowledge) -> Mapping[str, str]:
    """Nobody takes one concept for another here: what is chosen is a deed."""
    return {}


def play_form(content: StoryContent, task: Task, zones: Mapping[str, str]) -> dict[str, Any]:
    items = [play_item(item) for item in content.items]
    order = _shown_options(content, task)
    moments = [
        Moment(
            id=moment.id,
            situation=moment.situation,
            hint=moment.hint,
            options=tuple(map(_option, order[moment.id])),
        )
        for moment in content.moments
    ]
    endings = [Ending(id=each.id, text=each.text, good=each.good) for each in content.endings]
    return {"items": items, "moments": moments, "endings": endings}


def view(round: Round, progress: Progress) -> list[str]:
    moment = _up(round, progress)
    if moment is None:
        return [ending.text for ending in round.endings if ending.id == progress.at]
    lines = [f"  {number}  {option.text}" for number, option in enumerate(moment.options, start=1)]
    hint = [f"Hint: {moment.hint}"] if moment.id in progress.hinted and moment.hint else []
    return [
        moment.situation,
        *hint,
        "",
        *lines,
        "",
        "Type the number of what you do, such as: 1 (or: hint)",
    ]


def typed(words: str, round: Round, progress: Progress) -> dict[str, Any]:
    moment = _up(round, progress)
    if moment is None:
        raise BadInput("the story has come to its end; go on with next")
    if words.strip().casefold() == "hint":
        return {"do": "hint", "item": moment.id}
    return {
        "do": "answer",
        "item": moment.id,
        "answer": terminal.numbered(words, [option.id for option in moment.options]),
    }


def best_path(moments: tuple[StoryMoment, ...]) -> tuple[StoryMoment, ...]:
    """The moments that somebody meets who always decides best; a circle is walked once."""
    by_id = {moment.id: moment for moment in moments}
    path: dict[str, StoryMoment] = {}
    here = moments[0] if moments else None
    while here is not None and here.id not in path:
        path[here.id] = here
        best = _best(here)
        here = by_id.get(best.next) if best else None
    return tuple(path.values())


# ── from knowledge and from a form ────────────────────────────────────────────────────────────────


def _chosen(task: Task, knowledge: Knowledge) -> KnowledgeDecision:
    wanted = asked_for(task, knowledge.decisions)
    fitting = [decision for decision in wanted if len(best_path(_moments(decision))) == task.count]
    if not fitting:
        there = (
            ", ".join(
                f"{decision.id} has {len(best_path(_moments(decision)))}" for decision in wanted
            )
            or "there is none"
        )
        raise CannotFeed(
            f"{knowledge.id}: decisions needs a story with {task.count} moments along its best"
            f" options ({there}); add it under decisions"
        )
    return random.Random(f"{task.seed}:decision").choice(fitting)


def story_issues(decision: KnowledgeDecision) -> tuple[Issue, ...]:
    """Why a story of the knowledge cannot be told, if it cannot."""
    return _story_issues(_story(decision))


def _story(decision: KnowledgeDecision) -> StoryContent:
    moments = _moments(decision)
    endings = tuple(
        StoryEnding(id=each.id, text=each.text, good=each.good) for each in decision.endings
    )
    return StoryContent(items=_items(moments), moments=moments, endings=endings)


def _moments(decision: KnowledgeDecision) -> tuple[StoryMoment, ...]:
    return tuple(
        StoryMoment(
            id=moment.id,
            situation=moment.situation,
            hint=moment.hint or "",
            options=tuple(StoryOption(**option.model_dump()) for option in moment.options),
        )
        for moment in decision.moments
    )


def _moment_read(moment: MomentForm, names: Mapping[str, str]) -> StoryMoment:
    options: list[StoryOption] = []
    for option in moment.options:
        options.append(
            StoryOption(
                id=slug(option.text, (each.id for each in options)),
                text=option.text,
                quality=option.quality,
                consequence=option.consequence,
                next=names.get(label_key(option.leads_to), option.leads_to),
            )
        )
    return StoryMoment(
        id=names[label_key(moment.name)],
        situation=moment.situation,
        hint=moment.hint,
        options=tuple(options),
    )


def _items(moments: tuple[StoryMoment, ...]) -> tuple[ContentItem, ...]:
    return tuple(
        ContentItem(
            id=moment.id,
            text=moment.situation,
            answer=best.id,
            explanation=best.consequence,
            hint=moment.hint,
        )
        for moment in best_path(moments)
        if (best := _best(moment))
    )


def _best(moment: StoryMoment) -> StoryOption | None:
    return next((option for option in moment.options if option.quality == "best"), None)


# ── what can be wrong ─────────────────────────────────────────────────────────────────────────────


def _story_issues(content: StoryContent) -> tuple[Issue, ...]:
    return (
        *_moment_issues(content),
        *_way_issues(content),
        *_path_issues(content),
        *_longest_issues(content),
    )


def _moment_issues(content: StoryContent) -> Iterator[Issue]:
    for index, moment in enumerate(content.moments):
        path = ("moments", index)
        yield from checks.text_issues(
            {"situation": moment.situation, "hint": moment.hint}, path, required=("situation",)
        )
        if not FEWEST_OPTIONS <= len(moment.options) <= MOST_OPTIONS:
            fix = f"Write {FEWEST_OPTIONS} to {MOST_OPTIONS}."
            message = f"there are {len(moment.options)} options here"
            yield error("story-options", message, fix, *path, "options")
        for at, option in enumerate(moment.options):
            texts = {"text": option.text, "consequence": option.consequence}
            yield from checks.text_issues(
                texts, (*path, "options", at), required=("text", "consequence")
            )
            if any(
                option.id == other.id or label_key(option.text) == label_key(other.text)
                for other in moment.options[:at]
            ):
                message = f"{option.text!r} is offered twice"
                yield error("content-double", message, "Write another.", *path, "options", at)
    for index, ending in enumerate(content.endings):
        yield from checks.text_issues({"text": ending.text}, ("endings", index), required=("text",))


def _way_issues(content: StoryContent) -> Iterator[Issue]:
    """Ways that lead nowhere, places that nothing leads to, and circles in which a player could
    walk for ever.
    """
    onward = {moment.id: [option.next for option in moment.options] for moment in content.moments}
    places = [
        *(moment.id for moment in content.moments),
        *(ending.id for ending in content.endings),
    ]
    for index, moment in enumerate(content.moments):
        for at, option in enumerate(moment.options):
            path = ("moments", index, "options", at, "next")
            if option.next not in places:
                remedy = f"Use one of: {', '.join(places)}."
                yield error("story-leads-nowhere", f"there is no {option.next!r}", remedy, *path)
            elif moment.id in reachable(option.next, onward):
                message = "this leads back to where the player has been"
                yield error("story-circle", message, "Lead onward, or to an ending.", *path)
    if len(set(places)) < len(places):
        remedy = "Give each a name of its own."
        yield error("content-double", "two moments or endings share a name", remedy, "moments")
    met = reachable(content.moments[0].id, onward) if content.moments else ()
    paths = [("moments", index) for index in range(len(content.moments))]
    paths += [("endings", index) for index in range(len(content.endings))]
    for at_path, place in zip(paths, places, strict=True):
        if place not in met:
            fix = "Let an option lead to it, or take it out."
            yield error("story-unreached", f"nothing leads to {place!r}", fix, *at_path)


def _path_issues(content: StoryContent) -> Iterator[Issue]:
    """The best way has one best option at each moment, is what scores, and ends well."""
    path = best_path(content.moments)
    index_of = {moment.id: index for index, moment in enumerate(content.moments)}
    for moment in path:
        if sum(option.quality == "best" for option in moment.options) != 1:
            fix = "Make exactly one option the best."
            yield error(
                "story-best-unclear",
                "no option, or more than one, is the best",
                fix,
                "moments",
                index_of[moment.id],
                "options",
            )
    best = [_best(moment) for moment in path]
    if [(item.id, item.answer) for item in content.items] != [
        (at.id, option.id) for at, option in zip(path, best, strict=True) if option
    ]:
        fix = (
            "Let the items be the moments along the best options, each answered by its best option."
        )
        yield error("story-off-path", "what scores is not what lies on the best path", fix, "items")
    last = best[-1] if best else None
    if last and not any(ending.id == last.next and ending.good for ending in content.endings):
        fix = "Let the last best option lead to an ending that is good."
        message = "the best decisions do not come to a good ending"
        yield error("story-ends-badly", message, fix, "moments", index_of[path[-1].id])


def _longest_issues(content: StoryContent) -> Iterator[Issue]:
    path = best_path(content.moments)
    if len(path) > 1 and all(map(_longest, path)):
        fix = "Make some of the other options as long, or longer."
        yield error("best-is-longest", "the best option is the longest every time", fix, "moments")


def _longest(moment: StoryMoment) -> bool:
    best = _best(moment)
    return best is not None and all(
        len(best.text) > len(other.text) for other in moment.options if other is not best
    )


# ── as it is played ───────────────────────────────────────────────────────────────────────────────


def _shown_options(content: StoryContent, task: Task) -> dict[str, list[StoryOption]]:
    """Options in an order of chance, except that the best never stands in the same place all along
    the way.
    """
    shown = {moment.id: by_lot(moment.options, task.seed, moment.id) for moment in content.moments}
    path = [moment.id for moment in best_path(content.moments)]
    places = [
        next((at for at, option in enumerate(shown[name]) if option.quality == "best"), 0)
        for name in path
    ]
    if len(path) > 1 and len(set(places)) == 1:
        last = shown[path[-1]]
        shown[path[-1]] = [*last[1:], last[0]]
    return shown


def _option(option: StoryOption) -> Option:
    return Option(
        id=option.id,
        text=option.text,
        credit=CREDIT[option.quality],
        consequence=option.consequence,
        next=option.next,
    )


def _up(round: Round, progress: Progress) -> Moment | None:
    if progress.at is None:
        return round.moments[0]
    return next((moment for moment in round.moments if moment.id == progress.at), None)
