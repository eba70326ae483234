from __future__ import annotations

import json
from typing import Any

import pytest
from tests.engines.memoir.story.listening import ear, listen, start, told

from dramaturg.engines.memoir.asks.story import StoryAsk
from dramaturg.engines.memoir.base.story import Story, StoryThread
from dramaturg.engines.memoir.story.extract import PassageExtract
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.turn.asks import Unreadable
from dramaturg.turn.ports import OnText, Prompt, Reply

TEXT = "We went over to Bradford in fifty-one, me and our Ann, and I never forgave them for the thing at the chapel."
THREADS = (StoryThread("t1", "the mill", "", (), (1,)),)
EMPTY: dict[str, Any] = {
    "thread": "the mill",
    "title": "",
    **{key: [] for key in ("periods", "claims", "people", "places", "loose_ends", "corrections")},
}


def read(text: str = TEXT, **answer: Any) -> PassageExtract:
    passage = ParsedPassage(2, text, ear().syntax.read(text))
    return StoryAsk(passage, Story(), THREADS, "And then?", PassageExtract()).read(
        json.dumps({**EMPTY, **answer})
    )


def test_a_listed_title_is_the_thread() -> None:
    assert read().thread == "t1"


def test_a_new_title_must_be_made_of_the_tellers_words() -> None:
    assert read(thread="new", title="the chapel").title == "the chapel"
    assert read(thread="new", title="a family feud").title == ""


def test_a_claim_stands_if_its_quote_says_it() -> None:
    good = {
        "subject": "I",
        "about": "move to bradford",
        "kind": "year",
        "value": "1951",
        "quote": "over to Bradford in fifty-one",
    }
    (claim,) = read(claims=[good]).claims
    assert (claim.value, claim.span.text) == ((1951.0, 1951.0), "over to Bradford in fifty-one")
    assert read(claims=[{**good, "value": "1953"}]).claims == ()
    assert read(claims=[{**good, "quote": "we moved in 1951"}]).claims == ()


def test_people_places_and_loose_ends_that_were_not_said_are_dropped() -> None:
    taken = read(
        people=[
            {"name": "Ann", "role": "sister", "quote": "our Ann"},
            {"name": "Tom", "role": "", "quote": "Tom"},
        ],
        places=[{"name": "Bradford"}, {"name": "Leeds"}],
        loose_ends=["the thing at the chapel", "a secret"],
    )
    assert [(person.key, person.role) for person in taken.people] == [("ann", "my sister")]
    assert [place.key for place in taken.places] == ["bradford"]
    assert [span.text for span in taken.loose_ends] == ["the thing at the chapel"]


@pytest.mark.parametrize("answer", ["", "yes", "[]", "{}", '{"thread": "the mill", "claims": 3}'])
def test_an_answer_of_another_shape_is_unreadable(answer: str) -> None:
    passage = ParsedPassage(2, TEXT, ())
    with pytest.raises(Unreadable):
        StoryAsk(passage, Story(), THREADS, "", PassageExtract()).read(answer)


def test_odd_values_inside_an_answer_do_no_harm() -> None:
    assert (
        read(
            claims=[None, 3, {"kind": []}],
            people=[{}],
            places=["x"],
            corrections=[{"right": 5}],
            loose_ends=[7],
        ).claims
        == ()
    )


class Model:
    """Answers every question with the same words."""

    name = "model"

    def __init__(self, answer: dict[str, Any]) -> None:
        self._answer = json.dumps({**EMPTY, **answer})

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        return Reply(self._answer, "model")


def test_a_model_may_propose_but_code_finds_the_contradiction() -> None:
    before = told("We got married in 1951.")
    claim = {
        "subject": "I",
        "about": "marry",
        "kind": "year",
        "value": "1953",
        "quote": "in fifty-three",
    }
    text = "The day we wed, in fifty-three, it snowed on all of us."
    heard, _ = listen(
        before, text, voice=Model({"thread": before.story.threads["t1"].title, "claims": [claim]})
    )
    assert heard.source == "model"
    assert heard.why == "two different years: 1953 now, 1951 in turn 1"


def test_without_a_readable_answer_the_rules_read() -> None:
    heard, _ = listen(start(), "I was born in 1938 in Leeds.", voice=Model({"claims": "many"}))
    assert heard.source == "offline"
    assert heard.topic == "t1"
