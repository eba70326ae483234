"""A sim in the browser, from the first word to the debrief, with the reasons and the graph beside
it.
"""

from __future__ import annotations

from collections.abc import Callable

import httpx2
import pytest
from playwright.sync_api import Page, Route, expect
from tests.hanging import LONG
from tests.studio.accessibility import assert_fit
from tests.studio.server import Server

pytestmark = pytest.mark.slow

Open = Callable[..., str]


@pytest.fixture
def opened(server: Server, page: Page) -> Open:
    """Opens the launch decision, plays some turns of it, and shows it."""

    def opened(*turns: dict[str, str]) -> str:
        wanted = {"engine": "sims", "scenario": "launch_decision", "npc": "qa_lead"}
        session: str = httpx2.post(f"{server.api}/sessions", json=wanted, timeout=LONG).json()[
            "head"
        ]["id"]
        for number, turn in enumerate(turns):
            headers = {"Idempotency-Key": str(number)}
            httpx2.post(
                f"{server.api}/sessions/{session}/turns", json=turn, headers=headers, timeout=LONG
            ).raise_for_status()
        page.goto(f"/sessions/{session}")
        return session

    return opened


def say(page: Page, words: str, answer: str) -> None:
    page.get_by_label("Say something").fill(words)
    page.get_by_label("Say something").press("Enter")
    heard(page, answer)


def heard(page: Page, line: str) -> None:
    expect(page.get_by_role("log").locator("article").last).to_contain_text(line)


def beside(page: Page, tab: str) -> None:
    page.get_by_role("tab", name=tab, exact=True).click()


TO_THE_QUESTION = tuple(
    {"text": text}
    for text in (
        "Hi, I've been brought in to make the call. What's going on?",
        "What did the eval turn up?",
        "Is it across the board, or only in specific areas?",
        "Should I just call the client and tell them we're slipping the date?",
        "Okay. What else should I know?",
    )
)


def test_a_whole_sim_from_the_first_word_to_the_debrief(page: Page, opened: Open) -> None:
    opened()
    say(page, "Hi, I've been brought in to make the call.", "Hey, I'm the QA lead here")
    say(page, "What did the eval turn up?", "The assistant is hallucinating on edge cases")
    say(page, "Is it across the board, or only in specific areas?", "Here's the core of it")
    say(
        page,
        "Should I just call the client and tell them we're slipping the date?",
        "that's Marcus's call and not mine",
    )
    say(page, "Okay. What else should I know?", "do you want my real read?")
    page.get_by_role(
        "button", name="Your real read. I'd rather hear it now than after the launch."
    ).click()
    heard(page, "Then I'll give it to you straight.")
    expect(page.get_by_role("region", name="Conversation")).to_be_focused()
    expect(page.get_by_role("button", name="Talk to Maya Patel")).to_contain_text("cooperative")
    say(
        page,
        "How bad is it, in terms of what we promised the client?",
        "What keeps me up is the contract",
    )
    say(page, "So it's 23.4% against 2%. That decides it, then.", "Yes. That's it.")
    say(page, "I'm listening, go on.", "could you sign 23%?")
    say(page, "No. Not against a ceiling of 2%.", "I signed off on that eval methodology myself.")
    say(page, "Thank you, that helps me a lot.", "I'm giving you the breakdown of Run #47")

    beside(page, "Scene")
    expect(page.get_by_text("1 of 4 done")).to_be_visible()
    expect(page.get_by_text("Medical-advice subset: 23.4% (n=180)")).to_be_visible()
    expect(page.get_by_text("Maya Patel has said goodbye.")).to_be_visible()
    assert_fit(page)

    page.get_by_role("button", name="Go to Marcus Reed").click()
    expect(page.get_by_text("You turn to Marcus Reed. Say something.")).to_be_visible()
    expect(page.get_by_label("Say something")).to_be_focused()
    say(page, "Hello, Marcus.", "I own the launch")
    expect(page.get_by_role("button", name="Talk to Marcus Reed")).to_have_attribute(
        "aria-pressed", "true"
    )

    page.get_by_role("button", name="Make the decision").click()
    assert_fit(page)
    page.get_by_role("radio", name="Ship on time and patch later").check()
    page.get_by_role("button", name="Decide", exact=True).click()
    debrief = page.get_by_role("region", name="Debrief")
    expect(debrief).to_contain_text("You decided: Ship on time and patch later.")
    expect(debrief).to_contain_text(
        "The facts spoke for another way: Delay one week, run the full eval."
    )
    expect(debrief).to_contain_text(
        "You: “So it's 23.4% against 2%. That decides it, then.” (turn 8)"
    )
    expect(page.get_by_label("Say something")).to_have_count(0)
    expect(page.get_by_role("group", name="After the conversation")).to_be_focused()
    assert_fit(page)


def test_the_reasons_of_any_turn_are_a_press_away(page: Page, opened: Open) -> None:
    opened(*TO_THE_QUESTION)
    expect(page.get_by_role("heading", name="Why turn 5 went so")).to_be_visible()
    expect(page.get_by_role("region", name="In Pivot 1")).to_contain_text(
        "Asked, and waits for the answer"
    )
    page.get_by_role("button", name="Turn before").click()
    expect(page.get_by_role("heading", name="Why turn 4 went so")).to_be_visible()
    expect(page.get_by_role("region", name="In Deepen")).to_contain_text("Went on to Pivot 1")
    expect(page.get_by_role("region", name="Between you")).to_contain_text("neutral")
    expect(page.get_by_role("region", name="What was read in the words")).to_contain_text(
        "Whether the words ask something."
    )
    expect(page.get_by_text("No model was asked, so no tokens were used.")).to_be_visible()
    page.get_by_role("button", name="Why Maya Patel said this, turn 2").click()
    expect(page.get_by_role("heading", name="Why turn 2 went so")).to_be_visible()


def test_what_the_check_replaced_is_struck_through_beside_what_was_said(
    page: Page, opened: Open
) -> None:
    def as_if_a_model_had_spoken(route: Route) -> None:
        why = route.fetch().json()
        call = {
            "ask": "sims.line",
            "role": "speak",
            "model": "some-model",
            "tokens_in": 1234,
            "tokens_cached": 1000,
            "tokens_out": 56,
            "estimated": True,
        }
        why["shown"] |= {
            "source": "retry",
            "draft": "<b>It is at 97%.</b>",
            "replaced": [{"rule": "unknown-figure", "detail": "97% is nobody's figure"}],
            "repairs": ["no readable metadata"],
            "asked": [{**call, "cost": 0.0123, "seconds": 1.26, "failure": "timed out"}],
        }
        route.fulfill(json=why)

    page.route("**/why", as_if_a_model_had_spoken)
    opened(TO_THE_QUESTION[0])
    wrote = page.get_by_role("region", name="Who wrote the line")
    expect(wrote.locator("del")).to_have_text("<b>It is at 97%.</b>")
    expect(wrote.locator("ins")).to_contain_text("Hey, I'm the QA lead here")
    expect(wrote).to_contain_text("unknown figure: 97% is nobody's figure")
    calls = page.get_by_role("row", name="some-model")
    expect(calls).to_have_text(
        "sims, linesome-modelabout 1,234about 1,000about 56$0.01231.3 stimed out"
    )
    assert_fit(page)


def test_the_control_graph_follows_the_conversation(page: Page, opened: Open) -> None:
    opened(*TO_THE_QUESTION)
    beside(page, "Graph")
    nodes = page.get_by_role("region", name="The nodes of the conversation")
    trail = page.get_by_role("region", name="The trail of the conversation with Maya Patel")
    expect(nodes.get_by_role("row", name="Pivot 1")).to_contain_text("now")
    expect(trail.get_by_role("row").last).to_have_text("5Pivot 1asked its questionPivot 1")
    page.get_by_role("button", name="Your real read.").click()
    expect(trail.get_by_role("row").last).to_have_text("6Pivot 1went onDecisive")
    expect(nodes.get_by_role("row", name="Decisive")).to_contain_text("now")
    ways = page.get_by_role("region", name="The ways between them")
    expect(ways.get_by_role("row", name="Pivot 1 Decisive")).to_contain_text("6")
    assert_fit(page)
    page.get_by_label("Whose conversation").select_option("Otto Lindqvist")
    expect(page.get_by_text("You have not talked to Otto Lindqvist yet.")).to_be_visible()
