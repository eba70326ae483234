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
from dramaturg.app.config.providers import ear, embedder, readers, syntax
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.interviews.base.methodology import Methodology
from dramaturg.engines.interviews.questions.guard import Guard, Talk
from dramaturg.turn.readings import Utterance

Row = Mapping[str, str]
Read = tuple[Row, frozenset[str], Mapping[str, float]]
Judge = Callable[[frozenset[str], Mapping[str, float]], bool]

LEADING = ("leads", "offers-answers", "own-judgement")
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


def breaks(*rules: str) -> Judge:
    """Whether one of these rules is broken."""
    return lambda broken, read: bool(broken & set(rules))


def says(signal: str) -> Judge:
    return lambda broken, read: read[signal] >= 0.5


def refuses(broken: frozenset[str], read: Mapping[str, float]) -> bool:
    return bool(broken & {*LEADING, "several-questions", "closed", "asks-nothing"})


def alone(broken: frozenset[str], read: Mapping[str, float]) -> bool:
    return (
        read["leading_question"] >= 0.5
        or read["several_questions"] >= 0.5
        or read["open_question"] < 0.5
    )


def _is_closed(broken: frozenset[str], read: Mapping[str, float]) -> bool:
    return read["open_question"] < 0.5


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
        breaks("several-questions"),
        says("several_questions"),
    ),
    Check(
        QUESTIONS,
        "closed",
        lambda row: row["form"] != "open",
        breaks("closed", "asks-nothing"),
        _is_closed,
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
        breaks("presses"),
        says("prohibited"),
    ),
    Check(
        STYLE,
        "prohibited or leading",
        lambda row: row["prohibited"] == "1",
        breaks("presses", *LEADING),
        lambda broken, read: read["prohibited"] >= 0.5 or read["leading_question"] >= 0.5,
    ),
)


def main() -> None:
    method = library_of(Settings()).get("methodology", "means_end_chain").document
    assert isinstance(method, Methodology)
    guard = Guard(readers(), method, syntax(), embedder(), ear())
    sets = {name: _read(name, guard) for name in (QUESTIONS, STYLE)}
    print(rows_of(HEADINGS, [_cells(check, sets[check.set]) for check in CHECKS]))


def _read(name: str, guard: Guard) -> list[Read]:
    with (DATA / name / "data.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    said = [Utterance(row["text"], row.get("context", "")) for row in rows]
    alone = (
        {name: each.value for name, each in found.by_signal.items()}
        for found in readers().read(said)
    )
    judged = (
        frozenset(breach.rule for breach in guard.judge(row["text"], _talk(row))) for row in rows
    )
    return list(zip(rows, judged, alone, strict=True))


def _talk(row: Row) -> Talk:
    context = row.get("context", "")
    return Talk(said=context, answer=context)


def _cells(check: Check, rows: Sequence[Read]) -> tuple[str, ...]:
    judged = [
        (check.gold(row), check.ours(broken, read), check.reader(broken, read))
        for row, broken, read in rows
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
