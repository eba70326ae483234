"""`python -m bench.question_guard`: the question guard on questions that real interviewers asked,
beside the readers alone.

The guard refuses what a reader finds and what its own rules find; so it finds more, and the
question is what that costs.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from training.sources import DATA

from bench.report import rows_of
from dramaturg.app.config.providers import readers
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.interviews.base.methodology import Methodology
from dramaturg.engines.interviews.questions.guard import RULES, Guard, Talk

Row = Mapping[str, str]
Judge = Callable[[Mapping[str, float]], bool]

LEADING = ("leading_question", "leads", "presupposes")
HEADINGS = (
    "set",
    "is",
    "rows",
    "yes",
    "precision",
    "recall",
    "F1",
    "readers alone: precision",
    "recall",
    "F1",
)


@dataclass(frozen=True, slots=True)
class Check:
    """A label of a set, what the guard says to it, and which reader alone would."""

    set: str
    label: str
    gold: Callable[[Row], bool]
    ours: Judge
    reader: Judge
    wanted: Callable[[Row], bool] = lambda row: True


def breaks(*names: str) -> Judge:
    """Whether a rule about one of these readings is broken."""
    rules = [rule for rule in RULES if rule.reading in names]
    return lambda read: any(rule.breaks(read[rule.reading]) for rule in rules)


def says(signal: str) -> Judge:
    return lambda read: read[signal] >= 0.5


def refuses(read: Mapping[str, float]) -> bool:
    return breaks(*LEADING, "offered_answers", "several_questions", "open")(read)


def alone(read: Mapping[str, float]) -> bool:
    return (
        read["leading_question"] >= 0.5
        or read["several_questions"] >= 0.5
        or read["open_question"] < 0.5
    )


def _bad(row: Row) -> bool:
    return row["form"] != "open" or row["leading"] == "1" or row["several"] == "1"


QUESTIONS, STYLE = "10_interview_questions_hand", "09_interviewer_style_hand"
CHECKS = (
    Check(
        QUESTIONS,
        "leading",
        lambda row: row["leading"] == "1",
        breaks(*LEADING),
        says("leading_question"),
    ),
    Check(
        QUESTIONS,
        "several",
        lambda row: row["several"] == "1",
        breaks("several_questions"),
        says("several_questions"),
    ),
    Check(
        QUESTIONS, "open", lambda row: row["form"] == "open", says("open"), says("open_question")
    ),
    Check(QUESTIONS, "not to be asked", _bad, refuses, alone),
    Check(
        STYLE,
        "leading, of questions",
        lambda row: row["leading"] == "1",
        breaks(*LEADING),
        says("leading_question"),
        lambda row: bool(row["question"]),
    ),
    Check(
        STYLE,
        "prohibited",
        lambda row: row["prohibited"] == "1",
        breaks("prohibited"),
        says("prohibited"),
    ),
    Check(
        STYLE,
        "prohibited or leading",
        lambda row: row["prohibited"] == "1",
        breaks("prohibited", *LEADING),
        lambda read: read["prohibited"] >= 0.5 or read["leading_question"] >= 0.5,
    ),
)


def main() -> None:
    method = library_of(Settings()).get("methodology", "means_end_chain").document
    assert isinstance(method, Methodology)
    guard = Guard(readers(), method)
    sets = {name: _read(name, guard) for name in (QUESTIONS, STYLE)}
    print(rows_of(HEADINGS, [_cells(check, sets[check.set]) for check in CHECKS]))


def _read(name: str, guard: Guard) -> list[tuple[Row, Mapping[str, float]]]:
    with (DATA / name / "data.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [(row, guard.read([row["text"]], _talk(row))[0]) for row in rows]


def _talk(row: Row) -> Talk:
    context = row.get("context", "")
    return Talk(said=context, answer=context)


def _cells(check: Check, rows: Sequence[tuple[Row, Mapping[str, float]]]) -> tuple[str, ...]:
    judged = [
        (check.gold(row), check.ours(read), check.reader(read))
        for row, read in rows
        if check.wanted(row)
    ]
    ours = _figures([(gold, said) for gold, said, _ in judged])
    theirs = _figures([(gold, said) for gold, _, said in judged])
    return (
        check.set,
        check.label,
        str(len(judged)),
        str(sum(gold for gold, *_ in judged)),
        *ours,
        *theirs,
    )


def _figures(judged: Sequence[tuple[bool, bool]]) -> Iterator[str]:
    """Precision, recall, F1."""
    hits = sum(gold and said for gold, said in judged)
    precision = hits / max(1, sum(said for _, said in judged))
    recall = hits / max(1, sum(gold for gold, _ in judged))
    yield from (
        f"{each:.3f}"
        for each in (precision, recall, 2 * precision * recall / max(1e-9, precision + recall))
    )


if __name__ == "__main__":
    main()
