"""What the teller says about the telling: promises of more, what is not for the book, and where the
story goes from here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.turn.readings import Span


def any_of(*ways: str) -> re.Pattern[str]:
    """Whole words, whatever their case."""
    return re.compile(rf"(?i)(?<!\w)(?:{'|'.join(f'(?:{way})' for way in ways)})")


def begins_with(*ways: str) -> tuple[re.Pattern[str], ...]:
    """Ways in which a sentence may begin, apart, because each has groups of its own."""
    return tuple(re.compile(rf"(?i)^\W*{way}") for way in ways)


_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["remarks"]

# ── loose ends ────────────────────────────────────────────────────────────────────────────────────

_SOON = r"(?:some ?time|some ?day|one day|another day|another time|later)"
_PROMISES = any_of(
    r"(?:is|that['’]s|was) (?:another|a different|a whole other|a long) (?:story|tale)\b",
    r"(?:another|a) story for another (?:time|day)\b",
    r"(?:I['’]ll|I will|I can|I could|I should|I must|remind me to) tell you"
    rf" .{{0,60}}?\b{_SOON}\b",
    r"(?:I['’]ll|I will|we['’]ll|we will) (?:come|get) (?:back )?to that\b",
    r"more (?:about|of) that later\b|that comes later\b|but I['’]m getting ahead\b",
    r"you would(?:n['’]t| not) believe what happened\b|if you only knew\b",
    r"there['’]s more to (?:that|it)\b|I could write a book about\b",
    r"(?:there was|we had|he had|she had) (?:a lot of |some |such |great )?(?:trouble|bother|bad"
    r" blood|talk|goings-on)\b"
    r".{0,20}\b(?:then|that year|at home|in the family|over it)\b",
    r"that was the year (?:it|everything) (?:changed|happened|went wrong)\b",
)
_BEFORE_WHAT = _PATTERNS["before_what"]
MOST_LOOSE_ENDS = 2


def loose_ends_in(passage: ParsedPassage) -> tuple[Span, ...]:
    """The sentences that touch on something and leave it, in order. What is named more than once is
    being told.
    """
    places = [match.start() for match in _PROMISES.finditer(passage.text)]
    lowered = passage.text.lower()
    places += [
        match.start()
        for match in _BEFORE_WHAT.finditer(passage.text)
        if lowered.count(match["what"].lower()) == 1
    ]
    sentences = dict.fromkeys(passage.sentence_at(place) for place in sorted(places))
    return tuple(sentences)[:MOST_LOOSE_ENDS]


# ── where the story goes ──────────────────────────────────────────────────────────────────────────

MoveKind = Literal["return", "turn", ""]


@dataclass(frozen=True, slots=True)
class Move:
    """The teller says that they go back to something, or on to something else: to `what`, in their
    words, where they say it.
    """

    kind: MoveKind = ""
    what: str = ""


STAYS = Move()

_LEAD = r"(?:(?:so|well|anyway|anyhow|but|and|now|oh|okay|right|yes|uh|um)\b[,.]? ){0,3}"
_WHAT = r"(?P<what>[^,.;:!?\n]{2,60})"
_MINE = r"(?P<what>(?:the|my|our) [^,.;:!?\n]{2,40}?)"
_GO = (
    r"(?:to (?:go|come|get)|let me (?:go|come|get)|let['’]s (?:go|get)|can (?:I|we) go|I(?:['’]d|"
    r" would) like to go|I want to go)"
)
_TELL = (
    r"(?:let me tell|I(?:['’]ll| will| should| must| have to| want to) tell|I haven['’]t told|did I"
    r" (?:ever )?tell|have I told)"
)
_AS_I_SAID = r"(?:as|like) I (?:was saying|said|told you|was telling you|mentioned)"
_RETURNS = begins_with(
    rf"{_LEAD}{_GO} back to {_WHAT}",
    rf"{_LEAD}if I (?:can|may) go back to {_WHAT}",
    rf"{_LEAD}(?:going|coming|getting) back to {_WHAT}[,:]",
    rf"{_LEAD}back to {_WHAT}",
    rf"{_LEAD}as (?:for|to) {_WHAT},",
    rf"{_LEAD}(?:to return|returning|let me return) to {_WHAT}",
    rf"{_LEAD}{_AS_I_SAID}(?: before| earlier| last time)? (?:about|of) {_WHAT}",
    rf"{_LEAD}you (?:asked|wanted to know) (?:me )?about {_WHAT}",
    rf"{_LEAD}I was (?:telling you|talking|saying) about {_WHAT}",
    rf"{_LEAD}(?:about|on) {_MINE} again\b",
    rf"{_LEAD}I forgot to (?:say|tell you|mention)(?: something| one thing)? about {_WHAT}",
)
_TURNS = begins_with(
    rf"{_LEAD}{_TELL} you about {_WHAT}",
    rf"now,? {_MINE}, (?:he|she|it|they|that)\b",
    r"(?:anyway|anyhow|moving on|changing the subject|to change the subject|something else|another"
    r" thing)\b",
    rf"{_LEAD}then there (?:was|were) {_WHAT}",
    rf"{_LEAD}(?:that reminds me of|speaking of) {_WHAT}",
    r"now (?P<what>[^,.;:!?\n]{2,30}?) (?:was|is|were) (?:something|another|a different|quite"
    r" another)\b",
    rf"(?:and )?then {_MINE} (?:came|began|started|broke out|happened)\b",
    r"(?:then came|next came|and then came) (?P<what>[^,.;:!?\n]{2,40})",
)
_TAIL = _PATTERNS["tail"]


def move_in(passage: ParsedPassage) -> Move:
    """The first that is made; only the beginning of a sentence makes one."""
    for sentence in _sentences(passage):
        if _PROMISES.search(sentence):
            continue  # not now
        for kind, patterns in _MOVES:
            match = next(filter(None, (pattern.search(sentence) for pattern in patterns)), None)
            if match:
                what = match["what"] if "what" in match.re.groupindex else ""
                return Move(kind, _TAIL.sub("", what or "").strip())
    return STAYS


_MOVES: tuple[tuple[MoveKind, tuple[re.Pattern[str], ...]], ...] = (
    ("return", _RETURNS),
    ("turn", _TURNS),
)


def _sentences(passage: ParsedPassage) -> Iterator[str]:
    for sentence in passage.sentences:
        if sentence:
            yield passage.text[sentence[0].start : sentence[-1].end]
