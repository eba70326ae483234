"""The readers behind their port."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest

from dramaturg.language.ear.ear import network
from dramaturg.language.ear.signals import SIGNALS
from dramaturg.language.embedder import HashingEmbedder, best_embedder
from dramaturg.language.readers import local_readers
from dramaturg.language.readers.line_readers import LINE_READERS
from dramaturg.language.readers.local_readers import LocalReaders
from dramaturg.language.rule_syntax import RuleSyntax
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.readings import Reading, Utterance

TALK = (
    Utterance(
        "We moved to the coast because my father found work on the boats.",
        "Why did you leave the village?",
    ),
    Utterance(
        "I'd rather not talk about that.", "What happened then?", ("My father never came back.",)
    ),
    Utterance("yeah uh I-- I mean it was fine I guess", "How was school?"),
    Utterance("What did you do in the evenings, and who was there?"),
    Utterance("I was born in 1951. " * 12, "When were you born?", ("I was born in 1948.",)),
)
ODD = (
    Utterance(""),
    Utterance("   \n\t "),
    Utterance("?!?!... --- ..."),
    Utterance("👍🏽 🙈🙈"),
    Utterance("Das weiß ich nicht mehr. 我不知道。 لا أعرف"),
    Utterance("no full stop " * 300),
    Utterance("a" * 20_000),
    Utterance("x\x00y \ud800 z", "\udfff", ("\x00",)),
    Utterance("(((((" * 200),
)


def readers(threads: int | None = None) -> LocalReaders:
    return LocalReaders(network(), best_embedder(), best_syntax(), threads)


def last_resort() -> LocalReaders:
    return LocalReaders(network(), HashingEmbedder(), RuleSyntax())


def test_nothing_said_is_nothing_read() -> None:
    assert readers().read([]) == []


def test_only_what_is_asked_for_is_read_in_the_order_of_the_table() -> None:
    (found,) = last_resort().read([TALK[0]], only=("stop", "valence"))
    assert list(found.by_signal) == ["valence", "stop"]


def test_a_signal_that_fails_is_left_out_and_named_while_the_others_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def break_down(turn: object) -> Reading:
        raise ZeroDivisionError("cannot share")

    broken = SIGNALS[0]._replace(name="broken", read=break_down)
    monkeypatch.setattr(local_readers, "SIGNALS", (broken, SIGNALS[0]))
    (found,) = last_resort().read([TALK[0]])
    assert list(found.by_signal) == [SIGNALS[0].name]
    assert found.degraded == {"broken": "ZeroDivisionError: cannot share"}


def test_what_no_store_can_keep_is_replaced_before_anybody_reads_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    echo = SIGNALS[0]._replace(
        name="echo", read=lambda turn: Reading(0.0, 1.0, "echo", turn.said.text)
    )
    monkeypatch.setattr(local_readers, "SIGNALS", (echo,))
    (found,) = last_resort().read([Utterance("a\x00b\ud800")])
    assert found.by_signal["echo"].why == "a\ufffdb\ufffd"


def test_the_name_changes_with_embedder_and_syntax_and_names_the_ear() -> None:
    assert last_resort().name != readers().name
    assert readers().name == readers().name
    assert readers().name.startswith("ear@")


def test_the_readers_of_lines_are_of_signals_that_there_are() -> None:
    assert set(LINE_READERS) <= {signal.name for signal in SIGNALS}


def test_what_cannot_be_read_is_unread_by_the_ear() -> None:
    (found,) = readers().read([Utterance("Das weiß ich nicht mehr, das ist schon so lange her.")])
    assert found.by_signal["refusal"] == Reading(0.0, 0.0, "unread: de")
    assert found.by_signal["valence"] == Reading(0.5, 0.0, "unread: de")


@pytest.mark.slow
def test_what_is_read_depends_neither_on_neighbours_nor_on_threads() -> None:
    together = readers(threads=4).read(TALK)
    alone = [readers(threads=1).read([said])[0] for said in TALK]
    again = readers(threads=2)
    assert together == alone == [again.read([said])[0] for said in reversed(TALK)][::-1]


@pytest.mark.slow
def test_everything_is_read_from_ordinary_talk_and_is_more_or_less_sure() -> None:
    for found in readers().read(TALK):
        assert not found.degraded
        assert list(found.by_signal) == [signal.name for signal in SIGNALS]
        for reading in found.by_signal.values():
            assert 0 <= reading.value <= 1
            assert 0 <= reading.confidence <= 1
            assert reading.reader


@pytest.mark.slow
@pytest.mark.parametrize("made", [readers, last_resort])
def test_odd_texts_are_read_too(made: Callable[[], LocalReaders]) -> None:
    by = made()
    assert [found.degraded for found in by.read(ODD)] == [{}] * len(ODD)
    for said in ODD:
        assert all(relation.source.text in said.text for relation in by.relations(said.text))
        by.frames(said.text)
        by.claims(said.text)


@pytest.mark.slow
def test_nothing_needs_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def unplugged(*arguments: object) -> None:
        raise OSError("the network is unplugged")

    monkeypatch.setattr(socket.socket, "connect", unplugged)
    monkeypatch.setattr(socket, "getaddrinfo", unplugged)
    (found,) = readers().read([TALK[0]])
    assert not found.degraded


def test_a_turn_comes_with_its_relations_frames_and_claims() -> None:
    by = readers()
    (because,) = [relation for relation in by.relations(TALK[0].text) if relation.kind == "cause"]
    assert "found work" in because.source.text and "moved" in because.target.text
    assert {"move", "find"} <= {frame.lemma for frame in by.frames(TALK[0].text)}
    (now,), (then,) = by.claims("I was born in 1951."), by.claims("I was born in 1948.")
    assert now.slot == "year"
    clash = by.clash(now, then)
    assert clash and clash[1] >= 0.5


def test_people_are_found_where_they_stand() -> None:
    text = "My sister Ann and Tom went to Leeds."
    assert [(span.text, span.start) for span in readers().people(text)] == [
        ("Ann", 10),
        ("Tom", 18),
    ]
