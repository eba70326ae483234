"""Openings of chapters by a model, where there is one: each is taken only if nothing is in it that
was not told.
"""

from __future__ import annotations

from dramaturg.engines.memoir.asks.chapter_opening import ChapterOpeningAsk
from dramaturg.engines.memoir.book.draft import BookDraft, DraftChapter
from dramaturg.engines.memoir.book.sentences import DraftSentence
from dramaturg.english.prose import content_words
from dramaturg.kernel.values import replace
from dramaturg.turn.asks import Prompter


async def with_openings(draft: BookDraft, prompter: Prompter) -> BookDraft:
    """The same book; what the teller said is untouched."""
    return replace(
        draft,
        chapters=tuple([await _opened(draft, chapter, prompter) for chapter in draft.chapters]),
    )


async def _opened(draft: BookDraft, chapter: DraftChapter, prompter: Prompter) -> DraftChapter:
    if not chapter.known:
        return chapter
    ours = chapter.known[0]
    told = [sentence for sentence in chapter.sentences if sentence.kind == "told"]
    known = f"{chapter.title.text}. {chapter.subtitle.text}. {ours.text}"
    ask = ChapterOpeningAsk(
        draft.name, known, "\n".join(sentence.text for sentence in told), ours.text
    )
    line = (await prompter.ask(ask)).value
    return chapter if line == ours.text else replace(chapter, opening=(_linked(line, ours, told),))


def _linked(line: str, ours: DraftSentence, told: list[DraftSentence]) -> DraftSentence:
    """It comes from the sentences that share a word with it, and from what ours came from."""
    shared = content_words(line)
    quotes = (
        quote
        for sentence in told
        if shared & content_words(sentence.text)
        for quote in sentence.sources
    )
    return DraftSentence(line, "linking", tuple(dict.fromkeys((*ours.sources, *quotes))))
