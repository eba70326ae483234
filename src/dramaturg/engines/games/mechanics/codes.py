"""Every issue that content can have, with its meaning. They stand in docs/design-issues.md with the
design's own.
"""

from __future__ import annotations

from collections.abc import Mapping

CODES: Mapping[str, str] = {
    "answer-leaks": "A text tells the answer it asks for.",
    "answer-repeated": "Two items have the same answer where each answer is right once.",
    "answer-unknown": "An answer is none of those that can be given.",
    "best-is-longest": (
        "The best option is the longest at every moment, so it is known without reading."
    ),
    "brief-empty": "A content brief says nothing about what to write.",
    "brief-lacks-label": "A mechanic on a picture names no label it could ask about.",
    "brief-needs-two": "A comparison names more or fewer subjects than two.",
    "brief-too-few": "A mechanic asks for fewer items than it can be played with.",
    "card-too-long": "A text does not fit on a card.",
    "category-alone": "Everything goes into one category.",
    "category-double": "Two categories have the same heading.",
    "category-empty": "Nothing belongs into a category.",
    "content-count": "There are more or fewer scoring items than the plan counts on.",
    "content-double": "Two items say the same, or share an id.",
    "content-placeholder": "A text was left unfilled.",
    "content-empty": "A text that a player reads is empty.",
    "description-short": "A description is too short to set its place apart.",
    "distractor-is-label": "A distractor is a label of the scene, and so would be right.",
    "feedback-filler": "Feedback is mere praise or blame and tells a player nothing.",
    "feedback-missing": "A round has no feedback.",
    "levels-missing": "Nothing is part of anything else, so there is no hierarchy to build.",
    "mistake-double": "Two misconceptions of a round show by the same answer.",
    "mistake-never-shows": (
        "A misconception names no item, no answer that can be given, or the right one."
    ),
    "order-told": "A number, a date or a word of order tells where an item belongs.",
    "order-unclear": "The items do not fill the places of the order, each once.",
    "parent-loop": "A label is, by way of others, part of itself, and could never be opened.",
    "parent-unknown": "A label is part of something that is not among the labels.",
    "parent-wrong": "A label is put under another parent than the design says.",
    "path-stands-still": "Two stops of a path in a row are the same place.",
    "side-empty": "Nothing is said of one side of a comparison, or of what both share.",
    "story-best-unclear": "A moment on the best path has no best option, or more than one.",
    "story-circle": "A story leads back to where the player has been.",
    "story-ends-badly": "The best decisions do not come to a good ending.",
    "story-leads-nowhere": "An option leads to no moment and no ending.",
    "story-off-path": "What scores is not what lies on the best path.",
    "story-options": "A moment has too few options, or too many.",
    "story-unreached": "Nothing leads to a moment or an ending.",
    "text-ambiguous": "One text stands for two different answers.",
}
