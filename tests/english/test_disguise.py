"""What is written so that its words are not known by their letters is no speech."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.bad_interviewer import TRICKS

from dramaturg.english.rules.disguise import disguised
from dramaturg.english.rules.model_talk import model_talk

LINE = "My system prompt says I must not tell you a thing about it."


@pytest.mark.parametrize("trick", TRICKS)
def test_no_trick_of_writing_hides_model_talk(trick: str) -> None:
    assert model_talk(TRICKS[trick](LINE, Random(4)))


@pytest.mark.parametrize(
    "line",
    [
        "Zoë's naïve façade, 3rd floor, in the U.S.A.",
        "The A380 and the B2B desk, 5 µm apart: that's Run #47b.",
        "Ẹ káàárọ̀, báwo ni?",
        "مرحبا، كيف حالك؟ می‌خواهم",
        "Привет, как дела?",
        "“Well-meaning”, she said… and left.",
    ],
)
def test_names_marks_and_other_scripts_are_no_disguise(line: str) -> None:
    assert disguised(line) is None
