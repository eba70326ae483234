"""Simulating interviews: respondents over profiles, many side by side, without a log; what came out, and how it went.

The same respondents are interviewed by three interviewers who speak alike and differ only in what they ask next.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from random import Random
from statistics import mean
from typing import Literal, cast

from dramaturg.app.productions import methodology_of
from dramaturg.app.settings import Settings
from dramaturg.app.simulating.respondents import MANNERS, REFUSALS, ModelRespondent, ProfileRespondent, Someone, answer_of
from dramaturg.app.wiring import embedder, readers, syntax, voice_of
from dramaturg.content.library import Library
from dramaturg.engines.interviews.directive import InterviewDirective
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.methodology import Guide, Methodology, Subject
from dramaturg.engines.interviews.profile import Profile
from dramaturg.engines.interviews.state import InterviewEvent, InterviewState
from dramaturg.engines.interviews.telling.result import InterviewRecord
from dramaturg.kernel.errors import BadInput, NotFound, did_you_mean
from dramaturg.turn.contract import Decision, Heard, Percept
from dramaturg.turn.loop import play_opening, play_turn
from dramaturg.turn.ports import Voice

AT_A_TIME = 4  # interviews handed to a process at once
TURNS = 20

InterviewerName = Literal["adaptive", "fixed", "random"]
INTERVIEWERS: Sequence[InterviewerName] = ("adaptive", "fixed", "random")


@dataclass(frozen=True, slots=True)
class Run:
    """One interview to be held. The same seed gives the same respondent, whoever asks."""

    profile: str
    manner: str
    interviewer: InterviewerName
    seed: int
    turns: int = TURNS

    def chance(self, purpose: str) -> Random:
        return Random(f"{self.seed} {self.profile} {self.manner} {purpose}")


@dataclass(frozen=True, slots=True)
class Matter:
    """Who is interviewed, how, and about what."""

    profile: Profile
    methodology: Methodology
    subject: Subject
    guide: Guide | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an interview. `told` counts the profile's facts that came out, of `facts`.

    Runs are the longest of one strategy and of one concept. `fatigued` counts turns on which the respondent was read as tired,
    `turned` those of them on which the strategy changed. `probed` counts questions about what the respondent refused to speak of.
    """

    run: Run
    methodology: str
    turns: int
    told: int
    facts: int
    strategy_run: int
    focus_run: int
    strategies: tuple[str, ...]
    phases: tuple[str, ...]
    exhaustions: int
    fatigued: int
    turned: int
    refusals: int
    probed: int
    guarded: int
    concepts: int
    edges: int
    terminal: bool
    complete: bool
    termination: str
    seconds: float

    @property
    def coverage(self) -> float:
        return self.told / self.facts


# ── who asks ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────


class StubbornEngine(InterviewEngine, ABC):
    """An interviewer who does not weigh what was said: in place of every question but the last, one that is chosen blindly."""

    def __init__(self, matter: Matter, turns: int, chance: Random) -> None:
        super().__init__(matter.methodology, matter.subject, matter.guide, embedder(), syntax(), readers(), turns)
        self._seed = chance.random()

    def decide(self, seen: InterviewState, percept: Percept[InterviewEvent]) -> Decision[InterviewDirective]:
        weighed = super().decide(seen, percept)
        if weighed.directive.purpose not in ("ask", "close") or seen.turn >= self.max_turns - 1:
            return weighed
        strategy, focus = self.choice(seen)
        concept = seen.tracker.states[focus].concept if focus else ""
        others = tuple(seen.tracker.states[key].concept for key in seen.tracker.active if key != focus)[-4:]
        directive = replace(
            weighed.directive, purpose="ask", strategy=strategy, focus=focus, concept=concept, others=others, termination=None
        )
        return Decision(directive, f"{strategy} without weighing")

    @abstractmethod
    def choice(self, seen: InterviewState) -> tuple[str, str]:
        """The strategy, and the key of the concept it is about, if it is about one."""

    def _choosable(self, seen: InterviewState) -> tuple[Sequence[str], Sequence[str]]:
        """Every strategy but the last, and every concept that was not refused."""
        states = seen.tracker.states
        keys = [key for key in seen.tracker.active if states[key].refused_at is None]
        named = self.methodology.strategies
        return [each.name for each in named if not each.ends_interview and (keys or each.about == "subject")], keys


class FixedEngine(StubbornEngine):
    """The classical guide: all strategies in the order of the file, again and again, about what was said last."""

    def choice(self, seen: InterviewState) -> tuple[str, str]:
        strategies, keys = self._choosable(seen)
        strategy = strategies[(seen.turn - 1) % len(strategies)]
        return strategy, keys[-1] if self.methodology.by_name[strategy].about == "focus" else ""


class RandomEngine(StubbornEngine):
    """Any strategy, about anything."""

    def choice(self, seen: InterviewState) -> tuple[str, str]:
        chance = Random(f"{self._seed} {seen.turn}")
        strategies, keys = self._choosable(seen)
        strategy = chance.choice(strategies)
        return strategy, chance.choice(keys) if self.methodology.by_name[strategy].about == "focus" else ""


BLIND: Mapping[InterviewerName, type[StubbornEngine]] = {"fixed": FixedEngine, "random": RandomEngine}


def engine_for(run: Run, matter: Matter) -> InterviewEngine:
    if run.interviewer in BLIND:
        return BLIND[run.interviewer](matter, run.turns, run.chance("interviewer"))
    method, subject, guide = matter.methodology, matter.subject, matter.guide
    return InterviewEngine(method, subject, guide, embedder(), syntax(), readers(), run.turns)


# ── what to play ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def profiles_of(library: Library, profile: str | None = None, methodology: str | None = None) -> Sequence[Profile]:
    """The named profile, those of a methodology, or all."""
    known = [entry.id for entry in library.entries("profile")]
    if profile is not None and profile not in known:
        raise NotFound(f"there is no profile {profile!r}. {did_you_mean(profile, known)}")
    found = [cast(Profile, library.get("profile", name).document) for name in ([profile] if profile else known)]
    matching = [each for each in found if methodology in (None, each.methodology)]
    if not matching:
        methods = sorted({each.methodology for each in found})
        raise NotFound(f"there is no profile for {methodology!r}. {did_you_mean(methodology or '', methods)}")
    return matching


def cast_of(
    profiles: Sequence[Profile],
    manners: Sequence[str],
    interviewers: Sequence[InterviewerName],
    runs: int,
    seed: int,
    turns: int = TURNS,
) -> list[Run]:
    """`runs` interviews of every profile in every manner by every interviewer."""
    if unknown := [name for name in manners if name not in MANNERS]:
        raise BadInput(f"there is no manner {unknown[0]!r}. {did_you_mean(unknown[0], MANNERS)}")
    return [
        Run(profile.id, manner, name, seed + number, turns)
        for number in range(runs)
        for profile in profiles
        for manner in manners
        for name in interviewers
    ]


def matter_of(library: Library, profile: Profile, guide: str | None = None) -> Matter:
    return Matter(
        profile,
        methodology_of(library, profile.methodology).document,
        cast(Subject, library.get("subject", profile.subject).document),
        cast(Guide, library.get("guide", guide).document) if guide else None,
    )


# ── playing ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Interview:
    """An interview that was held: its records from the opening on, the state at its end, and the seconds all turns took."""

    records: tuple[InterviewRecord, ...]
    state: InterviewState
    seconds: float


def play_all(
    runs: Sequence[Run], library: Library, settings: Settings, jobs: int = 1, guide: str | None = None
) -> Iterator[Outcome]:
    """The outcome of each run, in order, as they come. With several jobs, in as many processes."""
    profiles = {name: profiles_of(library, name)[0] for name in dict.fromkeys(run.profile for run in runs)}
    matters = {name: matter_of(library, profile, guide) for name, profile in profiles.items()}
    matters_of_runs = [matters[run.profile] for run in runs]
    all_settings = [settings] * len(runs)
    if jobs == 1:
        yield from map(play_run, runs, matters_of_runs, all_settings)
        return
    # Not forked: a model that has threads does not live on in a forked process.
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(play_run, runs, matters_of_runs, all_settings, chunksize=AT_A_TIME)


def play_run(run: Run, matter: Matter, settings: Settings) -> Outcome:
    voice = voice_of(settings)
    manner, title = MANNERS[run.manner], matter.subject.title
    inner = ProfileRespondent(matter.profile, embedder(), run.chance("respondent"), manner, title)
    someone: Someone = inner if settings.model == "offline" else ModelRespondent(voice, inner)
    held = asyncio.run(play(engine_for(run, matter), someone, voice))
    return outcome(run, matter, held, inner.told)


async def play(engine: InterviewEngine, someone: Someone, voice: Voice) -> Interview:
    """The interview, until it ends or the respondent leaves."""
    opened = await play_opening(engine, Heard(), voice, time.perf_counter)
    records, state, seconds = [opened.record], opened.state, 0.0
    while not state.ended and (words := await answer_of(someone, records[-1].line)) is not None:
        played = await play_turn(engine, state, len(records), Heard(text=words), voice, time.perf_counter)
        state = played.state
        records.append(played.record)
        seconds += sum(value for step, value in played.timings.items() if step in STEPS)
    return Interview(tuple(records), state, seconds)


STEPS = ("perceive", "decide", "express", "check", "settle")


# ── what became of it ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def outcome(run: Run, matter: Matter, held: Interview, told: Sequence[str]) -> Outcome:
    directives = [record.decision.directive for record in held.records if record.decision]
    asked = [directive for directive in directives if directive.purpose == "ask"]
    tired, turned = _fatigue(directives)
    refusals, probed = _refusals(held)
    return Outcome(
        run=run,
        methodology=matter.methodology.id,
        turns=len(directives),
        told=len(told),
        facts=len(matter.profile.facts),
        strategy_run=_longest_run([directive.strategy for directive in asked]),
        focus_run=_longest_run([directive.focus for directive in asked]),
        strategies=tuple(dict.fromkeys(directive.strategy for directive in asked)),
        phases=tuple(dict.fromkeys(directive.phase for directive in directives)),
        exhaustions=sum(len(directive.exhausted) for directive in directives),
        fatigued=tired,
        turned=turned,
        refusals=refusals,
        probed=probed,
        guarded=sum(len(record.draft.report.refused) for record in held.records if record.draft),
        concepts=len(held.state.graph.concepts),
        edges=len(held.state.graph.edges),
        terminal=any(concept.terminal for concept in held.state.graph.concepts.values()),
        complete=held.state.graph.risen > 0,
        termination=held.state.termination or "left",
        seconds=held.seconds / max(1, len(directives)),
    )


def _longest_run(names: Sequence[str]) -> int:
    """Of the same name one after the other; no name makes no run."""
    return max((len(list(same)) for name, same in groupby(names) if name), default=0)


def _fatigue(directives: Sequence[InterviewDirective]) -> tuple[int, int]:
    """How often the respondent was read as tired, and how often the strategy changed then."""
    pairs = [
        (before, now)
        for before, now in pairwise(directives)
        if now.signals.get("llm.global_response_trend") == "fatigued" and now.purpose == "ask"
    ]
    return len(pairs), sum(before.strategy != now.strategy for before, now in pairs)


def _refusals(held: Interview) -> tuple[int, int]:
    """How often the respondent refused, and how many questions went back to what was refused."""
    refused: set[str] = set()
    times = probed = 0
    focus = ""
    for record in held.records:
        if record.heard.text in REFUSALS:
            times += 1
            refused |= {focus} - {""}
        concept = record.decision.directive.concept if record.decision else ""
        focus = held.state.key_of(concept) if concept else ""
        probed += focus in refused
    return times, probed


@dataclass(frozen=True, slots=True)
class Summary:
    """Many outcomes in a few figures. Shares and means are over interviews; runs are the longest of all."""

    interviews: int
    coverage: float
    turns: float
    fewest_turns: int
    strategy_run: int
    focus_run: int
    strategies: float
    all_phases: float
    exhaustions: float
    fatigued: int
    turned: int
    refusals: int
    probed: int
    guarded: float
    concepts: float
    edges: float
    terminal: float
    complete: float
    terminations: Mapping[str, int]
    seconds: float


def summary(outcomes: Sequence[Outcome]) -> Summary:
    endings = [each.termination for each in outcomes]
    return Summary(
        interviews=len(outcomes),
        coverage=mean(each.coverage for each in outcomes),
        turns=mean(each.turns for each in outcomes),
        fewest_turns=min(each.turns for each in outcomes),
        strategy_run=max(each.strategy_run for each in outcomes),
        focus_run=max(each.focus_run for each in outcomes),
        strategies=mean(len(each.strategies) for each in outcomes),
        all_phases=mean(len(each.phases) == 3 for each in outcomes),
        exhaustions=mean(each.exhaustions for each in outcomes),
        fatigued=sum(each.fatigued for each in outcomes),
        turned=sum(each.turned for each in outcomes),
        refusals=sum(each.refusals for each in outcomes),
        probed=sum(each.probed for each in outcomes),
        guarded=mean(each.guarded for each in outcomes),
        concepts=mean(each.concepts for each in outcomes),
        edges=mean(each.edges for each in outcomes),
        terminal=mean(each.terminal for each in outcomes),
        complete=mean(each.complete for each in outcomes),
        terminations={name: endings.count(name) for name in sorted(set(endings))},
        seconds=mean(each.seconds for each in outcomes),
    )
