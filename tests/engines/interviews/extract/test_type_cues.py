"""How something is said tells what it is."""

from __future__ import annotations

import pytest
from tests.engines.interviews.extraction_cases import JOBS, MEANS_END

from dramaturg.engines.interviews.extract.phrases import phrases
from dramaturg.engines.interviews.extract.type_cues import cues_of, speaks_for
from dramaturg.language.syntax import best_syntax


def shown(text: str) -> dict[str, float]:
    phrase = phrases(best_syntax().read(text))[0]
    return cues_of(phrase, " ".join(token.text for token in phrase.words), text)


@pytest.mark.parametrize(
    ("text", "manner"),
    [
        ("I'm afraid of losing data.", "fear"),
        ("I usually take the bus.", "habit"),
        ("I want to learn Spanish.", "wanted"),
        ("When I moved to Leeds.", "circumstance"),
        ("I waste money.", "bad"),
        ("I feel proud.", "feeling"),
    ],
)
def test_a_manner_shows_in_what_is_said(text: str, manner: str) -> None:
    assert manner in shown(text)


def test_something_bad_that_is_not_so_is_good() -> None:
    averted = shown("I don't waste money.")
    assert "good" in averted
    assert "bad" not in averted


def test_a_type_is_known_by_the_words_of_its_name() -> None:
    assert "bad" in speaks_for(JOBS.by_type["pain"])
    assert "feeling" in speaks_for(MEANS_END.by_type["psychosocial_consequence"])
    assert "feeling" not in speaks_for(MEANS_END.by_type["attribute"])
