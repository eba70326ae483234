"""What a page shows of a migration: what a new version changes, and what becomes of every session
that has an older one.
"""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.app.migrate.migrate import Done, Migrations, Survey
from dramaturg.app.migrate.plan import GOES_ON, Fate, Plan
from dramaturg.app.migrate.writing import map_text


@dataclass(frozen=True, slots=True)
class SessionFate:
    """What becomes of one session, and why: what it stands on under its new name, or what has to be
    decided.
    """

    session: str
    fate: Fate
    goes_on: bool
    details: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MigrationShown:
    """What the saved version changes, and for whom. `decisions` is a text to fill in, with every
    open question.
    """

    version: str
    changes: tuple[str, ...]
    sessions: tuple[SessionFate, ...]
    up_to_date: int
    decisions: str
    migrated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Sessions that have their version before again, and those that have gone on since."""

    sessions: tuple[str, ...]
    left: tuple[str, ...]


def migration_shown(
    survey: Survey, migrations: Migrations, done: Done | None = None
) -> MigrationShown:
    plans = survey.plans if done is None else done.left
    return MigrationShown(
        version=survey.version.version,
        changes=tuple(
            dict.fromkeys(str(change) for _, changes in survey.changes for change in changes)
        ),
        sessions=tuple(_fate(plan) for plan in plans),
        up_to_date=survey.up_to_date + (len(done.migrated) if done else 0),
        decisions=map_text(survey, migrations.map.document if migrations.map else None),
        migrated=tuple(plan.session for plan in done.migrated) if done else (),
    )


def _fate(plan: Plan) -> SessionFate:
    remapped = (f"{kind} {was} is now {now}" for (kind, was), (_, now) in plan.remapped)
    worries = (
        "; could go on at ".join(filter(None, (worry.message, ", ".join(worry.candidates))))
        for worry in plan.worries
    )
    note = (plan.note,) if plan.note else ()
    return SessionFate(plan.session, plan.fate, plan.fate in GOES_ON, (*note, *remapped, *worries))
