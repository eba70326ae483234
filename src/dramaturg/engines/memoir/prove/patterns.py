"""Patterns that can be searched in a time that grows with the text only: they compile, and no
repeat stands in a repeat.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*+\]|\(\?[aiLmsux-]*:|\(\?(?:P<\w+>|<?[=!])|\(|\)|[*+]|\{\d*,\}|.",
    re.DOTALL,
)


def pattern_trouble(pattern: str) -> str:
    """What is wrong with a pattern; empty if nothing is."""
    try:
        re.compile(pattern)
    except re.error as error:
        return f"it cannot be read: {error}"
    return (
        "a repeat without end stands in a repeat without end"
        if _is_nested(_TOKEN.findall(pattern))
        else ""
    )


def _is_nested(tokens: list[str]) -> bool:
    """Does an endless repeat follow a group that has one inside?"""
    return any(_is_endless(after) and inside for inside, after in _groups(tokens))


def _groups(tokens: list[str]) -> Iterator[tuple[bool, str]]:
    """For every group whether something in it repeats without end, and what comes after it."""
    repeats = [False]
    for token, after in zip(tokens, [*tokens[1:], ""], strict=True):
        if token.startswith("("):
            repeats.append(False)
        elif token == ")":
            inside = repeats.pop()
            repeats[-1] = repeats[-1] or inside
            yield inside, after
        elif _is_endless(token):
            repeats[-1] = True


def _is_endless(token: str) -> bool:
    return token in ("*", "+") or token.endswith(",}")
