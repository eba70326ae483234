"""Parties: sessions to be played whose people belong to groups, and the same people once more with
other content.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dramaturg.app.content.overrides import with_settings
from dramaturg.app.content.swap import find_version, parts_of, revised
from dramaturg.content.library import Library
from dramaturg.engines.games.content import find_game, game_content
from dramaturg.engines.kit import Version
from dramaturg.engines.sims.content import sim_documents
from dramaturg.engines.simulation import AnyPlan, Kind, Material, Plan
from dramaturg.kernel.errors import BadInput, did_you_mean
from dramaturg.turn.ports import StoredContent

GROUPED: Mapping[Kind, Callable[[Any], str]] = {
    "sim": lambda run: run.learner,
    "interview": lambda run: run.manner,
    "memoir": lambda run: run.manner,
    "game": lambda run: run.player,
}
"""To which group somebody belongs if nobody says anything else."""


@dataclass(frozen=True, slots=True)
class Party:
    """Sessions to be played, and for each the group that its person belongs to."""

    plan: AnyPlan
    groups: tuple[str, ...]

    def only(self, keep: Callable[[Any], bool]) -> Party:
        """Those sessions alone, with what they need."""
        kept = [
            (run, group)
            for run, group in zip(self.plan.runs, self.groups, strict=True)
            if keep(run)
        ]
        needed = {self.plan.troupe.needs(run) for run, _ in kept}
        materials = {
            name: material for name, material in self.plan.materials.items() if name in needed
        }
        return Party(
            Plan(self.plan.troupe, [run for run, _ in kept], materials),
            tuple(group for _, group in kept),
        )


def by_person(plan: AnyPlan) -> Party:
    return Party(plan, tuple(GROUPED[plan.troupe.kind](run) for run in plan.runs))


def joined(parties: Mapping[str, AnyPlan]) -> Party:
    """Plans of one kind as one party, each plan a group; people of all groups take turns, so that
    none is played last.
    """
    placed = [
        (place / len(plan.runs), number, run, group)
        for number, (group, plan) in enumerate(parties.items())
        for place, run in enumerate(plan.runs)
    ]
    ordered = sorted(placed, key=lambda each: each[:2])
    materials = {
        name: material for plan in parties.values() for name, material in plan.materials.items()
    }
    troupe = next(iter(parties.values())).troupe
    return Party(
        Plan(troupe, [run for *_, run, _ in ordered], materials),
        tuple(group for *_, group in ordered),
    )


# ── the same people with other content ────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Other:
    """What B is: something authored, by file, folder or id, or values of the content, each as
    path=value, or both.
    """

    name: str | None = None
    settings: tuple[str, ...] = ()


Standing = Callable[[StoredContent], StoredContent | None]
"""Some content with what is different in its place; None when it has nothing that this could stand
in for.
"""


def opposed(party: Party, library: Library, other: Other) -> tuple[Party, Party]:
    """The sessions that meet what is different, with A and with B, as `opposed_to` has them."""
    version = _found(party.plan.troupe.kind, library, other.name) if other.name else None
    return opposed_to(party, version, other.settings)


def opposed_to(
    party: Party, version: Version | None, settings: Sequence[str]
) -> tuple[Party, Party]:
    """The sessions that meet what is different, with A and with B. Raises BadInput when none does,
    or nothing is different.

    What is different stands in for what has its id. Where nothing has, it stands in for the only
    thing of its kind.
    """
    standing = _standing_in(version, [each.content for each in party.plan.materials.values()])
    found = {
        name: _other_content(each.content, standing, settings)
        for name, each in party.plan.materials.items()
    }
    contents = {name: content for name, content in found.items() if content is not None}
    if not contents:
        raise BadInput(_nothing_to_stand_in_for(version, party.plan.materials.values()))
    contents = {
        name: content
        for name, content in contents.items()
        if content.hash != party.plan.materials[name].content.hash
    }
    if not contents:
        raise BadInput("B would be the same as A: the sessions have this already, as it is")
    a = party.only(lambda run: party.plan.troupe.needs(run) in contents)
    b = replace(
        a.plan,
        materials={
            name: Material(contents[name], each.person) for name, each in a.plan.materials.items()
        },
    )
    _require_everybody(b)
    return a, Party(b, a.groups)


def _found(kind: Kind, library: Library, name: str) -> Version:
    """A game can also be made of knowledge, as everywhere."""
    if kind != "game":
        return find_version(library, name)
    content = game_content(asyncio.run(find_game(name, library)))
    return Version("game", content.id, content.version, content.body)


def _other_content(
    content: StoredContent, standing: Standing, settings: Sequence[str]
) -> StoredContent | None:
    changed = standing(content)
    try:
        return with_settings(changed, settings) if changed and settings else changed
    except BadInput as error:
        raise BadInput(f"{content.id}: {error}") from error


def _standing_in(version: Version | None, contents: Sequence[StoredContent]) -> Standing:
    """By its id, if one of the contents has something of that kind and id; else for the only thing
    of its kind.
    """
    if version is None:
        return lambda content: content
    if any(version.id in parts_of(content).get(version.kind, ()) for content in contents):
        return lambda content: revised(content, version)
    return lambda content: _instead(content, version)


def _instead(content: StoredContent, version: Version) -> StoredContent | None:
    ids = parts_of(content).get(version.kind, ())
    return revised(content, replace(version, id=ids[0])) if len(ids) == 1 else None


def _nothing_to_stand_in_for(version: Version | None, materials: Any) -> str:
    there = dict.fromkeys(
        f"{kind} {id}"
        for each in materials
        for kind, ids in parts_of(each.content).items()
        for id in ids
    )
    return f"{version} can stand in for nothing of these sessions. They have: {', '.join(there)}."


def _require_everybody(plan: AnyPlan) -> None:
    """A scenario that stands in for another must have the people whom the learners turn to."""
    if plan.troupe.kind != "sim":
        return
    for run in plan.runs:
        scenario, _ = sim_documents(plan.materials[plan.troupe.needs(run)].content)
        people = [person.id for person in scenario.people]
        if run.person not in people:
            raise BadInput(
                f"nobody in {scenario.id} is called {run.person!r}."
                f" {did_you_mean(run.person, people)}"
            )
