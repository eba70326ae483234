"""What a line must not do, in one place: every rule that a line breaks, with its id. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.base.artifacts import Artifacts
from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.safety.evidence import TellerEvidence, evidence_of
from dramaturg.engines.memoir.safety.form_rules import asks, form_breaches
from dramaturg.engines.memoir.safety.manner_rules import manner_breaches
from dramaturg.engines.memoir.safety.rulebook import Rulebook, rulebook_of
from dramaturg.engines.memoir.safety.turn_rules import moment_breaches
from dramaturg.english.prose import plain, sentences
from dramaturg.english.rules.line_rules import Breach

_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["line_check"]

READ_LIMITS: Mapping[str, float] = {
    "leading_question": 0.75,
    "presupposing_question": 0.9,
    "several_questions": 0.9,
    "prohibited": 0.4,
}
"""From where on a reading of a line breaks the rule of that name."""
# `the two of you` counts nothing, and neither does your very first day
_SMALL_FIGURES = ("one", "two", "first")
_OFFER = _PATTERNS["offer"]
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


@dataclass(frozen=True)
class LineContext:
    """Where a line would be said: everything it is checked against."""

    seen: MemoirState
    directive: MemoirDirective
    artifacts: Artifacts

    @cached_property
    def book(self) -> Rulebook:
        return rulebook_of(self.artifacts)

    @cached_property
    def evidence(self) -> TellerEvidence:
        return evidence_of(self.seen, self.directive)

    def breaches(self, line: str, readings: Mapping[str, float]) -> tuple[Breach, ...]:
        """Every rule the line breaks, what weighs most first."""
        return tuple({breach.rule: breach for breach in self._found(line, readings)}.values())

    def _found(self, line: str, readings: Mapping[str, float]) -> Iterator[Breach]:
        if self.directive.purpose == "care":
            guidance = next((text for text in self.book.guidance if text in line), None)
            if guidance is None:
                yield Breach(
                    "guidance_missing",
                    "somebody may be in danger, and it does not say where help is",
                )
            elif not (line := line.replace(guidance, "", 1).strip()):
                return
        spoken = self.evidence.without_quotes(line)
        own = [
            sentence
            for sentence in sentences(spoken)
            if not self.book.wrote(sentence, self.evidence)
        ]
        yield from moment_breaches(line, self.seen, self.directive)
        yield from self.book.broken(plain(spoken), self.evidence)
        yield from form_breaches(line, self.book.limits, self.evidence)
        yield from self._beyond_evidence(own)
        for sentence in own:
            yield from manner_breaches(sentence, self.evidence, self.book.vocabulary or frozenset())
        yield from _read(readings, own)

    def _beyond_evidence(self, own: list[str]) -> Iterator[Breach]:
        figures = (figure for sentence in own for figure in self.evidence.strange_figures(sentence))
        invented = [figure for figure in figures if plain(figure) not in _SMALL_FIGURES]
        invented += [
            name
            for sentence in own
            for name in self.evidence.strange_names(sentence)
            if not self._everyday(name)
        ]
        if invented:
            yield Breach("facts_not_in_evidence", f"nobody spoke of '{invented[0]}'")
        if self.book.vocabulary is not None:
            unknown = self.evidence.unknown(" ".join(own), self.book.vocabulary)
            if unknown:
                yield Breach("words_not_in_evidence", f"'{unknown[0]}' is not the teller's word")

    def _everyday(self, name: str) -> bool:
        return self.book.vocabulary is not None and not self.evidence.unknown(
            name, self.book.vocabulary
        )


def breaches(
    line: str,
    seen: MemoirState,
    directive: MemoirDirective,
    readings: Mapping[str, float],
    artifacts: Artifacts,
) -> tuple[Breach, ...]:
    """Every rule the line breaks; `readings` are what the readers of READ_BY found in it."""
    return LineContext(seen, directive, artifacts).breaches(line, readings)


def _read(readings: Mapping[str, float], own: list[str]) -> Iterator[Breach]:
    """What readers found counts for sentences of a speaker's own; whether a question leads, for
    those that are no mere offer.
    """
    asked = any(asks(sentence) and not _OFFER.match(plain(sentence)) for sentence in own)
    for signal, limit in READ_LIMITS.items():
        if own and readings.get(signal, 0.0) >= limit and (asked or signal == "prohibited"):
            yield Breach(signal, f"read with {readings[signal]:.2f}, at most {limit:.2f}")
