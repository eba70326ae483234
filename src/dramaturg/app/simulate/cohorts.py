"""Cohorts, played: every group of a cohort becomes a plan of its own, and all of them one party."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate, cycle
from pathlib import Path
from typing import cast

from dramaturg.app.content.cohort import Cohort, GamePlay, Group, InterviewPlay, MemoirPlay, SimPlay
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.simulate.cohort_faults import cohort_faults
from dramaturg.app.simulate.groups import Party, joined
from dramaturg.app.studies.simulate import require_sound
from dramaturg.content.documents import Loaded, load_any
from dramaturg.content.library import ENDINGS, Library, beside
from dramaturg.engines.games.simulate import WantedGames, plan_games
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.interviews.outcomes import Run
from dramaturg.engines.interviews.population import Person, Population, people
from dramaturg.engines.interviews.respondents import MANNERS as ANSWERING
from dramaturg.engines.interviews.simulate import INTERVIEWS, interviews_of, profiles_of
from dramaturg.engines.interviews.simulate import cast_of as interview_cast
from dramaturg.engines.memoir.manners import MANNERS as TELLING
from dramaturg.engines.memoir.simulate import cast_of as memoir_cast
from dramaturg.engines.memoir.simulate import lives_of, memoirs_of
from dramaturg.engines.sims.simulate import WantedSims, plan_sims
from dramaturg.engines.simulation import AnyPlan, Material, Plan
from dramaturg.kernel.errors import BadInput, ContentError, NotFound

Planned = Callable[[Group, int, int], AnyPlan]
"""So many people of a group, from this seed on."""


def find_cohort(library: Library, name: str) -> Loaded[Cohort]:
    """By file or id. Raises NotFound, BadInput, or ContentError with everything that is wrong."""
    loaded = _in_file(Path(name)) if Path(name).suffix in ENDINGS else library.get("cohort", name)
    cohort = cast(Loaded[Cohort], loaded)
    if faults := cohort_faults(cohort.document, library, Path(cohort.file).parent):
        raise ContentError(tuple(cohort.locate(fault) for fault in faults))
    return cohort


def _in_file(file: Path) -> Loaded[Cohort]:
    if not file.is_file():
        raise NotFound(
            f"there is no file {file}; give a YAML file with `kind: cohort`, or an id of the"
            " library."
        )
    found = load_any(file, KINDS)
    if not isinstance(found, Loaded):
        raise ContentError(found)
    if not isinstance(found.document, Cohort):
        raise BadInput(
            f"{file} is a {found.kind}: give a YAML file with `kind: cohort`, or an id of the"
            " library."
        )
    return cast(Loaded[Cohort], found)


def plan_cohort(
    library: Library, cohort: Loaded[Cohort], count: int | None = None, seed: int = 1
) -> Party:
    """All groups in proportion; as many people as they say, if there is no count. Everybody has a
    seed of their own.
    """
    groups = cohort.document.groups
    sizes = in_proportion([group.people for group in groups], count or cohort.document.people)
    planned = _planned(library, cohort.document, Path(cohort.file).parent)
    seeds = (seed + before for before in accumulate(sizes, initial=0))
    sized = zip(groups, sizes, seeds, strict=False)
    return joined({group.name: planned(group, size, first) for group, size, first in sized if size})


def in_proportion(shares: Sequence[int], count: int) -> list[int]:
    """`count` divided by shares; what is left over goes to the largest remainders."""
    exact = [count * share / sum(shares) for share in shares]
    sizes = [int(each) for each in exact]
    largest = sorted(range(len(shares)), key=lambda place: sizes[place] - exact[place])
    for place in largest[: count - sum(sizes)]:
        sizes[place] += 1
    return sizes


def _planned(library: Library, cohort: Cohort, folder: Path) -> Planned:
    play = cohort.play
    if play.sim is not None:
        return partial(_sims, library, play.sim)
    if play.interview is not None:
        return partial(_interviews, library, play.interview)
    if play.memoir is not None:
        artifacts = beside(folder, play.memoir.artifacts)
        return partial(_memoirs, library, play.memoir.model_copy(update={"artifacts": artifacts}))
    game = cast(GamePlay, play.game)
    return partial(_games, library, game.model_copy(update={"game": beside(folder, game.game)}))


def _sims(library: Library, play: SimPlay, group: Group, count: int, seed: int) -> AnyPlan:
    learners = ",".join(group.learners or ())
    return plan_sims(
        library,
        WantedSims(play.scenario, play.to, learners, play.steering, play.noise, count, seed),
    )


def _games(library: Library, play: GamePlay, group: Group, count: int, seed: int) -> AnyPlan:
    return plan_games(
        library, WantedGames(play.game, ",".join(group.players or ()), play.untimed, count, seed)
    )


def _memoirs(library: Library, play: MemoirPlay, group: Group, count: int, seed: int) -> AnyPlan:
    lives = [life for name in group.lives or (None,) for life in lives_of(library, name)]
    runs = memoir_cast(
        lives, group.manners or tuple(TELLING), count, seed, play.sittings, play.turns
    )
    return memoirs_of(library, runs, play.artifacts)


def _interviews(
    library: Library, play: InterviewPlay, group: Group, count: int, seed: int
) -> AnyPlan:
    if group.population is not None:
        return _from_population(library, play, group, count, seed)
    profiles = [
        profile for name in group.profiles or (None,) for profile in profiles_of(library, name)
    ]
    manners = group.manners or tuple(ANSWERING)
    return interviews_of(
        library,
        interview_cast(profiles, manners, (play.interviewer,), count, seed, play.turns),
        play.guide,
    )


def _from_population(
    library: Library, play: InterviewPlay, group: Group, count: int, seed: int
) -> AnyPlan:
    """People drawn, each in the manner that they have in the population, or in the next of those
    that are given.
    """
    loaded = cast(Loaded[Population], library.get("population", str(group.population)))
    require_sound(loaded, library)
    population = loaded.document
    content = interview_content(
        library, population.methodology, population.subject, play.guide, play.turns
    )
    drawn = [(person, seed + place) for place, person in enumerate(people(population, count, seed))]
    manners = cycle(group.manners or ())
    runs = [_seat(person, next(manners, person.manner), own, play) for person, own in drawn]
    materials = {
        INTERVIEWS.needs(run): Material(content, person.profile)
        for run, (person, _) in zip(runs, drawn, strict=True)
    }
    return Plan(INTERVIEWS, runs, materials)


def _seat(person: Person, manner: str, seed: int, play: InterviewPlay) -> Run:
    """The seed is part of the name, for two groups may draw from one population."""
    return Run(f"{person.profile.id}_{seed}", manner, play.interviewer, seed, play.turns)
