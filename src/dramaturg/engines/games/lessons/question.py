"""What a question says itself of what it asks for: names, their meanings, groups and their
members, steps in their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dramaturg.engines.games.lessons.lesson import (
    FEWEST_GROUPS,
    FEWEST_STEPS,
    FEWEST_TERMS,
    GLOSSED,
    LONGEST_NAME,
    MOST_STEPS,
    Lesson,
    LessonGroup,
    LessonStep,
    LessonTerm,
    fits_a_label,
    split_list,
    tidy,
    told_apart,
)
from dramaturg.english.prose import sentences, table

FEWEST_NAMES = 3
LONGEST_TITLE = 58
MOST_WORDS = 6

IN_ORDER = re.compile(
    r"\b(?:order|arrange|sequence|steps?|stages?|phases?|trace|path|chronolog\w*|timeline|cycle"
    r"|process|flow|follow\w*)\b",
    re.IGNORECASE,
)
IN_GROUPS = re.compile(
    r"\b(?:sort|classif\w+|categor\w+|group\w*|features?|types? of|kinds? of)\b", re.IGNORECASE
)
SORTING = re.compile(r"(?:sort|classify|group|categori[sz]e)\b", re.IGNORECASE)
ASKING = re.compile(
    r"^(?:please\s+)?(?:create|make|build|design|i\s+(?:want|need|would like)|we\s+need)\b.*?"
    r"\b(?:game|quiz|activity|exercise|diagram)\b(?:\s+(?:where|in which|for|so that|to|that))?"
    r"(?:\s+(?:[\w-]+\s+){0,3}?(?:students?|learners?|pupils?|players?|they|children))?"
    r"(?:\s+(?:must|can|should|will|have to))?\s+",
    re.IGNORECASE,
)
NAMES_BEGIN = re.compile(
    r":\s+|\b(?:including|such as|namely|as follows|called|named|stops at|consisting of)\s+"
    r"|\bfrom\s+(?=.*\b(?:through|to|via)\b)",
    re.IGNORECASE,
)
ON_THE_WAY = re.compile(r"\s+(?:through|via|to|into)\s+(?:the\s+)?", re.IGNORECASE)
IN_BRACKETS = re.compile(r"\b(?:stages?|steps?|phases?|order)\s+\(([^()]+)\)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a list: its name, and what stands in brackets behind it."""

    name: str
    told: str = ""

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(tidy(part) for part in split_list(self.told) if tidy(part))


def read_question(question: str) -> Lesson:
    """What it says. A lesson without anything, where it names nothing."""
    text = " ".join(question.split())
    asked = ASKING.sub("", text, count=1)
    lists = [entries for sentence in sentences(asked) for entries in _lists(sentence)]
    best = max(lists, key=_worth, default=())
    title = _title(asked)
    if not best:
        return Lesson(title)
    return _lesson(title, best, asked)


def _lists(sentence: str) -> Iterator[tuple[Entry, ...]]:
    for found in NAMES_BEGIN.finditer(sentence):
        entries = split_list(sentence[found.end() :])
        if any(":" in re.sub(r"\(.*?\)", "", entry) for entry in entries):
            continue  # the list begins later
        if found.group().casefold().startswith("from") and entries:
            entries = [*ON_THE_WAY.split(entries[0]), *entries[1:]]
        read = tuple(entry for entry in map(_entry, entries) if entry.name)
        if len(read) >= FEWEST_NAMES - 1:
            yield read
    for found in IN_BRACKETS.finditer(sentence):
        stages = tuple(Entry(tidy(part)) for part in split_list(found[1]) if tidy(part))
        if len(stages) > FEWEST_NAMES:
            yield stages


def _entry(text: str) -> Entry:
    glossed = GLOSSED.match(text)
    if glossed:
        return Entry(tidy(glossed["name"]), glossed["told"].strip())
    return Entry(tidy(text))


def _worth(entries: Sequence[Entry]) -> tuple[int, int]:
    """Entries with something told are worth most; then short ones, which are names."""
    return sum(bool(entry.told) for entry in entries), sum(
        len(entry.name) <= LONGEST_NAME for entry in entries
    )


def _lesson(title: str, entries: Sequence[Entry], asked: str) -> Lesson:
    told = [entry for entry in entries if entry.told]
    if len(told) >= FEWEST_GROUPS and len(told) == len(entries) and _are_groups(told, asked):
        groups, left_out = told_apart(LessonGroup(each.name, each.parts) for each in told)
        if len(groups) >= FEWEST_GROUPS and fits_a_label([m for g in groups for m in g.members]):
            return Lesson(title, groups=groups, left_out=left_out)
    if len(told) >= FEWEST_TERMS and 2 * len(told) > len(entries) and not _is_order(asked, told):
        terms = tuple(LessonTerm(each.name, each.told) for each in entries)
        return Lesson(title, terms=terms)
    if IN_ORDER.search(asked) and FEWEST_STEPS <= len(entries) <= MOST_STEPS:
        steps = tuple(LessonStep(_sentence(each)) for each in entries)
        return Lesson(title, steps=steps)
    terms = tuple(LessonTerm(each.name, also=_other_names(each)) for each in entries)
    return Lesson(title, terms=terms)


def _are_groups(told: Sequence[Entry], asked: str) -> bool:
    shortest = min(len(entry.parts) for entry in told)
    if SORTING.match(asked):
        return max(len(entry.parts) for entry in told) > 1
    return shortest >= (FEWEST_NAMES - 1 if IN_GROUPS.search(asked) else FEWEST_NAMES)


def _is_order(asked: str, told: Sequence[Entry]) -> bool:
    """Steps may say something in brackets too; but where names are matched, that is what counts."""
    return bool(re.match(r"(?:arrange|order|trace|sequence|put)\b", asked, re.IGNORECASE))


def _sentence(entry: Entry) -> str:
    text = f"{entry.name} ({entry.told})" if entry.told else entry.name
    return text[:1].upper() + text[1:]


def _other_names(entry: Entry) -> tuple[str, ...]:
    return tuple(part for part in entry.parts if len(part) <= LONGEST_NAME)


def _title(asked: str) -> str:
    """The question up to its list, as a heading."""
    head = re.split(r"[:(\[]|\s(?:including|such as|namely|from)\s", asked, maxsplit=1)[0]
    head = re.split(r"[.?!](?:\s|$)", head, maxsplit=1)[0].strip().rstrip(",;")
    words = head.split()
    if len(head) > LONGEST_TITLE:  # then up to where a phrase ends
        fitting = [
            at
            for at in range(2, len(words))
            if words[at].casefold() in _JOINTS and len(" ".join(words[:at])) <= LONGEST_TITLE
        ]
        words = words[: fitting[-1]] if fitting else words[:MOST_WORDS]
    title = " ".join(words).rstrip(",;")
    return title[:1].upper() + title[1:]


_JOINTS = table("to in into for with by on at from and or that which as across through where so")
