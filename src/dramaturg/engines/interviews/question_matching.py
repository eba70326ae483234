"""Hearing a question: what a simulated respondent takes it to be after, and which of their facts it
reaches.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

from dramaturg.engines.interviews.profile import OCCASION, REASONS, PersonalFact, Profile
from dramaturg.english.prose import content_words, plain
from dramaturg.turn.ports import Embedder

Wish = Literal["plain", "reasons", "grounds", "occasion", "next", "before", "contrast"]


def _any_of(phrases: str) -> re.Pattern[str]:
    """Any of these phrases, which are separated by commas."""
    return re.compile(
        rf"\b(?:{'|'.join(' '.join(phrase.split()) for phrase in phrases.split(','))})\b"
    )


# The first that matches tells. `reasons` is last: "what happened next that mattered" wants what
# happened next.
_WISHES: Mapping[Wish, re.Pattern[str]] = {
    "contrast": _any_of("""
        opposite, contrary, unlike, contrast, differ, differs, different from, differently, other end, other side, in common,
        alike, set apart, sets apart, sets one apart, does not hold, furthest away, no trace of, not say that, different than,
        only the others, do not find, hardly any, two piles, sort them, compare, compares, what was different
        """),
    "occasion": _any_of("""
        a time, one time, last time, first time, that time, a moment, the moment, one moment, that day, one day, a day, an
        occasion, one occasion, a situation, an example, for instance, walk me through, take me back, take me through,
        actually happened, most recent, most recently, particular time, particular moment, specific time, specific moment,
        single occasion, scene, single minute, that moment, small detail, one story, lived through, take me to, standing
        beside, first become aware, bad day, ordinary day, photograph
        """),
    "before": _any_of("""
        before that, before it, before this, beforehand, led up to, leading up to, lead up to, led to, come about, came about,
        how did it start, how did that start, how did it begin, how did that begin, what started, what brought, just before,
        like before, stand before, back to before, hour before, before we go on, come to, came first, had expected, you
        expected, been expecting, did you imagine, had you imagined, count on, picture in your head
        """),
    "next": _any_of("""
        next, after that, after it, after this, afterwards, and then, then what, did it end, did that end, turn out, turned
        out, came of, comes of, result, results, outcome, what did you do, follows, followed, go on from, goes on from, goes
        on, go on for you, remained of, happened then, story end, onwards, following, first thing you did, work out, worked
        out, come out of, change the rest, decide because, long run, adds up, get round, deal with, told other people, such
        things
        """),
    "grounds": _any_of("""
        what is it about, what exactly, which part, what part, depends on, depend on, comes from, come from, what gives, how
        can you tell, how do you know, what shows, what about it, by what, would i see, would i have seen, seen you do, have
        seen, recognise, recognize, show itself, shows itself, signs of, small things, in the picture, in place, come by, look
        at first, tells you something, look like, find out about, points to, in practice, was said, around you do, your part
        in, go about, has to be
        """),
    "reasons": _any_of("""
        why, how come, what makes, made that, made it, matter, matters, mattered, important, importance, mean to you, mean for
        you, means to you, means for you, what does that, what does it, what does this, what does having, do you get, give
        you, gives you, difference, what for, good for, benefit, lead to, leads to, cause, causes, caused, reason, reasons,
        behind, without, missing, avoid, feel, felt, feeling, allow, allows, weren't, wasn't, explain, explains, at stake,
        worth, hope, hoping, want, wanted, need, needed, changes for you, change for you, care about, cares, good about, get
        out of, hangs on, bring with it, brings with it, bring you, brings you, becomes possible, for you at the time, that
        for you, was it like, is it like, be like, is that like, your mind, in yourself, look at, stands out, stayed with you,
        mood, comes up for you, comes up again, remember thinking, spared, turn something down, disappoint, no longer
        possible, not count on, not so, take it, took, mean to, mean for, no point, relate, go together, goes together, belong
        to, belongs to, fit in, fits in, touch on, side by side, to do with, not understood, correct, sum up, sum it up, get
        wrong, get right, keep in mind, should i take, should i remember, my picture of, counts most, helped, did not help,
        another way, same way, magic wand, change one, have to change, been tried, you tried, put up with, takes effort, took
        effort, in the way, second thoughts, doubts, unsure, kept you from, tipped the balance, drew your attention, give up,
        arrive at, play into, plays a part, part does it play, play for you, room for, speak against, set up, lose through,
        brings that about, brings about, one step back, down to, concern you, do for you, going on, goes wrong, goes well,
        friend, other people, people around you, a child
        """),
}
_WIDE = _any_of("""
    what else, anything else, something else, other things, other sides, other parts, other ways, other people, other moments,
    in general, overall, first comes, first come, comes to mind, come to mind, begin with, start with, to start, as a whole,
    not talked, not spoken, not asked, not touched, haven't talked, haven't spoken, haven't asked, haven't touched, another
    side, another part, another thing, a different side, a different part, a different angle
    """)
_FRAMING = content_words("""
    tell talk speak spoke say said mention mentioned describe explain wonder know think mind come go happen happens happened
    make makes made matter matters important give gives mean means feel feels felt feeling notice time moment day example
    thing things something anything way part side else little bit thank thanks see understand first last next lead leads because
    people person good help helps hear heard look like really picture point take took want wanted need needed work works
    without missing everything nothing
    """)
_POINTING = re.compile(r"\b(?:that|this|it|those|these)\b")
_QUOTED = re.compile(r'"([^"]{1,300})"')

WORDS = 0.5  # how much shared words weigh beside nearness in meaning
REACHED = 0.30  # a fact the question may be about
CLEARLY = 0.44  # a fact the question is certainly about


@dataclass(frozen=True, slots=True)
class Understood:
    """A question as it was taken: what it wants, which fact it starts from, whether it is about
    everything, what it reaches.
    """

    wish: Wish
    start: str | None
    wide: bool
    near: Mapping[str, float]

    @property
    def about_everything(self) -> bool:
        """It starts from nothing that was told, and is about nothing else in particular."""
        return self.wide or (self.start is None and max(self.near.values()) < CLEARLY)

    def opens(self, fact: PersonalFact, told: Sequence[str]) -> bool:
        keys = {REASONS: self.wish in ("reasons", "before"), OCCASION: self.wish == "occasion"}
        return not fact.opens or any(keys.get(name, name in told) for name in fact.opens)


class Hearing:
    """How somebody with this profile hears. `subject` is what the interview is about, as questions
    name it.
    """

    def __init__(self, profile: Profile, embedder: Embedder, subject: str = "") -> None:
        self._profile = profile
        self._embedder = embedder
        phrases = [
            (fact.id, phrase)
            for fact in profile.facts
            for phrase in (fact.text, fact.again, "; ".join(fact.about))
        ]
        self._owners = [owner for owner, _ in phrases]
        self._vectors = embedder.embed([phrase for _, phrase in phrases])
        self._words = {
            fact.id: content_words(" ".join((fact.text, fact.again, *fact.about)))
            for fact in profile.facts
        }
        self._weights = _weights(list(self._words.values()))
        self._subject = content_words(subject or profile.subject.replace("_", " "))
        self._rare = log(1 + len(self._words))

    def understand(self, question: str, told: Sequence[str]) -> Understood:
        """What a question is after; `told` are the facts told so far, the last one last."""
        asked = plain(question)
        quoted = " ".join(_QUOTED.findall(asked))
        near = self._nearness(asked)
        named = quoted or any(near[name] >= CLEARLY for name in told)
        wide = not named and (bool(_WIDE.search(asked)) or self._subject <= content_words(asked))
        return Understood(_wish(asked), self._start(asked, quoted, near, told, wide), wide, near)

    def _start(
        self, asked: str, quoted: str, near: Mapping[str, float], told: Sequence[str], wide: bool
    ) -> str | None:
        """The fact a question starts from: the one it quotes, else the told one it names, else the
        last when it points at one.
        """
        if not told:
            return None
        if quoted:
            said = self._nearness(quoted)
            return max(told, key=lambda name: said[name])
        named = max(told, key=lambda name: near[name])
        if near[named] >= REACHED and not wide:
            return named
        return told[-1] if _POINTING.search(asked) and not wide else None

    def _nearness(self, text: str) -> Mapping[str, float]:
        """By fact, from 0 to about 1: how much a text is about it, in meaning and in words."""
        cosines = self._vectors @ self._embedder.embed([text])[0]
        meaning: dict[str, float] = {}
        for owner, cosine in zip(self._owners, cosines, strict=True):
            meaning[owner] = max(meaning.get(owner, 0.0), float(cosine))
        said = {
            word: self._weights.get(word, self._rare)
            for word in content_words(text) - _FRAMING - self._subject
        }
        whole = sum(said.values()) or 1.0
        return {
            name: (
                (1 - WORDS) * meaning[name]
                + WORDS * sum(weight for word, weight in said.items() if word in words) / whole
            )
            for name, words in self._words.items()
        }


def _wish(asked: str) -> Wish:
    return next((wish for wish, pattern in _WISHES.items() if pattern.search(asked)), "plain")


def _weights(texts: Sequence[frozenset[str]]) -> Mapping[str, float]:
    """How much a word tells one fact from the others: little when many have it."""
    counts: dict[str, int] = {}
    for text in texts:
        for word in text:
            counts[word] = counts.get(word, 0) + 1
    return {word: log(1 + len(texts) / count) for word, count in counts.items()}


def linked(profile: Profile, start: str, wish: Wish) -> Sequence[str]:
    """Facts that hang together with one, those the wish is after first."""
    ahead, behind = profile.by_id[start].leads_to, profile.behind[start]
    opened = tuple(fact.id for fact in profile.facts if start in fact.opens)
    back_first = wish in ("before", "grounds")
    ways = (
        (behind, opened, ahead)
        if back_first
        else (opened, ahead, behind)
        if wish == "contrast"
        else (ahead, opened, behind)
    )
    return tuple(dict.fromkeys(name for way in ways for name in way))
