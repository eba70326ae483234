"""A sentence as a tree: what hangs on a word, how far it reaches, and whether there is a parse at
all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from dramaturg.english.prose import plain_word, table
from dramaturg.turn.ports import Sentence, Token
from dramaturg.turn.readings import Span

# tokens: the parse of a longer sentence is guesswork, and walking it would not be linear
LONGEST = 200
UNPARSED = frozenset({"", "ROOT", "dep", "punct"})
SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass", "expl")
EDGES = table("and but or so well uh um er oh like yeah then that just also")
NO_WORDS = ("PUNCT", "SPACE", "SYM", "X")
NAMES = ("NOUN", "PROPN")


@dataclass(frozen=True)
class Tree:
    """Places are indexes of tokens; a stretch is a pair of them, the second not included."""

    sentence: Sentence

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(plain_word(token.text) for token in self.sentence)

    @cached_property
    def parsed(self) -> bool:
        """Whether there is a parse that says something; of one word alone there is none."""
        return len(self) <= LONGEST and any(token.dep not in UNPARSED for token in self.sentence)

    @cached_property
    def children(self) -> list[list[int]]:
        """For every token, the places of those that hang on it."""
        below: list[list[int]] = [[] for _ in self.sentence]
        for place, token in enumerate(self.sentence):
            if token.head != place:
                below[token.head].append(place)
        return below

    @cached_property
    def reaches(self) -> list[tuple[int, int]]:
        """For every token, the stretch that it and all below it cover."""
        reaches = [(place, place + 1) for place in range(len(self))]
        for place in range(len(self)):
            for above in self.up(place):
                start, end = reaches[above]
                reaches[above] = min(start, place), max(end, place + 1)
        return reaches

    def __len__(self) -> int:
        return len(self.sentence)

    def __getitem__(self, place: int) -> Token:
        return self.sentence[place]

    def word(self, place: int) -> str:
        """The word there in lower case; nothing beyond the ends."""
        return self.words[place] if 0 <= place < len(self) else ""

    def up(self, place: int) -> Iterator[int]:
        """What the word hangs on, and what that hangs on, up to the root."""
        for _ in self.sentence:
            above = self[place].head
            if above == place:
                return
            yield above
            place = above

    def below(self, place: int, *deps: str) -> list[int]:
        """What hangs on the word in one of these ways."""
        return [child for child in self.children[place] if self[child].dep in deps]

    def child(self, place: int, *deps: str) -> int | None:
        """The first of what hangs on the word in one of these ways."""
        return next((below for below in self.children[place] if self[below].dep in deps), None)

    def listed(self, place: int) -> list[int]:
        """The word and those that stand beside it in a list: milk, sugar and cream."""
        found = [place]
        for each in found:
            found.extend(child for child in self.below(each, "conj", "appos") if child not in found)
        return found

    def is_name(self, place: int) -> bool:
        """Whether it is a noun or a proper name."""
        return self[place].pos in NAMES

    def subject(self, verb: int) -> int | None:
        return self.child(verb, *SUBJECTS)

    def is_verb(self, place: int) -> bool:
        return self[place].pos in ("VERB", "AUX")

    def span(self, text: str, start: int, end: int) -> Span | None:
        """The stretch as it stands in the text, without conjunctions, fillers and punctuation at
        its edges.
        """
        while start < end and self._is_edge(start):
            start += 1
        while start < end and self._is_edge(end - 1):
            end -= 1
        if start >= end:
            return None
        begin = self[start].start
        return Span(text[begin : self[end - 1].end], begin)

    def _is_edge(self, place: int) -> bool:
        token = self[place]
        pointing = token.dep in SUBJECTS or token.dep in (
            "dobj",
            "pobj",
            "det",
        )  # that, as a pronoun, belongs to what is said
        return token.pos in NO_WORDS or (self.words[place] in EDGES and not pointing)
