"""Whoever withdraws is gone: from the bytes of the store, from what is written and logged
afterwards, and from all figures.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.app.studies.held_study import (
    INES,
    INES_ANSWERS,
    INES_SAID,
    OTIS,
    OTIS_ANSWERS,
    OTIS_SAID,
    SIMULATED,
    done,
    interviewed,
    laid_out,
)
from tests.app.studies.test_exports import texts_of
from tests.studies.qdpx.projects import faults

from dramaturg.app.config.settings import Settings
from dramaturg.app.studies.exports import EXPORTS, export
from dramaturg.app.studies.read_study import StudyMaterial, with_material
from dramaturg.app.studies.studies import Withdrawal
from dramaturg.app.wiring import App, open_app
from dramaturg.kernel.errors import DramaturgError, NotFound
from dramaturg.kernel.values import replace
from dramaturg.studies.base.codes import (
    CodeBook,
    CodeRenamed,
    CodesMerged,
    CodeSplit,
    CodingDecision,
    Ref,
)
from dramaturg.studies.base.evidence import InterviewEvidence
from dramaturg.studies.report.study_report import report
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import OnText, Prompt, Reply

pytestmark = pytest.mark.slow

MIDWAY = (
    "It smells of wet cardboard boats, and that puts me off.",
    "A smell of cardboard boats spoils my whole harbour morning.",
)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return laid_out(tmp_path)


def runs(*texts: str) -> set[str]:
    """Every three words that follow one another."""
    words = [text.split(" ") for text in texts]
    return {" ".join(each[at : at + 3]) for each in words for at in range(len(each) - 2)}


def telling(run: str) -> bool:
    """Not what anybody says ("it is not"), nor what a store may write in other ways: emoji, line
    ends.
    """
    return run.isascii() and "\r" not in run and any(len(word) > 4 for word in run.split(" "))


ONLY_INES = {
    run for run in runs(*INES_SAID, str(INES_ANSWERS["trade"])) - runs(*OTIS_SAID) if telling(run)
}


def bytes_of(settings: Settings) -> bytes:
    """The database file with its companions."""
    file = Path(settings.store)
    return b"".join(each.read_bytes() for each in sorted(file.parent.glob(f"{file.name}*")))


def found(settings: Settings, words: set[str]) -> set[str]:
    kept = bytes_of(settings)
    return {each for each in words if each.encode() in kept}


def own_labels(book: CodeBook) -> set[str]:
    """What nobody but Ines would have a concept for."""
    return {
        each.label
        for each in book.joined.values()
        if any(word in each.label for word in ("marmalade", "rosalind", "7946"))
    }


async def withdraw_ines(app: App, study: str) -> Withdrawal:
    return await app.studies.withdraw(study, INES)


# ── bytes ─────────────────────────────────────────────────────────────────────────────────────────


def test_no_byte_of_what_was_said_is_left_in_the_store(settings: Settings) -> None:
    async def look(app: App, study: str) -> set[str]:
        session = (await app.studies.state(study)).participants[INES].session
        labels = own_labels(await with_material(app.studies, study, StudyMaterial.book))
        vectors = {
            row["embedding"]
            for row in await app.log.rows(session, "kg_nodes")
            if row["label"] in labels
        }
        told = {*ONLY_INES, *labels, *vectors, session}
        assert found(settings, told) == told, "all of it was there"
        assert len(labels) == len(vectors) == 3
        await app.studies.withdraw(study, INES)
        assert found(settings, told) == set(), "while the store is open"
        return told

    told = done(settings, look)
    assert found(settings, told) == set(), "and when it is closed"
    assert len(told) > 50


def test_the_others_words_are_all_still_there(settings: Settings) -> None:
    done(settings, withdraw_ines)
    told = {run for run in runs(*OTIS_SAID) if run.isascii()}
    assert found(settings, told) == told


def test_nothing_is_left_of_an_interview_that_was_broken_off_in_the_middle(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    async def break_off(app: App, study: str) -> None:
        who, session = await interviewed(app, study, OTIS_ANSWERS, MIDWAY, over=False)
        assert found(settings, runs(*MIDWAY)) == runs(*MIDWAY)
        await app.studies.withdraw(study, who)
        assert found(settings, runs(*MIDWAY)) == set()
        with pytest.raises(NotFound):
            await app.sessions.turn(session, Heard("Are you still there?"), "after")
        with pytest.raises(DramaturgError):
            await app.studies.begin(study, who)
        assert (await app.studies.state(study)).participants[who].standing == "withdrawn"

    done(settings, break_off)
    assert found(settings, runs(*MIDWAY)) == set()
    assert not [run for run in runs(*MIDWAY) if run in caplog.text], (
        "what is logged cannot be erased: it was never logged"
    )


class Slow:
    """Speaks only once it is let."""

    name = "slow"

    def __init__(self) -> None:
        self.asked, self.let = asyncio.Event(), asyncio.Event()

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        self.asked.set()
        await self.let.wait()
        return None


def test_an_answer_that_is_being_thought_about_while_they_withdraw_is_not_written_afterwards(
    settings: Settings,
) -> None:
    async def overtake() -> None:
        voice = Slow()
        async with open_app(settings, voice) as app:
            voice.let.set()
            study = (await app.studies.all())[0].id
            who, session = await interviewed(app, study, OTIS_ANSWERS, MIDWAY[:1], over=False)
            voice.let.clear()
            voice.asked.clear()
            answer = asyncio.create_task(app.sessions.turn(session, Heard(MIDWAY[1]), "slowly"))
            await voice.asked.wait()
            await app.studies.withdraw(study, who)
            voice.let.set()
            with pytest.raises(DramaturgError):
                await answer
            assert found(settings, runs(*MIDWAY)) == set()

    asyncio.run(overtake())
    assert found(settings, runs(*MIDWAY)) == set()


# ── what is written and logged afterwards ─────────────────────────────────────────────────────────


def all_written(material: StudyMaterial, folder: Path) -> list[Path]:
    ways = {"plain": material, "redacted": material.redacted()}
    return [
        path
        for way, each in ways.items()
        for to in EXPORTS
        for path in export(each, to, folder / way / f"study.{to}")
    ]


def test_nothing_of_them_is_in_any_export_or_log_made_afterwards(
    settings: Settings,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)

    async def withdraw_and_write(app: App, study: str) -> tuple[set[str], list[Path]]:
        labels = own_labels(await with_material(app.studies, study, StudyMaterial.book))
        await app.studies.withdraw(study, INES)
        return labels, await with_material(
            app.studies, study, lambda material: all_written(material, tmp_path / "out")
        )

    labels, written = done(settings, withdraw_and_write)
    logged = "".join((caplog.text, *capfd.readouterr()))
    texts = [text for path in written for text in texts_of(path)]
    assert len(texts) > 30
    for told in (*ONLY_INES, *labels, "marmalade", "Rosalind", "lighthouse", INES):
        assert not [text for text in texts if told in text], told
        assert told == INES or told not in logged


# ── figures ───────────────────────────────────────────────────────────────────────────────────────


def told(material: StudyMaterial) -> list[str]:
    """The report but for who took part, which tells that somebody withdrew."""
    lines = report(material.findings()).markdown.splitlines()
    assert sum(line.startswith("| Took part |") for line in lines) == 1
    return [line for line in lines if not line.startswith("| Took part |")]


def without(material: StudyMaterial, respondent: str) -> StudyMaterial:
    state = material.context.state
    others = {name: each for name, each in state.participants.items() if name != respondent}
    context = replace(material.context, state=replace(state, participants=others))

    def read() -> Iterator[InterviewEvidence]:
        return (each for each in material.read() if each.respondent != respondent)

    return StudyMaterial(material.id, context, read, material.models)


@pytest.mark.parametrize("respondent", [SIMULATED[0], INES, OTIS])
def test_the_report_is_as_if_they_had_never_taken_part(settings: Settings, respondent: str) -> None:
    async def compare(app: App, study: str) -> tuple[list[str], list[str], list[str]]:
        whole = await with_material(app.studies, study, told)
        never = await with_material(
            app.studies, study, lambda material: told(without(material, respondent))
        )
        await app.studies.withdraw(study, respondent)
        return whole, never, await with_material(app.studies, study, told)

    whole, never, afterwards = done(settings, compare)
    assert afterwards == never
    assert afterwards != whole


def test_who_came_and_went_leaves_the_report_as_it_was(settings: Settings) -> None:
    async def come_and_go(app: App, study: str) -> tuple[list[str], list[str]]:
        before = await with_material(app.studies, study, told)
        who, _ = await interviewed(app, study, INES_ANSWERS, MIDWAY)
        assert await with_material(app.studies, study, told) != before
        await app.studies.withdraw(study, who)
        return before, await with_material(app.studies, study, told)

    before, afterwards = done(settings, come_and_go)
    assert afterwards == before


def test_a_study_everybody_has_left_can_still_be_written(
    settings: Settings, tmp_path: Path
) -> None:
    async def leave(app: App, study: str) -> list[Path]:
        for respondent in (*SIMULATED, INES, OTIS):
            await app.studies.withdraw(study, respondent)
        return await with_material(
            app.studies, study, lambda material: all_written(material, tmp_path / "out")
        )

    written = done(settings, leave)
    (text,) = (
        path.read_text(encoding="utf-8")
        for path in written
        if path.match("plain/study.md/report.md")
    )
    assert [faults(path.read_bytes()) for path in written if path.suffix == ".qdpx"] == [[], []]
    assert "0 interviews" in text
    assert "5 withdrew, everything of theirs erased" in text


# ── the analyst's decisions ───────────────────────────────────────────────────────────────────────


def idea_of(book: CodeBook, respondent: str, label: str) -> Ref:
    return next(
        ref
        for ref, each in book.joined.items()
        if ref.respondent == respondent and label in each.label
    )


def decisions(book: CodeBook) -> list[CodingDecision]:
    treat, calm = (idea_of(book, INES, "marmalade treat"), idea_of(book, INES, "calm"))
    planet, children = (idea_of(book, OTIS, label) for label in ("planet", "children"))
    return [
        CodeRenamed(treat, "a marmalade moment of her own"),
        CodesMerged(into=children, other=calm),
        CodeSplit((idea_of(book, INES, "healthy"), idea_of(book, OTIS, "healthy"))),
        CodeRenamed(planet, "the planet"),
    ]


def test_decisions_about_their_ideas_go_with_them_and_others_stay(settings: Settings) -> None:
    async def decide_and_withdraw(
        app: App, study: str
    ) -> tuple[Withdrawal, list[CodingDecision], CodeBook]:
        for decision in decisions(await with_material(app.studies, study, StudyMaterial.book)):
            await app.studies.decide(study, decision)
        assert found(settings, {"a marmalade moment"})
        withdrawal = await app.studies.withdraw(study, INES)
        left = [
            each.decision for each in (await app.studies.state(study)).decisions if not each.undone
        ]
        return withdrawal, left, await with_material(app.studies, study, StudyMaterial.book)

    withdrawal, left, book = done(settings, decide_and_withdraw)
    healthy, planet = (
        idea_of(book, OTIS, "feel healthy"),
        idea_of(book, OTIS, "care about the planet"),
    )
    assert withdrawal.decisions == 2
    assert left == [CodeSplit((healthy,)), CodeRenamed(planet, "the planet")]
    assert book.codes[book.code_of(planet)].name == "the planet"
    assert INES not in {ref.respondent for ref in book.joined}
    assert not found(settings, {"a marmalade moment", f'"{INES}","s', f'["{INES}"'})


def test_decisions_that_are_left_can_still_be_taken_back(settings: Settings) -> None:
    async def undo(app: App, study: str) -> tuple[CodeBook, CodeBook]:
        plain = await with_material(
            app.studies, study, lambda material: without(material, INES).book()
        )
        numbers = [
            await app.studies.decide(study, each)
            for each in decisions(await with_material(app.studies, study, StudyMaterial.book))
        ]
        await app.studies.withdraw(study, INES)
        for number in numbers[2:]:
            await app.studies.undo(study, number)
        return plain, await with_material(app.studies, study, StudyMaterial.book)

    plain, undone = done(settings, undo)
    assert undone == plain
