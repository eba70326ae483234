"""Whole conversations of every engine in Spanish, German, Arabic and Chinese."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conversations.talking import ENGINES, LANGUAGES, GoodVoice, content, talk, turns

from dramaturg.app.config.settings import Settings
from dramaturg.app.wiring import App, open_app
from dramaturg.care.policy import care_words
from dramaturg.english.rules.any_language import NOT_JUDGED
from dramaturg.languages.detect import surely
from dramaturg.languages.names import name_of
from dramaturg.turn.care import taken_in
from dramaturg.turn.contract import AnyRecord, Heard

EVERY = [(engine, language) for engine in ENGINES for language in LANGUAGES]


async def begin(app: App, voice: GoodVoice, language: str) -> tuple[str, AnyRecord]:
    played, to = content(app.library, voice.engine)
    return await app.sessions.open(played, to=to, language=language)


async def say(app: App, session: str, voice: GoodVoice) -> list[AnyRecord]:
    """All that is said in this talk, turn by turn."""
    records = []
    for number, turn in enumerate(turns(voice.language, voice.engine), 1):
        voice.turn = turn
        records.append(await app.sessions.turn(session, Heard(turn["heard"]), key=str(number)))
    return records


def is_said_in(line: str, language: str) -> bool:
    return surely(line) in ("", language)


@pytest.mark.parametrize(("engine", "language"), EVERY)
async def test_a_whole_conversation_is_held_in_the_persons_language(
    engine: str, language: str, tmp_path: Path
) -> None:
    voice = GoodVoice(language, engine)
    async with open_app(Settings(store=str(tmp_path / "a.db")), voice) as app:
        session, opening = await begin(app, voice, name_of(language))
        assert is_said_in(opening.line, language)
        records = await say(app, session, voice)

        # every line reaches the person in the language, nearly all of them as the model wrote them
        assert len(records) >= 6
        assert all(record.line and is_said_in(record.line, language) for record in records)
        assert all(record.language.code == language for record in records)
        written = [turn["line"] for turn in turns(language, engine)]
        as_written = [
            record for record, line in zip(records, written, strict=True) if record.line == line
        ]
        assert len(as_written) >= len(records) - 1, [record.line for record in records]
        # the record says which rules were not asked
        assert all(record.verdict.unjudged == (NOT_JUDGED,) for record in as_written)
        # what an author wrote was asked for once, and both texts are on record
        assert len(voice.translated) == len(set(voice.translated))
        for record in (opening, *records):
            assert all(each.said and each.text != each.said for each in record.translated)

        # danger is answered in the language, at once
        before = len(voice.asked)
        danger = talk(language)["danger"]
        care = await app.sessions.turn(session, Heard(danger), key="danger")
        first = care_words(language).stop["self_harm"].splitlines()[0]
        assert care.line.startswith(first)
        assert len(voice.asked) == before
        taken = taken_in(care.percept)
        assert taken is not None
        assert taken.raises

        # and all of it is played again to the letter, without the model
        asked = len(voice.asked)
        replayed = [turn async for turn in app.sessions.replay(session)]
        assert len(replayed) == len(records) + 2
        assert all(turn.same for turn in replayed), next(
            (turn for turn in replayed if not turn.same), None
        )
        assert len(voice.asked) == asked


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_a_model_finds_in_another_language_is_kept_in_its_words(
    language: str, tmp_path: Path
) -> None:
    voice = GoodVoice(language, "interview")
    async with open_app(Settings(store=str(tmp_path / "a.db")), voice) as app:
        session, _ = await begin(app, voice, language)
        await say(app, session, voice)
        told = [row[0] for turn in turns(language, "interview") for row in turn.get("concepts", ())]
        nodes = await app.log.rows(session, "kg_nodes")
        assert {str(node["label"]) for node in nodes} == set(told)
        assert len(await app.log.rows(session, "kg_edges")) == 2

        memoir = GoodVoice(language, "memoir")
    async with open_app(Settings(store=str(tmp_path / "b.db")), memoir) as app:
        session, _ = await begin(app, memoir, language)
        await say(app, session, memoir)
        threads = await app.log.rows(session, "memoir_threads")
        assert [str(thread["title"]) for thread in threads] == [
            turns(language, "memoir")[0]["title"]
        ]
        (person,) = [
            row for row in await app.log.rows(session, "memoir_mentions") if row["kind"] == "person"
        ]
        assert person["name"] == turns(language, "memoir")[2]["people"][0][0]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_gate_opens_by_the_models_report_and_by_the_figures_it_said(
    language: str, tmp_path: Path
) -> None:
    voice = GoodVoice(language, "sim")
    async with open_app(Settings(store=str(tmp_path / "a.db")), voice) as app:
        session, _ = await begin(app, voice, language)
        records = await say(app, session, voice)
        walked = [
            event.node
            for record in records
            for event in record.settlement.events
            if event.kind == "walked"
        ]
        assert "DECISIVE" in walked
        assert walked[-1] != walked[0]


# ── which language ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("engine", "language"), EVERY)
async def test_the_language_is_found_in_what_somebody_writes_and_short_words_do_not_change_it(
    engine: str, language: str, tmp_path: Path
) -> None:
    voice = GoodVoice(language, engine)
    first, second = turns(language, engine)[:2]
    async with open_app(Settings(store=str(tmp_path / "a.db")), voice) as app:
        voice.turn = first
        session, opening = await begin(app, voice, "")
        assert opening.language.code == "en"
        one = await app.sessions.turn(session, Heard(first["heard"]), key="1")
        assert one.language.code == language
        assert not one.language.chosen
        voice.turn = second
        for number, short in enumerate(("ok", "Paris", "yes"), 2):
            kept = await app.sessions.turn(session, Heard(short), key=str(number))
            assert kept.language.code == language
        assert all([turn.same async for turn in app.sessions.replay(session)])


async def test_the_language_is_known_again_after_a_restart_and_from_a_snapshot(
    tmp_path: Path,
) -> None:
    settings = Settings(store=str(tmp_path / "a.db"))
    voice = GoodVoice("de", "sim")
    async with open_app(settings, voice) as app:
        session, _ = await begin(app, voice, "de")
        await say(app, session, voice)
    async with open_app(settings, voice) as app:
        voice.turn = turns("de", "sim")[-1]
        record = await app.sessions.turn(session, Heard("ok"), key="later")
        assert record.language.code == "de"
        assert record.language.chosen


async def test_without_a_model_everything_is_english_and_words_are_unread(tmp_path: Path) -> None:
    async with open_app(Settings(store=str(tmp_path / "a.db"), language="Spanish")) as app:
        for engine in ENGINES:
            played, to = content(app.library, engine)
            session, opening = await app.sessions.open(played, to=to)
            assert opening.language.code == "en"
            assert not opening.translated
            heard = turns("es", engine)[0]["heard"]
            record = await app.sessions.turn(session, Heard(heard), key="1")
            assert surely(record.line) == "en"
            assert "read" in record.line or "English" in record.line or "follow" in record.line
            assert all([turn.same async for turn in app.sessions.replay(session)])


# ── authored words ────────────────────────────────────────────────────────────────────────────────


async def test_authored_words_are_translated_once_whoever_hears_them(tmp_path: Path) -> None:
    voice = GoodVoice("es", "memoir")
    async with open_app(Settings(store=str(tmp_path / "a.db")), voice) as app:
        first, opening = await begin(app, voice, "es")
        asked = len(voice.translated)
        assert asked == 1
        other, again = await begin(app, voice, "es")
        if again.translated[0].text == opening.translated[0].text:
            assert again.translated[0].kept
            assert again.line == opening.line
        third = [await begin(app, voice, "es") for _ in range(8)]
        openings = {record.translated[0].text for _, record in third} | {
            opening.translated[0].text,
            again.translated[0].text,
        }
        assert len(voice.translated) == len(openings)
        for session in (first, other, *(id for id, _ in third)):
            assert all([turn.same async for turn in app.sessions.replay(session)])
        # what was kept goes with the session that it was asked in
        for session in (first, other, *(id for id, _ in third)):
            await app.sessions.delete(session)
        assert await app.log.translation(opening.translated[0].text, "es", voice.name) is None


@pytest.mark.parametrize("engine", ENGINES)
async def test_where_nobody_translates_the_english_words_are_said(
    engine: str, tmp_path: Path
) -> None:
    voice = GoodVoice("es", engine, silent=True)
    async with open_app(Settings(store=str(tmp_path / "a.db")), voice) as app:
        session, _ = await begin(app, voice, "es")
        voice.turn = turns("es", engine)[0]
        voice.instead = [talk("es")["foreign"]] * 4  # no line in Spanish: authored words it is
        record = await app.sessions.turn(session, Heard(voice.turn["heard"]), key="1")
        assert surely(record.line) == "en"
        assert record.line != talk("es")["foreign"]
        assert record.translated
        assert not any(each.said for each in record.translated)
        assert all([turn.same async for turn in app.sessions.replay(session)])


# ── what still holds ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("engine", "language"), EVERY)
async def test_a_line_in_another_language_is_asked_for_again(
    engine: str, language: str, tmp_path: Path
) -> None:
    voice = GoodVoice(language, engine)
    async with open_app(Settings(store=str(tmp_path / "a.db")), voice) as app:
        session, _ = await begin(app, voice, language)
        voice.turn = turns(language, engine)[0]
        voice.instead = [talk(language)["foreign"]]
        heard: list[str] = []
        record = await app.sessions.turn(
            session, Heard(voice.turn["heard"]), key="1", listener=heard.append
        )
        assert record.line == voice.turn["line"]
        assert not any(surely(each) == "en" for each in heard)
        faults = [each.fault for each in record.exchanges if each.fault]
        assert any(name_of(language) in fault for fault in faults), faults


@pytest.mark.parametrize(("engine", "language"), EVERY)
async def test_a_figure_that_nobody_gave_is_held_back_in_any_language(
    engine: str, language: str, tmp_path: Path
) -> None:
    voice = GoodVoice(language, engine)
    async with open_app(Settings(store=str(tmp_path / "a.db")), voice) as app:
        session, _ = await begin(app, voice, language)
        voice.turn = turns(language, engine)[0]
        voice.instead = [talk(language)["figure"]] * 2
        heard: list[str] = []
        record = await app.sessions.turn(
            session, Heard(voice.turn["heard"]), key="1", listener=heard.append
        )
        assert "97" not in record.line
        assert not any("97" in each for each in heard)
        assert any("97" in (each.fault or "") for each in record.exchanges)
