"""Notes as a teacher types or pastes them: terms with meanings, a table, groups, steps, dates, or
sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from dramaturg.engines.games.lessons.lesson import (
    FEWEST_GROUPS,
    FEWEST_STEPS,
    LONGEST_NAME,
    MOST_STEPS,
    Lesson,
    LessonGroup,
    LessonStep,
    LessonTerm,
    split_list,
    tidy,
    told_apart,
)
from dramaturg.engines.games.lessons.question import read_question
from dramaturg.english.prose import sentences

NUMBERED = re.compile(r"^\s*(?:step\s+)?\d{1,2}\s*[.):]\s+(?P<text>\S.*)$", re.IGNORECASE)
BULLET = re.compile(r"^\s*[-*•]\s+(?P<text>\S.*)$")
DATED = re.compile(
    r"^\s*(?P<when>(?:c\.?\s*)?\d{3,4}(?:\s*[-–]\s*\d{2,4})?(?:\s*(?:BC|BCE|AD|CE))?|\d{1,2}\s\w+\s\d{4})"
    r"\s*(?:[:\t|;]|\s[-–—]\s)\s*(?P<text>\S.*)$"
)
PAIR = re.compile(r"^\s*(?P<name>[^:=\t]{1,60}?)\s*(?::\s|=|\t|\s[-–—]\s)\s*(?P<told>\S.*)$")
IS = re.compile(
    r"^(?:(?:the|a|an)\s+)?(?P<name>[\w' -]{2,50}?)\s+"
    r"(?P<told>(?:is|are|was|were|means|refers to)\s(?!not\b).+)$",
    re.IGNORECASE,
)
UNFILLED = re.compile(r"\[.*\]")  # as `dramaturg new game` writes what is to be filled in
CELLS = re.compile(r"\s*[|\t]\s*")
MEANING = re.compile(r"meaning|definition|what|descri|explan|translation|function", re.IGNORECASE)
FEWEST_COLUMNS = 2
MOST_WORDS_OF_A_MEMBER = 4


def read_notes(notes: str, title: str = "") -> Lesson:
    """What they say, in whichever of the ways they are written. A first line without a meaning is
    their title.
    """
    lines = [line.rstrip() for line in notes.splitlines()]
    written = [line for line in lines if line.strip()]
    if written and not title and len(written) > 1 and _is_heading(written):
        title, written = tidy(written[0].lstrip("# ")), written[1:]
    if not written:
        return Lesson(title)
    for read in (_table, _timeline, _steps, _pairs):
        lesson = read(written)
        if lesson is not None:
            return replace(lesson, title=title)
    return replace(_prose(" ".join(written)), title=title)


def _is_heading(written: Sequence[str]) -> bool:
    first = written[0]
    if first.startswith("#") or first.endswith(":"):
        return True
    bare = not any(sign.match(first) for sign in (NUMBERED, BULLET, DATED, PAIR))
    is_table = len(CELLS.split(first.strip().strip("|"))) >= FEWEST_COLUMNS
    return bare and not is_table and len(first) <= LONGEST_NAME and not first.endswith(".")


# ── a table ───────────────────────────────────────────────────────────────────────────────────────


def _table(written: Sequence[str]) -> Lesson | None:
    """Rows of cells divided by tabs or bars (or all of them by semicolons): the first row is its
    headings when it has three columns or says so.
    """
    rows = [_cells(line) for line in written if not re.fullmatch(r"[\s|:+-]+", line)]
    width = len(rows[0]) if rows else 0
    if width < FEWEST_COLUMNS or any(len(row) != width for row in rows):
        return None
    if width == FEWEST_COLUMNS and not MEANING.search(rows[0][1]):
        return _pairs([f"{name}\t{told}" for name, told in rows])
    headings, body = rows[0], rows[1:]
    terms = []
    for row in body:
        meaning = [cell for head, cell in zip(headings, row, strict=True) if MEANING.search(head)]
        marks = tuple(
            (head, cell)
            for head, cell in zip(headings[1:], row[1:], strict=True)
            if cell and not MEANING.search(head)
        )
        terms.append(LessonTerm(tidy(row[0]), " ".join(meaning), marks=marks))
    return Lesson(terms=_named(terms))


def _cells(line: str) -> list[str]:
    cells = CELLS.split(line.strip().strip("|").strip())
    return cells if len(cells) > 1 else [cell.strip() for cell in line.split(";")]


# ── steps ─────────────────────────────────────────────────────────────────────────────────────────


def _timeline(written: Sequence[str]) -> Lesson | None:
    found = [DATED.match(line) for line in written]
    if len(found) < FEWEST_STEPS or not all(found):
        return None
    steps = tuple(LessonStep(_step(each["text"]), each["when"].strip()) for each in found if each)
    return _in_steps(sorted(steps, key=_year))


def _year(step: LessonStep) -> int:
    """Whoever types dates need not type them in order."""
    years = re.findall(r"\d{3,4}", step.when)
    year = int(years[0]) if years else 0
    return -year if "BC" in step.when else year


def _steps(written: Sequence[str]) -> Lesson | None:
    if len(written) == 1 and len(arrows := re.split(r"\s*(?:→|->|=>)\s*", written[0])) > 1:
        return _in_steps([LessonStep(_step(text)) for text in arrows])
    found = [NUMBERED.match(line) for line in written]
    if len(found) < FEWEST_STEPS or not all(found):
        return None
    return _in_steps([LessonStep(_step(each["text"])) for each in found if each])


def _in_steps(steps: Sequence[LessonStep]) -> Lesson | None:
    left = tuple(
        f"Left out, because a game has {MOST_STEPS} steps at most: {step.text}"
        for step in steps[MOST_STEPS:]
    )
    return Lesson(steps=tuple(steps[:MOST_STEPS]), left_out=left) if len(steps) > 2 else None


def _step(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:]


# ── pairs and groups ──────────────────────────────────────────────────────────────────────────────


def _pairs(written: Sequence[str]) -> Lesson | None:
    """`name: meaning`, a line each; or `heading: member, member` where every line is a list."""
    bare = [bullet["text"] if (bullet := BULLET.match(line)) else line for line in written]
    found = [PAIR.match(line) for line in bare]
    pairs = [
        (tidy(each["name"]), each["told"].strip())
        for each in found
        if each and not UNFILLED.fullmatch(each["told"].strip())
    ]
    if len(pairs) < FEWEST_GROUPS or 2 * len(pairs) < len(written):
        return None
    left = tuple(
        f"Left out, because it has no meaning after a colon: {line.strip()}"
        for line, each in zip(bare, found, strict=True)
        if each is None
    )
    lists = [(name, [tidy(part) for part in split_list(told)]) for name, told in pairs]
    if all(_is_list(parts) for _, parts in lists):
        groups, twice = told_apart(LessonGroup(name, tuple(parts)) for name, parts in lists)
        return Lesson(groups=groups, left_out=(*left, *twice))
    return Lesson(terms=_named(LessonTerm(name, told) for name, told in pairs), left_out=left)


def _is_list(parts: Sequence[str]) -> bool:
    return len(parts) > 1 and all(
        part and len(part.split()) <= MOST_WORDS_OF_A_MEMBER for part in parts
    )


def _named(terms: Iterable[LessonTerm]) -> tuple[LessonTerm, ...]:
    """Each name once."""
    first: dict[str, LessonTerm] = {}
    for term in terms:
        if term.name and len(term.name) <= LONGEST_NAME:
            first.setdefault(term.name.casefold(), term)
    return tuple(first.values())


# ── sentences ─────────────────────────────────────────────────────────────────────────────────────


def _prose(text: str) -> Lesson:
    """What sentences say that something is; or, failing that, what they list."""
    terms = []
    for sentence in sentences(text):
        found = IS.match(sentence.strip())
        if found and len(found["name"].split()) <= MOST_WORDS_OF_A_MEMBER:
            told = re.sub(r"^(?:is|are|was|were|means|refers to)\s+", "", found["told"])
            terms.append(LessonTerm(tidy(found["name"]), told.rstrip(".")))
    lesson = Lesson(terms=_named(terms))
    return lesson if lesson.is_enough else read_question(text)
