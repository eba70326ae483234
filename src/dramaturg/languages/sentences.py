"""Sentences, by the marks of any language."""

from __future__ import annotations

import re

QUESTION_MARKS = "?？؟"
_SENTENCE = re.compile(r"[^.!?…。！？؟]+[.!?…。！？؟]*[\"'”’»)\]]*")


def sentences_in(text: str) -> tuple[str, ...]:
    """
    >>> sentences_in("¿Qué pasó? Nada. 好的。是吗？")
    ('¿Qué pasó?', 'Nada.', '好的。', '是吗？')
    """
    return tuple(each.strip() for each in _SENTENCE.findall(text) if each.strip())
