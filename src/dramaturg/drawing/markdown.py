"""Words in Markdown."""

from __future__ import annotations

import re

UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Characters that no file of text may have."""
MARKS = re.compile(r"[\\`*_\[\]<>|#~&{}]")
LIST_NUMBER = re.compile(r"^(\d{1,9})([.)])")
LIST_MARK = re.compile(r"^[-+=]")


def markdown_words(text: str) -> str:
    """Words as they are, whatever Markdown would make of them."""
    text = MARKS.sub(r"\\\g<0>", " ".join(UNWRITABLE.sub("\ufffd", text).split()))
    return LIST_MARK.sub(r"\\\g<0>", LIST_NUMBER.sub(r"\1\\\2", text))
