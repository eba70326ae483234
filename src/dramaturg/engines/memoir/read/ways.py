"""Ways out that a teller can press instead of saying them: the words each says, and what they do.
These words are a promise: no ear has to make them out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dramaturg.data_files import Pattern, load
from dramaturg.english.prose import plain, words
from dramaturg.turn.hearing import Act, Hearing

PRESSED = "rule: a way out was pressed"


@dataclass(frozen=True, slots=True)
class Ways:
    """What a press of a button says for the teller, in words that the interviewer understands."""

    skip: str = "I would rather not answer that. Let us go on with something else."
    lighter: str = "Let us talk about something lighter instead."
    stop: str = "I would like to stop here for today, please."
    consent: str = "Yes, you may ask me about it."
    not_now: str = "Not now, please. Another time."
    never: str = "No, please don't ask me about that again."


WAYS = Ways()
_DOES: Mapping[str, Act] = {
    WAYS.skip: "refusal",
    WAYS.lighter: "refusal",
    WAYS.stop: "stop",
    WAYS.consent: "assent",
    WAYS.not_now: "refusal",
    WAYS.never: "refusal",
}


_ANNOYED = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["ways"]["annoyed"]
LITTLE = 14  # words

_SAID: Mapping[Act, Pattern] = load(__file__, "ways.yaml", dict[Act, Pattern])
"""A break and a goodbye, where nothing else is said."""


def is_annoyed(text: str) -> bool:
    """Whether somebody is annoyed with how we ask, and says little else."""
    return len(words(text)) <= LITTLE and _ANNOYED.search(plain(text)) is not None


def pressed(text: str) -> Hearing | None:
    """What was meant by a press, or by the plain words for a break or a goodbye; None where more
    is said.
    """
    act = _DOES.get(text)
    if act:
        return Hearing(does=frozenset({act}), by_rule=PRESSED)
    said = plain(text).strip(" .!")
    plainly = (act for act, says in _SAID.items() if said and says.fullmatch(said))
    return next((Hearing(does=frozenset({act}), by_rule=f"rule: {act}") for act in plainly), None)
