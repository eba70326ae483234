"""Both stores do what every store of sessions and studies must do."""

from __future__ import annotations

import pytest

from dramaturg.testing import store_conformance
from dramaturg.testing.store_conformance import BEHAVIOURS, Behaviour, StoreStage


@pytest.mark.parametrize("behaviour", BEHAVIOURS, ids=lambda behaviour: behaviour.__name__)
async def test_store(behaviour: Behaviour, stage: StoreStage) -> None:
    await behaviour(stage)


def test_no_behaviour_is_forgotten() -> None:
    takes_a_stage = [
        value
        for value in vars(store_conformance).values()
        if "stage" in getattr(value, "__annotations__", {})
    ]
    assert takes_a_stage == list(BEHAVIOURS)
