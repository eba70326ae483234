"""What every code in a report means, and which page of the documentation says more about it."""

from __future__ import annotations

from collections.abc import Mapping

from dramaturg.app.walkthroughs.codes import CODES as WALKTHROUGHS
from dramaturg.content.codes import CODES as LOADER
from dramaturg.engines.games.codes import CODES as DESIGNS
from dramaturg.engines.games.content_check import CODES as GAME_FILES
from dramaturg.engines.games.diagrams.codes import CODES as PICTURES
from dramaturg.engines.games.fault_codes import CODES as KNOWLEDGE
from dramaturg.engines.games.inspection import CODES as BLUEPRINTS
from dramaturg.engines.games.mechanics.codes import CODES as CONTENT
from dramaturg.engines.interviews.codes import CODES as INTERVIEWS
from dramaturg.engines.memoir.codes import CODES as MEMOIR
from dramaturg.engines.sims.codes import CODES as SIMS
from dramaturg.kernel.codes import CODES as KERNEL

FAULTS: Mapping[str, str] = {
    **LOADER,
    **KERNEL,
    **SIMS,
    **KNOWLEDGE,
    **INTERVIEWS,
    **MEMOIR,
    **WALKTHROUGHS,
}
"""Those with a page of their own under docs/faults/."""

ISSUES: Mapping[str, str] = {
    **{code: each.meaning for code, each in DESIGNS.items()},
    **CONTENT,
    **PICTURES,
    **BLUEPRINTS,
    **GAME_FILES,
}
"""What games can have, which stands in docs/design-issues.md."""

UNNAMED = "Something that is claimed of this content does not hold."


def meaning_of(code: str) -> str:
    return FAULTS.get(code) or ISSUES.get(code, UNNAMED)


def page_of(code: str) -> str:
    return (
        f"docs/faults/{code}.md"
        if code in FAULTS
        else "docs/design-issues.md"
        if code in ISSUES
        else "docs/checking.md"
    )
