"""What each head is worth, and from where on it counts, told from what was left out of learning.

    python -m training.ear.fit FOLDER ROWS FIRST

FOLDER holds what `learn` wrote: a file for each fold that was left out.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dramaturg.language.ear.outputs import OUTPUTS
from training.ear import calibrate, examples, ordinary
from training.ear.card import card
from training.ear.thresholds import TALK, with_thresholds

Array = NDArray[np.float64]
PACKAGE = Path(__file__).parents[2] / "src/dramaturg/language/ear"


def left_out(folder: Path, count: int) -> tuple[Array, dict[int, Array]]:
    """What the heads said of every example, and the fits of every choice, where it was left out."""
    said = np.full((count, len(OUTPUTS)), np.nan)
    chosen: dict[int, Array] = {}
    for path in sorted(folder.glob("out[0-9].npz")):
        with np.load(path) as found:
            said[found["at"]] = found["found"]
            chosen |= dict(zip(found["choice_at"].tolist(), found["chosen"], strict=True))
    return said, chosen


def by_line(written: Mapping[str, Any]) -> str:
    """An output a line: phrases are many."""
    scales = json.dumps(written["scales"])
    outputs = (f"{json.dumps(n)}: {json.dumps(one)}" for n, one in written["outputs"].items())
    return f'{{"scales": {scales},\n"outputs": {{\n' + ",\n".join(outputs) + "\n}}\n"


def main(folder: Path, rows: Path, first: Path) -> None:
    found = list(examples.all_examples(rows, first))
    choices = list(examples.all_choices(rows))
    said, chosen = left_out(folder, len(found))
    known = ~np.isnan(said[:, 0])
    written, signs = calibrate.calibrated(found, np.nan_to_num(said), known)
    calibration = PACKAGE / "calibration.json"
    calibration.write_text(by_line(written), encoding="utf-8")  # by which ordinary talk is heard
    talk = ordinary.chances(TALK)
    written = with_thresholds(written, signs, found, choices, chosen, talk)
    calibration.write_text(by_line(written), encoding="utf-8")
    (PACKAGE / "MODEL_CARD.md").write_text(card(written, signs, found, choices), encoding="utf-8")
    print(f"calibrated on {int(known.sum())} examples and {len(chosen)} choices")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
