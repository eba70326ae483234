"""Clauses: what of an answer is worth giving back, a whole clause with its verb, as it was said.

It is turned to "you" where it is about the speaker, and quoted where it is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dramaturg.data_files import Pattern, Words, load
from dramaturg.engines.interviews.base.clause import Clause
from dramaturg.english.prose import content_words, plain, plain_word, table, words
from dramaturg.english.second_person import TO_YOU, to_you
from dramaturg.english.sentiment import sentiment
from dramaturg.english.tree import SUBJECTS, Tree
from dramaturg.turn.ports import Sentence, Syntax
from dramaturg.turn.readings import Span

SHORTEST, LONGEST, LONGEST_QUOTED = 3, 14, 12  # words
READ = 1_200  # characters: the end of a long answer is what is freshest
KEPT = 6  # of one answer, those that are worth most
CURT = 7  # words of a whole answer that may leave out who did it


@dataclass(frozen=True, slots=True)
class _Written:
    """What clauses.yaml holds."""

    openers: Words
    thinks: Words
    pointing: Words
    supposing: Words
    hanging: Pattern
    empty: Pattern
    joking: Pattern
    fillers: Pattern
    leading: Pattern
    trailing: Pattern
    matters: Words
    causes: Words


_WRITTEN = load(__file__, "clauses.yaml", _Written)
JOKING = _WRITTEN.joking
_FINITE = table("VBD VBP VBZ MD")
_TWICE = re.compile(r"(?i)\b(\w+) \1\b")
_ODD = re.compile(
    r'["“”()\[\]{}<>*]|\s(?:im|ive)\b|[.!?…](?:\s|$)'
)  # what a sentence cannot take up
_AS_TYPED = re.compile(r"(?i)^i(m|ve)\b")
_AS_I = re.compile(r"(?i)\b(?:am|was|wasn't|ain't)\b")
_BESIDE_I = re.compile(
    r"(?i)\b(?:i (?:am|was|wasn't)|(?:it|that|this|he|she|there|which|who) was(?:n't)?)\b"
)


def clauses(text: str, question: str, syntax: Syntax, marked: Span | None) -> tuple[Clause, ...]:
    """What may be given back, in the order in which it was said. `marked` is what the ear takes for
    the point of the answer.
    """
    offset = max(0, len(text) - READ)
    late = text[offset:]
    found: list[Clause] = []
    for sentence in syntax.read(late):
        if not sentence or JOKING.search(plain(_text(sentence, late))):
            continue
        names = {token.start + offset for token in sentence if token.pos == "PROPN"}
        for spans, curt in (*_curt(sentence, late), *_whole(sentence, late)):
            placed = (Span(span.text, span.start + offset) for span in spans)
            worded = (
                _worded(span, text, question, marked, curt, span.start in names) for span in placed
            )
            found += filter(None, [next(filter(None, worded), None)])
    apart = _apart(sorted(found, key=lambda each: -each.worth))
    return tuple(sorted(apart[:KEPT], key=lambda each: each.start))


def _apart(ranked: Sequence[Clause]) -> list[Clause]:
    """None within another that is worth more."""
    kept: list[Clause] = []
    for clause in ranked:
        if not any(clause.meets(each.start, each.end) for each in kept):
            kept.append(clause)
    return kept


def _text(sentence: Sentence, text: str) -> str:
    return text[sentence[0].start : sentence[-1].end]


# ── where a clause begins and ends ────────────────────────────────────────────────────────────────


def _whole(sentence: Sentence, text: str) -> Iterator[tuple[Iterator[Span], bool]]:
    """For every verb that says what somebody does or is: the stretches it makes, longer ones
    first, and whether they leave out who did it.
    """
    if sentence[-1].text == "?":
        return
    tree = Tree(sentence)
    if not tree.parsed:
        yield from _unparsed(sentence, text)
        return
    for verb in range(len(tree)):
        joined = _joins(tree, verb)
        if joined or _tells(tree, verb):
            reaches = (_span(tree, text, verb, places) for places in _reaches(tree, verb))
            yield filter(None, reaches), joined


def _joins(tree: Tree, verb: int) -> bool:
    """`came in and talked about me`: the second verb, whose subject stands before the first."""
    if tree[verb].dep != "conj" or tree.subject(verb) is not None or not _is_finite(tree, verb):
        return False
    return tree.is_verb(verb) and _tells(tree, tree[verb].head)


def _tells(tree: Tree, verb: int) -> bool:
    """Whether it is the verb of a clause that was asserted: not of what is only supposed, asked,
    or said of a thing in passing.
    """
    if not tree.is_verb(verb) or not _is_finite(tree, verb):
        return False
    token, subject = tree[verb], tree.subject(verb)
    if subject is None or subject > verb:
        return False
    if token.dep in ("relcl", "acl", "csubj", "pcomp", "aux", "auxpass"):
        return False
    if tree[subject].tag in ("WDT", "WP", "WP$"):
        return False
    if any(_is_supposed(tree, each) for each in _joined_to(tree, verb)):
        return False
    if token.dep == "ccomp":
        return token.head > verb or _is_thought(tree, token.head)
    return True


def _joined_to(tree: Tree, verb: int) -> Iterator[int]:
    """The verb, and those it is joined to by `and` and the like."""
    yield verb
    for above in tree.up(verb):
        if tree[verb].dep != "conj":
            return
        yield above
        verb = above


def _is_supposed(tree: Tree, verb: int) -> bool:
    """`if`, `when` and `before` open what is told of something else."""
    opening = (place for place in tree.below(verb, "mark", "advmod") if place < verb)
    return any(tree.word(place) in _WRITTEN.supposing for place in opening)


def _is_finite(tree: Tree, verb: int) -> bool:
    group = (verb, *tree.below(verb, "aux", "auxpass"))
    return any(tree[place].tag in _FINITE for place in group)


def _is_thought(tree: Tree, verb: int) -> bool:
    """`I think`, as a way of saying something."""
    subject = tree.subject(verb)
    of_speaker = subject is not None and tree.word(subject) == "i"
    return of_speaker and tree[verb].lemma in _WRITTEN.thinks and not tree.below(verb, "neg")


def _reaches(tree: Tree, verb: int) -> Iterator[frozenset[int]]:
    """The words of the clause with all that hangs on it, then without what need not be there."""
    if tree.below(verb, "ccomp") and _is_thought(tree, verb):
        return
    joined = [
        place
        for place in tree.children[verb]
        if tree[place].dep != "mark" and not _stands_by_itself(tree, place, verb)
    ]
    beside = [each for each in tree.below(verb, "conj", "cc") if each not in joined]
    if tree[verb].dep in ("ROOT", "ccomp") and beside:
        yield _places(tree, verb, [*joined, *beside])
    yield _places(tree, verb, joined)
    plain_ones = [each for each in joined if tree[each].dep not in ("advcl", "conj")]
    yield _places(tree, verb, plain_ones)
    everything = _places(tree, verb, joined)
    for comma in sorted((place for place in everything if tree.word(place) == ","), reverse=True):
        if comma > verb:
            yield frozenset(place for place in everything if place < comma)
    while plain_ones and tree[plain_ones[-1]].dep in ("prep", "npadvmod", "advmod", "punct", "cc"):
        plain_ones = plain_ones[:-1]
        if plain_ones and plain_ones[-1] < verb:
            return
        yield _places(tree, verb, plain_ones)


def _stands_by_itself(tree: Tree, place: int, verb: int) -> bool:
    """Another clause beside this one, though the parser hangs it there."""
    dep = tree[place].dep
    if dep in ("intj", "parataxis", "discourse"):
        return True
    if dep == "cc":
        return not any(
            each > place and not _stands_by_itself(tree, each, verb)
            for each in tree.below(verb, "conj")
        )
    subject = tree.subject(place)
    if dep == "conj":
        return subject is not None
    if dep == "ccomp":
        return place < verb
    marked = tree.below(place, "mark") or any(
        tree[each].tag == "WRB" for each in tree.below(place, "advmod")
    )
    which = subject is not None and tree[subject].tag in ("WDT", "WP")
    return dep == "advcl" and (which or (subject is not None and not marked))


def _places(tree: Tree, verb: int, joined: Sequence[int]) -> frozenset[int]:
    """The verb and everything below what is joined to it, but clauses that stand by themselves."""
    found, waiting = {verb}, [*joined]
    while waiting:
        place = waiting.pop()
        found.add(place)
        waiting += [
            each for each in tree.children[place] if not _stands_by_itself(tree, each, place)
        ]
    return frozenset(found)


def _span(tree: Tree, text: str, verb: int, places: frozenset[int]) -> Span | None:
    """The words in one piece, without what only opens them; nothing where they are torn apart."""
    first, last = min(places), max(places)
    while first <= last and (_opens(tree, first, verb) or first not in places):
        first += 1
    while last > first and (tree[last].pos in ("PUNCT", "CCONJ", "INTJ", "SPACE")):
        last -= 1
    torn = any(
        place not in places
        and tree[place].pos not in ("PUNCT", "INTJ", "SPACE")
        and tree.word(place) not in ("you", "know", "mean", "i", "like")
        for place in range(first, last + 1)
    )
    if torn or first > last:
        return None
    begin = tree[first].start
    found = text[begin : tree[last].end]
    return Span(found, begin) if SHORTEST <= len(found.split()) <= LONGEST else None


def _opens(tree: Tree, place: int, verb: int) -> bool:
    token = tree[place]
    if token.pos in ("PUNCT", "INTJ", "CCONJ", "SPACE"):
        return True
    if token.pos == "SCONJ" and token.head != verb:
        return False
    return tree.word(place) in _WRITTEN.openers and token.dep not in (*SUBJECTS, "det", "pobj")


def _unparsed(sentence: Sentence, text: str) -> Iterator[tuple[Iterator[Span], bool]]:
    """Without a parser: the sentence, where it is short and opens with somebody and a verb."""
    tree = Tree(sentence)
    places = range(len(tree))
    begins = next((place for place in places if not _opens(tree, place, place)), None)
    if begins is None or tree[begins].pos not in ("PRON", "DET"):
        return
    has_verb = any(tree.is_verb(place) for place in places[begins + 1 : begins + 4])
    if has_verb and "," not in _text(sentence, text):
        yield filter(None, [_span(tree, text, begins, frozenset(places))]), False


def _curt(sentence: Sentence, text: str) -> Iterator[tuple[Iterator[Span], bool]]:
    """`Saves me ten minutes.`: a short sentence that leaves out who did it."""
    told = [token for token in sentence if token.pos not in ("PUNCT", "SPACE")]
    if SHORTEST <= len(told) <= CURT and told[0].tag in ("VBZ", "VBD") and told[0].dep == "ROOT":
        begin = told[0].start
        yield iter([Span(text[begin : told[-1].end], begin)]), True


# ── how it is said, and what it is worth ──────────────────────────────────────────────────────────


def _worded(
    at: Span, text: str, question: str, marked: Span | None, curt: bool, is_name: bool
) -> Clause | None:
    at = _begun(at)
    said = _WRITTEN.trailing.sub("", " ".join(_WRITTEN.fillers.sub("", at.text).split())).strip(
        " ,;:-–—"
    )
    spoken = plain(said)
    if (
        _WRITTEN.empty.search(spoken)
        or _WRITTEN.hanging.search(said)
        or _TWICE.search(said)
        or _ODD.search(said)
    ):
        return None
    new = content_words(said) - content_words(question)
    if len(said.split()) < SHORTEST or not new:
        return None
    inside = _inside(said, is_name)
    given = f'"{inside}"' if curt else _given(inside)
    if not given:
        return None
    heard = words(said)
    denied = re.match(
        r"(?i)\W*(?:no|nope|nah|not really)\b\W*$", text[max(0, at.start - 12) : at.start]
    )
    if denied and {"n't", "not", "never", "no"} & {*heard, *(w[-3:] for w in heard)}:
        return None
    return Clause(
        said,
        at.start,
        at.start + len(at.text),
        given,
        _worth(said, at, text, marked),
        _stands(said),
    )


def _begun(at: Span) -> Span:
    """Without what only leads up to it: `as I said`, `after that`."""
    found = _WRITTEN.leading.match(at.text)
    return Span(at.text[found.end() :], at.start + found.end()) if found else at


def _given(said: str) -> str:
    """As it can stand after "you said"; nothing where it is fluent neither turned nor quoted."""
    said = _AS_TYPED.sub(lambda found: f"I'{found[1]}", said)
    heard = words(said)
    of_speaker, of_other = TO_YOU.keys() & set(heard), {"you", "your", "yours"} & set(heard)
    unturned = len(_AS_I.findall(said)) - len(_BESIDE_I.findall(said))
    if of_speaker and not of_other and (unturned <= 0 or _is_of_other(said)):
        return to_you(said)
    return f'"{said}"' if len(heard) <= LONGEST_QUOTED else ""


def _is_of_other(said: str) -> bool:
    """`My father was there`: the verb is not the speaker's."""
    return "i" not in words(said)


def _inside(said: str, is_name: bool) -> str:
    """As it is written inside a sentence: names, capitals and I stay as they are."""
    first = said.split(maxsplit=1)[0].strip(",.'’")
    stays = is_name or (len(first) > 1 and first.isupper()) or plain_word(first)[:2] in ("i'", "i")
    return said if stays else f"{said[:1].lower()}{said[1:]}"


def _stands(said: str) -> bool:
    """Whether it can be understood long after: nothing in it points at words around it."""
    heard = words(said)
    for place, word in enumerate(heard):
        names_before = content_words(" ".join(heard[:place])) and word in ("it", "its", "it's")
        if word in _WRITTEN.pointing and not names_before:
            follows = heard[place + 1 : place + 2]
            owned = word in ("that", "this", "those", "these", "one", "such", "other", "both")
            if not (owned and follows and content_words(follows[0]) and place) and word != "so":
                return False
    return len(content_words(said)) >= 2


def _worth(said: str, at: Span, text: str, marked: Span | None) -> float:
    heard = set(words(said))
    worth = min(len(content_words(said)), 5) * 0.12
    worth += min(abs(sentiment(said).tone), 0.8)
    worth += 0.7 * bool(heard & _WRITTEN.matters) + 0.4 * bool(heard & _WRITTEN.causes)
    worth += 0.3 * bool(heard & {"i", "i'm", "i've", "i'd", "me", "my"})
    worth += 0.3 * at.start / max(1, len(text))
    if (
        marked
        and marked.start < at.start + len(at.text)
        and at.start < marked.start + len(marked.text)
    ):
        worth += 0.8
    worth -= 0.25 * (words(said)[0] in _WRITTEN.pointing)
    worth -= 0.4 * bool(heard & {"you", "your"})
    worth -= 0.4 * (words(said)[-1] in _WRITTEN.pointing)
    return round(worth, 3)
