"""Company: what codes lead to and come from. Two that come from the same and lead to the same are
likely one thing in other words; two that lead to one another are not.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from math import sqrt

from dramaturg.studies.base.codes import Joined, Ref

Partners = Mapping[Ref, Iterable[tuple[str, Ref]]]


class Company:
    """By code: its partners, each `to` it or `from` it, with how many ideas have it so."""

    def __init__(self, joined: Mapping[Ref, Joined], partners: Partners) -> None:
        self._kept: defaultdict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
        for ref, others in partners.items():
            if ref in joined:
                codes = {(way, joined[other].code) for way, other in others if other in joined}
                self._kept[joined[ref].code].update(codes)

    def likeness(self, one: str, other: str) -> float:
        """The cosine of the company that both keep."""
        first, second = self._kept[one], self._kept[other]
        shared = sum(first[partner] * second[partner] for partner in first)
        return shared / (_length(first) * _length(second)) if shared else 0.0

    def linked(self, one: str, other: str) -> bool:
        """Whether anybody said that the one leads to the other."""
        return any(partner[1] == other for partner in self._kept[one])

    def join(self, one: str, other: str) -> None:
        """The second is part of the first from now on: whoever led to it leads to the first."""
        self._kept[one].update(self._kept.pop(other, Counter()))
        for kept in self._kept.values():
            for way in ("to", "from"):
                if many := kept.pop((way, other), 0):
                    kept[way, one] += many


def _length(counts: Counter[tuple[str, str]]) -> float:
    return sqrt(sum(count * count for count in counts.values()))
