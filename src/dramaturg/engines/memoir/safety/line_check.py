"""What a line must not do, in one place: every rule that a line breaks, with its id. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.base.artifacts import Artifacts
from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.safety.evidence import TellerEvidence, evidence_of
from dramaturg.engines.memoir.safety.form_rules import asks, form_breaches
from dramaturg.engines.memoir.safety.grounds import NAMES, ungrounded
from dramaturg.engines.memoir.safety.rulebook import Rulebook, rulebook_of
from dramaturg.engines.memoir.safety.turn_rules import moment_breaches
from dramaturg.english.prose import plain, sentences
from dramaturg.english.rules.any_language import Grounds, LineRuleNames, breaches_anywhere, of_all
from dramaturg.english.rules.line_rules import Breach
from dramaturg.english.rules.model_talk import model_talk
from dramaturg.english.rules.own_nature import without_own_nature
from dramaturg.english.tree import Tree
from dramaturg.kernel.values import replace
from dramaturg.languages.detect import ENGLISH
from dramaturg.turn.ports import Syntax

_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["line_check"]

READ_LIMITS: Mapping[str, float] = {
    "leading_question": 0.9,
    "presupposing_question": 0.95,
    "several_questions": 0.9,
    "prohibited": 0.45,
}
"""From where on a reading of a line breaks the rule of that name."""
_UNSTOPPED = re.compile(
    r"(?<=[a-z]) (?=(?:If|What|When|Where|How|Who|Tell|We|Thank|There|You|That|It|Would|Shall)\b)"
)
"""Where a sentence begins and the one before it has no mark."""
_TAG = re.compile(
    r"(, (?:is|are|was|were|do|does|did|has|have|had|will|would|can|could)(?:n't)?"
    r" (?:it|he|she|they|you|that|there))(?:[.!]|$)"
)
"""A question at the end, with another mark behind it or none."""
_OFFER = _PATTERNS["offer"]
_CLOSED = _PATTERNS["closed"]
_SOMEBODY = re.compile(r"\b(?:you|he|she|they|your|his|her|their)\b")
MEASURES = ("verbosity", "too_many_sentences", "question_density")
READ_BY: tuple[str, ...] = tuple(READ_LIMITS)

BOUND: tuple[str, ...] = (
    *("nothing_said", "odd_characters", "verbosity", "too_many_sentences", "question_density"),
    *(
        "facts_not_in_evidence",
        "words_not_in_evidence",
        "says_more_than_was_said",
        "speaks_of_itself",
        "not_an_invitation",
    ),
    "closed_question",
    *(
        "step_sideways_missing",
        "probing_after_stop",
        "probing_after_refusal",
        "deeper_than_allowed",
        "said_before",
    ),
    *("guidance_missing", *READ_BY),
)
"""Rules that hold whatever the artifacts say; an artifact of the same id gives their words and
fallbacks.
"""


ELSEWHERE = LineRuleNames(
    "machinery", "facts_not_in_evidence", "probing_after_refusal", "verbosity"
)
"""What the rules are called that hold in any language."""


@dataclass(frozen=True)
class LineContext:
    """Where a line would be said: everything it is checked against."""

    seen: MemoirState
    directive: MemoirDirective
    artifacts: Artifacts
    name: str = ""
    language: str = ENGLISH

    @cached_property
    def book(self) -> Rulebook:
        return rulebook_of(self.artifacts)

    @cached_property
    def evidence(self) -> TellerEvidence:
        return evidence_of(self.seen, self.directive, self.name)

    @cached_property
    def heard(self) -> str:
        """What the teller said last."""
        return next(
            (each.text for each in reversed(self.seen.lines) if each.speaker == "teller"), ""
        )

    def breaches(
        self, line: str, readings: Mapping[str, float], ungrounded: Sequence[Breach] = ()
    ) -> tuple[Breach, ...]:
        """Every rule the line breaks, those that protect somebody first, of those that know its
        language; `ungrounded` is what reading it found without a ground.
        """
        if self.language != ENGLISH:
            return tuple(breaches_anywhere(line, self._grounds, ELSEWHERE))
        found: dict[str, Breach] = {}
        for breach in self._found(line, readings, ungrounded):
            # a rule of measure is style, until it is broken twice over
            is_hard = self.book.is_hard(breach.rule)
            hard = breach.hard or is_hard if breach.rule in MEASURES else breach.hard and is_hard
            if breach.rule not in found or (hard and not found[breach.rule].hard):
                found[breach.rule] = replace(breach, hard=hard)
        return tuple(sorted(found.values(), key=lambda breach: not breach.hard))

    @property
    def _grounds(self) -> Grounds:
        evidence, refused = self.evidence, self.seen.story.left_alone
        texts = (*evidence.texts, *evidence.heard, evidence.name)
        return Grounds(of_all(texts), tuple(matter.words for matter in refused))

    def ungrounded(self, line: str, syntax: Syntax) -> tuple[Breach, ...]:
        """What the line says or takes for granted without a ground."""
        own = " ".join(self._own(line)) if self.language == ENGLISH else ""
        everyday = self.book.vocabulary or frozenset()
        read = syntax.read(own) if own else ()
        return tuple(
            breach
            for sentence in read
            for breach in ungrounded(Tree(sentence), self.evidence, everyday)
        )

    def _own(self, line: str) -> list[str]:
        """The sentences that no author wrote."""
        if self.directive.purpose == "care":
            line = line.replace(next((g for g in self.book.guidance if g in line), ""), "", 1)
        spoken = self.evidence.without_quotes(self._without_own_nature(line))
        return [each for each in sentences(spoken) if not self.book.wrote(each, self.evidence)]

    def _without_own_nature(self, line: str) -> str:
        """Without what it says of its own nature, where it was asked; a missing mark is set."""
        return without_own_nature(_UNSTOPPED.sub(". ", line), self.heard)

    def _found(
        self, line: str, readings: Mapping[str, float], ungrounded: Sequence[Breach]
    ) -> Iterator[Breach]:
        if self.directive.purpose == "care":
            guidance = next((text for text in self.book.guidance if text in line), None)
            if guidance is None:
                yield Breach(
                    "guidance_missing",
                    "somebody may be in danger, and it does not say where help is",
                )
            elif not (line := line.replace(guidance, "", 1).strip()):
                return
        own = self._own(line)
        apart = self._without_own_nature(line)
        spoken = self.evidence.without_quotes(apart)
        everyday = self.book.vocabulary or frozenset()
        if talk := model_talk(apart):
            yield Breach("machinery", "a model speaks of itself", words=talk)
        yield from moment_breaches(line, self.seen, self.directive, self.evidence)
        for text in dict.fromkeys((spoken, spoken.replace("-", ""))):
            yield from self.book.broken(_TAG.sub(r"\1?", plain(text)), self.evidence)
        yield from form_breaches(line, self.book.limits, self.evidence, everyday)
        yield from self._beyond_evidence(own)
        yield from ungrounded
        yield from _closed(own, self.evidence)
        yield from _read(readings, own)

    def _beyond_evidence(self, own: list[str]) -> Iterator[Breach]:
        """Figures and names of its own."""
        invented = [each for sentence in own for each in self.evidence.strange_figures(sentence)]
        for sentence in own:
            names = self.evidence.strange_names(sentence)
            invented += [name for name in names if plain(name) not in NAMES]
        if invented:
            yield Breach(
                "facts_not_in_evidence", f"nobody spoke of '{invented[0]}'", words=invented[0]
            )


def breaches(
    line: str,
    seen: MemoirState,
    directive: MemoirDirective,
    readings: Mapping[str, float],
    artifacts: Artifacts,
    syntax: Syntax,
) -> tuple[Breach, ...]:
    """Every rule the line breaks; `readings` are what the readers of READ_BY found in it."""
    moment = LineContext(seen, directive, artifacts)
    return moment.breaches(line, readings, moment.ungrounded(line, syntax))


def _closed(own: list[str], evidence: TellerEvidence) -> Iterator[Breach]:
    """A line that asks for nothing but yes or no about somebody."""
    asked = [sentence for sentence in own if asks(sentence)]
    for sentence in asked if len(asked) == len(own) == 1 else ():
        text = plain(sentence)
        if _CLOSED.match(text) and _SOMEBODY.search(text):
            yield Breach("closed_question", "yes or no would answer it", words=sentence)


def _read(readings: Mapping[str, float], own: list[str]) -> Iterator[Breach]:
    """What readers found counts for sentences of a speaker's own; whether a question leads, for
    those that are no mere offer.
    """
    asked = any(asks(sentence) and not _OFFER.match(plain(sentence)) for sentence in own)
    for signal, limit in READ_LIMITS.items():
        if own and readings.get(signal, 0.0) >= limit and (asked or signal == "prohibited"):
            yield Breach(signal, f"read with {readings[signal]:.2f}, at most {limit:.2f}")
