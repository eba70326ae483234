"""`make measure-lines`: what becomes of good lines and of bad ones, as a strong model would write them.

Rows stand in `bench/line_rows/ENGINE/{good,bad}*.jsonl`, written by people who saw neither the rules
nor each other's lines. Other rows: python -m bench.lines FOLDER; one engine: FOLDER/sims
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from dramaturg.app.config.providers import ear, embedder, readers, syntax
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines import kit_of
from dramaturg.engines.interviews.content import subject_of
from dramaturg.engines.interviews.judge_lines import LinePlace as InterviewPlace
from dramaturg.engines.interviews.questions.guard import Guard
from dramaturg.engines.interviews.rank import find_methodology
from dramaturg.engines.memoir.artifact_files import artifacts_of
from dramaturg.engines.memoir.judge_lines import LinePlace as MemoirPlace
from dramaturg.engines.sims.asks.line_check import LineCheck
from dramaturg.engines.sims.content import sim_part
from dramaturg.engines.sims.judge_lines import LinePlace as SimPlace
from dramaturg.english.rules.line_verdict import JudgedLine

ROWS = Path(__file__).parent / "line_rows"
BESIDE = {"kind", "why"}
"""What stands in a row for readers of it."""

Row = Mapping[str, Any]


# ── where a line would be said ────────────────────────────────────────────────────────────────────


@cache
def _library() -> Any:
    return library_of(Settings())


@cache
def _sim(scenario: str, npc: str) -> Callable[[str], SimPlace]:
    part, rules = sim_part(_library(), scenario, npc), LineCheck(embedder(), syntax())
    return lambda node: SimPlace(part, node, rules)


@cache
def _interview(methodology: str, about: str) -> InterviewPlace:
    found = find_methodology(_library(), methodology).document
    guard = Guard(readers(), found, syntax(), embedder(), ear())
    return InterviewPlace(subject_of(_library(), about), guard, ear())


@cache
def _memoir() -> MemoirPlace:
    _, _, governed_by = artifacts_of(_library(), "origins")
    return MemoirPlace(governed_by, syntax(), readers(), ear())


PLACES: Mapping[str, tuple[tuple[str, ...], Callable[[Row], Any]]] = {
    "sims": (
        ("scenario", "npc", "node"),
        lambda row: _sim(row["scenario"], row["npc"])(row["node"]),
    ),
    "interviews": (
        ("methodology", "about"),
        lambda row: _interview(row["methodology"], row["about"]),
    ),
    "memoir": ((), lambda row: _memoir()),
}
"""By engine: what of a row tells where its line would be said, and that place."""


def judged_row(engine: str, row: Row) -> JudgedLine:
    told, place = PLACES[engine]
    lines = kit_of(engine).lines
    assert lines is not None
    asked = {key: value for key, value in row.items() if key not in {*told, *BESIDE}}
    return lines.judged_line(place(row), lines.LINE.model_validate(asked))


# ── figures ───────────────────────────────────────────────────────────────────────────────────────


def _rows(folder: Path) -> Iterator[tuple[str, str, Row]]:
    """Engine, whether good or bad, and the row."""
    for file in sorted(folder.glob("*/*.jsonl")) or sorted(folder.glob("*.jsonl")):
        for line in file.read_text("utf-8").splitlines():
            yield file.parent.name, file.stem.rstrip("0123456789-"), json.loads(line)


def main(folder: Path = ROWS, show: bool = False) -> None:
    """Prints how many pass, are asked for once more, or are replaced; with `show` also which of
    them should not, as JSON lines on standard error.
    """
    found: Counter[tuple[str, str, str]] = Counter()
    wrong: Counter[tuple[str, str, str]] = Counter()
    for engine, kind, row in _rows(folder):
        made = judged_row(engine, row)
        found[engine, kind, made.verdict] += 1
        if (made.verdict == "replaced") == (kind == "good"):
            of_kind = row["kind"] if kind == "bad" else ", ".join(r.rule for r in made.rules)
            wrong[engine, kind, of_kind] += 1
        if show and made.verdict != {"good": "pass", "bad": "replaced"}[kind]:
            rules = [(rule.rule, rule.words, rule.hard) for rule in made.rules]
            print(json.dumps({**row, "is": kind, "rules": rules}), file=sys.stderr)
    print(
        "| engine | lines | rows | pass | asked for again | replaced |\n|---|---|---|---|---|---|"
    )
    for engine, kind in dict.fromkeys((engine, kind) for engine, kind, _ in found):
        each = [found[engine, kind, verdict] for verdict in ("pass", "again", "replaced")]
        shares = " | ".join(f"{count} ({count / sum(each):.1%})" for count in each)
        print(f"| {engine} | {kind} | {sum(each)} | {shares} |")
    for (engine, kind, of_kind), count in wrong.most_common(40):
        print(f"{engine}, {kind}, {'passed' if kind == 'bad' else 'replaced'}: {of_kind}: {count}")


if __name__ == "__main__":
    given = [each for each in sys.argv[1:] if each != "--show"]
    main(Path(given[0]) if given else ROWS, "--show" in sys.argv)
