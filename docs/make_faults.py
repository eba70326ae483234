"""Writes what follows from the pages of faults: their index, and the meanings that check tells.

A page under docs/faults/ is the one place where a code, its meaning, its reason, its remedy and a
failing example stand; docs/design-issues.md is that for the issues of games.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import dramaturg

FOLDER = Path(__file__).parent / "faults"
INDEX = FOLDER / "README.md"
ISSUES = Path(__file__).parent / "design-issues.md"
MEANINGS = Path(str(dramaturg.__file__)).parent / "app" / "check" / "meanings.yaml"
HEAD = "# Written by docs/make_faults.py from docs/faults/ and docs/design-issues.md: edit those.\n"


def faults() -> dict[str, str]:
    """The meaning of every code that has a page: the page's first sentence."""
    pages = sorted(file for file in FOLDER.glob("*.md") if file != INDEX)
    return {page.stem: page.read_text(encoding="utf-8").split("\n\n")[1] for page in pages}


def issues() -> dict[str, dict[str, str]]:
    """The meaning of every code of games, by the section in which it stands."""
    sections = re.split(r"^## (.*)\n", ISSUES.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {
        title: dict(re.findall(r"^\| `([\w-]+)` \| (.*?) \|", section, re.MULTILINE))
        for title, section in zip(sections[::2], sections[1::2], strict=True)
    }


def index() -> str:
    """The page that lists the others: what stands above its table stays as it is."""
    above = INDEX.read_text(encoding="utf-8").partition("| code | meaning |")[0]
    rows = "".join(f"| [{code}]({code}.md) | {meaning} |\n" for code, meaning in faults().items())
    return f"{above}| code | meaning |\n|---|---|\n{rows}"


def meanings() -> str:
    """The data file of `dramaturg.app.check.meanings`."""
    parts = [HEAD, "faults:\n", _entries(faults(), "  "), "issues:\n"]
    for title, codes in issues().items():
        parts += [f"  {title}:\n", _entries(codes, "    ")]
    return "".join(parts)


def _entries(codes: Mapping[str, str], indent: str) -> str:
    return "".join(
        f"{indent}{code}: '{meaning.replace(chr(39), chr(39) * 2)}'\n"
        for code, meaning in codes.items()
    )


if __name__ == "__main__":
    INDEX.write_text(index(), encoding="utf-8")
    MEANINGS.write_text(meanings(), encoding="utf-8")
