"""Everything wrong with an interviewer's artifacts is found where it is, and what is right with
them is proven.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from pydantic import BaseModel
from tests.engines.memoir.origins import FOLDER, artifacts

from dramaturg.app.check.check import check
from dramaturg.engines.memoir.artifact_files import gather
from dramaturg.engines.memoir.base.artifacts import Artifacts, DepthBudget
from dramaturg.engines.memoir.govern import governor
from dramaturg.engines.memoir.govern.governor import DepthGovernor
from dramaturg.engines.memoir.proofs import artifact_faults, prove_artifacts
from dramaturg.engines.memoir.prove.depths import CLAIMS, walk
from dramaturg.engines.memoir.prove.words import pattern_trouble

ROUTER, DEPTH, MACHINES = "router", "governor", "machines"
PERSONAS, CONSTRAINTS, CRISIS = "personas", "constraints", "crisis"
SAFETY = "refusal_or_discomfort or stop_requested or self_harm or emotion_score >= DISTRESS_HARD_STOP_THRESHOLD"
Change = tuple[str, tuple[str | int, ...], Any]

# What is written where instead; then the codes of all faults there are.
CASES: list[tuple[Change, list[str]]] = [
    (
        (ROUTER, ("rules", 0, "when"), SAFETY.replace("refusal_or_discomfort or ", "")),
        ["safety-not-first"] * 4,
    ),
    (
        (ROUTER, ("rules", 0, "when"), SAFETY.replace("stop_requested or ", "")),
        ["safety-not-first"] * 4,
    ),
    ((ROUTER, ("rules", 0, "when"), SAFETY.replace(" or self_harm", "")), ["safety-not-first"] * 4),
    ((ROUTER, ("rules", 0, "when"), SAFETY.partition(" or emotion")[0]), ["safety-not-first"] * 2),
    (
        (ROUTER, ("rules", 0, "when"), SAFETY.replace("DISTRESS_HARD_STOP_THRESHOLD", "0.95")),
        ["safety-not-first"] * 2,
    ),
    ((ROUTER, ("rules", 0, "when"), f"{SAFETY} or vagueness_score > 0.95"), ["safety-not-first"]),
    (
        (ROUTER, ("rules", 0, "when"), f"({SAFETY}) and conversation_phase != close"),
        ["safety-not-first"] * 4,
    ),
    ((ROUTER, ("rules", 1, "when"), "contradiction_score >= 0.8"), ["against-the-order"] * 3),
    (
        (
            ROUTER,
            ("rules", 1, "when"),
            "contradiction_score >= CONTRADICTION_THRESHOLD and emotion_score < 0.6",
        ),
        ["against-the-order"],
    ),
    (
        (ROUTER, ("rules", 3, "when"), "emotion_score > 0.7"),
        ["rule-out-of-reach", "against-the-order"],
    ),
    ((ROUTER, ("rules", 3, "when"), "vagueness is 1"), ["bad-condition"]),
    ((ROUTER, ("rules", 3, "when"), "vaguness_score >= 0.6"), ["unknown-fact"]),
    ((ROUTER, ("rules", 3, "when"), "vagueness_score >= VAGUE_THRESHOLD"), ["wrong-comparison"]),
    ((ROUTER, ("rules", 3, "when"), "vagueness_score > 1"), ["unsatisfiable-condition"]),
    ((ROUTER, ("rules", 4, "when"), "vagueness_score < 0.6"), ["route-without-default"]),
    (
        (ROUTER, ("rules", 3, "when"), "true"),
        ["route-shadowed", "against-the-order", "machine-does-not-fit"],
    ),
    ((ROUTER, ("rules", 3, "name"), "emotion"), ["duplicate-name"]),
    ((ROUTER, ("rules", 3, "machine"), "emotional_expansion"), ["machine-does-not-fit"] * 2),
    ((ROUTER, ("rules", 4, "machine"), "precision_narrowing"), ["machine-does-not-fit"] * 2),
    ((ROUTER, ("rules", 1, "machine"), None), ["machine-does-not-fit"]),
    (
        (ROUTER, ("thresholds", "DISTRESS_HARD_STOP_THRESHOLD"), 0.6),
        ["thresholds-out-of-order", "rule-out-of-reach"],
    ),
    ((MACHINES, ("machines", 0, "entry"), "vagueness_score >= 0.7"), ["machine-does-not-fit"]),
    ((MACHINES, ("machines", 0, "exit"), "vagueness_score < 0"), ["unsatisfiable-condition"]),
    ((MACHINES, ("machines", 2, "max_steps"), 2), ["cap-exceeded"]),
    ((MACHINES, ("machines", 0, "start"), "one_momemt"), ["edge-to-nowhere"]),
    ((MACHINES, ("machines", 0, "start"), "one_detail"), ["never-happens"]),
    ((MACHINES, ("machines", 0, "states", 0, "next"), "one_detai"), ["edge-to-nowhere"]),
    ((MACHINES, ("machines", 0, "states", 0, "next"), "one_moment"), ["never-happens"]),
    (
        (MACHINES, ("machines", 0, "states", 1, "name"), "fallback"),
        ["duplicate-name", "edge-to-nowhere"],
    ),
    ((MACHINES, ("machines", 0, "states", 1, "tactic"), "narrow_to_a_detai"), ["unknown-name"]),
    ((MACHINES, ("machines", 0, "fallback", "tactic"), "say_nothing"), ["unknown-name"]),
    (
        (MACHINES, ("machines", 1, "name"), "precision_narrowing"),
        ["unknown-name", "duplicate-name", "machine-does-not-fit"],
    ),
    ((DEPTH, ("limits", 0, "when"), "conversation_phase == warm"), ["unknown-word"]),
    (
        (
            DEPTH,
            ("limits", 0, "when"),
            "conversation_phase == close and conversation_phase == warmup",
        ),
        ["unsatisfiable-condition"],
    ),
    ((DEPTH, ("limits", 0, "at_most_level"), 3), ["limit-without-effect"]),
    ((DEPTH, ("limits", 0, "at_most_level"), None), ["limit-without-effect"]),
    ((DEPTH, ("limits", 0, "at_most_rise"), 0), ["limit-without-effect"]),
    ((DEPTH, ("limits", 1, "at_most_rise"), 1), ["limit-without-effect"]),
    ((DEPTH, ("limits", 0, "when"), "true"), ["depth-out-of-reach"]),
    ((DEPTH, ("budget", "further_with_consent"), 0), ["depth-out-of-reach"]),
    ((DEPTH, ("levels", 1, "level"), 2), ["levels-out-of-order"]),
    ((PERSONAS, ("step_sideways", 0), "Shall we talk about something else?"), ["no-step-sideways"]),
    ((PERSONAS, ("step_sideways", 0), "It was a fine day."), ["no-step-sideways"]),
    ((PERSONAS, ("personas", 0, "name"), "EMPATHY_EXPAND"), ["persona-missing", "duplicate-name"]),
    ((PERSONAS, ("personas", 0, "sentence_types", "ask"), 0.9), ["shares-off"]),
    ((PERSONAS, ("personas", 0, "openers"), ["Really?"]), ["asks-too-much"]),
    (
        (PERSONAS, ("personas", 0, "tactics", 0, "templates", 0), "How was it? And then?"),
        ["asks-too-much"],
    ),
    (
        (PERSONAS, ("personas", 0, "tactics", 0, "templates", 0), "Tell me about {farm}."),
        ["unknown-placeholder"],
    ),
    (
        (PERSONAS, ("personas", 0, "tactics", 0, "templates", 0), "Tell me about {person."),
        ["unknown-placeholder"],
    ),
    (
        (PERSONAS, ("personas", 2, "tactics", 0, "templates"), ["When was {person} there?"]),
        ["no-plain-words"],
    ),
    (
        (PERSONAS, ("personas", 2, "tactics", 0, "templates"), [" ".join(["so"] * 70) + "."]),
        ["breaks-own-rule"],
    ),
    ((PERSONAS, ("softeners", 1, "phrase"), "That made me smile."), ["duplicate-name"]),
    ((CONSTRAINTS, ("constraints", 0, "patterns"), ["(?:ab+)+"]), ["bad-pattern"]),
    ((CONSTRAINTS, ("constraints", 0, "patterns"), ["(ab"]), ["bad-pattern"]),
    ((CONSTRAINTS, ("constraints", 0, "fallbacks", 0), "What was it like?"), ["asks-too-much"]),
    ((CRISIS, ("default",), "Please call 112 now."), ["crisis-number"]),
    (("prompt_block", (), ""), ["prompt-block-length"]),
    (("prompt_block", (), "word " * 301), ["prompt-block-length"]),
]


@pytest.mark.parametrize(
    ("change", "expected"), CASES, ids=[f"{case[0][:2]} {case[1][0]}" for case in CASES]
)
def test_a_fault_is_found_with_a_remedy_and_its_place(change: Change, expected: list[str]) -> None:
    part, path, value = change
    faults = artifact_faults(_changed(part, path, value))
    assert Counter(fault.code for fault in faults) - _before() == Counter(expected)
    assert all(fault.remedy and fault.path[0] in Artifacts.model_fields for fault in faults)


def test_a_fault_is_told_with_its_line_and_the_situation_that_shows_it(tmp_path: Path) -> None:
    _write(tmp_path, "router-policy.json", ("rules", 0, "when"), SAFETY.partition(" or emotion")[0])
    first = next(fault for fault in check([tmp_path]).faults if fault.code == "safety-not-first")
    told = (tmp_path / "router-policy.json").read_text().splitlines()[(first.line or 0) - 1]
    assert first.place.startswith(str(tmp_path / "router-policy.json"))
    assert "contradiction_score >=" in told
    assert first.message.startswith(
        "contradiction leads to LOGIC_CLARIFY and not to SAFETY_FALLBACK, when "
    )


def test_all_faults_of_all_documents_are_told_at_once(tmp_path: Path) -> None:
    _write(tmp_path, "crisis-guidance.json", ("default",), "Please call 112 now.")
    _write(tmp_path, "state-machines.json", ("machines", 2, "max_steps"), 2)
    _write(tmp_path, "router-policy.json", ("rules", 3, "name"), "emotion")
    (tmp_path / "system-prompt-block.txt").write_text("", encoding="utf-8")
    found = {f"{Path(fault.file or '').name} {fault.code}" for fault in check([tmp_path]).faults}
    assert found >= {
        "crisis-guidance.json crisis-number",
        "router-policy.json duplicate-name",
        "state-machines.json cap-exceeded",
        "system-prompt-block.txt prompt-block-length",
    }


def test_artifacts_of_different_ids_do_not_belong_together(tmp_path: Path) -> None:
    _write(tmp_path, "crisis-guidance.json", ("id",), "elsewhere")
    (fault,) = [fault for fault in check([tmp_path]).faults if fault.code == "ids-differ"]
    assert fault.message == "its id is elsewhere, and that of router-policy.json is origins"


@pytest.mark.parametrize("file", sorted(path.name for path in FOLDER.iterdir()))
def test_an_artifact_that_is_missing_is_missed(file: str, tmp_path: Path) -> None:
    copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    (tmp_path / file).unlink()
    (fault,) = [fault for fault in gather(tmp_path).faults() if fault.code == "artifact-missing"]
    assert file in fault.message


def test_an_artifact_that_does_not_load_is_not_called_missing(tmp_path: Path) -> None:
    _write(tmp_path, "depth-governor.json", ("levels",), [])
    assert [fault.code for fault in check([tmp_path]).faults] == ["wrong-length"]


def test_one_file_of_an_interviewer_is_judged_with_those_beside_it(tmp_path: Path) -> None:
    _write(tmp_path, "state-machines.json", ("machines", 0, "entry"), "vagueness_score >= 0.7")
    assert "machine-does-not-fit" in {
        fault.code for fault in check([tmp_path / "crisis-guidance.json"]).faults
    }


def test_what_comes_with_dramaturg_has_no_faults_and_everything_is_proven() -> None:
    assert artifact_faults(artifacts()) == ()
    proofs = prove_artifacts(artifacts())
    assert [proof.claim for proof in proofs if not proof.holds] == []
    assert all(proof.states > 0 for proof in proofs)


def test_the_proof_of_the_core_shows_a_way_there_which_ends_with_consent() -> None:
    (note,) = [proof.note for proof in prove_artifacts(artifacts()) if "core" in proof.claim]
    assert note == "reached by: elaboration, elaboration, elaboration and consent"


OWN_BUDGETS = [
    DepthBudget(max_escalations_per_topic=3),
    DepthBudget(max_escalations_per_topic=3, further_with_consent=0),
    DepthBudget(max_depth=0, max_sensitive_depth=3),
    DepthBudget(max_depth=1, max_sensitive_depth=1, max_escalations_per_topic=1),
    DepthBudget(max_escalations_per_topic=0, further_with_consent=1),
]


@pytest.mark.parametrize("budget", OWN_BUDGETS, ids=str)
def test_whatever_budget_tellers_choose_the_rules_that_bind_hold(budget: DepthBudget) -> None:
    policy = artifacts().governor.model_copy(update={"limits": ()})
    _, broken = walk(DepthGovernor(policy, budget=budget), artifacts().router.thresholds)
    assert broken == {}


# Binding limits that are left out, and the claim that does not hold then.
BROKEN = [
    ("refusal", "never deeper with a refusal"),
    ("hard_stop", "a hard stop leads to the surface, for good"),
    ("gate", "never deeper unless the teller elaborates or consents"),
    ("twice_in_a_row", "never deeper twice in a row without elaboration"),
    ("escalations_used", "never beyond the budget of the topic"),
]


@pytest.mark.parametrize(("limit", "claim"), BROKEN)
def test_a_governor_without_a_binding_limit_is_refuted(
    limit: str, claim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        governor, "BINDING", tuple(one for one in governor.BINDING if one.name != limit)
    )
    policy = artifacts().governor.model_copy(update={"limits": ()})
    _, broken = walk(DepthGovernor(policy), artifacts().router.thresholds)
    assert broken[claim]


def test_every_claim_about_depth_can_be_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(governor, "BINDING", ())
    monkeypatch.setattr(DepthGovernor, "_caps", lambda *_: ())
    govern = governor.__dict__["govern"]
    monkeypatch.setattr(
        governor,
        "govern",
        lambda limits, to, here, facts: govern(limits, min(to + 1, 3), here, facts),
    )
    policy = artifacts().governor.model_copy(update={"limits": ()})
    _, broken = walk(DepthGovernor(policy), artifacts().router.thresholds)
    assert set(broken) == {claim for claim, _ in CLAIMS}


PATTERNS = [
    ("(a+)+", True),
    (r"(?:\w+\s)*x", True),
    ("((a*)b)+", True),
    ("(?:a{2,})*", True),
    (r"(?: \w+){0,4} tell", False),
    ("[(+]*", False),
    (r"\(a+\)+", False),
    ("(?:ab)+", False),
    ("(?:[+*])+", False),
    (r"(?<!\w)(?:a|b)+(?=c+)", False),
]


@pytest.mark.parametrize(("pattern", "nested"), PATTERNS)
def test_a_repeat_in_a_repeat_is_found(pattern: str, nested: bool) -> None:
    assert bool(pattern_trouble(pattern)) is nested


@cache
def _before() -> Counter[str]:
    """What is wrong already: one test tells, not all of them."""
    return Counter(fault.code for fault in artifact_faults(artifacts()))


def _changed(part: str, path: tuple[str | int, ...], value: Any) -> Artifacts:
    """The artifacts that come with Dramaturg, but for one thing."""
    if not path:
        return artifacts().model_copy(update={part: value})
    document: BaseModel = getattr(artifacts(), part)
    written = document.model_dump(mode="json")
    _put(written, path, value)
    return artifacts().model_copy(update={part: type(document).model_validate(written)})


def _write(folder: Path, file: str, path: tuple[str | int, ...], value: Any) -> None:
    """The same in files."""
    if not any(folder.iterdir()):
        copytree(FOLDER, folder, dirs_exist_ok=True)
    written = json.loads((folder / file).read_text(encoding="utf-8"))
    _put(written, path, value)
    (folder / file).write_text(json.dumps(written, ensure_ascii=False, indent=2), encoding="utf-8")


def _put(document: Any, path: tuple[str | int, ...], value: Any) -> None:
    *way, last = path
    for step in way:
        document = document[step]
    if value is None:
        del document[last]
    else:
        document[last] = value
