"""The rules of play: attempts, credit, ways out, clocks, another try, going on anyway."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engines.games.rounds import round_of

from dramaturg.engines.games.base.blueprint import (
    Blueprint,
    ModeTransition,
    Round,
    Scene,
    SceneTransition,
    worth,
)
from dramaturg.engines.games.base.design import MECHANIC_TYPES
from dramaturg.engines.games.base.moves import (
    Answer,
    Arrange,
    Flip,
    Hint,
    Move,
    MoveRefused,
    Next,
    Retry,
    Tick,
    move_json,
    read_move,
)
from dramaturg.engines.games.base.state import (
    Answered,
    Ended,
    Entered,
    Finished,
    GameEvent,
    GameState,
    Passed,
    ScenePassed,
    apply,
)
from dramaturg.engines.games.rules.play import begin, step, total_points
from dramaturg.engines.games.rules.players import PLAYERS, perfect, play_through, waiting, worst
from dramaturg.turn.engine import fold


def edge(
    start: str,
    to: str,
    trigger: str = "completion",
    value: float | None = None,
    over: tuple[str, ...] = (),
) -> ModeTransition:
    return ModeTransition.model_validate(
        {
            "from_mode": start,
            "to_mode": to,
            "from_mechanic_id": start,
            "to_mechanic_id": to,
            "trigger": trigger,
            "trigger_value": value,
            "judged_over": over or (start,),
        }
    )


def scene(number: int, rounds: tuple[Round, ...], edges: tuple[ModeTransition, ...]) -> Scene:
    return Scene(
        scene_id=f"scene_{number}",
        scene_number=number,
        title="A scene",
        learning_goal="",
        max_score=sum(each.max_score for each in rounds),
        starting_mechanic_id=rounds[0].mechanic_id,
        mechanics=rounds,
        mode_transitions=(edge("scene_start", rounds[0].mechanic_id, "auto"), *edges),
    )


def game(*scenes: Scene, transitions: tuple[SceneTransition, ...] = ()) -> Blueprint:
    return Blueprint(
        id="g",
        title="A game",
        subject="",
        difficulty="beginner",
        estimated_duration_minutes=5,
        narrative_intro="",
        completion_message="The end.",
        total_max_score=sum(each.max_score for each in scenes),
        scenes=scenes,
        scene_transitions=transitions,
    )


def one_round(
    mode: str = "drag_drop",
    count: int = 3,
    trigger: str = "completion",
    value: float | None = None,
    **changes: Any,
) -> Blueprint:
    """A game of one round, and a second that only shows where the way out of the first leads."""
    first = round_of(mode, count, mechanic_id="m1", **changes)
    second = round_of("drag_drop", 2, mechanic_id="m2")
    return game(
        scene(1, (first, second), (edge("m1", "m2", trigger, value), edge("m2", "scene_end")))
    )


class Player:
    """Plays move by move, and remembers what each one brought."""

    def __init__(self, blueprint: Blueprint, timers: bool = True) -> None:
        self.blueprint = blueprint
        self.events: tuple[GameEvent, ...] = begin(blueprint, timers)
        self.state = fold(apply, self.events, GameState())

    def do(self, *moves: Move) -> GameState:
        for move in moves:
            self.events = step(self.blueprint, self.state, move)
            self.state = fold(apply, self.events, self.state)
        return self.state

    def refused(self, move: Move) -> str:
        before = self.state
        with pytest.raises(MoveRefused) as refusal:
            self.do(move)
        assert self.state == before
        return refusal.value.code


def right(number: int) -> Answer:
    return Answer(item=f"i{number}", answer=f"a{number}")


def wrong(number: int) -> Answer:
    return Answer(item=f"i{number}", answer=f"a{number % 3 + 1}")


# ── credit ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("errors", "points"), [(0, 10), (1, 5), (2, 3)])
def test_credit_falls_with_each_attempt(errors: int, points: int) -> None:
    player = Player(one_round())
    player.do(*[wrong(1)] * errors, right(1))
    assert player.state.trying.settled == {"i1": points}


def test_an_item_whose_attempts_are_used_up_is_settled_with_nothing() -> None:
    player = Player(one_round())
    player.do(wrong(1), wrong(1), wrong(1))
    assert player.state.trying.settled == {"i1": 0}
    assert player.refused(right(1)) == "already-settled"


@pytest.mark.parametrize(
    ("points", "credit", "worthy"),
    [(10, 1.0, 10), (10, 0.25, 3), (5, 0.5, 3), (1, 0.5, 1), (1, 0.25, 0), (0, 1.0, 0)],
)
def test_points_are_whole_and_halves_go_up(points: int, credit: float, worthy: int) -> None:
    assert worth(points, credit) == worthy


def test_a_misconception_shows_when_its_answer_is_given() -> None:
    player = Player(one_round())
    player.do(Answer(item="i1", answer="a2"))
    assert player.state.misconceptions == ("m1/mixed_up",)
    player.do(Answer(item="i1", answer="a3"))
    assert player.state.misconceptions == ("m1/mixed_up",)


def test_a_hint_is_free_and_recorded_once() -> None:
    player = Player(one_round())
    player.do(Hint(item="i1"), Hint(item="i1"), right(1))
    assert player.state.trying.hinted == {"i1"}
    assert player.state.trying.settled == {"i1": 10}


def test_a_distractor_is_never_right_and_costs_nothing() -> None:
    blueprint = one_round(distractors=({"id": "odd", "text": "Odd"},))
    player = Player(blueprint)
    for _ in range(5):
        player.do(Answer(item="odd", answer="a1"))
        assert player.events == (
            Answered("m1", "odd", "a1", right=False, charged=False, settled=False),
        )


# ── by mode ───────────────────────────────────────────────────────────────────────────────────────


def test_prompts_come_one_at_a_time() -> None:
    player = Player(one_round("click_to_identify"))
    assert player.refused(right(2)) == "not-open"
    player.do(Answer(answer="a1"), Answer(answer="a2"))
    assert player.state.trying.settled == {"i1": 10, "i2": 10}


def test_a_part_opens_when_the_whole_it_belongs_to_is_settled() -> None:
    player = Player(one_round("hierarchical", 3))
    assert player.refused(right(3)) == "not-open"
    player.do(right(1), right(3))
    assert player.state.trying.settled == {"i1": 10, "i3": 10}


def test_an_order_is_judged_place_by_place() -> None:
    player = Player(one_round("sequencing", 4))
    player.do(Arrange(order=("i1", "i3", "i2", "i4")))
    assert player.state.trying.settled == {"i1": 10, "i4": 10}
    assert player.state.trying.attempts == {"i3": 1, "i2": 1}
    assert player.refused(Arrange(order=("i4", "i2", "i3", "i1"))) == "settled-moved"
    player.do(Arrange(order=("i1", "i2", "i3", "i4")))
    assert player.state.trying.points == 30


def test_an_order_must_name_every_item_once() -> None:
    player = Player(one_round("sequencing", 3))
    for order in ((), ("i1", "i2"), ("i1", "i1", "i2"), ("i1", "i2", "i3", "i9")):
        assert player.refused(Arrange(order=order)) == "not-all-items"


def cards_of(player: Player, item: str) -> list[str]:
    return [card.id for card in player.blueprint.scenes[0].mechanics[0].cards if card.item == item]


def test_a_mismatch_costs_only_those_who_could_know_better() -> None:
    player = Player(one_round("memory_match", 3))
    (a1, a2), (b1, _) = cards_of(player, "i1"), cards_of(player, "i2")
    player.do(Flip(cards=(a1, b1)))
    assert player.state.trying.attempts == {}
    player.do(Flip(cards=(a2, b1)))  # the partner a1 has been seen by now
    assert player.state.trying.attempts == {"i1": 1}
    player.do(Flip(cards=(a1, a2)))
    assert player.state.trying.settled == {"i1": 5}
    assert player.refused(Flip(cards=(a1, b1))) == "already-settled"
    assert player.refused(Flip(cards=(b1, b1))) == "same-card"


def test_a_story_scores_where_it_keeps_to_the_best_path() -> None:
    player = Player(one_round("branching_scenario", 3))
    player.do(Answer(answer="best"), Answer(answer="fair"))
    assert player.state.trying.settled == {"i1": 10, "i2": 5}
    player.do(Answer(answer="poor"))
    ended = player.events[-1]
    assert isinstance(ended, Ended)
    assert (ended.how, ended.points) == ("complete", 15)


def test_a_bad_ending_is_an_ending() -> None:
    player = Player(one_round("branching_scenario", 3))
    player.do(Answer(answer="poor"))
    assert player.state.phase == "ended"
    assert player.state.met


@pytest.mark.parametrize(
    ("mode", "move", "code"),
    [
        ("drag_drop", Answer(item="i9", answer="a1"), "no-such-item"),
        ("drag_drop", Answer(item="i1", answer="a9"), "no-such-answer"),
        ("drag_drop", Answer(answer="a1"), "no-item"),
        ("drag_drop", Arrange(order=("i1",)), "wrong-move"),
        ("drag_drop", Flip(cards=("c1", "c2")), "wrong-move"),
        ("sequencing", Answer(item="i1", answer="a1"), "wrong-move"),
        ("memory_match", Flip(cards=("c1", "c99")), "no-such-card"),
        ("branching_scenario", Answer(answer="none"), "no-such-answer"),
        ("branching_scenario", Answer(item="i2", answer="best"), "not-open"),
        ("drag_drop", Retry(), "nothing-to-retry"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_and_changes_nothing(
    mode: str, move: Move, code: str
) -> None:
    assert Player(one_round(mode)).refused(move) == code


# ── ways out ──────────────────────────────────────────────────────────────────────────────────────


def test_a_completed_round_waits_for_next() -> None:
    player = Player(one_round())
    player.do(right(1), right(2), right(3))
    assert (player.state.phase, player.state.met) == ("ended", True)
    assert player.refused(Retry()) == "nothing-to-retry"
    player.do(Next())
    assert player.events == (Passed("m1", ("m1",), waived=False), Entered("scene_1", "m2"))


def test_leaving_too_early_means_another_try_and_after_two_one_may_go_on() -> None:
    player = Player(one_round())
    player.do(right(1), Next())
    assert player.refused(Next()) == "shut"
    player.do(Retry(), right(2), Next())
    player.do(Next())
    assert player.events[0] == Passed("m1", ("m1",), waived=True)
    assert player.state.waived == ("m1",)
    assert player.state.mechanic == "m2"


def test_the_best_try_counts() -> None:
    player = Player(one_round(trigger="score_threshold", value=0.9))
    player.do(right(1), right(2), wrong(3), wrong(3), right(3))
    assert player.state.points_of("m1") == 23
    player.do(Retry(), wrong(1), wrong(1), wrong(1), Next())
    assert player.state.points_of("m1") == 23
    player.do(Retry(), right(1), right(2), right(3))
    assert (player.state.points_of("m1"), player.state.met) == (30, True)


@pytest.mark.parametrize(("share", "opens"), [(0.66, True), (0.67, False), (2 / 3, True)])
def test_a_threshold_opens_the_way_as_soon_as_it_is_reached(share: float, opens: bool) -> None:
    player = Player(one_round(trigger="score_threshold", value=share))
    player.do(right(1), right(2), Next())
    assert (player.state.mechanic == "m2") is opens


def test_a_player_may_leave_at_will_where_the_choice_is_theirs() -> None:
    player = Player(one_round(trigger="user_choice"))
    player.do(Next())
    assert player.state.mechanic == "m2"
    assert player.state.waived == ()


# ── nested ────────────────────────────────────────────────────────────────────────────────────────


def nested(trigger: str = "completion", value: float | None = None) -> Blueprint:
    """m1 with m2 inside it, then m3; the edge from m2 is judged over m1 and m2."""
    rounds = tuple(round_of("drag_drop", 2, mechanic_id=name) for name in ("m1", "m2", "m3"))
    edges = (
        edge("m1", "m2", "parent_completion"),
        edge("m2", "m3", trigger, value, ("m1", "m2")),
        edge("m3", "scene_end"),
    )
    return game(scene(1, rounds, edges))


def test_a_parents_threshold_is_judged_over_all_that_is_in_it() -> None:
    player = Player(nested("score_threshold", 0.75))
    player.do(right(1), right(2), Next(), right(1), Next())
    assert player.state.mechanic == "m3"


def test_another_try_begins_at_the_parent() -> None:
    player = Player(nested("score_threshold", 1.0))
    player.do(right(1), Answer(item="i2", answer="a1"), right(2), Next(), right(1), right(2))
    assert not player.state.met
    player.do(Retry())
    assert player.state.mechanic == "m1"
    assert "m2" not in player.state.tries
    player.do(right(1), right(2), Next(), Next())
    assert player.state.mechanic == "m3"  # the children's points of the first try were kept


def test_what_was_waived_inside_does_not_shut_the_way_out() -> None:
    player = Player(nested())
    player.do(Next(), Retry(), Next(), Next(), right(1), right(2))
    assert player.state.waived == ("m1",)
    assert player.state.met


# ── clocks ────────────────────────────────────────────────────────────────────────────────────────


def timed(trigger: str = "completion", value: float | None = None) -> Blueprint:
    changes: dict[str, Any] = {
        "type": "timed_challenge",
        "timed_challenge_wrapped_mode": "drag_drop",
        "time_limit_seconds": 60,
    }
    return one_round(trigger=trigger, value=value, **changes)


def test_time_ends_a_round_and_a_late_answer_does_not_count() -> None:
    player = Player(timed())
    player.do(right(1).model_copy(update={"at": 59.0}), right(2).model_copy(update={"at": 60.0}))
    assert player.state.trying.settled == {"i1": 10}
    assert player.state.trying.how == "time"
    assert not player.state.met


def test_timers_can_be_switched_off() -> None:
    player = Player(timed(), timers=False)
    player.do(Tick(at=1000.0), right(1))
    assert player.state.trying.settled == {"i1": 10}


def test_the_way_that_time_opens_is_open_when_the_time_is_up() -> None:
    player = Player(timed("time_elapsed", 60))
    player.do(Tick(at=61.0), Next())
    assert player.state.mechanic == "m2"
    assert player.state.waived == ()


def test_a_deadline_over_a_parent_ends_whatever_is_played_in_it() -> None:
    player = Player(nested("time_elapsed", 30))
    player.do(right(1), right(2), Next(), Tick(at=31.0))
    ended = player.events[-1]
    assert isinstance(ended, Ended)
    assert (ended.mechanic, ended.how, ended.exit, ended.met) == ("m2", "time", "m2", True)


def test_a_deadline_that_passes_in_the_parent_leaves_out_the_child() -> None:
    player = Player(nested("time_elapsed", 30))
    player.do(Tick(at=31.0), Next())
    assert player.state.mechanic == "m3"


def test_the_clock_never_runs_backwards() -> None:
    player = Player(timed())
    player.do(Tick(at=50.0), Tick(at=10.0), Tick(at=59.0))
    assert player.state.phase == "playing"
    assert player.state.clock == 59.0


# ── scenes ────────────────────────────────────────────────────────────────────────────────────────


def two_scenes(kind: str, condition: float | None = None) -> Blueprint:
    first = scene(1, (round_of("drag_drop", 2, mechanic_id="m1"),), (edge("m1", "scene_end"),))
    second = scene(2, (round_of("drag_drop", 2, mechanic_id="n1"),), (edge("n1", "scene_end"),))
    onward = SceneTransition.model_validate(
        {"fromSceneId": "scene_1", "toSceneId": "scene_2", "type": kind, "condition": condition}
    )
    return game(first, second, transitions=(onward,))


def test_scenes_follow_each_other_by_themselves_or_by_a_button() -> None:
    auto, button = Player(two_scenes("auto")), Player(two_scenes("button"))
    for player in (auto, button):
        player.do(right(1), right(2), Next())
    assert auto.state.scene == "scene_2"
    assert (button.state.scene, button.state.phase) == ("scene_1", "between")
    button.do(Next())
    assert button.state.scene == "scene_2"


def test_a_score_gate_asks_for_the_scene_again_and_then_lets_go() -> None:
    player = Player(two_scenes("score_gate", 0.8))
    poor = (
        Answer(item="i1", answer="a2"),
        right(1),
        Answer(item="i2", answer="a1"),
        right(2),
        Next(),
    )
    player.do(*poor)
    assert player.refused(Next()) == "shut"
    player.do(Retry(), *poor, Next())
    assert player.events[0] == ScenePassed("scene_1", waived=True)
    assert player.state.scene == "scene_2"


def test_a_gate_that_is_reached_is_no_gate() -> None:
    player = Player(two_scenes("score_gate", 0.8))
    player.do(right(1), right(2), Next())
    assert player.state.scene == "scene_2"


def test_after_the_end_nothing_more_can_be_done() -> None:
    blueprint = two_scenes("auto")
    play = play_through(blueprint, perfect)
    assert play.events[-1] == Finished(blueprint.total_max_score)
    with pytest.raises(MoveRefused, match="over"):
        step(blueprint, play.state, Next())


# ── players ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("mode", MECHANIC_TYPES)
def test_the_perfect_player_has_every_point_and_the_worst_few(mode: str) -> None:
    blueprint = one_round(mode, 4)
    assert (
        total_points(blueprint, play_through(blueprint, perfect).state) == blueprint.total_max_score
    )
    most = 10 if mode == "memory_match" else 0  # the last pair cannot be missed
    assert play_through(blueprint, worst).state.points_of("m1") <= most


@pytest.mark.parametrize("mode", MECHANIC_TYPES)
@pytest.mark.parametrize("player", PLAYERS)
def test_every_player_comes_to_the_end_with_and_without_clocks(player: str, mode: str) -> None:
    changes = {
        "type": "timed_challenge",
        "timed_challenge_wrapped_mode": mode,
        "time_limit_seconds": 20,
    }
    for timers in (True, False):
        blueprint = one_round(mode, 4, trigger="score_threshold", value=1.0, **changes)
        assert (
            play_through(blueprint, PLAYERS[player], seed=3, timers=timers).state.phase
            == "finished"
        )


def test_who_only_waits_gets_nothing() -> None:
    blueprint = timed()
    assert total_points(blueprint, play_through(blueprint, waiting).state) == 0


# ── moves as text ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "move",
    [
        right(1),
        Arrange(order=("i1",)),
        Flip(cards=("c1", "c2")),
        Hint(item="i1"),
        Next(),
        Retry(),
        Tick(at=2.5),
    ],
)
def test_a_move_is_the_same_after_json(move: Move) -> None:
    assert read_move(move_json(move)) == move


NO_MOVES = (
    "",
    "nonsense",
    "[]",
    "{}",
    '{"do": "fly"}',
    '{"do": "answer"}',
    '{"do": "next", "more": 1}',
    '{"do": "tick", "at": -1}',
    '{"do": "tick", "at": 1e999}',
    '{"do": "flip", "cards": ["c1"]}',
)


@pytest.mark.parametrize("text", NO_MOVES)
def test_what_is_no_move_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(MoveRefused, match="A move looks like this"):
        read_move(text)
