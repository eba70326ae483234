"""`make measure-ear`: what the ear hears in words that nobody trained it on.

The rows stand in `bench/ear_rows`, those of danger in `bench/care_rows`, written by people who saw
neither the training rows nor the code; in `looked_at` lie those of earlier measurements.
Figures go to `docs/benchmarks.md`; look at the rows themselves only when a set is retired.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench import care
from dramaturg.app.config.providers import ear
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.sims.content import sim_part
from dramaturg.english.prose import table

ROWS = Path(__file__).parent / "ear_rows"
Row = Mapping[str, Any]
Figures = Iterator[tuple[str, int, int]]  # what, how many are right, of how many


def rows_of(name: str, folder: Path = ROWS) -> list[Row]:
    path = folder / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def _counted(what: str, found: Sequence[bool]) -> tuple[str, int, int]:
    return what, sum(found), len(found)


def gates(rows: Sequence[Row]) -> Figures:
    library = library_of(Settings())
    heard = []
    for row in rows:
        fact = sim_part(library, row["scenario"], row["npc"]).materials[row["fact"]]
        heard.append((row["label"], ear().taken(row["said"], fact.fact)))
    yield _counted(
        "facts taken on board: let through",
        [t.taken for label, t in heard if label == "acknowledges"],
    )
    yield _counted("denials let through", [t.taken for label, t in heard if label == "denies"])
    yield _counted("misses let through", [t.taken for label, t in heard if label == "misses"])
    taken = [t.acknowledges for label, t in heard if label == "acknowledges"]
    denied = [t.acknowledges for label, t in heard if label == "denies"]
    yield (
        "acknowledged above denied (AUC)",
        sum(a > d for a in taken for d in denied),
        len(taken) * len(denied),
    )


def options(rows: Sequence[Row]) -> Figures:
    library = library_of(Settings())
    right, wrong = [], []
    for row in rows:
        part = sim_part(library, row["scenario"], row["npc"])
        pivot = next(each for each in part.pivots.values() if each.id == row["pivot"])
        meant = ear().option(row["said"], pivot.question, [option.text for option in pivot.options])
        found = None if meant.place is None else pivot.options[meant.place].id
        right.append(found == row["option"])
        wrong.append(found is not None and found != row["option"])
    yield _counted("pivot options right", right)
    yield _counted("pivot options wrong and certain", wrong)


def facts(rows: Sequence[Row]) -> Figures:
    library = library_of(Settings())
    right, wrong = [], []
    for row in rows:
        materials = tuple(sim_part(library, row["scenario"], row["npc"]).materials.values())
        meant = ear().answering(
            row["said"], [(each.fact, each.say, *each.asked) for each in materials]
        )
        found = None if meant.place is None else materials[meant.place].id
        right.append(found == row["fact"])
        wrong.append(found is not None and found != row["fact"])
    yield _counted("which fact answers, or none", right)
    yield _counted("a wrong fact", wrong)


def acts(rows: Sequence[Row]) -> Figures:
    heard = [(row, ear().hear(row["said"], row["question"])) for row in rows]
    names = {
        "refusal": {"refusal"},
        "stop": {"stop", "goodbye"},
        "goodbye": {"stop", "goodbye"},
        "pause": {"pause"},
        "repair": {"repair"},
        "correction": {"correction"},
        "back": {"question_back"},
    }
    for kind, wanted in names.items():
        yield _counted(
            f"{kind} heard", [bool(h.does & wanted) for row, h in heard if row["kind"] == kind]
        )
    yield _counted(
        "ordinary answers taken for refusals",
        ["refusal" in h.does for row, h in heard if row["kind"] == "ordinary"],
    )
    yield _counted(
        "ordinary answers taken for a stop",
        [bool(h.does & {"stop", "goodbye"}) for row, h in heard if row["kind"] == "ordinary"],
    )
    found = [(row, h) for row, h in heard if row["kind"] == "refusal" and "refusal" in h.does]
    yield _counted(
        "what is refused named rightly, of those heard",
        [_overlap(row["refused"], h.refused.text if h.refused else "") for row, h in found],
    )


def _overlap(wanted: str, found: str) -> bool:
    """Whether they share at least half of the words of the shorter, small words left aside."""
    small = table("the a an my your his her their our that it of to in on at and with for")
    one, other = ({w for w in t.lower().split() if w not in small} for t in (wanted, found))
    return bool(one and other) and len(one & other) * 2 >= min(len(one), len(other))


def danger(rows: Sequence[Row]) -> Figures:
    heard = [(row, ear().hear(row["said"], row["question"])) for row in rows]
    for kind in ("self_harm", "abuse", "medical", "threat", "distress"):
        mine = [h for row, h in heard if row["present"] and row["kind"] == kind]
        yield _counted(f"{kind} now: stops", [h.care == "stop" for h in mine])
        yield _counted(f"{kind} now: stops or asks", [h.care != "none" for h in mine])
    yield _counted(
        "look-alikes that stop", [h.care == "stop" for row, h in heard if not row["present"]]
    )
    yield _counted(
        "look-alikes that are asked about",
        [h.care == "check" for row, h in heard if not row["present"]],
    )


def feeling(rows: Sequence[Row]) -> Figures:
    yield _counted(
        "sign of the feeling",
        [(ear().hear(row["said"]).valence >= 0.5) == (row["sign"] == "+") for row in rows],
    )


def mood(rows: Sequence[Row]) -> Figures:
    heard = [(row["mood"], ear().hear(row["said"], row["line"]).mood) for row in rows]
    yield _counted("mood", [wanted == found for wanted, found in heard])
    yield _counted(
        "rude or dismissive heard as either",
        [f in ("hostile", "dismissive") for w, f in heard if w in ("hostile", "dismissive")],
    )
    yield _counted(
        "neutral or warm heard as rude",
        [f in ("hostile", "dismissive") for w, f in heard if w in ("neutral", "warm")],
    )


SETS = {
    "gates": gates,
    "options": options,
    "facts": facts,
    "acts": acts,
    "danger": danger,
    "feeling": feeling,
    "mood": mood,
}


def main(folder: Path = ROWS) -> None:
    print(f"{ear().name}")
    for name, figures in SETS.items():
        rows = care.rows_of() if name == "danger" else rows_of(name, folder)
        for what, right, of in figures(rows):
            print(f"{name:8} {what:52} {right:5} of {of:5}  {right / max(1, of):.3f}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
