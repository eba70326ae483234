"""The `dramaturg simulate` commands: one for each engine, whose options are the fields of its
request, one for all engines, and one for cohorts.

Nothing heavy is imported until somebody asks for one of them.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from dramaturg.engines import ENGINES, kit_of

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from dramaturg.engines.simulation import Simulator


Count = Annotated[int | None, typer.Option(min=1, help="How many sessions; everybody in turn.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same people; another, others.")]
Workers = Annotated[
    int | None,
    typer.Option(min=1, help="Processes to play in; one for each processor if left out."),
]
Script = Annotated[
    list[Path] | None,
    typer.Option(
        help=(
            "Walkthroughs, or folders of them, whose lines are said in place of simulated people's."
        )
    ),
]
AsJob = Annotated[
    bool,
    typer.Option(
        "--job", help="As a job, which the same command resumes; more than 200 always are."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="JSON instead of tables.")]
Out = Annotated[
    Path | None, typer.Option(help="A folder for every result as a JSON line, and for the report.")
]
Against = Annotated[
    str | None,
    typer.Option(
        help="Other content for the same people, by file, folder or id, to be compared in pairs."
    ),
]
AgainstSet = Annotated[
    list[str] | None,
    typer.Option(
        "--against-set",
        help="The content with another value, as path=value, to be compared in pairs.",
    ),
]
Html = Annotated[
    Path | None,
    typer.Option("--html", dir_okay=False, help="A file for the report as a web page, with plots."),
]

SHARED: Mapping[str, tuple[Any, Any]] = {
    "count": (Count, None),
    "seed": (Seed, 1),
    "workers": (Workers, None),
    "script": (Script, None),
    "job": (AsJob, False),
    "json": (AsJson, False),
    "out": (Out, None),
    "against": (Against, None),
    "against_set": (AgainstSet, None),
    "html": (Html, None),
}
"""The options that every engine's command has."""


# ── one command for each engine ───────────────────────────────────────────────────────────────────


class _EngineCommands(TyperGroup):
    """The commands below, after one for each engine that can be simulated, which is made when it is
    first looked for.
    """

    @property
    def commands(self) -> Any:
        for simulator in () if self._made else _simulators():
            self._made[simulator.word] = _command(simulator)
        return {**self._made, **self._written}

    @commands.setter
    def commands(self, written: Any) -> None:
        self._written, self._made = written, dict[str, Any]()


def _simulators() -> Iterator[Simulator]:
    found = (kit_of(name).simulate for name in ENGINES)
    return (simulator for simulator in found if simulator is not None)


def _command(simulator: Simulator) -> Any:
    """Its own options are the fields of its request; those whose value depends on whether something
    is compared have none until then.
    """
    fields = {
        name: field for name, field in simulator.request.model_fields.items() if name not in SHARED
    }

    def run(**given: Any) -> None:
        from dramaturg.cli.simulate import other_of, run_simulate

        other = other_of(given["against"], given["against_set"])
        own = {} if other else dict(simulator.uncompared)
        for name in (*fields, "count", "seed"):
            value = given[name]
            if name in fields and isinstance(fields[name].default, tuple):
                value = tuple(each.strip() for each in value.split(",")) if value else ()
            own |= {} if value is None else {name: value}
        run_simulate(simulator, simulator.request(**own), _choices(given))

    own = {
        name: _option(simulator.options.get(name, name), field, name in simulator.uncompared)
        for name, field in fields.items()
    }
    options = {**own, **SHARED}
    run.__annotations__ = {name: kind for name, (kind, _) in options.items()}
    parameters = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in options.items()
    ]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # typer asks it
    made = typer.Typer(add_completion=False)
    made.command(simulator.word, help=simulator.about)(run)
    return typer.main.get_command(made)


def _option(name: str, field: FieldInfo, unset: bool) -> tuple[Any, Any]:
    """The type and the default of the option for a field; names are typed with commas."""
    limits: dict[str, Any] = {}
    for each in field.metadata:
        limits |= {"min": each.ge} if hasattr(each, "ge") else {"max": each.le}
    names = isinstance(field.default, tuple)
    kind: Any = str if names else field.annotation
    option = typer.Option(f"--{name}", help=field.description, **limits)
    default = None if unset else "" if names else field.default
    return Annotated[kind | None if unset else kind, option], default


def _choices(given: Mapping[str, Any]) -> Any:
    from dramaturg.cli.simulate import Choices, other_of

    return Choices(
        workers=given["workers"],
        script=tuple(given.get("script") or ()),
        job=given["job"],
        as_json=given["json"],
        out=given["out"],
        other=other_of(given.get("against"), given.get("against_set")),
        html=given.get("html"),
    )


# ── all of them, and cohorts ──────────────────────────────────────────────────────────────────────

simulate = typer.Typer(
    no_args_is_help=True, help="Play with simulated people, many at once.", cls=_EngineCommands
)


@simulate.command("all")
def every_engine(
    count: Annotated[int, typer.Option(min=1, help="How many sessions of each engine.")] = 50,
    turns: Annotated[
        int,
        typer.Option(min=4, max=100, help="Turns of an interview, and of a memoir's one sitting."),
    ] = 6,
    seed: Seed = 1,
    workers: Workers = None,
    script: Script = None,
    job: AsJob = False,
    json: AsJson = False,
    out: Out = None,
) -> None:
    """So many sessions of every engine in one run: how long they take, how much memory, and whether
    one was stuck.
    """
    from dramaturg.cli.simulate import run_simulate_all

    how: dict[str, Any] = {
        "workers": workers,
        "script": script,
        "job": job,
        "json": json,
        "out": out,
    }
    run_simulate_all(count, turns, seed, _choices(how))


@simulate.command("run")
def run(
    cohort: Annotated[str, typer.Argument(help="A YAML file with kind: cohort, or the id of one.")],
    count: Annotated[
        int | None,
        typer.Option(min=1, help="How many people in all; as many as the groups say if left out."),
    ] = None,
    seed: Seed = 1,
    workers: Workers = None,
    job: AsJob = False,
    json: AsJson = False,
    out: Out = None,
    against: Against = None,
    against_set: AgainstSet = None,
    html: Html = None,
) -> None:
    """A cohort: groups of simulated people in the numbers you expect, and how each group fares."""
    from dramaturg.cli.simulate import run_cohort

    how: dict[str, Any] = {"workers": workers, "job": job, "json": json, "out": out, "html": html}
    how |= {"against": against, "against_set": against_set}
    run_cohort(cohort, count, seed, _choices(how))
