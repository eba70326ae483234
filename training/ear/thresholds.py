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

from dramaturg.language.ear.candidates import WEIGHED, ahead, beside
from dramaturg.language.ear.outputs import GROUPS
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
    "act.stop": Alarm(4.0, 80.0),  # below SURE it is asked
    "act.bye": Alarm(1.0, 30.0),
    "act.pause": Alarm(2.0, 40.0),
    "act.skip": Alarm(4.0, 40.0),
    "act.back": Alarm(8.0, 80.0),
    "act.repair": Alarm(4.0, 50.0),
    "act.correct": Alarm(8.0, 60.0),
    "act.yes": Alarm(20.0, 80.0),
    "act.no": Alarm(20.0, 80.0),
    "act.unsure": Alarm(20.0, 80.0),
    **dict.fromkeys(
        ("danger.selfharm", "danger.abuse", "danger.medical", "danger.threat"), Alarm(0.5, 30.0)
    ),
    "danger.distress": Alarm(1.0, 30.0),
}
DOUBTS: Mapping[str, Alarm] = {
    "danger.selfharm": Alarm(6.2, 200.0),
    "danger.abuse": Alarm(2.0, 200.0),
    "danger.medical": Alarm(2.0, 200.0),
    "danger.threat": Alarm(1.0, 200.0),
    "danger.distress": Alarm(3.0, 200.0),
}
"""A kind question that was not needed costs less than one that was not asked."""
TALK = ("act.refuse", "act.stop", "act.pause", "act.correct", *DOUBTS)
"""What hardly ever is in ordinary talk, so that all of it there is a false alarm."""
CERTAIN, DOUBTED = 0.75, 0.08  # below these danger stops nothing, and is not asked about
PLAIN_OPTIONS, PLAIN_GATES = "options/measured", "gates/measured"
"""Rows as people speak. Those that teach were written to mislead, and say less of how sure is enough."""
SURE = {"act.stop": 0.9}  # below it they are asked: whoever is sent away does not come back
PROBABLE = 0.2  # below it nothing is acted on, however seldom it would be wrong in rows
LEAST = {"elaboration.elaboration": 0.29}  # one writer's rows are too few to set it
DENIED, REFUSED = (
    0.08,
    0.1,
)  # the share of denials that may pass, and of what was taken that may not
WRONG = 0.03  # the share of choices that may be wrong and certain
STEADY = 3.0  # how strongly what each thing is worth of a candidate is held near nothing
FIXED = {"unwilling.declines": 0.95}  # requests are rare in talk, and a no to them is not


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
            if kind == "signs" and name in outputs and name not in ALARMS.keys() | FIXED.keys():
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
    made |= {name: {"threshold": least} for name, least in FIXED.items() if name in outputs}
    for name, each in made.items():
        outputs[name] |= each
    for name, each in (
        ("option.option", _fits(_options(choices, chosen))),
        ("answers.answers", _fits(weighable(*asked.questions()), serves=True)),
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
    plain = [i for i in at.tolist() if found[i].source == PLAIN_GATES]
    at = np.array(plain) if plain else at
    raised = np.exp(logits[at] - logits[at].max(axis=1, keepdims=True))
    chances = (raised / raised.sum(axis=1, keepdims=True))[:, 0]
    label = np.array([found[i].choices["taken"] for i in at.tolist()])
    strict = np.quantile(chances[label == "denies"], 1 - DENIED)
    lax = np.quantile(chances[label == "acknowledges"], REFUSED)
    threshold = float(min(strict, (strict + lax) / 2))  # where both cannot be had, half way
    return {
        "threshold": round(threshold, 4),
        "refused": round(float((chances[label == "acknowledges"] < threshold).mean()), 4),
        "denials_taken": round(float((chances[label == "denies"] >= threshold).mean()), 4),
        "misses_taken": round(float((chances[label == "misses"] >= threshold).mean()), 4),
    }


class Weighable(NamedTuple):
    """All that is weighed of every candidate, with a one for the bias; where there is one; which is
    meant, the place after the last for none; a fold for each topic or person; and which rows are as
    people speak: by those it is told how certain one must be.
    """

    given: Array
    is_there: NDArray[np.bool_]
    meant: NDArray[np.int64]
    folds: NDArray[np.int64]
    plain: NDArray[np.bool_]


def _fits(rows: Weighable, serves: bool = False) -> dict[str, Any]:
    """What everything known of a candidate is worth, against none of them. Who asks is better served
    by the likeliest than by nothing (`serves`); an option must be certain.
    """
    given, is_there, meant, folds, plain = rows
    left_out = np.zeros((len(given), given.shape[1] + 1))
    for part in range(FOLDS):
        worth = _worth(given, is_there, meant, folds != part)
        left_out[folds == part] = _chances(worth, given[folds == part], is_there[folds == part])
    none = given.shape[1]
    tops = [
        (int(row.argmax()), int(right), float(row.max()), none)
        for row, right in zip(left_out, meant, strict=True)
    ]
    judged = [top for top, is_plain in zip(tops, plain, strict=True) if is_plain]
    if serves:
        threshold = max(
            (0.25 + step / 100 for step in range(50)), key=lambda least: _served(judged, least)
        )
    else:
        wrong = sorted((c for a, m, c, _ in judged if a not in (m, none)), reverse=True)
        place = int(WRONG * len(judged))
        threshold = min(0.9, max(0.34, wrong[place] + 1e-4)) if len(wrong) > place else 0.34
    sure = [(a == m, a not in (m, none)) for a, m, c, _ in judged if c >= threshold or a == none]
    best = _worth(given, is_there, meant, folds >= 0)
    names = WEIGHED[: len(best) - 1]
    return {
        "candidates": {name: round(float(w), 5) for name, w in zip(names, best, strict=False)},
        "bias": round(float(best[-1]), 5),
        "threshold": round(float(threshold), 4),
        "rows": len(tops),
        "right": round(float(np.mean([a == m for a, m, *_ in judged])), 4),
        "wrong_and_certain": round(sum(w for _, w in sure) / max(1, len(judged)), 4),
    }


def _options(choices: Sequence[Choice], chosen: Mapping[int, Array]) -> Weighable:
    rows = [
        (one, chosen[at])
        for at, one in enumerate(choices)
        if at in chosen and one.output == "option.option" and not one.source.endswith("/others")
    ]
    embedder = best_embedder()
    given = []
    for one, fits in rows:
        count = min(len(one.candidates), len(fits))
        alone = [each.removeprefix(one.asked) for each in one.candidates[:count]]
        vectors = embedder.embed([one.text, *one.candidates[:count], *alone])
        near = (vectors[1:] @ vectors[0]).reshape(2, count)
        known = np.column_stack([fits[:count], beside(one.text, alone, *near)])
        given.append(np.column_stack([known, ahead(known), np.ones(count)]))
    plain = np.array([one.source == PLAIN_OPTIONS for one, _ in rows])
    return weighable(
        given,
        [one.meant for one, _ in rows],
        [fold(one.topic) for one, _ in rows],
        plain if plain.any() else ~plain,
    )


def weighable(
    given: Sequence[Array],
    meant: Sequence[int | None],
    folds: Sequence[int],
    plain: NDArray[np.bool_],
) -> Weighable:
    """Rows with as many candidates each as the one with most has."""
    most = max(map(len, given))
    filled = np.zeros((len(given), most, given[0].shape[1]))
    is_there = np.zeros((len(given), most), dtype=bool)
    for at, each in enumerate(given):
        filled[at, : len(each)], is_there[at, : len(each)] = each, True
    right = [
        most if place is None or place >= len(each) else place
        for place, each in zip(meant, given, strict=True)
    ]
    return Weighable(filled, is_there, np.array(right), np.array(folds), plain)


def _chances(worth: Array, given: Array, is_there: NDArray[np.bool_]) -> Array:
    """Of every candidate, and of none of them."""
    logits = np.where(is_there, given @ worth, -1e9)
    logits = np.column_stack([logits, np.zeros(len(logits))])
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _worth(
    given: Array, is_there: NDArray[np.bool_], meant: NDArray[np.int64], taught: NDArray[np.bool_]
) -> Array:
    spread = given[is_there].std(axis=0) + 1e-6
    spread[-1] = 1.0
    x, there, goal = given[taught] / spread, is_there[taught], meant[taught]

    def loss(worth: Array) -> tuple[float, Array]:
        chances = _chances(worth, x, there)
        likely = chances[np.arange(len(goal)), goal]
        off = chances[:, :-1] - (np.arange(x.shape[1]) == goal[:, None])
        held = STEADY * np.append(worth[:-1], 0.0)
        slope = np.einsum("rc,rcf->f", off * there, x) + held
        return float(-np.log(likely + 1e-9).sum() + held @ worth / 2), np.asarray(slope)

    best = minimize(loss, np.zeros(x.shape[2]), jac=True, method="L-BFGS-B").x
    return np.asarray(best / spread)


def _served(tops: Sequence[tuple[Any, ...]], least: float) -> int:
    """How many are answered rightly when so much certainty is asked for."""
    return sum((found if chance >= least else none) == meant for found, meant, chance, none in tops)
