"""Claims: what a line asserts of others, of what happened and of the learner, for which there is no
ground.

Ground is asked for only where something is asserted. What is asked, imagined, wished or supposed is
free, and so are words that tell nothing of anybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from dramaturg.data_files import Pattern, Words, load
from dramaturg.engines.sims.asks.line_ground import LineGround
from dramaturg.english.forms import VERB_BASES, bases
from dramaturg.english.prose import plain_word, table, words
from dramaturg.english.tree import Tree
from dramaturg.turn.ports import Syntax

Charge = Literal["no-others-matters", "no-invention", "no-words-of-theirs"]


@dataclass(frozen=True, slots=True)
class LineWords:
    """What line_words.yaml holds."""

    plain: Words
    points: Words
    agents: Words
    events: Words
    settled: Words
    absolute: Words
    private: Words
    speech: Words
    wishes: Words
    similes: Words
    human: Pattern
    threat: Pattern
    insinuation: Pattern
    diagnosis: Pattern


WORDS = load(__file__, "line_words.yaml", LineWords)

_CONTENT = ("NOUN", "VERB", "ADJ", "PROPN")
_MAYBE = table("would could might should can may must 'd will 'll wo shall ca")
_IF = table("if unless whether when until before once in")
_STATED_WITH = ("ccomp", "xcomp", "conj")
_CALENDAR = table("""
    monday tuesday wednesday thursday friday saturday sunday january february march april may june
    july august september october november december
""")
_PERSONS = table("he she they he's she's they're")
_THEM = table("it he she they this that which who")


@dataclass(frozen=True, slots=True)
class Claim:
    """A rule that the line breaks by claiming something, the words that do, and whether the person
    claims it of themselves.
    """

    rule: Charge
    words: str
    of_self: bool = False


def unfounded(line: str, ground: LineGround, syntax: Syntax) -> tuple[Claim, ...]:
    """What the line claims without ground."""
    named = False
    found: list[Claim] = []
    for parsed in syntax.read(line):
        sentence = _Sentence(Tree(parsed), ground, named)
        named = named or sentence.names_somebody
        if sentence.tree.parsed:
            found += sentence.claims()
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class _Sentence:
    """`named`: one of the others was spoken of before, so that `she` may be her."""

    tree: Tree
    ground: LineGround
    named: bool

    @cached_property
    def names_somebody(self) -> bool:
        return any(word in self.ground.names for word in self.tree.words)

    @cached_property
    def asks(self) -> bool:
        return bool(self.tree.words) and self.tree.words[-1].endswith("?")

    def claims(self) -> Iterator[Claim]:
        yield from self._strange_names()
        for verb in range(len(self.tree)):
            subject = self._subject(verb)
            if subject is None or not self._asserted(verb):
                continue
            if rule := self._charge(verb, subject):
                start, end = self.tree.reaches[verb]
                clause = " ".join(token.text for token in self.tree.sentence[start:end])
                yield Claim(rule, clause, of_self=self.tree.word(subject) == "i")

    def _charge(self, verb: int, subject: int) -> Charge | None:
        word = self.tree.word(subject)
        if self._is_one_of_them(subject):
            return "no-others-matters" if self._tells_of(verb) else None
        if self.asks:
            return None
        if word == "you":
            return "no-words-of-theirs" if self._puts_in_their_mouth(verb) else None
        if self._acts_unknown(verb, subject):
            return "no-invention"
        if word == "i":
            did = self._is_past(verb) and self._did_unknown(verb)
            return "no-invention" if did else None
        if self._is_past(verb) and self._happened_unknown(verb, subject):
            return "no-invention"
        if word in _PERSONS and len(self._unknown(verb, "NOUN", "ADJ")) > 1:
            return "no-invention"
        return None

    # ── who ───────────────────────────────────────────────────────────────────────────────────────

    def _subject(self, verb: int) -> int | None:
        """Of a verb that stands beside another, the other's."""
        if not self.tree.is_verb(verb) or self.tree[verb].dep in ("aux", "auxpass"):
            return None
        found = self.tree.subject(verb)
        if found is None and self.tree[verb].dep == "conj":
            return self._subject(self.tree[verb].head)
        return found

    def _is_one_of_them(self, subject: int) -> bool:
        word = self.tree.word(subject)
        if word in _PERSONS:
            return self.named or any(
                each in self.ground.names for each in self.tree.words[:subject]
            )
        return word.removesuffix("'s") in self.ground.names

    # ── what ──────────────────────────────────────────────────────────────────────────────────────

    def _tells_of(self, verb: int) -> bool:
        """Somebody else's matters: all but what they are there for, and what there is ground
        for.
        """
        reports = bool(bases(self.tree.word(verb)) & WORDS.speech) and any(
            self.tree[each].dep in ("ccomp", "xcomp", "dobj") for each in self.tree.children[verb]
        )
        unknown = self._unknown(verb)
        if reports and not self.asks:
            return bool(unknown) or not self._grounded(verb)
        points = bool(self._forms(verb) & WORDS.points) and not self._is_past(verb)
        free = 0 if self._forms(verb) & WORDS.wishes else 1
        return bool(unknown) and not (points and len(unknown) <= free)

    def _puts_in_their_mouth(self, verb: int) -> bool:
        """Whether the learner is said to have said or decided what they did not."""
        if not (self._forms(verb) & WORDS.speech) or not self._is_past(verb):
            return False
        said = [place for place in self._content(verb) if place != verb]
        forms = [self._forms(place) for place in said]
        return not any(each & self.ground.heard_forms for each in forms)

    def _acts_unknown(self, verb: int, subject: int) -> bool:
        """Whether somebody who is not there is said to have done or to be something."""
        whose = self.tree.below(subject, "compound", "poss")
        agents = [each for each in (subject, *whose) if self._forms(each) & WORDS.agents]
        if any(self._has_no_ground(each) for each in agents):
            return self.tree.is_name(subject)
        return bool(agents) and self._is_past(verb) and bool(self._unknown(verb))

    def _did_unknown(self, verb: int) -> bool:
        """Whether the person says they did what would be on record."""
        if self._forms(verb) & WORDS.events:
            return bool(self._unknown(verb))
        return len(self._unknown(verb, "NOUN", "PROPN")) > 2

    def _happened_unknown(self, verb: int, subject: int) -> bool:
        """Whether something is told to have happened of which nothing is known."""
        if self._forms(verb) & (WORDS.speech | WORDS.events):
            return bool(self._unknown(verb))
        is_unknown = self.tree.is_name(subject) and self._has_no_ground(subject)
        was_done = bool(self.tree.below(verb, "auxpass")) and self._has_no_ground(verb)
        return was_done or len(self._unknown(verb)) + is_unknown > 1

    def _has_no_ground(self, place: int) -> bool:
        return not self._forms(place) & (self.ground.forms | WORDS.plain)

    def _unknown(self, verb: int, *kinds: str) -> list[str]:
        """The words of a clause that carry something and have no ground."""
        return [
            self.tree.word(place)
            for place in self._content(verb)
            if (not kinds or self.tree[place].pos in kinds) and self._has_no_ground(place)
        ]

    def _grounded(self, verb: int) -> bool:
        return any(
            self._forms(place) & self.ground.forms - WORDS.plain for place in self._content(verb)
        )

    def _content(self, verb: int) -> list[int]:
        """The places of a clause that carry something: the verb's, and of all that hangs on it but
        its subject and other clauses with one of their own.
        """
        found, waiting = [], [verb]
        while waiting:
            place = waiting.pop()
            if self.tree[place].pos in _CONTENT and words(self.tree.word(place)):
                found.append(place)
            waiting += [
                each
                for each in self.tree.children[place]
                if self.tree[each].dep not in ("conj", "parataxis", "advcl")
                and not (place == verb and self.tree[each].dep in ("nsubj", "nsubjpass"))
                and self.tree.word(each) not in _MAYBE
            ]
        return sorted(found)

    def _forms(self, place: int) -> frozenset[str]:
        token = self.tree[place]
        return bases(plain_word(token.text)) | {token.lemma.lower()}

    # ── how ───────────────────────────────────────────────────────────────────────────────────────

    def _asserted(self, verb: int) -> bool:
        """Neither supposed, nor wished, nor what might be."""
        inside = True  # of the same statement, as far as complements and lists reach up
        for place in (verb, *self.tree.up(verb)):
            if inside and any(
                self.tree.word(each) in _MAYBE for each in self.tree.below(place, "aux")
            ):
                return False
            inside = inside and self.tree[place].dep in _STATED_WITH
            if any(self.tree.word(each) in _IF for each in self.tree.below(place, "mark")):
                return False
            hypothetical = not self._is_past(place) and any(
                self.tree.word(each) in _IF for each in self.tree.below(place, "advmod")
            )
            if hypothetical and self.tree[place].dep == "advcl":
                return False
            wishes = place != verb and self._forms(place) & WORDS.wishes
            if wishes and self.tree[place].dep == "ROOT":
                return False
        return not (self.asks and not self._presupposes())

    def _presupposes(self) -> bool:
        """A question with when, why or how takes for granted what it asks about."""
        return self.tree.words[0] in ("when", "why", "how")

    def _is_past(self, verb: int) -> bool:
        helpers = self.tree.below(verb, "aux", "auxpass")
        forms = {self.tree[each].tag for each in helpers} | {self.tree[verb].tag}
        done = any(self.tree.word(each) in ("has", "have", "'ve", "had", "'s") for each in helpers)
        # a parser takes an unusual past for a present: rewrote
        past = VERB_BASES.get(self.tree.word(verb), self.tree.word(verb)) != self.tree.word(verb)
        return (
            (past and not done and forms <= {"VBP", "VB"})
            or "VBD" in forms
            or (self.tree[verb].tag in ("VBN", "VBG") and done)
        )

    def _strange_names(self) -> Iterator[Claim]:
        """Names, days and places that nobody has mentioned."""
        if self.asks:
            return
        for place, token in enumerate(self.tree.sentence):
            strange = (
                place > 0
                and token.pos == "PROPN"
                and token.text[:1].isupper()
                and not self._forms(place) & (self.ground.forms | WORDS.plain | self.ground.names)
                and self.tree.word(place) not in _CALENDAR
            )
            if strange and not any(
                self.tree.word(up) in WORDS.similes for up in self.tree.up(place)
            ):
                yield Claim("no-invention", token.text)


def private_words(line: str, ground: LineGround) -> Sequence[str]:
    """Words of somebody's own life that nobody has brought up."""
    return [
        word
        for word in words(line)
        if word in WORDS.private and not bases(word) & (ground.forms | ground.heard_forms)
    ]
