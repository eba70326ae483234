"""A wrong answer is explained by what was chosen and what was meant, in the page as in a terminal;
and the last words promise only what was shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

import pytest
from tests.engines.games.page.browser import launched
from tests.engines.games.page.generated import SUBJECTS, generated

from dramaturg.engines.games.base.blueprint import Blueprint, Round
from dramaturg.engines.games.base.state import Answered, GameState
from dramaturg.engines.games.express import told
from dramaturg.engines.games.page import RULES, script_of
from dramaturg.engines.games.rules.explaining import why_wrong
from dramaturg.engines.games.rules.players import PLAYERS, play_through

ASKED = 0.8  # of the wrong answers have an explanation of their own


def wrong_answers(game: Blueprint) -> Iterator[tuple[Round, Answered]]:
    rounds = {each.mechanic_id: each for scene in game.scenes for each in scene.mechanics}
    for player in ("worst", "guessing"):
        for event in play_through(game, PLAYERS[player], seed=1).events:
            if isinstance(event, Answered) and not event.right:
                yield rounds[event.mechanic], event


@pytest.mark.parametrize("subject", SUBJECTS)
def test_wrong_answers_have_an_explanation_of_their_own(subject: str) -> None:
    answers = list(wrong_answers(generated(subject)))
    told_of = [answer for answer in answers if list(why_wrong(*answer))]
    assert len(told_of) >= ASKED * len(answers)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_no_explanation_names_the_answer_that_is_still_open(subject: str) -> None:
    """Where the answer lies on a picture and the item does not name it."""
    for scene in generated(subject).scenes:
        labels = {zone.id: zone.label for zone in scene.zones}
        for round in scene.mechanics:
            for item in round.items if round.mode == "click_to_identify" else ():
                for choice in round.choices:
                    event = Answered(round.mechanic_id, item.id, choice.id, False, True, False)
                    words = " ".join(why_wrong(round, event))
                    assert f" {labels[item.answer].casefold()} " not in f" {words.casefold()} "


@pytest.mark.slow
def test_the_page_explains_as_python_does() -> None:
    game = generated(SUBJECTS[0])
    answers = list(wrong_answers(game))
    cases = json.dumps([[each.mechanic_id, asdict(event)] for each, event in answers])
    script = script_of((*RULES, "explaining.js"))
    with launched() as browser:
        page = browser.new_page()
        page.set_content(f"<script>{script}; globalThis.whyWrong = whyWrong;</script>")
        said = page.evaluate(
            """([game, cases]) => {
              const rounds = new Map(JSON.parse(game).scenes.flatMap((scene) => scene.mechanics.map((each) => [each.mechanicId, each])));
              return JSON.parse(cases).map(([name, event]) => whyWrong(rounds.get(name), event));
            }""",
            [game.model_dump_json(), cases],
        )
    assert said == [list(why_wrong(*answer)) for answer in answers]


def test_the_last_words_promise_only_what_was_shown() -> None:
    game = generated("heart")
    perfect = play_through(game, PLAYERS["perfect"])
    worst = play_through(game, PLAYERS["worst"])
    before = GameState(scene=game.scenes[-1].scene_id)
    assert told(game, before, perfect.events[-1:]) == game.completion_message
    last = told(game, before, worst.events[-1:])
    assert game.completion_message not in last
    assert f"of {game.total_max_score} points" in last
