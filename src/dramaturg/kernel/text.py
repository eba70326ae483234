"""Text that every part after us can take."""

from __future__ import annotations


def storable(text: str) -> str:
    """The text with what no store, tokenizer or wire can take, lone surrogates and NUL, replaced by
    U+FFFD.
    """
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.replace("\x00", "\ufffd")
