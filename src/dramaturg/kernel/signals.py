"""Signals: facts read by detectors, each saying what it needs and what it gives, so that their
order is found and a wrong set-up is refused before anything runs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, TypeAlias

from dramaturg.kernel.conditions import Value
from dramaturg.kernel.errors import ContentError, DramaturgError, Fault, did_you_mean

Inputs: TypeAlias = Mapping[str, Any]
"""What a detector may read, by name: what was given from outside, of any type, and the signals read
before it.
"""


@dataclass(frozen=True, slots=True)
class Detector:
    """Reads signals. `detect` sees only what is listed in `needs`, and must give all of `gives`."""

    name: str
    gives: tuple[str, ...]
    needs: tuple[str, ...]
    detect: Callable[[Inputs], Mapping[str, Value]]


@dataclass(frozen=True, slots=True)
class Signals:
    """The signals that were read, and why the others were not: detector by detector."""

    values: Mapping[str, Value]
    degraded: Mapping[str, str]


# ── before anything runs ──────────────────────────────────────────────────────────────────────────


def order(detectors: Sequence[Detector], given: Collection[str]) -> tuple[Detector, ...]:
    """The detectors, each after those whose signals it needs; otherwise as declared. Raises
    ContentError with every fault.
    """
    faults = (*_given_twice(detectors, given), *_missing(detectors, given), *_cycles(detectors))
    if faults:
        raise ContentError(faults)
    ordered: list[Detector] = []
    have, waiting = set(given), list(detectors)
    while waiting:
        ready = next(detector for detector in waiting if have.issuperset(detector.needs))
        waiting.remove(ready)
        ordered.append(ready)
        have.update(ready.gives)
    return tuple(ordered)


def _given_twice(detectors: Sequence[Detector], given: Collection[str]) -> Iterator[Fault]:
    giver = dict.fromkeys(given, "the caller")
    for detector in detectors:
        for signal in detector.gives:
            if signal in giver:
                message = (
                    f"{detector.name} gives the signal {signal!r}, which {giver[signal]} gives"
                    " already"
                )
                yield Fault(
                    "signal-twice",
                    message,
                    "Give it another name, or take one of the two away.",
                    (detector.name, "gives"),
                )
            giver.setdefault(signal, detector.name)


def _missing(detectors: Sequence[Detector], given: Collection[str]) -> Iterator[Fault]:
    known = {*given, *(signal for detector in detectors for signal in detector.gives)}
    for detector in detectors:
        for need in detector.needs:
            if need not in known:
                message = f"{detector.name} needs {need!r}, which nobody gives"
                yield Fault(
                    "signal-missing", message, did_you_mean(need, known), (detector.name, "needs")
                )


def _cycles(detectors: Sequence[Detector]) -> Iterator[Fault]:
    """One fault for each group of detectors that wait for one another."""
    reach = {detector.name: _behind(detector, detectors) for detector in detectors}
    told: set[str] = set()
    for name, behind in reach.items():
        if name in behind and name not in told:
            group = [other for other in reach if other in behind and name in reach[other]]
            told.update(group)
            message = (
                f"{' and '.join(group)} wait for one another"
                if len(group) > 1
                else f"{name} needs what it gives itself"
            )
            yield Fault(
                "signal-cycle",
                message,
                "Let one of them read something that is known earlier.",
                (name, "needs"),
            )


def _behind(detector: Detector, detectors: Sequence[Detector]) -> set[str]:
    """The names of all detectors that must run before this one."""
    givers = {signal: giver for giver in detectors for signal in giver.gives}
    found: set[str] = set()
    waiting = list(detector.needs)
    while waiting:
        giver = givers.get(waiting.pop())
        if giver is not None and giver.name not in found:
            found.add(giver.name)
            waiting.extend(giver.needs)
    return found


# ── reading ───────────────────────────────────────────────────────────────────────────────────────


def read(ordered: Sequence[Detector], given: Inputs, strict: bool = False) -> Signals:
    """The signals of all detectors, in the order that `order` gave.

    A detector that fails leaves its signals absent and is named in `degraded`, and so are those
    that needed it. `strict` raises.
    """
    inputs = dict(given)
    values: dict[str, Value] = {}
    degraded: dict[str, str] = {}
    for detector in ordered:
        try:
            found = _detect(detector, inputs)
        except Exception as error:
            if strict:
                raise
            degraded[detector.name] = (
                str(error) if isinstance(error, _Unread) else f"{type(error).__name__}: {error}"
            )
        else:
            values.update(found)
            inputs.update(found)
    return Signals(values, degraded)


class _Unread(DramaturgError):
    """A detector could not run, or did not keep its promise."""


def _detect(detector: Detector, inputs: Inputs) -> Mapping[str, Value]:
    absent = [need for need in detector.needs if need not in inputs]
    if absent:
        raise _Unread(f"{detector.name} needs {', '.join(absent)}, which could not be read")
    found = detector.detect({need: inputs[need] for need in detector.needs})
    if set(found) != set(detector.gives):
        raise _Unread(
            f"{detector.name} promised {', '.join(detector.gives)} and gave"
            f" {', '.join(found) or 'nothing'}"
        )
    endless = [
        name for name, value in found.items() if isinstance(value, float) and not isfinite(value)
    ]
    if endless:
        raise _Unread(f"{detector.name} gave no finite number for {', '.join(endless)}")
    return found
