"""The timeline and the family as pictures: everybody and every year that was told, nobody else."""

from __future__ import annotations

from xml.etree import ElementTree

from tests.engines.memoir.book.life import SITTINGS, WORLD
from tests.engines.memoir.book.told_lives import Said, World, memoir

from dramaturg.engines.memoir.book.draft import draft
from dramaturg.engines.memoir.book.pictures import family_picture, timeline_picture

BOOK = draft(memoir(SITTINGS, WORLD))


def texts(svg: str) -> list[str]:
    return [
        each.text or "" for each in ElementTree.fromstring(svg).iter() if each.tag.endswith("}text")
    ]


def rows(svg: str) -> dict[str, float]:
    return {
        each.text or "": float(each.get("y", "0"))
        for each in ElementTree.fromstring(svg).iter()
        if each.tag.endswith("}text")
    }


def test_every_year_of_the_timeline_is_in_its_picture_in_order() -> None:
    shown = texts(timeline_picture(BOOK.timeline))
    years = [entry.when for entry in BOOK.timeline.entries]
    assert [each for each in shown if each in years] == years


def test_the_family_stands_by_generations_with_the_teller_among_their_own() -> None:
    kin = {"Ada": "my mother", "Jean": "my sister", "Peter": "my son", "Mr Hartley": "my teacher"}
    said = ", ".join(f"{role} {name}" for name, role in kin.items())
    told = draft(memoir([[Said(f"We had {said} round the one table that night.")]], World({}, kin)))
    at = rows(family_picture(told.timeline, "Margaret"))
    assert at["Ada"] < at["Margaret"] < at["Peter"]
    assert abs(at["Jean"] - at["Margaret"]) < 10
    assert "Mr Hartley" not in at


def test_with_nobody_and_no_years_there_is_no_picture() -> None:
    empty = draft(memoir([[Said("The kettle was always on in that house.")]])).timeline
    assert (timeline_picture(empty), family_picture(empty, "Ida")) == ("", "")
