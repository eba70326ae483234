"""What is wrong with a blueprint, and what is proven of it before anyone plays it, over every
course that a play can take. Whatever is found is a fault of the assembly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dramaturg.engines.games.base.blueprint import Blueprint, Misconception, Round, Scene, worth
from dramaturg.engines.games.base.issues import Issue, error
from dramaturg.engines.games.base.plan import SCENE_END, SCENE_START
from dramaturg.engines.games.rules.paths import Course, course_of
from dramaturg.engines.games.rules.play import total_points
from dramaturg.engines.games.rules.players import PLAYERS, play_through
from dramaturg.kernel.errors import Path
from dramaturg.kernel.explore import Explored, Proof, explore


def blueprint_issues(blueprint: Blueprint) -> tuple[Issue, ...]:
    """Everything wrong with a blueprint; players are sent through it only when it is sound
    so far.
    """
    return structure_issues(blueprint) or tuple(_played(blueprint))


def structure_issues(blueprint: Blueprint) -> tuple[Issue, ...]:
    """Parts that do not fit one another. A blueprint without any can be played by every move that
    the rules allow.
    """
    return tuple(_structure(blueprint))


def _bug(code: str, message: str, *path: str | int) -> Issue:
    return error(code, message, "Make the content or the plan again; the parts do not fit.", *path)


def _structure(blueprint: Blueprint) -> Iterator[Issue]:
    for number, scene in enumerate(blueprint.scenes):
        yield from (issue.under("scenes", number) for issue in _scene(scene))
    if blueprint.total_max_score != sum(scene.max_score for scene in blueprint.scenes):
        message = f"{blueprint.total_max_score} points are declared"
        yield _bug("game-score", message, "totalMaxScore")
    names = [scene.scene_id for scene in blueprint.scenes]
    yield from _twice("scenes", names)
    if [transition.from_scene_id for transition in blueprint.scene_transitions] != names[:-1]:
        message = "a scene before the last has no transition, or the last one has"
        yield _bug("scene-exit", message, "sceneTransitions")
    for number, transition in enumerate(blueprint.scene_transitions):
        if transition.to_scene_id not in names:
            message = (
                f"{transition.from_scene_id} leads to {transition.to_scene_id}, which is no scene"
            )
            yield _bug("scene-edge", message, "sceneTransitions", number, "toSceneId")


def _twice(path: str, names: Sequence[str]) -> Iterator[Issue]:
    for number, name in enumerate(names):
        if name in names[:number]:
            yield _bug("name-twice", f"the id {name} is taken already", path, number)


def _scene(scene: Scene) -> Iterator[Issue]:
    for number, round in enumerate(scene.mechanics):
        yield from (issue.under("mechanics", number) for issue in _round(round))
    if scene.max_score != sum(round.max_score for round in scene.mechanics):
        yield _bug("scene-score", f"{scene.max_score} points are declared", "maxScore")
    exits = [edge.from_mechanic_id for edge in scene.mode_transitions]
    for round in scene.mechanics:
        if exits.count(round.mechanic_id) != 1:
            message = f"{round.mechanic_id} has {exits.count(round.mechanic_id)} ways out"
            yield _bug("scene-exit", message, "modeTransitions")
    yield from _twice("mechanics", [round.mechanic_id for round in scene.mechanics])
    yield from _edges(scene)


def _edges(scene: Scene) -> Iterator[Issue]:
    if scene.starting_mechanic_id not in scene.rounds:
        message = f"the scene starts at {scene.starting_mechanic_id}, which is no mechanic"
        yield _bug("scene-edge", message, "startingMechanicId")
    for number, edge in enumerate(scene.mode_transitions):
        ends = {
            "from_mechanic_id": (edge.from_mechanic_id, SCENE_START),
            "to_mechanic_id": (edge.to_mechanic_id, SCENE_END),
        }
        for field, (name, beside) in ends.items():
            if name not in scene.rounds and name != beside:
                message = f"there is no mechanic {name}"
                yield _bug("scene-edge", message, "modeTransitions", number, field)
        if edge.from_mechanic_id in scene.rounds and not (
            edge.judged_over and scene.rounds.keys() >= set(edge.judged_over)
        ):
            message = (
                f"the way out of {edge.from_mechanic_id} is judged over nothing, or over what does"
                " not exist"
            )
            yield _bug("scene-edge", message, "modeTransitions", number, "judged_over")


def _round(round: Round) -> Iterator[Issue]:
    if not round.items:
        yield _bug("round-empty", f"{round.mechanic_id} has no item", "items")
    if round.max_score != len(round.items) * round.points_per_item:
        items = f"{len(round.items)} items of {round.points_per_item}"
        yield _bug("round-score", f"{items} do not make {round.max_score} points", "maxScore")
    if not round.credit:
        yield _bug("round-score", "a right answer is worth nothing, not even the first", "credit")
    yield from _twice("items", [item.id for item in round.items])
    yield from (*_closed(round), *_cards(round), *_story(round))
    yield from _answerable(round)
    for number, misconception in enumerate(round.misconceptions):
        if not _can_show(misconception, round):
            message = f"{misconception.item} is never answered wrongly with {misconception.answer}"
            yield _bug("misconception-dead", message, "misconceptions", number)


def _answerable(round: Round) -> Iterator[Issue]:
    answers = {item.id: _answers(round, item.id) for item in round.items}
    for number, item in enumerate(round.items):
        if item.answer not in answers[item.id]:
            message = f"{item.answer!r} is no answer there"
            yield _bug("round-answer", message, "items", number, "answer")
    if round.mode == "sequencing" and len(round.choices) != len(round.items):
        message = f"there are {len(round.choices)} positions for {len(round.items)} items"
        yield _bug("round-answer", message, "choices")
    if round.mode == "sequencing" and [item.answer for item in round.items] == [
        choice.id for choice in round.choices
    ]:
        yield _bug("round-in-order", "they are shown in the right order", "items")


def _closed(round: Round) -> Iterator[Issue]:
    """Items that can never be answered, because of those they wait for."""
    opened = {item.id for item in round.items if item.after is None}
    while fresh := {item.id for item in round.items if item.after in opened} - opened:
        opened |= fresh
    for number, item in enumerate(round.items):
        if item.id not in opened:
            message = f"{item.id} waits for {item.after}, in vain"
            yield _bug("round-closed", message, "items", number, "after")


def _cards(round: Round) -> Iterator[Issue]:
    lying = [card.item for card in round.cards]
    for number, item in enumerate(round.items):
        if round.mode == "memory_match" and lying.count(item.id) != 2:
            message = f"{item.id} has {lying.count(item.id)} cards"
            yield _bug("round-cards", message, "items", number)


def _story(round: Round) -> Iterator[Issue]:
    if round.mode != "branching_scenario":
        return
    if not round.moments or not round.endings:
        yield _bug("round-story", "the story has no beginning or no ending", "moments")
    known = {*(moment.id for moment in round.moments), *(ending.id for ending in round.endings)}
    for number, moment in enumerate(round.moments):
        if not moment.options:
            message = f"nothing can be chosen at {moment.id}"
            yield _bug("round-story", message, "moments", number, "options")
        for index, option in enumerate(moment.options):
            if option.next not in known:
                message = f"{option.id} leads to {option.next}, which is no moment and no ending"
                yield _bug("round-story", message, "moments", number, "options", index, "next")


def _answers(round: Round, item: str) -> frozenset[str]:
    """What an item can be answered with."""
    if round.mode == "memory_match":
        return frozenset(card.item for card in round.cards)
    if round.mode == "branching_scenario":
        return frozenset(
            option.id for moment in round.moments if moment.id == item for option in moment.options
        )
    return frozenset(choice.id for choice in round.choices)


def _can_show(misconception: Misconception, round: Round) -> bool:
    item = round.by_id.get(misconception.item)
    right = item.answer if item else None
    return misconception.answer != right and misconception.answer in _answers(
        round, misconception.item
    )


def _played(blueprint: Blueprint) -> Iterator[Issue]:
    for name, player in PLAYERS.items():
        try:
            play = play_through(blueprint, player)
        except RuntimeError as endless:
            yield _bug("game-endless", f"the {name} player: {endless}")
            continue
        points = total_points(blueprint, play.state)
        if name == "perfect" and points != blueprint.total_max_score:
            message = f"{points} of {blueprint.total_max_score} points can be had"
            yield _bug("game-score", message, "totalMaxScore")


# ── proofs ────────────────────────────────────────────────────────────────────────────────────────

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
        story = _story_of(round)
        states += story.size if story else len(round.items)
        stuck = story.stuck() if story else None
        if story and stuck:
            note = f"{round.mechanic_id} comes to no ending, not from {stuck}"
            return _failed(
                "round-endless", subject, states, note, (*path, "moments"), story.walk_to(stuck)
            )
    return _proven("round-endless", subject, states)


def _story_of(round: Round) -> Explored[str] | None:
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
