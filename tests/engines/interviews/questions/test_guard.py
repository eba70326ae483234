"""The question guard: what passes, what is refused, and by which rule."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.engines.interviews.question_setup import ANSWER, SUBJECT, asker, methodology

from dramaturg.engines.interviews.questions.guard import RULES, Guard, Talk, broken
from dramaturg.engines.interviews.questions.label_forms import QuestionPhrase, phrase
from dramaturg.engines.interviews.questions.templates import USUAL, invitations, rendered
from dramaturg.language.syntax import best_syntax

SAID = (
    f"{SUBJECT.title}\n{ANSWER}\nIt froths well. I hated the queue. My sister drinks tea or coffee."
)
TALK = Talk((), SAID, ANSWER, SUBJECT.title, ("creamy texture", "saving time"), "it froths well")
GOOD = [
    "What does that do for you?",
    "You mentioned the creamy texture. What do you get out of that?",
    'You said "it froths well". What does that give you?',
    "Why is saving time important to you?",
    "How would you describe oat milk in coffee to somebody who has never had it?",
    "Could you tell me about the last time you noticed saving time?",
    "What, if anything, would be worse without the creamy texture?",
    "What did you hate about the queue?",
    "How do you choose between tea or coffee?",
    "I see. What happened next?",
    "Thank you for telling me that. What was it like for you in the morning?",
]
BAD = {
    "asks nothing": ["The creamy texture is one of several things.", "I see."],
    "more than one thing": [
        "What do you like about the creamy texture and why does it matter to you?"
    ],
    "answered with yes, no": [
        "Do you like the creamy texture?",
        "When did you buy oat milk?",
        "Is saving time important to you?",
    ],
    "it leads": [
        "Don't you think oat milk tastes better?",
        "You like the creamy texture, right?",
        "Surely that saves you time, so what do you do with it?",
        "What do you do with saving time, which most people love?",
        "That must be nice. What does the creamy texture give you?",
    ],
    "takes for granted": [
        "Why do you regret saving time?",
        "What is so awful about oat milk?",
        "Why did you buy such expensive oat milk?",
    ],
    "offers answers": [
        "How does the creamy texture make you feel, calm or excited?",
        "What do you notice about oat milk, such as its price?",
        "Is it the taste or the price of oat milk?",
    ],
    "method's own words": [
        "What consequence does the creamy texture have for you?",
        "What attributes of oat milk do you see?",
    ],
    "too long": [
        "Thinking of the creamy texture, "
        + "and of that morning in the kitchen with the cup in your hand, " * 3
        + "what do you notice?"
    ],
    "not in the respondent's words": [
        "How does sustainable packaging influence brand perception and household budgets?"
    ],
    "presses, blames": [
        "You should really stop drinking that. What is wrong with you?",
        "You have an anxiety disorder. What does the queue do to you?",
    ],
}


@pytest.fixture
def guard() -> Guard:
    return asker().guard


def faults(guard: Guard, line: str, talk: Talk = TALK) -> tuple[str, ...]:
    (readings,) = guard.read([line], talk)
    return broken(readings)


@pytest.mark.parametrize("line", GOOD)
def test_a_good_question_passes(guard: Guard, line: str) -> None:
    assert faults(guard, line) == ()


@pytest.mark.parametrize(
    ("rule", "line"), [(rule, line) for rule, lines in BAD.items() for line in lines]
)
def test_a_bad_question_is_refused_for_what_is_bad_about_it(
    guard: Guard, rule: str, line: str
) -> None:
    assert any(rule in fault for fault in faults(guard, line)), faults(guard, line)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Why is saving time important to you?", "Why is saving time important to you?"),
        (
            "I see. Why is saving time important to you?",
            "All right. Why is saving time important to you?",
        ),
        ("Why is saving time important to you?", "What makes saving time matter to you?"),
        (
            "What would you miss without the creamy texture?",
            "What would be missing for you without the creamy texture?",
        ),
        (
            'You said "it froths well". What does that give you?',
            "What does the creamy texture give you?",
        ),
    ],
)
def test_a_question_that_asks_the_same_of_the_same_is_a_repeat(
    guard: Guard, before: str, now: str
) -> None:
    assert any(
        "repeats" in fault
        for fault in faults(
            guard, now, Talk((before,), SAID, ANSWER, TALK.subject, TALK.phrases, TALK.quote)
        )
    )


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Why is saving time important to you?", "Why is the creamy texture important to you?"),
        ("What leads to saving time?", "What does saving time lead to?"),
        ("Why is saving time important to you?", "What do you mean by saving time?"),
        ("What happened before saving time?", "What happened after saving time?"),
        (
            "What else do you notice about oat milk in coffee?",
            "How did you first hear of oat milk in coffee?",
        ),
    ],
)
def test_another_question_about_the_same_or_the_same_about_another_is_none(
    guard: Guard, before: str, now: str
) -> None:
    assert faults(guard, now, replace(TALK, earlier=(before,))) == ()


def test_what_the_respondent_said_is_not_held_against_the_question(guard: Guard) -> None:
    talk = Talk(
        (),
        "It was my fault, obviously, and you should have seen it, right?",
        phrases=("thinking it was your fault",),
    )
    assert faults(guard, "What led up to thinking it was your fault?", talk) == ()
    assert (
        faults(
            guard, 'You said "obviously, you should have seen it, right". What did you mean?', talk
        )
        == ()
    )


def test_a_word_of_the_method_may_be_said_after_the_respondent_said_it(guard: Guard) -> None:
    line = "What consequence does the creamy texture have for you?"
    assert (
        faults(
            guard, line, Talk((), f"{SAID} One consequence is that I sleep.", phrases=TALK.phrases)
        )
        == ()
    )


def test_several_lines_are_read_as_each_alone(guard: Guard) -> None:
    together = guard.read(GOOD, TALK)
    assert together == tuple(guard.read([line], TALK)[0] for line in GOOD)


def test_every_rule_is_about_something_that_is_read(guard: Guard) -> None:
    (readings,) = guard.read([GOOD[0]], TALK)
    assert {rule.reading for rule in RULES} <= set(readings)


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "",
        "🙂?",
        "? " * 5_000,
        "What " * 4_000,
        "价格怎么样？",
        '"' * 999,
        "uh I-- I mean, what, um, is it?",
    ],
)
def test_odd_lines_are_read_without_harm(guard: Guard, line: str) -> None:
    assert isinstance(
        faults(guard, line, Talk(("",), line, line, line[:40], (line[:40],), line[:40])), tuple
    )


# ── all that is written ───────────────────────────────────────────────────────────────────────────


def test_every_last_resort_passes(guard: Guard) -> None:
    lines = list(invitations(0))
    assert len(set(lines)) > 60
    assert [
        line for line, read in zip(lines, guard.read(lines, Talk()), strict=True) if broken(read)
    ] == []


def test_every_broad_question_and_every_acknowledgement_passes(guard: Guard) -> None:
    subject = {"subject": QuestionPhrase(SUBJECT.title)}
    lines = [rendered(template, subject) for template in USUAL.broad]
    lines += [
        f"{words} {lines[0]}"
        for words in (*USUAL.after_feeling, *USUAL.after_refusal, *methodology().acknowledgements)
    ]
    assert [
        line for line, read in zip(lines, guard.read(lines, TALK), strict=True) if broken(read)
    ] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "id",
    [
        "means_end_chain",
        "jobs_to_be_done",
        "critical_incident",
        "repertory_grid",
        "customer_journey",
        "five_whys",
    ],
)
def test_every_template_of_every_methodology_passes_with_whatever_was_said(id: str) -> None:
    method = methodology(id)
    labels = [label for kind in method.ontology.concepts for label in kind.examples]
    templates = [
        *method.openings,
        *(each for strategy in method.strategies for each in strategy.templates),
    ]
    refused: set[str] = set()
    for place in range(3):
        said = [labels[(place * 7 + step * 11) % len(labels)] for step in range(3)]
        phrases = [phrase(label, "", method.ontology.naming, best_syntax()) for label in said]
        filled = dict(zip(("focus", "other", "third"), phrases, strict=True))
        filled |= {"subject": QuestionPhrase(SUBJECT.title), "quote": QuestionPhrase(said[0])}
        lines = [rendered(template, filled) for template in templates]
        talk = Talk(
            (),
            "\n".join((SUBJECT.title, *said)),
            said[0],
            SUBJECT.title,
            tuple(each.text for each in phrases),
            said[0],
        )
        read = asker(id).guard.read(lines, talk)
        refused |= {
            template for template, readings in zip(templates, read, strict=True) if broken(readings)
        }
    assert refused == set()
