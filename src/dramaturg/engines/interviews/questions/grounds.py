"""Grounds: what a line says or takes for granted of somebody that they never said.

Evidence is asked for only where a line asserts or presupposes. What is only imagined ("if you could
not"), what a question leaves open, and words that tell nothing of anybody are free.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from dramaturg.data_files import Words, load
from dramaturg.english.forms import bases
from dramaturg.english.prose import content_words, plain, plain_word, table, words
from dramaturg.english.sentiment import sentiment
from dramaturg.english.tree import Tree
from dramaturg.turn.ports import Embedder, Syntax, Token

Charge = Literal["borrowed", "judgement", "private"]


@dataclass(frozen=True, slots=True)
class _Written:
    """What grounds.yaml holds."""

    plain: Words
    mild: Words
    private: Words
    people: Words
    changes: Words
    identity: Words
    means: Words
    telling: Words
    own: Words
    own_things: Words
    own_kinds: Words


_WRITTEN = load(__file__, "grounds.yaml", _Written)
_MILD = frozenset[str]().union(*map(bases, _WRITTEN.mild))
_PLAIN = frozenset[str]().union(*map(bases, _WRITTEN.plain | _WRITTEN.mild))
_CONTENT = ("NOUN", "VERB", "ADJ", "PROPN", "ADV")
_MAYBE = table("would could might 'd")
_HOW = table("much many long often bad badly strongly deeply far hard")
_FAMILY = 5  # letters: words of one family begin alike, as depend and dependable do
RECENT = 60  # words that it is held beside


@dataclass(frozen=True)
class Said:
    """All that was said so far by anybody."""

    text: str

    @cached_property
    def forms(self) -> frozenset[str]:
        return frozenset[str]().union(*map(bases, set(words(self.text))))

    @cached_property
    def families(self) -> frozenset[str]:
        return frozenset(word[:_FAMILY] for word in words(self.text) if len(word) >= _FAMILY)

    @cached_property
    def recent(self) -> tuple[str, ...]:
        """The newest words that carry a point."""
        newest = dict.fromkeys(reversed(words(self.text)))
        return tuple(word for word in newest if content_words(word))[:RECENT]

    def has(self, token: Token) -> bool:
        """The word in any inflection, or one of its family; a compound by each of its parts."""
        parts = words(token.text)
        return all(
            (bases(word) | {plain(token.lemma)}) & self.forms
            or (len(word) > _FAMILY and word[:_FAMILY] in self.families)
            for word in parts
        )


@dataclass(frozen=True, slots=True)
class Ungrounded:
    """A word without a ground, and what is wrong with it."""

    charge: Charge
    word: str


def ungrounded(line: str, said: Said, syntax: Syntax, embedder: Embedder) -> tuple[Ungrounded, ...]:
    """What in the line nobody has said, where it would have to be known."""
    sentences = (_Sentence(Tree(each), said, embedder) for each in syntax.read(line))
    return tuple(dict.fromkeys(charge for each in sentences for charge in each.charges()))


@dataclass(frozen=True)
class _Sentence:
    tree: Tree
    said: Said
    embedder: Embedder

    def charges(self) -> Iterator[Ungrounded]:
        for place, token in enumerate(self.tree.sentence):
            carries = token.pos in _CONTENT and words(token.text)
            if carries and not self.said.has(token) and (charge := self._charge(place, token)):
                yield Ungrounded(charge, token.text)

    def _charge(self, place: int, token: Token) -> Charge | None:
        forms = bases(plain_word(token.text)) | {plain(token.lemma)}
        if forms & _WRITTEN.private or self._is_of_others(place, forms):
            return "private"
        if self._is_open(place):
            return "judgement" if self._is_insinuated(place, token) else None
        if token.pos == "VERB" and self._is_change(place, forms) and self._is_granted(place):
            return "borrowed"
        if {plain(token.lemma), *words(token.text)} & _WRITTEN.people:
            return "borrowed"
        if forms & _PLAIN:
            return None
        if sentiment(token.text).tone != 0:
            return "judgement"
        if token.pos == "ADV" or not token.text[:1].isalpha():
            return None
        return None if self._goes_with_it(place, token) else "borrowed"

    def _goes_with_it(self, place: int, token: Token) -> bool:
        """A thing that goes with what was spoken of, where nothing is claimed of it."""
        if self._is_granted(place) or not self._is_theirs_to_do(place, token):
            return False
        recent = self.said.recent
        if not recent:
            return False
        vectors = self.embedder.embed([plain(token.lemma), *recent])
        return bool((vectors[1:] @ vectors[0]).max() >= self.embedder.thresholds.topic)

    def _is_change(self, place: int, forms: frozenset[str]) -> bool:
        """`Leave`, and what a small word makes of an everyday verb: `give up`."""
        if (
            any(
                self.tree.word(each) in ("we", "us", "'s", "i")
                for each in self.tree.below(place, "nsubj")
            )
            or "aside" in self._words
        ):
            return False  # the interviewer leaves a topic
        particles = (self.tree.word(each) for each in self.tree.below(place, "prt"))
        return bool(forms & _WRITTEN.changes) or any(
            f"{form}-{particle}" in _WRITTEN.changes for particle in particles for form in forms
        )

    def _is_theirs_to_do(self, place: int, token: Token) -> bool:
        """A thing, or what the respondent is asked to have done: not what others did."""
        doers = [self.tree.word(each) for each in self.tree.below(place, "nsubj")]
        return token.pos == "NOUN" or (token.pos == "VERB" and doers == ["you"])

    def _is_of_others(self, place: int, forms: frozenset[str]) -> bool:
        """Somebody else's name, address or means."""
        tree = self.tree
        if forms & _WRITTEN.identity:
            owners = tree.below(place, "poss")
            return any(tree.word(each) not in ("your", "my", "its") for each in owners)
        doers = tree.below(place, "nsubj") if tree.is_verb(place) else []
        earned = (tree.word(each) not in ("it", "that", "this", "what") for each in doers)
        return bool(forms & _WRITTEN.means) and any(earned)

    # ── how a word stands in its sentence ─────────────────────────────────────────────────────────

    def _is_open(self, place: int) -> bool:
        """It is only imagined, or it is what is asked: nobody is said to have done it."""
        if self._begins in ("imagine", "picture", "suppose") or self._words[:2] == ("say", "you"):
            return True
        above = (place, *self.tree.up(place))
        verbs = [each for each in above if self.tree.is_verb(each)]
        return any(map(self._is_imagined, verbs)) or (
            self._is_polar and self._clause(place) == self._root
        )

    def _is_imagined(self, verb: int) -> bool:
        if {plain(self.tree[verb].lemma), self.tree.word(verb)} & _WRITTEN.telling:
            return False
        helpers = {self.tree.word(each) for each in self.tree.below(verb, "aux", "mark", "advmod")}
        is_clause = self.tree[verb].dep == "advcl"
        return "if" in helpers or (bool(helpers & _MAYBE) and not is_clause)

    def _is_insinuated(self, place: int, token: Token) -> bool:
        """Are you afraid, were you hiding: yes or no is asked of a state that nobody spoke of."""
        states = self._begins in ("are", "were") and self._words[1:2] == ("you",)
        return states and place != 0 and sentiment(token.text).tone < 0

    def _is_granted(self, place: int) -> bool:
        """It stands in a statement, in a clause of time or reason, or behind why and how much."""
        if not self._asks or self._opens_with_degree:
            return True
        return any(self.tree[each].dep == "advcl" for each in (place, *self.tree.up(place)))

    def _clause(self, place: int) -> int:
        above = (each for each in (place, *self.tree.up(place)) if self.tree.is_verb(each))
        return next(above, self._root)

    @cached_property
    def _root(self) -> int:
        return next((at for at, token in enumerate(self.tree.sentence) if token.dep == "ROOT"), 0)

    @cached_property
    def _asks(self) -> bool:
        return self.tree.word(len(self.tree) - 1).endswith("?") or self._begins in _WRITTEN.telling

    @cached_property
    def _begins(self) -> str:
        return next(iter(self._words), "")

    @cached_property
    def _words(self) -> tuple[str, ...]:
        kept = (each for each in self.tree.sentence if each.pos not in ("CCONJ", "INTJ", "PUNCT"))
        return tuple(plain_word(token.text) for token in kept)

    @cached_property
    def _opens_with_degree(self) -> bool:
        return self._begins == "why" or (
            self._begins == "how" and bool(_HOW & set(self._words[1:2]))
        )

    @cached_property
    def _is_polar(self) -> bool:
        pos = (t.pos for t in self.tree.sentence if t.pos not in ("CCONJ", "INTJ", "PUNCT", "ADV"))
        return self._asks and next(pos, "") == "AUX"


# ── the interviewer's own life ────────────────────────────────────────────────────────────────────


def _is_aside(tree: Tree, verb: int) -> bool:
    """In a clause that only tells when or so that, or with would and should: nothing is claimed."""
    chain = (verb, *tree.up(verb))
    helpers = {tree.word(each) for each in tree.below(verb, "aux", "mark")}
    return bool(helpers & (_MAYBE | {"should", "can", "may", "if"})) or any(
        tree[each].dep in ("advcl", "relcl", "acl", "pcomp") for each in chain
    )


_QUOTED = re.compile(r"\"[^\"]{0,300}\"|“[^”]{0,300}”|(?<!\w)['‘](?=\w)[^\n]{1,300}?['’](?!\w)")


def own_claims(line: str, syntax: Syntax) -> Iterator[str]:
    """What an interviewer says of a life of their own."""
    for sentence in syntax.read(_QUOTED.sub("that", line)):
        tree = Tree(sentence)
        for place, token in enumerate(sentence):
            above = plain(sentence[token.head].lemma)
            if _is_aside(tree, token.head):
                continue
            if tree.word(place) == "my" and above not in _WRITTEN.own_things:
                yield f"my {tree.word(token.head)}"
            if tree.word(place) == "i" and above == "be":
                named = tree.below(token.head, "attr")
                claimed = (tree.word(each) for each in named)
                yield from (
                    f"I {tree.word(token.head)} {word}"
                    for word in claimed
                    if word not in _WRITTEN.own_kinds
                )
            if (
                tree.word(place) == "i"
                and token.dep in ("nsubj", "nsubjpass")
                and above not in _WRITTEN.own
            ):
                yield f"I {tree.word(token.head)}"
