"""Thresholds: how sure the ear must be before something counts, set on what it has not learned from.

Signs by how many false alarms ordinary talk may raise; facts taken on board by how many denials may
pass; choices by how often they may be wrong and certain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from dramaturg.language.ear.outputs import FITS, GROUPS
from dramaturg.language.embedder import best_embedder
from training.ear import asked
from training.ear.examples import FOLDS, Choice, Example, fold

Array = NDArray[np.float64]


class Alarm(NamedTuple):
    """False alarms that may be raised by a thousand ordinary turns, and by a thousand look-alikes."""

    ordinary: float
    alike: float


ALARMS: Mapping[str, Alarm] = {
    "act.refuse": Alarm(2.0, 50.0),
    "act.stop": Alarm(1.0, 30.0),
    "act.bye": Alarm(1.0, 30.0),
    "act.pause": Alarm(2.0, 40.0),
    "act.skip": Alarm(4.0, 40.0),
    "act.back": Alarm(8.0, 80.0),
    "act.repair": Alarm(4.0, 50.0),
    "act.correct": Alarm(4.0, 30.0),
    "act.yes": Alarm(20.0, 80.0),
    "act.no": Alarm(20.0, 80.0),
    "act.unsure": Alarm(20.0, 80.0),
    **dict.fromkeys(
        ("danger.selfharm", "danger.abuse", "danger.medical", "danger.threat"), Alarm(0.5, 30.0)
    ),
    "danger.distress": Alarm(1.0, 30.0),
}
DOUBTS: Mapping[str, Alarm] = {
    "danger.selfharm": Alarm(4.0, 200.0),
    "danger.abuse": Alarm(2.0, 200.0),
    "danger.medical": Alarm(2.0, 200.0),
    "danger.threat": Alarm(1.0, 200.0),
    "danger.distress": Alarm(3.0, 200.0),
}
"""A kind question that was not needed costs less than one that was not asked."""
TALK = ("act.refuse", "act.stop", "act.pause", "act.correct", *DOUBTS)
"""What hardly ever is in ordinary talk, so that all of it there is a false alarm."""
CERTAIN, DOUBTED = 0.75, 0.08  # below these danger stops nothing, and is not asked about
SURE = {"act.stop": 0.9}  # below it they are asked: whoever is sent away does not come back
PROBABLE = 0.2  # below it nothing is acted on, however seldom it would be wrong in rows
LEAST = {"elaboration.elaboration": 0.29}  # one writer's rows are too few to set it
DENIED = 0.08  # the share of denials that may pass for taken
WRONG = 0.03  # the share of choices that may be wrong and certain


def with_thresholds(
    written: dict[str, Any],
    signs: Mapping[str, Array],
    found: Sequence[Example],
    choices: Sequence[Choice],
    chosen: Mapping[int, Array],
    talk: Mapping[str, Array],
) -> dict[str, Any]:
    """`talk` is how likely some outputs are in every turn of ordinary talk."""
    set_anew(written, signs, found, choices, chosen, talk)
    outputs = written["outputs"]
    for group, (kind, names) in GROUPS.items():
        for name in (f"{group}.{each}" for each in names.split()):
            if kind == "signs" and name in outputs and name not in ALARMS:
                outputs[name] |= _balance(name, signs[name], found)
    return written


def set_anew(
    written: dict[str, Any],
    signs: Mapping[str, Array],
    found: Sequence[Example],
    choices: Sequence[Choice],
    chosen: Mapping[int, Array],
    talk: Mapping[str, Array],
) -> dict[str, dict[str, Any]]:
    """What a conversation turns on: acts, danger, what is taken on board, which of several is meant."""
    outputs = written["outputs"]
    made = {
        name: _alarm(name, allowed, signs[name], found, talk.get(name))
        for name, allowed in ALARMS.items()
        if name in signs
    }
    made["taken.acknowledges"] = _taken(signs, found)
    for name, each in made.items():
        outputs[name] |= each
    for name, each in (
        ("option.option", _fits(*_options(choices, chosen))),
        ("answers.answers", _fits(*asked.weighable(), serves=True)),
    ):
        outputs[name] = made[name] = each
    return made


def _alarm(
    name: str, allowed: Alarm, came_to: Array, found: Sequence[Example], talk: Array | None
) -> dict[str, Any]:
    """Rows of its own family that are none were written to look alike; without ordinary talk, all
    others are ordinary.
    """
    family = {"act": "acts/", "danger": "danger/"}[name.partition(".")[0]]
    at = np.flatnonzero(~np.isnan(came_to)).tolist()
    chances = 1 / (1 + np.exp(-came_to[at]))
    wanted = np.array([found[i].values[name] > 0.5 for i in at])
    own = np.array([found[i].source.startswith(family) for i in at])
    alike, meant = chances[~wanted & own], chances[wanted & own]
    ordinary = chances[~wanted & ~own] if talk is None else talk

    def least(allowed: Alarm) -> float:
        return float(
            max(
                np.quantile(ordinary, 1 - allowed.ordinary / 1000) + 1e-4,
                np.quantile(alike, 1 - allowed.alike / 1000),
            )
        )

    threshold = max(CERTAIN if name in DOUBTS else PROBABLE, least(allowed))
    made = {
        "threshold": round(threshold, 5),
        "recall": round(float((meant >= threshold).mean()), 4),
        "alarms_per_1000": round(1000 * float((ordinary >= threshold).mean()), 3),
        "alike_per_1000": round(1000 * float((alike >= threshold).mean()), 3),
    }
    if name in SURE:
        made["sure"] = max(threshold, SURE[name])
    if name in DOUBTS:
        doubt = min(threshold, max(DOUBTED, least(DOUBTS[name])))
        made |= {
            "doubt": round(doubt, 5),
            "recall_with_doubt": round(float((meant >= doubt).mean()), 4),
            "doubts_per_1000": round(1000 * float((ordinary >= doubt).mean()), 3),
        }
    return made


def _balance(name: str, came_to: Array, found: Sequence[Example]) -> dict[str, Any]:
    """Where as few are missed as are found wrongly: the best F1."""
    at = np.flatnonzero(~np.isnan(came_to)).tolist()
    wanted = np.array([found[i].values[name] > 0.5 for i in at])
    order = np.argsort(-came_to[at], kind="stable")
    right = np.cumsum(wanted[order])
    f1 = 2 * right / (np.arange(1, len(order) + 1) + wanted.sum())
    least = float(1 / (1 + np.exp(-came_to[at][order[int(f1.argmax())]])))
    return {
        "threshold": round(min(0.95, max(LEAST.get(name, 0.05), least)), 4),
        "f1": round(float(f1.max()), 4),
    }


def _taken(signs: Mapping[str, Array], found: Sequence[Example]) -> dict[str, Any]:
    logits = np.stack([signs[f"taken.{name}"] for name in GROUPS["taken"][1].split()], axis=1)
    at = np.flatnonzero(~np.isnan(logits[:, 0]))
    raised = np.exp(logits[at] - logits[at].max(axis=1, keepdims=True))
    chances = (raised / raised.sum(axis=1, keepdims=True))[:, 0]
    label = np.array([found[i].choices["taken"] for i in at.tolist()])
    denied = np.sort(chances[label == "denies"])[::-1]
    threshold = float(denied[round(DENIED * len(denied))])
    return {
        "threshold": round(threshold, 4),
        "refused": round(float((chances[label == "acknowledges"] < threshold).mean()), 4),
        "denials_taken": round(float((chances[label == "denies"] >= threshold).mean()), 4),
        "misses_taken": round(float((chances[label == "misses"] >= threshold).mean()), 4),
    }


def _fits(
    given: Array,
    is_there: NDArray[np.bool_],
    meant: NDArray[np.int64],
    folds: NDArray[np.int64],
    serves: bool = False,
) -> dict[str, Any]:
    """What each fit of a candidate and its nearness in meaning are worth, against none of them. Who
    asks is better served by the likeliest than by nothing (`serves`); an option must be certain.
    """
    parts = [folds == part for part in range(FOLDS)]
    left_out = np.concatenate(
        [
            _chances(_worth(given, is_there, meant, ~part), given[part], is_there[part])
            for part in parts
        ]
    )
    meant_then = np.concatenate([meant[part] for part in parts])
    none = given.shape[1]
    tops = [
        (int(row.argmax()), int(right), float(row.max()), none)
        for row, right in zip(left_out, meant_then, strict=True)
    ]
    right = float(np.mean([a == m for a, m, *_ in tops]))
    if serves:
        threshold = max(
            (0.25 + step / 100 for step in range(50)), key=lambda least: _served(tops, least)
        )
    else:
        wrong = sorted((c for a, m, c, _ in tops if a not in (m, none)), reverse=True)
        place = round(WRONG * len(tops))
        threshold = min(0.9, max(0.34, wrong[place] + 1e-4)) if len(wrong) > place else 0.34
    sure = [(a == m, a not in (m, none)) for a, m, c, _ in tops if c >= threshold or a == none]
    best = _worth(given, is_there, meant, folds >= 0)
    return {
        "fits": {name: round(float(w), 5) for name, w in zip(FITS, best[: len(FITS)], strict=True)},
        "near": [round(float(each), 4) for each in best[len(FITS) : -1]],
        "bias": round(float(best[-1]), 5),
        "threshold": round(float(threshold), 4),
        "rows": len(tops),
        "right": round(right, 4),
        "wrong_and_certain": round(sum(w for _, w in sure) / max(1, len(tops)), 4),
    }


def _options(
    choices: Sequence[Choice], chosen: Mapping[int, Array]
) -> tuple[Array, NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]]:
    """All that is weighed of every option that was left out, with a one for the bias; where there is
    one; which is meant, the place after the last for none; and a fold for each topic.
    """
    rows = [
        (one, chosen[at])
        for at, one in enumerate(choices)
        if at in chosen and one.output == "option.option" and not one.source.endswith("/others")
    ]
    most = max(len(one.candidates) for one, _ in rows)
    given = np.zeros((len(rows), most, len(FITS) + 3))
    is_there = np.zeros((len(rows), most), dtype=bool)
    meant = np.full(len(rows), most)
    embedder = best_embedder()
    for at, (one, fits) in enumerate(rows):
        count = min(len(one.candidates), len(fits))
        alone = [each.removeprefix(one.asked) for each in one.candidates[:count]]
        vectors = embedder.embed([one.text, *one.candidates[:count], *alone])
        near = (vectors[1:] @ vectors[0]).reshape(2, count).T
        given[at, :count] = np.column_stack([fits[:count], near, np.ones(count)])
        is_there[at, :count] = True
        if one.meant is not None and one.meant < count:
            meant[at] = one.meant
    return given, is_there, meant, np.array([fold(one.topic) for one, _ in rows])


def _chances(worth: Array, given: Array, is_there: NDArray[np.bool_]) -> Array:
    """Of every candidate, and of none of them."""
    logits = np.where(is_there, given @ worth, -1e9)
    logits = np.column_stack([logits, np.zeros(len(logits))])
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _worth(
    given: Array, is_there: NDArray[np.bool_], meant: NDArray[np.int64], taught: NDArray[np.bool_]
) -> Array:
    x, there, goal = given[taught], is_there[taught], meant[taught]

    def loss(worth: Array) -> tuple[float, Array]:
        chances = _chances(worth, x, there)
        likely = chances[np.arange(len(goal)), goal]
        off = chances[:, :-1] - (np.arange(x.shape[1]) == goal[:, None])
        slope = np.einsum("rc,rcf->f", off * there, x) / len(goal)
        return float(-np.log(likely + 1e-9).mean() + 1e-5 * (worth**2).sum()), np.asarray(
            slope + 2e-5 * worth
        )

    return np.asarray(minimize(loss, np.zeros(x.shape[2]), jac=True, method="L-BFGS-B").x)


def _served(tops: Sequence[tuple[Any, ...]], least: float) -> int:
    """How many are answered rightly when so much certainty is asked for."""
    return sum((found if chance >= least else none) == meant for found, meant, chance, none in tops)
