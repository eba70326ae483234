"""Plans whose people belong to groups, and the same people once more with other content."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from dramaturg.app.content.overrides import with_settings
from dramaturg.app.content.swap import find_version, parts_of, revised
from dramaturg.content.library import Library
from dramaturg.engines.kit import Version
from dramaturg.engines.simulation import AnyPlan, Kept, RunMaterial, SimulationPlan
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.ports import StoredContent


@dataclass(frozen=True, slots=True)
class GroupedPlan:
    """Sessions to be played, and for each the group that its person belongs to."""

    plan: AnyPlan
    groups: tuple[str, ...]

    def only(self, keep: Callable[[Any], bool]) -> GroupedPlan:
        """Those sessions alone, with what they need."""
        kept = [each for each in zip(self.plan.runs, self.groups, strict=True) if keep(each[0])]
        simulator = self.plan.simulator
        materials = {simulator.needs(run): self.plan.material_of(run) for run, _ in kept}
        return GroupedPlan(
            SimulationPlan(simulator, [run for run, _ in kept], materials),
            tuple(group for _, group in kept),
        )


def by_person(plan: AnyPlan) -> GroupedPlan:
    """Everybody with their like."""
    return GroupedPlan(plan, tuple(map(plan.simulator.group_of, plan.runs)))


def joined(plans: Mapping[str, AnyPlan]) -> GroupedPlan:
    """Plans of one engine as one, each a group; people of all groups take turns, so that none is
    played last.
    """
    placed = [
        (place / len(plan.runs), number, run, group)
        for number, (group, plan) in enumerate(plans.items())
        for place, run in enumerate(plan.runs)
    ]
    ordered = sorted(placed, key=lambda each: each[:2])
    materials = {
        name: material for plan in plans.values() for name, material in plan.materials.items()
    }
    simulator = next(iter(plans.values())).simulator
    return GroupedPlan(
        SimulationPlan(simulator, [run for *_, run, _ in ordered], materials),
        tuple(group for *_, group in ordered),
    )


# ── the same people with other content ────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Other:
    """What B is, as somebody names it: something authored, by file, folder or id, or values of the
    content, each as path=value, or both.
    """

    name: str | None = None
    settings: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ", ".join(filter(None, (self.name, *self.settings)))


def opposed(
    plan: GroupedPlan, library: Library, other: Other, kept: Kept | None = None
) -> tuple[GroupedPlan, GroupedPlan]:
    """The sessions that meet what is different, with A and with B, as `opposed_to` has them."""
    simulator = plan.plan.simulator
    if other.name is None:
        return opposed_to(plan, None, other)
    if not simulator.by_name:
        return opposed_to(plan, find_version(library, other.name), other)
    content = simulator.content_named(library, other.name, kept)
    version = Version(simulator.word, content.id, content.version, content.body)
    return opposed_to(plan, version, other)


def opposed_to(
    plan: GroupedPlan, version: Version | None, other: Other
) -> tuple[GroupedPlan, GroupedPlan]:
    """The sessions that meet what is different, with A and with B. Raises BadInput when none does,
    or nothing is different.

    What is different stands in for what has its id. Where nothing has, it stands in for the only
    thing of its kind.
    """
    now = {name: each.content for name, each in plan.plan.materials.items()}
    stand_in = _standing_in(version, now.values())
    replaced = {name: stand_in(content) for name, content in now.items()}
    met = {name: content for name, content in replaced.items() if content is not None}
    if not met:
        raise BadInput(_nothing_to_stand_in_for(version, now.values()))
    contents = {name: _with_settings(content, other) for name, content in met.items()}
    changed = {name for name, content in contents.items() if content.hash != now[name].hash}
    if not changed:
        raise BadInput("B would be the same as A: the sessions have this already, as it is")
    simulator = plan.plan.simulator
    a = plan.only(lambda run: simulator.needs(run) in changed)
    materials = {
        name: RunMaterial(contents[name], each.person) for name, each in a.plan.materials.items()
    }
    b = replace(a.plan, materials=materials)
    for run in b.runs:
        simulator.require_fitting(run, b.material_of(run).content)
    return a, GroupedPlan(b, a.groups)


def _standing_in(
    version: Version | None, contents: Iterable[StoredContent]
) -> Callable[[StoredContent], StoredContent | None]:
    """What makes some content the one with the version in its place, or None where that stands in
    for nothing: by its id, if one of the contents has something of that kind and id; else for the
    only thing of its kind.
    """
    if version is None:
        return lambda content: content
    if any(version.id in parts_of(each).get(version.kind, ()) for each in contents):
        return lambda content: revised(content, version)

    def instead(content: StoredContent) -> StoredContent | None:
        ids = parts_of(content).get(version.kind, ())
        return revised(content, replace(version, id=ids[0])) if len(ids) == 1 else None

    return instead


def _with_settings(content: StoredContent, other: Other) -> StoredContent:
    try:
        return with_settings(content, other.settings) if other.settings else content
    except BadInput as error:
        raise BadInput(f"{content.id}: {error}") from error


def _nothing_to_stand_in_for(version: Version | None, contents: Iterable[StoredContent]) -> str:
    there = dict.fromkeys(
        f"{kind} {id}"
        for content in contents
        for kind, ids in parts_of(content).items()
        for id in ids
    )
    return f"{version} can stand in for nothing of these sessions. They have: {', '.join(there)}."
