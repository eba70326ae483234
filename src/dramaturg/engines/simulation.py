"""What all simulations have in common: sessions to be played, what they are played with, and what
became of each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean
from typing import Any, Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel, TypeAdapter

from dramaturg.app.config.settings import Settings
from dramaturg.turn.migration import Item
from dramaturg.turn.ports import StoredContent

Kind = Literal["sim", "interview", "memoir", "game"]
KINDS: Sequence[Kind] = ("sim", "interview", "memoir", "game")

R = TypeVar("R")
"""A kind's own Run: one session to be played, told in a few plain values."""
R_contra = TypeVar("R_contra", contravariant=True)
Own = TypeVar("Own")
"""A kind's own Outcome, with its `run`."""
Sum = TypeVar("Sum")


@dataclass(frozen=True, slots=True)
class Result(Generic[Own]):
    """What became of a simulated session. It holds nothing that anybody said.

    `stuck`: it reached no end within its limits, and nobody meant to leave. `figures` are numbers
    of which a mean over sessions makes sense; one that a session cannot have is left out. `used` is
    what of the content it reached. `seconds` is what playing took, `memory` the most bytes that its
    process had held by then. `own` is what only this kind of session can tell.
    """

    kind: Kind
    ending: str
    stuck: bool
    turns: int
    figures: Mapping[str, float]
    used: tuple[Item, ...]
    own: Own
    seconds: float = 0.0
    memory: int = 0


@dataclass(frozen=True, slots=True)
class Material:
    """What sessions are played with: the content, and who takes part, where that is
    authored too.
    """

    content: StoredContent
    person: BaseModel | None = None


class Troupe(Protocol[R_contra, Own]):
    """One kind of simulated people. It is handed to other processes, so it holds nothing that
    cannot be pickled.
    """

    @property
    def kind(self) -> Kind: ...

    @property
    def codec(self) -> TypeAdapter[Result[Own]]:
        """Results as JSON and back, exactly."""
        ...

    def needs(self, run: R_contra) -> str:
        """The name of the material that a run is played with."""
        ...

    def play(self, run: R_contra, material: Material, settings: Settings) -> Result[Own]:
        """One session from its beginning to its end."""
        ...


@dataclass(frozen=True, slots=True)
class Plan(Generic[R, Own]):
    """Sessions of one kind, and what each of them needs. Other materials under the same names make
    another plan to compare.
    """

    troupe: Troupe[R, Own]
    runs: Sequence[R]
    materials: Mapping[str, Material] = field(default_factory=dict)


AnyPlan = Plan[Any, Any]
AnyResult = Result[Any]


def chosen(names: str, everybody: Iterable[str]) -> list[str]:
    """The names in a text, with commas between them; everybody, where it is empty."""
    return [name.strip() for name in names.split(",")] if names else list(everybody)


# ── many of them ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Overview:
    """Results of any kind in a few numbers; `figures` are means over the sessions that
    have them.
    """

    sessions: int
    stuck: int
    endings: Mapping[str, int]
    turns: int
    seconds: float
    memory: int
    figures: Mapping[str, float]


def summed_up(
    outcomes: Sequence[Own], key: Callable[[Own], str], summary: Callable[[Sequence[Own]], Sum]
) -> dict[str, Sum]:
    """Outcomes that are alike by some key, summed up together, in the order in which they come."""
    found: dict[str, list[Own]] = {}
    for outcome in outcomes:
        found.setdefault(key(outcome), []).append(outcome)
    return {name: summary(some) for name, some in found.items()}


def overview(results: Sequence[AnyResult]) -> Overview:
    names = dict.fromkeys(name for result in results for name in result.figures)
    return Overview(
        sessions=len(results),
        stuck=sum(result.stuck for result in results),
        endings=dict(Counter(result.ending for result in results).most_common()),
        turns=sum(result.turns for result in results),
        seconds=sum(result.seconds for result in results),
        memory=max((result.memory for result in results), default=0),
        figures={
            name: mean(result.figures[name] for result in results if name in result.figures)
            for name in names
        },
    )
