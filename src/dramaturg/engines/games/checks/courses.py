"""What is proven of a game before anyone plays it, over every course that a play can take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dramaturg.engines.games.base.blueprint import Blueprint, Round, worth
from dramaturg.engines.games.rules.paths import Course, course_of
from dramaturg.kernel.errors import Path
from dramaturg.kernel.explore import Explored, Proof, explore

# What is claimed of every game, by the issue it is when it is not true, and the remedy.
CLAIMS: Mapping[str, tuple[str, str]] = {
    "round-endless": (
        "every round can be finished",
        "Let an option lead from there towards an ending.",
    ),
    "game-score": (
        "all points can be had, and no more",
        "Let the best answer be worth all points of its item.",
    ),
    "game-endless": (
        "whoever goes on where they may comes to the end",
        "Lead the way out of one of them on, not back.",
    ),
    "mechanic-unplayed": (
        "every scene and every mechanic is played",
        "Lead a way to it, or take it out.",
    ),
    "exit-shut": (
        "every way out can be opened by playing well",
        "Ask for a share of the points in (0, 1].",
    ),
}


def prove_rounds(blueprint: Blueprint, subject: str) -> tuple[Proof, ...]:
    """What is asked in the rounds of a blueprint without issues."""
    return _rounds_finish(blueprint, subject), _points_add_up(blueprint, subject)


def prove_course(blueprint: Blueprint, subject: str) -> tuple[Proof, ...]:
    """Where plays can go, whatever is asked in the rounds. Raises ContentError when that is to too
    many places.
    """
    course = course_of(blueprint)
    return (
        _plays_end(blueprint, course, subject),
        _all_is_played(blueprint, course, subject),
        _ways_open(blueprint, course, subject),
    )


def _proven(code: str, subject: str, states: int, note: str = "") -> Proof:
    return Proof(subject, CLAIMS[code][0], states, True, note)


def _failed(
    code: str, subject: str, states: int, note: str, path: Path, walk: tuple[str, ...] = ()
) -> Proof:
    return Proof(subject, CLAIMS[code][0], states, False, note, walk, code, path)


# ── rounds ────────────────────────────────────────────────────────────────────────────────────────


def _rounds(blueprint: Blueprint) -> Iterator[tuple[Path, Round]]:
    for number, scene in enumerate(blueprint.scenes):
        for index, round in enumerate(scene.mechanics):
            yield ("scenes", number, "mechanics", index), round


def _rounds_finish(blueprint: Blueprint, subject: str) -> Proof:
    states = 0
    for path, round in _rounds(blueprint):
        story = _story(round)
        states += story.size if story else len(round.items)
        stuck = story.stuck() if story else None
        if story and stuck:
            note = f"{round.mechanic_id} comes to no ending, not from {stuck}"
            return _failed(
                "round-endless", subject, states, note, (*path, "moments"), story.walk_to(stuck)
            )
    return _proven("round-endless", subject, states)


def _story(round: Round) -> Explored[str] | None:
    """The moments and endings of a branching story, by the options between them."""
    if round.mode != "branching_scenario":
        return None
    moments = {moment.id: moment for moment in round.moments}

    def options(name: str) -> Iterator[tuple[str, str]]:
        if name in moments:
            yield from (
                (f"{name}: {option.id}, on to {option.next}", option.next)
                for option in moments[name].options
            )

    return explore(round.moments[0].id, options)


def _points_add_up(blueprint: Blueprint, subject: str) -> Proof:
    """Each item at its best: a right answer at the first attempt, or the best option of a
    moment.
    """
    items = total = 0
    for path, round in _rounds(blueprint):
        points = sum(
            worth(round.points_per_item, _best_credit(round, item.id)) for item in round.items
        )
        items += len(round.items)
        total += points
        if points != round.max_score:
            note = f"{points} of the {round.max_score} points of {round.mechanic_id} can be had"
            return _failed("game-score", subject, items, note, (*path, "maxScore"))
    return _proven("game-score", subject, items, f"{total} points for {items} items")


def _best_credit(round: Round, item: str) -> float:
    if round.mode != "branching_scenario":
        return max(round.credit)
    return max(
        option.credit for moment in round.moments if moment.id == item for option in moment.options
    )


# ── the course ────────────────────────────────────────────────────────────────────────────────────


def _plays_end(blueprint: Blueprint, course: Course, subject: str) -> Proof:
    world = course.world
    endless = world.endless()
    if endless is None:
        fewest, most = world.extent(lambda place: place.phase == "playing")
        return _proven("game-endless", subject, world.size, f"after {fewest} to {most} rounds")
    way, round_ = endless
    mechanics = list(dict.fromkeys(label.partition(":")[0] for label in round_))
    path = next(path for path, round in _rounds(blueprint) if round.mechanic_id == mechanics[0])
    note = f"{' and '.join(mechanics)} can go on for ever"
    return _failed(
        "game-endless",
        subject,
        world.size,
        note,
        (*path, "mechanicId"),
        (*way, *round_, "... and again, for ever"),
    )


def _all_is_played(blueprint: Blueprint, course: Course, subject: str) -> Proof:
    played = {place.mechanic for place in course.world.steps if place.phase == "playing"}
    never = [
        (path, round.mechanic_id)
        for path, round in _rounds(blueprint)
        if round.mechanic_id not in played
    ]
    if never:
        note = f"nobody ever comes to {', '.join(name for _, name in never)}"
        return _failed(
            "mechanic-unplayed", subject, course.world.size, note, (*never[0][0], "mechanicId")
        )
    return _proven(
        "mechanic-unplayed",
        subject,
        course.world.size,
        f"{len(blueprint.scenes)} scenes, {len(played)} mechanics",
    )


def _ways_open(blueprint: Blueprint, course: Course, subject: str) -> Proof:
    """Of the ways that somebody comes to: that nobody comes to one is another matter."""
    exits = [(path, name) for path, name in _exits(blueprint) if name in course.exits]
    shut = [(path, name) for path, name in exits if not course.exits[name]]
    if shut:
        note = (
            f"the way out of {', '.join(name for _, name in shut)} opens to nobody, however well"
            " they play"
        )
        return _failed("exit-shut", subject, course.world.size, note, shut[0][0])
    return _proven("exit-shut", subject, course.world.size, f"{len(exits)} ways out")


def _exits(blueprint: Blueprint) -> Iterator[tuple[Path, str]]:
    """The ways out of mechanics, and those between scenes."""
    for number, scene in enumerate(blueprint.scenes):
        for index, edge in enumerate(scene.mode_transitions):
            if edge.from_mechanic_id in scene.rounds:
                yield (
                    ("scenes", number, "modeTransitions", index, "trigger_value"),
                    edge.from_mechanic_id,
                )
    for number, transition in enumerate(blueprint.scene_transitions):
        yield ("sceneTransitions", number, "condition"), transition.from_scene_id
