"""The phrases of an answer that are worth a concept: what somebody names, does, finds or feels.

Every clause says one thing at most. Verbs that only lead on to what is meant ("I want to", "it lets
me", "I think") are passed over, and what they lead to takes over their negation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from dramaturg.data_files import Words, load
from dramaturg.english.prose import plain_word, table
from dramaturg.english.tree import NAMES, Tree
from dramaturg.turn.ports import Sentence, Token

Shape = Literal["thing", "deed", "quality", "feeling"]
Places = list[int]

WORDS = load(__file__, "phrase_words.yaml", dict[str, Words])
PASSING = WORDS["passing"]
HAVING = WORDS["having"]
# denied, it is the denial that says something
LIKING = table("like love prefer enjoy appreciate need want")
CAUSING = table("make help let allow enable mean cause force keep")
LINKING = table("be feel seem look taste smell sound become get stay remain turn")
BECOMING = table("look become get stay remain turn")
STANDING = table("be feel")
EMPTY = WORDS["empty"]
TIMES = table("time day moment")
ARTICLES = table("a an the")
POINTING = table("the this that every each any")
# who says something if it is told which
PERSONS = table("people person man woman somebody someone")
ONESELF = table("myself yourself ourselves themselves himself herself everybody everyone others")
WHOM = table("us you him her them")
PERSONAL = table("i we you he she they")
ASIDES = table("before until till while")  # what they lead in only tells when
UNITS = WORDS["units"]
SOME = table("something anything everything nothing")
ABLE = table("can could ca")
NOBODY = table("nobody none no-one nothing")
WEIGHING = table("matter count")  # the price matters: it is the price that is named
WEIGHTY = table("important key crucial essential big major main")
MEASURES = WORDS["measures"]
FADED = WORDS["faded"]
BLAND = WORDS["bland"]
OPENING = WORDS["opening"]  # to do something
IDLE = WORDS["idle"]
CLAUSES = table("ROOT conj advcl ccomp xcomp relcl pcomp csubj acl parataxis dep appos")
INSIDE = frozenset({"compound", "amod", "nummod", "nmod", "quantmod", "npadvmod", "advmod"})
REFUSING = table("know remember understand care")  # negated, what follows them is not said to be so
DUE = table("because about due of")
MOST_PREPOSITIONS = 2
SHORT_CLAUSE = 4
TAG = 5  # tokens of 'isn't it?' with the comma before it
AWAY = table("off out away over gone")
CANDID = table("honest fair frank precise clear sure")
MISTAKEN, DOUBTING = table("wrong mistaken"), table("may might could")
REPORTING = table("tell say notice realise realize")
TELLING = table("that who i you we")  # a battery that lasts, the people you love
CHUNK = frozenset({"ADJ", "NOUN", "PROPN"})

DEED, FEELING, QUALITY, THING, BARE = 1.0, 1.1, 0.9, 0.85, 0.5
REMARK, ASIDE, IDLE_TALK = 0.45, 0.35, 0.2


@dataclass(frozen=True, slots=True)
class Phrase:
    """`words` in their order, `head` the one that matters most; `bearer` has the quality or does
    the deed, if it has a name.

    `verb` is what was done about a thing, how a quality shows, or what leads on to a deed; `doer`
    the subject's word, `article` the thing's. `start` and `end` tell where it stands in the answer,
    `clause` the clause around it.
    """

    shape: Shape
    head: Token
    words: tuple[Token, ...]
    start: int
    end: int
    clause: tuple[int, int]
    sentence: int
    weight: float
    bearer: tuple[Token, ...] = ()
    verb: Token | None = None
    negation: str = ""
    article: str = ""
    doer: str = ""

    @property
    def negated(self) -> bool:
        return bool(self.negation)

    @property
    def is_told(self) -> bool:
        """Whether it is part of a story: something that was done."""
        return self.shape == "deed" and self.head.tag == "VBD"

    @property
    def lemmas(self) -> frozenset[str]:
        return frozenset(
            lemma_of(token) for token in (*self.bearer, *self.words) if token.pos in CONTENT
        )


CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM", "ADV"})


def lemma_of(token: Token) -> str:
    return (
        plain_word(token.lemma)
        if token.pos != "PROPN"
        else plain_word(token.text).removesuffix("s") or plain_word(token.text)
    )


def phrases(sentences: Sequence[Sentence]) -> tuple[Phrase, ...]:
    """Every phrase worth a concept, in the order said; sentences that ask back say nothing."""
    found: list[Phrase] = []
    for number, sentence in enumerate(sentences):
        if not sentence or _asks(sentence):
            continue
        tree = Tree(sentence)
        found.extend(
            _Clauses(tree, number).all() if tree.parsed or len(tree) == 1 else _chunks(tree, number)
        )
    return tuple(sorted(found, key=lambda phrase: (phrase.start, phrase.end)))


def _asks(sentence: Sentence) -> bool:
    """Whether it is a question; 'it's about dignity, isn't it?' is none."""
    tag = any(token.text == "," for token in sentence[-TAG:]) and len(sentence) > 2 * TAG - 2
    return sentence[-1].text == "?" and not tag


class _Clauses:
    """The phrases of one sentence. `_used` are the places that are part of a phrase already."""

    def __init__(self, tree: Tree, number: int) -> None:
        self._tree, self._number = tree, number
        self._used: set[int] = set()
        self._negated: dict[int, bool] = {}
        self._raised: dict[int, int] = {}

    def all(self) -> Iterator[Phrase]:
        tree = self._tree
        for place in sorted(range(len(tree.sentence)), key=self._depth):
            if place not in self._used and self._heads_clause(place):
                yield from self._said(place)
        for place, token in enumerate(tree.sentence):
            if (
                place not in self._used
                and tree.is_name(place)
                and token.dep in ("dobj", "pobj", "attr", "conj", "appos", "ROOT")
            ):
                above = self._tree[place].head
                of = self._tree.word(above)
                due = self._tree[place].dep == "ROOT" or (
                    of in DUE and (of != "of" or self._tree.word(above - 1) == "because")
                )
                yield from self._things([place], None, False, THING if due else ASIDE)

    def _depth(self, place: int) -> int:
        depth = 0
        while self._tree[place].head != place and depth < len(self._tree.sentence):
            place, depth = self._tree[place].head, depth + 1
        return depth

    def _heads_clause(self, place: int) -> bool:
        token = self._tree[place]
        if token.dep == "ROOT" or token.pos in ("VERB", "AUX"):
            return token.dep in CLAUSES
        return token.dep in ("ccomp", "advcl", "conj", "oprd") and bool(
            self._tree.below(place, "nsubj", "nsubjpass", "expl")
        )

    # ── one clause ────────────────────────────────────────────────────────────────────────────────

    def _said(self, place: int) -> Iterator[Phrase]:
        """What the clause says: the first of these ways to read it that finds something."""
        tree, token = self._tree, self._tree[place]
        negated = self._is_negated(place)
        if token.pos in NAMES:
            yield from self._things(tree.listed(place), None, negated, THING)
        elif token.pos in ("ADJ", "ADV"):
            yield from self._qualities(place, place, negated)
        elif token.pos == "ADP":
            # in a hurry all the time
            words = list(self._within(place))
            if words and self._tree[place].dep == "ROOT":
                yield self._phrase("quality", place, words, place, False, QUALITY)
        elif token.pos not in ("VERB", "AUX") or self._says_little(place):
            return
        elif self._passes(place, negated):
            yield from self._subject(place)
        elif self._tree[place].tag == "VBN" and bool(self._tree.below(place, "auxpass")):
            yield self._quality(place, place, negated)
        else:
            linked = list(self._linked(place, negated)) if token.lemma in LINKING else []
            yield from linked or self._done(place, negated)

    def _says_little(self, place: int) -> bool:
        """The people you love: the clause only tells who is meant."""
        tree = self._tree
        return (
            tree[place].dep == "relcl"
            and tree.is_name(tree[place].head)
            and not tree.below(place, "dobj", "acomp", "attr", "xcomp", "ccomp", "oprd")
        )

    def _is_negated(self, place: int) -> bool:
        tree = self._tree
        subjects = tree.below(place, "nsubj", "nsubjpass")
        nobody = any(tree.word(each) in NOBODY or self._is_none(each) for each in subjects)
        without = tree[place].dep == "pcomp" and tree.word(tree[place].head) == "without"
        own = (
            nobody
            or without
            or bool(tree.below(place, "neg"))
            or any(tree.word(each) == "never" for each in tree.children[place])
        )
        return own != self._negated.get(place, False)

    def _is_none(self, place: int) -> bool:
        """No sugar, no one."""
        return any(self._tree.word(each) == "no" for each in self._tree.below(place, "det"))

    def _passes(self, place: int, negated: bool) -> bool:
        """Whether the clause only leads on to another, which then takes over its negation."""
        tree, token = self._tree, self._tree[place]
        complements = [each for each in tree.below(place, "xcomp", "ccomp") if each > place]
        goes_on = token.lemma == "keep" and any(
            tree[each].lemma in IDLE and not tree.children[each] for each in complements
        )
        if goes_on or self._got_done(place) is not None:  # keep working says more than working
            return False
        if negated and token.lemma in REPORTING:  # he was confused, and nobody had told us
            return False
        if token.lemma not in PASSING or not complements or tree.below(place, "acomp", "attr"):
            return False
        if token.lemma == "feel" and all(tree[each].pos in ("ADJ", "ADV") for each in complements):
            return False
        for each in complements:
            if negated and token.lemma in REFUSING:
                self._use(each)
            self._negated[each] = negated
            self._raise(place, each)
        return True

    def _got_done(self, place: int) -> int | None:
        """To get the tax return done: what is done."""
        tree = self._tree
        done = [
            each
            for each in tree.below(place, "ccomp", "xcomp")
            if tree[each].tag == "VBN" and tree.child(each, "nsubj")
        ]
        return done[0] if done and tree[place].lemma in ("get", "have") else None

    def _raise(self, place: int, complement: int) -> None:
        """The sound keeps cutting out: it is the sound that cuts out."""
        subject = self._tree.child(place, "nsubj")
        if (
            subject is not None
            and self._tree[complement].dep == "xcomp"
            and self._tree[place].lemma not in CAUSING - {"keep"}
        ):
            self._raised[complement] = subject

    def _subject_of(self, place: int) -> int | None:
        own = self._tree.child(place, "nsubj", "nsubjpass")
        return self._raised.get(place) if own is None else own

    def _use(self, place: int) -> None:
        """The word and all below it say nothing more."""
        self._used.update(self._subtree(place))

    def _subject(self, place: int) -> Iterator[Phrase]:
        """What brings something about is worth a concept, if it has a name: the price makes me
        nervous.
        """
        tree = self._tree
        subject, keeps = (
            tree.child(place, "nsubj"),
            tree[place].lemma == "keep" and bool(tree.below(place, "xcomp")),
        )
        if (
            subject is not None
            and tree.is_name(subject)
            and tree[place].lemma in CAUSING
            and not keeps
        ):
            yield from self._things(tree.listed(subject), None, False, THING)

    # ── something is so ───────────────────────────────────────────────────────────────────────────

    def _linked(self, place: int, negated: bool) -> Iterator[Phrase]:
        tree = self._tree
        for each in tree.below(place, "acomp", "oprd", "attr", "xcomp", "advmod"):
            if tree[each].dep == "advmod" and (
                tree[each].pos != "ADJ" or tree[place].lemma == "be"
            ):
                continue
            if self._opens(each, place):
                self._negated.update(
                    dict.fromkeys(tree.below(each, "xcomp") + tree.below(place, "xcomp"), negated)
                )
            elif tree[each].pos in NAMES or tree.word(each) in SOME:
                yield from self._is_something(place, each, negated)
            elif self._becomes(place):
                continue
            elif tree[each].pos in ("ADJ", "VERB", "ADV") and tree[each].dep != "xcomp":
                yield from self._qualities(each, place, negated)
        if tree[place].lemma in STANDING and not tree.below(place, "acomp", "attr", "oprd"):
            yield from self._stands(place, negated)

    def _is_something(self, verb: int, attribute: int, negated: bool) -> Iterator[Phrase]:
        """It is a proper coffee; I am a better mother; respect is everything."""
        tree = self._tree
        if self._is_somebody(verb, attribute):
            words = [*self._noun(attribute, articles=True), *self._told_apart(attribute)]
            yield self._phrase("quality", attribute, words, verb, negated, QUALITY, verb=tree[verb])
            return
        if not negated:  # what it is not is nothing
            yield from self._things(tree.listed(attribute), tree[verb], negated, THING)
        self._used.add(attribute)
        yield from self._named_subject(verb, attribute)

    def _is_somebody(self, verb: int, attribute: int) -> bool:
        """I am a better mother, being a good host: what somebody is, not what something is."""
        subject = self._subject_of(verb)
        somebody = (
            self._tree.word(subject) in PERSONAL
            if subject is not None
            else self._tree[verb].tag == "VBG"
        )
        return somebody and self._tree[verb].lemma == "be" and self._says(attribute)

    def _becomes(self, place: int) -> bool:
        """To look stingy is something one does; feet that stay dry are dry feet."""
        subject = self._subject_of(place)
        return self._tree[place].lemma in BECOMING and (
            subject is None or not self._tree.is_name(subject)
        )

    def _opens(self, quality: int, verb: int) -> bool:
        """It is important to, I am able to: what is meant follows."""
        tree = self._tree
        follows = tree.below(quality, "xcomp") or [
            each for each in tree.below(verb, "xcomp") if each > quality
        ]
        return tree[quality].lemma in OPENING and bool(follows)

    def _named_subject(self, verb: int, attribute: int) -> Iterator[Phrase]:
        """Running is my passion: both are named; the price is the reason: only one says
        something.
        """
        subject = self._tree.child(verb, "nsubj")
        if (
            subject is not None
            and self._tree.is_name(subject)
            and lemma_of(self._tree[attribute]) in EMPTY
        ):
            yield from self._things(self._tree.listed(subject), None, False, THING)

    def _stands(self, place: int, negated: bool) -> Iterator[Phrase]:
        """I am in control; it is about trust; I feel like a good mother."""
        tree = self._tree
        there = [each for each in tree.below(place, "advmod") if tree.word(each) == "there"]
        words = [
            each for each in tree.below(place, "advmod") if each > place and tree.word(each) in AWAY
        ]
        words += self._prepositions(place)
        due = [each for each in tree.below(place, "prep") if tree.word(each) in DUE]
        if there and words:
            yield self._phrase("deed", place, [place, *there, *words], place, negated, DEED)
        elif due:
            yield from self._things(
                [each for named in tree.below(due[0], "pobj") for each in tree.listed(named)],
                None,
                negated,
                THING,
            )
        elif words and (tree[place].lemma != "be" or self._subject_of(place) is not None):
            shape: Shape = "feeling" if tree[place].lemma == "feel" else "quality"
            yield self._phrase(
                shape,
                words[0],
                words,
                place,
                negated,
                QUALITY,
                bearer=self._bearer(place),
                verb=tree[place],
            )

    def _qualities(self, place: int, verb: int, negated: bool) -> Iterator[Phrase]:
        weighed = self._weighed(place, verb)
        if weighed is not None:
            yield from (
                self._things(self._tree.listed(weighed), None, False, THING) if not negated else ()
            )
            return
        for each in self._tree.listed(place):
            if (
                self._tree[each].pos in ("ADJ", "ADV", "VERB")
                and self._tree[each].lemma not in FADED
                and each not in self._used
            ):
                yield self._quality(each, verb, negated)

    def _weighed(self, place: int, verb: int) -> int | None:
        """What is said to matter, where that is all that is said of it."""
        subject = self._subject_of(verb)
        weighty = self._tree[place].lemma in WEIGHTY | WEIGHING
        return subject if weighty and subject is not None and self._says(subject) else None

    def _quality(self, place: int, verb: int, negated: bool) -> Phrase:
        tree = self._tree
        words = [
            each
            for each in tree.below(place, "advmod")
            if each < place and tree.word(each) not in FADED
        ]
        measures = [
            how
            for how in tree.below(place, "npadvmod")
            if lemma_of(tree[how]) not in MEASURES or tree[verb].lemma == "feel"
        ]
        words += [each for how in measures if how < place for each in self._measure(how)]
        words += [place, *tree.below(place, "prt"), *self._manner(place), *self._how(place, verb)]
        bearer = self._bearer(verb, most=1)
        shape: Shape = "feeling" if tree[verb].lemma == "feel" else "quality"
        weight = self._quality_weight(place, verb, len(words) == 1, bool(bearer))
        return self._phrase(
            shape, place, words, verb, negated, weight, bearer=bearer, verb=tree[verb]
        )

    def _quality_weight(self, place: int, verb: int, alone: bool, bearer: bool) -> float:
        """Good says little, and so does: which is nice."""
        tree, subject = self._tree, self._subject_of(verb)
        bland = (
            (tree[place].lemma in BLAND and alone)
            or tree.word(place) in ("more", "less")
            or self._is_phrase(place, verb)
        )
        if bland and not bearer:
            return IDLE_TALK
        if subject is not None and tree.word(subject) in ("which", "that", "this") and alone:
            return REMARK
        if tree[verb].lemma == "feel":
            return FEELING
        return QUALITY + 0.05 * bearer - 0.3 * bland

    def _is_phrase(self, place: int, verb: int) -> bool:
        """To be honest, to be fair; I could be wrong."""
        led, subject = (
            [self._tree.word(each) for each in self._tree.below(verb, "aux")],
            self._subject_of(verb),
        )
        if subject is None:
            return self._tree.word(place) in CANDID and "to" in led
        return (
            self._tree.word(place) in MISTAKEN
            and self._tree.word(subject) == "i"
            and not DOUBTING.isdisjoint(led)
        )

    def _bearer(self, verb: int, most: int = 0) -> Places:
        """The subject, if it has a name."""
        subject = self._subject_of(verb)
        measured = self._measured(subject) if subject is not None else None
        subject = subject if measured is None else measured
        bears = subject is not None and self._tree.is_name(subject) and self._says(subject)
        return self._noun(subject, most=most) if bears and subject is not None else []

    def _measure(self, place: int) -> Places:
        """A bit, two nurses, a second time."""
        return [each for each in self._subtree(place) if self._tree.word(each) not in FADED]

    def _manner(self, place: int) -> Places:
        """Taken seriously."""
        tree = self._tree
        after = tree.below(place, "advmod") if tree[place].tag == "VBN" else []
        said = [each for each in after if each > place and tree.word(each) not in FADED]
        return [
            *said,
            *(
                each
                for how in said
                for span in tree.below(how, "npadvmod")
                for each in self._measure(span)
            ),
        ]

    def _how(self, place: int, verb: int) -> Places:
        """Easy to clean, afraid of heights, better for the environment."""
        tree, words = self._tree, list(self._prepositions(place))
        if not words and verb != place and (tree[place].lemma in BLAND or tree[place].tag == "JJR"):
            words = list(self._prepositions(verb, most=1, beyond=place))
        for each in (
            *tree.below(place, "xcomp"),
            *(tree.below(verb, "xcomp") if verb != place else ()),
        ):
            to = tree.child(each, "aux")
            if to is not None and to > place and to - place <= 2:
                words += [to, each, *self._objects_of(each)]
        return words

    # ── somebody does something ───────────────────────────────────────────────────────────────────

    def _done(self, place: int, negated: bool) -> Iterator[Phrase]:
        tree, token = self._tree, self._tree[place]
        objects = [each for each in tree.below(place, "dobj") if self._says(each)][-1:]
        done = self._got_done(place)
        if done is not None:
            yield self._phrase(
                "deed", place, [place, *self._objects(done, "nsubj"), done], place, negated, DEED
            )
            self._use(done)
        elif objects and self._only_has(place, negated):
            yield from self._things(tree.listed(objects[0]), token, negated, THING)
        elif objects:
            yield from self._done_to(
                place, [each for each in tree.listed(objects[0]) if self._says(each)], negated
            )
        elif token.lemma != "be":
            yield from self._bare(place, negated)

    def _only_has(self, place: int, negated: bool) -> bool:
        """I like the taste, it has a lid: it is the thing that is named; but: bring the bikes in,
        not find the key.
        """
        lemma = self._tree[place].lemma
        denied = negated and lemma in LIKING | {"find"}
        return lemma in HAVING and not denied and not self._tree.below(place, "prt")

    def _done_to(self, place: int, objects: Places, negated: bool) -> Iterator[Phrase]:
        """What is done to two things at once is one deed, to more it is several."""
        tree, particles = self._tree, self._tree.below(place, "prt")
        weight, bearer, rest = self._done_weight(place), self._bearer(place), self._after(place)
        named = [self._noun(each, articles=True) for each in objects]
        if len(objects) == 2:
            both = [*named[0], *tree.below(objects[0], "cc"), *named[1]]
            yield self._phrase(
                "deed", place, [place, *particles, *both, *rest], place, negated, weight, bearer
            )
            return
        for number, words in enumerate(named):
            after = rest if number == 0 else []
            yield self._phrase(
                "deed", place, [place, *particles, *words, *after], place, negated, weight, bearer
            )

    def _bare(self, place: int, negated: bool) -> Iterator[Phrase]:
        """A verb without an object that says much, with what stands around it."""
        tree, token = self._tree, self._tree[place]
        weighed = self._weighed(place, place)
        if weighed is not None:
            yield from self._things(tree.listed(weighed), None, False, THING) if not negated else ()
            return
        some = [
            each
            for each in tree.below(place, "dobj")
            if tree.word(each) in SOME and token.lemma not in IDLE | HAVING
        ]
        some += [
            each
            for each in tree.below(place, "dobj")
            if tree.word(each) in ("more", "less") and not negated
        ]
        so = [each for how in tree.below(place, "acomp", "oprd") for each in self._inner(how)]
        words = [place, *tree.below(place, "prt"), *so, *some, *self._after(place)]
        bearer = self._bearer(place)
        somebody = bool(bearer) or (negated and self._negation(place) == "nobody")
        weight = self._bare_weight(place, len(words) - 1, somebody)
        if weight:
            words += self._it(place) if len(words) > 1 or somebody else self._until(place)
            yield self._phrase("deed", place, words, place, negated, weight, bearer=bearer)

    def _it(self, place: int) -> Places:
        """Buying it on offer: without the word it would read oddly."""
        return [
            each
            for each in self._tree.below(place, "dobj")
            if self._tree.word(each) in ("it", "them", "him", "her")
        ]

    def _until(self, place: int) -> Places:
        """Waits until everybody has finished."""
        tree = self._tree
        for clause in tree.below(place, "advcl"):
            below = self._subtree(clause)
            if (
                any(tree.word(each) in ("until", "till") for each in tree.below(clause, "mark"))
                and len(below) <= SHORT_CLAUSE
            ):
                self._use(clause)
                return [each for each in below if tree.word(each) not in FADED]
        return []

    def _done_weight(self, place: int) -> float:
        """Before the kids wake up: that only tells when."""
        tree = self._tree
        marks = (tree.word(each) for each in tree.below(place, "mark", "advmod", "prep"))
        return (
            ASIDE if tree[place].dep == "advcl" and any(each in ASIDES for each in marks) else DEED
        )

    def _bare_weight(self, place: int, more: int, bearer: bool) -> float:
        """Relaxing says something; going does not, nor does buying, if what is bought is
        not said.
        """
        tree = self._tree
        idle = tree[place].lemma in IDLE or tree[place].dep == "parataxis"
        if not more and (idle or (tree.below(place, "dobj") and not bearer)):
            return 0.0
        return min(BARE + 0.1 * more + 0.1 * bearer - 0.1 * idle, self._done_weight(place))

    def _after(self, place: int) -> Places:
        """What follows a verb and belongs to it: how, where, what to."""
        tree = self._tree
        words = [
            each
            for each in tree.below(place, "advmod")
            if each > place
            and tree[each].pos in ("ADV", "ADJ")
            and (tree.word(each) not in FADED or tree.word(each - 1) in ("more", "less"))
            and tree.word(each) not in ("more", "anymore")
            and tree.word(each - 1) != "as"
            and tree[each].tag not in ("WRB", "WDT")
        ]
        words += [each - 1 for each in words if tree.word(each - 1) in ("more", "less", "too")]
        measures = [
            how for each in (place, *words) for how in tree.below(each, "npadvmod") if how > place
        ]
        words += [each for how in measures for each in self._counted(how)]
        for each in tree.below(place, "xcomp"):
            if self._negated.get(each) is None:
                words += [
                    *tree.below(each, "aux"),
                    each,
                    *tree.below(each, "prt"),
                    *self._objects_of(each),
                ]
        return words + list(self._prepositions(place)) + self._to_whom(place)

    def _to_whom(self, place: int) -> Places:
        """Listens to us, talked to him."""
        tree = self._tree
        near = [
            each
            for each in tree.below(place, "prep")
            if each == place + 1 and tree.word(each) in ("to", "with", "at")
        ]
        whom = [
            named for each in near for named in tree.below(each, "pobj") if tree.word(named) in WHOM
        ]
        return [place + 1, *whom] if whom else []

    def _counted(self, place: int) -> Places:
        """An hour, two days later, a second time; but not: every evening."""
        tree = self._tree
        told = tree.below(place, "nummod", "amod") or [
            each for each in tree.below(place, "det") if tree.word(each) in ("a", "an")
        ]
        says = told and lemma_of(tree[place]) not in MEASURES
        return self._measure(place) if says and len(self._subtree(place)) <= SHORT_CLAUSE else []

    def _objects_of(self, place: int) -> Places:
        return self._objects(place, "dobj") + list(self._prepositions(place, most=1))

    def _objects(self, place: int, *deps: str) -> Places:
        objects = [
            each
            for each in self._tree.below(place, *deps)
            if self._says(each) or deps == ("nsubj",)
        ]
        return [word for each in objects for word in self._noun(each, articles=True)]

    def _prepositions(
        self, place: int, most: int = MOST_PREPOSITIONS, beyond: int | None = None
    ) -> Iterator[int]:
        """In hot coffee, about money, without wasting time; those before a verb belong to the
        sentence, not to it.
        """
        tree = self._tree
        after = [
            each
            for each in tree.below(place, "prep")
            if each > (place if beyond is None else beyond)
        ]
        for preposition in after[:most]:
            if tree.word(preposition - 1) == "instead":
                self._use(preposition)
            elif tree.word(preposition) != "because":
                yield from self._within(preposition)

    def _within(self, preposition: int) -> Iterator[int]:
        tree = self._tree
        for named in tree.below(preposition, "pobj"):
            if (
                self._says(named)
                or tree[named].pos in ("NUM", "ADJ")
                or tree.word(named) in ONESELF
            ):
                yield from (
                    preposition,
                    *self._noun(named, articles=True),
                    *self._told_apart(named),
                )
        for dark in tree.below(preposition, "amod"):
            yield from (preposition, dark)
        for deed in tree.below(preposition, "pcomp"):
            if tree[deed].tag == "VBG":
                yield from (preposition, deed, *self._objects_of(deed))
        for inner in tree.below(preposition, "prep"):  # out of pocket
            found = list(self._within(inner))
            yield from (preposition, *found) if found else ()

    # ── something is named ────────────────────────────────────────────────────────────────────────

    def _says(self, place: int) -> bool:
        token = self._tree[place]
        if token.pos == "NUM":
            return False
        if (
            token.pos not in NAMES
            and token.tag != "VBG"
            and not (token.pos == "ADJ" and self._tree.below(place, "det"))
        ):
            return False
        # the people you love, a second person: somebody who is told apart
        apart = self._tree.below(place, "amod", "nummod", "compound") or self._told_apart(place)
        if lemma_of(self._tree[place]) in PERSONS and bool(apart):
            return True
        if lemma_of(token) in TIMES:
            pointed = any(
                self._tree.word(each) in POINTING for each in self._tree.below(place, "det")
            )
            return token.dep in ("dobj", "pobj", "attr", "conj", "ROOT") and not pointed
        if lemma_of(token) == "part":  # of the neighbourhood
            return any(self._tree.word(each) == "of" for each in self._tree.below(place, "prep"))
        return lemma_of(token) not in EMPTY or self._measured(place) is not None

    def _measured(self, place: int) -> int | None:
        """A lot of time: what is measured."""
        if lemma_of(self._tree[place]) not in MEASURES and self._tree[place].pos != "NUM":
            return None
        of = next(
            (each for each in self._tree.below(place, "prep") if self._tree.word(each) == "of"),
            None,
        )
        named = self._tree.child(of, "pobj") if of is not None else None
        return named if named is not None and self._says(named) else None

    def _things(
        self, places: Iterable[int], verb: Token | None, negated: bool, weight: float
    ) -> Iterator[Phrase]:
        for place in places:
            named = self._measured(place)
            named = place if named is None else named
            if named in self._used or not self._says(named):
                continue
            clause = named if verb is None else self._tree.sentence.index(verb)
            words = [*self._noun(named), *self._told_apart(named), *self._to_oneself(clause)]
            if lemma_of(self._tree[named]) in UNITS and all(
                self._tree[each].pos == "NUM" or each == named for each in words
            ):
                continue
            more = 0.05 * min(len(words) - 1, 2) if weight > ASIDE else 0.0
            bearer = (
                self._bearer(clause)
                if verb is not None and verb.tag == "VBD" and verb.lemma != "be"
                else []
            )
            none = negated or self._is_none(named)
            yield self._phrase(
                "thing", named, words, clause, none, weight + more, bearer=bearer, verb=verb
            )

    def _to_oneself(self, clause: int) -> Places:
        """Ten minutes to myself."""
        tree = self._tree
        own = (
            (to, whom)
            for to in tree.below(clause, "prep")
            if to > clause
            for whom in tree.below(to, "pobj")
        )
        return [
            each
            for to, whom in own
            if tree.word(whom).endswith(("self", "selves"))
            for each in (to, whom)
        ]

    def _noun(self, place: int, articles: bool = False, most: int = 1) -> Places:
        """A noun with what tells it apart."""
        tree = self._tree
        words = [
            each
            for child in tree.below(place, *INSIDE)
            if (tree.word(child) not in FADED) and (child < place or tree[child].dep == "amod")
            for each in self._inner(child)
        ]
        if articles:
            words += [
                each
                for each in tree.below(place, "det", "predet")
                if tree.word(each) in ARTICLES | {"half"}
            ]
        words += [each for each in tree.below(place, "punct") if tree.word(each) == "-"]
        owners = [each for each in tree.below(place, "poss") if tree.is_name(each)]
        words += [each for owner in owners for each in (owner, *tree.below(owner, "case"))]
        words += [
            each
            for hyphen in words
            if tree.word(hyphen) == "-"
            for each in (hyphen - 1, hyphen + 1)
        ]
        return sorted({*words, place}) + list(self._prepositions(place, most))

    def _told_apart(self, place: int) -> Places:
        """A battery that lasts all day, money left over."""
        tree = self._tree
        for done in tree.below(place, "acl"):
            if tree[done].tag == "VBN" and done > place:
                return [done, *tree.below(done, "prt")]
        for clause in tree.below(place, "relcl"):
            subject = tree.child(clause, "nsubj")
            below = self._subtree(clause)
            if subject is not None and tree.word(subject) in TELLING and len(below) <= SHORT_CLAUSE:
                return [each for each in below if tree.word(each) not in FADED]
        return []

    def _subtree(self, place: int) -> Places:
        found = [place]
        for each in found:
            found.extend(self._tree.children[each])
        return sorted(each for each in found if self._tree[each].pos != "PUNCT")

    def _inner(self, place: int) -> Places:
        tree = self._tree
        below = [each for each in tree.below(place, *INSIDE) if tree.word(each) not in FADED]
        hyphens = (
            tree.below(place, "punct")
            if any(tree.word(each) == "-" for each in tree.below(place, "punct"))
            else []
        )
        return sorted({place, *below, *hyphens})

    # ── a phrase ──────────────────────────────────────────────────────────────────────────────────

    def _phrase(
        self,
        shape: Shape,
        head: int,
        places: Iterable[int],
        clause: int,
        negated: bool,
        weight: float,
        bearer: Sequence[int] = (),
        verb: Token | None = None,
    ) -> Phrase:
        tree = self._tree
        words = sorted({each for each in places if each not in bearer})
        self._used.update(words, bearer)
        covered = [tree[each] for each in (*words, *bearer, *tree.below(head, "neg"))]
        reach = [
            tree[each] for each in (*words, *bearer, *tree.children[clause], *self._led_by(clause))
        ]
        return Phrase(
            shape=shape,
            head=tree[head],
            words=tuple(tree[each] for each in words),
            start=min(each.start for each in covered),
            end=max(each.end for each in covered),
            clause=(min(each.start for each in reach), max(each.end for each in reach)),
            sentence=self._number,
            weight=weight,
            bearer=tuple(tree[each] for each in bearer),
            verb=verb or self._leading(clause),
            negation=self._negation(clause) if negated else "",
            article=next(
                (
                    plain_word(tree[each].text)
                    for each in tree.below(head, "det")
                    if tree.word(each) in ARTICLES
                ),
                "",
            ),
            doer=self._doer(clause),
        )

    def _doer(self, clause: int) -> str:
        subject = self._subject_of(clause)
        return "" if subject is None else self._tree.word(subject)

    def _negation(self, clause: int) -> str:
        words = {self._tree.word(each) for each in self._tree.children[clause]}
        nobody = "nothing" if "nothing" in words else "nobody" if words & NOBODY else ""
        return "never" if "never" in words else nobody or ("could not" if words & ABLE else "not")

    def _leading(self, clause: int) -> Token | None:
        """The verb that leads on to a deed: wanted to know, started singing."""
        token = self._tree[clause]
        above = self._tree[token.head]
        leads = token.dep == "xcomp" and token.pos == "VERB" and above.lemma in PASSING - CAUSING
        return above if leads else None

    def _led_by(self, place: int) -> Places:
        """The verbs that were passed over on the way here, and what hangs on them before it: I want
        to, it lets me.
        """
        above, tree = self._tree[place].head, self._tree
        if (
            place == above
            or tree[place].dep not in ("xcomp", "ccomp")
            or tree[above].lemma not in PASSING
        ):
            return []
        return [
            above,
            *(
                each
                for each in tree.children[above]
                if each < place and tree[each].dep in ("nsubj", "neg", "aux")
            ),
        ]


# ── without a parse ───────────────────────────────────────────────────────────────────────────────


def _chunks(tree: Tree, number: int) -> Iterator[Phrase]:
    """Runs of adjectives and nouns, where nothing is known of how the words hang together."""
    run: list[Token] = []
    for token in (*tree.sentence, None):
        if token is not None and token.pos in CHUNK and plain_word(token.text) not in FADED:
            run.append(token)
            continue
        if run and any(lemma_of(each) not in EMPTY for each in run):
            yield _chunk(run[-4:], number)
        run = []


def _chunk(run: Sequence[Token], number: int) -> Phrase:
    shape: Shape = "thing" if run[-1].pos in NAMES else "quality"
    span = run[0].start, run[-1].end
    weight = BARE + 0.1 * (len(run) - 1) if lemma_of(run[-1]) not in BLAND else ASIDE
    return Phrase(shape, run[-1], tuple(run), *span, span, number, weight)


def without_repeats(found: Sequence[Phrase]) -> tuple[Phrase, ...]:
    """The same said twice counts once, the fuller of two when the one is part of the other."""
    kept: list[Phrase] = []
    for phrase in sorted(found, key=lambda each: (-len(each.lemmas), each.start)):
        if not any(
            phrase.lemmas <= other.lemmas and phrase.negated == other.negated for other in kept
        ):
            kept.append(phrase)
    return tuple(sorted(kept, key=lambda each: (each.start, each.end)))


def borne_apart(found: Iterable[Phrase]) -> Iterator[Phrase]:
    """What is said of somebody or something, and before it whom or what it is said of: the coach,
    loud.
    """
    for phrase in found:
        if phrase.bearer:
            whole = replace(
                phrase,
                shape="thing",
                head=phrase.bearer[-1],
                words=phrase.bearer,
                bearer=(),
                verb=None,
                negation="",
            )
            yield replace(whole, start=phrase.bearer[0].start, end=phrase.bearer[-1].end)
        yield phrase


def heavier(phrase: Phrase, by: float) -> Phrase:
    return replace(phrase, weight=phrase.weight + by)
