"""What a server does not do before it must: load models, or send what every request needs through a
thread.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import anyio.to_thread
import pytest
from tests.api.asking import asking
from tests.api.talking import opened, say

HEAVY = {
    "onnxruntime",
    "tokenizers",
    "spacy",
    "pydantic_ai",
    "openai",
    "dbos",
    "sqlalchemy",
    "asyncpg",
}


@pytest.mark.slow
def test_a_server_starts_without_models_and_providers() -> None:
    script = f"import sys, dramaturg.api.server; print(*(set(sys.modules) & {HEAVY!r}))"
    found = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert found.stdout.split() == []


async def test_who_asks_and_for_what_is_found_without_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FastAPI sends what is not async through a thread of AnyIO's, at a cost for every request."""
    sent: list[object] = []

    async def noted(function: Callable[[], object], *_: object, **__: object) -> object:
        sent.append(function)
        return function()

    monkeypatch.setattr(anyio.to_thread, "run_sync", noted)
    async with asking(tmp_path) as client:
        await say(client, await opened(client), "Hi.", key="1")
    assert sent == []
