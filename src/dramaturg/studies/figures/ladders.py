"""Ladders: the ways an interview went from a beginning to an end, as chains of codes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.figures.matrix import Ladder, Pair
from dramaturg.studies.figures.paths import without_circles

# how confident whoever read a step must have been, for it to count; all are in the merged graph
SURE = 0.5
MOST = 64  # ladders of an interview that are all told; with more, each step is told at least once

Steps = Mapping[str, Sequence[str]]


def ladders_of(interview: CodedInterview) -> list[Ladder]:
    """All ways from a code that nothing leads to, to one that leads to nothing; or so many that
    every step is in one of them.

    A step within one code is none. Of a circle, the step that was mentioned least is left out; of
    equals, the one told last.
    """
    steps = _steps(interview)
    onward, before = _by_source(steps), _by_source([(target, source) for source, target in steps])
    starts = [code for code in onward if code not in before]
    found = (
        _all_ways(starts, onward)
        if _how_many(starts, onward) <= MOST
        else _cover(steps, onward, before)
    )
    return [
        Ladder(interview.evidence.respondent, str(number), codes)
        for number, codes in enumerate(found, start=1)
    ]


def _steps(interview: CodedInterview) -> list[Pair]:
    """The steps between codes, as they came up, without circles; one within a code is a
    circle too.
    """
    mentions: Counter[Pair] = Counter()
    for link in interview.evidence.links:
        if link.chain and link.confidence >= SURE:
            mentions[interview.code_of[link.source], interview.code_of[link.target]] += (
                link.mentions
            )
    _, kept, _ = without_circles(sorted(mentions, key=lambda step: -mentions[step]))
    rising = set(kept)
    return [step for step in mentions if step in rising]


def _by_source(steps: Sequence[Pair]) -> dict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for source, target in steps:
        found[source].append(target)
    return dict(found)


def _how_many(starts: Sequence[str], onward: Steps) -> int:
    """The number of ways, without walking each."""
    ways: dict[str, int] = {}
    waiting = list(starts)
    while waiting:
        code = waiting[-1]
        unknown = [step for step in onward.get(code, ()) if step not in ways]
        if unknown:
            waiting += unknown
        else:
            ways[waiting.pop()] = sum(ways[step] for step in onward.get(code, ())) or 1
    return sum(ways[start] for start in starts)


def _all_ways(starts: Sequence[str], onward: Steps) -> Iterator[tuple[str, ...]]:
    waiting: list[tuple[str, ...]] = [(start,) for start in reversed(starts)]
    while waiting:
        way = waiting.pop()
        steps = onward.get(way[-1], ())
        if not steps:
            yield way
        waiting += [(*way, step) for step in reversed(steps)]


def _cover(steps: Sequence[Pair], onward: Steps, before: Steps) -> Iterator[tuple[str, ...]]:
    """For each step that is in none yet, a way through it that takes new steps where it can."""
    left = dict.fromkeys(steps)
    for step in steps:
        if step in left:
            up = _walk(step[1], onward, lambda code, to: (code, to) in left)
            down = _walk(step[0], before, lambda code, to: (to, code) in left)
            way = (*reversed(down), *up)
            for taken in pairwise(way):
                left.pop(taken, None)
            yield way


def _walk(code: str, steps: Steps, is_new: Callable[[str, str], bool]) -> list[str]:
    """From a code on to where no step leads."""
    walked = [code]
    while ahead := steps.get(walked[-1]):
        walked.append(next((to for to in ahead if is_new(walked[-1], to)), ahead[0]))
    return walked
