"""Sentences: the words a code stands on, in the sentence they were said in, so that whoever reads a
quote can judge it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dramaturg.studies.base.evidence import InterviewEvidence, QuotedWords

REACH = 160  # characters on either side of the words, where nobody ends a sentence
ENDS = ".!?…\n"


def around(said: str, start: int, end: int, reach: int = REACH) -> tuple[int, int]:
    """Where the sentence begins and ends that these characters are in; at a space, where it would
    be too long.
    """
    first, last = max(0, start - reach), min(len(said), end + reach)
    begin = max(said.rfind(mark, first, start) for mark in ENDS) + 1
    begin = begin or (first and said.find(" ", first, start) + 1)
    found = (said.find(mark, max(end - 1, start), last) for mark in ENDS)
    finish = min((at for at in found if at >= 0), default=-1) + 1
    finish = finish or (last if last == len(said) else max(said.rfind(" ", end, last), end))
    piece = said[begin:finish]
    return begin + len(piece) - len(piece.lstrip()), finish - len(piece) + len(piece.rstrip())


def in_sentences(evidence: InterviewEvidence) -> InterviewEvidence:
    """The same interview with every quote grown to its sentence."""
    said = {line.turn: line.text for line in evidence.lines if line.speaker == "respondent"}

    def grown(words: QuotedWords) -> QuotedWords:
        if words.turn not in said:
            return words
        start, end = around(said[words.turn], words.start, words.end)
        return QuotedWords(words.turn, start, end, said[words.turn][start:end])

    def once(words: Iterable[QuotedWords]) -> tuple[QuotedWords, ...]:
        return tuple(dict.fromkeys(map(grown, words)))

    return replace(
        evidence,
        ideas=tuple(replace(idea, words=once(idea.words)) for idea in evidence.ideas),
        links=tuple(replace(link, words=once(link.words)) for link in evidence.links),
    )
