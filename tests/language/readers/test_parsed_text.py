"""Texts as readers see them."""

from __future__ import annotations

import gc
from weakref import ref

from dramaturg.language.embedder import HashingEmbedder
from dramaturg.language.readers.parsed_text import ParsedText, once
from dramaturg.language.rule_syntax import RuleSyntax

EMBEDDER = HashingEmbedder()


def text(words: str) -> ParsedText:
    return ParsedText(words, RuleSyntax().read(words), EMBEDDER)


def test_what_is_read_once_is_not_read_again() -> None:
    reads: list[str] = []

    @once
    def length(text: ParsedText) -> int:
        reads.append(text.text)
        return text.length

    farm, shop = text("the old farm"), text("a shop")
    assert [length(farm), length(shop), length(farm)] == [3, 2, 3]
    assert reads == ["the old farm", "a shop"]


def test_what_was_found_goes_with_its_text() -> None:
    @once
    def words(text: ParsedText) -> frozenset[str]:
        return frozenset(text.text.split())

    farm = text("the old farm")
    found = ref(words(farm))
    assert found() is not None
    del farm
    gc.collect()
    assert found() is None


def test_a_text_equals_only_itself() -> None:
    assert len({text("the farm"), text("the farm")}) == 2
