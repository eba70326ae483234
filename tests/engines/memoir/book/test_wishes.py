"""Wishes about the book are obeyed: what they mean is left out, reworded or kept for the family,
and the wish itself is never printed.
"""

from __future__ import annotations

from tests.engines.memoir.book.told_lives import Said, World, memoir, rendered

from dramaturg.engines.memoir.book.draft import BookOptions, draft
from dramaturg.engines.memoir.book.passages import BookSource
from dramaturg.engines.memoir.book.selection import Reader, select

WORLD = World({}, {"Mrs Pargeter": "my landlady", "Ted Marsh": ""})
SHOP = "We had a shop in the high street and sold everything from nails to paraffin."


def book(*said: str, reader: Reader = "everyone") -> str:
    written = draft(told(*said), BookOptions(reader=reader))
    return " ".join(sentence.text for sentence in written.sentences if sentence.kind == "told")


def told(*said: str) -> BookSource:
    return memoir([[Said(each) for each in said]], WORLD)


def test_leave_that_out_means_what_was_told_before_it_and_what_speaks_on_of_it() -> None:
    said = "My father drank. He hit us with a strap. Leave that out, please. It was a black strap. But he sang beautifully in the shop."
    assert book(SHOP, said) == f"{SHOP} But he sang beautifully in the shop."


def test_said_by_itself_it_means_the_passage_before() -> None:
    assert (
        book(SHOP, "My brother stole the takings, all of them.", "Don't write that down.") == SHOP
    )


def test_a_thing_that_is_named_is_left_out_wherever_it_is_told() -> None:
    early = f"{SHOP} My uncle brought a pig's head at Christmas. It grinned at me in the larder."
    late = "Don't put the pig's head in the book. We had a goose the year after, thank God."
    again = "I dreamed of that pig's head for years and years."
    assert book(early, late, again) == f"{SHOP} We had a goose the year after, thank God."


def test_somebody_is_left_out_by_name() -> None:
    assert (
        book(
            SHOP,
            "Ted Marsh ran the pub next door.",
            "Please leave out what I said about Ted Marsh.",
        )
        == SHOP
    )


def test_what_is_for_the_family_only_stands_in_their_copy() -> None:
    said = (
        "Kevin stole a car when he was seventeen. That's for the family only. He drove it to Rugby."
    )
    assert book(SHOP, said) == SHOP
    assert (
        book(SHOP, said, reader="family")
        == f"{SHOP} Kevin stole a car when he was seventeen. He drove it to Rugby."
    )


def test_it_is_put_as_the_teller_wants_it_put() -> None:
    said = "My husband had another woman in Hull. Just put that we had a bad year. We stayed together and that is what counts."
    assert (
        book(SHOP, said) == f"{SHOP} We had a bad year. We stayed together and that is what counts."
    )


def test_somebody_has_another_name_in_text_names_and_sources() -> None:
    source = told(
        "The landlady was Mrs Pargeter, and Mrs Pargeter counted the coal, lump by lump.",
        "Call Mrs Pargeter something else in the book, call her Mrs Potter. Her daughter might still be living.",
    )
    page = rendered(source, "md").decode()
    assert "The landlady was Mrs Potter, and Mrs Potter counted the coal" in page
    assert "Pargeter" not in page
    assert "daughter" not in page


def test_without_a_new_name_somebody_is_what_they_were_to_the_teller() -> None:
    said = ("I lodged with Mrs Pargeter for a year in the end.", "Don't use her name in the book.")
    assert book(*said) == "I lodged with my landlady for a year in the end."


def test_what_may_go_in_after_all_is_in_the_book() -> None:
    stolen = "My brother stole the takings, all of them."
    wished = (SHOP, stolen, "Don't write that down.")
    assert book(*wished, "You can put that in after all.") == f"{SHOP} {stolen}"


def test_a_wish_that_fits_nothing_is_for_the_teller_to_decide() -> None:
    (wish,) = select(told(SHOP, "Leave the business with the ferret out of the book.")).unmet
    assert wish.what == "the ferret"


def test_every_sentence_left_out_says_why() -> None:
    left = select(told(SHOP, "My brother stole the takings. Leave that out.")).left
    assert [(each.span.text, each.reason) for each in left] == [
        ("My brother stole the takings.", "wished"),
        ("Leave that out.", "talk"),
    ]
    assert left[0].wish
    assert left[0].wish.said.text == "Leave that out."
