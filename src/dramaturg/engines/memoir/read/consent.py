"""Consent to go into the sensitive core of a topic: asked for in plain words, given in plain words,
taken back in any.
"""

from __future__ import annotations

import re

from dramaturg.english.prose import plain

_NO = re.compile(
    r"^(?:no\b|nope\b|not (?:today|now|really|yet)|rather not|better not|i'?d (?:rather|sooner)"
    r" not|i would rather not"
    r"|i don'?t (?:want|think|wish)|let'?s not|please don'?t|maybe (?:not|another)|another"
    r" time|leave it)"
)
_YES = re.compile(
    r"^(?:well,? |oh,? |um,? |uh,? )?(?:yes\b|yeah\b|yep\b|aye\b|sure\b|of course|certainly|all"
    r" right|alright|okay\b|ok\b|go on\b"
    r"|go ahead|please do|i don'?t mind|that'?s (?:fine|all right|okay|ok)|i(?:'?d| would) like"
    r" (?:to|that)|i want to|i can\b"
    r"|i'?ll tell you|we can\b|fine\b|by all means|you (?:may|can)\b)"
)
_OFFERED = re.compile(
    r"\b(?:you (?:may|can) ask (?:me )?(?:about (?:it|that|this|her|him|them)|anything|whatever)"
    r"|i(?:'?m| am) ready to (?:talk|tell|speak)|i want to (?:talk|tell you) about (?:it|that|this)"
    r"|i(?:'?d| would) like to (?:talk|tell you) about (?:it|that|this))\b"
)
_DECLINED = re.compile(
    r"(?:^|[.!?,;:-] ?)(?:(?:no|sorry|well|actually|wait|but|and),? ){0,3}"
    r"(?:i(?:'?ve| have)? changed my mind(?=[.,;!]|$)|(?:enough|no more) (?:about|of)"
    r" (?:it|that|this|him|her|them)\b)"
    r"|\b(?:that(?:'?s| is) enough (?:about|of) (?:it|that|this|him|her|them)"
    r"|i(?:'?ll| will) say no more|(?:that(?:'?s| is) )?enough said"
    r"|(?:let(?:'?s| us)|can we|could we|shall we) (?:stop there|leave (?:it|that)|change the"
    r" subject|move on|not go there"
    r"|talk about something (?:else|lighter|different))|don'?t ask (?:me )?(?:about|any ?more)"
    r"|i (?:don'?t|do not|won'?t|will not) (?:want to )?(?:say|talk|speak) (?:any ?)?more"
    r" (?:about|of)"
    r"|that(?:'?s| is) (?:private|none of your business|my own business))\b"
)
_STOP = re.compile(r"\b(?:stop|finish|end|quit|goodbye|bye|for today|tired|rest)\b")


def declines(text: str) -> bool:
    """Whether somebody says in plain words that a matter is to be left: readers would hear some of
    these as talk.
    """
    return _DECLINED.search(plain(text)) is not None


def consent_in(text: str, was_asked: bool) -> bool | None:
    """What the words say of it: yes, no, or nothing."""
    said = plain(text).strip()
    if declines(said) or (was_asked and _NO.match(said)):
        return False
    if was_asked and _YES.match(said):
        return True
    return True if _OFFERED.search(said) else None


def says_stop(text: str) -> bool:
    """Whether a no to what was asked is a wish to stop altogether."""
    return _STOP.search(plain(text)) is not None
