"""What the teller asks the interviewer: who is there, what becomes of the words, what to say, or
the question once more.
"""

from __future__ import annotations

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.voice.clauses import TAIL
from dramaturg.english.prose import plain, sentences

_ASKS = load(__file__, "teller_questions.yaml", dict[str, Pattern])


def answering_tactic(passage: str) -> str:
    """The tactic that answers, if the passage ends on a question to the interviewer; empty if it
    does not.
    """
    last = sentences(passage[-TAIL:])[-1:]
    said = plain(last[0]) if last else ""
    if not said.rstrip("\"'”’)").endswith("?"):
        return ""
    return next((tactic for tactic, asks in _ASKS.items() if asks.search(said)), "")


def question_of(line: str) -> str:
    """The question in a line of the interviewer's, without what stands around it; empty when it
    asked none.
    """
    return next((sentence for sentence in reversed(sentences(line)) if sentence.endswith("?")), "")
