"""Who asks: the interviewer who weighs what was said, and two who speak alike and do not. They
differ in what they ask next.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from dramaturg.engines.interviews.base.directive import InterviewDirective
from dramaturg.engines.interviews.base.methodology import Guide, Methodology, Subject
from dramaturg.engines.interviews.base.state import InterviewEvent, InterviewState
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.profile import Profile
from dramaturg.turn.contract import Decision, Percept
from dramaturg.turn.local_models import LocalModels

InterviewerName = Literal["adaptive", "fixed", "random"]
INTERVIEWERS: Sequence[InterviewerName] = ("adaptive", "fixed", "random")


@dataclass(frozen=True, slots=True)
class Matter:
    """Who is interviewed, how, about what, and with how many turns, where the content says so."""

    profile: Profile
    methodology: Methodology
    subject: Subject
    guide: Guide | None = None
    turns: int | None = None

    @property
    def documents(self) -> tuple[Methodology, Subject, Guide | None]:
        return self.methodology, self.subject, self.guide


class StubbornEngine(InterviewEngine, ABC):
    """An interviewer who does not weigh what was said: in place of every question but the last, one
    that is chosen blindly.
    """

    def __init__(self, matter: Matter, turns: int, chance: Random, models: LocalModels) -> None:
        super().__init__(
            *matter.documents,
            models.embedder(),
            models.syntax(),
            models.readers(),
            models.ear(),
            turns,
        )
        self._seed = chance.random()

    def decide(
        self, seen: InterviewState, percept: Percept[InterviewEvent]
    ) -> Decision[InterviewDirective]:
        weighed = super().decide(seen, percept)
        if weighed.directive.purpose not in ("ask", "close") or seen.turn >= self.max_turns - 1:
            return weighed
        strategy, focus = self.choice(seen)
        concept = seen.tracker.states[focus].concept if focus else ""
        others = tuple(
            seen.tracker.states[key].concept for key in seen.tracker.active if key != focus
        )[-4:]
        directive = replace(
            weighed.directive,
            purpose="ask",
            strategy=strategy,
            focus=focus,
            concept=concept,
            others=others,
            termination=None,
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
        return [
            each.name
            for each in named
            if not each.ends_interview and (keys or each.about == "subject")
        ], keys


class FixedEngine(StubbornEngine):
    """The classical guide: all strategies in the order of the file, again and again, about what was
    said last.
    """

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
        return strategy, (
            chance.choice(keys) if self.methodology.by_name[strategy].about == "focus" else ""
        )


BLIND: Mapping[InterviewerName, type[StubbornEngine]] = {
    "fixed": FixedEngine,
    "random": RandomEngine,
}


def interviewer(
    name: InterviewerName, matter: Matter, turns: int, chance: Random, models: LocalModels
) -> InterviewEngine:
    if name in BLIND:
        return BLIND[name](matter, turns, chance, models)
    return InterviewEngine(
        *matter.documents, models.embedder(), models.syntax(), models.readers(), models.ear(), turns
    )
