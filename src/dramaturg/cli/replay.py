"""`dramaturg replay`: whether stored sessions go so again, and where another version of their
content would decide otherwise.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import typer

from dramaturg.app.content.swap import ContentChange, find_version
from dramaturg.app.replay.replay import Again, play_again
from dramaturg.app.replay.what_if import Deciders, Redecided, WhatIf, what_if
from dramaturg.app.replay.what_if_summary import ChangeCount, Summary, ending_changed, summary
from dramaturg.app.sessions.sessions import Replayed
from dramaturg.app.wiring import App
from dramaturg.cli.shell import AsJson, find_session, with_app
from dramaturg.engines import kit_of
from dramaturg.english.forms import many
from dramaturg.kernel.errors import BadInput, NotFound
from dramaturg.turn.migration import TurnChoice

MOST_CHANGES, MOST_NAMED = (
    20,
    3,
)  # kinds of change, and sessions with the same trouble, that are told; --json has all


commands = typer.Typer(add_completion=False)


@dataclass(frozen=True, slots=True)
class Which:
    """The sessions that are meant."""

    sessions: tuple[str, ...] = ()
    study: str | None = None
    everything: bool = False


@commands.command()
def replay(
    sessions: Annotated[
        list[str] | None,
        typer.Argument(
            help="Ids of sessions; the beginning of an id is enough if it is the only one."
        ),
    ] = None,
    study: Annotated[str | None, typer.Option(help="All sessions of this study.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="All sessions of the store.")] = False,
    other: Annotated[
        str | None,
        typer.Option(
            "--with",
            help=(
                "Another version of something authored, by file, folder or id: tell what it would"
                " change."
            ),
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", help="A value of the sessions' own content, as path=value; may be repeated."
        ),
    ] = None,
    readings: Annotated[
        str,
        typer.Option(
            help="'again' reads the words once more, 'recorded' takes the readings on record."
        ),
    ] = "again",
    as_json: AsJson = False,
) -> None:
    """Play sessions again without a model and compare every record; or tell what another version
    would have decided.
    """
    which = Which(tuple(sessions or ()), study, everything)
    if other is not None or settings:
        with_app(lambda app: _what_if(app, which, other, tuple(settings or ()), as_json))
        return
    if readings not in ("again", "recorded"):
        raise BadInput(f"--readings takes 'again' or 'recorded', not {readings!r}")
    if not with_app(lambda app: _replayed(app, which, readings == "recorded", as_json)):
        sys.exit(1)


async def _meant(app: App, which: Which) -> list[str]:
    if sum((bool(which.sessions), which.study is not None, which.everything)) != 1:
        raise BadInput("say which sessions: their ids, --study and its id, or --all")
    if not (found := await _found(app, which)):
        raise NotFound("there are no sessions yet: see `dramaturg sessions list`")
    return found


async def _found(app: App, which: Which) -> list[str]:
    if which.everything:
        return [info.id for info in reversed(await app.log.sessions())]
    if which.study is not None:
        return sorted(await app.studies.sessions(await app.studies.find(which.study)))
    return [await find_session(app.log, beginning) for beginning in which.sessions]


# ── exact replay ──────────────────────────────────────────────────────────────────────────────────


def _line(again: Again) -> str:
    if again.failure:
        return f"cannot be replayed: {again.failure}"
    return (
        f"{sum(turn.same for turn in again.turns)} of {len(again.turns)} turns are the same, to the"
        " letter"
    )


async def _replayed(app: App, which: Which, recorded: bool, as_json: bool) -> bool:
    sessions = await _meant(app, which)
    alone = len(sessions) == 1 and bool(which.sessions)
    results = []
    for session in sessions:
        again = await play_again(app.sessions, session, recorded)
        results.append(again)
        if not as_json:
            for told in _told_again(again, alone):
                print(told)
    if as_json:
        print(
            json.dumps(
                {"sessions": [_again_json(each) for each in results]}, ensure_ascii=False, indent=2
            )
        )
    elif not alone:
        print(f"{sum(each.same for each in results)} of {len(results)} sessions are the same")
    return all(each.same for each in results)


def _told_again(again: Again, alone: bool) -> Iterator[str]:
    before = "" if alone else "  "
    if not alone:
        yield f"{again.session}  {_line(again)}"
    for turn in again.turns:
        if turn.note:
            yield f"{before}turn {turn.turn}: {turn.note}"
        elif not turn.same:
            yield from (before + line for line in _difference(turn))
    if alone:
        yield _line(again)


def _difference(turn: Replayed) -> Iterator[str]:
    was, now = json.loads(turn.was), json.loads(turn.now)
    for name in was:
        if was[name] != now.get(name):
            yield f"turn {turn.turn}, {name}:"
            yield f"  was {json.dumps(was[name])}"
            yield f"  now {json.dumps(now.get(name))}"


def _again_json(again: Again) -> dict[str, Any]:
    turns = [{"turn": turn.turn, "same": turn.same, "note": turn.note} for turn in again.turns]
    return {"session": again.session, "same": again.same, "failure": again.failure, "turns": turns}


# ── what if ───────────────────────────────────────────────────────────────────────────────────────


async def _what_if(
    app: App, which: Which, other: str | None, settings: tuple[str, ...], as_json: bool
) -> None:
    another = ContentChange(find_version(app.library, other) if other else None, settings)
    deciders = Deciders(another)
    found = [await what_if(app.log, session, deciders) for session in await _meant(app, which)]
    if all(each.outcome == "not concerned" for each in found):
        raise BadInput(f"nothing would change: {_of_them(found)} {found[0].why}")
    if as_json:
        print(json.dumps(_what_if_json(another, found), ensure_ascii=False, indent=2))
    elif len(found) == 1:
        print("\n".join(_one(found[0], another)))
    else:
        print("\n".join(_many(summary(found), another)))


def _of_them(found: Sequence[WhatIf]) -> str:
    return (
        f"session {found[0].session} has"
        if len(found) == 1
        else f"none of {len(found)} sessions is concerned; the first has"
    )


def _one(found: WhatIf, another: ContentChange) -> Iterator[str]:
    """One session, turn by turn: only where the two part."""
    if found.outcome == "undecided":
        raise BadInput(f"session {found.session} cannot be decided by {another}: {found.why}")
    for turn in found.differing:
        yield from _turn(turn)
    yield from found.notes
    if found.differing:
        yield f"the first turn to differ is {found.differing[0].turn}"
    yield from _carried(found)
    if ending := ending_changed(found):
        yield f"end: was {ending[0]}, would be {ending[1]}"
    yield (
        f"{another} would have decided {len(found.differing)} of {len(found.turns)} turns otherwise"
    )


def _turn(turn: Redecided) -> Iterator[str]:
    yield f"turn {turn.turn}"
    for name, choice in (("was", turn.was), ("would", turn.would)):
        yield f"  {name:5} {_words(choice)}"
        yield f"        {choice.reason}"


def _words(choice: TurnChoice) -> str:
    return ", ".join(f"{name} {word}" for name, word in choice.words.items())


def _carried(found: WhatIf) -> Iterator[str]:
    """Where a sim or a game was, turn by turn, and where the other version would have been on its
    own way.
    """
    place = kit_of(found.engine).explain.PLACE
    carried = [(turn.turn, turn.carried) for turn in found.turns if turn.carried]
    was = {turn.turn: turn.was.words.get(place or "", "") for turn in found.turns}
    own = {number: choice.words.get(place or "", "") for number, choice in carried}
    if place is None or all(own[number] == was[number] for number in own):
        return
    yield f"{place} then: {_way(was)}"
    yield f"{place} now:  {_way(own)}"
    if len(own) < len(was):
        yield f"  after turn {carried[-1][0]} nobody can know: {carried[-1][1].reason}"


def _way(places: Mapping[int, str]) -> str:
    """Each place once, with the turns spent there."""
    way: list[tuple[str, list[int]]] = []
    for turn, place in places.items():
        if way and way[-1][0] == place:
            way[-1][1].append(turn)
        else:
            way.append((place, [turn]))
    return ", ".join(
        f"{place} {turns[0]}" + (f"-{turns[-1]}" if len(turns) > 1 else "") for place, turns in way
    )


def _many(told: Summary, another: ContentChange) -> Iterator[str]:
    """Many sessions: what would change, and how often."""
    yield f"{another} would have decided {told.otherwise} of {told.turns} turns otherwise"
    yield (
        f"sessions: {', '.join(f'{number} {outcome}' for outcome, number in told.sessions.items())}"
    )
    for title, changes in (("changes", told.changes), ("ends", told.endings)):
        if changes:
            yield f"\n{title}"
            yield from (f"  {_change(change)}" for change in changes[:MOST_CHANGES])
        if len(changes) > MOST_CHANGES:
            yield f"  and {len(changes) - MOST_CHANGES} more; --json has all"
    for title, by_reason in (("could not be decided", told.undecided), ("to be known", told.noted)):
        if by_reason:
            yield f"\n{title}"
            yield from (f"  {_named(sessions)}: {reason}" for reason, sessions in by_reason.items())


def _change(change: ChangeCount) -> str:
    return (
        f"{change.was} -> {change.would}: {many(change.turns, 'turn')} in"
        f" {many(change.sessions, 'session')}"
    )


def _named(sessions: Sequence[str]) -> str:
    more = len(sessions) - MOST_NAMED
    return ", ".join(sessions[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _what_if_json(another: ContentChange, found: Sequence[WhatIf]) -> dict[str, Any]:
    return {
        "with": str(another),
        "summary": asdict(summary(found)),
        "sessions": [
            {
                "session": each.session,
                "engine": each.engine,
                "content": each.content,
                "outcome": each.outcome,
                "why": each.why,
                "notes": list(each.notes),
                "turns": len(each.turns),
                "otherwise": [
                    asdict(turn)
                    for turn in each.turns
                    if not turn.same
                    or (turn.carried is not None and turn.carried.words != turn.was.words)
                ],
            }
            for each in found
        ],
    }
