"""Linking text: titles, openings and notes between the teller's words, made of nothing but what the
story holds.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from dramaturg.engines.memoir.base.story import KeptClaim, StoryMention, TellerQuote
from dramaturg.engines.memoir.book.chapters import SOMEBODY, ChapterPart, ChapterPlan, PassageInBook
from dramaturg.engines.memoir.book.dates import BY_AGE, Dating, period_of, years_of
from dramaturg.engines.memoir.book.passages import (
    BookPassage,
    BookSource,
    headed,
    is_proper,
    title_of,
)
from dramaturg.engines.memoir.book.sentences import DraftSentence
from dramaturg.engines.memoir.book.timeline import PERIOD_NAMES
from dramaturg.english.prose import plain, table, words
from dramaturg.turn.readings import Span

LONGEST_TITLE = 48
LONGEST_TAKEN_UP = 6
MOST_PLACES = 3
MOST_PEOPLE = 4
FIRST_WORDS = 6
MAIN = 0.34
"""How much of a chapter is about what it is called."""
AGAIN = 3
"""As often is something named that a chapter is called by."""
DETERMINING = table("my our the a an his her their this that")


class Linker:
    """Links what was told. `readable` are the passages whose words may be shown in the book."""

    def __init__(self, memoir: BookSource, readable: Sequence[BookPassage]) -> None:
        self._memoir = memoir
        self._readable = {passage.turn: passage for passage in readable}
        self._turns = frozenset(passage.turn for passage in memoir.passages)
        self._put_right = frozenset(
            kept.turn for kept in memoir.claims.values() if kept.superseded_by
        )

    # ── titles ────────────────────────────────────────────────────────────────────────────────────

    def title(self, plan: ChapterPlan, taken: Collection[str]) -> DraftSentence:
        """As somebody called it; else in the teller's words, and none that another chapter has."""
        if plan.title:
            return _linking(plan.title, _first_words(plan.tellings))
        others = [set(words(title)) for title in taken]
        found = next(
            (title for title in self._titles_for(plan) if set(words(title.text)) not in others),
            None,
        )
        return found or _linking(
            _period_names(plan) or "Of other things", _first_words(plan.tellings)
        )

    def _titles_for(self, plan: ChapterPlan) -> Iterator[DraftSentence]:
        """What much of it is about, one thread or two; a place or somebody named again and
        again; else the time of life, or how it begins.
        """
        titled = list(self._main_threads(plan))
        if (
            len(titled) > 1
            and len(together := " and ".join(title for title, _ in titled)) <= LONGEST_TITLE
            and "," not in together
        ):
            yield _named(titled)
        yield from (_named([each]) for each in titled)
        for mentions in (self._memoir.places, self._memoir.people):
            yield from (
                _named([(name, quotes[0])])
                for name, quotes in _quoted_in(mentions, plan.tellings)
                if len(quotes) >= AGAIN and is_proper(name)
            )
        if plan.periods:
            yield _linking(_period_names(plan), _first_words(plan.tellings))
        yield from (
            _begun(telling.sentences[0])
            for telling in plan.tellings
            if telling.passage.turn not in self._put_right
        )

    def _main_threads(self, plan: ChapterPlan) -> Iterator[tuple[str, TellerQuote]]:
        told: dict[str, list[ChapterPart]] = {}
        for part in plan.parts:
            told.setdefault(part.thread, []).append(part)
        for parts in told.values():
            many = sum(len(part.tellings) for part in parts)
            title = self._title(parts[0])
            if title and many >= MAIN * len(plan.tellings):
                yield title, self._where(title, parts[0])

    def heading(self, part: ChapterPart) -> DraftSentence | None:
        """A thread's title, where its words may be read; else who or what is named in it."""
        title = self._title(part)
        if title:
            return _named([(title, self._where(title, part))])
        named = (
            _named_in(self._memoir.people, part.tellings)[:2],
            _named_in(self._memoir.places, part.tellings)[:1],
        )
        return next((_named(found) for found in named if found), None)

    def _title(self, part: ChapterPart) -> str:
        return title_of(self._memoir, part.thread, [telling.passage for telling in part.tellings])

    def _where(self, title: str, part: ChapterPart) -> TellerQuote:
        said = re.compile(re.escape(title), re.IGNORECASE)
        for passage in (telling.passage for telling in part.tellings):
            found = said.search(passage.text)
            if found:
                return TellerQuote(passage.turn, Span(found[0], found.start()))
        has_all = (
            telling
            for telling in part.tellings
            if set(words(title)) <= set(words(telling.passage.text))
        )
        return next(has_all, part.tellings[0]).sentences[0].sources[0]

    # ── openings ──────────────────────────────────────────────────────────────────────────────────

    def subtitle(self, plan: ChapterPlan, title: DraftSentence) -> DraftSentence:
        """Which part of the life, where the title does not say so, and from when to when."""
        years = sorted(self._years(plan), key=lambda dating: dating.year)
        name = _period_names(plan)
        name = "" if plain(name) == plain(title.text) else name
        if not years:
            return _linking(name, _first_words(plan.tellings))
        first, last = years[0], years[-1]
        when = first.label if first.year == last.year else f"{first.year} to {last.until}"
        when = when if name else headed(when)
        return _linking(", ".join(filter(None, (name, when))), (first.quote, last.quote))

    def _years(self, plan: ChapterPlan) -> Iterator[Dating]:
        """The first year of each passage, where it is not from quite another time."""
        ages = [BY_AGE.index(period) for period in plan.periods if period in BY_AGE]
        for telling in plan.tellings:
            for dating in telling.datings[:1]:
                age = period_of(dating.year, self._memoir.born)
                if (
                    plan.own
                    or not ages
                    or age is None
                    or min(abs(BY_AGE.index(age) - each) for each in ages) <= 1
                ):
                    yield dating

    def opening(self, plan: ChapterPlan) -> tuple[DraftSentence, ...]:
        """Where it was and who was there."""
        named = [
            [
                each
                for each in _named_in(mentions, plan.tellings)
                if is_proper(each[0]) and each[0] != self._memoir.name
            ][:most]
            for mentions, most in (
                (self._memoir.places, MOST_PLACES),
                (self._memoir.people, MOST_PEOPLE),
            )
        ]
        told = [f"of {_listed([name for name, _ in group])}" for group in named if group]
        if not told:
            return ()
        teller = f"Here {self._memoir.name} tells" if self._memoir.name else "This tells"
        return (
            _linking(
                f"{teller} {', '.join(told)}.",
                tuple(quote for group in named for _, quote in group),
            ),
        )

    # ── between the words ─────────────────────────────────────────────────────────────────────────

    def before(self, telling: PassageInBook, follows: bool) -> DraftSentence | None:
        """When it was, where only an age tells; of whom, where the words say no more than `she`."""
        dating = telling.datings[0] if telling.datings else None
        first = telling.sentences[0].sources[0].span
        if (
            dating
            and first.start <= dating.quote.span.start < first.end
            and all(each.age is not None for each in telling.datings)
        ):
            return _linking(f"{dating.label[:1].upper()}{dating.label[1:]}.", (dating.quote,))
        return None if follows else self._of_whom(telling)

    def _of_whom(self, telling: PassageInBook) -> DraftSentence | None:
        first = telling.sentences[0].text
        if words(first)[0] not in SOMEBODY:
            return None
        for quote in telling.passage.asked_about:
            said = quote.span.text.strip()
            if (
                quote.turn in self._readable
                and 0 < len(words(said)) <= LONGEST_TAKEN_UP
                and plain(said) not in plain(first)
            ):
                return _linking(f"Of {_as_ours(said)}:", (quote,))
        return None

    def correction(self, kept: KeptClaim, now: KeptClaim) -> DraftSentence | None:
        """None when it was made in words that may not be read here."""
        if now.turn in self._turns and now.turn not in self._readable:
            return None
        years = years_of(now)
        value = str(years[0]) if years else f"“{now.claim.span.text}”"
        by = (TellerQuote(now.turn, now.claim.span),) if now.turn in self._readable else ()
        return _linking(
            f"[Corrected later: {value}.]", (TellerQuote(kept.turn, kept.claim.span), *by)
        )


def _linking(text: str, sources: tuple[TellerQuote, ...]) -> DraftSentence:
    return DraftSentence(text, "linking", tuple(dict.fromkeys(sources)))


def _begun(sentence: DraftSentence) -> DraftSentence:
    """A title from the first words of a sentence: `We put by a little …`."""
    begun = sentence.text.split()[:FIRST_WORDS]
    cut = next(
        (
            place
            for place, word in enumerate(begun, 1)
            if word.endswith((",", ";", ":")) and place > 1
        ),
        len(begun),
    )
    return _linking(headed(" ".join(begun[:cut])), sentence.sources)


def _first_words(tellings: Sequence[PassageInBook]) -> tuple[TellerQuote, ...]:
    return tellings[0].sentences[0].sources


def _period_names(plan: ChapterPlan) -> str:
    names = [PERIOD_NAMES[period] for period in plan.periods]
    return (
        _listed([names[0], *(name[:1].lower() + name[1:] for name in names[1:])]) if names else ""
    )


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _named(titled: Sequence[tuple[str, TellerQuote]]) -> DraftSentence:
    """A heading of one name or two."""
    return _linking(
        headed(_listed([name for name, _ in titled])), tuple(quote for _, quote in titled)
    )


def _as_ours(said: str) -> str:
    """A name as it is; other words of the teller's as theirs: `“my aunt Rose”`."""
    first = plain(said).split()[0]
    if said[0].isupper() and first not in DETERMINING:
        return said
    return f"“{said[:1].lower()}{said[1:]}”"


def _named_in(
    mentions: Sequence[StoryMention], tellings: Sequence[PassageInBook]
) -> list[tuple[str, TellerQuote]]:
    """Who or what is named in the sentences of these tellings, the most named first, with the first
    time.
    """
    return [(name, quotes[0]) for name, quotes in _quoted_in(mentions, tellings)]


def _quoted_in(
    mentions: Sequence[StoryMention], tellings: Sequence[PassageInBook]
) -> list[tuple[str, list[TellerQuote]]]:
    """The same with every time."""
    spans = {
        telling.passage.turn: [sentence.sources[0].span for sentence in telling.sentences]
        for telling in tellings
    }
    found: list[tuple[str, list[TellerQuote]]] = []
    for mention in mentions:
        quotes = [
            quote
            for quote in mention.quotes
            if any(
                span.start <= quote.span.start and quote.span.end <= span.end
                for span in spans.get(quote.turn, ())
            )
        ]
        if quotes:
            found.append((mention.name, quotes))
    return sorted(found, key=lambda named: -len(named[1]))
