"""Sessions that were held with a real model replay to the letter without it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dramaturg.app.config.settings import Settings
from dramaturg.app.wiring import open_app
from dramaturg.turn.ports import EventLog, SessionInfo, StoredContent, StoredTurn

RECORDINGS = {
    path.stem: path.read_text(encoding="utf-8").splitlines()
    for path in sorted(Path(__file__).parent.glob("*.jsonl"))
}

SAID = ("heard", "draft", "exchanges")
"""What stands in a record whatever an edition makes of it."""


async def restored(log: EventLog, lines: list[str]) -> str:
    """The recorded session, put into a log turn by turn."""
    info, content, *turns = (json.loads(line) for line in lines)
    session = SessionInfo(**info)
    await log.open(session, StoredContent(**content))
    for turn in turns:
        claim = await log.claim(session.id, turn["key"], "{}", "restore", 60.0)
        await log.append(claim, StoredTurn(**turn))  # type: ignore[arg-type]  # nobody else is there, so it is a claim
    return session.id


@pytest.mark.parametrize("recording", RECORDINGS)
async def test_a_session_with_a_real_model_replays_with_every_line_as_it_was_said(
    recording: str, tmp_path: Path
) -> None:
    async with open_app(Settings(store=str(tmp_path / "s.db"), model="offline")) as app:
        session = await restored(app.log, RECORDINGS[recording])
        recorded = [turn async for turn in app.sessions.replay(session, recorded_readings=True)]
        again = [turn async for turn in app.sessions.replay(session)]
        for turn in recorded + again:
            assert turn.same or turn.note == "an earlier edition decided here"
            was, now = json.loads(turn.was), json.loads(turn.now)
            assert [now[key] for key in SAID] == [was[key] for key in SAID]


def test_a_recording_holds_what_a_model_said() -> None:
    assert RECORDINGS
    for lines in RECORDINGS.values():
        turns = [json.loads(line) for line in lines[2:]]
        replies = [
            exchange["reply"]
            for turn in turns
            for exchange in json.loads(turn["record"])["exchanges"]
        ]
        assert sum(reply is not None for reply in replies) >= 8
