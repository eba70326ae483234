"""The book in a browser: nothing to complain of for axe, on small and large screens, by day and by
night.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from tests.engines.games.page.browser import launched
from tests.engines.games.page.judging import sideways, violations
from tests.engines.memoir.book.life import SITTINGS, WORLD
from tests.engines.memoir.book.told_lives import memoir, rendered

SCREENS: tuple[tuple[Literal["light", "dark"], int], ...] = (("light", 320), ("dark", 1280))


@pytest.mark.slow
def test_the_page_is_accessible_fits_any_screen_and_leads_from_a_sentence_to_its_words(
    tmp_path: Path,
) -> None:
    file = tmp_path / "book.html"
    file.write_bytes(rendered(memoir(SITTINGS, WORLD), "html"))
    with launched() as browser:
        for scheme, width in SCREENS:
            page = browser.new_page(
                viewport={"width": width, "height": 800},
                color_scheme=scheme,
                reduced_motion="reduce",
            )
            page.goto(file.as_uri())
            page.locator("a.turn").first.click()
            assert page.locator(":target .words").first.is_visible()
            assert violations(page) == []
            assert not sideways(page)
            page.close()
