"""A shelf: the texts looked at last are kept as they were seen, since whatever is said now is
earlier in the next turn.
"""

from __future__ import annotations

from collections import OrderedDict

from dramaturg.language.readers.parsed_text import ParsedText

ROOM = 1_000_000  # characters; parsed, they take about 100 times as many bytes


class RecentTexts:
    """Keeps texts until there is no room for them, the latest used longest."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._texts: OrderedDict[str, ParsedText] = OrderedDict()

    def take(self, text: str) -> ParsedText | None:
        if text in self._texts:
            self._texts.move_to_end(text)
        return self._texts.get(text)

    def put(self, text: ParsedText) -> None:
        self._texts[text.text] = text
        self._room -= len(text.text)
        while self._room < 0:
            dropped, _ = self._texts.popitem(last=False)
            self._room += len(dropped)
