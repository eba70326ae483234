from __future__ import annotations

from pydantic import TypeAdapter
from tests.engines.memoir.story.listening import told

from dramaturg.engines.memoir.base.state import MemoirEvent, MemoirSignalsRead, PassageTold
from dramaturg.engines.memoir.base.story import MatterLeft, Story, StoryThread
from dramaturg.engines.memoir.base.story_events import MatterLeftAlone, ThreadOpened, apply_to_story
from dramaturg.kernel.values import replace


def test_an_id_is_never_given_out_twice_even_when_what_had_it_is_gone() -> None:
    story = Story()
    for number in (1, 2, 3):
        story = apply_to_story(
            story, ThreadOpened(StoryThread(f"t{number}", "the farm", "", (), (number,)))
        )
    assert replace(story, threads=story.threads.delete("t2")).next_id("t") == "t4"


def test_what_is_refused_by_name_is_left_alone_until_that_is_lifted() -> None:
    left = apply_to_story(Story(), MatterLeftAlone(3, "the army"))
    assert left.left_alone == (MatterLeft(3, "the army"),)
    assert apply_to_story(left, MatterLeftAlone(5, "the army", left_alone=False)) == Story()


def test_what_the_first_edition_stored_still_loads() -> None:
    """It knew no ear, no asides, and nothing that words call for."""
    told = {"kind": "told", "turn": 1, "text": "We had two cows."}
    read = {
        "kind": "signals_read",
        "source": "offline",
        "signals": {
            "vagueness_score": 0.1,
            "emotion_score": 0.2,
            "contradiction_score": 0.0,
            "refusal_or_discomfort": False,
            "conversation_phase": "warmup",
        },
    }
    events = TypeAdapter(list[MemoirEvent]).validate_python([told, read])
    assert events[0] == PassageTold(1, "We had two cows.")
    assert isinstance(events[1], MemoirSignalsRead)
    assert (events[1].ear, events[1].calls_for) == ("", None)


def test_a_story_is_the_same_after_a_round_trip_through_json() -> None:
    story = told(
        "I was born in 1938 in Leeds. My sister Ann was older.", "That was before the accident."
    ).story
    adapter = TypeAdapter(Story)
    assert adapter.validate_json(adapter.dump_json(story)) == story
