"""Addressing: how people and things that were named are spoken of to the teller."""

from __future__ import annotations

from dramaturg.engines.memoir.base.story import Mention
from dramaturg.engines.memoir.story.kin import spoken_of
from dramaturg.english.prose import plain
from dramaturg.english.second_person import to_you


def called(mention: Mention) -> str:
    """How somebody or something that was named is spoken of to the teller: by role and name, as
    they did.
    """
    name, role = to_you(mention.name), spoken_of(mention.role) if mention.role else ""
    has_role = not role or plain(role) in plain(name) or name.startswith("your ") or " " in name
    return name if has_role else f"{role} {name}"
