"""Respondents: somebody to interview who needs no model. They tell the facts of a profile, as far
as they are asked for, each in their manner; with a model they tell the same in its words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, cast

from dramaturg.content.library import Library
from dramaturg.data_files import load
from dramaturg.engines.interviews.base.methodology import Subject
from dramaturg.engines.interviews.profile import OCCASION, PersonalFact, Profile
from dramaturg.engines.interviews.question_matching import (
    CLEARLY,
    REACHED,
    Hearing,
    Understood,
    linked,
)
from dramaturg.english.prose import plain, sentences
from dramaturg.kernel.errors import BadInput, did_you_mean
from dramaturg.turn.ports import Embedder, Voice
from dramaturg.turn.simulated_speech import Character, worded


class Respondent(Protocol):
    def answer(self, question: str) -> str | None:
        """What they say to a question; None when they leave."""
        ...


# ── manners ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class AnswerManner:
    """How somebody answers. All numbers are how often, from 0 to 1, but `tires`: how much spirit a
    question takes.

    `more`: tells a second fact that was asked for too. `brief`: says everything in a few words.
    `repeats`: says something told before once more in other words. `digresses`, `strays`: comes to
    other matters, beside the answer or in place of it. `takes_back`: denies something told before.
    `refuses`: will not speak of what the profile calls sensitive.
    """

    more: float = 0.3
    brief: bool = False
    hedges: float = 0.0
    repeats: float = 0.0
    digresses: float = 0.0
    strays: float = 0.0
    takes_back: float = 0.0
    refuses: bool = False
    tires: float = 0.0


MANNERS: Mapping[str, AnswerManner] = {
    "open": AnswerManner(),
    "terse": AnswerManner(more=0.0, brief=True),
    "verbose": AnswerManner(more=0.8, repeats=0.5, digresses=0.5),
    "hedging": AnswerManner(more=0.1, hedges=0.9),
    "fatiguing": AnswerManner(tires=0.09),
    "contradicting": AnswerManner(takes_back=0.25),
    "refusing": AnswerManner(refuses=True),
    "off_topic": AnswerManner(strays=0.25, digresses=0.2),
    "paraphrasing": AnswerManner(more=0.1, repeats=0.7),
}

PHRASES = load(__file__, "respondent_phrases.yaml", dict[str, tuple[str, ...]])
REFUSALS = PHRASES["refusals"]
_BEGINNINGS = frozenset(" ".join(PHRASES["beginnings"]).split())

_SUMS_UP = re.compile(r"\b(?:got (?:that|this) right|[Ii]s that right)\b")

TIRED, SPENT = 0.6, 0.25  # below: fewer words; below: often none that mean anything
# how often nothing comes to mind, for each of the last questions that was as wide as this one
BLANK = 0.2
REVIVED = 0.4  # spirit given back by a change of angle


# ── over a profile ────────────────────────────────────────────────────────────────────────────────


class ProfileRespondent:
    """Tells what was asked for and was not told yet; says so when nothing is left.

    `told` are the facts told so far, in order. `subject` is what the interview is about, as
    questions name it.
    """

    def __init__(
        self,
        profile: Profile,
        embedder: Embedder,
        chance: Random,
        manner: AnswerManner = MANNERS["open"],
        subject: str = "",
    ) -> None:
        self.profile = profile
        self.told: list[str] = []
        self._hearing = Hearing(profile, embedder, subject)
        self._chance = chance
        self._manner = manner
        self._mind = in_mind(profile, chance)
        self._spirit = 1.0
        self._angles: list[tuple[str, str | None]] = []

    @property
    def coverage(self) -> float:
        return len(self.told) / len(self.profile.facts)

    def answer(self, question: str) -> str | None:
        asked = self._hearing.understand(question, self.told)
        # every question tires; another angle than the last two revives
        angle = (asked.wish, asked.start)
        fresh = all(angle[0] != wish and angle[1] != start for wish, start in self._angles[-2:])
        imagined = any(phrase in plain(question) for phrase in PHRASES["imagined"])
        gained = REVIVED if self._angles and (fresh or imagined) and self._spirit < TIRED else 0.0
        self._spirit = min(1.0, max(0.0, self._spirit - self._manner.tires + gained))
        self._angles.append(angle)
        if self._happens(self._manner.strays):
            return self._chance.choice(self.profile.elsewhere)
        facts = self._facts(asked)
        if self._manner.refuses and any(fact.id in self.profile.sensitive for fact in facts):
            return self._chance.choice(REFUSALS)
        if self._spirit < SPENT and self._chance.random() < 0.6:
            return self._chance.choice(PHRASES["flat"])
        before = tuple(self.told)
        self.told += [fact.id for fact in facts]
        words = self._words(facts) if facts else self._no_more(asked)
        if _SUMS_UP.search(question):
            words = f"{PHRASES['agrees'][0]} {words}"
        return " ".join((*self._taking_back(before), words, *self._besides(before)))

    # which facts

    def _facts(self, asked: Understood) -> Sequence[PersonalFact]:
        """The fact that was asked for most, and perhaps a second that was asked for too."""
        candidates = self._asked_for(asked)
        several = (
            2
            if len(candidates) > 1 and not candidates[1].deep and self._happens(self._manner.more)
            else 1
        )
        return candidates[:several]

    def _asked_for(self, asked: Understood) -> Sequence[PersonalFact]:
        """What was not told and may be told now, what was asked for most first."""
        # how many of the last three questions started from nothing that was told
        if asked.about_everything and self._happens(
            BLANK * sum(start is None for _, start in self._angles[-4:-1])
        ):
            return ()
        ties = linked(self.profile, asked.start, asked.wish) if asked.start else ()
        untold = [
            fact
            for fact in self.profile.facts
            if fact.id not in self.told and asked.opens(fact, self.told)
        ]
        reached = [fact for fact in untold if self._is_reached(fact, asked, ties)]
        return sorted(reached, key=lambda fact: -self._pull(fact, asked, ties))

    def _is_reached(self, fact: PersonalFact, asked: Understood, ties: Sequence[str]) -> bool:
        """Deep facts are told to a question that probes what they hang together with, or names
        them; others for less.
        """
        tied, near = fact.id in ties, asked.near[fact.id]
        if fact.deep:
            return near >= CLEARLY or (tied and (asked.wish != "plain" or near >= REACHED))
        return tied or asked.about_everything or near >= REACHED

    def _pull(self, fact: PersonalFact, asked: Understood, ties: Sequence[str]) -> float:
        """Ties first, in their order; then what the question is about; and a wide question takes
        what comes to mind.
        """
        tie = 1.0 - 0.1 * ties.index(fact.id) if fact.id in ties else 0.0
        mind = (
            0.3 * (1 - self._mind.index(fact.id) / len(self._mind))
            if asked.about_everything
            else 0.0
        )
        occasion = 0.5 if asked.wish == "occasion" and OCCASION in fact.opens else 0.0
        return tie + asked.near[fact.id] + mind + occasion

    # in which words

    def _words(self, facts: Sequence[PersonalFact]) -> str:
        first, *others = (self._put(fact) for fact in facts)
        words = " ".join(
            (first, *(f"{self._chance.choice(PHRASES['and_another'])} {other}" for other in others))
        )
        if not self._happens(self._manner.hedges):
            return words
        return framed(self._chance.choice(PHRASES["hedged"]), words) + self._chance.choice(
            PHRASES["hedged_end"]
        )

    def _put(self, fact: PersonalFact) -> str:
        """A fact in as many words as they are in the mood for."""
        if self._manner.brief or self._spirit < TIRED / 2:
            return fact.again
        return sentences(fact.text)[0] if self._spirit < TIRED else fact.text

    def _no_more(self, asked: Understood) -> str:
        """Once in other words what was said before, after that nothing."""
        last = asked.start
        if last is None or self._angles.count((asked.wish, last)) > 1 or self._manner.brief:
            return self._chance.choice(PHRASES["nothing_more"])
        return framed(self._chance.choice(PHRASES["said_before"]), self.profile.by_id[last].again)

    def _taking_back(self, before: Sequence[str]) -> Sequence[str]:
        if not before or not self._happens(self._manner.takes_back):
            return ()
        fact = self.profile.by_id[self._chance.choice(before)]
        return (self._chance.choice(PHRASES["taken_back"]).format(about=fact.about[0]),)

    def _besides(self, before: Sequence[str]) -> Sequence[str]:
        """What they add unasked: something told before, some other matter."""
        added = []
        if before and self._happens(self._manner.repeats):
            added.append(self.profile.by_id[self._chance.choice(before)].again)
        if self._happens(self._manner.digresses):
            added.append(
                framed(
                    self._chance.choice(PHRASES["asides"]),
                    self._chance.choice(self.profile.elsewhere),
                )
            )
        return added

    # in which mood

    def _happens(self, how_often: float) -> bool:
        return how_often > 0 and self._chance.random() < how_often


def in_mind(profile: Profile, chance: Random) -> Sequence[str]:
    """The facts as they come to mind: much as they were written down, for people begin at the
    beginning, and never quite.
    """
    places = {
        fact.id: place + chance.uniform(0, len(profile.facts) / 2)
        for place, fact in enumerate(profile.facts)
    }
    return sorted(places, key=lambda name: places[name])


def lowered(words: str) -> str:
    """As it goes on inside a sentence; names and I stay as they are."""
    first = words.split(" ", 1)[0]
    is_common = first.rstrip("',.").lower() in _BEGINNINGS
    return words[:1].lower() + words[1:] if is_common else words


def framed(frame: str, words: str) -> str:
    """Words set into a frame, where {words} or {again} goes on in the sentence and {Words} or
    {Again} begins one.
    """
    inside = lowered(words)
    return frame.format(words=inside, again=inside, Words=words, Again=words)


def profile_respondent(
    profile: str, library: Library, embedder: Embedder, manner: str = "open", seed: int = 1
) -> ProfileRespondent:
    """Somebody from the library, ready to be interviewed."""
    if manner not in MANNERS:
        raise BadInput(f"there is no manner {manner!r}. {did_you_mean(manner, MANNERS)}")
    document = cast(Profile, library.get("profile", profile).document)
    subject = cast(Subject, library.get("subject", document.subject).document)
    return ProfileRespondent(
        document, embedder, Random(f"{seed} {profile} {manner}"), MANNERS[manner], subject.title
    )


# ── with a model ──────────────────────────────────────────────────────────────────────────────────


class ModelRespondent:
    """The same person with a model's words: what is told is decided as without one, so that what
    came out can be counted.
    """

    def __init__(self, voice: Voice, inner: ProfileRespondent) -> None:
        self._voice = voice
        self.inner = inner

    async def answer(self, question: str) -> str | None:
        planned = self.inner.answer(question)
        if planned is None:
            return None
        profile = self.inner.profile
        return await worded(
            self._voice,
            Character("is being interviewed", profile.title, profile.voice),
            question,
            planned,
        )


AnyRespondent = Respondent | ModelRespondent


async def answer_of(someone: AnyRespondent, question: str) -> str | None:
    return (
        await someone.answer(question)
        if isinstance(someone, ModelRespondent)
        else someone.answer(question)
    )
