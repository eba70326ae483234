"""Calibration: what a head's word is worth, learned on words of writers it did not learn from.

Where a small word is the sign, the cues stand beside the head. Thresholds come from how many false
alarms ordinary talk may raise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import roc_auc_score

from dramaturg.language.ear.cues import CUES, cues
from dramaturg.language.ear.outputs import GROUPS, OUTPUTS
from dramaturg.language.ear.phrases import phrases
from training.ear.card import calibration_error
from training.ear.examples import Example

Array = NDArray[np.float64]

BY_PHRASES = (
    "act",
    "danger",
    "declined",
    "disclosed",
    "causal",
    "emotional",
    "elaboration",
    "prohibited",
    "craft",
    "quality",
    "feeling",
    "taken",
    "mood",
    "against",
    "when",
    "whom",
)
"""Groups in which phrases say something that the encoder may miss."""
FEWEST = 40  # rows below which an output is not calibrated
KEPT, SEEN = 1500, 4  # phrases that are kept for an output, and texts in which one must occur

BY_CUES = (
    "form",
    "craft",
    "prohibited",
    "quality",
    "disclosed",
    "causal",
    "elaboration",
    "engagement",
    "feeling",
    "emotional",
    "declined",
)
"""Groups in which a small word may be the sign."""


class Rows(NamedTuple):
    """Where some rows stand, what each of them says of an output, and how much it counts."""

    at: list[int]
    wanted: Array
    weights: Array


Judged = tuple[dict[str, Any], list[int], Array]
"""How an output is calibrated, on which rows, and what it came to there."""


def scales(texts: Sequence[str]) -> tuple[Array, Array, Array]:
    counted = np.stack([cues(text) for text in texts]).astype(np.float64)
    mean, deviation = counted.mean(axis=0), counted.std(axis=0) + 1e-3
    return counted, mean, deviation


class Phrases:
    """What phrases say by themselves, taught by the rows that the ear learned from."""

    def __init__(self, texts: Sequence[str]) -> None:
        sets = [phrases(text) for text in texts]
        times = Counter(phrase for each in sets for phrase in each)
        self.names = sorted(phrase for phrase, count in times.items() if count >= SEEN)
        place = {phrase: at for at, phrase in enumerate(self.names)}
        cells = [
            (row, place[p], 1 / sqrt(len(each)))
            for row, each in enumerate(sets)
            for p in sorted(each)
            if p in place
        ]
        rows, columns, values = zip(*cells, strict=True)
        self.matrix = csr_matrix((values, (rows, columns)), shape=(len(sets), len(self.names)))

    def said(
        self, of: Sequence[int], taught: Rows, is_sign: bool
    ) -> tuple[Array, dict[str, float]]:
        """What they say of some rows, and what each of the weightiest is worth."""
        fitted = self._fit(self.matrix[taught.at], taught.wanted, taught.weights, is_sign)
        best = np.argsort(-np.abs(fitted))[:KEPT]
        worth = np.zeros_like(fitted)
        worth[best] = fitted[best]
        return self.matrix[of] @ worth, {self.names[i]: float(fitted[i]) for i in sorted(best)}

    def _fit(self, x: Any, wanted: Array, weights: Array, is_sign: bool) -> Array:
        if is_sign:
            if len(set((wanted > 0.5).tolist())) < 2:
                return np.zeros(x.shape[1])
            return np.asarray(
                LogisticRegression(C=30, solver="liblinear", max_iter=200)
                .fit(x, wanted > 0.5, sample_weight=weights)
                .coef_[0]
            )
        if not len(wanted):
            return np.zeros(x.shape[1])
        return np.asarray(
            Ridge(alpha=0.3, solver="sparse_cg").fit(x, wanted, sample_weight=weights).coef_
        )


def calibrated(
    found: Sequence[Example], said: Array, known: NDArray[np.bool_]
) -> tuple[dict[str, Any], dict[str, Array]]:
    """`said` are the words of the heads for each example, where it was left out: `known`. Also gives
    what every sign came to there, as log-odds.
    """
    counted, mean, deviation = scales([one.text for one in found])
    counted = np.clip((counted - mean) / deviation, -4, 4)
    by_phrases = Phrases([one.text for one in found])
    signs: dict[str, Array] = {}
    written: dict[str, Any] = {
        "scales": {n: [_r(m), _r(d)] for n, m, d in zip(CUES, mean, deviation, strict=True)},
        "outputs": {},
    }

    for group, (kind, names) in GROUPS.items():
        if kind == "choice":
            made = _of_choice(group, names.split(), found, said, known, by_phrases)
        elif kind != "fits":
            made = _of_signs(
                group, kind == "signs", names.split(), found, said, known, by_phrases, counted
            )
        else:
            continue
        for name, (calibration, at, came_to) in made.items():
            written["outputs"][name] = calibration
            signs[name] = np.full(len(found), np.nan)
            signs[name][at] = came_to
    return written, signs


def _of_choice(
    group: str,
    names: Sequence[str],
    found: Sequence[Example],
    said: Array,
    known: NDArray[np.bool_],
    by_phrases: Phrases,
) -> dict[str, Judged]:
    labels = {
        i: names.index(one.choices[group]) for i, one in enumerate(found) if group in one.choices
    }
    judged, taught = _parted(labels, found, known)
    if len(judged.at) < FEWEST:
        return {}
    outputs = [f"{group}.{name}" for name in names]
    spoken, worths = None, []
    if group in BY_PHRASES:
        each = [
            by_phrases.said(
                judged.at, taught._replace(wanted=(taught.wanted == place).astype(float)), True
            )
            for place in range(len(names))
        ]
        spoken, worths = (
            np.column_stack([said_by for said_by, _ in each]),
            [worth for _, worth in each],
        )
    heard = said[judged.at][:, [OUTPUTS.index(name) for name in outputs]]
    made, came_to = _choice(
        outputs, heard, judged.wanted.astype(int), judged.weights, spoken, worths
    )
    return {name: (made[name], judged.at, came_to[:, place]) for place, name in enumerate(outputs)}


def _of_signs(
    group: str,
    is_sign: bool,
    names: Sequence[str],
    found: Sequence[Example],
    said: Array,
    known: NDArray[np.bool_],
    by_phrases: Phrases,
    counted: Array,
) -> dict[str, Judged]:
    made: dict[str, Judged] = {}
    for name in (f"{group}.{each}" for each in names):
        labels = {i: one.values[name] for i, one in enumerate(found) if name in one.values}
        judged, taught = _parted(labels, found, known)
        if len(judged.at) < FEWEST:
            continue
        beside = counted[judged.at] if group in BY_CUES else None
        spoken, worth = (
            by_phrases.said(judged.at, taught, is_sign) if group in BY_PHRASES else (None, {})
        )
        heard = said[judged.at, OUTPUTS.index(name)]
        fit = _sign if is_sign else _share
        calibration, came_to = fit(heard, judged.wanted, judged.weights, beside, spoken, worth)
        made[name] = calibration, judged.at, came_to
    return made


def _parted(
    labels: Mapping[int, float], found: Sequence[Example], known: NDArray[np.bool_]
) -> tuple[Rows, Rows]:
    """The rows that the ear was judged on, and those that it learned from."""
    judged, taught = (
        Rows(
            at,
            np.array([labels[i] for i in at], float),
            np.array([found[i].weight for i in at], float),
        )
        for at in ([i for i in labels if known[i]], [i for i in labels if not known[i]])
    )
    return judged, taught


def _stack(said: Array, beside: Array | None, spoken: Array | None) -> Array:
    columns = [said.reshape(-1, 1)]
    if spoken is not None:
        columns.append(spoken.reshape(-1, 1) / (spoken.std() + 1e-6))
    if beside is not None:
        columns.append(beside)
    return np.column_stack(columns)


def _sign(
    said: Array,
    wanted: Array,
    weights: Array,
    beside: Array | None,
    spoken: Array | None,
    worth: Mapping[str, float],
) -> tuple[dict[str, Any], Array]:
    spread = said.std() + 1e-6
    x = _stack(said / spread, beside, spoken)
    model = LogisticRegression(C=0.01 if beside is not None else 1.0, max_iter=3000).fit(
        x, wanted > 0.5, sample_weight=weights
    )
    made = _written(model.coef_[0], float(model.intercept_[0]), spread, beside, spoken, worth)
    came_to = x @ model.coef_[0] + model.intercept_[0]
    before, after = roc_auc_score(wanted > 0.5, said), roc_auc_score(wanted > 0.5, came_to)
    error = calibration_error(1 / (1 + np.exp(-came_to)), wanted > 0.5)
    return made | {
        "rows": len(wanted),
        "auc": _r(before),
        "auc_with_words": _r(after),
        "calibration_error": _r(error),
    }, came_to


def _share(
    said: Array,
    wanted: Array,
    weights: Array,
    beside: Array | None,
    spoken: Array | None,
    worth: Mapping[str, float],
) -> tuple[dict[str, Any], Array]:
    spread = said.std() + 1e-6
    x = _stack(said / spread, beside, spoken)
    model = Ridge(alpha=100.0).fit(x, wanted, sample_weight=weights)
    made = _written(model.coef_, float(model.intercept_), spread, beside, spoken, worth)
    came_to = x @ model.coef_ + model.intercept_
    return made | {
        "rows": len(wanted),
        "r": _r(float(np.corrcoef(said, wanted)[0, 1])),
        "r_with_words": _r(float(np.corrcoef(came_to, wanted)[0, 1])),
    }, came_to


def _choice(
    outputs: Sequence[str],
    said: Array,
    wanted: Array,
    weights: Array,
    spoken: Array | None,
    worths: Sequence[Mapping[str, float]],
) -> tuple[dict[str, Any], Array]:
    """One scale for all, one for what phrases say, and a bias for each."""
    count = len(outputs)
    beside = np.zeros_like(said) if spoken is None else spoken

    def logits(parameters: Array) -> Array:
        return np.asarray(said * np.exp(parameters[0]) + beside * parameters[1] + parameters[2:])

    def loss(parameters: Array) -> float:
        raised = logits(parameters)
        raised = raised - raised.max(axis=1, keepdims=True)
        log = raised[np.arange(len(wanted)), wanted] - np.log(np.exp(raised).sum(axis=1))
        return float(-(log * weights).mean() + 1e-3 * (parameters**2).sum())

    best = minimize(loss, np.zeros(2 + count), method="L-BFGS-B").x
    came_to = logits(best)
    alone, right = (float((each.argmax(axis=1) == wanted).mean()) for each in (said, came_to))
    made: dict[str, Any] = {}
    for at, name in enumerate(outputs):
        made[name] = {"scale": _r(float(np.exp(best[0]))), "bias": _r(best[2 + at])}
        if spoken is not None:
            made[name]["phrases"] = {phrase: _r(best[1] * w) for phrase, w in worths[at].items()}
        made[name] |= {"rows": len(wanted), "right": _r(alone), "right_with_words": _r(right)}
    return made, came_to


def _written(
    weights: Array,
    bias: float,
    spread: float,
    beside: Array | None,
    spoken: Array | None,
    worth: Mapping[str, float],
) -> dict[str, Any]:
    made: dict[str, Any] = {"scale": _r(weights[0] / spread), "bias": _r(bias)}
    first = 1
    if spoken is not None:
        trust = weights[1] / (spoken.std() + 1e-6)
        made["phrases"] = {phrase: _r(trust * w) for phrase, w in worth.items()}
        first = 2
    if beside is not None:
        made["cues"] = {
            name: _r(w) for name, w in zip(CUES, weights[first:], strict=True) if abs(w) > 1e-4
        }
    return made


def _r(value: float) -> float:
    return float(f"{value:.5g}")
