"""The moment: what this very turn forbids or demands of a line, whoever speaks it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.state import ENDINGS, MemoirState, Purpose
from dramaturg.engines.memoir.safety.evidence import TellerEvidence
from dramaturg.engines.memoir.safety.form_rules import asks
from dramaturg.engines.memoir.safety.word_lists import LIGHT, PLAIN_TALK
from dramaturg.engines.memoir.voice.way_out import offers_sideways
from dramaturg.english.forms import bases_of
from dramaturg.english.prose import content_words, plain, sentences
from dramaturg.english.rules.line_rules import Breach
from dramaturg.english.rules.refused_matter import asks_again

_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["turn_rules"]

OVER: tuple[Purpose, ...] = ("stop", "care", "quiet")
SAID_ONCE_IN = 24  # turns
_REPEATED: tuple[Purpose, ...] = (*OVER, "noted")

_REQUEST = _PATTERNS["request"]
_RELEASE = _PATTERNS["release"]
_LATER = _PATTERNS["later"]
_CHOICE = _PATTERNS["choice"]
_MORE = re.compile(r"\b(?:more|about|of|with) (?:about |of )?(?:it|that|this|him|her|them)\b")
_SAME = _PATTERNS["same"]
_PLAIN = content_words(" ".join(sorted(PLAIN_TALK)))
_CHOOSING = bases_of(
    "like rather choose pick decide begin start rest pause lighter prefer welcome wish feel hear"
    " listen"
)
_WAY_OUT = _PATTERNS["way_out"]
_INWARD = _PATTERNS["inward"]
_CORE = _PATTERNS["core"]
_PRESSING = _PATTERNS["pressing"]
_RELEASED = _PATTERNS["released"]
_ASKED_FOR = _PATTERNS["asked_for"]
# up to which level nothing inward is asked, and from where on everything may be
_OUTWARD, _DEEPEST = (1, 3)


def moment_breaches(
    line: str, seen: MemoirState, directive: MemoirDirective, evidence: TellerEvidence
) -> Iterator[Breach]:
    """What must not be said now: probing after a stop or a refusal, going too deep, saying it
    again.
    """
    if directive.purpose in OVER or directive.conduct.safety_action == "stop":
        yield from _after_stop(line)
    elif directive.signals.refusal_or_discomfort:
        yield from _after_refusal(line, seen)
    else:
        yield from _of_what_is_refused(line, seen)
    if (
        directive.conduct.sideways
        and directive.purpose not in (*ENDINGS, "quiet")
        and not leaves_a_way_out(line)
    ):
        yield Breach("step_sideways_missing", "feelings run high, and it offers no way out")
    if directive.purpose != "consent":
        yield from _too_deep(line, directive, evidence)
        yield from _pressing(line, directive, evidence)
    if directive.purpose not in _REPEATED and _was_said(line, seen):
        yield Breach("said_before", "the same line, word for word")


def leaves_a_way_out(line: str) -> bool:
    """As our own voice offers it, or in the words of others."""
    return offers_sideways(line) or any(
        _WAY_OUT.search(plain(sentence)) for sentence in sentences(line)
    )


def _after_stop(line: str) -> Iterator[Breach]:
    for sentence in sentences(line):
        text = plain(sentence)
        if asks(sentence) or (_wants_more(text) and not _LATER.search(text)):
            yield Breach("probing_after_stop", f"'{sentence[:60]}'")
            return


def _after_refusal(line: str, seen: MemoirState) -> Iterator[Breach]:
    """What was refused by name is closed, and nothing else is. Where nothing was named, it is what
    was asked: something else may be offered, and whatever else asks is taken to ask about it.
    """
    named = [matter.words for matter in seen.story.left_alone if matter.turn == seen.turn]
    if named:
        yield from _of_what_is_refused(line, seen)
    refused = bases_of(seen.question) - LIGHT
    offered = _offered(seen)
    for sentence in sentences(line):
        text = plain(sentence)
        if not (asks(sentence) or _wants_more(text)) or content_words(sentence) & offered:
            continue
        about_it = not refused.isdisjoint(bases_of(text) - LIGHT - _CHOOSING)
        if named:
            presses = _SAME.search(text) and not _names_more(line, seen)
        else:
            presses = about_it or _MORE.search(text) is not None
        if presses or not (named or _CHOICE.search(text)):
            yield Breach("probing_after_refusal", f"'{sentence[:60]}'", words=sentence)
            return


def _offered(seen: MemoirState) -> frozenset[str]:
    """What they would have asked instead, in the same breath as they refused."""
    told = next((each.text for each in reversed(seen.lines) if each.speaker == "teller"), "")
    asked_for = (each for each in sentences(told) if _ASKED_FOR.search(plain(each)))
    return frozenset[str]().union(*map(content_words, asked_for)) - _PLAIN


def _names_more(line: str, seen: MemoirState) -> bool:
    """Whether it takes up something they told, so that `it` is that."""
    told = content_words(" ".join(each.text for each in seen.lines if each.speaker == "teller"))
    return not (content_words(line) & told).issubset(_PLAIN)


def _of_what_is_refused(line: str, seen: MemoirState) -> Iterator[Breach]:
    """What they refused to speak of by name stays closed, until they come back to it themself."""
    for sentence in sentences(line):
        said = content_words(sentence)
        for matter in seen.story.left_alone:
            named = content_words(matter.words)
            closed = named - _PLAIN or named
            common = closed & said
            again = 2 * len(common) >= len(closed) > 0 or asks_again(sentence, matter.words)
            if again and not _RELEASED.search(plain(sentence)):
                yield Breach("probing_after_refusal", f"'{sentence[:60]}'", words=sentence)
                return


def _too_deep(line: str, directive: MemoirDirective, evidence: TellerEvidence) -> Iterator[Breach]:
    """By words, in what is asked; what they said themself, and what fills a hole, was chosen for
    this depth already.
    """
    text = " ".join(
        plain(sentence)
        for sentence in sentences(line)
        if asks(sentence) or _wants_more(plain(sentence))
    )
    for words_told in directive.holes.values():
        text = text.replace(plain(words_told), " ") if words_told.strip() else text
    level = directive.conduct.depth_after
    inward = level <= _OUTWARD and directive.conduct.persona != "EMPATHY_EXPAND"
    found = (_INWARD.search(text) if inward else None) or (
        _CORE.search(text) if level < _DEEPEST else None
    )
    if found and not (evidence.told(found.group()) and level > _OUTWARD):
        told = f"'{found.group()}' at depth {level}"
        yield Breach("deeper_than_allowed", told, words=found.group())


def _pressing(line: str, directive: MemoirDirective, evidence: TellerEvidence) -> Iterator[Breach]:
    """A death or a pain itself is asked after only with leave."""
    found = _PRESSING.search(plain(line)) if directive.conduct.depth_after < _DEEPEST else None
    if found and not evidence.told(found.group()):
        told = f"'{found.group()}' presses on a death or a pain"
        yield Breach("deeper_than_allowed", told, words=found.group())


def _wants_more(text: str) -> bool:
    """Whether it asks to be told something, and does not say that nothing need be told."""
    return _REQUEST.search(text) is not None and _RELEASE.search(text) is None


def _was_said(line: str, seen: MemoirState) -> bool:
    turn: int | None = seen.asked.get(plain(line))
    return turn is not None and turn >= seen.turn - min(seen.told, SAID_ONCE_IN)
