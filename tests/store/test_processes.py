"""Two processes that send the same turns at the same time."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys

import pytest

from dramaturg.store import open_log
from dramaturg.testing.store_conformance import CONTENT, SESSION, HandClock

SENDER = """
import asyncio, json, sys
from dramaturg.store import open_log
from dramaturg.testing.store_conformance import HandClock, send

async def main(url, owner):
    log = await open_log(url, HandClock())
    tasks = (send(log, f"{owner}-{task}", [f"key-{turn}" for turn in range(30)]) for task in range(4))
    print(json.dumps(await asyncio.gather(*tasks)))
    await log.close()

asyncio.run(main(*sys.argv[1:]))
"""


def start(url: str, owner: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", SENDER, url, owner], stdout=subprocess.PIPE, text=True
    )


@pytest.mark.slow
async def test_a_turn_sent_to_two_processes_is_played_once_and_answered_the_same(url: str) -> None:
    log = await open_log(url, HandClock())
    await log.open(SESSION, CONTENT)
    processes = [start(url, owner) for owner in ("here", "there")]
    outputs = await asyncio.gather(
        *(asyncio.to_thread(process.communicate) for process in processes)
    )
    records = [turn.record for turn in await log.turns(SESSION.id)]
    await log.close()
    assert len(records) == 30
    for output, _ in outputs:
        assert json.loads(output) == [records] * 4
