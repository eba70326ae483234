"""What the rules about questions are worth, fitted on our own labels beside what the heads say of
rows they have not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from dramaturg.language.embedder import HashingEmbedder, best_embedder
from dramaturg.language.readers import (
    leading_question,
    near_repeat,
    open_question,
    presupposing_question,
)
from dramaturg.language.readers.evidence import SUREST
from dramaturg.language.readers.parsed_text import ParsedText
from dramaturg.language.readers.questions import QuestionTurn
from dramaturg.turn.ports import Embedder
from training import fit
from training.heads import FOLDER, write
from training.recipes import RECIPES, Recipe
from training.sources import Row, own

Array = NDArray[np.float64]

FOLDS = 5
FREEDOM = 1.0  # the inverse of the penalty on worths
FREEDOM_OF_NEARNESS = 30.0  # it moves between 0 and 1 and never gets there
INTERVIEWS = (
    "own questions"  # the source that speaks as interviewers do; the others teach half as much
)


@dataclass(frozen=True)
class Weighed:
    """A signal whose rules are weighed. `rate` is how often it holds in real interviews, where that
    decides what 0.5 means.
    """

    signal: str
    rules: Sequence[str]
    held: Callable[[QuestionTurn], Sequence[str]]
    signs: Mapping[str, int] = field(default_factory=dict)
    rate: float | None = None


LEADING_RATE, PRESUPPOSING_RATE = 0.12, 0.1
WEIGHED = (
    Weighed("open_question", open_question.RULES, open_question.held),
    Weighed(
        "leading_question",
        tuple(leading_question.RULES),
        leading_question.held,
        dict.fromkeys(leading_question.LEADS, 1) | dict.fromkeys(leading_question.FREES, -1),
        LEADING_RATE,
    ),
    Weighed(
        "presupposing_question",
        tuple(presupposing_question.RULES),
        presupposing_question.held,
        rate=PRESUPPOSING_RATE,
    ),
)


def train() -> None:
    """Write `heads/questions.json`: for each signal the worths with meaning, and those for any
    other embedder.
    """
    fitted = {
        one.signal: {"weights": weighed(one, True), "plain": weighed(one, False)} for one in WEIGHED
    }
    repeats = {"weights": repeating(best_embedder()), "plain": repeating(HashingEmbedder())}
    written = {"embedder": best_embedder().name, **fitted, "near_repeat": repeats}
    write(FOLDER / "questions.json", written)
    print(
        f"{'rules about questions':24} {len(RECIPES['leading_question'].rows):6} rows", flush=True
    )


def weighed(one: Weighed, with_meaning: bool) -> dict[str, Any]:
    recipe = RECIPES[one.signal]
    rows = recipe.rows
    inputs = np.column_stack([_held(one, rows), _by_head(recipe, with_meaning)])
    labels = np.array([row.label for row in rows])
    interviews = np.array([row.source == INTERVIEWS for row in rows])
    signs = np.array([*(one.signs.get(rule, 0) for rule in one.rules), 1])
    *worths, trust, start = _logistic(inputs, labels, np.where(interviews, 1.0, 0.5), signs)
    if one.rate is not None:
        totals = inputs @ np.array([*worths, trust]) + start
        start -= best_cut(totals[interviews], labels[interviews], one.rate)
    rules = dict(zip(one.rules, map(fit.rounded, worths), strict=True))
    return {"start": fit.rounded(start), "rules": rules, "trust": fit.rounded(trust)}


def repeating(embedder: Embedder) -> dict[str, Any]:
    """Near repeats have no head: meaning and shared words alone."""
    pairs = [
        (_seen(row["a"], embedder), _seen(row["b"], embedder))
        for row in own("questions_near_repeat")
    ]
    found = [near_repeat.cues(after, before) for before, after in pairs]
    inputs = np.array([list(cues.values()) for cues in found])
    labels = np.array([float(row["repeat"]) for row in own("questions_near_repeat")])
    *worths, start = _logistic(
        inputs, labels, np.ones(len(labels)), np.array([1, 0]), FREEDOM_OF_NEARNESS
    )
    return {
        "start": fit.rounded(start),
        "rules": dict(zip(found[0], map(fit.rounded, worths), strict=True)),
    }


def _seen(text: str, embedder: Embedder) -> ParsedText:
    return ParsedText(text, fit.seen(text).sentences, embedder)


def _held(one: Weighed, rows: Sequence[Row]) -> Array:
    """Which rules hold in which row, as ones and zeros."""
    return np.array(
        [
            [rule in held for rule in one.rules]
            for held in (set(one.held(QuestionTurn(fit.seen(row.text)))) for row in rows)
        ],
        float,
    )


def _by_head(recipe: Recipe, with_meaning: bool) -> Array:
    """What the head says in log-odds of each fifth of the rows, having learned from the others."""
    said = np.zeros(len(recipe.rows))
    shuffled = np.random.default_rng(0).permutation(len(recipe.rows))
    for fold in range(FOLDS):
        left_out = shuffled[fold::FOLDS]
        kept = [recipe.rows[place] for place in np.setdiff1d(shuffled, left_out)]
        said[left_out] = fit.predicted(
            fit.fit(kept, recipe, with_meaning), [recipe.rows[place] for place in left_out]
        )
    return np.asarray(
        np.clip(said - np.log(recipe.threshold / (1 - recipe.threshold)), -SUREST, SUREST)
    )


def _logistic(
    inputs: Array, labels: Array, weights: Array, signs: Array, freedom: float = FREEDOM
) -> Array:
    """Worths and start. Whichever worth is most on the wrong side of its sign is set to nothing,
    until none is.
    """
    used = np.ones(inputs.shape[1], dtype=bool)
    while True:
        model = LogisticRegression(C=freedom, max_iter=5000, tol=1e-8).fit(
            inputs[:, used], labels, sample_weight=weights
        )
        worths = np.zeros(inputs.shape[1])
        worths[used] = model.coef_[0]
        if (worths * signs).min() >= 0:
            return np.append(worths, model.intercept_)
        used[(worths * signs).argmin()] = False


def best_cut(totals: Array, labels: Array, rate: float) -> float:
    """Where yes begins so that F1 is best when only `rate` of all rows are yes."""
    order = np.argsort(-totals, kind="stable")
    yes = labels[order] > 0.5
    hits = np.cumsum(yes) / yes.sum() * rate
    alarms = np.cumsum(~yes) / (~yes).sum() * (1 - rate)
    best = int(np.argmax(2 * hits / (hits + alarms + rate)))
    return float(totals[order[best : best + 2]].mean())


if __name__ == "__main__":
    train()
