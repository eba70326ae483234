"""The places in a passage, by name and by what they are, and the years."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dramaturg.data_files import Words, load
from dramaturg.engines.memoir.base.story import Story
from dramaturg.engines.memoir.base.story_events import Mentioned
from dramaturg.engines.memoir.story.figures import years
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.engines.memoir.story.people import NO_NAMES
from dramaturg.english.prose import plain
from dramaturg.turn.readings import Span

_WORDS = load(__file__, "words.yaml", dict[str, dict[str, Words]])["places"]

PLACE_NOUNS = _WORDS["place_nouns"]
_NOUN = "|".join(sorted(PLACE_NOUNS, key=len, reverse=True))
_WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
_LARGE = r"[A-Z][^\W\d_]*(?:['’.-][^\W\d_]+)*"
_BEFORE = (
    "in|at|from|to|near|outside|into|through|around|across|reached|left|saw|visited|for|off|on|over"
)
_NAMED = re.compile(
    rf"\b(?i:{_BEFORE}|(?:spoke|speak|talked|thought|dreamed|heard) of)"
    rf" (?P<the>(?i:the) )?(?P<name>{_LARGE}(?: (?!I\b){_LARGE}){{0,3}}(?: (?:{_NOUN})\b)?)"
)
_FUNCTION = (
    "and|or|to|of|in|at|on|by|from|with|the|a|an|my|our|his|her|was|were|is|had|that|which|"
    "who|where|when|but|for|as|before|after|near|behind|over|under|until|since|came|went|"
    "into|all|so|she|he|we|they|I|it|between|through|outside"
)
_PLAIN = re.compile(
    rf"\b(?P<det>(?i:the|our|my|a|an|that)) (?P<how>(?:(?!(?:{_FUNCTION})\b){_WORD}"
    rf" ){{0,2}})(?P<noun>{_NOUN})\b(?!-)"
)
_STREET = re.compile(
    rf"\b(?P<name>{_LARGE}"
    r" (?:Street|Road|Avenue|Lane|Square|Park|Island|Bridge|Hill|Terrace|Row))\b"
)
_ALONE = re.compile(rf"(?:^|[.!?] )(?P<noun>(?i:{_NOUN}))(?=[.,])")
_BARE = re.compile(r"\b(?i:at|to|from|left) (?P<noun>school|church|chapel|college|university)\b")
_CAPITAL = re.compile(rf"\b{_LARGE}\b")
_DOUBTFUL = re.compile(r"(?i)\b(?:for|on|over|off|to|saw)$")
_ENDS = re.compile(r"['’]s$|[.,]$")
_STREETS = (
    "street",
    "road",
    "avenue",
    "lane",
    "hill",
    "square",
    "park",
    "bridge",
    "island",
    "town",
    "city",
)
MOST = 12  # places of one passage


def places_in(
    passage: ParsedPassage, story: Story, people: Sequence[Span]
) -> tuple[Mentioned, ...]:
    """Each once, in order. What is somebody's name is no place."""
    found: dict[str, Mentioned] = {}
    for mention in (
        *_by_name(passage, story, people),
        *_by_street(passage),
        *_by_kind(passage),
        *_known(passage, story, people),
    ):
        if not any(_overlap(mention.quote.span, other.quote.span) for other in found.values()):
            found.setdefault(mention.key, mention)
    return tuple(sorted(found.values(), key=lambda mention: mention.quote.span.start)[:MOST])


def years_in(passage: ParsedPassage) -> tuple[Mentioned, ...]:
    """The years that are named, as mentions: `1951`, `the fifties`."""
    found: dict[str, Mentioned] = {}
    for year in years(passage.text):
        low, high = year.value
        key = f"{low:.0f}" if low == high else f"{low:.0f}s"
        name = key if low == high or year.span.text[:1].isdigit() else year.span.text.lower()
        name = name if low == high else f"the {name}"
        found.setdefault(
            key, Mentioned("year", key, name, passage.quote(year.span.start, year.span.end))
        )
    return tuple(found.values())


def _by_name(passage: ParsedPassage, story: Story, people: Sequence[Span]) -> Iterator[Mentioned]:
    for match in _NAMED.finditer(passage.text):
        name = _ENDS.sub("", match["name"]) if match["name"].endswith((".", ",")) else match["name"]
        span = Span(name, match.start("name"))
        preposition = (
            passage.text[match.start() : match.start("name")]
            .removesuffix(match["the"] or "")
            .strip()
        )
        if not _may_be_place(span, people) or (
            _DOUBTFUL.search(preposition) and not _is_surely(name, preposition, story)
        ):
            continue
        # the Persian wheel, the Hanson Lane end
        describes = bool(match["the"]) and _before_noun(passage, span.end)
        if describes and not _STREET.fullmatch(name):
            continue
        said = f"the {name}" if match["the"] and not describes else name
        yield Mentioned("place", plain(name), said, passage.quote(span.start, span.end))


def _by_street(passage: ParsedPassage) -> Iterator[Mentioned]:
    for match in _STREET.finditer(passage.text):
        yield Mentioned(
            "place", plain(match["name"]), match["name"], passage.quote(match.start(), match.end())
        )


def _is_surely(name: str, preposition: str, story: Story) -> bool:
    """Behind prepositions that go with people and things as well: only what is known, or named like
    a place.
    """
    last = plain(name).rsplit(maxsplit=1)[-1]
    if preposition.lower() in ("to", "saw", "off", "over"):
        return True
    return f"place:{plain(name)}" in story.mentions or last in _STREETS or last in PLACE_NOUNS


def _may_be_place(span: Span, people: Sequence[Span]) -> bool:
    first = plain(span.text).split()[0] if plain(span.text) else ""
    whose = any(_overlap(span, person) for person in people)
    named_for = span.text.rsplit(maxsplit=1)[-1].lower() in PLACE_NOUNS
    return (
        len(span.text) > 1 and first not in NO_NAMES and first != "i" and (named_for or not whose)
    )


def _by_kind(passage: ParsedPassage) -> Iterator[Mentioned]:
    described = {
        token.start
        for sentence in passage.sentences
        for token in sentence
        if token.pos in ("ADJ", "ADV", "VERB", "NUM", "DET")
    }
    for match in _PLAIN.finditer(passage.text):
        if _before_noun(passage, match.end()):
            continue  # our town hall
        whose = "your" if match["det"].lower() in ("our", "my") else "the"
        how = [
            each
            for each in re.finditer(_WORD, match["how"])
            if _is_kind(each, match.start("how"), described)
        ]
        kind = " ".join([*(each.group() for each in how), match["noun"].lower()])
        owner = next((word for word in match["how"].split() if plain(word).endswith("'s")), "")
        owned = plain(owner) if whose == "your" else ""
        name = " ".join(filter(None, (whose, owned, kind)))
        yield Mentioned("place", plain(kind), name, passage.quote(match.start(), match.end()))
    for match in (*_BARE.finditer(passage.text), *_ALONE.finditer(passage.text)):
        noun = match["noun"].lower()
        yield Mentioned(
            "place",
            noun,
            noun if match.re is _BARE else f"the {noun}",
            passage.quote(match.start("noun"), match.end("noun")),
        )


def _before_noun(passage: ParsedPassage, end: int) -> bool:
    """Whether a noun follows at once, so that what was named only describes it."""
    return any(
        token.start == end + 1 and token.pos == "NOUN"
        for sentence in passage.sentences
        for token in sentence
    )


def _is_kind(word: re.Match[str], offset: int, described: set[int]) -> bool:
    """Whether a word says which kind of place it is: the candy store; not the old mill, not the
    children's ward.
    """
    return word.start() + offset not in described and not plain(word.group()).endswith("'s")


def _known(passage: ParsedPassage, story: Story, people: Sequence[Span]) -> Iterator[Mentioned]:
    """Places that were named before, by the same name."""
    for match in _CAPITAL.finditer(passage.text):
        key = plain(_ENDS.sub("", match.group()))
        known = story.mentions.get(f"place:{key}")
        if known and not any(
            _overlap(Span(match.group(), match.start()), person) for person in people
        ):
            yield Mentioned(
                "place", key, known.name, passage.quote(match.start(), match.start() + len(key))
            )


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
