"""Simulated learners: somebody to play against, who reacts to what they hear and needs no model."""

from __future__ import annotations

from collections.abc import Sequence

from dramaturg.kernel.figures import read
from dramaturg.turn.contract import Cue, Heard

LAUNCH_QUESTIONS = (
    "Hi, I've been brought in to make the call. What's going on?",
    "What did the eval turn up?",
    "Is it across the board, or only in specific areas?",
    "Should I just call the client and tell them we're slipping the date?",
    "Okay. What else should I know?",
    "How bad is it really, in terms of what we promised the client?",
)
_LATER = ("I'm listening, go on.", "What would you accept?", "Thank you, that helps me a lot.")


class AttentiveLearner:
    """Asks their questions, picks the first option when one is offered, says back the percentages they hear, and listens."""

    def __init__(self, questions: Sequence[str] = LAUNCH_QUESTIONS) -> None:
        self._questions = iter(questions)
        self._later = iter(_LATER)
        self._said_back: set[str] = set()

    def answer(self, line: str, cues: Sequence[Cue]) -> Heard | None:
        """What they say to a line; None when they have nothing more to say."""
        if any(cue.command == "AI_EndConversation" for cue in cues):
            return None
        options = next((cue.data["options"] for cue in cues if cue.command == "AI_PivotMoment"), None)
        if options:
            return Heard(choice=options[0]["id"])
        words = next(self._questions, None) or self._say_back(line) or next(self._later, None)
        return None if words is None else Heard(text=words)

    def _say_back(self, line: str) -> str | None:
        percentages = [figure.text for figure in read(line) if figure.text.endswith("%")]
        fresh = [text for text in percentages if text not in self._said_back]
        if len(fresh) < 2:
            return None
        self._said_back.update(fresh)
        return f"So it's {fresh[1]} against {fresh[0]}. That decides it, then."
