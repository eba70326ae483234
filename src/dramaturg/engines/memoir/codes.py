"""Every fault that the artifacts of a memoir can have beyond their form, with its meaning.

Each code has a page under docs/faults/.
"""

from __future__ import annotations

from collections.abc import Mapping

CODES: Mapping[str, str] = {
    "against-the-order": "A rule of the router comes before one that the policy puts first.",
    "artifact-missing": "A folder has some of an interviewer's artifacts and not all.",
    "asks-too-much": "A template asks two things, or a line asks that must not.",
    "bad-pattern": "A pattern of a constraint cannot be read, or could be searched for ever.",
    "breaks-own-rule": "Something the interviewer may say breaks one of its own constraints.",
    "cap-exceeded": "A state machine would take more steps than its cap allows.",
    "crisis-number": "The crisis guidance for all countries names a number.",
    "depth-out-of-reach": "The budget opens a depth that no conversation can come to.",
    "ids-differ": "The artifacts in one folder have different ids.",
    "levels-out-of-order": "The depth levels are not 0, 1, 2 and 3 in this order.",
    "limit-without-effect": (
        "A limit of depth holds nothing back, or says nothing, or two things at once."
    ),
    "machine-does-not-fit": (
        "A rule leads to a machine that is not its style's, or that may not be entered then."
    ),
    "no-plain-words": "A tactic that is asked for by name has no template that can always be said.",
    "no-step-sideways": "A step sideways asks something, or offers nothing.",
    "persona-missing": "One of the five styles has no profile.",
    "prompt-block-length": "The instruction block is empty or too long.",
    "rule-out-of-reach": "A rule of the router can never win.",
    "safety-not-first": (
        "Somebody who refuses, wants to stop or is in distress is not led to safety, or somebody"
        " else is."
    ),
    "shares-off": "The shares of a style's sentence types do not add up to 1.",
    "thresholds-out-of-order": "Distress would stop a conversation before emotion counts.",
}
