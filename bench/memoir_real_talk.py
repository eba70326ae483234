"""`python -m bench.memoir_real_talk [FOLDER]`: real talk played through a memoir, without a model,
and how it was conducted.

What people said goes in as it is; figures come out, and not one word of it.
"""

from __future__ import annotations

import asyncio
import csv
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import mean, median
from typing import Any

from training.sources import DATA

from bench.report import rows_of
from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines import engine_of
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.records import MemoirRecord
from dramaturg.engines.memoir.base.state import MemoirLine, MemoirState
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.engines.memoir.outcomes import judged
from dramaturg.engines.memoir.rule_judge import JudgedTurn, violations
from dramaturg.turn.asks import OfflineVoice, Prompter
from dramaturg.turn.contract import Heard
from dramaturg.turn.engine import fold
from dramaturg.turn.loop import play_opening, play_turn

Record = Mapping[str, Any]
TENTHS, LONGEST = 10, 20_000
TELLER = Teller(sitting_turns=200)


# ── whole conversations ───────────────────────────────────────────────────────────────────────────


def interviews(folder: Path, kind: str) -> Iterator[list[str]]:
    for row in _lines(folder / "07_interviews"):
        if row["kind"].startswith(kind):
            yield [turn["text"] for turn in row["turns"] if turn["who"] == "respondent"]


def support(folder: Path) -> Iterator[list[str]]:
    for row in _lines(folder / "01_esconv_failed"):
        yield [turn["text"] for turn in row["dialog"] if turn["who"] == "seeker"]


def counselling(folder: Path) -> Iterator[list[str]]:
    by_transcript: dict[str, list[str]] = {}
    for row in _rows(folder / "04_09_10_annomi"):
        if row["who"] == "client":
            by_transcript.setdefault(row["transcript"], []).append(row["text"])
    yield from by_transcript.values()


WHOLE: Mapping[str, Callable[[Path], Iterator[list[str]]]] = {
    "oral histories": lambda folder: interviews(folder, "oral"),
    "life and work": lambda folder: interviews(folder, "life"),
    "research interviews": lambda folder: interviews(folder, "research"),
    "failed support": support,
    "counselling": counselling,
}


@dataclass(slots=True)
class Talk:
    """Everything that was played of one set. `over_time` holds the depths of each tenth of the
    conversations.
    """

    turns: list[JudgedTurn] = field(default_factory=list)
    over_time: list[list[int]] = field(default_factory=lambda: [[] for _ in range(TENTHS)])
    seconds: list[float] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def per_1000(self, found: Callable[[JudgedTurn], bool]) -> str:
        return f"{1000 * mean(map(found, self.turns)):.1f}"


async def played(engine: MemoirEngine, conversations: Iterator[list[str]]) -> Talk:
    talk = Talk()
    for conversation in conversations:
        records, seconds = await _play(
            engine, [text[:LONGEST] for text in conversation if text.strip()]
        )
        turns = list(judged(records))
        told = [turn for turn in turns if turn.told]
        for place, turn in enumerate(told):
            talk.over_time[place * TENTHS // len(told)].append(turn.contract.depth_level_after)
        talk.turns += told
        talk.seconds += seconds
        talk.broken += (found.partition(",")[0] for found in violations(turns))
    return talk


async def _play(
    engine: MemoirEngine, texts: Sequence[str]
) -> tuple[list[MemoirRecord], list[float]]:
    """Whoever is taken to have stopped goes on in another sitting: the talk is real, and it did go
    on.
    """
    voice = OfflineVoice()
    opened = await play_opening(engine, Heard(), voice, time.perf_counter)
    records, state, seconds = [opened.record], opened.state, list[float]()
    for text in texts:
        for heard in (*((Heard(choice="sitting"),) if state.ended else ()), Heard(text)):
            began = time.perf_counter()
            turn = await play_turn(engine, state, len(records), heard, voice, time.perf_counter)
            records.append(turn.record)
            state = turn.state
        seconds.append(time.perf_counter() - began)
    return records, seconds


HEADINGS = (
    "turns",
    "refusals /1,000",
    "asked to stop",
    "acute",
    "self-harm",
    "sideways",
    "rules broken",
    "ms a turn",
)


def summary(name: str, talk: Talk) -> tuple[str, ...]:
    return (
        name,
        str(len(talk.turns)),
        talk.per_1000(lambda turn: turn.signals.refusal_or_discomfort),
        talk.per_1000(lambda turn: turn.signals.stop_requested),
        talk.per_1000(lambda turn: turn.signals.emotion_score >= 0.9),
        talk.per_1000(lambda turn: turn.signals.self_harm),
        f"{mean(turn.signals.emotion_score >= 0.6 for turn in talk.turns):.1%}",
        ", ".join(f"{rule} {count}" for rule, count in Counter(talk.broken).items()) or "none",
        f"{1000 * median(talk.seconds):.1f}",
    )


def styles(name: str, talk: Talk) -> tuple[str, ...]:
    counts = Counter(turn.contract.persona_used for turn in talk.turns)
    shares = (f"{style} {count / len(talk.turns):.0%}" for style, count in counts.most_common())
    depths = (f"{mean(levels):.2f}" if levels else "-" for levels in talk.over_time)
    return name, ", ".join(shares), " ".join(depths)


# ── single turns with labels ──────────────────────────────────────────────────────────────────────

Found = Callable[[MemoirState], bool]


def _refused(seen: MemoirState) -> bool:
    signals = seen.signals
    return signals is not None and (signals.refusal_or_discomfort or signals.stop_requested)


def _stopped(seen: MemoirState) -> bool:
    return seen.signals is not None and seen.signals.stop_requested


def _in_danger(seen: MemoirState) -> bool:
    signals = seen.signals
    return signals is not None and (signals.self_harm or signals.emotion_score >= 0.9)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A set whose rows say what should be found. `taught`: the shipped readers learned from it, so
    figures are too good.
    """

    title: str
    folder: str
    label: str
    found: Found
    only: Callable[[Record], bool] = lambda row: True
    taught: bool = False


def _every_turn(row: Record) -> bool:
    return "every" in row["origin"]


def _keyword(row: Record) -> bool:
    return "hit" in row["origin"]


def _is_clear(row: Record) -> bool:
    """In danger in so many words, or not in danger at all."""
    return bool(row["self_harm_words"] == "1" or row["at_risk"] == "0")


LABELLED = (
    Labelled(
        "refusals, badly led counselling",
        "04_refusal_hand",
        "refusal_or_discomfort",
        _refused,
        _every_turn,
    ),
    Labelled(
        "refusals, words that look like them",
        "04_refusal_hand",
        "refusal_or_discomfort",
        _refused,
        _keyword,
    ),
    Labelled("refusing to donate", "04_p4g_refusal", "direct_refusal", _refused),
    Labelled("requests to stop", "04_clinc_stop", "stop", _stopped, taught=True),
    Labelled("danger", "04_diasafety_risk", "self_harm_words", _in_danger, _is_clear, taught=True),
)


async def measured(engine: MemoirEngine, labelled: Labelled, folder: Path) -> tuple[str, ...]:
    rows = [row for row in _rows(folder / labelled.folder) if labelled.only(row)]
    found = [
        (row[labelled.label] == "1", labelled.found(await _perceived(engine, row))) for row in rows
    ]
    right = sum(truth and seen for truth, seen in found)
    truths, seens = sum(truth for truth, _ in found), sum(seen for _, seen in found)
    false = 1000 * (seens - right) / max(1, len(found) - truths)
    share = [f"{right / whole:.2f}" if whole else "-" for whole in (truths, seens)]
    note = "taught with it" if labelled.taught else ""
    return labelled.title, str(len(found)), str(truths), *share, f"{false:.1f}", note


async def _perceived(engine: MemoirEngine, row: Record) -> MemoirState:
    """What is read of a turn by itself, said to what was said before it."""
    asked = replace(
        engine.start(),
        sitting=1,
        purpose="ask",
        lines=(MemoirLine("interviewer", row.get("context", "")),),
    )
    percept = await engine.perceive(asked, Heard(row["text"][:LONGEST]), Prompter(OfflineVoice()))
    return fold(engine.apply, percept.events, asked)


# ── all ───────────────────────────────────────────────────────────────────────────────────────────


async def measure(folder: Path) -> None:
    engine = engine_of(memoir_content(library_of(Settings()), "origins", TELLER), LOCAL_MODELS)
    if not isinstance(engine, MemoirEngine):
        raise TypeError("origins is no memoir")
    talks = {
        name: await played(engine, conversations(folder)) for name, conversations in WHOLE.items()
    }
    print(
        rows_of(
            ("played through", *HEADINGS), [summary(name, talk) for name, talk in talks.items()]
        )
    )
    print(
        "Stops are per 1,000 turns. In the first three sets nobody stopped: every one of theirs is false.\n"
    )
    print(
        rows_of(
            ("played through", "styles", "mean depth by tenth"),
            [styles(name, talk) for name, talk in talks.items()],
        )
    )
    print()
    headings = ("single turns", "rows", "so labelled", "recall", "precision", "false /1,000", "")
    print(rows_of(headings, [await measured(engine, labelled, folder) for labelled in LABELLED]))


def _lines(folder: Path) -> list[Record]:
    return [
        json.loads(line)
        for line in (folder / "data.jsonl").read_text(encoding="utf-8").splitlines()
    ]


def _rows(folder: Path) -> list[Record]:
    with (folder / "data.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def main(arguments: Sequence[str]) -> int:
    folder = Path(arguments[0]) if arguments else DATA
    if not (folder / "07_interviews").is_dir():
        print(
            f"There is no real talk in {folder}: name its folder, or set DATA_ROOT.",
            file=sys.stderr,
        )
        return 2
    asyncio.run(measure(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
