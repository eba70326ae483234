"""The step sideways: whether a line leaves a way out of the matter."""

from __future__ import annotations

import re

from dramaturg.english.prose import plain, sentences

_OFFERS = re.compile(
    r"\bleave (?:it|this|that|all of it) (?:there|here|alone|at that|for (?:now|today|another))"
    r"|\bsomething (?:else|lighter|quite different)\b|\b(?:wait for|leave it for|another)"
    r" (?:time|day)\b"
    r"|\bstop (?:here|there|now|for today|at any)\b|\bwe stop\b|\bput that aside\b"
)
_LEAVES_FREE = re.compile(
    r"\b(?:can|could|may|might|if|rather|free|whenever|let us|then|for today"
    r" we|we|you|or|it|this|welcome|perhaps)\b"
)


def offers_sideways(line: str) -> bool:
    """Whether a sentence of it, and no mere question about the matter, offers to leave it."""
    # `What happened another time?` asks on; `shall we turn to something else?` does not
    return any(
        _OFFERS.search(said) and _LEAVES_FREE.search(said)
        for said in map(plain, sentences(line))
        if not said.rstrip("\"'”’)").endswith("?") or bool(_CHOICE.search(said))
    )


_CHOICE = re.compile(
    r"\b(?:shall we|would you (?:like|rather)|or (?:shall|leave|begin|rather|talk)|do you want)\b"
)
