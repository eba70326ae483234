"""Expecting: what came of a turn or of the whole, held against what the author expects."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dramaturg.app.content.walkthrough import AtEnd, Expected, Holds, Texts
from dramaturg.engines import kits
from dramaturg.kernel.errors import Path, did_you_mean
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.migration import Item, TurnChoice

LONGEST = 400  # characters shown of a value that differs


def endings() -> frozenset[str]:
    """The cues with which something ends, of all engines."""
    return frozenset(cue for kit in kits() for cue in kit.walkthrough.ENDINGS)


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a turn: its record and its decision in words, or the message with which it was
    refused.
    """

    record: AnyRecord | None
    choice: TurnChoice = field(default_factory=TurnChoice)
    refused: str = ""

    @property
    def line(self) -> str:
        return self.record.line if self.record else ""

    @property
    def cues(self) -> tuple[str, ...]:
        return tuple(cue.command for cue in self.record.settlement.cues) if self.record else ()


@dataclass(frozen=True, slots=True)
class Miss:
    """An expectation that was not met. `path` leads from where the expectations stand to the one
    that failed.
    """

    path: Path
    expected: str
    came: str


def turn_misses(expected: Expected | None, came: Came) -> Iterator[Miss]:
    """Everything that a turn did not bring. A refusal that nobody expected is one of them."""
    if came.refused:
        yield from _refusal(expected, came)
        return
    if expected is None:
        return
    if expected.refused is not None:
        yield Miss(("refused",), "the turn is refused", f"it was played: {came.line!r}")
    for name, word in expected.words.items():
        if (told := came.choice.words.get(name, "")) != word:
            yield Miss((name,), f"{name}: {word or 'nothing'}", f"{name}: {told or 'nothing'}")
    yield from _held(expected.line, came.line, ("line",))
    yield from _held(expected.reason, came.choice.reason, ("reason",))
    yield from _cues(expected, came)


def _refusal(expected: Expected | None, came: Came) -> Iterator[Miss]:
    if expected is None or expected.refused is None:
        yield Miss((), "the turn is played", f"it was refused: {came.refused}")
    else:
        yield from _held(expected.refused, came.refused, ("refused",))


def _cues(expected: Expected, came: Came) -> Iterator[Miss]:
    told = ", ".join(came.cues) or "none"
    for number, cue in enumerate(expected.cues or ()):
        if cue not in came.cues:
            yield Miss(("cues", number), f"the cue {cue}", f"cues: {told}")
    ended = bool(endings().intersection(came.cues))
    if expected.ended is not None and expected.ended != ended:
        yield Miss(
            ("ended",),
            f"ended: {str(expected.ended).lower()}",
            f"ended: {str(ended).lower()} (cues: {told})",
        )


def _held(holds: Holds | None, text: str, path: Path) -> Iterator[Miss]:
    if holds is None:
        return
    plain = _plain(text)
    for number, words in enumerate(holds.contains or ()):
        if _plain(words) not in plain:
            yield Miss((*path, "contains", number), f"{path[0]} contains {words!r}", repr(text))
    for number, words in enumerate(holds.without or ()):
        if _plain(words) in plain:
            yield Miss((*path, "without", number), f"{path[0]} without {words!r}", repr(text))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


# ── the whole ─────────────────────────────────────────────────────────────────────────────────────

Listing = Mapping[str, Texts]


def whole_misses(
    expected: AtEnd, came: Sequence[Came], reached: Collection[Item], things: Sequence[Item]
) -> Iterator[Miss]:
    """Everything that the whole did not bring; `things` are all that the content has."""
    turns = sum(each.record is not None for each in came) - 1  # the opening is none
    if expected.turns is not None and turns > expected.turns:
        yield Miss(("turns",), f"at most {expected.turns} turns", f"{turns} turns")
    yield from _held(expected.lines, "\n".join(each.line for each in came), ("lines",))
    yield from _items(
        "reached", expected.reached, things, lambda item: item in reached, "was not reached"
    )
    yield from _items(
        "never", expected.never, things, lambda item: item not in reached, "was reached"
    )


def _items(
    key: str, listing: Listing, things: Sequence[Item], holds: Callable[[Item], bool], came: str
) -> Iterator[Miss]:
    for kind, names in listing.items():
        known = [name for each, name in things if each == kind]
        for number, name in enumerate(names):
            expected, path = f"{key}: {kind} {name}", (key, kind, number)
            if name not in known:
                yield Miss(
                    path, expected, f"there is no such {kind}. {did_you_mean(name, known)}".rstrip()
                )
            elif not holds((kind, name)):
                yield Miss(path, expected, f"it {came}")


def shown(value: Any) -> str:
    """A value of a record, short enough to be read beside another."""
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"
