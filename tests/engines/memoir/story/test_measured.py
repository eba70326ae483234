"""How well passages are heard without a model, on passages written for it; and on some that were
kept apart.
"""

from __future__ import annotations

from statistics import fmean

import pytest
from tests.engines.memoir.story.measuring import kept, measured, table_of
from tests.engines.memoir.story.passages import CASES, HELD_OUT
from tests.engines.memoir.story.talks import HELD_OUT_TALKS, TALKS

pytestmark = pytest.mark.slow


def test_what_a_passage_tells_is_heard() -> None:
    scores = measured(CASES)
    print(f"\n{table_of(scores)}")
    for kind, score in scores.items():
        assert score.precision >= 0.9, (kind, score.wrong)
        assert score.recall >= 0.9, (kind, score.missed)


def test_passages_kept_apart_are_heard_a_little_less_well() -> None:
    scores = measured(HELD_OUT)
    print(f"\n{table_of(scores)}")
    assert fmean(score.precision for score in scores.values()) >= 0.85
    assert fmean(score.recall for score in scores.values()) >= 0.85


def test_a_talk_is_kept_in_the_threads_its_writer_meant() -> None:
    talks = [kept(talk) for talk in TALKS]
    print(
        f"\npairs of passages: precision {fmean(t.precision for t in talks):.2f}, recall {fmean(t.recall for t in talks):.2f}"
    )
    assert fmean(talk.precision for talk in talks) >= 0.8
    assert fmean(talk.recall for talk in talks) >= 0.95


def test_of_talks_kept_apart_most_of_what_belongs_together_stays_together() -> None:
    talks = [kept(talk) for talk in HELD_OUT_TALKS]
    print(
        f"\npairs of passages: precision {fmean(t.precision for t in talks):.2f}, recall {fmean(t.recall for t in talks):.2f}"
    )
    assert fmean(talk.recall for talk in talks) >= 0.6
    assert fmean(talk.precision for talk in talks) >= 0.6
