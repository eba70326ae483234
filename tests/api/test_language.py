"""A session opened over HTTP in a language."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.api.asking import asking

WANTED = {"engine": "memoir", "artifacts": "origins"}


@pytest.mark.parametrize("written", ["Spanish", "es-MX", "español"])
async def test_the_language_that_a_session_was_opened_in_is_on_record(
    written: str, tmp_path: Path
) -> None:
    async with asking(tmp_path) as client:
        shown = (await client.post("/sessions", json=WANTED | {"language": written})).json()
        (opening,) = (await client.get(f"/sessions/{shown['head']['id']}/records")).json()
        assert opening["record"]["heard"]["language"] == "es"


async def test_a_language_that_nobody_knows_opens_nothing(tmp_path: Path) -> None:
    async with asking(tmp_path) as client:
        refused = await client.post("/sessions", json=WANTED | {"language": "Spansh"})
        assert refused.status_code == 422
        assert "Did you mean 'Spanish'" in refused.text
        assert (await client.get("/sessions")).json()["sessions"] == []
