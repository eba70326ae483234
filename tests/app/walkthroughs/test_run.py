"""Walkthroughs played: every expectation that fails is told with both sides and its line, and so
are ways that differ.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from ruamel.yaml import YAML

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.content.walkthrough import Expected, Walkthrough
from dramaturg.app.sessions.sessions import Replayed
from dramaturg.app.walkthroughs.expecting import Came, turn_misses
from dramaturg.app.walkthroughs.run import Ran, run
from dramaturg.app.walkthroughs.suite import find_suite
from dramaturg.app.walkthroughs.ways import (
    WAYS,
    AnyPerformance,
    Given,
    Straight,
    ThroughJson,
    Way,
    Ways,
)
from dramaturg.content.documents import Loaded, load_text
from dramaturg.content.library import Library, packaged
from dramaturg.turn.contract import AnyRecord, Cue, Heard, Percept, Settlement, TurnRecord, Verdict
from dramaturg.turn.migration import TurnChoice

LIBRARY = Library(KINDS, (packaged(),))
GAME = "kind: walkthrough\nid: mine\nplay: {game: heart, untimed: true}\nturns:\n"
SIM = "kind: walkthrough\nid: mine\nplay: {sim: launch_decision, to: qa_lead}\nturns:\n"
ONCE: Ways = {"straight": WAYS["straight"]}


async def ran(text: str, ways: Ways = ONCE) -> Ran:
    loaded = load_text(text, "mine.yaml", KINDS)
    assert isinstance(loaded, Loaded), loaded
    return await run(cast("Loaded[Walkthrough]", loaded), LIBRARY, LOCAL_MODELS, ways)


# ── expectations ──────────────────────────────────────────────────────────────────────────────────

UNMET = {
    "points: 5": ("points: 5", "points: 10"),
    "right: ''": ("right: nothing", "right: 1 of 1"),
    "line: {contains: [lungs]}": ("line contains 'lungs'", "That is where it belongs."),
    "line: {without: [BELONGS]}": ("line without 'BELONGS'", "That is where it belongs."),
    "reason: {contains: [wrong]}": ("reason contains 'wrong'", "aorta is right: 10 points"),
    "cues: [Score, End]": ("the cue End", "cues: Score"),
    "ended: true": ("ended: true", "ended: false (cues: Score)"),
    "refused: {}": ("the turn is refused", "it was played"),
}


ANSWERED = Came(
    TurnRecord(
        1,
        Heard(),
        Percept(),
        None,
        None,
        Verdict("That is where it belongs."),
        Settlement((), (Cue("Score"),)),
    ),
    TurnChoice(
        {"right": "1 of 1", "points": "10", "mechanic": "s1_m1"}, "aorta is right: 10 points"
    ),
)


@pytest.mark.parametrize("expectation", UNMET)
def test_an_expectation_that_fails_is_told_with_both_sides(expectation: str) -> None:
    (miss,) = turn_misses(Expected.model_validate(YAML(typ="safe").load(expectation)), ANSWERED)
    expected, came = UNMET[expectation]
    assert miss.expected == expected
    assert came in miss.came


def test_expectations_that_hold_are_not_told() -> None:
    held = "{right: 1 of 1, points: 10, mechanic: s1_m1, line: {contains: [belongs], without: [lungs]}, cues: [Score], ended: false}"
    assert not list(turn_misses(Expected.model_validate(YAML(typ="safe").load(held)), ANSWERED))


async def test_a_failure_says_in_which_turn_and_line_and_why_it_was_decided_so() -> None:
    told = await ran(
        f"{GAME}  - a 1\n  - say: a 2\n    expect:\n      phase: playing\n      points: 10\n"
    )
    (failure,) = told.failures
    assert (failure.turn, failure.place) == (2, "mine.yaml:9")
    assert failure.reason == "aorta is right: 5 points"


async def test_a_turn_that_is_refused_is_a_failure_unless_it_was_expected_and_the_play_goes_on() -> (
    None
):
    told = await ran(
        f"{GAME}  - a 2\n  - a 3\n  - {{say: a 3, expect: {{refused: {{contains: [settled already]}}}}}}\n"
        "  - {move: {do: answer, item: venae_cavae, answer: z1}, expect: {right: 1 of 1}}\n"
    )
    (failure,) = told.failures
    assert (failure.turn, failure.came) == (2, "it was refused: aorta is settled already")
    assert told.turns == 2


async def test_the_whole_is_held_against_what_is_expected_of_it() -> None:
    told = await ran(
        f"""{GAME}  - a 1
  - a 2
at_end:
  turns: 1
  lines: {{without: [Valves]}}
  reached: {{scene: [scene_1, scene_2]}}
  never:
    item: [s1_m1/aorta, s1_m1/venae_cavae]
    scene: [scene_7]
"""
    )
    assert [(failure.turn, failure.line, failure.expected) for failure in told.failures] == [
        (None, 8, "at most 1 turns"),
        (None, 9, "lines without 'Valves'"),
        (None, 10, "reached: scene scene_2"),
        (None, 12, "never: item s1_m1/aorta"),
        (None, 13, "never: scene scene_7"),
    ]
    assert told.failures[-1].came == "there is no such scene. Did you mean 'scene_2'?"


async def test_what_cannot_begin_is_one_failure_that_says_why() -> None:
    told = await ran(
        "kind: walkthrough\nid: mine\nplay: {sim: launch_decision, to: nobody}\nturns: [Hello.]\n"
    )
    (failure,) = told.failures
    assert failure.place == "mine.yaml:3"
    assert "nobody" in failure.came
    assert told.coverage is None


# ── who speaks ────────────────────────────────────────────────────────────────────────────────────


async def test_a_model_says_what_stands_in_the_walkthrough() -> None:
    said = "I am the QA lead here, and you make the call on the launch."
    assert (
        await ran(
            f"{SIM}  - {{say: Hello., speaker: '{said}', expect: {{line: {{contains: ['{said}']}}}}}}\n"
        )
    ).passed


async def test_a_reply_that_nobody_asks_for_is_told() -> None:
    told = await ran(
        f"{SIM}  - say: Hello.\n    speaker:\n      - {{say: Hello there.}}\n      - {{role: extract, say: '[]'}}\n"
    )
    (failure,) = told.failures
    assert (failure.place, failure.expected) == ("mine.yaml:8", "a model is asked to extract")


# ── three ways ────────────────────────────────────────────────────────────────────────────────────


async def test_all_three_ways_come_to_the_same_to_the_letter() -> None:
    told = await ran(f"{GAME}  - a 1\n  - nonsense\n  - a 2\n  - next\n  - retry\n", WAYS)
    assert tuple(WAYS) == ("straight", "through JSON", "from the log")
    assert [failure.turn for failure in told.failures] == [2], "the nonsense, and nothing else"


class Forgetful(ThroughJson):
    """Loses what was answered whenever the state is read back."""

    def _after(self, played: AnyPerformance) -> AnyRecord:
        tries = {name: attempt._replace(settled={}) for name, attempt in played.state.tries.items()}
        return super()._after(replace(played, state=played.state._replace(tries=tries)))


@asynccontextmanager
async def forgetful(told: Given) -> AsyncIterator[Way]:
    yield Forgetful(told)


async def test_a_way_that_comes_to_something_else_is_told_with_the_turn_and_both_sides() -> None:
    told = await ran(f"{GAME}  - a 2\n  - a 3\n", {**ONCE, "forgetful": forgetful})
    (refused, failure) = told.failures
    assert refused.turn == 2
    assert (failure.turn, failure.expected, failure.place) == (
        2,
        "the same forgetful as straight",
        "mine.yaml:6",
    )
    assert "settled already" in failure.came


class Untrue(Straight):
    """Plays as it should, and replays something else."""

    async def again(self) -> tuple[Replayed, ...]:
        return (Replayed(0, "{}", "{}"), Replayed(1, '{"line": "Yes."}', '{"line": "No."}'))


@asynccontextmanager
async def untrue(told: Given) -> AsyncIterator[Way]:
    yield Untrue(told)


async def test_a_replay_that_comes_to_something_else_is_told_at_the_turn_as_it_was_written() -> (
    None
):
    told = await ran(f"{GAME}  - nonsense\n  - a 2\n", {**ONCE, "untrue": untrue})
    (_, failure) = told.failures
    assert (failure.turn, failure.place) == (2, "mine.yaml:6")
    assert (failure.expected, failure.came) == (
        "the same when it is replayed",
        "line: Yes. and No.",
    )


# ── suites ────────────────────────────────────────────────────────────────────────────────────────


def test_walkthroughs_play_what_lies_beside_them(tmp_path: Path) -> None:
    scenario = (packaged() / "sims/scenarios/launch_decision.yaml").read_text(encoding="utf-8")
    (tmp_path / "own.yaml").write_text(
        scenario.replace("id: launch_decision", "id: own"), encoding="utf-8"
    )
    (tmp_path / "walk.yaml").write_text(
        "kind: walkthrough\nid: mine\nplay: {sim: own}\nturns: [Hello.]\n", encoding="utf-8"
    )
    for place in (tmp_path, tmp_path / "walk.yaml"):
        suite = find_suite([place])
        assert ([each.id for each in suite.walkthroughs], suite.faults) == (["mine"], ())


def test_walkthroughs_with_faults_are_not_run_and_the_others_are(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(f"{GAME}  - a 1\n", encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(
        f"{GAME}  - sya: a 1\n".replace("mine", "bad"), encoding="utf-8"
    )
    (tmp_path / "elsewhere.yaml").write_text("jobs: {build: {steps: []}}\n", encoding="utf-8")
    suite = find_suite([tmp_path])
    assert [each.id for each in suite.walkthroughs] == ["mine"]
    assert [fault.code for fault in suite.faults] == ["unknown-key"]


@pytest.mark.parametrize(("name", "found"), [("", 1), ("MIN", 1), ("whole", 1), ("other", 0)])
def test_walkthroughs_are_chosen_by_a_part_of_their_id_or_title(
    name: str, found: int, tmp_path: Path
) -> None:
    (tmp_path / "good.yaml").write_text(
        f"title: The whole of it\n{GAME}  - a 1\n", encoding="utf-8"
    )
    assert len(find_suite([tmp_path], name=name).walkthroughs) == found
