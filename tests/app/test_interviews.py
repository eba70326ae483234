"""Ranking from signals alone: what may be given, what comes out, and all that can be wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.engines.interviews.short_ladder import TEXT, methodology

from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines.interviews.rank import find_methodology, rank, read_situation
from dramaturg.engines.interviews.strategy.scoring import Policy
from dramaturg.kernel.errors import BadInput, ContentError, NotFound

WHY = "signal_weights: {graph.node.has_upward.false: 1.0}"
REPEATED = "signal_weights: {temporal.strategy_repetition_count: -2.0, llm.uncertainty: 1.0, meta.interview.phase.late: 0.5}"
METHOD = methodology(WHY, REPEATED)


def parts(**given: Any) -> dict[str, float]:
    """What the score of `why` is made of."""
    situation = read_situation({"nodes": {"c1": {}}, **given}, METHOD)
    (pair,) = (pair for pair in rank(METHOD, situation) if pair.strategy == "why")
    return dict(pair.parts)


def test_repetition_comes_from_the_last_five_of_the_history() -> None:
    history = ["why", "why", "widen", "why", "widen", "widen", "why"]
    assert parts(history=history)["temporal.strategy_repetition_count"] == -2.0 * 2 / 5


def test_repetition_that_is_given_wins_over_the_history() -> None:
    given = {"temporal.strategy_repetition_count": 1.0}
    assert (
        parts(history=["widen"], **{"global": given})["temporal.strategy_repetition_count"] == -2.0
    )


def test_a_concept_s_signal_wins_over_the_interview_s() -> None:
    found = parts(**{"global": {"llm.certainty": 0.25}, "nodes": {"c1": {"llm.certainty": 0.5}}})
    assert found["llm.uncertainty"] == 0.5


def test_signals_may_be_given_under_their_older_names() -> None:
    assert parts(**{"global": {"llm.uncertainty": 0.75}}) == {"llm.uncertainty": 0.75}


def test_the_phase_is_a_signal_too_and_a_signal_gives_the_phase() -> None:
    assert parts(phase="late") == {"meta.interview.phase.late": 0.5}
    situation = read_situation({"global": {"meta.interview.phase": "late"}, "nodes": {}}, METHOD)
    assert situation.phase == "late"
    assert read_situation({"nodes": {}}, METHOD).phase == "mid"


def test_everything_wrong_is_told_at_once() -> None:
    given = {
        "globals": {},
        "global": {
            "llm.certanty": 1,
            "llm.refusal": "true",
            "llm.valence": 3,
            "llm.response_depth": ["deep"],
            "graph.node_count": -1,
        },
        "nodes": {
            "c1": {"llm.certainty": 0.1, "llm.uncertainty": 0.9},
            "c2": None,
            "c3": {"llm.engagement": 10**400},
        },
        "phase": "middle",
        "history": ["wy", ["why"]],
    }
    with pytest.raises(BadInput) as raised:
        read_situation(given, METHOD)
    assert str(raised.value).splitlines()[:-1] == [
        "unknown key 'globals'. Did you mean 'global'?",
        "global: there is no signal 'llm.certanty'. Did you mean 'llm.certainty'?",
        "global: llm.refusal is 'true', and must be true or false",
        "global: llm.valence is 3, and above 1 it needs a norm: say under signal_norms how many count as 1, or give a share",
        "global: llm.response_depth is ['deep'], and must be one of surface, shallow, moderate, deep",
        "global: graph.node_count is -1, and must be a number from 0 to 1, or a count",
        "nodes.c1: llm.uncertainty is an older name of llm.certainty, which is given as well",
        "nodes.c2: this must be signals and their values",
        f"nodes.c3: llm.engagement is {10**400}, and must be a number from 0 to 1, or a count",
        "phase: 'middle' is no phase. Did you mean 'mid'?",
        "history: there is no strategy 'wy'. Did you mean 'why'?",
    ]


@pytest.mark.parametrize(
    "given",
    [None, [], 3, {}, {"nodes": []}, {"nodes": {}, "history": "why"}, {"nodes": {}, "global": []}],
)
def test_what_is_no_situation_is_refused(given: Any) -> None:
    with pytest.raises(BadInput):
        read_situation(given, METHOD)


# ── methodologies ─────────────────────────────────────────────────────────────────────────────────


def test_a_methodology_is_found_by_its_id_or_as_a_file(tmp_path: Path) -> None:
    library = Library(KINDS, (packaged(),))
    (tmp_path / "own.yaml").write_text(TEXT, encoding="utf-8")
    assert find_methodology(library, "means_end_chain").id == "means_end_chain"
    assert find_methodology(library, str(tmp_path / "own.yaml")).id == "short_ladder"


def test_what_is_no_methodology_is_not_found(tmp_path: Path) -> None:
    library = Library(KINDS, (packaged(),))
    (tmp_path / "subject.yaml").write_text(
        "kind: subject\nid: hills\ntitle: hills\nobjective: To know them.\n", encoding="utf-8"
    )
    with pytest.raises(NotFound, match="Did you mean 'means_end_chain'"):
        find_methodology(library, "means_end_chains")
    for name in ("subject.yaml", "nothing.yaml"):
        with pytest.raises(NotFound, match="no methodology"):
            find_methodology(library, str(tmp_path / name))


def test_a_methodology_with_faults_is_refused_with_all_of_them(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(TEXT.replace("{focus}", "{fokus}"), encoding="utf-8")
    with pytest.raises(ContentError) as raised:
        find_methodology(Library(KINDS, (packaged(),)), str(tmp_path / "own.yaml"))
    assert len(raised.value.faults) == 4


def test_every_methodology_of_the_library_compiles_and_prefers_something() -> None:
    library = Library(KINDS, (packaged(),))
    for entry in library.entries("methodology"):
        found = find_methodology(library, entry.id).document
        situation = read_situation(
            {
                "global": {"llm.response_depth": "deep"},
                "nodes": {"c1": {"graph.node.is_new": True}, "c2": {}},
            },
            found,
        )
        pairs = rank(found, situation)
        assert pairs[0].score > pairs[-1].score
        assert {pair.strategy for pair in pairs} <= set(Policy.of(found).names)
