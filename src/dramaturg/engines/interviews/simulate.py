"""Simulating interviews: respondents over profiles, in many manners, with interviewers who do and
do not adapt, without a log.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import cycle
from typing import Any, ClassVar, Literal, cast

from pydantic import Field, TypeAdapter

from dramaturg.content.documents import Loaded
from dramaturg.content.library import Library
from dramaturg.engines.interviews import coverage
from dramaturg.engines.interviews.base.methodology import Guide, Methodology, Subject
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.interviews.content import interview_content, methodology_of
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.outcomes import (
    LEFT,
    TURNS,
    InterviewOutcome,
    InterviewRun,
    figures,
    outcome,
)
from dramaturg.engines.interviews.population import Population, people, population_faults
from dramaturg.engines.interviews.profile import Profile
from dramaturg.engines.interviews.respondents import (
    MANNERS,
    AnyRespondent,
    ModelRespondent,
    ProfileRespondent,
    answer_of,
)
from dramaturg.engines.interviews.rival_interviewers import (
    INTERVIEWERS,
    InterviewerName,
    Matter,
    interviewer,
)
from dramaturg.engines.interviews.simulation_report import report
from dramaturg.engines.simulation import (
    CohortKey,
    Kept,
    NamedByCohort,
    Playing,
    Result,
    RunMaterial,
    SimulatedSession,
    SimulationPlan,
    SimulationReport,
    SimulationRequest,
    Simulator,
    in_turn,
    people_key,
    require_known,
)
from dramaturg.kernel.errors import BadInput, ContentError, Fault, NotFound, did_you_mean
from dramaturg.turn.authored import Name
from dramaturg.turn.contract import Heard
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.ports import Embedder, StoredContent, Voice
from dramaturg.turn.simulated_speech import reassurance

OVERTIME = 8  # turns after which an interview is left that does not end


class SimulateInterviews(SimulationRequest):
    """Respondents are interviewed; what is left out means all."""

    profile: str | None = Field(
        None, description="Id of a respondent's profile; all of them if left out."
    )
    methodology: str | None = Field(
        None, description="Only the profiles written for this methodology."
    )
    manners: tuple[str, ...] = Field(
        (), description="Some of the manners of answering, separated by commas; all if left out."
    )
    interviewer: Literal["all", "adaptive", "fixed", "random"] = Field(
        "adaptive", description="Who asks; the other two do not weigh what was said."
    )
    guide: str | None = Field(None, description="Id of a discussion guide to lay over it.")
    turns: int = Field(TURNS, ge=2, le=500, description="Answers an interview has at most.")

    @classmethod
    def brief(cls, count: int, seed: int, turns: int) -> SimulationRequest:
        return cls(count=count, seed=seed, turns=turns)


# ── what to play ──────────────────────────────────────────────────────────────────────────────────


def profiles_of(
    library: Library, profile: str | None = None, methodology: str | None = None
) -> Sequence[Profile]:
    """The named profile, those of a methodology, or all."""
    known = [entry.id for entry in library.entries("profile")]
    if profile is not None and profile not in known:
        raise NotFound(f"there is no profile {profile!r}. {did_you_mean(profile, known)}")
    found = [
        cast(Profile, library.get("profile", name).document)
        for name in ([profile] if profile else known)
    ]
    matching = [each for each in found if methodology in (None, each.methodology)]
    if not matching:
        methods = sorted({each.methodology for each in found})
        raise NotFound(
            f"there is no profile for {methodology!r}. {did_you_mean(methodology or '', methods)}"
        )
    return matching


def runs_of(
    profiles: Sequence[Profile],
    manners: Sequence[str],
    interviewers: Sequence[InterviewerName],
    count: int,
    seed: int,
    turns: int = TURNS,
) -> list[InterviewRun]:
    """`count` interviews by every interviewer: the profiles in turn, each time in the next manner,
    until all had all of them.
    """
    require_known("manner", manners, MANNERS)
    return [
        InterviewRun(profiles[place].id, manner, name, seed + number, turns)
        for number, place, manner in in_turn(len(profiles), manners, count)
        for name in interviewers
    ]


def sound_population(library: Library, id: str) -> Population:
    """Raises NotFound; BadInput or ContentError when its people could not be interviewed."""
    loaded = cast(Loaded[Population], library.get("population", id))
    population = loaded.document
    methodology = cast(Methodology, library.get("methodology", population.methodology).document)
    faults = population_faults(population, methodology)
    if unknown := [name for name in population.manners if name not in MANNERS]:
        raise BadInput(
            f"{loaded.id}: there is no manner {unknown[0]!r}. {did_you_mean(unknown[0], MANNERS)}"
        )
    if faults:
        raise ContentError(tuple(loaded.locate(fault) for fault in faults))
    return population


# ── playing ───────────────────────────────────────────────────────────────────────────────────────


def matter_of(library: Library, profile: Profile, guide: str | None = None) -> Matter:
    return Matter(
        profile,
        methodology_of(library, profile.methodology).document,
        cast(Subject, library.get("subject", profile.subject).document),
        cast(Guide, library.get("guide", guide).document) if guide else None,
    )


@lru_cache(maxsize=64)
def _documents(content: StoredContent) -> tuple[Methodology, Subject, Guide | None, int]:
    body = json.loads(content.body)
    guide = Guide.model_validate(body["guide"]) if body["guide"] else None
    return (
        Methodology.model_validate(body["methodology"]),
        Subject.model_validate(body["subject"]),
        guide,
        body["max_turns"],
    )


def engine_for(run: InterviewRun, matter: Matter, models: LocalModels) -> InterviewEngine:
    turns, chance = matter.turns or run.turns, run.chance("interviewer")
    return interviewer(run.interviewer, matter, turns, chance, models)


def respondent(run: InterviewRun, matter: Matter, embedder: Embedder) -> ProfileRespondent:
    chance, title = run.chance("respondent"), matter.subject.title
    return ProfileRespondent(matter.profile, embedder, chance, MANNERS[run.manner], title)


async def play(engine: InterviewEngine, someone: AnyRespondent, voice: Voice) -> SimulatedSession:
    """The interview, until it ends or the respondent leaves; or until it is clear that it has no
    end.
    """
    session = SimulatedSession(engine, voice, time.perf_counter)
    await session.open(Heard())
    while not _is_over(session.state) and len(session.records) <= engine.max_turns + OVERTIME:
        words = reassurance(session.last) or await answer_of(someone, session.last.line)
        if words is None:
            break
        await session.turn(Heard(text=words))
    return session


def _is_over(state: InterviewState) -> bool:
    return state.ended and not state.care.is_open


class InterviewSimulator(Simulator):
    """Respondents in interviews."""

    engine, word, sessions = "interviews", "interview", "interviews"
    about = (
        "What becomes of many interviews: facts brought out, streaks, exhaustion, endings, beside"
        " interviewers who do not adapt."
    )
    listed = "Interviews"
    titled_by: ClassVar = {"profile": "profile", "methodology": "methodology"}
    people = ("respondents", tuple(MANNERS))
    request = SimulateInterviews
    codec = TypeAdapter(Result[InterviewOutcome])
    studio: ClassVar = {"turns": (int, Field(12, ge=2, le=100))}
    play_keys: ClassVar = {
        "interviewer": CohortKey(InterviewerName, Field("adaptive")),
        "guide": CohortKey(
            Name | None, SimulateInterviews.model_fields["guide"], NamedByCohort("guide")
        ),
        "turns": CohortKey(
            int, Field(TURNS, ge=4, le=200, description="Answers an interview has at most.")
        ),
    }
    group_keys: ClassVar = {
        "profiles": people_key("Of an interview: ids of profiles.", "profile"),
        "population": CohortKey(
            Name | None,
            Field(
                None, description="Of an interview: people are drawn from it, in place of profiles."
            ),
            NamedByCohort("population"),
        ),
        "manners": people_key(
            "How they tell, or answer; in a population, as it says, if left out.",
            "manner of answering",
            MANNERS,
        ),
    }

    def plan(
        self, library: Library, request: SimulateInterviews, kept: Kept | None = None
    ) -> SimulationPlan:
        manners = request.manners or tuple(MANNERS)
        interviewers = INTERVIEWERS if request.interviewer == "all" else (request.interviewer,)
        profiles = profiles_of(library, request.profile, request.methodology)
        count = request.count or len(profiles) * len(manners)
        runs = runs_of(profiles, manners, interviewers, count, request.seed, request.turns)
        return self.plan_runs(library, runs, request.guide)

    def plan_runs(
        self, library: Library, runs: Sequence[InterviewRun], guide: str | None = None
    ) -> SimulationPlan:
        """The plan of these interviews, with the profiles and contents that they need."""

        def material(run: InterviewRun) -> RunMaterial:
            (profile,) = profiles_of(library, run.profile)
            method, subject = profile.methodology, profile.subject
            return RunMaterial(
                interview_content(library, method, subject, guide, run.turns), profile
            )

        needed = {self.needs(run): run for run in runs}
        return SimulationPlan(self, runs, {name: material(run) for name, run in needed.items()})

    def plan_group(
        self, library: Library, play: Any, group: Any, count: int, seed: int
    ) -> SimulationPlan:
        if group.population is not None:
            return self._plan_population(library, play, group, count, seed)
        names = group.profiles or (None,)
        profiles = [profile for name in names for profile in profiles_of(library, name)]
        manners = group.manners or tuple(MANNERS)
        runs = runs_of(profiles, manners, (play.interviewer,), count, seed, play.turns)
        return self.plan_runs(library, runs, play.guide)

    def _plan_population(
        self, library: Library, play: Any, group: Any, count: int, seed: int
    ) -> SimulationPlan:
        """People drawn, each in the manner that they have in the population, or in the next of
        those that are given. The seed is part of a name, for two groups may draw from one
        population.
        """
        population = sound_population(library, group.population)
        method, subject = population.methodology, population.subject
        content = interview_content(library, method, subject, play.guide, play.turns)
        manners = cycle(group.manners or ())
        drawn = {
            InterviewRun(
                f"{person.profile.id}_{own}",
                next(manners, person.manner),
                play.interviewer,
                own,
                play.turns,
            ): person.profile
            for own, person in enumerate(people(population, count, seed), seed)
        }
        materials = {
            self.needs(run): RunMaterial(content, profile) for run, profile in drawn.items()
        }
        return SimulationPlan(self, list(drawn), materials)

    def cohort_faults(self, play: Any, groups: Sequence[Any], library: Library) -> Iterator[Fault]:
        for number, group in enumerate(groups):
            if group.profiles is not None and group.population is not None:
                yield Fault(
                    "one-of-these",
                    "this group has profiles and a population",
                    "Leave one of them, and make the other a group of its own.",
                    ("groups", number),
                )

    def needs(self, run: InterviewRun) -> str:
        return f"{run.profile}, {run.turns} turns"

    def group_of(self, run: InterviewRun) -> str:
        return run.manner

    def play(
        self, run: InterviewRun, material: RunMaterial, playing: Playing
    ) -> Result[InterviewOutcome]:
        matter = Matter(cast(Profile, material.person), *_documents(material.content))
        engine = engine_for(run, matter, playing.models)
        planned = respondent(run, matter, playing.models.embedder())
        someone = ModelRespondent(playing.voice, planned) if playing.worded else planned
        session = asyncio.run(play(engine, someone, playing.voice))
        own = outcome(run, matter, session, planned.told)
        stuck = own.termination == LEFT  # nobody with a profile leaves by themself
        used = session.used(coverage)
        return Result(self.word, own.termination, stuck, own.turns, figures(own), used, own)

    def report(
        self, outcomes: Sequence[InterviewOutcome], request: SimulateInterviews, model: str
    ) -> SimulationReport:
        return report(outcomes, request.seed, request.turns, model)


SIMULATOR = InterviewSimulator()
plan_interviews = SIMULATOR.plan
