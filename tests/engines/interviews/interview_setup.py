"""Interviews held with the real parts, answer by answer, and states put together by hand for
decisions of one turn.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, cast

from tests.engines.interviews.random_graphs import QUOTE, vector_of
from tests.support.ears import WrittenEar
from tests.support.model_talks import filled

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines import engine_of
from dramaturg.engines.interviews.base.directive import InterviewDirective, QuestionReport
from dramaturg.engines.interviews.base.extraction import Extraction
from dramaturg.engines.interviews.base.methodology import Guide, Methodology
from dramaturg.engines.interviews.base.state import (
    Answered,
    Asked,
    ConceptAdded,
    Extracted,
    InterviewEvent,
    InterviewState,
    SignalsRead,
    apply,
)
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.interviews.decide import DecisionRules, decide
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.report.turn_result import InterviewRecord
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.contract import Decision, Heard, Percept
from dramaturg.turn.engine import fold
from dramaturg.turn.hearing import Hearing
from dramaturg.turn.loop import Performance, play_opening, play_turn
from dramaturg.turn.ports import Prompt, Voice
from dramaturg.turn.readings import Depth

LIBRARY = Library(KINDS, (packaged(),))
OFFLINE = OfflineVoice()

Played = Performance[InterviewState, InterviewEvent, InterviewDirective, QuestionReport]


# ── whole interviews ──────────────────────────────────────────────────────────────────────────────


def fresh_engine(
    method: str = "means_end_chain",
    about: str = "oat_milk",
    guide: str | None = None,
    max_turns: int = 20,
) -> InterviewEngine:
    return cast(
        InterviewEngine,
        engine_of(interview_content(LIBRARY, method, about, guide, max_turns), LOCAL_MODELS),
    )


engine = cache(fresh_engine)


def hold(on: InterviewEngine, *answers: str, voice: Voice = OFFLINE) -> list[Played]:
    """The interview with these answers, from the opening on; it ends with them, or earlier if it
    ends itself.
    """
    return asyncio.run(_held(on, answers, voice))


async def _held(on: InterviewEngine, answers: tuple[str, ...], voice: Voice) -> list[Played]:
    played = [await play_opening(on, Heard(), voice, time.perf_counter)]
    for turn, text in enumerate(answers, 1):
        if played[-1].state.ended:
            break
        played.append(
            await play_turn(on, played[-1].state, turn, Heard(text), voice, time.perf_counter)
        )
    return played


def go_on(on: InterviewEngine, state: InterviewState, text: str, voice: Voice = OFFLINE) -> Played:
    """One turn more."""
    return asyncio.run(play_turn(on, state, state.turn + 1, Heard(text), voice, time.perf_counter))


def key_of(state: InterviewState, label: str) -> str:
    """The key of what is called so."""
    (key,) = (
        state.key_of(each.id)
        for each in state.graph.concepts.values()
        if label in (each.label, *each.labels)
    )
    return key


def asked_about(state: InterviewState, label: str, strategy: str = "ladder_up") -> InterviewState:
    """The interview as if its last question had been about this, whatever the weights would have
    chosen.
    """
    (concept,) = (
        each for each in state.graph.concepts.values() if label in (each.label, *each.labels)
    )
    return apply(
        state, Asked(f"What about {label}?", "ask", strategy, state.key_of(concept.id), concept.id)
    )


def directive_of(record: InterviewRecord) -> InterviewDirective:
    assert record.decision
    return record.decision.directive


def read_in(record: InterviewRecord) -> SignalsRead:
    (read,) = (event for event in record.percept.events if isinstance(event, SignalsRead))
    return read


def found_of(record: InterviewRecord) -> Extraction:
    """What was taken from the answer."""
    (taken,) = (event for event in record.percept.events if isinstance(event, Extracted))
    return taken.extraction


def labels_in(record: InterviewRecord) -> list[str]:
    """What was new in the answer."""
    return [event.label for event in record.percept.events if isinstance(event, ConceptAdded)]


def hearing(heard: Mapping[str, Hearing], on: InterviewEngine | None = None) -> InterviewEngine:
    """An engine that hears this."""
    made = on or fresh_engine()
    made.tools = replace(made.tools, ear=WrittenEar(heard))
    return made


# ── models that say what a test wants ─────────────────────────────────────────────────────────────

CALM = {name: {"why": "", "score": 1} for name in ("refusal", "distress", "self_harm")}
Said = str | Exception | Callable[[Prompt], str]


def model(**said: Said) -> ScriptVoice:
    """A model that answers each ask by the last part of its name, and is silent when it has nothing
    to say to it. What it says of `signals` and `extraction` is one answer, in which
    what it has nothing to say to is middling and calm.
    """

    def answer(prompt: Prompt) -> str | Exception | None:
        ask = prompt.ask.rpartition(".")[2]
        if ask != "answer":
            return spoken(ask, prompt)
        parts = {part: spoken(part, prompt) for part in ("signals", "extraction")}
        if failure := next((each for each in parts.values() if isinstance(each, Exception)), None):
            return failure
        given = {part: json.loads(str(each)) for part, each in parts.items() if each is not None}
        assert prompt.schema
        return json.dumps(filled(prompt.schema, CALM | given)) if given else None

    def spoken(ask: str, prompt: Prompt) -> str | Exception | None:
        found = said.get(ask)
        return found(prompt) if callable(found) else found

    return ScriptVoice(answer)


def found(
    *concepts: tuple[str, ...],
    edges: tuple[tuple[str, str, str, str], ...] = (),
    refused: tuple[dict[str, Any], ...] = (),
) -> str:
    """An extraction as a model writes it: label, type, quote and perhaps name; source, target, type
    and quote.
    """
    parts = ("label", "type", "quote", "name")
    written: dict[str, Any] = {
        "concepts": [dict(zip(parts, each, strict=False)) for each in concepts],
        "refused": list(refused),
        "relationships": [
            {"source": s, "target": t, "type": type, "quote": quote} for s, t, type, quote in edges
        ],
    }
    return json.dumps(written)


# ── states by hand ────────────────────────────────────────────────────────────────────────────────

MIDDLING = ("depth", "valence", "certainty", "specificity", "engagement", "emotion")
ABSENT = ("refusal", "stop", "self_harm", "distress", "contradiction")
READINGS = dict.fromkeys(MIDDLING, 0.5) | dict.fromkeys(ABSENT, 0.0)


@cache
def rules(method: str = "means_end_chain", max_turns: int = 20) -> DecisionRules:
    return engine(method, max_turns=max_turns).rules


def rules_with(
    methodology: Methodology, guide: Guide | None = None, max_turns: int = 20
) -> DecisionRules:
    return DecisionRules(methodology, guide, max_turns)


def opened() -> InterviewState:
    return apply(InterviewState(), Asked("What comes to mind?", "open"))


def attribute(number: int, label: str = "") -> ConceptAdded:
    return ConceptAdded(
        f"c{number}",
        label or f"thing {number}",
        "attribute",
        QUOTE,
        (f"attribute {number}",),
        vector_of(number),
        1,
    )


def answered(
    state: InterviewState,
    *found: InterviewEvent,
    depth: Depth = "moderate",
    spared: tuple[str, ...] = (),
    news: bool | None = None,
    text: str = "Some words.",
) -> InterviewState:
    """The state after an answer in which this was found."""
    turn = state.turn + 1
    new = sum(isinstance(event, ConceptAdded) for event in found)
    read = SignalsRead(
        depth, "offline", bool(spared), spared, bool(new) if news is None else news, new
    )
    return fold(apply, (Answered(turn, f"u{turn}", text), *found, read), state)


def asked(seen: InterviewState, focus: str = "", strategy: str = "ladder_up") -> InterviewState:
    """The state after a question about this."""
    return apply(seen, Asked(f"Question {len(seen.questions)}?", "ask", strategy, focus, focus))


def decided(
    seen: InterviewState, on: DecisionRules | None = None, **readings: float
) -> Decision[InterviewDirective]:
    return decide(seen, Percept((), {}, READINGS | readings), on or rules())
