"""How rounds look and are answered in a terminal: what several mechanics share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from dramaturg.engines.games.base.blueprint import Item, Round
from dramaturg.engines.games.mechanics.mechanic import Progress
from dramaturg.kernel.errors import BadInput

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def letter(index: int) -> str:
    """a, b, ... z, then aa, ab, ..."""
    return (
        LETTERS[index]
        if index < len(LETTERS)
        else letter(index // len(LETTERS) - 1) + LETTERS[index % len(LETTERS)]
    )


def placing(round: Round, progress: Progress, thing: str, place: str = "place") -> list[str]:
    """Things with letters, places with numbers: 'b 3' puts the second thing into the third
    place.
    """
    lines = [
        line
        for index, (name, text) in enumerate(_things(round))
        for line in _thing(letter(index), name, text, round, progress)
    ]
    how = f"Type the letter of a {thing} and the number of a {place}, such as: a 2 (or: hint a)"
    return [*lines, "", *_places(round), "", how]


def placed(words: str, round: Round, progress: Progress) -> dict[str, Any]:
    """The move behind 'b 3' or 'hint b'."""
    if match := re.fullmatch(r"\s*hint\s+([a-zA-Z]+)\s*", words):
        return {"do": "hint", "item": _open_thing(match[1], round, progress)}
    match = re.fullmatch(r"\s*([a-zA-Z]+)[\s,:=]*(\d+)\s*", words)
    if match is None:
        raise BadInput("type a letter and a number, such as: a 2 (or: hint a)")
    item = _open_thing(match[1], round, progress)
    return {
        "do": "answer",
        "item": item,
        "answer": numbered(match[2], [choice.id for choice in round.choices]),
    }


def asking(round: Round, progress: Progress, thing: str) -> list[str]:
    """One question at a time, places with numbers: '3' answers with the third place."""
    item = up_now(round, progress)
    if item is None:
        return [f"Every {thing} is answered."]
    number = round.items.index(item) + 1
    hint = [f"Hint: {item.hint}"] if item.id in progress.hinted and item.hint else []
    tried = (
        [f"Wrong so far: {progress.attempts[item.id]}"] if progress.attempts.get(item.id) else []
    )
    head = [f"{thing.capitalize()} {number} of {len(round.items)}", "", item.text, *hint, *tried]
    return [*head, "", *_places(round), "", "Type the number of a place, such as: 2 (or: hint)"]


def answered(words: str, round: Round, progress: Progress) -> dict[str, Any]:
    """The move behind '3' or 'hint'."""
    item = up_now(round, progress)
    if item is None:
        raise BadInput("everything here is answered; go on with next")
    if words.strip().casefold() == "hint":
        return {"do": "hint", "item": item.id}
    return {
        "do": "answer",
        "item": item.id,
        "answer": numbered(words, [choice.id for choice in round.choices]),
    }


def up_now(round: Round, progress: Progress) -> Item | None:
    """The item that is asked now, where they come one at a time."""
    if progress.at is not None:
        return round.by_id[progress.at]
    return next((item for item in round.items if item.id not in progress.settled), None)


def numbered(word: str, ids: Sequence[str]) -> str:
    """The id behind a number."""
    numbers = {str(number): name for number, name in enumerate(ids, start=1)}
    if word.strip() not in numbers:
        raise BadInput(f"type a number from 1 to {len(ids)}")
    return numbers[word.strip()]


def _open_thing(word: str, round: Round, progress: Progress) -> str:
    """The id behind a letter."""
    things = {letter(index): name for index, (name, _) in enumerate(_things(round))}
    name = things.get(word.casefold())
    if name is None:
        raise BadInput(f"there is no {word!r} here; the letters go from a to {list(things)[-1]}")
    if (before := _opens_after(name, round, progress)) is not None:
        raise BadInput(f"{word.casefold()} opens when {before} is placed; place that first")
    return name


def _things(round: Round) -> list[tuple[str, str]]:
    """What can be placed, by text, so that nothing about its order gives its place away."""
    things = [
        *((item.id, item.text) for item in round.items),
        *((extra.id, extra.text) for extra in round.distractors),
    ]
    return sorted(things, key=lambda each: each[1].casefold())


def _thing(mark: str, name: str, text: str, round: Round, progress: Progress) -> Iterator[str]:
    if (before := _opens_after(name, round, progress)) is not None:
        yield f"  {mark}  (opens when {before} is placed)"
        return
    settled = "" if name not in progress.settled else "   ✓" if progress.settled[name] else "   ✗"
    yield f"  {mark}  {text}{settled}"
    if name in progress.hinted and round.by_id[name].hint and not settled:
        yield f"     hint: {round.by_id[name].hint}"


def _opens_after(name: str, round: Round, progress: Progress) -> str | None:
    """The text of the item that must be settled before this one, if it is not."""
    after = round.by_id[name].after if name in round.by_id else None
    return round.by_id[after].text if after is not None and after not in progress.settled else None


def _places(round: Round) -> list[str]:
    return [
        f"  {number}  {choice.caption or choice.text}"
        for number, choice in enumerate(round.choices, start=1)
    ]
