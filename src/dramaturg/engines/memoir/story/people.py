"""The people in a passage: kin and others by what they are to the teller, and people by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from dramaturg.data_files import Pattern, Words, load
from dramaturg.engines.memoir.base.story import Story
from dramaturg.engines.memoir.base.story_events import Mentioned
from dramaturg.engines.memoir.story.kin import (
    CALLED_SO,
    FULL_NAME,
    KIN,
    NAME,
    OF_MINE,
    OLD_MAN,
    WAS_MINE,
    WITH_THEIRS,
    role_of,
    spoken_of,
)
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.engines.memoir.story.roles import roles_in
from dramaturg.english.prose import content_words, plain
from dramaturg.kernel.values import replace
from dramaturg.turn.readings import Span

_WORDS = load(__file__, "words.yaml", dict[str, dict[str, Words]])["people"]
_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["people"]

NO_NAMES = _WORDS["no_names"]
"""Words with a capital that are nobody."""

TITLES = load(__file__, "titles.yaml", dict[str, str])
"""What stands before a name, and what it says somebody is to the teller."""

_ANY_TITLE = "|".join(TITLES)
_TITLED = re.compile(
    rf"\b(?P<title>(?i:{_ANY_TITLE}))\.? (?!(?i:{_ANY_TITLE})\b)(?P<name>{FULL_NAME})"
)
_WHO = (
    "man|woman|boy|girl|lad|lass|fellow|chap|bloke|guy|kid|child|foreman|nurse|doctor|teacher|master|priest|sailor|soldier|captain|cook"
    "|neighbour|neighbor|boss|friend|farmer|eldest|youngest|oldest|he|she|son|daughter|one|brother|sister|cousin|somebody|someone"
)
_CALLED = re.compile(
    rf"\b(?i:{_WHO})(?: (?:from|at|in) \w+)?,? (?:(?:is|was|who was) )?(?:called|named)"
    rf" (?P<name>{FULL_NAME})"
)
_MY_OWN = re.compile(rf"\b[Mm]y (?P<name>{NAME})\b")
_MARRIED = re.compile(
    rf"\b(?:married|wed|met|courted|loved) (?P<name>{NAME})\b(?! (?:Street|Road))"
)
_IS_TELLER = _PATTERNS["is_teller"]
_IS_CALLED_SO = re.compile(r"(?i)\bcall(?:ed|s|ing)? (?:me|us|him|her|them|it)(?: all| both)?\s+$")
_IS_READ = _PATTERNS["is_read"]
_IS_NAMED = re.compile(rf" (?:was|is)(?: called| named)? (?P<name>{FULL_NAME})")
_TITLED_BEHIND = re.compile(rf",? (?:{_ANY_TITLE})\.? (?P<name>{NAME})", re.IGNORECASE)
_APPOSED = re.compile(rf", (?P<name>{FULL_NAME}),")
_FIRST_NAME = re.compile(rf"(?P<within>[a-z,] )?\b(?P<name>{NAME}) $")
_CAPITAL = re.compile(rf"\b{NAME}\b")
_MONTHS = frozenset({"may", "june", "april", "august"})  # behind a title they are somebody
_OWNED = re.compile(r"['’]s$")
MOST = 12  # people of one passage


def people_in(passage: ParsedPassage, story: Story, named: Sequence[Span]) -> tuple[Mentioned, ...]:
    """Each once, in the order they are spoken of. `named` are the names that were found."""
    found: dict[str, Mentioned] = {}
    taken: list[tuple[int, int]] = []
    roles = roles_in(passage.text)
    for mention in (_with_role(each, roles) for each in _all(passage, story, named)):
        place = mention.quote.span.start, mention.quote.span.end
        if any(start < place[1] and place[0] < end for start, end in taken):
            continue
        taken.append(place)
        found.setdefault(mention.key, mention)
    kept = sorted(found.values(), key=lambda mention: mention.quote.span.start)
    return tuple(kept[:MOST])


def _with_role(mention: Mentioned, roles: Mapping[int, str]) -> Mentioned:
    span = mention.quote.span
    role = next((role for at, role in roles.items() if span.start <= at < span.end), "")
    return mention if mention.role or not role else replace(mention, role=role)


def _all(passage: ParsedPassage, story: Story, named: Sequence[Span]) -> Iterator[Mentioned]:
    """The surest first: of two that overlap the first is kept."""
    yield from _kin_of(passage, story, named)
    yield from _by_title(passage, story)
    yield from _by_pattern(passage, story)
    for span in (_with_first_name(passage, story, span) for span in named):
        if _is_somebody(passage, span):
            yield with_name(passage, story, span.text, span.start, span.end)
    # those who were named before, by the same name
    for match in _CAPITAL.finditer(passage.text):
        key = plain(match.group()).removesuffix("'s")
        if f"person:{key}" in story.mentions or len(story.known_as.get(key, ())) == 1:
            yield with_name(passage, story, match.group(), match.start(), match.end())


# ── by what they are ──────────────────────────────────────────────────────────────────────────────


def _kin_of(passage: ParsedPassage, story: Story, named: Sequence[Span]) -> Iterator[Mentioned]:
    starts = {span.start: span for span in named}
    said_of = {
        match.start("mine"): match
        for match in WAS_MINE.finditer(passage.text)
        if _is_name(match["name"])
    }
    for match in said_of.values():
        role = role_of(match["kin"], match["how"])
        yield with_name(passage, story, match["name"], match.start("name"), match.end("name"), role)
    for match in OF_MINE.finditer(passage.text):
        role = role_of(match["kin"], match["how"])
        name, end = _name_behind(match, starts)
        if name:
            yield with_name(passage, story, name, match.start(), end, role)
        elif match.start() not in said_of:
            yield with_role(passage, story, role, match.start(), match.end("kin"))
    for match in WITH_THEIRS.finditer(passage.text):
        yield with_role(
            passage, story, role_of(match["kin"], match["how"]), match.start(), match.end()
        )
    for match in OLD_MAN.finditer(passage.text):
        yield with_role(
            passage,
            story,
            role_of("father" if match["who"] == "man" else "mother"),
            match.start(),
            match.end(),
        )
    for match in CALLED_SO.finditer(passage.text):
        yield with_role(passage, story, role_of(match["kin"]), match.start(), match.end())


def _is_name(name: str) -> bool:
    """Not `There` or `In Leeds`."""
    return all(content_words(word) and plain(word) not in NO_NAMES for word in name.split())


def _name_behind(match: re.Match[str], named: dict[int, Span]) -> tuple[str, int]:
    """The name that follows at once, `my sister Ann`; behind a comma where it is known for a name,
    or a comma ends it.
    """
    is_named = _IS_NAMED.match(match.string, match.end("kin")) if not match["name"] else None
    if is_named and is_named.start("name") in named:
        return is_named["name"], is_named.end("name")
    titled = _TITLED_BEHIND.match(match.string, match.end("kin"))
    if titled:
        return titled["name"], titled.end("name")
    name = match["name"]
    if not name or plain(name) in NO_NAMES or KIN.get(name.lower()):
        return "", 0
    known = named.get(match.start("name"))
    if known:
        return known.text, known.end
    if match.string[match.end("kin")] != ",":
        return name, match.end("name")
    apposed = _APPOSED.match(match.string, match.end("kin"))
    return (apposed["name"], apposed.end("name")) if apposed else ("", 0)


def with_role(passage: ParsedPassage, story: Story, role: str, start: int, end: int) -> Mentioned:
    """Somebody without a name; if only one who is that to the teller has been named, it is they."""
    known = story.known_as.get(role, ())
    mention = story.mentions.get(f"person:{known[0]}") if len(known) == 1 else None
    if mention:
        return Mentioned("person", mention.key, mention.name, passage.quote(start, end), role)
    return Mentioned(
        "person", role.removeprefix("my "), spoken_of(role), passage.quote(start, end), role
    )


# ── by name ───────────────────────────────────────────────────────────────────────────────────────


def _by_title(passage: ParsedPassage, story: Story) -> Iterator[Mentioned]:
    for match in _TITLED.finditer(passage.text):
        title = match["title"].lower()
        if plain(match["name"]) in NO_NAMES - _MONTHS or (
            match["title"].islower() and title not in ("old", "uncle", "auntie", "aunt")
        ):
            continue
        said = _OWNED.sub("", passage.text[match.start() : match.end()])
        mention = with_name(
            passage, story, match["name"], match.start(), match.end(), TITLES[title]
        )
        known = story.mentions.get(f"person:{mention.key}")
        is_other = known is not None and {title, known.name.split()[0].lower().rstrip(".")} == {
            "mr",
            "mrs",
        }
        yield Mentioned(
            "person", plain(said) if is_other else mention.key, said, mention.quote, mention.role
        )


def _by_pattern(passage: ParsedPassage, story: Story) -> Iterator[Mentioned]:
    for pattern in (_CALLED, _MY_OWN, _MARRIED):
        for match in pattern.finditer(passage.text):
            if plain(match["name"]) not in NO_NAMES and match["name"].lower() not in KIN:
                yield with_name(
                    passage, story, match["name"], match.start("name"), match.end("name")
                )


def _with_first_name(passage: ParsedPassage, story: Story, span: Span) -> Span:
    """`Rahmat Ali`, where only the second was found; at the beginning of a sentence only where
    somebody is known by both.
    """
    first = _FIRST_NAME.search(passage.text, max(0, span.start - 40), span.start)
    if (
        first is None
        or plain(first["name"]) in NO_NAMES
        or plain(first["name"]) in TITLES
        or " " in span.text
    ):
        return span
    both = passage.span(first.start("name"), span.end)
    if first["within"] or f"person:{plain(_OWNED.sub('', both.text))}" in story.mentions:
        return both
    return span


def _is_somebody(passage: ParsedPassage, span: Span) -> bool:
    """Not the teller, not what somebody is called for fun, not what is read or sung."""
    before = passage.text[max(0, span.start - 40) : span.start]
    is_nobody = any(pattern.search(before) for pattern in (_IS_TELLER, _IS_CALLED_SO, _IS_READ))
    return not is_nobody and plain(span.text) not in NO_NAMES and span.text.lower() not in KIN


def with_name(
    passage: ParsedPassage, story: Story, name: str, start: int, end: int, role: str = ""
) -> Mentioned:
    """Known by the name; one who is something else to the teller than another of that name
    by both.
    """
    name = _OWNED.sub("", name)
    key = plain(name)
    others = story.known_as.get(key, ())
    if len(others) == 1 and f"person:{key}" not in story.mentions:
        key = others[0]
    known = story.mentions.get(f"person:{key}")
    if known and role and known.role and known.role != role:
        key, name = f"{role.removeprefix('my ')} {plain(name)}", f"{spoken_of(role)} {name}"
    return Mentioned(
        "person",
        key,
        known.name if known and known.key == key else name,
        passage.quote(start, end),
        role,
    )
