"""Simulating interviews: respondents over profiles, in many manners, with interviewers who do and
do not adapt, without a log.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count as counting
from itertools import islice
from typing import Literal, cast

from pydantic import TypeAdapter

from dramaturg.app.config.providers import embedder, voice_of
from dramaturg.app.config.settings import Settings
from dramaturg.content.library import Library
from dramaturg.engines.interviews import coverage
from dramaturg.engines.interviews.base.methodology import Guide, Methodology, Subject
from dramaturg.engines.interviews.content import interview_content, methodology_of
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.outcomes import (
    LEFT,
    TURNS,
    Interview,
    Outcome,
    Run,
    figures,
    outcome,
)
from dramaturg.engines.interviews.profile import Profile
from dramaturg.engines.interviews.respondents import (
    MANNERS,
    ModelRespondent,
    ProfileRespondent,
    Someone,
    answer_of,
)
from dramaturg.engines.interviews.rival_interviewers import (
    INTERVIEWERS,
    InterviewerName,
    Matter,
    interviewer,
)
from dramaturg.engines.simulation import Kind, Material, Plan, Result, chosen
from dramaturg.kernel.errors import BadInput, NotFound, did_you_mean
from dramaturg.turn.contract import Heard
from dramaturg.turn.coverage import used_by
from dramaturg.turn.loop import play_opening, play_turn
from dramaturg.turn.ports import StoredContent, Voice

OVERTIME = 8  # turns after which an interview is left that does not end

# ── what to play ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class WantedInterviews:
    """What to simulate; None and an empty text mean all. `count` interviews by every interviewer;
    once everybody if left out.
    """

    profile: str | None = None
    methodology: str | None = None
    manners: str = ""
    interviewer: Literal["all", "adaptive", "fixed", "random"] = "adaptive"
    guide: str | None = None
    turns: int = TURNS
    count: int | None = None
    seed: int = 1


def plan_interviews(library: Library, wanted: WantedInterviews) -> Plan[Run, Outcome]:
    manners = chosen(wanted.manners, MANNERS)
    interviewers = INTERVIEWERS if wanted.interviewer == "all" else (wanted.interviewer,)
    profiles = profiles_of(library, wanted.profile, wanted.methodology)
    count = wanted.count or len(profiles) * len(manners)
    return interviews_of(
        library,
        cast_of(profiles, manners, interviewers, count, wanted.seed, wanted.turns),
        wanted.guide,
    )


def interviews_of(
    library: Library, runs: Sequence[Run], guide: str | None = None
) -> Plan[Run, Outcome]:
    """The plan of these interviews, with the profiles and contents that they need."""
    needed = {INTERVIEWS.needs(run): run for run in runs}
    return Plan(
        INTERVIEWS, runs, {name: _material(library, run, guide) for name, run in needed.items()}
    )


def _material(library: Library, run: Run, guide: str | None) -> Material:
    (profile,) = profiles_of(library, run.profile)
    return Material(
        interview_content(library, profile.methodology, profile.subject, guide, run.turns), profile
    )


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


def cast_of(
    profiles: Sequence[Profile],
    manners: Sequence[str],
    interviewers: Sequence[InterviewerName],
    count: int,
    seed: int,
    turns: int = TURNS,
) -> list[Run]:
    """`count` interviews by every interviewer: the profiles in turn, each time in the next manner,
    until all had all of them.
    """
    if unknown := [name for name in manners if name not in MANNERS]:
        raise BadInput(f"there is no manner {unknown[0]!r}. {did_you_mean(unknown[0], MANNERS)}")
    people = (
        (number, profile.id, manners[(place + shift) % len(manners)])
        for number in counting()
        for shift in range(len(manners))
        for place, profile in enumerate(profiles)
    )
    return [
        Run(profile, manner, name, seed + number, turns)
        for number, profile, manner in islice(people, count)
        for name in interviewers
    ]


# ── playing ───────────────────────────────────────────────────────────────────────────────────────


class Interviews:
    """Respondents in interviews."""

    kind: Kind = "interview"
    codec = TypeAdapter(Result[Outcome])

    def needs(self, run: Run) -> str:
        return f"{run.profile}, {run.turns} turns"

    def play(self, run: Run, material: Material, settings: Settings) -> Result[Outcome]:
        matter, voice = (
            matter_in(material.content, cast(Profile, material.person)),
            voice_of(settings),
        )
        engine = engine_for(run, matter)
        inner = respondent(run, matter)
        someone: Someone = inner if settings.model == "offline" else ModelRespondent(voice, inner)
        held = asyncio.run(play(engine, someone, voice))
        own = outcome(run, matter, held, inner.told)
        stuck = own.termination == LEFT  # nobody with a profile leaves by themself
        used = tuple(sorted(used_by(coverage, engine, held.records)))
        return Result("interview", own.termination, stuck, own.turns, figures(own), used, own)


INTERVIEWS = Interviews()


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


def matter_in(content: StoredContent, profile: Profile) -> Matter:
    return Matter(profile, *_documents(content))


def engine_for(run: Run, matter: Matter) -> InterviewEngine:
    return interviewer(
        run.interviewer, matter, matter.turns or run.turns, run.chance("interviewer")
    )


def respondent(run: Run, matter: Matter) -> ProfileRespondent:
    chance = run.chance("respondent")
    return ProfileRespondent(
        matter.profile, embedder(), chance, MANNERS[run.manner], matter.subject.title
    )


async def play(engine: InterviewEngine, someone: Someone, voice: Voice) -> Interview:
    """The interview, until it ends or the respondent leaves; or until it is clear that it has no
    end.
    """
    opened = await play_opening(engine, Heard(), voice, time.perf_counter)
    records, state, seconds = [opened.record], opened.state, 0.0
    while not state.ended and len(records) <= engine.max_turns + OVERTIME:
        words = await answer_of(someone, records[-1].line)
        if words is None:
            break
        played = await play_turn(
            engine, state, len(records), Heard(text=words), voice, time.perf_counter
        )
        state = played.state
        records.append(played.record)
        seconds += sum(value for step, value in played.timings.items() if step in STEPS)
    return Interview(tuple(records), state, seconds)


STEPS = ("perceive", "decide", "express", "check", "settle")
