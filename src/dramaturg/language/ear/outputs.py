"""What the ear gives: every output by name, and how the outputs of a group belong together.

A group of `choice` gives one of its outputs, one of `signs` any of them, one of `shares` values
from 0 to 1. `fits` are compared between candidates. The word outputs are given for every word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from dramaturg.turn.hearing import CONCEPT_KINDS

Kind = Literal["choice", "signs", "shares", "fits"]

GROUPS: Mapping[str, tuple[Kind, str]] = {
    "act": ("signs", "refuse stop bye pause skip back repair correct yes no unsure"),
    "declined": ("signs", "declined"),
    "danger": ("signs", "selfharm abuse medical threat distress"),
    "when": ("choice", "now past none"),
    "whom": ("choice", "self other saying story work idiom"),
    "feeling": ("shares", "valence strength stir"),
    "emotional": ("signs", "emotional"),
    "mood": ("choice", "warm neutral dismissive hostile"),
    "engagement": ("shares", "engagement"),
    "taken": ("choice", "acknowledges denies misses elsewhere"),
    "option": ("fits", "option"),
    "answers": ("fits", "answers"),
    "against": ("choice", "contradicts agrees corrects"),
    "same": ("shares", "same"),
    "form": ("choice", "open closed none"),
    "craft": (
        "signs",
        "leading several presupposing pressing judging advising interpreting praising",
    ),
    "prohibited": ("signs", "prohibited"),
    "unsafe": ("signs", "unsafe"),
    "repeat": ("signs", "repeat"),
    "quality": (
        "shares",
        "certainty vagueness specificity disclosure depth intimacy uptake politeness",
    ),
    "disclosed": ("signs", "emotional information"),
    "elaboration": ("signs", "elaboration"),
    "causal": ("signs", "causal"),
    "language": ("choice", "english other noise"),
    "unwilling": ("signs", "declines hesitates"),
}

OUTPUTS: tuple[str, ...] = tuple(
    f"{group}.{name}" for group, (_, names) in GROUPS.items() for name in names.split()
)
PLACE: Mapping[str, int] = {name: place for place, name in enumerate(OUTPUTS)}

FITS: tuple[str, ...] = (
    "option.option",
    "answers.answers",
    "taken.acknowledges",
    "taken.denies",
    "taken.misses",
    "taken.elsewhere",
    "same.same",
    "against.contradicts",
    "against.agrees",
)
"""What is weighed of a candidate and the words after it, to find which candidate is meant."""

WORD_GROUPS: Mapping[str, tuple[Kind, str]] = {
    "concept": ("choice", "outside begins inside"),
    "refused": ("signs", "refused"),
    "corrected": ("signs", "corrected"),
    "clause": ("signs", "clause"),
    "named": ("choice", "nothing person place time"),
    "causes": ("choice", "neither cause effect"),
}
WORD_OUTPUTS: tuple[str, ...] = tuple(
    f"{group}.{name}" for group, (_, names) in WORD_GROUPS.items() for name in names.split()
)

TYPE_OUTPUTS: tuple[str, ...] = tuple(
    f"{method}.{name}" for method, names in CONCEPT_KINDS.items() for name in names
)
LINKS = ("none", "leads to", "follows from")
