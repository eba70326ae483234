"""A lesson: what somebody who asks for a game says of its subject themselves, in a sentence or in
notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dramaturg.engines.games.base.design import label_key

LONGEST_NAME = 60  # characters of a label
FEWEST_TERMS, FEWEST_GROUPS, FEWEST_STEPS = 3, 2, 3
MOST_STEPS = 12


@dataclass(frozen=True, slots=True)
class LessonTerm:
    """A name and what is said of it: in a sentence, or under the headings of a table."""

    name: str
    meaning: str = ""
    also: tuple[str, ...] = ()
    marks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LessonGroup:
    heading: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LessonStep:
    text: str
    when: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """`left_out` says what could not be used, and why."""

    title: str = ""
    terms: tuple[LessonTerm, ...] = ()
    groups: tuple[LessonGroup, ...] = ()
    steps: tuple[LessonStep, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that it names, in order."""
        members = (member for group in self.groups for member in group.members)
        return tuple(
            dict.fromkeys(
                (*(term.name for term in self.terms), *members, *(step.text for step in self.steps))
            )
        )

    @property
    def is_enough(self) -> bool:
        """Whether a game can be made of it alone."""
        told = [term for term in self.terms if term.meaning or term.marks]
        return (
            len(told) >= FEWEST_TERMS
            or len(self.groups) >= FEWEST_GROUPS
            or len(self.steps) >= FEWEST_STEPS
        )


def told_apart(groups: Iterable[LessonGroup]) -> tuple[tuple[LessonGroup, ...], tuple[str, ...]]:
    """The groups without what stands in two of them, which nobody could sort; and that."""
    groups = tuple(groups)
    every = [label_key(member) for group in groups for member in dict.fromkeys(group.members)]
    twice = {key for key in every if every.count(key) > 1}
    apart = tuple(
        LessonGroup(
            group.heading,
            tuple(each for each in dict.fromkeys(group.members) if label_key(each) not in twice),
        )
        for group in groups
    )
    names = {label_key(each): each for group in groups for each in group.members}
    left = ", ".join(names[key] for key in dict.fromkeys(every) if key in twice)
    told = (f"Left out, because it belongs to two groups at once: {left}.",) if left else ()
    return tuple(group for group in apart if group.members), told


# ── lists in a sentence ───────────────────────────────────────────────────────────────────────────

OPENING, CLOSING = "([{“", ")]}”"
LAST = re.compile(r"^(?:and|or|&)\s+", re.IGNORECASE)
GLOSSED = re.compile(r"^(?P<name>.*?\S)\s+\((?P<told>[^()]+)\)(?P<rest>.*)$")


def split_list(text: str, marks: str = ",;") -> list[str]:
    """A list in a sentence as its entries; what follows its last entry is no part of it. Commas in
    brackets divide nothing.
    """
    entries = list(_split(text, marks))
    for at, entry in enumerate(entries):
        if LAST.match(entry) and at:
            return [*entries[:at], LAST.sub("", entry)]
    if len(entries) == 1 or not entries:
        return entries
    before, joint, last = entries[-1].rpartition(" and ")
    return (
        [*entries[:-1], before, last]
        if joint and "(" not in last and len(entries) == 2
        else entries
    )


def _split(text: str, marks: str) -> Iterator[str]:
    depth, start = 0, 0
    for at, sign in enumerate(text):
        if sign in OPENING:
            depth += 1
        elif sign in CLOSING:
            depth = max(0, depth - 1)
        elif sign in marks and depth == 0 and not _in_a_number(text, at):
            yield text[start:at].strip()
            start = at + 1
    yield text[start:].strip().rstrip(".!?").strip()


def _in_a_number(text: str, at: int) -> bool:
    return text[at] == "," and bool(re.match(r"\d,\d{3}(?!\d)", text[max(0, at - 1) : at + 5]))


def tidy(name: str) -> str:
    """A name without its article and its quotation marks."""
    name = re.sub(r"^(?:the|a|an)\s+", "", name.strip().strip("'\"“”‘’"), flags=re.IGNORECASE)
    return name.strip().rstrip(".:").strip()


def fits_a_label(names: Sequence[str]) -> bool:
    return all(0 < len(name) <= LONGEST_NAME for name in names)
