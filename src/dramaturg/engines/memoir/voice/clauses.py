"""Clauses: which words of a passage can be given back to the teller, whole and as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dramaturg.data_files import Pattern, Words, load
from dramaturg.english.forms import VERB_BASES
from dramaturg.english.prose import plain
from dramaturg.english.second_person import to_you
from dramaturg.turn.readings import Span

_WORDS = load(__file__, "words.yaml", dict[str, dict[str, Words]])["clauses"]
_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["clauses"]

SHORTEST, LONGEST = 3, 16  # words
CURT = 7  # words of an answer that may leave out who did it
TAIL = 1_500  # characters: the end of a passage is what is freshest

_SENTENCE = re.compile(r"[^.!?…\n]+[.!?…]*")
_WORD = re.compile(r"[^\s]+")
_NAME = re.compile(r"[A-Z][^\W\d_]+(?:[-'’][^\W\d_]+)*")
MANY = 3  # names running are no name
_LEAD = 5  # words that may stand before who did it: in the winter of 1963
_PERSONS = _WORDS["persons"]
_NOBODY = _WORDS["nobody"]
_OWNERS = frozenset({"my", "our"})
_JOINS, _BETWEEN, _HANGS = _WORDS["joins"], _WORDS["between"], _WORDS["hangs"]
_PRESENT, _HELPERS, _NOT_MEANT = _WORDS["present"], _WORDS["helpers"], _WORDS["not_meant"]
_NO_PAST = _WORDS["no_past"]
_UNSAID = _PATTERNS["unsaid"]
_SPEECH = _PATTERNS["speech"]

Tokens = Sequence[re.Match[str]]


def clause_of(passage: str, marked: Span | None = None) -> Span | None:
    """The clause to give back: the one that was marked as what matters most, else the one the
    passage ends with; None where it cannot stand alone.

    >>> clause_of("It rained. I walked home the long way.").text
    'I walked home the long way'
    """
    start = max(0, len(passage) - TAIL)
    sentences = list(_SENTENCE.finditer(passage, start))
    if marked:
        inside = (each for each in sentences if _meets(each.span(), marked))
        found = [span for each in inside for span in _clauses(each) if _holds(span, marked)]
        if found:
            return min(found, key=lambda span: len(span.text))
    if len(passage.split()) <= CURT:
        sentences = [each for each in sentences if _is_curt(each.group())] or sentences
    last = sentences[-1:]
    return next((span for each in last for span in reversed([*_clauses(each)])), None)


def given_back(clause: Span) -> str:
    """The clause as it is said to the teller: `you walked home the long way`."""
    text = clause.text
    first = text.split()[0]
    if _is_curt(text):
        return to_you(f"you {text[:1].lower()}{text[1:]}")
    keeps = first == "I" or plain(first) not in _PERSONS | _OWNERS
    return to_you(text if keeps else f"{text[:1].lower()}{text[1:]}")


def _is_curt(text: str) -> bool:
    """`Went in the army.` leaves out who it was."""
    bare = [plain(word).strip(".,;:!…") for word in text.split()]
    return len(bare) >= SHORTEST and _is_past(bare[0]) and not _UNSAID.search(plain(text))


def _meets(place: tuple[int, int], marked: Span) -> bool:
    return place[0] < marked.start + len(marked.text) and marked.start < place[1]


def _holds(span: Span, marked: Span) -> bool:
    """Whether most of what was marked lies in it."""
    begin = max(span.start, marked.start)
    end = min(span.start + len(span.text), marked.start + len(marked.text))
    return 2 * (end - begin) > len(marked.text)


def _clauses(sentence: re.Match[str]) -> Iterator[Span]:
    """Those of a sentence that can be given back: itself, or its parts."""
    text = sentence.group()
    if _SPEECH.search(text) or text.rstrip().endswith("?"):
        return
    tokens = list(_WORD.finditer(text))
    if tokens and len(tokens) <= CURT and _is_curt(text.strip()):
        yield Span(text.strip(" .,;:!…"), sentence.start() + tokens[0].start())
        return
    parts = list(_parts(tokens))
    whole = _sayable(tokens)
    for kept in [whole] if whole else filter(None, map(_sayable, parts)):
        first, last = kept[0].start(), kept[-1].end()
        said = text[first:last].rstrip(".,;:!…")
        yield Span(said, sentence.start() + first)


def _parts(tokens: Tokens) -> Iterator[Tokens]:
    """Cut where a new clause begins with its own subject: after a comma, at `and`, `but`, `so`."""
    begun = 0
    for place, token in enumerate(tokens):
        joins = plain(token.group()) in _JOINS
        after = place + joins
        breaks = joins or (place > 0 and tokens[place - 1].group()[-1] in ",;:")
        if place > begun and breaks and after < len(tokens) and _begins(tokens[after:]):
            yield tokens[begun:place]
            begun = after
    yield tokens[begun:]


def _begins(tokens: Tokens) -> bool:
    return _subject(tokens) > 0 or plain(tokens[0].group()) in _NOBODY


def _sayable(tokens: Tokens) -> Tokens:
    """From its subject on, if somebody would say it so; empty if not."""
    start = next(
        (place for place in range(min(_LEAD, len(tokens))) if _subject(tokens[place:])), None
    )
    if start is None or _UNSAID.search(plain(" ".join(token.group() for token in tokens))):
        return ()
    kept = tokens[start:]
    if [_bare(token) for token in kept[-2:]] == ["and", "all"]:
        kept = kept[:-2]
    bare = [_bare(token) for token in kept]
    led = all(_bare(token) not in _NOT_MEANT for token in tokens[:start])
    fits = SHORTEST <= len(bare) <= LONGEST and bare[-1] not in _HANGS
    return kept if fits and led and _tells(bare, _subject(kept)) else ()


def _bare(token: re.Match[str]) -> str:
    return plain(token.group()).strip(".,;:!…")


def _subject(tokens: Tokens) -> int:
    """How many words name who did it: `I`, `my father`, `Mrs Pauline`; none if nobody is named."""
    first = tokens[0].group()
    if plain(first).partition("'")[0] in _PERSONS:
        return 1
    if plain(first) in _OWNERS and len(tokens) > 1:
        return 2 + _names(tokens[2:])
    if plain(first) in _NOBODY:
        return 0
    return _names(tokens)


def _names(tokens: Tokens) -> int:
    """With how many words of a name it begins: one, two, or none."""
    names = 0
    while names < len(tokens) and _NAME.fullmatch(tokens[names].group()):
        names += 1
    return names if names < MANY else 0


def _tells(bare: Sequence[str], subject: int) -> bool:
    """Whether it says what was done or was: a verb of the past, or what they still do."""
    first, short = bare[0].partition("'")[::2]
    verbs = [word for word in bare[subject:] if word not in _BETWEEN]
    verb, then = (verbs[0] if verbs else ""), (verbs[1] if len(verbs) > 1 else "")
    if short in ("d", "ve"):
        return _is_past(verb) or verb in ("had", "been")
    if short:
        return False
    if verb in _HELPERS:
        bare_verb = verb.endswith("n't") or verb in ("could", "would")
        mixed = bare_verb and _is_past(then) and then not in _NO_PAST
        unlike = verb in ("was", "were") and then in VERB_BASES.values()
        return not (mixed or unlike) and then not in _PERSONS
    if bare[subject : subject + 1] == ["still"] and first in ("i", "we"):
        return verb not in _PRESENT
    return _is_past(verb)


def _is_past(word: str) -> bool:
    regular = word.endswith("ed") and len(word) > SHORTEST + 1
    return (regular or word in VERB_BASES or word in _WORDS["past"]) and not (
        word in _NO_PAST or word in _PRESENT or word in _NOT_MEANT
    )
