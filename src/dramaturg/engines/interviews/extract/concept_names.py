"""Names of concepts by a methodology's convention: 'creamy texture', 'get reliable coffee', 'missed
the last train'.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from dramaturg.engines.interviews.base.methodology import Naming
from dramaturg.engines.interviews.extract.phrases import Phrase
from dramaturg.english import forms
from dramaturg.english.prose import table
from dramaturg.turn.ports import Token

MOST_WORDS = 6
ARTICLES = table("a an the")
PRONOUNS = table(
    "i me my mine you your yours he him his she her hers it its we us our ours they them their"
    " theirs this that these those who what which something anything everything someone"
)
PREPOSITIONS = table(
    "of in on at for with about from by without into like than during through over until after"
    " before near"
)
NEVER_LAST = ARTICLES | PREPOSITIONS | table("to and or as not no very too so")
WANTED = table("want need prefer give provide offer bring mean find contain include")
AMOUNTS = table("more less fewer enough no much many plenty")
EACH_ONE = table("he she it that who which one")  # keeps a promise; but: you know where you stand
PAST = ("VBD", "VBN")
WORD = re.compile(r"[^\W_]+(?:[-'’&./][^\W_]+)*['’]?")
DOUBLED = re.compile(r"^[^aeiou]*[aeiou][bdgklmnprt]$")
KEPT_LAST = frozenset({"er", "en"})
NO_DOUBLE = table("fix mix show know")
AN = re.compile(r"(?i)(?:hour|honest|honour|heir|[aio]|e(?!u)|u(?!s|ni))(?!nce\b|ne\b)")
THIRD = {"have": "has", "be": "is", "do": "does", "go": "goes"}


def name_of(phrase: Phrase, naming: Naming) -> str:
    """The phrase as the convention wants it."""
    return tidy(MAKERS[naming](phrase), whole=phrase.words[-1].dep == "prt")


def tidy(words: Iterable[str], whole: bool = False) -> str:
    """At most six words, none before the first or after the last that says nothing; `whole` keeps
    the 'in' of 'joined in'.
    """
    kept = " ".join(words).replace(" - ", "-").replace(" '", "'").replace(" ’", "’").split()
    while len(kept) > 1 and kept[0].lower() in ARTICLES | PRONOUNS:
        kept.pop(0)
    kept = _agreeing(_shortened(kept))
    while not whole and len(kept) > 1 and kept[-1].lower() in NEVER_LAST:
        kept.pop()
    return " ".join(kept)


def _agreeing(words: list[str]) -> list[str]:
    """A table, an old table, an hour: the article by the word that now follows it."""
    pairs = zip(words, [*words[1:], ""], strict=True)
    return [
        ("an" if AN.match(after) else "a") if word in ("a", "an") and after else word
        for word, after in pairs
    ]


def _shortened(words: list[str]) -> list[str]:
    """Without its last parts, if it is too long; where only a word or two are too many, without its
    articles.
    """
    bare = [word for word in words if word not in ARTICLES]
    if len(words) <= MOST_WORDS:
        return words
    cuts = [place for place in range(3, MOST_WORDS + 1) if words[place].lower() in PREPOSITIONS]
    if len(bare) <= MOST_WORDS and (len(words) == MOST_WORDS + 1 or not cuts):
        return bare
    return words[: cuts[-1]] if cuts else bare[:MOST_WORDS]


def is_conventional(label: str, naming: Naming) -> bool:
    """Whether a label has the form of a name: short, no leading article or pronoun, a verb and more
    where that is wanted.
    """
    words = WORD.findall(label)
    if (
        not 1 <= len(words) <= MOST_WORDS
        or label != label.strip()
        or re.search(r"[.!?;:,\n]", label)
    ):
        return False
    first = words[0].lower()
    if first in ARTICLES | PRONOUNS or words[-1].lower() in ARTICLES:
        return False
    return naming != "verb_object" or (len(words) > 1 and not first.endswith("ing"))


# ── one maker a convention ────────────────────────────────────────────────────────────────────────


def _noun_phrase(phrase: Phrase) -> list[str]:
    if phrase.shape == "thing":
        return _without_doer(phrase) or _thing(phrase)
    if phrase.shape == "feeling":
        return [*_not(phrase), "feeling", *_said(phrase.words)]
    if phrase.shape == "deed":
        return [*_said(phrase.bearer), *_not(phrase), *_with_head(phrase, gerund(phrase.head))]
    return [*_not(phrase), "being", *_said(phrase.words)] if _is_state(phrase) else _quality(phrase)


def _thing(phrase: Phrase) -> list[str]:
    few = bool(phrase.words) and phrase.words[0].text.lower() == "enough"
    return [*_not(phrase, "not" if few else "no"), *_said(phrase.words)]


def _without_doer(phrase: Phrase) -> list[str]:
    """Nobody having the key."""
    if phrase.negation != "nobody" or phrase.verb is None:
        return []
    return ["nobody", gerund(phrase.verb), *_with_article(phrase)]


def _is_state(phrase: Phrase) -> bool:
    """Being a better mother, being in control, being taken seriously."""
    if phrase.bearer or phrase.verb is None:
        return False
    return phrase.head.pos in ("NOUN", "PROPN", "ADP") or phrase.verb == phrase.head


def _quality(phrase: Phrase) -> list[str]:
    """Creamy texture, but: doors locked at night."""
    if phrase.words[-1] == phrase.head or not phrase.bearer:
        return [*_not(phrase), *_said(phrase.words), *_said(phrase.bearer)]
    return [*_said(phrase.bearer), *_not(phrase), *_said(phrase.words)]


def _verb_object(phrase: Phrase) -> list[str]:
    if phrase.shape == "deed" and phrase.bearer:
        return ["have", *_noun_phrase(phrase)]
    if phrase.shape == "deed":
        return [*_not(phrase), *_with_head(phrase, _base(phrase.head))]
    if phrase.shape == "feeling":
        return [*_not(phrase), "feel", *_said(phrase.words)]
    if phrase.shape == "quality":
        return (
            ["have", *_quality(phrase)]
            if phrase.bearer
            else [*_not(phrase), "be", *_said(phrase.words)]
        )
    if phrase.negated:
        there = phrase.verb is None or phrase.verb.lemma in ("be", "have")
        return [*(["have", "no"] if there else ["avoid"]), *_said(phrase.words)]
    return [_getting(phrase), *_with_article(phrase)]


def _getting(phrase: Phrase) -> str:
    """What one does about a thing: get reliable coffee, have more time, use a list."""
    verb, first = phrase.verb, phrase.words[0].text.lower()
    if first in AMOUNTS and (verb is None or verb.lemma in WANTED):
        return "have"
    if verb is None or verb.lemma in WANTED:
        return "get"
    return "have" if verb.lemma == "be" and phrase.doer not in EACH_ONE else _base(verb)


def _event(phrase: Phrase) -> list[str]:
    if phrase.shape == "deed":
        return [*_said(phrase.bearer), *_happened(phrase)]
    if phrase.verb is None or phrase.verb.tag not in PAST:
        return _noun_phrase(phrase)
    if phrase.shape == "thing" and phrase.negation == "nobody":
        return ["nobody", _small(phrase.verb), *_with_article(phrase)]
    if phrase.shape == "thing":
        had = [] if phrase.verb.lemma == "be" else [*_said(phrase.bearer), _small(phrase.verb)]
        return [*had, *(_thing(phrase) if phrase.negated or not had else _with_article(phrase))]
    return [*_said(phrase.bearer), _was(phrase, phrase.verb), *_not(phrase), *_said(phrase.words)]


def _was(phrase: Phrase, verb: Token) -> str:
    if verb != phrase.head and verb.text.lower() != "been":
        return _small(verb)
    return "were" if any(token.tag in ("NNS", "NNPS") for token in phrase.bearer) else "was"


def _happened(phrase: Phrase) -> list[str]:
    """Missed the last train, did not sleep, wanted to know the price."""
    led = (
        [phrase.verb]
        if phrase.verb is not None and phrase.verb.tag == "VBD" and phrase.head.tag not in PAST
        else []
    )
    did = ["did"] if phrase.negation == "not" and (led or phrase.head.tag not in PAST) else []
    did = ["could"] if phrase.negation == "could not" else did
    leading = [_base(verb) if did else _small(verb) for verb in led]
    return [
        *did,
        *_not(phrase),
        *leading,
        *(["to"] if led and phrase.head.tag == "VB" else []),
        *_said(phrase.words),
    ]


def _construct(phrase: Phrase) -> list[str]:
    """As it completes 'this one ...': whose quality it is, is said apart."""
    if phrase.shape == "feeling":
        own = ["feeling"] if phrase.doer in ("i", "you", "we") else []
        return [*_not(phrase), *own, *_said(phrase.words)]
    if phrase.shape == "quality" and not _is_state(phrase):
        return [*_not(phrase), *_said(phrase.words)]
    if phrase.shape != "deed":
        return _noun_phrase(phrase)
    if phrase.head.tag == "VBG":
        return [*_not(phrase), *_said(phrase.words)]
    each_one = (
        bool(phrase.bearer) or phrase.doer in EACH_ONE or phrase.negation in ("nobody", "nothing")
    )
    plainly_not = phrase.negation in ("not", "could not")
    form = third(phrase.head) if each_one and not plainly_not else _base(phrase.head)
    denied = [*(["does"] if each_one and plainly_not else []), *_not(phrase)]
    return [*denied, *_with_head(phrase, form)]


MAKERS = {
    "noun_phrase": _noun_phrase,
    "verb_object": _verb_object,
    "event": _event,
    "construct": _construct,
}


# ── words ─────────────────────────────────────────────────────────────────────────────────────────


def _not(phrase: Phrase, word: str = "not") -> list[str]:
    return (
        [word if phrase.negation in ("not", "could not") else phrase.negation]
        if phrase.negated
        else []
    )


def _said(words: Sequence[Token]) -> list[str]:
    return [_small(token) for token in words]


def _small(token: Token) -> str:
    """In small letters, unless it is a name or an abbreviation. The first word of a sentence has a
    capital for nothing.
    """
    keeps = (token.pos == "PROPN" and token.start > 0 and token.dep != "ROOT") or (
        len(token.text) > 1 and token.text.isupper()
    )
    return token.text if keeps else token.text.lower()


def _with_article(phrase: Phrase) -> list[str]:
    return [*([phrase.article] if phrase.article else []), *_said(phrase.words)]


def _with_head(phrase: Phrase, form: str) -> list[str]:
    return [form if token == phrase.head else _small(token) for token in phrase.words]


def _base(token: Token) -> str:
    """The plain verb. A past tense without a doubled letter had an e: hated is of hate,
    not of hat.
    """
    verb = token.lemma.lower()
    return verb + "e" if DOUBLED.match(verb) and token.text.lower() == verb + "ed" else verb


def third(token: Token) -> str:
    """The verb as somebody does it: keeps, watches, worries."""
    verb = token.lemma.lower()
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return THIRD.get(verb) or verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh")) else "s")


def gerund(token: Token) -> str:
    """The verb as something one does: making, running, dying."""
    if token.tag == "VBG":
        return token.text.lower()
    return forms.gerund(_base(token))
