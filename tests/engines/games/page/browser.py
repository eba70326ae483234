"""A real browser for tests, and pages opened in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def browser_path() -> str:
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    if found is None:
        raise RuntimeError(f"no browser found (looked for {', '.join(NAMES)}); `make browser` installs one")
    return found


@contextmanager
def launched() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=list(ARGS))
        yield browser
        browser.close()
