"""`python -m bench.model_turn [ENGINE...]`: what a turn costs where a model speaks: round trips,
tokens in and out, and how long it takes until the first sentence is heard; and what the making of
a game does, ask by ask.

The model is a server on loopback that answers after half a second and then streams 60 tokens a
second; what it says is written by hand (`tests/support/talks`). Tokens are counted at four
characters each, the schema of a structured answer among them. What a provider could have kept from
an earlier request, the longest beginning that the two share, is counted apart.

To add an engine, write its talk and give it a line in `PLAYED`.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.engines.games.test_with_a_model import SOURDOUGH, made_of
from tests.support.hostile_models import HostileServer
from tests.support.hostile_wire import Asked
from tests.support.model_talks import Talk, TalkTurn, answer, interview_talk, memoir_talk, sim_talk

from bench.report import rows_of
from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines import engine_of
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.sims.content import sim_content
from dramaturg.language.provider import ProviderVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.engine import Engine
from dramaturg.turn.loop import play_opening, play_turn

AFTER, RATE = 0.5, 60.0  # seconds until an answer begins, tokens a second
CHARACTERS = 4  # a token
SLOWLY = 3
"""Turns at the end that are played at the model's pace; those before only have to be there."""

AnyEngine = Engine[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Played:
    """An engine with its content, and a talk with it."""

    engine: Callable[[Library], AnyEngine]
    talk: Callable[[], Talk]


def _interview(library: Library) -> AnyEngine:
    content = interview_content(library, "means_end_chain", "oat_milk", None, 40)
    return engine_of(content, LOCAL_MODELS)


def _sim(library: Library) -> AnyEngine:
    return engine_of(sim_content(library, "launch_decision"), LOCAL_MODELS)


def _memoir(library: Library) -> AnyEngine:
    return engine_of(memoir_content(library, teller=Teller(name="Bram")), LOCAL_MODELS)


PLAYED = {
    "interview": Played(_interview, interview_talk),
    "memoir": Played(_memoir, lambda: memoir_talk("the_lock_keeper")),
    "sim": Played(_sim, lambda: sim_talk("launch_decision/qa_lead")),
}


@dataclass(slots=True)
class PacedModel:
    """Answers as it is written for a turn. `paced` answers take their time."""

    turn: TalkTurn
    paced: bool = False
    costs: list[tuple[int, int, int]] = field(default_factory=list)
    """Of each request: tokens in, those of them that an earlier one began with, tokens out."""
    _seen: list[str] = field(default_factory=list)

    def text(self, asked: Asked) -> str:
        form = asked.body.get("response_format", {}).get("json_schema", {}).get("schema")
        words = f"{json.dumps(form) if form else ''}{asked.system}\n{asked.user}"
        kept = max((shared(words, each) for each in self._seen), default=0)
        self._seen.append(words)
        said = answer(self.turn, form)
        self.costs.append((tokens(words), kept // CHARACTERS, tokens(said)))
        return said


def tokens(words: str) -> int:
    return -(-len(words) // CHARACTERS)


def shared(one: str, other: str) -> int:
    """With how many characters both begin."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


class PacedServer(HostileServer):
    """A model that is well behaved and takes its time."""

    def __init__(self, model: PacedModel) -> None:
        super().__init__("well_behaved", model.text)
        self.model = model
        self._mode = self._answer

    async def _answer(self, wire: Any, asked: Asked) -> None:
        text = self.model.text(asked)
        if not self.model.paced:
            await wire.completion(asked, text)
        elif not asked.streamed:
            await asyncio.sleep(AFTER + tokens(text) / RATE)
            await wire.completion(asked, text)
        else:
            await asyncio.sleep(AFTER)
            await wire.head("200 OK", "text/event-stream")
            for start in range(0, len(text), CHARACTERS):
                await asyncio.sleep(1 / RATE)
                await wire.event(text[start : start + CHARACTERS])
            await wire.send(b"data: [DONE]\n\n")


@dataclass(frozen=True, slots=True)
class TurnCost:
    """`beside` are the tokens in that no earlier request began with."""

    turn: int
    calls: int
    tokens_in: int
    beside: int
    tokens_out: int
    first: float | None = None
    whole: float | None = None


@dataclass(slots=True)
class Stopped:
    """When the first sentence was heard."""

    first: float = 0.0

    def hear(self, _sentence: str) -> None:
        self.first = self.first or time.perf_counter()


async def costs(played: Played, library: Library) -> list[TurnCost]:
    """Every turn of the talk, the last ones at the model's pace."""
    engine, talk = played.engine(library), played.talk()
    model = PacedModel(TalkTurn("", talk.opening, {}))
    found: list[TurnCost] = []
    async with PacedServer(model) as server:
        voice = ProviderVoice("compatible:paced", base_url=server.base_url, api_key=None)
        performance = await play_opening(engine, Heard(), voice, time.perf_counter)
        for number, turn in enumerate(talk.turns, 1):
            model.turn, model.paced = turn, number > len(talk.turns) - SLOWLY
            model.costs.clear()
            listener, began = Stopped(), time.perf_counter()
            performance = await play_turn(
                engine,
                performance.state,
                number,
                Heard(turn.heard),
                voice,
                time.perf_counter,
                listener.hear,
            )
            took = time.perf_counter() - began
            total, kept, out = map(sum, zip((0, 0, 0), *model.costs, strict=True))
            first = listener.first - began if listener.first else took
            clock = (first, took) if model.paced else ()
            found.append(TurnCost(number, len(model.costs), total, total - kept, out, *clock))
        await voice.close()
    return found


def table(found: Sequence[TurnCost]) -> str:
    heads = (
        "turn",
        "round trips",
        "tokens in",
        "beside what was kept",
        "tokens out",
        "first sentence",
        "all of it",
    )
    return rows_of(heads, list(map(_row, found)))


def _row(cost: TurnCost) -> tuple[str, ...]:
    counts = (cost.turn, cost.calls, cost.tokens_in, cost.beside, cost.tokens_out)
    clock = ("" if each is None else f"{each:.1f} s" for each in (cost.first, cost.whole))
    return (*(f"{count:,}" for count in counts), *clock)


def game_table() -> str:
    """What each ask of a whole game takes in and gives out; those of one row are side by side."""
    _, voice = made_of(SOURDOUGH)
    rows, seen = list[tuple[str, ...]](), list[str]()
    for ask in dict.fromkeys(prompt.ask for prompt in voice.prompts):
        prompts = [prompt for prompt in voice.prompts if prompt.ask == ask]
        given, kept = 0, 0
        for prompt in prompts:
            words = f"{json.dumps(prompt.schema)}{prompt.system}\n{prompt.user}"
            kept += max((shared(words, each) for each in seen), default=0) // CHARACTERS
            given += tokens(words)
            seen.append(words)
        out = sum(tokens(json.dumps(each)) for each in SOURDOUGH["answers"][ask])
        rows.append((ask, str(len(prompts)), f"{given:,}", f"{given - kept:,}", f"{out:,}"))
    heads = ("ask", "calls", "tokens in", "beside what was kept", "tokens out")
    return rows_of(heads, rows)


def summed(found: Sequence[TurnCost]) -> Iterator[str]:
    yield f"tokens in, all turns: {sum(each.tokens_in for each in found):,}"
    yield f"most round trips of a turn: {max(each.calls for each in found)}"
    yield f"most tokens beside what was kept, from the second turn on: {max(each.beside for each in found[1:]):,}"


def main(names: Sequence[str]) -> None:
    library = Library(KINDS, (packaged(),))
    if not names or "game" in names:
        print("\n".join(("## game\n", game_table(), "")), flush=True)
    for name in [each for each in names or PLAYED if each != "game"]:
        found = asyncio.run(costs(PLAYED[name], library))
        print("\n".join((f"## {name}\n", table(found), "", *summed(found))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
