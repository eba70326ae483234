"""The moment: what this very turn forbids or demands of a line, whoever speaks it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.state import ENDINGS, MemoirState, Purpose
from dramaturg.engines.memoir.safety.form_rules import asks
from dramaturg.engines.memoir.safety.word_lists import LIGHT
from dramaturg.engines.memoir.voice.way_out import offers_sideways
from dramaturg.english.forms import bases_of
from dramaturg.english.prose import plain, sentences
from dramaturg.english.rules.line_rules import Breach

_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["turn_rules"]

OVER: tuple[Purpose, ...] = ("stop", "care", "quiet")
SAID_ONCE_IN = 24  # turns
_REPEATED: tuple[Purpose, ...] = (*OVER, "noted")

_REQUEST = _PATTERNS["request"]
_RELEASE = _PATTERNS["release"]
_LATER = _PATTERNS["later"]
_CHOICE = _PATTERNS["choice"]
_MORE = re.compile(r"\b(?:more|about|of|with) (?:about |of )?(?:it|that|this|him|her|them)\b")
_CHOOSING = bases_of(
    "like rather choose pick decide begin start rest pause lighter prefer welcome wish feel hear"
    " listen"
)
_WAY_OUT = _PATTERNS["way_out"]
_INWARD = _PATTERNS["inward"]
_CORE = _PATTERNS["core"]
# up to which level nothing inward is asked, and from where on everything may be
_OUTWARD, _DEEPEST = (1, 3)


def moment_breaches(line: str, seen: MemoirState, directive: MemoirDirective) -> Iterator[Breach]:
    """What must not be said now: probing after a stop or a refusal, going too deep, saying it
    again.
    """
    if directive.purpose in OVER or directive.conduct.safety_action == "stop":
        yield from _after_stop(line)
    elif directive.signals.refusal_or_discomfort:
        yield from _after_refusal(line, seen)
    if (
        directive.conduct.sideways
        and directive.purpose not in (*ENDINGS, "quiet")
        and not leaves_a_way_out(line)
    ):
        yield Breach("step_sideways_missing", "feelings run high, and it offers no way out")
    if directive.purpose != "consent":
        yield from _too_deep(line, directive)
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
    """Something else may be offered; whatever else asks is taken to ask about what was refused."""
    refused = bases_of(seen.question) - LIGHT
    for sentence in sentences(line):
        text = plain(sentence)
        about_it = _MORE.search(text) or not refused.isdisjoint(bases_of(text) - LIGHT - _CHOOSING)
        if (asks(sentence) or _wants_more(text)) and (about_it or not _CHOICE.search(text)):
            yield Breach("probing_after_refusal", f"'{sentence[:60]}'")
            return


def _too_deep(line: str, directive: MemoirDirective) -> Iterator[Breach]:
    """By words, in what is asked; what fills a hole was chosen for this depth already."""
    text = " ".join(
        plain(sentence)
        for sentence in sentences(line)
        if asks(sentence) or _wants_more(plain(sentence))
    )
    for words_told in directive.holes.values():
        text = text.replace(plain(words_told), " ") if words_told.strip() else text
    conduct, asked = directive.conduct, text
    level = conduct.depth_after
    inward = (
        _INWARD.search(asked) if level <= _OUTWARD and conduct.persona != "EMPATHY_EXPAND" else None
    )
    found = inward or (_CORE.search(asked) if level < _DEEPEST else None)
    if found:
        yield Breach("deeper_than_allowed", f"'{found.group()}' at depth {level}")


def _wants_more(text: str) -> bool:
    """Whether it asks to be told something, and does not say that nothing need be told."""
    return _REQUEST.search(text) is not None and _RELEASE.search(text) is None


def _was_said(line: str, seen: MemoirState) -> bool:
    turn: int | None = seen.asked.get(plain(line))
    return turn is not None and turn >= seen.turn - min(seen.told, SAID_ONCE_IN)
