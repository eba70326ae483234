"""Cause trees: from what is wrong to what led to it, why by why, down to the standing conditions
behind it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dramaturg.engines.interviews.report.interview_report import plain
from dramaturg.english.forms import many
from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.by_method.common import (
    COUNTED,
    Ground,
    Names,
    Support,
    SupportCount,
    Tables,
    counted,
    name_of,
    namer,
    quoted,
    table,
    weight,
)
from dramaturg.studies.by_method.grouping import of_types

PROBLEMS, SIGNS, CAUSES, ROOTS = ("problem",), ("symptom", "effect"), ("cause",), ("root_cause",)
REMEDIES = ("countermeasure",)
# Where trees begin: with problems, then with what shows or follows, then with causes that nobody
# traced to a problem.
BEGINNINGS = {type: rank for rank, types in enumerate((PROBLEMS, SIGNS, CAUSES)) for type in types}
DEEPEST = 12  # whys in a tree; the table of steps has what goes on from there
# told in the report; tables have all
MOST_TREES, MOST_LINES, MOST_ROOTS, INDENT = 6, 30, 12, "\u2003"


@dataclass(frozen=True, slots=True)
class CauseStep:
    """`effect` came about because of `cause`."""

    effect: str
    cause: str
    support: Support


@dataclass(frozen=True, slots=True)
class Branch:
    """A code of a tree; `support` is that of the step from the branch it hangs on. `told_above`:
    its causes are, further up.
    """

    code: str
    type: str
    support: Support
    causes: tuple[Branch, ...] = ()
    told_above: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """A root cause. `reached` counts the respondents whose whys led to it from something else."""

    code: str
    support: Support
    reached: int


@dataclass(frozen=True, slots=True)
class CauseMap:
    """`depths` counts respondents by the longest row of whys within their interview; `at_root`
    those who got to a root cause.

    `follows` are steps from signs and effects to problems; `remedies` those from what is wrong to
    what is done against it.
    """

    respondents: int
    trees: tuple[Branch, ...]
    roots: tuple[Condition, ...]
    steps: tuple[CauseStep, ...]
    follows: tuple[CauseStep, ...]
    remedies: tuple[CauseStep, ...]
    depths: Mapping[int, int]
    at_root: int


class CauseTally:
    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._respondents = self._at_root = 0
        self._support: defaultdict[str, SupportCount] = defaultdict(SupportCount)
        self._reached: Counter[str] = Counter()
        self._steps: defaultdict[tuple[str, str], SupportCount] = defaultdict(SupportCount)
        self._remedies: defaultdict[tuple[str, str], SupportCount] = defaultdict(SupportCount)
        self._depths: Counter[int] = Counter()

    def add(self, interview: CodedInterview) -> None:
        self._respondents += 1
        who, code_of, type_of = (
            interview.evidence.respondent,
            interview.code_of,
            self._ground.type_of,
        )
        for idea in of_types(interview, self._ground, (*BEGINNINGS, *ROOTS)):
            self._support[code_of[idea.id]].add(who, idea.mentions, idea.words)
        why: defaultdict[str, list[str]] = defaultdict(list)
        for link in interview.evidence.links:
            effect, cause = code_of[link.source], code_of[link.target]
            if effect == cause or type_of(effect) not in (*BEGINNINGS, *ROOTS):
                continue
            if self._ground.is_chain(link.type):
                self._steps[effect, cause].add(who, link.mentions, link.words)
                why[effect].append(cause)
            elif type_of(cause) in REMEDIES:
                self._remedies[effect, cause].add(who, link.mentions, link.words)
        # how many whys in a row this respondent answered, and which root causes they came to
        self._depths[longest(why)] += 1
        causes = {cause for found in why.values() for cause in found}
        reached = [cause for cause in causes if type_of(cause) in ROOTS]
        self._at_root += bool(reached)
        self._reached.update(reached)

    def result(self) -> CauseMap:
        steps, type_of = _ordered(self._steps), self._ground.type_of
        follows = [
            type_of(step.effect) in SIGNS and type_of(step.cause) in PROBLEMS for step in steps
        ]
        upward = [step for step, follow in zip(steps, follows, strict=True) if not follow]
        support = {code: count.support for code, count in self._support.items()}
        roots = [
            Condition(code, each, self._reached[code])
            for code, each in support.items()
            if type_of(code) in ROOTS
        ]
        roots.sort(key=lambda each: (-each.reached, *weight(each.support), each.code))
        return CauseMap(
            respondents=self._respondents,
            trees=tuple(_Grower(support, upward, self._ground).trees()),
            roots=tuple(roots),
            steps=steps,
            follows=tuple(step for step, follow in zip(steps, follows, strict=True) if follow),
            remedies=_ordered(self._remedies),
            depths=dict(sorted(self._depths.items())),
            at_root=self._at_root,
        )


def _ordered(counts: Mapping[tuple[str, str], SupportCount]) -> tuple[CauseStep, ...]:
    steps = (CauseStep(effect, cause, count.support) for (effect, cause), count in counts.items())
    return tuple(sorted(steps, key=lambda step: (*weight(step.support), step.effect, step.cause)))


def longest(why: Mapping[str, Sequence[str]]) -> int:
    """The length of the longest row of whys; one that comes back to itself ends there.

    Depth first, without recursion: a row may be as long as an interview.
    """
    known: dict[str, int] = {}
    for start in why:
        stack, open_ = [start], {start}
        while stack:
            here = stack[-1]
            ahead = (each for each in why.get(here, ()) if each not in known and each not in open_)
            if (on := next(ahead, None)) is not None:
                stack.append(on)
                open_.add(on)
                continue
            beyond = (known[each] + 1 for each in why.get(here, ()) if each in known)
            known[here] = max(beyond, default=0)
            open_.discard(stack.pop())
    return max(known.values(), default=0)


class _Grower:
    """Trees, the strongest first. Causes of a code are told once, where it comes up first."""

    def __init__(
        self, support: Mapping[str, Support], steps: Iterable[CauseStep], ground: Ground
    ) -> None:
        self._support, self._ground = support, ground
        self._causes: defaultdict[str, list[CauseStep]] = defaultdict(list)
        for step in steps:
            self._causes[step.effect].append(step)
        self._led_to = {step.cause for steps in self._causes.values() for step in steps}
        self._told: set[str] = set()

    def trees(self) -> Iterator[Branch]:
        starts = [code for code in self._causes if self._ground.type_of(code) in BEGINNINGS]
        for code in sorted(starts, key=self._rank):
            if code not in self._told:
                yield self._branch(code, self._support[code], 0)

    def _rank(self, code: str) -> tuple[int, bool, int, int, str]:
        return (
            BEGINNINGS[self._ground.type_of(code)],
            code in self._led_to,
            *weight(self._support[code]),
            code,
        )

    def _branch(self, code: str, support: Support, depth: int) -> Branch:
        type, steps = self._ground.type_of(code), self._causes.get(code, ())
        if not steps or code in self._told or depth == DEEPEST:
            return Branch(code, type, support, told_above=bool(steps) and code in self._told)
        self._told.add(code)
        causes = (self._branch(step.cause, step.support, depth + 1) for step in steps)
        return Branch(code, type, support, tuple(causes))


# ── telling ───────────────────────────────────────────────────────────────────────────────────────


def as_markdown(result: CauseMap, names: Names) -> list[str]:
    if not result.trees:
        return ["No interview has a cause that leads to anything so far."]
    depths = ", ".join(
        f"{count} got {many(depth, 'why')} deep" for depth, count in result.depths.items()
    )
    lines = [
        f"Of {many(result.respondents, 'respondent')} {depths}; {result.at_root} came to a standing"
        " condition. A number counts respondents: in bold those who spoke of it, below those who"
        " gave it as the reason. Branches put together what different respondents said."
    ]
    for tree in result.trees[:MOST_TREES]:
        lines += ["", *_tree(tree, names)]
    left = len(result.trees) - MOST_TREES
    lines += ["", f"{many(left, 'more tree')} in the table of steps."] if left > 0 else []
    return [*lines, *_standing(result, names)]


def _tree(tree: Branch, names: Names) -> Iterator[str]:
    yield from (f"### {name_of(tree.code, names)}", "")
    yield f"**{many(tree.support.respondents, 'respondent')}**, {tree.support.mentions}×"
    yield ""
    lines = [line for cause in tree.causes for line in _branches(cause, names, 0)]
    yield from lines[:MOST_LINES]
    if len(lines) > MOST_LINES:
        yield f"- and {len(lines) - MOST_LINES} more"
    yield from ("", *quoted(tree.support.quotes))


def _branches(branch: Branch, names: Names, depth: int) -> Iterator[str]:
    condition = " (standing condition)" if branch.type in ROOTS else ""
    above = ", see above" if branch.told_above else ""
    yield (
        f"- {INDENT * 2 * depth}↳ {name_of(branch.code, names)}{condition}:"
        f" {branch.support.respondents}{above}"
    )
    for cause in branch.causes:
        yield from _branches(cause, names, depth + 1)


def _standing(result: CauseMap, names: Names) -> Iterator[str]:
    """The root causes, and what is done against what is wrong."""
    name = namer(names, plain)
    if result.roots:
        head = ("standing condition", "reached by whys", "respondents", "mentions")
        rows = (
            (name(each.code), each.reached, *counted(each.support)[:2])
            for each in result.roots[:MOST_ROOTS]
        )
        yield from ("", "### Standing conditions", "", *table(head, rows))
        yield from ("", *quoted(result.roots[0].support.quotes))
    if result.remedies:
        done = (
            (name(each.cause), name(each.effect), each.support.respondents)
            for each in result.remedies[:MOST_ROOTS]
        )
        yield from ("", "### What was done or proposed", "")
        yield from table(("what", "against", "respondents"), done)


def as_rows(result: CauseMap, names: Names) -> Tables:
    name = namer(names)

    def steps(found: Iterable[CauseStep]) -> list[tuple[str | int, ...]]:
        return [(name(step.effect), name(step.cause), *counted(step.support)) for step in found]

    roots = ((name(each.code), each.reached, *counted(each.support)) for each in result.roots)
    return {
        "causes": [("effect", "cause", *COUNTED), *steps(result.steps)],
        "root_causes": [("root_cause", "reached_by", *COUNTED), *roots],
        "countermeasures": [("against", "countermeasure", *COUNTED), *steps(result.remedies)],
        "why_depths": [("whys", "respondents"), *result.depths.items()],
    }
