"""Assembly: a plan, its content and its pictures become a blueprint, by arithmetic and by table
(seed 001, §10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from dramaturg.engines.games.base.blueprint import (
    Blueprint,
    BlueprintZone,
    Choice,
    Feedback,
    Misconception,
    ModeTransition,
    Picture,
    Round,
    Scene,
    SceneTransition,
    ZoneGroup,
)
from dramaturg.engines.games.base.design import label_key
from dramaturg.engines.games.base.plan import GamePlan, MechanicPlan, ScenePlan, scopes
from dramaturg.engines.games.diagrams.zones import Diagram
from dramaturg.engines.games.mechanics.mechanic import CREDIT, Content, Task, zone_name
from dramaturg.engines.games.mechanics.table import MECHANICS, task_of

TIMED = "timed_challenge"
PLAIN_FEEDBACK = Feedback(
    correct="That is right.", incorrect="That is not it.", completion="This part is done."
)


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything a blueprint is put together from. Content is kept by fingerprint, pictures by
    scene.
    """

    id: str
    plan: GamePlan
    contents: Mapping[str, Content]
    diagrams: Mapping[str, Diagram] = field(default_factory=dict)
    seed: int = 0
    language: str = "en"
    degraded: tuple[str, ...] = ()


def assemble(parts: Parts) -> Blueprint:
    """The blueprint. Every mechanic must have content, and every scene that is played on a picture
    must have one.
    """
    plan = parts.plan
    return Blueprint(
        id=parts.id,
        title=plan.title,
        subject=plan.subject,
        language=parts.language,
        difficulty=plan.difficulty,
        estimated_duration_minutes=plan.estimated_duration_minutes,
        narrative_intro=plan.narrative_intro,
        completion_message=plan.completion_message,
        total_max_score=plan.total_max_score,
        scenes=tuple(_scene(scene, parts) for scene in plan.scenes),
        scene_transitions=tuple(scene_transitions(plan)),
        degraded=parts.degraded,
    )


def _scene(scene: ScenePlan, parts: Parts) -> Scene:
    diagram = parts.diagrams.get(scene.scene_id)
    return Scene(
        scene_id=scene.scene_id,
        scene_number=scene.scene_number,
        title=scene.title,
        learning_goal=scene.learning_goal,
        narrative_intro=scene.narrative_intro,
        max_score=scene.scene_max_score,
        diagram=_picture(diagram) if diagram else None,
        zones=tuple(_zones(diagram)) if diagram else (),
        zone_groups=tuple(_zone_groups(scene, diagram)) if diagram else (),
        starting_mechanic_id=scene.starting_mechanic_id,
        mechanics=tuple(_round(mechanic, scene, parts) for mechanic in scene.mechanics),
        mode_transitions=tuple(mode_transitions(scene)),
    )


def _round(mechanic: MechanicPlan, scene: ScenePlan, parts: Parts) -> Round:
    content = parts.contents[mechanic.fingerprint]
    task = task_of(parts.plan, scene, mechanic, parts.seed)
    zones = zone_ids(parts.diagrams.get(scene.scene_id))
    played = MECHANICS[mechanic.mechanic_type].play_form(content, task, zones)
    captioned = _captioned(played.get("choices", ()), parts.diagrams.get(scene.scene_id))
    played["choices"] = tuple(_explained(captioned, content, zones))
    return Round(
        mechanic_id=mechanic.mechanic_id,
        type=TIMED if mechanic.is_timed else mechanic.mechanic_type,
        fingerprint=mechanic.fingerprint,
        timed_challenge_wrapped_mode=mechanic.mechanic_type if mechanic.is_timed else None,
        time_limit_seconds=mechanic.time_limit_seconds if mechanic.is_timed else None,
        parent_mechanic_id=mechanic.parent_mechanic_id,
        is_terminal=mechanic.is_terminal,
        instruction=mechanic.instruction_text or task.instruction,
        points_per_item=mechanic.points_per_item,
        max_score=mechanic.max_score,
        credit=CREDIT,
        seed=task.seed,
        misconceptions=tuple(_misconceptions(content, task, zones)),
        feedback=content.feedback or PLAIN_FEEDBACK,
        **played,
    )


def _captioned(choices: Iterable[Choice], diagram: Diagram | None) -> Iterator[Choice]:
    captions = {zone.id: zone.caption for zone in diagram.zones} if diagram else {}
    return (
        choice.model_copy(update={"caption": captions.get(choice.id, "")}) for choice in choices
    )


def _explained(
    choices: Iterable[Choice], content: Content, zones: Mapping[str, str]
) -> Iterator[Choice]:
    """What is behind each choice. Content speaks of labels, a player of zones."""
    labels = {zone: label for label, zone in zones.items()}
    about = {label_key(key): text for key, text in content.meanings.items()}
    return (
        choice.model_copy(
            update={"about": about.get(label_key(labels.get(choice.id, choice.id)), "")}
        )
        for choice in choices
    )


def _misconceptions(
    content: Content, task: Task, zones: Mapping[str, str]
) -> Iterator[Misconception]:
    """Mistakes speak of labels where the answer lies on a picture; a player speaks of zones."""
    pictured = zones if MECHANICS[task.mechanic_type].NEEDS_DIAGRAM else {}
    on_picture = {label_key(label): zone for label, zone in pictured.items()}
    for mistake in content.misconceptions:
        answer = on_picture.get(label_key(mistake.answer), mistake.answer)
        yield Misconception(
            id=mistake.id,
            item=mistake.item,
            answer=answer,
            belief=mistake.belief,
            correction=mistake.correction,
        )


# ── the picture ───────────────────────────────────────────────────────────────────────────────────


def zone_ids(diagram: Diagram | None) -> Mapping[str, str]:
    """Label to zone id."""
    return {zone.label: zone.id for zone in diagram.zones} if diagram else {}


def _picture(diagram: Diagram) -> Picture:
    attribution = str(diagram.attribution) if diagram.attribution else ""
    return Picture(
        svg=diagram.svg,
        width=diagram.width,
        height=diagram.height,
        alt=diagram.alt,
        attribution=attribution,
    )


def _zones(diagram: Diagram) -> Iterator[BlueprintZone]:
    ids = zone_ids(diagram)
    for zone in diagram.zones:
        yield BlueprintZone(
            id=zone.id,
            name=zone_name(zone.id),
            label=zone.label,
            points=zone.points,
            at=zone.at,
            parent_zone_id=ids.get(zone.parent) if zone.parent else None,
        )


def _zone_groups(scene: ScenePlan, diagram: Diagram) -> Iterator[ZoneGroup]:
    """For each mechanic played inside another: its zones, and the zone they all lie in, where there
    is one.
    """
    zones = {label_key(zone.label): zone for zone in diagram.zones}
    ids = zone_ids(diagram)
    for mechanic in scene.mechanics:
        if mechanic.parent_mechanic_id is None:
            continue
        own = [
            zones[key] for label in mechanic.zone_labels_used if (key := label_key(label)) in zones
        ]
        around = {zone.parent for zone in own}
        parent = next(iter(around)) if len(around) == 1 else None
        yield ZoneGroup(
            parent_mechanic_id=mechanic.parent_mechanic_id,
            mechanic_id=mechanic.mechanic_id,
            parent_zone_id=ids.get(parent) if parent else None,
            child_zone_ids=tuple(zone.id for zone in own),
        )


# ── the graph ─────────────────────────────────────────────────────────────────────────────────────


def mode_transitions(scene: ScenePlan) -> Iterator[ModeTransition]:
    modes = {mechanic.mechanic_id: mechanic.mechanic_type for mechanic in scene.mechanics}
    judged = scopes(scene)
    for edge in scene.mechanic_connections:
        yield ModeTransition(
            from_mode=modes.get(edge.from_mechanic_id, edge.from_mechanic_id),
            to_mode=modes.get(edge.to_mechanic_id, edge.to_mechanic_id),
            from_mechanic_id=edge.from_mechanic_id,
            to_mechanic_id=edge.to_mechanic_id,
            trigger=edge.trigger,
            trigger_value=edge.trigger_value,
            judged_over=judged[edge.from_mechanic_id],
        )


def scene_transitions(plan: GamePlan) -> Iterator[SceneTransition]:
    for scene, following in zip(plan.scenes, plan.scenes[1:], strict=False):
        onward = scene.transition_to_next
        if onward is not None:
            yield SceneTransition(
                from_scene_id=scene.scene_id,
                to_scene_id=following.scene_id,
                type=onward.transition_type,
                condition=onward.min_score_pct,
            )
