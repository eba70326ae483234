"""What somebody would rather not speak of, named with small words alone: "what I was in for"."""

from __future__ import annotations

from dramaturg.english.prose import content_words, table, words

_TURNED = table(
    "i me my mine we us our you your yours am are is was were be been have has had do did"
)
_FEWEST = 2


def asks_again(sentence: str, matter: str) -> bool:
    """Whether a sentence has the words of a matter, in their order, whoever they are said of; only
    where none of them carries a point by itself.

    >>> asks_again("What were you in for, exactly?", "what I was in for")
    True
    """
    wanted = [word for word in words(matter) if word not in _TURNED]
    if content_words(matter) or len(wanted) < _FEWEST:
        return False
    said = iter(word for word in words(sentence) if word not in _TURNED)
    return all(word in said for word in wanted)
