"""A study in the browser: three people take part through their links, one withdraws, and the
researcher sees what they share.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect
from tests.studio.accessibility import assert_fit
from tests.studio.server import Server

from dramaturg.content.yaml_writer import as_yaml

pytestmark = pytest.mark.slow


TREATS: dict[str, Any] = {
    "kind": "study",
    "id": "oat_treats",
    "version": "1",
    "title": "Oat milk & <b>treats</b>",
    "methodology": "means_end_chain",
    "subject": "oat_milk",
    "turns": 2,
    "respondents": 3,
    "invited_only": True,
    "consent": {
        "version": "1",
        "text": "We ask what oat milk is to you, and delete what you say when you withdraw.",
    },
    "screener": [
        {"id": "age", "question": "How old are you?", "answer": "number", "least": 1, "most": 120},
        {"id": "drinks", "question": "Do you drink coffee?", "answer": "yes_no"},
    ],
    "rules": [{"when": "age < 18", "message": "We can only talk with adults."}],
}
FOAM = "It is creamy, and creamy foam makes my coffee feel like a treat."
SAID = (
    (FOAM, "It is cheap, so I save money. <script>alert(1)</script>"),
    (FOAM, "It comes from oats, so it is good for the climate."),
    (
        "It does not upset my stomach, so I feel healthy.",
        "I feel healthy, so I can be there for my children, says Wilhelmina.",
    ),
)


@dataclass
class Guest:
    """Somebody with a browser of their own."""

    page: Page
    receipt: str = ""

    def come(self, address: str) -> None:
        self.page.goto(address)
        expect(self.page.get_by_role("heading", name=TREATS["title"])).to_be_visible()

    def agree(self) -> None:
        self.page.get_by_role("checkbox", name="I agree to take part").check()
        self.page.get_by_role("button", name="Take part").click()
        expect(self.page.get_by_role("heading", name="Before we begin")).to_be_visible()
        self.receipt = self.page.locator(".join-receipt").inner_text()

    def screen(self, age: str) -> None:
        self.page.get_by_label("How old are you?").fill(age)
        self.page.get_by_role("radio", name="yes").check()
        self.page.get_by_role("button", name="Continue").click()

    def begin(self) -> None:
        self.page.get_by_role("button", name="Begin the interview").click()
        expect(self.page.get_by_role("textbox", name="Your answer")).to_be_visible()

    def say(self, text: str) -> None:
        box = self.page.get_by_role("textbox", name="Your answer")
        box.fill(text)
        box.press("Enter")
        expect(self.page.get_by_role("log").get_by_text(text, exact=True)).to_be_visible()


@pytest.fixture
def study(server: Server, page: Page) -> str:
    """The address of the study, opened from its card."""
    (server.folder / "content" / "oat_treats.yaml").write_text(as_yaml(TREATS), encoding="utf-8")
    page.goto("/studies")
    card = page.get_by_role("button", name=f"Open {TREATS['title']}")
    card.click()
    expect(page.get_by_role("tab", name="Progress")).to_be_visible()
    return page.url


@pytest.fixture
def guests(browser: Browser, server: Server) -> Iterator[list[Guest]]:
    contexts = [browser.new_context(base_url=server.url) for _ in SAID]
    yield [Guest(context.new_page()) for context in contexts]
    for context in contexts:
        context.close()


def test_a_study_of_three_respondents(
    study: str, page: Page, guests: list[Guest], tmp_path: Path
) -> None:
    links = invite(page, len(SAID))
    for guest, link, said in zip(guests, links, SAID, strict=True):
        take_part(guest, link, said, thoroughly=guest is guests[0])
    withdraw_later(guests[2])
    page.reload()
    see_progress(page)
    decide_on_codes(page)
    see_figures(page)
    read_report(page)
    export(page, tmp_path)
    page.goto("/studies")
    expect(page.get_by_role("link", name=TREATS["title"], exact=True)).to_be_visible()


def invite(page: Page, number: int) -> list[str]:
    page.get_by_role("tab", name="Invite").click()
    page.get_by_label("How many invitations").fill(str(number))
    page.get_by_role("button", name="Create links").click()
    links = page.get_by_role("list", name=re.compile("Invitations to")).get_by_role("link")
    expect(links).to_have_count(number)
    assert_fit(page)
    return [str(link.get_attribute("href")) for link in links.all()]


def take_part(guest: Guest, link: str, said: tuple[str, ...], thoroughly: bool) -> None:
    guest.come(link)
    if thoroughly:
        expect(
            guest.page.get_by_text("a computer program asks the questions, not a person")
        ).to_be_visible()
    guest.agree()
    if thoroughly:
        assert_fit(guest.page)
    guest.screen("41")
    guest.begin()
    guest.say(said[0])
    if thoroughly:
        pause_and_come_back(guest, link)
    guest.say(said[1])
    expect(guest.page.get_by_text("Thank you for taking part.")).to_be_visible()
    expect(guest.page.get_by_text(guest.receipt)).to_be_visible()
    if thoroughly:
        assert_fit(guest.page)


def pause_and_come_back(guest: Guest, link: str) -> None:
    assert_fit(guest.page)
    guest.page.get_by_role("button", name="Pause").click()
    expect(guest.page.get_by_text("Your interview waits for you.")).to_be_visible()
    guest.page.goto("about:blank")
    guest.page.goto(link)
    expect(guest.page.get_by_role("log").get_by_text(SAID[0][0], exact=True)).to_be_visible()


def withdraw_later(guest: Guest) -> None:
    """With the receipt, as from another device."""
    guest.page.evaluate("localStorage.clear()")
    guest.page.reload()
    expect(guest.page.get_by_text("This invitation was used already")).to_be_visible()
    assert_fit(guest.page)
    guest.page.get_by_text("I have been here before").click()
    guest.page.get_by_label("Your receipt").fill(guest.receipt.lower())
    guest.page.get_by_role("button", name="Go on").click()
    guest.page.get_by_role("button", name="Withdraw").click()
    guest.page.get_by_role("button", name="Delete what I said").click()
    expect(guest.page.get_by_text("Everything you have said is deleted.")).to_be_visible()


def see_progress(page: Page) -> None:
    page.get_by_role("tab", name="Progress").click()
    expect(page.get_by_text("2 of 3").first).to_be_visible()
    expect(
        page.get_by_role("row", name=re.compile("R003 withdrew, everything of theirs erased"))
    ).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("R001 interviewed .* age: 41"))).to_be_visible()
    assert_fit(page)


def see_figures(page: Page) -> None:
    page.get_by_role("tab", name="Matrix").click()
    page.get_by_role(
        "button", name=re.compile("creamy foam leads to coffee feel like a treat: 2 directly")
    ).click()
    expect(page.get_by_role("dialog").get_by_text(FOAM).first).to_be_visible()
    page.get_by_role("button", name="Close").click()
    assert_fit(page)
    page.get_by_role("tab", name="Value map").click()
    page.get_by_role("slider").press("Home")
    expect(page.get_by_role("heading", name="Value map at cut-off 1")).to_be_visible()
    page.get_by_role("slider").press("ArrowRight")
    expect(page.get_by_role("heading", name="Value map at cut-off 2")).to_be_visible()
    page.get_by_role(
        "button",
        name=re.compile("Read what was said of creamy foam leading to coffee feel like a treat"),
    ).click()
    expect(page.get_by_role("dialog").get_by_text("R002, turn 1")).to_be_visible()
    page.keyboard.press("Escape")
    assert_fit(page)
    page.get_by_role("tab", name="Saturation").click()
    expect(
        page.get_by_text("Cannot say: of the 6 interviews it takes to judge, 2 were held.")
    ).to_be_visible()
    expect(page.locator(".chart canvas")).to_be_visible()
    assert_fit(page)


def decide_on_codes(page: Page) -> None:
    """One respondent's foam is parted from the other's and comes back; a name is given and taken."""
    page.get_by_role("tab", name="Codes").click()
    foam = page.get_by_role("cell", name="creamy foam", exact=True)
    page.get_by_role("button", name="Change creamy foam").click()
    page.get_by_role("checkbox", name="creamy foam").last.check()
    assert_fit(page)
    page.get_by_role("button", name="Split off what is ticked").click()
    expect(page.get_by_role("button", name="Change creamy foam")).to_have_count(2)
    page.get_by_role("button", name="Undo split off").click()
    expect(page.get_by_role("button", name="Change creamy foam")).to_have_count(1)
    page.get_by_role("button", name="Change creamy foam").click()
    page.get_by_label("Its name").fill("<i>foam</i>")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("cell", name="<i>foam</i>", exact=True)).to_be_visible()
    page.get_by_role("button", name="Undo the code of “creamy foam”").click()
    expect(page.get_by_text("(taken back)")).to_have_count(2)
    expect(foam).to_be_visible()


def read_report(page: Page) -> None:
    page.get_by_role("tab", name="Report").click()
    claim = page.get_by_role("listitem").filter(has_text="creamy foam").first
    expect(claim).to_contain_text("2 of 2 respondents")
    claim.get_by_text("In their words").click()
    expect(claim.get_by_role("link", name="R001, turn 1")).to_have_attribute(
        "href", re.compile("/sessions/.+turn=1")
    )
    expect(page.get_by_role("heading", name="Limits")).to_be_visible()
    expect(page.get_by_text("Wilhelmina")).to_have_count(0)
    assert_fit(page)


def export(page: Page, folder: Path) -> None:
    page.get_by_role("tab", name="Export").click()
    assert_fit(page)
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download REFI-QDA project").click()
    downloading.value.save_as(folder / "study.qdpx")
    with zipfile.ZipFile(folder / "study.qdpx") as project:
        told = "".join(project.read(name).decode() for name in project.namelist())
    assert FOAM in told
    assert "Wilhelmina" not in told


def test_whoever_does_not_fit_or_comes_too_late_is_told_kindly(
    server: Server, page: Page, study: str
) -> None:
    id = study.rsplit("/", 1)[1]
    code = httpx2.post(f"{server.api}/studies/{id}/invitations", json={"number": 1}).json()[0][
        "address"
    ]
    guest = Guest(page)
    guest.come(code)
    guest.agree()
    guest.screen("12")
    expect(page.get_by_text("We can only talk with adults.")).to_be_visible()
    assert_fit(page)
    page.goto(f"/studies/{id}")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.goto(f"/join/{id}?code=none")
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.get_by_text("This study is paused")).to_be_visible()


def test_transcripts_are_brought_in_once_it_is_confirmed_who_speaks(
    study: str, page: Page, tmp_path: Path
) -> None:
    for name, text in {
        "ines.txt": f"Mara: What is it to you?\nInes: {FOAM}\nMara: And?\nInes: {SAID[0][1]}",
        "otis.txt": f"Mara: What is it to you?\nOtis: {SAID[2][0]}",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    page.get_by_role("tab", name="Transcripts").click()
    files = page.locator("input[type=file]")
    files.set_input_files([tmp_path / "ines.txt", tmp_path / "otis.txt"])
    expect(page.get_by_label("Mara in ines.txt")).to_have_value("interviewer")
    assert_fit(page)
    page.get_by_role("button", name="Bring in 2 interviews").click()
    expect(page.get_by_role("cell", name="counted")).to_have_count(2, timeout=60_000)
    page.get_by_role("tab", name="Codes").click()
    page.get_by_role("button", name="Words of").first.click()
    page.get_by_text("Code these words otherwise").first.click()
    assert_fit(page)
    page.get_by_label("Its name").first.fill("something <i>new</i>")
    page.get_by_role("button", name="Code them so").first.click()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("cell", name="something <i>new</i>", exact=True)).to_be_visible()
    page.get_by_role("tab", name="Groups").click()  # nobody was asked what makes groups
    expect(page.get_by_text("Small groups differ by chance")).to_be_visible()
