"""The step sideways: whether a line leaves a way out of the matter."""

from __future__ import annotations

import re

from dramaturg.kernel.prose import plain, sentences

_OFFERS = re.compile(
    r"\bleave (?:it|this|that|all of it) (?:there|here|alone|aside|at that|time|part|for (?:now|today|another))"
    r"|\bsome(?:thing|where) (?:else|lighter|easier|(?:quite )?different)\b|\b(?:wait for|leave it for|another) (?:time|day)\b"
    r"|\bstop (?:here|there|now|for today|at any)\b|\bwe stop\b|\bput that aside\b|\b(?:pause|take a (?:little |short )?(?:break|rest|pause))\b"
    r"|\bchange the subject\b|\banother (?:path|subject|topic|part)\b"
    r"|\b(?:don't|do not|never) (?:have|need) to (?:stay|go (?:on|into|there|any)|talk|speak)\b"
)
_LEAVES_FREE = re.compile(
    r"\b(?:can|could|may|might|if|rather|free|whenever|let us|then|for today we|we|you|or|it|this|welcome|perhaps)\b"
)


def offers_sideways(line: str) -> bool:
    """Whether a sentence of it, and no mere question about the matter, offers to leave it."""
    return any(_OFFERS.search(said) and _LEAVES_FREE.search(said) for said in map(plain, sentences(line)) if _is_offer(said))


def _is_offer(said: str) -> bool:
    """`What happened another time?` asks on; `shall we turn to something else?` does not."""
    return not said.rstrip("\"'”’)").endswith("?") or bool(_CHOICE.search(said))


_CHOICE = re.compile(
    r"\b(?:shall we|would you (?:like|rather|prefer)|or (?:shall|leave|begin|rather|talk|go|turn)|do you want)\b"
)
