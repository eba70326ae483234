"""An ear that hears what a test says it hears, so that what is decided, stored and replayed does not
hang on weights.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from dramaturg.app.config.providers import LOCAL_MODELS, embedder
from dramaturg.language.ear import promises
from dramaturg.language.ear.ear import network
from dramaturg.language.readers.local_readers import LocalReaders
from dramaturg.turn.hearing import Act, Ear, Hearing, Lead, Meant, Stretch, Taken
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.readings import Reading, Readings, Span, Utterance

TAKEN = Taken(acknowledges=0.95, misses=0.05, taken=True)
DENIED = Taken(acknowledges=0.1, denies=0.9)
MISSED = Taken(acknowledges=0.05, misses=0.95)
ELSEWHERE = Taken(misses=0.05, elsewhere=0.95)
HEARD: Mapping[str, Hearing] = {
    "This is ridiculous, you're wasting my time.": Hearing(mood="hostile"),
    "It's kind of you to take the time.": Hearing(mood="warm"),
    "Je ne comprends pas ce que vous dites.": Hearing(language="fr"),
    "👍": Hearing(language="unknown"),
    "...": Hearing(language="unknown"),
    "I want to kill myself.": Hearing(danger="self_harm", care="stop"),
}
TALK: frozenset[Act] = frozenset({"assent", "denial", "unsure"})
"""What is left to the ear that ships where nothing is written down: nobody refuses, stops or is in
danger by chance.
"""
OFF_THE_POINT = ("lunch", "GPU", "bicycle", "game last night", "world cup")
CLEAR = 0.5  # cosine


class WrittenEar:
    """Hears these words as it is written down, beside those of `HEARD`, and in all others what the
    ear `otherwise` hears of `TALK`, language and feeling, and by rule, or nothing in particular.

    A fact was taken on board where its two figures are said back, unless they are waved away; what
    is asked for, and what is answered, is what lies nearest.
    """

    def __init__(
        self, heard: Mapping[str, Hearing] | None = None, otherwise: Ear | None = None
    ) -> None:
        self._heard = {**HEARD, **(heard or {})}
        self._otherwise = otherwise
        self.name = "written down"

    def hear(self, text: str, before: str = "") -> Hearing:
        if text in self._heard or self._otherwise is None:
            return self._heard.get(text, Hearing())
        heard, promise = self._otherwise.hear(text, before), promises.kept(text)
        return replace(
            heard,
            does=heard.does & TALK | promise.acts,
            refused=None,
            corrected=None,
            danger=promise.danger,
            care="stop" if promise.danger else "none",
        )

    def taken(self, text: str, fact: str) -> Taken:
        if any(word in text for word in OFF_THE_POINT):
            return ELSEWHERE
        if "who cares" in text:
            return DENIED
        said_back = text.rstrip(".") in fact or len(_figures(text) & _figures(fact)) > 1
        return TAKEN if said_back else MISSED

    def option(self, text: str, question: str, options: Sequence[str]) -> Meant:
        return _nearest(text, [(option,) for option in options])

    def answering(self, text: str, facts: Sequence[Sequence[str]]) -> Meant:
        return _nearest(text, facts)

    def concepts(
        self, text: str, before: str, places: Sequence[tuple[int, int]], kinds: Sequence[str]
    ) -> list[Stretch]:
        if self._otherwise is None:
            return [Stretch()] * len(places)
        return [*self._otherwise.concepts(text, before, places, kinds)]

    def named(self, text: str, before: str) -> list[Span]:
        return [*self._otherwise.named(text, before)] if self._otherwise else []

    def leads(self, text: str, before: str, places: Sequence[tuple[int, int]]) -> list[Lead]:
        return [*self._otherwise.leads(text, before, places)] if self._otherwise else []


class WrittenReaders(LocalReaders):
    """Reads what the readers read that ship, but for these signals of these words."""

    def __init__(self, written: Mapping[str, Mapping[str, float]]) -> None:
        super().__init__(network(), LOCAL_MODELS.embedder(), LOCAL_MODELS.syntax())
        self._written = written

    def read(
        self, said: Sequence[Utterance], only: Collection[str] | None = None
    ) -> list[Readings]:
        return [
            replace(read, by_signal={**read.by_signal, **self._read_in(one.text)})
            for one, read in zip(said, super().read(said, only), strict=True)
        ]

    def _read_in(self, text: str) -> dict[str, Reading]:
        written = self._written.get(text, {})
        return {name: Reading(value, 0.9, "ear") for name, value in written.items()}


def models_hearing(
    heard: Mapping[str, Hearing] | None = None,
    otherwise: Callable[[], Ear] | None = None,
    signals: Mapping[str, Mapping[str, float]] | None = None,
) -> LocalModels:
    """All models as they ship, but for the ear, and for these signals of these words."""
    ear = cache(lambda: WrittenEar(heard, otherwise() if otherwise else None))
    models = replace(LOCAL_MODELS, ear=ear)
    return replace(models, readers=cache(lambda: WrittenReaders(signals))) if signals else models


MODELS = models_hearing()


def doing(*acts: Act, refused: str = "", at: int = 0, **heard: Any) -> Hearing:
    """`doing("refusal", refused="the army")`: what was heard, and calm besides. `at` is where the
    words stand that name it.
    """
    named = Span(refused, at) if refused else None
    return replace(Hearing(does=frozenset(acts), refused=named), **heard)


def _figures(text: str) -> set[int]:
    return {round(float(figure)) for figure in re.findall(r"\d+(?:\.\d+)?", text)}


def _nearest(text: str, candidates: Sequence[Sequence[str]]) -> Meant:
    chances = []
    for wordings in candidates:
        said, *known = embedder().embed([text, *wordings])
        chances.append(max(0.0, *(float(each @ said) for each in known)))
    best = max(range(len(chances)), key=lambda place: chances[place])
    return Meant(best if chances[best] >= CLEAR else None, tuple(chances), 0.0)
