"""What the teller asks the interviewer: who is there, what becomes of the words, what to say, or
the question once more.
"""

from __future__ import annotations

import re

from dramaturg.engines.memoir.voice.clauses import TAIL
from dramaturg.english.prose import plain, sentences

_ASKS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "answer_again",
        re.compile(
            r"\b(?:(?:say|ask|repeat) (?:that|it|the question)(?: once more| again)?|what was the"
            r" question"
            r"|what did you (?:say|ask)|(?:pardon|come again|sorry, what)(?: me)?)\b.{0,20}\?"
        ),
    ),
    (
        "answer_privacy",
        re.compile(
            r"\b(?:who (?:(?:is|are|else) )?(?:will |can |gets? to |going to"
            r" )?(?:read|see|hear|listen|know|get)"
            r"|(?:is|are|will) (?:this|that|it|you)(?: all)? (?:being )?"
            r"(?:record(?:ed|ing)|private|kept|written down|stored|confidential)"
            r"|where does (?:this|all this|it) go|what (?:happens|will happen) (?:to|with)"
            r" (?:this|it|what i)"
            r"|will (?:anybody|anyone|my \w+) (?:read|see|hear))\b"
        ),
    ),
    (
        "answer_what_i_am",
        re.compile(
            r"\b(?:are you (?:a |an |really |still"
            r" )?(?:real|human|person|robot|machine|computer|program|recording|ai|there)"
            r"|who are you|what are you|who am i (?:talking|speaking) to|am i (?:talking|speaking)"
            r" to)\b"
        ),
    ),
    (
        "answer_what_to_say",
        re.compile(
            r"\b(?:what (?:do|would|should) (?:you|i) (?:want|like|need)? ?(?:me )?(?:to"
            r" )?(?:know|hear|say|tell|talk)"
            r"|what (?:do you want|would you like|else do you want)|where (?:should|shall|do) i"
            r" (?:start|begin)"
            r"|is (?:this|that) (?:what|the sort|the kind|all right|right|okay|any use|of any)"
            r"|am i (?:doing|boring|going on|rambling))\b"
        ),
    ),
    (
        "answer_about_me",
        re.compile(
            r"\b(?:(?:what|how) about you(?:rself)?|and you|what (?:do|would) you"
            r" (?:think|say|make of)"
            r"|do you (?:have|like|remember|believe)|have you (?:ever|got|been)"
            r"|were you (?:ever|born)|how old are you|where are you from)\b.{0,60}\?"
        ),
    ),
)


def answering_tactic(passage: str) -> str:
    """The tactic that answers, if the passage ends on a question to the interviewer; empty if it
    does not.
    """
    last = sentences(passage[-TAIL:])[-1:]
    said = plain(last[0]) if last else ""
    if not said.rstrip("\"'”’)").endswith("?"):
        return ""
    return next((tactic for tactic, asks in _ASKS if asks.search(said)), "")


def question_of(line: str) -> str:
    """The question in a line of the interviewer's, without what stands around it; empty when it
    asked none.
    """
    return next((sentence for sentence in reversed(sentences(line)) if sentence.endswith("?")), "")
