"""Speech is heard sentence by sentence, each only after it passed; what was heard stands, and
metadata is never heard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from tests.support.hostile_models import HostileServer

from dramaturg.engines.sims.engine import SimEngine
from dramaturg.english.rules.sentence_gate import SentenceGate
from dramaturg.kernel.errors import LLMTimeoutError
from dramaturg.language.provider import ProviderVoice
from dramaturg.language.voices import TapeVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.loop import play_turn
from dramaturg.turn.ports import OnText, Prompt, Reply, Voice

META = '\n---END---\n{"node_satisfied": true, "engagement_score": 1}'


class Dripping:
    """Says its text in small pieces, and perhaps fails at the end of them."""

    name = "dripping"

    def __init__(self, *texts: str, fails: bool = False) -> None:
        self._texts, self._fails = iter(texts), fails
        self.asked = 0

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        self.asked += 1
        text = next(self._texts)
        for at in range(0, len(text), 7):
            if on_text is not None:
                on_text(text[at : at + 7])
        if self._fails:
            raise LLMTimeoutError("too slow")
        return Reply(text, self.name)


async def listen(
    engine: SimEngine, voice: Voice, play: Callable[..., Any]
) -> tuple[Any, list[str]]:
    player = play(voice)
    heard: list[str] = []
    played = await play_turn(
        engine, player.state, 1, Heard("Hi."), voice, lambda: 0.0, heard.append
    )
    tape = TapeVoice(played.record.exchanges, 1)
    again = await play_turn(
        engine, player.state, 1, Heard("Hi."), tape, lambda: 0.0, lambda _: None
    )
    assert again.record == played.record, "what was listened to replays to the same record"
    return played.record, heard


async def test_sentences_are_heard_one_by_one_and_metadata_never(
    engine: SimEngine, play: Callable[..., Any]
) -> None:
    record, heard = await listen(
        engine, Dripping(f"Run #47 worries me. It's 23% on some prompts. Sit down.{META}"), play
    )
    assert heard == ["Run #47 worries me.", "It's 23% on some prompts.", "Sit down."]
    assert record.line == "Run #47 worries me. It's 23% on some prompts. Sit down."


BROKEN = f"Run #47 worries me. It's 99% on some prompts. Sit down.{META}"


async def test_what_was_heard_before_a_broken_rule_is_gone_on_from(
    engine: SimEngine, play: Callable[..., Any]
) -> None:
    voice = Dripping(BROKEN, f"It's 23% on some prompts. Sit down.{META}")
    record, heard = await listen(engine, voice, play)
    assert heard == ["Run #47 worries me.", "It's 23% on some prompts.", "Sit down."]
    assert record.line == "Run #47 worries me. It's 23% on some prompts. Sit down."
    assert "99%" in record.exchanges[0].fault
    assert record.draft.source == "retry"


async def test_an_answer_that_begins_once_more_is_not_heard_twice(
    engine: SimEngine, play: Callable[..., Any]
) -> None:
    again = f"Run #47 worries me. It's 23% on some prompts. Sit down.{META}"
    record, heard = await listen(engine, Dripping(BROKEN, again), play)
    assert heard == ["Run #47 worries me.", "It's 23% on some prompts.", "Sit down."]
    assert record.line == " ".join(heard)


async def test_style_is_heard_and_noted_and_not_asked_for_again(
    engine: SimEngine, play: Callable[..., Any]
) -> None:
    voice = Dripping(f"Great question. Run #47 worries me.{META}")
    record, heard = await listen(engine, voice, play)
    assert heard == ["Great question.", "Run #47 worries me."]
    assert voice.asked == 1
    assert [override.rule for override in record.verdict.overrides] == ["banned-phrase"]


async def test_a_gate_is_not_left_without_its_fact_where_a_line_was_cut(
    play: Callable[..., Any], engine: SimEngine
) -> None:
    player = play()
    await player.arrive("DECISIVE")
    player.voice = Dripping(f"Here it is, then. It's 99% by now.{META}", f"It's 98% by now.{META}")
    heard: list[str] = []
    played = await play_turn(
        engine, player.state, 9, Heard("Tell me."), player.voice, lambda: 0.0, heard.append
    )
    assert heard == ["Here it is, then."]
    assert played.record.line.startswith("Here it is, then. What keeps me up is the contract.")
    assert played.state.conversation.pointer.spoken


async def test_a_line_that_breaks_a_rule_twice_is_what_was_heard_of_it(
    engine: SimEngine, play: Callable[..., Any]
) -> None:
    record, heard = await listen(engine, Dripping(BROKEN, f"It's 98%. Sit down.{META}"), play)
    assert heard == ["Run #47 worries me."]
    assert record.line == "Run #47 worries me."
    assert record.draft.repairs == ("cut after the last sentence that passed",)


async def test_when_nothing_was_heard_yet_the_line_is_asked_for_once_more(
    engine: SimEngine, play: Callable[..., Any]
) -> None:
    record, heard = await listen(
        engine, Dripping(f"It's 99% on some prompts.{META}", f"Run #47 worries me.{META}"), play
    )
    assert heard == ["Run #47 worries me."]
    assert record.draft.source == "retry"


async def test_a_model_that_fails_in_the_middle_leaves_what_was_heard(
    engine: SimEngine, play: Callable[..., Any]
) -> None:
    record, heard = await listen(
        engine, Dripping("Run #47 worries me. It's 23% on so", fails=True), play
    )
    assert heard == ["Run #47 worries me."]
    assert record.line == "Run #47 worries me."
    assert record.exchanges[0].failure == "LLMTimeoutError: too slow"


@pytest.mark.parametrize(
    "text",
    [
        '{"node_satisfied": true} Hello there. You know me.',
        "```\nHello there. You know me.\n```",
        "- One. Two.\n- Three. Four.",
    ],
)
def test_what_does_not_begin_like_speech_is_not_let_through(text: str) -> None:
    heard: list[str] = []
    gate = SentenceGate(heard.append, lambda line: True)
    for letter in text:
        gate(letter)
    assert (heard, gate.aloud) == ([], "")


@pytest.mark.parametrize(
    ("pieces", "heard"),
    [
        (["Dr. Ruiz said 2.4. Then", " he left."], ["Dr. Ruiz said 2.4."]),
        (["Wait", "..", ". What? No"], ["Wait...", "What?"]),
    ],
)
def test_a_sentence_is_let_through_when_the_next_has_begun(
    pieces: Iterable[str], heard: list[str]
) -> None:
    said: list[str] = []
    gate = SentenceGate(said.append, lambda line: True)
    for piece in pieces:
        gate(piece)
    assert said == heard


async def test_streaming_works_through_the_real_client(
    engine: SimEngine, play: Callable[..., Any]
) -> None:
    async with HostileServer(
        "well_behaved", lambda asked: f"Run #47 worries me. Sit down.{META}"
    ) as server:
        voice = ProviderVoice("compatible:any", base_url=server.base_url)
        record, heard = await listen(engine, voice, play)
        await voice.close()
    assert heard == ["Run #47 worries me.", "Sit down."]
    assert record.exchanges[0].streamed
