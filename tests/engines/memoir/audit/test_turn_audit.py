"""The auditor's view: every turn in plain words, and without a word of the teller's where they are
not to be read.
"""

from __future__ import annotations

import pytest
from tests.engines.memoir.sittings import SITTINGS, Sitting, conducted_in, model, played, told

from dramaturg.engines.memoir.audit.policy_words import plain
from dramaturg.engines.memoir.audit.turn_audit import audit, explained
from dramaturg.english.prose import words
from dramaturg.turn.care import taken_in

pytestmark = pytest.mark.slow  # they share the sittings, and whoever comes first plays them


def view(sitting: Sitting, with_words: bool = True) -> list[list[str]]:
    """The lines of every turn, the opening first."""
    text = "\n".join(audit(sitting.records, sitting.engine.artifacts.governor, with_words))
    return [block.splitlines() for block in text.strip().split("\n\n")]


def test_every_turn_is_explained_by_what_was_read_the_rule_the_depth_and_what_was_said() -> None:
    for title in SITTINGS:
        sitting = played(title)
        for record, lines in zip(sitting.records[1:], view(sitting)[1:], strict=True):
            text = "\n".join(lines)
            if taken := taken_in(record.percept):
                assert f"  care        {plain(taken.speech)}, because of" in text
                continue
            conduct = conducted_in(record).conduct
            assert lines[0].startswith(f"Turn {record.turn}, {conduct.phase}"), title
            assert record.line in text
            if record.heard.choice:
                continue
            assert f"rule “{conduct.rule}” led to {conduct.persona}" in text
            assert conduct.depth_reason.partition(":")[0] in text
            assert all(plain(held.limit) in text for held in conduct.held)
            assert "  read        vagueness " in text
            assert ("  machine     " in text) is bool(conduct.loop_reason)
            assert ("  safety      " in text) is (conduct.safety_action != "none")


TOLD = [
    ("refusing", 4, ["refusal or discomfort", "stepped back, because of refusal or discomfort"]),
    (
        "distressed",
        2,
        ["stop, because of distress", "sensitive", "to care for somebody who may be in danger"],
    ),
    ("distressed", 3, ["stay, because of distress"]),
    ("in_danger", 2, ["self harm", "to care for somebody who may be in danger"]),
    (
        "contradicting",
        4,
        ["two different years", "between claims", "inconsistency resolution begins"],
    ),
    ("contradicting", 5, ["ends by its fallback after 1 of 1 steps"]),
    ("correcting", 3, ["  corrected   claim"]),
    ("off_the_record", 4, ["  wished      leave out: passage 3"]),
    ("consenting", 5, ["to ask leave before anything sensitive"]),
    ("consenting", 6, ["consent given", "from 2 to 3", "(sensitive core)"]),
    ("consenting", 8, ["consent taken back", "from 3 to 2"]),
    ("tired", 3, ["to say goodbye", "the sitting is over: farewell"]),
    ("coming_back", 7, ["sitting 2 begins", "to open the sitting with what was told before"]),
    ("left", 5, ["sitting 3 begins"]),
]


@pytest.mark.parametrize(
    ("title", "turn", "words_in_it"), TOLD, ids=[f"{title} {turn}" for title, turn, _ in TOLD]
)
def test_what_mattered_in_a_turn_is_said_in_plain_words(
    title: str, turn: int, words_in_it: list[str]
) -> None:
    text = "\n".join(view(played(title))[turn])
    assert [part for part in words_in_it if part not in text] == []


def test_a_replaced_line_names_the_rules_that_were_broken_and_who_spoke_instead() -> None:
    text = "\n".join(
        view(told("I grew up in Leeds.", voice=model(line="They beat you in Leeds, didn't they?")))[
            1
        ]
    )
    assert "broke rule  presupposed_harm: " in text
    assert "by code, in place of a line that broke a rule" in text
    assert "  safety      the line was replaced" in text


# ── without words ─────────────────────────────────────────────────────────────────────────────────


def test_without_words_no_word_of_the_teller_is_in_it() -> None:
    """Strange words are put into every passage, which neither rules nor tactics have."""
    for title in ("refusing", "in_danger", "contradicting", "correcting", "off_the_record"):
        turns = SITTINGS[title]
        said = [
            f"{turn['said']} {_strange(title, number)}"
            for number, turn in enumerate(turns)
            if turn.get("said")
        ]
        sitting = told(*said)
        read = " ".join(line for lines in view(sitting, with_words=False) for line in lines)
        heard = {word for record in sitting.records for word in words(record.heard.text)}
        assert {word for word in words(read) if "quoz" in word} == set(), title
        assert any("quoz" in word for word in heard)


def test_without_words_a_broken_rule_does_not_quote_what_was_not_said() -> None:
    sitting = told(
        "I grew up in Leeds with Barnaby.", voice=model(line="Why did Barnaby leave you in Leeds?")
    )
    assert any(
        "barnaby" in override.detail.lower() for override in sitting.records[1].verdict.overrides
    )
    bare = "\n".join(view(sitting, with_words=False)[1])
    assert "barnaby" not in bare.lower()
    assert "broke rule  accusation" in bare


def test_without_words_only_words_are_missing() -> None:
    for record in played("refusing").records:
        whole, bare = (
            list(explained(record, {}, with_words=True)),
            list(explained(record, {}, with_words=False)),
        )
        assert [line.split(":")[0][:40] for line in whole] == [
            line.split(":")[0][:40] for line in bare
        ]


def _strange(title: str, number: int) -> str:
    return f"We called it the {title}quoz{number}, and old Mr Quozwick{number} of Quozham knew."
