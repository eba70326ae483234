"""What no sequence of signals can bring about, in a hundred thousand turns; and that whoever judges
this would notice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from tests.engines.memoir.origins import artifacts

from dramaturg.engines.memoir.base import conduct
from dramaturg.engines.memoir.base.artifacts import DepthBudget
from dramaturg.engines.memoir.base.ledger import Loop
from dramaturg.engines.memoir.base.signals import PHASES
from dramaturg.engines.memoir.base.turn_contract import TurnContract
from dramaturg.engines.memoir.decide_lines import SignalLine, decide_lines
from dramaturg.engines.memoir.govern import conductor, governor, machines
from dramaturg.engines.memoir.rule_judge import JudgedTurn, violations
from dramaturg.kernel.governor import Limit, govern
from dramaturg.kernel.values import replace

TALKS, LENGTH = 600, 50
A_FEW = 200  # talks in one of which a broken rule shows
LOW_AND_HIGH = (0.0, 0.3, 0.59, 0.6, 0.61, 0.75, 1.0)
EMOTIONS = (0.0, 0.0, 0.3, 0.59, 0.6, 0.75, 0.89)


def _talk(seed: int) -> Iterator[SignalLine]:
    """Signals of every kind, much at the edges; what stops a talk comes seldom, or nothing else
    would be seen.
    """
    chance = Random(seed)
    for _ in range(LENGTH):
        yield SignalLine(
            vagueness_score=chance.choice(LOW_AND_HIGH),
            emotion_score=chance.choice(EMOTIONS)
            if chance.random() < 0.99
            else chance.choice((0.9, 1.0)),
            contradiction_score=chance.choice((0.0, 0.0, 0.0, *LOW_AND_HIGH)),
            refusal_or_discomfort=chance.random() < 0.08,
            conversation_phase=chance.choice(PHASES[1:]) if chance.random() < 0.9 else "warmup",
            user_initiated_elaboration=chance.random() < 0.6,
            topic_id=chance.choice(("farm", "farm", "farm", "war", None, None)),
            consent=chance.choice((None, None, None, None, True, False)),
            stop_requested=chance.random() < 0.004,
            self_harm=chance.random() < 0.004,
        )


def _judged(seed: int) -> tuple[Counter[str], list[TurnContract]]:
    """What the judge finds broken in a talk, and its turns."""
    signals = list(_talk(seed))
    turns = list(decide_lines(artifacts(), signals))
    judged = [
        JudgedTurn(number, turn, told, sitting=1)
        for number, (told, turn) in enumerate(zip(signals, turns, strict=True))
    ]
    return Counter(found.partition(",")[0] for found in violations(judged)), turns


@pytest.mark.slow
def test_in_thirty_thousand_turns_no_rule_of_the_seed_is_broken() -> None:
    talks = [_judged(seed) for seed in range(TALKS)]
    turns = [turn for _, talk in talks for turn in talk]
    assert len(turns) == 30_000
    assert [broken for broken, _ in talks if broken] == []
    _everything_happened(turns)


def _everything_happened(turns: list[TurnContract]) -> None:
    """Rules that nothing puts to the test are kept easily."""
    assert {turn.persona_used for turn in turns} == set(artifacts().personas.by_name)
    assert {turn.depth_level_after for turn in turns} == {0, 1, 2, 3}
    assert {turn.safety_action for turn in turns} == {"none", "deescalate", "stop", "redirect"}
    assert len({turn.loop_state for turn in turns}) == 1 + 5 + 3, (
        "none, five states and three fallbacks"
    )
    assert all(turn.tactic_used and turn.response_text for turn in turns)


# ── whoever judges can tell ───────────────────────────────────────────────────────────────────────


def _without(name: str) -> Callable[[pytest.MonkeyPatch], None]:
    def broken(patch: pytest.MonkeyPatch) -> None:
        left = tuple(limit for limit in governor.BINDING if limit.name != name)
        assert len(left) == len(governor.BINDING) - 1
        patch.setattr(governor, "BINDING", left)

    return broken


def _core_for_all(patch: pytest.MonkeyPatch) -> None:
    def no_caps(self: governor.DepthGovernor, entry: Any) -> tuple[Limit, ...]:
        return ()

    patch.setattr(governor.DepthGovernor, "_caps", no_caps)


def _consent_for_ever(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(governor, "withdraws", lambda _: False)


def _two_steps_at_once(patch: pytest.MonkeyPatch) -> None:
    def deeper(limits: Any, proposed: int, current: int, facts: Any) -> Any:
        return govern(limits, proposed + 1, current, facts)

    patch.setattr(governor, "govern", deeper)


def _endless_loops(patch: pytest.MonkeyPatch) -> None:
    def again(self: machines.Machine, loop: Any, topic: str, facts: Any) -> machines.MachineRun:
        start = self.document.start
        return machines.MachineRun(
            Loop(self.document.name, topic, start), self.states[start], "again"
        )

    patch.setattr(machines.Machine, "run", again)


def _no_way_out(patch: pytest.MonkeyPatch) -> None:
    made = conduct.TurnConduct

    def plainly(**parts: Any) -> conduct.TurnConduct:
        return made(**(parts | {"sideways": False}))

    patch.setattr(conductor, "TurnConduct", plainly)


def _stops_forgotten(patch: pytest.MonkeyPatch) -> None:
    after = conduct.after

    def forgetting(ledger: Any, turn: conduct.TurnConduct) -> Any:
        return replace(after(ledger, turn), stopped=None)

    patch.setattr("dramaturg.engines.memoir.decide_lines.after", forgetting)


def _larger_budget(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(artifacts().governor.__dict__, "budget", DepthBudget(max_escalations_per_topic=3))


MUTATIONS = [
    (_without("refusal"), "deeper after a refusal"),
    (_without("hard_stop"), "depth after a hard stop"),
    (_without("gate"), "deeper without elaboration or consent"),
    (_without("twice_in_a_row"), "deeper twice in a row"),
    (_without("escalations_used"), "beyond the budget"),
    (_without("stepping_back"), "deeper while stepping back"),
    (_larger_budget, "beyond the budget"),
    (_core_for_all, "core without consent"),
    (_consent_for_ever, "core without consent"),
    (_two_steps_at_once, "more than one level"),
    (_endless_loops, "too many steps"),
    (_no_way_out, "no step sideways"),
    (_stops_forgotten, "no hard stop"),
    (_stops_forgotten, "a question after a hard stop"),
]


@pytest.mark.parametrize(("breaks", "noticed"), MUTATIONS, ids=[case[1] for case in MUTATIONS])
def test_the_judge_notices_when_a_rule_is_broken(
    breaks: Callable[[pytest.MonkeyPatch], None], noticed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    breaks(monkeypatch)
    assert any(_judged(seed)[0][noticed] for seed in range(A_FEW))
