from __future__ import annotations

from pydantic import TypeAdapter
from tests.engines.memoir.story.listening import told

from dramaturg.engines.memoir.base.story import Story, StoryThread
from dramaturg.engines.memoir.base.story_events import ThreadOpened, apply_to_story
from dramaturg.kernel.values import replace


def test_an_id_is_never_given_out_twice_even_when_what_had_it_is_gone() -> None:
    story = Story()
    for number in (1, 2, 3):
        story = apply_to_story(
            story, ThreadOpened(StoryThread(f"t{number}", "the farm", "", (), (number,)))
        )
    assert replace(story, threads=story.threads.delete("t2")).next_id("t") == "t4"


def test_a_story_is_the_same_after_a_round_trip_through_json() -> None:
    story = told(
        "I was born in 1938 in Leeds. My sister Ann was older.", "That was before the accident."
    ).story
    adapter = TypeAdapter(Story)
    assert adapter.validate_json(adapter.dump_json(story)) == story
