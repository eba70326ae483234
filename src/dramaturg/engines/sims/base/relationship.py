"""The relationship between a person and the learner: a score the server owns, and the state it
stands for.
"""

from __future__ import annotations

STATES = ("hostile", "guarded", "neutral", "cooperative", "trusting")

# At or beyond each of these the state changes; the lower two count downwards (spec: -25, -10, 10,
# 25).
DEFAULT_THRESHOLDS = (-25, -10, 10, 25)


def relationship_state(
    score: int, thresholds: tuple[int, int, int, int] = DEFAULT_THRESHOLDS
) -> str:
    """The word for a score: `relationship_state(12)` is "cooperative"."""
    hostile, guarded, cooperative, trusting = thresholds
    if score <= hostile:
        return "hostile"
    if score <= guarded:
        return "guarded"
    if score >= trusting:
        return "trusting"
    return "cooperative" if score >= cooperative else "neutral"


def engagement(score: int) -> int:
    """A reported engagement score, kept within what may be reported."""
    return max(-2, min(2, score))
