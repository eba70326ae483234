"""Who helps, by country: one authored file, checked when it is read; and what is due in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from dramaturg.data_files import load
from dramaturg.languages.letters import bare
from dramaturg.turn.care import CareContact, ContactKind, Whom
from dramaturg.turn.hearing import Danger

ORDER: Mapping[Danger, tuple[ContactKind, ...]] = {
    "self_harm": ("own", "crisis", "emergency"),
    "abuse": ("own", "abuse", "child", "elder", "emergency"),
    "medical": ("emergency", "own"),
    "threat": ("own", "emergency", "crisis"),
    "distress": ("own", "crisis", "emergency"),
}
"""Whom to turn to in which danger, first things first."""
MOST = 2  # of a kind: who is in need reads no directory
STALE = timedelta(days=365)


class Reachable(BaseModel):
    """Somebody who helps: what they are, and how and when they are reached."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(min_length=1, max_length=120)]
    what: Annotated[str, Field(max_length=300)] = ""
    call: Annotated[str, Field(pattern=r"^[0-9+*# ()/-]{2,40}$")] | None = None
    text: Annotated[str, Field(max_length=120)] | None = None
    chat: Annotated[str, Field(pattern=r"^https://")] | None = None
    hours: Annotated[str, Field(max_length=120)] = ""
    languages: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _reachable(self) -> Reachable:
        if not (self.call or self.text or self.chat):
            raise ValueError("says no way to reach them: write call, text or chat")
        return self

    def shown(self, kind: ContactKind = "own") -> CareContact:
        return CareContact(
            kind,
            self.name,
            self.what,
            self.call or "",
            self.text or "",
            self.chat or "",
            self.hours,
            self.languages,
        )


class Contact(Reachable):
    """The same, with who says so and when that was checked."""

    kind: Literal["emergency", "crisis", "abuse", "child", "elder"]
    source: Annotated[str, Field(pattern=r"^https?://")]
    checked: date | Literal["never"]


class CareCountry(BaseModel):
    """`also` are other names, as people say them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    also: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    contacts: tuple[Contact, ...]


class ContactFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    countries: Mapping[Annotated[str, Field(pattern=r"^[A-Z]{2}$")], CareCountry]


def countries() -> Mapping[str, CareCountry]:
    return load(__file__, "contacts.yaml", ContactFile).countries


def contacts_for(
    danger: Danger, country: str, own: Sequence[CareContact], whom: Whom = "", hurt: bool = False
) -> tuple[CareContact, ...]:
    """Whom to turn to, in the order that helps; of the country's, two of a kind at most. A child,
    or somebody old who is being hurt, has lines of their own, which come first, and not the
    others'.
    Who is hurt already needs the emergency number before anybody to talk to.
    """
    known = countries().get(country)
    there = [contact.shown(contact.kind) for contact in known.contacts] if known else []
    found: list[CareContact] = []
    for kind in _order(danger, whom, hurt):
        of_kind = [each for each in (*own, *there) if each.kind == kind]
        found += of_kind if kind == "own" else of_kind[:MOST]
    return tuple(found)


def _order(danger: Danger, whom: Whom, hurt: bool) -> tuple[ContactKind, ...]:
    kinds = ORDER[danger]
    if kinds[0] == "own" and (whom == "child" or (whom == "elder" and danger == "abuse")):
        others = [kind for kind in kinds[1:] if kind not in ("child", "elder")]
        kinds = ("own", whom, *others)
    return tuple(sorted(kinds, key=lambda kind: kind != "emergency")) if hurt else kinds


_PLACED = (
    r"(?i:\b(?:i|we)(?:['’]m|['’]re|m| am| are| live| stay)(?: (?!not\b)\w+){0,3} in"
    r" (?:[\w-]+, ?)?(?:the )?)"
)
_ALONE = r"(?i:^\W*(?:(?:in|from) )?(?:the )?)"


def country_named(text: str, asked: bool = False) -> str:
    """The country that somebody says they are in, by its code; empty where none is. A country that
    stands in a sentence of something else says so only where it was asked.
    """
    for code, country in countries().items():
        for name in (country.name, *country.also):
            named = rf"(?<!\w){re.escape(name)}(?!\w)"
            said = named if asked else rf"{_PLACED}{named}|{_ALONE}{named}\W*$"
            if re.search(said, text, 0 if name.isupper() else re.IGNORECASE):
                return code
    return _named_elsewhere(bare(text), asked)


def _named_elsewhere(letters: str, asked: bool) -> str:
    """The same in other languages, not all of which have borders between words."""
    found = _in_country_elsewhere().search(letters) or _alone_elsewhere().fullmatch(letters)
    if found is None and asked:
        found = _country_elsewhere().search(letters)
    return _codes_elsewhere()[found["name"]] if found else ""


@cache
def _codes_elsewhere() -> Mapping[str, str]:
    written = load(__file__, "country_names.yaml", dict[str, tuple[str, ...]])
    return {name: code for code, names in written.items() for name in names}


@cache
def _country_elsewhere() -> re.Pattern[str]:
    longest_first = sorted(_codes_elsewhere(), key=len, reverse=True)
    return re.compile(rf"(?P<name>{'|'.join(map(re.escape, longest_first))})(?![a-z])")


@cache
def _alone_elsewhere() -> re.Pattern[str]:
    return re.compile(rf"\W*{_country_elsewhere().pattern}\W*")


@cache
def _in_country_elsewhere() -> re.Pattern[str]:
    """How people say that they are in a country, with its name."""
    written = load(__file__, "safety_elsewhere.yaml", dict[str, dict[str, str]])
    placed = "|".join(f"(?:{each['in_country']})" for each in written.values())
    return re.compile(rf"(?:{placed}){_country_elsewhere().pattern}")


def stale(today: date) -> Iterator[tuple[str, int, str]]:
    """Entries that nobody has checked for a year: country, how many, and the oldest date."""
    for code, country in countries().items():
        old = [
            each.checked
            for each in country.contacts
            if each.checked == "never" or today - each.checked > STALE
        ]
        if old:
            dates = [each for each in old if each != "never"]
            yield code, len(old), "never" if "never" in old else str(min(dates))
