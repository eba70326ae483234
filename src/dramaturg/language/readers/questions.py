"""Questions as their readers see them: where a text asks, in which form, and with which answers on
offer.

Form is read from the order of words (a question word, a verb before its subject, a tag), so that a
missing mark is no hindrance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from dramaturg.english.prose import table
from dramaturg.language.readers.parsed_text import ParsedText, once
from dramaturg.turn.ports import Sentence, Token

Kind = Literal["wh", "polar", "request", "statement", "fragment"]


def either(*phrases: str) -> re.Pattern[str]:
    """One of the phrases, between blanks, in lower case, with contractions parted: what a
    question's `line` is searched for.
    """
    return re.compile(rf" (?:{'|'.join(phrases)}) ")


WH = table("what why how who whom whose which when where whats hows whos whatcha")
AUXILIARIES = table(
    "do does did is are was were am have has had can could will would shall should may might must"
    " ca wo ai 's 're 'd 've"
)
SUBJECTS = table(
    "i you he she it we they there this that these those anyone anybody everyone everybody y'all u"
)
NOMINAL = table("PRON DET PROPN NOUN NUM ADJ")
SILENT = table("PUNCT SPACE SYM")
TOPICAL = table("NOUN PROPN VERB ADJ NUM")
COMMON = table(
    "be have do get go say tell think know make thing way lot bit sort kind remember describe like"
)
NOT = table("n't not nt")
OPENERS = table(
    "and so but or then well um uh erm er hm okay ok now like oh yeah right because cause just"
    " please actually also roughly about again mean know yes no sorry sir"
)
PREPOSITIONS = table("for in at on by from of to with about")
TAG_WORDS = table("right correct yeah yes no huh eh okay ok true yep innit hey")
TAG_TAILS = table("then just too now ever though")
MEASURES = table("many much long old far often big tall high late early soon fast large")
SUBORDINATORS = table(
    "when where whenever"
)  # they open clauses that ask nothing far more often than questions
RELATIVES = table("who which whom whose")
ENABLING = table("can could would will may might")
TELLING = table("describe explain share elaborate expand discuss recount talk")
TELLING_ME = table("tell walk take give help show paint talk bring")

ASIDE = either(
    "(?:do|can|would|could) (?:n't )?you (?:happen to"
    " )?(?:remember|recall|know|think|say|agree|feel)"
)
TELL_ME = either(
    "(?:tell|telling|give|giving|show|walk|walking|take|help|paint|provide) (?:me|us)",
    "say (?:a bit |a little )?more",
    "(?:talk|talking) (?:to me |to us |me |us |a little |a bit |a little bit |more |some more"
    " )?(?:about|through)",
)
DESCRIBE = either(
    "describe|describing|explain|explaining|elaborate|expand|share|clarify|clarifying|discuss|provide",
    "speak (?:to|about)|say a (?:bit|little)|give (?:an|some) examples?|be more specific",
)
INDIRECT = either(
    "i wonder|i (?:'m|was|am) (?:just )?(?:wondering|curious|interested|asking|hoping)",
    "(?:i|we) (?:'d|would) (?:like|love|be interested) (?:to|in)|(?:i|we) want(?:ed)? to"
    " (?:know|hear|ask)",
    "(?:i|we) (?:'d|would|want) (?:like )?you to|let 's (?:talk|hear)",
    "(?:i|we) (?:just )?want(?:ed)? to (?:check|see|get a sense)",
    "you (?:can|could|might) (?:just )?(?:tell|start|talk|describe|share|walk|say)|you to"
    " (?:tell|talk|describe|share)",
    "why do n't (?:you|we) (?:just )?(?:tell|start|talk|describe|share|walk|begin)",
)
WILLING = either("could|can|want to|mind|like to")
EMPTY_CHOICE = either("or (?:so|something|anything|whatever|not|two|less|more|what)")
DEGREE = either(
    r"how (?:much"
    r" (?:more|less|\w+er|damage|harm)|\w+(?:ed|ing|ful|ible|ous|less)|bad|badly|hard|sad|happy|"
    r"proud|angry|upset"
    r"|hurt) (?:was|were|is|are|did|do|does|has|have|had)"
)
LEADS_TO_INNER = table(
    "remember recall know me us about see say explain describe understand think of tell sense idea"
    " through recollect imagine share on as to wonder wondering curious like you hear asking bit"
    " more"
)
WH_PHRASE = 6  # words a question word may bring along before its verb: what kind of work did


@dataclass(frozen=True, slots=True)
class ReadQuestion:
    """One thing asked. `words` run from where the asking begins, `before` is what leads up to it in
    the same sentence.

    `wh` is the question word, wherever it stands ("do you remember what it was like"), and `sought`
    what it asks for by name ("year"). `tag` is what turns a statement into a question. `choices`
    says that answers are offered with "or", `named` that a name or a figure stands in it, `linked`
    that an "and" or "or" joins it to what stands before.
    """

    kind: Kind
    words: tuple[str, ...]
    before: tuple[str, ...] = ()
    wh: str = ""
    sought: str = ""
    negative: bool = False
    tag: str = ""
    choices: bool = False
    marked: bool = True
    named: bool = False
    linked: bool = False

    @property
    def line(self) -> str:
        """Its words with a blank on each side, to look for phrases in."""
        return f" {' '.join(self.words)} "

    @property
    def sentence(self) -> str:
        """The same for the whole sentence up to its end."""
        return f" {' '.join((*self.before, *self.words))} "


@dataclass(frozen=True)
class QuestionTurn:
    """A turn and what it asks, as rules look at it."""

    text: ParsedText

    @cached_property
    def asked(self) -> tuple[ReadQuestion, ...]:
        return questions(self.text)

    @cached_property
    def line(self) -> str:
        """All its words, as in a question's line."""
        return f" {' '.join(spoken(self.text.tokens))} "

    @cached_property
    def asking(self) -> str:
        """Only the sentences that ask."""
        return "".join(question.sentence for question in self.asked)

    def any(self, fits: Callable[[ReadQuestion], bool]) -> bool:
        return any(map(fits, self.asked))


@once
def questions(text: ParsedText) -> tuple[ReadQuestion, ...]:
    """Everything a text asks, in order."""
    asked: list[ReadQuestion] = []
    stated: tuple[str, ...] = ()
    for sentence in text.sentences:
        line = _Line(sentence)
        if line.marked and len(line.said) == 1 and line.said[0] in TAG_WORDS and stated:
            found = [ReadQuestion("statement", stated, tag=line.said[0])]
        else:
            found = _asked(line)
        if asked and found and found[0].before == ("or",) and _alternative(asked[-1], found[0]):
            found[0] = _either_or(asked.pop(), found[0])
        asked.extend(found)
        stated = () if found else line.said
    return tuple(asked)


def spoken(sentence: Sequence[Token]) -> tuple[str, ...]:
    """The words of a sentence in lower case, without punctuation."""
    return tuple(_plain(token) for token in sentence if token.pos not in SILENT)


def content(text: ParsedText) -> frozenset[str]:
    """What a text is about: the lemmas of its nouns, verbs, adjectives and figures, without the
    commonest.
    """
    return frozenset(token.lemma.lower() for token in text.tokens if token.pos in TOPICAL) - COMMON


def _plain(token: Token) -> str:
    return token.text.lower().replace("’", "'")


# ── where a sentence asks ─────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class _Line:
    """A sentence, to be searched for places where asking begins."""

    tokens: Sentence

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(map(_plain, self.tokens))

    @cached_property
    def said(self) -> tuple[str, ...]:
        return spoken(self.tokens)

    @cached_property
    def marked(self) -> bool:
        return any("?" in word for word in self.words)

    def word(self, index: int) -> str:
        return self.words[index] if 0 <= index < len(self.words) else ""

    def pos(self, index: int) -> str:
        return self.tokens[index].pos if 0 <= index < len(self.tokens) else ""

    def opens(self, index: int) -> bool:
        """Something new begins here: at the start, after a mark, after a word that only
        leads in.
        """
        return index == 0 or self.breaks(index) or self.word(index - 1) in OPENERS

    def breaks(self, index: int) -> bool:
        """A mark or an "and" stands before."""
        return self.pos(index - 1) in ("PUNCT", "SPACE", "CCONJ", "INTJ", "SYM")

    def inverted(self, index: int) -> bool:
        """An auxiliary stands here, before its subject."""
        if self.word(index) not in AUXILIARIES:
            return False
        after = index + 1 + (self.word(index + 1) in NOT)
        if after >= len(self.tokens):
            return False
        subject = self.tokens[after]
        if self.opens(index) and self.word(after) in SUBJECTS:
            return True
        own = (
            subject.dep
            in ("nsubj", "nsubjpass", "expl", "attr", "det", "poss", "amod", "compound", "nummod")
            and subject.head >= index
        )
        return (
            own
            and subject.pos in NOMINAL
            and (self.opens(index) or subject.dep.startswith("nsubj"))
        )

    def verb_after(self, index: int) -> int | None:
        """The inverted verb that the question word here brings along, if any."""
        for place in range(index + 1, min(index + 1 + WH_PHRASE, len(self.words))):
            if self.word(place) in AUXILIARIES:
                after = place + 1 + (self.word(place + 1) in NOT)
                return place if self.pos(after) in NOMINAL and self.pos(place) != "PART" else None
            if self.word(place) in SUBJECTS or self.pos(place) in ("PUNCT", "VERB"):
                return None
        return None


def _starts(line: _Line) -> Iterator[tuple[int, Kind]]:
    index, asking = 0, False
    while index < len(line.words):
        kind, last = _start(line, index)
        # within a question another one begins only after a mark or an "and"
        if kind and (not asking or _parted(line, index)):
            yield index, kind
            asking = True
        index = last + 1


def _start(line: _Line, index: int) -> tuple[Kind | None, int]:
    """What kind of asking begins here, if any, and the last word this was seen from."""
    if line.word(index) in WH and not (line.word(index) == "why" and _requests(line, index)):
        verb = line.verb_after(index)
        if verb is not None:
            return "wh", verb
        return ("wh" if _asks_without_inversion(line, index) else None), index
    if line.inverted(index):
        return "polar", index
    return ("request" if _requests(line, index) else None), index


def _parted(line: _Line, index: int) -> bool:
    if line.word(index - 3) == "if" and line.word(index - 2) in ("any", "anything"):
        return False  # what role, if any, did it play
    while index > 0 and line.word(index - 1) in OPENERS | PREPOSITIONS and not line.breaks(index):
        index -= 1
    return line.breaks(index)


def _asks_without_inversion(line: _Line, index: int) -> bool:
    """What happened, who told you; and, where a mark stands, short ones: why Portugal, how so, for
    how long.
    """
    word, after = line.word(index), line.word(index + 1)
    if word in SUBORDINATORS or not (
        line.opens(index) or (line.word(index - 1) in PREPOSITIONS and line.opens(index - 1))
    ):
        return False
    if word in RELATIVES and line.word(index - 1) == ",":
        return False
    if after == "about" and word in ("what", "how"):
        return True
    if not line.marked:
        return index <= 2 and line.pos(index + 1) in ("VERB", "AUX")
    if line.pos(index + 1) == "PUNCT":
        return index + 2 >= len(line.words)
    return word == "why" or (after not in SUBJECTS and line.pos(index + 1) not in ("DET", "PRON"))


def _requests(line: _Line, index: int) -> bool:
    word, after = line.word(index), line.word(index + 1)
    if word == "telling" and after in ("me", "us"):
        return True
    if word in TELLING_ME and after in ("me", "us"):
        return (line.opens(index) or line.pos(index - 1) == "ADV") and line.pos(
            index + 2
        ) != "PUNCT"
    if word in TELLING:
        return (
            line.opens(index)
            and line.tokens[index].tag in ("VB", "VBP", "")
            and line.pos(index) == "VERB"
        )
    return word in ("i", "we", "let", "you", "why") and bool(
        INDIRECT.match(f" {' '.join(line.words[index : index + 7])} ")
    )


# ── what is asked there ───────────────────────────────────────────────────────────────────────────


def _asked(line: _Line) -> list[ReadQuestion]:
    starts = list(_starts(line))
    if not starts:
        return list(_unasked(line))
    ends = [index for index, _ in starts[1:]] + [len(line.tokens)]
    asked: list[ReadQuestion] = []
    for (start, kind), end in zip(starts, ends, strict=True):
        before = spoken(line.tokens[:start]) if not asked else ()
        question = _question(line, kind, start, end, before)
        tag = _as_tag(question)
        if tag and (asked or before):
            earlier = asked.pop() if asked else _statement(before, "", line)
            # what year was that, do you recall: the end asks for nothing more. Don't you think does
            question = replace(
                earlier,
                tag="" if (not question.negative and bool(ASIDE.search(question.line))) else tag,
            )
        elif asked and asked[-1].words[-1:] == ("or",) and _alternative(asked[-1], question):
            question = _either_or(asked.pop(), question)
        asked.append(question)
    return asked


def _alternative(asked: ReadQuestion, after: ReadQuestion) -> bool:
    """Were you excited or were you scared: two questions by form, one choice by meaning."""
    return asked.kind == after.kind == "polar"


def _either_or(asked: ReadQuestion, after: ReadQuestion) -> ReadQuestion:
    return replace(asked, words=(*asked.words, *after.words), choices=True)


def _question(
    line: _Line, kind: Kind, start: int, end: int, before: tuple[str, ...]
) -> ReadQuestion:
    tokens = [token for token in line.tokens[start:end] if token.pos not in SILENT]
    said = spoken(tokens)
    question = ReadQuestion(
        kind,
        said,
        before,
        negative=bool(NOT & set(said[:3])),
        choices=_offers(said),
        marked=line.marked,
        named=_names(tokens),
        linked="CCONJ" in (line.pos(start - 1), line.pos(start - 2)),
    )
    if kind == "polar" and _asks_to_tell(question):
        question = replace(question, kind="request")
    place = 0 if kind == "wh" else _inner(said)
    return (
        question
        if place is None
        else replace(
            question, wh=said[place], sought=_sought(tokens[place : place + 1 + WH_PHRASE])
        )
    )


def _inner(said: Sequence[str]) -> int | None:
    """Where a question within a question has its question word: do you remember what it
    was like.
    """
    return next(
        (
            place
            for place in range(1, len(said))
            if said[place] in WH and said[place - 1] in LEADS_TO_INNER
        ),
        None,
    )


def _asks_to_tell(question: ReadQuestion) -> bool:
    """Could you tell me, would you mind explaining: yes or no by form, a request by meaning."""
    said = question.words
    if not {"you", "i", "there", "someone", "anyone"} & set(said[1:3]):
        return False
    enabled = said[0] in ENABLING or bool(WILLING.search(question.line))
    return (
        enabled
        and bool(TELL_ME.search(question.line) or DESCRIBE.search(question.line))
        and " as " not in question.line
    )


def _sought(phrase: Sequence[Token]) -> str:
    """What the question word asks for by name: what YEAR, what was the NAME, how LONG; nothing in
    what happened.
    """
    how = _plain(phrase[0]) == "how"
    named = ""
    for token in phrase[1:]:
        if token.pos in ("NOUN", "PROPN"):
            named = _plain(
                token
            )  # of a run of nouns the last one names the thing: a language pet peeve
        elif named:
            return named
        elif how and token.pos in ("ADJ", "ADV"):
            return _plain(token)
        elif (
            token.pos == "VERB"
            or (token.pos == "AUX" and token.lemma != "be")
            or _plain(token) in SUBJECTS
        ):
            return ""
    return named


def _names(tokens: Sequence[Token]) -> bool:
    return any(token.pos in ("NUM", "PROPN") for token in tokens)


def _offers(said: Sequence[str]) -> bool:
    line = f" {' '.join(said)} "
    return " or " in line[:-4] and line.count(" or ") > len(EMPTY_CHOICE.findall(line))


def _as_tag(question: ReadQuestion) -> str:
    """Didn't he, is it, do you think: so short that it only asks about what was said."""
    if question.kind != "polar" or len(question.words) > 5:
        return ""
    bare = all(word in AUXILIARIES | NOT | SUBJECTS | TAG_TAILS for word in question.words)
    return " ".join(question.words) if bare or ASIDE.fullmatch(question.line) else ""


def _unasked(line: _Line) -> Iterator[ReadQuestion]:
    """Sentences in the order of statements: questions by their mark, by a tag, or by a question
    word left in its place.
    """
    if not line.marked or not line.said:
        return
    in_place = next((place for place in range(len(line.said)) if _in_place(line.said, place)), None)
    if in_place is not None:
        said = line.said[in_place:]
        yield ReadQuestion(
            "wh", said, line.said[:in_place], said[0], said[1] if len(said) > 1 else ""
        )
    elif len(line.said) > 2 and line.said[-1] in TAG_WORDS:
        yield _statement(line.said[:-1], line.said[-1], line)
    elif any(token.pos in ("VERB", "AUX") for token in line.tokens):
        yield _statement(line.said, "", line)
    else:
        yield ReadQuestion("fragment", line.said, choices=_offers(line.said))


def _in_place(said: Sequence[str], place: int) -> bool:
    """You stayed how long, they called it what."""
    if said[place] not in WH:
        return False
    return (place == len(said) - 1 and place > 0) or (
        said[place] == "how" and bool(MEASURES & set(said[place + 1 : place + 2]))
    )


def _statement(said: tuple[str, ...], tag: str, line: _Line) -> ReadQuestion:
    negative = bool(NOT & set(said))
    return ReadQuestion(
        "statement",
        said,
        tag=tag,
        negative=negative,
        choices=_offers(said),
        marked=line.marked,
        named=_names(line.tokens),
    )
