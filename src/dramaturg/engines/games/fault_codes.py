"""Every fault that domain knowledge can have beyond its form and the names in it, with its meaning.

Each code has a page under docs/faults/.
"""

from __future__ import annotations

from collections.abc import Mapping

CODES: Mapping[str, str] = {
    "against-itself": "A confusion, a misconception or a comparison names one concept twice.",
    "astray": "Along its best options a story goes round in circles or comes to a bad ending.",
    "diagram-lacks": "A diagram does not have what its form is drawn from.",
    "misconception-never-fires": (
        "No game can ask for one concept of a misconception and be answered with the other."
    ),
    "names-itself": "A text says the very name that it is to be a question about.",
    "no-single-best": "A moment of a story has no best option, or more than one.",
    "same-clue": "Two concepts have the same clue.",
    "same-label": "Two concepts, or a concept and a distractor, go by the same name.",
    "same-step": "Two steps of a sequence say the same.",
    "step-tells-place": (
        "A step gives its place in the order away, by a number or by a word such as first or then."
    ),
    "story-refused": "A story breaks a rule of play, so that no game would tell it.",
    "tangled-hierarchy": "A concept is a part of itself, or of two others.",
    "unreachable-moment": "No choice leads to a moment or an ending of a story.",
}
