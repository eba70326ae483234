"""Studies over the real store: joined by many at once, held, paused, closed, and left without a
trace.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.studies.asking_tea import TEA

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.app.studies.studies import Admission, Studies
from dramaturg.app.wiring import App, open_app
from dramaturg.content.yaml_writer import as_yaml
from dramaturg.kernel.conditions import Value
from dramaturg.kernel.errors import BadInput, ContentError, NotFound
from dramaturg.studies.base.codes import CodeRenamed, CodesMerged, CodeSplit, Ref
from dramaturg.studies.base.state import Status, StudyEvent, note_of
from dramaturg.studies.content import interview_of, study_content, study_of
from dramaturg.turn.contract import Heard

ANSWERS: dict[str, Value] = {
    "age": 34,
    "tea": "black",
    "at_work": "yes",
    "trade": "lighthouse keeper",
}
SAID = "I warm my hands on the marmalade teapot, and that calms me."
STOP = "I would like to stop the interview here, please."


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(store=str(tmp_path / "studies.db"), content=str(tmp_path))


@pytest.fixture
async def app(settings: Settings) -> AsyncIterator[App]:
    async with open_app(settings) as opened:
        yield opened


def written(folder: Path, **changes: Any) -> str:
    """A file with the study about tea."""
    file = folder / "tea.yaml"
    file.write_text(as_yaml({**TEA, **changes}), encoding="utf-8")
    return str(file)


async def opened(app: App, folder: Path, **changes: Any) -> str:
    return await app.studies.open(study_content(app.library, written(folder, **changes)))


async def accepted(app: App, study: str, **answers: Value) -> Admission:
    admission = await app.studies.consent(study)
    screening = await app.studies.screen(study, admission.respondent, {**ANSWERS, **answers})
    assert screening.outcome == "accepted"
    return admission


async def interviewing(app: App, study: str) -> tuple[Admission, str]:
    admission = await accepted(app, study)
    begun = await app.studies.begin(study, admission.respondent)
    return admission, begun.session


async def standings(studies: Studies, study: str) -> dict[str, str]:
    return {name: each.standing for name, each in (await studies.state(study)).participants.items()}


def bytes_of(settings: Settings) -> bytes:
    folder = Path(settings.store).parent
    return b"".join(file.read_bytes() for file in sorted(folder.glob("studies.db*")))


# ── content ───────────────────────────────────────────────────────────────────────────────────────


def test_a_study_holds_all_that_its_interviews_are_held_with(tmp_path: Path) -> None:
    content = study_content(
        library_of(Settings(store="")), written(tmp_path, turns=7, guide="oat_milk_guide")
    )
    assert study_of(content).title == "Tea at work"
    body = json.loads(interview_of(content).body)
    assert (body["methodology"]["id"], body["subject"]["title"]) == (
        "means_end_chain",
        "tea at work",
    )
    assert (body["guide"]["id"], body["max_turns"]) == ("oat_milk_guide", 7)


async def test_a_study_with_faults_is_not_opened_and_all_are_told_with_their_place(
    app: App, tmp_path: Path
) -> None:
    with pytest.raises(ContentError) as told:
        await opened(
            app, tmp_path, methodology="means_end", rules=[{"when": "ages < 18", "message": "No."}]
        )
    assert [fault.code for fault in told.value.faults] == ["unknown-name", "unknown-fact"]
    assert all(fault.line for fault in told.value.faults)


async def test_a_file_that_is_no_study_is_told(app: App, tmp_path: Path) -> None:
    for name in ("nowhere.yaml", "tea_at_home"):
        with pytest.raises(NotFound):
            study_content(app.library, name)


async def test_a_study_that_is_open_keeps_what_it_was_opened_with(app: App, tmp_path: Path) -> None:
    study = await opened(app, tmp_path)
    written(tmp_path, title="Something else")
    assert (await app.studies.document(study)).title == "Tea at work"


async def test_a_study_is_found_by_its_own_name_or_the_beginning_of_its_id(
    app: App, tmp_path: Path
) -> None:
    first = await opened(app, tmp_path)
    assert await app.studies.find("tea_at_work") == await app.studies.find(first[:30]) == first
    with pytest.raises(NotFound, match="Did you mean 'tea_at_work'"):
        await app.studies.find("tea_at_wrok")
    await opened(app, tmp_path)
    with pytest.raises(BadInput, match="2 studies"):
        await app.studies.find("tea_at_work")
    assert len(await app.studies.all()) == 2


# ── from consent to the end ───────────────────────────────────────────────────────────────────────


async def test_consent_is_kept_with_version_and_hash_and_the_receipt_only_as_a_hash(
    app: App, settings: Settings, tmp_path: Path
) -> None:
    study = await opened(app, tmp_path)
    admission = await app.studies.consent(study)
    known = (await app.studies.state(study)).participants["R001"]
    consent = (await app.studies.document(study)).consent
    assert (known.consent_version, known.consent_hash, known.standing) == (
        "1",
        consent.hash,
        "consented",
    )
    assert (
        await app.studies.respondent_of(study, admission.receipt.lower().replace("-", " "))
        == "R001"
    )
    assert admission.receipt.encode() not in bytes_of(settings)
    with pytest.raises(NotFound):
        await app.studies.respondent_of(study, "2222-2222-2222-2222")
    with pytest.raises(NotFound):
        await app.studies.respondent_of(study, " - ")


@pytest.mark.slow
async def test_a_respondent_is_interviewed_takes_a_break_and_is_finished(
    settings: Settings, tmp_path: Path
) -> None:
    async with open_app(settings) as app:
        study = await opened(app, tmp_path)
        admission, session = await interviewing(app, study)
        first = await app.sessions.turn(session, Heard(SAID), "1")
        assert not await app.studies.note_end(study, admission.respondent)
    async with open_app(settings) as app:
        begun = await app.studies.begin(study, admission.respondent)
        assert (begun.session, begun.question) == (session, first.line)
        await app.sessions.turn(session, Heard(STOP), "2")
        assert await app.studies.note_end(study, admission.respondent)
        assert await app.studies.note_end(study, admission.respondent), (
            "asked again, it is still over"
        )
        known = (await app.studies.state(study)).participants["R001"]
        assert (known.standing, known.termination, known.session) == (
            "finished",
            "user_stop",
            session,
        )
        with pytest.raises(BadInput, match="finished"):
            await app.studies.begin(study, admission.respondent)


async def test_whoever_left_without_a_word_is_noted_so(app: App, tmp_path: Path) -> None:
    study = await opened(app, tmp_path)
    admission, _ = await interviewing(app, study)
    assert await app.studies.note_end(study, admission.respondent, left=True)
    assert (await app.studies.state(study)).participants["R001"].termination == "left"


async def test_the_screener_stands_before_the_interview_and_its_outcome_stays(
    app: App, tmp_path: Path
) -> None:
    study = await opened(app, tmp_path)
    name = (await app.studies.consent(study)).respondent
    with pytest.raises(BadInput, match="has not answered the screener"):
        await app.studies.begin(study, name)
    with pytest.raises(BadInput, match="age: please answer with a number"):
        await app.studies.screen(study, name, {**ANSWERS, "age": "old"})
    turned_away = await app.studies.screen(study, name, {**ANSWERS, "age": "17"})
    assert (turned_away.outcome, turned_away.message) == (
        "screened_out",
        "We can only talk with adults.",
    )
    assert await app.studies.screen(study, name, ANSWERS) == turned_away
    with pytest.raises(BadInput, match="screened out"):
        await app.studies.begin(study, name)


async def test_answers_that_no_store_can_take_are_taken_as_far_as_they_can(
    app: App, tmp_path: Path
) -> None:
    study = await opened(app, tmp_path)
    await accepted(app, study, trade="cook \ud83d\x00 🍲")
    assert (await app.studies.state(study)).participants["R001"].variables[
        "trade"
    ] == "cook \ufffd\ufffd 🍲"


async def test_beginning_twice_at_once_opens_one_interview(app: App, tmp_path: Path) -> None:
    study = await opened(app, tmp_path)
    name = (await accepted(app, study)).respondent
    begun = await asyncio.gather(*(app.studies.begin(study, name) for _ in range(4)))
    assert len(set(begun)) == 1
    assert [info.id for info in await app.log.sessions()] == [begun[0].session]


async def test_an_unknown_respondent_is_told(app: App, tmp_path: Path) -> None:
    study = await opened(app, tmp_path)
    await app.studies.consent(study)
    for work in (app.studies.begin, app.studies.note_end, app.studies.withdraw):
        with pytest.raises(NotFound, match="Did you mean 'R001'"):
            await work(study, "R010")


# ── many at once ──────────────────────────────────────────────────────────────────────────────────


async def test_many_who_join_at_once_get_a_pseudonym_each_and_no_quota_is_overfilled(
    app: App, tmp_path: Path
) -> None:
    study = await opened(app, tmp_path, respondents=5)
    people = await asyncio.gather(*(app.studies.consent(study) for _ in range(12)))
    assert sorted(each.respondent for each in people) == [
        f"R{number:03}" for number in range(1, 13)
    ]
    outcomes = await asyncio.gather(
        *(app.studies.screen(study, each.respondent, ANSWERS) for each in people)
    )
    assert sum(each.outcome == "accepted" for each in outcomes) == 2, "the quota of black tea"
    assert (await app.studies.state(study)).taken == {"black": 2}


JOINER = """
import asyncio, json, sys
from dramaturg.app.config.settings import Settings
from dramaturg.app.wiring import open_app

async def join(studies, study, answers):
    name = (await studies.consent(study)).respondent
    return name, (await studies.screen(study, name, json.loads(answers))).outcome

async def main(store, *who):
    async with open_app(Settings(store=store)) as app:
        print(json.dumps([await join(app.studies, *who) for _ in range(6)]))

asyncio.run(main(*sys.argv[1:]))
"""


def joining(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", JOINER, *arguments], stdout=subprocess.PIPE, text=True
    )


@pytest.mark.slow
async def test_four_processes_that_join_at_once_do_not_get_into_each_others_way(
    app: App, settings: Settings, tmp_path: Path
) -> None:
    study = await opened(app, tmp_path)
    running = [joining(settings.store, study, json.dumps(ANSWERS)) for _ in range(4)]
    outputs = await asyncio.gather(*(asyncio.to_thread(each.communicate) for each in running))
    joined = [tuple(each) for output, _ in outputs for each in json.loads(output)]
    assert sorted(name for name, _ in joined) == [f"R{number:03}" for number in range(1, 25)]
    assert sum(outcome == "accepted" for _, outcome in joined) == 2


# ── invitations ───────────────────────────────────────────────────────────────────────────────────


async def test_an_invitation_is_for_one_respondent_and_lies_in_the_store_as_a_hash(
    app: App, settings: Settings, tmp_path: Path
) -> None:
    study = await opened(app, tmp_path, invited_only=True)
    first, second = await app.studies.invite(study, 2)
    assert (await app.studies.consent(study, f" {first.lower()} ")).respondent == "R001"
    for invitation, told in (
        (first, "used already"),
        ("2222-2222", "no such invitation"),
        ("", "needs an invitation"),
    ):
        with pytest.raises(BadInput, match=told):
            await app.studies.consent(study, invitation)
        with pytest.raises(BadInput, match=told):
            await app.studies.welcome(study, invitation)
    assert (await app.studies.welcome(study, second)).invited_only
    assert sorted((await app.studies.state(study)).invitations.values()) == ["", "R001"]
    assert first.encode() not in bytes_of(settings)


async def test_two_who_use_one_invitation_at_once_are_not_both_let_in(
    app: App, tmp_path: Path
) -> None:
    study = await opened(app, tmp_path)
    (code,) = await app.studies.invite(study, 1)
    tried = await asyncio.gather(
        *(app.studies.consent(study, code) for _ in range(3)), return_exceptions=True
    )
    assert sum(isinstance(each, Admission) for each in tried) == 1


@pytest.mark.parametrize("number", [0, -1, 10_001])
async def test_nobody_makes_no_invitations_or_too_many(
    app: App, tmp_path: Path, number: int
) -> None:
    with pytest.raises(BadInput, match="from 1 to 10000"):
        await app.studies.invite(await opened(app, tmp_path), number)


# ── paused and closed ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("told", ["paused", "closed"])
async def test_a_study_that_is_not_open_takes_nobody_new_but_lets_everybody_finish(
    app: App, tmp_path: Path, told: Status
) -> None:
    study = await opened(app, tmp_path)
    running, session = await interviewing(app, study)
    waiting, fresh = await accepted(app, study), await app.studies.consent(study)
    await app.studies.set_status(study, told)
    for work in (
        app.studies.consent(study),
        app.studies.screen(study, fresh.respondent, ANSWERS),
        app.studies.begin(study, waiting.respondent),
    ):
        with pytest.raises(BadInput, match=told):
            await work
    assert (await app.studies.begin(study, running.respondent)).session == session
    await app.sessions.turn(session, Heard(STOP), "1")
    assert await app.studies.note_end(study, running.respondent)


async def test_a_paused_study_goes_on_and_a_closed_one_does_not(app: App, tmp_path: Path) -> None:
    study = await opened(app, tmp_path)
    await app.studies.set_status(study, "paused")
    await app.studies.set_status(study, "paused")
    await app.studies.set_status(study, "open")
    assert (await app.studies.consent(study)).respondent == "R001"
    await app.studies.set_status(study, "closed")
    for work in (
        app.studies.set_status(study, "open"),
        app.studies.set_status(study, "paused"),
        app.studies.invite(study, 1),
    ):
        with pytest.raises(BadInput, match="closed"):
            await work


# ── withdrawn ─────────────────────────────────────────────────────────────────────────────────────


async def test_whoever_withdraws_in_the_middle_leaves_no_byte_behind(
    app: App, settings: Settings, tmp_path: Path
) -> None:
    study = await opened(app, tmp_path)
    admission, session = await interviewing(app, study)
    await app.sessions.turn(session, Heard(SAID), "1")
    assert b"marmalade teapot" in bytes_of(settings)
    await app.studies.set_status(study, "closed")
    await app.studies.withdraw(study, await app.studies.respondent_of(study, admission.receipt))
    assert await standings(app.studies, study) == {"R001": "withdrawn"}
    for words in (b"marmalade", b"lighthouse", session.encode()):
        assert words not in bytes_of(settings)
    for work in (
        app.sessions.live(session),
        app.sessions.turn(session, Heard("Are you there?"), "2"),
    ):
        with pytest.raises(NotFound):
            await work
    with pytest.raises(NotFound):
        await app.studies.respondent_of(study, admission.receipt)


async def test_withdrawing_frees_the_place_but_never_the_pseudonym_and_can_be_repeated(
    app: App, tmp_path: Path
) -> None:
    study = await opened(app, tmp_path)
    for _ in range(2):
        last = await accepted(app, study)
    await app.studies.withdraw(study, last.respondent)
    await app.studies.withdraw(study, last.respondent)
    assert (await accepted(app, study)).respondent == "R003"
    assert await standings(app.studies, study) == {
        "R001": "accepted",
        "R002": "withdrawn",
        "R003": "accepted",
    }


async def test_whoever_deletes_an_interview_of_a_study_withdraws_its_respondent(
    app: App, settings: Settings, tmp_path: Path
) -> None:
    study = await opened(app, tmp_path)
    admission, session = await interviewing(app, study)
    await app.sessions.turn(session, Heard(text=SAID), "k1")
    await app.studies.delete_session(session)
    assert await standings(app.studies, study) == {admission.respondent: "withdrawn"}
    assert b"marmalade" not in bytes_of(settings)
    assert b"lighthouse keeper" not in bytes_of(settings)


async def test_a_session_of_no_study_is_just_deleted(app: App, tmp_path: Path) -> None:
    study = await opened(app, tmp_path)
    session, _ = await app.sessions.open(interview_of(await app.studies.content(study)))
    await app.studies.delete_session(session)
    with pytest.raises(NotFound):
        await app.log.session(session)


async def test_others_can_join_while_somebody_withdraws(app: App, tmp_path: Path) -> None:
    study = await opened(app, tmp_path)
    await app.studies.consent(study)
    await asyncio.gather(
        app.studies.withdraw(study, "R001"), *(app.studies.consent(study) for _ in range(6))
    )
    assert await standings(app.studies, study) == {
        "R001": "withdrawn",
        **{f"R{n:03}": "consented" for n in range(2, 8)},
    }


async def test_many_can_withdraw_at_once(app: App, settings: Settings, tmp_path: Path) -> None:
    study = await opened(app, tmp_path, quotas=[])
    names = [(await accepted(app, study)).respondent for _ in range(4)]
    await asyncio.gather(*(app.studies.withdraw(study, name) for name in names))
    assert set((await standings(app.studies, study)).values()) == {"withdrawn"}
    assert b"lighthouse" not in bytes_of(settings)


async def test_the_analysts_decisions_forget_whoever_withdrew(
    app: App, settings: Settings, tmp_path: Path
) -> None:
    study = await opened(app, tmp_path)
    for _ in range(3):
        await app.studies.consent(study)
    mine, yours, theirs = (Ref(f"R00{number}", "s1") for number in (1, 2, 3))
    decisions: tuple[StudyEvent, ...] = (
        CodesMerged(mine, yours),
        CodeRenamed(mine, "Marmalade calm"),
        CodeSplit((mine, yours)),
        CodesMerged(yours, theirs),
    )
    await app.log.note(
        study, [note_of(each, number, 0.0) for number, each in enumerate(decisions, start=4)]
    )
    assert (await app.studies.withdraw(study, "R001")).decisions == 2
    left = [(each.number, each.decision) for each in (await app.studies.state(study)).decisions]
    assert left == [(6, CodeSplit((yours,))), (7, CodesMerged(yours, theirs))]
    assert b"Marmalade" not in bytes_of(settings)


async def test_a_study_is_deleted_with_all_that_was_said(
    app: App, settings: Settings, tmp_path: Path
) -> None:
    study = await opened(app, tmp_path)
    _, session = await interviewing(app, study)
    await app.sessions.turn(session, Heard(SAID), "1")
    await app.studies.delete(study)
    assert b"marmalade" not in bytes_of(settings)
    for work in (app.studies.state(study), app.sessions.live(session), app.studies.delete(study)):
        with pytest.raises(NotFound):
            await work
