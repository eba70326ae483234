"""Making a game: phases 0 to 4 of the seed (§7) as one job. A model creates where there is one;
code does the rest.

Every call to a model and every phase is a step whose result is kept, so that a killed job goes on
where it stopped.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from dramaturg.engines.games.asks.analysis import Analysis, AnalysisAsk
from dramaturg.engines.games.asks.content import ContentAsk
from dramaturg.engines.games.asks.design import DesignAsk, judged, unpictured
from dramaturg.engines.games.asks.feedback import InteractionAsk
from dramaturg.engines.games.asks.knowledge import KnowledgeAsk
from dramaturg.engines.games.asks.picture import PictureAsk, is_to_be_drawn
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.design import (
    Difficulty,
    GameDesignDocument,
    ImageSpec,
    MechanicType,
)
from dramaturg.engines.games.base.issues import Issue, errors
from dramaturg.engines.games.base.knowledge import FORMS, Knowledge
from dramaturg.engines.games.base.plan import (
    GamePlan,
    MechanicPlan,
    ScenePlan,
    plan_json,
    read_plan,
)
from dramaturg.engines.games.checks.blueprint import blueprint_issues
from dramaturg.engines.games.diagrams.chains import (
    WantedDiagram,
    Workshop,
    asset_manifest,
    make_diagram,
)
from dramaturg.engines.games.diagrams.zones import Diagram
from dramaturg.engines.games.lessons.understanding import (
    Understanding,
    focused,
    from_notes,
    understood,
    unknown,
)
from dramaturg.engines.games.make.build import plan_game
from dramaturg.engines.games.make.designer import DesignWish, design_from
from dramaturg.engines.games.make.meanings import explained
from dramaturg.engines.games.make.own_words import (
    OwnWords,
    digest_of,
    fitting_words,
    with_own_words,
)
from dramaturg.engines.games.make.read_design import read_design
from dramaturg.engines.games.make.repair import leave_out, repair
from dramaturg.engines.games.mechanics.mechanic import CannotFeed, Content, Task
from dramaturg.engines.games.mechanics.table import MECHANICS, brief_check, task_of
from dramaturg.engines.games.rules.assemble import Parts, assemble
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.asks import Ask
from dramaturg.turn.job_asks import JobAnswer, ask_in_steps
from dramaturg.turn.jobs import Work
from dramaturg.turn.ports import Voice

GAME_JOB = "game"
MOST_NOTES = 20_000  # characters

_DIAGRAM: TypeAdapter[Diagram] = TypeAdapter(Diagram)


class Order(BaseModel):
    """What is to be made. A design stands in for asking for one; contents are kept from an earlier
    time, by fingerprint, and so is the knowledge that a model wrote then. Where the knowledge is
    another by now, contents are made anew, with what a person had written into them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    question: str = ""
    notes: str = Field("", max_length=MOST_NOTES, description="Terms, groups, steps or a table.")
    knowledge: str | None = None
    difficulty: Difficulty | None = None
    minutes: int | None = None
    scenes: int | None = None
    mechanics: tuple[MechanicType, ...] = ()
    seed: int = 0
    own_knowledge: dict[str, Any] | None = None
    design: dict[str, Any] | None = None
    contents: dict[str, dict[str, Any]] = {}
    own_words: dict[str, OwnWords] = {}
    made_of: str = Field("", description="The digest of the knowledge that the contents are from.")
    pictures: dict[str, dict[str, Any]] = Field(
        {}, description="What a model drew at an earlier time, by the labels on it."
    )


class KnowledgeShelf(Protocol):
    """The knowledge there is, and its pictures."""

    def knowledge(self, id: str) -> Knowledge:
        """Raises NotFound."""
        ...

    def all(self) -> Sequence[Knowledge]:
        """Every subject that is sound."""
        ...

    def likeness(self, question: str) -> Mapping[str, float]:
        """How much a question is like each subject, by id; nothing where nobody can tell."""
        ...

    def workshop(self, knowledge: Knowledge) -> Workshop:
        """What its pictures are made with."""
        ...


@dataclass(frozen=True, slots=True)
class Workbench:
    voice: Voice
    shelf: KnowledgeShelf


@dataclass(slots=True)
class Account:
    """What the making cost, step by step, and what had to be done without."""

    tokens: dict[str, dict[str, Any]] = field(default_factory=dict)
    degraded: list[str] = field(default_factory=list)

    def enter(self, name: str, asked: JobAnswer[Any]) -> None:
        if asked.replies:
            self.tokens[name] = {
                "calls": len(asked.replies),
                "tokens_in": sum(reply.tokens_in for reply in asked.replies),
                "tokens_out": sum(reply.tokens_out for reply in asked.replies),
                "estimated": any(reply.estimated for reply in asked.replies),
                "model": asked.replies[-1].model,
            }


@dataclass(frozen=True, slots=True)
class GameMaking:
    """One game in the making: what every phase needs."""

    work: Work
    order: Order
    kit: Workbench
    account: Account

    async def ask(self, asks: Mapping[str, Ask[Any]]) -> dict[str, JobAnswer[Any]]:
        went = await ask_in_steps(self.work, self.kit.voice, asks)
        for name, asked in went.items():
            self.account.enter(name, asked)
        return went

    async def keep(self, name: str, do: Callable[[], Any]) -> Any:
        """A step of plain code."""

        async def done() -> Any:
            return do()

        return await self.work.step(name, done)


async def make_game(work: Work, request: Any, kit: Workbench) -> dict[str, Any]:
    """The whole job: from an order to a blueprint, with everything it was made from. Raises
    BadInput with every issue.
    """
    making = GameMaking(work, Order.model_validate(request), kit, Account())
    analysis, understanding = await _understand(making)
    knowledge = understanding.knowledge
    design = await _design(making, analysis, understanding)
    plan = await _plan(making, design)
    written = await _written(making, plan, knowledge)
    if written.refused:
        design = _without(making, design, plan, written.refused)
        plan = await _plan(making, design)
    contents = await _interactions(making, plan, knowledge, written)
    diagrams, drawn = await _diagrams(making, plan, knowledge)
    blueprint = await _assembled(making, plan, knowledge, contents.done, diagrams)
    return {
        "order": making.order.model_dump(
            mode="json",
            exclude={"design", "contents", "own_knowledge", "own_words", "made_of", "pictures"},
        ),
        "made_of": digest_of(knowledge.model_dump(mode="json")),
        "kept": sorted(contents.kept),
        "own_words": contents.own,
        "knowledge": knowledge.model_dump(mode="json"),
        "design": design.model_dump(mode="json"),
        "plan": plan_json(plan),
        "contents": {
            print_: content.model_dump(mode="json") for print_, content in contents.done.items()
        },
        "pictures": drawn,
        "blueprint": blueprint,
        "tokens": making.account.tokens,
        "degraded": making.account.degraded,
    }


# ── phase 0: understanding ────────────────────────────────────────────────────────────────────────


async def _understand(making: GameMaking) -> tuple[Analysis, Understanding]:
    """What the question is about and what there is to know, asked side by side."""
    order, shelf = making.order, making.kit.shelf
    here = understanding_of(order, shelf)
    asks: dict[str, Ask[Any]] = {}
    if order.question:
        asks["input_analyzer"] = AnalysisAsk(order.question)
        if not (order.notes or order.knowledge or order.own_knowledge):
            asks["dk_retriever"] = KnowledgeAsk(
                order.question, order.id, here.knowledge if here else None
            )
    went = await making.ask(asks)
    analysis = _value(asks, went, "input_analyzer") or Analysis(subject=order.knowledge or order.id)
    asked = went.get("dk_retriever", JobAnswer())
    if asked.value is not None and asked.replies:
        return analysis, Understanding(asked.value)
    if here is None:
        fault = asked.fault if asked.replies else ""
        raise unknown(order.question, shelf.all(), shelf.likeness(order.question), fault)
    making.account.degraded.extend(here.told)
    if asked.fault:
        making.account.degraded.append(
            f"The model's facts could not be used; the game is made from {here.knowledge.id!r}."
        )
    return analysis, here


def understanding_of(order: Order, shelf: KnowledgeShelf) -> Understanding | None:
    """What there is to know without asking anybody, and what of it was asked for. Raises NotFound,
    and BadInput for notes that say nothing.
    """
    if order.own_knowledge is not None:
        return Understanding(Knowledge.model_validate(order.own_knowledge))
    own_id = f"{order.id}_own"  # no file of the library is called so
    if order.notes:
        return from_notes(order.notes, order.question, own_id)
    if order.knowledge:
        return focused(order.question, shelf.knowledge(order.knowledge))
    if not order.question:
        return None
    return understood(order.question, own_id, shelf.all(), shelf.likeness(order.question))


def _value(asks: Mapping[str, Ask[Any]], went: Mapping[str, JobAnswer[Any]], name: str) -> Any:
    """What was answered, or what stands in for it."""
    if name not in asks:
        return None
    return went[name].value if went[name].value is not None else asks[name].offline()


# ── phase 1: design ───────────────────────────────────────────────────────────────────────────────


async def _design(
    making: GameMaking, analysis: Analysis, understanding: Understanding
) -> GameDesignDocument:
    order, knowledge = making.order, understanding.knowledge
    if order.design is not None:
        # A design that somebody wrote: sent back with all its issues
        design = read_design(order.design)
        found = errors(design.issues)
        if design.design is None or found:
            raise BadInput(_listed("the design cannot be built", found))
        return design.design
    wish = DesignWish(
        question=order.question,
        difficulty=order.difficulty or analysis.difficulty,
        minutes=order.minutes,
        seed=order.seed,
        mechanics=order.mechanics,
        scenes=order.scenes,
        asked=understanding.asked,
    )
    by_rules = partial(design_from, knowledge, wish)
    workshop = making.kit.shelf.workshop(knowledge)
    ask = DesignAsk(
        order.question or knowledge.title, analysis, knowledge, wish, workshop, by_rules
    )
    asked: JobAnswer[GameDesignDocument] = (await making.ask({"game_designer": ask}))[
        "game_designer"
    ]
    if asked.value is not None or not asked.replies:
        return asked.value or ask.offline()
    return _rescued(making, asked.last, workshop) or ask.offline()


def _rescued(making: GameMaking, last: str, workshop: Workshop) -> GameDesignDocument | None:
    """The model's last design, repaired by the stated rules, if that makes it sound."""
    design, issues = judged(last, workshop)
    if design is None:
        making.account.degraded.append(
            "The model's design could not be read; the game was designed by rules."
        )
        return None
    if not issues:
        making.account.degraded.append(
            "The model's design was not what was asked for; the game was designed by rules."
        )
        return None
    repaired, told = repair(design, issues)
    if errors(plan_game(repaired, brief_check).issues) or unpictured(repaired, workshop):
        making.account.degraded.append(
            "The model's design could not be repaired; the game was designed by rules."
        )
        return None
    making.account.degraded.extend(told)
    return repaired


async def _plan(making: GameMaking, design: GameDesignDocument) -> GamePlan:
    """The graph. Raises BadInput with every issue of the design."""

    def built() -> dict[str, Any]:
        planned = plan_game(design, brief_check)
        if found := errors(planned.issues):
            raise BadInput(_listed("the design cannot be built", found))
        return plan_json(planned.plan)

    return read_plan(await making.keep("graph_builder", built))


# ── phase 2: content ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class WrittenContent:
    """The content of a plan by fingerprint: kept from before, or new; and what there is none for,
    with the reasons.
    """

    tasks: Mapping[str, Task]
    kept: Mapping[str, Content]
    new: Mapping[str, Content]
    refused: Mapping[str, str]


async def _written(making: GameMaking, plan: GamePlan, knowledge: Knowledge) -> WrittenContent:
    """Content for every mechanic: kept, written by the model, or made from knowledge."""
    tasks = {
        mechanic.fingerprint: task_of(plan, scene, mechanic, making.order.seed)
        for scene, mechanic in _mechanics(plan)
    }
    order = making.order
    is_stale = order.made_of not in ("", digest_of(knowledge.model_dump(mode="json")))
    kept = {
        print_: _kept(making, task)
        for print_, task in tasks.items()
        if print_ in order.contents and not is_stale
    }
    asks = {
        f"content {task.mechanic_id}": ContentAsk(task, knowledge)
        for print_, task in tasks.items()
        if print_ not in kept
    }
    went = await making.ask(asks)
    _note_unusable(making, went, knowledge)
    made = await making.keep("content", lambda: _made(asks, went))
    new = {print_: _content(tasks[print_], values) for print_, values in made["contents"].items()}
    return WrittenContent(tasks, kept, new, made["refused"])


def _note_unusable(
    making: GameMaking, went: Mapping[str, JobAnswer[Any]], knowledge: Knowledge
) -> None:
    for name, asked in went.items():
        if asked.value is None and asked.replies:
            making.account.degraded.append(
                f"What the model gave for {name} could not be used; it is made from"
                f" {knowledge.id!r}."
            )


def _made(asks: Mapping[str, ContentAsk], went: Mapping[str, JobAnswer[Content]]) -> dict[str, Any]:
    """What the model wrote, and what knowledge gives where it wrote nothing of use."""
    contents: dict[str, Any] = {}
    refused: dict[str, str] = {}
    for name, ask in asks.items():
        try:
            content = went[name].value or ask.offline()
        except CannotFeed as refusal:
            refused[ask.task.fingerprint] = (
                f"{ask.task.mechanic_id} ({ask.task.mechanic_type}): {refusal}"
            )
        else:
            contents[ask.task.fingerprint] = content.model_dump(mode="json")
    return {"contents": contents, "refused": refused}


def _without(
    making: GameMaking, design: GameDesignDocument, plan: GamePlan, refused: Mapping[str, str]
) -> GameDesignDocument:
    """A design without the mechanics that nobody can write for. Raises BadInput when a person
    designed it, or nothing stays.
    """
    left = leave_out(design, [mechanic.fingerprint in refused for _, mechanic in _mechanics(plan)])
    if making.order.design is not None or left is None:
        raise BadInput(
            "there is no content for some mechanics:\n"
            + "\n".join(f"- {reason}" for reason in refused.values())
        )
    making.account.degraded.extend(f"Left out: {reason}" for reason in refused.values())
    return left


def _kept(making: GameMaking, task: Task) -> Content:
    """Content of an earlier time, perhaps edited since."""
    content = _content(task, making.order.contents[task.fingerprint])
    found = errors(MECHANICS[task.mechanic_type].validate(content, task))
    if found:
        raise BadInput(
            _listed(f"the content of {task.mechanic_id} ({task.fingerprint}) has faults", found)
        )
    return content


def _content(task: Task, values: Mapping[str, Any]) -> Content:
    return MECHANICS[task.mechanic_type].CONTENT.model_validate(values)


@dataclass(frozen=True, slots=True)
class DoneContent:
    """The content of a game by fingerprint, what of it was kept as it was, and which parts of the
    rest a person wrote.
    """

    done: Mapping[str, Content]
    kept: frozenset[str]
    own: Mapping[str, tuple[str, ...]]


async def _interactions(
    making: GameMaking, plan: GamePlan, knowledge: Knowledge, written: WrittenContent
) -> DoneContent:
    """Feedback and misconceptions, asked for scene by scene; what was kept has them already. What a
    person wrote for a round that is made anew comes into it again, as far as it is sound there.
    """
    done = dict(written.kept)
    asks = {
        f"scene_interaction_designer {scene.scene_id}": InteractionAsk(
            scene.title, _of_scene(scene, written), knowledge
        )
        for scene in plan.scenes
        if any(mechanic.fingerprint in written.new for mechanic in scene.mechanics)
    }
    went = await making.ask(asks)
    _note_unusable(making, went, knowledge)
    for name, ask in asks.items():
        done |= went[name].value or ask.offline()
    for print_ in written.new:
        task = written.tasks[print_]
        done[print_] = explained(done[print_], task, MECHANICS[task.mechanic_type], knowledge)
    own: dict[str, tuple[str, ...]] = {}
    for print_ in written.new:
        words = fitting_words(written.tasks[print_], making.order.own_words, set(written.kept))
        if words is not None:
            done[print_], own[print_] = with_own_words(done[print_], words, written.tasks[print_])
    used = [mechanic.fingerprint for _, mechanic in _mechanics(plan)]
    return DoneContent({each: done[each] for each in used}, frozenset(written.kept), own)


def _of_scene(scene: ScenePlan, written: WrittenContent) -> dict[str, tuple[Task, Content]]:
    prints = (
        mechanic.fingerprint for mechanic in scene.mechanics if mechanic.fingerprint in written.new
    )
    return {print_: (written.tasks[print_], written.new[print_]) for print_ in prints}


def _mechanics(plan: GamePlan) -> Iterator[tuple[ScenePlan, MechanicPlan]]:
    return ((scene, mechanic) for scene in plan.scenes for mechanic in scene.mechanics)


# ── phase 3: pictures ─────────────────────────────────────────────────────────────────────────────


async def _diagrams(
    making: GameMaking, plan: GamePlan, knowledge: Knowledge
) -> tuple[dict[str, Diagram], dict[str, Any]]:
    """The picture of each scene, and those that a model drew, by the labels on them."""
    workshop = making.kit.shelf.workshop(knowledge)
    wanted = {scene.scene_id: _wanted(scene) for scene in plan.scenes if scene.needs_diagram}
    drawn = await _drawn(making, wanted.values(), workshop)
    left = [each for each in wanted.values() if _labelled(each) not in drawn]
    made = await making.work.side_by_side(
        [(f"assets {each.scene}", _drawing(each, workshop)) for each in left]
    )
    pictures = {each.scene: picture for each, picture in zip(left, made, strict=True)}
    pictures |= {id: drawn[_labelled(each)] for id, each in wanted.items() if each not in left}
    return {id: _DIAGRAM.validate_python(pictures[id]) for id in wanted}, drawn


async def _drawn(
    making: GameMaking, wanted: Iterable[WantedDiagram], workshop: Workshop
) -> dict[str, Any]:
    """What a model draws of scenes whose pictures are described and nowhere to be had."""
    kept = {_labelled(each): each for each in wanted if _labelled(each) in making.order.pictures}
    found = {key: making.order.pictures[key] for key in kept}
    asks: dict[str, PictureAsk] = {
        f"picture {each.scene}": PictureAsk(each, workshop)
        for each in wanted
        if _labelled(each) not in found and is_to_be_drawn(each, workshop)
    }
    went = await making.ask(asks)
    for name, ask in asks.items():
        if (diagram := went[name].value) is not None:
            found[_labelled(ask.wanted)] = _DIAGRAM.dump_python(diagram, mode="json")
        elif went[name].replies:
            making.account.degraded.append(
                f"The model's {name} could not be used; it shows how the parts belong together."
            )
    return found


def _labelled(wanted: WantedDiagram) -> str:
    return ", ".join(sorted(wanted.labels))


def _wanted(scene: ScenePlan) -> WantedDiagram:
    wish = scene.image_spec or ImageSpec()
    form = next((form for form in FORMS if form == wish.form), None)
    return WantedDiagram(scene.scene_id, scene.zone_labels, form, wish.description)


def _drawing(wanted: WantedDiagram, workshop: Workshop) -> Callable[[], Awaitable[Any]]:
    async def draw() -> Any:
        made = await make_diagram(asset_manifest(wanted, workshop), workshop)
        if made.diagram is None:
            raise BadInput(_listed(f"{wanted.scene} has no picture", made.issues))
        return _DIAGRAM.dump_python(made.diagram, mode="json")

    return draw


# ── phase 4: assembly ─────────────────────────────────────────────────────────────────────────────


async def _assembled(
    making: GameMaking,
    plan: GamePlan,
    knowledge: Knowledge,
    contents: Mapping[str, Content],
    diagrams: Mapping[str, Diagram],
) -> dict[str, Any]:
    order, degraded = making.order, tuple(making.account.degraded)
    parts = Parts(order.id, plan, contents, diagrams, order.seed, knowledge.language, degraded)
    blueprint = await making.keep(
        "blueprint_assembler", lambda: assemble(parts).model_dump(mode="json")
    )
    found = await making.keep(
        "blueprint_validator",
        lambda: [str(issue) for issue in blueprint_issues(Blueprint.model_validate(blueprint))],
    )
    if found:
        raise BadInput("the blueprint is not sound:\n" + "\n".join(f"- {each}" for each in found))
    return dict(blueprint)


def _listed(what: str, issues: Iterable[Issue]) -> str:
    return "\n".join((f"{what}:", *(f"- {issue}" for issue in issues)))
