"""Leaks: whether a text says a label, in whatever case, number or spelling of the same words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dramaturg.english.prose import words

_SHORTEST_FRAGMENT = 3


def leaks(
    text: str, labels: Iterable[str], *, fragments: bool = False, within_words: bool = False
) -> tuple[str, ...]:
    """The labels that the text says. With fragments, also those of which it is a piece, as a label
    broken into two lines is.
    """
    said = _stems(text)
    return tuple(label for label in labels if _says(said, _stems(label), fragments, within_words))


def _says(said: Sequence[str], label: Sequence[str], fragments: bool, within_words: bool) -> bool:
    if not said or not label:
        return False
    if within_words:
        return "".join(label) in "".join(said)
    return _runs_in(label, said) or (
        fragments and (len("".join(said)) >= _SHORTEST_FRAGMENT and _runs_in(said, label))
    )


def _runs_in(short: Sequence[str], long: Sequence[str]) -> bool:
    return any(
        tuple(long[at : at + len(short)]) == tuple(short)
        for at in range(len(long) - len(short) + 1)
    )


def _stems(text: str) -> tuple[str, ...]:
    """The words, a plural like its singular."""
    return tuple(
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
        for word in words(text)
    )
