"""Manner: what a sentence does. It may thank, take up what was said, invite, ask openly or offer; it may not tell the teller
their life, give orders, or speak of itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dramaturg.engines.memoir.safety.evidence import LIGHT, SMALL, Evidence, bases
from dramaturg.engines.memoir.safety.form import asks
from dramaturg.kernel.prose import plain, table, words
from dramaturg.kernel.safety import Breach

_SELF = re.compile(r"\bi(?:'m|'d|'ll|'ve)?\b")
_SELF_MAY = re.compile(
    r"i(?:'m|'d|'ll|'ve| am| have| had| would| will| can| could| may| might| should| do not| don't| did not| didn't)?"
    r"(?: (?:also|just|really|so|very|much|quite|almost|not|only|have|been|like to|love to|want to|be|make|trying to|truly|still)){0,5} "
    r"(?:listen(?:ing)?|hear(?:d|ing)?|see|seen|pictur(?:e|ed|ing)|imagining|follow(?:ed|ing)?|underst(?:and|ood)|misunderstood|misheard"
    r"|mixed|wonder(?:ed|ing)?|curious|glad|gladly|happy to|sorry|grateful|touched|thank|appreciate|respect|here|all ears|with you"
    r"|learn(?:ed)?|know|sure|note[ds]?|write|written|kep?t|keep|said enough|made a note|ask(?:ed|ing)?|check|get|got|stay|leave|wait"
    r"|rather|press|push|hurry|guess|need|come|stood|walked|visited|met|found|smell|noticed|come back"
    r"|take (?:it|that)|have (?:it|that|this|both|you|the)|(?:like|love) (?:how|that|the|this|hearing))\b"
    r"|i (?:have|had) (?!a\b|an\b|no\b|my\b|to\b|been\b|lost\b|lived\b|children\b|three\b|two\b|one\b)\w+"
    r"|i may have\b|i(?:'ll| will) not\b"
)
_OPENINGS = SMALL | table(
    """
    absolutely ah begin fair sorry bring certainly choose dear describe earlier enough exactly first gladly go good hello help help imagine
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
    r"\b(?:who|whom|whose|what|where|when|which|how|would|could|can|shall|may|do|does|did|(?:is|are|was|were) there"
    r"|(?:is|are|was|were|have|has|had) (?:it|one|any\w*|some\w*|those|these|both|things|you|your))\b"
)
_CLOSED = re.compile(
    r"(?:(?:and|so|then|or|but|now) ){0,2}(?:is|are|was|were|did|does|do|has|have|had|will|should|must|might)(?:n't)?"
    r"(?! (?:there|any\w*|it|one|some\w*|those|these|both|things|you (?:remember|recall|ever|still|see|know|have a|have any|mind|want|wish)|(?:\w+ ){1,3}ever))\b"
)
_WH = re.compile(r"(?:(?:and|so|then|but|or|now) ){0,2}(?:who|whom|whose|what|where|when|which|how|why)\b")
_ABOUT_THEM = re.compile(
    r"(?:(?:and|so|but|now|then|it (?:sounds|seems|looks) (?:as if|as though|like)) )?(?:you|he|she|they|nobody|no one|everybody|everyone|your \w+)\b"
    r"(?! (?:can|may|could(?! have)|might(?! have)|need not|(?:don't|do not|never) (?:have|need) to|are (?:welcome|free)|choose|decide|lead|set"
    r"|said|told|spoke|mentioned|know)\b|'re (?:welcome|free)\b)"
)
_SOMEBODY = re.compile(
    r"\b(?:you\w*|he|him|his|she|hers?|they|them|their|people|men|man|wom[ae]n|child(?:ren)?|girls?|boys?"
    r"|mothers?|fathers?|parents?|brothers?|sisters?|husbands?|wife|wives|sons?|daughters?|teachers?|families|family|doctors?"
    r"|(?:any|some|no|every)(?:body|one)|others|anyone|who)\b"
)
_SLANTED = table("hard heavy cold dark poor late rich old able unable strange silent tired hungry thirsty true real shy raw")
"""Words that say how it was; in a statement they must be the teller's."""
_DENYING = re.compile(r"\b((?:not|never|nobody|nothing|none|without|less|even|no|cannot|\w+n't)\b(?: \w+)?)")
_YOURS = re.compile(r"\byour ([^\W\d_]+)")
_ANYBODYS = table(
    """
    mother father parents family childhood life home house school work job friends friend mind memory memories hands hand eyes
    own day days time words word story stories name street town village country youth grandparents grandmother grandfather
    neighbours neighbors first last next head ears voice people way side place room kitchen age years teachers earliest
    favourite favorite arrival birthday birthdays class classes classmates classroom door early experience family's front
    generation grandparents' hometown impression impressions kitchen memories mother's father's neighbourhood neighborhood
    parents' pace path road roots schooldays studies surroundings table teacher thoughts training turn upbringing very view window
    working feet evening morning afternoon night summer winter sunday weekend
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
    another answer beautiful easier enjoy fair respect great nice particular special very absolutely afternoon ahead almost always aside autumn big certain certainly change course dawn dear decade different easily
    easy evening exactly fine full gently happen happened help hour hours image indeed interesting interest kind light love lovely
    minute month months morning move night noon okay path path perfect perfectly picture point quick quickly quiet scene season
    sense slow small somehow spring step subject summer sunday trust trusting week weeks whole winter wonderful world
    """
)
"""In which one thanks, listens and offers."""
_LISTENING = _PLAIN_TALK | _ANYBODYS


def manner_breaches(sentence: str, evidence: Evidence, everyday: frozenset[str]) -> Iterator[Breach]:
    text = plain(sentence)
    said = words(text)
    if said and (_ORDERS.match(text) or not (said[0] in _OPENINGS or evidence.covers(said[0]))):
        yield Breach("not_an_invitation", f"it begins with '{said[0]}'")
    own = next((match for match in _SELF.finditer(text) if not _SELF_MAY.match(text, match.start())), None)
    if own is not None:
        yield Breach("speaks_of_itself", f"'{text[own.start() : own.start() + 40]}'")
    if asks(sentence) and _CLOSED.match(text):
        yield Breach("closed_question", f"'{text[:40]}' can be answered with yes or no")
    denied = next((found for found in _denied(sentence, text) if not evidence.told(found)), None)
    if denied is not None:
        yield Breach("presupposing_question", f"nobody said '{denied}'")
    yield from _said_for_them(sentence, text, evidence, everyday)


def _denied(sentence: str, text: str) -> Iterator[str]:
    """What is denied in a question or of somebody: it takes for granted that there might have been."""
    if _ABOUT_THEM.match(text) or (asks(sentence) and _WH.match(text)):
        yield from (match.group(1) for match in _DENYING.finditer(text))


def _said_for_them(sentence: str, text: str, evidence: Evidence, everyday: frozenset[str]) -> Iterator[Breach]:
    """Whatever a sentence states must be the teller's, or the plain talk of somebody who listens. Where it speaks of nobody,
    everyday words will do that say nothing of how it was."""
    stated = _stated(sentence, text)
    may = _LISTENING if _SOMEBODY.search(stated) else _LISTENING | (everyday - _SLANTED)
    added = [word for word in words(stated) if may.isdisjoint(bases(word)) and not evidence.covers(word)]
    if not added and _ABOUT_THEM.match(text) and not asks(sentence) and not _from_them(text, evidence):
        added = [text[:40]]
    added += [noun for noun in _YOURS.findall(text) if _ANYBODYS.isdisjoint(bases(noun)) and not evidence.covers(noun)]
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
