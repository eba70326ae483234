"""Keeping of a model's answer what stands in the teller's words, in whatever form; what does not is
dropped, with a reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from dramaturg.engines.memoir.base.story import Story
from dramaturg.engines.memoir.base.story_events import Mentioned
from dramaturg.engines.memoir.story.corrections import Correction
from dramaturg.engines.memoir.story.figures import ages, years
from dramaturg.engines.memoir.story.kin import KIN, OF_MINE, TELLING_APART, role_of
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.engines.memoir.story.people import TITLES, with_name, with_role
from dramaturg.engines.memoir.story.titles import LONGEST, title_from
from dramaturg.english.figures import read as figures_in
from dramaturg.english.forms import bases, bases_of
from dramaturg.english.prose import content_words, plain, words
from dramaturg.english.quotes import nearly
from dramaturg.english.sentiment import sentiment
from dramaturg.turn.readings import Amount, Claim, ClaimSlot, ClaimValue, Span

SLOTS: tuple[ClaimSlot, ...] = ("year", "age", "count", "place", "name")
_CENTURIES = (0, 1900, 2000)
_SHORT_YEAR = re.compile(r"['’](\d\d)\b")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_ARTICLE = re.compile(r"(?i)^(?:the|a|an|my|our|his|her|their) ")
_DARK = -0.2


@dataclass(frozen=True)
class StoryReader:
    """Keeps what can be found in the passage; `dropped` tells of all else."""

    passage: ParsedPassage
    story: Story
    dropped: list[str] = field(default_factory=list)

    def title(self, written: str) -> str:
        """Of ordinary words, with some of the teller's matter in them; no names or figures of its
        own.
        """
        kept = " ".join(written.split()[: LONGEST + 1])
        matter = [word for word in _WORD.findall(kept) if content_words(word)]
        own = [word for word in matter if not self._said(word)]
        if not matter or len(own) == len(matter) or any(map(_is_singular, own)):
            if plain(written) not in ("", "new"):
                self._drop("title", written, "it is not of the teller's words")
            return ""
        return title_from(kept) or f"{kept[:1].lower()}{kept[1:]}"

    def claims(self, written: Iterable[Any]) -> Iterator[Claim]:
        for each in _objects(written):
            about, value = plain(text_of(each, "about"))[:40], text_of(each, "value")
            subject = _subject(text_of(each, "subject"))
            slot = _slot(text_of(each, "kind"))
            span = self._located(text_of(each, "quote")) or self._located(value)
            told = f"{subject} {about} {value}"
            if not (span and slot and subject and about):
                why = "its words were not said" if not span else "it does not say of what"
                self._drop("claim", told, why)
                continue
            found = self._value(slot, value, span.text)
            if found is None:
                self._drop("claim", told, "its value was not said")
                continue
            always = slot in ("place", "name")
            yield Claim(subject, about, slot, found, span, past=True, always=always)

    def people(self, written: Iterable[Any]) -> Iterator[Mentioned]:
        for each in _objects(written):
            name, role = text_of(each, "name"), text_of(each, "role")
            found = self._person(name, role, self._located(text_of(each, "quote")))
            if found is None:
                self._drop("person", f"{name} {role}".strip(), "nobody was called so")
            else:
                if role and not found.role:
                    self._drop("role", role, f"{name} was not said to be that")
                yield found

    def places(self, written: Iterable[Any]) -> Iterator[Mentioned]:
        for each in _objects(written):
            name = text_of(each, "name")
            span = self._located(name) or self._located(_ARTICLE.sub("", name))
            if span and len(span.text.split()) <= LONGEST:
                key = plain(span.text).removeprefix("the ")
                yield Mentioned("place", key, span.text, self.passage.quote(span.start, span.end))
            else:
                self._drop("place", name, "it was not named")

    def quotes(self, what: str, written: Iterable[Any]) -> Iterator[Span]:
        for each in written:
            span = self._located(each) if isinstance(each, str) else None
            if span:
                yield span
            else:
                self._drop(what, str(each), "these words were not said")

    def corrections(self, written: Iterable[Any]) -> Iterator[Correction]:
        for each in _objects(written):
            right, wrong = text_of(each, "right"), text_of(each, "wrong")
            span = self._located(right) or self._figure(right)
            if span:
                yield Correction(span, wrong)
            else:
                self._drop("correction", right, "these words were not said")

    # ── what was said ─────────────────────────────────────────────────────────────────────────────

    @cached_property
    def _forms(self) -> frozenset[str]:
        return bases_of(self.passage.text)

    def _said(self, word: str) -> bool:
        """The word in any form, or one the story knows."""
        return not bases(plain(word)).isdisjoint(self._forms) or plain(word) in self.story.known_as

    def _located(self, quote: str) -> Span | None:
        found = nearly(quote, self.passage.text) if quote else None
        return self.passage.span(*found) if found else None

    def _figure(self, written: str) -> Span | None:
        """Where the number stands, in whatever words it was said."""
        wanted = set(_numbers(written))
        for figure in figures_in(self.passage.text):
            said = {float(figure.low) + century for century in _CENTURIES}
            if wanted & said:
                return self.passage.span(*figure.span)
        return None

    def _value(self, slot: ClaimSlot, written: str, quote: str) -> ClaimValue | None:
        """The value, if the quote says it, or else the passage."""
        if slot in ("place", "name"):
            said = all(map(self._said, words(written)))
            return plain(written) if written and said else None
        of_text = {"year": years, "age": ages}.get(slot)
        for text in (quote, self.passage.text):
            if of_text and (amount := _same(written, [each.value for each in of_text(text)])):
                return amount
            both = set(_numbers(written)) & set(_numbers(text, slot == "year"))
            if len(both) == 1:
                return (min(both), min(both))
        return None

    # ── people ────────────────────────────────────────────────────────────────────────────────────

    def _person(self, name: str, role: str, quote: Span | None) -> Mentioned | None:
        said_role = self._role(role, named=self._located(name) is not None)
        if plain(name) in KIN:
            name, said_role = "", self._role(name)
        if mine := OF_MINE.fullmatch(name):  # my brother Tom
            name, said_role = mine["name"] or "", role_of(mine["kin"], mine["how"])
        span = self._located(name)
        title, _, bare = name.partition(" ")
        key = plain(title).rstrip(".")
        if bare and key in TITLES:
            return self._titled(name, bare, said_role or TITLES[key])
        if span and span.text[0].isupper():
            return with_name(self.passage, self.story, span.text, span.start, span.end, said_role)
        if said_role and (at := quote or self._kin_said(said_role)):
            return with_role(self.passage, self.story, said_role, at.start, at.end)
        return None

    def _titled(self, name: str, bare: str, role: str) -> Mentioned | None:
        """Aunt Vi and Sergeant Dolan are known by their names, and called as they were."""
        span = self._located(name) or self._located(bare)
        if span is None:
            return None
        found = with_name(self.passage, self.story, bare, span.start, span.end, role)
        return Mentioned("person", found.key, span.text, found.quote, found.role)

    def _role(self, written: str, named: bool = False) -> str:
        """What somebody is to the teller, or what they are at all, if that was said. Kin who are
        `named` may be known as such by a model: our Ann.
        """
        said = words(_ARTICLE.sub("", plain(written)))
        kin = next((word for word in reversed(said) if word in KIN), "")
        if kin and (named or self._kin_said(role_of(kin))):
            how = " ".join(word for word in said if word in TELLING_APART and self._said(word))
            return role_of(kin, how)
        if not said or kin or not all(map(self._said, said)):
            return ""
        mine = re.search(rf"\b(?:my|our) (?:\w+ )?{re.escape(said[-1])}", plain(self.passage.text))
        return f"{'my' if mine else 'the'} {' '.join(said)}"

    def _kin_said(self, role: str) -> Span | None:
        """Where they are called what they are: Mum, for my mother."""
        kin = role.rsplit(maxsplit=1)[-1]
        for match in _WORD.finditer(self.passage.text):
            word = plain(match.group()).removesuffix("'s")
            alike = {KIN.get(word), KIN.get(word.removesuffix("s"))} - {None}
            if kin in alike or KIN.get(kin) in alike or TITLES.get(word) == role:
                return self.passage.span(match.start(), match.end())
        return None

    def _drop(self, what: str, written: str, why: str) -> None:
        self.dropped.append(f"{what} '{written[:60]}': {why}")


def text_of(written: Mapping[str, Any], key: str) -> str:
    value = written.get(key)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _objects(written: Iterable[Any]) -> Iterator[Mapping[str, Any]]:
    return (each for each in written if isinstance(each, dict))


def _slot(written: str) -> ClaimSlot | None:
    named = {"date": "year", "number": "count"}.get(plain(written), plain(written))
    return next((slot for slot in SLOTS if slot == named), None)


def _is_singular(word: str) -> bool:
    """A name, a figure, or a word that judges: it must have been said."""
    judged = sentiment(word).tone <= _DARK
    return word[:1].isupper() or any(map(str.isdigit, word)) or judged


def _numbers(text: str, short: bool = False) -> Iterator[float]:
    """`short`: two figures may be a year of either century."""
    for figure in figures_in(text):
        yield from (float(figure.low) + each for each in (_CENTURIES if short else (0,)))
    yield from (1900.0 + float(match[1]) for match in _SHORT_YEAR.finditer(text))


def _same(written: str, said: Iterable[Amount]) -> Amount | None:
    """The amount that was written, if it was said: a year, or ten of them."""
    wanted = [each.value for each in years(f"in {written}")]
    return next((each for each in said if each in wanted), None)


def _subject(written: str) -> str:
    subject = plain(written)
    if subject in ("i", "me", "we", "the teller", "teller"):
        return "I"
    kin = subject.removeprefix("my ")
    return role_of(kin) if kin in KIN else subject[:40]
