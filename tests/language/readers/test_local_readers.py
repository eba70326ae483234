"""The readers behind their port."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence

import pytest

from dramaturg.language.embedder import HashingEmbedder, Vectors, best_embedder
from dramaturg.language.readers.local_readers import WINDOW, LocalReaders
from dramaturg.language.readers.parsed_text import SeenTurn
from dramaturg.language.readers.reader import Reader, by_rule
from dramaturg.language.rule_syntax import RuleSyntax
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.readings import Reading, Readings, Said

TALK = (
    Said(
        "We moved to the coast because my father found work on the boats.",
        "Why did you leave the village?",
    ),
    Said("I'd rather not talk about that.", "What happened then?", ("My father never came back.",)),
    Said("yeah uh I-- I mean it was fine I guess", "How was school?"),
    Said("What did you do in the evenings, and who was there?"),
    Said("I was born in 1951. " * 12, "When were you born?", ("I was born in 1948.",)),
)
ODD = (
    Said(""),
    Said("   \n\t "),
    Said("?!?!... --- ..."),
    Said("👍🏽 🙈🙈"),
    Said("Das weiß ich nicht mehr. 我不知道。 لا أعرف"),
    Said("no full stop " * 300),
    Said("a" * 20_000),
    Said("x\x00y \ud800 z", "\udfff", ("\x00",)),
    Said("(((((" * 200),
)


def readers(*table: Reader, threads: int | None = None) -> LocalReaders:
    if table:
        return LocalReaders(HashingEmbedder(), RuleSyntax(), table)
    return LocalReaders(best_embedder(), best_syntax(), threads=threads)


def reader(signal: str, read: Callable[[SeenTurn], Reading]) -> Reader:
    return Reader(signal, f"The {signal}.", read)


def break_down(seen: SeenTurn) -> Reading:
    raise ZeroDivisionError(f"cannot share {seen.text.text}")


WORDS = reader("words", lambda seen: by_rule(min(1.0, seen.text.length / 10), 1.0, "ten are many"))
BROKEN = reader("broken", break_down)


def test_every_turn_is_read_in_order() -> None:
    found = readers(WORDS).read([Said("one"), Said("one two three"), Said("")])
    assert [one.by_signal["words"].value for one in found] == [0.1, 0.3, 0.0]


def test_a_reader_sees_words_context_and_what_was_said_earlier() -> None:
    told: list[tuple[str, str, list[str]]] = []

    def look(seen: SeenTurn) -> Reading:
        told.append((seen.text.text, seen.context.text, [text.text for text in seen.earlier]))
        return by_rule(0.0, 1.0, "looked")

    readers(reader("looking", look)).read([Said("now", "asked", ("first", "then", "first"))])
    assert told == [("now", "asked", ["first", "then", "first"])]


def test_a_reader_that_fails_leaves_its_signal_out_and_is_named_while_the_others_read() -> None:
    (found,) = readers(BROKEN, WORDS).read([Said("cake")])
    assert found == Readings(
        {"words": Reading(0.1, 1.0, "rule: ten are many")},
        {"broken": "ZeroDivisionError: cannot share cake"},
    )


@pytest.mark.parametrize("value", [1.2, -0.1, float("nan")])
def test_a_value_that_does_not_lie_from_0_to_1_counts_as_a_failure(value: float) -> None:
    (found,) = readers(reader("wild", lambda seen: Reading(value, 1.0, "guess"))).read([Said("")])
    assert found == Readings({}, {"wild": f"ValueError: {value} is no value from 0 to 1"})


def test_what_no_store_can_keep_is_replaced_before_anybody_reads_it() -> None:
    (found,) = readers(reader("echo", lambda seen: by_rule(0, 1, seen.text.text))).read(
        [Said("a\x00b\ud800")]
    )
    assert found.by_signal["echo"].reader == "rule: a\ufffdb\ufffd"


def test_the_embedder_is_handed_the_passages_of_many_turns_at_once() -> None:
    handed: list[int] = []

    class Counting(HashingEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            handed.append(len(texts))
            return super().embed(texts)

    LocalReaders(Counting(), RuleSyntax(), (WORDS,), threads=2).read(
        [Said(f"turn {number}") for number in range(2 * WINDOW)]
    )
    assert max(handed) >= WINDOW // 2
    assert sum(handed) == 2 * WINDOW + 1  # and the empty context


def test_a_text_without_a_vector_does_not_keep_its_neighbours_from_being_read() -> None:
    class Choosy(HashingEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            if "bad" in texts:
                raise ZeroDivisionError("not this one")
            return super().embed(texts)

    meaning = reader(
        "meaning", lambda seen: by_rule(float(abs(seen.text.vector[0])), 1.0, "placed")
    )
    found = LocalReaders(Choosy(), RuleSyntax(), (meaning,)).read(
        [Said("good"), Said("bad"), Said("fine")]
    )
    assert [one.degraded for one in found] == [
        {},
        {"meaning": "ZeroDivisionError: not this one"},
        {},
    ]


def test_nothing_said_is_nothing_read() -> None:
    assert readers(WORDS).read([]) == []


def test_the_name_changes_with_embedder_and_syntax() -> None:
    assert readers(WORDS).name != readers().name
    assert readers().name == readers().name


# ── all readers ───────────────────────────────────────────────────────────────────────────────────


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
        assert all(
            0 <= reading.confidence <= 1 and reading.reader for reading in found.by_signal.values()
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    "made",
    [readers, lambda: LocalReaders(HashingEmbedder(), RuleSyntax())],
    ids=["best", "last resort"],
)
def test_odd_texts_are_read_too(made: Callable[[], LocalReaders]) -> None:
    by = made()
    assert [found.degraded for found in by.read(ODD)] == [{}] * len(ODD)
    for said in ODD:
        assert all(relation.source.text in said.text for relation in by.relations(said.text))
        by.frames(said.text)
        by.claims(said.text)
        by.conflicts(said)


@pytest.mark.slow
def test_nothing_needs_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def unplugged(*arguments: object) -> None:
        raise OSError("the network is unplugged")

    monkeypatch.setattr(socket.socket, "connect", unplugged)
    monkeypatch.setattr(socket, "getaddrinfo", unplugged)
    (found,) = readers().read([TALK[0]])
    assert not found.degraded


@pytest.mark.slow
def test_a_turn_comes_with_its_relations_frames_claims_and_conflicts() -> None:
    by = readers()
    (because,) = [relation for relation in by.relations(TALK[0].text) if relation.kind == "cause"]
    assert "found work" in because.source.text and "moved" in because.target.text
    assert {"move", "find"} <= {frame.lemma for frame in by.frames(TALK[0].text)}
    assert any(claim.slot == "year" for claim in by.claims("I was born in 1951."))
    assert (
        by.conflicts(Said("I was born in 1951.", "", ("I was born in 1948.",)))[0].strength >= 0.5
    )


def test_people_are_found_where_they_stand() -> None:
    text = "My sister Ann and Tom went to Leeds."
    assert [(span.text, span.start) for span in readers().people(text)] == [
        ("Ann", 10),
        ("Tom", 18),
    ]
