"""Causatives: verbs and nouns that say themselves that one thing leads to another: cause, make,
result from, the reason for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dramaturg.english.prose import table
from dramaturg.english.tree import Tree
from dramaturg.language.readers.clauses import ClausePart, Clauses


@dataclass(frozen=True, slots=True)
class Caused:
    """A cause, its effect, and the words that say so."""

    cause: ClausePart
    effect: ClausePart
    marker: str
    confidence: float


def _sure(confidence: float, words: str) -> dict[str, float]:
    return dict.fromkeys(words.split(), confidence)


# the effect is the object: caused a fire
OBJECT: Mapping[str, float] = {
    **_sure(0.85, "cause trigger provoke induce spark inflict necessitate precipitate"),
    **_sure(0.45, "prevent generate create produce ignite prompt"),
}
# the effect is the clause that completes the verb: makes me feel safe, keeps us from going
COMPLEMENT: Mapping[str, float] = {
    **_sure(
        0.75,
        "make let help allow enable force cause lead prevent drive encourage inspire prompt compel",
    ),
    **_sure(0.6, "keep stop get mean push motivate"),
}
WITHOUT_OBJECT = table(
    "mean help"
)  # it helps to know; the others complete nothing without somebody: keep coming
# the effect is what the verb itself says, if a thing does it: the noise annoys me
AFFECTING: Mapping[str, float] = _sure(
    0.5,
    "annoy upset cheer scare frighten worry bother surprise shock please comfort calm irritate"
    " embarrass bore tire exhaust excite kill save ruin wreck destroy break hurt damage spoil put"
    " wake remind cost ease soothe relax stress depress",
)
# the effect, or the cause, comes after a preposition
FORWARD: Mapping[tuple[str, str], float] = {
    ("lead", "to"): 0.85,
    ("result", "in"): 0.9,
    ("contribute", "to"): 0.75,
    ("bring", "about"): 0.85,
    ("end", "in"): 0.4,
    ("set", "off"): 0.6,
}
BACKWARD: Mapping[tuple[str, str], float] = {
    ("result", "from"): 0.9,
    ("stem", "from"): 0.85,
    ("arise", "from"): 0.85,
    ("come", "from"): 0.6,
    ("die", "of"): 0.75,
    ("die", "from"): 0.85,
    ("suffer", "from"): 0.5,
}
# what follows the noun and its preposition: is it the effect or the cause
NOUNS: Mapping[tuple[str, str], tuple[str, float]] = {
    ("reason", "for"): ("effect", 0.85),
    ("cause", "of"): ("effect", 0.85),
    ("source", "of"): ("effect", 0.5),
    ("result", "of"): ("cause", 0.85),
    ("consequence", "of"): ("cause", 0.85),
    ("outcome", "of"): ("cause", 0.6),
    ("effect", "of"): ("cause", 0.6),
}
# nouns for what something does to us, followed by from
EFFECTS: Mapping[str, float] = _sure(
    0.5,
    "pain ache damage stress strain injury death noise pressure tension smell fatigue illness"
    " infection loss harm anxiety fear relief satisfaction benefit shock trauma burn bruise scar"
    " heat smoke fallout discomfort",
)
CAUSAL_NOUNS = frozenset(noun for noun, _ in NOUNS)
GIVING, PARTICIPLE = 0.55, 0.5
POINTING = table("that this it which")
PEOPLE = table(
    "i you he she we they who somebody someone mother father mum mom dad parent brother sister aunt"
    " uncle friend neighbour neighbor teacher boss manager husband wife son daughter grandmother"
    " grandfather gran granny man woman doctor nurse lady people person colleague boy girl kid"
    " child customer guy"
)


def causatives(clauses: Clauses) -> Iterator[Caused]:
    """What the verbs and nouns of a parsed sentence say about causes; those within a marker have
    been read.
    """
    if not clauses.tree.parsed:
        return
    read = {place for found in clauses.markers for place in range(found.start, found.end)}
    for place, token in enumerate(clauses.tree.sentence):
        if token.pos in ("VERB", "AUX") and place not in read:
            yield from _verb(clauses, place)
            yield from _participle(clauses, place)
        elif token.pos == "NOUN" and token.lemma.lower() in CAUSAL_NOUNS and place not in read:
            yield from _noun(clauses, place)
        elif token.pos == "NOUN" and token.lemma.lower() in EFFECTS:
            yield from _felt_from(clauses.tree, place)


# ── verbs ─────────────────────────────────────────────────────────────────────────────────────────


def _verb(clauses: Clauses, verb: int) -> Iterator[Caused]:
    tree = clauses.tree
    if tree.child(verb, "agent") is not None:
        yield from _passive(clauses, verb)
        return
    for effect, marker, confidence in _effects(clauses, verb):
        cause = _doer(clauses, verb)
        if cause:
            yield Caused(cause, effect, marker, confidence)
    for cause, marker, confidence in _after_preposition(clauses, verb, BACKWARD):
        effect_of = _doer(clauses, verb)
        if effect_of:
            yield Caused(cause, effect_of, marker, confidence)


def _effects(clauses: Clauses, verb: int) -> Iterator[tuple[ClausePart, str, float]]:
    tree = clauses.tree
    lemma, marker = tree[verb].lemma.lower(), tree[verb].text
    given = tree.child(verb, "dobj")
    yield from _after_preposition(clauses, verb, FORWARD)
    completed = _completion(tree, verb) if lemma in COMPLEMENT else None
    if completed and not (lemma == "mean" and tree.child(verb, "aux") is not None):
        yield completed, marker, COMPLEMENT[lemma]
    elif given is None:
        return
    elif lemma in OBJECT:
        yield _phrase(tree, given), marker, OBJECT[lemma]
    elif lemma == "give" and _is_thing(tree, verb) and tree.child(verb, "dative") is not None:
        yield _phrase(tree, given), marker, GIVING
    elif lemma in AFFECTING and _is_thing(tree, verb):
        yield ClausePart(tree, verb, tree.reaches[verb][1]), "", AFFECTING[lemma]


def _completion(tree: Tree, verb: int) -> ClausePart | None:
    """Feel safe, in makes me feel safe: a pronoun that is made to is left out, anybody
    else is not.
    """
    place = tree.child(verb, "ccomp", "xcomp", "oprd") or _kept_from(tree, verb)
    if (
        place is None
        or place < verb
        or tree[place].pos in ("NOUN", "PROPN")
        or tree.word(place) == "sure"
    ):
        return None
    start, end = verb + 1, tree.reaches[place][1]
    somebody = (
        tree.child(verb, "dobj", "dative") is not None or (tree.subject(place) or verb) > verb
    )
    if not somebody and tree[verb].lemma.lower() not in WITHOUT_OBJECT:
        return None
    while start < place and (tree[start].pos in ("PRON", "PART") or tree.word(start) == "from"):
        start += 1
    return ClausePart(tree, start, end)


def _kept_from(tree: Tree, verb: int) -> int | None:
    """Going, in kept us from going."""
    below = (place for place in tree.children[verb] if tree.word(place) == "from")
    return next(
        (inner for place in below if (inner := tree.child(place, "pcomp")) is not None), None
    )


def _is_thing(tree: Tree, verb: int) -> bool:
    """Whether no person does it: the job gives me a sense of purpose, not my sister gives
    me plums.
    """
    subject = tree.subject(verb)
    return (
        subject is not None
        and tree[subject].lemma.lower() not in PEOPLE
        and tree[subject].pos != "PROPN"
    )


def _passive(clauses: Clauses, verb: int) -> Iterator[Caused]:
    """The rash was caused by soap; a rash triggered by soap."""
    tree, lemma = clauses.tree, clauses.tree[verb].lemma.lower()
    by = tree.child(verb, "agent")
    made = (
        lemma == "make" and tree.child(verb, "ccomp", "oprd", "acomp", "advcl", "xcomp") is not None
    )
    if (
        by is None
        or tree.child(by, "pobj", "pcomp") is None
        or not (made or lemma in (*OBJECT, "bring", "drive"))
    ):
        return
    done = _doer(clauses, verb)
    if done:
        yield Caused(
            ClausePart(tree, by + 1, tree.reaches[by][1]),
            done,
            _marker(tree, verb, by),
            max(OBJECT.get(lemma, 0.0), 0.6),
        )


def _after_preposition(
    clauses: Clauses, verb: int, table: Mapping[tuple[str, str], float]
) -> Iterator[tuple[ClausePart, str, float]]:
    tree, lemma = clauses.tree, clauses.tree[verb].lemma.lower()
    for place in tree.children[verb]:
        confidence = table.get((lemma, tree.word(place)), 0.0)
        given = tree.child(verb, "dobj")
        if confidence and tree.child(place, "pobj", "pcomp") is not None:
            yield (
                ClausePart(tree, place + 1, clauses.with_gerund(tree.reaches[place][1])),
                _marker(tree, verb, place),
                confidence,
            )
        elif confidence and tree[place].dep == "prt" and given is not None:
            yield _phrase(tree, given), _marker(tree, verb, place), confidence


def _participle(clauses: Clauses, verb: int) -> Iterator[Caused]:
    """Having no car, we walked."""
    tree, above = clauses.tree, clauses.tree[verb].head
    opening = (
        tree[verb].tag == "VBG"
        and tree[verb].dep == "advcl"
        and verb < above
        and tree.reaches[verb][0] == 0
    )
    if opening and tree.child(verb, "mark", "aux", "prep") is None:
        main = clauses.core(above, tree.reaches[verb])
        if main:
            yield Caused(_phrase(tree, verb), main, "", PARTICIPLE)


# ── who or what does it ───────────────────────────────────────────────────────────────────────────


def _doer(clauses: Clauses, verb: int) -> ClausePart | None:
    """The subject of a verb; the clause before where the subject only points at it, or where there
    is none: ..., causing ...
    """
    tree = clauses.tree
    if tree[verb].dep == "acl":
        return _named(tree, verb)
    subject = tree.subject(verb)
    if subject is None:
        return _shared_doer(clauses, verb)
    pointing = tree.word(subject) in POINTING and not tree.children[subject]
    of_a_noun = tree.word(subject) == "who" or (
        tree.word(subject) in ("that", "which") and tree.word(subject - 1) != ","
    )
    if tree[verb].dep == "relcl" and of_a_noun:
        return _named(tree, verb)
    return clauses.said_before(subject) if pointing else _phrase(tree, subject)


def _named(tree: Tree, verb: int) -> ClausePart:
    """The noun that a clause tells more about, with the nouns it belongs to: the death of the king
    | that caused ...
    """
    noun = tree[verb].head
    while (
        tree.word(tree[noun].head) in ("of", "in")
        and tree[tree[tree[noun].head].head].pos == "NOUN"
    ):
        noun = tree[tree[noun].head].head
    return ClausePart(tree, tree.reaches[noun][0], tree.reaches[verb][0])


def _shared_doer(clauses: Clauses, verb: int) -> ClausePart | None:
    tree, dep, above = clauses.tree, clauses.tree[verb].dep, clauses.tree[verb].head
    if dep in ("conj", "xcomp") and above < verb:
        return _doer(clauses, above)
    if dep == "advcl" and tree[verb].tag == "VBG" and above < verb:
        return clauses.core(above, tree.reaches[verb])
    return None


def _phrase(tree: Tree, place: int) -> ClausePart:
    return ClausePart(tree, *tree.reaches[place])


def _marker(tree: Tree, first: int, last: int) -> str:
    """The verb, and its preposition when that comes next."""
    return f"{tree[first].text} {tree[last].text}" if last == first + 1 else tree[first].text


# ── nouns ─────────────────────────────────────────────────────────────────────────────────────────


def _noun(clauses: Clauses, noun: int) -> Iterator[Caused]:
    """The reason for A is B, B is the cause of A, A is the result of B."""
    tree, lemma = clauses.tree, clauses.tree[noun].lemma.lower()
    other = _equated(clauses, _one_of(tree, noun))
    if other is None:
        return
    for place in tree.children[noun]:
        role, confidence = NOUNS.get((lemma, tree.word(place)), ("", 0.0))
        named = ClausePart(tree, place + 1, tree.reaches[place][1])
        if confidence and tree.word(place + 1) not in POINTING:
            cause, effect = (other, named) if role == "effect" else (named, other)
            yield Caused(cause, effect, _marker(tree, noun, place), confidence)
    explained = tree.child(noun, "relcl", "acl") if lemma == "reason" else None
    if explained is not None:
        yield Caused(other, _phrase(tree, explained), tree[noun].text, 0.85)


def _one_of(tree: Tree, noun: int) -> int:
    """One, in one of the causes."""
    above = tree[noun].head
    return (
        tree[above].head
        if tree.word(above) == "of" and tree.word(tree[above].head) == "one"
        else noun
    )


def _felt_from(tree: Tree, noun: int) -> Iterator[Caused]:
    """Pain from the injury."""
    for place in tree.children[noun]:
        if tree.word(place) == "from" and tree.child(place, "pobj", "pcomp") is not None:
            named = ClausePart(tree, tree.reaches[noun][0], place)
            yield Caused(
                ClausePart(tree, place + 1, tree.reaches[place][1]),
                named,
                tree[place].text,
                EFFECTS[tree[noun].lemma.lower()],
            )


def _equated(clauses: Clauses, noun: int) -> ClausePart | None:
    """What a noun is said to be: the other side of is."""
    tree, verb = clauses.tree, clauses.tree[noun].head
    if tree[verb].lemma != "be":
        return None
    if tree[noun].dep == "attr":
        return _doer(clauses, verb)
    told = tree.child(verb, "attr", "ccomp", "advcl", "acomp")
    return _phrase(tree, told) if told is not None and told > noun else None
