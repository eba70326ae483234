"""Wishes obeyed: which sentences of which passages each wish of the teller's is about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from dramaturg.engines.memoir.base.story import BookWish, KeptClaim, StoryMention
from dramaturg.engines.memoir.book.passages import BookSource, is_proper
from dramaturg.engines.memoir.book.sentences import is_aside_text
from dramaturg.engines.memoir.story.passage import sentence_spans
from dramaturg.engines.memoir.story.wishes import ITSELF, goes_on, is_of_somebody_before, turns_away
from dramaturg.english.prose import content_words, plain, table, words
from dramaturg.kernel.values import replace
from dramaturg.turn.readings import Span

Place = tuple[int, int]
"""A sentence, by its turn and where it begins."""
BARE = 25
"""Characters: a forgotten wish that began so early was all that its passage said."""
REASON = 12
"""Words: a sentence this short beside a wish is the reason for it."""
FEW = 4
"""As many sentences before `put it as` are all meant by it."""
TITLES = table(
    "mr mrs ms miss dr sister father mother brother aunt auntie uncle sir lady the my our"
)


@dataclass(frozen=True, slots=True)
class Renaming:
    """Somebody who has another name in the book."""

    was: tuple[str, ...]
    now: str

    def __call__(self, text: str) -> str:
        for name in self.was:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", self.now, text)
        return text


@dataclass(frozen=True, slots=True)
class WishMet:
    """A wish, and the sentences it is about; none where nothing fits its words."""

    wish: BookWish
    places: frozenset[Place]


@dataclass(frozen=True)
class Wishes:
    """All wishes of a memoir, met."""

    memoir: BookSource

    @cached_property
    def sentences(self) -> Mapping[int, tuple[Span, ...]]:
        return {each.turn: tuple(sentence_spans(each.text)) for each in self.memoir.passages}

    @cached_property
    def said(self) -> frozenset[Place]:
        """The sentences in which wishes are said, and short ones beside them that say why."""
        by_turn: dict[int, set[int]] = {}
        for wish in self.memoir.wishes:
            if wish.said.text:
                by_turn.setdefault(wish.turn, set()).add(wish.said.start)
        return frozenset(
            (turn, start)
            for turn, starts in by_turn.items()
            for start in _with_reasons(self.sentences.get(turn, ()), starts)
        )

    @cached_property
    def met(self) -> tuple[WishMet, ...]:
        """In the order in which they were said. What is taken in again is wished no more."""
        met: list[WishMet] = []
        for wish in self.memoir.wishes:
            if wish.kind == "take_in":
                _take_in(met, wish, self._named(wish.what) if wish.what else frozenset())
            elif wish.kind != "rename":
                places = self._named(wish.what) if wish.what else self._that(wish)
                met.append(WishMet(wish, places - self.said))
        return tuple(met)

    @cached_property
    def renamings(self) -> tuple[Renaming, ...]:
        found = (self._renaming(wish) for wish in self.memoir.wishes if wish.kind == "rename")
        return tuple(each for each in found if each)

    # ── what is meant ─────────────────────────────────────────────────────────────────────────────

    def _that(self, wish: BookWish) -> frozenset[Place]:
        """What was told before the wish in its passage; with what speaks on of it. Where nothing
        was, the passage before. Who says `between us` first means what comes.
        """
        here = [(wish.turn, span) for span in self._told(wish.turn)]
        before = [each for each in here if each[1].start < wish.said.start]
        after = [each for each in here if each[1].start > wish.said.start]
        if not wish.said.text and wish.said.start > BARE:
            return frozenset()
        if wish.kind == "put_as":
            return _places(_last_matter(before or self._passage_before(wish.turn)))
        if wish.kind == "family" and here:
            return _places(here)
        if wish.kind == "off_record" and not before and len(words(wish.said.text)) > ITSELF:
            return _places([(wish.turn, wish.said)])
        if wish.kind == "off_record" and after and not before:
            return _places(here)
        if before:
            return _places([*before, *_going_on(after)])
        return _places(self._passage_before(wish.turn))

    def _told(self, turn: int) -> list[Span]:
        return [
            span
            for span in self.sentences.get(turn, ())
            if (turn, span.start) not in self.said and not is_aside_text(span.text)
        ]

    def _passage_before(self, turn: int) -> list[tuple[int, Span]]:
        before = (each.turn for each in reversed(self.memoir.passages) if each.turn < turn)
        told = ([(each, span) for span in self._told(each)] for each in before)
        return next((spans for spans in told if spans), [])

    def _named(self, what: str) -> frozenset[Place]:
        """Every sentence that says it, with those that speak on of it."""
        somebody = self._somebody(what)
        if somebody:
            return self._told_of(somebody)
        sought = content_words(what)
        found = self._saying(lambda said: bool(sought) and sought <= said)
        return found or self._spread(sought)

    def _spread(self, sought: frozenset[str]) -> frozenset[Place]:
        """No sentence says all of it: those that say some, in passages that say it together."""
        places: set[Place] = set()
        for passage in self.memoir.passages:
            if sought and sought <= content_words(passage.text):
                places |= {
                    (passage.turn, span.start)
                    for span in self._told(passage.turn)
                    if sought & content_words(span.text)
                }
        return frozenset(places)

    def _saying(self, says: Callable[[frozenset[str]], bool]) -> frozenset[Place]:
        places: set[Place] = set()
        for turn in self.sentences:
            told = self._told(turn)
            for number, span in enumerate(told):
                if says(content_words(span.text)):
                    places.add((turn, span.start))
                    places |= {
                        (turn, each.start)
                        for _, each in _going_on([(turn, t) for t in told[number + 1 :]])
                    }
        return frozenset(places)

    # ── people ────────────────────────────────────────────────────────────────────────────────────

    def _somebody(self, what: str) -> StoryMention | None:
        sought = plain(what)
        return next(
            (
                each
                for each in self.memoir.people
                if sought in {plain(each.name), plain(each.role)} - {""}
            ),
            None,
        )

    def _told_of(self, somebody: StoryMention) -> frozenset[Place]:
        named = [content_words(each) for each in _names(somebody)]
        return self._saying(lambda said: any(name and name <= said for name in named))

    def _renaming(self, wish: BookWish) -> Renaming | None:
        """Without a new name, what they are to the teller, or a letter."""
        what = re.sub(r"['’]s$", "", wish.what).strip()
        who = self._last_named(wish) if is_of_somebody_before(what) else self._somebody(what)
        was = _names(who) if who else (what,) if is_proper(what) else ()
        if not was:
            return None
        role = who.role if who else ""
        now = wish.instead.text if wish.instead else role or f"{was[0][:1]}."
        return Renaming(was, now)

    def _last_named(self, wish: BookWish) -> StoryMention | None:
        """Who was spoken of last, by a name."""
        said = [
            (quote.turn, quote.span.start, each)
            for each in self.memoir.people
            for quote in each.quotes
            if is_proper(each.name)
            and (quote.turn, quote.span.start) < (wish.turn, wish.said.start)
        ]
        return max(said, key=lambda found: found[:2])[2] if said else None


def called(renamings: Sequence[Renaming], text: str) -> str:
    """A text in which everybody has the name that the teller wants for them."""
    for renaming in renamings:
        text = renaming(text)
    return text


def renamed(memoir: BookSource, renamings: Sequence[Renaming]) -> BookSource:
    """The same memoir with what is known of it in those names. What was said stays."""
    if not renamings:
        return memoir

    def mention(each: StoryMention) -> StoryMention:
        return replace(each, name=called(renamings, each.name))

    def claim(kept: KeptClaim) -> KeptClaim:
        span = replace(kept.claim.span, text=called(renamings, kept.claim.span.text))
        return replace(kept, claim=replace(kept.claim, span=span))

    return replace(
        memoir,
        people=tuple(map(mention, memoir.people)),
        places=tuple(map(mention, memoir.places)),
        threads={
            id: replace(thread, title=called(renamings, thread.title))
            for id, thread in memoir.threads.items()
        },
        claims={id: claim(kept) for id, kept in memoir.claims.items()},
    )


def _names(somebody: StoryMention) -> tuple[str, ...]:
    """The whole name first; the first name alone where it is no title."""
    name = somebody.name
    first = name.split()[0]
    alone = (
        (first,)
        if first != name
        and first[:1].isupper()
        and len(first) > 3
        and "." not in first
        and first not in ("Miss", "Sister", "Father", "Aunt", "Uncle")
        else ()
    )
    return (name, *alone)


def _with_reasons(spans: Sequence[Span], starts: set[int]) -> Iterator[int]:
    """Where a passage begins with a wish, a short sentence that speaks on of it says why: `Her
    daughter might still be living.`
    """
    begins = bool(spans) and spans[0].start in starts
    for number, span in enumerate(spans):
        follows = number > 0 and spans[number - 1].start in starts
        why = follows and begins and goes_on(span.text) and len(words(span.text)) <= REASON
        if span.start in starts or why:
            yield span.start


def _places(spans: Sequence[tuple[int, Span]]) -> frozenset[Place]:
    return frozenset((turn, span.start) for turn, span in spans)


def _going_on(spans: Sequence[tuple[int, Span]]) -> list[tuple[int, Span]]:
    """The first of them that speak on of what was before."""
    found: list[tuple[int, Span]] = []
    for turn, span in spans:
        if turns_away(span.text) or not goes_on(span.text):
            break
        found.append((turn, span))
    return found


def _last_matter(spans: Sequence[tuple[int, Span]]) -> list[tuple[int, Span]]:
    """All of them where they are few; else the last one, with those that it speaks on of."""
    if len(spans) <= FEW:
        return list(spans)
    start = len(spans) - 1
    while start > len(spans) - FEW and goes_on(spans[start][1].text):
        start -= 1
    return list(spans[start:])


def _take_in(met: list[WishMet], wish: BookWish, places: frozenset[Place]) -> None:
    """The last wish before it; by name, every one that is about the same."""
    same = [
        each
        for each in met
        if places
        and (each.places & places or content_words(wish.what) <= content_words(each.wish.what))
    ]
    for each in same if wish.what else met[-1:]:
        met.remove(each)
