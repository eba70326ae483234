"""Model talk: a model speaks of itself, refuses, shows what it was told, or disguises what it says.
That is no answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from dramaturg.data_files import load
from dramaturg.english.rules.disguise import disguised, made_whole


@dataclass(frozen=True, slots=True)
class _Written:
    """The file: patterns by what they are held against, in which `parts` stand as `<name>`."""

    parts: dict[str, str]
    said: tuple[str, ...]
    whole: tuple[str, ...]
    written: tuple[str, ...]
    unsaid: tuple[str, ...]


def model_talk(text: str, *, printed: bool = False) -> str | None:
    """The words or marks by which a text is no speech but a model's, or None. What is `printed` may
    have tags, braces and brackets in it.

    >>> model_talk("I'm sorry, but I can't help with that request.")
    "i'm sorry, but i can't help with that request."
    >>> model_talk("I'm sorry, I can't help with that. Ask Marcus.") is None
    True
    """
    said = " ".join(text.lower().replace("’", "'").split())
    given = (said, said.strip("\"'“”"), text, "" if printed else text)
    anywhere, *_ = _patterns()
    for pattern, looked_at in (*zip(_patterns(), given, strict=True), (anywhere, made_whole(said))):
        if found := pattern.search(looked_at):
            return found.group()
    return None if printed else disguised(text)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """What is looked for in plain words, as all that is said, and in the text as it came."""
    file = load(__file__, "model_talk.yaml", _Written)

    def joined(patterns: tuple[str, ...]) -> str:
        return "|".join(f"(?:{_filled(pattern, file.parts)})" for pattern in patterns)

    return (
        re.compile(joined(file.said)),
        re.compile(rf"^(?:{joined(file.whole)})$"),
        re.compile(joined(file.written)),
        re.compile(joined(file.unsaid)),
    )


def _filled(pattern: str, parts: dict[str, str]) -> str:
    return re.sub(r"<(\w+)>", lambda name: parts.get(name[1], name[0]), pattern)
