"""What a model would say aloud: its answer without labels, marks around it all, and talk about the
line.
"""

from __future__ import annotations

import re

from dramaturg.english.prose import words
from dramaturg.english.rules.model_talk import model_talk
from dramaturg.english.rules.own_nature import without_own_nature
from dramaturg.turn.asks import Unreadable

_LABEL = re.compile(
    r"(?i)^\W{0,4}(?:(?:next |follow-?up |opening )?question|interviewer|line|ask|you|assistant)"
    r"\s?\W{0,3}:\W{0,4}(?:\s|$)"
)
_STAGE_TALK = re.compile(
    r"(?i)^(?:(?:sure|okay|certainly|of course)[,.!] )?(?:here(?:'s| is)|this is)[^:\n]{0,80}:\s*"
)
_ASIDE = re.compile(
    r"^\([^)\n]{0,120}\)\s*|^\[[^\]\n]{0,120}\]\s*|\s*\([^)\n]{0,120}\)$|\s*\[[^\]\n]{0,120}\]$"
)
_ENCLOSING = (('"', '"'), ("“", "”"), ("**", "**"), ("*", "*"), ("`", "`"))


def spoken(text: str, listener: str, heard: str = "") -> str:
    """The words that are said to the `listener`, in one paragraph; where they asked, what speaks
    may say what it is. Raises Unreadable.

    >>> spoken('**Question:** "What happened then?"', "respondent")
    'What happened then?'
    """
    text = _unwrapped(text.strip())
    for clutter in (_STAGE_TALK, _LABEL, _ASIDE):
        text = _unwrapped(clutter.sub("", text).strip())
    if not words(text):
        raise Unreadable(f"there was no line: write the words you say to the {listener}.")
    if "\n" in text:
        raise Unreadable(
            "there was more than one paragraph: write only the words you say to the"
            f" {listener}, in one."
        )
    if talk := model_talk(without_own_nature(text, heard)):
        raise Unreadable(
            f"{talk!r} is a model's talk, not yours: write only the words you say to the"
            f" {listener}."
        )
    return " ".join(text.split())


def _unwrapped(text: str) -> str:
    """Without the marks that enclose all of it."""
    for left, right in _ENCLOSING:
        inner = text[len(left) : -len(right)]
        if text == f"{left}{inner}{right}" and left not in inner:
            return inner.strip()
    return text
