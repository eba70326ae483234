"""Ways: what can be reached from where, kept while edges are added one by one, so that a circle is
known before it closes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dramaturg.studies.figures.matrix import Pair


class Reachability:
    """The ways along edges without a circle. Sets of codes are numbers, one bit a code: with
    thousands of codes still quick.
    """

    def __init__(self, codes: Iterable[str]) -> None:
        self._place = {code: place for place, code in enumerate(dict.fromkeys(codes))}
        self._codes = tuple(self._place)
        self._after = [0] * len(self._codes)
        self._before = [0] * len(self._codes)

    def lead(self, source: str, target: str) -> bool:
        return bool(self._after[self._place[source]] >> self._place[target] & 1)

    def closes_circle(self, edge: Pair) -> bool:
        return edge[0] == edge[1] or self.lead(edge[1], edge[0])

    def add(self, edge: Pair) -> None:
        """Adds an edge that closes no circle."""
        source, target = self._place[edge[0]], self._place[edge[1]]
        up, down = self._before[source] | 1 << source, self._after[target] | 1 << target
        new_to_target, new_to_source = up & ~self._before[target], down & ~self._after[source]
        for place in _places(new_to_target):
            self._after[place] |= down
        for place in _places(new_to_source):
            self._before[place] |= up

    def behind_others(self, codes: Sequence[str]) -> list[str]:
        """Those of the codes that others of them lead to."""
        beyond = 0
        for code in codes:
            beyond |= self._after[self._place[code]]
        return [code for code in codes if beyond >> self._place[code] & 1]

    def between(self, source: str, targets: Iterable[str]) -> list[str]:
        """The codes on ways from one to the others, these among them, each before all that it leads
        to.
        """
        wanted = 0
        for target in targets:
            wanted |= self._before[self._place[target]] | 1 << self._place[target]
        found = _places(wanted & self._after[self._place[source]])
        return [
            self._codes[place]
            for place in sorted(found, key=lambda place: self._before[place].bit_count())
        ]


def without_circles(edges: Iterable[Pair]) -> tuple[Reachability, list[Pair], list[Pair]]:
    """The edges, the strongest first, parted into those that are kept and those that would close a
    circle of stronger ones.
    """
    edges = list(edges)
    ways = Reachability(code for edge in edges for code in edge)
    kept: list[Pair] = []
    closing: list[Pair] = []
    for edge in edges:
        if ways.closes_circle(edge):
            closing.append(edge)
        else:
            ways.add(edge)
            kept.append(edge)
    return ways, kept, closing


def _places(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
