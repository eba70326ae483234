"""The step sideways: whether a line leaves a way out of the matter."""

from __future__ import annotations

from dramaturg.data_files import Pattern, load
from dramaturg.english.prose import plain, sentences

_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["way_out"]

_OFFERS = _PATTERNS["offers"]
_LEAVES_FREE = _PATTERNS["leaves_free"]


def offers_sideways(line: str) -> bool:
    """Whether a sentence of it, and no mere question about the matter, offers to leave it."""
    # `What happened another time?` asks on; `shall we turn to something else?` does not
    return any(
        _OFFERS.search(said) and _LEAVES_FREE.search(said)
        for said in map(plain, sentences(line))
        if not said.rstrip("\"'”’)").endswith("?") or bool(_CHOICE.search(said))
    )


_CHOICE = _PATTERNS["choice"]
