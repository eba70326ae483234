"""`python -m bench.memoir_story`: people, roles, dates, places, periods and corrections found in
passages, contradictions found between two, and those seen where there is none, without a model.

The rows are in `bench/memoir_rows`. They were written beside the rules and are for developing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.engines.memoir.story.listening import listen, start, told

from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.base.story_events import (
    ClaimSuperseded,
    Mentioned,
    StoryEvent,
    ThreadContinued,
    ThreadOpened,
)
from dramaturg.engines.memoir.story.claims import amount
from dramaturg.engines.memoir.story.figures import ages, years
from dramaturg.turn.readings import Claim

ROWS = Path(__file__).with_name("memoir_rows")
AGAINST = 0.6  # the seed's threshold
Row = Mapping[str, Any]


@dataclass
class Score:
    right: int = 0
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def count(self, wanted: Iterable[str], found: Iterable[str], text: str) -> None:
        want, got = set(wanted), set(found)
        self.right += len(want & got)
        self.wrong += [f"{each!r} in {text!r}" for each in sorted(got - want)]
        self.missed += [f"{each!r} in {text!r}" for each in sorted(want - got)]

    def shown(self) -> str:
        found = self.right / max(1, self.right + len(self.wrong))
        wanted = self.right / max(1, self.right + len(self.missed))
        return f"precision {found:.2f}, recall {wanted:.2f} of {self.right + len(self.missed)}"


def measured() -> dict[str, Score]:
    scores: dict[str, Score] = {}
    for row in rows("story"):
        before = told(*row["before"]) if row["before"] else start()
        heard, after = listen(before, row["text"])
        for kind, (wanted, found) in _compared(row, heard.events, after).items():
            scores.setdefault(kind, Score()).count(wanted, found, row["text"])
    return scores


def _compared(
    row: Row, events: Iterable[StoryEvent], after: MemoirState
) -> dict[str, tuple[Iterable[str], Iterable[str]]]:
    people = [each for each in row["people"].split(";") if each]
    met = [each for each in events if isinstance(each, Mentioned) and each.mention == "person"]
    return {
        "people": ([each.partition("=")[0] for each in people], [each.key for each in met]),
        "roles": (
            [each for each in people if "=" in each],
            [f"{each.key}={each.role}" for each in met if each.role],
        ),
        "dates": (row["when"], _when(row["text"])),
        "places": (
            [each for each in row["places"].split(";") if each],
            [
                each.key
                for each in events
                if isinstance(each, Mentioned) and each.mention == "place"
            ],
        ),
        "periods": (row["periods"], {each for event in events for each in _periods(event)}),
        "corrections": (filter(None, [row["corrected"]]), _corrections(events, after)),
    }


def _when(text: str) -> list[str]:
    return [f"y{when.value[0]:.0f}" for when in years(text)] + [
        f"a{when.value[0]:.0f}" for when in ages(text)
    ]


def _periods(event: StoryEvent) -> tuple[str, ...]:
    if isinstance(event, ThreadOpened):
        return event.thread.periods
    return event.periods if isinstance(event, ThreadContinued) else ()


def _corrections(events: Iterable[StoryEvent], after: MemoirState) -> Iterator[str]:
    for event in events:
        if isinstance(event, ClaimSuperseded):
            old, new = (after.story.claims[id].claim for id in (event.id, event.by))
            yield f"{_value(old)}>{_value(new)}"


def _value(claim: Claim) -> str:
    return claim.value if isinstance(claim.value, str) else f"{amount(claim)[0]:.0f}"


def contradictions() -> tuple[list[Row], list[str]]:
    """The planted ones that were missed, and passages of one talk that were taken for one."""
    missed = [row for row in rows("contradictions") if not _clashes(row["told"], row["now"])]
    needless, state = [], start()
    for row in (*rows("no_refusals"), *(each for each in rows("story") if not each["before"])):
        text = row.get("said") or row["text"]
        heard, state = listen(state if row.get("kind") else start(), text)
        if heard.contradiction >= AGAINST:
            needless.append(f"{text} ({heard.why})")
    return missed, needless


def _clashes(before: str, now: str) -> bool:
    heard, _ = listen(told(before), now)
    return heard.contradiction >= AGAINST


def rows(name: str) -> Iterator[Row]:
    for line in (ROWS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


if __name__ == "__main__":
    for kind, score in measured().items():
        print(f"{kind:<12} {score.shown()}")
        if "-v" in sys.argv:
            print(*(f"   wrong {each}" for each in score.wrong), sep="\n")
            print(*(f"  missed {each}" for each in score.missed), sep="\n")
    missed, needless = contradictions()
    print(f"contradictions missed {len(missed)}, needless {len(needless)}")
    print(*(f"  missed {row['told']} / {row['now']}" for row in missed), sep="\n")
    print(*(f"  needless {each}" for each in needless), sep="\n")
