"""What belongs together in one interview: by links, or for want of them by having been said in the
same answer.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.base.evidence import Idea, IdeaLink
from dramaturg.studies.by_method.common import Ground


@dataclass(frozen=True, slots=True)
class Belonging:
    """An idea and what it belongs to. `linked`: links lead there; else both were said in one
    answer.
    """

    centre: Idea
    idea: Idea
    linked: bool


def of_types(interview: CodedInterview, ground: Ground, types: Collection[str]) -> list[Idea]:
    """The ideas whose codes are of these types, in the order they came up."""
    return [
        idea
        for idea in interview.evidence.ideas
        if ground.type_of(interview.code_of[idea.id]) in types
    ]


def turns_of(idea: Idea) -> frozenset[int]:
    return frozenset((idea.turn, *(words.turn for words in idea.words)))


def neighbours(links: Iterable[IdeaLink]) -> dict[str, set[str]]:
    """Which ideas are linked, whatever the direction."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for link in links:
        found[link.source].add(link.target)
        found[link.target].add(link.source)
    return found


def nearest(
    centres: Sequence[Idea], ideas: Sequence[Idea], links: Iterable[IdeaLink]
) -> list[Belonging]:
    """Every idea with the centre that the fewest links lead to; without any, with the first that
    was said in the same answer.

    At equal distance the centre that came up first has it. What belongs nowhere is left out.
    """
    home = _homes(centres, neighbours(links))
    by_id = {centre.id: centre for centre in centres}
    found: list[Belonging] = []
    for idea in ideas:
        beside = (centre for centre in centres if turns_of(centre) & turns_of(idea))
        centre = by_id.get(home.get(idea.id, "")) or next(beside, None)
        if centre is not None and idea.id not in by_id:
            found.append(Belonging(centre, idea, idea.id in home))
    return found


def _homes(centres: Sequence[Idea], linked: Mapping[str, set[str]]) -> dict[str, str]:
    """The nearest centre of everything that can be reached from one, as rings grow around all of
    them at once.
    """
    home = {centre.id: centre.id for centre in centres}
    edge = deque(home)
    while edge:
        here = edge.popleft()
        for there in sorted(linked.get(here, ())):
            if there not in home:
                home[there] = home[here]
                edge.append(there)
    return home


def in_sequence(place: Mapping[str, float], before: Iterable[tuple[str, str]]) -> list[str]:
    """Everything in the order of `before`, and where that says nothing by `place`.

    A circle is entered where the least leads to it.
    """
    after: defaultdict[str, set[str]] = defaultdict(set)
    for first, second in before:
        if first != second and first in place and second in place:
            after[first].add(second)
    waits = dict.fromkeys(place, 0)
    for followers in after.values():
        for each in followers:
            waits[each] += 1
    return _released(place, after, waits)


def _released(
    place: Mapping[str, float], after: Mapping[str, set[str]], waits: dict[str, int]
) -> list[str]:
    """One after the other, whatever waits for nothing; when everything waits, what waits
    for least.
    """
    queue = [(count, place[each], each) for each, count in waits.items()]
    heapify(queue)
    order: list[str] = []
    done: set[str] = set()
    while queue:
        count, _, here = heappop(queue)
        if here in done or count != waits[here]:
            continue
        done.add(here)
        order.append(here)
        for each in sorted(after.get(here, set()) - done):
            waits[each] -= 1
            heappush(queue, (waits[each], place[each], each))
    return order
