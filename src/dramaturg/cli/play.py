"""`dramaturg play`: what can be played in the terminal."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import typer
from pydantic import ValidationError
from typer.core import TyperGroup
from typer.main import get_command

from dramaturg.app.wiring import App
from dramaturg.cli.shell import GoOn, Language
from dramaturg.cli.terminal import play
from dramaturg.engines import ENGINES, kit_of
from dramaturg.engines.games.content import find_game, game_content
from dramaturg.engines.games.engine import UNTIMED
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.sims.content import sim_content
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.ports import StoredContent


class Playable(TyperGroup):
    """The engines with options of their own here, and every other engine of the table."""

    def list_commands(self, ctx: Any) -> list[str]:
        named = super().list_commands(ctx)
        return [*named, *(each.word for each in ENGINES.values() if each.word not in named)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        by_word = {entry.word: name for name, entry in ENGINES.items()}
        found = super().get_command(ctx, cmd_name)
        return _plain(by_word[cmd_name]) if found is None and cmd_name in by_word else found


commands = typer.Typer(cls=Playable, no_args_is_help=True, add_completion=False)

Chosen = tuple[StoredContent, str | None]
"""What is played, and whom the person turns to first."""

LIMITS = {
    "name": "A name has 80 letters at most.",
    "born": "A year of birth is between 1880 and 2030.",
    "country": "A country is written with two letters, such as NL or BR.",
    "sitting_turns": "A sitting has 4 to 200 turns.",
}


@commands.command()
def sim(
    scenario: Annotated[str, typer.Argument(help="Id of a scenario.")] = "launch_decision",
    npc: Annotated[
        str | None,
        typer.Option("--npc", help="Id of the person to talk to; the first one if left out."),
    ] = None,
    session: GoOn = None,
    language: Language = "",
    steering: Annotated[
        Literal["graph", "counted"] | None,
        typer.Option(help="What steers a new session; as the scenario says if left out."),
    ] = None,
) -> None:
    """Talk to the people of a scenario."""

    async def begin(app: App) -> Chosen:
        return sim_content(app.library, scenario, steering), npc

    play(begin, session, language)


@commands.command()
def game(
    game: Annotated[
        str, typer.Argument(help="A game's folder or blueprint, or the id of a knowledge file.")
    ] = "heart",
    session: GoOn = None,
    untimed: Annotated[bool, typer.Option("--untimed", help="Without clocks.")] = False,
) -> None:
    """Play a learning game."""

    async def begin(app: App) -> Chosen:
        return game_content(await find_game(game, app.library)), UNTIMED if untimed else None

    play(begin, session)


@commands.command()
def interview(
    methodology: Annotated[
        str, typer.Argument(help="Id of a methodology, such as means_end_chain.")
    ] = "means_end_chain",
    about: Annotated[
        str, typer.Option(help="What it is about: id of a subject, or a few words.")
    ] = "oat_milk",
    guide: Annotated[str | None, typer.Option(help="Id of a discussion guide to follow.")] = None,
    turns: Annotated[
        int | None, typer.Option(min=2, max=500, help="At most so many answers.")
    ] = None,
    session: GoOn = None,
    language: Language = "",
) -> None:
    """Be interviewed."""

    async def begin(app: App) -> Chosen:
        return interview_content(app.library, methodology, about, guide, turns), None

    play(begin, session, language)


@commands.command()
def memoir(
    artifacts: Annotated[
        str, typer.Argument(help="Id of the interviewer's artifacts, or a folder with your own.")
    ] = "origins",
    name: Annotated[str, typer.Option(help="Your name, for the book.")] = "",
    born: Annotated[
        int | None, typer.Option(min=1880, max=2030, help="The year you were born.")
    ] = None,
    country: Annotated[
        str | None, typer.Option(help="Your country in two letters, for help in a crisis.")
    ] = None,
    turns: Annotated[
        int, typer.Option(min=4, max=200, help="About so many turns in a sitting.")
    ] = 24,
    session: GoOn = None,
    language: Language = "",
) -> None:
    """Tell your life, sitting by sitting."""
    teller = _teller(name, born, country, turns)

    async def begin(app: App) -> Chosen:
        return memoir_content(app.library, artifacts, teller), None

    play(begin, session, language)


def _teller(name: str, born: int | None, country: str | None, turns: int) -> Teller:
    letters = country.upper() if country else None
    try:
        return Teller(name=name, born=born, country=letters, sitting_turns=turns)
    except ValidationError as error:
        wrong = {str(fault["loc"][0]) for fault in error.errors()}
        raise BadInput(" ".join(LIMITS[field] for field in LIMITS if field in wrong)) from error


def _plain(engine: str) -> Any:
    """The command of an engine that has no options of its own here: what opens it is told value by
    value.
    """
    plain = typer.Typer(add_completion=False)

    @plain.command(name=ENGINES[engine].word, help=ENGINES[engine].about)
    def play_it(
        values: Annotated[
            list[str] | None,
            typer.Option("--set", help="What is played, as key=value; may be repeated."),
        ] = None,
        session: GoOn = None,
    ) -> None:
        async def begin(app: App) -> Chosen:
            content = kit_of(engine).content
            if content.OPENING is None:
                raise BadInput(f"{engine} cannot be opened here")
            try:
                opening = content.OPENING.model_validate({"engine": engine, **_values(values)})
            except ValidationError as error:
                raise BadInput(_told(error)) from error
            return content.stage(app.library, opening), opening.to

        play(begin, session)

    return get_command(plain)


def _values(given: list[str] | None) -> dict[str, Any]:
    """Numbers and yes or no as JSON writes them; everything else is words."""
    values: dict[str, Any] = {}
    for each in given or ():
        key, equals, value = each.partition("=")
        if not equals:
            raise BadInput(f"--set takes key=value, not {each!r}")
        try:
            values[key] = json.loads(value)
        except ValueError:
            values[key] = value
    return values


def _told(error: ValidationError) -> str:
    return "\n".join(
        f"--set {'.'.join(map(str, fault['loc']))}: {fault['msg'].lower()}"
        for fault in error.errors()
    )
