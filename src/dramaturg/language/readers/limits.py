"""Limits people set: phrases by which somebody refuses a topic, resents being asked, or wants to
end.

They speak of the conversation itself (the question, the one who asks, the talking), not of one that
is told about. The phrases stand in `data/limits.txt`, what each kind of them is worth beside a head
in `heads/refusal_rules.json`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import log1p
from typing import Any

from dramaturg.data_files import load
from dramaturg.english.prose import table
from dramaturg.language.readers import heads
from dramaturg.language.readers.evidence import log_odds, probability
from dramaturg.language.readers.heads import LinearHead, head
from dramaturg.language.readers.parsed_text import ParsedText, once
from dramaturg.turn.readings import Reading

# ── a sentence as it is searched ──────────────────────────────────────────────────────────────────


QUOTED = re.compile(r'"[^"]{0,400}"|“[^”]{0,400}”')
FILLER = re.compile(r"(?:, ?)?\b(?:uh|um|er|erm|ah|hm|hmm|mm)\b,?")
WORD = re.compile(r"[a-z0-9']+|[.?!,;:…—]|--")
UNDONE: Mapping[str, str] = load(__file__, "contractions.yaml", dict[str, str])
SOFT = table(
    "just really actually honestly frankly even quite simply please pls okay ok well so oh look"
    " listen sorry anyway basically literally tbh maybe perhaps kindly very ever and but then"
    " yeah yes"
)
STOPS = ".?!"


def line(said: str) -> str:
    """Words between blanks, in lower case, and what divides them as a stop or a comma; a word said
    twice stands once.
    """
    words = [""]
    plainly = FILLER.sub(" ", QUOTED.sub(" ", said).lower().replace("’", "'"))
    for found in WORD.findall(plainly):
        for word in UNDONE.get(found, found).split():
            plain = word if word[0].isalnum() or word in STOPS else ","
            if plain not in SOFT and plain != words[-1]:
                words.append(plain)
    return f"{' '.join(words)} . "


def lines(text: ParsedText) -> Iterator[str]:
    """The sentences of a text or of a passage, whose tokens keep the places they have in
    the whole.
    """
    if not text.sentences:
        return
    blank = len(text.text) - len(text.text.lstrip())
    offset = text.sentences[0][0].start - blank
    for sentence in text.sentences:
        yield line(text.text[sentence[0].start - offset : sentence[-1].end - offset])


# ── phrases ───────────────────────────────────────────────────────────────────────────────────────

STARTS = {"^^ ": "^ ", "^ ": "(?:^|[.?!,]) ", "": " "}
MARKS = (
    (re.compile(r"\*\* "), r"(\\w+ ){0,2}"),
    (re.compile(r"(?<![^ (|])\*(?![^ )|])"), r"[\\w']+"),
    (re.compile(r"(?<![^ (|])\.(?![^ )|])"), "[.?!,]"),
    (re.compile(r"\("), "(?:"),
)
SET = re.compile(r"<([^>]+)>")
NEAR = 80  # characters before or after a phrase in which somebody may be named as having said it

TOLD_BEFORE = re.compile(
    r" (?:said|says|saying|shouted|shouting|shouts|asked|goes|thought|wanted|told (?!you)\w+|tells?"
    r" \w+|used to be all"
    r"|(?:would|did|always|will|could|they|i|people|\w+'d)"
    r" (?:say|go|yell)|(?:was|were|be|is|are|am|being|all) like) "
    r"| (?:if|when|whenever|until|unless|how|where|than|they|he|she|they are|he is|she"
    r" is|who|people|not) $"
)
TOLD_AFTER = re.compile(
    r"^[^.?!]{0,60}[,?!] (?:he|she|they|i|we|people|you|(?:my|the|his|her) \w+)"
    r" (?:said|says|say|thought|goes|think|asked) "
)


@cache
def phrases() -> Mapping[str, re.Pattern[str]]:
    """What people say by them, each with all phrases that say it."""
    sets: dict[str, str] = {}
    kinds: dict[str, re.Pattern[str]] = {}
    for title, block in _blocks(
        (files("dramaturg.language") / "data" / "limits.txt").read_text("utf-8")
    ):
        if title.startswith("<"):
            sets[title.strip("<>")] = f"({'|'.join(_inserted(phrase, sets) for phrase in block)})"
        else:
            kinds[title.removeprefix("= ")] = re.compile(
                "|".join(_pattern(_inserted(phrase, sets)) for phrase in block)
            )
    return kinds


def _blocks(written: str) -> Iterator[tuple[str, Sequence[str]]]:
    """Every title and the lines below it."""
    told = "\n".join(row for row in written.splitlines() if not row.startswith("#"))
    for block in re.split(r"\n{2,}", told.strip()):
        title, *below = block.splitlines()
        yield title, below


def _inserted(phrase: str, sets: Mapping[str, str]) -> str:
    return SET.sub(lambda found: sets[found[1]], phrase)


def _pattern(phrase: str) -> str:
    start = next(mark for mark in STARTS if phrase.startswith(mark))
    pattern = phrase.removeprefix(start)
    for mark, meant in MARKS:
        pattern = mark.sub(meant, pattern)
    return f"{STARTS[start]}(?:{pattern})(?= )"


@once
def found(text: ParsedText) -> frozenset[str]:
    """What the person says by phrases in a text: of the conversation now, not of one told about."""
    return frozenset(
        kind
        for searched in lines(text)
        for kind, pattern in phrases().items()
        if _meant(pattern, searched)
    )


def _meant(pattern: re.Pattern[str], searched: str) -> bool:
    return any(
        not _told(searched, match.start(), match.end()) for match in pattern.finditer(searched)
    )


def _told(searched: str, start: int, end: int) -> bool:
    """Somebody is named as having said it, or it hangs on an if, a when or another person."""
    before, after = searched[max(0, start - NEAR) : start + 1], searched[end - 1 : end + NEAR]
    return bool(TOLD_BEFORE.search(before) or TOLD_AFTER.search(after))


# ── what they are worth ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class LimitWorths:
    """Log-odds: where one starts, what each kind of phrase adds, how far the head is trusted, and
    what the length of a turn takes away (by its logarithm): who speaks long is answering.
    """

    start: float
    phrases: Mapping[str, float]
    trust: float
    length: float


def weigh(signal: str, text: ParsedText) -> Reading:
    """The loudest passage of a turn: one sentence is enough."""
    worths = _worths(signal, text.embedder.name, str(heads.FOLDER))
    by_head = head(signal)
    totals = [(_total(passage, text.length, by_head, worths), passage) for passage in text.passages]
    total, loudest = max(totals, key=lambda one: one[0])
    value = probability(total)
    strongest = max(sorted(found(loudest)), key=worths.phrases.__getitem__, default="")
    if value < 0.5 or not strongest:
        return by_head.reading(value, loudest)
    return Reading(round(value, 4), round(value, 3), f"rule: {strongest}")


def _total(passage: ParsedText, words: int, by_head: LinearHead, worths: LimitWorths) -> float:
    said = sum(worths.phrases[kind] for kind in found(passage))
    return (
        worths.start
        + said
        + worths.trust * log_odds(by_head.value(passage))
        + worths.length * log1p(words)
    )


@cache
def _worths(signal: str, embedder: str, _folder: str) -> LimitWorths:
    """Which folder is asked for too, so that weights put elsewhere for measuring are not mistaken
    for these.
    """
    written: dict[str, Any] = json.loads((heads.FOLDER / "refusal_rules.json").read_text("utf-8"))
    return LimitWorths(**written[signal]["weights" if embedder == written["embedder"] else "plain"])
