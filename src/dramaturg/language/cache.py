"""What was made of texts and may be wanted again: the latest used, for as many texts as there is
room for.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class TextCache(Generic[T]):
    """What was used last, by its text; many threads may use it."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._made: OrderedDict[str, T] = OrderedDict()
        self._lock = Lock()

    def take(self, texts: Sequence[str]) -> dict[str, T]:
        """Those that are remembered."""
        with self._lock:
            found = {text: self._made[text] for text in texts if text in self._made}
            for text in found:
                self._made.move_to_end(text)
        return found

    def put(self, made: Mapping[str, T]) -> None:
        with self._lock:
            self._made.update(made)
            while len(self._made) > self._room:
                self._made.popitem(last=False)
