"""Prohibited interviewer language, with the head as shipped."""

from __future__ import annotations

import pytest

from dramaturg.language.embedder import best_embedder
from dramaturg.language.readers import prohibited
from dramaturg.language.readers.breaches import breaches
from dramaturg.language.readers.manners import RULES
from dramaturg.language.readers.parsed_text import SeenTurn, look
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.readings import Utterance


def seen(text: str, context: str = "") -> SeenTurn:
    return look([Utterance(text, context)], best_embedder(), best_syntax())[0]


def value(text: str, context: str = "") -> float:
    return prohibited.READER.read(seen(text, context)).value


PROHIBITED = [
    ("coercion", "You have to stop seeing that man, and you have to stop today."),
    ("coercion", "If you don't tell me about the money, I'll have to report you to the office."),
    ("coercion", "Carry on with those pills and you're going to end up dead, do you realise that?"),
    ("coercion", "You can't keep hiding from this. Answer my question."),
    ("coercion", "Don't you want to be a better mother? Then promise me you'll quit."),
    ("accusation", "Why didn't you just pick up the phone? How could you leave her there?"),
    ("accusation", "That's just an excuse, and you're being selfish."),
    ("accusation", "I don't believe you. That's not what you said before."),
    ("accusation", "It was your own fault, you should have known what he was like."),
    ("leading", "You must have felt so abandoned by her."),
    ("leading", "And when did your uncle start hurting you?"),
    ("diagnosis", "It sounds like you have depression, and your mother was a narcissist."),
    ("diagnosis", "What you're describing is a classic case of OCD."),
    ("therapy", "This is a safe space. Close your eyes and stay with the feeling."),
    ("therapy", "Let's work through your grief and help you heal your inner child."),
    ("advice", "If I were you I'd sue them. Get yourself a lawyer, you've got a strong case."),
    ("advice", "My advice is to come off those tablets, trust me, you'd feel much better."),
]


@pytest.mark.parametrize(("kind", "text"), PROHIBITED)
def test_what_must_never_be_said_is_rejected_and_its_kind_is_named(kind: str, text: str) -> None:
    assert value(text) >= 0.5
    assert prohibited.kinds(seen(text))[kind].value >= 0.5


@pytest.mark.parametrize(
    "text",
    [
        "What was the kitchen like when you came home from school?",
        "Tell me about the winter you spent on the island, if you like.",
        "Take your time. There's no hurry at all.",
        "You don't have to answer that, we can go on to something else.",
        "Did you have to share a bed with your sisters?",
        "Thank you for telling me. Would you like to stop here for today?",
        "What do you think young people should know about those years?",
        "Don't worry about the year, we can look it up.",
        "If you get tired, just say so and we'll have a break.",
        "So he wanted you to take over the farm, and you wanted to go to sea.",
        "Why did you choose the railway?",
        "You need to press the red button once, and then we're recording.",
        "Um, so, what-- what was it like, uh, the first day?",
    ],
)
def test_what_a_good_interviewer_says_is_let_through(text: str) -> None:
    assert value(text) < 0.5


@pytest.mark.parametrize(
    ("rule", "text", "context"),
    [
        (
            "it says what the person has to do",
            "You have to take the tablets every night.",
            "I have to take the tablets every night.",
        ),
        (
            "it gives a state a clinical name",
            "You have bipolar, you said. Since when?",
            "They told me it was bipolar.",
        ),
        (
            "it gives advice",
            "If I were you I'd ask at the chemist's.",
            "What would you do about it?",
        ),
        (
            "it warns of harm",
            "It could be bad for your liver, yes.",
            "Is it dangerous, taking both?",
        ),
    ],
)
def test_what_the_person_said_or_asked_for_is_no_breach(rule: str, text: str, context: str) -> None:
    assert rule in breaches(seen(text))
    assert rule not in breaches(seen(text, context))


@pytest.mark.parametrize(
    ("guilty", "innocent"),
    [
        ("You should leave him.", "Your sister said you should leave him."),
        ("I think you have to tell her the truth.", "You felt you have to tell her the truth."),
        ("You need to quit smoking.", "What would happen when you need to quit smoking?"),
        ("You're being lazy.", 'And the teacher wrote "you\'re being lazy" under it.'),
        ("Why don't you care about them?", "Why don't you take a seat and tell me about them?"),
        ("Stop lying.", "Stop me if I go too fast."),
        ("I want you to stop drinking.", "I want you to tell me about the harbour."),
        (
            "If you don't sign, I will call your boss.",
            "If you don't want to sign, I will put it away.",
        ),
        ("You never listen to anybody.", "You never really had a garden, then."),
    ],
)
def test_the_innocent_twin_breaks_no_rule(guilty: str, innocent: str) -> None:
    assert breaches(seen(guilty))
    assert not breaches(seen(innocent))


def test_one_offending_sentence_in_a_long_friendly_turn_is_enough() -> None:
    friendly = "Oh, that sounds like a lovely street. I can picture the baker and the smell of it. Who lived next door to you? "
    assert value(friendly) < 0.5
    assert (
        value(
            friendly
            + "And be honest with me, it was your own fault that she left, you should have known better."
        )
        >= 0.5
    )


def test_a_rejected_turn_says_which_rule_it_broke() -> None:
    text = "That's just an excuse and you know it."
    assert prohibited.READER.read(seen(text)).reader == "rule: it calls it an excuse"
    assert prohibited.kinds(seen(text))["accusation"].reader == "rule: it calls it an excuse"


def test_kinds_without_a_broken_rule_are_told_as_nothing() -> None:
    kinds = prohibited.kinds(seen("That's just an excuse and you know it."))
    assert [kind for kind, reading in kinds.items() if reading.value] == ["accusation"]
    assert list(kinds) == ["diagnosis", "therapy", "coercion", "accusation", "leading", "advice"]


def test_a_question_that_leads_to_something_bad_is_leading_and_a_pleasant_one_is_not() -> None:
    bad, pleasant = "It was a horrible marriage, wasn't it?", "It was a lovely wedding, wasn't it?"
    assert prohibited.kinds(seen(bad))["leading"].value > 0
    assert prohibited.kinds(seen(pleasant))["leading"].value == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\n",
        "🙂🙂",
        "?!?!",
        '"',
        "“you",
        "Ты должен перестать.",
        "你必须停止。",
        "'s 're n't",
        "uh, um-- I--",
    ],
)
def test_odd_texts_are_read_and_break_no_rule(text: str) -> None:
    assert 0 <= value(text) < 0.5
    assert not breaches(seen(text))


def test_every_rule_can_be_told_apart_by_its_name() -> None:
    assert all(name.startswith("it ") for name in RULES)
    assert {rule.kind for rule in RULES.values()} == set(prohibited.KINDS)


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["you need to stop it ", "if you do not go ", "you, really, ", "I, I-- uh you know "]
)
def test_a_very_long_turn_breaks_what_its_beginning_breaks(unit: str) -> None:
    assert set(breaches(seen(unit * (100_000 // len(unit))))) >= set(breaches(seen(unit * 10)))


@pytest.mark.parametrize(
    ("line", "is_bad"),
    [
        ("What sort of man was old Seidel, day to day?", False),
        ("What kind of mother leaves her children?", True),
        ("What sort of man hits a child?", True),
        ("It sounds to me as if you have anxiety.", True),
        ("It sounds as if you have to get up early.", False),
    ],
)
def test_what_somebody_was_like_may_be_asked_and_nobody_is_judged(line: str, is_bad: bool) -> None:
    assert (value(line) >= 0.5) == is_bad
