"""A sentence as a tree of words, so that what hangs on a word can be found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from dramaturg.turn.ports import Sentence, Token

LONGEST = (
    200  # tokens: the parse of a longer sentence is guesswork, and walking it would not be linear
)
UNPARSED = frozenset({"", "ROOT", "dep", "punct"})
NAMES = ("NOUN", "PROPN")


@dataclass(frozen=True)
class Tree:
    """Places are indexes of tokens."""

    tokens: Sentence

    @cached_property
    def parsed(self) -> bool:
        return len(self.tokens) <= LONGEST and (
            len(self.tokens) == 1 or any(each.dep not in UNPARSED for each in self.tokens)
        )

    @cached_property
    def children(self) -> list[list[int]]:
        below: list[list[int]] = [[] for _ in self.tokens]
        for place, token in enumerate(self.tokens):
            if token.head != place:
                below[token.head].append(place)
        return below

    def __getitem__(self, place: int) -> Token:
        return self.tokens[place]

    def below(self, place: int, *deps: str) -> list[int]:
        return [child for child in self.children[place] if self[child].dep in deps]

    def first(self, place: int, *deps: str) -> int | None:
        return next(iter(self.below(place, *deps)), None)

    def listed(self, place: int) -> list[int]:
        """The word and those that stand beside it in a list: milk, sugar and cream."""
        found = [place]
        for each in found:
            found.extend(child for child in self.below(each, "conj", "appos") if child not in found)
        return found

    def is_name(self, place: int) -> bool:
        return self[place].pos in NAMES

    def word(self, place: int) -> str:
        """The word there in lower case; nothing beyond the ends."""
        return plain(self[place].text) if 0 <= place < len(self.tokens) else ""


def plain(word: str) -> str:
    return word.lower().replace("’", "'")
