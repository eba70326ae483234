"""Hearing an answer: what its words do, and what of them is told besides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from dramaturg.data_files import Pattern, load
from dramaturg.engines.interviews.base.clause import Clause
from dramaturg.engines.interviews.base.extraction import AnswerRead, Extraction, Quote
from dramaturg.engines.interviews.base.state import AnswerHeard
from dramaturg.engines.interviews.questions.clauses import JOKING, clauses
from dramaturg.english.prose import plain, sentences
from dramaturg.languages.detect import ENGLISH, UNKNOWN
from dramaturg.turn.hearing import Act, Ear, Hearing
from dramaturg.turn.ports import Syntax
from dramaturg.turn.readings import Span

UNTOLD: frozenset[Act] = frozenset(
    {"refusal", "stop", "goodbye", "pause", "skip", "question_back", "repair"}
)
"""What people do with words that tell nothing of the matter."""
LEAVING: frozenset[Act] = frozenset({"stop", "goodbye"})
BY_MODEL: frozenset[Act] = frozenset(
    {"refusal", "pause", "skip", "question_back", "repair", "correction"}
)
"""What a model that reads the answer says of it, whatever the ear heard; whether it refuses was
joined before.
"""
MOST = 24  # pieces of one answer that are heard one by one
SHORT = 14  # words: who only has had enough, or only has nothing more, says so in few


@dataclass(frozen=True, slots=True)
class _Written:
    """What talk_itself.yaml holds."""

    not_understood: Pattern
    annoyed: Pattern
    nothing_more: Pattern
    wants_out: Pattern
    moved: Pattern


_WRITTEN = load(__file__, "talk_itself.yaml", _Written)
_TURN = re.compile(r"(?i)(?:[,;]\s+|\s+)(?=but\b|although\b|though\b)|;\s+")


@dataclass(frozen=True, slots=True)
class HeardWords:
    """An answer as it was heard. `told` is the answer with blanks for all that is not told, so that
    places in it are places in the answer. `foreign`: only a model can read it, and one did.
    """

    text: str
    hearing: Hearing
    told: str
    foreign: bool = False
    clauses: tuple[Clause, ...] = ()
    """What of it is worth giving back."""

    @property
    def has_language(self) -> bool:
        """Whether it can be read at all, by somebody."""
        return self.hearing.language != UNKNOWN

    @property
    def refused(self) -> str:
        return self.hearing.refused.text if self.hearing.refused else ""

    def by_model(self, read: AnswerRead, refuses: bool) -> HeardWords:
        """With what a model hears as refused, and nothing else, left untold; where it names no
        words for a refusal that stands, it is the ear's. What else the words do is the model's to
        say. A wish to stop is a promise: what the ear is sure of stands, and what only the model
        heard is asked about.
        """
        told = self.told if refuses and not read.refused else self.text
        for quote in (each.quote for each in read.refused if refuses):
            told = f"{told[: quote.start]}{' ' * len(quote.text)}{told[quote.end :]}"
        if read.does & UNTOLD and not read.extraction.concepts:
            told = " " * len(self.text)
        heard = self.hearing
        kept = heard.does - BY_MODEL - (heard.doubted & LEAVING)
        does = kept | read.does | (frozenset[Act]({"refusal"}) if refuses else frozenset())
        is_new = "stop" in read.does and not heard.does & LEAVING
        doubted = frozenset[Act]({"stop"} if is_new else ())
        heard = replace(heard, does=does, doubted=doubted)
        return replace(self, hearing=heard, told=told, foreign=not heard.is_readable)

    def as_said(self, found: Extraction) -> Extraction:
        """Without what reaches over something that is not told; notes tell what."""
        concepts = tuple(each for each in found.concepts if self._was_told(each.quote))
        edges = tuple(each for each in found.relationships if self._was_told(each.quote))
        untold = (
            *(f"concept {each.label!r}" for each in found.concepts if each not in concepts),
            *(
                f"edge {each.source!r} to {each.target!r}"
                for each in found.relationships
                if each not in edges
            ),
        )
        notes = (f"{each} left out: in words that are left alone" for each in untold)
        return Extraction(concepts, edges, (*found.notes, *notes))

    def _was_told(self, quote: Quote) -> bool:
        return self.told[quote.start : quote.end] == quote.text

    def on_record(self, ear: str) -> AnswerHeard:
        hearing = self.hearing
        return AnswerHeard(
            by=ear,
            language=hearing.language,
            does=tuple(sorted(hearing.does - hearing.doubted)),
            doubted=tuple(sorted(hearing.doubted)),
            refused=self.refused,
            danger=hearing.danger,
            care=hearing.care,
            told=bool(self.told.strip()),
            by_model=self.foreign,
            clauses=self.clauses,
            annoyed=is_annoyed(self.text),
            joking=bool(JOKING.search(plain(self.text))),
            nothing_more=says_nothing_more(self.text),
            corrected=_named(hearing.corrected, self.text),
        )


def is_annoyed(text: str) -> bool:
    """Whether somebody has had enough of the questions, and says so."""
    return len(text.split()) <= 2 * SHORT and bool(_WRITTEN.annoyed.search(plain(text)))


def says_nothing_more(text: str) -> bool:
    """Whether somebody has told what there is to tell, and says nothing else.

    >>> says_nothing_more("No, that's it."), says_nothing_more("No, the price went up.")
    (True, False)
    """
    said = _WRITTEN.nothing_more.sub(" ", plain(text))
    return len(text.split()) <= SHORT and bool(text.strip()) and not re.search(r"\w", said)


def _named(corrected: Span | None, text: str) -> str:
    """What holds instead, where it is a few words, with their article."""
    if corrected is None:
        return ""
    before = text[: corrected.start].split()[-1:]
    article = before if before and before[0].lower() in ("the", "a", "an", "my") else []
    words = " ".join((*article, corrected.text.strip(" .,;!?")))
    if re.match(r"\s*\w", text[corrected.start + len(corrected.text) :]):
        return ""  # only the beginning of what holds
    return words if 0 < len(words.split()) <= 4 else ""


def listen(
    text: str, question: str, ear: Ear, syntax: Syntax, language: str = ENGLISH
) -> HeardWords:
    """What was heard in an answer, and what of it may be given back. `language` is the one that
    the interview is held in: of another than English the ear reads nothing.
    """
    words = _heard(text, question, ear, language)
    words = replace(words, told=_in_earnest(words.told))
    try:
        found = clauses(words.told, question, syntax, words.hearing.clause)
    except Exception:  # a parser that fails is named where concepts are extracted
        found = ()
    return replace(words, clauses=tuple(each for each in found if not is_annoyed(each.text)))


def _hearing(text: str, question: str, ear: Ear, language: str) -> Hearing:
    """What the ear hears, and the plain words by which people say that they did not understand,
    would like to stop, or need a moment.
    """
    hearing, said = ear.hear(text, question).in_talk_of(language, text), plain(text)
    if len(text.split()) > SHORT:
        return hearing
    if _WRITTEN.not_understood.search(said):
        return replace(hearing, does=hearing.does | {"repair"})
    if _WRITTEN.wants_out.search(said) and not hearing.does & LEAVING:
        asked = frozenset[Act]({"stop"})
        return replace(hearing, does=hearing.does | asked, doubted=hearing.doubted | asked)
    if _WRITTEN.moved.search(said):
        return replace(hearing, does=hearing.does | {"pause"})
    return hearing


def _heard(text: str, question: str, ear: Ear, language: str) -> HeardWords:
    hearing = _hearing(text, question, ear, language)
    if not hearing.is_readable:
        return HeardWords(text, hearing, " " * len(text))
    if not hearing.does & UNTOLD:
        return HeardWords(text, hearing, text)
    pieces = _together(text, tuple(_pieces(text)))
    named = hearing.refused
    if named and text[named.start : named.end] != named.text:
        named = None  # it stands in the question
    left_out = [
        each
        for each in pieces
        if (named and named.start < each.end and each.start < named.end)
        or ear.hear(each.text, question).does & UNTOLD
    ]
    if not left_out and "refusal" in hearing.does:
        left_out = [*pieces]  # nobody is taken at a word that slipped in with a refusal
    told = " " * len(text) if left_out else text
    for each in pieces:
        if each not in left_out:
            told = f"{told[: each.start]}{each.text}{told[each.end :]}"
    return HeardWords(text, hearing, told)


def _in_earnest(told: str) -> str:
    """With blanks for what is said in jest."""
    for sentence in sentences(told):
        if JOKING.search(plain(sentence)):
            told = told.replace(sentence, " " * len(sentence))
    return told


def _pieces(text: str) -> Iterator[Span]:
    """Sentences, and their parts where they turn: I'd rather not say, but it is cheap."""
    at = 0
    for sentence in sentences(text):
        at = text.index(sentence, at)
        for part in _TURN.split(sentence):
            at = text.index(part, at)
            yield Span(part, at)
            at += len(part)


def _together(text: str, pieces: Sequence[Span]) -> tuple[Span, ...]:
    """Neighbours joined, where there are so many that hearing each would take long."""
    size = ceil(len(pieces) / MOST)
    groups = (pieces[at : at + size] for at in range(0, len(pieces), size or 1))
    return tuple(Span(text[each[0].start : each[-1].end], each[0].start) for each in groups)
