"""`study simulate` at the shell: what it refuses before anybody is asked anything."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from dramaturg.app.config.settings import Settings
from dramaturg.app.wiring import open_app
from dramaturg.cli.study_simulate import simulated
from dramaturg.kernel.errors import BadInput


def test_more_people_than_a_study_has_places_for_are_refused_and_nothing_is_opened(
    tmp_path: Path,
) -> None:
    settings = Settings(store=str(tmp_path / "studies.db"), model="offline")
    with pytest.raises(BadInput, match="oat_milk_values interviews 40 in all"):
        simulated("oat_milk_values", None, 41, 1, settings)

    async def opened() -> int:
        async with open_app(settings) as app:
            return len(await app.studies.all())

    assert asyncio.run(opened()) == 0
