"""`make measure-readers`: the readers on real people's words, beside the baselines and beside
counting words.

Rows of sets that also teach a head are read by heads that were trained without them, fold by fold.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray
from training.recipes import RECIPES
from training.sources import DATA, SOURCES, lines

from bench.report import machine, rows_of
from bench.senses import Remembering
from dramaturg.engines.interviews.knowledge.similarity import same_concept
from dramaturg.language.readers.local_readers import LocalReaders
from dramaturg.language.readers.table import READERS
from dramaturg.turn.readings import Utterance
from training import heads, refusal

Record = Mapping[str, Any]
Array = NDArray[np.float64]
AsSaid = Callable[[Record], Utterance]


@dataclass(frozen=True, slots=True)
class Check:
    """One check of score.py: the signal that answers it, how a row is said, the figure that counts,
    and what to beat.
    """

    set: str
    check: str
    signal: str
    figure: str
    baseline: float | None = None
    aim: float | None = None
    said: AsSaid = lambda row: Utterance(row["text"])
    turned: bool = False
    words: bool = False


def _answer(row: Record) -> Utterance:
    return Utterance(row["answer"], row["question"])


def _in_context(row: Record) -> Utterance:
    return Utterance(row["text"], row["context"])


def _later(row: Record) -> Utterance:
    return Utterance(row["later"], earlier=(row["earlier"],))


CHECKS = (
    Check("01_emobank", "valence", "valence", "pearson", 0.470, 0.60),
    Check("01_goemotions", "valence", "valence", "auc", 0.888),
    Check("01_goemotions", "emotion", "emotion", "auc", 0.689, 0.80),
    Check("01_emobank", "emotion", "emotion", "pearson", 0.281),
    Check("01_emobank", "intensity", "emotion", "pearson"),
    Check("02_scicertainty", "certainty", "certainty", "spearman", 0.539, 0.62),
    Check("02_swda", "uncertain", "certainty", "auc", turned=True),
    Check("02_wikihedge", "vagueness", "vagueness", "auc", 0.756),
    Check("02_qevasion", "vagueness", "vagueness", "auc", said=_answer),
    Check("05_specificity", "specificity", "specificity", "spearman", 0.613, 0.68, words=True),
    Check(
        "05_offmychest", "emotional_disclosure", "emotional_disclosure", "auc", 0.694, words=True
    ),
    Check(
        "05_offmychest",
        "information_disclosure",
        "information_disclosure",
        "auc",
        0.770,
        words=True,
    ),
    Check("05_offmychest", "emotional_disclosure", "disclosure", "auc", 0.694, words=True),
    Check("05_offmychest", "information_disclosure", "disclosure", "auc", 0.770, words=True),
    Check("05_offmychest", "emotional_disclosure", "depth", "auc", words=True),
    Check("05_offmychest", "information_disclosure", "depth", "auc", words=True),
    Check("05_question_intimacy", "intimacy", "intimacy", "pearson", 0.565, 0.75),
    Check("04_refusal_hand", "refusal_lowMI", "refusal", "recall", 0.20, 0.60, _in_context),
    Check("04_refusal_hand", "refusal_lowMI", "refusal", "auc", said=_in_context),
    Check("04_refusal_hand", "refusal_hits", "refusal", "precision", 0.04, said=_in_context),
    Check("04_p4g_refusal", "refusal", "refusal", "auc", 0.835, said=_in_context),
    Check("04_p4g_refusal", "soft_refusal", "refusal", "auc", said=_in_context),
    Check("02_qevasion", "refusal", "refusal", "auc", 0.800, said=_answer),
    Check("04_clinc_stop", "stop", "stop", "f1", 0.857, 0.95),
    Check("04_diasafety_risk", "distress", "distress", "auc"),
    Check("04_diasafety_risk", "hard_stop_recall", "self_harm", "recall", 0.168),
    Check("03_decode_pairs", "contradiction", "contradiction", "auc", 0.701, said=_later),
    Check("03_prosecco", "contradiction", "contradiction", "auc", 0.530, said=_later),
    Check("08_because", "causal", "causal", "f1", 0.533, 0.70),
    Check("08_causal_news", "causal", "causal", "f1", 0.659, 0.70),
    Check("08_semeval_cause", "causal", "causal", "f1"),
    Check(
        "09_interviewer_style_hand", "prohibited", "prohibited", "recall", 0.246, said=_in_context
    ),
    Check("09_interviewer_style_hand", "prohibited", "prohibited", "auc", said=_in_context),
    Check("09_interviewer_style_hand", "leading", "leading_question", "f1", said=_in_context),
    Check(
        "09_diasafety_replies",
        "unsafe",
        "prohibited",
        "auc",
        said=lambda row: Utterance(row["response"], row["context"]),
    ),
    Check("10_interview_questions_hand", "open_question", "open_question", "accuracy", 0.877, 0.92),
    Check("10_interview_questions_hand", "leading", "leading_question", "f1", 0.571, 0.75),
    Check("04_09_10_annomi", "open_question", "open_question", "accuracy", 0.808),
    Check("02_swda", "open_question", "open_question", "auc"),
    Check(
        "10_uptake",
        "uptake",
        "uptake",
        "spearman",
        0.472,
        said=lambda row: Utterance(row["reply"], row["said"]),
    ),
    Check(
        "06_interview_paraphrase",
        "paraphrase",
        "uptake",
        "auc",
        said=lambda row: Utterance(row["host"], row["guest"]),
    ),
)
NOT_READ = "01_esconv_failed (whole conversations), 02_qevasion clarity and 10_socratic type (classes we do not name), "\
    "04_09_10_annomi sustain (counselling's own term), 09_politeness (not a signal of ours)"  # fmt: skip

TESTS = Path(__file__).parent.parent / "tests" / "language" / "readers" / "sets"
ALARMS = ("refusal", "stop", "distress", "self_harm")


class Measuring:
    """Reads rows with the shipped heads, or with heads that have not seen the row."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._senses = Remembering()
        self._score: Any = None

    @property
    def score(self) -> Any:
        """The sets' own scoring, from where the sets are."""
        if self._score is None:
            sys.path.insert(0, str(DATA))
            self._score = import_module("score")
        return self._score

    def train_folds(self) -> None:
        for fold in range(heads.FOLDS):
            folder = self._folder / str(fold)
            shutil.copytree(heads.FOLDER, folder, dirs_exist_ok=True)
            heads.train(list(RECIPES), folder, leaving_out=fold)
            refusal.train(folder, leaving_out=fold)

    def values(self, name: str, signal: str, said: Sequence[Utterance]) -> Array:
        """The signal of each turn, by heads that were not taught with it."""
        found = np.zeros(len(said))
        taught = name in SOURCES
        folds = [heads.fold(one.text) if taught else None for one in said]
        for fold in sorted(set(folds), key=str):
            places = [place for place, its in enumerate(folds) if its == fold]
            heads.use(heads.FOLDER if fold is None else self._folder / str(fold))
            found[places] = self.read(signal, [said[place] for place in places])
        heads.use(heads.FOLDER)
        return found

    def read(self, signal: str, said: Sequence[Utterance]) -> Array:
        readers = LocalReaders(
            self._senses,
            self._senses,
            tuple(reader for reader in READERS if reader.signal == signal),
        )
        return np.array(
            [
                readings.by_signal[signal].value
                for start in range(0, len(said), 64)
                for readings in readers.read(said[start : start + 64])
            ]
        )

    def embed(self, texts: Sequence[str]) -> Any:
        return self._senses.embed(texts)

    def check(self, check: Check) -> tuple[float, int, float | None]:
        """Our figure, how many rows it stands on, and what counting words gives."""
        table = self.score.load(check.set)
        kind, gold = self.score.CHECKS[(check.set, check.check)]
        truth = list(gold(table))
        said = [check.said(row) for row in table.to_dict("records")]
        values = self.values(check.set, check.signal, said)
        values = 1 - values if check.turned else values
        counted = np.array([float(len(one.text.split())) for one in said])
        words = self.figure(check.figure, kind, truth, counted) if check.words else None
        return (
            self.figure(check.figure, kind, truth, values),
            sum(one is not None for one in truth),
            words,
        )

    def figure(self, figure: str, kind: str, truth: Sequence[Any], values: Array) -> float:
        if figure == "accuracy":
            judged = [
                (bool(one), value >= 0.5)
                for one, value in zip(truth, values, strict=True)
                if one is not None
            ]
            return float(np.mean([right == said for right, said in judged]))
        return float(self.score.score(kind, list(truth), list(values))[figure])


def pools(score: Any) -> dict[str, list[Utterance]]:
    """Ordinary talk, in which nobody refuses, stops or is in danger, or hardly ever."""
    talk = [Utterance(text) for text in score.load("02_swda").text]
    answers = [
        Utterance(turn["text"], before["text"])
        for turns in score.load("07_interviews").turns
        for before, turn in zip([{"text": ""}, *turns], turns, strict=False)
        if turn["who"] == "respondent"
    ]
    return {"02_swda": talk, "07_interviews": answers}


def own_test(name: str) -> list[Utterance]:
    """A set of ours that no reader was built on."""
    return [
        Utterance(row["text"], row.get("context", "")) for row in lines(TESTS / f"{name}.jsonl")
    ]


def alarms(measuring: Measuring) -> Iterator[tuple[str, ...]]:
    for signal in ALARMS:
        values = {
            name: measuring.values(name, signal, said)
            for name, said in pools(measuring.score).items()
        }
        per_1000 = [f"{1000 * float(np.mean(found >= 0.5)):.1f}" for found in values.values()]
        sets = [
            f"{float(np.mean(measuring.read(signal, own_test(name)) >= 0.5)):.3f}" for name in OWN
        ]
        yield (signal, *per_1000, *sets)


OWN = ("present_danger", "grief_and_history", "refusals", "ordinary")


def curve(measuring: Measuring) -> Iterator[tuple[str, ...]]:
    """Recall of refusals where a threshold lets so many false alarms through."""
    table = measuring.score.load("04_refusal_hand")
    hand = table[
        table.origin.str.startswith("annomi") & (table.refusal_or_discomfort.astype(int) == 1)
    ]
    found = measuring.read("refusal", [_in_context(row) for row in hand.to_dict("records")])
    own = measuring.read("refusal", own_test("refusals"))
    quiet = np.sort(
        np.concatenate(
            [
                measuring.values(name, "refusal", said)
                for name, said in pools(measuring.score).items()
            ]
        )
    )
    for rate in (1, 2, 5, 10, 20):
        threshold = quiet[-max(1, round(len(quiet) * rate / 1000))]
        yield (
            str(rate),
            f"{threshold:.3f}",
            f"{float(np.mean(found > threshold)):.3f}",
            f"{float(np.mean(own > threshold)):.3f}",
        )


def similarity(measuring: Measuring) -> Iterator[tuple[str, ...]]:
    for name, check, left, right, figure, baseline in (
        ("06_stsb", "similarity", "a", "b", "spearman", ".759"),
        ("06_stsb", "near_duplicate@0.80", "a", "b", "f1", ""),
        ("06_argkp", "same_concept@0.60", "statement", "concept", "ap", ".313"),
    ):
        table = measuring.score.load(name)
        kind, gold = measuring.score.CHECKS[(name, check)]
        embed = measuring.embed
        cosines = (embed(list(table[left])) * embed(list(table[right]))).sum(axis=1)
        yield (
            name,
            check,
            figure,
            f"{measuring.figure(figure, kind, list(gold(table)), cosines):.3f}",
            baseline,
        )
    yield "06_argkp", "same concept, apart", "ap", f"{apart(measuring):.3f}", ".313"


def apart(measuring: Measuring) -> float:
    """Same concept, measured apart from what all statements of a topic share: average precision."""
    table = measuring.score.load("06_argkp")
    found = np.zeros(len(table))
    for topic, group in table.groupby("topic"):
        statements, concepts = sorted(set(group.statement)), sorted(set(group.concept))
        said = measuring.embed(statements)
        cosines = same_concept(said, measuring.embed(concepts), said, measuring.embed([topic])[0])
        places = zip(
            group.statement.map(statements.index), group.concept.map(concepts.index), strict=True
        )
        found[group.index] = [cosines[place] for place in places]
    kind, gold = measuring.score.CHECKS[("06_argkp", "same_concept@0.60")]
    return measuring.figure("ap", kind, list(gold(table)), found)


def main(only: list[str]) -> None:
    print("\n".join(machine()))
    with TemporaryDirectory() as folder:
        measuring = Measuring(Path(folder))
        measuring.train_folds()
        rows = []
        for check in CHECKS:
            if not only or check.signal in only:
                ours, count, words = measuring.check(check)
                rows.append(_row(check, ours, count, words))
                print(" | ".join(rows[-1]), flush=True)
        print(
            rows_of(
                (
                    "set",
                    "check",
                    "signal",
                    "figure",
                    "rows",
                    "ours",
                    "words",
                    "baseline",
                    "aim",
                    "reached",
                ),
                rows,
            )
        )
        print(
            rows_of(("per 1,000 turns", "02_swda", "07_interviews", *OWN), list(alarms(measuring)))
        )
        print(
            rows_of(
                ("false alarms per 1,000", "threshold", "recall, 04_refusal_hand", "recall, own"),
                list(curve(measuring)),
            )
        )
        print(rows_of(("set", "check", "figure", "ours", "baseline"), list(similarity(measuring))))
        print(f"Not read: {NOT_READ}.")


def _row(check: Check, ours: float, count: int, words: float | None) -> tuple[str, ...]:
    reached = (
        ""
        if check.aim is None
        else "yes"
        if ours >= check.aim
        else f"no, by {check.aim - ours:.3f}"
    )
    numbers = (
        "" if number is None else f"{number:.3f}" for number in (words, check.baseline, check.aim)
    )
    return (
        check.set,
        check.check,
        check.signal,
        check.figure,
        str(count),
        f"{ours:.3f}",
        *numbers,
        reached,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
