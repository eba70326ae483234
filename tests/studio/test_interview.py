"""A whole interview in the browser: answered, looked into while it goes on, stopped, and
reported.
"""

from __future__ import annotations

import re
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Locator, Page, Position, expect
from tests.hanging import LONG
from tests.studio.accessibility import assert_fit
from tests.studio.server import Server

pytestmark = pytest.mark.slow

ANSWERS = (
    "I like oat milk because it is creamy and it makes my coffee taste smooth.",
    "Smooth coffee makes me feel calm, so that I can start the day relaxed.",
    "It is cheap, which lets me save money for my family.",
)
PLACE = "(canvas, id) => canvas._cyreg.cy.getElementById(id).renderedBoundingBox()"


def opened(server: Server, *answers: str, guide: str | None = None) -> str:
    wanted = {
        "engine": "interviews",
        "methodology": "means_end_chain",
        "about": "oat_milk",
        "guide": guide,
    }
    session: str = httpx2.post(f"{server.api}/sessions", json=wanted, timeout=LONG).json()["head"][
        "id"
    ]
    for turn, text in enumerate(answers):
        headers = {"Idempotency-Key": f"{session}-{turn}"}
        httpx2.post(
            f"{server.api}/sessions/{session}/turns",
            json={"text": text},
            headers=headers,
            timeout=LONG,
        ).raise_for_status()
    return session


def asked(server: Server, path: str) -> dict[str, Any]:
    got: dict[str, Any] = httpx2.get(f"{server.api}{path}", timeout=LONG).json()
    return got


def answer(page: Page, text: str) -> None:
    page.get_by_role("textbox").fill(text)
    page.get_by_role("textbox").press("Enter")


def middle_of(page: Page, id: str) -> Position:
    """Where something is drawn on the canvas, when it is."""
    box = graph(page).evaluate(PLACE, id)
    return {"x": (box["x1"] + box["x2"]) / 2, "y": (box["y1"] + box["y2"]) / 2}


def graph(page: Page) -> Locator:
    return page.get_by_role("img", name="Knowledge graph")


def words(page: Page) -> Locator:
    return page.get_by_role("region", name="The words behind it")


def test_the_graph_grows_with_every_answer_and_shows_the_words_behind_it(
    page: Page, server: Server
) -> None:
    page.goto(f"/sessions/{opened(server)}")
    page.get_by_role("tab", name="Knowledge graph").click()
    expect(page.get_by_text("0 concepts, 0 links")).to_be_visible()
    answer(page, ANSWERS[0])
    expect(page.get_by_text("2 concepts, 1 link")).to_be_visible()
    was = graph(page).evaluate("(canvas) => canvas._cyreg.cy.getElementById('c1').position()")
    answer(page, ANSWERS[1])
    expect(page.get_by_text("3 concepts, 2 links")).to_be_visible()
    assert (
        graph(page).evaluate("(canvas) => canvas._cyreg.cy.getElementById('c1').position()") == was
    ), "it kept its place"

    graph(page).click(position=middle_of(page, "c1"))
    expect(words(page)).to_contain_text("creamy answer 1")
    graph(page).click(position=middle_of(page, "e2"))
    expect(words(page).get_by_role("heading", level=2)).to_have_text(
        "coffee taste smooth → feel calm"
    )
    expect(words(page)).to_contain_text("answer 2")

    row = page.get_by_role("region", name="Concepts", exact=True).get_by_role(
        "button", name="feel calm"
    )
    row.press("Enter")
    expect(words(page).get_by_role("heading", level=2)).to_have_text("feel calm")
    expect(row).to_have_attribute("aria-pressed", "true")
    assert_fit(page)


def test_time_goes_back_and_forth_by_keys_and_by_itself(page: Page, server: Server) -> None:
    page.goto(f"/sessions/{opened(server, *ANSWERS)}")
    page.get_by_role("tab", name="Knowledge graph").click()
    slider = page.get_by_role("slider")
    expect(page.get_by_text("5 concepts, 3 links")).to_be_visible()
    slider.press("ArrowLeft")
    expect(page.get_by_text("After answer 2 of 3")).to_be_visible()
    expect(page.get_by_text("3 concepts, 2 links")).to_be_visible()
    expect(
        page.get_by_role("region", name="Concepts", exact=True).get_by_role("button", name="cheap")
    ).to_have_count(0)
    assert not graph(page).evaluate("(canvas) => canvas._cyreg.cy.getElementById('c4').visible()")
    slider.press("Home")
    expect(page.get_by_text("0 concepts, 0 links")).to_be_visible()
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_text("As it is now")).to_be_visible()
    expect(page.get_by_text("5 concepts, 3 links")).to_be_visible()

    page.get_by_role("button", name="Brought together").click()
    expect(page.get_by_text("5 slots, 3 links")).to_be_visible()
    page.get_by_role("region", name="Links between slots").get_by_role("button").first.click()
    expect(words(page)).to_contain_text("creamy → coffee taste smooth")
    assert_fit(page)


def test_why_a_question_was_asked_is_told_with_every_pair_and_its_parts(
    page: Page, server: Server
) -> None:
    session = opened(server, *ANSWERS)
    why = asked(server, f"/sessions/{session}/turns/3/why")["own"]
    page.goto(f"/sessions/{session}")
    table = page.get_by_role("region", name="Everything that could have been asked")
    expect(table).to_contain_text(f"{len(why['pairs'])} pairs")
    first = table.get_by_role("row").nth(1)
    expect(first).to_contain_text(f"{why['strategy']}")
    expect(first).to_contain_text("chosen")
    first.locator("summary").press("Enter")
    strongest = why["pairs"][0]["parts"][0]["key"]
    expect(first).to_contain_text(why["meanings"][strongest])
    assert_fit(page)

    if table.get_by_role("row").count() < len(why["pairs"]) + 1:
        page.get_by_role("button", name=re.compile("Show all")).click()
    expect(table.get_by_role("row")).to_have_count(len(why["pairs"]) + 1)
    strategy = why["pairs"][-1]
    page.get_by_label("Way of asking").select_option(strategy["strategy"])
    expect(table.get_by_role("row")).to_have_count(
        1 + sum(pair["strategy"] == strategy["strategy"] for pair in why["pairs"])
    )


def test_one_may_skip_and_stop_and_reads_the_report(page: Page, server: Server) -> None:
    page.goto(f"/sessions/{opened(server, *ANSWERS, guide='oat_milk_guide')}")
    page.get_by_role("button", name="Skip this question").click()
    expect(page.get_by_text("4 of at most 20 answers")).to_be_visible()
    expect(page.get_by_text(", and a refusal")).to_be_visible()
    page.get_by_role("tab", name="Ladders").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("leads to feel calm")
    expect(page.get_by_role("region", name="The guide's topics")).to_contain_text("the cup itself")

    page.get_by_role("button", name="Stop the interview").click()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Stop the interview").click()
    page.get_by_role("button", name="Stop now").click()
    report = page.get_by_role("region", name="Report")
    expect(report).to_contain_text("The respondent wanted to stop.")
    expect(report).to_contain_text("cheap, which lets me save money for my family answer 3")
    with page.expect_download() as saved:
        report.get_by_role("link", name="Transcript").click()
    assert saved.value.suggested_filename == "transcript.md"
    assert_fit(page)
