"""A real browser for tests, and pages opened in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Error, sync_playwright

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
        yield browser
        browser.close()
