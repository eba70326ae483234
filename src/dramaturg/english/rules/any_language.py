"""What can be held against a line in another language than English: figures in digits, a model's
talk, marks that nobody says, its length, and words for what somebody would not speak of.

All other rules know English only. They step aside, and the record says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from dramaturg.english.figures.digits import strange_digits
from dramaturg.english.rules.line_rules import Breach, check_line, no_machinery
from dramaturg.english.rules.model_talk import model_talk
from dramaturg.languages.detect import ENGLISH
from dramaturg.languages.letters import bare
from dramaturg.languages.sentences import QUESTION_MARKS, sentences_in
from dramaturg.turn.contract import Draft

NOT_JUDGED = "not judged: form rules know English only"
LONGEST = 400  # characters: three or four sentences
SHORTEST = 4  # letters of a word by which a matter is known
RUN = 2  # letters in a row that are a word, where none stands between spaces


@dataclass(frozen=True, slots=True)
class LineRuleNames:
    """What an engine calls these rules on record."""

    talk: str
    figure: str
    refused: str
    length: str


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a line may take up: all texts that its figures may stand in, and the words for what
    somebody would not speak of.
    """

    texts: tuple[str, ...]
    refused: tuple[str, ...] = ()


def breaches_anywhere(line: str, grounds: Grounds, names: LineRuleNames) -> Iterator[Breach]:
    """What of this a line breaks; its length is style."""
    if talk := model_talk(line):
        yield Breach(names.talk, f"{talk!r} is a model's talk", words=talk)
    for breach in check_line((no_machinery(),), line):
        yield Breach(names.talk, breach.detail, words=breach.words)
    if strange := strange_digits(line, grounds.texts):
        named = ", ".join(strange[:3])
        yield Breach(names.figure, f"{named}: no such figure is known", words=named)
    for matter in grounds.refused:
        if at := asks_about(line, matter):
            yield Breach(names.refused, f"{matter!r} is left alone", words=at)
    if len(line) > LONGEST:
        told = f"{len(line)} characters, at most {LONGEST}"
        yield Breach(names.length, told, hard=False, words=line)


def asks_about(line: str, matter: str) -> str:
    """The words in which a line asks about a matter, or none."""
    wanted = _carrying(matter)
    for sentence in sentences_in(line):
        said = _carrying(sentence)
        if wanted and sentence.rstrip("\"'”’») ").endswith(tuple(QUESTION_MARKS)):
            common = sorted(wanted & said)
            if 2 * len(common) >= len(wanted):
                return " ".join(common)
    return ""


def _carrying(text: str) -> frozenset[str]:
    """The words of some length; of letters that stand for words themselves, each two in a row."""
    found: set[str] = set()
    for word in bare(text).split():
        letters = "".join(filter(str.isalpha, word))
        if letters and not letters.isascii() and _stand_for_words(letters):
            found.update(letters[at : at + RUN] for at in range(len(letters) - RUN + 1))
        elif len(letters) >= SHORTEST:
            found.add(letters)
    return frozenset(found)


def _stand_for_words(letters: str) -> bool:
    return any("\u3040" <= letter <= "\u9fff" for letter in letters)


def unjudged(draft: Draft[Any]) -> tuple[str, ...]:
    """What a record says of the rules that a draft was not held to."""
    is_judged = draft.language == ENGLISH or draft.source == "offline"
    return () if is_judged else (NOT_JUDGED,)


def of_all(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts, each once, without empty ones."""
    return tuple(dict.fromkeys(filter(None, texts)))
