"""How simulated interviews end, and in how many of them exhaustion, slots and the graph of slots
work: `python -m bench.interview_endings COUNT [SEED]`, without a model.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Sequence

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.interviews.outcomes import InterviewRun
from dramaturg.engines.interviews.respondents import MANNERS
from dramaturg.engines.interviews.simulate import (
    engine_for,
    matter_of,
    play,
    profiles_of,
    respondent,
    runs_of,
)
from dramaturg.engines.simulation import SimulatedSession
from dramaturg.turn.asks import OfflineVoice

SAYS_SO = 3


def held(run: InterviewRun) -> SimulatedSession:
    library = library_of(Settings())
    (profile,) = profiles_of(library, run.profile)
    matter = matter_of(library, profile)
    someone = respondent(run, matter, LOCAL_MODELS.embedder())
    return asyncio.run(play(engine_for(run, matter, LOCAL_MODELS), someone, OfflineVoice()))


def counted(session: SimulatedSession) -> Counter[str]:
    state = session.state
    decided = [each.decision.directive for each in session.records if each.decision]
    return Counter(
        {
            "interviews": 1,
            f"ended by {state.termination}": 1,
            "exhaustion works": any(each.exhausted for each in decided),
            "slots are active": state.graph.active_slots > 0,
            "slots are linked": state.graph.active_edges > 0,
            "asked on after the third 'nothing more'": state.nothing_more > SAYS_SO,
        }
    )


def main(arguments: Sequence[str]) -> None:
    count, seed = int(arguments[0]), int([*arguments, "1"][1])
    runs = runs_of(profiles_of(library_of(Settings())), tuple(MANNERS), ("adaptive",), count, seed)
    total = sum((counted(held(run)) for run in runs), Counter[str]())
    for name, times in sorted(total.items()):
        print(f"{times:5} {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
