"""Model talk: a model speaks of itself, refuses, or shows what it was told. That is no answer."""

from __future__ import annotations

from dramaturg.data_files import Pattern, load

_PATTERNS = load(__file__, "model_talk.yaml", dict[str, tuple[Pattern, ...]])["patterns"]


def model_talk(text: str) -> str | None:
    """The words in which a model speaks of itself, or None.

    >>> model_talk("I'm sorry, but I can't help with that request.")
    "i'm sorry, but i can't help with that"
    """
    said = " ".join(text.lower().replace("’", "'").split())
    return next((found.group() for each in _PATTERNS if (found := each.search(said))), None)
