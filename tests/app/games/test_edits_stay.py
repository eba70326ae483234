"""Whatever is edited, in whatever order, and however often the game is built again: no word of a
person is lost, and nothing that nobody wrote is older than the knowledge.
"""

from __future__ import annotations

import asyncio
import random
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.content import knowledge_of, make_at_once
from dramaturg.engines.games.game_folder import (
    differences,
    read_json,
    rebuild_request,
    save_game,
    write_json,
)
from dramaturg.engines.games.job import Order
from dramaturg.engines.games.make.designer import offers_of

LIBRARY = library_of(Settings(store=""))
SUBJECTS = [entry.id for entry in LIBRARY.entries("knowledge")]
ROUNDS = ("memory_match", "sequencing", "sorting_categories")
MARK = "Written by hand, number"


@cache
def knowledge(subject: str) -> dict[str, Any]:
    """A subject as a knowledge of somebody's own, without pictures that lie in files."""
    document = knowledge_of(LIBRARY, subject).document.model_dump(mode="json")
    return document | {"id": "mine", "diagrams": []}


@cache
def made(subject: str) -> dict[str, Any]:
    own = knowledge(subject)
    fed = {offer.mechanic_type for offer in offers_of(Knowledge.model_validate(own))}
    rounds = [each for each in ROUNDS if each in fed][:2]
    order = Order(
        id="mine", own_knowledge=own, minutes=4, difficulty="beginner", mechanics=tuple(rounds)
    )
    return asyncio.run(make_at_once(order, LIBRARY))


def edit_content(folder: Path, lot: random.Random, number: int) -> str:
    file = lot.choice(sorted((folder / "content").glob("*.json")))
    content = read_json(file)
    words = f"{MARK} {number}."
    if lot.random() < 0.2:
        content["feedback"]["completion"] = words
    else:
        lot.choice(content["items"])[lot.choice(["explanation", "hint"])] = words
    write_json(file, content)
    return words


def edit_design(folder: Path, lot: random.Random) -> None:
    design = read_json(folder / "design.json")
    mechanic = lot.choice([each for scene in design["scenes"] for each in scene["mechanics"]])
    match lot.choice(["fewer", "points", "style", "back"]):
        case "fewer":
            count = max(3, mechanic["expected_item_count"] - 1)
            mechanic["expected_item_count"] = count
            mechanic["zone_labels_used"] = mechanic["zone_labels_used"][:count]
        case "points":
            mechanic["points_per_item"] = lot.choice([5, 10, 20])
        case "style":
            mechanic["content_brief"]["notes"] = lot.choice(["", "Be brief.", "Be kind."])
        case "back":
            design = read_json(folder / "first_design.json")
    write_json(folder / "design.json", design)


def edit_knowledge(folder: Path, lot: random.Random, number: int) -> None:
    document = read_json(folder / "knowledge.json")
    concept = lot.choice(document["concepts"])
    concept["why"] = f"Fact of edition {number} about {concept['label']}."
    write_json(folder / "knowledge.json", document)


def rebuild(folder: Path) -> dict[str, Any]:
    request = rebuild_request(folder)
    again = asyncio.run(make_at_once(Order(**request), LIBRARY))
    save_game(again, folder, LIBRARY, request)
    return again


def everything(folder: Path) -> str:
    """All contents, in use and set aside."""
    return "\n".join(file.read_text() for file in sorted(folder.rglob("content/*.json*")))


def require_fresh(folder: Path, made: dict[str, Any]) -> None:
    """What tells of the concepts tells what the knowledge says now, but where somebody wrote."""
    known = {each["id"]: each for each in read_json(folder / "knowledge.json")["concepts"]}
    for content in made["contents"].values():
        for item in content["items"]:
            why = (known.get(item.get("concept")) or {}).get("why") or ""
            if "Fact of edition" in item["explanation"] and not item["explanation"].startswith(
                MARK
            ):
                assert why in item["explanation"], (item, why)


def play_through(folder: Path, subject: str, seed: int) -> None:
    lot, mine = random.Random(seed), list[str]()
    shutil.rmtree(folder, ignore_errors=True)
    save_game(made(subject), folder, LIBRARY)
    write_json(folder / "first_design.json", read_json(folder / "design.json"))
    for number in range(lot.randint(2, 3)):
        for at in range(lot.randint(1, 2)):
            mine.append(edit_content(folder, lot, 10 * number + at))
        if lot.random() < 0.7:
            edit_design(folder, lot)
        if lot.random() < 0.4:
            edit_knowledge(folder, lot, number)
        there = everything(folder)
        mine = [words for words in mine if words in there]  # some a person has written over
        again = rebuild(folder)
        left = everything(folder)
        assert [words for words in mine if words not in left] == [], (subject, seed)
        require_fresh(folder, again)
    differences(folder)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_no_word_is_lost_and_nothing_is_stale(subject: str, tmp_path: Path) -> None:
    play_through(tmp_path / "game", subject, SUBJECTS.index(subject))


@pytest.mark.slow
def test_no_word_is_lost_and_nothing_is_stale_in_500_sequences(tmp_path: Path) -> None:
    for seed in range(500):
        play_through(tmp_path / "game", SUBJECTS[seed % len(SUBJECTS)], 1_000 + seed)
