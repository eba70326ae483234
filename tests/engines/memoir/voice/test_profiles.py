"""The authored words: five styles whose templates keep to what is promised of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.engines.memoir.origins import artifacts

from dramaturg.engines.memoir.base.artifacts import PROMPT_WORDS, Persona, Tactic
from dramaturg.engines.memoir.voice.tactics import REQUIRED
from dramaturg.engines.memoir.voice.templates import HOLES, holes_of, tactic_named, with_holes
from dramaturg.engines.memoir.voice.way_out import offers_sideways
from dramaturg.english.prose import plain, words
from dramaturg.english.rules.line_rules import (
    at_most_questions,
    check_line,
    no_em_dashes,
    no_lists,
    no_phrases,
)

RULES = (
    no_lists(),
    no_em_dashes(),
    at_most_questions(1),
    no_phrases(
        [
            "thank you for sharing",
            "but you said",
            "journey",
            "trauma",
            "how did that make you feel",
            "wow",
            "amazing",
        ]
    ),
)
LONG = ("open", "recap", "farewell", "hold", "care")
PROMISED = {
    "EMPATHY_BASE": (12, 6),
    "EMPATHY_EXPAND": (2, 8),
    "PRECISION_NARROW": (2, 8),
    "LOGIC_CLARIFY": (1, 8),
}
"""How many tactics of a style, and how many templates each of them has at least."""


def _templates() -> Iterator[tuple[Persona, Tactic, str]]:
    for persona in artifacts().personas.personas:
        for tactic in persona.tactics:
            yield from ((persona, tactic, template) for template in tactic.templates)


def test_every_template_is_plain_and_asks_at_most_one_thing() -> None:
    assert [
        template
        for _, _, template in _templates()
        if check_line(RULES, template) or "!" in template
    ] == []


def test_every_template_is_short_but_for_the_moments_that_need_more() -> None:
    assert [
        template
        for _, tactic, template in _templates()
        if len(words(template)) > 35 and tactic.name not in LONG
    ] == []


def test_no_template_is_there_twice() -> None:
    written = [plain(template) for _, _, template in _templates() if template != "{clause}."]
    assert sorted({template for template in written if written.count(template) > 1}) == []


def test_every_hole_is_known() -> None:
    assert {hole for _, _, template in _templates() for hole in holes_of(template)} <= set(HOLES)


@pytest.mark.parametrize("persona", PROMISED)
def test_a_style_has_as_many_tactics_and_wordings_as_promised(persona: str) -> None:
    tactics, wordings = PROMISED[persona]
    used = [
        tactic
        for tactic in artifacts().personas.by_name[persona].tactics
        if tactic.routine or persona != "EMPATHY_BASE"
    ]
    assert len(used) >= tactics
    assert [tactic.name for tactic in used if len(tactic.templates) < wordings] == []


def test_every_tactic_that_code_or_a_machine_names_is_there_and_can_be_said_without_a_story() -> (
    None
):
    machines = artifacts().machines.machines
    named = {state.tactic for machine in machines for state in machine.states} | {
        machine.fallback.tactic for machine in machines
    }
    for name in (*named, *REQUIRED):
        tactic = tactic_named(artifacts(), "EMPATHY_BASE", name)
        assert with_holes(tactic, {"crisis_guidance"} if name == "care" else ()), name


def test_what_is_said_for_safety_asks_nothing_and_always_leaves_a_way_out() -> None:
    safe = [
        (tactic.name, template)
        for persona, tactic, template in _templates()
        if persona.name == "SAFETY_FALLBACK"
    ]
    assert [template for _, template in safe if "?" in template] == []
    assert [
        template for name, template in safe if name != "care" and not offers_sideways(template)
    ] == []


def test_every_step_sideways_plainly_offers_one_and_asks_nothing() -> None:
    offers = artifacts().personas.step_sideways
    assert [offer for offer in offers if not offers_sideways(offer) or "?" in offer] == []


@pytest.mark.parametrize(
    "line",
    [
        "What happened another time?",
        "Was there something else in the room?",
        "Tell me about the day you left.",
        "What did you leave there?",
        "Why did you stop working?",
        "",
    ],
)
def test_a_question_about_the_matter_is_no_way_out(line: str) -> None:
    assert not offers_sideways(line)


def test_meaning_is_asked_for_from_the_second_level_on_and_the_core_only_in_the_third() -> None:
    tactics = artifacts().personas.by_name["EMPATHY_BASE"].by_name
    assert {
        name: tactics[name].levels
        for name in ("what_it_meant", "what_they_would_tell", "softly_further")
    } == {"what_it_meant": (2,), "what_they_would_tell": (2,), "softly_further": (3,)}


def test_shares_of_sentence_types_add_up() -> None:
    assert {
        persona.name: round(sum(persona.sentence_types.values()), 6)
        for persona in artifacts().personas.personas
    } == {persona.name: 1 for persona in artifacts().personas.personas}


def test_the_instruction_block_is_no_longer_than_the_seed_allows() -> None:
    assert len(artifacts().prompt_block.split()) <= PROMPT_WORDS
