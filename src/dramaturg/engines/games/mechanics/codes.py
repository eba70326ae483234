"""Every issue that content can have, with its meaning. They stand in docs/design-issues.md with the design's own."""

from __future__ import annotations

from collections.abc import Mapping

CODES: Mapping[str, str] = {
    "answer-leaks": "A text tells the answer it asks for.",
    "answer-unknown": "An answer is none of those that can be given.",
    "brief-empty": "A content brief says nothing about what to write.",
    "brief-lacks-label": "A mechanic on a picture names no label it could ask about.",
    "content-count": "There are more or fewer scoring items than the plan counts on.",
    "content-double": "Two items say the same, or share an id.",
    "content-placeholder": "A text was left unfilled.",
    "content-empty": "A text that a player reads is empty.",
}
