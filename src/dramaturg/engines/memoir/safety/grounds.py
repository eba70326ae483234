"""Grounds: what a line says or takes for granted of a life, though nobody has said it.

Evidence is asked for only where a line asserts or presupposes. What a question leaves open, what is
only imagined, and words that tell nothing of anybody are free; so are the teller's own in every
form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from dramaturg.data_files import Pattern, Words, load
from dramaturg.engines.memoir.safety.evidence import TellerEvidence
from dramaturg.engines.memoir.safety.word_lists import LISTENING, PLAIN_TALK, SLANTED
from dramaturg.english.forms import bases
from dramaturg.english.prose import plain, plain_word, words
from dramaturg.english.rules.line_rules import Breach
from dramaturg.english.sentiment import sentiment
from dramaturg.english.tree import SUBJECTS, Tree
from dramaturg.turn.ports import Token


@dataclass(frozen=True, slots=True)
class _Written:
    """What grounds.yaml holds."""

    loaded: Words
    mild: Words
    people: Words
    persons: Words
    changes: Words
    mental: Words
    saying: Words
    invites: Words
    own: Words
    own_things: Words
    means: Words
    names: Words


_WRITTEN = load(__file__, "grounds.yaml", _Written)
NAMES = _WRITTEN.names
"""Names that anybody may say."""
_ORDERS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["grounds"]["orders"]
_LOADED = _WRITTEN.loaded
_MILD = frozenset[str]().union(*map(bases, _WRITTEN.mild))
_CONTENT = ("NOUN", "VERB", "ADJ", "PROPN", "ADV")
_DARK = -0.2
_TELLING = _WRITTEN.invites | frozenset(
    ("hear", "know", "wonder", "like", "love", "try", "see", "mention", "speak")
)
_ASKED = ("who", "whom", "whose", "what", "where", "when", "which", "how", "why")
_OPEN = ("any", "anyone", "anybody", "anything", "ever", "other", "others", "else", "or")
_MAYBE = ("would", "could", "might", "may", "can", "should", "'d")
_NOBODY = ("it", "that", "this", "there", "these", "those", "i", "we", "what", "which")
_THEIRS = ("you", "he", "she", "they")


def ungrounded(tree: Tree, evidence: TellerEvidence, everyday: frozenset[str]) -> Iterator[Breach]:
    """What one sentence of a line says or takes for granted without a ground."""
    spoken = _Sentence(tree, evidence, everyday)
    if tree.parsed or len(tree) > 1:
        yield from spoken.breaches()


@dataclass(frozen=True)
class _Sentence:
    tree: Tree
    evidence: TellerEvidence
    everyday: frozenset[str]

    def breaches(self) -> Iterator[Breach]:
        yield from self._order()
        yield from self._of_itself()
        yield from self._future()
        yield from self._degree()
        yield from self._means()
        if self._is_statement:
            yield from self._mind_told()
        for place, token in enumerate(self.tree.sentence):
            if token.pos in _CONTENT and words(token.text) and not self._covers(token):
                yield from self._charge(place, token)
        yield from self._denied()

    # ── word by word ──────────────────────────────────────────────────────────────────────────────

    def _charge(self, place: int, token: Token) -> Iterator[Breach]:
        forms = self._forms(place, token)
        rule = "says_more_than_was_said" if self._is_statement else "presupposing_question"
        if self._is_if(place):
            return
        loaded = not forms.isdisjoint(_LOADED) and not self._is_offer
        if loaded or self._is_dark(place, token, forms):
            yield _breach(rule, token.text)
        elif not forms.isdisjoint(_WRITTEN.people):
            if not self._is_open(place):
                yield _breach("facts_not_in_evidence", token.text)
        elif self.tree.is_verb(place) and not forms.isdisjoint(_WRITTEN.changes):
            if self._is_granted(place):
                yield _breach(rule, token.text)
        elif self._is_claimed(place, forms):
            yield _breach("says_more_than_was_said", token.text)
        elif self._is_brought_in(place, token, forms):
            yield _breach("words_not_in_evidence", token.text)

    def _is_dark(self, place: int, token: Token, forms: frozenset[str]) -> bool:
        if forms & _MILD or self._is_offer or _most(token) or sentiment(token.text).tone > _DARK:
            return False
        if self._is_polar and not self._is_of_them(place):
            return False
        return not self._is_imagined(place)

    def _is_of_them(self, place: int) -> bool:
        """Are you lonely, was he cruel: a state is asked of somebody."""
        subject = self._subject
        return subject is not None and not (
            self.tree.word(subject) in _NOBODY or "ever" in self.tree.words
        )

    def _is_claimed(self, place: int, forms: frozenset[str]) -> bool:
        """It is said of the teller or of their people, in a statement, or of a thing how it was."""
        if self._is_said_of_them(place) and not forms.isdisjoint(SLANTED):
            return True
        if not self._is_statement or self.tree[place].pos == "ADV":
            return False
        if not forms.isdisjoint(LISTENING):
            return False
        if self._is_about_them:
            return not self._is_imagined(place)
        return not forms.isdisjoint(SLANTED)

    def _is_said_of_them(self, place: int) -> bool:
        """You were poor, so what ...: it is stated on the way to a question."""
        verb = self.tree[place].head
        subject = self.tree.child(verb, "nsubj")
        if self.tree[place].dep != "acomp" or subject is None or self._is_if(verb):
            return False
        return self.tree.word(subject) in _THEIRS and subject == verb - 1 and subject <= 1

    def _is_brought_in(self, place: int, token: Token, forms: frozenset[str]) -> bool:
        """Somebody or something that acts, and is neither theirs nor everyday."""
        definite = "the" in {self.tree.word(each) for each in self.tree.below(place, "det")}
        does = token.pos == "NOUN" and token.dep in ("nsubj", "nsubjpass")
        return bool(self.everyday) and definite and does and forms.isdisjoint(self.everyday)

    def _forms(self, place: int, token: Token) -> frozenset[str]:
        """The word, what it may be a form of, and with a small word behind it: give-up."""
        own = bases(plain_word(token.text)) | {plain(token.lemma)}
        small = [self.tree.word(each) for each in self.tree.below(place, "prt", "prep", "advmod")]
        return own | {f"{form}-{each}" for each in small for form in own}

    def _covers(self, token: Token) -> bool:
        said = self.evidence.covers(plain(token.lemma)) or all(
            map(self.evidence.covers, words(token.text))
        )
        return said and not (token.pos == "VERB" and self._has_new_particle(token))

    def _has_new_particle(self, token: Token) -> bool:
        """`Take` was said, and `take down` was not."""
        place = self.tree.sentence.index(token)
        small = [self.tree.word(each) for each in self.tree.below(place, "prt")]
        return any(
            f"{plain(token.lemma)}-{each}" in _WRITTEN.changes
            and not self.evidence.has_both(plain(token.lemma), each)
            for each in small
        )

    # ── what a sentence does as a whole ───────────────────────────────────────────────────────────

    def _order(self) -> Iterator[Breach]:
        """An imperative that is no invitation."""
        root = self.tree[self._root]
        if found := _ORDERS.match(" ".join(self.tree.words)):
            yield _breach("not_an_invitation", found.group())
            return
        if root.tag != "VB" or self._asks or self._subject is not None:
            return
        if self.tree.below(self._root, "aux") and self.tree.word(self._root - 1) != "not":
            helpers = {self.tree.word(each) for each in self.tree.below(self._root, "aux")}
            if helpers - {"do"}:
                return
        if plain(root.lemma) not in _WRITTEN.invites and not self.tree.below(self._root, "neg"):
            yield _breach("not_an_invitation", root.text)

    def _of_itself(self) -> Iterator[Breach]:
        """What is told of a life of one's own."""
        tree = self.tree
        for place, token in enumerate(tree.sentence):
            above = plain(tree[token.head].lemma)
            if tree.word(place) == "my" and above not in _WRITTEN.own_things:
                yield _breach("speaks_of_itself", f"my {tree.word(token.head)}")
            if tree.word(place) != "i" or token.dep not in ("nsubj", "nsubjpass"):
                continue
            helpers = {tree.word(each) for each in tree.below(token.head, "aux", "mark")}
            maybe = helpers & {*_MAYBE, "if", "as"}
            if above not in _WRITTEN.own and not maybe and not self._is_beneath(token.head):
                yield _breach("speaks_of_itself", f"I {tree.word(token.head)}")
            named = tree.child(token.head, "attr") if above == "be" else None
            if named is not None and tree[named].pos in ("NOUN", "PROPN"):
                yield _breach("speaks_of_itself", f"I {tree.word(named)}")

    def _future(self) -> Iterator[Breach]:
        """When will you, how long are you going to: it presses for what nobody has promised."""
        first = next((word for word in self.tree.words if word in _ASKED), "")
        if first not in ("when", "how", "why") or not self._asks:
            return
        said = " ".join(self.tree.words)
        for pressing in (
            " will you ",
            " are you going to ",
            " do you plan to ",
            " do you mean to ",
        ):
            if pressing in f" {said} ":
                yield _breach("coercion", f"{first}{pressing}".strip())

    def _degree(self) -> Iterator[Breach]:
        """How proud you were: that you were is taken for granted."""
        for place, token in enumerate(self.tree.sentence):
            how = [
                each for each in self.tree.below(place, "advmod") if self.tree.word(each) == "how"
            ]
            toned = token.pos == "ADJ" and abs(sentiment(token.text).tone) > -_DARK
            if (
                how
                and toned
                and self._is_marked
                and self._is_of_them(place)
                and not self._covers(token)
            ):
                yield _breach("leading", f"how {token.text}")

    def _means(self) -> Iterator[Breach]:
        """Somebody else's money."""
        subject, verb = self._subject, plain(self.tree[self._root].lemma)
        if subject is None or verb not in _WRITTEN.means or self.tree.words[:2] != ("how", "much"):
            return
        if self.tree.word(subject) not in ("you", *_NOBODY):
            yield _breach("presupposing_question", f"how much {verb}")

    def _mind_told(self) -> Iterator[Breach]:
        """What somebody did, thought, felt or wanted."""
        subject, verb = self._subject, self.tree[self._root]
        if subject is None or not self._is_about_them or self._is_offer or self._is_if(self._root):
            return
        lemma = plain(verb.lemma)
        helpers = {self.tree.word(each) for each in self.tree.below(self._root, "aux")}
        if "did" in helpers and not self.tree.below(self._root, "neg"):
            yield _breach("says_more_than_was_said", f"did {verb.text}")
        text = " ".join(words(" ".join(self.tree.words)))
        if lemma not in _LEAVING and self._is_empty and not self.evidence.told(text):
            yield _breach("says_more_than_was_said", text)
        elif lemma not in _WRITTEN.saying and not self._covers(verb):
            yield _breach("says_more_than_was_said", verb.text)

    @cached_property
    def _is_empty(self) -> bool:
        """No word of theirs that means something is in it."""
        said = (word for each in self.tree.words for word in words(each))
        return all(word in PLAIN_TALK for word in said)

    def _denied(self) -> Iterator[Breach]:
        """What is denied of somebody must have been denied by the teller."""
        verb = self._root
        if not (self._is_statement and self._is_about_them) and not self._is_wh:
            return
        denying = [
            *self.tree.below(verb, "neg"),
            *(each for each in self.tree.below(verb, *SUBJECTS) if self._is_none(each)),
        ]
        if denying and not self._is_offer and not self._is_imagined(verb):
            token = self.tree[verb]
            if not self.evidence.denied(plain(token.lemma)):
                yield _breach("presupposing_question", f"{self.tree.word(denying[0])} {token.text}")

    def _is_none(self, place: int) -> bool:
        return self.tree.word(place) in ("nobody", "none", "no-one", "nothing")

    # ── how a word stands ─────────────────────────────────────────────────────────────────────────

    def _is_open(self, place: int) -> bool:
        """Whether there was such a one is what is asked."""
        if self._is_polar and not self._is_theirs(place):
            return True
        beside = {self.tree.word(each) for each in self.tree.children[place]}
        return bool(beside & {*_OPEN, "a", "an", "no", "what", "which"})

    def _is_theirs(self, place: int) -> bool:
        """Your husband, his son: it is taken for granted that there is one; `your own` too."""
        owners = self.tree.below(place, "poss")
        return bool(owners) and not set(_OPEN) & set(self.tree.words)

    def _is_granted(self, place: int) -> bool:
        """It stands in a statement, behind a question word, or in a clause of time or reason."""
        if self._is_imagined(place):
            return False
        if self._is_statement or self._is_wh:
            return True
        return any(self.tree[each].dep == "advcl" for each in (place, *self.tree.up(place)))

    def _is_imagined(self, place: int) -> bool:
        for verb in (place, *self.tree.up(place)):
            helpers = {self.tree.word(each) for each in self.tree.below(verb, "aux", "mark")}
            past = "have" in helpers  # what would have been is held against what was
            if helpers & {"would", "could", "might", "'d", "if"} and not past:
                return True
        return False

    def _is_if(self, place: int) -> bool:
        """In a clause with if."""
        return any(
            self.tree.word(each) == "if"
            for verb in (place, *self.tree.up(place))
            for each in self.tree.below(verb, "mark")
        )

    def _is_beneath(self, verb: int) -> bool:
        """In a clause that only tells when or which."""
        deps = ("advcl", "relcl", "acl", "pcomp", "ccomp", "xcomp")
        return any(self.tree[each].dep in deps for each in (verb, *self.tree.up(verb)))

    # ── how the sentence stands ───────────────────────────────────────────────────────────────────

    @cached_property
    def _root(self) -> int:
        return next((at for at, token in enumerate(self.tree.sentence) if token.dep == "ROOT"), 0)

    @cached_property
    def _subject(self) -> int | None:
        return self.tree.child(self._root, "nsubj", "nsubjpass")

    @cached_property
    def _asks(self) -> bool:
        return self._is_marked or self._is_inverted

    @cached_property
    def _is_marked(self) -> bool:
        return "?" in self.tree[len(self.tree) - 1].text

    @cached_property
    def _is_inverted(self) -> bool:
        first = next((each for each in self.tree.sentence if each.pos not in _LEADS), None)
        return first is not None and plain(first.text) in _ASKED

    @cached_property
    def _invites(self) -> bool:
        """Tell me, I wonder, I would love to hear, you could tell me."""
        root = plain(self.tree[self._root].lemma)
        subject = self.tree.word(self._subject) if self._subject is not None else ""
        return root in _TELLING and (
            subject in ("i", "we") or (subject == "" and self.tree[self._root].tag == "VB")
        )

    @cached_property
    def _is_statement(self) -> bool:
        exclaims = {"what", "how"} & set(self.tree.words) and not self._is_marked
        return not self._asks and not self._invites and not exclaims

    @cached_property
    def _is_about_them(self) -> bool:
        """Its subject is the teller or somebody else."""
        subject = self._subject
        if subject is None or self.tree.word(subject) in _NOBODY:
            return False
        token = self.tree[subject]
        if any(self.tree.word(at) == "you" for at in range(*self.tree.reaches[subject])):
            return True
        named = {plain(token.lemma), self.tree.word(subject)} & (_WRITTEN.people | _WRITTEN.persons)
        return (
            bool(named)
            or self.tree.word(subject) in _THEIRS
            or (token.text[:1].isupper() and token.pos == "PROPN")
        )

    @cached_property
    def _is_offer(self) -> bool:
        """It leaves a choice, or is sorry."""
        if _FREES.search(" ".join(self.tree.words)):
            return True
        root = plain(self.tree[self._root].lemma)
        helpers = {self.tree.word(each) for each in self.tree.below(self._root, "aux")}
        return bool(helpers & {"can", "may", "could", "need"}) and root in (
            "leave",
            "tell",
            "talk",
            "stop",
            "turn",
            "go",
            "skip",
            "take",
            "stay",
            "choose",
            "be",
            "keep",
        )

    @cached_property
    def _is_polar(self) -> bool:
        return self._asks and not self._is_wh

    @cached_property
    def _is_wh(self) -> bool:
        """A question word stands in its main clause."""
        return self._asks and any(
            self.tree.word(at) in _ASKED and (at < self._root or self._root <= 1)
            for at in range(len(self.tree))
            if not self._is_beneath_relative(at)
        )

    def _is_beneath_relative(self, place: int) -> bool:
        return any(
            self.tree[each].dep in ("relcl", "advcl", "ccomp") for each in self.tree.up(place)
        )


_FREES = re.compile(r"\b(?:do n't|do not|don't|never|no|need) (?:have|need) to\b|\bneed n't\b")
_LEAVING = ("choose", "decide", "lead", "set", "say", "tell", "speak", "mention", "know", "sound")
_LEADS = ("CCONJ", "INTJ", "PUNCT", "ADV")


def _most(token: Token) -> bool:
    """The hardest, the trickiest: of many things, that one is asked for."""
    return token.tag == "JJS" or token.text.endswith("est")


def _breach(rule: str, at: str) -> Breach:
    return Breach(rule, f"nobody said '{at}'", words=at)
