"""`python -m bench.bad_questions [TURNS]`: interviews in which every question leaves through the
guard, and some are asked badly.

Half of the turns are asked from templates. In the other half a model of ours asks, and whatever it
asks is bad in a known way; when it is refused, it asks badly once more, and then the template
speaks. Counted is what reached the respondent.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random

from bench.report import rows_of
from dramaturg.app.config.providers import LOCAL_MODELS, embedder
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.interviews.outcomes import InterviewRun
from dramaturg.engines.interviews.report.turn_result import InterviewRecord
from dramaturg.engines.interviews.respondents import MANNERS, ProfileRespondent
from dramaturg.engines.interviews.simulate import engine_for, matter_of, play, profiles_of
from dramaturg.english.prose import plain
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.ports import Prompt, Voice

TURNS = 10_000
FOCUS = re.compile(r"Focus concept: (.+)")

BAD: dict[str, tuple[str, ...]] = {
    "leading": (
        "{Focus} must have been a relief for you, mustn't it?",
        "Don't you think {focus} is what really counts here?",
        "I imagine {focus} made you quite happy. How happy were you?",
        "Surely {focus} is better than the alternatives, wouldn't you say?",
        "Most people tell me {focus} is the best part. What do you like so much about it?",
        "So {focus} is clearly the reason, isn't it?",
        "Wouldn't you agree that {focus} changed everything for the better?",
        "How much did {focus} annoy you?",
    ),
    "several": (
        "What does {focus} mean to you, and when did it start, and who else knows about it?",
        "How did {focus} come about? And what did you do then?",
        "What do you like about {focus}, and what would you change?",
        "When was that? Where were you? What happened with {focus}?",
        "How do you feel about {focus} and why do you think that is?",
    ),
    "closed": (
        "Is {focus} important to you?",
        "Do you have {focus} every day?",
        "Did {focus} happen before or after lunch?",
        "Have you ever told anybody about {focus}?",
    ),
    "offered": (
        "What matters more to you about {focus}: the price, the quality or the time?",
        "Would you say {focus} is good, bad or something in between?",
        "Is it {focus} or something else that made you choose?",
    ),
    "pressing": (
        "You still haven't explained {focus} properly. What is the real reason?",
        "Why did you let {focus} happen?",
        "You should see somebody about {focus}. What is stopping you?",
        "Come on, you can tell me about {focus}. What are you hiding?",
    ),
}
KINDS = (*BAD, "repeated")


@dataclass(frozen=True, slots=True)
class Held:
    """What was counted in one interview."""

    turns: int
    proposed: dict[str, int]
    left: dict[str, int]
    unguarded: int
    repeated: int


class BadAsker:
    """Asks badly, each time in another way, and remembers how."""

    def __init__(self, chance: Random) -> None:
        self.asked: dict[str, str] = {}
        self.proposed: Counter[str] = Counter()
        self._chance = chance
        self._said: list[str] = []

    def __call__(self, prompt: Prompt) -> str | None:
        if prompt.ask != "interviews.question":
            return None
        kind = self._chance.choice(KINDS if self._said else tuple(BAD))
        found = FOCUS.search(prompt.user)
        focus = found[1].strip().strip("\"'") if found else "that"
        line = (
            self._chance.choice(self._said)
            if kind == "repeated"
            else self._chance.choice(BAD[kind])
        )
        line = line.replace("{focus}", focus).replace("{Focus}", focus[:1].upper() + focus[1:])
        self.proposed[kind] += 1
        self.asked[plain(line)] = kind
        return line

    def heard(self, lines: Sequence[str]) -> None:
        self._said = list(lines)


def hold(run: InterviewRun) -> Held:
    settings = Settings()
    library = library_of(settings)
    matter = matter_of(library, profiles_of(library, run.profile)[0])
    chance = run.chance("asker")
    asker = BadAsker(chance)
    respondent = _Listening(
        ProfileRespondent(
            matter.profile, embedder(), run.chance("respondent"), MANNERS[run.manner]
        ),
        asker,
    )
    voice: Voice = ScriptVoice(asker) if run.seed % 2 else OfflineVoice()
    held = asyncio.run(play(engine_for(run, matter, LOCAL_MODELS), respondent, voice))
    return _counted(held.records, asker)


class _Listening:
    """A respondent in whose hearing the asker learns what was asked already."""

    def __init__(self, inner: ProfileRespondent, asker: BadAsker) -> None:
        self._inner, self._asker, self._lines = inner, asker, list[str]()

    def answer(self, question: str) -> str | None:
        self._lines.append(question)
        self._asker.heard(self._lines[:-1])
        return self._inner.answer(question)


def _counted(records: Sequence[InterviewRecord], asker: BadAsker) -> Held:
    asked = [
        record
        for record in records
        if record.draft and record.decision and record.decision.directive.continues
    ]
    lines = [plain(record.line) for record in asked]
    own = [
        plain(record.line) for record in asked if record.draft and record.draft.source != "offline"
    ]
    left = Counter(asker.asked[line] for line in own if line in asker.asked)
    broken = [
        record.draft.report.broken
        for record in asked
        if record.draft and not record.verdict.overrides
    ]
    return Held(
        len(records) - 1,
        dict(asker.proposed),
        dict(left),
        sum(map(bool, broken)),
        len(lines) - len(set(lines)),
    )


def runs(turns: int) -> Iterator[InterviewRun]:
    library = library_of(Settings())
    profiles = [profile.id for profile in profiles_of(library)]
    for number in range(-(-turns // 20)):
        yield InterviewRun(
            profiles[number % len(profiles)],
            list(MANNERS)[number % len(MANNERS)],
            "adaptive",
            number,
        )


def main(turns: int) -> None:
    began = time.perf_counter()
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn")) as pool:
        held = list(pool.map(hold, runs(turns), chunksize=4))
    proposed, left = Counter[str](), Counter[str]()
    for each in held:
        proposed.update(each.proposed)
        left.update(each.left)
    print(
        f"{sum(each.turns for each in held):,} turns in {len(held)} interviews, {time.perf_counter() - began:.0f} s"
    )
    print(f"questions that left with a broken rule: {sum(each.unguarded for each in held)}")
    print(f"questions asked twice in the same words: {sum(each.repeated for each in held)}")
    share = [
        (kind, str(proposed[kind]), str(left[kind]), f"{left[kind] / max(1, proposed[kind]):.1%}")
        for kind in KINDS
    ]
    print(rows_of(("a bad question that is", "proposed", "left", "share"), share))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TURNS)
