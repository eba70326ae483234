"""Maps: what an author decides about sessions that cannot simply go on in a new version,
as a file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from dramaturg.kernel.errors import Fault, did_you_mean
from dramaturg.turn.authored import Authored, Name
from dramaturg.turn.migration import Item

GONE = "gone"


def _acceptable(codes: tuple[str, ...]) -> tuple[str, ...]:
    if GONE in codes:
        raise ValueError("what is gone cannot be accepted: name another place for it")
    return codes


Names = dict[str, dict[str, str]]
Accepted = Annotated[tuple[str, ...], AfterValidator(_acceptable)]


class OneSession(Authored):
    """What is decided for one session alone; it goes before what is decided for all."""

    places: Names = Field({}, description="By kind: where it goes on instead.")
    accept: Accepted = Field(
        (), description="Worries that are known and taken, such as gate-never-met."
    )


class Migration(Authored):
    """How sessions go on with a new version of their content."""

    kind: Literal["migration"]
    id: Name
    version: str = Field(description="The version of the content that it leads to.")
    content: str = Field(description="Id of the content.")
    renamed: Names = Field(
        {},
        description=(
            "By kind: the same thing under another name. What lies behind a session goes along."
        ),
    )
    places: Names = Field(
        {},
        description="By kind: gone, or no place to go on from; whoever stands there goes on here.",
    )
    accept: Accepted = Field(
        (), description="Worries that are known and taken, such as gate-never-met."
    )
    sessions: dict[str, OneSession | Literal["stay"]] = Field(
        {},
        description=(
            "By the beginning of a session's id: what is decided for it alone; `stay` keeps its"
            " version."
        ),
    )


@dataclass(frozen=True, slots=True)
class Answers:
    """What a map says for one session, in full names."""

    renamed: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    places: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    accept: frozenset[str] = frozenset()
    stays: bool = False


def answers_for(
    session: str, migration: Migration, old: Collection[Item], new: Collection[Item]
) -> Answers:
    own = next(
        (each for beginning, each in migration.sessions.items() if session.startswith(beginning)),
        None,
    )
    if own == "stay":
        return Answers(stays=True)
    alone = own if isinstance(own, OneSession) else OneSession()
    places = {
        kind: {**_full(kind, migration.places, old, new), **_full(kind, alone.places, old, new)}
        for kind in (*migration.places, *alone.places)
    }
    renamed = {kind: _full(kind, migration.renamed, old, new) for kind in migration.renamed}
    return Answers(renamed, places, frozenset((*migration.accept, *alone.accept)))


def _full(kind: str, names: Names, old: Collection[Item], new: Collection[Item]) -> dict[str, str]:
    """The names in full; what this version of the content does not have is about another one."""
    spelled = {
        (*spellings(kind, was, (*old, *new)), "")[0]: (*spellings(kind, now, new), "")[0]
        for was, now in names.get(kind, {}).items()
    }
    return {was: now for was, now in spelled.items() if was and now}


def spellings(kind: str, name: str, items: Collection[Item]) -> tuple[str, ...]:
    """The full names that a name can stand for: itself, or all that end with it."""
    if (kind, name) in items:
        return (name,)
    return tuple(
        sorted({full for other, full in items if other == kind and full.endswith(f"/{name}")})
    )


def map_faults(
    migration: Migration, old: Collection[Item], new: Collection[Item]
) -> Iterator[Fault]:
    """Names that no version has, or that could be several things. `old` are the things of every
    version that sessions have.
    """
    tables: list[tuple[tuple[str, ...], Names]] = [
        (("renamed",), migration.renamed),
        (("places",), migration.places),
    ]
    for session, own in migration.sessions.items():
        if isinstance(own, OneSession):
            tables.append((("sessions", session, "places"), own.places))
    kinds = {kind for kind, _ in (*old, *new)}
    for path, table in tables:
        for kind, names in table.items():
            if kind not in kinds:
                yield Fault(
                    "unknown-name",
                    f"there are no things of the kind {kind!r}",
                    did_you_mean(kind, kinds),
                    (*path, kind),
                )
                continue
            for was, now in names.items():
                yield from (
                    fault.under(*path, kind, was) for fault in _misspelled(kind, was, (*old, *new))
                )
                yield from (fault.under(*path, kind, was) for fault in _misspelled(kind, now, new))


def _misspelled(kind: str, name: str, items: Collection[Item]) -> Iterator[Fault]:
    found = spellings(kind, name, items)
    if not found:
        known = [full for other, full in items if other == kind]
        yield Fault("unknown-name", f"there is no {kind} {name}", did_you_mean(name, known))
    elif len(found) > 1:
        yield Fault("unknown-name", f"{name} can be {' or '.join(found)}", "Write the whole name.")
