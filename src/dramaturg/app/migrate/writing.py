"""A map to fill in: every open question of a dry run as a comment, with the candidates for its
answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dramaturg.app.content.migration import GONE, Migration
from dramaturg.app.migrate.changes import VersionChange
from dramaturg.app.migrate.migrate import Survey
from dramaturg.app.migrate.plan import RENAMED, Plan
from dramaturg.content.yaml_writer import as_yaml
from dramaturg.engines import kits
from dramaturg.turn.migration import Worry

MOST_NAMED = 3  # sessions


def map_text(survey: Survey, given: Migration | None = None) -> str:
    """The text of a map file; what a map has decided already stays in it. It loads as it is, and
    then decides nothing more.
    """
    version = survey.version
    fresh = Migration(
        kind="migration",
        id=_name(f"{version.id}_{version.version}"),
        version=version.version,
        content=version.id,
    )
    decided = (given or fresh).model_dump(mode="json", exclude_defaults=True)
    comments = [
        *_certain(change for _, changes in survey.changes for change in changes),
        *_questions(survey.plans),
    ]
    return "\n".join((as_yaml(decided), *comments)).rstrip() + "\n"


def _name(text: str) -> str:
    return re.sub(r"[^a-z0-9_]+", "_", text.lower()).strip("_")


def _certain(changes: Iterable[VersionChange]) -> Iterator[str]:
    renamed = dict.fromkeys(str(change) for change in changes if change.how == "renamed")
    if renamed:
        yield "# Certain, and done without being asked:"
        yield from (f"#   {change}" for change in renamed)
        yield ""


def _questions(plans: Iterable[Plan]) -> Iterator[str]:
    """Each question once, with the sessions that have it, where its answer is to be written."""
    asked: dict[Worry, list[str]] = {}
    for plan in plans:
        for worry in plan.worries:
            asked.setdefault(worry, []).append(plan.session)
    if not asked:
        yield "# No question is open."
        return
    yield (
        "# Open questions. To answer one, take the # away from its line and from the headings above"
        " it. What is only called"
    )
    yield (
        "# otherwise now belongs under `renamed` instead of `places`: then what lies behind a"
        " session goes along."
    )
    for table, kind in sorted(
        {(_table(worry), worry.at[0]) for worry in asked if worry.candidates}
    ):
        yield from ("#", f"# {table}:", f"#   {kind}:")
        for worry, sessions in asked.items():
            if (_table(worry), worry.at[0]) == (table, kind) and worry.candidates:
                yield from (f"#     {line}" for line in _question(worry, sessions))
    for code in dict.fromkeys(worry.code for worry in asked if worry.code != GONE):
        reasons = dict.fromkeys(worry.message for worry in asked if worry.code == code)
        yield from ("#", *(f"# # {reason}" for reason in reasons), f"# accept: [{code}]")
    yield from (
        "#",
        "# # To leave a session with the version it has:",
        "# sessions:",
        f"#   {next(iter(asked.values()))[0]}: stay",
    )


def _table(worry: Worry) -> str:
    """Where the answer goes: a new name for the same thing, or another place."""
    elsewhere = worry.code == GONE or (_is_a_place(worry.at[0]) and worry.code != RENAMED)
    return "places" if elsewhere else "renamed"


def _question(worry: Worry, sessions: list[str]) -> Iterator[str]:
    first, *others = worry.candidates
    yield f"# {worry.code}: {worry.message} ({_sessions(sessions)})"
    yield f"{worry.at[1]}: {first}" + (f"  # or {', '.join(others)}" if others else "")


def _sessions(ids: list[str]) -> str:
    named = ", ".join(ids[:MOST_NAMED]) + (", ..." if len(ids) > MOST_NAMED else "")
    return f"{len(ids)} session{'s' if len(ids) > 1 else ''}: {named}"


def _is_a_place(kind: str) -> bool:
    """Whether a session can stand in things of that kind, and stand elsewhere instead."""
    return any(kind in kit.migrate.PLACES for kit in kits())
