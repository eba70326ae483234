"""Interviews without talking: which strategy a methodology would use on which concept, from signals
alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from dramaturg.content.documents import Loaded
from dramaturg.content.library import ENDINGS, Library
from dramaturg.engines.interviews.base.methodology import Methodology, PhaseName
from dramaturg.engines.interviews.content import methodology_of
from dramaturg.engines.interviews.strategy.node_signals import columns_of
from dramaturg.engines.interviews.strategy.scoring import Policy
from dramaturg.engines.interviews.strategy.signals import (
    ALIASES,
    PHASES,
    REPETITION,
    norms,
    repetition,
    vocabulary,
)
from dramaturg.kernel.conditions import Facts, Flag, Number, Value, Vocabulary, Words
from dramaturg.kernel.errors import BadInput, NotFound, did_you_mean
from dramaturg.kernel.scoring import Ranked

PHASE = "meta.interview.phase"
KEYS = ("global", "nodes", "phase", "history")
MOST = 1e12  # nobody counts further
EXAMPLE = (
    '{"global": {"llm.engagement": 0.6}, "nodes": {"c1": {"graph.node.is_new": true}}, "phase":'
    ' "mid", "history": []}'
)


@dataclass(frozen=True, slots=True)
class Situation:
    """Signals of the interview and of its concepts, its phase, and the strategies used so far, the
    newest last.
    """

    signals: Facts
    nodes: Mapping[str, Facts]
    phase: PhaseName
    history: tuple[str, ...] = ()


def find_methodology(library: Library, name: str) -> Loaded[Methodology]:
    """A methodology without fault, by its id in the library or as a file."""
    file = Path(name)
    if file.suffix not in ENDINGS:
        return methodology_of(library, name)
    entries = Library(library.kinds, (file,)).entries("methodology") if file.is_file() else ()
    if not entries:
        raise NotFound(
            f"{name} is no methodology: give a YAML file with `kind: methodology`, or an id of the"
            " library."
        )
    return methodology_of(Library(library.kinds, (file,)), entries[0].id)


def rank(methodology: Methodology, situation: Situation) -> tuple[Ranked, ...]:
    """All pairs of a strategy and a concept, best first. Repetition comes from the history, unless
    the signals tell it.
    """
    policy, known = Policy.of(methodology), vocabulary(methodology)
    told = REPETITION in situation.signals or not situation.history
    about = (
        {} if told else repetition(policy.names, situation.history, norms(methodology)[REPETITION])
    )
    signals = {PHASE: situation.phase, **situation.signals}
    return policy.rank(
        signals, columns_of(situation.nodes, known), about, phase=situation.phase
    ).everything()


# ── from JSON ─────────────────────────────────────────────────────────────────────────────────────


def read_situation(value: Any, methodology: Methodology) -> Situation:
    """A situation as JSON has it. Raises BadInput with everything that is wrong."""
    faults = list(_faults(value, methodology))
    if faults:
        raise BadInput("\n".join(faults))
    signals = _todays(value.get("global", {}))
    phase = value.get("phase") or signals.get(PHASE, "mid")
    nodes = {key: _todays(facts) for key, facts in value["nodes"].items()}
    return Situation(signals, nodes, cast(PhaseName, phase), tuple(value.get("history", ())))


def _faults(value: Any, methodology: Methodology) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"this is no JSON object; write it like {EXAMPLE}"
        return
    yield from (
        f"unknown key {key!r}. {did_you_mean(key, KEYS)}" for key in value if key not in KEYS
    )
    known, counted, nodes = vocabulary(methodology), norms(methodology), value.get("nodes")
    yield from _signal_faults("global", value.get("global", {}), known, counted)
    if not isinstance(nodes, dict):
        yield f"'nodes' must hold the signals of each concept by its id; write it like {EXAMPLE}"
    else:
        yield from (
            fault
            for key, facts in nodes.items()
            for fault in _signal_faults(f"nodes.{key}", facts, known, counted)
        )
    if value.get("phase") not in (None, *PHASES):
        yield f"phase: {value['phase']!r} is no phase. {did_you_mean(str(value['phase']), PHASES)}"
    history = value.get("history", [])
    names = [each.name for each in methodology.strategies]
    if not isinstance(history, list):
        yield "history: this must be a list of strategies, the newest last"
    else:
        unknown = (name for name in history if name not in names)
        yield from (
            f"history: there is no strategy {name!r}. {did_you_mean(str(name), names)}"
            for name in unknown
        )


def _signal_faults(
    where: str, facts: Any, known: Vocabulary, counted: Collection[str]
) -> Iterator[str]:
    if not isinstance(facts, dict):
        yield f"{where}: this must be signals and their values"
        return
    for name, value in facts.items():
        if name not in known:
            yield f"{where}: there is no signal {name!r}. {did_you_mean(name, known)}"
        elif (alias := ALIASES.get(name)) and alias.of in facts:
            yield f"{where}: {name} is an older name of {alias.of}, which is given as well"
        elif wrong := _wrong(value, known[name], name in counted):
            yield f"{where}: {name} is {value!r}, and {wrong}"


def _wrong(value: Any, kind: Flag | Number | Words, counted: bool) -> str:
    """What is wrong with a signal's value; nothing if it is right."""
    match kind:
        case Flag():
            return "" if isinstance(value, bool) else "must be true or false"
        case Words(words):
            return "" if value in words else f"must be one of {', '.join(words)}"
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST:
        return "must be a number from 0 to 1, or a count"
    if value > 1 and not counted:
        return (
            "above 1 it needs a norm: say under signal_norms how many count as 1, or give a share"
        )
    return ""


def _todays(facts: Facts) -> dict[str, Value]:
    """The facts under the names that signals have today."""
    return {
        ALIASES[name].of if name in ALIASES else name: (
            ALIASES[name].value(value) if name in ALIASES else value
        )
        for name, value in facts.items()
    }
