"""Spellings: the forms in which a label is looked up, and the small words that make one label the
contrary of another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dramaturg.english.prose import content_words, plain, table, words
from dramaturg.turn.ports import Sentence, Syntax

_SILENT = table("DET PUNCT SPACE SYM")  # parts of speech that change no label
_OWNERS = table("my our your his her their its")
_DENYING = table(
    "no not never none nothing nobody without cannot hardly barely lack lacks lacking stop avoid"
    " avoiding n't cant dont"
)
_NUMBERS = table(
    "one two three four five six seven eight nine ten eleven twelve twenty hundred once twice half"
    " double"
)
_PREFIXES = ("un", "in", "im", "ir", "dis", "non")
_CONTRARIES = frozenset(
    frozenset(pair.split("/"))
    for pair in table("""
    more/less better/worse higher/lower high/low easy/hard easier/harder fast/slow faster/slower good/bad cheap/expensive
    cheaper/pricier hot/cold warm/cold big/small bigger/smaller long/short longer/shorter early/late earlier/later before/after
    strong/weak stronger/weaker safe/dangerous safer/riskier happy/sad clean/dirty light/dark light/heavy full/empty first/last
    always/sometimes inside/outside old/new young/old gain/lose gaining/losing save/spend saving/spending start/stop
    positive/negative increase/decrease increases/decreases rich/poor calm/stressed love/hate like/dislike success/failure
    win/lose buy/sell buying/selling arrive/leave arriving/leaving men/women man/woman boy/girl mother/father wife/husband
    son/daughter sister/brother day/night morning/evening summer/winter left/right north/south public/private
    quiet/loud quiet/noisy simple/complicated awake/asleep lost/gained together/alone same/different wet/dry soft/hard
    sweet/bitter thick/thin near/far alive/dead friend/enemy remember/forget accept/refuse begin/end beginning/end top/bottom
    upper/lower city/country rural/urban trust/doubt hope/fear health/illness healthy/sick healthy/ill war/peace
    """)
)


def spelling(type: str, label: str) -> str:
    """By this a concept is found again."""
    return f"{type} {plain(label)}"


def by_lemma(labels: Sequence[str], syntax: Syntax) -> dict[str, str]:
    """What is left of each label without articles, owners and endings: `my lattes` and `a latte`
    are one.

    It begins with a mark, for it is not what anybody said.
    """
    read = syntax.read_all(labels)
    return {
        label: f"~{' '.join(_lemmas(sentences)) or label}"
        for label, sentences in zip(labels, read, strict=True)
    }


def _lemmas(sentences: Sequence[Sentence]) -> Iterator[str]:
    for token in (token for sentence in sentences for token in sentence):
        word = plain(token.text)
        if word in _DENYING or (token.pos not in _SILENT and word not in _OWNERS):
            yield plain(token.lemma)


def contrary(one: str, other: str) -> bool:
    """Whether of two labels that are alike one denies the other, counts otherwise, or names the
    other end of a scale.

    To an embedder `can trust it` and `cannot trust it` are neighbours.
    """
    left, right = frozenset(words(one)), frozenset(words(other))
    if shared(one, other) and (_denies(left) != _denies(right) or _counts_otherwise(left, right)):
        return True
    return any(
        frozenset((word, rival)) in _CONTRARIES or _undone(word, rival)
        for word in left - right
        for rival in right - left
    )


def shared(one: str, other: str) -> frozenset[str]:
    """The words of both that carry a point, as stems."""
    return content_words(one) & content_words(other)


def beside(label: str, stems: frozenset[str]) -> str:
    """What a label says beside these words: `oat milk taste` beside oat and milk is `taste`."""
    return " ".join(word for word in words(label) if content_words(word) - stems)


def _denies(said: frozenset[str]) -> bool:
    return any(word in _DENYING or word.endswith("n't") for word in said)


def _counts_otherwise(left: frozenset[str], right: frozenset[str]) -> bool:
    one, other = (
        frozenset(word for word in said if word.isdigit() or word in _NUMBERS)
        for said in (left, right)
    )
    return bool(one and other) and one != other


def _undone(word: str, rival: str) -> bool:
    short, long = sorted((word, rival), key=len)
    return (
        any(long == prefix + short for prefix in _PREFIXES)
        or short.removesuffix("ful") + "less" == long
    )
