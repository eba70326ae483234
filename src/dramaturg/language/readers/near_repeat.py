"""Near repeats: does a question ask again what was asked before, perhaps in other words?"""

from __future__ import annotations

from dramaturg.language.readers.evidence import probability, worths
from dramaturg.language.readers.parsed_text import ParsedText, SeenTurn
from dramaturg.language.readers.questions import content, spoken
from dramaturg.language.readers.reader import Reader, by_rule
from dramaturg.turn.readings import Reading


def read(seen: SeenTurn) -> Reading:
    """The closest of the earlier questions counts."""
    if not seen.text.tokens or not seen.earlier:
        return by_rule(0.0, 0.9, "nothing was asked before")
    value = max(_same(seen.text, before) for before in seen.earlier)
    if value == 1.0:
        return by_rule(1.0, 1.0, "the same words were asked before")
    return by_rule(
        value,
        max(value, 1 - value),
        (
            "an earlier question is close in meaning"
            if value >= 0.5
            else "no earlier question is close"
        ),
    )


def _same(text: ParsedText, before: ParsedText) -> float:
    if spoken(text.tokens) == spoken(before.tokens):
        return 1.0
    worth = worths("near_repeat", text.embedder.name)
    return probability(
        worth.start + sum(worth.rules[cue] * size for cue, size in cues(text, before).items())
    )


def cues(text: ParsedText, before: ParsedText) -> dict[str, float]:
    """Shared words may count against a repeat: of two pairs equally close in meaning, the one in
    other words is surer.
    """
    # how many of the content words of the shorter one stand in the other
    left, right = content(text), content(before)
    return {
        "near in meaning": float(text.vector @ before.vector),
        "shared words": (len(left & right) / max(1, min(len(left), len(right)))),
    }


READER = Reader(
    "near_repeat",
    "Whether a question asks again what the same asker asked before: 1 the same again, 0 something"
    " new.",
    read,
)
