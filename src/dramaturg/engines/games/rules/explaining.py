"""What a player is told of a wrong answer: what they chose, and what they were asked for. The page
says the same in page/js/explaining.js.
"""

from __future__ import annotations

from collections.abc import Iterator

from dramaturg.engines.games.base.blueprint import Choice, Item, Round
from dramaturg.engines.games.base.state import Answered

NAMED = frozenset({"drag_drop", "hierarchical"})  # their items are names: what is meant is not said
SHOWN = 0.8  # of the points: then the game's own closing words hold


def why_wrong(round: Round, event: Answered) -> Iterator[str]:
    """In sentences; none where nothing is known of it."""
    yield from _consequence(round, event)
    belief = next((each for each in round.misconceptions if each.id == event.misconception), None)
    if belief is not None:
        yield belief.correction
    item = round.by_id.get(event.item)
    if round.moments:
        return
    if round.mode == "sequencing" and item is not None:
        yield _direction(round, item, event.answer)
    elif item is not None:
        yield from _things(round, item, event.answer)


def _things(round: Round, item: Item, answer: str) -> Iterator[str]:
    chosen = next((each for each in round.choices if each.id == answer), Choice(id="", text=""))
    if chosen.about:
        is_place = round.mode != "compare_contrast"
        yield f"You chose something else: {chosen.about}" if is_place else chosen.about
        if round.mode in NAMED and item.about:
            yield f"You are looking for this: {item.about}"
    elif item.about:
        yield f"{item.text.rstrip('.')}: {item.about}"


def _direction(round: Round, item: Item, answer: str) -> str:
    places = [choice.id for choice in round.choices]
    way = "earlier" if places.index(item.answer) < places.index(answer) else "later"
    return f"It comes {way} than that: {item.text}"


def _consequence(round: Round, event: Answered) -> Iterator[str]:
    for moment in round.moments:
        if moment.id == event.item:
            yield from (each.consequence for each in moment.options if each.id == event.answer)
