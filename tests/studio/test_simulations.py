"""Simulations in the studio: a small comparison from its start to its charts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.studio.accessibility import assert_fit

pytestmark = pytest.mark.slow


def test_a_small_comparison_is_started_watched_and_read(page: Page) -> None:
    page.goto("/simulations")
    page.get_by_label("Scene", exact=True).select_option("launch_decision")
    page.get_by_label("How many sessions").fill("6")
    page.get_by_text("Compare with something else").click()
    page.get_by_label("B has another value at this path").fill(
        "backbones.technical.nodes.DEEPEN.max_turns"
    )
    page.get_by_label("The value").fill("1")
    page.get_by_role("button", name="Start").click()

    expect(page.get_by_role("heading", name="Being played")).to_be_visible()
    report = page.get_by_role("link", name="Download the report")
    expect(report).to_be_visible()
    pairs = page.get_by_role("table", name="Figures in pairs: everybody")
    expect(pairs.get_by_role("row").filter(has_text="exchanges")).to_contain_text("-")
    for title in ("How sessions ended", "How many turns they had"):
        chart = page.get_by_role("img", name=f"{title}; the table below says the same")
        expect(chart.locator("canvas")).to_be_visible()
        expect(page.get_by_role("table", name=f"{title}, in numbers")).to_contain_text(
            "sessions, B"
        )
    page.get_by_label("Figure", exact=True).select_option("repetition")
    expect(page.get_by_role("img", name="repetition by group")).to_be_visible()
    expect(page.get_by_role("table", name="launch decision, A")).to_contain_text("academic/GROUND")
    assert_fit(page)
    with page.expect_download() as download:
        report.click()
    assert download.value.suggested_filename.endswith(".html")

    page.get_by_role("link", name="Simulations").click()
    expect(page.get_by_role("table", name="Simulations, newest first")).to_contain_text("done")
