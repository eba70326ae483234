"""`dramaturg test`: the walkthroughs in some folders, run like tests: a line each, failures with
place and both sides.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated
from xml.etree import ElementTree

import typer

from dramaturg.app.check.report import fault_json
from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.config.settings import Settings
from dramaturg.app.walkthroughs.run import Failure, Ran
from dramaturg.app.walkthroughs.suite import Suite, find_suite
from dramaturg.app.walkthroughs.ways import WAYS
from dramaturg.cli.coverage import coverage_json, coverage_text
from dramaturg.cli.shell import AsJson, write_file
from dramaturg.english.forms import many
from dramaturg.kernel.errors import Fault, NotFound
from dramaturg.turn.coverage import Coverage, joined

NONE = (
    "no walkthrough was found: write one, or make one of a session with `dramaturg sessions export"
    " SESSION --as walkthrough`"
)
NOT_XML = re.compile(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


commands = typer.Typer(add_completion=False)


@commands.command()
def test(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Folders or files; the current folder if left out.")
    ] = None,
    name: Annotated[
        str, typer.Option("-k", help="Only walkthroughs with this in their id or title.")
    ] = "",
    as_json: AsJson = False,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Tell what of each content they reach.")
    ] = False,
    junit: Annotated[
        Path | None, typer.Option(help="Write the outcome as JUnit XML to this file.")
    ] = None,
) -> None:
    """Run walkthroughs, each in three ways that must agree; exit 1 on failures, with file, line and
    both sides.
    """
    suite = find_suite(paths or [Path()], Settings().content_folders, name)
    if not suite.walkthroughs and not suite.faults:
        raise NotFound(NONE)
    ran = asyncio.run(_run(suite, quiet=as_json))
    covered = joined(each.coverage for each in ran if each.coverage)
    if as_json:
        print(json.dumps(_json(suite, ran, covered), ensure_ascii=False, indent=2))
    else:
        print("\n".join(_closing(suite, ran, covered if coverage else ())))
    if junit:
        write_file(junit, _junit(suite.faults, ran))
    if suite.faults or not all(each.passed for each in ran):
        sys.exit(1)


async def _run(suite: Suite, quiet: bool) -> list[Ran]:
    """All of them, told as they come."""
    ran: list[Ran] = []
    async for each in suite.run(LOCAL_MODELS):
        ran.append(each)
        if not quiet:
            print("\n".join(_told(each)), flush=True)
    return ran


# ── for people ────────────────────────────────────────────────────────────────────────────────────


def _told(ran: Ran) -> Iterator[str]:
    mark, turns = "✓" if ran.passed else "✗", f"{ran.turns} turns"
    yield f"{mark} {ran.engine:<10} {ran.id:<36} {turns:>9}  {ran.title}".rstrip()
    for failure in ran.failures:
        yield from _failure(failure)


def _failure(failure: Failure) -> Iterator[str]:
    yield f"    {failure.place}: {_where(failure)}"
    yield f"      expected  {failure.expected}"
    yield f"      came      {failure.came}"
    if failure.reason:
        yield f"      because   {failure.reason}"


def _where(failure: Failure) -> str:
    if failure.turn is None:
        return "the whole"
    return f"turn {failure.turn}" if failure.turn else "the opening"


def _closing(suite: Suite, ran: Sequence[Ran], covered: Sequence[Coverage]) -> Iterator[str]:
    yield from (f"✗ {fault}" for fault in suite.faults)
    if covered:
        yield f"\n{coverage_text(covered)}\n"
    failed = sum(not each.passed for each in ran)
    faults = f", {many(len(suite.faults), 'fault')}" if suite.faults else ""
    yield f"{many(len(ran), 'walkthrough')}, {failed} failed, {len(WAYS)} ways each{faults}"


# ── for programs ──────────────────────────────────────────────────────────────────────────────────


def _json(suite: Suite, ran: Sequence[Ran], covered: Sequence[Coverage]) -> dict[str, object]:
    return {
        "walkthroughs": [_outcome(each) for each in ran],
        "ways": list(WAYS),
        "faults": [fault_json(fault) for fault in suite.faults],
        "coverage": coverage_json(covered),
    }


def _outcome(ran: Ran) -> dict[str, object]:
    about = {
        name: getattr(ran, name) for name in ("id", "title", "file", "engine", "turns", "passed")
    }
    return {**about, "failures": [asdict(failure) for failure in ran.failures]}


def _junit(faults: Sequence[Fault], ran: Sequence[Ran]) -> bytes:
    """The form in which continuous integration reads the outcome of tests."""
    failed = sum(not each.passed for each in ran)
    counts = {
        "tests": str(len(ran) + len(faults)),
        "failures": str(failed),
        "errors": str(len(faults)),
    }
    suite = ElementTree.Element("testsuite", {"name": "walkthroughs", **counts})
    for each in ran:
        case = ElementTree.SubElement(
            suite, "testcase", {"name": each.id, "classname": each.engine, "file": each.file}
        )
        for failure in each.failures:
            told = ElementTree.SubElement(
                case, "failure", {"message": _xml(f"{failure.place}: {failure.expected}")}
            )
            told.text = _xml("\n".join(_failure(failure)))
    for fault in faults:
        case = ElementTree.SubElement(
            suite, "testcase", {"name": fault.place, "classname": "faults"}
        )
        ElementTree.SubElement(case, "error", {"message": _xml(str(fault))})
    written: bytes = ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True)
    return written


def _xml(text: str) -> str:
    return NOT_XML.sub("�", text)
