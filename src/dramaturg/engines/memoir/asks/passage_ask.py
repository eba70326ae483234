"""Asking all that is asked of a passage in one call: the signals that steer, and what it tells."""

from __future__ import annotations

from dramaturg.data_files import load
from dramaturg.engines.memoir.asks.story import StoryAsk
from dramaturg.turn.asks import Ask
from dramaturg.turn.readings import Readings
from dramaturg.turn.together import Together

SIGNALS, STORY = "signals", "story"
MOST_TOKENS = 3_000
STEERING = (
    *("vagueness", "emotion", "valence", "elaboration"),
    *("refusal", "stop", "distress", "self_harm"),
)
"""What a model is asked for of all that can be read: a route is chosen by it, or a promise kept.
The rest is read without one.
"""


def passage_ask(signals: Ask[Readings], story: StoryAsk) -> Together:
    """The system part is the same for every passage."""
    shown = story.prompt()
    system = (
        load(__file__, "prompts.yaml", dict[str, str])["passage"].strip(),
        f"# FIRST PART: {SIGNALS}\n{signals.prompt().system}",
        f"# SECOND PART: {STORY}\n{shown.system}",
    )
    return Together(
        "memoir.passage",
        "extract",
        "\n\n".join(system),
        shown.user,
        {SIGNALS: signals, STORY: story},
        MOST_TOKENS,
    )
