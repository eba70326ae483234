"""Explicit words of present danger, of stopping and of not answering, in five more languages; and
words that only look like them.
"""

from __future__ import annotations

import pytest

from dramaturg.language.ear.promises import kept

SAID: dict[str, dict[str, tuple[str, ...]]] = {
    "rule: self_harm": {
        "es": ("Quiero morirme.", "Me quiero matar", "ya no quiero vivir más", "Voy a quitarme la vida esta noche.", "Estoy pensando en suicidarme."),
        "de": ("Ich will sterben.", "Ich möchte nicht mehr leben.", "Ich bringe mich um.", "ich werde mir das Leben nehmen", "Ich will mir etwas antun."),
        "fr": ("Je veux mourir.", "J’ai envie d’en finir", "je vais me tuer ce soir", "Je ne veux plus vivre.", "Je pense au suicide."),
        "ar": ("أريد أن أموت", "سأقتل نفسي", "أفكر في الانتحار", "لا أريد أن أعيش بعد الآن.", "بدي موت حالي ... رح انتحر", "عايز اموت"),
        "zh": ("我想死", "我不想活了", "我真的想自杀。", "我活不下去了", "我打算今晚结束。我要割腕"),
    },
    "rule: medical": {
        "es": ("Llamen a una ambulancia, por favor", "¡Socorro!", "por favor, llama al 112"),
        "de": ("Rufen Sie einen Krankenwagen!", "Hilfe!", "Bitte ruf den Notarzt"),
        "fr": ("Appelez une ambulance !", "Au secours !", "vite, appelez les secours"),
        "ar": ("اتصلوا بالإسعاف", "ساعدوني!", "أرجوك، اتصل بالإسعاف"),
        "zh": ("快叫救护车！", "救命！", "请帮我打120"),
    },
    "rule: stop": {
        "es": ("Quiero parar aquí.", "Basta, por favor"),
        "de": ("Ich möchte jetzt aufhören.", "Stopp bitte"),
        "fr": ("Je voudrais arrêter ici.", "Arrêtez, s’il vous plaît"),
        "ar": ("أريد أن أتوقف هنا.", "توقف من فضلك"),
        "zh": ("我想结束访谈了。", "停下吧"),
    },
    "rule: refusal": {
        "es": ("Prefiero no hablar de eso.",),
        "de": ("Darüber möchte ich nicht sprechen.",),
        "fr": ("Je préfère ne pas répondre.",),
        "ar": ("أفضل ألا أتحدث عن ذلك.",),
        "zh": ("我不想谈这个。",),
    },
}  # fmt: skip

LOOK_ALIKE = {
    "es": (
        "Me quiero morir de risa con tu historia.", "No quiero morir.", "Quería morir entonces, pero pasó.",
        "Mi madre dijo: quiero morir en mi casa.", "No quiero vivir en la ciudad.", "Mi abuela quería morirse en casa.",
        "Si quiero matar el tiempo, leo.", "La película se llama «Quiero morir».", "Mi hermano llamó a una ambulancia y vino enseguida.",
        "Le dije que parara.", "Quiero parar un momento en mi infancia para contar algo.", "Ayuda mucho cocinar con calma.",
    ),
    "de": (
        "Ich will sterben vor Lachen.", "Ich will nicht sterben.", "Damals wollte ich sterben.", "Mein Vater sagte, ich will sterben.",
        "Ich will nicht mehr leben wie damals auf dem Dorf, sondern in der Stadt.", "Ich bringe mich um den Schlaf mit der Arbeit.",
        "Meine Nachbarin rief einen Krankenwagen.", "Das Buch heißt „Ich will sterben“.", "Wir sagten, er soll aufhören.",
        "Die Hilfe kam damals von den Nachbarn.",
    ),
    "fr": (
        "Je veux mourir de rire.", "Je ne veux pas mourir.", "J’avais envie de mourir à l’époque.", "Je veux en finir avec ce dossier.",
        "Je ne veux plus vivre à Paris.", "Elle disait je veux mourir chez moi.", "On a appelé une ambulance ce jour-là.",
        "Le film s’appelle « Je veux mourir ».", "Ça m’a aidé, à l’aide de mes amis.",
    ),
    "ar": (
        "لا أريد أن أموت", "كنت أريد أن أموت في ذلك الوقت", "أريد أن أموت من الضحك", "قالت أمي أريد أن أموت في بلدي",
        "لا أريد أن أعيش في المدينة", "اتصل الجيران بالإسعاف وجاءت بسرعة", "لو أريد أن أموت لقلت ذلك", "توقف المصنع عن العمل في تلك السنة",
    ),
    "zh": (
        "我想死你了", "我不想死", "小时候我想死的念头很多，现在没有了", "他说我想死", "我想死记硬背这些单词", "我妈叫救护车的时候我还小",
        "当时邻居帮忙叫了救护车", "我不想活在别人的眼光里", "累死了", "电影《我想死》很好看", "公交车停下了，我就上去了",
    ),
}  # fmt: skip

PROMISED = [(rule, text) for rule, by in SAID.items() for texts in by.values() for text in texts]


@pytest.mark.parametrize(("rule", "text"), PROMISED, ids=[text for _, text in PROMISED])
def test_explicit_words_are_promises_in_other_languages_too(rule: str, text: str) -> None:
    assert kept(text).name == rule


@pytest.mark.parametrize("text", [text for texts in LOOK_ALIKE.values() for text in texts])
def test_words_that_only_look_like_them_promise_nothing(text: str) -> None:
    assert not kept(text).name


@pytest.mark.parametrize("text", [text for _, text in PROMISED if text[0] in "QMVEIJR"])
def test_a_promise_holds_without_accents_and_in_capitals(text: str) -> None:
    assert kept(text.upper()).name == kept(text).name
