"""Manner: what a sentence does. It may thank, take up what was said, invite, ask openly or offer;
it may not tell the teller their life, give orders, or speak of itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

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
from dramaturg.english.line_rules import Breach
from dramaturg.english.prose import plain, words

_SELF = re.compile(r"\bi(?:'m|'d|'ll|'ve)?\b")
_SELF_MAY = re.compile(
    r"i(?:'m|'d|'ll|'ve| am| have| had| would| will| can| could| may| might| should| do not| don't|"
    r" did not| didn't)?"
    r"(?: (?:also|just|really|so|very|much|quite|almost|not|only|have|been|be|make|still|(?:like|love|want|trying)"
    r" to)){0,5}"
    r" (?:listen(?:ing)?|hear(?:d|ing)?|see|seen|smell|noticed|pictur(?:e|ed|ing)|imagining|follow(?:ed|ing)?|wonder(?:ed|ing)?"
    r"|underst(?:and|ood)|misunderstood|misheard|mixed|learn(?:ed)?|know|sure|certain|curious|intrigued|smiling|touched|glad"
    r"|gladly|happy to|sorry|grateful|thank|appreciate|respect|here|all ears|with"
    r" you|ask(?:ed|ing)?|check|get|got|note[ds]?"
    r"|write|written|keep|kept|said enough|made a"
    r" note|stay|leave|wait|rather|press|push|hurry|guess|need|come|stood|walked"
    r"|visited|met|found|take (?:it|that)|have (?:it|that|this|both|you|the)|(?:like|love)"
    r" (?:how|that|the|this|hearing))\b"
    r"|i (?:have|had)"
    r" (?!a\b|an\b|no\b|my\b|to\b|been\b|lost\b|lived\b|children\b|three\b|two\b|one\b)\w+"
    r"|i may have\b|i(?:'ll| will) not\b"
)
_ORDERS = re.compile(
    r"(?:do not|don't|never|leave (?:him|her|them|your)|stay away|go (?:to|and|back and)|take"
    r" (?:off|that))\b"
)
_REQUESTS = re.compile(
    r"(?:(?:and|so|then|now|please|perhaps|if you (?:like|want|remember),?|only if you want,?)"
    r" ){0,3}"
    r"(?:tell me|describe|take me|walk me|show me|picture|think (?:of|back)|pick|let us (?:go"
    r" back|turn|talk|begin|start)"
    r"|shall we|i wonder|i(?:'d| would) (?:like|love) to (?:hear|know)|(?:if|when) you"
    r" (?:picture|think|look|go back))\b"
)
_ASKING = re.compile(
    r"\b(?:who|whom|whose|what|where|when|which|how|would|could|can|shall|may|do|does|did|(?:is|are|was|were)"
    r" there"
    r"|(?:is|are|was|were|have|has|had)"
    r" (?:it|one|any\w*|some\w*|those|these|both|things|you|your))\b"
)
_CLOSED = re.compile(
    r"(?:(?:and|so|then|or|but|now)"
    r" ){0,2}(?:is|are|was|were|did|does|do|has|have|had|will|should|must|might)(?:n't)?"
    r"(?! (?:there|any\w*|it|one|some\w*|those|these|both|things|(?:\w+ ){1,5}ever"
    r"|you (?:remember|recall|ever|still|see|know|have a|have any|mind|want|wish)))\b"
)
_WH = re.compile(
    r"(?:(?:and|so|then|but|or|now) ){0,2}(?:who|whom|whose|what|where|when|which|how|why)\b"
)
_ABOUT_THEM = re.compile(
    r"(?:(?:and|so|but|now|then|it (?:sounds|seems|looks) (?:as if|as though|like)) )?"
    r"(?:you|he|she|they|nobody|no one|everybody|everyone|your \w+)\b"
    r"(?! (?:can|may|(?:could|might)(?! have)|need not|(?:don't|do not|never) (?:have|need) to|are"
    r" (?:welcome|free)|choose|decide"
    r"|lead|set|said|told|spoke|mentioned|know)\b|'re (?:welcome|free)\b)"
)
_SOMEBODY = re.compile(
    r"\b(?:you\w*|he|him|his|she|hers?|they|them|their|people|men|man|wom[ae]n|child(?:ren)?|girls?|boys?"
    r"|mothers?|fathers?|parents?|brothers?|sisters?|husbands?|wife|wives|sons?|daughters?|teachers?|families|family|doctors?"
    r"|(?:any|some|no|every)(?:body|one)|others|anyone|who)\b"
)
_DENYING = re.compile(
    r"\b((?:not|never|nobody|nothing|none|without|less|even|no|cannot|\w+n't)\b(?: \w+)?)"
)
_YOURS = re.compile(r"\byour ([^\W\d_]+)")


def manner_breaches(
    sentence: str, evidence: TellerEvidence, everyday: frozenset[str]
) -> Iterator[Breach]:
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
