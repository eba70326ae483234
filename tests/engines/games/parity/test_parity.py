"""The page decides exactly as Python does: every event of every move, and every refusal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.engines.games.page.browser import launched
from tests.engines.games.page.fixtures import whole
from tests.engines.games.page.generated import SUBJECTS, generated
from tests.engines.games.parity.make_cases import CASES
from tests.engines.games.parity.plays import JUNK, Json, outcomes, random_game, random_moves

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.page import RULES, script_of

STORED: dict[str, Any] = json.loads(CASES.read_text(encoding="utf-8"))

# As text both ways: the browser's driver takes a hundred times as long for values. Nothing JSON
# does not know passes for null.
ALL_IN_THE_PAGE = """(text) => {
const { blueprints, cases } = JSON.parse(text);
const known = (_, value) => value === undefined ? null : Number.isFinite(value) || typeof value !== "number" ? value : `${value}`;
return JSON.stringify(cases.map(({ blueprint: name, timers, moves }) => {
  const { begin, step, fold, Refused } = globalThis.rules;
  const blueprint = blueprints[name];
  const opening = begin(blueprint, timers);
  const said = [{ events: opening }];
  let state = fold(opening);
  for (const move of moves) {
    try {
      const events = step(blueprint, state, move);
      said.push({ events });
      state = fold(events, state);
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      said.push({ refused: refusal.code });
    }
  }
  return said;
}), known);
}"""


def in_the_page(page: Page, blueprints: Json, cases: list[Json]) -> list[list[Json]]:
    """What the page says to every move of every case."""
    said: list[list[Json]] = json.loads(
        page.evaluate(ALL_IN_THE_PAGE, json.dumps({"blueprints": blueprints, "cases": cases}))
    )
    return said


@pytest.fixture(scope="module")
def rules() -> Iterator[Page]:
    """A page that holds the rules and nothing else."""
    with launched() as browser:
        page = browser.new_page()
        page.set_content(
            f"<script>{script_of(RULES)}; globalThis.rules = {{ begin, step, fold, Refused }};</script>"
        )
        yield page


def test_python_says_what_the_cases_say() -> None:
    for case in STORED["cases"]:
        blueprint = Blueprint.model_validate(STORED["blueprints"][case["blueprint"]])
        assert outcomes(blueprint, case["timers"], case["moves"]) == case["outcomes"], case[
            "blueprint"
        ]


def test_the_cases_hold_every_kind_of_event_and_of_refusal() -> None:
    said = [outcome for case in STORED["cases"] for outcome in case["outcomes"]]
    assert {outcome["refused"] for outcome in said if "refused" in outcome} == {
        "already-settled",
        "finished",
        "no-item",
        "no-such-answer",
        "no-such-card",
        "no-such-item",
        "not-a-move",
        "not-all-items",
        "not-open",
        "not-playing",
        "nothing-to-retry",
        "same-card",
        "settled-moved",
        "shut",
        "wrong-move",
    }
    assert {event["kind"] for outcome in said for event in outcome.get("events", ())} == {
        "answered",
        "began",
        "clocked",
        "ended",
        "entered",
        "finished",
        "flipped",
        "hinted",
        "passed",
        "retried",
        "scene_ended",
        "scene_passed",
        "went",
    }


@pytest.mark.slow
def test_the_page_says_what_the_cases_say(rules: Page) -> None:
    said = in_the_page(rules, STORED["blueprints"], STORED["cases"])
    for case, answer in zip(STORED["cases"], said, strict=True):
        assert answer == case["outcomes"], case["blueprint"]


@pytest.mark.slow
def test_the_page_and_python_agree_on_random_designs(rules: Page) -> None:
    require_same(rules, {f"random {seed}": random_game(5000 + seed) for seed in range(150)})


@pytest.mark.slow
def test_the_page_and_python_agree_on_games_made_from_knowledge(rules: Page) -> None:
    require_same(
        rules,
        {f"{subject} {seed}": generated(subject, seed) for subject in SUBJECTS for seed in (0, 1)},
    )


def require_same(rules: Page, games: dict[str, Blueprint]) -> None:
    cases: list[Json] = []
    for number, (name, game) in enumerate(games.items()):
        timers = number % 3 > 0
        cases.append(
            {
                "blueprint": name,
                "timers": timers,
                "moves": random_moves(game, timers, Random(number)),
            }
        )
    blueprints = {name: game.model_dump(mode="json") for name, game in games.items()}
    said = in_the_page(rules, blueprints, cases)
    for case, answer in zip(cases, said, strict=True):
        assert answer == outcomes(games[case["blueprint"]], case["timers"], case["moves"]), case


@pytest.mark.slow
@pytest.mark.parametrize(
    "move",
    [*JUNK, None, 3, "next", {"do": "constructor"}, {"do": "answer", "item": 1, "answer": "a"}],
)
def test_what_is_no_move_is_refused_by_the_page_too(rules: Page, move: Any) -> None:
    game = whole().model_dump(mode="json")
    [said] = in_the_page(rules, {"g": game}, [{"blueprint": "g", "timers": True, "moves": [move]}])
    assert said[1] == {"refused": "not-a-move"}
