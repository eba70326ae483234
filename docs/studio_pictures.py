"""Photographs the studio: a real server with prepared sessions, looked at in a real browser."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect, sync_playwright

from dramaturg.app.config.providers import embedder
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.cli.study_simulate import simulated
from dramaturg.engines.interviews.respondents import profile_respondent

PICTURES = Path(__file__).parent / "pictures" / "studio"
WIDTH, PHONE, HEIGHT = 1200, 390, 800
RESPONDENTS, ANSWERS, LEARNERS = 16, 6, 60

LEARNT = (
    "Hi, I've been brought in to make the call. What's going on?",
    "What did the eval turn up?",
    "Is it across the board, or only in specific areas?",
    "Should I just call the client and tell them we're slipping the date?",
    "Okay. What else should I know?",
)
TOLD = (
    (
        "I was born above my father's bakery in Leith. At four in the morning the whole house"
        " smelled of rolls."
    ),
    (
        "My brother Alec and I used to carry the trays down to the harbour before school, and the"
        " gulls followed us like a wedding."
    ),
    (
        "My mother kept the books in the kitchen. In 1951 she bought the shop next door, and my"
        " father did not speak for a week."
    ),
    (
        "He went out with the trawlers, Alec did, and he did not come home. I don't want to talk"
        " about that."
    ),
)
IN_DANGER = "Honestly, I don't want to live any more. I think about killing myself every night."
GAME = {
    "knowledge": "heart",
    "scenes": 2,
    "minutes": 6,
    "mechanics": ["drag_drop", "trace_path"],
    "seed": 4,
}
VALUE = ("backbones.technical.nodes.DEEPEN.max_turns", "1")
PATIENCE = 180_000  # milliseconds


def studio() -> None:
    """Every picture of the studio, anew."""
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        settings = Settings(store=f"{folder}/store.db", model="offline")
        study = simulated("oat_milk_values", None, RESPONDENTS, seed=1, settings=settings).study
        with _server(settings) as address, _browser() as browser:
            made = Made(httpx2.Client(base_url=f"{address}/api/v1", timeout=60), study)
            for picture in FIRST:
                _photograph(browser, address, picture, made)
            made.prepare()
            for picture in LATER:
                _photograph(browser, address, picture, made)


class Made:
    """What was prepared to be looked at."""

    def __init__(self, api: httpx2.Client, study: str) -> None:
        self.api, self.study = api, study

    def prepare(self) -> None:
        self.game = self._made_game()
        self.simulation = self._sent("/simulations", _compared())["id"]
        self.sim = self._opened(
            {"engine": "sims", "scenario": "launch_decision", "npc": "qa_lead"}, *LEARNT
        )
        self.memoir = self._opened(
            {"engine": "memoir", "teller": {"name": "Isa", "born": 1938}}, *TOLD
        )
        self.interview = self._interviewed()
        self.play = self._sent("/plays", {"game": self.game, "timers": False})["session"]
        teller = {"name": "Hugh", "born": 1951, "country": "GB"}
        self.in_danger = self._opened({"engine": "memoir", "teller": teller}, IN_DANGER)

    def _sent(self, path: str, what: dict[str, Any], **headers: str) -> Any:
        return self.api.post(path, json=what, headers=headers).raise_for_status().json()

    def _said(self, session: str, number: int, text: str) -> str:
        turn = self._sent(
            f"/sessions/{session}/turns", {"text": text}, **{"Idempotency-Key": str(number)}
        )
        line: str = turn["lines"][-1]["text"]
        return line

    def _opened(self, wanted: dict[str, Any], *said: str) -> str:
        session: str = self._sent("/sessions", wanted)["head"]["id"]
        for number, text in enumerate(said):
            self._said(session, number, text)
        return session

    def _interviewed(self) -> str:
        """A florist whose roses come late, as the library has her."""
        respondent = profile_respondent(
            "wanjiru_late_deliveries", library_of(Settings()), embedder()
        )
        opened = self._sent(
            "/sessions",
            {"engine": "interviews", "methodology": "five_whys", "about": "late_deliveries"},
        )
        session, line = opened["head"]["id"], opened["lines"][-1]["text"]
        for number in range(ANSWERS):
            line = self._said(session, number, str(respondent.answer(line)))
        return str(session)

    def _made_game(self) -> str:
        begun = self._sent("/games", GAME)
        with self.api.stream("GET", f"/jobs/{begun['job']}/events") as events:
            for _ in events.iter_lines():
                pass
        return str(begun["game"])


def _compared() -> dict[str, Any]:
    return {
        "kind": "sims",
        "scenario": "launch_decision",
        "count": LEARNERS,
        "against": {"set": ["=".join(VALUE)]},
    }


Reach = Callable[[Page, Made], Locator | None]
"""Leads to what is photographed: the page as it stands, or one thing on it."""


# ── what is looked at ─────────────────────────────────────────────────────────────────────────────


def home(page: Page, _: Made) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", name="Ship in 48 hours?")).to_be_visible(timeout=PATIENCE)


def chat(page: Page, made: Made) -> None:
    _conversation(page, made.sim)
    expect(page.get_by_role("heading", name="Why turn 5 went so")).to_be_visible()


def _conversation(page: Page, session: str) -> None:
    page.goto(f"/sessions/{session}")
    page.get_by_role("button", name="I understand").click()


def control_graph(page: Page, made: Made) -> None:
    chat(page, made)
    page.get_by_role("tab", name="Graph").click()
    expect(page.locator(".graph canvas").first).to_be_visible()


def knowledge_graph(page: Page, made: Made) -> None:
    _conversation(page, made.interview)
    page.get_by_role("tab", name="Knowledge graph").click()
    expect(page.locator(".graph canvas").first).to_be_visible()


def scored_pairs(page: Page, made: Made) -> Locator:
    page.goto(f"/sessions/{made.interview}")
    table = page.get_by_role("region", name="Everything that could have been asked")
    table.locator("summary").first.click()
    return table


def memoir(page: Page, made: Made) -> None:
    page.goto(f"/sessions/{made.memoir}")
    expect(page.get_by_role("heading", name="Why turn 4 went so")).to_be_visible()


def care(page: Page, made: Made) -> Locator:
    page.goto(f"/sessions/{made.in_danger}")
    page.get_by_role("button", name="I understand").click()
    region = page.get_by_role("region", name="Whom you can turn to")
    expect(region.get_by_role("link", name="Call 116 123")).to_be_visible()
    return page.locator(".chat-talk")


def book(page: Page, made: Made) -> None:
    page.goto(f"/sessions/{made.memoir}/book")
    expect(page.get_by_role("heading", name="What Isa told")).to_be_visible()


def _study(tab: str) -> Reach:
    def opened(page: Page, made: Made) -> None:
        page.goto(f"/studies/{made.study}")
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tabpanel").get_by_role("heading").first).to_be_visible(
            timeout=PATIENCE
        )

    return opened


def join(page: Page, made: Made) -> None:
    page.goto(made.api.get(f"/studies/{made.study}/link").json()["address"])
    expect(page.get_by_role("checkbox", name="I agree to take part")).to_be_visible()


def play(page: Page, made: Made) -> None:
    """Two labels in their places."""
    page.goto(f"/plays/{made.play}")
    blueprint = made.api.get(f"/games/{made.game}/blueprint").json()
    frame = page.frame_locator("iframe")
    for number, item in enumerate(blueprint["scenes"][0]["mechanics"][0]["items"][:2], start=1):
        frame.locator(f'[data-key="piece:{item["id"]}"]').click()
        frame.locator(f'[data-key="zone:{item["answer"]}"]').click()
        expect(page.get_by_role("heading", name=f"Why turn {number} went so")).to_be_visible()


def design(page: Page, made: Made) -> None:
    page.goto(f"/games/{made.game}?tab=design")
    page.locator("summary", has_text="Label the picture").click()


def fault(page: Page, made: Made) -> None:
    """A word that is nobody's, at its line."""
    made.api.post("/content/scenario/launch_decision/copy", json={"id": "ship_it"})
    page.goto("/content/scenario/ship_it")
    editor = page.get_by_role("textbox", name="Text of Ship in 48 hours?")
    expect(page.get_by_text("proofs hold").first).to_be_visible(timeout=PATIENCE)
    editor.fill(editor.input_value().replace("best: delay_and_eval", "best: delay_and_evil"))
    page.get_by_role("button", name="Go to line").first.click()


def what_if(page: Page, made: Made) -> None:
    page.goto(f"/sessions/{made.sim}/replay")
    page.get_by_role("tab", name="What if").click()
    page.get_by_label("Path").fill(VALUE[0])
    page.get_by_label("Value").fill(VALUE[1])
    page.get_by_role("button", name="Decide it anew").click()
    page.get_by_role("button", name="Show turn").first.click()


def simulation(page: Page, made: Made) -> None:
    page.goto(f"/simulations/{made.simulation}")
    expect(page.get_by_role("link", name="Download the report")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".chart canvas").first).to_be_visible()


def monitor(page: Page, _: Made) -> None:
    page.goto("/monitor")
    expect(page.get_by_role("listitem", name="The story of Hugh")).to_be_visible()


@dataclass(frozen=True, slots=True)
class Photograph:
    """A picture: how one gets there, and in which light and on which screen it is taken."""

    name: str
    reach: Reach
    dark: bool = False
    width: int = WIDTH
    height: int = HEIGHT


FIRST = (Photograph("home", home), Photograph("home-dark", home, dark=True))
"""As somebody sees it who comes for the first time."""
LATER = (
    Photograph("chat", chat),
    Photograph("chat-phone", chat, width=PHONE),
    Photograph("control-graph", control_graph, dark=True),
    Photograph("knowledge-graph", knowledge_graph, width=1440),
    Photograph("scored-pairs", scored_pairs),
    Photograph("memoir", memoir),
    Photograph("care", care),
    Photograph("care-dark", care, dark=True),
    Photograph("care-phone", care, width=PHONE),
    Photograph("book", book),
    Photograph("study-matrix", _study("Matrix")),
    Photograph("study-map", _study("Value map"), dark=True),
    Photograph("join-phone", join, width=PHONE),
    Photograph("play", play, height=940),
    Photograph("design", design),
    Photograph("content-fault", fault),
    Photograph("what-if", what_if, height=1150),
    Photograph("simulation", simulation, height=1050),
    Photograph("monitor", monitor, dark=True),
)


def _photograph(browser: Browser, address: str, picture: Photograph, made: Made) -> None:
    page = browser.new_page(
        base_url=address,
        viewport={"width": picture.width, "height": picture.height},
        color_scheme="dark" if picture.dark else "light",
        reduced_motion="reduce",
    )
    found = picture.reach(page, made)
    page.wait_for_timeout(600)  # graphs settle
    page.screenshot(
        path=PICTURES / f"{picture.name}.png",
        full_page=found is not None,
        clip=_part(found) if found else None,
    )
    page.close()


def _part(found: Locator) -> FloatRect:
    """Where it is on the page; the upper part of it, when it is long."""
    box = found.evaluate(
        "each => { const box = each.getBoundingClientRect(); return [box.x + scrollX, box.y +"
        " scrollY, box.width, box.height] }"
    )
    x, y, width, height = box
    return {"x": x - 8, "y": y - 8, "width": width + 16, "height": min(height + 16, HEIGHT)}


# ── a browser and a server ────────────────────────────────────────────────────────────────────────


@contextmanager
def _browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@contextmanager
def _server(settings: Settings) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    chosen = {f"DRAMATURG_{name.upper()}": getattr(settings, name) for name in ("store", "model")}
    command = [
        sys.executable,
        "-c",
        "from dramaturg.cli.main import run; run()",
        "serve",
        "--port",
        str(port),
    ]
    process = subprocess.Popen(command, env={**os.environ, **chosen})
    try:
        yield _awake(f"http://127.0.0.1:{port}")
    finally:
        process.terminate()
        process.wait()


def _awake(address: str) -> str:
    for _ in range(600):
        try:
            httpx2.get(f"{address}/api/v1/health", timeout=5)
            return address
        except httpx2.HTTPError:
            time.sleep(0.1)
    raise TimeoutError("the server did not answer within a minute")


if __name__ == "__main__":
    studio()
