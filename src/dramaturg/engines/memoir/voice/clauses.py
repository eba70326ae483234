"""Clauses: what the teller says they did, as a short sentence that can be said back to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from dramaturg.data_files import Words, load
from dramaturg.english.prose import plain, table
from dramaturg.english.second_person import to_you
from dramaturg.turn.readings import Span

_WORDS = load(__file__, "words.yaml", dict[str, dict[str, Words]])["clauses"]

SHORTEST, LONGEST = 3, 12  # words
TAIL = 1_500  # characters: the end of a passage is what is freshest
MOST = 3
CURT = 7  # words of an answer that may leave out who did it

_PARTS = re.compile(r"[^.!?;:,\n…()\"“”]+")
_WORD = re.compile(r"\S+")
_PLAIN_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_JOINS = _WORDS["joins"]
_SUBJECTS = ("i", "we")
_LEADS = _WORDS["leads"]
_BETWEEN = _WORDS["between"]
_SPLIT = table("for with from at in on by to into after before during near through")
_HANGS = _WORDS["hangs"]
_PARTICLES = table("off on up in out over by down away through under")
"""What may well end a clause: `on my days off`."""
_PAST = _WORDS["past"]
_NO_PAST = table("need bed red shed indeed speed feed weed seed hundred bleed breed")
_INNER = _WORDS["inner"]
_LASTING = _WORDS["lasting"]


@dataclass(frozen=True, slots=True)
class ToldClause:
    """What the teller did, said to them, and their own words for it. A habit is what they used to
    do or how they lived.
    """

    text: str
    span: Span
    habit: bool = False


def clauses(passage: str) -> tuple[ToldClause, ...]:
    """The last ones that can stand alone, the newest first."""
    if len(passage.split()) <= CURT:
        return tuple(_curt(passage))
    start = max(0, len(passage) - TAIL)
    found = [clause for part in _PARTS.finditer(passage, start) for clause in _of_part(part)]
    return tuple(islice(reversed(found), MOST))


def _curt(passage: str) -> Iterator[ToldClause]:
    """`Went in the army.` is "you went in the army"."""
    found = _PARTS.search(passage)
    text = found.group().strip() if found and found.group().strip() == passage.strip(" .") else ""
    bare = [plain(word) for word in text.split()]
    if len(bare) > 1 and _is_past(bare[0]):
        said = to_you(f"{text[:1].lower()}{text[1:]}")
        yield ToldClause(
            f"you {said}", Span(text, passage.find(text)), not _LASTING.isdisjoint(bare)
        )
    elif found:
        yield from _of_part(found)


def _of_part(part: re.Match[str]) -> Iterator[ToldClause]:
    said = list(_WORD.finditer(part.group()))
    for stretch in _stretches(said):
        kept = _kept(_from_subject(stretch), stretch[-1:] == said[-1:])
        if kept:
            first, last = kept[0].start(), kept[-1].end()
            text = part.group()[first:last]
            yield ToldClause(to_you(text), Span(text, part.start() + first), _lasted(kept))


def _lasted(kept: Sequence[re.Match[str]]) -> bool:
    return not _LASTING.isdisjoint(plain(word.group()) for word in kept[1:])


def _stretches(said: Sequence[re.Match[str]]) -> Iterator[Sequence[re.Match[str]]]:
    """Between the words that join, and from one `I` or `we` to the next."""
    begun: list[re.Match[str]] = []
    for word in said:
        bare = plain(word.group())
        if bare in _JOINS or (
            bare in _SUBJECTS and any(plain(each.group()) in _SUBJECTS for each in begun)
        ):
            yield begun
            begun = []
        if bare not in _JOINS:
            begun.append(word)
    yield begun


def _from_subject(stretch: Sequence[re.Match[str]]) -> Sequence[re.Match[str]]:
    """From `I` or `we`, which stand first or after `in 1951` and the like."""
    bare = [plain(word.group()) for word in stretch[:5]]
    place = next((place for place, word in enumerate(bare) if word in _SUBJECTS), None)
    if place is None or (place > 0 and bare[0] not in _LEADS):
        return ()
    return stretch[place:]


def _kept(stretch: Sequence[re.Match[str]], whole: bool) -> Sequence[re.Match[str]]:
    """As much of it as can stand alone; nothing if none can. `whole`: it was said to its end."""
    bare = [plain(word.group()) for word in stretch]
    sound = all(_PLAIN_WORD.fullmatch(word.group()) for word in stretch)
    if not sound or not _tells(bare) or _INNER & set(bare):
        return ()
    end = len(bare) if len(bare) <= LONGEST else _cut(bare)
    if whole and end == len(bare) and bare[-1:] and bare[-1] in _PARTICLES:
        return stretch
    sound_to = end
    while end and bare[end - 1] in _HANGS:
        end -= 1
    begun = end < sound_to and bare[end - 2 : end - 1] == ["to"]  # `I went to look at one`
    return stretch[:end] if end >= SHORTEST and not begun else ()


def _cut(bare: Sequence[str]) -> int:
    """Where a long clause can end: before a preposition, and not within `with my shoes in
    my hand`.
    """
    end = next((place for place in range(LONGEST, SHORTEST, -1) if bare[place] in _SPLIT), 0)
    held = range(max(SHORTEST, end - 4), end) if bare[end] in ("in", "on", "at") else ()
    return next((place for place in held if bare[place] == "with"), end)


def _tells(bare: Sequence[str]) -> bool:
    """Whether it says what somebody did: `we moved`, `we all slept`, `I used to`."""
    if len(bare) < SHORTEST:
        return False
    verb, then = (bare[2], bare[3:4]) if bare[1] in _BETWEEN else (bare[1], bare[2:3])
    if verb == "used":
        return then == ["to"] and bare[1] == "used"
    return _is_past(verb)


def _is_past(verb: str) -> bool:
    regular = verb.endswith("ed") and len(verb) > SHORTEST + 1 and verb not in _NO_PAST
    return (regular or verb in _PAST or verb == "got") and verb not in _INNER
