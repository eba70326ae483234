"""Authored lives: those that come with Dramaturg can be told, and what is wrong with one
is said.
"""

from __future__ import annotations

import json
from typing import cast

import pytest

from dramaturg.content.library import Library, packaged
from dramaturg.engines.memoir.base.story import PERIODS
from dramaturg.engines.memoir.teller import Life, life_faults
from dramaturg.english.prose import plain

LIBRARY = Library({"teller": Life}, (packaged(),))
NAMES = tuple(entry.id for entry in LIBRARY.entries("teller"))
ENOUGH = 24  # episodes for ten sittings


def life(name: str) -> Life:
    return cast(Life, LIBRARY.get("teller", name).document)


def test_there_are_four_lives() -> None:
    assert len(NAMES) == 4


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_life_is_without_fault_and_covers_every_period(name: str) -> None:
    document = life(name)
    assert life_faults(document) == ()
    assert len(document.episodes) >= ENOUGH
    assert {episode.period for episode in document.episodes} == set(PERIODS)


@pytest.mark.parametrize("name", NAMES)
def test_no_sentence_of_a_life_stands_in_it_twice(name: str) -> None:
    said = [plain(part) for episode in life(name).episodes for part in episode.parts]
    assert len(said) == len(set(said))


@pytest.mark.parametrize("name", NAMES)
def test_everybody_who_is_named_is_spoken_of(name: str) -> None:
    document = life(name)
    told = " ".join((*(episode.text for episode in document.episodes), document.wound.told))
    assert [person.name for person in document.people if person.name not in told] == []


def test_an_interviewer_knows_name_birth_and_country_and_nothing_else() -> None:
    known = life("jens_thyboron").known(12)
    assert (known.name, known.born, known.country, known.budget, known.sitting_turns) == (
        "Jens",
        1944,
        "DK",
        None,
        12,
    )


def with_episode(document: Life, **changed: str) -> Life:
    """The same life with one episode more: the first once again, changed."""
    written = document.model_dump(mode="json")
    written["episodes"].append({**written["episodes"][0], **changed})
    return Life.model_validate_json(json.dumps(written))


def test_two_episodes_of_one_id_are_a_fault() -> None:
    faults = life_faults(with_episode(life("jens_thyboron")))
    assert [fault.code for fault in faults] == ["duplicate-name"]


def test_an_episode_of_one_sentence_is_a_fault() -> None:
    document = with_episode(life("jens_thyboron"), id="short", text="It rained.")
    faults = life_faults(document)
    assert [(fault.code, fault.path) for fault in faults] == [
        ("out-of-range", ("episodes", len(document.episodes) - 1, "text"))
    ]
