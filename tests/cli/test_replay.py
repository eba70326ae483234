"""`dramaturg replay` at the shell: exact, and with another version; one session, several, all."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.app.four_sessions import ENGINES, four_sessions
from tests.cli.at_the_shell import Shell, shell

from dramaturg.app.config.settings import Settings
from dramaturg.app.wiring import open_app
from dramaturg.kernel.errors import BadInput, NotFound
from dramaturg.store.sqlite import connect
from dramaturg.studies.base.state import Consented, InterviewBegan, StudyEvent, note_of
from dramaturg.studies.content import study_content

pytestmark = pytest.mark.slow

ONE_FACT = ("--set", "backbones.technical.nodes.DEEPEN.max_turns=1")


@pytest.fixture
def typed(tmp_path: Path) -> Shell:
    four_sessions(tmp_path)
    return shell(tmp_path)


def session_of(typed: Shell, engine: str) -> str:
    lines = typed("sessions", "list").splitlines()
    return next(line.split()[0] for line in lines if f" {engine}/" in line)


def as_json(typed: Shell, *arguments: str) -> Any:
    return json.loads(typed("replay", *arguments, "--json"))


# ── exact ─────────────────────────────────────────────────────────────────────────────────────────


def test_all_sessions_are_replayed_with_a_line_each(typed: Shell) -> None:
    *lines, last = typed("replay", "--all", "--readings", "recorded").splitlines()
    assert len(lines) == len(ENGINES)
    assert all(line.endswith("turns are the same, to the letter") for line in lines)
    assert last == "4 of 4 sessions are the same"


def test_a_session_that_differs_is_told_and_the_others_are_played_nevertheless(
    typed: Shell,
) -> None:
    tamper(typed, session_of(typed, "games"))
    told = typed.finds_fault("replay", "--all", "--readings", "recorded")
    assert "  turn 2, verdict:\n    was" in told
    assert "3 of 4 sessions are the same" in told


def tamper(typed: Shell, session: str) -> None:
    connection = connect(typed.folder / "sessions.db")
    (record,) = connection.execute(
        "SELECT record FROM turns WHERE session = ? AND turn = 2", (session,)
    ).fetchone()
    other = {**json.loads(record), "verdict": {"line": "Nobody said this.", "overrides": []}}
    text = json.dumps(other, ensure_ascii=False, separators=(",", ":"))
    connection.execute(
        "UPDATE turns SET record = ? WHERE session = ? AND turn = 2", (text, session)
    )
    connection.close()


def test_a_session_that_cannot_be_replayed_is_told_by_name(typed: Shell) -> None:
    connection = connect(typed.folder / "sessions.db")
    connection.execute("UPDATE sessions SET embedder = 'hashing@1' WHERE engine = 'sims'")
    connection.close()
    told = typed.finds_fault("replay", session_of(typed, "sims"), session_of(typed, "games"))
    assert "cannot be replayed: session" in told
    assert "1 of 2 sessions are the same" in told


# ── what if ───────────────────────────────────────────────────────────────────────────────────────


def test_one_session_is_told_turn_by_turn_with_both_reasons(typed: Shell) -> None:
    told = typed("replay", session_of(typed, "sims"), *ONE_FACT)
    assert "turn 3\n  was   person qa_lead, node DEEPEN, decision stay, next DEEPEN" in told
    assert "  would person qa_lead, node DEEPEN, decision goto, next PIVOT_1" in told
    assert "not satisfied (1/2)" in told
    assert "max turns reached (1/1)" in told
    assert "the first turn to differ is 3" in told
    assert told.endswith("would have decided 1 of 12 turns otherwise\n")


def test_where_the_other_walk_goes_is_told_beside_the_one_that_was(typed: Shell) -> None:
    told = typed("replay", session_of(typed, "sims"), *ONE_FACT)
    then, now = (line for line in told.splitlines() if line.startswith("node "))
    assert then.startswith("node then: GROUND 1, SURFACE 2, DEEPEN 3-4, PIVOT_1 5,")
    assert now.startswith("node now:  GROUND 1, SURFACE 2, DEEPEN 3, PIVOT_1 4,")


def test_many_sessions_are_summed_up(typed: Shell) -> None:
    told = typed("replay", "--all", *ONE_FACT)
    assert "sessions: 1 otherwise, 0 same, 3 not concerned, 0 undecided" in told
    assert "DEEPEN: stay DEEPEN -> goto PIVOT_1: 1 turn in 1 session" in told


def test_a_study_is_its_respondents_sessions(typed: Shell) -> None:
    asyncio.run(take_part(typed.folder / "sessions.db", session_of(typed, "interviews")))
    told = as_json(typed, "--study", "oat_milk_values", "--set", "max_turns=4")
    assert told["summary"]["sessions"] == {
        "otherwise": 1,
        "same": 0,
        "not concerned": 0,
        "undecided": 0,
    }
    assert told["summary"]["endings"] == [
        {"was": "goes on", "would": "max_turns_reached", "turns": 1, "sessions": 1}
    ]


async def take_part(store: Path, session: str) -> None:
    """A study whose only respondent was interviewed in this session."""
    async with open_app(Settings(store=str(store))) as app:
        study = await app.studies.open(study_content(app.library, "oat_milk_values"))
        number = len(await app.log.notes(study))
        events: tuple[StudyEvent, ...] = (
            Consented("R001", "1", "", ""),
            InterviewBegan("R001", session),
        )
        await app.log.note(
            study, [note_of(event, number + place, 0.0) for place, event in enumerate(events, 1)]
        )


def test_json_has_every_session_its_reasons_and_the_summary(typed: Shell) -> None:
    told = as_json(typed, "--all", *ONE_FACT)
    assert told["summary"]["sessions"] == {
        "otherwise": 1,
        "same": 0,
        "not concerned": 3,
        "undecided": 0,
    }
    (sim,) = (each for each in told["sessions"] if each["outcome"] == "otherwise")
    assert (sim["engine"], sim["content"], sim["turns"]) == ("sims", "launch_decision", 12)
    first = sim["otherwise"][0]
    assert (first["turn"], first["would"]["words"]["next"]) == (3, "PIVOT_1")
    assert "max turns reached" in first["would"]["reason"]


def test_another_version_may_be_a_file(typed: Shell, tmp_path: Path) -> None:
    (source,) = Path("src/dramaturg/content/library").rglob("technical.yaml")
    file = tmp_path / "mine.yaml"
    file.write_text(
        source.read_text("utf-8").replace(
            "max_turns: 2\n    self_loop", "max_turns: 1\n    self_loop"
        ),
        "utf-8",
    )
    told = typed("replay", session_of(typed, "sims"), "--with", str(file))
    assert told.endswith("backbone technical 1 would have decided 1 of 12 turns otherwise\n")


WRONG = [
    (BadInput, "say which sessions", ("replay",)),
    (BadInput, "say which sessions", ("replay", "--all", "--study", "x")),
    (
        BadInput,
        "--readings takes 'again' or 'recorded', not 'twice'",
        ("replay", "--all", "--readings", "twice"),
    ),
    (
        NotFound,
        "there is no file, folder or content 'tecnical'",
        ("replay", "--all", "--with", "tecnical"),
    ),
    (
        BadInput,
        "none of 4 sessions is concerned; the first has no weights; it is made of",
        ("replay", "--all", "--set", "weights=1"),
    ),
    (
        BadInput,
        "'weights' sets nothing: write a path, an equals sign and a value",
        ("replay", "--all", "--set", "weights"),
    ),
]


@pytest.mark.parametrize(("error", "message", "arguments"), WRONG)
def test_what_was_meant_wrongly_is_told(
    typed: Shell, error: type[Exception], message: str, arguments: tuple[str, ...]
) -> None:
    typed.fails(error, message, *arguments)


def test_a_wrong_path_names_what_is_there(typed: Shell) -> None:
    typed.fails(
        BadInput,
        "Did you mean 'max_turns'?",
        "replay",
        session_of(typed, "interviews"),
        "--set",
        "methodology.limits.max_turn=3",
    )


def test_an_empty_store_has_nothing_to_replay(tmp_path: Path) -> None:
    shell(tmp_path).fails(NotFound, "there are no sessions yet", "replay", "--all")
