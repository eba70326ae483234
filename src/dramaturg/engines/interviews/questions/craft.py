"""What a question's words show by themselves: does it lead, take something for granted, offer
answers; whose words are they?
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from dramaturg.english.prose import content_words, plain, sentences, table, words

FOREIGN = 3  # content words a question may bring that nobody has said
STEM = 4  # letters by which a judgement is known again: hate, hated
STANDS_IN = "coffee"  # for what was spoken of: a noun that no reader has an opinion about

# ── leading ───────────────────────────────────────────────────────────────────────────────────────

_QUOTED = re.compile(r'"[^"]{1,300}"|“[^”]{1,300}”')
_LEADS = re.compile(
    r", (?:right|correct|no|yes|yeah|okay|(?:is|are|was|were|do|does|did|has|have|would|could|can|wo)(?:n't)? "
    r"(?:it|you|they|he|she|that))\?$"
    r"|^(?:and |but |so )?(?:is|are|was|were|do|does|did|have|has|would|could|should|ca|wo)n't "
    r"|\b(?:surely|obviously|clearly|undoubtedly|of course|needless to say|as we all know|let's"
    r" face it)\b"
    r"|\b(?:you|that|it|this) must (?:have|be|feel)\b|\bwhy (?:don't|didn't|won't|not)"
    r" (?:you|just)\b"
    r"|\b(?:would|do) you (?:not )?agree\b|\bdon't you (?:think|feel|agree)\b|\bis it (?:fair|safe)"
    r" to say\b"
    r"|\bhow (?:much"
    r" (?:better|worse|more|less)|terrible|awful|bad|great|wonderful|happy|sad|angry|upset|proud|disappointed) "
    r"(?:is|are|was|were|do|does|did)\b"
    r"|\b(?:most|many|all) (?:people|customers|users|experts) "
    r"(?:think|say|tell me|told me|agree|find|feel|believe|know|love|hate|prefer)\b"
    r"|\bhow (?:much|badly|deeply) (?:do|does|did|has|have) [^?]{1,80} "
    r"(?:annoy|bother|upset|hurt|please|delight|scare|worry|frustrate|anger|disappoint|excite)"
    r"|\b(?:everyone|everybody) (?:knows|agrees|says)\b|\bi (?:bet|assume|suppose|imagine|would"
    r" think)\b"
)


_PRESSES = re.compile(
    r"(?:^|[.!;,] )(?:but )?you (?:still )?(?:haven't|have not|never|didn't|did not) "
    r"(?:really |properly |fully )?(?:explain|answer|t(?:e|o)l|sa(?:y|id))"
    r"|(?:^|[.!;,] )you (?:should|ought to|need to|have to|must|had better)\b"
    r"|\b(?:come on|be honest|admit it|just tell me|you can tell me|real reason|how could you)\b"
    r"|\bwhat are you (?:hiding|afraid of|not telling)\b|\bwhat is wrong with you\b"
    r"|\bwhy (?:did|do|would|have|are|were) you"
    r" (?:let|allow|fail|refuse|keep|always|never|not|still)"
)


def presses(line: str) -> bool:
    """It reproaches, urges or advises, where it should only ask."""
    return bool(_PRESSES.search(plain(line)))


def masked(text: str, phrases: Sequence[str] = ()) -> str:
    """The text with quotations as `that` and the respondent's phrases as a plain noun: what was
    said is not the asker's craft.
    """
    return _replaced(_QUOTED.sub("that", text), phrases, STANDS_IN)


def bare(text: str, phrases: Sequence[str]) -> str:
    """What is left of a question without what it is about: two such are near only when they ask the
    same.
    """
    return _TAKES_UP.sub("", _replaced(_QUOTED.sub("that", text), phrases, "that"))


_TAKES_UP = re.compile(
    r"^(?:earlier |a while ago )?you (?:have |also |just )?(?:said|mentioned|sp\w+ of|talked"
    r" about|told me) [^.?]{1,60}\. ",
    re.I,
)
_MORE = re.compile(r"\bwhat (?:else|others?)\b")


def asks_for_more(question: str) -> bool:
    """`What others belong to it` names no kind of answer, though it seems to ask for one
    of a kind.
    """
    return bool(_MORE.search(plain(question)))


def _replaced(text: str, phrases: Sequence[str], by: str) -> str:
    for phrase in (each for each in phrases if each and each.casefold() in text.casefold()):
        text = re.sub(rf"(?<!\w){re.escape(phrase)}(?!\w)", by, text, flags=re.IGNORECASE)
    return text


def leads(question: str) -> bool:
    return bool(_LEADS.search(plain(question)))


# ── taken for granted ─────────────────────────────────────────────────────────────────────────────

_LOADED = content_words("""
    hate love adore despise terrible awful horrible wonderful amazing fantastic perfect best worst better worse superior
    inferior expensive overpriced cheap unfair unhealthy stupid lazy guilty ashamed regret afraid scared angry upset frustrated
    frustrating disappointed disappointing annoying annoyed worried anxious proud stressful painful traumatic fail failed failure
    mistake fault blame suffer suffered trouble quit stopped anymore finally such
    """)
_GRANTED_NOTHING = re.compile(r"\bif (?:anything|any|at all|so)\b|\b(?:would|could|might)\b")


def loaded(question: str, said: frozenset[str]) -> bool:
    """It has a feeling, a judgement or a change in it that nobody spoke of; `said` holds stems."""
    text = plain(question)
    if _GRANTED_NOTHING.search(text):
        return False
    return any(word[:STEM] not in said for word in content_words(text) & _LOADED)


# ── offered answers ───────────────────────────────────────────────────────────────────────────────

_EXAMPLES = re.compile(
    r"\b(?:such as|for example|for instance|e\.g)\b|\blike [\w' ]{1,30}, [\w' ]{1,60} or\b"
)
_CHOICE = re.compile(r"\b(\w+) or (\w+)")
_LISTED = re.compile(r",(?: [\w'-]+){1,5} or ")
_EMPTY_CHOICES = table(
    "not so otherwise two three more less else anything something nothing someone anyone whatever"
    " other another"
)
_INVERTED = re.compile(
    r"^(?:and |but |so |well,? |okay,? |then"
    r" )?(?:is|are|was|were|do|does|did|has|have|had|would|could|can|will|should)\b"
)


def offers(question: str, said: str) -> bool:
    """Examples to pick from; or an "or" in a question for yes or no, in a list at its end, or after
    "whether".
    """
    text = plain(question)
    if _EXAMPLES.search(text):
        return True
    choices = [
        each
        for each in _CHOICE.finditer(text)
        if each[2] not in _EMPTY_CHOICES and each[0] not in said
    ]
    last = sentences(text)[-1] if sentences(text) else ""
    return bool(choices) and bool(
        _INVERTED.match(last) or _LISTED.search(text) or " whether " in text
    )


# ── whose words ───────────────────────────────────────────────────────────────────────────────────

_POINTING = table(
    "said mentioned talked spoke asked more yet that this it those these there then next else here"
    " before after together both two three"
)
_ASKING = content_words("""
    accept account add affect again ago alike answer anything apart appear ask away back bad become begin behind being believe
    better big bit bring call cause change choice choose clear close come compare connect consider could day decide decision
    depend describe detail did differ difference different do done earlier easier easy else end ever every everything exactly
    example expect experience explain explore far feel feeling felt find finish first fit follow forward gain get give go goes
    going good great had hand happen happened happening hard harder hear help helped hope hoping idea imagine important instead
    interview keep kind knew know known last later lead leads least leave led left let life like little long look lot made main
    make makes matter matters mean means meant memory mention mentioned might mind minute miss missing moment most much name need
    new next nothing notice once one opposite order other others paint part particular people perhaps person picture place point
    possible put question rather reach reason remember rest result role run said same saw say second see seem sense sequence
    share short shortly show side similar situation slowly small somebody someone something somewhere sort speak stage stand
    standing stands start step stop story suppose sure surprise take taking talk tell tells thing think thinking third thought
    thoughts three through time times today together touch towards tried true try turn two understand use used usual usually
    view walk want was way weigh went wish without wonder word words work would yet
    """)


def in_own_words(question: str, heard: frozenset[str], usual: frozenset[str]) -> bool:
    """It takes up a word that was said, or points to it, and brings few words that nobody
    has said.
    """
    carried = content_words(question)
    takes_up = bool(carried & heard) or bool(_POINTING & set(words(question)))
    return takes_up and len(carried - heard - usual - _ASKING) <= FOREIGN


# ── asked before ──────────────────────────────────────────────────────────────────────────────────

_SEEKS: Mapping[str, re.Pattern[str]] = {
    "why it matters": re.compile(r"\bimportant\b|\bmatters?\b|\bwhy is that\b"),
    "what it gives": re.compile(
        r"\b(?:do|does|give|gives|gain|get out of|bring|brings)\b[^?]{0,80}\b(?:for you|you|it)\?"
    ),
    "what it leads to": re.compile(
        r"\b(?:lead|leads) to\?|\blead(?:s|ing)?"
        r" on\b|\bresults?\b|\bfollows?\b|\bafter(?:wards)?\b|\bnext\b"
    ),
    "what leads to it": re.compile(
        r"\b(?:leads?|led|contributes?) (?:up )?to \w|\bcauses?d?\b|\bbrings?"
        r" about\b|\bbefore\b|\bbehind\b"
    ),
    "what is meant": re.compile(r"\bmeans?\b|\bmeant\b|\bin mind\b"),
    "how they differ": re.compile(r"\bdiffer|\bapart\b|\bopposite\b|\bunlike\b"),
    "how they are alike": re.compile(r"\balike\b|\bin common\b|\bsimilar"),
    "how they go together": re.compile(r"\bconnect|\btogether\b|\brelat|\bfit"),
    "what would be missing": re.compile(
        r"\bwithout\b|\bmiss(?:ing)?\b|\bcould not\b|\bcouldn't\b|\bno longer\b"
    ),
    "how it felt": re.compile(r"\bfeel|\bfelt\b"),
    "when it happened": re.compile(
        r"\ba time\b|\blast time\b|\bfirst time\b|\bexample\b|\boccasion\b|\bmoment\b|\bday\b"
    ),
    "more": re.compile(r"\bmore about\b|\bsay more\b|\bbit more\b|\btell me about\b|\bdescribe\b"),
    "what else": re.compile(r"\belse\b|\bcomes? to mind\b|\badd\b|\bnot (?:talked|spoken)\b"),
    "how others see it": re.compile(r"\bother people\b|\bsomebody\b|\bsomeone\b|\bfriends?\b"),
    "what helps": re.compile(r"\beasier\b|\bhelp(?:s|ed)\b"),
    "what got in the way": re.compile(
        r"\bin the way\b|\bharder\b|\bnot help\b|\bhold(?:s|ing)? you back\b|\bstop(?:s|ped)? you\b"
    ),
}


@lru_cache(maxsize=1024)
def seeks(question: str) -> frozenset[str]:
    text = plain(question)
    return frozenset(what for what, pattern in _SEEKS.items() if pattern.search(text))


def could_repeat(question: str, before: str) -> bool:
    """Two questions that plainly seek different things are no repeat, however near: what led to it,
    what it leads to.
    """
    sought, sought_before = seeks(question), seeks(before)
    return not sought or not sought_before or bool(sought & sought_before)
