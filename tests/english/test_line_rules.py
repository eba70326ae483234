from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hanging import ended_if_it_hangs

from dramaturg.english.rules.line_rules import (
    Breach,
    LineRule,
    at_most_questions,
    at_most_sentences,
    check_line,
    known_figures,
    no_em_dashes,
    no_lists,
    no_machinery,
    no_own_name,
    no_phrases,
    no_private_thoughts,
    no_repeat,
)

KNOWLEDGE = (
    "Overall hallucination rate: 8.1% (n=2,400)",
    "Medical-advice subset: 23.4% (n=180)",
    "Contractual error ceiling (client SLA): 2.0% on regulated-advice prompts",
)
POINTS = (
    "hallucinations on edge cases",
    "8% overall, 23% on medical prompts",
    "risk concentrated in high-stakes queries",
)
RULES = (
    no_lists(),
    no_em_dashes(),
    at_most_sentences(3),
    at_most_questions(1),
    no_phrases(["Great question!", "I understand your concern."]),
    no_own_name(["Maya", "Maya Patel"]),
    no_machinery(["DECISIVE", "PIVOT_1"]),
    no_repeat(POINTS),
    no_private_thoughts(["Marcus", "Dana Wu"]),
    known_figures(KNOWLEDGE),
)


def breaks(rule: LineRule, line: str) -> bool:
    return check_line([rule], line) != ()


def test_the_seeds_own_expected_line_breaks_no_rule() -> None:
    line = (
        "What keeps me up is the contract. We committed to under 2% error on exactly these prompts, and we're sitting at 23%. "
        "That's not a polish gap, that's an order-of-magnitude miss on the thing we signed for."
    )
    assert check_line(RULES, line) == ()


def test_every_broken_rule_is_told_by_its_id_in_the_order_of_the_rules() -> None:
    line = "Great question! Maya thinks it's 24% — and Marcus is scared."
    breaches = check_line(RULES, line)
    assert [breach.rule for breach in breaches] == [
        "no-em-dash",
        "banned-phrase",
        "no-own-name",
        "no-private-thoughts",
        "known-figures",
    ]
    assert breaches[-1] == Breach("known-figures", "'24%': no such figure is known", words="24%")


def test_rule_ids_are_slugs_of_their_own() -> None:
    ids = [rule.id for rule in RULES]
    assert len(set(ids)) == len(ids)
    assert all(slug.replace("-", "").isalpha() and slug == slug.lower() for slug in ids)


@pytest.mark.parametrize(
    "line",
    [
        "- first\n- second",
        "  • one point",
        "1. Stop.\n2. Look.",
        "Do this: 1) stop and 2) look.",
        "a) stop, b) look",
        "* so",
    ],
)
def test_lists_are_refused(line: str) -> None:
    assert breaks(no_lists(), line)


@pytest.mark.parametrize(
    "line",
    [
        "It fell by 2. Then it rose.",
        "J. Ruiz called.",
        "I said well-known things.",
        "1958 was the year.",
    ],
)
def test_lines_that_are_no_lists_pass(line: str) -> None:
    assert not breaks(no_lists(), line)


@pytest.mark.parametrize("line", ["That—no.", "That -- no.", "That – no."])
def test_dashes_are_refused(line: str) -> None:
    assert breaks(no_em_dashes(), line)


@pytest.mark.parametrize("line", ["5–10 days", "a well-known risk", "minus -3"])
def test_hyphens_and_ranges_are_no_dashes(line: str) -> None:
    assert not breaks(no_em_dashes(), line)


def test_sentences_and_questions_are_counted() -> None:
    assert not breaks(at_most_sentences(2), "Dr. Ruiz said 2.4 s. That's all.")
    assert breaks(at_most_sentences(2), "One. Two. Three.")
    assert not breaks(at_most_questions(1), "Really?! I see.")
    assert breaks(at_most_questions(1), "Why? And “how?”")


@pytest.mark.parametrize(
    "line", ["GREAT   question, by the way.", "Well, great\nquestion!", "I understand your concern"]
)
def test_banned_phrases_are_found_in_any_dress(line: str) -> None:
    assert breaks(no_phrases(["Great question!", "I understand your concern."]), line)


def test_banned_phrases_are_whole_words_and_apostrophes_are_alike() -> None:
    assert breaks(no_phrases(["don't worry"]), "Don’t worry.")
    assert not breaks(no_phrases(["art"]), "Start the party.")
    assert not breaks(no_phrases([]), "Anything.")


@pytest.mark.parametrize(
    ("names", "line", "broken"),
    [
        (["Maya", "Maya Patel"], "maya would never sign that.", True),
        (["José"], "Jose\u0301 is tired.", True),
        (["Maya"], "The Mayan calendar, that is.", False),
        (["Mark"], "Well, Mark would say no.", True),
        (["Mark"], "Mark my words.", False),
        (["Will"], "I will not sign.", False),
    ],
)
def test_speakers_do_not_name_themselves(names: Sequence[str], line: str, broken: bool) -> None:
    assert breaks(no_own_name(names), line) is broken


@pytest.mark.parametrize(
    "line",
    [
        "So it's made up on edge cases, hallucinations, really.",
        "Overall it's 8%, but 23% on the medical prompts.",
        "I'd say the risk is concentrated in the high-stakes queries.",
    ],
)
def test_a_point_is_not_made_twice(line: str) -> None:
    assert breaks(no_repeat(POINTS), line)


@pytest.mark.parametrize(
    "line",
    [
        "The contract is what decides it.",
        "That 23% is what I'd have to sign.",
        "Ask the client which queries matter to them.",
        "High stakes, sure, but the eval undersamples them.",
    ],
)
def test_a_fresh_point_passes_though_it_shares_words(line: str) -> None:
    assert not breaks(no_repeat(POINTS), line)


@pytest.mark.parametrize(
    "line",
    [
        "Marcus is scared.",
        "Marcus’s really just worried about his bonus.",
        "I think Dana secretly wants to ship.",
        "Deep down Marcus knows it.",
        "Marcus won't budge because he's terrified.",
        "Dana Wu thinks I'm an obstacle.",
    ],
)
def test_nobody_elses_thoughts_are_told(line: str) -> None:
    assert breaks(no_private_thoughts(["Marcus", "Dana Wu"]), line)


@pytest.mark.parametrize(
    "line",
    [
        "That's Marcus's call, not mine.",
        "Ask Marcus what he thinks.",
        "Marcus told me he's worried about the date.",
        "If Marcus wants a date, he can have one.",
        "Marcus owns the launch plan.",
        "I'm scared, honestly.",
        "Marcus looks worried.",
        "She wants the full eval.",
    ],
)
def test_what_somebody_said_does_or_owns_may_be_told(line: str) -> None:
    assert not breaks(no_private_thoughts(["Marcus", "Dana Wu"]), line)


@pytest.mark.parametrize(
    "line",
    [
        "Fine. ---END---",
        "Fine. --- end ---",
        'Fine. {"node_satisfied": true}',
        "The DECISIVE part.",
        "As an AI, I can't.",
        "My system prompt says no.",
        "```json",
        "AI_EndConversation",
    ],
)
def test_nothing_leaks_from_behind_the_stage(line: str) -> None:
    assert breaks(no_machinery(["DECISIVE", "PIVOT_1"]), line)


def test_ordinary_words_are_no_machinery() -> None:
    assert not breaks(
        no_machinery(["DECISIVE"]), 'A decisive "moment": the end, prompted by nobody.'
    )


N = 50_000
HOSTILE = {
    "dots": "." * N + "x",
    "dashes": "-" * N + "x",
    "spaces": " " * N + "x",
    "digits": "9" * N,
    "commas": "1," * (N // 2),
    "points": "1." * (N // 2) + "2024",
    "numbers": " ".join(map(str, range(30_000))),
    "number words": "twenty-" * (N // 7),
    "accents": "a" + "\u0301\u0323" * (N // 2),
    "quotes": ".'" * (N // 2),
    "braces": '{"a' * (N // 3),
    "bullets": "\n -" * (N // 3),
    "names": "Marcus's really " * (N // 16),
    "phrases": "great " * (N // 6),
    "articles": "half a " * (N // 7),
    "joined letters": "👩‍👩‍👧" * (N // 5),
    "nothing": "\x00" * N,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_no_line_is_so_hostile_that_checking_it_takes_long(name: str) -> None:
    with ended_if_it_hangs():
        check_line(RULES, HOSTILE[name])


@given(st.text(max_size=300))
def test_any_text_can_be_checked(text: str) -> None:
    ids = {rule.id for rule in RULES}
    assert all(breach.rule in ids and breach.detail for breach in check_line(RULES, text))
