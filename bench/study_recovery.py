"""Recovery: what a study of 40 simulated people finds again of what they hold; and how long 1,000
interviews take to code.

`python -m bench.study_recovery [SEED...]`. Coding was tuned on the oat milk drinkers, never on the
cyclists. `true codes` has every idea under the code it really tells, so that what interviewing and
extraction lose is seen apart from what coding loses.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from bench.measure import folders
from bench.report import Finding, millis, rows_of
from dramaturg.app.config.providers import embedder
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.studies.read_study import StudyMaterial, with_material
from dramaturg.app.study_simulation import Seat, admit, hold_all, population_of, recovered
from dramaturg.app.wiring import open_app
from dramaturg.content.library import Library, packaged
from dramaturg.engines.interviews.base.vectors import packed
from dramaturg.engines.interviews.content import methodology_of
from dramaturg.engines.interviews.population import Person
from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.base.evidence import Idea, InterviewEvidence, QuotedWords, TranscriptLine
from dramaturg.studies.coding.code_book import code_book
from dramaturg.studies.content import study_content, study_of
from dramaturg.studies.figures.ladders import ladders_of
from dramaturg.studies.figures.matrix import implication_matrix
from dramaturg.studies.figures.matrix_table import matrix_figures
from dramaturg.studies.figures.recovery import Origins, Recovery, recovery

RESPONDENTS = 40
JOBS = 2
SUBJECTS = ("oat_milk", "commuting_by_bike", "allotment_garden", "choir_singing")
ROWS = Path(__file__).with_name("study_rows")  # populations that nothing was tuned on
INTERVIEWS, IDEAS, MATTERS = 1_000, 30, 400
LIMIT = 20.0
HEADINGS = (
    "subject",
    "seed",
    "codes by",
    "cut-off",
    "edges / links",
    "strict P / R",
    "alike P / R",
    "ways P / R",
)
STUDY = """\
kind: study
id: {subject}_recovery
version: "1.0"
title: What {subject} means to people
methodology: means_end_chain
subject: {subject}
respondents: 1000
consent:
  version: "1.0"
  text: Nobody but simulated people is asked here, and all they say is gone afterwards.
"""


def findings() -> Iterator[Finding]:
    took = coding_seconds()
    yield Finding(
        f"codes of {INTERVIEWS:,} interviews of {IDEAS} ideas", took, LIMIT, millis, limit=LIMIT
    )


# ── what is found again ───────────────────────────────────────────────────────────────────────────


def rows(seeds: Sequence[int]) -> Iterator[tuple[str, ...]]:
    for subject in SUBJECTS:
        for seed in seeds:
            with folders("study") as (folder,):
                store = str(folder / "study.db")
                settings = Settings(store=store, model="offline", content=str(ROWS))
                seats = asyncio.run(_admitted(folder, subject, seed, settings))
                list(hold_all(seats, settings, JOBS, open_app))
                ours, best = asyncio.run(_compared(seats, settings))
            yield subject, f"{seed}", "meaning", *_cells(ours)
            yield subject, f"{seed}", "true codes", *_cells(best)


async def _admitted(folder: Path, subject: str, seed: int, settings: Settings) -> list[Seat]:
    file = folder / "study.yaml"
    file.write_text(STUDY.format(subject=subject), encoding="utf-8")
    async with open_app(settings) as app:
        content = study_content(app.library, str(file))
        population = population_of(app.library, study_of(content))
        return await admit(app, await app.studies.open(content), population, RESPONDENTS, seed)


async def _compared(seats: Sequence[Seat], settings: Settings) -> tuple[Recovery, Recovery]:
    persons = {seat.respondent: seat.person for seat in seats}
    async with open_app(settings) as app:
        best = await with_material(app.studies, seats[0].study, partial(_best, persons=persons))
        return await recovered(app, seats), best


def _best(material: StudyMaterial, persons: Mapping[str, Person]) -> Recovery:
    origins, ladders = Origins(), []
    for each in material.read():
        interview = truly_coded(each, persons[each.respondent])
        origins.add(interview, persons[each.respondent].profile)
        ladders += ladders_of(interview)
    return recovery(
        matrix_figures(implication_matrix(ladders)).map,
        origins,
        [person.truth for person in persons.values()],
    )


def truly_coded(evidence: InterviewEvidence, person: Person) -> CodedInterview:
    """Every idea under the true code that its words tell, or all by itself."""
    own = {idea.id: idea.id for idea in evidence.ideas}
    origins = Origins()
    origins.add(CodedInterview(evidence, own), person.profile)
    return CodedInterview(
        evidence, {id: origins.meanings.get(id, f"{evidence.respondent} {id}") for id in own}
    )


def _cells(found: Recovery) -> tuple[str, ...]:
    shares = (
        f"{each.precision:.2f} / {each.recall:.2f}"
        for each in (found.strict, found.alike, found.ways)
    )
    return f"{found.k}", f"{found.edges} / {found.links}", *shares


# ── how long it takes ─────────────────────────────────────────────────────────────────────────────


def coding_seconds() -> float:
    ontology = methodology_of(Library(KINDS, (packaged(),)), "means_end_chain").document.ontology
    heard = list(many_testimonies())
    reading = embedder()
    began = time.perf_counter()
    code_book(heard, (), reading, ontology)
    return time.perf_counter() - began


def many_testimonies() -> Iterator[InterviewEvidence]:
    """Ideas about 400 matters, each said in ever new words. What a label says is nothing here, its
    vector all.
    """
    chance = np.random.default_rng(7)
    matters = chance.standard_normal((MATTERS, 384)).astype(np.float32)
    for number in range(INTERVIEWS):
        chosen = chance.integers(0, MATTERS, IDEAS)
        vectors = matters[chosen] + 0.9 * chance.standard_normal((IDEAS, 384)).astype(np.float32)
        ideas = tuple(
            _idea(number, place, int(matter), packed(vectors[place]))
            for place, matter in enumerate(chosen)
        )
        lines = tuple(
            TranscriptLine(place, "respondent", idea.label) for place, idea in enumerate(ideas)
        )
        yield InterviewEvidence(f"R{number:04d}", "", ideas, lines=lines, embedder=embedder().name)


def _idea(number: int, place: int, matter: int, vector: str) -> Idea:
    label = f"{_word(matter)} {_word(1_000 + IDEAS * number + place)}"
    return Idea(
        f"c{place}",
        label,
        "attribute",
        place,
        (QuotedWords(place, 0, len(label), label),),
        vector=vector,
    )


def _word(number: int) -> str:
    """A word that nobody knows, another for each number."""
    return "".join(
        "bdfgklmnprstvz"[digit] + "aeiou"[digit % 5]
        for digit in (number // 14**at % 14 for at in range(5))
    )


if __name__ == "__main__":
    print(rows_of(HEADINGS, list(rows([int(seed) for seed in sys.argv[1:]] or [1]))))
    print(
        f"\ncodes of {INTERVIEWS:,} interviews of {IDEAS} ideas: {coding_seconds():.1f} s (at most {LIMIT:.0f} s)"
    )
