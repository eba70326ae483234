"""Running a walkthrough: played in three ways that must agree to the letter, and held against what
its author expects.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dramaturg.app.content.walkthrough import AskedReplies, Turn, Walkthrough
from dramaturg.app.sessions.sessions import Replayed
from dramaturg.app.walkthroughs.expecting import Came, Miss, shown, turn_misses, whole_misses
from dramaturg.app.walkthroughs.script import Script
from dramaturg.app.walkthroughs.ways import WAYS, Given, Hands, Opened, Way, Ways
from dramaturg.content.documents import Loaded
from dramaturg.content.library import Library
from dramaturg.engines import kit_of
from dramaturg.engines.kit import EngineKit
from dramaturg.kernel.errors import AuthorError, CallerError
from dramaturg.kernel.errors import Path as Steps
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.coverage import Coverage, coverage_of, used_by
from dramaturg.turn.engine import AnyEngine, fold
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.ports import StoredContent


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that was not met: in which turn, what was expected, what came, why it was
    decided so, and where it stands.

    `turn` counts what the author wrote: 0 is the opening, 1 the first turn. None is about the
    whole.
    """

    turn: int | None
    expected: str
    came: str
    reason: str
    file: str
    line: int

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Ran:
    """A walkthrough that was played. `coverage` is None when it could not even begin."""

    id: str
    title: str
    file: str
    engine: str
    turns: int = 0
    failures: tuple[Failure, ...] = ()
    coverage: Coverage | None = None

    @property
    def passed(self) -> bool:
        return not self.failures


@dataclass(frozen=True, slots=True)
class WalkthroughStep:
    """A turn on one way: the state before it, its record or why it was refused, and the replies
    that nobody asked for.
    """

    before: Any
    record: AnyRecord | None
    refused: str = ""
    unasked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Along:
    """What one way of playing gave, the opening first."""

    engine: AnyEngine
    steps: tuple[WalkthroughStep, ...]
    replayed: tuple[Replayed, ...]

    @property
    def records(self) -> list[AnyRecord]:
        return [step.record for step in self.steps if step.record is not None]

    @property
    def played(self) -> list[int]:
        """The numbers of the steps that were not refused, in the order of the log."""
        return [number for number, step in enumerate(self.steps) if step.record is not None]

    @property
    def letters(self) -> list[str]:
        write = self.engine.codec.record_json
        return [
            write(step.record) if step.record else json.dumps({"refused": step.refused})
            for step in self.steps
        ]


async def run(
    loaded: Loaded[Walkthrough], library: Library, models: LocalModels, ways: Ways = WAYS
) -> Ran:
    """Play a walkthrough in every way. It may lie beside what it plays, which then is in the
    library too.
    """
    walkthrough = loaded.document
    ran = Ran(walkthrough.id, walkthrough.title, loaded.file, str(walkthrough.engine))
    try:
        kit = kit_of(ran.engine)
        folder = Path(loaded.file).parent
        content = await kit.walkthrough.stage(walkthrough.play, library, folder)
        along = {
            name: await _along(way, walkthrough, content, models, kit) for name, way in ways.items()
        }
    except (AuthorError, CallerError) as error:
        failure = _failure(loaded, None, Miss((), "it can be played", str(error)), ("play",))
        return replace(ran, failures=(failure,))
    first = next(iter(along.values()))
    came = [_came(kit, first.engine, step) for step in first.steps]
    failures = (
        *_turns(loaded, came, first.steps),
        *_whole(loaded, came, first, kit),
        *_differences(loaded, along),
    )
    subject = f"{content.engine}/{content.id}"
    coverage = coverage_of(kit.coverage, first.engine, first.records, subject=subject)
    return replace(ran, turns=len(first.records) - 1, failures=failures, coverage=coverage)


# ── playing ───────────────────────────────────────────────────────────────────────────────────────


async def _along(
    opened: Opened,
    walkthrough: Walkthrough,
    content: StoredContent,
    models: LocalModels,
    kit: EngineKit,
) -> Along:
    script, hands = Script(kit.walkthrough.SEPARATOR), Hands(walkthrough.began)
    async with opened(Given(content, models, ScriptVoice(script), hands)) as way:
        script.give(walkthrough.opening.replies)
        opening = await way.begin(kit.walkthrough.first(walkthrough.play))
        steps = [WalkthroughStep(way.engine.start(), opening, unasked=script.left)]
        for turn in walkthrough.steps:
            script.give(turn.replies)
            hands.at += turn.wait
            steps.append(await _step(turn, way, hands.now(), script, kit))
        return Along(way.engine, tuple(steps), await way.again())


async def _step(turn: Turn, way: Way, at: float, script: Script, kit: EngineKit) -> WalkthroughStep:
    before = await way.state()
    try:
        record = await way.turn(kit.walkthrough.heard(turn, way.engine, before, at))
    except CallerError as error:
        return WalkthroughStep(before, None, str(error), script.left)
    return WalkthroughStep(before, record, unasked=script.left)


# ── judging ───────────────────────────────────────────────────────────────────────────────────────


def _came(kit: EngineKit, engine: AnyEngine, step: WalkthroughStep) -> Came:
    if step.record is None:
        return Came(None, refused=step.refused)
    seen = fold(engine.apply, step.record.percept.events, step.before)
    return Came(step.record, kit.explain.choice(seen, step.record))


def _turns(
    loaded: Loaded[Walkthrough], came: Sequence[Came], steps: Sequence[WalkthroughStep]
) -> Iterator[Failure]:
    for number, (asked, path) in enumerate(_asked(loaded.document)):
        misses = [
            *_below("expect", turn_misses(asked.expect, came[number])),
            *_unasked(asked, steps[number].unasked),
        ]
        yield from (
            _failure(loaded, number, miss, path, came[number].choice.reason) for miss in misses
        )


def _asked(walkthrough: Walkthrough) -> Iterator[tuple[AskedReplies, Steps]]:
    yield walkthrough.opening, ("opening",)
    for number, turn in enumerate(walkthrough.steps):
        yield turn, ("turns", number)


def _below(key: str, misses: Iterator[Miss]) -> Iterator[Miss]:
    return (Miss((key, *miss.path), miss.expected, miss.came) for miss in misses)


def _unasked(asked: AskedReplies, left: tuple[int, ...]) -> Iterator[Miss]:
    for number in left:
        yield Miss(
            ("speaker", number),
            f"a model is asked to {asked.replies[number].role}",
            "nobody asked for this reply",
        )


def _whole(
    loaded: Loaded[Walkthrough], came: Sequence[Came], along: Along, kit: EngineKit
) -> Iterator[Failure]:
    reached = used_by(kit.coverage, along.engine, along.records)
    things = kit.coverage.things(along.engine)
    for miss in whole_misses(loaded.document.at_end, came, reached, things):
        yield _failure(loaded, None, miss, ("at_end",))


def _differences(loaded: Loaded[Walkthrough], along: Mapping[str, Along]) -> Iterator[Failure]:
    """Where a way differs from the first; each at its first turn only, for the rest follows from
    that.
    """
    (first, straight), *others = along.items()
    for name, other in others:
        pairs = zip(straight.letters, other.letters, strict=True)
        for number, (here, there) in enumerate(pairs):
            if here != there:
                yield _difference(loaded, number, f"the same {name} as {first}", here, there)
                break
        for turn in other.replayed:
            if not turn.same:
                number = other.played[turn.turn]
                yield _difference(
                    loaded, number, "the same when it is replayed", turn.was, turn.now
                )
                break


def _difference(
    loaded: Loaded[Walkthrough], number: int, expected: str, here: str, there: str
) -> Failure:
    one, other = json.loads(here), json.loads(there)
    differing = [name for name in {**one, **other} if one.get(name) != other.get(name)] or [
        "the order of its keys"
    ]
    came = "; ".join(
        f"{name}: {shown(one.get(name))} and {shown(other.get(name))}" for name in differing
    )
    path: Steps = ("turns", number - 1) if number else ("opening",)
    return _failure(loaded, number, Miss((), expected, came), path)


def _failure(
    loaded: Loaded[Walkthrough], turn: int | None, miss: Miss, path: Steps, reason: str = ""
) -> Failure:
    line = loaded.positions.value((*path, *miss.path)).line
    return Failure(turn, miss.expected, miss.came, reason, loaded.file, line)
