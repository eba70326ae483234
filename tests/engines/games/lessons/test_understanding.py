"""What was asked is what is taught: the parts that are named, and no other subject."""

from __future__ import annotations

import pytest

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.games.content import LibraryShelf, make_at_once
from dramaturg.engines.games.job import Order
from dramaturg.engines.games.lessons.subjects import concept_of, subject_of
from dramaturg.kernel.errors import BadInput

LIBRARY = library_of(Settings(store=""))
KNOWN = LibraryShelf(LIBRARY).all()


@pytest.mark.parametrize(
    ("asked", "subject"),
    [
        ("How does blood get from the heart to the lungs?", "heart"),
        ("What is inside a plant cell?", "cell"),
        ("How does a violin make its sound?", "violin"),
        ("Why did Gutenberg's printing press matter?", "printing"),
        ("Label the parts of a flower", "flower"),
        ("Label the parts of a computer", "computer"),
        ("Label the parts of a volcano", "volcano"),
        ("Put the missions of the Space Race in order", "space_race"),
        ("Label the parts of a spaceship", None),
        ("How do I file my income tax?", None),
        ("The causes of the Thirty Years' War", None),
    ],
)
def test_a_question_is_about_what_it_says_or_about_nothing_known(
    asked: str, subject: str | None
) -> None:
    found = subject_of(asked, KNOWN, {})
    assert (found.id if found else None) == subject


def test_parts_are_found_by_their_names_in_any_number() -> None:
    cell = next(each for each in KNOWN if each.id == "cell")
    names = {
        "vacuole": "central_vacuole",
        "cell walls": "cell_wall",
        "mitochondria": "mitochondrion",
    }
    assert {name: getattr(concept_of(name, cell), "id", None) for name in names} == names


async def test_only_the_parts_that_were_named_are_taught() -> None:
    asked = "Label the cell wall, the nucleus and more: cell wall, nucleus, chloroplast, spaceship"
    made = await make_at_once(Order(id="g", question=asked), LIBRARY)
    labels = {label for scene in made["design"]["scenes"] for label in scene["zone_labels"]}
    assert labels == {"Cell wall", "Nucleus", "Chloroplast"}
    assert made["degraded"] == ["Not known here, and so not in the game: spaceship."]


async def test_parts_with_a_word_in_brackets_or_two_names_are_found_where_they_are_known() -> None:
    asked = "Label the parts of a computer: CPU (chip), RAM (memory), floppy drive/SSD, fan"
    made = await make_at_once(Order(id="g", question=asked), LIBRARY)
    labels = {label for scene in made["design"]["scenes"] for label in scene["zone_labels"]}
    assert labels == {"Processor", "RAM", "SSD", "Cooling fan"}


async def test_a_way_that_was_asked_for_is_gone_in_its_order() -> None:
    asked = "Trace blood from the right atrium through the right ventricle, and pulmonary artery"
    order = Order(id="g", question=asked, mechanics=("trace_path",))
    made = await make_at_once(order, LIBRARY)
    (content,) = made["contents"].values()
    assert [item["answer"] for item in content["items"]] == [
        "Right atrium",
        "Right ventricle",
        "Pulmonary artery",
    ]


async def test_what_is_not_known_is_refused_with_the_nearest_and_a_file_to_fill_in() -> None:
    asked = "Label the parts of a sail: luff, leech, foot, batten"
    with pytest.raises(BadInput, match=r"(?s)nearest that is known.*--notes.*luff: \n"):
        await make_at_once(Order(id="g", question=asked), LIBRARY)
