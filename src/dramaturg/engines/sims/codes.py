"""Every fault that backbones and scenarios can have beyond their form and their graph, with its
meaning.

Each code has a page under docs/faults/.
"""

from __future__ import annotations

from collections.abc import Mapping

CODES: Mapping[str, str] = {
    "bad-condition": "A condition cannot be read.",
    "branch-without-pivot": (
        "A branch has no pivot to ask, or a pivot stands in a node that is no branch."
    ),
    "broken-backbone": "A scenario uses a backbone that has faults of its own.",
    "duplicate-name": (
        "Two things in one list, or two things that one person says, have the same id."
    ),
    "flag-hides-fact": "A once-only flag has the name of a fact.",
    "line-breaks-rule": "A person's line breaks a rule for how people speak.",
    "missing-binding": "A node of the backbone needs content that a person does not have.",
    "optional-end": "The terminal node is optional.",
    "unknown-figure": (
        "A figure is said that is not on record, or decides without standing in the person's"
        " document."
    ),
    "unknown-name": (
        "An option, a person, a document, an objective or a backbone is named that does not exist."
    ),
    "unknown-source": "A node takes its content from a place that no person has.",
}
