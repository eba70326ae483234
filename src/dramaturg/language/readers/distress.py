"""Distress: is the speaker in acute distress or danger now: panic, breakdown, despair, violence, a
wish to die?
"""

from __future__ import annotations

from dramaturg.language.readers import danger, self_harm
from dramaturg.language.readers.danger import load_table
from dramaturg.language.readers.heads import head
from dramaturg.language.readers.parsed_text import SeenTurn
from dramaturg.language.readers.reader import Reader
from dramaturg.turn.readings import Reading

TABLE = load_table(__file__, "distress.yaml")


def read(seen: SeenTurn) -> Reading:
    """Whoever is in danger of self-harm is in distress."""
    own = danger.read(seen.text, head("distress"), TABLE)
    other = self_harm.read(seen)
    return other if other.value > own.value else own


READER = Reader(
    "distress",
    "Whether the speaker is in acute distress or danger now: panic, breakdown, despair, violence, a"
    " wish to die. A sad memory, grief one lives with and everyday stress are not meant.",
    read,
    rubric=(
        "calm, or a hard time told as past and over",
        "ordinary sadness, worry, grief or stress that the speaker carries",
        "strained: upset while speaking, but able to go on",
        "close to the limit: hopeless, overwhelmed, frightened, or unsafe",
        (
            "acute now: panic, breakdown, despair, being hurt or threatened, or any wish to die or"
            " to hurt themself"
        ),
    ),
)
