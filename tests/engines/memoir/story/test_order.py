"""What comes before what in any life: years that turn it round are asked about, once and in the
teller's own words; and the story on the rows that it was developed by.
"""

from __future__ import annotations

import pytest
from bench.memoir_story import contradictions, measured
from tests.engines.memoir.story.listening import listen, told

from dramaturg.engines.memoir.voice.follow_ups import of_a_conflict

MET, MARRIED = "I met Frank in 1957 at the Ritz.", "We got married in 1956, at St Anne's."


def test_who_met_after_they_married_is_asked_how_the_two_go_together() -> None:
    heard, state = listen(told(MET), MARRIED)
    assert heard.contradiction >= 0.6
    asked = of_a_conflict(state)[0].holes
    assert asked == {"said_then": "you met Frank in 1957", "said_now": "you got married in 1956"}


def test_who_married_somebody_else_before_is_asked_nothing() -> None:
    heard, _ = listen(told("I met Frank in 1957."), "I married Harold in 1950.")
    assert heard.contradiction == 0.0


def test_what_is_put_right_takes_the_place_of_the_year_it_means_and_of_no_other() -> None:
    _, state = listen(
        told(MET, MARRIED), "Oh yes, you're right. 1958 it was, the year after we met."
    )
    years = {
        kept.claim.predicate: kept.claim.value
        for kept in state.story.claims.values()
        if kept.claim.slot == "year" and not kept.superseded_by
    }
    assert years == {"meet frank": (1957.0, 1957.0), "marry": (1958.0, 1958.0)}


@pytest.mark.slow
def test_the_story_is_right_on_the_rows_it_was_developed_by() -> None:
    scores = measured()
    for kind, least in (("people", 0.95), ("roles", 0.9), ("dates", 0.95), ("corrections", 0.9)):
        score = scores[kind]
        assert score.right / (score.right + len(score.wrong)) >= least, score.wrong
        assert score.right / (score.right + len(score.missed)) >= least, score.missed
    missed, needless = contradictions()
    assert len(missed) <= 5 and len(needless) <= 2
