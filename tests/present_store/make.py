"""Writes the store that `tests/test_present_store.py` opens: what people had before the house was
redrawn.

    python -m tests.present_store.make FOLDER      a store of its own in FOLDER, with the games it
    names
    python -m tests.present_store.make --keep      the same, kept beside this file for the test

Everything is typed at the shell, without a model, so that the script outlives the modules behind
it. `--keep` is for the day when the store is to be that of a later version: the point of the one
that is kept is that an earlier one wrote it.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import shutil
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.cli.at_the_shell import run_here

import dramaturg

HERE = Path(__file__).parent
INPUTS = HERE / "inputs"
STORE = "sessions.db"
JOBS = f"{STORE}.jobs"
GAMES = "games"
EXPECTED = "expected"
SESSIONS = "sessions.json"
STUDY = "oat_small"

SESSION = re.compile(r"Kept\s+as\s+([0-9a-f-]{36})")
RECEIPT = re.compile(r"(?:[2-9A-Z]{4}-){3}[2-9A-Z]{4}")

# ── what is said ──────────────────────────────────────────────────────────────────────────────────

TO_THE_PIVOT = ("Hi.", "What did you find?", "Why?", "Go on.", "Go on.")
ANSWERS = (
    "I like oat milk because it froths well. It also costs less money. It keeps the foam all morning.",
    "It makes me feel calm before work.",
    "When I am calm I am kinder to my children.",
    "Being a good father is what matters most to me.",
    "I buy it on Saturdays because the market is open.",
    "My sister showed it to me.",
)
LATE = (
    "The van came two hours late, because the driver waited at the depot.",
    "He waited because the labels were printed twice.",
    "They were printed twice because the printer had lost its settings.",
    "Nobody had written the settings down.",
)
FIRST_SITTING = (
    "I grew up in Leeds, over my uncle's shop, with my two brothers.",
    "The shop sold buttons and thread, and I sorted buttons after school.",
    "Then there was the army. My brother Peter went into the army in 1951, to Korea.",
    "I'd rather not talk about that.",
    "We had a terrier called Nipper, and he bit the postman twice.",
)
SECOND_SITTING = (
    "The pump in the yard was painted green, and it froze in winter.",
    "Actually Peter went in 1952, not 1951.",
    "On Sundays we walked to the canal, and my mother carried the sandwiches.",
)
BEES = (
    "I was born in 1938 in a small village near Ghent, in the house of my grandmother, and my father kept bees behind it.",
    "He had eleven hives, painted blue and yellow, and on Sundays he let me carry the smoker.",
    "My best friend was Godelieve. We walked to school together along the canal, every day, four kilometres.",
)
LABELS_AND_ONE_WRONG = ("f 1", "a 2", "c 3", "b 4", "e 4", "d 5")
SORTED = ("a 3", "b 1", "c 2", "d 3")

INES = (
    "I buy it because it is creamy, and the creamy foam makes my coffee feel like a treat every day.",
    "A treat helps me to feel calm, and feeling calm gives me peace of mind.",
    "It doesn't upset my stomach, so I feel healthy.",
    "I'd rather not talk about that.",
    "It is cheap, so I save money, and saving money makes me feel secure.",
    "Actually, it is not cheap, it is expensive.",
)
OTIS = (
    "It comes from oats, so it is good for the climate, and that matters to me because I care about the planet.",
    "It is creamy, and creamy foam makes my coffee feel like a treat.",
    "Caring about the planet gives me a clear conscience.",
    "It does not upset my stomach, so I feel healthy.",
    "I feel healthy, so I can be there for my children.",
    "That is all, it is simply part of my morning.",
)
RUTH = (
    "The carton is easy to carry, so I save time in the morning.",
    "Saving time means that I can have breakfast with my children.",
    "Breakfast together makes me feel close to my family.",
)
VERA = ("It tastes of marmalade, and that takes me back to my grandmother's kitchen.",)
JON = (
    "It froths well, so the foam makes my coffee feel like a treat.",
    "A treat helps me to feel calm.",
)


# ── writing it ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Desk:
    """A shell in a folder with a store, and the names under which its sessions are found again."""

    folder: Path
    sessions: dict[str, str] = field(default_factory=dict)

    def __call__(self, *arguments: str, said: tuple[str, ...] = ()) -> str:
        """What a command prints that does what it is asked."""
        typed = "".join(f"{line}\n" for line in said)
        done = run_here(
            *arguments, stdin=typed, folder=self.folder, DRAMATURG_STORE=str(self.folder / STORE)
        )
        if done.returncode:
            raise SystemExit(f"dramaturg {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def play(self, name: str, *arguments: str, said: tuple[str, ...]) -> None:
        """Plays, and remembers the session under this name."""
        found = SESSION.search(self("play", *arguments, said=(*said, "/quit")))
        assert found, f"{name} was not kept"
        self.sessions[name] = found.group(1)

    def go_on(self, name: str, engine: str, *said: str) -> None:
        self("play", engine, "--session", self.sessions[name], said=(*said, "/quit"))

    def join(self, *said: str) -> str:
        """Takes part in the study. Returns the receipt."""
        found = RECEIPT.search(self("study", "join", STUDY, said=("yes", *said)))
        assert found, "no receipt was given"
        return found.group()


def write(folder: Path) -> dict[str, Any]:
    """Writes everything. Returns the names of its sessions, and the receipts of those who are not
    done with the study.
    """
    desk = Desk(folder)
    sims(desk)
    interviews(desk)
    memoirs(desk)
    games(desk)
    receipts = study(desk)
    leave_pending(desk)
    return {"sessions": desk.sessions, "receipts": receipts}


def sims(desk: Desk) -> None:
    desk.play("sim with a pivot armed", "sim", "launch_decision", said=TO_THE_PIVOT)
    desk.play(
        "sim decided",
        "sim",
        "launch_decision",
        said=(*TO_THE_PIVOT, "a", "So it is 23% on medical advice.", "/decide delay_and_eval"),
    )
    desk.play(
        "sim of another tier", "sim", "tree_rings", said=("Hello.", "What do the rings tell you?")
    )
    desk.play(
        "sim counted", "sim", "launch_decision", "--steering", "counted", said=TO_THE_PIVOT[:2]
    )
    for name in ("sim migrated", "sim migrated and gone on"):
        desk.play(name, "sim", "launch_decision", said=("Hi.",))
        desk("migrate", str(INPUTS / "technical.yaml"), "--session", desk.sessions[name], "--yes")
    desk.go_on("sim migrated and gone on", "sim", "What did you find?")


def interviews(desk: Desk) -> None:
    desk.play(
        "interview of six answers",
        "interview",
        "means_end_chain",
        "--about",
        "oat_milk",
        said=ANSWERS,
    )
    desk.play(
        "interview finished",
        "interview",
        "five_whys",
        "--about",
        "late_deliveries",
        "--turns",
        "4",
        said=LATE,
    )


def memoirs(desk: Desk) -> None:
    desk.play(
        "memoir of two sittings",
        "memoir",
        "--name",
        "Wilma",
        "--born",
        "1938",
        said=(*FIRST_SITTING, "/end"),
    )
    desk.go_on("memoir of two sittings", "memoir", *SECOND_SITTING)
    desk.play("memoir ended", "memoir", "--name", "Maria", said=(*BEES, "/end"))
    desk.play(
        "memoir with a passage forgotten", "memoir", said=(*BEES[:2], "/forget", BEES[2], "/off")
    )


def games(desk: Desk) -> None:
    wanted = (
        "--seed",
        "5",
        "--difficulty",
        "beginner",
        "--minutes",
        "6",
        "--mechanics",
        "drag_drop,sequencing,sorting_categories",
    )
    desk(
        "game",
        "make",
        "how water goes round",
        "--knowledge",
        "water_cycle",
        "--out",
        f"{GAMES}/water",
        *wanted,
    )
    water = ("game", f"{GAMES}/water")
    desk.play("game in the middle", *water, said=(*LABELS_AND_ONE_WRONG, "next", *SORTED[:2]))
    whole = (
        *LABELS_AND_ONE_WRONG,
        "next",
        *SORTED,
        "e 1",
        "e 3",
        "next",
        "b a d c",
        "next",
        "next",
    )
    desk.play("game finished", *water, "--untimed", said=whole)
    desk.play("game migrated", *water, said=LABELS_AND_ONE_WRONG[:2])
    retitled = json.loads(
        (desk.folder / GAMES / "water" / "blueprint.json").read_text(encoding="utf-8")
    ) | {"title": "Water, again"}
    (desk.folder / "retitled.json").write_text(json.dumps(retitled), encoding="utf-8")
    desk("migrate", "retitled.json", "--session", desk.sessions["game migrated"], "--yes")
    (desk.folder / "retitled.json").unlink()


def study(desk: Desk) -> dict[str, str]:
    desk("study", "open", str(INPUTS / f"{STUDY}.yaml"))
    desk.join("41", "lighthouse keeper", *INES)
    desk.join("29", "zookeeper", *OTIS)
    desk.join("52", "baker", *RUTH, "/stop")
    desk.join("33", "nurse", *VERA, "/withdraw")
    in_the_middle = desk.join("38", "gardener", *JON, "/pause")
    before = desk.join("61", "/stop")
    codes = [code["id"] for code in codes_of(desk)["codes"]]
    desk("study", "merge", STUDY, codes[0], codes[1])
    desk("study", "rename", STUDY, codes[2], "something of one's own")
    desk("study", "merge", STUDY, codes[3], codes[4])
    desk("study", "undo", STUDY, str(codes_of(desk)["decisions"][-1]["number"]))
    unnamed = [id for id in sessions_of(desk) if id not in desk.sessions.values()]
    desk.sessions.update(
        zip(
            (f"interview of {each}" for each in ("R001", "R002", "R003", "R005")),
            unnamed,
            strict=True,
        )
    )
    return {"in the middle": in_the_middle, "before the interview": before}


def codes_of(desk: Desk) -> Any:
    return json.loads(desk("study", "codes", STUDY, "--json"))


def sessions_of(desk: Desk) -> list[str]:
    """All of them, oldest first."""
    return re.findall(r"^[0-9a-f-]{36}", desk("sessions", "list"), re.MULTILINE)[::-1]


class Died(Exception):
    """What happens to a process in the middle of a turn."""


class Dying:
    """A voice in whose first words everything ends."""

    name = "offline"

    async def say(self, prompt: Any, on_text: Any = None) -> None:
        raise Died


def leave_pending(desk: Desk) -> None:
    """A turn that was heard and stored, and never answered."""
    desk.play("sim with a turn pending", "sim", "launch_decision", said=("Hi.",))

    async def die() -> None:
        async with dramaturg.open_app(settings(desk.folder), Dying()) as app:
            await app.sessions.turn(
                desk.sessions["sim with a turn pending"],
                dramaturg.Heard("What did you find?"),
                "pending",
            )

    try:
        asyncio.run(die())
    except Died:
        return
    raise SystemExit("the turn was played: nothing is pending")


# ── what is told of it ────────────────────────────────────────────────────────────────────────────


def settings(folder: Path) -> dramaturg.Settings:
    return dramaturg.Settings(store=str(folder / STORE), model="offline")


def told(desk: Desk) -> dict[str, str]:
    """Everything a version must tell the same of this store, by the name of the file that
    keeps it.
    """
    of = desk.sessions
    studied = {
        f"study_{what}.json": desk("study", what, STUDY, "--json")
        for what in ("codes", "matrix", "saturation")
    }
    return {
        **{
            f"{name.replace(' ', '_')}.txt": desk("sessions", "show", id) for name, id in of.items()
        },
        **studied,
        "study_show.txt": without_dates(desk("study", "show", STUDY)),
        "debrief.json": desk("sim", "debrief", of["sim decided"], "--json"),
        "timeline.md": desk("memoir", "timeline", of["memoir of two sittings"]),
        "digests.json": json.dumps(asyncio.run(digests(desk.folder, of)), indent=1) + "\n",
    }


def without_dates(text: str) -> str:
    return re.sub(r"\d{4}-\d\d-\d\d( \d\d:\d\d)?", "DATE", text)


async def digests(folder: Path, sessions: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Of each session what it is, how many turns it has, and digests of its records and of the
    state they lead to.
    """
    async with dramaturg.open_app(settings(folder)) as app:
        found: dict[str, dict[str, Any]] = {}
        for name, id in sessions.items():
            info, turns, live = (
                await app.log.session(id),
                await app.log.turns(id),
                await app.sessions.live(id),
            )
            found[name] = {
                "engine": info.engine,
                "content": f"{info.content_id} {info.content_version} {info.content_hash}",
                "turns": len(turns),
                "records": digest("\n".join(turn.record for turn in turns)),
                "state": digest(in_order(live.engine.codec.state_json(live.state))),
            }
        return found


def in_order(state: str) -> str:
    """A state's JSON with its bare names sorted: a set is written in whatever order it has that
    day.
    """

    def ordered(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: ordered(each) for key, each in value.items()}
        if isinstance(value, list):
            return (
                sorted(value)
                if all(isinstance(each, str) for each in value)
                else [ordered(each) for each in value]
            )
        return value

    return json.dumps(ordered(json.loads(state)), sort_keys=True)


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


# ── keeping it ────────────────────────────────────────────────────────────────────────────────────


def keep(folder: Path, names: Mapping[str, Any]) -> None:
    """Beside this file: the store and its jobs in a compressed file each, its games, and what is
    told of it.
    """
    for file in (STORE, JOBS):
        with closing(sqlite3.connect(folder / file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("VACUUM")
        (HERE / f"{file}.gz").write_bytes(gzip.compress((folder / file).read_bytes(), mtime=0))
    for old in (HERE / GAMES, HERE / EXPECTED):
        shutil.rmtree(old, ignore_errors=True)
    shutil.copytree(folder / GAMES, HERE / GAMES)
    (HERE / SESSIONS).write_text(json.dumps(names, indent=1) + "\n", encoding="utf-8")
    (HERE / EXPECTED).mkdir()
    for file, text in told(Desk(folder, names["sessions"])).items():
        (HERE / EXPECTED / file).write_text(text, encoding="utf-8")


def lay_out(folder: Path) -> dict[str, Any]:
    """Copies what is kept into a folder, to be opened there. Returns names of sessions and
    receipts, as `write` does.
    """
    for file in (STORE, JOBS):
        (folder / file).write_bytes(gzip.decompress((HERE / f"{file}.gz").read_bytes()))
    shutil.copytree(HERE / GAMES, folder / GAMES)
    names: dict[str, Any] = json.loads((HERE / SESSIONS).read_text(encoding="utf-8"))
    return names


def main(arguments: list[str]) -> None:
    if len(arguments) != 1:
        raise SystemExit(__doc__)
    if arguments != ["--keep"]:
        Path(arguments[0]).mkdir(parents=True, exist_ok=True)
        print(json.dumps(write(Path(arguments[0]).resolve()), indent=1))
        return
    with TemporaryDirectory() as made:
        folder = Path(made).resolve()
        keep(folder, write(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
