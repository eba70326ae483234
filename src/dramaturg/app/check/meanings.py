"""What every code in a report means, and which page of the documentation says more about it.

The pages are the source: `make docs` takes the meanings from them.
"""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.data_files import load


@dataclass(frozen=True, slots=True)
class Meanings:
    """`faults` have a page of their own under docs/faults/; `issues` are what games can have, by
    their sections in docs/design-issues.md.
    """

    faults: dict[str, str]
    issues: dict[str, dict[str, str]]


def meanings() -> Meanings:
    """All that are known, in the order of the documentation."""
    return load(__file__, "meanings.yaml", Meanings)


UNNAMED = "Something that is claimed of this content does not hold."


def meaning_of(code: str) -> str:
    """One sentence: `meaning_of("dead-end")` is "A node has no way on and is not the end."."""
    return known_meaning(code) or UNNAMED


def known_meaning(code: str) -> str | None:
    """The same, or None for a code that has no page."""
    # A code of games may stand in several sections: the last, nearest to a finished game, counts.
    found = [part[code] for part in meanings().issues.values() if code in part]
    return meanings().faults.get(code) or (found[-1] if found else None)


def page_of(code: str) -> str:
    """Where the documentation tells of it, from the root of the repository."""
    if code in meanings().faults:
        return f"docs/faults/{code}.md"
    return "docs/design-issues.md" if known_meaning(code) else "docs/checking.md"
