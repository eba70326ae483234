"""Whole games as a strong model would make them, written by hand, in good faith and in bad; and the
picture that it draws.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.engines.games.test_job import SHELF
from tests.support.model_talks import HERE

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.games.asks.filled_form import talk_in
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.content import AtOnce
from dramaturg.engines.games.game_folder import rebuild_request, save_game
from dramaturg.engines.games.job import Order, Workbench, make_game
from dramaturg.engines.games.page import page_of
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.ports import OnText, Prompt, Reply

LIBRARY = library_of(Settings(store=""))
GAMES: dict[str, Any] = yaml.safe_load((HERE / "games.yaml").read_text(encoding="utf-8"))
SOURDOUGH = GAMES["sourdough"]


@dataclass
class Written:
    """A voice with an answer written for every time that each thing is asked."""

    answers: Mapping[str, list[Any]]
    name = "by hand"
    prompts: list[Prompt] = field(default_factory=list)

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        number = sum(each.ask == prompt.ask for each in self.prompts)
        self.prompts.append(prompt)
        answer = self.answers[prompt.ask][number]
        return Reply(answer if isinstance(answer, str) else json.dumps(answer), self.name)


def made_of(game: Mapping[str, Any], **answers: list[Any]) -> tuple[dict[str, Any], Written]:
    """The game, and the voice that was asked; `answers` stand in for those that are written."""
    voice = Written({**game["answers"], **{f"games.{ask}": each for ask, each in answers.items()}})
    order = Order(id="by_hand", question=game["question"]).model_dump(mode="json")
    return asyncio.run(make_game(AtOnce(), order, Workbench(voice, SHELF))), voice


@pytest.mark.parametrize("title", GAMES)
def test_a_game_becomes_what_is_written_beside_it(title: str) -> None:
    game = GAMES[title]
    made, voice = made_of(game)
    becomes = game["becomes"]
    assert [
        note.startswith(told)
        for note, told in zip(made["degraded"], becomes["degraded"], strict=True)
    ] == [True] * len(becomes["degraded"])
    assert [label.split(", ") for label in made["pictures"]] == [
        each for each in [becomes["drawn"]] if each
    ]
    again = [each.ask for each in voice.prompts if "YOUR LAST ANSWER" in each.user]
    assert sorted(again) == sorted(becomes["again"])
    told = json.dumps([made["blueprint"], made["contents"]])
    assert not talk_in(made["blueprint"], game["question"]) and "AI" not in told


def test_a_picture_that_the_model_draws_has_its_labels_where_they_are() -> None:
    made, _ = made_of(SOURDOUGH)
    (picture,) = made["pictures"].values()
    assert {zone["label"] for zone in picture["zones"]} == {"Crust", "Crumb", "Ear"}
    assert "#a9672c" in json.dumps(made["blueprint"]["scenes"][0]["diagram"])
    assert "A round bread cut in half" in page_of(Blueprint.model_validate(made["blueprint"]))


def test_a_drawing_that_lacks_a_part_goes_back_with_its_fault_and_gives_way_to_boxes() -> None:
    (good,) = SOURDOUGH["answers"]["games.picture"]
    bad = {**good, "svg": good["svg"].replace('id="Ear"', 'id="Flap"')}
    made, voice = made_of(SOURDOUGH, picture=[bad, good])
    assert made["pictures"] and made["degraded"] == []
    asked = [each.user for each in voice.prompts if each.ask == "games.picture"]
    assert "No part of the picture is called 'Ear'" in asked[1]
    boxes, _ = made_of(SOURDOUGH, picture=[bad, bad, "I cannot draw."])
    assert boxes["pictures"] == {}
    assert "it shows how the parts belong together" in boxes["degraded"][0]


def test_a_game_that_is_made_again_keeps_its_picture_without_a_model(tmp_path: Path) -> None:
    made, _ = made_of(SOURDOUGH)
    save_game(made, tmp_path, LIBRARY)
    request = rebuild_request(tmp_path)
    again = asyncio.run(make_game(AtOnce(), request, Workbench(OfflineVoice(), SHELF)))
    scenes = [each["blueprint"]["scenes"][0]["diagram"] for each in (made, again)]
    assert scenes[0] == scenes[1]


def test_what_a_model_says_of_itself_goes_back_wherever_it_stands_in_a_game() -> None:
    (design,) = SOURDOUGH["answers"]["games.design"]
    talking = {**design, "completion_message": "As an AI, I hope this game meets your needs."}
    made, voice = made_of(SOURDOUGH, design=[talking, design])
    assert made["design"]["completion_message"] == design["completion_message"]
    asked = [each.user for each in voice.prompts if each.ask == "games.design"]
    assert "a model's talk" in asked[1]


def test_facts_about_models_are_facts() -> None:
    assert not talk_in(
        {"clue": "It is an AI model trained by OpenAI."}, "an AI model trained by OpenAI"
    )
    assert talk_in({"clue": "It is an AI model trained by OpenAI."}, "the heart")


def test_who_has_set_a_model_is_told_why_its_facts_were_of_no_use() -> None:
    with pytest.raises(
        BadInput, match=r"could not be used: it is not JSON(?s:.)*or ask again"
    ) as refused:
        made_of(SOURDOUGH, knowledge=["Sorry.", "Sorry.", "Sorry."])
    assert "or set a model" not in str(refused.value)
