"""The head that hears whether an interviewer's line could hurt, from lines by several writers:
`make train-line-harm`.

Each writer is left out once; the threshold is where one good line in a hundred of those left out is
taken for a bad one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from dramaturg.app.config.providers import embedder
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.content.library import Library
from dramaturg.engines.interviews.content import methodology_of
from dramaturg.engines.memoir.artifact_files import artifacts_of
from dramaturg.language.ear.line_harm import KINDS, features
from dramaturg.language.ear.network import Network

ROWS = Path(__file__).parents[1] / "lines"
PACKAGE = Path(__file__).parents[2] / "src/dramaturg/language/ear"
FREEDOM = 0.01
WRONG = 0.01  # share of good lines that may be taken for bad ones
OF_KIND: Mapping[str, str] = {
    name: kind
    for kind, names in {
        "assumes": "invents_fact invents_feeling invents_figure invents_name invents_kin invents_date"
        " presupposes takes_for_granted words_in_mouth attributes_motive finishes_sentences"
        " claims_document",
        "advises": "advice opinion praises_product false_promise therapy_or_comfort therapy_talk"
        " closing_comfort",
        "diagnoses": "diagnoses diagnosis interprets_psyche",
        "judges": "judges moralising argues corrects_memory corrects_language plays_down flattery"
        " jokes_about_pain jokes_at_expense",
        "leads": "leading suggests_answer",
        "presses": "coercion presses_after_refusal presses_death presses_pain refused_again"
        " refused_by_other_name",
        "private": "others_private others_secrets",
        "own_life": "claims_human shares_experience",
    }.items()
    for name in names.split()
}


class Line(NamedTuple):
    writer: str
    line: str
    before: str
    is_bad: bool
    kind: str


def lines() -> Iterator[Line]:
    """Of every writer's files, what the rules of form do not know already."""
    for file in sorted(ROWS.glob("*/*.jsonl")):
        for row in map(json.loads, file.read_text("utf-8").splitlines()):
            is_bad, kind = row["is"] == "bad", OF_KIND.get(row["kind"], "")
            if not is_bad or kind:
                yield Line(file.parent.name, row["line"], _before(row), is_bad, kind)


def authored() -> Iterator[Line]:
    """What the library's interviewers say by themselves hurts nobody, whatever was said before."""
    library, said_before = library_of(Settings()), ["", *(one.before for one in lines())]
    at = 0
    for text in sorted({*_of_methodologies(library), *_of_listeners(library)}):
        for _ in range(2):
            at += 7
            yield Line("authored", text, said_before[at % len(said_before)] * (at % 2), False, "")


def _of_methodologies(library: Library) -> Iterator[str]:
    for entry in library.entries("methodology"):
        methodology = methodology_of(library, entry.id).document
        of_strategies = (each.templates for each in methodology.strategies)
        yield from (text for texts in of_strategies for text in texts if "{" not in text)


def _of_listeners(library: Library) -> Iterator[str]:
    _, _, governed_by = artifacts_of(library, "origins")
    for persona in governed_by.personas.personas:
        of_tactics = (tactic.templates for tactic in persona.tactics)
        yield from (text for texts in of_tactics for text in texts if "{" not in text)


def _before(row: Mapping[str, Any]) -> str:
    told = row.get("answers") or row.get("said") or [""]
    return str(told[-1])


def _fitted(given: np.ndarray, wanted: np.ndarray) -> LogisticRegression:
    return LogisticRegression(C=FREEDOM, max_iter=2_000).fit(given, wanted)


def main() -> None:
    found = [*lines(), *authored()]
    network, meaning = Network(), embedder()
    given = np.array([features(one.line, one.before, network, meaning) for one in found])
    mean, deviation = given.mean(0), given.std(0) + 1e-3
    given = (given - mean) / deviation
    is_bad = np.array([one.is_bad for one in found])
    writers = np.array([one.writer for one in found])
    left_out = np.zeros(len(found))
    for writer in sorted(set(writers)):
        others = writers != writer
        learned = _fitted(given[others], is_bad[others])
        left_out[~others] = learned.decision_function(given[~others])
    ours = writers == "authored"
    limits = [np.quantile(left_out[~is_bad & of], 1 - WRONG) for of in (ours, ~ours)]
    threshold = float(max(limits))
    recall = float((left_out[is_bad] > threshold).mean())
    print(f"{len(found)} lines of {len(set(writers))} writers, each left out once:")
    print(f"AUC {roc_auc_score(is_bad, left_out):.3f}, {recall:.1%} found at {WRONG:.0%} wrong")
    heads = [_fitted(given, is_bad)]
    heads += [_fitted(given, np.array([one.kind == kind for one in found])) for kind in KINDS]
    weights = np.array([head.coef_[0] for head in heads], dtype=np.float16)
    bias = np.array([head.intercept_[0] for head in heads], dtype=np.float32)
    bias[0] -= threshold
    stored = {"mean": mean, "deviation": deviation, "weights": weights, "bias": bias}
    np.savez_compressed(
        PACKAGE / "line_harm.npz", **{n: v.astype(np.float16) for n, v in stored.items()}
    )


if __name__ == "__main__":
    main()
