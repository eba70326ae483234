"""How sure the ear must be, set anew for an ear that learned on: by writers whom it has not learned
from, by rows of earlier measurements, and by ordinary talk. What each head is worth stays.

    python -m training.ear.fit_on WRITER...      such as danger/n options/n
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.sims.content import sim_part
from dramaturg.language.ear.encoder import encoder
from dramaturg.language.ear.heads import heads, log_odds
from dramaturg.language.ear.network import FIT_PLACES, Network
from dramaturg.language.ear.outputs import GROUPS
from training.ear import ordinary
from training.ear.examples import NO_ACT, SAFE, Choice, Example, all_choices, all_examples
from training.ear.fit import PACKAGE, by_line
from training.ear.thresholds import TALK, Array, set_anew
from training.ear.written import FIRST, ROWS

MEASURED = Path(__file__).parents[2] / "bench" / "ear_rows" / "looked_at"
"""Rows that measured an earlier ear, and were looked at too often to measure another."""
KINDS = {"self_harm": "selfharm"}
ACTS = {
    "refusal": "refuse",
    "stop": "stop",
    "goodbye": "bye",
    "pause": "pause",
    "repair": "repair",
    "correction": "correct",
    "back": "back",
}


def _rows(name: str) -> Iterator[Mapping[str, Any]]:
    for path in sorted(MEASURED.glob(f"{name}*.jsonl")):
        yield from map(json.loads, path.read_text("utf-8").splitlines())


def _measured() -> Iterator[Example]:
    library = library_of(Settings())
    for row in _rows("acts"):
        done = {f"act.{ACTS[row['kind']]}": 1.0} if row["kind"] in ACTS else {}
        yield Example(row["said"], row["question"], "acts/measured", "", {**NO_ACT, **done})
    for row in _rows("danger"):
        kind = KINDS.get(row["kind"], row["kind"])
        now = {f"danger.{kind}": 1.0} if row["present"] else SAFE
        asked = row.get("question", "")
        yield Example(row["said"], asked, "danger/measured", "", now)
    for row in _rows("gates"):
        fact = sim_part(library, row["scenario"], row["npc"]).materials[row["fact"]].fact
        yield Example(row["said"], fact, "gates/measured", "", {}, {"taken": row["label"]})


def _measured_choices() -> Iterator[Choice]:
    library = library_of(Settings())
    for row in _rows("options"):
        pivots = sim_part(library, row["scenario"], row["npc"]).pivots.values()
        pivot = next(each for each in pivots if each.id == row["pivot"])
        names = [option.id for option in pivot.options]
        asked = f"{pivot.question} "
        yield Choice(
            row["said"],
            tuple(asked + option.text for option in pivot.options),
            names.index(row["option"]) if row["option"] in names else None,
            "option.option",
            "options/measured",
            f"{row['scenario']} {row['npc']} {pivot.id}",
            asked,
        )


def _signs(network: Network, found: Sequence[Example]) -> dict[str, Array]:
    """What every sign and choice came to, where an example says anything of it."""
    names = [*TALK, *(f"taken.{each}" for each in GROUPS["taken"][1].split())]
    signs = {name: np.full(len(found), np.nan) for name in names}
    for at, one in enumerate(found):
        heard = network.hear(one.text, one.context)
        if "taken" in one.choices:
            for name, chance in heard.choice("taken").items():
                signs[f"taken.{name}"][at] = np.log(max(chance, 1e-9))
        for name in one.values.keys() & set(TALK):
            signs[name][at] = log_odds(heard.chance(name))
    return signs


def main(writers: Sequence[str]) -> None:
    network = Network(encoder(), heads())
    new = (one for one in all_examples(ROWS, FIRST) if one.source in writers)
    found = [*new, *_measured()]
    choices = [*(one for one in all_choices(ROWS) if one.source in writers), *_measured_choices()]
    chosen = {
        at: np.array([network.outputs(one.text, each)[FIT_PLACES] for each in one.candidates])
        for at, one in enumerate(choices)
    }
    path = PACKAGE / "calibration.json"
    written = json.loads(path.read_text("utf-8"))
    told = set_anew(written, _signs(network, found), found, choices, chosen, ordinary.chances(TALK))
    path.write_text(by_line(written), encoding="utf-8")
    for name, made in told.items():
        print(name, {key: value for key, value in made.items() if key != "fits"})
    print(f"set on {len(found)} examples and {len(choices)} choices")


if __name__ == "__main__":
    main(sys.argv[1:])
