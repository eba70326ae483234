"""Danger: expressions of dying, self-injury and despair, judged where they stand: whose, when, and
whether they are meant.

The tables of expressions stand with the readers of distress and of self-harm. What the rules find
lifts a head or holds it back.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from math import log
from typing import Literal

from dramaturg.data_files import Words, load
from dramaturg.english.prose import table
from dramaturg.english.tree import SUBJECTS, Tree
from dramaturg.language.readers.evidence import probability
from dramaturg.language.readers.heads import LinearHead
from dramaturg.language.readers.manners import with_parts
from dramaturg.language.readers.parsed_text import ParsedText, once
from dramaturg.language.readers.reader import by_rule
from dramaturg.turn.ports import Token
from dramaturg.turn.readings import Reading

_WORDS = load(__file__, "danger.yaml", dict[str, Words])

Standing = Literal["now", "past", "other", "denied", "idiom", "unclear"]

STANDINGS: Mapping[Standing, str] = {
    "now": "first person, present",
    "past": "told as the past",
    "other": "of somebody else",
    "denied": "denied",
    "idiom": "a figure of speech",
    "unclear": "no telling when or whose",
}


# ── words ─────────────────────────────────────────────────────────────────────────────────────────

SPELLINGS: Mapping[str, str] = {
    **dict.fromkeys(("n't", "nt", "n’t"), "not"),
    **dict.fromkeys(("'m", "m"), "am"),
    **dict.fromkeys(("'ve", "ve"), "have"),
    **dict.fromkeys(("'ll", "ll"), "will"),
    **dict.fromkeys(("'d",), "would"),
    **dict.fromkeys(("'re",), "are"),
    **dict.fromkeys(("becuz", "cuz", "coz", "bc", "cos", "'cause"), "because"),
    **dict.fromkeys(("rly", "rlly", "realy"), "really"),
    **dict.fromkeys(("tonite", "2nite", "tn"), "tonight"),
    **dict.fromkeys(("tmrw", "tmr", "tomoz", "tmw"), "tomorrow"),
    **dict.fromkeys(("im", "i'm"), "i am"),
    **dict.fromkeys(("sucide", "suiside", "suicde"), "suicide"),
    **dict.fromkeys(("imma", "ima"), "i am going to"),
    **dict.fromkeys(("gonna", "gunna", "finna"), "going to"),
    "ca": "can",
    "wo": "will",
    "sha": "shall",
    "ai": "am",
    "wan": "want",
    "wana": "want to",
    "wanna": "want to",
    "gon": "going",
    "na": "to",
    "ive": "i have",
    "dont": "do not",
    "didnt": "did not",
    "wont": "will not",
    "cant": "can not",
    "cannot": "can not",
    "isnt": "is not",
    "tryna": "trying to",
    "u": "you",
    "ur": "your",
    "b": "be",
    "2": "to",
    "rn": "right now",
    "anymore": "any more",
    "abt": "about",
    "livin": "living",
    "idk": "i do not know",
    "selfharm": "self-harm",
}
"""How people type and how the parser parts it, as the patterns below have it."""

FILLERS = _WORDS["fillers"]
JOINTS = table(", . ; : ! ? but because although though - -- — – … ... ( ) “ ” if when") | {'"'}
CLAUSE, NEAR = (
    16,
    40,
)  # words: how far a clause and a sentence are looked through, so that reading stays linear
SMALL = (
    r"(?: (?:just|really|so|also|even|only|still|always|sometimes|often|truly|genuinely|"
    r"seriously|desperately|badly|probably|"
    r"maybe|finally|fucking|freaking|bloody|damn|kind|kinda|sort|sorta|of|all|now|then|simply|constantly|keep|very|much|soon|"
    r"tonight|today|right|quite|rather|like|i|me|,|—|--|-)){0,4}"
)


def spoken(pattern: str) -> re.Pattern[str]:
    """A pattern for whole words between blanks. `~` stands for up to four small words."""
    return re.compile(rf"(?<= )(?:{pattern.replace('~', SMALL)})(?= )")


ME = table("i me myself my mine")
OTHERS = table("he she they who him her them his their")
ANYBODY = table("you we your people someone somebody anyone anybody everybody everyone guys")
PEOPLE = _WORDS["people"]
VOICES = table("voice voices thought thoughts head brain mind something it that thing which")
NEGATORS = table("not never no nor neither without hardly")
BARE_ACTS = _WORDS["bare_acts"]
UNTOLD = table("tell told")  # what nobody was told of is there all the same
DEGREES, STRONGLY = table("this that so as"), table("much bad hard")
NOT_DENYING = _WORDS["not_denying"]
PASTS = _WORDS["pasts"]
PRESENTS = _WORDS["presents"]
SAYING = _WORDS["saying"]

SAID_NO = spoken(
    r"(?:said|answer is|answer 's|answer 's still|tick|it 's a|its a|it is a|for me its a) no"
)
USED_TO = re.compile(r" used to (?:(?! but | now ).)*$")
LONG_AGO = spoken(
    r"years (?:ago|back|since|later|on)|decades?|months"
    r" ago|(?:19|20)\d\d|'?\d0s|(?:when|before|after|since|till|until) i was|"
    r"back (?:then|in|when)|(?:in )?those days|used to|as an?"
    r" (?:child|kid|teen|teenager|girl|boy|lad|student|young \w+)|"
    r"in my (?:teens|twenties|thirties|forties|fifties|early|late|mid|\d0s|youth)|i was"
    r" (?:a|an|\d+|\w+teen|\w+ty|\w+ty-\w+|"
    r"eight|nine|ten|eleven|twelve|young|little|pregnant)|a long time ago|at the time|not"
    r" since|that was|it was a|at (?:uni|"
    r"university|college|school)|in the (?:army|war|navy|camp|\w+ties)|there was a"
    r" (?:time|night|day|point)|at (?:\d\d|\w+teen)|"
    r"once|during the|lifetime ago|last year|that (?:year|winter|summer)|high school|in"
    r" college|(?:when|after) (?:my|mum|mom|"
    r"dad|he|she|we|they|the)"
)
JUST_NOW = spoken(
    r"now|right now|today|tonight|tomorrow|this"
    r" (?:morning|evening|afternoon|week|time|month|second|minute)|last night|"
    r"yesterday|again|still|lately|recently|(?:an|\d+|two|few|half an) (?:hours?|minutes?|min|mins)"
    r" ago|at the moment|"
    r"these days|(?:on|last|since)"
    r" (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|next time"
)
FRAMED = spoken(
    r"when i was|for years|(?:that|this|it) was (?:after|before|in|when|the)|back"
    r" (?:then|when|in)|(?:years|decades) (?:ago|"
    r"back)|in (?:19|20)\d\d|in my (?:teens|twenties|thirties|forties|fifties|youth)|as a"
    r" (?:child|kid|teen|teenager|girl|boy|"
    r"student)|i remember|in those days|in (?:high school|middle school|college|rehab|the army|the"
    r" war|the camp|prison)|"
    r"that (?:night|day|year|winter|summer)|at"
    r" (?:sixteen|seventeen|eighteen|nineteen|fourteen|fifteen|thirteen|the time)|"
    r"once upon|one (?:night|day|winter) in"
)
RECOUNTED = re.compile(
    r" (?:i (?:thought|said|told|felt|believed|prayed|swore|remember)|(?:kept|was|remember \w+"
    r" there|would|used to) (?:think|"
    r"thinking|say|saying|pray|praying|lie \w+(?: \w+){0,3}?)) (?:(?! and | but | now | so ).)*$"
)
FICTION = spoken(r"novel|film|movie|character|scene|song|lyrics?|poem|script|monologue|episode")
SUPPOSED = spoken(
    r"(?:thought|felt|believed|figured|told|knew|convinced|said|prayed|decided|feeling that)"
)
OVERCOME = spoken(
    r"(?:i am|am) (?:so )?(?:glad|grateful|fine|okay|ok|all"
    r" right|alright|happy|better|thankful|proud|content|steady)|"
    r"got (?:help|through|better|over)|came"
    r" (?:through|out|back)|recovered|recovery|sober|clean|behind me|saved my life|"
    r"moved on|years later|turned (?:it|my life) around|(?:am|was) fine|am good|doing"
    r" (?:well|better|good)|it passed|did pass|"
    r"not (?:since|needed)"
)
TOLD_OF = spoken(
    r"novel|book|film|movie|characters?|scene|episode|series|songs?|lyrics|poem|play|documentary|script|role-play|actor|"
    r"helpline|prevention|training|trainee|research|module|essay|project|policy|coroner|inquest|patients?|clients?|ward|"
    r"volunteer|samaritans?|news|article|podcast|chapter|game|level|court|charity|campaign"
)
THEMSELVES = spoken(r"himself|herself|themselves|yourself|(?:his|her|their) own")

HOLDS: Mapping[str, tuple[re.Pattern[str], float]] = {
    "told as overcome": (OVERCOME, -1.0),
    "told of a book, a film or work": (TOLD_OF, -0.8),
    "told of somebody else": (THEMSELVES, -0.5),
}
"""What speaks against present danger anywhere in a text, in log-odds; rounded from a fit to
left-out fifths of our own set.
"""

STANDING_WORTH: Mapping[Standing, float] = {
    "past": -3.0,
    "denied": -5.5,
    "other": -2.0,
    "idiom": -3.5,
}
"""What an expression that stands so is worth when none stands in the present: few such rows of our
own set are danger.
"""


# ── a sentence as it is spoken ────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class DangerLine:
    """A sentence in lower case, without fillers, spelled as the patterns have it; every word knows
    its token.
    """

    tree: Tree

    @cached_property
    def kept(self) -> tuple[tuple[int, str], ...]:
        return tuple(_kept(self.tree))

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(word for _, word in self.kept)

    @cached_property
    def text(self) -> str:
        return f" {' '.join(self.words)} "

    @cached_property
    def begins(self) -> tuple[int, ...]:
        return tuple(accumulate((len(word) + 1 for word in self.words), initial=1))

    def at(self, offset: int) -> int:
        """The number of the word that stands at a place in the text."""
        return min(len(self.words) - 1, bisect_right(self.begins, offset) - 1)

    def token(self, word: int) -> int:
        return self.kept[word][0]


def _kept(tree: Tree) -> Iterator[tuple[int, str]]:
    after_filler = False
    for place, word in enumerate(tree.words):
        if word in FILLERS or (after_filler and word in (",", "...", "…")):
            after_filler = True
            continue
        after_filler = False
        yield place, _spelled(tree, place, word)


def _spelled(tree: Tree, place: int, word: str) -> str:
    if word in ("m", "ve", "ll") and tree.word(place - 1) not in ("i", "you", "we", "they"):
        return word
    return SPELLINGS.get(word, word)


# ── an expression where it stands ─────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class DangerHeld:
    """What speaks against present danger, in words, and its worth in log-odds."""

    rule: str
    worth: float


@dataclass(frozen=True, slots=True)
class DangerMention:
    """An expression that was found, by name, and how it stands."""

    expression: str
    standing: Standing

    @property
    def why(self) -> str:
        return f"{self.expression}, {STANDINGS[self.standing]}"


Expressions = Mapping[str, re.Pattern[str]]


@dataclass(frozen=True)
class DangerTable:
    """What a reader looks for. `always_mine` names expressions that are about the speaker whoever
    acts in them.

    `signs` are worth something each, in log-odds, when the head is in two minds; `without` is what
    it costs a passage to have none of the `words` one speaks of such things with; `start` is where
    the head starts from.
    """

    expressions: Expressions
    idioms: re.Pattern[str]
    always_mine: frozenset[str]
    signs: Mapping[str, tuple[re.Pattern[str], float]]
    words: re.Pattern[str]
    without: float
    start: float


@dataclass(frozen=True, slots=True)
class _Sign:
    worth: float
    patterns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _File:
    """A table as it is written: parts of patterns by name, and lists of patterns."""

    parts: dict[str, tuple[str, ...]]
    expressions: dict[str, tuple[str, ...]]
    idioms: tuple[str, ...]
    words: tuple[str, ...]
    always_mine: frozenset[str]
    without: float
    start: float
    signs: dict[str, _Sign] = field(default_factory=dict)


def load_table(beside: str, name: str) -> DangerTable:
    """The table in a data file beside a reader."""
    file = load(beside, name, _File)
    parts = {part: _one_of(patterns) for part, patterns in file.parts.items()}

    def pattern(patterns: Sequence[str]) -> re.Pattern[str]:
        return spoken(with_parts(_one_of(patterns), parts))

    return DangerTable(
        {name: pattern(patterns) for name, patterns in file.expressions.items()},
        pattern(file.idioms),
        file.always_mine,
        {name: (pattern(sign.patterns), sign.worth) for name, sign in file.signs.items()},
        pattern(file.words),
        file.without,
        file.start,
    )


def _one_of(patterns: Sequence[str]) -> str:
    return patterns[0] if len(patterns) == 1 else f"(?:{'|'.join(patterns)})"


@once
def lines_of(text: ParsedText) -> tuple[DangerLine, ...]:
    return tuple(DangerLine(Tree(sentence)) for sentence in text.sentences)


def mentions(text: ParsedText, table: DangerTable) -> tuple[DangerMention, ...]:
    """Every expression in the text, as it stands."""
    lines = lines_of(text)
    whole = "".join(line.text for line in lines)
    return tuple(
        DangerMention(
            name,
            _standing(
                DangerPlace(line, line.at(match.start()), line.at(match.end() - 1)),
                whole,
                table,
                name in table.always_mine,
            ),
        )
        for line in lines
        for name, pattern in table.expressions.items()
        for match in pattern.finditer(line.text)
    )


@dataclass(frozen=True)
class DangerPlace:
    """Where an expression stands in its sentence: the numbers of its first and last word."""

    line: DangerLine
    first: int
    last: int

    @cached_property
    def words(self) -> tuple[str, ...]:
        return self.line.words[self.first : self.last + 1]

    @cached_property
    def before(self) -> tuple[str, ...]:
        """The words between the last joint and the expression, nearest last."""
        words = self.line.words
        start = self.first
        while start > max(0, self.first - CLAUSE) and words[start - 1] not in JOINTS:
            start -= 1
        return words[start : self.first]

    @cached_property
    def around(self) -> str:
        """The expression with what follows it closely."""
        return f" {' '.join(self.line.words[max(0, self.first - 4) : self.last + 9])} "

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        begin = self.first - len(self.before)
        return tuple(self.line.tree[self.line.token(word)] for word in range(begin, self.last + 1))

    @cached_property
    def earlier(self) -> str:
        """The sentence up to the expression."""
        return f" {' '.join(self.line.words[max(0, self.first - NEAR) : self.first])} "

    @cached_property
    def near(self) -> str:
        """The sentence around the expression."""
        return f" {' '.join(self.line.words[max(0, self.first - NEAR) : self.last + NEAR])} "

    @property
    def reflexive(self) -> bool:
        return "myself" in self.words or "my" in self.words or "me" in self.words


def _standing(place: DangerPlace, whole: str, table: DangerTable, mine: bool) -> Standing:
    if table.idioms.search(place.around):
        return "idiom"
    if _quoted(place) or FICTION.search(place.earlier):
        return "unclear" if mine else "other"
    whose = "mine" if mine else _whose(place)
    if whose != "mine":
        return "unclear" if whose == "anybody's" or place.reflexive else "other"
    if denial := _denial(place):
        return denial
    return _past_standing(place, whole) if _past(place) else "now"


def _past_standing(place: DangerPlace, whole: str) -> Standing:
    if JUST_NOW.search(place.near) and not LONG_AGO.search(place.near):
        return "now"
    return "past" if LONG_AGO.search(whole) or OVERCOME.search(whole) else "unclear"


def _whose(place: DangerPlace) -> Literal["mine", "anybody's", "another's"]:
    """By the nearest person named before it in the clause; by the parse where there is none;
    without any, the speaker's.
    """
    if any(word.split()[0] == "i" for word in place.words):
        return "mine"
    for word in reversed(place.before):
        if word.split()[0] in ME:
            return "mine"
        if word in ANYBODY:
            return "anybody's"
        if word in OTHERS or word in PEOPLE:
            return "another's"
    if place.tokens[len(place.before)].tag == "VBG" and not place.reflexive and not place.before:
        return "anybody's"
    subject = None if place.reflexive else _subject(place)
    if subject is None or subject.text.lower() == "i":
        return "mine"
    if subject.text.lower() in ANYBODY:
        return "anybody's"
    named = (
        subject.text.lower() in OTHERS | PEOPLE
        or subject.lemma.lower() in PEOPLE
        or subject.pos == "PROPN"
    )
    return "another's" if named else "mine"


def _subject(place: DangerPlace) -> Token | None:
    tree = place.line.tree
    if not tree.parsed:
        return None
    start = place.line.token(place.first)
    for above in (start, *tree.up(start)):
        if (subject := tree.subject(above)) is not None:
            return tree[subject]
    return None


def _denial(place: DangerPlace) -> Standing | None:
    """What a no before the expression makes of it: somebody who manages not to do it has thought of
    it, and denies nothing.
    """
    if SAID_NO.search(place.near):
        return "denied"
    words = place.before[-7:]
    for index in range(len(words) - 1, -1, -1):
        if words[index] == "and":
            return None
        if words[index].split()[-1] in NEGATORS and not _of_another_clause(
            place, place.first - len(words) + index
        ):
            left = words[:index]
            no = words[index]
            between = words[index + 1 :]
            unable = no.startswith("can ") or left[-1:] in (("can",), ("could",))
            if (
                unable
                or NOT_DENYING.intersection(left)
                or (NOT_DENYING | UNTOLD).intersection(between)
            ):
                return None
            if (no == "never" or "have" in left) and _of_degree(
                place, no, place.first - len(between)
            ):
                return None
            bare = not between and place.words[0] in BARE_ACTS
            of_thinking = "thought" in between and not {"of", "about"}.intersection(between)
            return "unclear" if bare or no == "without" or of_thinking else "denied"
    return None


def _of_another_clause(place: DangerPlace, no: int) -> bool:
    """`When I am not busy I want to die`: a new subject follows, and the word that the no hangs on
    does not govern the wish.
    """
    tree, begin, negator = place.line.tree, place.line.token(place.first), place.line.token(no)
    anew = any(tree[between].dep in SUBJECTS for between in range(negator + 1, begin + 1))
    if not (tree.parsed and anew):
        return False
    passed: list[Token] = []
    for above in (begin, *tree.up(begin)):
        if above in (negator, tree[negator].head):
            # the parser hangs the wish on the wrong word of `if I do not get help I want to die`
            return any(token.dep == "relcl" and token.head != above for token in passed)
        passed.append(tree[above])
    return True


def _of_degree(place: DangerPlace, no: str, start: int) -> bool:
    """`Never this close to it`, `never wanted it more`: compared with all the times before, the no
    makes it stronger.

    Not so `never so low that I wanted it`: there the wish is what did not follow.
    """
    line = place.line
    behind = range(
        place.last + 1,
        min(len(line.words), place.last + CLAUSE) if no == "never" else place.last + 1,
    )
    end = next((word for word in behind if line.words[word] in JOINTS), behind.stop)
    for word in range(start, end):
        tokens = range(line.token(word) + 1, line.token(place.first) + 1)
        if _compares(line, word, word > place.last) and not any(
            line.tree[later].dep in SUBJECTS for later in tokens
        ):
            return True
    return False


def _compares(line: DangerLine, word: int, behind: bool) -> bool:
    """Behind the expression only what says how strongly: neither `so far` nor `as long as`."""
    token = line.tree[line.token(word)]
    if token.tag in ("JJR", "RBR"):
        return line.words[word - 1] not in ("any", "no")
    degree = line.tree[token.head]
    if (
        line.words[word] not in DEGREES
        or token.dep not in ("advmod", "det")
        or degree.pos not in ("ADJ", "ADV")
    ):
        return False
    return not behind or degree.lemma in STRONGLY or degree.text.endswith("ly")


def _past(place: DangerPlace) -> bool:
    """A past tense or a past frame governs it, and nothing says that it holds now."""
    if (
        USED_TO.search(place.earlier)
        or RECOUNTED.search(place.earlier)
        or (FRAMED.search(place.earlier) and not JUST_NOW.search(place.near))
    ):
        return True
    words = [*place.before[-8:], place.words[0]]
    if "wish" in words:
        return False
    if "would" in words and SUPPOSED.search(
        " ".join(["", *place.line.words[max(0, place.first - 8) : place.first], ""])
    ):
        return True
    last_mine = max(
        (index for index, word in enumerate(words) if word.split()[0] == "i"), default=0
    )
    governing = words[last_mine:]
    tags = [token.tag for token in place.tokens[-(len(place.words) + len(governing) - 1) :]][
        : len(governing)
    ]
    if any(word.split()[-1] in PRESENTS for word in governing):
        return False
    return any(word in PASTS for word in governing) or "VBD" in tags


def _quoted(place: DangerPlace) -> bool:
    """Somebody else says it: a verb of saying stands before, whose subject is not the speaker."""
    start = max(0, place.first - 14)
    for index in range(place.first - 1, start - 1, -1):
        word = place.line.words[index]
        if word in ("and", "but", "so", "because"):
            return False
        if word in SAYING:
            return _said_by(place.line, index) not in {"", *ME, *VOICES}
    return False


def _said_by(line: DangerLine, verb: int) -> str:
    """The nearest word before a verb of saying that can be its subject."""
    for index in range(verb - 1, max(-1, verb - 7), -1):
        if line.tree[line.token(index)].pos in ("PRON", "NOUN", "PROPN"):
            return line.words[index].split()[0]
    return ""


# ── rules and head together ───────────────────────────────────────────────────────────────────────

LIFTED = 0.95  # what a plain statement of present danger is read as, at least


def read(text: ParsedText, head: LinearHead, table: DangerTable) -> Reading:
    """A plain statement of present danger decides; else the head, lifted by signs and held back by
    what speaks against.
    """
    found = mentions(text, table)
    loudest = max(_passage(passage, head, table) for passage in text.passages)
    for mention in found:
        if mention.standing == "now":
            return by_rule(max(LIFTED, probability(loudest)), LIFTED, mention.why)
    held = tuple(_held(text, found))
    value = probability(loudest + sum(rule.worth for rule in held))
    if held and value < 0.5 <= probability(loudest):
        return by_rule(value, 1 - value, min(held, key=lambda rule: rule.worth).rule)
    by_head = head.reading(value, text)
    return Reading(by_head.value, min(1.0, max(0.0, by_head.confidence)), by_head.reader)


def _passage(passage: ParsedText, head: LinearHead, table: DangerTable) -> float:
    """What the head says of a passage, in log-odds, with its signs."""
    spoken_words = "".join(line.text for line in lines_of(passage))
    signs = sum(worth for pattern, worth in table.signs.values() if pattern.search(spoken_words))
    kept = min(1 - 1e-6, max(1e-6, head.value(passage)))
    total = table.start + log(kept / (1 - kept))
    return total + signs if table.words.search(spoken_words) else total - table.without


def _held(text: ParsedText, found: Sequence[DangerMention]) -> Iterator[DangerHeld]:
    for standing, worth in STANDING_WORTH.items():
        for mention in found:
            if mention.standing == standing:
                yield DangerHeld(mention.why, worth)
                break
    whole = "".join(line.text for line in lines_of(text))
    for rule, (pattern, worth) in HOLDS.items():
        if pattern.search(whole):
            yield DangerHeld(rule, worth)
