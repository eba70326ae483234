"""A real browser for tests, and pages opened in it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright
from tests.hanging import LONG

P = ParamSpec("P")
M = TypeVar("M", Page, BrowserContext)

expect.set_options(timeout=1000 * LONG)

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def browser_path() -> str | None:
    """A browser of this machine; None for the one that Playwright fetched."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


@contextmanager
def launched() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=browser_path(), args=list(ARGS))
        except Error as error:
            raise RuntimeError(
                f"no browser starts (looked for {', '.join(NAMES)}); `make browser` installs one"
            ) from error
        browser.new_context = _patient(browser.new_context)  # type: ignore[method-assign]
        browser.new_page = _patient(browser.new_page)  # type: ignore[method-assign]
        yield browser
        browser.close()


def _patient(make: Callable[P, M]) -> Callable[P, M]:
    """Whoever waits in what is made here waits as long as it takes."""

    def made(*arguments: P.args, **options: P.kwargs) -> M:
        found = make(*arguments, **options)
        found.set_default_timeout(1000 * LONG)
        return found

    return made
