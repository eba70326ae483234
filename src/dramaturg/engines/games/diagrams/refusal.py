"""Refusal: how a chain says that it cannot make the diagram. Whoever runs the chains catches it and
tries the next one.
"""

from __future__ import annotations

from dramaturg.engines.games.base.issues import Issue


class Refused(Exception):
    """Never leaves this package: `make_diagram` gives its issues back as a value."""

    def __init__(self, *issues: Issue) -> None:
        self.issues = issues
        super().__init__("\n".join(map(str, issues)))
