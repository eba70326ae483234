"""Redaction: an interview with everything personal replaced by marks, every quote still standing
where it says it stands.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import accumulate
from typing import Protocol
from unicodedata import normalize

from dramaturg.kernel.conditions import Value
from dramaturg.kernel.values import replace
from dramaturg.studies.base.evidence import (
    Idea,
    IdeaLink,
    InterviewEvidence,
    QuotedWords,
    TranscriptLine,
)

PERSON = "person"
# 8 hexadecimal digits: among 1,000 names two share a mark once in some 8,600 studies
MARK_BYTES = 4
POSSESSIVE = re.compile(r"['’]s$")
WORD = re.compile(r"\w+")


class PersonalPlace(Protocol):
    """Characters `start` to `end` of a text are personal, of this kind: person, email, phone."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def kind(self) -> str: ...


Find = Callable[[str], Sequence[PersonalPlace]]
Pseudonym = Callable[[str, str], str]
"""From kind and words to the mark that stands for them."""


def pseudonyms(study: str, salt: str) -> Pseudonym:
    """`[person 3fa9c21b]`, the same for the same name wherever it is said in the study; `[email]`
    and so on for other kinds.
    """
    key = blake2b(f"{study}\0{salt}".encode("utf-8", "replace")).digest()

    def mark(kind: str, words: str) -> str:
        if kind != PERSON:
            return f"[{kind.replace('_', ' ')}]"
        name = _name(words).encode("utf-8", "replace")
        return f"[{kind} {blake2b(name, key=key, digest_size=MARK_BYTES).hexdigest()}]"

    return mark


def _name(words: str) -> str:
    """Case, spaces and a possessive ending aside."""
    return " ".join(POSSESSIVE.sub("", normalize("NFC", words).casefold()).split())


# ── one text ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class RedactedPiece:
    """`words`, from character `start` to `end`, become `mark`."""

    start: int
    end: int
    kind: str
    words: str
    mark: str


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text with its pieces replaced; they are in order and apart."""

    text: str
    pieces: tuple[RedactedPiece, ...]

    @property
    def names(self) -> frozenset[str]:
        """The words of the names that were replaced, in small letters."""
        named = (piece.words for piece in self.pieces if piece.kind == PERSON)
        return frozenset(word.casefold() for words in named for word in _name_words(words))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where a span of the old text lies in the new one; what it cuts through, it takes in
        whole.
        """
        return self._moved(start, after=False), self._moved(end, after=True)

    def _moved(self, place: int, after: bool) -> int:
        growth = (len(piece.mark) - (piece.end - piece.start) for piece in self.pieces)
        longer = [0, *accumulate(growth)]
        before = bisect_right(self.pieces, place, key=lambda piece: piece.end)
        if before < len(self.pieces) and self.pieces[before].start < place:
            cut = self.pieces[before]
            return cut.start + longer[before] + (len(cut.mark) if after else 0)
        return place + longer[before]


def redact(text: str, found: Iterable[PersonalPlace], pseudonym: Pseudonym) -> Redacted:
    pieces: list[RedactedPiece] = []
    parts: list[str] = []
    end = 0
    for each in found:
        words = text[each.start : each.end]
        mark = pseudonym(each.kind, words)
        pieces.append(RedactedPiece(each.start, each.end, each.kind, words, mark))
        parts += (text[end : each.start], mark)
        end = each.end
    return Redacted("".join((*parts, text[end:])), tuple(pieces))


# ── a whole interview ─────────────────────────────────────────────────────────────────────────────


def redacted(evidence: InterviewEvidence, find: Find, pseudonym: Pseudonym) -> InterviewEvidence:
    """The interview without what is personal in its lines, quotes, labels and answers to the
    screener.
    """
    return counted_redaction(evidence, find, pseudonym)[0]


def counted_redaction(
    evidence: InterviewEvidence, find: Find, pseudonym: Pseudonym
) -> tuple[InterviewEvidence, Mapping[str, int]]:
    """The same, and how many pieces of each kind were replaced in what was said.

    A name found once is replaced wherever the interview has it, unless the word is also said in
    small letters: then it may be an ordinary one (Rose, rose). Labels are often in small letters,
    and lose the names in the answers they come from in any case.
    """
    found = [tuple(find(line.text)) for line in evidence.lines]
    names = _known_names(evidence.lines, found)
    lines = [
        (line, redact(line.text, _with_names(line.text, places, names), pseudonym))
        for line, places in zip(evidence.lines, found, strict=True)
    ]
    said = {line.turn: text for line, text in lines if line.speaker == "respondent"}
    redactor = _Redactor(find, pseudonym, names, said)
    changed = replace(
        evidence,
        lines=tuple(replace(line, text=text.text) for line, text in lines),
        ideas=tuple(redactor.idea(idea) for idea in evidence.ideas),
        links=tuple(redactor.link(link) for link in evidence.links),
        variables={name: redactor.variable(value) for name, value in evidence.variables.items()},
    )
    return changed, Counter(piece.kind for _, text in lines for piece in text.pieces)


@dataclass(frozen=True, slots=True)
class _Redactor:
    """Redacts what is not a line, knowing the interview's names and its answers, by turn, as they
    read now.
    """

    find: Find
    pseudonym: Pseudonym
    names: frozenset[str]
    said: Mapping[int, Redacted]

    def idea(self, idea: Idea) -> Idea:
        answers = [self.said[words.turn] for words in idea.words if words.turn in self.said]
        names = self.names.union(*(answer.names for answer in answers))
        label, *labels = (self.text(label, names) for label in (idea.label, *idea.labels))
        words = tuple(map(self.words, idea.words))
        return replace(idea, label=label, labels=tuple(labels), words=words)

    def link(self, link: IdeaLink) -> IdeaLink:
        return replace(link, words=tuple(map(self.words, link.words)))

    def words(self, words: QuotedWords) -> QuotedWords:
        answer = self.said.get(words.turn)
        if answer is None:  # without its answer the quote stands for itself
            return replace(words, text=self.text(words.text, self.names))
        start, end = answer.span(words.start, words.end)
        return replace(words, start=start, end=end, text=answer.text[start:end])

    def variable(self, value: Value) -> Value:
        return self.text(value, self.names) if isinstance(value, str) else value

    def text(self, text: str, names: frozenset[str]) -> str:
        return redact(text, _with_names(text, self.find(text), names), self.pseudonym).text


# ── names that are known ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Named:
    start: int
    end: int
    kind: str = PERSON


def _known_names(
    lines: Sequence[TranscriptLine], found: Sequence[Sequence[PersonalPlace]]
) -> frozenset[str]:
    """The words of all names, in small letters; not those that were found large and are said small
    as well.
    """
    names = {
        word
        for line, places in zip(lines, found, strict=True)
        for place in places
        if place.kind == PERSON
        for word in _name_words(line.text[place.start : place.end])
    }
    small = {
        word for line in lines for word in WORD.findall(line.text) if word[0].islower()
    } - names
    return frozenset(word.casefold() for word in names if word.casefold() not in small)


def _name_words(name: str) -> list[str]:
    """The words of a name but for initials and particles, which are in other places no name."""
    return [
        word
        for word in WORD.findall(name)
        if len(word) > 3 or (len(word) > 1 and word[0].isupper())
    ]


def _with_names(
    text: str, found: Sequence[PersonalPlace], names: frozenset[str]
) -> list[PersonalPlace]:
    """What was found and the known names beside it, in order."""
    taken = {place for each in found for place in range(each.start, each.end)}
    words = (
        word
        for word in WORD.finditer(text)
        if word.group().casefold() in names and word.start() not in taken
    )
    return sorted((*found, *(_Named(*word.span()) for word in words)), key=lambda each: each.start)


# ── for the report ────────────────────────────────────────────────────────────────────────────────

KINDS: Mapping[str, tuple[str, str]] = {
    PERSON: ("name", "names"),
    "email": ("e-mail address", "e-mail addresses"),
    "phone": ("phone number", "phone numbers"),
    "address": ("street address", "street addresses"),
    "postcode": ("postcode", "postcodes"),
    "url": ("link", "links"),
    "handle": ("handle", "handles"),
    "iban": ("bank account", "bank accounts"),
    "card": ("card number", "card numbers"),
    "national_id": ("identity number", "identity numbers"),
}


def removed(kinds: Mapping[str, int]) -> str:
    """ "removed: 12 names, 3 e-mail addresses"."""
    told = (
        f"{kinds[kind]} {one if kinds[kind] == 1 else many}"
        for kind, (one, many) in KINDS.items()
        if kinds.get(kind)
    )
    return f"removed: {', '.join(told) or 'nothing'}"
