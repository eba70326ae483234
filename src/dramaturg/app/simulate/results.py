"""The results of a simulation: the sessions of A, perhaps those of B with the same people, and what
they add up to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.content.cohort import EVERYBODY
from dramaturg.app.simulate.compare import Difference, by_group, compare, figures_of
from dramaturg.app.simulate.groups import GroupedPlan, Other
from dramaturg.app.simulate.run import sides_of
from dramaturg.drawing.plots import Interval
from dramaturg.engines import engine_of, kit_of
from dramaturg.engines.simulation import AnyResult
from dramaturg.turn.coverage import Coverage, counted
from dramaturg.turn.coverage import joined as coverages_joined
from dramaturg.turn.migration import Item
from dramaturg.turn.ports import StoredContent


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: who played with what, and what became of each, in the same order."""

    name: str
    plan: GroupedPlan
    results: Sequence[AnyResult]

    @property
    def groups(self) -> Mapping[str, Sequence[AnyResult]]:
        """The results by group; and of all together, if there are several groups."""
        parts = by_group(self.results, self.plan.groups)
        return {**parts, EVERYBODY: self.results} if len(parts) > 1 else parts

    def figures(self, seed: int) -> Mapping[str, Mapping[str, Interval]]:
        """The mean of every figure, by group."""
        return {group: figures_of(results, seed) for group, results in self.groups.items()}

    @property
    def contents(self) -> Mapping[str, StoredContent]:
        """By hash, for several people may be met with the same."""
        return {each.content.hash: each.content for each in self.plan.plan.materials.values()}

    @property
    def coverage(self) -> tuple[Coverage, ...]:
        """What of every content its sessions reached."""
        plan = self.plan.plan
        used: dict[str, list[tuple[Item, ...]]] = {hash: [] for hash in self.contents}
        for run, result in zip(plan.runs, self.results, strict=True):
            used[plan.material_of(run).content.hash].append(result.used)
        return coverages_joined(
            _covered(self.contents[hash], sessions) for hash, sessions in used.items()
        )


def _covered(content: StoredContent, sessions: Sequence[tuple[Item, ...]]) -> Coverage:
    engine = engine_of(content, LOCAL_MODELS)
    return counted(content.id, kit_of(content.engine).coverage.things(engine), sessions)


@dataclass(frozen=True)
class SimulationResults:
    """A simulation that was played. `other` says what B is; `left_out` counts sessions that would
    not have met it.
    """

    title: str
    model: str
    seed: int
    a: Side
    b: Side | None = None
    other: Other | None = None
    left_out: int = 0

    @property
    def sides(self) -> tuple[Side, ...]:
        return (self.a,) if self.b is None else (self.a, self.b)

    @cached_property
    def comparison(self) -> Mapping[str, tuple[Difference, ...]]:
        """Every figure in pairs, by group and of all; nothing without B."""
        if self.b is None:
            return {}
        other = self.b.groups
        return {
            group: compare(results, other[group], self.seed)
            for group, results in self.a.groups.items()
        }

    @property
    def overall(self) -> tuple[Difference, ...]:
        """The comparison of everybody."""
        return tuple(self.comparison.values())[-1] if self.comparison else ()


def results_of(
    title: str,
    model: str,
    seed: int,
    plans: Sequence[GroupedPlan],
    results: Sequence[AnyResult],
    other: Other | None = None,
    left_out: int = 0,
) -> SimulationResults:
    """What became of A and perhaps B, from the results of both in the order in which they were
    played.
    """
    own = sides_of([each.plan for each in plans], results)
    a, *b = (Side(*each) for each in zip("AB", plans, own, strict=False))
    return SimulationResults(title, model, seed, a, b[0] if b else None, other, left_out)
