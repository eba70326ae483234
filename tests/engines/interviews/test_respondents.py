"""Respondents: they tell what they were asked for, each in their manner, and the same seed answers
the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from statistics import mean
from typing import cast

import pytest

from dramaturg.app.config.providers import embedder
from dramaturg.content.library import Library, packaged
from dramaturg.engines.interviews.base.methodology import Subject
from dramaturg.engines.interviews.profile import Profile
from dramaturg.engines.interviews.respondents import (
    MANNERS,
    PHRASES,
    REFUSALS,
    AnswerManner,
    ModelRespondent,
    ProfileRespondent,
    Respondent,
    framed,
    lowered,
    profile_respondent,
)
from dramaturg.english.prose import sentences
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.ports import OnText, Prompt, Reply

LIBRARY = Library({"profile": Profile, "subject": Subject}, (packaged(),))
NADIA = cast(Profile, LIBRARY.get("profile", "nadia_oat_milk").document)
BROAD = "What else comes to mind about oat milk in coffee?"
WHY = "What makes that important to you?"
LADDER = ("What does the foam give you?", *(WHY,) * 4)
MIXED = (
    BROAD,
    WHY,
    BROAD,
    "Tell me about a time when you had none.",
    BROAD,
    WHY,
    WHY,
    BROAD,
    "What does the price mean for you?",
    BROAD,
)
ODD = ("", "?", "🙂", "なぜですか", "why " * 5000, "uh, I-- I mean, why that?", "\x00")


def nadia(manner: str = "open", seed: int = 1) -> ProfileRespondent:
    return profile_respondent("nadia_oat_milk", LIBRARY, embedder(), manner, seed)


def answers(someone: Respondent, questions: Sequence[str]) -> list[str]:
    return [someone.answer(question) or "" for question in questions]


# ── what they tell ────────────────────────────────────────────────────────────────────────────────


def test_a_broad_question_gets_something_that_is_told_freely() -> None:
    someone = nadia()
    someone.answer("What comes to mind first about oat milk in coffee?")
    assert someone.told
    assert not any(NADIA.by_id[name].deep or NADIA.by_id[name].opens for name in someone.told)


def test_asked_why_again_and_again_they_climb_from_the_foam_to_what_matters_in_the_end() -> None:
    someone = ProfileRespondent(NADIA, embedder(), Random(1), MANNERS["terse"])
    for question in ("Tell me about the foam.", WHY, "What does the treat give you?", *(WHY,) * 3):
        someone.answer(question)
    assert someone.told == [
        "froths",
        "feels_like_a_treat",
        "ten_minutes_mine",
        "kind_to_patients",
        "good_nurse",
    ]


def test_asked_what_else_again_and_again_less_comes_to_mind_than_when_something_lies_between() -> (
    None
):
    someone, other = nadia("terse"), nadia("terse")
    asked_alone = answers(someone, [BROAD] * 8)
    between = answers(other, [BROAD, "What about the price?", WHY, WHY] * 8)[::4]
    assert (
        len(set(asked_alone) & set(PHRASES["nothing_more"]))
        > len(set(between[:6]) & set(PHRASES["nothing_more"]))
        == 0
    )


@pytest.mark.parametrize("seed", range(5))
def test_broad_questions_alone_never_bring_out_what_is_deep(seed: int) -> None:
    someone = nadia(seed=seed)
    answers(someone, [BROAD] * 30)
    assert not any(NADIA.by_id[name].deep for name in someone.told)


def test_what_happened_once_is_told_when_asked_for_an_occasion() -> None:
    someone = nadia()
    answers(someone, [BROAD] * 20)
    assert "ran_out_christmas" not in someone.told
    someone.answer("Tell me about a time when you had none in the house.")
    assert "ran_out_christmas" in someone.told


@pytest.mark.parametrize("manner", MANNERS)
def test_nothing_is_told_twice_as_if_it_were_new(manner: str) -> None:
    someone = nadia(manner)
    answers(someone, MIXED * 5)
    assert len(someone.told) == len(set(someone.told))
    assert 0 < someone.coverage <= 1


def test_when_nothing_is_left_they_say_it_once_more_and_then_that_there_is_no_more() -> None:
    someone = nadia("terse")
    first, *later = answers(someone, ["What about the price?"] * 4)
    assert first == NADIA.by_id["dearer"].again
    assert later[-1] in PHRASES["nothing_more"]


def test_what_was_not_asked_for_is_not_told() -> None:
    someone = nadia()
    someone.answer("What about the price?")
    someone.answer("What do you mean by the price?")
    assert set(someone.told) <= {"dearer", "counts_the_pennies"}


@pytest.mark.parametrize("manner", MANNERS)
def test_the_same_seed_answers_the_same(manner: str) -> None:
    assert answers(nadia(manner, 3), MIXED) == answers(nadia(manner, 3), MIXED)


def test_another_seed_is_another_mood() -> None:
    assert len({tuple(answers(nadia(seed=seed), MIXED)) for seed in range(5)}) == 5


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("question", ODD)
def test_no_question_is_too_odd_to_be_answered(manner: str, question: str) -> None:
    assert nadia(manner).answer(question)


def test_a_manner_that_nobody_has_is_named_with_the_nearest() -> None:
    with pytest.raises(BadInput, match="Did you mean 'terse'"):
        nadia("ters")


# ── how ───────────────────────────────────────────────────────────────────────────────────────────


def words(manner: str, questions: Sequence[str] = MIXED) -> float:
    return mean(
        len(each.split()) for seed in range(4) for each in answers(nadia(manner, seed), questions)
    )


@pytest.mark.slow
def test_the_terse_say_little_and_the_verbose_much() -> None:
    assert words("terse") < 0.7 * words("open") < words("open") < 0.8 * words("verbose")


def test_the_hedging_are_seldom_sure() -> None:
    said = answers(nadia("hedging"), MIXED)
    assert (
        sum(
            any(hedge in each for hedge in ("maybe", "I think", "I guess", "Possibly"))
            for each in said
        )
        >= 6
    )


def test_the_tired_say_less_and_less_while_they_are_asked_the_same_way() -> None:
    said = answers(nadia("fatiguing"), [BROAD] * 14)
    assert mean(len(each.split()) for each in said[-4:]) < 0.5 * mean(
        len(each.split()) for each in said[:4]
    )
    assert set(said[-5:]) & set(PHRASES["flat"])


def test_another_angle_revives_the_tired() -> None:
    someone = ProfileRespondent(NADIA, embedder(), Random(1), AnswerManner(more=0.0, tires=0.2))
    answers(someone, [BROAD] * 4)
    untold = next(
        fact
        for fact in NADIA.facts
        if fact.id not in someone.told and not fact.deep and not fact.opens
    )
    assert (
        someone.answer(f"Imagine a friend asks you about the {untold.about[0]}.")
        == sentences(untold.text)[0]
    )


def test_the_contradicting_take_back_something_they_told() -> None:
    said = " ".join(answers(nadia("contradicting"), MIXED * 2))
    assert "take something back" in said or "that was wrong of me" in said or "exaggerating" in said


def test_the_refusing_keep_what_is_sensitive_to_themselves_and_tell_the_rest() -> None:
    someone = nadia("refusing")
    said = answers(
        someone,
        [
            "What about sugar?",
            "What does less sugar give you?",
            WHY,
            "Why does your health matter?",
            WHY,
            WHY,
        ],
    )
    assert set(said) & set(REFUSALS)
    assert "looking_after_heart" in someone.told
    assert not set(NADIA.sensitive) & set(someone.told)


def test_those_who_stray_come_to_other_matters_now_and_then() -> None:
    said = answers(nadia("off_topic"), MIXED * 4)
    strayed = [each for each in said if each in NADIA.elsewhere]
    assert 4 <= len(strayed) <= 20


def test_the_paraphrasing_say_again_what_they_told_in_other_words() -> None:
    someone = nadia("paraphrasing")
    said = answers(someone, MIXED)
    again = [NADIA.by_id[name].again for name in someone.told]
    assert sum(any(each.endswith(one) for one in again) for each in said) >= 3


@pytest.mark.parametrize(
    ("given", "inside"),
    [
        ("It foams.", "it foams."),
        ("I like it.", "I like it."),
        ("Heinrich knew.", "Heinrich knew."),
        ("The one.", "the one."),
    ],
)
def test_a_sentence_goes_on_inside_another_with_a_small_letter_unless_it_is_a_name(
    given: str, inside: str
) -> None:
    assert lowered(given) == inside
    assert framed("Maybe {words}", given) == f"Maybe {inside}"


# ── with a model ──────────────────────────────────────────────────────────────────────────────────


class Echo:
    """A voice that says what it was told to say, in capitals."""

    name = "echo"

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        return Reply(prompt.user.rsplit("WHAT YOU SAY\n", 1)[1].upper(), self.name)


def test_a_model_puts_into_words_what_the_profile_decides_to_tell() -> None:
    plain, spoken = nadia("terse"), ModelRespondent(Echo(), nadia("terse"))
    assert (
        asyncio.run(spoken.answer("What about the price?"))
        == (plain.answer("What about the price?") or "").upper()
    )
    assert spoken.inner.told == plain.told


def test_without_a_model_the_answer_is_the_profiles_own() -> None:
    assert asyncio.run(ModelRespondent(OfflineVoice(), nadia()).answer(BROAD)) == nadia().answer(
        BROAD
    )
