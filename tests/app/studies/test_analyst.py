"""What an analyst does with a study's codes: words recoded in the text, memos, groups compared, a
second coder.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.studies.asking_tea import TEA

from dramaturg.app.config.settings import Settings
from dramaturg.app.studies.code_decisions import Words, memo_on, recoding
from dramaturg.app.studies.comparing import compared
from dramaturg.app.studies.read_study import StudyMaterial, with_material
from dramaturg.app.studies.second_coding import agreement_with
from dramaturg.app.studies.transcripts import bring_in, read_on, unread, with_people, with_roles
from dramaturg.app.wiring import App, open_app
from dramaturg.content.yaml_writer import as_yaml
from dramaturg.kernel.errors import BadInput
from dramaturg.studies.base.codes import CodeBook
from dramaturg.studies.content import study_content
from dramaturg.studies.transcripts.files import read_files

SAID = {
    "ada": ("It calms me down because the cup is warm.", "I save money with it."),
    "ben": ("The warm cup calms me down.", "It is quick to make."),
    "cem": ("It is quick to make, so I save time.", "It wakes me up."),
}
PEOPLE = "file,age,at_work\nada.txt,30,yes\nben.txt,60,yes\ncem.txt,50,no\n"


async def held(app: App, folder: Path) -> str:
    (folder / "tea.yaml").write_text(as_yaml(TEA), encoding="utf-8")
    for name, answers in SAID.items():
        lines = (f"I: What else?\nP: {answer}" for answer in answers)
        (folder / f"{name}.txt").write_text("\n".join(lines), encoding="utf-8")
    (folder / "people.csv").write_text(PEOPLE, encoding="utf-8")
    study = await app.studies.open(study_content(app.library, str(folder / "tea.yaml")))
    found = with_roles(read_files([folder / f"{name}.txt" for name in SAID]), [], "")
    found = with_people(found, folder / "people.csv", await app.studies.document(study))
    await bring_in(app.studies, study, found)
    for respondent in await unread(app.studies, study):
        await read_on(app.studies, app.sessions, study, respondent)
    return study


async def test_what_an_analyst_decides_about_words_holds_and_can_be_taken_back(
    tmp_path: Path,
) -> None:
    async with open_app(Settings(store=str(tmp_path / "study.db"))) as app:
        study = await held(app, tmp_path)

        async def book() -> CodeBook:
            return await with_material(app.studies, study, StudyMaterial.book)

        async def decide(*given: str | int) -> int:
            words = Words(*given)  # type: ignore[arg-type]
            decision = await with_material(
                app.studies, study, lambda known: recoding(known.book(), known.read(), words)
            )
            return await app.studies.decide(study, decision)

        before = await book()
        number = await decide("R001", 2, "i save money", "thrift", "terminal_value")
        await decide("R003", 1, "I save time", "thrift")
        after = await book()
        thrift = next(code for code in after.codes.values() if code.name == "thrift")
        assert (thrift.type, thrift.support, thrift.mentions) == ("terminal_value", 2, 2)
        evidence = await with_material(app.studies, study, lambda known: [*known.read()])
        words = [word for idea in evidence[0].ideas for word in idea.words if word.turn == 2]
        assert [word.text for word in words] == ["I save money"]
        with pytest.raises(BadInput, match="does not say 'I earn'"):
            await decide("R001", 2, "I earn", "thrift")

        await app.studies.decide(study, memo_on(after, "thrift", "money or time?"))
        assert next(c for c in (await book()).codes.values() if c.name == "thrift").memo
        await app.studies.undo(study, number)
        left = await book()
        assert "thrift" not in {code.name for code in left.codes.values()}
        assert "I save time" in {code.name for code in left.codes.values()}
        withdrawal = await app.studies.withdraw(study, "R003")
        assert withdrawal.decisions == 1
        assert {*(await book()).joined} < {*before.joined}


async def test_groups_are_compared_and_a_second_coder_agrees(tmp_path: Path) -> None:
    async with open_app(Settings(store=str(tmp_path / "study.db"))) as app:
        study = await held(app, tmp_path)
        findings = await with_material(app.studies, study, StudyMaterial.findings)
        found = compared(findings, "at_work")
        assert [(group.name, len(group.respondents)) for group in found.groups] == [
            ("yes", 2),
            ("no", 1),
        ]
        shared = {each.name: each.counts for each in found.codes}
        assert any(counts == (2, 0) for counts in shared.values()), shared
        assert [group.name for group in compared(findings, "age").groups] == [
            "below 50",
            "50 or more",
        ]
        with pytest.raises(BadInput, match="answered in words"):
            compared(findings, "trade")
        name = findings.book.ranked[0].name
        second = tmp_path / "second.csv"
        second.write_text(f"interview,turn,code\nR001,1,{name}\nR002,1,{name}\n")
        agreed = await with_material(
            app.studies, study, lambda material: agreement_with(material, second, "")
        )
        assert agreed.units == 4
