"""A small study about oat milk that was really held: three simulated respondents and two who say
what is written here.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Iterable
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from tests.support.ears import doing, models_hearing

from dramaturg.app.config.settings import Settings
from dramaturg.app.studies.read_study import StudyMaterial, with_material
from dramaturg.app.study_simulation import admit, hold, population_of
from dramaturg.app.wiring import App, open_app
from dramaturg.content.yaml_writer import as_yaml
from dramaturg.kernel.conditions import Value
from dramaturg.studies.content import study_content, study_of
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import Voice

T = TypeVar("T")

TURNS = 6
SIMULATED = ("R001", "R002", "R003")
INES, OTIS = "R004", "R005"
OAT: dict[str, Any] = {
    "kind": "study",
    "id": "oat_small",
    "version": "1",
    "title": "Oat milk, asked of few",
    "methodology": "means_end_chain",
    "subject": "oat_milk",
    "turns": TURNS,
    "respondents": 9,
    "consent": {
        "version": "3",
        "text": "We ask what oat milk is to you, and delete what you say when you withdraw.",
    },
    "screener": [
        {"id": "age", "question": "How old are you?", "answer": "number"},
        {"id": "trade", "question": "What do you do?", "answer": "text"},
    ],
}

# Whoever is asked is Ines: she names people, writes like a spreadsheet, will not answer, and takes
# something back.
INES_ANSWERS: dict[str, Value] = {"age": 41, "trade": "lighthouse keeper, ask Tobias Wetherby"}
INES_SAID = (
    "I buy it because it is creamy, and the creamy foam makes my coffee feel like a marmalade treat 😌 every day.",
    "=1+1, I always say: a treat helps me to feel calm, and feeling calm gives me peace of mind.",
    "My sister Rosalind Hargreaves showed me. Write to rosalind.h@example.org or call +44 20 7946 0958.\r\n"
    "She says it doesn't upset her stomach, so she feels healthy.",
    "I'd rather not talk about that.",
    "It is cheap, so I save money, and saving money makes me feel secure.",
    "Actually, it is not cheap, it is expensive.",
)
HEARD = {INES_SAID[3]: doing("refusal"), INES_SAID[5]: doing("correction")}
OTIS_ANSWERS: dict[str, Value] = {"age": 29, "trade": "zookeeper"}
OTIS_SAID = (
    "It comes from oats, so it is good for the climate, and that matters to me because I care about the planet.",
    "It is creamy, and creamy foam makes my coffee feel like a treat.",
    "Caring about the planet gives me a clear conscience among the quokkas.",
    "It does not upset my stomach, so I feel healthy.",
    "I feel healthy, so I can be there for my children.",
    "That is all, it is simply part of my morning.",
)


@cache
def store() -> bytes:
    """The database file of the study, with every interview over."""
    with TemporaryDirectory() as folder:
        settings = Settings(store=str(Path(folder) / "held.db"))
        asyncio.run(_hold_all(settings, written(Path(folder))))
        with closing(sqlite3.connect(settings.store)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return Path(settings.store).read_bytes()


def written(folder: Path, **changes: Any) -> str:
    """A file with the study."""
    file = folder / "oat_small.yaml"
    file.write_text(as_yaml({**OAT, **changes}), encoding="utf-8")
    return str(file)


async def _hold_all(settings: Settings, file: str) -> None:
    async with open_app(settings, models=models_hearing(HEARD)) as app:
        content = study_content(app.library, file)
        study = await app.studies.open(content)
        population = population_of(app.library, study_of(content), "oat_milk_drinkers")
        for seat in await admit(app, study, population, len(SIMULATED), seed=3):
            await hold(app, seat)
        await interviewed(app, study, INES_ANSWERS, INES_SAID)
        await interviewed(app, study, OTIS_ANSWERS, OTIS_SAID)


async def interviewed(
    app: App, study: str, answers: dict[str, Value], said: Iterable[str], over: bool = True
) -> tuple[str, str]:
    """Somebody takes part and says this. Returns pseudonym and session."""
    admission = await app.studies.consent(study)
    await app.studies.screen(study, admission.respondent, answers)
    begun = await app.studies.begin(study, admission.respondent)
    for number, words in enumerate(said):
        await app.sessions.turn(begun.session, Heard(text=words), f"said-{number}")
    if over:
        await app.studies.note_end(study, admission.respondent, left=True)
    return admission.respondent, begun.session


def laid_out(folder: Path) -> Settings:
    """A store of one's own with the held study in it."""
    file = folder / "studies.db"
    file.write_bytes(store())
    return Settings(store=str(file))


def done(
    settings: Settings,
    work: Callable[[App, str], Coroutine[Any, Any, T]],
    voice: Voice | None = None,
) -> T:
    """Does something with the application and the one study in its store."""

    async def run() -> T:
        async with open_app(settings, voice) as app:
            return await work(app, (await app.studies.all())[0].id)

    return asyncio.run(run())


def analysed(settings: Settings, work: Callable[[StudyMaterial], T]) -> T:
    return done(settings, lambda app, study: with_material(app.studies, study, work))
