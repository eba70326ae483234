"""Every issue that a design or a plan can have, with its meaning and its fix. They stand in
docs/design-issues.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class IssueCode(NamedTuple):
    meaning: str
    fix: str


DESIGN_CODES: Mapping[str, IssueCode] = {
    # reading
    "bad-character": IssueCode(
        "A text has half of a surrogate pair in it.", "Take the character out."
    ),
    "duration-out-of-range": IssueCode(
        "The game is to take less than 1 or more than 30 minutes.", "Write a number from 1 to 30."
    ),
    "json-mended": IssueCode(
        "There was more than the design, or a comma too many.", "Answer with the JSON object alone."
    ),
    "key-respelled": IssueCode(
        "A key is spelt in another way.", "Spell it as the design document does."
    ),
    "label-respelled": IssueCode(
        "A label differs from the scene's in case or spacing.", "Spell it as the scene does."
    ),
    "left-out": IssueCode(
        "A field was left out, and what follows from the others was put there.",
        "Write it, if that is not meant.",
    ),
    "missing": IssueCode("A field was left out, and nothing follows from the others.", "Write it."),
    "not-a-design": IssueCode(
        "It is JSON, but not an object.", "Write one object with title, scenes and so on."
    ),
    "not-json": IssueCode("It cannot be read as JSON.", "Write one JSON object, and close it."),
    "not-utf-8": IssueCode("It is not UTF-8 text.", "Save it as UTF-8."),
    "text-too-long": IssueCode("A text has more than 20,000 characters.", "Say it in fewer."),
    "timed-challenge": IssueCode(
        "timed_challenge is given as a mechanic.",
        "Name the mechanic it wraps; give that is_timed and time_limit_seconds.",
    ),
    "too-deep": IssueCode(
        "Mechanics are nested more than 3 levels deep, or values without end.",
        "Let it follow its parent instead.",
    ),
    "too-large": IssueCode(
        "The design has more than 2,000,000 characters or 100,000 values.",
        "Leave content and pictures out of it.",
    ),
    "too-many-issues": IssueCode(
        "There are more than 200 issues.", "Mend those shown; the others are shown then."
    ),
    "too-many-scenes": IssueCode("There are more than 6 scenes.", "Make several games of it."),
    "unknown-key": IssueCode(
        "A key that nobody reads.", "Take it out, or spell it as the design document does."
    ),
    "word-respelled": IssueCode(
        "A word for a mechanic, a trigger or the like is spelt in another way.",
        "Spell it as it is known.",
    ),
    "wrong-type": IssueCode(
        "A value is of another type than it must be.",
        "Write a text, a number, a list, as is asked for.",
    ),
    "wrong-word": IssueCode(
        "A word for a mechanic, a trigger or the like is not known.", "Take the nearest that is."
    ),
    # labels
    "distractor-is-label": IssueCode(
        "What is to distract is a label, and so would be right.", "Take it out."
    ),
    "hierarchy-cycle": IssueCode(
        "A label of the hierarchy lies inside itself.", "Take it out of one of those around it."
    ),
    "hierarchy-two-parents": IssueCode(
        "A label of the hierarchy lies in two others.", "Leave it in one."
    ),
    "hierarchy-unknown-label": IssueCode(
        "The hierarchy has a label that is not listed.",
        "Add it to all_zone_labels, or take it out.",
    ),
    "label-empty": IssueCode("A label is empty.", "Take it out."),
    "label-not-listed": IssueCode(
        "A scene has a label that is not listed.", "Add it to all_zone_labels."
    ),
    "label-twice": IssueCode("A label is there twice, case and spacing aside.", "Take one out."),
    "label-unused": IssueCode("A listed label is in no scene.", "Give it to one, or take it out."),
    "no-labels": IssueCode("A mechanic on a diagram names no labels.", "Name those it asks for."),
    "too-many-labels": IssueCode("There are more than 300 labels.", "Keep to 300."),
    "unknown-label": IssueCode(
        "A mechanic uses a label that its scene does not have.",
        "Add it to the scene, or take it out.",
    ),
    # mechanics
    "count-contradicts-labels": IssueCode(
        "A mechanic with one item for each label has another number of items.",
        "Write the number of its labels.",
    ),
    "count-out-of-range": IssueCode(
        "expected_item_count is below 1 or above 200.", "Say how many things the player does."
    ),
    "empty-text": IssueCode("A title or an instruction is empty.", "Write it."),
    "points-out-of-range": IssueCode(
        "points_per_item is below 1 or above 1,000.", "Write a number from 1 to 1,000; 10 is usual."
    ),
    "too-many-mechanics": IssueCode(
        "There are more than 200 mechanics.", "Make several games of it."
    ),
    # triggers and timers
    "threshold-in-percent": IssueCode(
        "A score_threshold is given in percent.", "Write 0.75 for 75."
    ),
    "threshold-missing": IssueCode(
        "A score_threshold has no value.", "Say which share of the score is enough."
    ),
    "threshold-out-of-range": IssueCode(
        "A score_threshold is no share of the score.", "Write one in (0, 1]."
    ),
    "time-after-timer": IssueCode(
        "time_elapsed waits longer than the mechanic lasts.", "Write its time limit at most."
    ),
    "time-missing": IssueCode(
        "time_elapsed does not say after how long.",
        "Give seconds, as its value or as the time limit.",
    ),
    "time-out-of-range": IssueCode(
        "time_elapsed waits 0 seconds or less, or more than an hour.",
        "Write seconds, 3,600 at most.",
    ),
    "timer-missing": IssueCode(
        "A timed mechanic has no time limit.", "Give time_limit_seconds, or set is_timed to false."
    ),
    "timer-out-of-range": IssueCode(
        "A time limit is below 1 second or above an hour.", "Write seconds, from 1 to 3,600."
    ),
    "timer-unused": IssueCode(
        "A mechanic that is not timed has a time limit.",
        "Set is_timed to true, or take the limit out.",
    ),
    "trigger-never-judged": IssueCode(
        "The last of its siblings has a trigger.", "Leave it out, or put it on the parent."
    ),
    "value-unused": IssueCode(
        "A trigger that needs no value has one.", "Take it out, or say score_threshold."
    ),
    # scenes
    "diagram-needed": IssueCode(
        "A scene without a diagram has a mechanic that needs one.", "Set needs_diagram to true."
    ),
    "diagram-unused": IssueCode(
        "A scene has a diagram, and no mechanic uses it.", "Set needs_diagram to false."
    ),
    "gate-in-percent": IssueCode("The score of a gate is given in percent.", "Write 0.6 for 60."),
    "gate-missing": IssueCode(
        "A score_gate has no score.", "Say which share of the score opens it."
    ),
    "gate-out-of-range": IssueCode(
        "The score of a gate is no share of the score.", "Write one in (0, 1]."
    ),
    "gate-unused": IssueCode(
        "A transition that is no score_gate has a score.", "Take it out, or say score_gate."
    ),
    "transition-unused": IssueCode(
        "The last scene says how to go on.", "Leave the transition out there."
    ),
}

_REPORT = "It is a fault of the builder: report it."
BUILDER_CODES: Mapping[str, IssueCode] = {
    "plan-dead-end": IssueCode("A mechanic does not lead to the end of its scene.", _REPORT),
    "plan-differs": IssueCode("The plan has other scenes or mechanics than its design.", _REPORT),
    "plan-edge-to-nowhere": IssueCode(
        "A connection joins something that is not in the scene.", _REPORT
    ),
    "plan-exits": IssueCode("A mechanic has no way out, or several.", _REPORT),
    "plan-id-twice": IssueCode("Two mechanics have the same id.", _REPORT),
    "plan-mechanic-score": IssueCode(
        "A mechanic's score is not its items times its points.", _REPORT
    ),
    "plan-parent": IssueCode("A mechanic's parent does not exist, or comes after it.", _REPORT),
    "plan-scene-id-twice": IssueCode("Two scenes have the same id.", _REPORT),
    "plan-scene-score": IssueCode(
        "A scene's score is not the sum of its mechanics' scores.", _REPORT
    ),
    "plan-start": IssueCode(
        "A scene does not start at its first mechanic, and there alone.", _REPORT
    ),
    "plan-terminal": IssueCode(
        "A scene has no terminal mechanic, several, or another than the one that leads to its end.",
        _REPORT,
    ),
    "plan-total-score": IssueCode("The total is not the sum of the scenes' scores.", _REPORT),
    "plan-transition": IssueCode(
        "A scene has no transition to the next, or the last one has one.", _REPORT
    ),
    "plan-unreachable": IssueCode(
        "A mechanic cannot be reached from the start of its scene.", _REPORT
    ),
}

CODES: Mapping[str, IssueCode] = {**DESIGN_CODES, **BUILDER_CODES}
