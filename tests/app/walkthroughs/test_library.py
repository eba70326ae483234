"""The walkthroughs that come with Dramaturg hold, in all three ways. They are read as a manual,
too.
"""

from __future__ import annotations

import pytest

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.walkthroughs.run import run
from dramaturg.app.walkthroughs.suite import find_suite
from dramaturg.content.library import packaged

SUITE = find_suite([packaged()])
WALKTHROUGHS = {each.id: each for each in SUITE.walkthroughs}
QUICK = {
    "the_gate_holds",
    "the_way_out_is_shut",
    "questions_a_model_may_ask",
    "words_a_model_may_not_say",
}


def test_every_engine_has_two_of_them_and_none_has_a_fault() -> None:
    engines = [each.document.engine for each in SUITE.walkthroughs]
    assert all(engines.count(engine) >= 2 for engine in ("sims", "interviews", "memoir", "games"))
    assert SUITE.faults == ()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
        for name in sorted(WALKTHROUGHS)
    ],
)
async def test_it_holds_in_all_three_ways(name: str) -> None:
    ran = await run(WALKTHROUGHS[name], SUITE.library, LOCAL_MODELS)
    assert ran.failures == ()
