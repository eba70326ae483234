"""What the deterministic commands print stays the same to the byte, faults included, whatever
happens to the code behind them.

Where it is meant to change: `python -m tests.golden.make`, and the difference belongs into the
review.
"""

from __future__ import annotations

import pytest
from tests.golden.make import HERE, commands, files, kept, printed

COMMANDS = commands()


@pytest.mark.parametrize("place", COMMANDS)
def test_a_command_prints_what_it_printed(place: str) -> None:
    out, err = printed(COMMANDS[place])
    assert (out.decode(), err.decode()) == tuple(each.decode() for each in kept(place))


def test_nothing_is_kept_that_no_command_prints() -> None:
    known = {file for place in COMMANDS for file in files(place)}
    assert {*HERE.glob("*/*.out"), *HERE.glob("*/*.err")} <= known


def test_every_input_is_used() -> None:
    typed = {word for arguments in COMMANDS.values() for word in arguments}
    inputs = {
        str(file.relative_to(HERE))
        for file in HERE.glob("*/*.*")
        if file.suffix in (".jsonl", ".json", ".csv")
    }
    assert inputs <= typed
