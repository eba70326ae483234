"""Consent to go into the sensitive core of a topic: asked for in plain words, given in plain words, taken back in any."""

from __future__ import annotations

import re

from dramaturg.kernel.prose import plain

_NO = re.compile(
    r"^(?:no\b|nope\b|not (?:today|now|really|yet)|rather not|better not|i'?d (?:rather|sooner) not|i would rather not"
    r"|i don'?t (?:want|think|wish)|let'?s not|please don'?t|maybe (?:not|another)|another time|leave it)"
)
_YES = re.compile(
    r"^(?:well,? |oh,? |um,? |uh,? )?(?:yes\b|yeah\b|yep\b|aye\b|sure\b|of course|certainly|all right|alright|okay\b|ok\b|go on\b"
    r"|go ahead|please do|i don'?t mind|that'?s (?:fine|all right|okay|ok)|i(?:'?d| would) like (?:to|that)|i want to|i can\b"
    r"|i'?ll tell you|we can\b|fine\b|by all means|you (?:may|can)\b)"
)
_OFFERED = re.compile(
    r"\b(?:you (?:may|can) ask (?:me )?(?:about (?:it|that|this|her|him|them)|anything|whatever)"
    r"|i(?:'?m| am) ready to (?:talk|tell|speak)|i want to (?:talk|tell you) about (?:it|that|this)"
    r"|i(?:'?d| would) like to (?:talk|tell you) about (?:it|that|this))\b"
)
_WITHDRAWN = re.compile(
    r"\b(?:i(?:'?ve| have)? changed my mind|that'?s enough (?:about|of) (?:it|that|this)|no more (?:about|of) (?:it|that|this)"
    r"|let'?s (?:stop|leave) (?:there|it there)|don'?t ask (?:me )?(?:about|any more))\b"
)


def consent_in(text: str, was_asked: bool) -> bool | None:
    """What the words say of it: yes, no, or nothing."""
    said = plain(text).strip()
    if _WITHDRAWN.search(said):
        return False
    if was_asked and _NO.match(said):
        return False
    if was_asked and _YES.match(said):
        return True
    return True if _OFFERED.search(said) else None
