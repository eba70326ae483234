"""A memoir in figures: what was said to what was told, and each style beside its profile."""

from __future__ import annotations

import pytest
from tests.engines.memoir.sittings import played

from dramaturg.engines.memoir.audit.evaluation import evaluation_of, in_figures
from dramaturg.english.prose import words

pytestmark = pytest.mark.slow  # it shares the sittings, and whoever comes first plays them


def test_the_figures_are_those_of_the_turns_in_which_something_was_told() -> None:
    sitting = played("refusing")
    told = [record for record in sitting.records if record.heard.text]
    found = evaluation_of(sitting.records, sitting.engine.artifacts)
    spoken, heard = (
        sum(len(words(text)) for text in texts)
        for texts in zip(*((r.line, r.heard.text) for r in told), strict=True)
    )
    assert found.turns == len(told)
    assert found.ratio == pytest.approx(spoken / heard, abs=0.001)
    assert sum(style.lines for style in found.styles.values()) == len(told)
    assert "SAFETY_FALLBACK" in found.styles


def test_they_are_told_style_by_style_and_without_a_word_that_was_said() -> None:
    sitting = played("refusing")
    artifacts = sitting.engine.artifacts
    lines = list(in_figures(evaluation_of(sitting.records, artifacts), artifacts))
    assert len(lines) == 2 + len(evaluation_of(sitting.records, artifacts).styles)
    assert not any(record.line and record.line in "\n".join(lines) for record in sitting.records)
