"""The content editor: faults at their lines, the proof beside, and nothing that two hands write is
lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import httpx2
import pytest
from playwright.sync_api import Locator, Page, expect
from tests.hanging import LONG
from tests.studio.accessibility import assert_fit
from tests.studio.server import Server

pytestmark = pytest.mark.slow

Copied = Callable[[str], str]


@pytest.fixture
def copied(server: Server) -> Iterator[Copied]:
    """A scenario of one's own under the given id; gives the address of its page. All of one's own
    is thrown away afterwards.
    """

    def copy(id: str) -> str:
        made = httpx2.post(f"{server.api}/content/scenario/launch_decision/copy", json={"id": id})
        assert made.status_code == 201, made.text
        return f"/content/scenario/{id}"

    yield copy
    for head in httpx2.get(f"{server.api}/content").json():
        if head["own"]:
            address = f"{server.api}/content/{head['kind']}/{head['id']}"
            httpx2.delete(address, headers={"If-Match": httpx2.get(address).headers["ETag"]})


def opened(page: Page, address: str) -> Locator:
    page.goto(address)
    editor = page.get_by_role("textbox", name="Text of Ship in 48 hours?")
    expect(page.get_by_text("No fault. 20 of 20 proofs hold.")).to_be_visible()
    return editor


def replaced(editor: Locator, was: str, now: str) -> None:
    text = editor.input_value()
    assert was in text
    editor.fill(text.replace(was, now, 1))


def test_a_scenario_is_broken_seen_at_its_line_mended_proven_saved_and_tried(
    page: Page, copied: Copied
) -> None:
    editor = opened(page, copied("broken_and_mended"))
    replaced(editor, "best: delay_and_eval", "best: delay_and_evil")
    expect(page.get_by_text("1 fault.", exact=False).first).to_be_visible()
    line = 1 + editor.input_value().splitlines().index("  best: delay_and_evil")
    page.get_by_role("button", name=f"Go to line {line}").click()
    expect(editor).to_be_focused()
    expect(page.locator(".editor-here")).to_contain_text(f"Line {line}.")
    expect(page.locator(".editor-here")).to_contain_text("Did you mean 'delay_and_eval'?")
    mark, margin = page.locator(".editor-mark"), page.locator(".editor-dot")
    expect(mark).to_be_visible()
    assert abs(_top(mark) - _top(margin)) < 12, "the words of a fault and its dot stand on one line"
    assert_fit(page)
    replaced(editor, "best: delay_and_evil", "best: delay_and_eval")
    replaced(editor, 'version: "1"', 'version: "2"')
    expect(page.get_by_text("No fault. 20 of 20 proofs hold.")).to_be_visible()
    page.get_by_role("tab", name="Proof").click()
    expect(page.get_by_text("every walk ends").first).to_be_visible()
    page.get_by_role("tab", name="Graph").click()
    expect(page.get_by_role("table", name="The nodes of the conversation")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.get_by_role("button", name="Try it").click()
    page.wait_for_url(re.compile("/sessions/"))
    expect(page.get_by_role("main")).to_contain_text("Ship in 48 hours?")


def test_faults_are_walked_by_keyboard_and_tab_leaves_the_text(page: Page, copied: Copied) -> None:
    editor = opened(page, copied("by_keyboard"))
    replaced(editor, 'version: "1"', "version: 1")
    replaced(editor, "best: delay_and_eval", "best: delay")
    expect(page.get_by_text(re.compile(r"^2 faults\."))).to_be_visible()
    editor.focus()
    page.keyboard.press("Control+Home")
    for key, line in (("F8", 4), ("F8", 31), ("F8", 4), ("Shift+F8", 31)):
        page.keyboard.press(key)
        expect(page.locator(".editor-here")).to_contain_text(f"Line {line}.")
    page.keyboard.press("Tab")
    expect(editor).not_to_be_focused()
    page.reload()
    expect(page.get_by_text("What you had not saved is here again.")).to_be_visible()
    expect(editor).to_have_value(re.compile("version: 1\n"))
    page.get_by_role("button", name="Save as a draft, with its faults").press("Enter")
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_role("button", name="Try it")).to_be_disabled()
    page.get_by_role("link", name="Content").press("Enter")
    page.get_by_label("Search").fill("by_keyboard")
    expect(page.get_by_text(re.compile(r"^2 faults$"))).to_be_visible()


def test_of_two_editors_the_second_sees_both_texts_and_decides(page: Page, copied: Copied) -> None:
    address = copied("two_editors")
    first = opened(page, address)
    other = page.context.new_page()
    second = opened(other, address)
    replaced(first, "an ML product team", "one team")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    replaced(second, "an ML product team", "another team")
    other.get_by_role("button", name="Save", exact=True).click()
    conflict = other.get_by_role("alert")
    expect(conflict).to_contain_text("Somebody else saved this in the meantime")
    expect(conflict.get_by_role("region", name="Yours")).to_contain_text("another team")
    expect(conflict.get_by_role("region", name="Theirs")).to_contain_text("one team")
    assert_fit(other)
    conflict.get_by_role("button", name="Save my version").click()
    expect(other.get_by_text("Saved.")).to_be_visible()
    other.close()
    page.reload()
    expect(first).to_have_value(re.compile("another team"))


def test_a_saved_version_is_brought_to_a_session_and_taken_back(
    page: Page, server: Server, copied: Copied
) -> None:
    address = copied("brought_along")
    opened_with = httpx2.post(
        f"{server.api}/sessions", json={"engine": "sims", "scenario": "brought_along"}, timeout=LONG
    ).json()
    editor = opened(page, address)
    replaced(editor, 'version: "1"', 'version: "2"')
    replaced(editor, "an ML product team", "a small team")
    page.get_by_role("tab", name="Sessions").click()
    expect(page.get_by_text("Save first")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="What would this change").click()
    expect(page.get_by_role("table", name="What becomes of each session")).to_contain_text(
        "keeps its place"
    )
    assert_fit(page)
    page.get_by_role("button", name="Let 1 session go on with it").click()
    expect(page.get_by_text("1 session went on with this version.")).to_be_visible()
    now = httpx2.get(f"{server.api}/sessions/{opened_with['head']['id']}").json()["head"][
        "content_version"
    ]
    assert now.startswith("2+")
    page.get_by_role("button", name="Undo the last migration").click()
    expect(page.get_by_text("1 session has the version before again.")).to_be_visible()


@pytest.mark.usefixtures("copied")
def test_something_new_is_made_from_a_few_words_copied_and_thrown_away(page: Page) -> None:
    page.goto("/content")
    page.get_by_role("button", name="New").click()
    page.get_by_label("What is it about?").fill("a ferry in the fog")
    page.get_by_role("button", name="Create").click()
    page.wait_for_url(re.compile("/content/scenario/ferry_fog"))
    page.get_by_role("button", name="Copy").click()
    page.get_by_label("Id of the copy").fill("another_ferry")
    page.get_by_role("dialog").get_by_role("button", name="Copy").click()
    page.wait_for_url(re.compile("/content/scenario/another_ferry"))
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete it").click()
    page.wait_for_url(re.compile("/content$"))
    page.get_by_label("Search").fill("ferry")
    expect(page.get_by_text("1 document", exact=True)).to_be_visible()


def _top(locator: Locator) -> float:
    box = locator.bounding_box()
    assert box is not None
    return box["y"]
