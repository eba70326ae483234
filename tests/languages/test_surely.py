"""When a conversation goes on in another language, and when it stays."""

from __future__ import annotations

import pytest

from dramaturg.languages.answers import plain_answer
from dramaturg.languages.detect import surely

WRITTEN = {
    "es": ("Trabajaba vendiendo zapatos en una tienda pequeña.", "Prefiero no hablar de eso ahora.", "Hola, ¿cómo va todo por aquí?"),
    "de": ("Ich habe in einer kleinen Fabrik gearbeitet.", "Darüber möchte ich jetzt nicht sprechen.", "Hallo, wie läuft es hier?"),
    "fr": ("Je travaillais dans une petite usine.", "Je préfère ne pas en parler maintenant.", "Bonjour, comment ça va ici ?"),
    "it": ("Lavoravo in una piccola fabbrica vicino al fiume.", "Preferisco non parlarne adesso."),
    "pt": ("Eu trabalhava numa pequena fábrica perto do rio.", "Prefiro não falar disso agora."),
    "nl": ("Ik werkte in een kleine fabriek bij de rivier.", "Daar wil ik nu liever niet over praten."),
    "pl": ("Pracowałem w małej fabryce nad rzeką.", "Wolę teraz o tym nie mówić."),
    "tr": ("Nehrin yanında küçük bir fabrikada çalışıyordum.", "Şimdi bu konuda konuşmak istemiyorum."),
    "ru": ("Я работал на маленькой фабрике у реки.",),
    "ar": ("كنت أعمل في مصنع صغير قرب النهر.", "أفضل ألا أتحدث عن ذلك الآن."),
    "zh": ("我以前在河边的一个小工厂工作。", "我现在不想谈这个。"),
    "ja": ("川のそばの小さな工場で働いていました。",),
    "ko": ("강가의 작은 공장에서 일했습니다.",),
    "hi": ("मैं नदी के पास एक छोटी फैक्टरी में काम करता था।",),
    "en": ("I worked in a small factory by the river.", "My mother cooked on Sundays for the whole family.", "I'd rather not go into that now."),
}  # fmt: skip

NO_SIGN = (
    "ok", "no", "sí", "da", "oui", "ja", "vale", "danke", "gracias", "Guten Tag", "merci beaucoup", "no, gracias", "hakuna matata",
    "Marrakesch", "José García López", "San Juan de la Cruz", "El Paso", "Buenos Aires", "Las Vegas", "La Paz", "Café de Flore",
    "Le Monde", "Die Zauberflöte", "schadenfreude", "déjà vu", "李明", "好的", "你好", "مريم", "да", "はい", "...", "", "1962", "👍",
)  # fmt: skip

ENGLISH_WITH = (
    "We ate paella at my abuela's house in San Sebastián.",
    "I read Le Monde and Die Zeit on the train to work.",
    'He said "no lo sé" and walked out of the room.',
    "My husband was from Łódź, and his mother called me kochanie.",
    "On Sundays we had dim sum with 奶奶 and all of her friends.",
)


@pytest.mark.parametrize(
    ("code", "text"), [(code, text) for code, texts in WRITTEN.items() for text in texts]
)
def test_a_sentence_in_a_language_is_enough(code: str, text: str) -> None:
    assert surely(text) == code


@pytest.mark.parametrize("text", NO_SIGN)
def test_a_loan_word_a_name_a_place_and_a_short_ok_say_nothing(text: str) -> None:
    assert surely(text) == ""


@pytest.mark.parametrize("text", ENGLISH_WITH)
def test_words_of_another_language_in_an_english_sentence_say_nothing(text: str) -> None:
    assert surely(text) in ("en", "")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Sí, claro.", True),
        ("Ja, gerne", True),
        ("Oui, merci", True),
        ("نعم، شكراً", True),
        ("好的，谢谢", True),
        ("No, gracias", False),
        ("Nein danke", False),
        ("لا", False),
        ("不要", False),
        ("Sí, pero mi madre no quería", None),
        ("Vielleicht morgen", None),
    ],
)
def test_a_plain_yes_and_a_plain_no_are_known(text: str, answer: bool | None) -> None:
    assert plain_answer(text) is answer
