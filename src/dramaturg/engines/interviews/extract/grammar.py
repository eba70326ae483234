"""Forms of English verbs."""

from __future__ import annotations

import re

from dramaturg.kernel.prose import table

_ONE_BEAT = re.compile(r"(?:qu|[^aeiou])*[aeiou][bdfgklmnprtz]")
_STRESSED_END = table(
    "admit allot begin commit compel control equip expel forget input occur omit outbid outrun"
    " outwit patrol permit prefer rebel refer regret remit repel reset submit transfer transmit"
    " unplug upset"
)
_PAST = {
    "been": "be", "was": "be", "were": "be", "is": "be", "are": "be", "had": "have", "has": "have", "did": "do", "went": "go",
    "gone": "go", "said": "say", "made": "make", "got": "get", "took": "take", "came": "come", "gave": "give", "told": "tell",
    "kept": "keep", "felt": "feel", "left": "leave", "lost": "lose", "paid": "pay", "ran": "run", "saw": "see", "sent": "send",
    "stood": "stand", "thought": "think", "wrote": "write", "rode": "ride", "found": "find", "brought": "bring", "bought": "buy",
}  # fmt: skip


def gerund(verb: str) -> str:
    """The verb as something one does: getting, making, lying, being."""
    if verb.endswith("ing") and len(verb) > 5:
        return verb
    verb = _PAST.get(verb, verb)
    if verb.endswith("ie"):
        return f"{verb[:-2]}ying"
    if verb.endswith("e") and verb != "be" and not verb.endswith(("ee", "oe", "ye")):
        return f"{verb[:-1]}ing"
    if verb in _STRESSED_END or _ONE_BEAT.fullmatch(verb):
        return f"{verb}{verb[-1]}ing"
    return f"{verb}ing"
