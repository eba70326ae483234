"""Danger that belongs to a scene or a game is talk in role; whatever it does not name is the person's own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.care.playing import BRITAIN, care_in, contents, talk
from tests.engines.games.rounds import round_of
from tests.engines.games.rules.test_play import edge, game
from tests.engines.games.rules.test_play import scene as scene_of
from tests.support.ears import doing, models_hearing

from dramaturg.engines import engine_of
from dramaturg.engines.games.base.moves import MoveRefused
from dramaturg.engines.games.engine import GameEngine
from dramaturg.engines.games.view import moves_of
from dramaturg.turn.hearing import Danger

FIRE, HITS = "There is smoke, the building is on fire!", "He hits me when I come home."
HEARD = {
    FIRE: doing(danger="medical", dangers={"medical": 0.9}, care="stop"),
    HITS: doing(danger="abuse", dangers={"abuse": 0.9}, care="stop"),
}


def scene(*danger: Danger) -> Any:
    models = replace(models_hearing(HEARD), care=lambda: BRITAIN)
    engine: Any = engine_of(contents()["sims"], models)
    engine.scenario = engine.scenario.model_copy(update={"danger": danger})
    return engine


def test_talk_in_role_is_not_taken_for_the_learners_own() -> None:
    assert care_in(talk(scene("medical"), [FIRE])[1].record) is None
    taken = care_in(talk(scene(), [FIRE])[1].record)
    assert taken
    assert (taken.speech, taken.danger) == ("stop", "medical")


def test_a_scene_covers_no_kind_that_it_does_not_name() -> None:
    taken = care_in(talk(scene("medical"), [HITS])[1].record)
    assert taken
    assert (taken.speech, taken.danger) == ("stop", "abuse")


# ── games ─────────────────────────────────────────────────────────────────────────────────────────


def played_game() -> GameEngine:
    rounds = (round_of("drag_drop"),)
    return GameEngine(
        game(scene_of(1, rounds, (edge("m1", "scene_end"),))), models_hearing(HEARD).ear, BRITAIN
    )


def test_words_that_are_no_move_are_the_players_own() -> None:
    hint = '{"do": "hint", "item": "i1"}'
    opening, stopped, again, safe, back = talk(
        played_game(), [HITS, hint, "I'm all right now.", "Yes, let's go on."]
    )
    speeches = [
        taken.speech
        for taken in map(care_in, (each.record for each in (stopped, again, safe, back)))
        if taken
    ]
    assert speeches == ["stop", "stay", "way_back", "resume"]
    assert stopped.state._replace(care=opening.state.care) == opening.state
    assert moves_of([each.record for each in (stopped, again, safe, back)]) == []


def test_a_move_is_never_taken_for_danger() -> None:
    with pytest.raises(MoveRefused):
        talk(played_game(), ["We went to the harbour."])
    answer = f'{{"do": "answer", "item": "i1", "answer": "{HITS}"}}'
    try:
        played = talk(played_game(), [answer])
    except MoveRefused:
        return
    assert care_in(played[1].record) is None
