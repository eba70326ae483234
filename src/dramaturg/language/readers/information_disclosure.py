"""Information disclosure: whether somebody tells facts about themselves."""

from __future__ import annotations

from dramaturg.language.readers.heads import by_head
from dramaturg.language.readers.reader import Reader

READER = Reader(
    "information_disclosure",
    "Whether the person tells facts about themselves.",
    by_head("information_disclosure"),
)
