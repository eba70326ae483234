"""A study on a PostgreSQL server, whole: opened, held, reported on, and left without a trace in any
table.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncpg
import pytest
from tests.app.studies.held_study import (
    INES_ANSWERS,
    INES_SAID,
    OTIS_ANSWERS,
    OTIS_SAID,
    interviewed,
    written,
)

from dramaturg.app.config.settings import Settings
from dramaturg.app.studies.exports import export
from dramaturg.app.studies.read_study import StudyMaterial, with_material
from dramaturg.app.wiring import open_app
from dramaturg.studies.content import study_content

pytestmark = pytest.mark.slow


async def everything(url: str) -> str:
    """All rows of all tables, as text."""
    connection = await asyncpg.connect(url)
    tables = await connection.fetch(
        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    )
    rows = [
        await connection.fetch(f"SELECT t::text FROM {table['tablename']} t") for table in tables
    ]
    await connection.close()
    return "\n".join(row[0] for table in rows for row in table)


async def whole_study(url: str, folder: Path) -> tuple[str, str, str]:
    """The store's text before and after somebody withdrew, and the report after it."""

    def write(material: StudyMaterial) -> str:
        return export(material, "md", folder / "report")[0].read_text(encoding="utf-8")

    async with open_app(Settings(store=url)) as app:
        study = await app.studies.open(study_content(app.library, written(folder)))
        leaving, _ = await interviewed(app, study, INES_ANSWERS, INES_SAID[:2])
        await interviewed(app, study, OTIS_ANSWERS, OTIS_SAID[:2])
        assert "2 interviews" in await with_material(app.studies, study, write)
        before = await everything(url)
        await app.studies.withdraw(study, leaving)
        return before, await everything(url), await with_material(app.studies, study, write)


def test_a_study_is_held_reported_on_and_left_without_a_trace(
    postgres_url: str, tmp_path: Path
) -> None:
    before, after, report = asyncio.run(whole_study(postgres_url, tmp_path))
    for words in ("marmalade", "I always say", "lighthouse", "Wetherby"):
        assert words in before
        assert words not in after and words not in report
    assert "care about the planet" in after
    assert "1 interview," in report and "1 withdrew" in report
    assert "good for the climate" in report
