"""`dramaturg memoir decide`: turn contracts from signals alone, as JSON lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.memoir.artifact_files import artifacts_of
from dramaturg.engines.memoir.decide_lines import SignalLine, decide_lines
from dramaturg.kernel.errors import BadInput, NotFound, did_you_mean


def run_decide(signals: Path, artifacts: str = "origins") -> None:
    """`signals` is a file of JSON lines or - for standard input; `artifacts` an id of the library
    or a folder.
    """
    read = read_signals(signals)
    _, _, governed_by = artifacts_of(library_of(Settings()), artifacts)
    for contract in decide_lines(governed_by, read):
        print(contract.model_dump_json())


def read_signals(path: Path) -> list[SignalLine]:
    """The signals in a file of JSON lines. Raises BadInput with every fault in it."""
    if str(path) != "-" and (path.is_dir() or not path.exists()):
        raise NotFound(f"there is no file {path}")
    text = (
        sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8", errors="replace")
    )
    lines: list[SignalLine] = []
    faults: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                lines.append(SignalLine.model_validate_json(line))
            except ValidationError as error:
                faults += [f"{path}:{number}: {fault}" for fault in _explained(error)]
    if faults:
        raise BadInput("\n".join(faults))
    return lines


def _explained(error: ValidationError) -> Iterator[str]:
    for fault in error.errors(include_url=False, include_input=False):
        name = ".".join(str(step) for step in fault["loc"])
        if fault["type"] == "extra_forbidden":
            yield f"unknown key '{name}'. {did_you_mean(name, SignalLine.model_fields)}"
        elif fault["type"] == "missing":
            yield f"'{name}' is missing"
        elif fault["type"] == "json_invalid":
            yield 'this is not JSON; write one turn a line, such as {"vagueness_score": 0.2, ...}'
        else:
            yield f"{name or 'this line'}: {fault['msg'].lower()}"
