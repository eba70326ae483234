"""`make measure-ear-sets`: the ear on real people's words, the development parts of the public sets.

Rows of sets that also teach are heard as they were by an ear that had not learned from them: what
learning wrote for the folds it left out. All others are heard by the ear that ships.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from training.ear.examples import Example, all_examples
from training.ear.fit import left_out
from training.sources import DATA, SOURCES

from dramaturg.language.ear.ear import network
from dramaturg.language.ear.encoder import Encoded
from dramaturg.language.ear.heads import heads
from dramaturg.language.ear.network import HeardPassage, HeardText
from dramaturg.language.ear.passages import Passage
from dramaturg.language.ear.signals import SIGNALS, HeardTurn
from dramaturg.language.embedder import best_embedder
from dramaturg.turn.readings import Utterance

Record = Mapping[str, Any]
Array = NDArray[np.float64]
NOTHING = Encoded(np.zeros((1, 384), np.float32), ((0, 0),), np.zeros((0, 384), np.float32), ())
READ = {signal.name: signal.read for signal in SIGNALS}


@dataclass(frozen=True, slots=True)
class Check:
    """One check of score.py: the signal that answers it, how a row is said, the figure that counts,
    the baseline to beat, and what the readers before the ear had.
    """

    set: str
    check: str
    signal: str
    figure: str
    baseline: float | None = None
    before: float | None = None
    said: Callable[[Record], Utterance] = lambda row: Utterance(row["text"])
    turned: bool = False


def _answer(row: Record) -> Utterance:
    return Utterance(" ".join(row["answer"].split()[:110]), row["question"])


def _in_context(row: Record) -> Utterance:
    return Utterance(row["text"], row["context"])


def _later(row: Record) -> Utterance:
    return Utterance(row["later"], earlier=(row["earlier"],))


CHECKS = (
    Check("01_emobank", "valence", "valence", "pearson", 0.470, 0.632),
    Check("01_goemotions", "valence", "valence", "auc", 0.888, 0.927),
    Check("01_goemotions", "emotion", "emotion", "auc", 0.689, 0.795),
    Check("01_emobank", "emotion", "emotion", "pearson", 0.281, 0.331),
    Check("01_emobank", "intensity", "emotion", "pearson", None, 0.371),
    Check("02_scicertainty", "certainty", "certainty", "spearman", 0.539, 0.628),
    Check("02_swda", "uncertain", "certainty", "auc", None, 0.797, turned=True),
    Check("02_wikihedge", "vagueness", "vagueness", "auc", 0.756, 0.712),
    Check("02_qevasion", "vagueness", "vagueness", "auc", None, 0.634, said=_answer),
    Check("05_specificity", "specificity", "specificity", "spearman", 0.613, 0.758),
    Check("05_offmychest", "emotional_disclosure", "emotional_disclosure", "auc", 0.694, 0.702),
    Check("05_offmychest", "information_disclosure", "information_disclosure", "auc", 0.770, 0.719),
    Check("05_question_intimacy", "intimacy", "intimacy", "pearson", 0.565, 0.834),
    Check("04_refusal_hand", "refusal_lowMI", "refusal", "recall", 0.20, 0.571, _in_context),
    Check("04_refusal_hand", "refusal_lowMI", "refusal", "auc", None, 0.880, _in_context),
    Check("04_refusal_hand", "refusal_hits", "refusal", "precision", 0.04, 0.667, _in_context),
    Check("04_p4g_refusal", "refusal", "refusal", "auc", 0.835, 0.620, _in_context),
    Check("04_p4g_refusal", "soft_refusal", "refusal", "auc", None, 0.512, _in_context),
    Check("02_qevasion", "refusal", "declined", "auc", 0.800, 0.733, _answer),
    Check("04_clinc_stop", "stop", "stop", "f1", 0.857, 0.918),
    Check("04_diasafety_risk", "distress", "distress", "auc", None, 0.949),
    Check("04_diasafety_risk", "hard_stop_recall", "self_harm", "recall", 0.168, 0.895),
    Check("03_decode_pairs", "contradiction", "contradiction", "auc", 0.701, 0.778, _later),
    Check("03_prosecco", "contradiction", "contradiction", "auc", 0.530, 0.574, _later),
    Check("08_because", "causal", "causal", "f1", 0.533, 0.727),
    Check("08_causal_news", "causal", "causal", "f1", 0.659, 0.715),
    Check("08_semeval_cause", "causal", "causal", "f1", None, 0.759),
)
ALARMS = (
    "refusal",
    "stop",
    "pause",
    "repair",
    "correction",
    "self_harm",
    "abuse",
    "medical",
    "threat",
    "distress",
)


@dataclass(frozen=True)
class _Given(HeardPassage):
    """A passage whose heads have spoken already."""

    said: Any = None

    @cached_property
    def outputs(self) -> Any:
        return self.said


class _Turn(HeardTurn):
    """A turn as the ear without it heard it."""

    def __init__(self, said: Utterance, outputs: Any) -> None:
        super().__init__(said, network(), best_embedder())
        passage = _Given(Passage(said.text, 0), NOTHING, heads(), outputs)
        object.__setattr__(self, "given", HeardText(said.text, said.context, "en", (passage,)))

    @cached_property
    def heard(self) -> HeardText:
        return self.given  # type: ignore[attr-defined,no-any-return]  # set above, the class is frozen


class Measured:
    """Reads rows, with what was heard of those that taught when they were left out."""

    def __init__(self, folder: Path, rows: Path, first: Path) -> None:
        found: Sequence[Example] = list(all_examples(rows, first))
        said, _ = left_out(folder, len(found))
        self._left_out = {
            (one.source, _key(one.text)): said[at].astype(np.float32)
            for at, one in enumerate(found)
            if one.source in SOURCES and not np.isnan(said[at, 0])
        }
        self._taught = {(one.source, _key(one.text)) for one in found if one.source in SOURCES}
        sys.path.insert(0, str(DATA))
        self.score = import_module("score")

    def value(self, check: Check, said: Utterance) -> float | None:
        """None where the ear has learned from it and was not heard without it."""
        outputs = self._left_out.get((check.set, _key(said.text)))
        if outputs is None and (check.set, _key(said.text)) in self._taught:
            return None
        turn = (
            HeardTurn(said, network(), best_embedder()) if outputs is None else _Turn(said, outputs)
        )
        if check.signal == "declined":
            value = turn.heard.chance("declined.declined")
        else:
            value = READ[check.signal](turn).value
        return 1 - value if check.turned else value

    def check(self, check: Check) -> tuple[float, int]:
        table = self.score.load(check.set)
        kind, gold = self.score.CHECKS[(check.set, check.check)]
        wanted = list(gold(table))
        heard = [self.value(check, check.said(row)) for row in table.to_dict("records")]
        judged = [(g, v) for g, v in zip(wanted, heard, strict=True) if v is not None]
        found = self.score.score(kind, *map(list, zip(*judged, strict=True)))
        return float(found[check.figure]), int(found["n"])

    def alarms(self, turns: Sequence[Utterance]) -> Iterator[tuple[str, float]]:
        count = dict.fromkeys(ALARMS, 0)
        for said in turns:
            turn = HeardTurn(said, network(), best_embedder())
            for name in ALARMS:
                count[name] += READ[name](turn).value >= 0.5
        for name, alarms in count.items():
            yield name, 1000 * alarms / max(1, len(turns))


def _key(text: str) -> str:
    return " ".join(text.split())


def ordinary(score: Any, most: int) -> Iterator[Utterance]:
    """Turns of two sets of ordinary talk, every so-manieth."""
    table = score.load("02_swda").to_dict("records")
    yield from (Utterance(row["text"]) for row in table[:: max(1, len(table) // most)])
    for row in score.load("07_interviews").to_dict("records"):
        turns = row.get("turns") or row.get("dialogue") or ()
        said = [turn.get("text", "") if isinstance(turn, dict) else str(turn) for turn in turns]
        yield from (Utterance(text) for text in said if text)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("folder", type=Path, help="what learning wrote for the folds it left out")
    ask.add_argument("rows", type=Path)
    ask.add_argument("first", type=Path)
    ask.add_argument("--ordinary", type=int, default=2500)
    ask.add_argument("--only", default="")
    args = ask.parse_args()
    measured = Measured(args.folder, args.rows, args.first)
    print(
        "| set | check | figure | rows | before | ear | baseline |\n|---|---|---|---|---|---|---|"
    )
    for check in CHECKS:
        if args.only in check.set:
            figure, count = measured.check(check)
            told = [
                "" if each is None else f"{each:.3f}"
                for each in (check.before, figure, check.baseline)
            ]
            print(
                f"| {check.set} | {check.check} | {check.figure} | {count} | {' | '.join(told)} |",
                flush=True,
            )
    if not args.only:
        turns = list(ordinary(measured.score, args.ordinary))
        print(f"\nAlarms per 1,000 of {len(turns)} ordinary turns:")
        for name, rate in measured.alarms(turns):
            print(f"{name}: {rate:.2f}")


if __name__ == "__main__":
    main()
