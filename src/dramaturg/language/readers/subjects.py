"""Subjects: who is said to do or be something, by which verb, and what hangs on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dramaturg.english.prose import table
from dramaturg.turn.ports import Sentence, Token
from dramaturg.turn.readings import Span

SUBJECTS = ("nsubj", "nsubjpass")
NEGATORS = table("not n't never no nor neither hardly barely rarely seldom scarcely")
SUPPOSING = table("would could might should may will shall 'll 'd wo if whether unless")
DOUBTING = table(
    "think guess suppose believe reckon maybe perhaps probably possibly might about around"
    " roughly or"
)

KIN: Mapping[str, str] = {
    word: kin
    for kin, words in {
        "father": "dad daddy papa pa pop",
        "mother": "mum mom mummy mommy mam mama ma",
        "grandmother": "gran granny grandma nan nana nanna",
        "grandfather": "granddad grandad grandpa gramps",
        "husband": "hubby",
        "child": "kid",
        "aunt": "auntie aunty",
        "brother": "bro",
        "sister": "sis",
        "son": "",
        "daughter": "",
        "wife": "",
        "uncle": "",
    }.items()
    for word in (kin, *words.split())
}
"""What a relation is called, and which it is."""

HE = table("father grandfather husband brother son uncle boyfriend")
SHE = table("mother grandmother wife sister daughter aunt girlfriend")
UNTOLD = table(
    "he she they it you this that these those who which what there one his her their its your"
)
"""Subjects of which nobody knows who they are without what was said before."""


@dataclass(frozen=True, slots=True)
class SubjectClause:
    """A verb with its subject, in its sentence. `below` holds, for every token, the places of those
    that hang on it.
    """

    sentence: Sentence
    below: Sequence[Sequence[int]]
    verb: int
    subject: str

    @property
    def token(self) -> Token:
        return self.sentence[self.verb]

    @property
    def lemma(self) -> str:
        return self.token.lemma.lower()

    @property
    def negated(self) -> bool:
        return any(word in NEGATORS for word in self._words_below)

    @property
    def never(self) -> bool:
        return "never" in self._words_below

    @property
    def supposed(self) -> bool:
        """Wished, planned, asked or imagined: no claim."""
        asked = self.sentence[-1].text.startswith("?")
        return asked or any(word in SUPPOSING for word in self._words_below)

    @property
    def past(self) -> bool:
        helpers = [self.sentence[place].tag for place in self.children("aux", "auxpass")]
        return "VBD" in helpers or (self.token.tag == "VBD" and not self.has_got)

    @property
    def has_got(self) -> bool:
        """`I've got two` is present, whatever the form of the verb."""
        return self.lemma == "get" and any(
            self.sentence[place].lemma == "have" for place in self.children("aux")
        )

    @property
    def hedged(self) -> bool:
        around = self.sentence[max(0, self.verb - 6) : self.verb + 4]
        return any(token.lemma.lower() in DOUBTING for token in around)

    @property
    def _words_below(self) -> tuple[str, ...]:
        return tuple(
            self.sentence[place].text.lower().replace("’", "'") for place in self.below[self.verb]
        )

    def children(self, *deps: str, of: int | None = None) -> list[int]:
        places = self.below[self.verb if of is None else of]
        return [place for place in places if self.sentence[place].dep in deps]

    def behind(self, *prepositions: str) -> Iterator[int]:
        """What stands behind one of these prepositions that hangs on the verb: in *Leeds*."""
        for place in self.children("prep"):
            if self.sentence[place].text.lower() in prepositions:
                yield from self.children("pobj", of=place)

    def span(self, text: str) -> Span:
        """From the first to the last word that hangs on the verb by one step or two."""
        near = [
            place
            for place in self.below[self.verb]
            if self.sentence[place].dep not in ("conj", "cc", "punct", "advcl", "ccomp")
        ]
        far = [
            place
            for one in near
            for place in self.below[one]
            if self.sentence[place].dep not in ("relcl", "conj", "cc", "punct")
        ]
        places = [self.verb, *near, *far]
        first, last = self.sentence[min(places)], self.sentence[max(places)]
        return Span(text[first.start : last.end], first.start)


def below(sentence: Sentence) -> tuple[tuple[int, ...], ...]:
    """For every token the places of those that hang on it."""
    hanging: list[list[int]] = [[] for _ in sentence]
    for place, token in enumerate(sentence):
        if token.head != place:
            hanging[token.head].append(place)
    return tuple(map(tuple, hanging))


def clauses(sentences: Sequence[Sentence]) -> Iterator[SubjectClause]:
    """Every verb that has a subject, or shares that of the verb before it. A `he` is the last man
    named in this text.
    """
    known: dict[str, str] = {}
    for sentence in sentences:
        hanging = below(sentence)
        subjects: dict[int, str] = {}
        for place, token in enumerate(sentence):
            own = next((child for child in hanging[place] if sentence[child].dep in SUBJECTS), None)
            if own is not None:
                subjects[place] = _remembered(who(sentence, hanging, own), known)
            elif token.dep == "conj" and token.head in subjects:
                subjects[place] = subjects[token.head]
            if place in subjects and token.pos in ("VERB", "AUX"):
                yield SubjectClause(sentence, hanging, place, subjects[place])


def _remembered(subject: str, known: dict[str, str]) -> str:
    if subject in known:
        return known[subject]
    kin = subject.rsplit(maxsplit=1)[-1]
    if kin in HE:
        known["he"] = subject
    elif kin in SHE:
        known["she"] = subject
    return subject


def who(sentence: Sentence, hanging: Sequence[Sequence[int]], place: int) -> str:
    """Whom a word means: `I`, `we`, `my father` (for dad, too), `my older brother`, a name, `the
    shop`.
    """
    token = sentence[place]
    plain = token.text.lower()
    if token.pos == "PRON":
        return {"i": "I", "me": "I", "us": "we"}.get(plain, plain)
    parts = [sentence[child] for child in hanging[place]]
    kin = KIN.get(token.lemma.lower()) or KIN.get(plain)
    owners = [
        _owner(sentence, hanging, child)
        for child in hanging[place]
        if sentence[child].dep == "poss"
    ]
    if token.pos == "PROPN" and not owners:
        return f"my {kin}" if kin else plain
    whose = owners[0] if owners else "my" if kin and not parts else "the"
    described = [
        part.text.lower()
        for part in parts
        if part.dep in ("amod", "compound", "nummod") and part.start < token.start
    ]
    return " ".join([whose, *described, kin or token.lemma.lower()])


def _owner(sentence: Sentence, hanging: Sequence[Sequence[int]], place: int) -> str:
    """`my`, also for our; `my dog's`."""
    plain = sentence[place].text.lower()
    if sentence[place].pos == "PRON":
        return "my" if plain == "our" else plain
    described = (
        ["my"]
        if any(sentence[child].text.lower() in ("my", "our") for child in hanging[place])
        else []
    )
    return " ".join([*described, f"{plain}'s"])
