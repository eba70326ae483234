"""Scripted people, for every kind of session: they say the lines of a walkthrough one after the
other, whatever they hear.

Unlike a walkthrough's own run, nothing is expected, and who speaks is the configured model or
nobody, not the script's speaker.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import cast

from pydantic import TypeAdapter

from dramaturg.app.config.providers import LOCAL_MODELS, voice_of
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.walkthrough import PLAYS, Walkthrough
from dramaturg.app.walkthroughs.expecting import endings
from dramaturg.app.walkthroughs.suite import Suite, find_suite
from dramaturg.app.walkthroughs.ways import Given, Hands, Straight
from dramaturg.content.documents import Loaded
from dramaturg.engines import kit_of
from dramaturg.engines.simulation import KINDS, Kind, Material, Plan, Result
from dramaturg.kernel.errors import CallerError, ContentError, NotFound
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.coverage import used_by


@dataclass(frozen=True, slots=True)
class Run:
    """A script to be played, for the how-many-th time."""

    script: str
    time: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many of the script's lines were played, and how many were refused, for instance a move
    that was not possible.
    """

    run: Run
    played: int
    refused: int


# ── what to play ──────────────────────────────────────────────────────────────────────────────────


def plan_scripts(
    files: Sequence[Path],
    settings: Settings,
    count: int | None = None,
    kinds: Sequence[Kind] = KINDS,
) -> list[Plan[Run, Outcome]]:
    """The scripts in these files and folders that play one of these kinds, in turn until there are
    `count` of each kind.

    Raises NotFound when there is none, and ContentError with everything that is wrong with those
    there are.
    """
    suite = find_suite(files, settings.content_folders)
    if suite.faults:
        raise ContentError(suite.faults)
    found = {
        kind: [each for each in suite.walkthroughs if each.document.engine == PLAYS[kind]]
        for kind in kinds
    }
    plans = [_plan(kind, scripts, suite, count) for kind, scripts in found.items() if scripts]
    if not plans:
        raise NotFound(
            f"there is no walkthrough of a {' or '.join(kinds)} in {', '.join(map(str, files))}"
        )
    return plans


def _plan(
    kind: Kind, scripts: Sequence[Loaded[Walkthrough]], suite: Suite, count: int | None
) -> Plan[Run, Outcome]:
    names = [each.id for each in scripts]
    order = islice(cycle(names), count or len(names))
    runs = [Run(name, 1 + place // len(names)) for place, name in enumerate(order)]
    return Plan(Scripts(kind), runs, asyncio.run(_materials(kind, scripts, suite)))


async def _materials(
    kind: Kind, scripts: Sequence[Loaded[Walkthrough]], suite: Suite
) -> Mapping[str, Material]:
    stager = kit_of(PLAYS[kind]).walkthrough.stage
    return {
        each.id: Material(
            await stager(each.document.play, suite.library, Path(each.file).parent), each.document
        )
        for each in scripts
    }


# ── playing ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Scripts:
    """People who go by a script."""

    kind: Kind

    @property
    def codec(self) -> TypeAdapter[Result[Outcome]]:
        return _CODEC

    def needs(self, run: Run) -> str:
        return run.script

    def play(self, run: Run, material: Material, settings: Settings) -> Result[Outcome]:
        walkthrough = cast(Walkthrough, material.person)
        way = Straight(
            Given(material.content, LOCAL_MODELS, voice_of(settings), Hands(walkthrough.began))
        )
        records, refused = asyncio.run(play(way, walkthrough))
        ending = "ended" if _has_ended(records[-1]) else "script over"
        own = Outcome(run, len(records) - 1, refused)
        used = tuple(sorted(used_by(kit_of(material.content.engine).coverage, way.engine, records)))
        figures = {
            "turns": float(own.played),
            "refused": float(refused),
            "ended": float(ending == "ended"),
        }
        return Result(self.kind, ending, False, own.played, figures, used, own)


_CODEC = TypeAdapter(Result[Outcome])


async def play(way: Straight, walkthrough: Walkthrough) -> tuple[list[AnyRecord], int]:
    """The records from the opening on, and how many lines were refused."""
    kit = kit_of(str(walkthrough.engine))
    opening = await way.begin(kit.walkthrough.first(walkthrough.play))
    records, refused, at = [opening], 0, walkthrough.began
    for turn in walkthrough.steps:
        at += turn.wait
        try:
            records.append(
                await way.turn(kit.walkthrough.heard(turn, way.engine, await way.state(), at))
            )
        except CallerError:
            refused += 1
    return records, refused


def _has_ended(record: AnyRecord) -> bool:
    return any(cue.command in endings() for cue in record.settlement.cues)
