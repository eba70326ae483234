"""All text from people, models and files is shown as text: payloads through every field run
nothing, in any page or export.
"""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from markdown_it import MarkdownIt
from playwright.sync_api import Browser, Page, Request, expect
from ruamel.yaml import YAML
from tests.hanging import LONG
from tests.studio.hostile import Stage, staged
from tests.studio.payloads import MARK, SCRIPTS
from tests.studio.server import Server

pytestmark = pytest.mark.slow

MADE_BY_PAYLOADS = f".{MARK}, x-{MARK}, [onerror], [onload], [onclick], [ontoggle], [href^='javascript:'], [src*='{MARK}.invalid']"
RUNS_AT_ONCE = ("=", "+", "-", "@", "\t", "\r")
STUDY_EXPORTS = ("qdpx", "graphml", "csv", "json", "md", "html", "svg", "report")
SESSION_EXPORTS = ("json", "markdown", "walkthrough")
STRANGE = (
    "/%3Cscript%3Ealert(self)%3C/script%3E",
    "/sessions/%zz",
    "/sessions/..%2F..%2Fx",
    f"/content/{MARK}%22%3E/%3Csvg onload=alert(self)%3E",
)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with staged(tmp_path_factory.mktemp("hostile")) as stage:
        yield stage


@pytest.fixture(scope="module")
def server(stage: Stage) -> Server:
    """Instead of the usual one: the page of a test is at home here."""
    return stage.server


@contextmanager
def nothing_runs(page: Page, home: str) -> Iterator[None]:
    """Fails when a dialog opens, when anything but our own is asked for, or when the page goes
    elsewhere.
    """
    happened: list[str] = []

    def look(request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob", "about") and not request.url.startswith(home):
            happened.append(request.url)

    def dismiss(dialog: object) -> None:
        happened.append("a dialog")
        dialog.dismiss()  # type: ignore[attr-defined]

    page.on("request", look)
    page.on("dialog", dismiss)
    page.on("popup", lambda _: happened.append("a window"))
    yield
    assert happened == []


def made_by_payloads(page: Page) -> int:
    """Elements that would not be there if everything were shown as text, frames included."""
    return sum(
        int(frame.evaluate("what => document.querySelectorAll(what).length", MADE_BY_PAYLOADS))
        for frame in page.frames
    )


def walked(page: Page, address: str) -> None:
    """Looks at a page and at all its tabs; what is folded is opened."""
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for number in range(page.get_by_role("tab").count()):
        page.get_by_role("tab").nth(number).click()
        page.evaluate(
            "for (const each of document.querySelectorAll('[role=tabpanel] details')) each.open = true"
        )
        assert made_by_payloads(page) == 0, (address, number)
    expect(page.locator("main .busy")).to_have_count(0)
    assert made_by_payloads(page) == 0, address


def addresses(stage: Stage) -> list[str]:
    sessions = [f"/sessions/{id}" for engine, id in stage.sessions.items() if engine != "games"]
    return [
        "/",
        "/sessions",
        *sessions,
        *(f"{session}/replay" for session in sessions),
        f"/sessions/{stage.sessions['memoir']}/book",
        f"/sessions/{stage.interviewed}",
        "/studies",
        f"/studies/{stage.study}",
        f"/join/{stage.study}",
        "/games",
        "/games/hostile",
        f"/plays/{stage.sessions['games']}",
        "/content",
        "/content/scenario/hostile",
        "/content/study/hostile",
        "/simulations",
        f"/simulations/{stage.simulation}",
        "/monitor",
        "/what-if",
    ]


def test_nothing_runs_in_any_page(page: Page, stage: Stage) -> None:
    with nothing_runs(page, stage.server.url):
        for address in addresses(stage):
            walked(page, address)


@pytest.mark.parametrize("address", STRANGE)
def test_nothing_runs_where_nothing_is(browser: Browser, stage: Stage, address: str) -> None:
    page = browser.new_context(base_url=stage.server.url).new_page()
    with nothing_runs(page, stage.server.url):
        walked(page, address)
    page.context.close()


def test_what_was_said_is_shown_as_it_was_said(page: Page, stage: Stage) -> None:
    for engine in ("sims", "interviews", "memoir"):
        page.goto(f"/sessions/{stage.sessions[engine]}")
        for payload in SCRIPTS[:4]:
            expect(page.get_by_role("log")).to_contain_text(payload)


# ── exports ───────────────────────────────────────────────────────────────────────────────────────


def files(stage: Stage) -> Iterator[tuple[str, httpx2.Response]]:
    """Every file that can be taken along, by its address."""
    memoir, interview = (
        f"/memoirs/{stage.sessions['memoir']}/book",
        f"/sessions/{stage.sessions['interviews']}/report",
    )
    paths = [
        *(
            f"/sessions/{id}/export?as={form}"
            for id in stage.sessions.values()
            for form in SESSION_EXPORTS
        ),
        *(f"{interview}/{file}" for file in ("report.md", "transcript.md", "graph.svg")),
        *(f"{memoir}/{form}?sensitive=true" for form in ("md", "html", "epub")),
        *(f"/studies/{stage.study}/exports/{form}" for form in STUDY_EXPORTS),
        "/games/hostile/exports/html",
        f"/simulations/{stage.simulation}/report",
    ]
    with httpx2.Client(base_url=stage.server.api, timeout=LONG) as client:
        for path in paths:
            response = client.get(path)
            assert response.status_code == 200, (path, response.text)
            yield path, response


def unpacked(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    """A file, or the files in it, however deep."""
    if not content.startswith(b"PK"):
        yield name, content
        return
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for inner in archive.namelist():
            assert ".." not in inner and not inner.startswith("/")
            yield from unpacked(inner, archive.read(inner))


def named(response: httpx2.Response) -> str:
    name = response.headers["content-disposition"].partition('filename="')[2].rstrip('"')
    assert response.headers["content-disposition"] == f'attachment; filename="{name}"', (
        response.headers
    )
    assert name.isascii() and not set(name) & set('"\\/\r\n;'), name
    return name


def test_every_export_is_sound_and_runs_nothing(
    browser: Browser, stage: Stage, tmp_path: Path
) -> None:
    page = browser.new_context().new_page()
    with nothing_runs(page, tmp_path.as_uri()):
        for number, (path, response) in enumerate(files(stage)):
            for inner, content in unpacked(named(response), response.content):
                file = tmp_path / f"{number}-{Path(inner).name}"
                assert_sound(file, content, path)
                if file.with_suffix(VIEWED.get(file.suffix, file.suffix)).exists():
                    page.goto(file.with_suffix(VIEWED.get(file.suffix, file.suffix)).as_uri())
                    assert made_by_payloads(page) == 0, (path, inner)
    page.context.close()


VIEWED = {".md": ".md.html"}


def assert_sound(file: Path, content: bytes, path: str) -> None:
    """The file is what its name says; what a browser can show is laid out to be looked at."""
    match file.suffix:
        case ".json":
            json.loads(content)
        case ".yaml":
            YAML(typ="safe").load(content.decode())
        case ".csv":
            for row in csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")):
                assert not [
                    cell for cell in row if cell.startswith(RUNS_AT_ONCE) and not is_number(cell)
                ], (path, row)
        case ".md":
            rendered = MarkdownIt("commonmark", {"html": True}).render(content.decode())
            file.with_suffix(".md.html").write_text(
                f"<!doctype html><meta charset=utf-8>{rendered}", encoding="utf-8"
            )
        case ".html":
            file.write_bytes(content)
        case ".svg" | ".xhtml" | ".xml" | ".opf" | ".ncx" | ".graphml" | ".qde":
            ET.fromstring(content)
            file.write_bytes(content)


def is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


# ── ways in ───────────────────────────────────────────────────────────────────────────────────────


def test_a_page_that_is_shown_by_itself_is_shut_in(stage: Stage) -> None:
    for path in ("/games/hostile/page", f"/plays/{stage.sessions['games']}/page"):
        policy = httpx2.get(f"{stage.server.api}{path}").headers["content-security-policy"]
        assert (
            "sandbox allow-scripts allow-downloads" in policy and "allow-same-origin" not in policy
        )
        assert "default-src 'none'" in policy and "frame-ancestors 'self'" in policy
