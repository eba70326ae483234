"""Sentences of a book. Told ones are the teller's, cleaned; linking ones are ours. All lead back to
words that were said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from dramaturg.engines.memoir.base.story import TellerQuote
from dramaturg.engines.memoir.book.clean_speech import cleaned, finished, is_english
from dramaturg.english import prose
from dramaturg.english.prose import plain, table, words
from dramaturg.turn.readings import Span

Kind = Literal["told", "linking"]
FEWEST_WORDS = 3
SMALL_TALK = 10
"""As few words beside a greeting are part of it."""
FEWEST_CHARACTERS = 12  # of languages that put no spaces between words
SHORT_ANSWER = 8
LONGEST_ASIDE = 14


@dataclass(frozen=True, slots=True)
class DraftSentence:
    """`sources` of a told sentence is one quote: exactly what was said, fillers and all."""

    text: str
    kind: Kind
    sources: tuple[TellerQuote, ...]


def spans(text: str) -> Iterator[Span]:
    """The sentences as they stand in a text."""
    place = 0
    for sentence in prose.sentences(text):
        start = text.find(sentence, place)
        if start >= 0:
            yield Span(sentence, start)
            place = start + len(sentence)


def told(turn: int, span: Span, english: bool) -> DraftSentence | None:
    """The sentence as the teller would write it; None when it was nothing but fillers."""
    text = cleaned(span.text) if english else finished(" ".join(span.text.split()))
    return DraftSentence(text, "told", (TellerQuote(turn, span),)) if text else None


def tellings(turn: int, text: str, corrections: Sequence[Span] = ()) -> tuple[DraftSentence, ...]:
    """What a passage tells: without talk to the interviewer and without answers that mean nothing
    without their question.

    `corrections` are the words with which the teller put something right.
    """
    english = is_english(text)
    found: list[DraftSentence] = []
    for span in spans(text):
        sentence = told(turn, span, english)
        if sentence is None or (english and says_nothing(sentence, first=not found)):
            continue
        if not (
            any(span.start <= new.start < span.end for new in corrections)
            and _only_corrects(sentence)
        ):
            found.append(sentence)
    fewest = (
        SMALL_TALK
        if any(GREETING.search(plain(span.text)) for span in spans(text))
        else FEWEST_WORDS
    )
    return tuple(found) if _is_enough(found, fewest) else ()


def _is_enough(found: list[DraftSentence], fewest: int) -> bool:
    text = " ".join(sentence.text for sentence in found)
    spaceless = not text.isascii() and len(text) >= FEWEST_CHARACTERS
    return len(words(text)) > fewest or spaceless


# ── what says nothing in a book ───────────────────────────────────────────────────────────────────

GREETING = re.compile(
    r"^(?:thank you|thanks|hello|hi|good"
    r" (?:morning|afternoon|evening)|goodbye|bye|(?:till|until|see you) (?:then|next))\b"
)
TALK = re.compile(
    r"^(?:sorry|pardon|excuse me|please)\b|\bi can hear you\b"
    r"|^(?:can|could|shall|should|may|do|did|are|will|would) (?:we|you|i)\b.*\?"
    r"|^let's (?:stop|leave|move on|talk|go on|go back|not|take a|carry on|start|get back)\b"
    r"|\bwhere (?:was i|were we)\b|\bwhat (?:was|is) (?:the|your) (?:next )?question\b"
    r"|\b(?:good|hard|difficult|funny|nice|big|easy) question\b|\byou(?:'re| are) asking\b|\byou"
    r" asked\b"
    r"|^(?:you can |just |don't )?ask me\b|^(?:but )?i(?:'ve| have)? (?:already )?told you(?: that|"
    r" this| so)?(?: already)?[.!]*$"
    r"|\bdid i (?:tell|mention|say)\b|\bis that (?:okay|ok|alright|all right|enough|what you)\b"
    r"|\bi(?:'d| would) (?:rather|prefer) not\b|\bi (?:don't|do not) (?:want|wish|like) to"
    r" (?:talk|speak|say|discuss)\b"
    r"|\b(?:that's|that is) (?:about )?(?:all|enough|it) (?:for (?:now|today)|i"
    r" (?:have|know|remember))\b"
    r"|\b(?:delete|erase|write|put) (?:this|that) (?:down|in|out|please)?\b|\byou(?:'ve| have) got"
    r" (?:that|it) (?:down|wrong)\b"
    r"|^i(?:'m| am) (?:getting )?tired\b|^go on then\b|^i(?:'ve| have) no idea\b|^i(?:'m| am) (?:so"
    r" |very )?sorry\b"
    r"|\bwhat was i (?:saying|going to say|talking about)\b|\bneither here nor there\b"
    r"|\bi(?:'m| am) (?:still )?(?:crying|rambling)\b"
    r"|\b(?:i think )?you(?:'ve| have) had all (?:of )?that\b|\bi (?:couldn't|can't|could not) add"
    r" anything\b"
    r"|\bas much as i remember\b|^(?:no )?there's nothing more\b|\byou know how it"
    r" (?:is|goes|was)\b"
)
"""Talk to the interviewer, and requests."""
CORRECTION = re.compile(
    r"^(?:no|sorry|wait|actually|i mean)\b.*, not (?:\w+ ){0,3}\w+[.!]*$|,? not (?:in"
    r" )?'?\d{2,4}[.!]*$"
    r"|\bi (?:said|told you) (?:it was |in )?\d|\bi (?:said|told you) .*\b(?:wrong|meant)\b"
    r"|\bi (?:got|had) (?:that|it|the \w+) wrong\b|\bi made a mistake\b|^(?:no |sorry )?i meant\b"
    r"|\b(?:let me|i must|i should|i need to|i have to) correct\b"
)
"""A correction as such: left out where the fact it corrects carries it in a note, and only there.
"""
NO_CONTENT = re.compile(
    r"^(?:and |but |so )?(?:that's (?:right|true|it|all|about it)|exactly|of course|not really|who"
    r" knows|let me (?:think|see)"
    r"|i (?:really )?(?:don't|can't|couldn't|cannot|do not) (?:really |quite |even"
    r" )?(?:know|remember|recall|say|tell)"
    r"(?: that| it| now)?"
    r"|i (?:suppose|think|guess|hope|don't think) so|i see|i am|it depends|nothing"
    r" (?:much|really)|not much|maybe|perhaps"
    r"|what else|what can i say|how can i (?:say|put it)|you know|go on|and so on|that was that"
    r"|(?:no,? )?nothing (?:more|else))[.!?…]*$"
)
VAGUE = table("""
    a all and as at but couldn't different don't else i in is it just kind know like many maybe not of on one or other people
    perhaps place places quite really remember say so some somehow someone something sometimes somewhere sort suppose that
    the there they thing things think this time times was way ways we well were you could couldn't can't i'd it's that's or guess
    """)
"""A sentence of nothing but these words tells nothing: `It was somehow different, in some ways, I
think.`
"""
HEDGES = table(
    "maybe perhaps somehow something somewhere sort kind suppose guess some things couldn't"
)
PRONOUNS = table("i we he she they it you there that this those these")
HELPERS = table(
    """was were did do does had have has is are am could would can will should might wasn't weren't didn't don't doesn't hadn't
    haven't hasn't isn't aren't couldn't wouldn't can't won't shouldn't"""
)
TAILS = table("not too all really indeed though both then now always never")
VERBS = HELPERS | table("""
    go goes went come came get got make made say said take took see saw know knew think thought tell told give gave find found
    feel felt leave left keep kept began brought bought built caught chose cost cut drew drove ate fell fought flew forgot grew
    hung heard hid hit held hurt lay led lent let lost meant met paid put read rode rang rose ran sold sent set shook shone shot
    shut sang sank sat slept spoke spent stood stole stuck swept swam taught tore threw understood woke wore won wrote broke
    drank dug fed
    """)
OF_A_THING = table("my our his her their the a an this that")
OF_A_MEASURE = table("""
    in at on by about around nearly almost maybe perhaps every all only just never always sometimes often from until since with
    one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty a no not because to for
    """)


def says_nothing(sentence: DraftSentence, first: bool) -> bool:
    """Whether a sentence of a passage, its first one perhaps, would tell a reader nothing."""
    said = words(sentence.text)
    if (
        NO_CONTENT.search(plain(sentence.text))
        or _is_short_answer(said)
        or (set(said) <= VAGUE and len(HEDGES.intersection(said)) > 1)
    ):
        return True
    if len(said) <= LONGEST_ASIDE and is_aside(sentence):
        return True
    return first and _is_fragment(said)


def is_aside(sentence: DraftSentence) -> bool:
    text = plain(sentence.text)
    return bool(GREETING.search(text) or TALK.search(text))


def _only_corrects(sentence: DraftSentence) -> bool:
    return len(words(sentence.text)) <= SHORT_ANSWER or bool(
        CORRECTION.search(plain(sentence.sources[0].span.text))
    )


def _is_short_answer(said: tuple[str, ...]) -> bool:
    """`She did`, `we were not`: true of a question that the book does not have."""
    helped = len(said) >= 2 and said[0] in PRONOUNS and said[1] in HELPERS
    return helped and set(said[2:]) <= TAILS


def _is_fragment(said: tuple[str, ...]) -> bool:
    """`Two pounds eleven`, `my mother`, `in Leeds`: an answer that is no sentence."""
    if any(
        word in VERBS or "'" in word or (len(word) > 4 and word.endswith("ed")) for word in said
    ):
        return False
    measured = said[:1] and (said[0] in OF_A_MEASURE or said[0].isdigit())
    return len(said) <= (5 if measured else 3 if said[0] in OF_A_THING else 2)
