from __future__ import annotations

from dramaturg.language.embedder import HashingEmbedder
from dramaturg.language.readers.parsed_text import ParsedText
from dramaturg.language.readers.recent_texts import RecentTexts

EMBEDDER = HashingEmbedder()


def text(words: str) -> ParsedText:
    return ParsedText(words, (), EMBEDDER)


def test_a_text_is_found_again_as_it_was_put() -> None:
    shelf, farm = RecentTexts(), text("the farm")
    shelf.put(farm)
    assert shelf.take("the farm") is farm
    assert shelf.take("the shop") is None


def test_the_one_not_used_for_longest_makes_room() -> None:
    shelf = RecentTexts(room=9)
    for words in ("aaaa", "bbbb"):
        shelf.put(text(words))
    shelf.take("aaaa")
    shelf.put(text("cccc"))
    assert [shelf.take(words) is not None for words in ("aaaa", "bbbb", "cccc")] == [
        True,
        False,
        True,
    ]


def test_room_that_was_made_is_used_again() -> None:
    shelf = RecentTexts(room=4)
    for words in ("aaaa", "bbbb", "cc", "dd"):
        shelf.put(text(words))
    assert [shelf.take(words) is not None for words in ("bbbb", "cc", "dd")] == [False, True, True]


def test_a_text_that_finds_no_room_at_all_is_not_kept() -> None:
    shelf = RecentTexts(room=3)
    shelf.put(text("aaaa"))
    assert shelf.take("aaaa") is None
    shelf.put(text("bbb"))
    assert shelf.take("bbb") is not None
