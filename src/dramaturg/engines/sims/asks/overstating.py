"""Overstating: what says more than the person knows: that all is well, that there is no exception, or
the contrary of a fact.
"""

from __future__ import annotations

from collections.abc import Sequence

from dramaturg.engines.sims.asks.line_claims import WORDS
from dramaturg.engines.sims.asks.line_ground import LineGround
from dramaturg.english.contraries import DENYING
from dramaturg.english.forms import bases
from dramaturg.english.prose import plain_word, table, words
from dramaturg.english.tree import Tree
from dramaturg.turn.ports import Embedder, Syntax

NEAR, DENIES = 0.4, 0.55  # to a fact, that it is stretched; that it is denied
_NEAREST = 3  # facts that are looked at
_NEVER_MIND = ("never", "mind")
_MAYBE = table("if would could might may should unless whether")
_ABOUT_ME = table("i i'm i've me you you're")
_IS = table("is are was were be been being stay stays stayed remain remains 's 're sits works")
_BETWEEN = table("all quite pretty very so just more than still also now")


def overstated(sentence: str, ground: LineGround, embedder: Embedder, syntax: Syntax) -> str | None:
    """The words of it that do, or None. What is asked or supposed states nothing."""
    said = words(sentence)
    if sentence.rstrip().endswith("?") or _MAYBE & frozenset(said) or not ground.facts:
        return None
    likeness = embedder.embed(ground.facts) @ embedder.embed([sentence])[0]
    nearest = sorted(zip(likeness, ground.facts, strict=True), reverse=True)[:_NEAREST]
    near, told = nearest[0][0], frozenset(word for _, each in nearest for word in words(each))
    for place, word in enumerate(said):
        settles = word in WORDS.settled and _is_so(said, place)
        absolute = word in WORDS.absolute and near >= NEAR
        of_us = _ABOUT_ME & frozenset(said[max(0, place - 3) : place])
        free = word in told or of_us or said[place : place + 2] == _NEVER_MIND
        if (settles or absolute) and not free:
            return word
    denied = near >= DENIES and not _denies(tuple(told))
    return sentence if denied and _denies_one_of(sentence, told, syntax) else None


def _is_so(said: Sequence[str], place: int) -> bool:
    """Whether it is said that something is so: it is fine, it sits evenly."""
    if said[place].endswith("ly"):
        return True
    at = place - 1
    while at >= 0 and (said[at] in _BETWEEN or said[at].endswith("ly")):
        at -= 1
    return at >= 0 and (said[at] in _IS or said[at].endswith(("'s", "'re")))


def _denies(said: Sequence[str]) -> bool:
    return any(word in DENYING or word.endswith("n't") for word in said)


def _denies_one_of(sentence: str, told: frozenset[str], syntax: Syntax) -> bool:
    """Whether it is denied of a thing that the facts speak of that it does or is something."""
    for tree in map(Tree, syntax.read(sentence)):
        for verb in range(len(tree)):
            subject = tree.subject(verb)
            if subject is None or not tree.below(verb, "neg") or tree[subject].pos != "NOUN":
                continue
            if bases(plain_word(tree[subject].text)) & told:
                return True
    return False
