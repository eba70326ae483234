"""What people stored before the house was redrawn opens, is told the same, goes on, and replays to
the letter.

The store was written by `tests/present_store/make.py`, with the version that stood then. It is
never written anew for a test to pass.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.present_store.make import (
    EXPECTED,
    GAMES,
    HERE,
    INPUTS,
    STUDY,
    Desk,
    lay_out,
    settings,
    told,
)

import dramaturg

pytestmark = pytest.mark.slow

UNFINISHED = {
    "sim with a pivot armed": ("sim", "a"),
    "sim of another tier": ("sim", "How old is the door, then?"),
    "sim counted": ("sim", "Go on."),
    "sim migrated": ("sim", "What did you find?"),
    "sim migrated and gone on": ("sim", "a"),
    "sim with a turn pending": ("sim", "Go on."),
    "interview of six answers": ("interview", "It tastes of biscuits."),
    "memoir of two sittings": ("memoir", "The sandwiches were always egg and cress."),
    "memoir ended": ("memoir", "My brother Achiel skated to Bruges in the winter of 1947."),
    "memoir with a passage forgotten": (
        "memoir",
        "My brother Achiel skated to Bruges in the winter of 1947.",
    ),
    "game in the middle": ("game", "c 2"),
    "game migrated": ("game", "c 3"),
}


class Store:
    """A copy of the store, and a shell in its folder."""

    def __init__(self, folder: Path) -> None:
        names = lay_out(folder)
        self.folder, self.receipts = folder, names["receipts"]
        self.sessions: dict[str, str] = names["sessions"]
        self.desk = Desk(folder, self.sessions)

    def turns(self, name: str) -> int:
        return self.desk("sessions", "export", self.sessions[name]).count("\n") - 1


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """For whoever only looks."""
    return Store(tmp_path_factory.mktemp("present"))


# ── it is told the same ───────────────────────────────────────────────────────────────────────────


def kept(name: str) -> str:
    return (HERE / EXPECTED / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def now(untouched: Store) -> dict[str, str]:
    return told(untouched.desk)


@pytest.mark.parametrize("name", sorted(file.name for file in (HERE / EXPECTED).iterdir()))
def test_everything_is_told_as_it_was(name: str, now: dict[str, str]) -> None:
    assert now[name] == kept(name)


def test_every_session_of_the_store_is_known_here(untouched: Store) -> None:
    listed = {line.split()[0] for line in untouched.desk("sessions", "list").splitlines()[1:]}
    assert listed == set(untouched.sessions.values())
    assert set(UNFINISHED) < set(untouched.sessions)


# ── it replays ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("readings", ["again", "recorded"])
def test_every_session_replays_to_the_letter(untouched: Store, readings: str) -> None:
    *lines, last = untouched.desk("replay", "--all", "--readings", readings).splitlines()
    sessions = len(untouched.sessions)
    assert last == f"{sessions} of {sessions} sessions are the same", "\n".join(lines)


# ── it goes on ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", UNFINISHED)
def test_an_unfinished_session_goes_on_and_replays_then(store: Store, name: str) -> None:
    engine, said = UNFINISHED[name]
    before = store.turns(name)
    store.desk.go_on(name, engine, said)
    assert store.turns(name) > before, (
        "one more, or two: a memoir may begin a sitting first, and a pending turn is played first"
    )
    assert "to the letter" in store.desk("replay", store.sessions[name])


def test_an_armed_pivot_is_answered(store: Store) -> None:
    store.desk.go_on("sim with a pivot armed", "sim", "a")
    assert "option a of p1 was chosen" in store.desk(
        "sessions", "show", store.sessions["sim with a pivot armed"]
    )


async def test_a_pending_turn_is_played_under_its_key(store: Store) -> None:
    session = store.sessions["sim with a turn pending"]
    async with dramaturg.open_app(settings(store.folder)) as app:
        record = await app.sessions.resume(session)
        assert record is not None
        assert record.heard.text == "What did you find?"
        assert (await app.log.turns(session))[-1].key == "pending"


def test_a_game_that_was_left_is_played_to_its_end(store: Store) -> None:
    said = ("c 2", "d 3", "e 3", "next", "b a d c", "next", "next", "next")
    played = store.desk(
        "play", "game", "--session", store.sessions["game in the middle"], said=said
    )
    assert "Kept as" in played, "it ends by itself, before there is nothing left to type"


# ── what was migrated ─────────────────────────────────────────────────────────────────────────────


def test_a_migration_is_taken_back_and_made_again(store: Store) -> None:
    session, file = store.sessions["sim migrated"], str(INPUTS / "technical.yaml")
    assert "Taken back for 1 session." in store.desk(
        "migrate", file, "--undo", "--session", session, "--yes"
    )
    assert "to the letter" in store.desk("replay", session)
    assert "node technical/SURFACE: renamed to technical/PROBLEM" in store.desk(
        "migrate", file, "--session", session, "--yes"
    )
    assert store.desk("sessions", "show", session) == kept("sim_migrated.txt")


# ── the study ─────────────────────────────────────────────────────────────────────────────────────


def test_a_respondent_goes_on_with_their_receipt(store: Store) -> None:
    said = ("Feeling calm makes me patient with people.", "/stop")
    assert "Thank you for taking part." in store.desk(
        "study", "join", STUDY, "--resume", store.receipts["in the middle"], said=said
    )
    assert "4 finished" in store.desk("study", "show", STUDY)


def test_a_respondent_who_only_agreed_is_asked_and_interviewed(store: Store) -> None:
    said = ("61", "retired", "It is creamy, so my coffee feels like a treat.", "/stop")
    store.desk(
        "study", "join", STUDY, "--resume", store.receipts["before the interview"], said=said
    )
    assert "4 finished" in store.desk("study", "show", STUDY)


def test_a_decision_of_the_analyst_is_taken_back(store: Store) -> None:
    first = json.loads(kept("study_codes.json"))["decisions"][0]
    assert first["undone"] is False
    store.desk("study", "undo", STUDY, str(first["number"]))
    assert (
        json.loads(store.desk("study", "codes", STUDY, "--json"))["decisions"][0]["undone"] is True
    )


def test_a_respondent_withdraws_and_the_others_stay(store: Store) -> None:
    store.desk("study", "withdraw", STUDY, "R001", "--yes")
    assert "2 withdrawn" in store.desk("study", "show", STUDY)
    assert store.sessions["interview of R001"] not in store.desk("sessions", "list")
    assert store.sessions["interview of R002"] in store.desk("sessions", "list")


def test_the_study_is_reported_and_exported(store: Store) -> None:
    store.desk("study", "report", STUDY, "--out", "report")
    assert "something of one's own" in (store.folder / "report" / "report.md").read_text(
        encoding="utf-8"
    )
    for form in ("qdpx", "graphml", "csv", "json", "md", "html", "svg"):
        store.desk("study", "export", STUDY, "--to", form, "--out", f"as-{form}")
        assert (store.folder / f"as-{form}").exists()


# ── what is made of it ────────────────────────────────────────────────────────────────────────────


def test_an_interview_is_written_up_and_a_memoir_becomes_a_book(store: Store) -> None:
    store.desk(
        "interview", "report", store.sessions["interview of six answers"], "--out", "interview"
    )
    assert "froths well" in (store.folder / "interview" / "report.md").read_text(encoding="utf-8")
    store.desk(
        "memoir", "book", store.sessions["memoir of two sittings"], "--to", "md", "--out", "book.md"
    )
    assert "Nipper" in (store.folder / "book.md").read_text(encoding="utf-8")
    assert "Peter" in store.desk("memoir", "audit", store.sessions["memoir of two sittings"])


def test_the_game_in_the_folder_is_made_again_and_stays_as_it_is(store: Store) -> None:
    file = store.folder / GAMES / "water" / "blueprint.json"
    before = file.read_bytes()
    store.desk("game", "rebuild", f"{GAMES}/water")
    assert file.read_bytes() == before
    store.desk.play("another", "game", f"{GAMES}/water", said=("f 1",))
