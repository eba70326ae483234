"""The network: encoder and heads on one text or a pair of them, passage by passage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dramaturg.english.sentiment import sentiment
from dramaturg.kernel.text import storable
from dramaturg.language.cache import TextCache
from dramaturg.language.ear.candidates import ahead
from dramaturg.language.ear.encoder import Encoded, Encoder, encoder
from dramaturg.language.ear.heads import (
    WORD_PLACES,
    Calibration,
    Counted,
    Heads,
    heads,
    sigmoid,
    softmax,
)
from dramaturg.language.ear.outputs import FITS, GROUPS, PLACE
from dramaturg.language.ear.passages import Passage, passages
from dramaturg.languages.detect import ENGLISH, UNKNOWN, language_of
from dramaturg.turn.hearing import Lead, Stretch
from dramaturg.turn.readings import Span

Array = NDArray[np.float32]
PLAIN = Calibration()
FIT_PLACES = [PLACE[name] for name in FITS]
OUTSIDE, BEGINS = 0, 1  # what a word piece is to a concept
FURTHEST = 3  # stretches between which links were learned
OF_TONE = 0.5
NEARLY = 1e-4
CLEAR_SIGN = 0.1  # how far from the middle the ear's own valence must lie for its sign to stand
NOISE, FOREIGN = 0.5, 0.8  # how likely it must be that words cannot be read


@dataclass(frozen=True)
class HeardPassage:
    """One passage as it was heard: what every head says, and what can be counted in it."""

    passage: Passage
    encoded: Encoded
    heads: Heads

    @cached_property
    def outputs(self) -> Array:
        return self.heads.outputs(self.encoded.said)

    @cached_property
    def counted(self) -> Counted:
        return self.heads.counted(self.passage.text)

    def logit(self, output: str) -> float:
        said = float(self.outputs[PLACE[output]])
        return self.heads.calibrations.get(output, PLAIN).logit(said, self.counted)

    def chance(self, output: str) -> float:
        """How likely a sign is."""
        return sigmoid(self.logit(output))

    def share(self, output: str) -> float:
        return float(np.clip(self.logit(output), 0, 1))

    def choice(self, group: str) -> Mapping[str, float]:
        """How likely each of the outputs of a group is."""
        names = GROUPS[group][1].split()
        found = softmax(np.array([self.logit(f"{group}.{name}") for name in names], np.float32))
        return dict(zip(names, map(float, found), strict=True))

    def words(self, group: str, before: bool = False) -> Array:
        """For every word piece, how likely each output of the group is."""
        states = self.encoded.before if before else self.encoded.said
        found = self.heads.by_word(states)[:, list(WORD_PLACES[group])]
        if found.shape[1] == 1:
            return np.asarray(1 / (1 + np.exp(-found)))
        raised = np.exp(found - found.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True))

    def concepts(self) -> Iterator[tuple[int, int]]:
        """Where the stretches begin and end that are taken for concepts."""
        best = self.words("concept").argmax(axis=1)
        begins = [
            place
            for place, kind in enumerate(best)
            if kind != OUTSIDE and (kind == BEGINS or place == 0 or best[place - 1] == OUTSIDE)
        ]
        for begin, after in pairwise([*begins, len(best)]):
            marked = np.zeros(len(best), dtype=bool)
            marked[begin:after] = best[begin:after] != OUTSIDE
            places = runs(marked, self.encoded.offsets, self.passage.text)
            if places:
                yield places[0][0], places[-1][1]


@dataclass(frozen=True)
class HeardText:
    """What was heard in somebody's words. A sign is as clear as in its clearest passage; shares and
    choices are those of the whole, by the length of its passages.
    """

    text: str
    before: str
    language: str
    parts: tuple[HeardPassage, ...]

    @property
    def readable(self) -> bool:
        return self.language == ENGLISH

    def chance(self, output: str) -> float:
        return max(part.chance(output) for part in self.parts) if self.readable else 0.0

    def threshold(self, output: str) -> float:
        return self.parts[0].heads.calibrations.get(output, PLAIN).threshold

    def is_doubtful(self, output: str) -> bool:
        """Clear enough to ask about it."""
        doubt = self.parts[0].heads.calibrations.get(output, PLAIN).doubt
        return self.readable and self.chance(output) >= doubt

    def is_sign(self, output: str) -> bool:
        return self.readable and self.chance(output) >= self.threshold(output)

    def is_sure(self, output: str) -> bool:
        """Clear enough to act on without asking."""
        return self.chance(output) >= self.parts[0].heads.calibrations.get(output, PLAIN).sure

    def share(self, output: str) -> float:
        if not self.readable:
            return 0.0
        return float(np.average([part.share(output) for part in self.parts], weights=self._lengths))

    @property
    def valence(self) -> float:
        """How pleasant it is, with what single words say of that: they know how strongly it is
        meant, the ear knows better whether it is.
        """
        if not self.readable:
            return 0.5
        heard = self.share("feeling.valence")
        both = (1 - OF_TONE) * heard + OF_TONE * (sentiment(self.text).tone + 1) / 2
        if abs(heard - 0.5) < CLEAR_SIGN:
            return both
        return max(both, 0.5) if heard > 0.5 else min(both, 0.5 - NEARLY)

    def choice(self, group: str) -> Mapping[str, float]:
        found = [part.choice(group) for part in self.parts]
        return {
            name: float(np.average([each[name] for each in found], weights=self._lengths))
            for name in found[0]
        }

    @property
    def _lengths(self) -> list[int]:
        return [max(1, len(part.encoded.offsets)) for part in self.parts]

    def _inside(self, start: int, end: int) -> tuple[HeardPassage, list[int]]:
        """The passage in which these letters stand, and the word pieces that they are."""
        part = next((p for p in reversed(self.parts) if p.passage.start <= start), self.parts[0])
        begin, after = start - part.passage.start, end - part.passage.start
        offsets = enumerate(part.encoded.offsets)
        return part, [place for place, (first, last) in offsets if first < after and last > begin]

    def stretch(self, start: int, end: int, kinds: Sequence[str]) -> Stretch:
        """What the words between two places are as a concept."""
        part, inside = self._inside(start, end)
        if not (self.readable and inside):
            return Stretch()
        states = part.encoded.said
        named = 1 - part.words("concept")[inside, 0].mean()
        found = part.heads.type_of(states[inside].mean(axis=0), states.mean(axis=0), kinds)
        return Stretch(float(named), found)

    def named(self) -> Iterator[Span]:
        """The stretches that are taken for concepts."""
        for part in self.parts if self.readable else ():
            for start, end in part.concepts():
                begin = part.passage.start
                yield Span(self.text[begin + start : begin + end], begin + start)

    def leads(self, places: Sequence[tuple[int, int]]) -> Iterator[Lead]:
        """Which stretch leads to which, among neighbours of one passage."""
        placed = [self._inside(*place) for place in places] if self.readable else []
        means = [
            (part, part.encoded.said[inside].mean(axis=0)) for part, inside in placed if inside
        ]
        if len(means) < len(places):
            return
        for one, (part, mean) in enumerate(means):
            for other in range(one + 1, min(one + 1 + FURTHEST, len(means))):
                if means[other][0] is not part:
                    continue
                said = part.heads.link_of(mean, means[other][1])
                way = max(said, key=lambda each: said[each])
                if way != "none":
                    ends = (one, other) if way == "leads to" else (other, one)
                    yield Lead(*ends, round(said[way], 4))

    def clearest(self, group: str) -> tuple[float, Span] | None:
        """The stretch of words that a group marks most clearly, and how likely its best word is."""
        found = [
            (chance, Span(span.text, part.passage.start + span.start))
            for part in self.parts
            for chance, span in _clearest(
                part.words(group)[:, 0], part.encoded.offsets, part.passage.text
            )
        ]
        return max(found, key=lambda one: one[0], default=None)

    def clearest_before(self, group: str) -> tuple[float, Span] | None:
        """The same in what stood before."""
        part = self.parts[0]
        if not len(part.encoded.before):
            return None
        marked = part.words(group, before=True)[:, 0]
        return next(_clearest(marked, part.encoded.before_offsets, self.before), None)


def _clearest(
    chances: Array, offsets: Sequence[tuple[int, int]], text: str
) -> Iterator[tuple[float, Span]]:
    """The stretch around the likeliest word: all words beside it that are half as likely."""
    best = float(chances.max(initial=0.0))
    for start, end in runs(chances >= best / 2, offsets, text):
        place = offsets[int(chances.argmax())]
        if start <= place[0] and place[1] <= end:
            yield best, Span(text[start:end], start)


def runs(
    marked: Sequence[bool] | NDArray[np.bool_], offsets: Sequence[tuple[int, int]], text: str
) -> list[tuple[int, int]]:
    """Where marked stretches begin and end, grown to whole words, gaps of one small word closed."""
    found: list[tuple[int, int]] = []
    for mark, place in zip(marked, offsets, strict=False):
        if not mark:
            continue
        start, end = place
        while start > 0 and (text[start - 1].isalnum() or text[start - 1] in "'’"):
            start -= 1
        while end < len(text) and (text[end].isalnum() or text[end] in "'’"):
            end += 1
        if found and len(text[found[-1][1] : start].split()) <= 1 and start - found[-1][1] <= 6:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


class Network:
    """Hears by one encoder and its heads; whatever it heard lately it remembers."""

    def __init__(self, reads_by: Encoder | None = None, heads_of: Heads | None = None) -> None:
        self._encoder = reads_by or encoder()
        self._heads = heads_of or heads()
        self._heard: TextCache[HeardText] = TextCache(512)
        self.name = f"ear@{self._encoder.digest[:8]}.{self._heads.digest[:8]}"

    def hear(self, text: str, before: str = "") -> HeardText:
        """What was heard in these words, after what stood before them."""
        text, before = storable(text), storable(before)
        key = f"{text}\0{before}"
        known = self._heard.take([key])
        if key not in known:
            known = {key: self._hear(text, before)}
            self._heard.put(known)
        return known[key]

    def _hear(self, text: str, before: str) -> HeardText:
        parts = tuple(
            HeardPassage(passage, self._encoder.read(passage.text, before), self._heads)
            for passage in passages(text)
        )
        heard = HeardText(text, before, language_of(text), parts)
        if not heard.readable:
            return heard
        likely = heard.choice("language")
        is_unread = likely["noise"] >= NOISE or likely["other"] >= FOREIGN
        return replace(heard, language=UNKNOWN) if is_unread else heard

    def outputs(self, text: str, before: str) -> Array:
        """What every head says, before it is calibrated."""
        return self._heads.outputs(self._encoder.read(text, before).said)

    def weigh(
        self, text: str, candidates: Sequence[str], beside: NDArray[np.floating], output: str
    ) -> list[float]:
        """How well each candidate fits the words, as log-odds against none of them. `beside` comes
        from `candidates.beside`.
        """
        worth = self._calibration(output)
        if worth.candidates is None or not candidates:
            return [worth.bias] * len(candidates)
        fits = [self.outputs(text, each)[FIT_PLACES] for each in candidates]
        known = np.column_stack([fits, beside])
        weighed = np.column_stack([known, ahead(known)]) @ worth.candidates + worth.bias
        return [float(each) for each in weighed]

    def threshold(self, output: str) -> float:
        """From which probability on it counts as a yes."""
        return self._calibration(output).threshold

    def _calibration(self, output: str) -> Calibration:
        return self._heads.calibrations.get(output, PLAIN)
