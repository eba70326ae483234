"""Manner: what a sentence does. It may thank, take up what was said, invite, ask openly or offer;
it may not tell the teller their life, give orders, or speak of itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.safety.evidence import TellerEvidence
from dramaturg.engines.memoir.safety.form_rules import asks
from dramaturg.engines.memoir.safety.word_lists import (
    ANYBODYS,
    LISTENING,
    OPENINGS,
    PLAIN_TALK,
    SLANTED,
    SMALL,
)
from dramaturg.english.forms import bases
from dramaturg.english.prose import plain, words
from dramaturg.english.rules.line_rules import Breach

_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["manner_rules"]

_SELF = re.compile(r"\bi(?:'m|'d|'ll|'ve)?\b")
_SELF_MAY = _PATTERNS["self_may"]
_ORDERS = _PATTERNS["orders"]
_REQUESTS = _PATTERNS["requests"]
_ASKING = _PATTERNS["asking"]
_CLOSED = _PATTERNS["closed"]
_WH = _PATTERNS["wh"]
_ABOUT_THEM = _PATTERNS["about_them"]
_SOMEBODY = _PATTERNS["somebody"]
_DENYING = _PATTERNS["denying"]
_YOURS = re.compile(r"\byour ([^\W\d_]+)")


def manner_breaches(
    sentence: str, evidence: TellerEvidence, everyday: frozenset[str]
) -> Iterator[Breach]:
    """What a sentence does that it may not: order, speak of itself, ask for yes or no, tell the
    teller their life.
    """
    text = plain(sentence)
    said = words(text)
    if said and (_ORDERS.match(text) or not (said[0] in OPENINGS or evidence.covers(said[0]))):
        yield Breach("not_an_invitation", f"it begins with '{said[0]}'")
    own = next(
        (match for match in _SELF.finditer(text) if not _SELF_MAY.match(text, match.start())), None
    )
    if own is not None:
        yield Breach("speaks_of_itself", f"'{text[own.start() : own.start() + 40]}'")
    if (
        asks(sentence)
        and _CLOSED.match(text)
        and _SOMEBODY.search(text)
        and not all(word in SMALL or evidence.covers(word) for word in said)
    ):
        yield Breach("closed_question", f"'{text[:40]}' can be answered with yes or no")
    denied = next((found for found in _denied(sentence, text) if not evidence.told(found)), None)
    if denied is not None:
        yield Breach("presupposing_question", f"nobody said '{denied}'")
    yield from _said_for_them(sentence, text, evidence, everyday)


def _denied(sentence: str, text: str) -> Iterator[str]:
    """What is denied in a question or of somebody: it takes for granted that there might
    have been.
    """
    if _ABOUT_THEM.match(text) or (asks(sentence) and _WH.match(text)):
        yield from (match.group(1) for match in _DENYING.finditer(text))


def _said_for_them(
    sentence: str, text: str, evidence: TellerEvidence, everyday: frozenset[str]
) -> Iterator[Breach]:
    """Whatever a sentence states must be the teller's, or the plain talk of somebody who listens.
    Where it speaks of nobody, everyday words will do that say nothing of how it was.
    """
    stated = _stated(sentence, text)
    may = frozenset[str]() if _SOMEBODY.search(stated) else everyday
    added = [
        word
        for word in words(stated)
        if not _is_plain_talk(word, may) and not evidence.covers(word)
    ]
    if (
        not added
        and _ABOUT_THEM.match(text)
        and not asks(sentence)
        and not _from_them(text, evidence)
    ):
        added = [text[:40]]
    added += [
        noun
        for noun in _YOURS.findall(text)
        if ANYBODYS.isdisjoint(bases(noun)) and not evidence.covers(noun)
    ]
    if added:
        yield Breach("says_more_than_was_said", f"nobody said '{added[0]}'")


def _is_plain_talk(word: str, everyday: frozenset[str]) -> bool:
    forms = bases(word)
    return not LISTENING.isdisjoint(forms) or (
        word not in SLANTED and not everyday.isdisjoint(forms)
    )


def _from_them(text: str, evidence: TellerEvidence) -> bool:
    """Whether it says back what they said, or at least has a word of theirs that means
    something.
    """
    return (
        evidence.said(text)
        or evidence.told(text)
        or any(word not in PLAIN_TALK for word in words(text))
    )


def _stated(sentence: str, text: str) -> str:
    """The part of a sentence that states something: all of it, or what comes before its
    question.
    """
    if _REQUESTS.match(text):
        return ""
    if not asks(sentence):
        return text
    asking = _ASKING.search(text)
    return text[: asking.start()] if asking else text
