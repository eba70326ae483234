"""Reading signals: an interview of 1,000 turns by `dramaturg signals read`, beside the plain way,
one turn after the other.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bench.measure import folders
from bench.report import Finding, size

TURNS = 1_000
ENOUGH = 60  # words after which a turn ends: about 65 a turn, as in interviews
SHORT = 20  # words: a longer sentence would be a turn alone, and come again
ANSWERS = Path("training/sets/answers.jsonl")
SENTENCE_END = re.compile(r"(?<=[.?!]) +")
PLAIN = """
import json
import sys

from dramaturg.cli.signals import flat
from dramaturg.language.ear.ear import network
from dramaturg.language.embedder import best_embedder
from dramaturg.language.readers.local_readers import LocalReaders
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.readings import Utterance

readers = LocalReaders(network(), best_embedder(), best_syntax(), threads=1)
for line in open(sys.argv[1], encoding="utf-8"):
    (readings,) = readers.read([Utterance(**json.loads(line))])
    print(json.dumps(flat(readings), ensure_ascii=False))
"""


def findings() -> Iterator[Finding]:
    with folders("signals") as (folder,):
        interview = folder / "interview.jsonl"
        interview.write_text("".join(f"{json.dumps(turn)}\n" for turn in turns()), encoding="utf-8")
        ours = run(
            [
                str(Path(sys.executable).parent / "dramaturg"),
                "signals",
                "read",
                "--in",
                str(interview),
            ]
        )
        plain = run([sys.executable, "-c", PLAIN, str(interview)])
    if ours.told != plain.told:
        raise AssertionError("Read together, the turns read otherwise than one by one.")
    yield Finding(
        "1,000 turns, start-up included, beside one by one",
        ours.wall,
        plain.wall,
        _seconds,
        limit=30,
    )
    yield Finding("the same, processor time", ours.cpu, plain.cpu, _seconds)
    yield Finding("the same, most memory held", ours.memory, plain.memory, size, limit=700e6)


def turns() -> Iterator[dict[str, str]]:
    """Sentences of our own answers in ever new order, so that no passage comes twice; each turn
    answers the one before.
    """
    written = [
        json.loads(line)["text"] for line in ANSWERS.read_text(encoding="utf-8").splitlines()
    ]
    sentences = [
        sentence
        for text in written
        for sentence in SENTENCE_END.split(text)
        if len(sentence.split()) <= SHORT
    ]
    before, chance = "", Random(5)
    for _ in range(TURNS):
        text = _turn(sentences, chance)
        yield {"text": text, "context": before}
        before = text


def _turn(sentences: Sequence[str], chance: Random) -> str:
    said: list[str] = []
    while len(said) < ENOUGH:
        said += chance.choice(sentences).split()
    return " ".join(said)


@dataclass(frozen=True, slots=True)
class Run:
    """What a command printed, and what it took: seconds by the clock and of processor time, bytes
    of memory at most.
    """

    told: bytes
    wall: float
    cpu: float
    memory: float


def run(command: Sequence[str]) -> Run:
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        told = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise AssertionError(f"{command[0]} ended with {process.returncode}.")
    return Run(
        told, time.perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024
    )


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f} s"
