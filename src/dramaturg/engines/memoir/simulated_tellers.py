"""Tellers: somebody who tells a life and needs no model. They answer from an authored life, each in
their manner.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal, cast

from dramaturg.content.library import Library
from dramaturg.engines.memoir.base.state import Purpose
from dramaturg.engines.memoir.manners import (
    FEWEST_BEFORE_BREAK,
    INSTEAD_AT,
    MANNERS,
    MOST_BEFORE_BREAK,
    PHRASES,
    SLIP_AT,
    TellingManner,
    manner_of,
)
from dramaturg.engines.memoir.recollection import CALLED_UP, Called, Recollection, reaches
from dramaturg.engines.memoir.teller import Episode, Life, Slip
from dramaturg.turn.ports import Embedder

Did = Literal[
    "told",
    "refused",
    "stopped",
    "broke",
    "in_danger",
    "slipped",
    "corrected",
    "agreed",
    "declined",
    "left",
]
"""What a teller meant by what they said: the truth that an interviewer's reading can be held
against.
"""


@dataclass(frozen=True, slots=True)
class TellerAnswer:
    text: str
    did: Did = "told"
    of: str = ""
    """The secret that was refused."""


# ── over a life ───────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class TellerSitting:
    """What a teller has in mind during one sitting."""

    number: int
    breaks_at: int = 0
    passages: int = 0
    slip: Slip | None = None
    slipped: bool = False
    telling_wound: bool = False


@dataclass(slots=True)
class TellingProgress:
    """How far a life is told: parts of each episode and of the wound, what they meant, small facts,
    and where they are.
    """

    parts: dict[str, int] = field(default_factory=dict)
    meant: set[str] = field(default_factory=set)
    facts: set[int] = field(default_factory=set)
    wound: int = 0
    touched: int = 0
    secrets: int = 0
    elsewhere: int = 0
    now: str = ""


class LifeTeller:
    """Tells an authored life, never the same twice, over as many sittings as there are."""

    def __init__(
        self,
        life: Life,
        embedder: Embedder,
        chance: Random,
        manner: TellingManner = MANNERS["generous"],
    ) -> None:
        self.life = life
        self.told = TellingProgress()
        self._memory = Recollection(life, embedder)
        self._chance = chance
        self._manner = manner
        self._sitting = TellerSitting(0)

    @property
    def coverage(self) -> float:
        """Which share of the sentences of their life was told."""
        return sum(self.told.parts.values()) / sum(
            len(episode.parts) for episode in self.life.episodes
        )

    def sit_down(self) -> None:
        """A sitting begins. Whoever breaks does so in every other one."""
        number = self._sitting.number + 1
        breaks = self._manner.breaks and number % 2 == 1
        at = self._chance.randint(FEWEST_BEFORE_BREAK, MOST_BEFORE_BREAK) if breaks else 0
        slips = self.life.contradictions if self._manner.slips else ()
        self._sitting = TellerSitting(
            number, at, slip=slips[number - 1] if number <= len(slips) else None
        )

    def answer(self, line: str, purpose: Purpose = "ask") -> TellerAnswer:
        """What they say to the interviewer's line, which was said for that purpose."""
        self._sitting.passages += 1
        if purpose == "close":
            return TellerAnswer(self._any(PHRASES["goodbyes"]), "left")
        if purpose == "consent":
            if not self._manner.consents:
                return TellerAnswer(self._any(PHRASES["no"]), "declined")
            self._sitting.telling_wound = True
            return TellerAnswer(self._any(PHRASES["yes"]), "agreed")
        return (
            self._breaking()
            or self._contradicting(line)
            or self._refusing(line)
            or self._grieving(line)
            or self._telling(line)
        )

    def afterwards(self) -> TellerAnswer:
        """What they still say when the sitting is over."""
        return TellerAnswer(self._any(PHRASES["afterwards"]))

    # by their manner

    def _breaking(self) -> TellerAnswer | None:
        if not self._sitting.breaks_at or self._sitting.passages != self._sitting.breaks_at:
            return None
        match self._manner.breaks:
            case "broke":
                return TellerAnswer(self.life.wound.breaks, "broke")
            case "in_danger":
                return TellerAnswer(
                    f"{self._any(self.life.wound.touched)} {self._any(PHRASES['danger'])}",
                    "in_danger",
                )
            case _:
                return TellerAnswer(self._any(PHRASES["stops"]), "stopped")

    def _contradicting(self, line: str) -> TellerAnswer | None:
        sitting = self._sitting
        if sitting.slip is None:
            return None
        if sitting.slipped:
            slip, sitting.slip = sitting.slip, None
            return TellerAnswer(slip.corrected, "corrected") if _takes_up(line, slip) else None
        if sitting.passages == SLIP_AT:
            return TellerAnswer(f"{sitting.slip.said} {self._words(self._next())}")
        if sitting.passages == INSTEAD_AT:
            sitting.slipped = True
            return TellerAnswer(sitting.slip.instead, "slipped")
        return None

    def _refusing(self, line: str) -> TellerAnswer | None:
        secret = next((each for each in self.life.secrets if reaches(line, each.about)), None)
        if self._manner.refuses and secret:
            return TellerAnswer(secret.refusal, "refused", secret.about[0])
        if not self._happens(self._manner.refuses):
            return None
        if self.told.secrets < len(self.life.secrets):
            secret = self.life.secrets[self.told.secrets]
            self.told.secrets += 1
            return TellerAnswer(secret.refusal, "refused", secret.about[0])
        return TellerAnswer(self._any(PHRASES["refusals"]), "refused")

    def _grieving(self, line: str) -> TellerAnswer | None:
        """The wound: told bit by bit with leave, touched on without."""
        wound, told = self.life.wound, self.told
        if self._sitting.telling_wound and told.wound < len(wound.parts):
            told.wound += 2
            return TellerAnswer(" ".join(wound.parts[told.wound - 2 : told.wound]))
        if told.touched >= len(wound.touched) or not self._happens(self._manner.touches):
            return None
        told.touched += 1
        before = self._words(self._episode(self._memory.called_up(line)))
        return TellerAnswer(
            f"{before} {wound.touched[told.touched - 1]} {self._any(PHRASES['grief'])}"
        )

    # the life itself

    def _telling(self, line: str) -> TellerAnswer:
        if self._happens(self._manner.hedges):
            return TellerAnswer(self._any(PHRASES["vague"]))
        called = self._memory.called_up(line)
        words = self._meaning(called) or self._fact(line) or self._words(self._episode(called))
        if self._happens(self._manner.drifts):
            words = f"{words} {self._drifting()}"
        return TellerAnswer(
            f"{self._any(PHRASES['hesitations'])} {words}"
            if self._happens(self._manner.hesitates)
            else words
        )

    def _meaning(self, called: Called) -> str:
        """What something they told of means to them, once."""
        open_ = [name for name in self.told.parts if name not in self.told.meant]
        if not called.meaning or not open_ or self._manner.brief:
            return ""
        name = (
            self.told.now
            if self.told.now in open_
            else max(open_, key=lambda each: called.near[each])
        )
        self.told.meant.add(name)
        return self.life.by_id[name].meant

    def _fact(self, line: str) -> str:
        reached = (
            number for number, fact in enumerate(self.life.facts) if reaches(line, fact.about)
        )
        found = next((number for number in reached if number not in self.told.facts), None)
        if found is None:
            return ""
        self.told.facts.add(found)
        return self.life.facts[found].say

    def _episode(self, called: Called) -> Episode | None:
        """The one that the question calls up most; else the one they are in; else the next of their
        life.
        """
        left = [episode for episode in self.life.episodes if self._left(episode)]
        here = self.life.by_id.get(self.told.now)
        if here in left and called.onward:
            return here
        best = max(left, key=lambda each: called.near[each.id], default=None)
        if best and called.near[best.id] >= CALLED_UP:
            return best
        return here if here in left else self._next()

    def _next(self) -> Episode | None:
        return next((episode for episode in self.life.episodes if self._left(episode)), None)

    def _left(self, episode: Episode) -> bool:
        return self.told.parts.get(episode.id, 0) < len(episode.parts)

    def _words(self, episode: Episode | None) -> str:
        """The next sentences of an episode."""
        if episode is None:
            return self._any(PHRASES["nothing_left"])
        done = self.told.parts.get(episode.id, 0)
        upto = min(len(episode.parts), done + self._chance.randint(*self._manner.at_once))
        self.told.parts[episode.id] = upto
        self.told.now = episode.id
        words = " ".join(episode.parts[done:upto])
        return self._fragment(words) if self._manner.brief else words

    def _fragment(self, words: str) -> str:
        if self._happens(0.3):
            return self._any(PHRASES["fragments"])
        return f"{_CLAUSE_ENDS.split(words, maxsplit=1)[0].rstrip('.')}."

    def _drifting(self) -> str:
        """Something else midway: another episode, or nothing to do with their life."""
        if self._happens(0.5):
            return f"{self._any(PHRASES['turns'])} {self._elsewhere()}"
        others = [
            episode
            for episode in self.life.episodes
            if self._left(episode) and episode.id != self.told.now
        ]
        return (
            f"{self._any(PHRASES['turns'])} {self._words(self._chance.choice(others))}"
            if others
            else self._elsewhere()
        )

    def _elsewhere(self) -> str:
        self.told.elsewhere += 1
        return self.life.elsewhere[self.told.elsewhere % len(self.life.elsewhere)]

    # by chance

    def _happens(self, how_often: float) -> bool:
        return how_often > 0 and self._chance.random() < how_often

    def _any(self, among: Sequence[str]) -> str:
        return self._chance.choice(among)


_CLAUSE_ENDS = re.compile(r",|\. | (?:and|when|until|because|with|which|so that|as if|like) ")


def _takes_up(line: str, slip: Slip) -> bool:
    """Whether the interviewer asks about what does not go together: its figures, or its matter."""
    figures = {
        word.strip(".,")
        for word in f"{slip.said} {slip.instead}".split()
        if word.strip(".,").isdigit()
    }
    return any(figure in line for figure in figures) or reaches(line, slip.about)


def teller_from(
    library: Library, embedder: Embedder, life: str, manner: str = "generous", seed: int = 1
) -> LifeTeller:
    """Somebody from the library, ready to tell."""
    document = cast(Life, library.get("teller", life).document)
    return LifeTeller(document, embedder, Random(f"{seed} {life} {manner}"), manner_of(manner))
