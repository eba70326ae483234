"""Frames: who did what to whom, where, when and how, one frame for every verb somebody uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dramaturg.english.prose import table
from dramaturg.english.tree import Tree
from dramaturg.turn.ports import Sentence
from dramaturg.turn.readings import Frame, Span

# how a word hangs on its verb, and the role it has there
ROLES: Mapping[str, str] = {
    "nsubj": "subject",
    "csubj": "subject",
    "expl": "subject",
    "nsubjpass": "object",
    "csubjpass": "object",
    "dobj": "object",
    "dative": "indirect",
    "attr": "complement",
    "acomp": "complement",
    "oprd": "complement",
    "xcomp": "complement",
    "ccomp": "complement",
}
PLACES = table(
    "in at on to into onto from near under over inside outside behind beside across through around"
    " toward towards"
)
MANNERS = table("with without by like via")
TIMES = table("during until till since before after")
TIME_WORDS = table(
    "second minute hour day night morning afternoon evening noon midnight week weekend month season"
    " spring summer autumn fall winter year decade century time moment childhood war christmas"
    " easter birthday january february march april may june july august september october november"
    " december monday tuesday wednesday thursday friday saturday sunday today yesterday tomorrow"
    " tonight now then later soon ago always never often sometimes usually already again once twice"
)
PLACE_WORDS = table(
    "here there home everywhere nowhere somewhere abroad upstairs downstairs away outside inside"
    " back"
)
SEVERED = table(
    "conj cc punct relcl advcl parataxis"
)  # what hangs on a word and is yet no part of its role


def frames(text: str, sentences: Sequence[Sentence]) -> tuple[Frame, ...]:
    """The frames of a text in its order; none without a parse, because then nothing says who does
    what.
    """
    trees = (Tree(sentence) for sentence in sentences)
    return tuple(_frame(text, tree, verb) for tree in trees if tree.parsed for verb in _verbs(tree))


def _verbs(tree: Tree) -> Iterator[int]:
    """Verbs, and forms of be and have that stand for themselves."""
    for place, token in enumerate(tree.sentence):
        if token.pos == "VERB" or (token.pos == "AUX" and token.dep not in ("aux", "auxpass")):
            yield place


def _frame(text: str, tree: Tree, verb: int) -> Frame:
    token = tree[verb]
    particle = tree.child(verb, "prt")
    lemma = (
        token.lemma.lower() if particle is None else f"{token.lemma.lower()} {tree.word(particle)}"
    )
    denied = any(
        tree[place].dep == "neg" or tree.word(place) == "never" for place in tree.children[verb]
    )
    return Frame(
        Span(text[token.start : token.end], token.start),
        lemma,
        denied,
        dict(_roles(text, tree, verb)),
    )


def _roles(text: str, tree: Tree, verb: int) -> Iterator[tuple[str, Span]]:
    """Every role once: the first word that has it."""
    seen = set()
    for role, start, end in _filled(tree, verb):
        span = tree.span(text, start, end)
        if span and role not in seen:
            seen.add(role)
            yield role, span


def _filled(tree: Tree, verb: int) -> Iterator[tuple[str, int, int]]:
    subject = _subject(tree, verb)
    if subject:
        yield "subject", *subject
    for place in tree.children[verb]:
        dep = tree[place].dep
        role = ROLES.get(dep) or _circumstance(tree, place)
        if role and role != "subject":
            yield role, *_stretch(tree, place)


def _subject(tree: Tree, verb: int) -> tuple[int, int] | None:
    """Its own subject; of a passive, who it is done by; else the one it shares with the verb it is
    joined to.
    """
    agent = tree.child(verb, "agent")
    if agent is not None:
        return agent + 1, _stretch(tree, agent)[1]
    own = tree.child(verb, "nsubj", "csubj", "expl")
    if own is not None:
        return _stretch(tree, _meant(tree, verb, own))
    if tree[verb].dep == "acl" and tree[verb].tag == "VBG":
        return _stretch(tree, tree[verb].head)
    shares = tree[verb].dep in ("conj", "xcomp") and tree.child(verb, "nsubjpass") is None
    above = tree[verb].head
    if not shares or above >= verb or not tree.is_verb(above):
        return None
    somebody = tree.child(above, "dobj") if tree[verb].dep == "xcomp" else None
    return _stretch(tree, somebody) if somebody is not None else _subject(tree, above)


def _meant(tree: Tree, verb: int, subject: int) -> int:
    """The noun that a relative who, which or that stands for."""
    return (
        tree[verb].head
        if tree[verb].dep == "relcl" and tree[subject].tag in ("WP", "WDT")
        else subject
    )


def _circumstance(tree: Tree, place: int) -> str | None:
    """Place, time or manner, for what hangs on a verb by a preposition or as an adverb."""
    token, word = tree[place], tree.word(place)
    if token.dep == "npadvmod" or (token.dep == "advmod" and word in TIME_WORDS):
        return "time"
    if token.dep == "advmod":
        return "place" if word in PLACE_WORDS else "manner" if word.endswith("ly") else None
    if token.dep != "prep":
        return None
    if word in TIMES or _is_time(tree, tree.child(place, "pobj", "pcomp")):
        return "time"
    return "place" if word in PLACES else "manner" if word in MANNERS else None


def _is_time(tree: Tree, place: int | None) -> bool:
    if place is None:
        return False
    year = tree.words[place].isdigit() and len(tree.words[place]) == 4
    return year or tree[place].lemma.lower() in TIME_WORDS


def _stretch(tree: Tree, place: int) -> tuple[int, int]:
    """A word and what belongs to it, up to where another clause begins."""
    start, end = tree.reaches[place]
    cuts = [
        tree.reaches[below][0]
        for below in tree.children[place]
        if below > place and tree[below].dep in SEVERED
    ]
    joined = tree.child(place, "conj")
    together = (
        joined is not None and tree[joined].pos == tree[place].pos and not tree.is_verb(place)
    )
    return start, end if together else min([end, *cuts])
