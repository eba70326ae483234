"""Passages of made-up tellers: a generous one, a terse one, and as many rich ones as a
test needs.
"""

from __future__ import annotations

import random

GENEROUS = (
    "I grew up on a farm outside Ripon, with my father and my two brothers.",
    "My grandmother Edith kept the house. She had a black stove and she baked on Fridays.",
    "We walked to school across the fields, two miles each way. My brother Tom carried me when the beck was up.",
    "I started in the dairy when I was fourteen. We bottled the milk by hand.",
    "I used to sit on the red bicycle in the barn when my father was at market.",
    "We moved to Leeds in 1958 and I found work sewing buttonholes.",
    "My friend Jean taught me to lip-read, because of the noise.",
    "We danced every Saturday at the Mecca. I met my husband Frank at the bus stop outside.",
)
TERSE = (
    *(
        "Hull.",
        "Fish docks.",
        "Yes.",
        "No.",
        "Don't remember.",
        "Cold.",
        "Went in the army.",
        "Cyprus.",
        "Two years.",
        "Came home.",
    ),
    *(
        "Got wed.",
        "Not really.",
        "I don't know.",
        "Maybe.",
        "Sold them.",
        "1961.",
        "Every Sunday.",
        "Stan did.",
        "No.",
        "No.",
    ),
)

_WHO = (
    "father",
    "mother",
    "sister Ann",
    "brother Tom",
    "uncle Walter",
    "aunt Rose",
    "friend Jean",
    "cousin Paul",
    "teacher",
)
_WHERE = (
    "Leeds",
    "Whitby",
    "the mill",
    "the harbour",
    "the bakery",
    "the chapel",
    "Bradford",
    "Cardiff",
    "the station",
    "Hull",
)
_DID = (
    "walked to",
    "moved to",
    "cycled to",
    "painted",
    "opened",
    "visited",
    "cleaned",
    "carried coal to",
)


def rich(number: int, seed: int = 1) -> list[str]:
    """So many passages, each with somebody, some place and something done."""
    chance = random.Random(seed)
    return [_passage(chance) for _ in range(number)]


def _passage(chance: random.Random) -> str:
    who, where, did, year = (
        chance.choice(_WHO),
        chance.choice(_WHERE),
        chance.choice(_DID),
        chance.randint(1935, 1975),
    )
    pool = (
        f"We {did} {where} in {year}.",
        f"I {did} {where} with my {who}.",
        f"My {who} lived near {where} and mended clocks.",
        f"My {who} told us about {where} every evening, with the lamp turned down.",
        "I used to sit under the stairs and listen to the rain.",
        "Nobody had much, but there was always soup.",
    )
    return " ".join(chance.sample(pool, chance.randint(2, 3)))
