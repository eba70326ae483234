"""Whether an interview goes on after an answer, and if not, why."""

from __future__ import annotations

from collections.abc import Mapping

from dramaturg.engines.interviews.base.methodology import Limits
from dramaturg.engines.interviews.base.state import InterviewState, Termination
from dramaturg.engines.interviews.base.tracker import is_exhausted
from dramaturg.engines.interviews.strategy.saturation import InterviewSaturation
from dramaturg.kernel.series import plateau

# On readings from before there was an ear. An interview is not ended on a suspicion: what is
# suspected is left alone (`SignalsRead.spared`).
IN_DANGER, STOPS = 0.9, 0.7
# who wants to stop says so in few words; a story in which somebody stops is longer
PLAIN, CLEAR = 25, 0.95
NOT_BEFORE = 5  # the turn before which nobody is sent away for short answers
SAYS_SO = 3  # times that somebody says there is nothing more, and is believed
GROWTH = 5  # turns without anything new that end growth


def stopped(
    state: InterviewState, readings: Mapping[str, float], max_turns: int
) -> Termination | None:
    """What ends the interview here and now, whatever else could be asked: the person comes first,
    then what was agreed.
    """
    if leaves := _by_ear(state) if state.heard else _by_readings(state, readings):
        return leaves
    stays = state.heard and state.heard.staying
    if state.nothing_more >= SAYS_SO and state.heard and state.heard.nothing_more:
        return "nothing_more"
    if state.purpose == "close" and not stays:
        return state.termination or "close_strategy"
    return "max_turns_reached" if state.turn >= max_turns else None


def _by_ear(state: InterviewState) -> Termination | None:
    if state.heard is None:
        return None
    if state.heard.care == "stop":  # on record from before there was a ladder of care
        return "safety_stop"
    says_so = state.leaving and ("assent" in state.heard.does or state.heard.staying == "leave")
    return "user_stop" if state.heard.ends or says_so else None


def _by_readings(state: InterviewState, readings: Mapping[str, float]) -> Termination | None:
    danger, stop = readings.get("self_harm", 0.0), readings.get("stop", 0.0)
    if danger >= IN_DANGER and danger >= stop:
        return "safety_stop"
    plain = len(state.lines[-1].text.split()) <= PLAIN
    return "user_stop" if stop >= (STOPS if plain else CLEAR) else None


def finished(
    state: InterviewState, saturation: InterviewSaturation, limits: Limits
) -> Termination | None:
    """Why it is time for the closing question, if it is."""
    if state.turn >= NOT_BEFORE and state.fruitless >= limits.shallow_turns:
        return "quality_degraded"
    if state.turn < limits.min_turns:
        return None
    # who still tells new things beside the chains is not sent away
    longest = (*state.longest, state.graph.longest)
    if state.dry >= GROWTH and plateau(longest, limits.plateau_turns + 1):
        return "depth_plateau"
    # of what may be asked about at all: nothing refused, nothing taken back
    nodes = (state.tracker.states[key] for key in state.tracker.active)
    keys = [node.key for node in nodes if state.may_be_asked(node)]
    spent = (is_exhausted(state.tracker, key, state.turn, limits.rest_turns) for key in keys)
    if bool(keys) and all(spent):
        return "all_nodes_exhausted"
    if state.dry >= limits.dry_turns:
        return "graph_saturated"
    if min(saturation.conversation, saturation.canonical or 1.0) >= limits.saturation:
        return "theoretical_saturation"
    return None
