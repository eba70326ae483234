"""Cohorts, played: every group of a cohort becomes a plan of its own, and all of them one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import cast

from dramaturg.app.content.cohort import Cohort, cohort_faults, simulators
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.simulate.groups import GroupedPlan, joined
from dramaturg.content.documents import Loaded, load_any
from dramaturg.content.library import ENDINGS, Library, beside
from dramaturg.kernel.errors import BadInput, ContentError, NotFound


def find_cohort(library: Library, name: str) -> Loaded[Cohort]:
    """By file or id. Raises NotFound, BadInput, or ContentError with everything that is wrong."""
    loaded = _in_file(Path(name)) if Path(name).suffix in ENDINGS else library.get("cohort", name)
    cohort = cast(Loaded[Cohort], loaded)
    if faults := cohort_faults(cohort.document, library, Path(cohort.file).parent):
        raise ContentError(tuple(cohort.locate(fault) for fault in faults))
    return cohort


def _in_file(file: Path) -> Loaded[Cohort]:
    remedy = "give a YAML file with `kind: cohort`, or an id of the library."
    if not file.is_file():
        raise NotFound(f"there is no file {file}; {remedy}")
    found = load_any(file, KINDS)
    if not isinstance(found, Loaded):
        raise ContentError(found)
    if not isinstance(found.document, Cohort):
        raise BadInput(f"{file} is a {found.kind}: {remedy}")
    return cast(Loaded[Cohort], found)


def plan_cohort(
    library: Library, cohort: Loaded[Cohort], count: int | None = None, seed: int = 1
) -> GroupedPlan:
    """All groups in proportion; as many people as they say, if there is no count. Everybody has a
    seed of their own.
    """
    (word,) = cohort.document.named
    simulator, play = simulators()[word], getattr(cohort.document.play, word)
    folder = Path(cohort.file).parent
    places = [key for key, each in simulator.play_keys.items() if each.names and each.names.file]
    play = play.model_copy(update={key: beside(folder, getattr(play, key)) for key in places})
    groups = cohort.document.groups
    sizes = in_proportion([group.people for group in groups], count or cohort.document.people)
    seeds = (seed + before for before in accumulate(sizes, initial=0))
    return joined(
        {
            group.name: simulator.plan_group(library, play, group, size, first)
            for group, size, first in zip(groups, sizes, seeds, strict=False)
            if size
        }
    )


def in_proportion(shares: Sequence[int], count: int) -> list[int]:
    """`count` divided by shares; what is left over goes to the largest remainders."""
    exact = [count * share / sum(shares) for share in shares]
    sizes = [int(each) for each in exact]
    largest = sorted(range(len(shares)), key=lambda place: sizes[place] - exact[place])
    for place in largest[: count - sum(sizes)]:
        sizes[place] += 1
    return sizes
