"""Chapters in the order of the life."""

from __future__ import annotations

from tests.engines.memoir.book.life import SITTINGS, WORLD
from tests.engines.memoir.book.told_lives import Said, World, memoir

from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.story import Period
from dramaturg.engines.memoir.book.draft import DraftChapter, draft

ADA = Teller(name="Ada", born=1940)


def told(*said: Said, world: World | None = None) -> tuple[DraftChapter, ...]:
    return draft(memoir([said], world or World({}, {}), ADA)).chapters


def turns(chapters: tuple[DraftChapter, ...]) -> list[list[int]]:
    return [
        [paragraph.turn for section in chapter.sections for paragraph in section.paragraphs]
        for chapter in chapters
    ]


def many(text: str, count: int, thread: str, period: Period) -> list[Said]:
    return [
        Said(f"{text[:-1]}, the {number}th time.", thread, (period,)) for number in range(count)
    ]


def test_periods_come_in_the_order_of_the_life_whenever_they_were_told() -> None:
    late = many("We sold the boat and bought a caravan.", 3, "t1", "later_years")
    early = many("We slept three in a bed.", 3, "t2", "childhood")
    assert turns(told(*late, *early)) == [[4, 5, 6], [1, 2, 3]]


def test_within_a_period_years_come_in_order_and_what_has_none_stays_behind_what_it_was_told_after() -> (
    None
):
    said = (
        Said("In 1949 we got a dog called Rex.", "t1", ("childhood",)),
        Said("He bit the postman on the leg.", "t1", ("childhood",)),
        Said("In 1946 my father came home.", "t2", ("childhood",)),
        Said("Nobody knew what to say to him.", "t2", ("childhood",)),
    )
    assert turns(told(*said)) == [[3, 4, 1, 2]]


def test_a_long_thread_of_one_time_has_a_chapter_of_its_own_in_the_tellers_words() -> None:
    mill = many("We worked at the mill in the noise.", 8, "t1", "work")
    shop = many("Then I had a little shop.", 3, "t2", "work")
    chapters = told(*mill, *shop, world=World({"t1": "the mill", "t2": "a little shop"}, {}))
    assert [chapter.title.text for chapter in chapters] == ["The mill", "A little shop"]


def test_a_long_thread_through_all_of_a_life_is_told_where_it_belongs() -> None:
    young = many("My sister Jean and I were thick as thieves.", 5, "t1", "childhood")
    old = many("Jean comes on the bus on Sundays.", 5, "t1", "now")
    assert turns(told(*young, *old)) == [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]


def test_a_few_passages_do_not_make_a_chapter() -> None:
    few = many("My grandfather dug the drains.", 2, "t1", "origins")
    more = many("We slept three in a bed.", 4, "t2", "childhood")
    assert [chapter.title.text for chapter in told(*few, *more)] == ["Origins and childhood"]


def test_words_that_point_back_stay_with_what_they_point_to() -> None:
    said = (
        Said("I met Arthur at the Mecca in 1960.", "t1", ("early_adulthood",)),
        Said("He trod on my foot, and he never stopped talking.", "t2"),
        Said("We were married in 1962, in the rain.", "t1", ("early_adulthood",)),
    )
    assert turns(told(*said)) == [[1, 2, 3]]


def test_long_parts_of_a_chapter_have_a_title_and_short_ones_stand_together_without() -> None:
    said = (
        *many("We worked at the mill in the noise.", 3, "t1", "work"),
        *many("Then I had a little shop.", 2, "t2", "work"),
        *many("In the end I drove a bus.", 2, "t3", "work"),
    )
    sections = told(
        *said, world=World({"t1": "the mill", "t2": "a little shop", "t3": "a bus"}, {})
    )[0].sections
    assert [section.title.text if section.title else "" for section in sections] == ["The mill", ""]
    assert [len(section.paragraphs) for section in sections] == [3, 4]


def test_he_stays_with_whom_he_was_spoken_of_even_if_a_year_says_otherwise() -> None:
    said = (
        Said("Jack's chest went, it was the dust.", "t1", ("middle_years",)),
        Said("He died in 2009 with the bells going.", "t2"),
        Said("The river came up in 2000 and took the ground floor.", "t3", ("later_years",)),
    )
    assert turns(told(*said)) == [[1, 2, 3]]


def test_what_was_told_of_no_time_in_a_sitting_without_any_comes_last() -> None:
    sittings = (
        [Said("I always liked the smell of rain.", "")],
        many("We slept three in a bed.", 3, "t2", "childhood"),
    )
    assert turns(draft(memoir(sittings, World({}, {}), ADA)).chapters) == [[3, 4, 5], [1]]


def test_a_thread_whose_title_was_only_said_off_the_record_is_called_something_else() -> None:
    said = (
        Said("My brother's prison was in Hull.", "t1", ("youth",), mark="off_record"),
        Said("We took the train to Hull on Sundays.", "t1", ("youth",)),
    )
    chapters = told(*said, world=World({"t1": "my brother's prison"}, {}, ("Hull",)))
    assert [chapter.title.text for chapter in chapters] == ["Youth"]


def test_no_two_chapters_have_the_same_title() -> None:
    titles = [chapter.title.text for chapter in draft(memoir(SITTINGS, WORLD)).chapters]
    assert len(titles) == len(set(titles)) == 6


def test_what_begins_a_sitting_and_names_no_time_is_of_the_time_that_comes_up_next() -> None:
    said = (
        Said("The kettle was always on.", "t1"),
        *many("We slept three in a bed.", 3, "t2", "childhood"),
    )
    assert turns(told(*said)) == [[1, 2, 3, 4]]
