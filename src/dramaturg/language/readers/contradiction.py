"""Contradiction: whether what somebody says now goes together with what the same person said
earlier.

It is only ever a reason for a neutral question, so it would rather miss one than suspect one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from dramaturg.language.readers.claims import claims
from dramaturg.language.readers.clashes import clash
from dramaturg.language.readers.parsed_text import ParsedText, SeenTurn, words
from dramaturg.language.readers.reader import Reader, by_rule
from dramaturg.language.readers.statements import CUES, OPPOSING, StatementPair, statement
from dramaturg.turn.ports import Sentence
from dramaturg.turn.readings import Claim, Reading, Span

Vectors = NDArray[np.float32]

NEAREST = 12  # pairs of passages that are looked at closely
TURNED = 1.0  # what cues of opposition must be worth together to count in full
STRANGERS = 0.1  # how near two texts about different things lie
FEW = 10  # passages: with fewer than this, what is usual for a person is hardly known
CROWD = 0.6  # how much more must speak for a contradiction, the more there is to compare with
LIKE = "about the same"
BY_CUES = frozenset({LIKE, *OPPOSING.values()})


@dataclass(frozen=True, slots=True)
class StatementConflict:
    """Two stretches that do not go together: which earlier turn, the words now and then, what is
    wrong, how surely.
    """

    earlier: int
    now: Span
    then: Span
    kind: str
    strength: float


def read(seen: SeenTurn) -> Reading:
    if not any(text.text.strip() for text in seen.earlier):
        return by_rule(0.0, 1.0, "nothing was said earlier")
    worst = next(iter(_weighed(seen)), None)
    if worst is None:
        return by_rule(0.0, 0.5, "nothing to compare")
    if worst.kind in BY_CUES:
        sure = _weights(seen.text).reliability * max(worst.strength, 1 - worst.strength)
        return Reading(worst.strength, round(sure, 3), f"contradiction cues: {worst.kind}")
    return by_rule(worst.strength, worst.strength, f"claims: {worst.kind}")


def conflicts(seen: SeenTurn) -> tuple[StatementConflict, ...]:
    """What more likely than not does not go together, once for each earlier turn, stretch and kind,
    strongest first.
    """
    found = [conflict for conflict in _weighed(seen) if conflict.strength >= 0.5]
    return tuple({(one.earlier, one.now.start, one.kind): one for one in reversed(found)}.values())[
        ::-1
    ]


def _weighed(seen: SeenTurn) -> list[StatementConflict]:
    """Everything that was compared, the strongest first, the most recent first among equals."""
    found = [*_of_claims(seen), *_of_meaning(seen)]
    return sorted(found, key=lambda one: (-one.strength, -one.earlier, one.now.start))


# ── claims ────────────────────────────────────────────────────────────────────────────────────────


def _of_claims(seen: SeenTurn) -> Iterator[StatementConflict]:
    stated: dict[tuple[str, str, str], list[Claim]] = {}
    for claim in claims(seen.text):
        stated.setdefault((claim.subject, claim.slot, claim.predicate), []).append(claim)
    if not stated:
        return
    for place, text in enumerate(seen.earlier):
        for then in claims(text):
            for now in stated.get((then.subject, then.slot, then.predicate), ()):
                if found := clash(now, then):
                    yield StatementConflict(
                        place, now.span, then.span, found.kind, round(found.strength, 4)
                    )


# ── meaning ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ContradictionWeights:
    """What each cue is worth, and how well all of them did together on pairs they had not learned
    from.
    """

    bias: float
    cues: Mapping[str, float]
    reliability: float

    def strength(self, pair: StatementPair, among: int) -> float:
        """How likely the two contradict each other, when this is the worst of so many comparisons.

        Two sentences about the same are no contradiction: unless something is turned round, it
        stays below a half.
        """
        parts = {cue: weight * CUES[cue](pair) for cue, weight in self.cues.items()}
        turned = min(1.0, sum(parts.get(cue, 0.0) for cue in OPPOSING) / TURNED)
        chance = 1 / (
            1 + exp(-max(-60.0, min(60.0, self.bias + sum(parts.values()) - CROWD * log(among))))
        )
        return chance * (1 + turned) / 2


def _of_meaning(seen: SeenTurn) -> Iterator[StatementConflict]:
    weights = _weights(seen.text)
    among = len(seen.text.passages) * max(1, sum(len(text.passages) for text in seen.earlier))
    for place, now, then, nearness in _nearest(seen):
        for one, other in product(_told(now), _told(then)):
            pair = StatementPair(statement(one), statement(other), nearness)
            strength = round(weights.strength(pair, among), 4)
            yield StatementConflict(
                place,
                _span(one, seen.text),
                _span(other, seen.earlier[place]),
                _kind(pair),
                strength,
            )


def _nearest(seen: SeenTurn) -> list[tuple[int, ParsedText, ParsedText, float]]:
    """The passages now and then that lie nearest in meaning, with the earlier turn's place."""
    then = [
        (place, passage)
        for place, text in enumerate(seen.earlier)
        if text.text.strip()
        for passage in text.passages
    ]
    now = seen.text.passages
    if not then or not seen.text.text.strip():
        return []
    near = (
        np.stack([one.vector for one in now]) @ np.stack([passage.vector for _, passage in then]).T
    )
    near -= _everyday(near)
    best = np.argsort(-near, axis=None, kind="stable")[:NEAREST]
    pairs = [divmod(int(index), len(then)) for index in best]
    return [
        (then[column][0], now[row], then[column][1], float(near[row, column]))
        for row, column in pairs
    ]


def _everyday(near: Vectors) -> Vectors:
    """How much nearer than strangers each passage lies to all that was said: who talks of one thing
    is always near.
    """
    mean = (near.sum(axis=1, keepdims=True) + STRANGERS * FEW) / (near.shape[1] + FEW)
    return np.asarray(np.maximum(0.0, mean - STRANGERS), dtype=np.float32)


def _told(text: ParsedText) -> Sequence[Sentence]:
    """Sentences that say something: a question claims nothing."""
    return [sentence for sentence in text.sentences if not statement(sentence).asked]


def _span(sentence: Sentence, text: ParsedText) -> Span:
    return Span(words([sentence], text.text), sentence[0].start)


def _kind(pair: StatementPair) -> str:
    """The loudest cue of opposition in plain words."""
    loudest = max(OPPOSING, key=lambda cue: CUES[cue](pair))
    return OPPOSING[loudest] if CUES[loudest](pair) > 0 else LIKE


@cache
def _written() -> Mapping[str, ContradictionWeights]:
    """The weights by embedder, and under no name those that do without meaning."""
    written = json.loads(
        (files("dramaturg.language.readers") / "heads" / "contradiction.json").read_text("utf-8")
    )
    return {
        name: ContradictionWeights(one["bias"], one["cues"], one["reliability"])
        for name, one in ((written["embedder"], written["weights"]), ("", written["plain"]))
    }


def _weights(text: ParsedText) -> ContradictionWeights:
    return _written().get(text.embedder.name, _written()[""])


READER = Reader(
    "contradiction",
    "Whether what is said now cannot be true together with what the same person said earlier: 0 it"
    " can, 1 it cannot.",
    read,
    rubric=(
        "nothing that bears on what was said earlier, or it agrees",
        "differs a little, as people do: other words, rounding, an exception",
        "sits oddly with something said earlier, but both may be true",
        "hardly fits something said earlier",
        (
            "plainly contradicts something said earlier by the same person about the same thing and"
            " time"
        ),
    ),
)
