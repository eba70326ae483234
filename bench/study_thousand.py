"""A study of 1,000 stored interviews: its report, its matrix and every export, each in a process of its own, beside 100 of them.

Simulated people are really interviewed; the others are copies of them, most ideas in other words, with all rows an interview has.
`python -m bench.study_thousand STORE STUDY JOB` does one job on one store and prints how many bytes it held at most.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import gettempdir
from typing import TYPE_CHECKING, Any

from bench.measure import bytes_held, folders
from bench.report import Finding, at_most, seconds, size
from bench.signals_read import Run, run
from dramaturg.app.material import Material, with_material
from dramaturg.app.productions import study_content, study_of
from dramaturg.app.settings import Settings
from dramaturg.app.simulate_studies import admit, hold_all, population_of
from dramaturg.app.study_exports import EXPORTS, export
from dramaturg.app.wiring import App, embedder, open_app
from dramaturg.engines.interviews.knowledge.vectors import packed
from dramaturg.engines.interviews.study.ladders import ladders_of
from dramaturg.engines.interviews.study.matrix import implication_matrix
from dramaturg.engines.interviews.study.state import Began, Consented, Finished, Screened, StudyEvent, note_of
from dramaturg.engines.interviews.study.tabulated import tabulated
from dramaturg.store.projections import PROJECTIONS
from dramaturg.store.sqlite import connect

if TYPE_CHECKING:
    from sqlite3 import Connection

STUDY = "oat_milk_values"
PLAYED, FEW, MANY = 24, 100, 1_000
JOBS = 2
SHORTEST, GROWN = 60.0, 60e6  # seconds for report and matrix together; bytes from 100 interviews to 1,000
AS_SAID = 1 / 3  # ideas that a copy calls by the same name
CAPITAL = 0.3
BEFORE = ("more", "simply", "really", "always", "some", "a bit of", "mostly", "a feeling of", "the whole", "this")
AFTER = ("at home", "for the children", "in the morning", "at work", "with friends", "in the end", "for me", "on holiday", "again")


def findings() -> Iterator[Finding]:
    store, few, many = asyncio.run(stored())
    with folders("out") as (out,):
        runs = {job: [_done(job, store, study, out) for study in (few, many)] for job in (*ANALYSES, *EXPORTS)}
        naive = _done("everything at once", store, few, out)
    yield from _held_to(runs)
    for job, (small, large) in runs.items():
        yield Finding(f"{job}, 1,000 interviews beside 100", large.wall, small.wall, seconds)
    for job, (small, large) in runs.items():
        yield Finding(f"{job}, most memory held, 1,000 beside 100", large.memory, small.memory, size)
    idle = _done("nothing", store, few, out)
    one_by_one = runs["reading"][0]
    what = "reading an interview, beside states and records of all at once"
    yield Finding(f"{what}, time", *(_each(each.wall, idle.wall) for each in (one_by_one, naive)), seconds)
    yield Finding(f"{what}, memory", *(_each(each.memory, idle.memory) for each in (one_by_one, naive)), size)
