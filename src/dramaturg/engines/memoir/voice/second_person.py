"""Addressing: the teller's words as they are said to them: `my sister Ann` becomes "your sister
Ann", `we moved` "you moved".
"""

from __future__ import annotations

from collections.abc import Mapping

from dramaturg.engines.memoir.base.story import StoryMention
from dramaturg.engines.memoir.story.kin import spoken_of
from dramaturg.kernel.prose import plain

_YOU: Mapping[str, str] = {
    "i": "you",
    "i'm": "you're",
    "i've": "you've",
    "i'd": "you'd",
    "i'll": "you'll",
    "me": "you",
    "my": "your",
    "mine": "yours",
    "myself": "yourself",
    "we": "you",
    "we're": "you're",
    "we've": "you've",
    "we'd": "you'd",
    "we'll": "you'll",
    "us": "you",
    "our": "your",
    "ours": "yours",
    "ourselves": "yourselves",
}
_AFTER_I: Mapping[str, str] = {"was": "were", "wasn't": "weren't", "am": "are"}


def to_you(said: str) -> str:
    """In the second person; what is not about the teller stays as it was said."""
    before, turned = "", []
    for word in said.split():
        bare = plain(word)
        turned.append(_AFTER_I.get(bare, word) if before == "i" else _YOU.get(bare, word))
        before = bare
    return " ".join(turned)


def called(mention: StoryMention) -> str:
    """How somebody or something that was named is spoken of to the teller: by role and name, as
    they did.
    """
    name, role = to_you(mention.name), spoken_of(mention.role) if mention.role else ""
    has_role = not role or plain(role) in plain(name) or name.startswith("your ") or " " in name
    return name if has_role else f"{role} {name}"
