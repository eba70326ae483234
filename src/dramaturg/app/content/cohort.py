"""A cohort, as authored: what is played, and groups of simulated people with how many there are of
each; and what can be wrong with one.

What can be said under `play`, and by which keys a group says who is in it, is the engines' to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, create_model

from dramaturg.content.library import Library, beside
from dramaturg.engines import kits
from dramaturg.engines.simulation import AnySimulator, CohortKey
from dramaturg.kernel.errors import Fault, did_you_mean
from dramaturg.kernel.errors import Path as Steps
from dramaturg.turn.authored import Authored, Name

MOST_PEOPLE = 100_000
LONGEST_NAME = 24  # so that it has room in a plot on a small screen
EVERYBODY = "everybody"  # is what all groups together are called


class Group(Authored):
    """Simulated people of some sort, who take turns. What is left out means everybody there is."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    people: Annotated[int, Field(ge=1, le=MOST_PEOPLE)] = Field(
        1, description="How many; a share, when a count is given."
    )


class Cohort(Authored):
    """What all cohorts have; `cohort_model` gives the one that authors write."""

    kind: Literal["cohort"]
    id: Name
    version: str = "1"
    title: str = Field("", description="Who they are, in a line.")
    play: Authored
    groups: tuple[Group, ...] = Field(min_length=1)

    @property
    def named(self) -> tuple[str, ...]:
        """What is to be played: one thing, if nothing is wrong."""
        return tuple(word for word in type(self.play).model_fields if getattr(self.play, word))

    @property
    def people(self) -> int:
        return sum(group.people for group in self.groups)


def simulators() -> dict[str, AnySimulator]:
    """The simulated people of every engine that has some, by what one of its sessions is called."""
    found = (kit.simulate for kit in kits() if kit.simulate is not None)
    return {simulator.word: simulator for simulator in found}


def cohort_model(simulators: Iterable[AnySimulator]) -> type[Cohort]:
    """The form of a cohort that plays with one of these."""
    plays: dict[str, Any] = {}
    keys: dict[str, CohortKey] = {}
    for simulator in simulators:
        own = f"{simulator.word.capitalize()}Play"
        model = create_model(own, __base__=Authored, **_fields(simulator.play_keys))
        plays[simulator.word] = (model | None, None)
        keys = {**simulator.group_keys, **keys}
    play = create_model("CohortPlay", __base__=Authored, __doc__="One of them.", **plays)
    group = create_model("Group", __base__=Group, __doc__=Group.__doc__, **_fields(keys))
    return create_model(
        "Cohort", __base__=Cohort, play=(play, ...), groups=(tuple[group, ...], Field(min_length=1))
    )


def _fields(keys: Any) -> dict[str, Any]:
    return {name: (key.type, key.field) for name, key in keys.items()}


# ── what is wrong ─────────────────────────────────────────────────────────────────────────────────


def cohort_faults(cohort: Cohort, library: Library, folder: Path) -> tuple[Fault, ...]:
    """Everything; `folder` is where the cohort lies, for what it plays may lie beside it."""
    every = simulators()
    faults = list(_taken_names(cohort))
    if len(cohort.named) != 1:
        played = " and ".join(cohort.named) or "nothing"
        remedy = f"Write one of {', '.join(every)} under play."
        return (Fault("one-of-these", f"this plays {played}", remedy, ("play",)), *faults)
    (word,) = cohort.named
    simulator, play = every[word], getattr(cohort.play, word)
    faults += _unknown(play, simulator.play_keys, ("play", word), library, folder)
    for number, group in enumerate(cohort.groups):
        at = ("groups", number)
        faults += _foreign_keys(group, simulator, at)
        faults += _unknown(group, simulator.group_keys, at, library, folder)
    return (*faults, *simulator.cohort_faults(play, cohort.groups, library))


def _taken_names(cohort: Cohort) -> Iterator[Fault]:
    taken = {EVERYBODY}
    for number, group in enumerate(cohort.groups):
        if group.name in taken:
            message, path = f"there is a group {group.name!r} already", ("groups", number, "name")
            yield Fault("duplicate-name", message, "Give each its own name.", path)
        taken.add(group.name)


def _foreign_keys(group: Group, simulator: AnySimulator, at: Steps) -> Iterator[Fault]:
    own = tuple(simulator.group_keys)
    for key in group.model_fields_set - {*Group.model_fields, *own}:
        message = f"a group of a {simulator.word} knows no {key!r}"
        yield Fault("not-of-this-engine", message, did_you_mean("", own), (*at, key))


def _unknown(said: Any, keys: Any, at: Steps, library: Library, folder: Path) -> Iterator[Fault]:
    """What is named by these keys and is not there."""
    for key, names in ((key, each.names) for key, each in keys.items() if each.names):
        value = getattr(said, key)
        several = isinstance(value, tuple)
        for place, name in enumerate(value if several else (value,)):
            if name is None or (names.file and beside(folder, name) != name):
                continue
            known = names.known or [entry.id for entry in library.entries(names.kind)]
            if name not in known:
                message = f"there is no {names.called or names.kind} {name}"
                path = (*at, key, place) if several else (*at, key)
                yield Fault("unknown-name", message, did_you_mean(name, known), path)
