from __future__ import annotations

import pytest
from tests.engines.memoir.story.listening import listen, told


@pytest.mark.parametrize(
    "text",
    [
        *("", "  \n ", "😀😀", "...", "(((", "'", "I", "1962", "'63", "no", "My", "the the the"),
        "Я родился в 1938 году в Ленинграде.",
        "我出生在北京。",
        "Uh, so, I-- I mean, we had, uh, a shop, my, my parents had a shop, in, in Perth.",
        "I was born in " * 60,
        "My sister my sister 1951 not 1953 no I mean " * 20,
        "back to the back to the " * 60,
    ],
)
def test_odd_words_are_heard_without_a_fault(text: str) -> None:
    heard, after = listen(told("I was born in 1938 in Leeds. My sister Ann was older."), text)
    assert heard.topic.startswith("t")
    assert 0 <= heard.contradiction <= 1
    for mention in after.story.mentions.values():
        assert all(quote.span.text for quote in mention.quotes)
