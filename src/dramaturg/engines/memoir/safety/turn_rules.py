"""The moment: what this very turn forbids or demands of a line, whoever speaks it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.state import ENDINGS, MemoirState, Purpose
from dramaturg.engines.memoir.safety.form_rules import asks
from dramaturg.engines.memoir.safety.word_lists import LIGHT
from dramaturg.engines.memoir.voice.way_out import offers_sideways
from dramaturg.english.forms import bases_of
from dramaturg.english.line_rules import Breach
from dramaturg.english.prose import plain, sentences

OVER: tuple[Purpose, ...] = ("stop", "care", "quiet")
SAID_ONCE_IN = 24  # turns
_REPEATED: tuple[Purpose, ...] = (*OVER, "noted")

_REQUEST = re.compile(
    r"(?:^|[.!?,;:] |\b(?:please|just|now|then|and|so|to|you|me) )"
    r"(?:tell|describe|explain|share|elaborate|continue|keep (?:going|talking)|go on|carry"
    r" on|finish|walk me|take me"
    r"|say (?:more|it|what|how))\b"
    r"|\b(?:hear|know|learn|understand) (?:more|how|what|why|about|the rest)\b|\b(?:i"
    r" wonder|wondering|curious)\b"
    r"|\b(?:come|get|go) back to\b|\breturn to\b"
)
_RELEASE = re.compile(
    r"\b(?:(?:not|don't|never) (?:have|need) to|need not|no need to|nothing (?:\w+ )?you"
    r" (?:have|need) to"
    r"|(?:not|won't|never) (?:come|get|go) back)\b"
)
_LATER = re.compile(
    r"\b(?:another (?:time|day)|later|begin again|new sitting|whenever|come back|if you"
    r" (?:like|want|can)|when you want)\b"
)
_CHOICE = re.compile(
    r"\b(?:something else|anything else|something lighter|another|instead|you(?:'d)? like"
    r"|would you (?:like|rather|prefer|enjoy|care)|you would (?:like|rather)|shall we"
    r"|whatever you|anything you|wherever you|you choose|you decide|you want)\b"
)
_MORE = re.compile(r"\b(?:more|about|of|with) (?:about |of )?(?:it|that|this|him|her|them)\b")
_CHOOSING = bases_of(
    "like rather choose pick decide begin start rest pause lighter prefer welcome wish feel hear"
    " listen"
)
_WAY_OUT = re.compile(
    r"\b(?:leave (?:it|this|that)|somewhere else|some(?:thing|where) (?:easier|lighter|different)"
    r"|take a (?:\w+ )?(?:break|rest|pause)|pause here|change the subject"
    r"|another (?:path|subject|topic|part)|skip (?:it|this|that)"
    r"|(?:don't|do not|never) (?:have|need) to (?:stay|go"
    r" (?:on|into|there|any)|talk|speak|answer))\b"
)
_INWARD = re.compile(
    r"\b(?:you(?: \w+)? (?:feel(?! like)|felt)|feelings?|emotion\w*|mean to you|meant to"
    r" you|regret\w*|forgiv\w+|afraid"
    r"|scared|ashamed|lonely|sad|saddest|angry|miss|missed|chang\w+ you|shap\w+ you"
    r"|lesson\w* (?:from|did|you)|look back on|believe in)\b"
)
_CORE = re.compile(
    r"\b(?:die|died|dies|dying|death|deaths|dead|grief|griev\w+|mourn\w*|funeral|grave|buried|suicid\w*|abus\w+"
    r"|rap(?:e|ed|ing)|shame|ashamed|guilt\w*|darkest|worst|trauma\w*|miscarriage|stillborn|affair|kill\w*|murder\w*"
    r"|assault\w*|molest\w*|incest|violen\w+|beat(?:en|ing|ings)|cruel\w*)\b"
)
_OUTWARD, _DEEPEST = (
    1,
    3,
)  # up to which level nothing inward is asked, and from where on everything may be


def moment_breaches(line: str, seen: MemoirState, directive: MemoirDirective) -> Iterator[Breach]:
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
