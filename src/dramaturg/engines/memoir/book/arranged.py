"""Chapters as somebody arranged them; what was told since stands beside what it belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from dramaturg.engines.memoir.base.story import BookArrangement, Period
from dramaturg.engines.memoir.book.chapters import ChapterPart, ChapterPlan, PassageInBook


def arranged(plans: Sequence[ChapterPlan], book: BookArrangement) -> tuple[ChapterPlan, ...]:
    """The planned chapters in the order, and with the titles, that somebody gave them."""
    if not book.chapters:
        return tuple(plans)
    tellings = {each.passage.turn: each for plan in plans for each in plan.tellings}
    periods = {each.passage.turn: plan.periods for plan in plans for each in plan.tellings}
    chapters = [
        ([turn for turn in chapter.turns if turn in tellings], chapter.title)
        for chapter in book.chapters
    ]
    for plan in plans:
        _take_in(chapters, [telling.passage.turn for telling in plan.tellings])
    return tuple(
        _plan([tellings[turn] for turn in turns], title, periods)
        for turns, title in chapters
        if turns
    )


def _take_in(chapters: list[tuple[list[int], str]], planned: Sequence[int]) -> None:
    """What no chapter has goes behind what it would follow; a chapter that is all new comes last
    but before what was planned to follow it.
    """
    home = {turn: turns for turns, _ in chapters for turn in turns}
    new = [turn for turn in planned if turn not in home]
    if len(new) == len(planned):
        chapters.append((list(planned), ""))
        return
    for place, turn in enumerate(planned):
        if turn in home:
            continue
        before = next((each for each in reversed(planned[:place]) if each in home), None)
        after = next((each for each in planned[place + 1 :] if each in home), None)
        beside = before if before is not None else after
        if beside is not None:
            turns = home[turn] = home[beside]
            turns.insert(turns.index(beside) + (before is not None), turn)


def _plan(
    tellings: Sequence[PassageInBook], title: str, periods: dict[int, tuple[Period, ...]]
) -> ChapterPlan:
    parts = tuple(
        ChapterPart(thread, tuple(same))
        for thread, same in groupby(tellings, key=lambda telling: telling.passage.thread)
    )
    return ChapterPlan(tuple(dict.fromkeys(_periods(tellings, periods))), parts, title=title)


def _periods(
    tellings: Sequence[PassageInBook], periods: dict[int, tuple[Period, ...]]
) -> Iterator[Period]:
    for telling in tellings:
        yield from periods[telling.passage.turn]
