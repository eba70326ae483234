"""The question guard: what a question must be before it leaves. Reading needs the readers; judging
what was read is pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from dramaturg.data_files import load
from dramaturg.engines.interviews.base.methodology import Methodology
from dramaturg.engines.interviews.questions import craft
from dramaturg.engines.interviews.questions.templates import ACKNOWLEDGED
from dramaturg.english.prose import content_words, plain, sentences, words
from dramaturg.turn.readings import Readers, Readings, Utterance

LONGEST = 40  # words
KINDS = ("open_question", "leading_question", "presupposing_question", "several_questions")
CRAFT = ("question", *KINDS)
GUARDED = (*CRAFT, "near_repeat", "prohibited")


@dataclass(frozen=True, slots=True)
class QuestionRule:
    """A reading of this name breaks it on this side of the limit; `says` tells whoever asks what to
    do instead.
    """

    reading: str
    side: Literal["from", "below"]
    limit: float
    says: str

    def breaks(self, value: float) -> bool:
        return value >= self.limit if self.side == "from" else value < self.limit


@dataclass(frozen=True, slots=True)
class _Written:
    """What rules.yaml holds."""

    rules: tuple[QuestionRule, ...]
    in_words: tuple[str, ...]


_WRITTEN = load(__file__, "rules.yaml", _Written)
RULES = tuple(replace(rule, says=rule.says.format(longest=LONGEST)) for rule in _WRITTEN.rules)
RULES_IN_WORDS = tuple(rule.format(longest=LONGEST) for rule in _WRITTEN.in_words)


def broken(readings: Mapping[str, float]) -> tuple[str, ...]:
    """The rules that a question with these readings breaks, in words; what could not be read breaks
    none.
    """
    read = ((rule, readings[rule.reading]) for rule in RULES if rule.reading in readings)
    return tuple(dict.fromkeys(rule.says for rule, value in read if rule.breaks(value)))


@dataclass(frozen=True)
class Talk:
    """What a question is judged against: the questions before it, all that was said (and the
    subject), the last answer.

    `phrases` are the respondent's own, as a question takes them up, the focus first; `quote` stands
    for the focus too.
    """

    earlier: tuple[str, ...] = ()
    said: str = ""
    answer: str = ""
    subject: str = ""
    phrases: tuple[str, ...] = ()
    quote: str = ""

    @cached_property
    def plain(self) -> str:
        return " ".join(filter(None, map(plain, self._lines)))

    @cached_property
    def heard(self) -> frozenset[str]:
        """The words that carry a point, of all that was said."""
        return frozenset[str]().union(*map(content_words, self._lines))

    @cached_property
    def _lines(self) -> list[str]:
        """All that was said line by line: most lines were read before."""
        return self.said.splitlines()

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(word[: craft.STEM] for word in self.heard)

    @cached_property
    def named(self) -> tuple[str, ...]:
        return (*self.phrases, self.subject)

    def matter(self, question: str) -> frozenset[str]:
        """What of all this a question is about."""
        text = plain(question)
        found = {phrase for phrase in self.phrases if plain(phrase) in text}
        if self.quote and plain(self.quote) in text:
            found.update(self.phrases[:1])
        return frozenset(found) or frozenset({self.subject} if plain(self.subject) in text else ())

    @cached_property
    def singular(self) -> str:
        return f" {' '.join(filter(None, map(_singular, self._lines)))} "


class Guard:
    """Reads questions before they leave."""

    def __init__(self, readers: Readers, methodology: Methodology) -> None:
        self._readers = readers
        self._jargon = tuple(f" {_singular(term)} " for term in methodology.jargon)
        # whoever wrote the method's questions chose everyday words
        asked = (line for each in methodology.strategies for line in each.templates)
        self._usual = content_words(" ".join((*methodology.openings, *asked)))
        self._acknowledgements = frozenset(map(plain, methodology.acknowledgements))

    def read(self, lines: Sequence[str], talk: Talk) -> tuple[Mapping[str, float], ...]:
        """What is read in each line."""
        earlier = tuple(map(self.question, talk.earlier))
        looks = [self._looks(line, earlier, talk) for line in lines]
        needed = tuple(dict.fromkeys(said for look in looks for said in look))
        read = dict(zip(needed, self._readers.read(needed, GUARDED), strict=True))
        return tuple(
            self._merged(line, [read[said] for said in look], talk)
            for line, look in zip(lines, looks, strict=True)
        )

    def _looks(
        self, line: str, earlier: Sequence[str], talk: Talk
    ) -> tuple[Utterance, Utterance, Utterance]:
        """Read for its craft (the question without quotations), beside earlier questions, and as a
        line that is heard.
        """
        question = self.question(line)
        asks = Utterance(craft.masked(question, talk.named), talk.answer)
        again = Utterance(
            craft.bare(question, talk.named),
            earlier=tuple(self._repeatable(question, earlier, talk)),
        )
        return asks, again, Utterance(craft.masked(line, talk.named), talk.answer)

    def _repeatable(self, question: str, earlier: Sequence[str], talk: Talk) -> Iterator[str]:
        """The earlier questions about the same matter that it could repeat, apart from that matter:
        what counts is the asking.
        """
        matter = talk.matter(question)
        for before in earlier:
            about = talk.matter(before)
            if (matter & about or matter == about) and craft.could_repeat(question, before):
                yield craft.bare(before, talk.named)

    def _merged(self, line: str, looks: Sequence[Readings], talk: Talk) -> Mapping[str, float]:
        by_look = zip((CRAFT, ("near_repeat",), ("prohibited",)), looks, strict=True)
        read = {
            name: look.by_signal[name].value
            for names, look in by_look
            for name in names
            if name in look.by_signal
        }
        return {**read, **self._own(self.question(line), talk, read)}

    def question(self, line: str) -> str:
        """The line without the acknowledgement it opens with."""
        found = sentences(line)
        while len(found) > 1 and plain(found[0]) in self._acknowledgements | ACKNOWLEDGED:
            found = found[1:]
        return " ".join(found)

    def _own(self, question: str, talk: Talk, read: Mapping[str, float]) -> dict[str, float]:
        """What rules of our own say, mostly 0 or 1."""
        asks = craft.masked(question, talk.named)
        asked = f" {_singular(asks)} "
        unheard = (term for term in self._jargon if term not in talk.singular)
        granted = read.get("presupposing_question", 0.0) if craft.loaded(asks, talk.stems) else 0.0
        return {
            "open": max(read.get("open_question", 1.0), float(craft.asks_for_more(asks))),
            "presupposes": granted,
            "leads": float(craft.leads(asks)),
            "presses": float(craft.presses(asks)),
            "offered_answers": float(craft.offers(asks, talk.plain)),
            "jargon": float(any(term in asked for term in unheard)),
            "too_long": float(len(question.split()) > LONGEST),
            "own_words": float(craft.in_own_words(question, talk.heard, self._usual)),
        }


def _singular(text: str) -> str:
    return " ".join(word.removesuffix("s") if len(word) > 3 else word for word in words(text))
