"""What is wrong with a walkthrough that loads: content and people that do not exist, and what its
engine does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from dramaturg.app.content.walkthrough import ACTIONS, PLAYS, AskedReplies, Play, Turn, Walkthrough
from dramaturg.content.library import Library
from dramaturg.engines import kit_of, kits
from dramaturg.engines.kit import EngineKit, Named
from dramaturg.kernel.errors import Fault, did_you_mean
from dramaturg.kernel.errors import Path as Steps


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
    kit = kit_of(walkthrough.engine)
    faults += _strangers(walkthrough.play, "PLAY", kit, ("play",))
    faults += [fault for turn, path in turns for fault in _foreign(turn, kit, path)]
    asked: list[tuple[AskedReplies, Steps]] = [(walkthrough.opening, ("opening",)), *turns]
    faults += [fault for each, path in asked for fault in _foreign_words(each, kit, path)]
    faults += _missing_content(kit.walkthrough.named(walkthrough.play, folder), library)
    faults += kit.walkthrough.faults(walkthrough, library)
    return tuple(faults)


# ── form ──────────────────────────────────────────────────────────────────────────────────────────


def _one_play(walkthrough: Walkthrough) -> Fault:
    named = " and ".join(walkthrough.named) or "nothing"
    return Fault(
        "one-of-these",
        f"this plays {named}",
        f"Write one of {', '.join(PLAYS)} under play.",
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


def _strangers(
    part: Play | Turn, table: Literal["PLAY", "TURN"], kit: EngineKit, path: Steps
) -> Iterator[Fault]:
    """Keys that only other engines know."""
    for other in kits():
        for key in getattr(other.walkthrough, table):
            known = key in getattr(kit.walkthrough, table) or key in PLAYS
            if not known and getattr(part, key):
                remedy = f"It belongs to {other.name}: take it out."
                yield _foreigner(key, kit, remedy, (*path, key))


def _foreign(turn: Turn, kit: EngineKit, path: Steps) -> Iterator[Fault]:
    known = ["say", *kit.walkthrough.ACTIONS]
    for action in turn.actions:
        if action not in known:
            yield _foreigner(action, kit, did_you_mean("", known), (*path, action))
    yield from _strangers(turn, "TURN", kit, path)


def _foreign_words(asked: AskedReplies, kit: EngineKit, path: Steps) -> Iterator[Fault]:
    for word in asked.expect.words if asked.expect else ():
        if word not in kit.explain.WORDS:
            remedy = did_you_mean("", kit.explain.WORDS)
            yield _foreigner(word, kit, remedy, (*path, "expect", word))


def _foreigner(word: str, kit: EngineKit, remedy: str, path: Steps) -> Fault:
    return Fault("not-of-this-engine", f"{kit.name} know no {word!r}", remedy, path)


def _missing_content(named: Iterable[Named], library: Library) -> Iterator[Fault]:
    for kind, id, path, called in named:
        known = [entry.id for entry in library.entries(kind)]
        if id not in known:
            message = f"there is no {called or kind} {id}"
            yield Fault("unknown-name", message, did_you_mean(id, known), ("play", *path))
