"""What the teller wishes of the book, wherever they say it: leave that out, put it as this, for the
family only, call him something else, you can put that in after all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import cast

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.base.story import BookWish, WishKind
from dramaturg.engines.memoir.story.passage import sentence_spans
from dramaturg.english.prose import words
from dramaturg.turn.readings import Span

_QUOTED = re.compile(r'"[^"]{0,400}"|“[^”]{0,400}”')
ITSELF = 10  # words: a sentence with more tells what it wants off the record
FEW_WORDS = 3


@dataclass(frozen=True, slots=True)
class _Ways:
    parts: Mapping[str, str]
    wishes: Mapping[str, tuple[str, ...]]
    leads: Pattern
    people: Pattern
    continues: Pattern
    turns_away: Pattern


_BREAK, _PART = re.compile(r"\n"), re.compile(r"\{([a-z]\w*)\}")
_WAYS = load(__file__, "wishes.yaml", _Ways)


def _filled(way: str) -> str:
    """A pattern with its parts put in."""
    way = _BREAK.sub("", way)
    while part := _PART.search(way):
        way = way.replace(part[0], f"(?:{_BREAK.sub('', _WAYS.parts[part[1]])})")
    return way


@cache
def _patterns() -> tuple[tuple[WishKind, re.Pattern[str]], ...]:
    return tuple(
        (cast(WishKind, kind), re.compile(_filled(way), re.IGNORECASE))
        for kind, ways in _WAYS.wishes.items()
        for way in ways
    )


_ABOUT = re.compile(_filled("{that}"), re.IGNORECASE)


def wishes_in(turn: int, text: str) -> Iterator[BookWish]:
    """The wishes of a passage, one a sentence at most."""
    for span in sentence_spans(text):
        said = _QUOTED.sub(lambda quoted: " " * len(quoted[0]), span.text.replace("’", "'"))
        found = next(
            ((kind, match) for kind, way in _patterns() if (match := way.search(said))), None
        )
        if found:
            yield _wish(turn, span, *found)


def _wish(turn: int, span: Span, kind: WishKind, match: re.Match[str]) -> BookWish:
    named = match.re.groupindex
    what = _named(match["what"] or "") if "what" in named else ""
    instead = None
    for group in ("instead", "name"):
        if group in named and match[group]:
            start, end = match.span(group)
            instead = Span(span.text[start:end].rstrip(" '"), span.start + start)
    return BookWish(turn, span, kind, what, instead)


def _named(what: str) -> str:
    """What is meant by name; nothing where it is `that`."""
    what = what.strip()
    if _ABOUT.fullmatch(what):
        return ""
    shorter = _WAYS.leads.sub("", what).strip()
    return "" if _ABOUT.fullmatch(shorter) else shorter


def is_of_somebody_before(what: str) -> bool:
    """`Call her something else` means who was named last."""
    return not what or bool(_WAYS.people.fullmatch(what.casefold()))


def goes_on(sentence: str) -> bool:
    """Whether a sentence speaks on of what the one before it told: `It grinned at me.`"""
    return bool(_WAYS.continues.match(sentence.casefold().replace("’", "'")))


def turns_away(sentence: str) -> bool:
    """`But he sang beautifully.`"""
    return bool(_WAYS.turns_away.match(sentence.casefold()))


def is_bare(text: str, wish: BookWish) -> bool:
    """Whether a passage says hardly more than the wish."""
    if wish.kind == "off_record" and len(words(wish.said.text)) > ITSELF:
        return False
    rest = text[: wish.said.start] + text[wish.said.end :]
    return len(words(rest)) <= FEW_WORDS
