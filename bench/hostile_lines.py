"""`python -m bench.hostile_lines [LINES] [SEED] [ENGINE ...]`: lines of a hostile model, each held to
the rules that a model's lines keep.

Nothing is stored and no talk is held, so that many can be tried. Of each line it is known what is
bad in it, whatever the rules think: bad sentences alone, among harmless ones, many at once, plain or
disguised. Counted is which of them would be said.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tests.support.bad_interviewer import BadInterviewer
from tests.support.bad_lines import ASKED_BADLY, CUNNING, HELD_OUT, SEEN, SPOKEN_BADLY, Grammar

from bench.lines import Row, judged_row
from bench.report import rows_of

LINES = 3_000


@dataclass(frozen=True, slots=True)
class Hostile:
    """What a hostile model says in an engine, and to whom."""

    grammars: Sequence[Grammar]
    places: Sequence[Row]


KNIVES = {"methodology": "means_end_chain", "about": "kitchen knives"}
HOSTILE: Mapping[str, Hostile] = {
    "sims": Hostile(
        (SPOKEN_BADLY,),
        (
            {"scenario": "launch_decision", "npc": "qa_lead", "node": "SURFACE", "heard": "Hello."},
            {
                "scenario": "launch_decision",
                "npc": "qa_lead",
                "node": "DECISIVE",
                "heard": "So what is the matter with it?",
            },
        ),
    ),
    "interviews": Hostile(
        (ASKED_BADLY,),
        (
            {
                **KNIVES,
                "questions": ["What matters to you in a knife?"],
                "answers": ["The handle."],
            },
            {
                **KNIVES,
                "questions": ["Why is that?"],
                "answers": ["I sharpen the blade every week, it keeps its price that way."],
            },
        ),
    ),
    "memoir": Hostile(
        (SEEN, HELD_OUT, CUNNING),
        (
            {"said": ["We lived by the harbour in Vlissingen, my father mended boats there."]},
            {"said": ["In 1952 my husband sold the grey horse at the station."]},
            {"said": ["When I was nine old Mr Haskett played the piano near the mill."]},
            {"said": ["I cried for weeks after the funeral, and I still miss her every day."]},
            {"said": ["I would rather not talk about that."]},
        ),
    ),
}


def tried(engine: str, lines: int, seed: int) -> tuple[Counter[str], list[str]]:
    """How many come to which verdict, and those that would be said, with their verdict."""
    hostile, chance = HOSTILE[engine], Random(seed)
    bad = BadInterviewer(Random(seed), hostile.grammars)
    verdicts, said = Counter[str](), list[str]()
    for _ in range(lines):
        line = bad.answer()
        verdict = judged_row(engine, {**chance.choice(hostile.places), "line": line}).verdict
        verdicts[verdict] += 1
        if verdict != "replaced":
            said.append(f"{engine}, {verdict}: {line!r}")
    return verdicts, said


def main(lines: int, seed: int, engines: Sequence[str]) -> None:
    rows: list[tuple[str, ...]] = []
    for engine in engines:
        began = time.perf_counter()
        verdicts, said = tried(engine, lines, seed)
        print("\n".join(said))
        counts = (verdicts[each] for each in ("replaced", "again", "pass"))
        seconds = time.perf_counter() - began
        rows.append((engine, *(f"{count:,}" for count in counts), f"{seconds:.0f}"))
    print(rows_of(("engine", "replaced", "said after one more try", "said", "seconds"), rows))


if __name__ == "__main__":
    numbers = [int(each) for each in sys.argv[1:] if each.isdigit()]
    named = [each for each in sys.argv[1:] if not each.isdigit()]
    lines, seed = (*numbers, *(LINES, 1)[len(numbers) :])
    main(lines, seed, named or tuple(HOSTILE))
