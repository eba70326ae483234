"""Manner: what a sentence does. It may thank, take up what was said, invite, ask openly or offer; it may not tell the teller
their life, give orders, or speak of itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dramaturg.engines.memoir.safety.evidence import LIGHT, SMALL, Evidence
from dramaturg.engines.memoir.safety.form import asks
from dramaturg.kernel.prose import plain, table, words
from dramaturg.kernel.safety import Breach

_SELF = re.compile(r"\bi(?:'m|'d|'ll|'ve)?\b")
_SELF_MAY = re.compile(
    r"i(?:'m| am) (?:so |very |truly )?"
    r"(?:listening|glad|here|sorry|grateful|curious|all ears|with you|happy to (?:hear|listen|wait)|not asking)\b"
    r"|i(?:'d| would) (?:also |really |very much )?(?:gladly|rather|be (?:glad|happy|curious|grateful)|know|have (?:seen|noticed)"
    r"|(?:like|love) to (?:hear|know|learn|listen|ask|stay|see|understand|keep|get|note|have (?:it|that|this|both)))\b"
    r"|i (?:see|hear|wonder|thank|follow|understand|take it|take that|may have|did not know|appreciate)\b"
    r"|i love (?:how|that|the|this|hearing)\b|i want to (?:be sure|make sure|get (?:it|this|that) right|hear|know|understand)\b"
    r"|i can (?:just |almost )?(?:hear|see|picture|smell|wait|leave)\b"
    r"|i (?:(?:do not|don't) (?:want to (?:guess|press|push|hurry)|need|know)|had (?:come|walked|stood|visited)|should (?:note|keep))\b"
    r"|i (?:have|note|keep|put|walked|stood|visited|came|got|get) (?:noted|kept|said enough|made a note|it|that|this|both|in|into|by|at)\b"
    r"|i(?:'ll| will) (?:keep|listen|leave|not (?:ask|press|push|hurry|come back)|ask nothing|stay|note|write)\b"
)
_OPENINGS = SMALL | table(
    """
    absolutely ah begin bring certainly choose dear describe earlier enough exactly first gladly go good hello help help imagine
    indeed last leave lighter listen looking lovely memories memory nothing oh okay pause pick picture rest say shall sometimes
    start stay take tell thank thanks think thinking today understood walk welcome wonderful
    """
)
_ORDERS = re.compile(r"(?:do not|don't|never|leave (?:him|her|them|your)|stay away|go (?:to|and|back and)|take (?:off|that))\b")
_REQUESTS = re.compile(
    r"(?:(?:and|so|then|now|please|perhaps|if you (?:like|want|remember),?|only if you want,?) ){0,3}"
    r"(?:tell me|describe|take me|walk me|show me|picture|think (?:of|back)|pick|let us (?:go back|turn|talk|begin|start)"
    r"|shall we|i wonder|i(?:'d| would) (?:like|love) to (?:hear|know)|(?:if|when) you (?:picture|think|look|go back))\b"
)
_ASKING = re.compile(
    r"\b(?:who|whom|whose|what|where|when|which|how|would|could|can|shall|may|do|does|did|(?:is|are|was|were) there)\b"
)
_CLOSED = re.compile(
    r"(?:(?:and|so|then|or|but|now) ){0,2}(?:is|are|was|were|did|does|do|has|have|had|will|should|must|might)(?:n't)?"
    r"(?! (?:there|any|you (?:remember|recall|ever|still|see|know|have a|have any|mind|want|wish)|(?:\w+ ){1,3}ever))\b"
)
_ABOUT_THEM = re.compile(
    r"(?:(?:and|so|but|now|then) )?(?:you|he|she|they|your \w+)\b"
    r"(?! (?:can|may|could(?! have)|might(?! have)|need not|(?:don't|do not|never) (?:have|need) to|are (?:welcome|free)|choose|decide|lead|set"
    r"|said|told|spoke|mentioned|know)\b)"
)
_YOURS = re.compile(r"\byour ([^\W\d_]+)")
_ANYBODYS = table(
    """
    mother father parents family childhood life home house school work job friends friend mind memory memories hands hand eyes
    own day days time words word story stories name street town village country youth grandparents grandmother grandfather
    neighbours neighbors first last next head ears voice people way side place room kitchen age years teachers earliest
    favourite favorite arrival birthday birthdays class classes classmates classroom door early experience family's front
    generation grandparents' hometown impression impressions kitchen memories mother's father's neighbourhood neighborhood
    parents' pace path road roots schooldays studies surroundings table teacher thoughts training turn upbringing view window
    working
    """
)
"""What a life has without being told."""
_PLAIN_TALK = LIGHT | table(
    """
    acknowledge add begin break care choose clear comes comfortable decide else end enough far few follow free further glad
    gladly go gone hear heard hello hurry keep kept leave less let lighter like listen listening lot matter memory mind moment
    more need next note nothing open order pace part pause picture please prefer press push ready rest right room set short
    side silence simply skip slowly something somewhere sorry sound sounds start stay still stop suits take thank thanks there
    today understand understood until version versions wait want welcome whatever wherever whenever wish wonder
    absolutely afternoon ahead almost always aside autumn big certain certainly change course dawn dear decade different easily
    easy evening exactly fine full gently happen happened help hour hours image indeed interesting interest kind light love lovely
    minute month months morning move night noon okay path path perfect perfectly picture point quick quickly quiet scene season
    sense slow small somehow spring step subject summer sunday trust trusting week weeks whole winter wonderful world
    """
)
"""In which one thanks, listens and offers."""


def manner_breaches(sentence: str, evidence: Evidence) -> Iterator[Breach]:
    text = plain(sentence)
    said = words(text)
    if said and (_ORDERS.match(text) or not (said[0] in _OPENINGS or evidence.covers(said[0]))):
        yield Breach("not_an_invitation", f"it begins with '{said[0]}'")
    own = next((match for match in _SELF.finditer(text) if not _SELF_MAY.match(text, match.start())), None)
    if own is not None:
        yield Breach("speaks_of_itself", f"'{text[own.start() : own.start() + 40]}'")
    if asks(sentence) and _CLOSED.match(text):
        yield Breach("closed_question", f"'{text[:40]}' can be answered with yes or no")
    yield from _said_for_them(sentence, text, evidence)


def _said_for_them(sentence: str, text: str, evidence: Evidence) -> Iterator[Breach]:
    """Whatever a sentence states must be the teller's, or the plain talk of somebody who listens."""
    added = [word for word in words(_stated(sentence, text)) if word not in _PLAIN_TALK and not evidence.covers(word)]
    if not added and _ABOUT_THEM.match(text) and not asks(sentence) and not _from_them(text, evidence):
        added = [text[:40]]
    added += [noun for noun in _YOURS.findall(text) if noun not in _ANYBODYS and not evidence.covers(noun)]
    if added:
        yield Breach("says_more_than_was_said", f"nobody said '{added[0]}'")


def _from_them(text: str, evidence: Evidence) -> bool:
    """Whether it says back what they said, or at least has a word of theirs that means something."""
    return evidence.said(text) or evidence.told(text) or any(word not in _PLAIN_TALK for word in words(text))


def _stated(sentence: str, text: str) -> str:
    """The part of a sentence that states something: all of it, or what comes before its question."""
    if _REQUESTS.match(text):
        return ""
    if not asks(sentence):
        return text
    asking = _ASKING.search(text)
    return text[: asking.start()] if asking else text
