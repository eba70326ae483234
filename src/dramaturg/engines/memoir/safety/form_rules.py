"""Form: the letters a line is written with, and how long it is. Nothing that hides a word from the
eye gets through.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.base.artifacts import LineLimits
from dramaturg.engines.memoir.safety.evidence import TellerEvidence
from dramaturg.english.prose import plain, sentences, words
from dramaturg.english.rules.line_rules import Breach

_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["form_rules"]

TWICE = 2
"""Beyond so many times its limit a line is a speech, and no matter of style any more."""
_MARKS = frozenset(" .,;:!?'\"()-–—…‘’“”/")
_MARK = re.compile("[?？؟⁇⁈‽⸮﹖]")
_SPACED = re.compile(r"(?:(?<!\w)\w[\W_]{1,3}){4,}")
_LEET = re.compile(
    r"(?<!\w)(?!\d+(?:s|st|nd|rd|th|am|pm|km|kg)\b)(?=\w*\d)(?=\w*[^\W\d_])\w{2,40}", re.IGNORECASE
)
_SHOUTED = re.compile(r"(?<!\w)[^\W\d_a-zß-ÿ]{2,}(?!\w)")
_HYPHENATED = re.compile(r"(?<!\w)\w+(?:-\w+)+")
_QUESTION = _PATTERNS["question"]
_EXCLAIMED = _PATTERNS["exclaimed"]
_TOLD_WHEN = re.compile(
    r"(?:(?:and|so|but) )?(?:when|where|what|how|who)(?:'s)? "
    r"(?!(?:do|does|did|are|is|was|were|have|has|had|can|could|would|will|shall|should|may|might)\b)[^,?]+,"
)
"""`When the wind is right, you can hear it.`"""
_OFFERED = re.compile(r"(?:and |so |or |then )?(?:we|you) (?:can|could|may)\b")
"""`How lovely.` asks nothing."""


def form_breaches(
    line: str, limits: LineLimits, evidence: TellerEvidence, known: frozenset[str]
) -> Iterator[Breach]:
    """Letters, length and number of questions."""
    if not words(line):
        yield Breach("nothing_said", "there is no word in it")
    yield from (Breach("odd_characters", odd) for odd in _odd(line, evidence))
    if torn := next((each for each in _torn(line) if each.replace("-", "") in known), ""):
        yield Breach("odd_characters", f"a word torn apart: '{torn}'", words=torn)
    shouted = _strange(_SHOUTED, line, evidence)
    if shouted:
        told = f"a word in capitals: '{shouted[0]}'"
        yield Breach("odd_characters", told, len(shouted) > 1, shouted[0])
    yield from _too_much(line, limits)


def _too_much(line: str, limits: LineLimits) -> Iterator[Breach]:
    for rule, what, count, most in (
        ("verbosity", "words", len(words(line)), limits.max_tokens),
        ("too_many_sentences", "sentences", len(sentences(line)), limits.max_sentences),
        ("question_density", "questions", len(questions(line)), limits.max_questions),
    ):
        if count > most:
            yield Breach(rule, f"{count} {what}, at most {most}", hard=count > TWICE * most)


def questions(line: str) -> tuple[str, ...]:
    """The sentences that ask: by their mark, or by how they begin. A mark inside a sentence counts
    too.
    """
    found = [each for each in sentences(line) if asks(each) and not _is_offer(each)]
    inside = len(_MARK.findall(line)) - len(found)
    return (*found, *([line] * max(0, inside)))


def _is_offer(sentence: str) -> bool:
    """`We can stay here, or go on.` leaves a choice and asks nothing by itself."""
    return not _MARK.search(sentence) and _OFFERED.match(plain(sentence)) is not None


def asks(sentence: str) -> bool:
    """Whether a sentence asks: by its mark, or by how it begins."""
    if _MARK.search(sentence):
        return True
    text = plain(sentence)
    told = _EXCLAIMED.match(text) or _TOLD_WHEN.match(text)
    return _QUESTION.match(text) is not None and told is None


def _odd(line: str, evidence: TellerEvidence) -> Iterator[str]:
    if len(line.strip().splitlines()) > 1:
        yield "more than one paragraph"
    for token in line.split():
        strange = next((letter for letter in token if not _is_plain(letter)), None)
        if strange is not None and token.strip(".,;:!?\"'“”‘’()…") not in evidence.tokens:
            yield f"the character U+{ord(strange):04X}"
    for pattern, what in ((_SPACED, "letters set apart"), (_LEET, "digits among letters")):
        yield from (f"{what}: '{found}'" for found in _strange(pattern, line, evidence))


def _strange(pattern: re.Pattern[str], line: str, evidence: TellerEvidence) -> list[str]:
    """What is found and was not written so by the teller."""
    found = (match.group().strip() for match in pattern.finditer(line))
    return [each[:40] for each in found if each not in evidence.tokens]


def _torn(line: str) -> Iterator[str]:
    """Words with a hyphen in them, in small letters."""
    yield from (match.group().lower() for match in _HYPHENATED.finditer(line))


def _is_plain(letter: str) -> bool:
    """A Latin letter in one piece, a digit or a mark of ordinary writing."""
    if letter in _MARKS or (letter.isascii() and letter.isalnum()):
        return True
    return (
        letter.isalpha()
        and unicodedata.name(letter, "").startswith(("LATIN SMALL LETTER", "LATIN CAPITAL LETTER"))
        and (unicodedata.normalize("NFKC", letter) == letter)
    )
