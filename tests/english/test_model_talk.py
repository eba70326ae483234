"""What only a model says is no answer; what people say in their own name is."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from dramaturg.english.rules.model_talk import model_talk

CASES = yaml.safe_load(
    Path(__file__).with_name("model_talk_cases.yaml").read_text(encoding="utf-8")
)
TALK = [line for lines in CASES["talk"].values() for line in lines]
PEOPLE = [line for lines in CASES["people"].values() for line in lines]


@pytest.mark.parametrize("line", TALK)
def test_what_only_a_model_says_is_known(line: str) -> None:
    assert model_talk(line)


@pytest.mark.parametrize("line", PEOPLE)
def test_what_people_say_in_their_own_name_passes(line: str) -> None:
    assert model_talk(line) is None
