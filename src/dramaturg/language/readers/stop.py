"""Stop: does the person want to end, pause, leave or cancel?"""

from __future__ import annotations

import re

from dramaturg.language.readers import limits
from dramaturg.language.readers.reader import Reader, by_rule
from dramaturg.language.readers.seen import Seen
from dramaturg.turn.readings import Reading

OFFERS_TO_END = re.compile(
    r" (?:will|should|can) we (?:stop|end|pause|finish|leave it|take a break|call it)\b"
    r"| (?:want|like|need|prefer) (?:to|me to|us to) (?:stop|end|pause|finish|take a break|leave|cancel|turn (?:it|this) off)\b"
)
OFFERS_TO_GO_ON = re.compile(
    r" (?:will|should|can) (?:we|i) (?:go on|continue|keep going|carry on)\b| (?:want|like|happy|okay|ready|consent|able) to (?:go on|continue|keep going|carry on)\b"
)
YES = re.compile(r"^ (?:yep|yup|sure|i would|i do|that would be|if you do not mind|i think we should|please|[.] |, )+")
NO = re.compile(r"^ (?:no|not|i would rather not|i do not)\b")
SHORT = 8  # words: a longer answer says itself what it wants


def read(seen: Seen) -> Reading:
    if seen.text.length <= SHORT and (offered := _answered(seen)):
        return by_rule(0.9, 0.85, offered)
    return limits.weigh("stop", seen.text)


def _answered(seen: Seen) -> str:
    """Yes to an offer to end, no to an offer to go on."""
    asked = "".join(list(limits.lines(seen.context))[-1:])
    said = seen.text.text.lower().lstrip()
    answer = next(limits.lines(seen.text), "")
    if OFFERS_TO_END.search(asked) and (said.startswith("yes") or said.startswith("yeah") or YES.search(answer)):
        return "yes to an offer to end"
    if OFFERS_TO_GO_ON.search(asked) and NO.search(answer):
        return "no to an offer to go on"
    return ""


READER = Reader(
    "stop",
    "Whether the person wants to end, pause, leave or cancel what is going on. Talk of stopping something else, and an answer to a "
    "goodbye, are not meant.",
    read,
    rubric=(
        "goes on, or speaks of stopping something else",
        "is a little short or tired, but goes on",
        "hints at having little time or strength left",
        "would like to stop, pause or leave soon",
        "asks to stop, pause, leave or cancel now, or says goodbye unasked",
    ),
)
