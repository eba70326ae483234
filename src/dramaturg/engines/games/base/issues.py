"""Issues: faults of a design, a plan, content, a picture or a blueprint.

An issue is a fault (kernel.errors) and differs in one thing alone, how its place is written:
designs are JSON, and whoever designs, a model too, is told `scenes[0].title`, where authors of YAML
are told `scenes.0.title` or a line. Both texts are printed, so neither can take the other's form.

A builder bug is ours: it is logged, and a plainer graph is built. Any other issue goes back to
whoever designed, with its remedy.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from dramaturg.kernel.errors import Fault

F = TypeVar("F", bound=Fault)


class EntryKey(str):
    """A step to an entry of a table, by its name: written in quotes, unlike the name of a field."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Issue(Fault):
    """One thing wrong in a game; `error` and `warning` make them."""

    @property
    def place(self) -> str:
        return written(self.path) if self.file is None else Fault.place.__get__(self)

    @property
    def is_builder_bug(self) -> bool:
        return self.code.startswith("plan-")


def error(code: str, message: str, remedy: str, *path: str | int) -> Issue:
    """An issue that nobody may pass over.

    >>> str(error("label-empty", "The label is empty.", "Take it out.", "zone_labels", 0))
    'zone_labels[0]: The label is empty. [label-empty] Take it out.'
    """
    return Issue(code, message, remedy, path)


def warning(code: str, message: str, remedy: str, *path: str | int) -> Issue:
    """An issue that may be passed over."""
    return Issue(code, message, remedy, path, severity="warning")


def written(path: Iterable[str | int]) -> str:
    """A place in a document as issues have it: `scenes[0].title`, `label_hierarchy['Heart'][0]`."""
    steps = (
        f".{step}" if type(step) is str else f"[{step!r}]" if isinstance(step, str) else f"[{step}]"
        for step in path
    )
    return "".join(steps).lstrip(".")


def errors(issues: Iterable[F]) -> tuple[F, ...]:
    """The issues that nobody may pass over."""
    return tuple(issue for issue in issues if issue.severity == "error")


def feedback(issues: Iterable[Issue]) -> str:
    """The issues as a designer is told them, a line each."""
    return "\n".join(f"- {issue}" for issue in issues)
