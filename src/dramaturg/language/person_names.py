"""People's names in a text: by what announces them ("my friend X", "Dr. X", "I'm X"), by first
names, by what people do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from dramaturg.data_files import Words, load
from dramaturg.english.prose import table
from dramaturg.turn.ports import Syntax, Token

_WORDS = load(__file__, "person_names.yaml", dict[str, Words])

NAMES = _WORDS["names"]

WORDS_TOO = _WORDS["words_too"]

OTHERS_TOO = _WORDS["others_too"]
LISTED = NAMES | WORDS_TOO | OTHERS_TOO
LETTER = r"(?:[^\W\d_]|[\u0300-\u036f])"
WORD = re.compile(rf"{LETTER}+(?:['’-]{LETTER}+)*")
POSSESSIVE = re.compile(r"['’][sS]$")
ENDS_SENTENCE = re.compile(r"[.!?…:\n]")
SENTENCE_END = re.compile(r"[.!?…]\s+(?=[A-Z])|\n+")
LONGEST_NAME = 4  # words

TITLES = _WORDS["titles"]
RELATIONS = _WORDS["relations"]
PEOPLE = RELATIONS | table(
    "guy man woman girl boy lady bloke chap kid child baby person someone somebody one people"
)
POSSESSIVES = table("my your his her our their first last full second middle")
NOT_NAMES = _WORDS["not_names"]
PRONOUN = re.compile(r"(?i)^(?:i|you|he|she|it|we|they|that|there|what|who)(?:['’][a-z]+)?$")
PARTICLES = table("de da di du del dos van der den von bin ibn al el la le")
PLACE_WORDS = _WORDS["place_words"]
BEFORE_THINGS = table("st saint san santa the v vs versus")
IN_SOMEBODY = table("believe believed believes trust trusted confide confided interested see saw")
AFTER_I_AM = table("and from by but")
# makers whose name is a person's
MAKERS = re.compile(
    r"(?i)\b(?:ben (?:&|and) jerry['’]?s?|johnson (?:&|and) johnson|marks (?:&|and) spencer|jack"
    r" daniel['’]?s?|"
    r"trader joe['’]?s?|uncle ben['’]?s?|aunt jemima|papa john['’]?s?|wendy['’]s|denny['’]s|dr\.?"
    r" (?:pepper|martens|oetker)|"
    r"mr\.? (?:clean|bean|kipling)|tommy hilfiger|calvin klein|michael kors|hugo boss|paul"
    r" smith|estée lauder|mary kay|"
    r"tim hortons|harley[- ]davidson|john deere|philip morris|charles schwab|wells fargo|kate"
    r" spade|ralph lauren|ted baker|"
    r"louis vuitton|yves rocher|father christmas|mother nature|santa claus|george foreman)\b"
)

# what only people do, and what people mostly do
ONLY_PEOPLE = _WORDS["only_people"]
MOSTLY_PEOPLE = ONLY_PEOPLE | table(
    "say tell ask think agree know love hate want like come call text cook bake drink eat"
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word without its possessive ending. `gap` is what stands before it; `token` is how it was
    parsed, hanging on `head`.
    """

    text: str
    start: int
    gap: str
    owns: bool
    token: Token | None = None
    head: Token | None = None

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def key(self) -> str:
        return normalize("NFC", self.text).lower()

    @property
    def large(self) -> bool:
        return self.text[0].isupper()

    @property
    def opens(self) -> bool:
        """Whether a sentence begins here, so that the capital says nothing."""
        return self.start == len(self.gap) or bool(ENDS_SENTENCE.search(self.gap))

    @property
    def proper(self) -> bool:
        """Whether the parser takes it for a name; without a parser every capital is one."""
        return self.token is None or self.token.pos == "PROPN"


NOBODY = Word("\0", 0, "\n", owns=False)


def find_people(text: str, syntax: Syntax | None) -> list[tuple[int, int]]:
    """Where people's names begin and end, titles and possessive endings left out, in order."""
    words = _words(text, syntax)
    made = [found.span() for found in MAKERS.finditer(text)]
    found = list(_spans(words))
    known = {word.key for first, last in found for word in words[first : last + 1]}
    again = (
        (place, place)
        for place, word in enumerate(words)
        if word.key in known and word.large and not word.opens
    )
    spans = ((words[first].start, words[last].end) for first, last in (*found, *again))
    return _apart(
        span for span in spans if not any(start < span[1] and span[0] < end for start, end in made)
    )


def _apart(spans: Iterator[tuple[int, int]]) -> list[tuple[int, int]]:
    """In order; of those that overlap, the one that begins first and is longest."""
    apart: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not apart or start >= apart[-1][1]:
            apart.append((start, end))
    return apart


def _words(text: str, syntax: Syntax | None) -> list[Word]:
    parsed = _parsed(text, syntax)
    words: list[Word] = []
    end = 0
    for found in WORD.finditer(text):
        bare = POSSESSIVE.sub("", found.group())
        token, head = parsed.get(found.start(), (None, None))
        words.append(
            Word(bare, found.start(), text[end : found.start()], bare != found.group(), token, head)
        )
        end = found.end()
    return words


def _parsed(text: str, syntax: Syntax | None) -> Mapping[int, tuple[Token, Token]]:
    """By their places the tokens of all sentences that may have a name in them, each with what it
    hangs on.
    """
    if syntax is None:
        return {}
    pieces = [(start, piece) for start, piece in _sentences(text) if _may_name(piece)]
    read = zip(pieces, syntax.read_all([piece for _, piece in pieces]), strict=True)
    return {
        start + token.start: (token, sentence[token.head])
        for (start, _), sentences in read
        for sentence in sentences
        for token in sentence
    }


def _may_name(sentence: str) -> bool:
    """Whether parsing could tell more: a capital inside, a first name in front, or
    somebody and I.
    """
    first, *others = WORD.findall(sentence) or [""]
    inside = any(word[0].isupper() and not PRONOUN.match(word) for word in others)
    return inside or POSSESSIVE.sub("", first).lower() in LISTED or others[:2] == ["and", "I"]


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for end in (*(found.end() for found in SENTENCE_END.finditer(text)), len(text)):
        yield start, text[start:end]
        start = end


def _spans(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    place = 0
    while place < len(words):
        if _begins_name(words, place):
            last = _last_of_name(words, place)
            yield place, last
            place = last
        place += 1


# ── where a name begins ───────────────────────────────────────────────────────────────────────────


def _begins_name(words: Sequence[Word], place: int) -> bool:
    word, before, after = words[place], _at(words, place - 1), _at(words, place + 1)
    if _is_no_name(word) or (after.key in PLACE_WORDS and after.gap == " " and not word.owns):
        return False
    if not word.large:
        return word.key in NAMES and _announced(words, place)
    if _announced(words, place) or _is_who_i_am(words, place):
        return word.key in LISTED or word.proper
    if _is_place_or_thing(words, place):
        return False
    return (
        _is_table(before, word, after) or _does_what_people_do(word) or _is_beside_me(words, place)
    )


def _is_no_name(word: Word) -> bool:
    shouted = word.text.isupper() and word.key not in NAMES  # a letter, an abbreviation
    return shouted or word.key in NOT_NAMES or word.key in TITLES or bool(PRONOUN.match(word.text))


def _is_place_or_thing(words: Sequence[Word], place: int) -> bool:
    """The Victoria line, St. James, in Logan; but: I believe in Logan, in Anna's kitchen."""
    word, before = words[place], _at(words, place - 1)
    if word.gap.strip(".") != " ":
        return False
    if before.key in BEFORE_THINGS:
        return True
    return (
        not word.owns
        and before.key in ("in", "near")
        and _at(words, place - 2).key not in IN_SOMEBODY
    )


def _at(words: Sequence[Word], place: int) -> Word:
    return words[place] if 0 <= place < len(words) else NOBODY


def _announced(words: Sequence[Word], place: int) -> bool:
    """After a title, "my friend", "a man called", "her name is", "call me"."""
    word, (third, second, first) = words[place], (_at(words, place - back) for back in (3, 2, 1))
    if (
        first.key in TITLES
        and (first.large or first.key not in RELATIONS)
        and word.gap in (" ", ". ")
    ):
        return True
    if word.gap not in (" ", ", "):
        return False
    if first.key in RELATIONS and not first.owns:
        return word.gap == " " or word.key in LISTED or _at(words, place + 1).gap.startswith(",")
    if first.key in ("called", "named"):
        return second.key in PEOPLE or (
            second.key in ("is", "was", "who's") and third.key in PEOPLE
        )
    if first.key in ("is", "was") and second.key == "name":
        return _is_somebodys(third)
    if first.key == "name" and first.owns:
        return _is_somebodys(second)
    return (second.key, first.key) in (("call", "me"), ("calls", "me"), ("called", "me"))


def _is_somebodys(word: Word) -> bool:
    """My, her, the nurse's."""
    return word.key in POSSESSIVES or (word.owns and word.key in PEOPLE)


def _is_who_i_am(words: Sequence[Word], place: int) -> bool:
    """I'm Anna, I am Anna and ...; not "I'm Not going"."""
    word, after, (second, first) = (
        words[place],
        _at(words, place + 1),
        (_at(words, place - back) for back in (2, 1)),
    )
    am = first.key in ("i'm", "i’m") or (second.key == "i" and first.key == "am")
    ends = after is NOBODY or bool(after.gap.strip()) or after.key in AFTER_I_AM
    return am and word.gap == " " and (ends or word.key in NAMES or after.large)


def _is_table(before: Word, word: Word, after: Word) -> bool:
    if word.key in NAMES:
        return word.text[1:].islower() or "-" in word.text or len(word.text) > 3
    if word.key not in WORDS_TOO or word.text.isupper():
        return False
    return (
        _acts(word, after) if word.opens else word.gap != " " or not (before.large and after.large)
    )


def _acts(word: Word, after: Word) -> bool:
    """A sentence that begins with a name goes on with what its bearer does: Will came, not Will
    you.
    """
    verb = after.token
    return bool(
        word.token
        and verb
        and verb.tag in ("VBD", "VBZ")
        and verb.lemma != "be"
        and after.gap == " "
    )


def _does_what_people_do(word: Word) -> bool:
    if not (word.token and word.head) or word.token.pos != "PROPN" or word.token.dep != "nsubj":
        return False
    return word.head.lemma in (MOSTLY_PEOPLE if word.key in OTHERS_TOO else ONLY_PEOPLE)


def _is_beside_me(words: Sequence[Word], place: int) -> bool:
    """X and I, X and me, me and X."""
    word, after, then = words[place], _at(words, place + 1), _at(words, place + 2)
    if (
        word.token is None
        or word.token.pos != "PROPN"
        or word.token.dep == "compound"
        or _at(words, place - 1).large
    ):
        return False
    before = (_at(words, place - 2).key, _at(words, place - 1).key)
    return (after.key, after.gap, then.text) in (
        ("and", " ", "I"),
        ("and", " ", "me"),
    ) or before == ("me", "and")


# ── where it ends ─────────────────────────────────────────────────────────────────────────────────


def _last_of_name(words: Sequence[Word], first: int) -> int:
    last = first
    for place in range(first + 1, min(first + LONGEST_NAME, len(words))):
        word, before = words[place], words[place - 1]
        if (
            before.owns
            or word.gap not in (" ", ". ")
            or (word.gap == ". " and len(before.text) > 1)
        ):
            break
        if _goes_on(word):
            last = place
        elif word.key not in PARTICLES:
            break
    return last


def _goes_on(word: Word) -> bool:
    return (
        word.large
        and word.key not in NOT_NAMES
        and not PRONOUN.match(word.text)
        and (word.proper or word.key in LISTED)
    )
