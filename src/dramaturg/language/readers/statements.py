"""Statements: sentences made ready to be held against one another, and the cues that two of them
speak against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from dramaturg.english.prose import table
from dramaturg.language.readers.features import FILLERS, rarity
from dramaturg.language.readers.opposites import ALL, NONE, SOME, opposites
from dramaturg.language.readers.subjects import KIN
from dramaturg.language.sentiment import sentiment
from dramaturg.turn.ports import Sentence, Token

CONTENT = table("NOUN PROPN VERB ADJ ADV")
LIGHT = FILLERS | table(
    "be have do get go come say tell know think mean make take put let see look want seem thing"
    " stuff lot bit way time day year one really just so very too also then there here now well"
    " like okay yes yeah oh actually maybe much more still even ever never always not good when"
    " where why how all only back again up out off on in over down about right sure kind sort"
    " people guy man woman something anything nothing everything someone anyone nobody everyone"
)
NEGATORS = table(
    "not n't never no none nobody nothing neither nor without hardly barely rarely seldom cannot"
)
DENYING = table("fail refuse stop quit lack forget avoid deny unable impossible")
SHORT = 8  # words of weight
REACH = 5  # words: how far a no reaches
FENCES = table("but because although though and so")

MARKS: Mapping[str, frozenset[str]] = {
    "doubt": table(
        "maybe perhaps probably possibly guess suppose think reckon roughly about around somewhere"
        " or sort kind"
    ),
    "exception": table(
        "except apart but once unless besides only mostly usually generally exception though"
        " although"
    ),
    "other": table("other another else second different next others"),
}


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence: its words of weight, each said or denied; whom it is about; how far it reaches;
    what softens it; its tone.
    """

    words: Mapping[str, bool]
    people: frozenset[str]
    reach: frozenset[str]
    marks: frozenset[str]
    asked: bool
    time: str
    tone: float

    @property
    def denies(self) -> bool:
        return not all(self.words.values()) or "none" in self.reach


@dataclass(frozen=True, slots=True)
class StatementPair:
    """What is said now, what was said then, and how near they are in meaning."""

    now: Statement
    then: Statement
    nearness: float

    @property
    def shared(self) -> list[str]:
        return [word for word in self.now.words if word in self.then.words]

    @property
    def thickness(self) -> float:
        """1 for short sentences, less the longer they are: in many words something is opposed to
        something by chance.
        """
        return min(1.0, SHORT / max(1, len(self.now.words), len(self.then.words)))


@lru_cache(8192)  # what was said earlier is compared again in every turn
def statement(sentence: Sentence) -> Statement:
    plain = [token.text.lower().replace("’", "'") for token in sentence]
    said = frozenset(plain)
    return Statement(
        dict(_words(sentence, plain)),
        frozenset(_people(sentence)),
        frozenset(
            name for name, table in (("none", NONE), ("all", ALL), ("some", SOME)) if said & table
        ),
        frozenset(name for name, table in MARKS.items() if said & table),
        any(word.startswith("?") for word in plain[-2:]),
        _time(sentence),
        sentiment(" ".join(plain)).tone,
    )


def _words(sentence: Sentence, plain: list[str]) -> Iterator[tuple[str, bool]]:
    denied = 0
    for token, word in zip(sentence, plain, strict=True):
        if word in NEGATORS or token.lemma.lower() in DENYING:
            denied = REACH
        elif word in FENCES or token.pos == "PUNCT":
            denied = 0
        elif token.pos in CONTENT and (key := _key(token)) not in LIGHT and word.isalpha():
            yield key, not denied
        denied = max(0, denied - 1)


def _key(token: Token) -> str:
    lemma = token.lemma.lower()
    return KIN.get(lemma, lemma)


def _time(sentence: Sentence) -> str:
    """Past or present, where all the verbs agree."""
    past = any(token.tag == "VBD" for token in sentence)
    present = any(token.tag in ("VBP", "VBZ", "MD") for token in sentence)
    return "past" if past and not present else "present" if present and not past else ""


def _people(sentence: Sentence) -> Iterator[str]:
    """Those the sentence is about, as far as it says."""
    for token in sentence:
        if token.dep in ("nsubj", "nsubjpass", "poss"):
            word = _key(token)
            yield {"i": "I", "my": "I", "we": "we", "our": "we"}.get(word, word)


# ── cues ──────────────────────────────────────────────────────────────────────────────────────────


def _weight(words: list[str]) -> float:
    return sum(0.3 + rarity(word) for word in words)


def _flipped(pair: StatementPair) -> float:
    return pair.thickness * min(
        2.0,
        _weight([word for word in pair.shared if pair.now.words[word] != pair.then.words[word]]),
    )


def _kept(pair: StatementPair) -> float:
    """Whether they share a word both say or both deny. One is enough: more only tell that somebody
    keeps to a subject.
    """
    return pair.thickness * min(
        0.5,
        _weight([word for word in pair.shared if pair.now.words[word] == pair.then.words[word]]),
    )


def _opposed(pair: StatementPair) -> float:
    """How many opposites stand against each other, both said or both denied."""
    then = pair.then.words
    return pair.thickness * min(
        2,
        sum(
            then.get(other) == said
            for word, said in pair.now.words.items()
            for other in opposites(word)
        ),
    )


def _reaches(pair: StatementPair) -> float:
    """Never against always or sometimes."""
    return pair.thickness * (
        _none_against(pair.now, pair.then) or _none_against(pair.then, pair.now)
    )


def _none_against(one: Statement, other: Statement) -> bool:
    return "none" in one.reach and "none" not in other.reach and bool(other.reach)


def _tones(pair: StatementPair) -> float:
    return pair.thickness * max(0.0, -pair.now.tone * pair.then.tone)


def _same_people(pair: StatementPair) -> float:
    return float(bool(pair.now.people & pair.then.people))


PEOPLE = frozenset(KIN.values()) | table("he she they friend boss neighbour colleague manager")


def _other_people(pair: StatementPair) -> float:
    """Each is about somebody, and none of them about the same."""
    one, other = pair.now.people, pair.then.people
    return float(bool(one and other and not one & other and (one & PEOPLE or other & PEOPLE)))


def _other_times(pair: StatementPair) -> float:
    return float({pair.now.time, pair.then.time} == {"past", "present"})


def _mark(name: str) -> Callable[[StatementPair], float]:
    return lambda pair: float(name in pair.now.marks) + 0.5 * float(name in pair.then.marks)


CUES: Mapping[str, Callable[[StatementPair], float]] = {
    "nearness": lambda pair: pair.nearness,
    "shared words turned": _flipped,
    "shared word kept": _kept,
    "opposites": _opposed,
    "both deny": lambda pair: float(pair.now.denies and pair.then.denies),
    "none against all": _reaches,
    "tones apart": _tones,
    "same people": _same_people,
    "other times": _other_times,
    "other people": _other_people,
    "doubt": _mark("doubt"),
    "exception": _mark("exception"),
    "others": _mark("other"),
}

OPPOSING: Mapping[str, str] = {
    "shared words turned": "said and denied",
    "opposites": "opposite words",
    "none against all": "never against sometimes or always",
    "tones apart": "opposite feelings",
}
"""The cues that something is turned round, in plain words."""
