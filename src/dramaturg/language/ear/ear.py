"""The ear: one small network that hears what people mean, the few rules that are promises, and the
lines between yes, perhaps and no.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from dramaturg.language.ear import candidates, promises
from dramaturg.language.ear.heads import log_odds, softmax
from dramaturg.language.ear.network import HeardText, Network
from dramaturg.languages.detect import ENGLISH
from dramaturg.turn.hearing import Act, Care, Danger, Hearing, Lead, Meant, Mood, Stretch, Taken
from dramaturg.turn.ports import Embedder
from dramaturg.turn.readings import Span

ACTS: Mapping[Act, str] = {
    "refusal": "act.refuse",
    "stop": "act.stop",
    "goodbye": "act.bye",
    "pause": "act.pause",
    "skip": "act.skip",
    "question_back": "act.back",
    "repair": "act.repair",
    "correction": "act.correct",
    "assent": "act.yes",
    "denial": "act.no",
    "unsure": "act.unsure",
}
DANGERS: Mapping[Danger, str] = {
    "self_harm": "danger.selfharm",
    "abuse": "danger.abuse",
    "medical": "danger.medical",
    "threat": "danger.threat",
    "distress": "danger.distress",
}
KINDRED: tuple[tuple[Act, Act], ...] = (
    ("stop", "pause"),
    ("stop", "skip"),
    ("refusal", "pause"),
    ("refusal", "skip"),
    ("repair", "question_back"),
)
"""Where both are heard and the second is likelier, the first is not meant: a pause is no stop, and
who asks something back has understood.
"""
SAID_BACK, LIKELY_ENOUGH = 2, 0.3
"""Who says back as many figures of a fact has heard it, unless it is rather a denial."""
SAID_AT_ALL = 3  # words: a hum, a nod or a bare okay takes nothing on board
NAMED = 0.3  # how likely the best word must be of those that name what is refused or put right
CLEAR = 0.5  # how likely its best word must be for a clause to be what a passage is about
SHORTLIST = 5  # facts that are weighed closely, those nearest in meaning
RUDE = 0.6  # how sure it must be: rows hold far more rude words than people do
ASKED = 240  # characters: what is asked stands at the end of what is said
_FIGURE = re.compile(r"\d+(?:\.\d+)?")
_QUESTION = re.compile(r"[^.!?…]*\?")


class LocalEar:
    """Hears with the network that ships with the package, and with the embedder beside it."""

    def __init__(self, network: Network, embedder: Embedder) -> None:
        self._network = network
        self._embedder = embedder
        self.name = network.name

    def hear(self, text: str, before: str = "") -> Hearing:
        heard = self._network.hear(text, before)
        promise = promises.kept(text)
        if not heard.readable:  # a promise holds among words of another language too
            care: Care = "stop" if promise.danger else "none"
            return Hearing(
                heard.language,
                does=promise.acts,
                danger=promise.danger,
                care=care,
                by_rule=promise.name,
            )
        acts = {act: round(heard.chance(output), 4) for act, output in ACTS.items()}
        meant = meant_acts(acts, {act for act in ACTS if heard.is_sign(ACTS[act])})
        does = meant | promise.acts
        danger, care = self._danger(heard, promise.danger)
        mood = cast("Mapping[Mood, float]", heard.choice("mood"))
        return Hearing(
            language=ENGLISH,
            acts=acts,
            does=does,
            doubted=frozenset(act for act in meant - promise.acts if not heard.is_sure(ACTS[act])),
            refused=_refused(heard) if "refusal" in does else None,
            corrected=_corrected(heard) if "correction" in does else None,
            clause=_clause(heard),
            dangers={kind: round(heard.chance(output), 4) for kind, output in DANGERS.items()},
            danger=danger,
            care=care,
            by_rule=promise.name,
            when=heard.choice("when"),
            whom=heard.choice("whom"),
            valence=round(heard.valence, 4),
            emotion=round(heard.share("feeling.strength"), 4),
            moods=mood,
            mood=_mood(mood),
            engagement=round(heard.share("engagement.engagement"), 4),
        )

    def _danger(self, heard: HeardText, promised: Danger | None) -> tuple[Danger | None, Care]:
        if promised:
            return promised, "stop"
        margins = {
            kind: log_odds(heard.chance(output)) - log_odds(heard.threshold(output))
            for kind, output in DANGERS.items()
        }
        kind = max(margins, key=lambda each: margins[each])
        if margins[kind] >= 0:
            return kind, "stop"
        doubted = [kind for kind, output in DANGERS.items() if heard.is_doubtful(output)]
        if not doubted:
            return None, "none"
        return max(doubted, key=lambda each: margins[each]), "check"

    def taken(self, text: str, fact: str) -> Taken:
        heard = self._network.hear(text, fact)
        if not heard.readable:
            return Taken()
        found = {name: round(value, 4) for name, value in heard.choice("taken").items()}
        least = heard.threshold("taken.acknowledges")
        if len(_figures(text) & _figures(fact)) >= SAID_BACK:
            least = min(least, LIKELY_ENOUGH)
        is_said = len(text.split()) >= SAID_AT_ALL
        return Taken(**found, taken=is_said and found["acknowledges"] >= least)

    def option(self, text: str, question: str, options: Sequence[str]) -> Meant:
        asked = [f"{question} {each}" for each in options]
        with_asked, alone = (
            self._nearness(text, [(each,) for each in wordings]) for wordings in (asked, options)
        )
        beside = candidates.beside(text, options, with_asked, alone)
        weighed = self._network.weigh(text, asked, beside, "option.option")
        return _meant(
            weighed, len(options), range(len(options)), self._network.threshold("option.option")
        )

    def answering(self, text: str, facts: Sequence[Sequence[str]]) -> Meant:
        asked, best, beside = self.shortlist(text, facts)
        weighed = self._network.weigh(
            asked, [facts[place][0] for place in best], beside, "answers.answers"
        )
        return _meant(weighed, len(facts), best, self._network.threshold("answers.answers"))

    def shortlist(
        self, text: str, facts: Sequence[Sequence[str]]
    ) -> tuple[str, list[int], NDArray[np.float64]]:
        """What is asked, the places of the facts nearest to it, and what is known of each of them
        beside its fits: how near it lies by itself and by its nearest wording, and what is counted.
        """
        asked = _asked(text)
        alone, near = (
            self._nearness(asked, wordings) for wordings in ([each[:1] for each in facts], facts)
        )
        best = sorted(range(len(facts)), key=lambda place: -near[place])[:SHORTLIST]
        known = candidates.beside(
            asked,
            [" ".join(facts[place]) for place in best],
            [alone[place] for place in best],
            [near[place] for place in best],
        )
        return asked, best, known

    def concepts(
        self, text: str, before: str, places: Sequence[tuple[int, int]], kinds: Sequence[str]
    ) -> list[Stretch]:
        heard = self._network.hear(text, before)
        return [heard.stretch(start, end, kinds) for start, end in places]

    def named(self, text: str, before: str) -> list[Span]:
        return [*self._network.hear(text, before).named()]

    def leads(self, text: str, before: str, places: Sequence[tuple[int, int]]) -> list[Lead]:
        return [*self._network.hear(text, before).leads(places)]

    def _nearness(self, said: str, wordings: Sequence[Sequence[str]]) -> list[float]:
        """How near in meaning each lies, by its nearest wording."""
        vectors = self._embedder.embed([said, *(each for one in wordings for each in one)])
        near = iter((vectors[1:] @ vectors[0]).tolist())
        return [max(next(near) for _ in one) for one in wordings]


def _figures(text: str) -> set[float]:
    return {float(figure) for figure in _FIGURE.findall(text)}


def _asked(text: str) -> str:
    """The last question in it; without one, its end."""
    questions: list[str] = _QUESTION.findall(text)
    return (questions[-1] if questions else text)[-ASKED:].strip()


def meant_acts(acts: Mapping[Act, float], heard: AbstractSet[Act]) -> frozenset[Act]:
    """What is meant where several acts were heard: of kindred ones the likelier; who takes leave
    ends it as it is.
    """
    lesser = {act for act, other in KINDRED if other in heard and acts[other] > acts.get(act, 0.0)}
    return frozenset(heard - lesser - ({"stop"} if "goodbye" in heard else set()))


def _mood(chances: Mapping[Mood, float]) -> Mood:
    """The likeliest; but a rude one only where it is clear that it is rude in some way."""
    is_rude = chances["dismissive"] + chances["hostile"] >= RUDE
    among: tuple[Mood, Mood] = ("dismissive", "hostile") if is_rude else ("warm", "neutral")
    return max(among, key=lambda each: chances[each])


def _refused(heard: HeardText) -> Span | None:
    """The words that name it, in what was said or in what was asked."""
    found = [each for each in (heard.clearest("refused"), heard.clearest_before("refused")) if each]
    chance, words = max(found, key=lambda one: one[0], default=(0.0, None))
    return words if chance >= NAMED else None


def _corrected(heard: HeardText) -> Span | None:
    found = heard.clearest("corrected")
    return found[1] if found and found[0] >= NAMED else None


def _clause(heard: HeardText) -> Span | None:
    found = heard.clearest("clause")
    return found[1] if found and found[0] >= CLEAR else None


def _meant(weighed: Sequence[float], count: int, places: Sequence[int], clear: float) -> Meant:
    found = softmax(np.array([*weighed, 0.0], dtype=np.float32))
    chances = [0.0] * count
    for place, chance in zip(places, found, strict=False):
        chances[place] = round(float(chance), 4)
    best = max(range(count), key=lambda place: chances[place])
    none = round(float(found[-1]), 4)
    is_clear = chances[best] >= clear and chances[best] > none
    return Meant(best if is_clear else None, tuple(chances), none)


@cache
def network() -> Network:
    return Network()
