"""Sentences of a book. Told ones are the teller's, cleaned; linking ones are ours. All lead back to
words that were said.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from dramaturg.data_files import Pattern, Words, load
from dramaturg.engines.memoir.base.story import TellerQuote
from dramaturg.engines.memoir.book.clean_speech import cleaned, finished, is_english
from dramaturg.engines.memoir.story.passage import sentence_spans
from dramaturg.english.prose import plain, table, words
from dramaturg.turn.readings import Span

_WORDS = load(__file__, "words.yaml", dict[str, dict[str, Words]])["sentences"]
_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["sentences"]

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


def told_sentence(turn: int, span: Span, english: bool) -> DraftSentence | None:
    """The sentence as the teller would write it; None when it was nothing but fillers."""
    text = cleaned(span.text) if english else finished(" ".join(span.text.split()))
    return DraftSentence(text, "told", (TellerQuote(turn, span),)) if text else None


def told_sentences(
    turn: int, text: str, corrections: Sequence[Span] = (), left: Collection[int] = ()
) -> tuple[DraftSentence, ...]:
    """What a passage tells: without talk to the interviewer and without answers that mean nothing
    without their question.

    `corrections` are the words with which the teller put something right, `left` where sentences
    begin that stay out.
    """
    english = is_english(text)
    found: list[DraftSentence] = []
    beside = _beside_talk(text, left) if english else frozenset(left)
    for span in sentence_spans(text):
        if span.start in beside:
            continue
        sentence = told_sentence(turn, span, english)
        if sentence is None or (english and says_nothing(sentence, first=not found)):
            continue
        if not (
            any(span.start <= new.start < span.end for new in corrections)
            and _only_corrects(sentence)
        ):
            found.append(sentence)
    fewest = (
        SMALL_TALK
        if any(GREETING.search(plain(span.text)) for span in sentence_spans(text))
        else FEWEST_WORDS
    )
    return tuple(found) if _is_enough(found, fewest) else ()


def _is_enough(found: list[DraftSentence], fewest: int) -> bool:
    text = " ".join(sentence.text for sentence in found)
    spaceless = not text.isascii() and len(text) >= FEWEST_CHARACTERS
    return len(words(text)) > fewest or spaceless


# ── what says nothing in a book ───────────────────────────────────────────────────────────────────

GREETING = _PATTERNS["greeting"]
YOU = _PATTERNS["you"]
TALK = _PATTERNS["talk"]
"""Talk to the interviewer, and requests."""
CORRECTION = _PATTERNS["correction"]
"""A correction as such: left out where the fact it corrects carries it in a note, and only there.
"""
NO_CONTENT = _PATTERNS["no_content"]
VAGUE = _WORDS["vague"]
"""A sentence of nothing but these words tells nothing: `It was somehow different, in some ways, I
think.`
"""
HEDGES = _WORDS["hedges"]
PRONOUNS = table("i we he she they it you there that this those these")
HELPERS = _WORDS["helpers"]
TAILS = table("not too all really indeed though both then now always never")
VERBS = HELPERS | _WORDS["verbs"]
PAST = _WORDS["verbs"] - _WORDS["present"] | table("was were did had wasn't weren't didn't hadn't")
OF_A_THING = table("my our his her their the a an this that")
OF_A_MEASURE = _WORDS["of_a_measure"]


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
    """Whether it is said to the interviewer and not part of the story: `is this thing on?`."""
    return is_aside_text(sentence.text)


def is_aside_text(said: str) -> bool:
    """The same of a sentence as it was said."""
    text = plain(cleaned(said))
    return bool(GREETING.search(text) or TALK.search(text))


def _beside_talk(text: str, left: Collection[int]) -> frozenset[int]:
    """What stays out, and what is said to `you` right beside talk: the same talk goes on."""
    spans = tuple(sentence_spans(text))
    talk = [span.start in left or _is_talk(span.text) for span in spans]
    for order in (range(1, len(spans)), range(len(spans) - 2, -1, -1)):
        for place in order:
            neighbour = place - 1 if order.step > 0 else place + 1
            talk[place] = talk[place] or (talk[neighbour] and _says_you(spans[place].text))
    return frozenset(span.start for span, is_talk in zip(spans, talk, strict=True) if is_talk)


def _is_talk(said: str) -> bool:
    return len(words(said)) <= LONGEST_ASIDE and is_aside_text(said)


def _says_you(said: str) -> bool:
    return len(words(said)) <= LONGEST_ASIDE and bool(YOU.search(plain(said)))


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
