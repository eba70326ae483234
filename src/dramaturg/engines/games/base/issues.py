"""Issues: what is wrong with a design, a plan, content or a blueprint, typed so that code knows
whom to tell.

A builder bug is ours: it is logged, and a plainer graph is built. A design issue goes back to
whoever designed, with its fix.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["builder_bug", "design_issue"]
Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing wrong: where, what, and how to put it right. `code` stands in
    docs/design-issues.md.
    """

    code: str
    message: str
    fix: str
    path: str = ""
    kind: Kind = "design_issue"
    severity: Severity = "error"

    def under(self, prefix: str) -> Issue:
        """The same issue, seen from outside the part it was found in."""
        joint = "" if not self.path or self.path.startswith("[") else "."
        return replace(self, path=f"{prefix}{joint}{self.path}")

    def __str__(self) -> str:
        where = f"{self.path}: " if self.path else ""
        return f"{where}{self.message} [{self.code}] {self.fix}".rstrip()


def written(path: Iterable[str | int]) -> str:
    """A place in a document as issues have it: `scenes[0].title`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(
        "."
    )


def errors(issues: Iterable[Issue]) -> tuple[Issue, ...]:
    """The issues that nobody may pass over."""
    return tuple(issue for issue in issues if issue.severity == "error")


def feedback(issues: Iterable[Issue]) -> str:
    """The issues as a designer is told them, a line each."""
    return "\n".join(f"- {issue}" for issue in issues)
