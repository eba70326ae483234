"""What somebody says of their safety in Spanish, German, French, Arabic and Chinese, and the words
that they are answered with.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import fields, replace
from typing import get_args

import pytest

from dramaturg.care.contacts import countries, country_named
from dramaturg.care.ladder import Said
from dramaturg.care.policy import WITHOUT_COUNTRY, WRITTEN_IN, CarePolicy, CareWords, care_words
from dramaturg.care.safety import FIRE, NOT_SAFE, SHOUT, TAKEN, outright, said_of, whom_of
from dramaturg.languages.detect import surely
from dramaturg.turn.asks import OfflineVoice, Prompter
from dramaturg.turn.care import CareState, Speech, cared
from dramaturg.turn.hearing import Danger, Hearing

CHECKING, STOPPED = CareState("checking"), CareState("stopped")
UNREAD = Hearing("unknown")
ELSEWHERE = tuple(language for language in WRITTEN_IN if language != "en")

OUTRIGHT: dict[str, dict[str, tuple[str, ...]]] = {
    "es": {
        TAKEN: ("Me he tomado todas las pastillas", "Acabo de tomarme veinte paracetamoles, todas las pastillas que había", "me tomé un frasco de somníferos"),
        FIRE: ("¡Mi cocina está ardiendo!", "hay fuego en mi casa"),
        SHOUT: ("¡Ayuda!", "socorro, por favor"),
        NOT_SAFE: ("No estoy a salvo con él.", "No me siento segura en casa", "estoy en peligro"),
    },
    "de": {
        TAKEN: ("Ich habe gerade alle meine Tabletten genommen.", "ich hab zwanzig Paracetamol geschluckt", "Ich habe mir die Pulsadern aufgeschnitten"),
        FIRE: ("Meine Küche brennt!", "Es brennt bei uns"),
        SHOUT: ("Hilfe!", "bitte hilf mir"),
        NOT_SAFE: ("Ich bin hier nicht sicher.", "Ich fühle mich zu Hause nicht sicher", "Ich bin in Gefahr"),
    },
    "fr": {
        TAKEN: ("J’ai pris tous mes cachets.", "Je viens d’avaler une boîte de somnifères", "j'ai bu de la javel"),
        FIRE: ("Ma cuisine est en feu !", "Il y a le feu chez moi"),
        SHOUT: ("À l’aide !", "au secours"),
        NOT_SAFE: ("Je ne suis pas en sécurité chez moi.", "je suis en danger"),
    },
    "ar": {
        TAKEN: ("تناولت كل الحبوب", "لقد أخذت علبة كاملة من الدواء", "أخذت جرعة زائدة"),
        FIRE: ("بيتي يحترق!",),
        SHOUT: ("النجدة!", "ساعدوني"),
        NOT_SAFE: ("لست في أمان في البيت", "أنا في خطر"),
    },
    "zh": {
        TAKEN: ("我刚吃了一整瓶安眠药", "我把药全吃了", "我喝了农药"),
        FIRE: ("我家着火了！",),
        SHOUT: ("救命！",),
        NOT_SAFE: ("我在家里不安全", "我有危险"),
    },
}  # fmt: skip

PAST_OR_HARMLESS = (
    "Cuando tenía veinte años me tomé todas las pastillas y me salvaron.", "Me tomé dos pastillas para el dolor.",
    "Me tomé 500 mg de paracetamol.", "En 1999 hubo un incendio y nuestra casa se quemaba.", "La casa de mis vecinos era bonita.",
    "Als ich zwanzig war, habe ich alle Tabletten genommen.", "Ich habe zwei Tabletten gegen Kopfschmerzen genommen.",
    "Damals brannte unser Haus.", "Quand j’avais vingt ans, j’ai pris tous mes cachets.", "J’ai pris un cachet pour la tête.",
    "À l’époque, notre maison était en feu.", "عندما كنت في العشرين تناولت كل الحبوب", "تناولت حبة للصداع", "قبل سنوات كان بيتي يحترق",
    "小时候我把药全吃了，后来没事", "我吃了一片药", "那年我家着火了", "我觉得这把刀很危险",
)  # fmt: skip

ANSWERS: dict[str, tuple[tuple[str, Said], ...]] = {
    "es": (
        ("Sí.", "safe"), ("Sí, estoy bien, gracias", "safe"), ("Estoy a salvo.", "safe"), ("Era una broma", "safe"), ("No.", "unsafe"),
        ("No estoy bien", "unsafe"), ("Tengo miedo", "unsafe"), ("No puedo más", "unsafe"), ("Estoy bien, pero él vuelve pronto", "doubt"),
        ("¿A quién puedo llamar?", "help"), ("Necesito ayuda", "help"), ("Tengo que irme, él está aquí", "leaving"), ("viene mi marido", "leaving"),
        ("La ambulancia está en camino", "on_the_way"), ("¿Quién lee esto?", "who_reads"), ("Mi abuela era de Burgos", "other"),
    ),
    "de": (
        ("Ja.", "safe"), ("Ja, danke", "safe"), ("Mir geht es gut.", "safe"), ("Das war nur ein Scherz", "safe"), ("Nein.", "unsafe"),
        ("Ich bin nicht sicher", "unsafe"), ("Ich habe Angst", "unsafe"), ("Ich kann nicht mehr", "unsafe"), ("Mir geht es gut, aber er kommt um sechs", "doubt"),
        ("Wen kann ich anrufen?", "help"), ("Ich brauche Hilfe", "help"), ("Ich muss weg, er ist da", "leaving"), ("mein Mann kommt", "leaving"),
        ("Der Krankenwagen kommt", "on_the_way"), ("Wer liest das?", "who_reads"), ("Meine Oma war aus Köln", "other"),
    ),
    "fr": (
        ("Oui.", "safe"), ("Oui, merci", "safe"), ("Je suis en sécurité.", "safe"), ("C’était une blague", "safe"), ("Non.", "unsafe"),
        ("Je ne vais pas bien", "unsafe"), ("J’ai peur", "unsafe"), ("Je n’en peux plus", "unsafe"), ("Je vais bien, mais il rentre bientôt", "doubt"),
        ("Qui puis-je appeler ?", "help"), ("J’ai besoin d’aide", "help"), ("Je dois partir, il est là", "leaving"), ("mon mari arrive", "leaving"),
        ("Les pompiers arrivent", "on_the_way"), ("Qui lit ça ?", "who_reads"), ("Ma grand-mère était de Lyon", "other"),
    ),
    "ar": (
        ("نعم.", "safe"), ("نعم، أنا بخير، شكراً", "safe"), ("أنا في أمان", "safe"), ("كنت أمزح", "safe"), ("لا.", "unsafe"),
        ("لست بخير", "unsafe"), ("أنا خائفة", "unsafe"), ("لا أستطيع أن أتحمل", "unsafe"), ("أنا بخير لكن سيعود قريباً", "doubt"),
        ("بمن يمكنني أن أتصل؟", "help"), ("أحتاج إلى مساعدة", "help"), ("يجب أن أذهب، هو هنا", "leaving"), ("زوجي وصل", "leaving"),
        ("الإسعاف في الطريق", "on_the_way"), ("من يقرأ هذا؟", "who_reads"), ("جدتي كانت من حلب", "other"),
    ),
    "zh": (
        ("是的。", "safe"), ("我没事，谢谢", "safe"), ("我很安全", "safe"), ("只是开玩笑", "safe"), ("不。", "unsafe"),
        ("不安全", "unsafe"), ("我很害怕", "unsafe"), ("我撑不下去了", "unsafe"), ("我没事，但是他快回来了", "doubt"),
        ("我可以打电话给谁？", "help"), ("我需要帮助", "help"), ("我得走了，他回来了", "leaving"), ("我老公来了", "leaving"),
        ("救护车在路上了", "on_the_way"), ("谁会看到这些？", "who_reads"), ("我奶奶是四川人", "other"),
    ),
}  # fmt: skip

SAID_OUTRIGHT = [
    (rule, text) for by in OUTRIGHT.values() for rule, texts in by.items() for text in texts
]
ANSWERED = [(text, said) for answers in ANSWERS.values() for text, said in answers]


@pytest.mark.parametrize(("rule", "text"), SAID_OUTRIGHT, ids=[text for _, text in SAID_OUTRIGHT])
def test_what_is_said_outright_is_heard_in_other_languages(rule: str, text: str) -> None:
    assert outright(text, UNREAD, CareState()).by_rule == rule


@pytest.mark.parametrize("text", PAST_OR_HARMLESS)
def test_what_is_past_or_harmless_is_no_danger(text: str) -> None:
    assert outright(text, UNREAD, CareState()).by_rule == ""


@pytest.mark.parametrize(("text", "said"), ANSWERED, ids=[text for text, _ in ANSWERED])
def test_answers_are_understood_in_other_languages(text: str, said: Said) -> None:
    assert said_of(text, UNREAD, CHECKING) == said


@pytest.mark.parametrize(
    "text", ["Tengo 12 años", "Ich bin 12 Jahre alt", "J’ai douze ans", "عمري 12 سنة", "我今年12岁"]
)
def test_a_child_is_known_by_what_it_says(text: str) -> None:
    assert whom_of(text, "self_harm") == "child"


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("Vivo en España", "ES"),
        ("estoy en México", "MX"),
        ("Ich wohne in Österreich", "AT"),
        ("j’habite en Belgique", "BE"),
        ("أنا في ألمانيا", "DE"),
        ("我在英国", "GB"),
        ("德国", "DE"),
        ("Mi familia es de Francia", ""),
    ],
)
def test_a_country_is_known_by_its_name_in_other_languages(text: str, country: str) -> None:
    assert country_named(text) == country


@pytest.mark.parametrize("run", [". ", "si ", "不", "ja, ", "\u00a0", "no no, ", "نعم "])
def test_long_runs_of_anything_are_heard_in_time(run: str) -> None:
    text = run * 5_000
    assert outright(text, UNREAD, CareState()).by_rule == ""
    assert said_of(text, UNREAD, CHECKING) in get_args(Said)
    assert country_named(text, asked=True) == ""


def test_every_country_has_its_names() -> None:
    for code in countries():
        assert any(country_named(name, asked=True) == code for name in _names(code)), code


def _names(code: str) -> tuple[str, ...]:
    from dramaturg.care import contacts  # noqa: PLC0415 - its file is read beside it
    from dramaturg.data_files import load  # noqa: PLC0415

    return load(contacts.__file__, "country_names.yaml", dict[str, tuple[str, ...]])[code]


# ── the words ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", ELSEWHERE)
def test_every_word_of_care_is_there_in_every_language_and_in_that_language(language: str) -> None:
    english, words = care_words(), care_words(language)
    for field in fields(CareWords):
        here, there = getattr(words, field.name), getattr(english, field.name)
        if isinstance(there, str):
            assert surely(here) == language, (field.name, here)
            continue
        assert here.keys() == there.keys(), field.name
        for key, text in there.items():
            for one, other in zip(_texts(here[key]), _texts(text), strict=True):
                assert _holes(one) == _holes(other), (field.name, key)
                assert surely(re.sub(r"\{\w+\}", "", one)) in ("", language), (field.name, key)


def _texts(written: object) -> list[str]:
    return list(written.values()) if isinstance(written, dict) else [str(written)]


def _holes(text: str) -> set[str]:
    return set(re.findall(r"\{\w+\}", text))


@pytest.mark.parametrize("language", ELSEWHERE)
@pytest.mark.parametrize("speech", get_args(Speech))
def test_whatever_is_said_in_care_is_said_in_their_language(language: str, speech: Speech) -> None:
    for danger in get_args(Danger):
        said = care_words(language).said(speech, danger)
        assert surely(said) == language or len(said) < 40, said


HELLO = {
    "es": "Hola. Ya no quiero vivir más.",
    "de": "Ich will einfach nicht mehr leben.",
    "fr": "Je ne veux plus vivre, voilà.",
    "ar": "لا أريد أن أعيش بعد الآن، أريد أن أموت",
    "zh": "我真的不想活了，我想死。",
}
FINE = {
    "es": "Sí, estoy a salvo",
    "de": "Ja",
    "fr": "Oui",
    "ar": "نعم، أنا في أمان",
    "zh": "是的，安全",
}


@pytest.mark.parametrize("language", ELSEWHERE)
@pytest.mark.parametrize("country", ["", "DE", "US"])
def test_danger_in_a_language_is_answered_in_it_at_once_and_on_the_whole_way(
    language: str, country: str
) -> None:
    policy, prompter = CarePolicy(country), Prompter(OfflineVoice())
    hearing = Hearing("unknown", danger="self_harm", care="stop", by_rule="rule: self_harm")

    async def heed(state: CareState, text: str, heard: Hearing) -> tuple[CareState, str, str]:
        taken = await policy.heed(state, text, heard, prompter)
        assert taken is not None
        assert taken.language == language
        begins = taken.words.partition("\n")[0]  # whom to turn to stands as it was written
        assert surely(begins) == language or len(begins) < 40
        assert "Day and night" not in taken.words
        assert not re.search(r"\bcall \d|, or text", taken.words)
        return cared(state, taken), taken.speech, taken.words

    state, speech, words = asyncio.run(heed(CareState(), HELLO[language], hearing))
    assert speech == "stop"
    assert ("findahelpline.com" in words) is (not country)
    assert not prompter.exchanges
    # a short answer says nothing of its language: the one that was spoken stays
    state, speech, _ = asyncio.run(heed(state, FINE[language], replace(UNREAD)))
    assert speech in ("way_back", "stay", "still")
    state, *_ = asyncio.run(heed(state, "...", replace(UNREAD)))


def test_a_language_without_such_words_is_answered_in_english() -> None:
    hearing = Hearing("pl", danger="self_harm", care="stop", by_rule="rule: self_harm")
    text = "Ja już nie chcę tak dalej żyć, to jest dla mnie za dużo."
    taken = asyncio.run(WITHOUT_COUNTRY.heed(CareState(), text, hearing, Prompter(OfflineVoice())))
    assert taken is not None
    assert taken.language == "en"
    assert "I have stopped my questions" in taken.words
