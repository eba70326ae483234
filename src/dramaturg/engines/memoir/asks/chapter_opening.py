"""Asking for the words that open a chapter: one sentence in which nothing is that was not told;
without a model, ours.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import ClassVar

from dramaturg.data_files import load
from dramaturg.english.prose import content_words, sentences, table, words
from dramaturg.turn.asks import Ask, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.ports import Prompt

_SYSTEM = load(__file__, "prompts.yaml", dict[str, str])["chapter_opening"]
LONGEST_TOLD = 4_000
LONGEST = 30
FEWEST = 3
OURS = table("""
    here chapter chapters page pages tell tells told telling remember remembers remembered speak speaks spoke recall recalls
    recalled begin begins began start starts started year years time times life story stories passage passages follow follows
    these those early later first then where who people place places also among between come comes lead leads turn turns
    """)
"""Words of linking, which claim nothing."""
_OURS = content_words(" ".join(sorted(OURS)))


@dataclass(frozen=True)
class ChapterOpeningAsk(Ask[str]):
    """`told` is the chapter in the teller's words, `known` what else may be named: the teller, the
    title, the years.
    """

    name: ClassVar[str] = "memoir.linking"
    role: ClassVar[Role] = "speak"

    teller: str
    known: str
    told: str
    ours: str

    def prompt(self) -> Prompt:
        teller = f"The teller is {self.teller}. " if self.teller else ""
        told = self.told[:LONGEST_TOLD]
        user = (
            f"{teller}The chapter: {self.known}\n\nTHE PASSAGES:\n{told}\n\nFor example:"
            f" {self.ours}\n\nWrite the sentence."
        )
        return Prompt(self.name, self.role, _SYSTEM, user, max_tokens=120)

    def read(self, text: str) -> str:
        line = " ".join(text.split()).strip('"“”*_ ')
        if len(sentences(line)) != 1 or "?" in line or not FEWEST <= len(words(line)) <= LONGEST:
            raise Unreadable(f"write one sentence of at most {LONGEST} words, and no question")
        # names and figures must have been said exactly so; other words at least in another form
        source = f"{self.teller} {self.known} {self.told}"
        exact, carried = OURS | set(words(source)), _OURS | content_words(source)
        invented = [
            word
            for word in line.split()
            if not (_is_exact(word, exact) and content_words(word) <= carried)
        ]
        if invented:
            raise Unreadable(f"these words are not in the passages: {', '.join(invented)}")
        return line if line.endswith((".", "!", ":")) else f"{line}."

    def offline(self) -> str:
        return self.ours


def _is_exact(word: str, exact: Set[str]) -> bool:
    """Whether a word that stands for one person, place or number is among these; others need not
    be.
    """
    singular = any(
        character.isupper() or character.isdigit() for character in word
    ) and content_words(word)
    return not singular or set(words(word)) <= exact
