"""Which language words are in."""

from __future__ import annotations

import pytest

from dramaturg.languages.detect import SMALL_WORDS, language_of

SAID = {
    "de": "Ich weiß das nicht mehr, das ist schon so lange her.",
    "fr": "Je ne sais pas, c'était il y a très longtemps.",
    "es": "No lo sé, eso fue hace mucho tiempo y ya no me acuerdo.",
    "it": "Non lo so, è passato tanto tempo e non mi ricordo più.",
    "pt": "Não sei, isso foi há muito tempo e já não me lembro.",
    "nl": "Ik weet het niet meer, het is al zo lang geleden.",
    "pl": "Nie wiem, to było tak dawno temu, że już nie pamiętam.",
    "tr": "Bilmiyorum, bu çok uzun zaman önceydi ve artık hatırlamıyorum.",
    "sv": "Jag vet inte, det var så länge sedan att jag inte minns.",
    "da": "Jeg ved det ikke, det er så længe siden, at jeg ikke kan huske det.",
    "fi": "En tiedä, siitä on niin kauan, että en enää muista.",
    "cs": "Nevím, to už je tak dávno, že si to nepamatuju.",
    "ro": "Nu știu, a fost demult și nu îmi mai aduc aminte.",
    "hu": "Nem tudom, ez már nagyon régen volt, és nem emlékszem rá.",
    "id": "Saya tidak tahu, itu sudah lama sekali dan saya tidak ingat lagi.",
    "vi": "Tôi không biết, chuyện đó đã lâu rồi và tôi không nhớ nữa.",
    "sw": "Sijui, hiyo ilikuwa zamani sana na sikumbuki tena.",
    "ar": "لا أعرف، كان ذلك منذ وقت طويل ولم أعد أتذكر.",
    "fa": "نمی‌دانم، خیلی وقت پیش بود و دیگر چیزی یادم نیست.",
    "he": "אני לא יודע, זה היה לפני הרבה זמן ואני כבר לא זוכר.",
    "hi": "मुझे नहीं पता, यह बहुत पहले की बात है।",
    "ko": "모르겠어요, 너무 오래전 일이라 기억이 안 나요.",
    "ja": "わかりません、ずいぶん昔のことで覚えていません。",
    "zh": "我不知道，那是很久以前的事了，我不记得了。",
    "el": "Δεν ξέρω, έγινε πριν από πολύ καιρό και δεν θυμάμαι.",
    "ru": "Я не знаю, это было очень давно, и я уже не помню.",
    "uk": "Я не знаю, це було дуже давно, і я вже не пам'ятаю.",
}


@pytest.mark.parametrize(("code", "text"), SAID.items(), ids=SAID)
def test_a_language_is_told_by_its_letters_and_small_words(code: str, text: str) -> None:
    assert language_of(text) == code


def test_every_language_with_small_words_has_an_example() -> None:
    assert set(SMALL_WORDS) - {"en"} <= set(SAID)


@pytest.mark.parametrize(
    "text",
    [
        "We had schnitzel and sauerkraut at my Oma's every Sunday.",
        "He shouted mamma mia and then we all laughed.",
        "It was a kind of déjà vu, you know, c'est la vie.",
        "My abuela made tortillas de maíz for the whole street.",
        "Dim sum with 奶奶 on Sundays was the best part of the week.",
        "My husband was from Łódź, his mother called me kochanie.",
        "yeah",
        "no",
        "ok",
        "idk lol",
        "Paris.",
        "dont no wot to say realy",
        "I AM NOT SURE ABOUT THAT",
    ],
)
def test_english_stays_english_with_foreign_words_in_it_and_when_it_is_short(text: str) -> None:
    assert language_of(text) == "en"


@pytest.mark.parametrize(
    "text", ["", "  \n", "...", "?!", "👍🏽 🙈🙈", "^^^^ ####", "\u200b", "\x00"]
)
def test_without_words_there_is_no_language(text: str) -> None:
    assert language_of(text) == "unknown"


@pytest.mark.parametrize("text", ["1962.", "£20", "40%", "Ben", "War.", "Son.", "Come.", "Plus."])
def test_a_figure_a_name_and_a_word_that_is_english_too_are_answers(text: str) -> None:
    assert language_of(text) == "en"
