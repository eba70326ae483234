"""What an interviewer may say of what it is: a program, where somebody asks."""

from __future__ import annotations

import re

from dramaturg.english.prose import plain, sentences

_SAYS = re.compile(
    r"\b(?:i'm|i am)\b[^.!?]{0,40}?\b(?:machine|program|computer|ai|robot)\b"
    r"|^(?:(?:yes|no|i am|only|just|still)[,:]? )*an? (?:computer )?(?:machine|program|computer)\b"
)
_REFUSES = re.compile(
    r"\b(?:cannot|can't|can not|unable|not (?:able|allowed|permitted)|as an ai)\b"
)
_ASKS_WHO = re.compile(
    r"\b(?:are|have|do|is) (?:you|this|it|that|i)\b|\bwho(?:'s| is| are)\b|\byou're\b"
)


def without_own_nature(line: str, heard: str) -> str:
    """The line without the sentences that say what speaks, where that was asked; a refusal is no
    answer to it.

    >>> without_own_nature("No, I'm a machine. What came next?", "Are you a girl?")
    'What came next?'
    >>> without_own_nature("I'm a machine. What came next?", "I went home.")
    "I'm a machine. What came next?"
    """
    asked = any(each.endswith("?") and _ASKS_WHO.search(plain(each)) for each in sentences(heard))
    told = any(each in plain(heard) for each in ("a robot", "a machine", "a program"))
    if not (asked or told):
        return line
    return " ".join(each for each in sentences(line) if not _says_what_it_is(plain(each)))


def _says_what_it_is(sentence: str) -> bool:
    return bool(_SAYS.search(sentence)) and not _REFUSES.search(sentence)
