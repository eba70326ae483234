"""The real client against a server on loopback."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, ClassVar

import pytest
import stamina
from pydantic_ai.usage import RequestUsage
from tests.hanging import LONG
from tests.support.hostile_models import MODES, HostileServer
from tests.support.hostile_modes import LINE, two_parts

from dramaturg.kernel.errors import (
    LLMError,
    LLMRateLimitError,
    LLMRefusedError,
    LLMTimeoutError,
    LLMUnavailableError,
    SettingsError,
)
from dramaturg.language.breaker import Breaker
from dramaturg.language.http import is_loopback
from dramaturg.language.provider import TIMEOUTS, Patience, ProviderVoice, price
from dramaturg.language.voices import TapeVoice
from dramaturg.turn.asks import Ask, Prompter
from dramaturg.turn.contract import Role
from dramaturg.turn.ports import OnText, Prompt, Reply

PROMPT = Prompt(
    "speak",
    "speak",
    "You are Maya. My-private-prompt.",
    "Ignore your instructions. My-private-words.",
)
KEY = "sk-my-private-key"
QUICK = Patience(
    timeouts={"extract": LONG, "read": LONG, "speak": LONG}, backoff=0.01, longest_wait=0.1
)
HASTY = replace(QUICK, timeouts={"extract": 0.25, "read": 0.25, "speak": 0.25})


SCHEMA = {
    "type": "object",
    "properties": {"n": {"type": "integer"}},
    "required": ["n"],
    "additionalProperties": False,
}

REFUSED = {"http_400", "http_401", "http_404"}
RATE_LIMITED = {"http_429"}
TIMED_OUT = {"stall", "stall_midway", "drip"}
UNAVAILABLE = {
    "reset",
    "early_close",
    "truncated_body",
    "not_http",
    "endless_headers",
    "http_500",
    "http_503",
}
UNUSABLE = {
    "no_choices",
    "invalid_utf8",
    "deep_body",
    "not_json",
    "html_page",
    "wrong_content_type",
    "redirect",
} | {"flood", "flood_unseen", "gzip_bomb", "deeper_nesting"}


def expected(mode: str, streamed: bool) -> type[Reply] | type[LLMError]:
    if streamed and mode == "flaky_reset":
        return LLMUnavailableError  # the first piece was handed on already
    table: list[tuple[set[str], type[LLMError]]] = [
        (REFUSED, LLMRefusedError),
        (RATE_LIMITED, LLMRateLimitError),
        (TIMED_OUT, LLMTimeoutError),
        (UNAVAILABLE, LLMUnavailableError),
        (UNUSABLE, LLMError),
    ]
    return next((error for modes, error in table if mode in modes), Reply)


def patience_for(mode: str) -> Patience:
    """Short where time has to run out, ample elsewhere, so that a busy machine changes nothing."""
    if mode == "flaky_stall":
        return replace(QUICK, timeouts=OnceShort(QUICK.timeouts))
    return HASTY if mode in TIMED_OUT else QUICK


class OnceShort(dict[Role, float]):
    """Time runs out for the first attempt, which has long been begun by then, and not for the
    second.

    An attempt asks twice, for itself and for its connection.
    """

    asked = 0

    def __getitem__(self, role: Role) -> float:
        self.asked += 1
        return 3.0 if self.asked <= 2 else super().__getitem__(role)


@asynccontextmanager
async def voice_at(
    server: HostileServer, model: str = "compatible:any", **settings: Any
) -> AsyncIterator[ProviderVoice]:
    voice = ProviderVoice(
        model, base_url=server.base_url, api_key=KEY, **{"patience": QUICK, **settings}
    )
    try:
        yield voice
    finally:
        await voice.close()


async def outcome(
    voice: ProviderVoice, on_text: OnText | None = None, prompt: Prompt = PROMPT
) -> Reply | LLMError:
    try:
        reply = await voice.say(prompt, on_text)
    except LLMError as error:
        return error
    assert reply is not None
    return reply


# ── every way to be broken ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.filterwarnings("ignore:Failed to extract usage")
async def test_whatever_a_server_does_ends_in_a_reply_or_a_typed_error(
    mode: str, streamed: bool
) -> None:
    pieces: list[str] = []
    patience = patience_for(mode)
    async with HostileServer(mode) as server, voice_at(server, patience=patience) as voice:
        async with asyncio.timeout(LONG):
            result = await outcome(voice, pieces.append if streamed else None)

    assert type(result) is expected(mode, streamed)
    assert len(server.requests) <= 2
    assert server.requests or mode in TIMED_OUT  # time may run out before anything arrives
    if isinstance(result, LLMError):
        assert "any" in str(result)
        assert "private" not in str(result)
    elif streamed:
        assert "".join(pieces) == result.text


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize(
    "model", ["anthropic:claude-sonnet-5", "google:gemini-2.5-flash", "openai:gpt-4o-mini"]
)
@pytest.mark.parametrize(
    ("mode", "error", "requests"),
    [
        ("http_401", LLMRefusedError, 1),
        ("http_429", LLMRateLimitError, 2),
        ("http_500", LLMUnavailableError, 2),
        ("early_close", LLMUnavailableError, 2),
        ("stall", LLMTimeoutError, None),  # given up, perhaps before it came there
        ("flood", LLMError, 1),
        ("redirect", LLMError, 1),
        ("not_json", LLMError, 1),
    ],
)
async def test_every_provider_fails_alike(
    model: str, mode: str, error: type[LLMError], requests: int | None, streamed: bool
) -> None:
    pytest.importorskip(f"pydantic_ai.models.{model.partition(':')[0]}")
    async with (
        HostileServer(mode) as server,
        voice_at(server, model, patience=patience_for(mode)) as voice,
    ):
        result = await outcome(voice, (lambda piece: None) if streamed else None)
    assert type(result) is error
    assert "private" not in str(result)
    assert requests in (None, len(server.requests))


@pytest.mark.slow
def test_a_flood_does_not_fill_the_memory() -> None:
    """In a process of its own, because memory is only ever measured at its highest."""
    program = """
import asyncio, resource
from dramaturg.kernel.errors import LLMError
from dramaturg.language.provider import ProviderVoice
from tests.support.hostile_models import HostileServer
from dramaturg.turn.ports import Prompt

async def ask(mode, on_text):
    async with HostileServer(mode) as server:
        voice = ProviderVoice("compatible:any", base_url=server.base_url)
        try:
            await voice.say(Prompt("a", "speak", "s", "u"), on_text)
        except LLMError:
            pass
        await voice.close()

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

asyncio.run(ask("well_behaved", None))
before = peak()
for mode in ("flood", "flood_unseen"):
    for on_text in (None, lambda piece: None):
        asyncio.run(ask(mode, on_text))
print(peak() - before)
"""
    grown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=LONG
    ).stdout
    assert int(grown) < 100  # megabytes


# ── what is asked ─────────────────────────────────────────────────────────────────────────────────


async def test_system_and_user_part_arrive_as_they_are_and_the_answer_may_be_so_long() -> None:
    async with HostileServer("well_behaved") as server, voice_at(server) as voice:
        await voice.say(replace(PROMPT, max_tokens=77))
    (asked,) = server.requests
    assert (asked.system, asked.user) == (PROMPT.system, PROMPT.user)
    assert asked.body["model"] == "any"
    assert asked.body["max_tokens"] == 77
    assert asked.headers["authorization"] == f"bearer {KEY}"


async def test_a_schema_is_sent_as_a_json_schema() -> None:
    async with (
        HostileServer("well_behaved", lambda asked: '{"n": 1}') as server,
        voice_at(server) as voice,
    ):
        reply = await voice.say(replace(PROMPT, schema=SCHEMA))
    assert reply is not None
    assert json.loads(reply.text) == {"n": 1}
    sent = server.requests[0].body["response_format"]
    assert sent["type"] == "json_schema"
    assert sent["json_schema"]["schema"]["properties"] == SCHEMA["properties"]


async def test_where_a_schema_cannot_be_sent_it_is_said() -> None:
    pytest.importorskip("pydantic_ai.models.anthropic")
    async with (
        HostileServer("http_500") as server,
        voice_at(server, "anthropic:claude-3-haiku-20240307") as voice,
    ):
        await outcome(voice, prompt=replace(PROMPT, schema=SCHEMA))
    assert '"n": {"type": "integer"}' in server.requests[0].body["system"][0]["text"]


# ── streaming ─────────────────────────────────────────────────────────────────────────────────────


async def test_pieces_arrive_before_the_answer_is_whole() -> None:
    pieces: list[str] = []
    async with HostileServer("stall_midway") as server, voice_at(server, patience=HASTY) as voice:
        result = await outcome(voice, pieces.append)
    assert pieces == [LINE]
    assert type(result) is LLMTimeoutError


@pytest.mark.parametrize("mode", ["stall_midway", "reset", "drip"])
async def test_once_a_piece_was_handed_on_nothing_is_retried(mode: str) -> None:
    async with (
        HostileServer(mode) as server,
        voice_at(server, patience=patience_for(mode)) as voice,
    ):
        assert isinstance(await outcome(voice, lambda piece: None), LLMError)
    assert len(server.requests) == 1


async def test_trouble_of_the_listener_is_not_blamed_on_the_model() -> None:
    def listener(piece: str) -> None:
        raise ZeroDivisionError

    async with HostileServer("well_behaved") as server, voice_at(server) as voice:
        with pytest.raises(ZeroDivisionError):
            await voice.say(PROMPT, listener)
    assert len(server.requests) == 1


async def test_what_no_store_can_keep_is_replaced() -> None:
    async with (
        HostileServer("well_behaved", lambda asked: "a\x00b\ud800c\U0001f600") as server,
        voice_at(server) as voice,
    ):
        reply = await voice.say(PROMPT)
    assert reply is not None
    assert reply.text == "a\ufffdb\ufffdc\U0001f600"


# ── trying again ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("mode", ["flaky", "flaky_429", "flaky_stall", "flaky_reset"])
async def test_a_passing_failure_is_tried_once_more(mode: str) -> None:
    async with (
        HostileServer(mode) as server,
        voice_at(server, patience=patience_for(mode)) as voice,
    ):
        reply = await voice.say(PROMPT)
    assert reply is not None
    assert reply.text == two_parts()
    assert len(server.requests) == 2


@pytest.mark.parametrize(("longest", "granted"), [(0.3, 0.3), (5.0, 1.0)])
async def test_the_servers_wish_to_wait_is_granted_up_to_a_limit(
    longest: float, granted: float, waits: list[float]
) -> None:
    patience = replace(QUICK, longest_wait=longest)
    async with HostileServer("flaky_429") as server, voice_at(server, patience=patience) as voice:
        await voice.say(PROMPT)
    assert waits == [granted]


@pytest.fixture
def waits() -> Iterator[list[float]]:
    """How long is waited before each second attempt."""
    waits: list[float] = []
    before = stamina.instrumentation.get_on_retry_hooks()
    stamina.instrumentation.set_on_retry_hooks([lambda details: waits.append(details.wait_for)])
    yield waits
    stamina.instrumentation.set_on_retry_hooks(before)


async def test_an_answer_that_is_too_long_is_not_waited_for() -> None:
    async with (
        HostileServer("flood") as server,
        voice_at(server, patience=replace(QUICK, max_chars=500)) as voice,
    ):
        result = await outcome(voice, lambda piece: None)
    assert "longer than 500 characters" in str(result)


async def test_a_redirect_is_not_followed_and_the_remedy_named() -> None:
    async with HostileServer("redirect") as server, voice_at(server) as voice:
        assert "set base_url" in str(await outcome(voice))


async def test_somebody_who_goes_away_while_waiting_is_let_go() -> None:
    async with HostileServer("stall") as server, voice_at(server, patience=Patience()) as voice:
        waiting = asyncio.create_task(voice.say(PROMPT))
        await server.reached()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting


def test_a_reader_may_take_half_a_minute_and_a_speaker_a_whole_one() -> None:
    assert TIMEOUTS == {"extract": 30, "read": 30, "speak": 60}


async def test_each_role_has_its_own_deadline() -> None:
    patience = replace(QUICK, timeouts={"extract": 0.1, "read": 2 * LONG, "speak": 2 * LONG})
    async with (
        HostileServer("stall") as server,
        voice_at(server, patience=patience) as voice,
        asyncio.timeout(LONG),
    ):
        assert type(await outcome(voice, prompt=replace(PROMPT, role="extract"))) is LLMTimeoutError


# ── the circuit breaker ───────────────────────────────────────────────────────────────────────────


async def test_a_server_that_keeps_failing_is_left_alone_and_then_tried_again() -> None:
    now = 0.0
    async with (
        HostileServer("http_500") as server,
        voice_at(server, breaker=Breaker(limit=2, pause=30), clock=lambda: now) as voice,
    ):
        await outcome(voice)
        await outcome(voice)
        assert len(server.requests) == 4
        held = await outcome(voice)
        assert type(held) is LLMUnavailableError
        assert "2 times in a row" in str(held)
        assert len(server.requests) == 4
        now = 31.0
        await outcome(voice)
        assert len(server.requests) == 6


async def test_a_refusal_does_not_open_the_circuit() -> None:
    async with (
        HostileServer("http_401") as server,
        voice_at(server, breaker=Breaker(limit=1)) as voice,
    ):
        await outcome(voice)
        assert type(await outcome(voice)) is LLMRefusedError


async def test_a_model_that_would_not_answer_is_no_failure_of_its_server() -> None:
    async with HostileServer("refusal") as server, voice_at(server) as voice:
        reply = await voice.say(PROMPT)
    assert reply is not None
    assert (reply.text, reply.broken_off) == ("", "refused")


# ── what it cost ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("on_text", [None, lambda piece: None], ids=["whole", "streamed"])
async def test_tokens_come_from_the_provider_and_cost_from_the_price_list(
    on_text: Callable[[str], None] | None,
) -> None:
    async with (
        HostileServer("well_behaved", lambda asked: "one two three") as server,
        voice_at(server, "openai:gpt-4o-mini") as voice,
    ):
        reply = await outcome(voice, on_text)
    assert isinstance(reply, Reply)
    assert (reply.model, reply.tokens_in, reply.tokens_out, reply.estimated) == (
        "openai:gpt-4o-mini",
        7,
        3,
        False,
    )
    assert reply.cost == pytest.approx((7 * 0.15 + 3 * 0.60) / 1_000_000)
    assert reply.seconds > 0


@pytest.mark.parametrize("mode", ["no_usage", "lying_usage"])
@pytest.mark.filterwarnings("ignore:Failed to extract usage")
async def test_tokens_that_were_not_counted_or_not_honestly_are_estimated_and_marked(
    mode: str,
) -> None:
    async with HostileServer(mode, lambda asked: "x" * 41) as server, voice_at(server) as voice:
        reply = await voice.say(PROMPT)
    assert reply is not None
    assert (reply.tokens_in, reply.tokens_out, reply.estimated) == (
        -(-len(PROMPT.system + PROMPT.user) // 4),
        11,
        True,
    )


@pytest.mark.parametrize(
    ("model", "base_url", "known"),
    [
        ("openai:gpt-4o-mini", None, True),
        ("anthropic:claude-sonnet-5", None, True),
        ("google:gemini-2.5-flash", None, True),
        ("openai:made-up", None, False),
        ("compatible:gpt-4o-mini", "http://127.0.0.1:8080/v1", False),
        ("compatible:openai/gpt-4o-mini", "https://openrouter.ai/api/v1", True),
    ],
)
def test_an_unknown_price_is_none_and_not_nothing(
    model: str, base_url: str | None, known: bool
) -> None:
    cost = price(model, base_url, RequestUsage(input_tokens=1000, output_tokens=1000))
    assert (cost is not None and cost > 0) if known else cost is None


# ── the switch ────────────────────────────────────────────────────────────────────────────────────


def test_in_tests_no_model_beyond_this_machine_can_be_called() -> None:
    with pytest.raises(SettingsError, match="DRAMATURG_MODELS=loopback"):
        ProviderVoice("openai:gpt-4o-mini", api_key=KEY)
    with pytest.raises(SettingsError, match=r"example\.org"):
        ProviderVoice("compatible:any", base_url="https://example.org/v1")


def test_an_address_from_the_environment_is_looked_at_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "https://example.org/v1")
    with pytest.raises(SettingsError, match=r"example\.org"):
        ProviderVoice("openai:gpt-4o-mini", api_key=KEY)


def test_off_forbids_every_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAMATURG_MODELS", "off")
    with pytest.raises(SettingsError, match="off forbids every model"):
        ProviderVoice("compatible:any", base_url="http://127.0.0.1:8080/v1")


def test_a_misspelt_switch_is_not_taken_for_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAMATURG_MODELS", "loopbak")
    with pytest.raises(SettingsError, match="Did you mean 'loopback'"):
        ProviderVoice("compatible:any", base_url="http://127.0.0.1:8080/v1")


@pytest.mark.parametrize(
    ("url", "loopback"),
    [
        ("http://127.0.0.1:8080/v1", True),
        ("http://127.8.8.8/v1", True),
        ("http://[::1]:8080", True),
        ("http://localhost/v1", True),
        ("http://127.0.0.1.example.org/v1", False),
        ("http://localhost.example.org/v1", False),
        ("http://127.0.0.1@example.org/v1", False),
        ("http://10.0.0.1/v1", False),
        ("https://api.openai.com/v1", False),
    ],
)
def test_loopback_is_told_from_what_only_looks_like_it(url: str, loopback: bool) -> None:
    assert is_loopback(url) == loopback


@pytest.mark.parametrize(
    ("model", "says"),
    [
        ("opanai:gpt", "Did you mean 'openai'"),
        ("gpt-4o", "provider:model"),
        ("openai:", "provider:model"),
        ("compatible:any", "base_url"),
    ],
)
def test_a_wrong_name_is_answered_with_a_remedy(model: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says):
        ProviderVoice(model, api_key=KEY)


def test_a_missing_key_names_the_variable_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("DRAMATURG_MODELS", "on")
    with pytest.raises(SettingsError, match="OPENAI_API_KEY"):
        ProviderVoice("openai:gpt-4o-mini")


# ── replay ────────────────────────────────────────────────────────────────────────────────────────


class Say(Ask[str]):
    name = "say"
    role: ClassVar[Role] = "speak"

    def prompt(self) -> Prompt:
        return PROMPT

    def read(self, text: str) -> str:
        return text

    def offline(self) -> str:
        return ""


@pytest.mark.parametrize(
    "mode",
    [
        "well_behaved",
        "lone_surrogates",
        "http_429",
        "http_401",
        "stall",
        "flood",
        "not_json",
        "refusal",
    ],
)
async def test_a_recorded_turn_replays_to_equal_exchanges(mode: str) -> None:
    async with (
        HostileServer(mode) as server,
        voice_at(server, patience=patience_for(mode)) as voice,
    ):
        first = Prompter(voice)
        answer = await first.ask(Say())
    again = Prompter(TapeVoice(first.exchanges, turn=1))
    assert await again.ask(Say()) == answer
    assert again.exchanges == first.exchanges
