"""Fluency: whether anybody would say a line like that. Cheap, by rules over its words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dramaturg.data_files import load
from dramaturg.english.prose import plain


@dataclass(frozen=True, slots=True)
class _Written:
    """What fluency.yaml holds."""

    stumbles: tuple[str, ...]


_STUMBLES = tuple(map(re.compile, load(__file__, "fluency.yaml", _Written).stumbles))
_QUOTED = re.compile(r'"[^"]{1,300}"|“[^”]{1,300}”')


def stumbles(line: str) -> str:
    """The words over which a reader stumbles, or none. What is quoted is as it was said.

    >>> stumbles("What do you get out of the the tea?")
    'the the'
    """
    if line.count('"') % 2:
        return '"'
    text = plain(_QUOTED.sub("that", line))
    found = (pattern.search(text) for pattern in _STUMBLES)
    return next((each.group().strip() or each.group() for each in found if each), "")
