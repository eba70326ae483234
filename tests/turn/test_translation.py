"""Authored words in another language, apart from any engine."""

from __future__ import annotations

import json

import pytest

from dramaturg.english.rules.translate_ask import TranslateAsk
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.asks import OfflineVoice, Prompter
from dramaturg.turn.care import CareTaken
from dramaturg.turn.contract import Cue, Draft, Heard, SessionLanguage, Settlement, Verdict
from dramaturg.turn.ports import Prompt
from dramaturg.turn.translation import (
    Interpreter,
    Known,
    authored_words,
    beside,
    going_on_in,
    nothing_known,
    opened_in,
    said_in,
)

SPANISH = SessionLanguage("es", chosen=True)
HEARD_SPANISH = "Mi abuela hacía pan los domingos, y todos comíamos con ella."
MODEL = "Eso suena a una cocina muy bonita."
AUTHORED = "What would you like to tell me next about it?"
PUT = "Esto es lo que se dice aquí, con otras palabras."


def put(prompt: Prompt) -> str:
    return json.dumps({"said": [PUT for _ in json.loads(prompt.user)["texts"]]})


def spoken(language: SessionLanguage = SPANISH, known: Known = nothing_known) -> Interpreter:
    return Interpreter(language, TranslateAsk, known)


def drafted(line: str, source: str = "model") -> Draft[None]:
    return Draft(line, None, source, language="es")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "draft", "authored"),
    [
        (AUTHORED, None, AUTHORED),
        (AUTHORED, drafted(AUTHORED, "offline"), AUTHORED),
        (MODEL, drafted(MODEL), ""),
        (AUTHORED, drafted(MODEL), AUTHORED),
        (f"{MODEL} {AUTHORED}", drafted(MODEL), AUTHORED),
        (f"{MODEL} {AUTHORED}", drafted(f"{MODEL} {AUTHORED}"), AUTHORED),
    ],
)
def test_what_an_author_wrote_is_told_from_what_a_model_wrote(
    line: str, draft: Draft[None] | None, authored: str
) -> None:
    assert authored_words(line, draft) == authored


async def test_only_what_an_author_wrote_is_put_into_the_language() -> None:
    voice = ScriptVoice(put)
    line = f"{MODEL} {AUTHORED}"
    said = await said_in(
        spoken(), Verdict(line), Settlement(()), drafted(MODEL), Prompter(voice, language="es")
    )
    assert said.verdict.line == f"{MODEL} {PUT}"
    assert [each.text for each in said.translated] == [AUTHORED]


async def test_a_cue_is_shown_in_the_language_with_its_ids_as_they_are() -> None:
    options = [{"id": "a", "text": "Your real read."}]
    cue = Cue("AI_PivotMoment", {"pivot": "p1", "question": "Which one?", "options": options})
    said = await said_in(
        spoken(), Verdict(MODEL), Settlement((), (cue,)), drafted(MODEL), Prompter(ScriptVoice(put))
    )
    (shown,) = said.settlement.cues
    assert shown.data == {"pivot": "p1", "question": PUT, "options": [{"id": "a", "text": PUT}]}


async def test_what_is_known_is_not_asked_for() -> None:
    async def known(text: str, language: str) -> str | None:
        return PUT if (text, language) == (AUTHORED, "es") else None

    prompter = Prompter(ScriptVoice([]))
    told = await spoken(known=known).told([AUTHORED], prompter)
    assert [(each.said, each.kept) for each in told] == [(PUT, True)]
    assert not prompter.exchanges


async def test_nothing_is_asked_in_english() -> None:
    prompter = Prompter(ScriptVoice([]))
    assert await spoken(SessionLanguage()).told([AUTHORED], prompter) == ()


def test_the_language_goes_over_only_with_a_model_and_only_where_none_was_chosen() -> None:
    voice, nobody = ScriptVoice([]), OfflineVoice()
    english = SessionLanguage()
    assert opened_in(Heard(language="es"), voice) == SPANISH
    assert opened_in(Heard(language="es"), nobody) == english
    assert going_on_in(english, Heard(HEARD_SPANISH), voice) == SessionLanguage("es")
    assert going_on_in(english, Heard(HEARD_SPANISH), nobody) == english
    assert going_on_in(english, Heard("gracias"), voice) == english
    assert going_on_in(SessionLanguage("en", chosen=True), Heard(HEARD_SPANISH), voice).code == "en"
    back = Heard("We can go on in English now, if that is easier for you.")
    assert going_on_in(SessionLanguage("es"), back, voice) == english
    assert going_on_in(SPANISH, back, voice) == SPANISH


# ── care, where nobody wrote it in the language ───────────────────────────────────────────────────

POLISH = SessionLanguage("pl", chosen=True)
STOP = CareTaken("stop", "stopped", "self_harm", "I have stopped my questions. Call 112.", "heard")
PUT_POLISH = "Nie zadaję już pytań, proszę zadzwonić pod numer 112."


async def test_who_listens_hears_the_english_at_once_and_then_both() -> None:
    heard: list[str] = []

    def put_polish(_prompt: Prompt) -> str:
        assert heard == [STOP.words]  # before anybody was asked
        return json.dumps({"said": [PUT_POLISH]})

    prompter = Prompter(ScriptVoice(put_polish), heard.append, "pl")
    told = await beside(spoken(POLISH), STOP, prompter)
    assert [each.said for each in told] == [PUT_POLISH]


async def test_nobody_waits_for_a_translation_of_care() -> None:
    prompter = Prompter(ScriptVoice([]), language="pl")
    assert await beside(spoken(POLISH), STOP, prompter) == ()
    assert not prompter.exchanges


async def test_what_was_translated_before_stands_below_at_once() -> None:
    async def known(text: str, language: str) -> str | None:
        return PUT_POLISH

    prompter = Prompter(ScriptVoice([]), language="pl")
    (told,) = await beside(spoken(POLISH, known), STOP, prompter)
    assert told.said == PUT_POLISH
    assert told.kept
