"""Names of concepts by a methodology's convention: 'creamy texture', 'get reliable coffee', 'missed the last train'."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from dramaturg.engines.interviews.clauses import wordset
from dramaturg.engines.interviews.methodology import Naming
from dramaturg.engines.interviews.phrases import Phrase
from dramaturg.turn.ports import Token

MOST_WORDS = 6
ARTICLES = wordset("a an the")
PRONOUNS = wordset(
    "i me my mine you your yours he him his she her hers it its we us our ours they them their theirs this that these those "
    "who what which something anything everything someone"
)
NEVER_LAST = wordset("a an the to of in on at for with about from by and or without into like as than not no very too so")
WANTED = wordset("want need like love prefer appreciate enjoy give provide offer bring mean find be contain include")
PAST = ("VBD", "VBN")
WORD = re.compile(r"[^\W_]+(?:[-'’&./][^\W_]+)*['’]?")
DOUBLED = re.compile(r"^[^aeiou]*[aeiou][bdgklmnprt]$")
KEPT_LAST = frozenset({"er", "en"})
NO_DOUBLE = wordset("fix mix show know")


def name_of(phrase: Phrase, naming: Naming) -> str:
    """The phrase as the convention wants it."""
    return tidy(MAKERS[naming](phrase))


def tidy(words: Iterable[str]) -> str:
    """At most six words, none before the first or after the last that says nothing."""
    kept = " ".join(words).replace(" - ", "-").replace(" '", "'").replace(" ’", "’").split()
    while kept and kept[0].lower() in ARTICLES | PRONOUNS:
        kept.pop(0)
    if len(kept) > MOST_WORDS:
        kept = [word for word in kept if word not in ARTICLES][:MOST_WORDS]
    while len(kept) > 1 and kept[-1].lower() in NEVER_LAST:
        kept.pop()
    return " ".join(kept)


def is_conventional(label: str, naming: Naming) -> bool:
    """Whether a label has the form of a name: short, no leading article or pronoun, a verb and more where that is wanted."""
    words = WORD.findall(label)
    if not 1 <= len(words) <= MOST_WORDS or label != label.strip() or re.search(r"[.!?;:,\n]", label):
        return False
    first = words[0].lower()
    if first in ARTICLES | PRONOUNS or words[-1].lower() in ARTICLES:
        return False
    return naming != "verb_object" or (len(words) > 1 and not first.endswith("ing"))


# ── one maker a convention ────────────────────────────────────────────────────────────────────────────────────────────────────


def _noun_phrase(phrase: Phrase) -> list[str]:
    if phrase.shape == "thing":
        return [*_not(phrase, "no"), *_said(phrase.words)]
    if phrase.shape == "feeling":
        return [*_not(phrase), "feeling", *_said(phrase.words)]
    if phrase.shape == "deed":
        if phrase.bearer and not phrase.negated:
            return [*_said(phrase.bearer), *_with_head(phrase, gerund(phrase.head))]
        return [*_not(phrase), *_with_head(phrase, gerund(phrase.head))]
    return (
        [*_not(phrase), *_said(phrase.words[:MOST_WORDS]), *_said(phrase.bearer)]
        if _stands_before(phrase)
        else _after_bearer(phrase)
    )


def _stands_before(phrase: Phrase) -> bool:
    """Creamy texture, but: doors locked at night."""
    return phrase.words[-1] == phrase.head or not phrase.bearer


def _after_bearer(phrase: Phrase) -> list[str]:
    return [*_said(phrase.bearer), *_not(phrase), *_said(phrase.words)]


def _verb_object(phrase: Phrase) -> list[str]:
    if phrase.shape == "deed":
        if phrase.bearer and not phrase.negated:
            return ["have", *_said(phrase.bearer), *_with_head(phrase, gerund(phrase.head))]
        return [*_not(phrase), *_with_head(phrase, _base(phrase.head))]
    if phrase.shape == "feeling":
        return [*_not(phrase), "feel", *_said(phrase.words)]
    if phrase.shape == "quality":
        return [*_not(phrase), "be" if not phrase.bearer else "have", *_noun_phrase_of_quality(phrase)]
    if phrase.negated:
        return ["avoid", *_said(phrase.words)]
    verb = "get" if phrase.verb is None or phrase.verb.lemma in WANTED else _base(phrase.verb)
    return [verb, *_said(phrase.words)]


def _noun_phrase_of_quality(phrase: Phrase) -> list[str]:
    return (
        [*_said(phrase.words), *_said(phrase.bearer)] if _stands_before(phrase) else [*_said(phrase.bearer), *_said(phrase.words)]
    )


def _event(phrase: Phrase) -> list[str]:
    if phrase.shape == "deed":
        return [
            *_said(phrase.bearer),
            *(["did"] if phrase.negated and phrase.head.tag not in PAST else []),
            *_not(phrase),
            *_said(phrase.words),
        ]
    if phrase.verb is None or phrase.verb.tag not in PAST:
        return _noun_phrase(phrase)
    if phrase.shape == "thing":
        return [*_not(phrase, "no"), *([] if phrase.verb.lemma == "be" else [_small(phrase.verb)]), *_said(phrase.words)]
    if phrase.verb == phrase.head:
        return [*_said(phrase.bearer), "was", *_not(phrase), *_said(phrase.words)]
    return [*_said(phrase.bearer), _small(phrase.verb), *_not(phrase), *_said(phrase.words)]


def _construct(phrase: Phrase) -> list[str]:
    if phrase.shape == "deed" and phrase.head.tag == "VBZ":
        return [*_not(phrase), *_said(phrase.words)]
    if phrase.shape == "feeling":
        return [*_not(phrase), *_said(phrase.words)]
    return _noun_phrase(phrase)


MAKERS = {"noun_phrase": _noun_phrase, "verb_object": _verb_object, "event": _event, "construct": _construct}


# ── words ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _not(phrase: Phrase, word: str = "not") -> list[str]:
    return [word if phrase.negation == "not" else phrase.negation] if phrase.negated else []


def _said(words: Sequence[Token]) -> list[str]:
    return [_small(token) for token in words]


def _small(token: Token) -> str:
    """In small letters, unless it is a name or an abbreviation. The first word of a sentence has a capital for nothing."""
    keeps = (token.pos == "PROPN" and token.start > 0 and token.dep != "ROOT") or (len(token.text) > 1 and token.text.isupper())
    return token.text if keeps else token.text.lower()


def _with_head(phrase: Phrase, form: str) -> list[str]:
    return [form if token == phrase.head else _small(token) for token in phrase.words]


def _base(token: Token) -> str:
    return token.lemma.lower()


def gerund(token: Token) -> str:
    """The verb as something one does: making, running, dying."""
    if token.tag == "VBG":
        return token.text.lower()
    verb = token.lemma.lower()
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) and verb != "be":
        return verb[:-1] + "ing"
    if DOUBLED.match(verb) and verb[-2:] not in KEPT_LAST and verb not in NO_DOUBLE:
        return verb + verb[-1] + "ing"
    return verb + "ing"
