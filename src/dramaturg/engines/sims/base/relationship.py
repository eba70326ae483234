"""The relationship between a person and the learner: a score the server owns, and the state it
stands for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from dramaturg.engines.sims.base.directive import CLEAR
from dramaturg.engines.sims.base.talk import does

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


def engagement(score: int, readings: Mapping[str, float]) -> int:
    """A reported engagement score, kept within what may be reported. What hurts is not rewarded,
    whoever reports it.
    """
    return max(-2, min(2, score, harm(readings)))


def harm(readings: Mapping[str, float]) -> int:
    """The most that the words can do for the relationship: an insult or a dismissal lowers it,
    whatever form the sentence has.
    """
    if does(readings, "injection"):
        return -1
    hostile, dismissal = readings.get("mood:hostile", 0.0) >= 1, does(readings, "dismissal")
    if does(readings, "insult") or (hostile and dismissal):
        return -2
    kind = any(does(readings, act) for act in ("doubt", "thanks", "assent", "small_talk"))
    waved_away = readings.get("mood:dismissive", 0.0) >= 1 and readings.get("denies", 0.0) >= CLEAR
    return -1 if dismissal or (not kind and (hostile or waved_away)) else 2


def own_engagement(readings: Mapping[str, float], acknowledged: bool, said: Collection[str]) -> int:
    """Without a model: sound reasoning is rewarded, not politeness (seed 000, §8.3). A sound point
    counts most; a fair question, about something that was not told yet, and honest doubt count too.
    """
    if (hurt := harm(readings)) < 0:
        return hurt
    if acknowledged:
        return 2
    fair = bool(readings.get("question")) and any(
        key.startswith("about:") and value >= 1 and key.removeprefix("about:") not in said
        for key, value in readings.items()
    )
    return int(fair or does(readings, "doubt"))
