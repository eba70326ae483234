"""Tones: what a passage is told in, by its own words: grief, shame, anger, hardship, fun, pride,
joy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from dramaturg.data_files import Pattern, load
from dramaturg.english.prose import plain

Tone = Literal["grief", "shame", "anger", "hard", "fun", "pride", "joy"]
DARK: frozenset[Tone] = frozenset({"grief", "shame"})
BRIGHT: frozenset[Tone] = frozenset({"fun", "pride", "joy"})

_TONES: Mapping[Tone, Pattern] = load(__file__, "tones.yaml", dict[Tone, Pattern])
"""What weighs most first."""


def tones_of(text: str) -> tuple[Tone, ...]:
    """Those that its words show, what weighs most first; none is bright where one is
    dark, and nothing is hard where it is bright.

    >>> tones_of("I laughed until I cried.")
    ('fun',)
    """
    said = plain(text)
    found = [tone for tone, shows in _TONES.items() if shows.search(said)]
    if not DARK.isdisjoint(found):
        return tuple(tone for tone in found if tone not in BRIGHT)
    is_bright = not BRIGHT.isdisjoint(found)
    return tuple(tone for tone in found if not (is_bright and tone == "hard"))
