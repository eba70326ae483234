"""An engine that the pages know nothing about is played on them all the same, with its why."""

from __future__ import annotations

import sys
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, expect
from tests.fifth_engine.playing import CLASSICS
from tests.studio.server import serving

pytestmark = pytest.mark.slow

WITH_RIDDLES = (
    sys.executable,
    "-c",
    "import tests.fifth_engine.__main__; from dramaturg.cli.main import run; run()",
)


def test_riddles_are_guessed_on_a_page_that_nobody_wrote_for_them(
    browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "classics.yaml").write_text(CLASSICS, encoding="utf-8")
    with serving(tmp_path, WITH_RIDDLES, PYTHONPATH=str(Path(__file__).parents[2])) as server:
        opening = {"engine": "riddles", "riddles": "classics"}
        opened = httpx2.post(f"{server.api}/sessions", json=opening, timeout=120.0)
        assert opened.status_code == 201, opened.text
        session = opened.json()["head"]["id"]
        page = browser.new_page(base_url=server.url)
        page.goto(f"/sessions/{session}")
        said, why = page.get_by_role("log"), page.get_by_role("tabpanel", name="Why")
        expect(said.get_by_text("What must be broken before it can be used?")).to_be_visible()
        page.get_by_role("textbox").fill("an egg")
        page.keyboard.press("Enter")
        expect(said.get_by_text("What gets wetter the more it dries?")).to_be_visible()
        expect(why.get_by_text("What gets wetter the more it dries?")).to_be_visible()
        page.get_by_role("textbox").fill("a towel")
        page.keyboard.press("Enter")
        expect(said.get_by_text("a towel")).to_be_visible()
        page.close()
