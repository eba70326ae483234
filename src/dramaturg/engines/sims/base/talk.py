"""The small change of talk: what a few words do besides what they are about, by pattern."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dramaturg.data_files import Pattern, load

_PATTERNS = load(__file__, "talk.yaml", dict[str, Pattern])
_SHORT = ("assent", "nod", "more", "thanks", "filler")
# in more words than these, some things are only said in passing
MOST_WORDS = {"more": 6, "assent": 12, "thanks": 12, "goodbye": 12, "hurry": 12}
DOES = "does:"


def talk_readings(text: str) -> Mapping[str, float]:
    """What the words do, each under its own name; nothing that they do not do."""
    plain = text.replace("’", "'")
    return {f"{DOES}{act}": 1.0 for act in _acts(plain)}


def does(readings: Mapping[str, float], act: str) -> bool:
    return bool(readings.get(f"{DOES}{act}"))


def _acts(text: str) -> list[str]:
    found = [
        act
        for act, pattern in _PATTERNS.items()
        if act not in ("nod", "filler")
        and pattern.search(text)
        and len(text.split()) <= MOST_WORDS.get(act, len(text))
    ]
    if "repeat" in found or "doubt" in found:
        found = [act for act in found if act != "assent"]  # "I don't understand"
    return [*found, *(["bare"] if _is_bare(text) else [])]


def _is_bare(text: str) -> bool:
    """Whether a nod, an assent, thanks or a prompt to go on is all there is to the words."""
    left = text
    for act in _SHORT:
        left = _PATTERNS[act].sub(" ", left)
    return not re.search(r"\w", left)
