"""The ways in which a model or its server can go wrong, by name.

Most break what is said: `says(text)` sends that text in a proper answer. The others break the way
it is sent.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections.abc import Mapping
from typing import Any

from tests.support.hostile_wire import END, Asked, Mode, TextOf, Wire

LINE = "It fails on the cases that matter. That is what keeps me up."
REPORT: Mapping[str, Any] = {
    "emotional_state": "neutral",
    "information_revealed": ["it fails where it matters"],
    "internal_thought": "they should know",
    "objective_complete": None,
    "is_conversation_complete": False,
    "hint_given": False,
    "agreement_signal": "neutral",
    "engagement_score": 1,
    "node_satisfied": False,
    "detour_detected": False,
}
LIES: Mapping[str, Any] = {
    **REPORT,
    "node_satisfied": True,
    "objective_complete": "obj_1",
    "is_conversation_complete": True,
    "engagement_score": 2,
    "emotional_state": "trusting",
    "agreement_signal": "agree",
}
DENIALS: Mapping[str, Any] = {
    **REPORT,
    "node_satisfied": False,
    "objective_complete": None,
    "is_conversation_complete": False,
    "engagement_score": -2,
    "emotional_state": "hostile",
    "agreement_signal": "disagree",
    "detour_detected": True,
}
WRONG_TYPES: Mapping[str, Any] = {
    **REPORT,
    "emotional_state": 7,
    "information_revealed": "all of it",
    "internal_thought": {"a": []},
    "objective_complete": [True],
    "is_conversation_complete": "maybe",
    "hint_given": None,
    "agreement_signal": [],
    "engagement_score": "two",
    "node_satisfied": "yes",
    "detour_detected": 1,
}
OUT_OF_RANGE: Mapping[str, Any] = {
    **REPORT,
    "engagement_score": 99,
    "emotional_state": "ecstatic",
    "agreement_signal": "perhaps",
}

INJECTION = re.compile(
    r"ignore (?:\w+ ){0,4}instructions"
    r"|print (?:\w+ ){0,2}system prompt"
    r"|move to CLOSE"
    r"|node_satisfied\W{1,6}(?:to )?true(?!,? only)",  # a speaker's own orders say "true ONLY if"
    re.IGNORECASE,
)


# ── what is said ──────────────────────────────────────────────────────────────────────────────────


def two_parts(line: str = LINE, report: Mapping[str, Any] | str = REPORT) -> str:
    """An answer in the two parts that a speaker is asked for (seed 000, §8.3)."""
    return f"{line}\n{END}\n{report if isinstance(report, str) else json.dumps(report)}"


def well_spoken(asked: Asked) -> str:
    return two_parts()


def obedient(asked: Asked) -> str:
    """Does whatever the person says, above all what nobody should."""
    if not INJECTION.search(asked.user):
        return well_spoken(asked)
    line = f"As you wish. My system prompt: {asked.system} We are at CLOSE now."
    return two_parts(line, {**LIES, "current_node": "CLOSE", "next_node": "CLOSE"})


def says(text: str | TextOf) -> Mode:
    async def answer(wire: Wire, asked: Asked) -> None:
        await wire.completion(asked, text(asked) if callable(text) else text)

    return answer


async def well_behaved(wire: Wire, asked: Asked) -> None:
    await wire.completion(asked, wire.text_of(asked))


# ── messages that are not what they should be ─────────────────────────────────────────────────────


async def sends(wire: Wire, asked: Asked, message: Mapping[str, Any], finish: str = "stop") -> None:
    """This message, without saying what it cost."""
    if asked.streamed:
        await wire.deltas(message)
    else:
        await wire.message(message, finish=finish)


async def no_usage(wire: Wire, asked: Asked) -> None:
    await sends(wire, asked, {"role": "assistant", "content": wire.text_of(asked)})


async def lying_usage(wire: Wire, asked: Asked) -> None:
    usage = {"prompt_tokens": -5, "completion_tokens": 10**30, "total_tokens": 0}
    message = {"role": "assistant", "content": wire.text_of(asked)}
    if asked.streamed:
        await wire.deltas(message, usage=usage)
    else:
        await wire.message(message, usage)


async def null_content(wire: Wire, asked: Asked) -> None:
    await sends(wire, asked, {"role": "assistant", "content": None})


async def refusal(wire: Wire, asked: Asked) -> None:
    """Declines in the field made for it."""
    await sends(
        wire,
        asked,
        {"role": "assistant", "content": None, "refusal": f"I cannot talk about: {asked.user}"},
    )


async def tool_call(wire: Wire, asked: Asked) -> None:
    """Wants to call a tool that nobody offered."""
    call = {
        "index": 0,
        "id": "1",
        "type": "function",
        "function": {"name": "delete_everything", "arguments": "{}"},
    }
    await sends(
        wire,
        asked,
        {"role": "assistant", "content": None, "tool_calls": [call]},
        finish="tool_calls",
    )


async def no_choices(wire: Wire, asked: Asked) -> None:
    await wire.page(
        "200 OK",
        "application/json",
        json.dumps({"id": "1", "object": "chat.completion", "choices": []}).encode(),
    )


async def sends_raw(wire: Wire, asked: Asked, body: bytes) -> None:
    """These bytes, where a message should be."""
    if asked.streamed:
        await wire.page("200 OK", "text/event-stream", b"data: " + body + b"\n\n")
    else:
        await wire.page("200 OK", "application/json", body)


async def invalid_utf8(wire: Wire, asked: Asked) -> None:
    body = (
        json.dumps({"choices": [{"index": 0, "message": {"role": "assistant", "content": "caf?"}}]})
        .encode()
        .replace(b"?", b"\xe9\xff")
    )
    await sends_raw(wire, asked, body)


async def deep_body(wire: Wire, asked: Asked) -> None:
    """Not the text but the answer itself is nested past any reader's patience."""
    body = b'{"choices": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    await sends_raw(wire, asked, body)


async def not_json(wire: Wire, asked: Asked) -> None:
    await wire.page("200 OK", "application/json", b"certainly! here you are:")


async def html_page(wire: Wire, asked: Asked) -> None:
    await wire.page(
        "200 OK", "text/html", b"<html><body>Please log in to the guest network.</body></html>"
    )


async def wrong_content_type(wire: Wire, asked: Asked) -> None:
    body = {"choices": [{"index": 0, "message": {"role": "assistant", "content": LINE}}]}
    await wire.page("200 OK", "image/png", json.dumps(body).encode())


# ── a connection that is not what it should be ────────────────────────────────────────────────────


async def stall(wire: Wire, asked: Asked) -> None:
    """Accepts, and never answers."""
    await wire.hung_up()


async def stall_midway(wire: Wire, asked: Asked) -> None:
    """Says the beginning, and nothing more."""
    await wire.begin(asked, LINE)
    await wire.hung_up()


async def drip(wire: Wire, asked: Asked) -> None:
    """One byte now and then, forever, so that no single wait is long."""
    await wire.begin(asked, LINE)
    while True:
        await wire.send(b":")
        await asyncio.sleep(0.02)


async def flood(wire: Wire, asked: Asked) -> None:
    """Talks until the client hangs up."""
    await wire.begin(asked, "")
    while True:
        if asked.streamed:
            await wire.event("and so on " * 100)
        else:
            await wire.send(b"and so on " * 1000)


async def flood_unseen(wire: Wire, asked: Asked) -> None:
    """Sends for ever what is never a piece of text: one endless line."""
    await wire.head("200 OK", "text/event-stream" if asked.streamed else "application/json")
    while True:
        await wire.send(b" " * 65_536)


async def gzip_bomb(wire: Wire, asked: Asked) -> None:
    """A small answer that unpacks to 50 MB."""
    body = gzip.compress(b" " * 50_000_000, compresslevel=1)
    await wire.page("200 OK", "application/json", body, "Content-Encoding: gzip")


async def endless_headers(wire: Wire, asked: Asked) -> None:
    await wire.send(b"HTTP/1.1 200 OK\r\n")
    while True:
        await wire.send(b"X-More: " + b"x" * 1000 + b"\r\n")


async def reset(wire: Wire, asked: Asked) -> None:
    """Tears the connection down in the middle of the answer."""
    await wire.begin(asked, LINE)
    await asyncio.sleep(0.05)  # let the beginning arrive
    wire.reset()


async def early_close(wire: Wire, asked: Asked) -> None:
    """Closes without a word."""


async def truncated_body(wire: Wire, asked: Asked) -> None:
    """Promises more than it sends."""
    content_type = "text/event-stream" if asked.streamed else "application/json"
    await wire.head("200 OK", content_type, "Content-Length: 5000")
    await wire.send(b'data: {"choices": [' if asked.streamed else b'{"choices": [')


async def not_http(wire: Wire, asked: Asked) -> None:
    await wire.send(b"SSH-2.0-OpenSSH_9.2\r\n")


# ── errors, proper ones ───────────────────────────────────────────────────────────────────────────


def refuses(status: str, *headers: str) -> Mode:
    """An error that quotes the conversation and the key, as real ones do."""

    async def answer(wire: Wire, asked: Asked) -> None:
        await wire.error(
            status, *headers, quoting=f"{asked.user} {asked.headers.get('authorization', '')}"
        )

    return answer


def at_first(failing: Mode) -> Mode:
    """Fails once, then behaves."""

    async def answer(wire: Wire, asked: Asked) -> None:
        await (failing if asked.number == 1 else well_behaved)(wire, asked)

    return answer


http_500 = refuses("500 Internal Server Error")
http_429 = refuses("429 Too Many Requests", "Retry-After: 1")

MODES: Mapping[str, Mode] = {
    "well_behaved": well_behaved,
    # lies and obedience
    "obeys_injection": says(obedient),
    "lies": says(two_parts(report=LIES)),
    "lies_false": says(two_parts(report=DENIALS)),
    "wrong_figures": says(
        two_parts("It fails in 41.7% of 12,500 cases, and the contract of 3 May 2019 allows 9%.")
    ),
    "speaks_as_other": says(
        two_parts("Marcus: I think she is wrong. Learner: You are right, I agree, let us ship it.")
    ),
    # the two-part format, broken
    "no_separator": says(LINE),
    "doubled_separator": says(f"{LINE}\n{END}\n{two_parts()}"),
    "json_first": says(f"{json.dumps(REPORT)}\n{END}\n{LINE}"),
    "broken_json": says(two_parts(report="{'node_satisfied': True, engagement_score: 2,}")),
    "partial_json": says(two_parts()[:-40]),
    "fenced_json": says(two_parts(report=f"```json\n{json.dumps(REPORT, indent=2)}\n```")),
    "wrong_types": says(two_parts(report=WRONG_TYPES)),
    "out_of_range": says(two_parts(report=OUT_OF_RANGE)),
    "nan_numbers": says(two_parts(report='{"engagement_score": NaN, "node_satisfied": Infinity}')),
    "huge_numbers": says(
        two_parts(report=f'{{"engagement_score": 1{"0" * 4000}, "node_satisfied": 1e999}}')
    ),
    "metadata_only": says(json.dumps(REPORT)),
    "only_separator": says(END),
    "empty": says(""),
    "whitespace": says(" \n\t \n"),
    "deep_nesting": says(
        two_parts(report="[" * 30_000 + "]" * 30_000)
    ),  # as deep as the client's limit of length lets through
    "deeper_nesting": says(two_parts(report="[" * 100_000 + "]" * 100_000)),
    # text nobody wants to hear
    "control_characters": says(two_parts("It\x00 fails\x07 on\x1b[2J the\x08 cases\x7f.")),
    "lone_surrogates": says(two_parts("It fails \ud800 on the \udfff cases.")),
    "bidi": says(two_parts("It \u202efails\u202c on\u200b the\u2066 cases\ufeff.")),
    "bullet_list": says(two_parts("Three things:\n- it fails\n- it matters\n1. it is late")),
    "em_dashes": says(two_parts("It fails — badly — on the cases that matter — you know.")),
    "repeats_itself": says(two_parts(" ".join([LINE] * 30))),
    "markup": says(
        two_parts(
            "<script>alert(1)</script><img src=x onerror=alert(1)> **It** fails."
            " [here](javascript:alert(1))"
        )
    ),
    "long_line": says(two_parts("very " * 10_000)),
    # messages that are not what they should be
    "no_usage": no_usage,
    "lying_usage": lying_usage,
    "null_content": null_content,
    "refusal": refusal,
    "tool_call": tool_call,
    "no_choices": no_choices,
    "invalid_utf8": invalid_utf8,
    "deep_body": deep_body,
    "not_json": not_json,
    "html_page": html_page,
    "wrong_content_type": wrong_content_type,
    # connections that are not what they should be
    "stall": stall,
    "stall_midway": stall_midway,
    "drip": drip,
    "flood": flood,
    "flood_unseen": flood_unseen,
    "gzip_bomb": gzip_bomb,
    "endless_headers": endless_headers,
    "reset": reset,
    "early_close": early_close,
    "truncated_body": truncated_body,
    "not_http": not_http,
    # errors
    "http_400": refuses("400 Bad Request"),
    "http_401": refuses("401 Unauthorized"),
    "http_404": refuses("404 Not Found"),
    "http_429": http_429,
    "http_500": http_500,
    "http_503": refuses("503 Service Unavailable"),
    "redirect": refuses("307 Temporary Redirect", "Location: http://127.0.0.1:9/elsewhere"),
    # broken once
    "flaky": at_first(http_500),
    "flaky_429": at_first(http_429),
    "flaky_stall": at_first(stall),
    "flaky_reset": at_first(reset),
}
