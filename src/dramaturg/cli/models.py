"""`dramaturg models`: what is set, whether it answers and how fast, and what this machine has."""

from __future__ import annotations

import asyncio
import json
import shlex
import shutil
from collections.abc import Collection, Iterator, Mapping

import typer

from dramaturg.app.config.settings import Settings
from dramaturg.app.model_trials import ModelsTried, Trial, try_models
from dramaturg.cli.shell import AsJson
from dramaturg.cli.text_layout import labelled
from dramaturg.turn.contract import Role
from dramaturg.turn.ports import StructuredBy

commands = typer.Typer(add_completion=False)

DOES: Mapping[Role, str] = {
    "speak": "says the lines",
    "read": "reads how somebody said it",
    "extract": "takes concepts and claims out of it",
}
BY: Mapping[StructuredBy, str] = {
    "schema": "asked for by JSON Schema",
    "json": "takes no JSON Schema: asked for as JSON, with the schema in words",
    "words": "takes neither JSON Schema nor plain JSON as a form: asked for in words",
}
WITHOUT = """No model is set, and none is needed: conversations, interviews, memoirs and games work
without. With one, people speak more freely and more is understood. Set one, such as

  DRAMATURG_MODEL=openai:gpt-5 OPENAI_API_KEY=... dramaturg play sim
  DRAMATURG_MODEL=anthropic:claude-sonnet-5 ANTHROPIC_API_KEY=... dramaturg play sim
  DRAMATURG_MODEL=google:gemini-2.5-flash GOOGLE_API_KEY=... dramaturg play sim
"""
NO_LOCAL = "No model server was found on this machine (Ollama, LM Studio, llama.cpp)."


@commands.command()
def models(as_json: AsJson = False) -> None:
    """Which model has which role: each is asked one small question, and is told about: whether it
    answers, how fast, in which form, at what cost. Then the model servers of this machine.

    Exit 1 when one that is set does not do what its role needs.
    """
    tried = asyncio.run(try_models()) if as_json else _aloud(Settings())
    if as_json:
        print(json.dumps(tried.as_json(), ensure_ascii=False, indent=2))
    if not tried.works:
        raise typer.Exit(1)


def _aloud(settings: Settings) -> ModelsTried:
    """Tells of each as it is done: the last may take a while."""
    width = shutil.get_terminal_size().columns
    print(*_settings(settings, width), sep="\n")
    whys: list[str] = []

    def told(trial: Trial) -> None:
        print("", *labelled(_rows(trial, whys), width), sep="\n", flush=True)
        whys.append(trial.why)

    tried = asyncio.run(try_models(settings, told))
    print("", *_local(tried), sep="\n")
    return tried


def _settings(settings: Settings, width: int) -> Iterator[str]:
    roles = settings.model_by_role
    if set(roles.values()) == {"offline"}:
        yield WITHOUT.rstrip()
        return
    yield from labelled(((role, f"{model} ({DOES[role]})") for role, model in roles.items()), width)


def _rows(trial: Trial, before: Collection[str]) -> Iterator[tuple[str, str]]:
    """What came of it; what is wrong for the reason of one before is not told again."""
    why = "for the same reason." if trial.why in before else trial.why
    yield trial.role, f"does not work: {why}" if trial.why else "works"
    reply = trial.reply
    if reply is None:
        return
    yield "answer", trial.said
    if reply.structured_by:
        yield "form", BY[reply.structured_by]
    elif trial.pieces:
        yield "streaming", f"in {trial.pieces} pieces" if trial.streamed else "no: all at once"
    speed = trial.tokens_per_second
    yield (
        "time",
        ", ".join(
            [
                *([f"first word after {trial.first:.1f} s"] if trial.first is not None else []),
                f"all after {reply.seconds:.1f} s",
                *([f"{speed:.1f} tokens a second"] if speed is not None else []),
            ]
        ),
    )
    counted = "about " if reply.estimated else ""
    yield (
        "tokens",
        f"{counted}{reply.tokens_in} in, {reply.tokens_cached} of them kept by the provider;"
        f" {counted}{reply.tokens_out} out",
    )
    yield "cost", "not known" if reply.cost is None else f"${reply.cost:.6f}"


def _local(tried: ModelsTried) -> Iterator[str]:
    if not tried.local:
        yield NO_LOCAL
        return
    yield "On this machine:"
    for server in tried.local:
        yield f"  {server.name} at {server.base_url}: {', '.join(server.models) or 'no model yet'}"
        if server.variables:
            pairs = (f"{name}={shlex.quote(value)}" for name, value in server.variables.items())
            yield f"    {' '.join(pairs)}"
