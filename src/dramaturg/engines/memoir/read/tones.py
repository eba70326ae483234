"""Tones: what a passage is told in, by its own words: grief, shame, anger, hardship, fun, pride,
joy.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from dramaturg.data_files import Pattern, load
from dramaturg.english.prose import plain

Tone = Literal["grief", "shame", "anger", "hard", "fun", "pride", "joy"]
DARK: frozenset[Tone] = frozenset({"grief", "shame"})
BRIGHT: frozenset[Tone] = frozenset({"fun", "pride", "joy"})

_TONES: Mapping[Tone, Pattern] = load(__file__, "tones.yaml", dict[Tone, Pattern])
"""What weighs most first."""
_NEGATED = re.compile(r"(?:\b(?:not|never|no|nobody|nothing|hardly)|n't)\b[^.!?;]{0,24}$")


def tones_of(text: str) -> tuple[Tone, ...]:
    """Those that its words show, what weighs most first; none is bright where one is
    dark, and nothing is hard where it is bright.

    >>> tones_of("I laughed until I cried.")
    ('fun',)
    """
    said = plain(text)
    found = [tone for tone in _TONES if _shows(said, tone)]
    if not DARK.isdisjoint(found):
        return tuple(tone for tone in found if tone not in BRIGHT)
    is_bright = not BRIGHT.isdisjoint(found)
    return tuple(tone for tone in found if not (is_bright and tone == "hard"))


def _shows(said: str, tone: Tone) -> bool:
    """`My mother never sang.` is no joy: what is bright counts unless somebody says it was not."""
    found = _TONES[tone].finditer(said)
    return any(tone not in BRIGHT or not _NEGATED.search(said[: match.start()]) for match in found)
