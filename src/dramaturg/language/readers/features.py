"""What can be counted in a text: figures, names, length, syntax, discourse markers, negation,
tense, person.

Each feature has a name and one line here; the heads learn what it is worth. The order of `FEATURES`
is the order of the weights.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from math import log1p, sqrt

import numpy as np
from numpy.typing import NDArray

from dramaturg.data_files import Words, load
from dramaturg.english.prose import table
from dramaturg.english.sentiment import Sentiment, sentiment
from dramaturg.turn.ports import Sentence, Token

_WORDS = load(__file__, "features.yaml", dict[str, Words])


FIRST = table("i me my mine myself we us our ours ourselves")
SECOND = table("you your yours yourself yourselves u ur")
THIRD = table("he him his himself she her hers herself they them their theirs themselves")
POINTERS = _WORDS["pointers"]
NEGATIONS = _WORDS["negations"]
MODALS = table("can could may might must shall should will would 'll 'd ca wo")
DOUBTS = _WORDS["doubts"]
ASSURANCES = _WORDS["assurances"]
LOOSE = _WORDS["loose"]
WEASELS = _WORDS["weasels"]
PRAISES = _WORDS["praises"]
AMOUNTS = _WORDS["amounts"]
FILLERS = table("uh um er ah hm hmm mm mhm uh-huh yeah yep well like okay so oh")
CAUSES = _WORDS["causes"]
TIMES = _WORDS["times"]
CONTRASTS = table("but although though however yet instead despite whereas unless except rather")
FEELINGS = _WORDS["feelings"]
JOYS = _WORDS["joys"]
GRIEVANCES = _WORDS["grievances"]
STRENGTHS = _WORDS["strengths"]
NODS = _WORDS["nods"]
PUZZLES = _WORDS["puzzles"]
REFUSING = _WORDS["refusing"]
WH = table("what why how who whose whom which when where what's how's who's")
CLAUSES = table("advcl ccomp relcl acl xcomp csubj parataxis")
CONTENT = table("NOUN PROPN VERB ADJ ADV NUM")
CLASSES = (
    "NOUN",
    "PROPN",
    "VERB",
    "ADJ",
    "ADV",
    "PRON",
    "NUM",
    "ADP",
    "DET",
    "INTJ",
    "AUX",
    "SCONJ",
)

SHOUTED = re.compile(r"\b[A-Z]{3,}\b")
FACE = re.compile(r"[:;=]-?[()DPp/]|<3|[\U0001F300-\U0001FAFF\u2600-\u27BF]")
STRETCHED = re.compile(r"([a-z])\1\1", re.IGNORECASE)
NON_WORD = re.compile(r"[^a-z']+")


@dataclass(frozen=True)
class Counted:
    """A text made ready for counting."""

    text: str
    sentences: Sequence[Sentence]

    @cached_property
    def tokens(self) -> list[Token]:
        return [
            token
            for sentence in self.sentences
            for token in sentence
            if token.pos not in ("PUNCT", "SPACE", "SYM")
        ]

    @cached_property
    def words(self) -> list[str]:
        return [token.text.lower().replace("’", "'") for token in self.tokens]

    @property
    def total(self) -> int:
        return max(1, len(self.words))

    @cached_property
    def content(self) -> list[str]:
        return [
            word
            for word, token in zip(self.words, self.tokens, strict=True)
            if token.pos in CONTENT
        ]

    @cached_property
    def rarities(self) -> list[float]:
        return [rarity(word) for word in self.content if word.isalpha()]

    @cached_property
    def sentiment(self) -> Sentiment:
        return sentiment(self.text)

    @cached_property
    def times(self) -> Counter[str]:
        """How often each word is said."""
        return Counter(self.words)

    @cached_property
    def tags(self) -> Counter[str]:
        return Counter(token.tag for token in self.tokens)

    @cached_property
    def classes(self) -> Counter[str]:
        return Counter(token.pos for token in self.tokens)

    def share(self, words: Words) -> float:
        return self._said(words) / self.total

    def count(self, words: Words) -> float:
        return log1p(self._said(words))

    def tagged(self, *tags: str) -> float:
        return sum(self.tags[tag] for tag in tags) / self.total

    def pos(self, pos: str) -> float:
        return self.classes[pos] / self.total

    def _said(self, words: Words) -> int:
        return sum(map(self.times.__getitem__, self.times.keys() & words))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _opens_with(counted: Counted, words: Words) -> float:
    return float(any(word in words for word in counted.words[:2]))


def _inverted(counted: Counted) -> float:
    """An auxiliary before its subject: did you, is it, can she."""
    pairs = zip(counted.tokens, counted.tokens[1:], strict=False)
    return float(
        any(
            left.pos == "AUX"
            and right.pos in ("PRON", "PROPN", "DET", "NOUN")
            and right.dep == "nsubj"
            for left, right in pairs
        )
    )


def _depth(sentence: Sentence) -> int:
    """How deep the longest branch of a parse hangs."""
    depths: dict[int, int] = {}
    for start in range(len(sentence)):
        branch, index = [], start
        while index not in depths and sentence[index].head != index:
            branch.append(index)
            index = sentence[index].head
        depths.setdefault(index, 0)
        for below in reversed(branch):
            depths[below] = depths[sentence[below].head] + 1
    return max(depths.values(), default=0)


FEATURES: Mapping[str, Callable[[Counted], float]] = {
    "words": lambda c: log1p(len(c.words)),
    "sentences": lambda c: log1p(len(c.sentences)),
    "sentence length": lambda c: log1p(c.total / max(1, len(c.sentences))),
    "word length": lambda c: _mean([len(word) for word in c.words]) / 5,
    "content words": lambda c: log1p(len(set(c.content))),
    "different words": lambda c: len(set(c.words)) / c.total,
    "rarity": lambda c: _mean(c.rarities),
    "rarest": lambda c: max(c.rarities, default=0.0),
    "second rarest": lambda c: sorted(c.rarities)[-2] if len(c.rarities) > 1 else 0.0,
    **{f"share of {pos}": lambda c, pos=pos: c.pos(pos) for pos in CLASSES},  # type: ignore[misc]  # mypy cannot see the default
    "names": lambda c: log1p(c.classes["PROPN"]),
    "figures": lambda c: log1p(sum(any(letter.isdigit() for letter in word) for word in c.words)),
    "numbers": lambda c: log1p(c.classes["NUM"]),
    "adjectives": lambda c: log1p(c.classes["ADJ"]),
    "nouns": lambda c: log1p(c.classes["NOUN"]),
    "clauses": lambda c: log1p(sum(token.dep in CLAUSES for token in c.tokens)),
    "depth": lambda c: log1p(max(map(_depth, c.sentences), default=0)),
    "first person": lambda c: c.share(FIRST),
    "second person": lambda c: c.share(SECOND),
    "third person": lambda c: c.share(THIRD),
    "pointers": lambda c: c.share(POINTERS),
    "opens with I": lambda c: _opens_with(c, FIRST),
    "opens with you": lambda c: _opens_with(c, SECOND),
    "past": lambda c: c.tagged("VBD"),
    "participles": lambda c: c.tagged("VBN"),
    "present": lambda c: c.tagged("VBP", "VBZ"),
    "progressive": lambda c: c.tagged("VBG"),
    "plain verbs": lambda c: c.tagged("VB"),
    "modals": lambda c: c.share(MODALS),
    "comparing": lambda c: c.tagged("JJR", "RBR", "JJS", "RBS"),
    "negations": lambda c: c.share(NEGATIONS),
    "negated": lambda c: c.count(NEGATIONS),
    "doubts": lambda c: c.share(DOUBTS),
    "doubted": lambda c: c.count(DOUBTS),
    "assurances": lambda c: c.share(ASSURANCES),
    "assured": lambda c: c.count(ASSURANCES),
    "loose words": lambda c: c.share(LOOSE),
    "weasels": lambda c: c.share(WEASELS),
    "weaseled": lambda c: c.count(WEASELS),
    "praises": lambda c: c.count(PRAISES),
    "loose amounts": lambda c: c.count(AMOUNTS),
    "fillers": lambda c: c.share(FILLERS),
    "causes": lambda c: c.share(CAUSES),
    "caused": lambda c: c.count(CAUSES),
    "times": lambda c: c.count(TIMES),
    "contrasts": lambda c: c.count(CONTRASTS),
    "feelings": lambda c: c.count(FEELINGS),
    "joys": lambda c: c.count(JOYS),
    "grievances": lambda c: c.count(GRIEVANCES),
    "strengths": lambda c: c.count(STRENGTHS),
    "nods": lambda c: c.count(NODS),
    "puzzles": lambda c: c.count(PUZZLES),
    "faces": lambda c: log1p(len(FACE.findall(c.text))),
    "refusing words": lambda c: c.share(REFUSING),
    "question marks": lambda c: log1p(c.text.count("?")),
    "exclamations": lambda c: log1p(c.text.count("!")),
    "ends as a question": lambda c: float(c.text.rstrip(" \"'”’)").endswith("?")),
    "wh at the start": lambda c: _opens_with(c, WH),
    "wh anywhere": lambda c: c.count(WH),
    "inverted": _inverted,
    "shouted": lambda c: log1p(len(SHOUTED.findall(c.text))),
    "stretched": lambda c: float(bool(STRETCHED.search(c.text))),
    "dots": lambda c: log1p(c.text.count("...") + c.text.count("…")),
    "quoted": lambda c: log1p(sum(map(c.text.count, "\"“'‘"))),
    "commas": lambda c: log1p(c.text.count(",")),
    "pleasant": lambda c: c.sentiment.pleasant,
    "unpleasant": lambda c: c.sentiment.unpleasant,
    "tone": lambda c: c.sentiment.tone,
    "tone strength": lambda c: abs(c.sentiment.tone),
}


def features(text: str, sentences: Sequence[Sentence]) -> NDArray[np.float32]:
    counted = Counted(text, sentences)
    return np.array([feature(counted) for feature in FEATURES.values()], dtype=np.float32)


# ── rarity ────────────────────────────────────────────────────────────────────────────────────────


FIRST_WORD = 1996  # before it stand single characters and marks


@cache
def _ranks() -> Mapping[str, int]:
    """Places of words in the vocabulary of MiniLM, which stands in order of how common they are."""
    lines = (
        (files("dramaturg.language") / "data" / "minilm-vocab.txt")
        .read_text(encoding="utf-8")
        .splitlines()
    )
    return {word: place for place, word in enumerate(lines)}


def rarity(word: str) -> float:
    """From 0, a word everybody says all the time, to 1, one that the vocabulary does not have."""
    ranks = _ranks()
    rank = ranks.get(NON_WORD.sub("", word), len(ranks))
    return sqrt(max(0.0, (rank - FIRST_WORD) / (len(ranks) - FIRST_WORD)))
