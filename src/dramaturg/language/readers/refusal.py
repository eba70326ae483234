"""Refusal: does the person decline the topic, set a limit, resent being asked, told or pushed, or
want to stop?
"""

from __future__ import annotations

import re

from dramaturg.language.readers import limits, stop
from dramaturg.language.readers.parsed_text import SeenTurn
from dramaturg.language.readers.reader import Reader, by_rule
from dramaturg.turn.readings import Reading

ASKED_TO_TELL = re.compile(
    r"(?:^|[.?!,]) (?:(?:can|could|would|will) you (?:\w+ )?)?"
    r"(?:tell|talk|describe|explain|share|show|walk|say|let us (?:talk|look))\b"
)
FLAT_NO = re.compile(r"^ no (?:thanks |thank you |i (?:can|will) not |[.,!] )*$")


def read(seen: SeenTurn) -> Reading:
    """Whoever wants to stop refuses."""
    # A no answers a question, but refuses a request
    said, asked = limits.line(seen.text.text), list(limits.lines(seen.context))[-1:]
    if bool(FLAT_NO.search(said)) and any(map(ASKED_TO_TELL.search, asked)):
        return by_rule(0.85, 0.8, "a flat no to being asked to tell")
    own, ending = limits.weigh("refusal", seen.text), stop.read(seen)
    return ending if ending.value > own.value else own


READER = Reader(
    "refusal",
    "Whether the person refuses the topic or sets a limit, is uneasy or irritated at being asked,"
    " told, pushed or judged, or wants to stop. A factual no, not knowing, and a refusal that is"
    " only told about are not meant.",
    read,
    rubric=(
        "answers or talks freely, however hard or negative the matter",
        "hesitates or keeps it short, but answers",
        "turns aside or answers unwillingly; one cannot tell whether they mind",
        "shows that they mind: steers away, brushes off, bristles, gives in with bad grace",
        "says so: declines, sets a limit, objects to being asked or pushed, or asks to stop",
    ),
)
