"""What is wrong with a walkthrough that loads: content and people that do not exist, and what its
engine does not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

from dramaturg.app.walkthroughs.document import (
    ACTIONS,
    ENGINES,
    WORDS,
    Asked,
    Turn,
    Walkthrough,
    beside,
)
from dramaturg.content.documents import Loaded, load_any
from dramaturg.content.library import Library
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.engines.sims.engine import DECISION
from dramaturg.kernel.errors import Fault, did_you_mean
from dramaturg.kernel.errors import Path as Steps
from dramaturg.studies.base.document import is_id

BELONGS: Mapping[str, str] = {"to": "sims", "steering": "sims", "untimed": "games"}
"""What else `play` can say, and of which engine."""

CALLED: Mapping[str, str] = {"router_policy": "interviewer"}
"""What a kind of document stands for, where it is not called so."""


def walkthrough_faults(
    walkthrough: Walkthrough, library: Library, folder: Path
) -> tuple[Fault, ...]:
    """Everything; `folder` is where the walkthrough lies, for it may play a game or an interviewer
    that lies beside it.
    """
    turns = [(turn, ("turns", number)) for number, turn in enumerate(walkthrough.steps)]
    faults = [fault for turn, path in turns for fault in _one_action(turn, path)]
    if walkthrough.engine is None:
        return (_one_play(walkthrough), *faults)
    faults += _strangers(walkthrough, walkthrough.engine)
    faults += [fault for turn, path in turns for fault in _foreign(turn, walkthrough.engine, path)]
    asked: list[tuple[Asked, Steps]] = [(walkthrough.opening, ("opening",)), *turns]
    faults += [
        fault for each, path in asked for fault in _foreign_words(each, walkthrough.engine, path)
    ]
    faults += _missing_content(walkthrough, library, folder)
    faults += _nobody(walkthrough, library)
    return tuple(faults)


# ── form ──────────────────────────────────────────────────────────────────────────────────────────


def _one_play(walkthrough: Walkthrough) -> Fault:
    named = " and ".join(walkthrough.named) or "nothing"
    return Fault(
        "one-of-these",
        f"this plays {named}",
        f"Write one of {', '.join(ENGINES)} under play.",
        ("play",),
    )


def _one_action(turn: Turn, path: Steps) -> Iterator[Fault]:
    if len(turn.actions) != 1:
        done = " and ".join(turn.actions) or "nothing"
        yield Fault(
            "one-of-these",
            f"in this turn there is {done}",
            f"Write one of {', '.join(ACTIONS)}.",
            path,
        )


def _strangers(walkthrough: Walkthrough, engine: str) -> Iterator[Fault]:
    for key, owner in BELONGS.items():
        if owner != engine and getattr(walkthrough.play, key):
            yield _foreigner(key, engine, f"It belongs to {owner}: take it out.", ("play", key))


def _foreign(turn: Turn, engine: str, path: Steps) -> Iterator[Fault]:
    known = [action for action, engines in ACTIONS.items() if engine in engines]
    for action in turn.actions:
        if action not in known:
            yield _foreigner(action, engine, did_you_mean("", known), (*path, action))
    if turn.to is not None and engine != "sims":
        yield _foreigner(
            "to", engine, "Take it out: there is nobody else to turn to.", (*path, "to")
        )


def _foreign_words(asked: Asked, engine: str, path: Steps) -> Iterator[Fault]:
    for word in asked.expect.words if asked.expect else ():
        if word not in WORDS[engine]:
            yield _foreigner(word, engine, did_you_mean("", WORDS[engine]), (*path, "expect", word))


def _foreigner(word: str, engine: str, remedy: str, path: Steps) -> Fault:
    return Fault("not-of-this-engine", f"{engine} know no {word!r}", remedy, path)


# ── names ─────────────────────────────────────────────────────────────────────────────────────────


def _missing_content(walkthrough: Walkthrough, library: Library, folder: Path) -> Iterator[Fault]:
    for kind, name, path in _named(walkthrough, folder):
        known = [entry.id for entry in library.entries(kind)]
        if name not in known:
            yield _unknown(CALLED.get(kind, kind), name, known, ("play", *path))


def _named(walkthrough: Walkthrough, folder: Path) -> Iterator[tuple[str, str, Steps]]:
    """The documents that a walkthrough names: kind, id, and where it does so."""
    play = walkthrough.play
    if play.sim is not None:
        yield "scenario", play.sim, ("sim",)
    if play.game is not None and beside(folder, play.game) == play.game:
        yield "knowledge", play.game, ("game",)
    if play.memoir is not None and beside(folder, play.memoir.artifacts) == play.memoir.artifacts:
        yield "router_policy", play.memoir.artifacts, ("memoir", "artifacts")
    if play.interview is not None:
        yield "methodology", play.interview.methodology, ("interview", "methodology")
        if is_id(play.interview.about):
            yield "subject", play.interview.about, ("interview", "about")
        if play.interview.guide is not None:
            yield "guide", play.interview.guide, ("interview", "guide")


def _nobody(walkthrough: Walkthrough, library: Library) -> Iterator[Fault]:
    """People whom nobody knows. A scenario with faults of its own is not asked."""
    people = people_in(str(walkthrough.play.sim), library)
    turned: list[tuple[str | None, Steps]] = [(walkthrough.play.to, ("play", "to"))]
    turned += [
        (turn.to, ("turns", number, "to"))
        for number, turn in enumerate(walkthrough.steps)
        if turn.to != DECISION
    ]
    for person, path in turned:
        if people and person is not None and person not in people:
            yield _unknown("person", person, people, path)


def people_in(scenario: str, library: Library) -> Sequence[str]:
    """The ids of a scenario's people; none when it is not there or does not load."""
    entry = next((entry for entry in library.entries("scenario") if entry.id == scenario), None)
    loaded = load_any(entry.file, library.kinds) if entry else ()
    return (
        [person.id for person in cast(Scenario, loaded.document).people]
        if isinstance(loaded, Loaded)
        else ()
    )


def _unknown(kind: str, name: str, known: Sequence[str], path: Steps) -> Fault:
    return Fault("unknown-name", f"there is no {kind} {name}", did_you_mean(name, known), path)
