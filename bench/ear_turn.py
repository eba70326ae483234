"""One turn heard: all that the ear hears in 65 words, the gate of a sim included, beside the readers
that stood in its place before, taken from the history of this repository.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median

from bench.measure import folders
from bench.report import Finding, millis, size
from bench.signals_read import turns

BEFORE = "2323f39e"  # the last change before the ear
TURNS, ROUNDS = 100, 5
MEASURED = """
import json
import sys
import time

{imports}

loading = time.process_time()
{load}
loaded = time.process_time() - loading
turns = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
for turn in turns[:5]:
    {hear}
began = time.process_time()
for turn in turns:
    {hear}
cost = (time.process_time() - began) / len(turns)
held = dict(line.split(":", 1) for line in open("/proc/self/status"))["VmHWM"].split()[0]
print(json.dumps({{"turn": cost, "load": loaded, "memory": int(held) * 1024}}))
"""
EAR = MEASURED.format(
    imports="from dramaturg.app.config.providers import ear",
    load="ear().hear('Yes.')",
    hear="ear().hear(turn['text'], turn['context']), ear().taken(turn['text'], turn['context'][:120])",
)
READERS = MEASURED.format(
    imports="""from dramaturg.language.embedder import best_embedder
from dramaturg.language.readers.local_readers import LocalReaders
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.readings import Utterance""",
    load="""readers = LocalReaders(best_embedder(), best_syntax(), threads=1)
readers.read([Utterance("Yes.")])""",
    hear="readers.read([Utterance(**turn)])",
)


def findings() -> Iterator[Finding]:
    with folders("before", "said") as (before, said):
        earlier = before / "dramaturg"
        subprocess.run(
            ["git", "worktree", "add", "--detach", str(earlier), BEFORE],
            check=True,
            capture_output=True,
        )
        try:
            interview = said / "turns.jsonl"
            interview.write_text(
                "".join(f"{json.dumps(turn)}\n" for turn in islice(turns(), TURNS)), "utf-8"
            )
            heard = [
                (_measured(EAR, Path(), interview), _measured(READERS, earlier, interview))
                for _ in range(ROUNDS)
            ]
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(earlier)], check=True)
    for what, figure, written, limit in (
        ("a turn of 65 words heard, processor time", "turn", millis, 0.03),
        ("loading, processor time", "load", millis, 0.5),
        ("most memory held", "memory", size, None),
    ):
        ours, theirs = (median(run[figure] for run in runs) for runs in zip(*heard, strict=True))
        yield Finding(what, ours, theirs, written, limit=limit)


def _measured(program: str, where: Path, turns_said: Path) -> dict[str, float]:
    told = subprocess.run(
        [sys.executable, "-c", program, str(turns_said)],
        env={**os.environ, "PYTHONPATH": str(where / "src"), "OPENBLAS_NUM_THREADS": "1"},
        check=True,
        capture_output=True,
    ).stdout
    found: dict[str, float] = json.loads(told)
    return found
