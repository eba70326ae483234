"""Things worth asking about: what the teller dwelt on, said again or described, `the red
bicycle`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from dramaturg.data_files import Words, load
from dramaturg.engines.memoir.base.story_events import Mentioned
from dramaturg.engines.memoir.story.kin import KIN
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.engines.memoir.story.places import PLACE_NOUNS
from dramaturg.english.prose import table
from dramaturg.turn.ports import Sentence, Token

_WORDS = load(__file__, "words.yaml", dict[str, dict[str, Words]])["things"]

MOST = 2
MOST_PHRASES = 8
ENOUGH = 2  # points: said twice, or described
_POINTS_REPEATED = 2
_POINTS_DESCRIBED = 2
_POINTS_PLACED = 1
_BEFORE = table("a an the my our this that these those her his their")
_COUNTING = table("few many lot couple several more most")
_DESCRIBING = ("amod", "compound", "nummod", "nmod")
_UNTOLD = _WORDS["untold"]
_TRIVIAL = _WORDS["trivial"]


@dataclass(frozen=True, slots=True)
class _Noun:
    sentence: Sentence
    place: int
    first: int
    described: bool

    @property
    def token(self) -> Token:
        return self.sentence[self.place]


def things_in(passage: ParsedPassage) -> tuple[Mentioned, ...]:
    """What was dwelt on enough to be asked about, at most a few."""
    nouns = [noun for sentence in passage.sentences for noun in _nouns(sentence)]
    often = Counter(noun.token.lemma.lower() for noun in nouns)
    best: dict[str, tuple[int, _Noun]] = {}
    for noun in nouns:
        repeated = _POINTS_REPEATED if often[noun.token.lemma.lower()] > 1 else 0
        placed = _POINTS_PLACED if noun.token.dep in ("dobj", "nsubj", "attr") else 0
        points = repeated + placed + (_POINTS_DESCRIBED if noun.described else 0)
        known = best.get(noun.token.lemma.lower())
        if points >= ENOUGH and (known is None or points > known[0]):
            best[noun.token.lemma.lower()] = points, noun
    ranked = sorted(best.items(), key=lambda each: (-each[1][0], each[1][1].token.start))
    return tuple(_mention(passage, key, noun) for key, (_, noun) in ranked[:MOST])


def phrases_in(passage: ParsedPassage) -> tuple[Mentioned, ...]:
    """Every noun with its article and what describes it, the first time it comes."""
    nouns = {
        noun.token.lemma.lower(): noun
        for sentence in reversed(passage.sentences)
        for noun in reversed(list(_nouns(sentence)))
    }
    found = sorted(nouns.items(), key=lambda each: each[1].token.start)
    return tuple(_mention(passage, key, noun) for key, noun in found[:MOST_PHRASES])


def _nouns(sentence: Sentence) -> Iterator[_Noun]:
    for place, token in enumerate(sentence):
        lemma = token.lemma.lower()
        if token.pos != "NOUN" or token.dep == "compound" or not lemma.isalpha() or len(lemma) < 3:
            continue
        if (
            lemma in _UNTOLD
            or lemma in KIN
            or lemma in PLACE_NOUNS
            or token.text.lower() in PLACE_NOUNS
        ):
            continue
        before = _before(sentence, place)
        between = (
            [sentence[each] for each in range(before + 1, place)] if before is not None else []
        )
        if before is not None and not any(each.text.lower() in _COUNTING for each in between):
            described = [each for each in between if each.dep in _DESCRIBING]
            yield _Noun(
                sentence,
                place,
                before,
                any(each.lemma.lower() not in _TRIVIAL for each in described),
            )


def _before(sentence: Sentence, place: int) -> int | None:
    """Where the phrase begins: at an article or the like, with nothing between but what describes
    the noun.
    """
    for first in range(place - 1, max(-1, place - 5), -1):
        token = sentence[first]
        if token.text.lower() in _BEFORE:
            relative = (
                token.text.lower() == "that"
                and first > 0
                and sentence[first - 1].pos in ("NOUN", "PRON")
            )
            return None if relative else first  # `the quiet that upset folk`
        if token.dep not in _DESCRIBING and token.pos not in ("ADJ", "NOUN", "PROPN"):
            return None
    return None


def _mention(passage: ParsedPassage, key: str, noun: _Noun) -> Mentioned:
    first, last = noun.sentence[noun.first], noun.token
    rest = passage.text[first.end : last.end]
    whose = {"my": "your", "our": "your", "her": "her", "his": "his", "their": "their"}.get(
        first.text.lower(), "the"
    )
    return Mentioned("thing", key, whose + rest, passage.quote(first.start, last.end))
