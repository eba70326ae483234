"""What can be held against a line in another language, and how words are put into one."""

from __future__ import annotations

import json

import pytest

from dramaturg.english.figures.digits import strange_digits
from dramaturg.english.rules.any_language import Grounds, LineRuleNames, breaches_anywhere
from dramaturg.english.rules.translate_ask import TranslateAsk
from dramaturg.turn.asks import Unreadable

NAMES = LineRuleNames("talk", "figure", "refused", "length")
KNOWN = (
    "The contract says at most 2%, and we measured 23.4%.",
    "In 1962 there were 2,400 of us, six of them boys.",
)


@pytest.mark.parametrize(
    "line",
    [
        "Prometimos un 2 % y medimos un 23,4 %.",
        "Im Jahr 1962 waren wir 2.400, davon 6 Jungen.",
        "وعدنا بنسبة ٢٪ وقسنا ٢٣٫٤٪",
        "1962年我们有2400人，其中6个男孩。",
        "Son 2 400 personas.",
        "No sé nada de eso.",
    ],
)
def test_figures_that_stand_on_record_may_be_said_as_a_language_writes_them(line: str) -> None:
    assert strange_digits(line, KNOWN) == ()


@pytest.mark.parametrize(
    ("line", "strange"),
    [
        ("Prometimos un 5 % y medimos un 23,4 %.", ("5",)),
        ("Im Jahr 1963 waren wir 2.400.", ("1963",)),
        ("قسنا ٢٤٪", ("٢٤",)),
        ("1962年我们有2500人。", ("2500",)),
    ],
)
def test_figures_that_nobody_gave_are_held_back(line: str, strange: tuple[str, ...]) -> None:
    assert strange_digits(line, KNOWN) == strange


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("Lo siento, pero como modelo de lenguaje no puedo ayudar con eso.", "talk"),
        ("¿Qué pasó? ---END---", "talk"),
        ('{"line": "¿Qué pasó?"}', "talk"),
        ("¿Y cuánto cuesta, 97 euros?", "figure"),
        ("¿Qué nos puede contar de su matrimonio?", "refused"),
        ("Und wie war Ihre Matrimonio-Zeit?", ""),
        ("De su matrimonio no hablamos. ¿Qué cocinaba usted?", ""),
        ("您的婚姻生活是怎么样的？", "refused"),
        ("您小时候住在哪里？", ""),
        ("¿Cómo era? " * 50, "length"),
        ("¿Cómo era la cocina de su abuela?", ""),
    ],
)
def test_what_holds_in_any_language(line: str, rule: str) -> None:
    grounds = Grounds(KNOWN, ("mi matrimonio", "我的婚姻生活"))
    found = [breach.rule for breach in breaches_anywhere(line, grounds, NAMES)]
    assert found[:1] == ([rule] if rule else [])


def test_length_is_style_and_all_else_protects_somebody() -> None:
    hard = {
        breach.rule: breach.hard
        for line in ("¿Cómo era? " * 50, "97")
        for breach in breaches_anywhere(line, Grounds(()), NAMES)
    }
    assert hard == {"length": False, "figure": True}


# ── translated words ──────────────────────────────────────────────────────────────────────────────

TEXT = "Hello. Call 112 if you need help, or stop whenever you like."


def said(*texts: object) -> str:
    return json.dumps({"said": texts})


def test_a_translation_is_taken_as_it_is_given() -> None:
    words = "Hola. Llame al 112 si necesita ayuda, o pare cuando usted quiera."
    assert TranslateAsk([TEXT], "es").read(said(words)) == (words,)


@pytest.mark.parametrize(
    "answer",
    [
        "Hola.",
        said(),
        said("Hola, ¿qué tal?", "Adiós"),
        said(""),
        said(7),
        said("Hola. Llame al 911 si necesita ayuda, o pare cuando usted quiera."),
        said(TEXT),
        said("Hola"),
        said("Lo siento, pero como modelo de lenguaje no puedo ayudar con el 112."),
        said(f"Llame al 112. {'Y pare cuando usted quiera. ' * 30}"),
    ],
)
def test_what_is_no_translation_is_asked_for_again(answer: str) -> None:
    with pytest.raises(Unreadable):
        TranslateAsk([TEXT], "es").read(answer)


def test_without_a_model_nothing_is_translated() -> None:
    assert TranslateAsk([TEXT, TEXT], "es").offline() == ("", "")
