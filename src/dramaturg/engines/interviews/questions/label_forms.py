"""Phrasing: what the respondent said, in the form in which a question can take it up.

`get reliable coffee` becomes "getting reliable coffee", `too sweet` "it being too sweet", `my
sister` "your sister".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dramaturg.engines.interviews.base.methodology import Naming
from dramaturg.english.forms import gerund
from dramaturg.english.prose import content_words, plain, table, words
from dramaturg.english.second_person import TO_YOU, to_you
from dramaturg.turn.ports import Sentence, Syntax, Token

LONGEST = 10  # words of a quotation
DEEDS: tuple[Naming, ...] = ("verb_object", "event")


@dataclass(frozen=True, slots=True)
class QuestionPhrase:
    """Words that can stand after "about"; `plural` tells how a verb agrees with them."""

    text: str
    plural: bool = False


def phrase(label: str, quote: str, naming: Naming, syntax: Syntax) -> QuestionPhrase:
    """A concept's label as a noun phrase, with the article under which it was spoken of."""
    text = " ".join(_HESITATION.sub("", label).strip(" .,;:!?\"'“”").split()[: 2 * LONGEST])
    tokens = _tokens(text, syntax)
    if not tokens:
        return QuestionPhrase(to_you(text))
    if _is_doing(tokens):
        return QuestionPhrase(to_you(text))
    if _is_finite(tokens):
        return QuestionPhrase(to_you(_as_gerund(tokens)))
    if _is_quality(text, tokens, syntax):
        return QuestionPhrase(to_you(f"it being {text}"))
    deed = (
        _deed(text, syntax)
        if naming in DEEDS and not (len(tokens) > 1 and tokens[1].pos == "CCONJ")
        else ""
    )
    return (
        QuestionPhrase(to_you(deed))
        if deed
        else QuestionPhrase(to_you(_with_article(text, tokens, quote)), _is_plural(tokens))
    )


_HESITATION = re.compile(r"(?i)\b(?:uh|um|er|erm|hm|you know|i mean)\b,?\s?|\S{1,20}--\s|\.\.\.")


def _tokens(text: str, syntax: Syntax) -> Sentence:
    read = syntax.read(text) if text else ()
    return tuple(token for sentence in read for token in sentence)


def quotation(quote: str, label: str) -> str:
    """At most ten words of what was said, verbatim, around those that the label took up; nothing is
    left hanging.
    """
    said = quote.replace('"', "'").replace("“", "'").replace("”", "'").split()
    if len(said) > LONGEST:
        said = said[_start(said, label) :][:LONGEST]
    while said and _hangs(said[-1], _ENDS_NOTHING):
        said = said[:-1]
    while said and _hangs(said[0], _BEGINS_NOTHING):
        said = said[1:]
    return " ".join(said).strip(" .,;:!?-–—…")


def _start(said: Sequence[str], label: str) -> int:
    """Where the ten words begin: at the clause in which most of the label's words stand."""
    wanted = content_words(label)
    meets = [bool(content_words(word) & wanted) for word in said]
    found = max(
        range(len(said)),
        key=lambda place: (sum(meets[place : place + LONGEST]) if meets[place] else -1, -place),
    )
    clause = next((place for place in range(found, 0, -1) if said[place - 1][-1:] in _MARKS), 0)
    return clause if found - clause < LONGEST - 3 else max(0, found - 2)


def _hangs(word: str, small: frozenset[str]) -> bool:
    return not words(word) or plain(word).strip(".,;:!?-") in small


_MARKS = frozenset(",.;:!?")
_ENDS_NOTHING = table(
    "and or but because so that the a an of to for with my your which when if as is was are um uh"
    " like i it's i'm in on at not very really"
)
_BEGINS_NOTHING = table("and or but so because um uh er well then yeah yes okay that's which")


# ── things ────────────────────────────────────────────────────────────────────────────────────────

_ARTICLES: Mapping[str, str] = {
    **dict.fromkeys(("the", "this", "that", "these", "those"), "the"),
    **{"my": "your", "our": "your"},
}


def _with_article(text: str, tokens: Sentence, quote: str) -> str:
    """The article or owner that stood before these very words; none where there was none."""
    said, wanted = words(quote), words(text)
    if not wanted or tokens[0].pos == "DET" or wanted[0] in TO_YOU:
        return text
    places = (place for place in range(1, len(said)) if said[place : place + len(wanted)] == wanted)
    before = (_ARTICLES.get(said[place - 1]) for place in places)
    article = next(filter(None, before), "")
    return f"{article} {text}" if article else text


def _is_plural(tokens: Sentence) -> bool:
    root = _root(tokens)
    joined = any(
        token.pos in _NAMES and token.dep == "conj" and token.head == root for token in tokens
    )
    several = tokens[root].tag in ("NNS", "NNPS") and tokens[root].text.endswith("s")
    return several or (joined and tokens[root].pos in _NAMES)


def _is_quality(text: str, tokens: Sentence, syntax: Syntax) -> bool:
    """`too sweet`, `easy to clean`; a parser knows a single adjective only by its place in a
    sentence.
    """
    if tokens[_root(tokens)].pos == "ADJ":
        return not any(token.pos in (*_NAMES, "PRON") for token in tokens)
    if len(tokens) > 1 or (tokens[0].pos == "PROPN" and not text.islower()):
        return False
    placed = syntax.read(f"It is very {text} here.")
    return bool(placed) and any(token.text == text and token.pos == "ADJ" for token in placed[0])


_NAMES = ("NOUN", "PROPN")

# ── deeds ─────────────────────────────────────────────────────────────────────────────────────────

_FINITE = table("VB VBP VBZ VBD MD")
_DO = table("do does did don't doesn't didn't")
_ABLE = table("can could ca")
_BOUND = table("must should")
_OBJECT: Mapping[str, str] = {"i": "", "we": "", "he": "him", "she": "her", "they": "them"}


def _deed(text: str, syntax: Syntax) -> str:
    """Where labels are deeds, a subject helps the parser to see the verb: `wound healed`, `save
    time`.
    """
    by_it = _tokens(f"The {text}", syntax)
    if _is_finite(by_it) and _root(by_it) > 1:
        return f"the {_as_gerund(by_it)[4:]}"
    by_me = _tokens(f"I {text}", syntax)
    is_deed = _is_finite(by_me) and _root(by_me) == 1 and text[:1].isalpha()
    return _as_gerund(by_me) if is_deed else ""


def _root(tokens: Sentence) -> int:
    return next((place for place, token in enumerate(tokens) if token.dep == "ROOT"), 0)


def _is_doing(tokens: Sentence) -> bool:
    """It is a gerund already: `not getting wet`."""
    first = next((token for token in tokens if token.dep != "neg"), tokens[0])
    return first.text.lower().endswith("ing") and first.pos in ("VERB", "AUX", "NOUN")


def _is_finite(tokens: Sentence) -> bool:
    """It says what somebody does or is, and not only what there is; `the brand I know` is
    a thing.
    """
    root = _root(tokens)
    if tokens[root].pos not in ("VERB", "AUX"):
        return False
    if tokens[root].pos == "VERB" and any(
        token.dep == "neg" for token in tokens[root + 1 : root + 2]
    ):
        return False  # no verb is denied like that today: `pallet not ready`
    group = _group(tokens, root)
    before = tokens[: _index(tokens, group[0])]
    if len(before) > 1 and before[-1].pos == "PRON":
        return False
    return any(token.tag in _FINITE or not token.tag for token in group)


def _group(tokens: Sentence, root: int) -> list[Token]:
    """The verb with its helpers: `had not slept`."""
    helpers = (token for token in tokens[:root] if token.dep in ("aux", "auxpass", "neg"))
    return [*(token for token in helpers if token.head == root), tokens[root]]


def _as_gerund(tokens: Sentence) -> str:
    root = _root(tokens)
    group = _group(tokens, root)
    subject = [token for token in tokens[: _index(tokens, group[0])] if token.pos != "PUNCT"]
    after = _text(tokens[root + 1 :])
    between = [token for token in tokens[_index(tokens, group[0]) : root] if token not in group]
    doer = _doer(subject)
    if not doer and not subject and _is_about_a_thing(tokens, root):
        doer = "it"
    return " ".join(filter(None, (doer, _verbs(group, _text(between)), after)))


def _index(tokens: Sentence, wanted: Token) -> int:
    return next(place for place, token in enumerate(tokens) if token is wanted)


def _text(tokens: Sequence[Token]) -> str:
    """The words as they were written."""
    if not tokens:
        return ""
    pieces = [tokens[0].text]
    for before, token in pairwise(tokens):
        pieces.append(token.text if token.start == before.end else f" {token.text}")
    return "".join(pieces)


def _doer(subject: Sequence[Token]) -> str:
    if len(subject) == 1 and subject[0].text.lower() in _OBJECT:
        return _OBJECT[subject[0].text.lower()]
    text = _text(subject)
    bare = (
        subject
        and subject[0].pos not in ("DET", "PRON", "NUM")
        and subject[-1].tag in ("NN", "NNP")
        and text.islower()
    )
    return f"the {text}" if bare else text


def _is_about_a_thing(tokens: Sentence, root: int) -> bool:
    """`was my first week`: something was it, and not the speaker."""
    return (
        tokens[root].lemma == "be"
        and tokens[root].tag != "VB"
        and root + 1 < len(tokens)
        and tokens[root + 1].pos in ("DET", "PRON")
    )


def _verbs(group: Sequence[Token], between: str) -> str:
    """The verb group, its first verb as a gerund: `had not slept` is "not having slept", `can
    sleep` "being able to sleep".
    """
    denied = next(
        ("never" if token.text == "never" else "not" for token in group if token.dep == "neg"), ""
    )
    verbs = [token for token in group if token.dep != "neg" and token.tag != "TO"]
    first, rest = verbs[0], _text(verbs[1:])
    word = first.text.lower()
    if rest and word in _ABLE:
        made = f"being able to {rest}"
    elif rest and word in _BOUND:
        made = f"having to {rest}"
    elif rest and (first.tag == "MD" or word in _DO):
        made = " ".join((gerund(verbs[1].lemma), _text(verbs[2:]))).strip()
    else:
        made = f"{gerund(_base(first))} {rest}".strip()
    adverbs = f"{between} " if between and rest == "" else ""
    if between and rest:
        made = made.replace(" ", f" {between} ", 1)
    return " ".join(f"{denied} {adverbs}{made}".split())


def _base(verb: Token) -> str:
    if verb.tag == "VBG":
        return verb.text
    return {"felt": "feel", "'s": "be", "'m": "be", "'re": "be", "'ve": "have"}.get(
        verb.text.lower(), verb.lemma.lower()
    )
