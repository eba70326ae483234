"""Self-harm: does the speaker wish, think of, intend or plan to die or to hurt themself, or do so
now?
"""

from __future__ import annotations

from dramaturg.language.readers import danger
from dramaturg.language.readers.danger import load_table
from dramaturg.language.readers.heads import head
from dramaturg.language.readers.parsed_text import SeenTurn
from dramaturg.language.readers.reader import Reader
from dramaturg.turn.readings import Reading

# The head is heard a little below its own even odds (`start`): rather an alarm too many.
TABLE = load_table(__file__, "self_harm.yaml")


def read(seen: SeenTurn) -> Reading:
    return danger.read(seen.text, head("self_harm"), TABLE)


READER = Reader(
    "self_harm",
    "Whether the speaker wishes, thinks of, intends or plans to die or to hurt themself, or does so"
    " now. History, other people, denial, fiction, figures of speech and natural death are not"
    " meant.",
    read,
    rubric=(
        "nothing of the kind, or plainly history, somebody else, a figure of speech or a denial",
        "death or self-injury is spoken of, with no sign that the speaker is in danger now",
        "unclear: it could be a wish to die or to be hurt, or despair that comes near it",
        "an indirect or passive wish: better off without me, not waking up, saying goodbye",
        "an outright wish, thought, plan or intention to die or to hurt themself, or doing so now",
    ),
)
