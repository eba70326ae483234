"""docs/design-issues.md names every issue that content, pictures, blueprints and folders can have,
and no others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

import dramaturg
from dramaturg.engines.games.content_check import CODES as FOLDERS
from dramaturg.engines.games.diagrams.codes import CODES as PICTURES
from dramaturg.engines.games.inspection import CODES as BLUEPRINTS
from dramaturg.engines.games.mechanics.codes import CODES as CONTENT

PAGE = (Path(__file__).parents[3] / "docs" / "design-issues.md").read_text(encoding="utf-8")
GAMES = Path(str(dramaturg.__file__)).parent / "engines" / "games"


@pytest.mark.parametrize(
    ("title", "codes"),
    [
        ("Content", CONTENT),
        ("Pictures", PICTURES),
        ("The blueprint", BLUEPRINTS),
        ("A game's folder", FOLDERS),
    ],
)
def test_the_page_has_a_row_for_every_code(title: str, codes: Mapping[str, str]) -> None:
    section = re.split(r"^## ", PAGE.partition(f"## {title}\n")[2], maxsplit=1, flags=re.MULTILINE)[
        0
    ]
    assert dict(re.findall(r"^\| `([\w-]+)` \| (.*) \|$", section, re.MULTILINE)) == codes


def test_every_code_of_content_is_used_and_every_one_used_is_listed() -> None:
    files = [*(GAMES / "mechanics").glob("*.py"), GAMES / "interaction.py"]
    used = {
        code
        for file in files
        for code in re.findall(r'Issue\(\s*"([\w-]+)"', file.read_text(encoding="utf-8"))
    }
    assert used == set(CONTENT)
