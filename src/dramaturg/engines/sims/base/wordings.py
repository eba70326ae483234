"""How often something was told, and in which words it may be told once more."""

from __future__ import annotations

from dramaturg.engines.sims.base.binding import BoundMaterial
from dramaturg.engines.sims.base.state import Conversation
from dramaturg.english.figures import claimed

MOST_TELLINGS = 2  # of anything with figures in it
AGAIN = "again:"  # the move with which something is told once more, before its name


def is_told(text: str, conversation: Conversation) -> bool:
    """Whether these very words were said in this conversation."""
    return any(text in line.text for line in conversation.lines if line.speaker != "learner")


def next_wording(material: BoundMaterial, conversation: Conversation) -> str | None:
    """The words in which it may be told now: its own at first, plainer ones later, those without
    figures where its figures were told often enough. None where nothing is left to say.
    """
    if material.id not in conversation.said:
        return material.say
    told = 1 + conversation.moves.count(f"{AGAIN}{material.id}")
    enough = told >= MOST_TELLINGS and bool(claimed(material.fact))
    short = () if told >= MOST_TELLINGS else (as_sentence(material.fact),)
    return next(
        (
            wording
            for wording in material.again or short
            if not is_told(wording, conversation) and not (enough and claimed(wording))
        ),
        None,
    )


def as_sentence(fact: str) -> str:
    """A fact as it stands on record, said aloud."""
    return f"{fact[:1].upper()}{fact[1:].rstrip('.')}."
