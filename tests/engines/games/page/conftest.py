"""One browser for all tests of a module, and pages that must stay quiet in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.engines.games.page.browser import launched

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.page import page_of

Opener = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture
def open_game(browser: Browser, tmp_path: Path) -> Iterator[Opener]:
    """Opens a game as a file. In the end nothing may have been asked of the network, and no error
    logged.
    """
    contexts, trouble = [], []

    def opened(blueprint: Blueprint, **options: Any) -> Page:
        file = tmp_path / f"{blueprint.id}.html"
        file.write_text(page_of(blueprint), encoding="utf-8")
        context = browser.new_context(
            **{"viewport": {"width": 1200, "height": 900}, "reduced_motion": "reduce", **options}
        )
        contexts.append(context)
        page = context.new_page()
        page.on(
            "request",
            lambda request: trouble.append(request.url) if not allowed(request.url, file) else None,
        )
        page.on(
            "console",
            lambda message: (
                trouble.append(message.text) if message.type in ("error", "warning") else None
            ),
        )
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(file.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not trouble


def allowed(url: str, file: Path) -> bool:
    return url == file.as_uri() or url.startswith(("data:", "blob:"))
