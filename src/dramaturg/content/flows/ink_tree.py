"""Compiled ink as a tree of containers: finding what a path means, and how to call a place in
words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dramaturg.content.yaml import Value
from dramaturg.kernel.errors import Path

DECLARATIONS = "global decl"
INNER = re.compile(r"b|s\d*|\$r\d*")
WEAVE = re.compile(r"[cg]-\d+")

Container = list[Value]


class InkTree:
    """The story's containers by path: an index leads to what is said in turn, a name to what is
    only diverted to.
    """

    def __init__(self, root: Container) -> None:
        self.root = root

    def container(self, path: Path) -> Container | None:
        found: Value = self.root
        for part in path:
            if not isinstance(found, list):
                return None
            found = found[part] if isinstance(part, int) else named(found).get(part)
        return found if isinstance(found, list) else None

    def resolve(self, words: str, at: Path) -> Path | None:
        """Where a path leads that stands at a place; None when there is nothing."""
        relative = words.startswith(".")
        path: Path = at if relative else ()
        for part in words.lstrip(".").split(".") if words.strip(".") else ():
            step = self._step(path, part)
            if step is None:
                return None
            path = step
        return path

    def _step(self, path: Path, part: str) -> Path | None:
        if part == "^":
            return path[:-1] if path else None
        container = self.container(path)
        if container is None:
            return None
        if part.isascii() and part.isdigit():
            index = int(part) if len(part) < 9 else len(container)
            return (*path, index) if index <= length(container) else None
        if part in named(container):
            return (*path, part)
        for index, item in enumerate(container):
            if isinstance(item, list) and name_of(item) == part:
                return (*path, index)
        return None

    def names(self, path: Path) -> Iterator[tuple[str, int]]:
        """The names on the way to a place, each with how deep it stands."""
        for depth, part in enumerate(path, start=1):
            inner = self.container(path[:depth])
            name = part if isinstance(part, str) else name_of(inner) if inner is not None else ""
            if name:
                yield name, depth

    def is_step(self, path: Path) -> bool:
        """Whether a place has a name that an author or the weave gave it, not the compiler."""
        names = list(self.names(path))
        return (
            bool(names)
            and names[-1][1] == len(path)
            and (len(path) == 1 or not INNER.fullmatch(names[-1][0]))
        )

    def knots(self) -> Iterator[Path]:
        """The knots and their stitches."""
        for knot, body in named(self.root).items():
            if isinstance(body, list) and knot != DECLARATIONS:
                yield (knot,)
                yield from (
                    (knot, stitch)
                    for stitch, inner in named(body).items()
                    if isinstance(inner, list)
                    and (not INNER.fullmatch(stitch) and not WEAVE.fullmatch(stitch))
                )


def length(container: Container) -> int:
    """How many things a container says in turn: all but its last item, which holds the names."""
    return max(0, len(container) - 1)


def named(container: Container) -> dict[str, Value]:
    """What a container only holds by name, and marks that begin with #."""
    last = container[-1] if container else None
    return last if isinstance(last, dict) else {}


def name_of(container: Container) -> str:
    name = named(container).get("#n")
    return name if isinstance(name, str) else ""


def json_path(path: Path, tree: InkTree) -> Path:
    """Where a place stands in the file."""
    found: list[str | int] = ["root"]
    for depth, part in enumerate(path):
        if isinstance(part, str):
            found.append(len(tree.container(path[:depth]) or [None]) - 1)
        found.append(part)
    return tuple(found)
