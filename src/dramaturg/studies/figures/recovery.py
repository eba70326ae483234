"""Recovery: how much of a structure that is known beforehand a study of simulated people has found
again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from dramaturg.engines.interviews.population import Truth
from dramaturg.engines.interviews.profile import Profile
from dramaturg.english.prose import sentences
from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.figures.matrix import Pair
from dramaturg.studies.figures.value_map import ValueMap


@dataclass(frozen=True, slots=True)
class FactPiece:
    """A stretch of an answer that tells one fact."""

    start: int
    end: int
    fact: str


def pieces(said: str, profile: Profile) -> list[FactPiece]:
    """Which fact each stretch of an answer came from. People tell a fact whole, its first sentence,
    or in its other words.
    """
    ways = [
        (way, fact.id)
        for fact in profile.facts
        for way in {fact.text, fact.again, sentences(fact.text)[0]}
    ]
    found: list[FactPiece] = []
    for way, fact in sorted(ways, key=lambda each: (-len(each[0]), each)):
        start = said.lower().find(way.lower())
        while start >= 0:
            piece = FactPiece(start, start + len(way), fact)
            if not any(_shared(piece, other) for other in found):
                found.append(piece)
            start = said.lower().find(way.lower(), start + 1)
    return found


def _shared(one: FactPiece, other: FactPiece) -> int:
    return max(0, min(one.end, other.end) - max(one.start, other.start))


# ── which code stands for what ────────────────────────────────────────────────────────────────────


class Origins:
    """By code: how many characters of its words tell which true code."""

    def __init__(self) -> None:
        self._told: dict[str, Counter[str]] = {}

    def add(self, interview: CodedInterview, profile: Profile) -> None:
        evidence = interview.evidence
        told = {
            line.turn: pieces(line.text, profile)
            for line in evidence.lines
            if line.speaker == "respondent"
        }
        for idea in evidence.ideas:
            counts = self._told.setdefault(interview.code_of[idea.id], Counter())
            for words in idea.words:
                for piece in told.get(words.turn, ()):
                    counts[piece.fact] += _shared(piece, FactPiece(words.start, words.end, ""))

    @property
    def meanings(self) -> dict[str, str]:
        """By code the true code that most of its words tell. Several codes may stand for one."""
        return {
            code: counts.most_common(1)[0][0]
            for code, counts in self._told.items()
            if counts.total()
        }

    @property
    def standing(self) -> dict[str, str]:
        """The same, but of all codes for one true code only the one that has most of its words."""
        amount = {code: self._told[code][meaning] for code, meaning in self.meanings.items()}
        largest: dict[str, str] = {}
        for code, meaning in self.meanings.items():
            if meaning not in largest or amount[code] > amount[largest[meaning]]:
                largest[meaning] = code
        return {code: meaning for meaning, code in largest.items()}


# ── how much was found ────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Accuracy:
    """`precision`: how much of what is drawn is true. `recall`: how much of what is true
    is drawn.
    """

    precision: float
    recall: float


@dataclass(frozen=True, slots=True)
class Recovery:
    """A map of `edges` at cut-off `k` against the `links` that somebody holds; shortcuts are no
    links, for a map draws none.

    `strict`: one code stands for one true code, and all others for nothing. `ways`: the same for
    everything that leads to something, however far. `alike`: several codes may stand for one, as if
    an analyst had merged them.
    """

    k: int
    edges: int
    links: int
    codes: int
    recognised: int
    strict: Accuracy
    ways: Accuracy
    alike: Accuracy


def recovery(map: ValueMap, origins: Origins, truths: Iterable[Truth]) -> Recovery:
    held = {link for truth in truths for link in truth.links}
    strict = _renamed(map, origins.standing)
    return Recovery(
        k=map.k,
        edges=len(map.edges),
        links=len(reduced(held)),
        codes=len({code for truth in held for code in truth}),
        recognised=len(origins.standing),
        strict=_found(strict, reduced(held)),
        ways=_found(closure(strict), closure(held)),
        alike=_found({(a, b) for a, b in _renamed(map, origins.meanings) if a != b}, reduced(held)),
    )


def _renamed(map: ValueMap, names: Mapping[str, str]) -> set[Pair]:
    """The map's edges between true codes; a code that stands for none keeps its id, marked, so that
    it is nobody's.
    """

    def name(code: str) -> str:
        return names.get(code, f"?{code}")

    return {(name(edge.source), name(edge.target)) for edge in map.edges}


def _found(drawn: Collection[Pair], true: Collection[Pair]) -> Accuracy:
    right = sum(pair in true for pair in drawn)
    return Accuracy(right / max(1, len(drawn)), right / max(1, len(true)))


def closure(pairs: Collection[Pair]) -> set[Pair]:
    """Everything that leads to something, however far."""
    reached = _reached(pairs)
    return {
        (source, target) for source in {source for source, _ in pairs} for target in reached(source)
    }


def reduced(pairs: Collection[Pair]) -> set[Pair]:
    """The pairs without those that a longer way leads to as well."""
    reached = _reached(pairs)

    def is_shortcut(source: str, target: str) -> bool:
        return any(
            target in reached(step) for start, step in pairs if start == source and step != target
        )

    return {pair for pair in pairs if not is_shortcut(*pair)}


def _reached(pairs: Collection[Pair]) -> Callable[[str], set[str]]:
    onward: dict[str, list[str]] = {}
    for source, target in pairs:
        onward.setdefault(source, []).append(target)

    def reached(source: str) -> set[str]:
        found: dict[str, None] = dict.fromkeys(onward.get(source, ()))
        waiting = list(found)
        while waiting:
            fresh = [step for step in onward.get(waiting.pop(), ()) if step not in found]
            found |= dict.fromkeys(fresh)
            waiting += fresh
        return set(found)

    return reached
