"""Interviews that were held elsewhere, in a study: read, replayed, withdrawn, and never there by
halves.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.studies.asking_tea import TEA

from dramaturg.app.config.settings import Settings
from dramaturg.app.studies.read_study import StudyMaterial, with_material
from dramaturg.app.studies.transcripts import (
    bring_in,
    read_on,
    readings,
    unread,
    with_people,
    with_roles,
)
from dramaturg.app.wiring import App, open_app
from dramaturg.content.yaml_writer import as_yaml
from dramaturg.kernel.errors import BadInput
from dramaturg.studies.content import study_content, study_of
from dramaturg.studies.transcripts.files import read_files
from dramaturg.turn.contract import Heard

ADA = """\
I: What do you like about tea?
P: I like the warm cup because it calms me down, quetzalcoatl.
I: Why is that important to you?
P: Being calm helps me to be patient with my children. I sometimes want to kill myself, I said then.
I: Thank you.
"""
BEN = "I: What is tea to you?\nP: It is cheap, so I save money.\nP: And I stop here."


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    (tmp_path / "tea.yaml").write_text(as_yaml(TEA), encoding="utf-8")
    for name, text in (("ada.txt", ADA), ("ben.txt", BEN)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    settings = Settings(store=str(tmp_path / "studies.db"), content=str(tmp_path))
    async with open_app(settings) as opened:
        yield opened


async def brought_in(app: App, folder: Path, *names: str) -> str:
    study = await app.studies.open(study_content(app.library, "tea_at_work"))
    files = read_files([folder / name for name in names])
    await bring_in(app.studies, study, with_roles(files, [], ""))
    return study


async def test_a_transcript_is_read_like_an_interview_and_replays_to_the_letter(
    app: App, tmp_path: Path
) -> None:
    study = await brought_in(app, tmp_path, "ada.txt")
    await read_on(app.studies, app.sessions, study, "R001")
    person = (await app.studies.state(study)).participants["R001"]
    assert (person.standing, person.source, person.termination) == (
        "finished",
        "ada.txt",
        "recording_over",
    )
    records = [record for _, record in await app.sessions.records(person.session)]
    assert [record.line for record in records] == [
        "What do you like about tea?",
        "Why is that important to you?",
        "Thank you.",
    ]
    assert [turn.same async for turn in app.sessions.replay(person.session)] == [True] * 3
    found = await with_material(app.studies, study, StudyMaterial.findings)
    assert found.held[0].conduct.answers == 2
    assert any("warm cup" in code.name for code in found.book.codes.values())
    assert not await app.log.raised()  # nobody is there to be cared for


async def test_reading_goes_on_where_it_stopped_and_nobody_can_answer_in_between(
    app: App, tmp_path: Path
) -> None:
    study = await brought_in(app, tmp_path, "ada.txt", "ben.txt")
    session = (await app.studies.state(study)).participants["R001"].session
    said = (await app.sessions.live(session)).engine.talk.answers[0]  # type: ignore[attr-defined]
    await app.sessions.turn(session, Heard(text=said), "transcript-1")
    with pytest.raises(BadInput, match="held elsewhere"):
        await app.sessions.turn(session, Heard(text="Let me add this."), "other")
    assert [(each.read, each.of) for each in await readings(app.studies, app.sessions, study)] == [
        (1, 2),
        (0, 1),
    ]
    for respondent in await unread(app.studies, study):
        await read_on(app.studies, app.sessions, study, respondent)
    assert await unread(app.studies, study) == []


async def test_all_of_them_come_in_or_none(app: App, tmp_path: Path) -> None:
    study = await brought_in(app, tmp_path, "ada.txt")
    files = read_files([tmp_path / "ben.txt", tmp_path / "ada.txt"])
    with pytest.raises(BadInput, match=r"ada\.txt is in the study already, as R001"):
        await bring_in(app.studies, study, with_roles(files, [], ""))
    state = await app.studies.state(study)
    assert {each.id: each.source for each in state.participants.values() if each.session} == {
        "R001": "ada.txt"
    }


async def test_whoever_withdraws_leaves_not_a_word_in_the_file(app: App, tmp_path: Path) -> None:
    study = await brought_in(app, tmp_path, "ada.txt", "ben.txt")
    for respondent in await unread(app.studies, study):
        await read_on(app.studies, app.sessions, study, respondent)
    await app.studies.withdraw(study, "R001")
    left = await asyncio.to_thread(_stored, tmp_path)
    assert b"quetzalcoatl" not in left
    assert b"ada.txt" not in left
    assert b"I save money" in left


def _stored(folder: Path) -> bytes:
    return b"".join(each.read_bytes() for each in folder.glob("studies.db*"))


async def test_a_table_says_what_is_known_of_each(app: App, tmp_path: Path) -> None:
    study = study_content(app.library, "tea_at_work")
    table = tmp_path / "people.csv"
    table.write_text("file,age,tea\nada.txt,34,\nbem.txt,40,black\nben.txt,old,black\n")
    files = with_roles(read_files([tmp_path / "ada.txt", tmp_path / "ben.txt"]), [], "")
    with pytest.raises(BadInput) as told:
        with_people(files, table, study_of(study))
    assert "people.csv:3: no transcript is called 'bem.txt'. Did you mean" in str(told.value)
    assert "people.csv:4: age: please answer with a number" in str(told.value)
    table.write_text("file,age,tea\nada.txt,34,\n")
    assert [each.answers for each in with_people(files, table, study_of(study))] == [
        {"age": 34},
        {},
    ]
