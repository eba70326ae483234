"""How rounds look and are answered in a terminal: what several mechanics share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from dramaturg.engines.games.blueprint import Round
from dramaturg.engines.games.mechanics.base import Progress
from dramaturg.kernel.errors import BadInput

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def letter(index: int) -> str:
    """a, b, ... z, then aa, ab, ..."""
    return LETTERS[index] if index < len(LETTERS) else letter(index // len(LETTERS) - 1) + LETTERS[index % len(LETTERS)]


def placing(round: Round, progress: Progress, thing: str) -> list[str]:
    """Things with letters, places with numbers: 'b 3' puts the second thing into the third place."""
    things = [(item.id, item.text) for item in round.items] + [(extra.id, extra.text) for extra in round.distractors]
    order = sorted(things, key=lambda each: each[1].casefold())
    lines = [f"  {letter(index)}  {text}{_mark(name, round, progress)}" for index, (name, text) in enumerate(order)]
    places = [f"  {index}  {choice.text}" for index, choice in enumerate(round.choices, start=1)]
    return [*lines, "", *places, "", f"Type the letter of a {thing} and the number of a place, such as: a 2"]


def placed(words: str, round: Round, progress: Progress) -> dict[str, Any]:
    """The move behind 'b 3'."""
    things = [(item.id, item.text) for item in round.items] + [(extra.id, extra.text) for extra in round.distractors]
    order = sorted(things, key=lambda each: each[1].casefold())
    match = re.fullmatch(r"\s*([a-zA-Z]+)[\s,:=]*(\d+)\s*", words)
    if match is None:
        raise BadInput("type a letter and a number, such as: a 2")
    letters = [letter(index) for index in range(len(order))]
    item = order[_index(match[1].casefold(), letters)][0]
    return {"do": "answer", "item": item, "answer": numbered(match[2], [choice.id for choice in round.choices])}


def numbered(word: str, ids: Sequence[str]) -> str:
    """The id behind a number."""
    if not word.strip().isdigit() or not 1 <= int(word) <= len(ids):
        raise BadInput(f"type a number from 1 to {len(ids)}")
    return ids[int(word) - 1]


def _index(word: str, letters: Sequence[str]) -> int:
    if word not in letters:
        raise BadInput(f"there is no {word!r} here; the letters go from a to {letters[-1]}")
    return letters.index(word)


def _mark(name: str, round: Round, progress: Progress) -> str:
    if name in progress.settled:
        return "   ✓" if progress.settled[name] else "   ✗"
    return ""
