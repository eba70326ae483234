"""docs/design-issues.md names every issue that content can have, and no others."""

from __future__ import annotations

import re
from pathlib import Path

import dramaturg
from dramaturg.app.check.meanings import meanings

GAMES = Path(str(dramaturg.__file__)).parent / "engines" / "games"


def test_every_code_of_content_is_used_and_every_one_used_is_listed() -> None:
    files = [*(GAMES / "mechanics").glob("*.py"), GAMES / "make" / "feedback.py"]
    used = {
        code
        for file in files
        for code in re.findall(
            r'(?:error|warning)\(\s*"([\w-]+)"', file.read_text(encoding="utf-8")
        )
    }
    assert used == set(meanings().issues["Content"])


def test_every_meaning_is_a_sentence() -> None:
    told = [text for part in meanings().issues.values() for text in part.values()]
    assert all(text.endswith(".") for text in told)
