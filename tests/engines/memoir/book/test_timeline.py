"""The timeline: years, reckoned years, corrected years, people, places, all with the words that say
so.
"""

from __future__ import annotations

import json

import pytest
from tests.engines.memoir.book.life import SITTINGS, WORLD
from tests.engines.memoir.book.told_lives import Claimed, Said, World, memoir
from tests.engines.memoir.story.listening import told as heard

from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.book.formats import timeline_json, timeline_markdown
from dramaturg.engines.memoir.book.passages import book_source
from dramaturg.engines.memoir.book.selection import select
from dramaturg.engines.memoir.book.timeline import Timeline, timeline

LIFE = memoir(SITTINGS, WORLD)
TELLER = Teller(name="Ada", born=1940)


def test_who_was_named_late_is_the_one_spoken_of_before() -> None:
    (found,) = book_source(
        [], heard("My mother sang in the kitchen.", "My mother, Alma, was a weaver.")
    ).people
    assert (found.name, found.role, [quote.turn for quote in found.quotes]) == (
        "Alma",
        "my mother",
        [1, 2],
    )


def whens(*said: Said, teller: Teller = TELLER) -> list[str]:
    return [entry.when for entry in timeline(memoir([said], teller=teller)).entries]


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("We moved to Leeds in 1951.", ["1951"]),
        ("When I was nine we moved to Leeds.", ["about 1949 (aged 9)"]),
        ("At fifteen I left school for good.", ["about 1955 (aged 15)"]),
        ("The bus went at six every day.", []),
        ("My brother left home at fifteen.", []),
        ("I get up at six, I can't not.", []),
        ("We lived there all through the 1960s.", ["the 1960s"]),
        ("I married in 1962, and in 1964 we had Ben.", ["1962", "1964"]),
    ],
)
def test_years_are_said_or_reckoned_from_an_age(said: str, when: list[str]) -> None:
    assert whens(Said(said)) == when


def test_without_a_year_of_birth_no_age_becomes_a_year() -> None:
    assert whens(Said("When I was nine we moved to Leeds."), teller=Teller(name="Ada")) == []


def test_a_year_said_with_doubt_stays_doubtful() -> None:
    words = "It was maybe 1951 when we moved."
    assert whens(
        Said(words, claims=(Claimed("c1", "year", "move", (1951.0, 1951.0), words, hedged=True),))
    ) == ["about 1951"]


def test_a_grandfather_of_the_eighties_is_not_put_into_the_tellers_own() -> None:
    assert whens(Said("He came over in the eighties with a spade.", "t1", ("origins",))) == []


def test_a_corrected_year_is_shown_as_corrected_and_never_as_a_fact() -> None:
    moved = [entry for entry in timeline(LIFE).entries if "moved to Otley" in entry.text]
    assert [(entry.year, entry.correction) for entry in moved] == [
        (1962, "1963, corrected to 1962 in turn 44")
    ]
    assert {quote.turn for quote in moved[0].quotes} == {35, 44}
    assert not any(
        entry.year == 1963 and entry.quotes[0].turn == 35 for entry in timeline(LIFE).entries
    )


def test_another_kind_of_fact_is_listed_as_corrected_too() -> None:
    assert [(each.said, each.now) for each in timeline(LIFE).corrections] == [
        ("two pounds and eleven shillings a week", "three pounds eleven")
    ]


def test_every_entry_leads_to_the_words_as_they_were_said() -> None:
    told = timeline(LIFE)
    texts = {passage.turn: passage.text for passage in LIFE.passages}
    sources = [each.quotes for each in told.entries] + [
        each.quotes for each in (*told.people, *told.places)
    ]
    quotes = [
        quote
        for found in (*sources, *(each.quotes for each in told.corrections))
        for quote in found
    ]
    assert len(quotes) > 40
    assert all(
        texts[quote.turn][quote.span.start : quote.span.end] == quote.span.text for quote in quotes
    )


def test_nothing_sensitive_is_in_the_timeline_unless_it_is_wanted() -> None:
    assert 1949 not in [entry.year for entry in timeline(LIFE).entries]
    assert 1949 in [entry.year for entry in timeline(LIFE, select(LIFE, ("sensitive",))).entries]


def test_somebody_known_only_from_words_off_the_record_is_nobody_here() -> None:
    said = (
        Said("We kept hens behind the house."),
        Said("Ruth stole it, in 1951.", mark="off_record"),
    )
    told = timeline(memoir([said], World({}, {"Ruth": "my cousin"})))
    assert (told.people, told.entries) == ((), ())


def test_what_somebody_is_to_the_teller_is_said_where_it_may_be_read() -> None:
    assert [each.role for each in timeline(LIFE).people if each.name == "Jean"] == ["my sister"]
    assert [each.role for each in timeline(LIFE).people if each.name == "Susan"] == [""]


def test_the_interviewers_your_mother_is_the_tellers_my_mother() -> None:
    said = (Said("My mother sang. I can hear your mother too."),) * 2
    people = timeline(memoir([said], World({}, {"your mother": ""}))).people
    assert [each.name for each in people] == ["My mother"]


def test_it_is_told_as_text_and_as_json() -> None:
    told = timeline(LIFE)
    assert "- **1931** I was born in 1931, in Leeds" in timeline_markdown(told)
    assert json.loads(timeline_json(told))["entries"][0]["quotes"][0]["turn"] == 2


def test_of_nothing_there_is_an_empty_timeline() -> None:
    assert timeline(memoir([(Said("Yes."),)])) == Timeline(
        "Margaret: a timeline", (), (), (), (), ()
    )
