"""Migrating: what becomes of every stored session in a new version of its content; doing it, one by
one; taking it back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from dramaturg.app.content.migration import Answers, Migration, answers_for, map_faults
from dramaturg.app.content.swap import revised
from dramaturg.app.migrate.changes import VersionChange
from dramaturg.app.migrate.plan import GOES_ON, Fate, Passage, Plan, plan_session
from dramaturg.app.sessions.sessions import Sessions
from dramaturg.content.documents import Loaded
from dramaturg.engines import ENGINES
from dramaturg.engines.kit import Version
from dramaturg.kernel.errors import ConflictError, ContentError, DramaturgError, NotFound
from dramaturg.studies.base.document import COUNTED_BY
from dramaturg.turn.loop import revive
from dramaturg.turn.migration import Item, Moved, Worry
from dramaturg.turn.ports import EventLog, SessionInfo, StoredContent

STUDY = "in-a-study"
TRIES = 3  # of a session that goes on while we look
UNREADABLE = (
    DramaturgError,
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
)  # what a log of somebody else's making can raise


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, and what it was made on: the content the session goes on with, and the last turn that
    was seen.
    """

    plan: Plan
    content: StoredContent | None = None
    newest: int = -1


@dataclass(frozen=True, slots=True)
class Survey:
    """What would become of all sessions that have an older version. `changes`: by that version,
    what the new one changes.
    """

    version: Version
    changes: tuple[tuple[str, tuple[VersionChange, ...]], ...]
    planned: tuple[Planned, ...]
    up_to_date: int

    @property
    def plans(self) -> tuple[Plan, ...]:
        return tuple(each.plan for each in self.planned)


@dataclass(frozen=True, slots=True)
class Done:
    """What happened: sessions that went on, and what is left."""

    migrated: tuple[Plan, ...]
    left: tuple[Plan, ...]


@dataclass(frozen=True, slots=True)
class Undone:
    """Sessions that have their version before again, and those that have not, with the reason."""

    taken_back: tuple[str, ...]
    left: tuple[tuple[str, str], ...]


def counted(plans: Collection[Plan]) -> dict[Fate, int]:
    return dict(Counter(plan.fate for plan in plans))


@dataclass(slots=True)
class Migrations:
    """Everything that can be done with the sessions of a content and one new version of it."""

    log: EventLog
    sessions: Sessions
    version: Version
    map: Loaded[Migration] | None = None
    only: frozenset[str] = frozenset()
    in_studies: frozenset[str] = frozenset()
    """Sessions that belong to a study."""
    _passages: dict[str, Passage | str | None] = field(default_factory=dict)

    async def survey(self) -> Survey:
        """The dry run. Raises ContentError when the map names what is not there."""
        concerned = [
            info for info in await self._all() if await self._passage(info.content_hash) is not None
        ]
        outdated = [info for info in concerned if not self._is_new(info)]
        self._check_map()
        planned = [await self._plan(info) for info in outdated]
        return Survey(self.version, self._changes(), tuple(planned), len(concerned) - len(outdated))

    async def apply(self, planned: Sequence[Planned]) -> Done:
        """Migrate whoever can go on, each in a transaction of its own. What is left can be tried
        again.
        """
        after = [await self._apply(each) for each in planned]
        migrated = tuple(plan for plan, went in after if went)
        return Done(migrated, tuple(plan for plan, went in after if not went))

    async def undo(self) -> Undone:
        """Take back the newest migration of each session to another version of this content, if
        nothing was said since.
        """
        taken_back: list[str] = []
        left: list[tuple[str, str]] = []
        for info in await self._all():
            if await self._was_migrated_here(info):
                try:
                    await self.sessions.unmigrate(info.id)
                    taken_back.append(info.id)
                except ConflictError:
                    left.append(
                        (info.id, "it has gone on since: migrate it to the earlier version instead")
                    )
        return Undone(tuple(taken_back), tuple(left))

    # ── which sessions ────────────────────────────────────────────────────────────────────────────

    async def _all(self) -> list[SessionInfo]:
        found = [info for info in await self.log.sessions() if info.engine in ENGINES]
        return [info for info in found if not self.only or info.id in self.only]

    def _is_new(self, info: SessionInfo) -> bool:
        passage = self._passages[info.content_hash]
        return isinstance(passage, Passage) and not passage.is_needed

    async def _was_migrated_here(self, info: SessionInfo) -> bool:
        """Whether the contents before and since its newest migration differ in this part alone."""
        passages = [await self._passage(hash) for _, hash in await self.log.contents(info.id)]
        ends = {passage.new.hash for passage in passages[-2:] if isinstance(passage, Passage)}
        return (
            len(passages) > 1
            and len(ends) == 1
            and all(isinstance(passage, Passage) for passage in passages[-2:])
        )

    # ── one session ───────────────────────────────────────────────────────────────────────────────

    async def _plan(self, info: SessionInfo) -> Planned:
        if await self.log.pending(info.id) is not None:
            return Planned(
                Plan(
                    info.id,
                    "under way",
                    note="a turn is being played, or was left by a crash: resume it first",
                )
            )
        passage = await self._passage(info.content_hash)
        if not isinstance(passage, Passage):
            return Planned(
                Plan(info.id, "cannot be read", note=passage or "it has other content meanwhile")
            )
        try:
            live = await revive(info.id, self.sessions.engines.of(passage.old), self.log)
            answers = self._answers(info.id, passage)
            plan = plan_session(info.id, passage, live.state, answers)
        except UNREADABLE as error:
            return Planned(
                Plan(
                    info.id,
                    "cannot be read",
                    note=f"{type(error).__name__}: {error}".splitlines()[0],
                )
            )
        if info.id in self.in_studies and STUDY not in answers.accept:
            plan = _counted_by_its_study(plan)
        return Planned(plan, passage.new, live.turns - 1)

    async def _apply(self, planned: Planned) -> tuple[Plan, bool]:
        for _ in range(TRIES):
            plan, content = planned.plan, planned.content
            if plan.fate not in GOES_ON or content is None:
                return plan, False
            try:
                await self.sessions.migrate(
                    plan.session, content, Moved(plan.moves, content.version), planned.newest
                )
                return plan, True
            except (ConflictError, NotFound):  # it went on since it was planned, or was deleted
                planned = await self._plan_again(plan.session)
        return (
            replace(planned.plan, fate="under way", note="it keeps going on: try again later"),
            False,
        )

    async def _plan_again(self, session: str) -> Planned:
        try:
            return await self._plan(await self.log.session(session))
        except NotFound as error:
            return Planned(Plan(session, "cannot be read", note=str(error)))

    async def _passage(self, hash: str) -> Passage | str | None:
        """From a content to the same with the new version; why there is no way; None where it has
        no such part.
        """
        if hash not in self._passages:
            self._passages[hash] = self._way_from(await self.log.content(hash))
        return self._passages[hash]

    def _way_from(self, old: StoredContent) -> Passage | str | None:
        try:
            new = revised(old, self.version)
        except ContentError as error:
            return f"the new version does not go with {old.id}: {error}"
        return Passage(old, new, self.sessions.engines.of(new)) if new else None

    # ── the map, and what changes ─────────────────────────────────────────────────────────────────

    def _answers(self, session: str, passage: Passage) -> Answers:
        if self.map is None:
            return Answers()
        return answers_for(session, self.map.document, passage.changes.old, passage.changes.new)

    def _check_map(self) -> None:
        """By the versions that are left: once all sessions have the new one, nobody knows any more
        what the map was about.
        """
        passages = [
            passage
            for passage in self._passages.values()
            if isinstance(passage, Passage) and passage.is_needed
        ]
        if self.map is None or not passages:
            return
        old: set[Item] = {item for passage in passages for item in passage.changes.old}
        new: set[Item] = {item for passage in passages for item in passage.changes.new}
        if faults := [self.map.locate(fault) for fault in map_faults(self.map.document, old, new)]:
            raise ContentError(faults)

    def _changes(self) -> tuple[tuple[str, tuple[VersionChange, ...]], ...]:
        """By version, each set of changes once: several scenarios can share the backbone that was
        changed.
        """
        told: dict[tuple[VersionChange, ...], str] = {}
        for passage in self._passages.values():
            if isinstance(passage, Passage) and passage.is_needed:
                told.setdefault(passage.changes.all, f"{passage.old.id} {passage.old.version}")
        return tuple((version, changes) for changes, version in told.items())


def _counted_by_its_study(plan: Plan) -> Plan:
    """A study keeps the methodology it was opened with, and counts by its types."""
    renamed = [(kind, name) for kind in COUNTED_BY for name in plan.moves.get(kind, {})]
    if plan.fate not in GOES_ON or not renamed:
        return plan
    message = "its study counts by the types it was opened with, and would not know the new ones"
    return Plan(
        plan.session,
        "needs a decision",
        worries=tuple(Worry(STUDY, message, item) for item in renamed),
    )
