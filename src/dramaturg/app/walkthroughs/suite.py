"""A suite: the walkthroughs in some folders, run one after the other."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from dramaturg.app.content.kinds import KINDS
from dramaturg.app.content.walkthrough import Walkthrough
from dramaturg.app.walkthroughs.faults import walkthrough_faults
from dramaturg.app.walkthroughs.run import Ran, run
from dramaturg.content.documents import Faults, Loaded, in_order
from dramaturg.content.library import Library, packaged
from dramaturg.kernel.errors import ContentError, Fault
from dramaturg.turn.local_models import LocalModels


@dataclass(frozen=True, slots=True)
class Suite:
    """Walkthroughs that can be run, what is wrong with the others, and the library that has what
    they play.
    """

    walkthroughs: tuple[Loaded[Walkthrough], ...]
    faults: Faults
    library: Library

    async def run(self, models: LocalModels) -> AsyncIterator[Ran]:
        for each in self.walkthroughs:
            yield await run(each, self.library, models)


def find_suite(paths: Sequence[Path], folders: Sequence[Path] = (), name: str = "") -> Suite:
    """The walkthroughs under `paths` whose id or title has `name` in it.

    What they play lies beside them, in one of the `folders`, or comes with Dramaturg.
    """
    beside = (path if path.is_dir() else path.parent for path in paths)
    library, here = Library(KINDS, (packaged(), *folders, *beside)), Library(KINDS, tuple(paths))
    found: list[Loaded[Walkthrough]] = []
    faults: list[Fault] = []
    for entry in here.entries("walkthrough"):
        try:
            loaded = cast(Loaded[Walkthrough], here.get("walkthrough", entry.id))
        except ContentError as error:
            faults += error.faults
            continue
        if name.casefold() in f"{loaded.id} {loaded.document.title}".casefold():
            wrong = walkthrough_faults(loaded.document, library, Path(loaded.file).parent)
            faults += [loaded.locate(fault) for fault in wrong]
            found += [] if wrong else [loaded]
    return Suite(tuple(found), in_order(faults), library)
