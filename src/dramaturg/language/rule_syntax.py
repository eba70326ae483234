"""Sentences, tokens, word classes and lemmas by rule alone: coarse, quick, and always there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from dramaturg.english.forms import ADJECTIVE_BASES, NOUN_BASES, VERB_BASES
from dramaturg.english.prose import plain_word
from dramaturg.kernel.text import storable
from dramaturg.turn.ports import Sentence, Token

SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+(?=[\"'“‘(\[]*[A-Z0-9])|\n\s*\n")
ABBREVIATION = re.compile(
    r"(?:^|\s|\()(?:Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|approx|No|[A-Z])\.$"
)
TOKEN = re.compile(
    r"\d+(?:[.,:]\d+)*|[^\W\d_](?:\.[^\W\d_])+\.?|\w+(?:-\w+)*(?:['’]\w+)*|[^\w\s]+?"
)
CONTRACTION = re.compile(r"(?i)^(.+?)(n['’]t|['’](?:s|m|re|ve|ll|d))$")

# the first class that has a word wins
WORDS: Mapping[str, str] = {
    "DET": "a an the this that these those each every some any no all both either neither another",
    "PRON": (
        "i me my mine myself you your yours yourself he him his himself she her hers herself it its"
        " itself we us our ours ourselves they them their theirs themselves who whom whose what"
        " which somebody someone something anybody anyone anything nobody nothing everybody"
        " everyone everything"
    ),
    "ADP": (
        "of in on at by for from with without about against between into through during before"
        " after above below up down out off over under near since until toward towards upon within"
        " across along around behind beside beyond despite except inside like outside"
    ),
    "AUX": (
        "am is are was were be been being have has had having do does did can could will would"
        " shall should may might must ca wo 'm 're 've 'll 'd"
    ),
    "CCONJ": "and or but nor yet so",
    "SCONJ": (
        "because although though while if unless whether when whenever where whereas once than as"
    ),
    "PART": "to not n't 's",
    "INTJ": "yes no oh ah well hello hi hey okay ok please thanks um uh hmm wow sorry",
    "ADV": (
        "very too also just only even still already always never often sometimes usually maybe"
        " perhaps quite rather almost again ever here there now then today yesterday tomorrow soon"
        " later away back how why really"
    ),
    "NUM": (
        "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty"
        " hundred thousand million"
    ),
    "VERB": (
        "know think want need feel say get make go take see come give find tell ask seem try keep"
        " let begin hear live believe bring happen write sit stand lose pay meet include continue"
        " learn lead understand follow create speak read spend grow teach remember love consider"
        " buy wait send build stay fall remain agree decide hope mean put ship"
    ),
}
CLASS_OF: Mapping[str, str] = {
    word: pos for pos, words in list(WORDS.items())[::-1] for word in words.split()
}

CLITICS: Mapping[str, str] = {
    **{"'m": "be", "'re": "be", "'ve": "have", "'ll": "will", "wo": "will"},
    **{"'d": "would", "ca": "can", "n't": "not"},
}
VERBS: Mapping[str, str] = {**VERB_BASES, **CLITICS}
IRREGULAR: Mapping[str, str] = {**NOUN_BASES, **ADJECTIVE_BASES, **VERBS}
ADJECTIVE = re.compile(r"(?:ous|ful|able|ible|ive|less|ish|ic)$")
DOUBLED = re.compile(r"([bdgmnprt])\1$")
# a stem that most likely lost an e: chang(e), mov(e), decid(e), but not visit, open, pass
SOFT_END = re.compile(
    r"(?:[^aeiou][aeiou][^aeiouwxyl]|[vcszu]|[^aeo]at|iz|dg|rg|ang|eng)(?<!ss|en|er|or|it|on)$"
)
ENDED_VERB = re.compile(r".*[aeiouy].*(?:ing|(?<!e)ed)$")  # making, tried; not king, bed, need


class RuleSyntax:
    """No parse: every token hangs on the one before it, the first verb is the root."""

    name = "rules@1"

    def read(self, text: str) -> tuple[Sentence, ...]:
        return tuple(
            sentence
            for start, part in _sentences(storable(text))
            if (sentence := _sentence(part, start))
        )

    def read_all(self, texts: Sequence[str]) -> Iterator[tuple[Sentence, ...]]:
        return map(self.read, texts)


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for end in SENTENCE_END.finditer(text):
        if ABBREVIATION.search(text[max(start, end.start() - 12) : end.start()]):
            continue
        yield start, text[start : end.end()]
        start = end.end()
    yield start, text[start:]


def _sentence(part: str, begin: int) -> Sentence:
    placed = [
        place
        for found in TOKEN.finditer(part)
        for place in _uncontracted(found.group(), begin + found.start())
    ]
    words = [word for word, _ in placed]
    classes = [_word_class(word, first=index == 0) for index, word in enumerate(words)]
    root = next((index for index, pos in enumerate(classes) if pos in ("VERB", "AUX")), 0)
    return tuple(
        Token(
            word,
            _lemma(word, pos),
            pos,
            dep="ROOT" if index == root else "punct" if pos == "PUNCT" else "dep",
            head=root if index in (0, root) else index - 1,
            start=start,
        )
        for index, ((word, start), pos) in enumerate(zip(placed, classes, strict=True))
    )


def _uncontracted(token: str, start: int) -> tuple[tuple[str, int], ...]:
    parts = CONTRACTION.match(token)
    return (
        tuple((token[slice(*parts.span(group))], start + parts.start(group)) for group in (1, 2))
        if parts
        else ((token, start),)
    )


def _word_class(word: str, first: bool) -> str:
    plain = plain_word(word)
    if plain in CLASS_OF:
        return CLASS_OF[plain]
    if plain in VERBS:
        return "VERB"
    if plain in ADJECTIVE_BASES:
        return "ADJ"
    if word[0].isdigit():
        return "NUM"
    if not word[0].isalpha():
        return "PUNCT"
    if word[0].isupper() and not first:
        return "PROPN"
    if plain.endswith("ly"):
        return "ADV"
    if ENDED_VERB.match(plain):
        return "VERB"
    return "ADJ" if ADJECTIVE.search(plain) else "NOUN"


def _lemma(word: str, pos: str) -> str:
    plain = plain_word(word)
    if pos == "PROPN" or plain == "i":
        return word
    if pos == "PART":
        return IRREGULAR.get(plain, plain)
    if plain in IRREGULAR:
        return IRREGULAR[plain]
    if pos == "VERB":
        if plain.endswith("ied"):
            return plain[:-3] + "y"
        stem = plain.removesuffix("ing" if plain.endswith("ing") else "ed")
        if stem == plain or plain in CLASS_OF:
            return plain
        if DOUBLED.search(stem) and len(stem) > 3:
            return stem[:-1]
        return stem + "e" if SOFT_END.search(stem) else stem
    return _singular(plain) if pos == "NOUN" else plain


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "ches", "shes", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word
