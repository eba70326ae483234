"""A plain yes and a plain no, where they are all that is said."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from dramaturg.data_files import load
from dramaturg.languages.letters import bare

_COURTESIES = "gracias|por favor|danke|bitte|merci|s'il vous plait|شكرا|من فضلك|谢谢|吧|的"
_AFTER = rf"[\W_]*(?:(?:{_COURTESIES})[\W_]*)*"


def plain_answer(text: str) -> bool | None:
    """
    >>> plain_answer("Sí, claro."), plain_answer("Nein, danke."), plain_answer("Mi abuela.")
    (True, False, None)
    """
    letters = bare(text)
    if _pattern("no").fullmatch(letters):
        return False
    return True if _pattern("yes").fullmatch(letters) else None


@cache
def _pattern(answer: Literal["yes", "no"]) -> re.Pattern[str]:
    words = "|".join(load(__file__, "answers.yaml", dict[str, tuple[str, ...]])[answer])
    return re.compile(rf"[\W_]*(?:{words})(?:[\W_]+(?:{words}))*{_AFTER}")
