"""Everything wrong with a methodology, a guide or a subject is found, and what is right with it is
proven.
"""

from __future__ import annotations

import pytest
from tests.engines.interviews.short_ladder import loaded, methodology

from dramaturg.app.check.check import check
from dramaturg.content.library import packaged
from dramaturg.engines.interviews.base.methodology import (
    Guide,
    GuidePoint,
    GuideTopic,
    Methodology,
    Subject,
)
from dramaturg.engines.interviews.proofs import (
    chain_types,
    guide_faults,
    methodology_faults,
    prove_methodology,
    subject_faults,
)

WHY = "signal_weights: {graph.node.has_upward.false: 1.0}\n"
LATE = "phases:\n  late: {signal_weights: {%s}}\n"

# What is written, what instead, what is added at the end; then the line and code of each fault.
CASES = [
    ("name: widen", "name: why", "", ["28 duplicate-name"]),
    (
        "{type: leads_to, description",
        "{type: leads_too, description",
        "",
        ["15 unknown-name", "16 unknown-name"],
    ),
    ("[[feature, reason]]", "[[feature, raison]]", "", ["21 unknown-name", "21 off-the-ladder"]),
    (
        "ends_interview: true",
        "draws: [{edge: leadsto, direction: focus_to_answer}]\n    ends_interview: true",
        "",
        ["37 unknown-name"],
    ),
    ("", "", "phases:\n  mid: {phase_bonuses: {whyy: 1}}\n", ["43 unknown-name"]),
    (
        WHY,
        "signal_weights: {llm.sentiment.true: 1.0, custom.nix: 1}\n",
        "",
        ["26 weight-never-fires", "26 weight-unknown-signal"],
    ),
    ("", "", "signal_norms: {llm.refusal: 2}\n", ["42 unknown-name"]),
    (WHY, WHY + "    valid_when: meta.interview.phase is early\n", "", ["27 bad-condition"]),
    (
        WHY,
        WHY + "    valid_when: meta.interview.phase == earli and nobody\n",
        "",
        ["27 unknown-fact", "27 unknown-word"],
    ),
    (
        WHY,
        WHY + "    valid_when: llm.valence > 0.5 and llm.valence < 0.2\n",
        "",
        ["27 unsatisfiable-condition"],
    ),
    (
        "ends_interview: true",
        "valid_when: meta.interview.phase == early\n    ends_interview: true",
        "",
        ["37 closing-out-of-reach"],
    ),
    ("", "", LATE % "close: 0", ["33 closing-out-of-reach"]),
    ("name: why", "name: why\n    ends_interview: true", "", ["38 no-single-closing"]),
    ("I see.", "I see the attributes.", "", ["40 jargon-heard"]),
    ("What did I not ask?", "What did I {not ask?", "", ["38 unknown-placeholder"]),
    ("Tell me about {subject}.", "Tell me about {focus}.", "", ["39 unknown-placeholder"]),
    ("Thank you for your time.", '"Thank you for {subject}."', "", ["41 unknown-placeholder"]),
]


@pytest.mark.parametrize(
    ("old", "new", "more", "expected"), CASES, ids=[case[3][0] for case in CASES]
)
def test_a_fault_is_found_where_it_is(old: str, new: str, more: str, expected: list[str]) -> None:
    found = loaded(old, new, more)
    faults = [found.locate(fault) for fault in methodology_faults(found.document)]
    assert sorted(f"{fault.line} {fault.code}" for fault in faults) == sorted(expected)
    assert all(fault.remedy for fault in faults)


def test_a_methodology_without_fault_has_none() -> None:
    assert methodology_faults(methodology()) == ()


def test_older_names_of_signals_are_accepted() -> None:
    older = "signal_weights: {llm.sentiment: 1.0, llm.hedging_language.high: 1, graph.chain_completion.has_complete_chain.true: 1}\n"
    assert methodology_faults(methodology(WHY, older)) == ()


def test_a_situation_in_which_nothing_may_be_asked_is_told() -> None:
    silent = methodology(
        WHY, WHY + "    valid_when: llm.valence > 0.5 and not llm.refusal\n"
    ).model_dump(mode="json")
    silent["strategies"][1]["valid_when"] = "meta.interview.phase == late"
    (fault,) = methodology_faults(Methodology.model_validate(silent))
    assert fault.code == "nothing-to-ask"
    assert (
        fault.message
        == "no strategy is valid when llm.refusal is False, llm.valence is 0, meta.interview.phase is early"
    )


def test_conditions_that_leave_no_gap_are_enough() -> None:
    whole = methodology(WHY, WHY + "    valid_when: llm.valence >= 0.5\n").model_dump(mode="json")
    whole["strategies"][1]["valid_when"] = "llm.valence < 0.5"
    assert methodology_faults(Methodology.model_validate(whole)) == ()


def test_types_on_no_chain_are_known() -> None:
    ontology = methodology(
        "  edges:\n",
        "    - {type: mood, title: mood, description: How it felt., examples: [a, b, c]}\n  edges:\n",
    ).ontology
    assert chain_types(ontology) == {"feature", "reason"}


def test_what_stands_above_the_end_of_chains_is_no_rung_to_it() -> None:
    above = "    - {type: wish, title: wish, description: What is wanted., examples: [a, b, c], level: 3}\n  edges:\n"
    assert methodology_faults(methodology("  edges:\n", above)) == ()


def test_the_proofs_tell_over_how_many_cases_they_hold() -> None:
    proofs = {proof.claim: proof for proof in prove_methodology(methodology())}
    assert all(proof.holds and proof.subject == "short_ladder" for proof in proofs.values())
    assert proofs["there is always something to ask"].states == 3 * 4 * 4, "phases, trends, depths"
    assert proofs["every weight can fire"].states == 3
    assert proofs["every interview ends"].note.startswith("after 20 answers at most")
    assert (
        proofs["every rung up to the end lies on a permitted chain"].note
        == "2 of 2 types, ending in reason"
    )


@pytest.mark.slow
def test_everything_about_interviews_in_the_library_is_without_fault_and_proven() -> None:
    report = check([packaged() / "interviews"])
    assert report.faults == ()
    assert len({proof.subject for proof in report.proofs}) == 6 + 3, (
        "one for each methodology and each study"
    )


# ── subjects and guides ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("title", "stands"),
    [("the hills", True), ("The hills.", False), ("what now?", False), ("{x}", False), ("", False)],
)
def test_a_title_must_fit_into_a_sentence(title: str, stands: bool) -> None:
    faults = subject_faults(
        Subject(kind="subject", id="hills", title=title, objective="To know them.")
    )
    assert [fault.code for fault in faults] == ([] if stands else ["no-part-of-a-sentence"])


def topic(
    id: str, *points: str, title: str = "the start", question: str = "How did it begin?"
) -> GuideTopic:
    return GuideTopic(
        id=id,
        title=title,
        about=("start",),
        questions=(question,),
        points=tuple(GuidePoint(id=name, about=("a",)) for name in points),
    )


@pytest.mark.parametrize(
    ("topics", "expected"),
    [
        ([topic("one", "a", "b"), topic("two", "a")], []),
        ([topic("one"), topic("one")], [("duplicate-name", ("topics", 1, "id"))]),
        ([topic("one", "a", "a")], [("duplicate-name", ("topics", 0, "points", 1, "id"))]),
        ([topic("one", title="The start.")], [("no-part-of-a-sentence", ("topics", 0, "title"))]),
        (
            [topic("one", question="And {focus}?")],
            [("unknown-placeholder", ("topics", 0, "questions", 0))],
        ),
        ([topic("one", question="And {subject}?")], []),
    ],
)
def test_a_guide_s_faults_are_found_where_they_are(
    topics: list[GuideTopic], expected: list[tuple[str, tuple[str | int, ...]]]
) -> None:
    guide = Guide(kind="guide", id="short", title="Short", topics=tuple(topics))
    assert [(fault.code, fault.path) for fault in guide_faults(guide)] == expected
