"""The `dramaturg` command: a table of what it knows. What stands behind a name is imported when it
is called, so that help is instant.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

COMMANDS = {
    "demo": (
        "An offline tour: an interview is held, a sim is played, and a learning game is made,"
        " played and written."
    ),
    "play": "Play in the terminal.",
    "sim": "What the walker of a sim decides.",
    "game": "Learning games: build, make, edit, export.",
    "interview": "Research interviews: why a question was asked, and what was found.",
    "memoir": "Memoirs: why each turn went as it did, the timeline, the book, and forgetting.",
    "study": "Studies: many interviews, their codes, matrices, saturation, reports and exports.",
    "check": "Prove authored content; exit 1 on faults, all of them, with file, line and remedy.",
    "replay": (
        "Play sessions again without a model and compare every record; or tell what another"
        " version would have decided."
    ),
    "migrate": (
        "Let stored sessions go on with a new version of their content; exit 1 when some need a"
        " decision."
    ),
    "sessions": "Stored sessions.",
    "new": "Write new content, with a model or from a template.",
    "simulate": "Play with simulated people, many at once.",
    "signals": "What people's words tell.",
    "test": (
        "Run walkthroughs, each in three ways that must agree; exit 1 on failures, with file, line"
        " and both sides."
    ),
    "schemas": "Write JSON Schemas, so that an editor completes and checks content.",
    "models": (
        "Which models speak and read: each is asked one question and told about; and the model"
        " servers of this machine."
    ),
    "serve": "Serve the studio and its API.",
}
"""What can be called, and help in a sentence. `commands` of the module of that name in
`dramaturg.cli` is what it does.
"""

MODULES = {"simulate": "simulations:simulate", "test": "test_folder"}
"""Where the module is not called as the command."""


class Commands(TyperGroup):
    """The commands of the table: listed without being imported."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """For help: its name and sentence alone."""
        if cmd_name in COMMANDS:
            return TyperGroup(name=cmd_name, help=COMMANDS[cmd_name])
        return None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, found, rest = super().resolve_command(ctx, args)
        return name, loaded(name) if name and found else found, rest


def loaded(name: str) -> Any:
    """A command with everything behind it: `loaded("play").commands["sim"]`."""
    module, _, attribute = MODULES.get(name, name).partition(":")
    command = get_command(
        getattr(import_module(f"dramaturg.cli.{module}"), attribute or "commands")
    )
    command.name, command.help = name, command.help or COMMANDS[name]
    return command


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help=(
        "Guided conversations and learning games in which a language model speaks and code decides."
    ),
)


@app.callback()
def dramaturg() -> None:
    """Makes it a group, although nothing is registered here."""


def run() -> None:
    """Run a command; an error that somebody can put right is a message and exit 1, not a trace."""
    from dramaturg.kernel.errors import DramaturgError

    # the ear multiplies small matrices: a second thread would wait for work and burn as it waits
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        app()
    except DramaturgError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:
        sys.exit(1)
    except OSError as error:
        if error.filename is None:
            raise
        print(
            f"{error.filename} cannot be used: {str(error.strerror).lower()}. See that it is there"
            " and that this user may use it.",
            file=sys.stderr,
        )
        sys.exit(1)
