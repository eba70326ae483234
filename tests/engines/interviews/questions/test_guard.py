"""The question guard: what passes, what is refused, and by which rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import pytest
from tests.engines.interviews.question_setup import ANSWER, SUBJECT, asker, methodology

from dramaturg.app.config.providers import ear
from dramaturg.data_files import load
from dramaturg.engines.interviews.questions.guard import RULES, Guard, Talk
from dramaturg.engines.interviews.questions.label_forms import QuestionPhrase
from dramaturg.engines.interviews.questions.templates import USUAL, invitations, rendered
from dramaturg.english.rules.line_verdict import Outcome, judged

SAID = (
    f"{SUBJECT.title}\n{ANSWER}\nIt froths well. I hated the queue. My sister drinks tea or coffee."
)
TALK = Talk((), SAID, ANSWER, SUBJECT.title, ("creamy texture", "saving time"), "it froths well")
GOOD = [
    "What does that do for you?",
    "You mentioned the creamy texture. What do you get out of that?",
    'You said "it froths well". What does that give you?',
    "Why is saving time important to you?",
    "Could you tell me about the last time you noticed saving time?",
    "What, if anything, would be worse without the creamy texture?",
    "What did you hate about the queue?",
    "How do you choose between tea or coffee?",
    "I see. What happened next?",
    "When did you buy oat milk?",
    "Thank you for telling me that. What was it like for you in the morning?",
]
BREAKS = {
    "not-fluent": ["What do you get out of the the texture?", "How was it being pile for you?"],
    "asks-nothing": ["The creamy texture is one of several things.", "I see."],
    "several-questions": [
        "What do you like about the creamy texture and why does it matter to you?"
    ],
    "closed": ["Do you like the creamy texture?", "Is saving time important to you?"],
    "leads": [
        "Don't you think oat milk tastes better?",
        "You like the creamy texture, right?",
        "Surely that saves you time, so what do you do with it?",
        "What do you do with saving time, which most people love?",
        "That must be nice. What does the creamy texture give you?",
    ],
    "own-judgement": ["Why do you regret saving time?", "What is so awful about oat milk?"],
    "borrowed-fact": [
        "Since the shop closed, what do you do in the morning?",
        "How did the manager explain the creamy texture?",
    ],
    "borrowed-figure": ["Of the 300 cups you drink, which do you like?"],
    "private-matter": ["What does your sister earn?", "What is your sister's address?"],
    "offers-answers": [
        "How does the creamy texture make you feel, calm or excited?",
        "What do you notice about oat milk, such as its price?",
        "Is it the taste or the price of oat milk?",
    ],
    "method-words": [
        "What consequence does the creamy texture have for you?",
        "What attributes of oat milk do you see?",
    ],
    "too-long": [
        "Thinking of the creamy texture, "
        + "and of that morning in the kitchen with the cup in your hand, " * 4
        + "what do you notice?"
    ],
    "presses": [
        "You should really stop drinking that. What do you like?",
        "Come on, what was the real reason?",
    ],
    "model-talk": [
        "As an AI language model I cannot say. What do you like?",
        '{"question": "What do you like?"}',
    ],
    "own-life": [
        "I love oat milk too. What do you like?",
        "My mother drinks it. What do you like?",
    ],
    "wrong-language": ["¿Qué es lo que más le gusta de la leche de avena por la mañana?"],
}


@dataclass(frozen=True)
class Scene:
    """Lines of interviewers in one place of a talk: as a researcher would, and as none would."""

    about: str
    method: str
    questions: tuple[str, ...]
    answers: tuple[str, ...]
    good: tuple[str, ...]
    bad: tuple[str, ...]


SCENES: Sequence[Scene] = load(__file__, "lines.yaml", tuple[Scene, ...])


@pytest.fixture
def guard() -> Guard:
    return asker().guard


def rules(guard: Guard, line: str, talk: Talk = TALK) -> tuple[str, ...]:
    return tuple(breach.rule for breach in guard.judge(line, talk))


@pytest.mark.parametrize("line", GOOD)
def test_a_good_question_passes(guard: Guard, line: str) -> None:
    assert rules(guard, line) == ()


@pytest.mark.parametrize(
    ("rule", "line"), [(rule, line) for rule, lines in BREAKS.items() for line in lines]
)
def test_a_bad_question_is_refused_for_what_is_bad_about_it(
    guard: Guard, rule: str, line: str
) -> None:
    assert rule in rules(guard, line)


def test_every_rule_is_tried_here() -> None:
    assert set(BREAKS) | {"refused-topic", "asked-before"} == set(RULES)


@cache
def _outcomes(kind: str) -> dict[str, Outcome]:
    found: dict[str, Outcome] = {}
    for scene in SCENES:
        hearings = [ear().hear(answer, scene.questions[-1]) for answer in scene.answers]
        said = "\n".join((scene.about, *scene.answers))
        refused = tuple(each.refused.text for each in hearings if each.refused)
        talk = Talk(scene.questions, said, scene.answers[-1], scene.about, refused=refused)
        guard = asker(scene.method).guard
        for line in scene.good if kind == "good" else scene.bad:
            found[line] = judged(guard.judge(line, talk)).verdict
    return found


@pytest.mark.slow
def test_what_a_researcher_would_say_is_said() -> None:
    found = _outcomes("good")
    assert [line for line, verdict in found.items() if verdict == "replaced"] == []
    assert sum(verdict == "pass" for verdict in found.values()) >= 0.97 * len(found)


@pytest.mark.slow
def test_what_insinuates_presses_or_borrows_is_not_said() -> None:
    found = _outcomes("bad")
    assert [line for line, verdict in found.items() if verdict != "replaced"] == []


def test_what_they_would_rather_not_speak_of_is_left_alone(guard: Guard) -> None:
    talk = replace(TALK, refused=("what my sister said",))
    assert "refused-topic" in rules(guard, "What did your sister say about it?", talk)
    line = "Of course, we'll leave your sister out of it. What do you like about the queue?"
    assert "refused-topic" not in rules(guard, line, talk)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Why is saving time important to you?", "Why is saving time important to you?"),
        (
            "I see. Why is saving time important to you?",
            "All right. Why is saving time important to you?",
        ),
        ("Why is saving time important to you?", "And why is saving time so important to you?"),
    ],
)
def test_a_question_that_asks_the_same_in_much_the_same_words_is_a_repeat(
    guard: Guard, before: str, now: str
) -> None:
    assert "asked-before" in rules(guard, now, replace(TALK, earlier=(guard.question(before),)))


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Why is saving time important to you?", "Why is the creamy texture important to you?"),
        ("What leads to saving time?", "What follows from saving time?"),
        ("Why is saving time important to you?", "What do you mean by saving time?"),
        ("What happened before saving time?", "What happened after saving time?"),
        ("What do you like about the queue?", "What did you hate about the queue?"),
    ],
)
def test_another_question_about_the_same_or_the_same_about_another_is_none(
    guard: Guard, before: str, now: str
) -> None:
    assert rules(guard, now, replace(TALK, earlier=(before,))) == ()


def test_what_the_respondent_said_is_not_held_against_the_question(guard: Guard) -> None:
    talk = Talk(
        (),
        "It was my fault, obviously, and you should have seen it, right?",
        phrases=("thinking it was your fault",),
    )
    assert rules(guard, "What led up to thinking it was your fault?", talk) == ()
    quoted = 'You said "obviously, you should have seen it, right". What did you mean?'
    assert rules(guard, quoted, talk) == ()


def test_a_word_of_the_method_may_be_said_after_the_respondent_said_it(guard: Guard) -> None:
    line = "What consequence does the creamy texture have for you?"
    said = f"{SAID} One consequence is that I sleep."
    assert rules(guard, line, Talk((), said, phrases=TALK.phrases)) == ()


def test_words_and_figures_of_theirs_are_free_in_every_inflection(guard: Guard) -> None:
    talk = Talk((), "I ran 12 km a day, and the dog barked. Call me Zora.")
    for line in (
        "What was running 12 km like, Zora?",
        "When the dog was barking, what did you do?",
    ):
        assert rules(guard, line, talk) == ()


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
    talk = Talk(("",), line, line, line[:40], (line[:40],), line[:40], (line[:40],))
    assert isinstance(rules(guard, line, talk), tuple)


# ── all that is written ───────────────────────────────────────────────────────────────────────────


def test_every_last_resort_passes(guard: Guard) -> None:
    lines = list(invitations(0))
    assert len(set(lines)) > 60
    found = {line: rules(guard, line, Talk(vouched=line)) for line in lines}
    assert {line: broken for line, broken in found.items() if broken} == {}


def test_every_broad_question_and_every_acknowledgement_passes(guard: Guard) -> None:
    subject = {"subject": QuestionPhrase(SUBJECT.title)}
    lines = [rendered(template, subject) for template in USUAL.broad]
    lines += [
        f"{words} {lines[0]}"
        for words in (
            *USUAL.after_feeling,
            *USUAL.after_refusal,
            *USUAL.after_complaint,
            *USUAL.plainer,
            *USUAL.replies,
            USUAL.corrected,
            *methodology().acknowledgements,
        )
    ]
    found = {line: rules(guard, line, replace(TALK, vouched=line)) for line in lines}
    assert {line: broken for line, broken in found.items() if broken} == {}


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
def test_every_template_of_every_methodology_passes_with_what_was_said(id: str) -> None:
    method, guard = methodology(id), asker(id).guard
    filled = {
        "subject": QuestionPhrase("oat milk in coffee"),
        "focus": QuestionPhrase("the creamy texture"),
        "other": QuestionPhrase("saving time"),
        "third": QuestionPhrase("the queue"),
        "quote": QuestionPhrase("it froths well"),
        "said": QuestionPhrase("it saves you time in the morning"),
        "earlier": QuestionPhrase('"it froths well"'),
        "summary": QuestionPhrase('"it froths well"; you like the texture; and it saves you time'),
    }
    templates = [
        *method.openings,
        *(each for strategy in method.strategies for each in strategy.templates),
    ]
    phrases = ("the creamy texture", "saving time", "the queue", filled["said"].text)
    said = replace(TALK, said=f"{TALK.said} it froths well", phrases=phrases)
    lines = {rendered(template, filled): template for template in templates}
    assert "" not in lines
    found = {
        line: rules(guard, line, replace(said, vouched=template))
        for line, template in lines.items()
    }
    assert {line: broken for line, broken in found.items() if broken} == {}
