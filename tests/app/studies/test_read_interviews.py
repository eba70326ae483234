"""What a study takes from a held interview is what the store's tables and the session's records
say.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.app.studies.held_study import (
    INES,
    INES_ANSWERS,
    INES_SAID,
    OTIS,
    OTIS_ANSWERS,
    OTIS_SAID,
    SIMULATED,
    TURNS,
    analysed,
    done,
    interviewed,
    laid_out,
)

from dramaturg.app.config.settings import Settings
from dramaturg.app.studies.read_interviews import read_interview
from dramaturg.app.studies.read_study import with_material
from dramaturg.app.wiring import App
from dramaturg.kernel.errors import LLMTimeoutError
from dramaturg.language.voices import ScriptVoice
from dramaturg.store.sqlite import connect
from dramaturg.studies.base.evidence import Conduct, Idea, IdeaLink, InterviewEvidence, QuotedWords
from dramaturg.turn.contract import Heard

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return laid_out(tmp_path_factory.mktemp("held"))


@pytest.fixture(scope="module")
def interviews(settings: Settings) -> dict[str, InterviewEvidence]:
    return {
        each.respondent: each for each in analysed(settings, lambda material: list(material.read()))
    }


def pieces(evidence: InterviewEvidence) -> tuple[Idea | IdeaLink, ...]:
    return (*evidence.ideas, *evidence.links)


def all_words(evidence: InterviewEvidence) -> Iterator[QuotedWords]:
    for piece in pieces(evidence):
        yield from piece.words


def heard(evidence: InterviewEvidence) -> dict[int, str]:
    return {line.turn: line.text for line in evidence.lines if line.speaker == "respondent"}


def test_every_respondent_whose_interview_is_over_is_read_in_the_order_they_came(
    interviews: dict[str, InterviewEvidence],
) -> None:
    assert list(interviews) == [*SIMULATED, INES, OTIS]


def test_words_are_cut_from_the_answer_of_their_turn(
    interviews: dict[str, InterviewEvidence],
) -> None:
    cut = 0
    for evidence in interviews.values():
        for words in all_words(evidence):
            assert words.text == heard(evidence)[words.turn][words.start : words.end] != ""
            cut += 1
    assert cut > 40


def test_words_are_whole_words(interviews: dict[str, InterviewEvidence]) -> None:
    for evidence in interviews.values():
        for words in all_words(evidence):
            said = heard(evidence)[words.turn]
            for place in (words.start, words.end):
                assert not said[max(0, place - 1) : place + 1].isalnum() or place in (
                    0,
                    len(said),
                ), words
    spoken = {words.text for words in all_words(interviews[INES])}
    assert any("doesn't upset" in text for text in spoken), "not cut in two where the parser cuts"


def test_every_idea_and_every_link_stands_on_words(
    interviews: dict[str, InterviewEvidence],
) -> None:
    for evidence in interviews.values():
        assert evidence.ideas
        for piece in pieces(evidence):
            assert piece.words, piece


def test_what_was_taken_back_is_left_out_with_its_links(
    interviews: dict[str, InterviewEvidence], settings: Settings
) -> None:
    rows = rows_of(settings, INES, "kg_nodes")
    taken_back = {row["slot_id"]: row["label"] for row in rows if row["is_revised"]}
    assert list(taken_back.values()) == ["cheap"]
    evidence = interviews[INES]
    assert "expensive" in {idea.label for idea in evidence.ideas}
    assert not taken_back.keys() & {idea.id for idea in evidence.ideas}
    assert not taken_back.keys() & {
        end for link in evidence.links for end in (link.source, link.target)
    }
    assert taken_back.keys() & {row["slot_id"] for row in rows}, "the store still knows it"


def test_links_join_ideas_of_the_interview_and_come_in_the_order_they_came_up(
    interviews: dict[str, InterviewEvidence],
) -> None:
    for evidence in interviews.values():
        known = {idea.id for idea in evidence.ideas}
        assert all(
            {link.source, link.target} <= known and link.source != link.target
            for link in evidence.links
        )
        turns = [link.words[0].turn for link in evidence.links]
        assert turns == sorted(turns)
    assert len(interviews[INES].links) > 3


def test_the_same_step_said_twice_is_one_link(interviews: dict[str, InterviewEvidence]) -> None:
    for evidence in interviews.values():
        ends = [(link.source, link.target, link.type) for link in evidence.links]
        assert len(ends) == len(set(ends))


def test_lines_are_the_whole_conversation_the_answer_before_the_next_question(
    interviews: dict[str, InterviewEvidence],
) -> None:
    lines = interviews[INES].lines
    assert tuple(line.text for line in lines if line.speaker == "respondent") == INES_SAID
    speakers = [line.speaker for line in lines]
    assert speakers == ["interviewer", *["respondent", "interviewer"] * TURNS]


def test_answers_to_the_screener_are_variables(interviews: dict[str, InterviewEvidence]) -> None:
    assert interviews[INES].variables == INES_ANSWERS


def test_the_conduct_is_what_the_sessions_records_say(
    interviews: dict[str, InterviewEvidence], settings: Settings
) -> None:
    for respondent, evidence in interviews.items():
        conduct, records = evidence.conduct, records_of(settings, evidence.session)
        answered = [record for record in records if record["heard"]["text"]]
        directives = [record["decision"]["directive"] for record in answered]
        assert conduct.answers == len(answered) == TURNS
        assert conduct.words == sum(len(record["heard"]["text"].split()) for record in answered)
        assert conduct.strategies == Counter(
            each["strategy"] for each in directives if each["strategy"]
        ), respondent
        assert (conduct.offline, conduct.models, conduct.degraded) == (TURNS, (), {})
        assert conduct.termination == "max_turns_reached"
        assert conduct.opened_at > 0 and conduct.seconds > 0


def test_who_would_not_answer_is_counted(interviews: dict[str, InterviewEvidence]) -> None:
    assert [interviews[who].conduct.refusals for who in (INES, OTIS)] == [1, 0]


def test_an_interview_that_goes_on_takes_no_part_and_has_no_end(tmp_path: Path) -> None:
    async def begin_and_read(app: App, study: str) -> tuple[list[str], InterviewEvidence]:
        admission = await app.studies.consent(study)
        await app.studies.screen(study, admission.respondent, INES_ANSWERS)
        begun = await app.studies.begin(study, admission.respondent)
        await app.sessions.turn(begun.session, Heard("It is creamy, so I enjoy it."), "1")
        read = await with_material(
            app.studies, study, lambda material: [each.respondent for each in material.read()]
        )
        return read, await read_interview(app.log, await app.log.session(begun.session), "R006", {})

    taking_part, ongoing = done(laid_out(tmp_path), begin_and_read)
    assert taking_part == [*SIMULATED, INES, OTIS]
    assert (ongoing.conduct.answers, ongoing.conduct.termination) == (1, "")
    assert ongoing.ideas


def test_a_model_is_named_when_it_spoke_and_what_it_failed_to_read_was_read_offline(
    tmp_path: Path,
) -> None:
    speaks = ScriptVoice(
        lambda prompt: (
            "What does that do for you?" if prompt.role == "speak" else LLMTimeoutError("too slow")
        )
    )

    async def hold_and_read(app: App, study: str) -> Conduct:
        _, session = await interviewed(app, study, OTIS_ANSWERS, OTIS_SAID[:2])
        return (await read_interview(app.log, await app.log.session(session), "R006", {})).conduct

    conduct = done(laid_out(tmp_path), hold_and_read, speaks)
    assert (conduct.models, conduct.offline) == (("script",), 2)


def test_signals_that_could_not_be_had_are_counted_by_name(tmp_path: Path) -> None:
    settings = laid_out(tmp_path)
    with closing(connect(Path(settings.store))) as store:
        for turn, missing in (
            (1, {"llm.valence": "too slow"}),
            (2, {"llm.valence": "too slow", "llm.emotion": "not read"}),
        ):
            store.execute(
                "UPDATE interview_turns SET result = json_set(result, '$.degraded_signals', json(?)) WHERE turn = ?",
                (json.dumps(missing), turn),
            )
    counted = analysed(
        settings,
        lambda material: {each.respondent: each.conduct.degraded for each in material.read()},
    )
    assert counted[INES] == {"llm.valence": 2, "llm.emotion": 1}


# ── past the evidence ────────────────────────────────────────────────────────────────────────────


def rows_of(settings: Settings, respondent: str, table: str) -> list[Any]:
    async def read(app: App, study: str) -> list[Any]:
        session = (await app.studies.state(study)).participants[respondent].session
        return list(await app.log.rows(session, table))

    return done(settings, read)


def records_of(settings: Settings, session: str) -> list[Any]:
    async def read(app: App, _study: str) -> list[Any]:
        return [json.loads(turn.record) for turn in await app.log.turns(session)]

    return done(settings, read)
