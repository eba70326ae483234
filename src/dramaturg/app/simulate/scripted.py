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

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.walkthrough import PLAYS, Walkthrough
from dramaturg.app.walkthroughs.expecting import endings
from dramaturg.app.walkthroughs.suite import Suite, find_suite
from dramaturg.app.walkthroughs.ways import Given, Hands, Straight
from dramaturg.content.documents import Loaded
from dramaturg.content.library import Library
from dramaturg.engines import kit_of
from dramaturg.engines.simulation import (
    Kept,
    Playing,
    Result,
    RunMaterial,
    SimulationPlan,
    SimulationReport,
    SimulationRequest,
    Simulator,
)
from dramaturg.kernel.errors import BadInput, CallerError, ContentError, NotFound
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.coverage import used_by


@dataclass(frozen=True, slots=True)
class ScriptRun:
    """A script to be played, for the how-many-th time."""

    script: str
    time: int = 1


@dataclass(frozen=True, slots=True)
class ScriptOutcome:
    """How many of the script's lines were played, and how many were refused, for instance a move
    that was not possible.
    """

    run: ScriptRun
    played: int
    refused: int


# ── what to play ──────────────────────────────────────────────────────────────────────────────────


def plan_scripts(
    files: Sequence[Path],
    settings: Settings,
    count: int | None = None,
    words: Sequence[str] = tuple(PLAYS),
) -> list[SimulationPlan[ScriptRun, ScriptOutcome]]:
    """The scripts in these files and folders that play one of these, in turn until there are
    `count` of each.

    Raises NotFound when there is none, and ContentError with everything that is wrong with those
    there are.
    """
    suite = find_suite(files, settings.content_folders)
    if suite.faults:
        raise ContentError(suite.faults)
    found = {
        kind: [each for each in suite.walkthroughs if each.document.engine == PLAYS[kind]]
        for kind in words
    }
    plans = [_plan(kind, scripts, suite, count) for kind, scripts in found.items() if scripts]
    if not plans:
        raise NotFound(
            f"there is no walkthrough of a {' or '.join(words)} in {', '.join(map(str, files))}"
        )
    return plans


def _plan(
    word: str, scripts: Sequence[Loaded[Walkthrough]], suite: Suite, count: int | None
) -> SimulationPlan[ScriptRun, ScriptOutcome]:
    names = [each.id for each in scripts]
    order = islice(cycle(names), count or len(names))
    runs = [ScriptRun(name, 1 + place // len(names)) for place, name in enumerate(order)]
    return SimulationPlan(Scripts(word), runs, asyncio.run(_materials(word, scripts, suite)))


async def _materials(
    word: str, scripts: Sequence[Loaded[Walkthrough]], suite: Suite
) -> Mapping[str, RunMaterial]:
    stager = kit_of(PLAYS[word]).walkthrough.stage
    return {
        each.id: RunMaterial(
            await stager(each.document.play, suite.library, Path(each.file).parent), each.document
        )
        for each in scripts
    }


# ── playing ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Scripts(Simulator[SimulationRequest, ScriptRun, ScriptOutcome]):
    """People who go by a script, in sessions of one engine."""

    word: str
    codec = TypeAdapter(Result[ScriptOutcome])

    def plan(
        self, library: Library, request: SimulationRequest, kept: Kept | None = None
    ) -> SimulationPlan[ScriptRun, ScriptOutcome]:
        raise BadInput("scripts are found by their files, and not asked for")

    def needs(self, run: ScriptRun) -> str:
        return run.script

    def group_of(self, run: ScriptRun) -> str:
        return run.script

    def play(
        self, run: ScriptRun, material: RunMaterial, playing: Playing
    ) -> Result[ScriptOutcome]:
        walkthrough = cast(Walkthrough, material.person)
        way = Straight(
            Given(material.content, playing.models, playing.voice, Hands(walkthrough.began))
        )
        records, refused = asyncio.run(play(way, walkthrough))
        ended = any(cue.command in endings() for cue in records[-1].settlement.cues)
        own = ScriptOutcome(run, len(records) - 1, refused)
        used = tuple(sorted(used_by(kit_of(material.content.engine).coverage, way.engine, records)))
        figures = {"turns": float(own.played), "refused": float(refused), "ended": float(ended)}
        ending = "ended" if ended else "script over"
        return Result(self.word, ending, False, own.played, figures, used, own)

    def report(
        self, outcomes: Sequence[ScriptOutcome], request: SimulationRequest, model: str
    ) -> SimulationReport:
        return SimulationReport({}, ())


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
