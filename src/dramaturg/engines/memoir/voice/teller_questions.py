"""What the teller asks the interviewer: who is there, what becomes of the words, what to say, or
the question once more.
"""

from __future__ import annotations

import re

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.voice.clauses import TAIL
from dramaturg.english.prose import plain, sentences, words

BRIEF = 10  # words of a question that may lack its mark
_BEGINS = re.compile(r"(?:so |and |but )?(?:what|why|who|do you|are you|is this|am i)\b")
_REPORTED = re.compile(r"\b(?:said|says|asked|told|thought|wondered|goes|went)\b.*\?")
_ASKS = load(__file__, "teller_questions.yaml", dict[str, Pattern])


def answering_tactic(passage: str, asked_back: bool) -> str:
    """The tactic that answers, if the passage ends on a question to the interviewer, or was heard
    as one; empty if not.
    """
    last = sentences(passage[-TAIL:])[-1:]
    said = plain(last[0]) if last else ""
    unmarked = len(words(passage)) <= BRIEF and _BEGINS.match(said)
    if not (asked_back or unmarked or said.rstrip("\"'”’)").endswith("?")):
        return ""
    known = (tactic for tactic, asks in _ASKS.items() if asks.search(said))
    return next(known, "answer_shortly" if asked_back else "")


def asks_us(passage: str) -> bool:
    """Whether the last words are a question, or a plea, to the interviewer: what somebody said to
    somebody else is none.
    """
    last = plain((sentences(passage[-TAIL:]) or ("",))[-1])
    if not last.rstrip("\"'”’)").endswith("?"):
        return len(words(passage)) <= BRIEF and "?" not in passage
    return _REPORTED.search(last) is None


def question_left_open(seen: MemoirState) -> str:
    """The interviewer's last question, without what stands around it, also where lines came after
    it that asked nothing; empty when none was asked.
    """
    asked = (line.text for line in reversed(seen.lines) if line.speaker == "interviewer")
    said = (sentence for text in asked for sentence in reversed(sentences(text)))
    return next((sentence for sentence in said if sentence.endswith("?")), "")
