"""Stop: does the person want to end, pause, leave or cancel?"""

from __future__ import annotations

import re

from dramaturg.language.readers import limits
from dramaturg.language.readers.parsed_text import SeenTurn
from dramaturg.language.readers.reader import Reader, by_rule
from dramaturg.turn.readings import Reading

ENDING = "(?:stop|end|pause|finish|leave it|take a break|call it|turn it off)"
GOING_ON = "(?:go on|continue|keep going|carry on)"
WISHING = "(?:want|like|need|prefer|happy|okay|ready|consent|able)"
OFFERS_TO_END = re.compile(
    rf" (?:will|should|can) we {ENDING}\b| {WISHING} (?:me |us )?to {ENDING}\b"
)
OFFERS_TO_GO_ON = re.compile(
    rf" (?:will|should|can) (?:we|i) {GOING_ON}\b| {WISHING} (?:me |us )?to {GOING_ON}\b"
)
YES = re.compile(
    r"\W*(?:yes|yeah|yep|yup|sure|please|i would|i'd like|i do|i think so|let's)\b", re.IGNORECASE
)
NO = re.compile(r"\W*(?:no|nope|nah|not|i'd rather not|i don't)\b", re.IGNORECASE)
SHORT = 8  # words: a longer answer says itself what it wants


def read(seen: SeenTurn) -> Reading:
    if seen.text.length <= SHORT and (answered := _answered(seen)):
        return by_rule(0.9, 0.85, answered)
    return limits.weigh("stop", seen.text)


def _answered(seen: SeenTurn) -> str:
    """Yes to an offer to end, or no to an offer to go on."""
    offered, said = "".join(list(limits.lines(seen.context))[-1:]), seen.text.text.replace("’", "'")
    if OFFERS_TO_END.search(offered) and YES.match(said):
        return "yes to an offer to end"
    if OFFERS_TO_GO_ON.search(offered) and NO.match(said):
        return "no to an offer to go on"
    return ""


READER = Reader(
    "stop",
    "Whether the person wants to end, pause, leave or cancel what is going on. Talk of stopping"
    " something else, and a goodbye said in return, are not meant.",
    read,
    rubric=(
        "goes on, or speaks of stopping something else",
        "is a little short or tired, but goes on",
        "hints at having little time or strength left",
        "would like to stop, pause or leave soon",
        "asks to stop, pause, leave or cancel now, or says goodbye unasked",
    ),
)
