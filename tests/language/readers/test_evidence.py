"""What rules and a head say together, and the reason that is given for it."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from dramaturg.language.embedder import HashingEmbedder, best_embedder
from dramaturg.language.readers import leading_question, open_question, presupposing_question
from dramaturg.language.readers.evidence import weigh, worths
from dramaturg.language.readers.heads import head
from dramaturg.language.readers.parsed_text import ParsedText
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.readings import Reading

SIGNALS: list[tuple[str, Collection[str]]] = [
    ("open_question", open_question.RULES),
    ("leading_question", leading_question.RULES),
    ("presupposing_question", presupposing_question.RULES),
]
TEXT = "So you went home then?"


def weighed(*rules: str) -> Reading:
    return weigh(
        "leading_question",
        rules,
        head("leading_question"),
        ParsedText(TEXT, best_syntax().read(TEXT), best_embedder()),
    )


@pytest.mark.parametrize(("signal", "rules"), SIGNALS)
@pytest.mark.parametrize("embedder", [best_embedder().name, HashingEmbedder().name, "another"])
def test_every_rule_has_a_worth_with_any_embedder(
    signal: str, rules: Collection[str], embedder: str
) -> None:
    assert set(worths(signal, embedder).rules) == set(rules)


def test_a_rule_that_leads_never_speaks_against_leading_and_one_that_frees_never_for_it() -> None:
    worth = worths("leading_question", best_embedder().name).rules
    assert all(worth[rule] >= 0 for rule in leading_question.LEADS)
    assert all(worth[rule] <= 0 for rule in leading_question.FREES)


def test_a_rule_that_holds_moves_the_reading_and_is_its_reason() -> None:
    alone, held = (
        weighed(),
        weighed(
            "a tag wants a nod",
            "it says that something goes without saying",
            "it asks for agreement",
        ),
    )
    assert alone.value < held.value
    assert held.reader == "rule: it says that something goes without saying"


def test_a_rule_that_speaks_for_the_other_side_is_no_reason() -> None:
    freed = weighed("a tag wants a nod", "it asks nothing", "it asks whether a plain fact is so")
    assert freed.value < 0.5 and "a tag wants a nod" not in freed.reader


def test_where_no_rule_holds_the_head_is_the_reason() -> None:
    assert weighed().reader == "leading_question head with meaning"
