"""Perceiving an answer: what it brings, to what it belongs, what is left alone from now on, and
what if a part fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from tests.engines.interviews.interview_setup import (
    asked_about,
    directive_of,
    engine,
    found,
    fresh_engine,
    go_on,
    hearing,
    hold,
    key_of,
    labels_in,
    model,
    read_in,
)
from tests.support.ears import doing

from dramaturg.app.config.providers import readers
from dramaturg.engines.interviews.base.state import (
    Answered,
    ConceptMentioned,
    EdgeAdded,
    Extracted,
    StructureRead,
    VectorsMade,
)
from dramaturg.engines.interviews.base.vectors import packed
from dramaturg.language.ear.signals import SIGNALS, HeardTurn
from dramaturg.language.embedder import HashingEmbedder
from dramaturg.language.readers import local_readers
from dramaturg.turn.ports import Prompt, Sentence, Voice
from dramaturg.turn.readings import Reading

CREAMY = ("creamy texture", "attribute", "creamy")
FIRST = "I like oat milk because it froths well. It also costs less money. It keeps the foam all morning."


def extracting(*answers: str) -> Voice:
    """A model that extracts this from the first answer, that from the second."""
    rest = iter(answers)
    return model(extraction=lambda _: next(rest))


# ── what an answer belongs to ─────────────────────────────────────────────────────────────────────


def test_the_depth_of_an_answer_lands_on_what_was_asked_about_before_the_next_focus_is_chosen() -> (
    None
):
    state = asked_about(hold(engine(), FIRST)[-1].state, "froths well")
    before = state.tracker.previous_focus
    second = go_on(
        engine(),
        state,
        "Because then I can take my daughter to the sea, and that means a lot to both of us.",
    )
    assert key_of(second.state, "froths well") == before
    states = second.state.tracker.states
    assert states[before].depths == (read_in(second.record).depth,)
    assert all(not state.depths for key, state in states.items() if key != before)


def test_after_a_question_about_the_subject_no_concept_is_credited() -> None:
    opening, first = hold(engine(), FIRST)
    assert not opening.state.tracker.previous_focus
    assert all(
        not state.answers and not state.yield_count for state in first.state.tracker.states.values()
    )


@pytest.mark.parametrize(
    ("text", "second", "news", "why"),
    [
        ("It is sweet.", found(("sweet taste", "attribute", "sweet")), True, "a new concept"),
        (
            "Creamy, so it saves money.",
            found(
                CREAMY,
                edges=(
                    ("creamy texture", "saving money", "leads_to", "Creamy, so it saves money"),
                ),
            ),
            True,
            "a new edge",
        ),
        (
            "It is thick and creamy.",
            found(("thick creamy texture", "attribute", "thick and creamy")),
            True,
            "a refinement",
        ),
        ("It is creamy, as I said.", found(CREAMY), False, "the same in the same words"),
        (
            "Creamy textures.",
            found(("creamy textures", "attribute", "Creamy textures")),
            False,
            "another form of the word",
        ),
        ("I don't know.", found(), False, "nothing"),
    ],
)
def test_a_new_concept_a_new_edge_or_a_refinement_is_yield_and_a_duplicate_is_not(
    text: str, second: str, news: bool, why: str
) -> None:
    money = ("saving money", "functional_consequence", "saves me money")
    first = hold(
        engine(), "It is creamy. It saves me money.", voice=extracting(found(CREAMY, money))
    )[-1]
    played = go_on(engine(), asked_about(first.state, "saving money"), text, extracting(second))
    assert read_in(played.record).news is news, why
    assert played.state.tracker.states[key_of(first.state, "saving money")].yield_count == int(news)


def test_a_refinement_is_the_known_concept_in_other_words() -> None:
    voice = extracting(
        found(CREAMY), found(("thick creamy texture", "attribute", "thick and creamy"))
    )
    played = hold(engine(), "It is creamy.", "It is thick and creamy.", voice=voice)[-1]
    (mention,) = (
        event for event in played.record.percept.events if isinstance(event, ConceptMentioned)
    )
    assert (mention.id, mention.label, mention.match) == ("c1", "thick creamy texture", "meaning")
    assert len(played.state.graph.concepts) == 1


def test_an_answer_to_why_is_joined_to_what_was_asked_about() -> None:
    state = asked_about(hold(engine(), FIRST)[-1].state, "keeps the foam all morning")
    second = go_on(engine(), state, "It makes me feel calm before work.")
    named = second.state.graph.concepts
    joined = {
        (named[event.source].label, named[event.target].label)
        for event in second.record.percept.events
        if isinstance(event, EdgeAdded)
    }
    assert ("keeps the foam all morning", "feel calm before work") in joined


def test_every_word_of_a_quote_was_said() -> None:
    for played in hold(
        engine(),
        FIRST,
        "It makes me feel calm before work.",
        "That is worth it, because I sleep better.",
    )[1:]:
        (taken,) = (event for event in played.record.percept.events if isinstance(event, Extracted))
        quotes = [each.quote for each in taken.extraction.concepts] + [
            each.quote for each in taken.extraction.relationships
        ]
        assert quotes
        assert [played.record.heard.text[quote.start : quote.end] for quote in quotes] == [
            quote.text for quote in quotes
        ]


# ── what is left alone ────────────────────────────────────────────────────────────────────────────


def test_a_refusal_marks_what_was_asked_about_and_takes_nothing_from_the_answer() -> None:
    state = asked_about(hold(engine(), FIRST)[-1].state, "keeps the foam all morning")
    text = "I'd rather not go into that, my wife and I quarrel about it."
    second = go_on(hearing({text: doing("refusal")}), state, text)
    read, focus = read_in(second.record), key_of(state, "keeps the foam all morning")
    assert read.refusal
    assert read.spared == (focus,)
    assert second.state.tracker.states[focus].refused_at == 2
    assert labels_in(second.record) == []
    assert second.state.graph.concepts == state.graph.concepts


# ── another embedder ──────────────────────────────────────────────────────────────────────────────


def test_where_another_embedder_is_all_vectors_are_made_anew_before_anything_is_compared() -> None:
    here, there = fresh_engine(), fresh_engine()
    hashing = HashingEmbedder()
    there.tools = replace(there.tools, embedder=hashing, readers=readers())
    state = hold(here, FIRST, "It makes me feel calm before work.")[-1].state
    moved = go_on(there, state, "Being calm helps me with my children.")
    first, second, *rest = moved.record.percept.events
    assert isinstance(first, Answered)
    assert first.embedder == hashing.name
    assert isinstance(second, VectorsMade)
    assert not any(isinstance(event, VectorsMade) for event in rest)
    assert second.concepts == {
        each.id: packed(hashing.embed([each.label])[0]) for each in state.graph.concepts.values()
    }
    assert second.slots == {
        each.id: packed(hashing.embed([each.name])[0]) for each in state.graph.slots.values()
    }


def test_where_the_same_embedder_is_they_stay() -> None:
    state = hold(engine(), FIRST)[-1].state
    again = go_on(fresh_engine(), state, "It makes me feel calm before work.")
    assert not any(isinstance(event, VectorsMade) for event in again.record.percept.events)


def test_after_the_move_the_graph_holds_vectors_of_one_kind_only() -> None:
    there = fresh_engine()
    there.tools = replace(there.tools, embedder=HashingEmbedder())
    state = hold(engine(), FIRST)[-1].state
    moved = go_on(
        there,
        go_on(there, state, "It makes me feel calm before work.").state,
        "It froths well, I told you.",
    )
    graph, hashing = moved.state.graph, HashingEmbedder()
    for rows in graph.concept_vectors.values():
        made = hashing.embed([graph.concepts[id].label for id in rows.ids])
        assert (rows.matrix * made).sum(axis=1).min() > 0.99


# ── when a part fails ─────────────────────────────────────────────────────────────────────────────


class Broken:
    """A parser that is not there when it is needed."""

    name = "broken"

    def read(self, text: str) -> tuple[Sentence, ...]:
        raise OSError("the parser's file is gone")

    def read_all(self, texts: Sequence[str]) -> Iterator[tuple[Sentence, ...]]:
        return map(self.read, texts)


def test_an_extractor_that_fails_is_named_and_the_interview_goes_on() -> None:
    on = fresh_engine()
    state = hold(on, FIRST)[-1].state
    on.tools = replace(on.tools, syntax=Broken())
    played = go_on(on, state, "It makes me feel calm before work.")
    directive = directive_of(played.record)
    assert "the parser's file is gone" in directive.degraded["extraction"]
    assert labels_in(played.record) == []
    assert directive.purpose == "ask"
    assert played.record.line.endswith(("?", "."))


def unreadable(_: HeardTurn) -> Reading:
    raise ValueError("no weights")


def test_a_signal_that_cannot_be_read_is_left_out_and_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = tuple(
        each._replace(read=unreadable) if each.name == "valence" else each for each in SIGNALS
    )
    monkeypatch.setattr(local_readers, "SIGNALS", table)
    played = hold(engine(), FIRST)[-1]
    directive = directive_of(played.record)
    assert read_in(played.record).degraded == {"valence": "ValueError: no weights"}
    assert "llm.valence" in directive.degraded
    assert "llm.valence" not in directive.signals
    assert "llm.certainty" in directive.signals
    assert directive.purpose == "ask"


ODD = (
    "",
    "…",
    "🙂🙃🙂",
    "Ich mag den Schaum, weil er mich beruhigt.",
    "泡立ちがよくて、朝の時間が節約できます。",
    "uh, I-- I mean, it's, um, it's like, you know, creamy and, uh, it sort of, it saves me, like, time in the, in the morning.",
    "(((( " * 200,
    "I like it.\n\n\n- foam\n- price\n\t\x0b???!!!",
)


LONG = ("yes " * 5_000, "because so that " * 1_200)


@pytest.mark.parametrize(
    "text",
    [*ODD, *(pytest.param(text, marks=pytest.mark.slow) for text in LONG)],
    ids=lambda text: text[:9],
)
def test_no_answer_is_too_odd(text: str) -> None:
    played = go_on(engine(), hold(engine(), FIRST)[-1].state, text)
    kinds = {type(event) for event in played.record.percept.events}
    assert {Answered, StructureRead, Extracted} <= kinds
    assert played.record.line


def test_a_model_is_shown_what_helps_it() -> None:
    prompts: list[Prompt] = []

    def listen(prompt: Prompt) -> str:
        prompts.append(prompt)
        return found()

    hold(engine(), FIRST, "It makes me feel calm before work.", voice=model(extraction=listen))
    assert "It makes me feel calm before work." in prompts[1].user


def test_what_only_a_model_takes_for_danger_ends_nothing() -> None:
    alarmed = '{"score": 5, "why": "calm"}'
    asked = [signal.name for signal in SIGNALS if signal.rubric]
    scores = ", ".join(f'"{name}": {alarmed}' for name in asked)
    played = hold(
        hearing({}),
        "It gives me ten minutes of calm before the children wake up.",
        voice=model(signals=f"{{{scores}}}"),
    )
    assert not played[-1].state.ended
