"""Talks with a strong model, written by hand: what a person says turn by turn, what the model finds in
it, and what it says next. They stand in `talks/`, a file an engine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent / "talks"
INTERVIEW_TYPES = {
    "a": "attribute",
    "f": "functional_consequence",
    "p": "psychosocial_consequence",
    "i": "instrumental_value",
    "t": "terminal_value",
}


@dataclass(frozen=True, slots=True)
class TalkTurn:
    """`given` is what the model finds, by the names of the fields it is asked for, at any depth of the
    form. `tries` are its lines where it is asked for more than one, `becomes` what came of them, and
    `told` what it is told of the refused ones.
    """

    heard: str
    line: str
    given: Mapping[str, Any]
    tries: tuple[str, ...] = ()
    becomes: str = "kept"
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Talk:
    opening: str
    turns: tuple[TalkTurn, ...]


def answer(turn: TalkTurn, form: Mapping[str, Any] | None) -> str:
    """What the model answers: JSON of the form that is asked for, else its line."""
    return turn.line if form is None else json.dumps(filled(form, turn.given), ensure_ascii=False)


def filled(form: Mapping[str, Any], given: Mapping[str, Any]) -> Any:
    """A value of this JSON Schema: what is given by name, and middling for all else."""
    if "properties" in form:
        return {
            name: given[name] if name in given else filled(each, given)
            for name, each in form["properties"].items()
        }
    if "enum" in form:
        return form["enum"][len(form["enum"]) // 2]
    usual: Mapping[str, Any] = {"array": [], "boolean": False, "number": 0.5, "integer": 1}
    return usual.get(form.get("type", ""), "as said")


# ── interviews ────────────────────────────────────────────────────────────────────────────────────


def interview_talk(file: str = "interview.yaml") -> Talk:
    written = yaml.safe_load((HERE / file).read_text(encoding="utf-8"))
    return Talk(written["opening"], tuple(_turn(each, _found(each)) for each in written["turns"]))


def _turn(turn: Mapping[str, Any], given: Mapping[str, Any]) -> TalkTurn:
    tries = tuple(turn.get("tries", [turn.get("line", "")]))
    told = tuple(turn.get("told", ()))
    return TalkTurn(turn["heard"], tries[-1], given, tries, turn.get("becomes", "kept"), told)


def _found(turn: Mapping[str, Any]) -> dict[str, Any]:
    rows: Sequence[Sequence[str]] = turn.get("concepts", ())
    concepts = [
        {"label": label, "type": INTERVIEW_TYPES.get(type, type), "quote": quote, "name": name}
        for label, type, quote, name in rows
    ]
    links = [
        {"source": source, "target": target, "quote": quote, "type": (*type, "leads_to")[0]}
        for source, target, quote, *type in turn.get("links", ())
    ]
    found: dict[str, Any] = {"concepts": concepts, "relationships": links}
    found["refused"] = turn.get("refused", [])
    scores = {"refusal": 5 if found["refused"] else 1, "distress": 1, "self_harm": 1}
    return found | {name: {"why": "as said", "score": score} for name, score in scores.items()}


# ── memoirs ───────────────────────────────────────────────────────────────────────────────────────

CALM = {"valence": 3, "elaboration": 2}
SIGNALS = ("emotion", "vagueness", "refusal", "stop", "distress", "self_harm", *CALM)


def memoir_talk(title: str) -> Talk:
    """One sitting. Its opening is the teller's name: the interviewer's own is authored."""
    written = yaml.safe_load((HERE / "memoir.yaml").read_text(encoding="utf-8"))[title]
    turns = (_turn(each, _passage(each)) for each in written["turns"])
    return Talk(written["teller"], tuple(turns))


def _passage(turn: Mapping[str, Any]) -> dict[str, Any]:
    rated = {name: CALM.get(name, 1) for name in SIGNALS} | turn.get("signals", {})
    told: dict[str, Any] = {name: {"why": "as said", "score": rated[name]} for name in SIGNALS}
    told |= {"thread": "new" if "thread" in turn else "", "title": turn.get("thread", "")}
    told |= {"refused": turn.get("refused", []), "periods": [], "loose_ends": [], "corrections": []}
    told["places"] = [{"name": name} for name in turn.get("places", ())]
    told["people"] = [_row("name role quote", each) for each in turn.get("people", ())]
    told["claims"] = [
        _row("subject about kind value quote", each) for each in turn.get("claims", ())
    ]
    return told


def _row(names: str, values: Sequence[str]) -> dict[str, str]:
    return dict(zip(names.split(), values, strict=True))


# ── sims ──────────────────────────────────────────────────────────────────────────────────────────


def sim_talk(who: str) -> Talk:
    """The conversation with this person, `scenario/person`: each line with its report, and the node
    it is said in.
    """
    written = yaml.safe_load((HERE / "sim.yaml").read_text(encoding="utf-8"))[who]
    return Talk("", tuple(map(_said, written)))


def _said(turn: Mapping[str, Any]) -> TalkTurn:
    report = {
        "node_satisfied": turn.get("took", turn["at"] not in ("DECISIVE",)),
        "detour_detected": False,
        "engagement_score": turn.get("score", 0),
    }
    line = f"{turn['line']}\n---END---\n{json.dumps(report)}"
    return TalkTurn(turn["heard"], line, {"at": turn["at"], "spoken": turn["line"]})
