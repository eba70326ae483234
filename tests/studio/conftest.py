"""One server for all tests of a worker, one browser for a module; every test gets a page of its own
that tolerates no error.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from tests.engines.games.page.browser import launched
from tests.studio.server import Server, serving

from dramaturg.api.pages import BUILT


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (BUILT / "index.html").is_file(), "the studio is not built: run `make studio`"
    with serving(tmp_path_factory.mktemp("studio")) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For a module: while it is there, the tests of other modules could run no loop of
    their own.
    """
    with launched() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A page whose console stays quiet: an error in it, or anything the content security policy
    refused, fails the test.
    """
    context = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    complaints: list[str] = []
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert not complaints, complaints
