"""Evidence: what the teller has said and named, as far as a line may take it up; and which words of
a line it does not cover.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.base.story import Story
from dramaturg.engines.memoir.safety.word_lists import SMALL
from dramaturg.english.figures import unknown_figures
from dramaturg.english.forms import bases, bases_of
from dramaturg.english.prose import plain, sentences, words

_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["evidence"]

_CAPITALISED = re.compile(r"[^\W\d_a-z][\w'’]*(?: [^\W\d_a-z][\w'’]*)*")
_TURNED = {
    "you": ("i", "me"),
    "your": ("my",),
    "yours": ("mine",),
    "yourself": ("myself",),
    "you're": ("i'm",),
    "you'd": ("i'd",),
}
_QUOTED = re.compile(r"\"([^\"]{1,600})\"|“([^”]{1,600})”")
_COURTESY = _PATTERNS["courtesy"]
_AGED = re.compile(r"[ -]old\b")
_FIGURE = _PATTERNS["figure"]
"""Without any of these there is no figure to be read."""
IT = "it"
"""What stands for the teller's words where they are quoted."""
_NAMED: tuple[str, ...] = ("person", "place", "thing", "year")


@dataclass(frozen=True)
class TellerEvidence:
    """`texts` are the teller's words as they stand: their last lines, what is quoted, what fills
    the holes of a template.
    """

    texts: tuple[str, ...]
    story: Story

    @cached_property
    def plain(self) -> str:
        return f" {' '.join(word for text in self.texts for word in words(text))} "

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset[str]().union(*map(bases_of, self.texts))

    @cached_property
    def tokens(self) -> frozenset[str]:
        """Words with every mark they are written with."""
        return frozenset(
            token.strip(".,;:!?\"'“”‘’()…") for text in self.texts for token in text.split()
        )

    def covers(self, word: str) -> bool:
        return not self.words.isdisjoint(bases(word)) or self._is_name(word)

    def _is_name(self, key: str) -> bool:
        """Whether somebody, some place or some year of the story is known by it."""
        return key in self.story.known_as or any(
            f"{kind}:{key}" in self.story.mentions for kind in _NAMED
        )

    def told(self, phrase: str) -> bool:
        """Whether the teller said these words of themself: `hurt you` is covered by `hurt me`."""
        said = words(phrase)
        return any(self.said(" ".join(way)) for way in _turned(said))

    def without_quotes(self, line: str) -> str:
        """The line with the teller's words, where it quotes them as they are, taken out; what it
        only pretends to quote stays.
        """
        return _QUOTED.sub(lambda quote: IT if self.said(quote[1] or quote[2]) else quote[0], line)

    def said(self, text: str) -> bool:
        """Whether these words stand there as they are."""
        return f" {' '.join(words(text))} " in self.plain

    def names(self, name: str) -> bool:
        """Whether a name was said, or is in the story."""
        return self._is_name(plain(name)) or all(map(self.covers, words(name)))

    def unknown(self, sentence: str, allowed: frozenset[str]) -> tuple[str, ...]:
        """The words that are neither allowed nor the teller's."""
        spoken = words(_COURTESY.sub(" ", plain(sentence)))
        return tuple(
            word
            for word in spoken
            if word not in SMALL and allowed.isdisjoint(bases(word)) and not self.covers(word)
        )

    def strange_figures(self, text: str) -> Iterator[str]:
        """The figures that nobody has said; somebody who was eleven may be called eleven
        years old.
        """
        if not _FIGURE.search(plain(text)):
            return
        for figure in unknown_figures(text, self.texts):
            number = words(figure.text)[0] if words(figure.text) else ""
            is_age = _AGED.match(text, figure.span[1]) is not None
            if not (is_age and self.said(number)):
                yield figure.text

    def strange_names(self, line: str) -> Iterator[str]:
        """Capitalised words inside a sentence, where they are names, that nobody has said."""
        for sentence in sentences(line):
            first = len(sentence) - len(sentence.lstrip("\"'“‘("))
            for match in _CAPITALISED.finditer(sentence):
                name = (
                    match.group() if match.start() > first else " ".join(match.group().split()[1:])
                )
                parts = [part for part in name.split() if plain(part) not in SMALL]
                if parts and not self.names(" ".join(parts)):
                    yield from (part for part in parts if not self.names(part))


def evidence_of(seen: MemoirState, directive: MemoirDirective) -> TellerEvidence:
    """What the teller's words cover in this turn."""
    told = (line.text for line in seen.lines if line.speaker == "teller")
    quoted = (quote.span.text for quote in directive.about)
    thread = seen.story.thread(directive.conduct.topic)
    topic = (thread.title, " ".join(thread.keys)) if thread else ()
    born = (str(seen.story.born),) if seen.story.born else ()
    return TellerEvidence((*told, *quoted, *directive.holes.values(), *topic, *born), seen.story)


def _turned(said: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The words as the teller would say them of themself."""
    for place in (0, 1):
        yield tuple(
            _TURNED.get(word, (word,))[min(place, len(_TURNED.get(word, (word,))) - 1)]
            for word in said
        )
