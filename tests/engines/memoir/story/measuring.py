"""How well passages are heard: precision and recall for each kind of thing, and how well threads
are kept apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tests.engines.memoir.story.listening import ear, listen, start, told
from tests.engines.memoir.story.passages import Case
from tests.engines.memoir.story.talks import Talk

from dramaturg.engines.memoir.base.story import Story
from dramaturg.engines.memoir.base.story_events import (
    ClaimMade,
    ClaimSuperseded,
    LooseEndFound,
    Mentioned,
    StoryEvent,
    ThreadContinued,
    ThreadOpened,
    WishHeard,
)
from dramaturg.engines.memoir.story.claims import amount
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.engines.memoir.story.remarks import move_in
from dramaturg.engines.memoir.story_update import StoryUpdate
from dramaturg.turn.readings import Claim

SLOTS = ("year", "age", "count", "place", "name")


@dataclass
class Score:
    right: int = 0
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def count(self, wanted: Iterable[str], found: Iterable[str], text: str) -> None:
        wanted, found = set(wanted), set(found)
        self.right += len(wanted & found)
        self.wrong += [f"{each!r} in {text!r}" for each in sorted(found - wanted)]
        self.missed += [f"{each!r} in {text!r}" for each in sorted(wanted - found)]

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + len(self.wrong))

    @property
    def recall(self) -> float:
        return self.right / max(1, self.right + len(self.missed))


def measured(cases: Sequence[Case]) -> dict[str, Score]:
    scores: dict[str, Score] = {}
    for case in cases:
        before = told(*case.before, born=case.born) if case.before else start()
        heard, after = listen(before, case.text, case.born)
        for kind, (wanted, found) in _compared(case, heard, after.story).items():
            scores.setdefault(kind, Score()).count(wanted, found, case.text)
    return scores


def _compared(
    case: Case, heard: StoryUpdate, story: Story
) -> dict[str, tuple[Iterable[str], Iterable[str]]]:
    events = heard.events
    return {
        "period": (case.periods, (period for event in events for period in _periods(event))),
        "person": (_keys(case.people), _mentions(events, "person")),
        "place": (_keys(case.places), _mentions(events, "place")),
        "claim": (
            case.claims,
            (
                _claim(event.claim)
                for event in events
                if isinstance(event, ClaimMade)
                if event.claim.slot in SLOTS
            ),
        ),
        "correction": (case.corrected, _corrections(events, story)),
        "contradiction": (["clash"] * case.clash, ["clash"] * (heard.contradiction >= 0.5)),
        "loose end": (
            ["loose"] * case.loose,
            ["loose" for event in events if isinstance(event, LooseEndFound)],
        ),
        "off record": (
            ["off"] * case.off_record,
            [
                "off"
                for event in events
                if isinstance(event, WishHeard) and event.wish.kind != "take_in"
            ],
        ),
        "move": (filter(None, [case.move]), filter(None, [_move(case.text)])),
    }


def _move(text: str) -> str:
    return move_in(ParsedPassage(1, text, ear().syntax.read(text))).kind


def _keys(written: Iterable[str]) -> list[str]:
    return [each.replace("-", " ") for each in written]


def _mentions(events: Sequence[StoryEvent], kind: str) -> list[str]:
    return [event.key for event in events if isinstance(event, Mentioned) and event.mention == kind]


def _periods(event: StoryEvent) -> Sequence[str]:
    if isinstance(event, ThreadOpened):
        return event.thread.periods
    return event.periods if isinstance(event, ThreadContinued) else ()


def _claim(claim: Claim) -> str:
    return f"{claim.slot}:{_value(claim)}"


def _value(claim: Claim) -> str:
    return claim.value if isinstance(claim.value, str) else f"{amount(claim)[0]:.0f}"


def _corrections(events: Sequence[StoryEvent], story: Story) -> list[str]:
    pairs = (
        (story.claims[event.id].claim, story.claims[event.by].claim)
        for event in events
        if isinstance(event, ClaimSuperseded)
    )
    return [f"{_value(old)} > {_value(new)}" for old, new in pairs]


@dataclass(frozen=True)
class Kept:
    """How passages were put into threads: pairs that belong together, and what each thread is
    called.
    """

    precision: float
    recall: float
    topics: tuple[str, ...]
    titles: tuple[str, ...]


def kept(talk: Talk) -> Kept:
    state, topics = start(), []
    for _, text in talk:
        heard, state = listen(state, text)
        topics.append(heard.topic)
    pairs = list(combinations(range(len(talk)), 2))
    wanted = {pair for pair in pairs if talk[pair[0]][0] == talk[pair[1]][0]}
    found = {pair for pair in pairs if topics[pair[0]] == topics[pair[1]]}
    titles = tuple(f"{thread.id} {thread.title}" for thread in state.story.threads.values())
    return Kept(
        len(wanted & found) / max(1, len(found)),
        len(wanted & found) / max(1, len(wanted)),
        tuple(topics),
        titles,
    )


def table_of(scores: dict[str, Score]) -> str:
    rows = [
        f"{kind:<14}{score.precision:>10.2f}{score.recall:>8.2f}{score.right + len(score.missed):>8}"
        for kind, score in scores.items()
    ]
    return "\n".join((f"{'kind':<14}{'precision':>10}{'recall':>8}{'wanted':>8}", *rows))
