"""Planning: what becomes of one session in another version of its content. Pure in both contents,
its state and the map.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from dramaturg.app.content.migration import GONE, Answers, Names
from dramaturg.app.migrate.changes import Changes, changes_between
from dramaturg.engines import kit_of
from dramaturg.engines.kit import Migrate, Owners
from dramaturg.turn.engine import AnyEngine
from dramaturg.turn.migration import Item, Moves, Worry
from dramaturg.turn.ports import StoredContent

Fate = Literal[
    "keeps its place",
    "remapped",
    "needs a decision",
    "over",
    "stays",
    "under way",
    "cannot be read",
]
GOES_ON = frozenset({"keeps its place", "remapped"})
RENAMED = "perhaps-renamed"


@dataclass(frozen=True, slots=True)
class Plan:
    """What becomes of a session. `remapped`: what it stands on, by its old and its new name;
    `moves`: what its state is told.
    """

    session: str
    fate: Fate
    remapped: tuple[tuple[Item, Item], ...] = ()
    worries: tuple[Worry, ...] = ()
    moves: Moves = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True)
class Passage:
    """From one content to another, with the engine that plays the other."""

    old: StoredContent
    new: StoredContent
    engine: AnyEngine

    @property
    def moving(self) -> Migrate:
        return kit_of(self.old.engine).migrate

    @property
    def is_needed(self) -> bool:
        return self.new.hash != self.old.hash

    @cached_property
    def changes(self) -> Changes:
        return changes_between(
            json.loads(self.old.body), json.loads(self.new.body), self.moving.NAMED
        )

    @cached_property
    def owners(self) -> tuple[Owners, Owners]:
        return self.moving.owners(json.loads(self.old.body)), self.moving.owners(
            json.loads(self.new.body)
        )


def plan_session(session: str, passage: Passage, state: Any, answers: Answers) -> Plan:
    """Certain renames and the map's, then what the state stands on, then what the engine of the new
    version worries about.
    """
    if passage.moving.is_over(state):
        return Plan(session, "over")
    if answers.stays:
        return Plan(session, "stays")
    spelling = _Spelling(passage, _renames(passage.changes, answers))
    stood = [item for item in passage.moving.stands_on(state) if spelling.is_needed(item)]
    placed: dict[Item, Item] = {}
    questions = [worry for item in stood for worry in _gone(item, spelling, answers, placed)]
    moves, worries = _worried(spelling, state, placed)
    tried: set[tuple[Item, str]] = set()
    while not questions and (further := _further(worries, stood, spelling, answers, placed, tried)):
        placed |= further
        moves, worries = _worried(spelling, state, placed)
    asked = {worry.at for worry in questions}
    questions += [
        worry for worry in worries if worry.code not in answers.accept and worry.at not in asked
    ]
    if questions:
        return Plan(session, "needs a decision", worries=tuple(questions))
    now = [
        (item, spelling.before(item), spelling.after(placed.get(item, spelling.renamed(item))))
        for item in stood
    ]
    remapped = tuple((was, then) for item, was, then in now if was != then or item in placed)
    return Plan(session, "remapped" if remapped else "keeps its place", remapped, moves=moves)


def _gone(
    item: Item, spelling: _Spelling, answers: Answers, placed: dict[Item, Item]
) -> list[Worry]:
    """Why this place is none in the new version; a place that the map names for it is taken."""
    was = spelling.before(item)
    kind, name = was
    place = answers.places.get(kind, {}).get(name)
    if not spelling.is_there(item):
        if place:
            placed[item] = spelling.standing(item, place)
            return []
        candidates = spelling.changes.candidates.get(was) or spelling.nearest(item)
        return [Worry(GONE, f"{kind} {name} is gone", was, candidates)]
    if (
        was in spelling.changes.doubtful
        and name not in answers.renamed.get(kind, {})
        and RENAMED not in answers.accept
    ):
        heirs = spelling.changes.doubtful[was]
        return [
            Worry(
                RENAMED, f"what {kind} {name} said is now said by {' and '.join(heirs)}", was, heirs
            )
        ]
    return []


def _worried(
    spelling: _Spelling, state: Any, placed: Mapping[Item, Item]
) -> tuple[Moves, list[Worry]]:
    """What the state is told, and what the new version's engine then worries about, in the
    content's names.
    """
    moving = spelling.passage.moving
    moves = spelling.moves(placed)
    return moves, [
        spelling.told(worry)
        for worry in moving.worries(spelling.passage.engine, moving.moved(state, moves))
    ]


def _further(
    worries: Collection[Worry],
    stood: Collection[Item],
    spelling: _Spelling,
    answers: Answers,
    placed: Mapping[Item, Item],
    tried: set[tuple[Item, str]],
) -> dict[Item, Item]:
    """The places that the map names for what is there, and from where a session cannot simply go on
    all the same.
    """
    worrying = {worry.at for worry in worries if worry.code not in answers.accept}
    found: dict[Item, Item] = {}
    for item in stood:
        here = spelling.after(placed.get(item, spelling.renamed(item)))
        names = (here,) if item in placed else (here, spelling.before(item))
        place = next(
            (place for kind, name in names if (place := answers.places.get(kind, {}).get(name))),
            None,
        )
        if place and here in worrying and (item, place) not in tried:
            tried.add((item, place))
            found[item] = spelling.standing(item, place)
    return found


# ── names ─────────────────────────────────────────────────────────────────────────────────────────


def _renames(changes: Changes, answers: Answers) -> dict[Item, Item]:
    """What each thing of the old content is in the new one: certainly, or because the map says so;
    with all its parts.
    """
    given = {
        (kind, was): (kind, now)
        for kind, names in answers.renamed.items()
        for was, now in names.items()
    }
    found = {was: now for was, now in changes.same.items() if now not in given.values()} | given
    for (_, was), (_, now) in given.items():
        for kind, name in changes.old:
            part = kind, name.replace(f"{was}/", f"{now}/", 1)
            if name.startswith(f"{was}/") and part in changes.new:
                found.setdefault((kind, name), part)
    return found


@dataclass(frozen=True)
class _Spelling:
    """One thing in four spellings: as the session and the content called it, and as they call it
    now.
    """

    passage: Passage
    same: Mapping[Item, Item]

    @property
    def changes(self) -> Changes:
        return self.passage.changes

    def before(self, item: Item) -> Item:
        """What a session's thing is called in the old content."""
        return _at_home(item, self.passage.owners[0])

    def after(self, item: Item) -> Item:
        return _at_home(item, self.passage.owners[1])

    def renamed(self, item: Item) -> Item:
        """What the session calls it in the new version."""
        return self.standing(item, self.same.get(self.before(item), item)[1])

    def standing(self, item: Item, name: str) -> Item:
        """How the session calls the thing of that name, where it called it so before."""
        kind, before = item
        owner, slash, _ = before.rpartition("/")
        if kind not in self.passage.owners[0] or not slash:
            return kind, name
        return kind, f"{self._owner(owner)}/{name.rpartition('/')[2]}"

    def is_needed(self, item: Item) -> bool:
        """Whether the old content has it, and the new one whom it belongs to; else it is nothing to
        go on from.
        """
        kind, name = item
        owners = self.passage.owners[1].get(kind)
        return self.before(item) in self.changes.old and (
            owners is None or self._owner(name.rpartition("/")[0]) in owners
        )

    def is_there(self, item: Item) -> bool:
        now = self.same.get(self.before(item))
        return now is not None and now in self.changes.new and self.after(self.renamed(item)) == now

    def nearest(self, item: Item) -> tuple[str, ...]:
        """Of the same name, where its owner has other things now; failing that, all that the owner
        has.
        """
        kind, name = self.after(self.standing(item, item[1]))
        if (kind, name) in self.changes.new:
            return (name,)
        parent = name.rpartition("/")[0]
        return tuple(
            each
            for other, each in self.changes.new
            if other == kind and each.rpartition("/")[0] == parent
        )

    def moves(self, placed: Mapping[Item, Item]) -> Moves:
        """Everything that has another name now, as the session is told."""
        moves: Names = {}
        for (kind, was), (_, now) in self.same.items():
            if was != now:
                told = {
                    spelled: self.standing((kind, spelled), now)[1]
                    for spelled in self._known_as(kind, was)
                }
                moves.setdefault(kind, {}).update(
                    {spelled: name for spelled, name in told.items() if spelled != name}
                )
        for (kind, was), (_, now) in placed.items():
            moves.setdefault(self.passage.moving.PLACES.get(kind, kind), {})[was] = now
        return {kind: names for kind, names in moves.items() if names}

    def told(self, worry: Worry) -> Worry:
        """A worry in the content's names."""
        at = self.after(worry.at)
        parent = at[1].rpartition("/")[0]
        full = (
            f"{parent}/{name}" if parent and "/" not in name else name for name in worry.candidates
        )
        return replace(worry, at=at, candidates=tuple(full))

    def _owner(self, owner: str) -> str:
        kind = self.passage.moving.OWNER
        return self.same.get((kind, owner), (kind, owner))[1]

    def _known_as(self, kind: str, name: str) -> list[str]:
        """Under which names sessions know a thing of the old content."""
        owners = self.passage.owners[0].get(kind)
        if owners is None:
            return [name]
        parent, _, last = name.rpartition("/")
        return [f"{owner}/{last}" for owner, theirs in owners.items() if theirs == parent]


def _at_home(item: Item, owners: Owners) -> Item:
    """What the content calls a thing of a session."""
    kind, name = item
    owner, slash, last = name.rpartition("/")
    return (kind, f"{owners[kind].get(owner, owner)}/{last}") if slash and kind in owners else item
