"""The rule book of one set of artifacts: its constraints ready to search with, the words it knows,
the sentences it wrote.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from dramaturg.engines.memoir.base.artifacts import Artifacts, Constraint
from dramaturg.engines.memoir.safety.evidence import IT, TellerEvidence
from dramaturg.engines.memoir.safety.word_lists import SMALL
from dramaturg.engines.memoir.voice.templates import PLAINLY, REPLIES
from dramaturg.english.prose import plain, sentences, words
from dramaturg.english.rules.line_rules import Breach

_HOLE = re.compile(r"\{\w+\}")
_QUOTED_HOLE = re.compile(r"[\"“]\{\w+\}[\"”]")
_WORD_EDGE = r"\b"  # looked for once, not once for every pattern
_LITERAL_WORDS = 2  # fewer, and a template says nothing by which it could be known again


@dataclass(frozen=True, slots=True)
class Banned:
    """What a constraint forbids, ready to search with. Where `first` is given, a text without any
    of these words is fine.
    """

    constraint: Constraint
    pattern: re.Pattern[str]
    first: frozenset[str] | None = None

    def breach(self, text: str, evidence: TellerEvidence) -> Breach | None:
        for found in self.pattern.finditer(text):
            if not (self.constraint.unless_teller_said and evidence.told(found.group())):
                words = found.group()[:60].strip()
                return Breach(self.constraint.id, f"'{words}' must not be said", words=words)
        return None


@dataclass(frozen=True, slots=True)
class SentenceShape:
    """A sentence with room where its holes are, and how it starts."""

    start: str
    pattern: re.Pattern[str]


class Rulebook:
    """Made once for a set of artifacts."""

    def __init__(self, artifacts: Artifacts) -> None:
        self.artifacts = artifacts
        self.limits = artifacts.constraints.limits
        self.banned = tuple(
            each for constraint in artifacts.constraints.constraints for each in _banned(constraint)
        )

    @cached_property
    def vocabulary(self) -> frozenset[str] | None:
        """The words that may be used though the teller has not; None where any may."""
        everyday = " ".join(self.artifacts.constraints.everyday.values())
        return frozenset(words(everyday)) or None

    def is_hard(self, rule: str) -> bool:
        """Whether a line that breaks it is never said."""
        known = self.artifacts.constraints.by_id
        return rule not in known or known[rule].hard

    @cached_property
    def guidance(self) -> tuple[str, ...]:
        """What may be said where somebody is in danger."""
        crisis = self.artifacts.crisis
        return (crisis.default, *crisis.countries.values())

    @cached_property
    def _written(self) -> frozenset[str]:
        return frozenset(
            plain(sentence)
            for text in authored_texts(self.artifacts)
            for sentence in sentences(text)
            if not _HOLE.search(sentence)
        )

    @cached_property
    def _shapes(self) -> tuple[SentenceShape, ...]:
        holed = {
            sentence
            for text in authored_texts(self.artifacts)
            for sentence in sentences(text)
            if _HOLE.search(sentence)
        }
        return tuple(
            map(
                _shape,
                sorted(
                    sentence
                    for sentence in holed
                    if len(words(_HOLE.sub(" ", sentence))) >= _LITERAL_WORDS
                ),
            )
        )

    @cached_property
    def _leads(self) -> tuple[str, ...]:
        """What may stand before a sentence and become part of it."""
        phrases = (plain(softener.phrase) for softener in self.artifacts.personas.softeners)
        return tuple(f"{phrase} " for phrase in phrases if phrase.endswith(","))

    def wrote(self, sentence: str, evidence: TellerEvidence) -> bool:
        """Whether the artifacts hold this sentence, its holes filled with what the teller said and
        nothing else.
        """
        text = plain(sentence)
        lead = next((lead for lead in self._leads if text.startswith(lead)), "")
        text = text.removeprefix(lead)
        if text in self._written:
            return True
        found = (
            shape.pattern.fullmatch(text) for shape in self._shapes if text.startswith(shape.start)
        )
        return any(
            match
            and all(evidence.covers(word) for hole in match.groups() for word in _matter(hole))
            for match in found
        )

    def broken(self, text: str, evidence: TellerEvidence) -> Iterator[Breach]:
        """Every constraint that the plain text breaks."""
        spoken = frozenset(words(text))
        searched = (
            banned
            for banned in self.banned
            if banned.first is None or not banned.first.isdisjoint(spoken)
        )
        breaches = (banned.breach(text, evidence) for banned in searched)
        return (breach for breach in breaches if breach is not None)


def authored_texts(artifacts: Artifacts) -> Iterator[str]:
    """Everything the artifacts may have said, holes and all; what is quoted stands as `it`, as in a
    line that is checked.
    """
    return (_QUOTED_HOLE.sub(IT, text) for text in _texts(artifacts))


def _texts(artifacts: Artifacts) -> Iterator[str]:
    profiles = artifacts.personas
    yield from profiles.step_sideways
    yield from (softener.phrase for softener in profiles.softeners)
    for persona in profiles.personas:
        yield from persona.openers
        for tactic in persona.tactics:
            yield from tactic.templates
    for reply in REPLIES.values():
        yield from reply.templates
    yield from PLAINLY.values()
    for constraint in artifacts.constraints.constraints:
        yield from constraint.fallbacks


def _matter(hole: str) -> tuple[str, ...]:
    """The words of a filling that say something."""
    return tuple(word for word in words(hole) if word not in SMALL)


_books: deque[Rulebook] = deque(maxlen=8)


def rulebook_of(artifacts: Artifacts) -> Rulebook:
    """The same book for the same artifacts."""
    known = next((book for book in _books if book.artifacts is artifacts), None)
    if known is None:
        known = Rulebook(artifacts)
        _books.append(known)
    return known


def _banned(constraint: Constraint) -> Iterator[Banned]:
    phrases = [bare for phrase in constraint.phrases if words(bare := plain(phrase))]
    if phrases:
        whole = "|".join(map(re.escape, phrases))
        yield Banned(
            constraint,
            re.compile(rf"(?<!\w)(?:{whole})(?!\w)"),
            frozenset(words(each)[0] for each in phrases),
        )
    at_a_word = [
        pattern.removeprefix(_WORD_EDGE)
        for pattern in constraint.patterns
        if pattern.startswith(_WORD_EDGE)
    ]
    if at_a_word:
        yield Banned(constraint, re.compile(rf"{_WORD_EDGE}(?:{_either(at_a_word)})"))
    elsewhere = [pattern for pattern in constraint.patterns if not pattern.startswith(_WORD_EDGE)]
    if elsewhere:
        yield Banned(constraint, re.compile(_either(elsewhere)))


def _either(patterns: Sequence[str]) -> str:
    return "|".join(f"(?:{pattern})" for pattern in patterns)


def _shape(sentence: str) -> SentenceShape:
    parts = _HOLE.split(sentence)
    whole = r"(.{1,300}?)".join(
        re.escape(plain(part)) if part.strip() else r"\s?" for part in parts
    )
    return SentenceShape(plain(parts[0]), re.compile(whole))
