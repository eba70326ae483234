"""Senses: which markers a sentence has, and what each means there: so good, so I left, so I can see
are three things.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from dramaturg.english.prose import table
from dramaturg.english.tree import Tree
from dramaturg.language.readers.markers import IDIOMS, MARKERS, PLAIN_VERBS, FoundMarker, Marker

KNOWN = {**MARKERS, **PLAIN_VERBS}
LENGTH = max(len(words.split()) for words in (*MARKERS, *IDIOMS))


def markers(tree: Tree) -> Iterator[FoundMarker]:
    """The markers in a sentence, from left to right, the longest at every place, in the sense they
    have there.
    """
    place = 0
    while place < len(tree):
        phrase = _longest(tree, place)
        end = place + max(1, len(phrase.split()))
        if phrase in KNOWN:
            found = FoundMarker(KNOWN[phrase], place, end)
            marker = (
                None
                if _is_mentioned(tree, found)
                else SENSES.get(phrase, _as_it_stands)(tree, found)
            )
            if marker:
                yield FoundMarker(marker, place, end)
        place = end


def _longest(tree: Tree, place: int) -> str:
    for length in range(LENGTH, 0, -1):
        phrase = " ".join(tree.words[place : place + length])
        if phrase in KNOWN or phrase in IDIOMS:
            return phrase
    return ""


# ── senses ────────────────────────────────────────────────────────────────────────────────────────

Sense: TypeAlias = Callable[[Tree, FoundMarker], Marker | None]

ABLE = table("can could may might 'll will would 'd know")
FEELING = table(
    "feel love hate like enjoy worry panic cry laugh annoy scare mind get hurt fear dread"
)
BLAMING = table(
    "sack fire thank blame punish criticise criticize scold arrest fine praise apologise apologize"
    " forgive tease"
)
ASKING = table("wonder ask know see check decide doubt care sure tell remember matter say forget")
DEGREE_WORDS = table("too enough how")
ASKING_FOR = table(
    "way chance time right ability plan decision reason place need desire effort attempt"
    " opportunity thing lot work power urge permission something anything nothing somebody someone"
    " room money courage strength freedom intention tendency offer"
)
TAKES_TO = table(
    "want try need like love hope decide plan start begin continue seem appear tend learn manage"
    " fail refuse agree promise expect offer choose intend mean have get go come happen wish prefer"
    " hate forget remember ask tell allow help teach force encourage make let cause enable order"
    " invite persuade advise urge warn be do stop keep lead drive prompt inspire push bring ought"
    " dare bother care attempt struggle afford deserve hesitate prove claim pretend threaten"
    " volunteer require permit expose consider believe know find see hear feel say think suppose"
    " schedule design wait long beg pay prepare"
)
ASKING_TO = table("turn happen seem prove tend have")
DEGREES = table("so such")
UNITS = table("second minute hour day week month year decade time moment while century")
STATES = table("be have seem let make mean need 's")
QUOTES = frozenset("\"'“”‘’`")
SILENT = ("PUNCT", "SPACE", "INTJ", "CCONJ")
PERFECT = table("have has had 've 's 'd been ever")
SOON = table("will 'll 'm going")
DENYING = table("not n't never nobody nothing")
URGES = table(
    "fear habit love spite curiosity necessity boredom desperation loyalty pity kindness respect"
    " need anger guilt frustration"
)
NEAR = 40  # tokens: what stands further off does not decide what a word means


def _is_mentioned(tree: Tree, found: FoundMarker) -> bool:
    """Because as a word somebody quotes, or in a title."""
    before, after = tree.word(found.start - 1), tree.word(found.end)
    running = found.start > 0 and (before == "," or tree[found.start - 1].pos not in SILENT)
    titled = running and tree[found.start].text.istitle()
    return titled or (before in QUOTES and (after in QUOTES or tree.word(found.end + 1) in QUOTES))


def _as_it_stands(tree: Tree, found: FoundMarker) -> Marker | None:
    return found.marker


def _so(tree: Tree, found: FoundMarker) -> Marker | None:
    """So that ..., so I can ...: purpose; so good, I think so: nothing; else a consequence."""
    after, marker = found.end, found.marker
    if after >= len(tree) or tree[after].pos == "PUNCT" or tree.words[-1] == "?":
        return None
    if tree[after].pos in ("ADJ", "ADV", "DET") and tree[found.start].head == after:
        return None
    if tree[found.start].dep in ("acomp", "attr", "dobj", "amod", "quantmod"):
        return None
    if found.start and tree[found.start - 1].dep in ("nsubj", "aux"):
        return None
    if _is_meant(tree, found):
        return replace(marker, kind="purpose", confidence=0.7)
    return marker if found.start else replace(marker, confidence=0.55)


def _is_meant(tree: Tree, found: FoundMarker) -> bool:
    """Whether somebody does something so that they can: a person, a verb of doing, and then a
    modal.
    """
    able = (
        any(word in ABLE for word in tree.words[found.end + 1 : found.end + 3])
        and "ca" not in tree.words[found.end :][:4]
    )
    before = tree.sentence[max(0, found.start - 12) : found.start]
    verb = next((token for token in before if token.pos in ("VERB", "AUX")), None)
    person = next(
        (token.text.lower() for token in before if token.pos in ("PRON", "NOUN", "PROPN")), ""
    )
    return (
        able
        and verb is not None
        and verb.lemma.lower() not in STATES
        and person not in ("it", "that", "this", "there")
    )


def _then(tree: Tree, found: FoundMarker) -> Marker | None:
    """And then he left; not if ..., then ..., not then as at that time."""
    if found.end >= len(tree) or tree[found.end].pos == "PUNCT" or tree.words[-1] == "?":
        return None
    joined = tree.word(found.start - 1) == "and"
    if not joined and any(
        word in ("if", "unless", "when")
        for word in tree.words[max(0, found.start - NEAR) : found.start]
    ):
        return None
    return found.marker if _opens_a_clause(tree, found) else None


def _at_the_front(tree: Tree, found: FoundMarker) -> Marker | None:
    """Later we left, three years later we left; not he came later, the next thing."""
    return found.marker if found.end < len(tree) - 1 and _opens_a_clause(tree, found) else None


def _opens_a_clause(tree: Tree, found: FoundMarker) -> bool:
    before = found.start - 1
    while before >= max(0, found.start - NEAR) and (
        tree[before].pos in ("CCONJ", "NUM", "INTJ") or tree[before].lemma.lower() in UNITS
    ):
        before -= 1
    return before < 0 or tree[before].pos == "PUNCT" or tree[found.start - 1].pos == "CCONJ"


def _since(tree: Tree, found: FoundMarker) -> Marker | None:
    """Since 1990: a date; since I came I have ...: time; since you ask: cause."""
    verb = _verb_of(tree, found)
    if verb is None or "," in tree.words[found.end : verb]:
        return None
    perfect = any(word in PERFECT for word in _other_words(tree, found))
    past = any(token.tag == "VBD" for token in tree.sentence[found.end : found.end + NEAR])
    return (
        replace(found.marker, kind="before", confidence=0.6) if perfect and past else found.marker
    )


def _as(tree: Tree, found: FoundMarker) -> Marker | None:
    """As it was late, we left: cause when it opens the sentence or follows a comma, and has its own
    verb.
    """
    verb = _verb_of(tree, found)
    if (
        not tree.parsed
        or tree[found.start].dep != "mark"
        or verb is None
        or tree[verb].dep != "advcl"
    ):
        return None
    lasting = tree[verb].lemma.lower() in STATES and found.start > 1
    return (
        found.marker if found.start == 0 or lasting or tree.word(found.start - 1) == "," else None
    )


def _when(tree: Tree, found: FoundMarker) -> Marker | None:
    """I panic when ...: cause; we left when he came: time; I call when I am late: condition."""
    if tree.parsed and tree[found.start].dep != "advmod":
        return None
    verb = _verb_of(tree, found)
    if verb is None or tree[tree[verb].head].pos in ("NOUN", "PROPN") or tree.words[-1] == "?":
        return None
    if tree.parsed and (
        tree[verb].dep not in ("advcl", "ROOT") or tree[tree[verb].head].lemma.lower() in ASKING
    ):
        return None
    near = tree.sentence[max(0, found.start - NEAR) : found.end + NEAR]
    if any(
        token.lemma.lower() in FEELING and token.pos in ("VERB", "AUX", "ADJ") for token in near
    ):
        return found.marker
    once = any(token.tag == "VBD" or token.text.lower() in SOON for token in near)
    return replace(found.marker, kind="before" if once else "condition", confidence=0.5)


def _if(tree: Tree, found: FoundMarker) -> Marker | None:
    """If it rains; not I wonder if."""
    verb = _verb_of(tree, found)
    if not tree.parsed:
        return (
            None if found.start and tree[found.start - 1].lemma.lower() in ASKING else found.marker
        )
    if verb is None or (
        tree[verb].dep == "ccomp" and tree[tree[verb].head].lemma.lower() in ASKING
    ):
        return None
    return (
        None
        if tree.word(found.start - 1)
        in ("wonder", "ask", "asked", "know", "see", "sure", "whether")
        else found.marker
    )


def _with_a_verb(tree: Tree, found: FoundMarker) -> Marker | None:
    """Once we had left, provided it rains; not I went once, she provided lunch."""
    if not tree.parsed:
        return found.marker if found.start == 0 or found.end < len(tree) - 2 else None
    return found.marker if _verb_of(tree, found) is not None else None


def _to(tree: Tree, found: FoundMarker) -> Marker | None:
    """We stopped to rest: an infinitive that hangs on a verb without being asked for by it."""
    if not tree.parsed or found.end >= len(tree):
        return None
    verb = tree[found.start].head
    if (
        tree[verb].tag != "VB"
        or verb < found.end
        or DEGREE_WORDS.intersection(tree.words[max(0, found.start - 4) : found.start])
    ):
        return None
    above, dep = tree[tree[verb].head], tree[verb].dep
    if dep == "advcl":
        return None if above.lemma.lower() in ASKING_TO else found.marker
    used = above.lemma != "use" or tree.child(tree[verb].head, "dobj") is not None
    free = dep == "xcomp" and used and above.pos == "VERB" and above.lemma.lower() not in TAKES_TO
    thing = (
        dep in ("acl", "relcl")
        and above.dep == "dobj"
        and above.pos == "NOUN"
        and above.lemma.lower() not in ASKING_FOR
    )
    return replace(found.marker, confidence=0.55) if free or thing else None


def _that(tree: Tree, found: FoundMarker) -> Marker | None:
    """So hot that we slept outside."""
    if not tree.parsed or tree[found.start].dep != "mark":
        return None
    before = tree.words[max(0, found.start - 8) : found.start]
    return (
        found.marker if DEGREES.intersection(before) and _verb_of(tree, found) is not None else None
    )


def _by(tree: Tree, found: FoundMarker) -> Marker | None:
    """By starting early we got through."""
    return (
        found.marker
        if tree.parsed and found.end < len(tree) and tree[found.end].tag == "VBG"
        else None
    )


def _for(tree: Tree, found: FoundMarker) -> Marker | None:
    """Thanked for helping, for it was late: cause; for cutting bread, for people to see:
    purpose.
    """
    if not tree.parsed or found.end >= len(tree):
        return None
    above = tree[tree[found.start].head]
    purpose = replace(found.marker, kind="purpose", follows="target")
    if tree[found.start].dep == "mark":
        return purpose if "to" in tree.words[found.end :] and above.tag == "VB" else found.marker
    if above.lemma.lower() in BLAMING:
        return found.marker
    if tree[found.end].tag != "VBG":
        return None
    return replace(purpose, confidence=0.45) if above.pos == "NOUN" else purpose


def _given(tree: Tree, found: FoundMarker) -> Marker | None:
    """Given the price, I left; not he was given a watch."""
    loose = tree.parsed and tree[found.start].dep in ("prep", "mark")
    return (
        found.marker
        if loose and (found.start == 0 or tree[found.start - 1].pos in SILENT)
        else None
    )


def _without(tree: Tree, found: FoundMarker) -> Marker | None:
    """Without the bus I could not work; not coffee without sugar."""
    return (
        found.marker
        if found.start == 0 and any(word in ABLE or word == "ca" for word in tree.words[:NEAR])
        else None
    )


def _time_phrase(tree: Tree, found: FoundMarker) -> Marker | None:
    """After the war; not after me, before you, before the court."""
    if found.end >= len(tree) or tree[found.end].pos in ("PUNCT", "CCONJ"):
        return None
    clause = _verb_of(tree, found) is not None or tree[found.end].tag == "VBG"
    return found.marker if clause else replace(found.marker, confidence=0.6)


def _until(tree: Tree, found: FoundMarker) -> Marker | None:
    """We waited until he came; not ... until he came: only then."""
    marker = _time_phrase(tree, found)
    denied = DENYING.intersection(tree.words[max(0, found.start - 10) : found.start])
    return replace(marker, follows="source") if marker and denied else marker


def _the_year_after(tree: Tree, found: FoundMarker) -> Marker | None:
    """The year after we married; the year after, we married."""
    alone = found.end < len(tree) and tree[found.end].pos == "PUNCT"
    return replace(found.marker, shape="links", follows="target") if alone else found.marker


def _inverted(tree: Tree, found: FoundMarker) -> Marker | None:
    """Had it rained, we would have stayed."""
    if found.start or not tree.parsed or "," not in tree.words or tree.words[-1] == "?":
        return None
    return found.marker if tree[found.end].dep in ("nsubj", "nsubjpass", "det", "poss") else None


def _following(tree: Tree, found: FoundMarker) -> Marker | None:
    return found.marker if tree.parsed and tree[found.start].dep == "prep" else None


def _out_of(tree: Tree, found: FoundMarker) -> Marker | None:
    """Out of fear, out of habit: only what somebody can feel."""
    return found.marker if tree.word(found.end) in URGES else None


def _misread(tree: Tree, found: FoundMarker) -> Marker | None:
    """The damp results in coughs, where a parser takes the verb for a noun; what it knows as a verb
    is read elsewhere.
    """
    noun = (
        tree[found.start].pos == "NOUN"
        and found.start > 0
        and tree[found.start - 1].pos in ("NOUN", "PROPN", "PRON", "ADJ")
    )
    return found.marker if not tree.parsed or (noun and tree[found.start].dep == "ROOT") else None


def _points_back(tree: Tree, found: FoundMarker) -> Marker | None:
    """After that, we left; but after that meeting we left is only after."""
    noun = found.end < len(tree) and tree[found.end].pos == "NOUN"
    return MARKERS[found.marker.words.rsplit(" ", 1)[0]] if noun else found.marker


def _verb_of(tree: Tree, found: FoundMarker) -> int | None:
    """The verb of the clause that a marker opens."""
    if not tree.parsed:
        ahead = range(found.end, min(len(tree), found.end + 12))
        return next((place for place in ahead if tree.is_verb(place)), None)
    verb = tree[found.end - 1].head
    return verb if verb >= found.end and tree.is_verb(verb) else None


def _other_words(tree: Tree, found: FoundMarker) -> tuple[str, ...]:
    """The words around the clause that a marker opens."""
    verb = _verb_of(tree, found)
    end = tree.reaches[verb][1] if verb is not None and tree.parsed else found.end
    return tree.words[max(0, found.start - NEAR) : found.start] + tree.words[end : end + NEAR]


SENSES: Mapping[str, Sense] = {
    "so": _so,
    "then": _then,
    "later": _at_the_front,
    "next": _at_the_front,
    "finally": _at_the_front,
    "eventually": _at_the_front,
    "soon": _at_the_front,
    "since": _since,
    "as": _as,
    "when": _when,
    "if": _if,
    "once": _with_a_verb,
    "provided": _with_a_verb,
    "providing": _with_a_verb,
    "assuming": _with_a_verb,
    "the moment": _with_a_verb,
    "the minute": _with_a_verb,
    "to": _to,
    "that": _that,
    "by": _by,
    "given": _given,
    "without": _without,
    "for": _for,
    "after": _time_phrase,
    "before": _time_phrase,
    "until": _until,
    "till": _until,
    "the day after": _the_year_after,
    "the week after": _the_year_after,
    "the year after": _the_year_after,
    "had": _inverted,
    "should": _inverted,
    "were": _inverted,
    "following": _following,
    "out of": _out_of,
    **dict.fromkeys(PLAIN_VERBS, _misread),
    **dict.fromkeys(
        ("after that", "after this", "before that", "before this", "prior to that"), _points_back
    ),
    **dict.fromkeys(
        ("because of that", "because of this", "due to that", "due to this"), _points_back
    ),
}
