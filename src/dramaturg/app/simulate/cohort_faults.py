"""What is wrong with a cohort that loads: nothing or too much to play, and content and people that
do not exist.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from dramaturg.app.content.cohort import EVERYBODY, WHO, Cohort, Group
from dramaturg.content.library import Library, beside
from dramaturg.engines.games.simulated_players import PLAYERS
from dramaturg.engines.interviews.respondents import MANNERS as ANSWERING
from dramaturg.engines.memoir.manners import MANNERS as TELLING
from dramaturg.engines.sims.content import people_in
from dramaturg.engines.sims.learners import LEARNERS
from dramaturg.kernel.errors import Fault, did_you_mean
from dramaturg.kernel.errors import Path as Steps

Mention = tuple[str, str, Steps]
"""A kind of thing, the name by which it is mentioned, and where."""


def cohort_faults(cohort: Cohort, library: Library, folder: Path) -> tuple[Fault, ...]:
    """Everything; `folder` is where the cohort lies, for a game may lie beside it."""
    faults = list(_twice(cohort))
    if len(cohort.named) != 1:
        return (_one_play(cohort), *faults)
    (kind,) = cohort.named
    groups = [(group, ("groups", number)) for number, group in enumerate(cohort.groups)]
    faults += [fault for group, path in groups for fault in _form(group, kind, path)]
    known = _Known(library)
    mentions = [
        *_content(cohort, folder),
        *(each for group, path in groups for each in _people(group, kind, path)),
    ]
    faults += [fault for what, name, path in mentions if (fault := known.fault(what, name, path))]
    return (*faults, *_nobody(cohort, library))


# ── form ──────────────────────────────────────────────────────────────────────────────────────────


def _one_play(cohort: Cohort) -> Fault:
    named = " and ".join(cohort.named) or "nothing"
    return Fault(
        "one-of-these",
        f"this plays {named}",
        f"Write one of {', '.join(WHO)} under play.",
        ("play",),
    )


def _twice(cohort: Cohort) -> Iterator[Fault]:
    taken = {EVERYBODY}
    for number, group in enumerate(cohort.groups):
        if group.name in taken:
            message, path = f"there is a group {group.name!r} already", ("groups", number, "name")
            yield Fault("duplicate-name", message, "Give each its own name.", path)
        taken.add(group.name)


def _form(group: Group, kind: str, path: Steps) -> Iterator[Fault]:
    every = dict.fromkeys(key for keys in WHO.values() for key in keys)
    for key in every:
        if getattr(group, key) is not None and key not in WHO[kind]:
            message = f"a group of a {kind} knows no {key!r}"
            yield Fault("not-of-this-engine", message, did_you_mean("", WHO[kind]), (*path, key))
    if group.profiles is not None and group.population is not None:
        message = "this group has profiles and a population"
        yield Fault(
            "one-of-these",
            message,
            "Leave one of them, and make the other a group of its own.",
            path,
        )


# ── names ─────────────────────────────────────────────────────────────────────────────────────────


class _Known:
    """What can be mentioned, by kind: people who are written in code, and documents of the
    library.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self._names: dict[str, Collection[str]] = {
            "learner": LEARNERS,
            "player": PLAYERS,
            "manner of answering": ANSWERING,
            "manner of telling": TELLING,
        }

    def fault(self, what: str, name: str, path: Steps) -> Fault | None:
        if what not in self._names:
            self._names[what] = [entry.id for entry in self._library.entries(what)]
        known = self._names[what]
        return (
            None
            if name in known
            else Fault(
                "unknown-name",
                f"there is no {_called(what)} {name}",
                did_you_mean(name, known),
                path,
            )
        )


def _called(what: str) -> str:
    return "interviewer" if what == "router_policy" else what


def _content(cohort: Cohort, folder: Path) -> Iterator[Mention]:
    play = cohort.play
    if play.sim is not None:
        yield "scenario", play.sim.scenario, ("play", "sim", "scenario")
    if play.interview is not None and play.interview.guide is not None:
        yield "guide", play.interview.guide, ("play", "interview", "guide")
    if play.memoir is not None and beside(folder, play.memoir.artifacts) == play.memoir.artifacts:
        yield "router_policy", play.memoir.artifacts, ("play", "memoir", "artifacts")
    if play.game is not None and beside(folder, play.game.game) == play.game.game:
        yield "knowledge", play.game.game, ("play", "game", "game")


def _people(group: Group, kind: str, path: Steps) -> Iterator[Mention]:
    named = {
        "learners": ("learner", group.learners),
        "players": ("player", group.players),
        "lives": ("teller", group.lives),
        "profiles": ("profile", group.profiles),
        "manners": (
            "manner of answering" if kind == "interview" else "manner of telling",
            group.manners,
        ),
    }
    for key, (what, names) in named.items():
        if key in WHO[kind]:
            yield from ((what, name, (*path, key, place)) for place, name in enumerate(names or ()))
    if group.population is not None and kind == "interview":
        yield "population", group.population, (*path, "population")


def _nobody(cohort: Cohort, library: Library) -> Iterator[Fault]:
    """Somebody whom the scenario does not have. A scenario with faults of its own is not asked."""
    play = cohort.play.sim
    people = people_in(play.scenario, library) if play else ()
    if play and play.to and people and play.to not in people:
        yield Fault(
            "unknown-name",
            f"there is no person {play.to}",
            did_you_mean(play.to, people),
            ("play", "sim", "to"),
        )
