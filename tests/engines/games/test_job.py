"""Making a game: the job of phases 0 to 4, with a model, with a poor one, and with none."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from tests.engines.games.fluent import FluentVoice
from tests.engines.games.library import knowledge_of
from tests.support.hostile_models import HostileServer
from tests.support.hostile_wire import Asked

from dramaturg.app.config.providers import embedder
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.design import MECHANIC_TYPES
from dramaturg.engines.games.content import AtOnce, LibraryShelf, make_at_once
from dramaturg.engines.games.game_folder import rebuild_request, save_game
from dramaturg.engines.games.job import Order, Workbench, make_game
from dramaturg.engines.games.make.designer import DesignWish
from dramaturg.kernel.errors import BadInput, LLMUnavailableError
from dramaturg.language.provider import ProviderVoice
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.ports import OnText, Prompt, Reply

J = TypeVar("J")
LIBRARY = library_of(Settings(store=""))
SHELF = LibraryShelf(LIBRARY)
HEART = knowledge_of("heart")
EVERY = DesignWish(difficulty="advanced", minutes=30, mechanics=MECHANIC_TYPES, seed=4)
SMALL = DesignWish(mechanics=("drag_drop", "sequencing"), seed=1)


def order(wish: DesignWish, **changes: Any) -> dict[str, Any]:
    """The order that a wish stands for."""
    values = {
        "id": "g",
        "knowledge": "heart",
        "seed": wish.seed,
        "difficulty": wish.difficulty,
        "minutes": wish.minutes,
    }
    return Order(**{**values, "mechanics": wish.mechanics, **changes}).model_dump(mode="json")


class Noted(AtOnce):
    """Work that notes its steps."""

    def __init__(self) -> None:
        self.steps: list[str] = []

    async def step(self, name: str, do: Callable[[], Awaitable[J]]) -> J:
        self.steps.append(name)
        return await do()

    async def side_by_side(
        self, steps: Sequence[tuple[str, Callable[[], Awaitable[J]]]]
    ) -> list[J]:
        return [await self.step(name, do) for name, do in steps]


class Spoiling:
    """A voice whose answers are spoilt: `spoil` gets the ask, how often it was asked, and the
    answer.
    """

    name = "spoiling"

    def __init__(self, voice: FluentVoice, spoil: Callable[[str, int, str], str]) -> None:
        self._voice, self._spoil = voice, spoil
        self.prompts: list[Prompt] = []

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        self.prompts.append(prompt)
        times = sum(each.ask == prompt.ask for each in self.prompts)
        plain = replace(prompt, user=prompt.user.partition("\n\nYOUR LAST ANSWER")[0])
        try:
            reply = await self._voice.say(plain)
        except KeyError:  # content of another design than its own
            return Reply("I do not know.", self.name)
        assert reply is not None
        return replace(reply, text=self._spoil(prompt.ask, times, reply.text))


# ── with a model ──────────────────────────────────────────────────────────────────────────────────


async def test_a_model_writes_every_mechanic_and_every_call_is_accounted_for() -> None:
    voice, work = FluentVoice(HEART, EVERY, seed=4), Noted()
    made = await make_game(
        work, order(EVERY, question="How does blood flow?"), Workbench(voice, SHELF)
    )
    rounds = [each for scene in made["plan"]["scenes"] for each in scene["mechanics"]]
    assert {each["mechanic_type"] for each in rounds} == set(MECHANIC_TYPES)
    assert made["degraded"] == []
    assert (
        sum(spent["calls"] for spent in made["tokens"].values())
        == len(voice.asked)
        == 2 + len(rounds) + len(made["plan"]["scenes"])
    )
    assert sum(spent["tokens_in"] for spent in made["tokens"].values()) == 100 * len(voice.asked)
    assert set(made["tokens"]) <= set(work.steps)
    told = {each["feedback"]["correct"] for each in made["contents"].values()}
    assert told == {"That fits what you know of it."}


async def test_what_is_known_and_what_is_asked_are_found_out_side_by_side() -> None:
    voice, work = FluentVoice(HEART, SMALL, seed=1), Noted()
    await make_game(
        work, order(SMALL, question="How does blood flow?", knowledge=None), Workbench(voice, SHELF)
    )
    assert work.steps[:2] == ["input_analyzer", "dk_retriever"]
    assert [prompt.ask for prompt in voice.asked][:3] == [
        "games.analysis",
        "games.knowledge",
        "games.design",
    ]


async def test_a_game_can_be_made_through_the_provider_client() -> None:
    fluent = FluentVoice(HEART, SMALL, seed=1)

    def answer(asked: Asked) -> str:
        ask = next(name for name, sign in SIGNS.items() if sign in asked.system + asked.user)
        return json.dumps(fluent._answer(Prompt(ask, "speak", asked.system, asked.user)))

    async with HostileServer("well_behaved", answer) as server:
        voice = ProviderVoice("compatible:any", base_url=server.base_url)
        made = await make_game(
            AtOnce(), order(SMALL, question="How does blood flow?"), Workbench(voice, SHELF)
        )
    assert made["degraded"] == []
    assert made["tokens"]["game_designer"]["model"].startswith("compatible:")


SIGNS = {
    "games.analysis": "You plan learning games",
    "games.design": "You design learning games",
    "games.content": "You write the content of one mechanic",
    "games.interaction": "\nROUND 1",
}


# ── with a poor one ───────────────────────────────────────────────────────────────────────────────


async def test_a_design_with_issues_goes_back_with_their_list() -> None:
    voice = Spoiling(FluentVoice(HEART, SMALL, seed=1), _unknown_label(first=2))
    made = await make_game(AtOnce(), order(SMALL), Workbench(voice, SHELF))
    designs = [prompt for prompt in voice.prompts if prompt.ask == "games.design"]
    assert len(designs) == 3
    assert "Nowhere" in designs[1].user
    assert "scenes[0]" in designs[1].user
    assert designs[0].system == designs[1].system, "the part a provider can cache stays as it was"
    assert made["degraded"] == []
    assert made["tokens"]["game_designer"]["calls"] == 3


async def test_after_two_retries_a_design_is_repaired_and_the_game_marked() -> None:
    voice = Spoiling(FluentVoice(HEART, SMALL, seed=1), _unknown_label(first=99))
    made = await make_game(AtOnce(), order(SMALL), Workbench(voice, SHELF))
    assert any("Nowhere" in note for note in made["degraded"])
    assert made["blueprint"]["degraded"] == made["degraded"]


async def test_a_design_that_nobody_can_read_is_made_by_rules() -> None:
    voice = Spoiling(
        FluentVoice(HEART, SMALL, seed=1),
        lambda ask, times, text: "Sorry." if ask == "games.design" else text,
    )
    made = await make_game(AtOnce(), order(SMALL), Workbench(voice, SHELF))
    assert made["degraded"] == [
        "The model's design could not be read; the game was designed by rules."
    ]
    assert made["blueprint"]["totalMaxScore"] > 0


async def test_a_design_that_is_not_what_was_asked_for_goes_back_and_then_gives_way_to_rules() -> (
    None
):
    voice = Spoiling(FluentVoice(HEART, SMALL, seed=1), lambda ask, times, text: text)
    made = await make_game(AtOnce(), order(SMALL, scenes=1), Workbench(voice, SHELF))
    designs = [prompt for prompt in voice.prompts if prompt.ask == "games.design"]
    assert "it has 2 scenes instead of 1" in designs[1].user
    assert (
        made["degraded"][0]
        == "The model's design was not what was asked for; the game was designed by rules."
    )
    assert len(made["blueprint"]["scenes"]) == 1


async def test_content_that_cannot_be_used_is_asked_for_again_and_then_made_from_knowledge() -> (
    None
):
    voice = Spoiling(
        FluentVoice(HEART, SMALL, seed=1),
        lambda ask, times, text: "{}" if ask == "games.content" else text,
    )
    made = await make_game(AtOnce(), order(SMALL), Workbench(voice, SHELF))
    assert sum(prompt.ask == "games.content" for prompt in voice.prompts) == 3 * len(
        made["contents"]
    )
    assert len(made["degraded"]) == len(made["contents"])
    assert all(
        item["source"].startswith("heart#")
        for each in made["contents"].values()
        for item in each["items"]
    )


async def test_a_mechanic_that_nobody_can_write_for_is_left_out_of_a_models_design() -> None:
    def spoil(ask: str, times: int, text: str) -> str:
        if ask == "games.content":
            return "{}"
        design = json.loads(text)
        if ask == "games.design":
            design["scenes"][-1]["mechanics"][-1]["expected_item_count"] = (
                11  # no sequence of the heart is as long as that
            )
        return json.dumps(design)

    voice = Spoiling(FluentVoice(HEART, SMALL, seed=1), spoil)
    made = await make_game(AtOnce(), order(SMALL), Workbench(voice, SHELF))
    played = {each["type"] for scene in made["blueprint"]["scenes"] for each in scene["mechanics"]}
    assert "drag_drop" in played
    assert "sequencing" not in played
    assert any(note.startswith("Left out: s2_m1 (sequencing)") for note in made["degraded"])
    assert made["blueprint"]["totalMaxScore"] == made["plan"]["total_max_score"]


async def test_a_design_whose_labels_lie_on_no_picture_goes_back() -> None:
    def spoil(ask: str, times: int, text: str) -> str:
        design = json.loads(text)
        if ask == "games.design" and times == 1:
            design["all_zone_labels"].append("Spleen")
            design["scenes"][0]["zone_labels"].append("Spleen")
        return json.dumps(design)

    voice = Spoiling(FluentVoice(HEART, SMALL, seed=1), spoil)
    made = await make_game(AtOnce(), order(SMALL), Workbench(voice, SHELF))
    asked = [prompt.user for prompt in voice.prompts if prompt.ask == "games.design"]
    assert len(asked) == 2
    assert "no concept 'Spleen'" in asked[1]
    assert made["degraded"] == []


def _unknown_label(first: int) -> Callable[[str, int, str], str]:
    """The first designs use a label that does not exist."""

    def spoil(ask: str, times: int, text: str) -> str:
        if ask != "games.design" or times > first:
            return text
        design = json.loads(text)
        mechanic = design["scenes"][0]["mechanics"][0]
        mechanic["zone_labels_used"] = [*mechanic["zone_labels_used"], "Nowhere"]
        mechanic["expected_item_count"] += 1
        return json.dumps(design)

    return spoil


async def test_a_model_that_fails_fails_the_job_with_its_reason() -> None:
    class Dead:
        name = "dead"

        async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
            raise LLMUnavailableError("nobody answers at 127.0.0.1")

    with pytest.raises(LLMUnavailableError, match="nobody answers"):
        await make_game(AtOnce(), order(SMALL), Workbench(Dead(), SHELF))


# ── with none ─────────────────────────────────────────────────────────────────────────────────────


async def test_without_a_model_the_same_order_gives_the_same_game() -> None:
    one, other = [await make_at_once(Order(**order(SMALL)), LIBRARY) for _ in range(2)]
    assert one == other
    assert one["tokens"] == {}


@pytest.mark.slow
async def test_the_question_finds_the_knowledge() -> None:
    questions = {
        "How does blood get from the heart to the lungs?": "heart",
        "What is inside a plant cell?": "cell",
        "How does a violin make its sound?": "violin",
        "How does a web page get to my computer?": "network",
        "Why did Gutenberg's printing press matter?": "printing",
    }
    shelf = LibraryShelf(LIBRARY, embedder)
    for question, knowledge in questions.items():
        asked = Order(id="g", question=question).model_dump(mode="json")
        made = await make_game(AtOnce(), asked, Workbench(OfflineVoice(), shelf))
        assert made["knowledge"]["id"] == knowledge


async def test_a_question_that_nobody_knows_about_is_refused_with_what_to_do() -> None:
    with pytest.raises(BadInput, match=r"--knowledge.*set a model"):
        await make_at_once(Order(id="g", question="How do I file my income tax?"), LIBRARY)


async def test_a_design_that_knowledge_cannot_feed_is_refused_with_every_reason() -> None:
    design = FluentVoice(HEART, SMALL, seed=1).design.model_dump(mode="json")
    design["all_zone_labels"] += ["Spleen", "Liver"]
    for scene in design["scenes"]:
        scene["zone_labels"] = [*scene["zone_labels"], "Spleen", "Liver"]
        for mechanic in scene["mechanics"]:
            if mechanic["mechanic_type"] == "drag_drop":
                mechanic["zone_labels_used"] = ["Spleen", "Liver"]
                mechanic["expected_item_count"] = 2
    with pytest.raises(BadInput, match=r"(?s)drag_drop.*Spleen, Liver.*add it under concepts"):
        await make_game(AtOnce(), order(SMALL, design=design), Workbench(OfflineVoice(), SHELF))


async def test_a_broken_design_is_refused_with_all_its_issues() -> None:
    design = {
        "title": "T",
        "scenes": [
            {
                "title": "S",
                "mechanics": [{"mechanic_type": "juggling"}, {"mechanic_type": "flying"}],
            }
        ],
    }
    with pytest.raises(BadInput) as refusal:
        await make_game(AtOnce(), order(SMALL, design=design), Workbench(OfflineVoice(), SHELF))
    assert "scenes[0].mechanics[0]" in str(refusal.value)
    assert "scenes[0].mechanics[1]" in str(refusal.value)


# ── editing ───────────────────────────────────────────────────────────────────────────────────────


async def made_again(
    made: dict[str, Any], design: dict[str, Any], voice: Any = None
) -> dict[str, Any]:
    request = order(SMALL, design=design, contents=made["contents"], mechanics=())
    return await make_game(AtOnce(), request, Workbench(voice or OfflineVoice(), SHELF))


@pytest.mark.slow
async def test_inserting_a_mechanic_leaves_the_content_of_the_others() -> None:
    made = await make_at_once(Order(**order(EVERY)), LIBRARY)
    design = json.loads(json.dumps(made["design"]))
    scene = next(scene for scene in design["scenes"] if not scene["needs_diagram"])
    scene["mechanics"].insert(0, _another(scene["mechanics"][0]))
    again = await made_again(made, design)
    assert set(made["contents"]) < set(again["contents"])
    assert {print_: again["contents"][print_] for print_ in made["contents"]} == made["contents"]
    assert (
        again["blueprint"]["totalMaxScore"]
        == again["plan"]["total_max_score"]
        > made["plan"]["total_max_score"]
    )


@pytest.mark.slow
async def test_taking_out_and_moving_mechanics_leaves_the_content_of_the_others() -> None:
    made = await make_at_once(Order(**order(EVERY)), LIBRARY)
    design = json.loads(json.dumps(made["design"]))
    for scene in design["scenes"]:
        scene["mechanics"].reverse()
    design["scenes"].reverse()
    gone = (
        design["scenes"][-1]["mechanics"].pop()
        if len(design["scenes"][-1]["mechanics"]) > 1
        else None
    )
    again = await made_again(made, design)
    assert set(again["contents"]) <= set(made["contents"])
    assert len(made["contents"]) - len(again["contents"]) == (1 if gone else 0)
    assert all(made["contents"][print_] == content for print_, content in again["contents"].items())
    items = _items(made["blueprint"])
    assert all(items[print_] == ids for print_, ids in _items(again["blueprint"]).items())


async def test_points_clocks_and_words_can_change_without_new_content() -> None:
    made = await make_at_once(Order(**order(SMALL)), LIBRARY)
    design = json.loads(json.dumps(made["design"]))
    for scene in design["scenes"]:
        for mechanic in scene["mechanics"]:
            mechanic |= {
                "points_per_item": 7,
                "instruction_text": "Go.",
                "is_timed": True,
                "time_limit_seconds": 90,
            }
    again = await made_again(made, design)
    assert again["contents"] == made["contents"]
    assert {
        each["timeLimitSeconds"]
        for scene in again["blueprint"]["scenes"]
        for each in scene["mechanics"]
    } == {90}


async def test_a_model_is_asked_only_for_what_is_new() -> None:
    made = await make_at_once(Order(**order(SMALL)), LIBRARY)
    voice = FluentVoice(HEART, SMALL, seed=1)
    again = await made_again(made, made["design"], voice)
    assert voice.asked == []
    assert again["blueprint"] == made["blueprint"]


async def test_edited_content_is_played_and_bad_content_refused_with_its_place() -> None:
    made = await make_at_once(Order(**order(SMALL)), LIBRARY)
    contents = json.loads(json.dumps(made["contents"]))
    first = next(iter(contents))
    contents[first]["items"][0]["hint"] = "Think of the tide."
    again = await made_again({**made, "contents": contents}, made["design"])
    assert "Think of the tide." in json.dumps(again["blueprint"])
    contents[first]["items"][0]["explanation"] = "[insert text here]"
    with pytest.raises(BadInput, match=rf"{first}.*has faults:\n- items\[0\].explanation"):
        await made_again({**made, "contents": contents}, made["design"])


async def test_a_game_from_knowledge_that_a_model_wrote_can_be_made_again_without_one(
    tmp_path: Path,
) -> None:
    voice = FluentVoice(HEART, SMALL, seed=1)
    made = await make_game(
        AtOnce(),
        order(SMALL, question="How does blood flow?", knowledge=None),
        Workbench(voice, SHELF),
    )
    save_game(made, tmp_path, LIBRARY)
    again = await make_at_once(Order(**rebuild_request(tmp_path)), LIBRARY)
    assert again["knowledge"]["id"] == "g"
    assert again["blueprint"] == made["blueprint"]


def _another(mechanic: dict[str, Any]) -> dict[str, Any]:
    """Another mechanic of a kind that needs no picture."""
    kind = "memory_match" if mechanic["mechanic_type"] != "memory_match" else "sorting_categories"
    brief = {"generation_goal": "Something else altogether."}
    return {
        **mechanic,
        "mechanic_type": kind,
        "content_brief": brief,
        "expected_item_count": 4,
        "zone_labels_used": [],
    }


def _items(blueprint: dict[str, Any]) -> dict[str, list[str]]:
    played = Blueprint.model_validate(blueprint)
    return {
        round.fingerprint: sorted(round.by_id)
        for scene in played.scenes
        for round in scene.mechanics
    }
