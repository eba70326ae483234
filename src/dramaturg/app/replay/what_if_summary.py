"""What another version would change over many sessions: how many it touches, which changes are
frequent, which ends differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dramaturg.app.replay.what_if import Outcome, Redecided, WhatIf
from dramaturg.engines import kit_of

GOES_ON = "goes on"


@dataclass(frozen=True, slots=True)
class ChangeCount:
    """One kind of change: in how many turns of how many sessions."""

    was: str
    would: str
    turns: int
    sessions: int


@dataclass(frozen=True, slots=True)
class Summary:
    """All sessions together. `undecided` and `noted` have sessions by reason, `endings` those whose
    end differs.
    """

    sessions: Mapping[Outcome, int]
    turns: int
    otherwise: int
    changes: tuple[ChangeCount, ...]
    endings: tuple[ChangeCount, ...]
    undecided: Mapping[str, Sequence[str]]
    noted: Mapping[str, Sequence[str]]


def summary(found: Sequence[WhatIf]) -> Summary:
    outcomes = Counter(each.outcome for each in found)
    names: tuple[Outcome, ...] = ("otherwise", "same", "not concerned", "undecided")
    return Summary(
        sessions={name: outcomes[name] for name in names},
        turns=sum(len(each.turns) for each in found),
        otherwise=sum(len(each.differing) for each in found),
        changes=_counted(
            (each.session, _changed(each.engine, turn)) for each in found for turn in each.differing
        ),
        endings=_counted(
            (each.session, ending) for each in found if (ending := ending_changed(each))
        ),
        undecided=_by_reason(
            (each.why, each.session) for each in found if each.outcome == "undecided"
        ),
        noted=_by_reason((note, each.session) for each in found for note in each.notes),
    )


def _by_reason(found: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    reasons: dict[str, list[str]] = {}
    for reason, session in found:
        reasons.setdefault(reason, []).append(session)
    return reasons


def _counted(changes: Iterable[tuple[str, tuple[str, str]]]) -> tuple[ChangeCount, ...]:
    """Each kind of change once, the most frequent first."""
    turns: Counter[tuple[str, str]] = Counter()
    sessions: dict[tuple[str, str], set[str]] = {}
    for session, change in changes:
        turns[change] += 1
        sessions.setdefault(change, set()).add(session)
    ordered = sorted(turns, key=lambda change: (-turns[change], change))
    return tuple(ChangeCount(*change, turns[change], len(sessions[change])) for change in ordered)


def _changed(engine: str, turn: Redecided) -> tuple[str, str]:
    """The words that differ, before and after, with the place where they do."""
    was, would = turn.was.words, turn.would.words
    differing = [name for name in dict.fromkeys((*was, *would)) if was.get(name) != would.get(name)]
    explain = kit_of(engine).explain
    telling = [name for name in differing if name in explain.COUNTED]
    if not telling:
        return (" and ".join(differing), "another")
    place = explain.PLACE
    before = f"{was[place]}: " if place in was and place not in telling else ""
    return before + _words(was, telling, explain.PLAIN), _words(would, telling, explain.PLAIN)


def _words(words: Mapping[str, str], names: Sequence[str], plainly: Sequence[str]) -> str:
    known = [name for name in names if name in words]
    plain = " ".join(words[name] for name in known if name in plainly)
    named = (f"{name} {words[name]}" for name in known if name not in plainly)
    lacking = (f"no {name}" for name in names if name not in words)
    return ", ".join(filter(None, (plain, *named, *lacking)))


# ── ends ──────────────────────────────────────────────────────────────────────────────────────────


def ending_changed(found: WhatIf) -> tuple[str, str] | None:
    """The first end that one of the two has and the other has not, as it was and as it would have
    been.
    """
    ends = (
        (_end(found.engine, turn.was.words), _end(found.engine, turn.would.words))
        for turn in found.turns
    )
    return next((end for end in ends if end[0] != end[1]), None)


def _end(engine: str, words: Mapping[str, str]) -> str:
    name, ends = kit_of(engine).explain.ENDING
    word = words.get(name, "")
    return word if word and (word in ends or not ends) else GOES_ON
