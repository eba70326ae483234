"""Days of the year that mean something: on which somebody married, died or was born."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dramaturg.engines.memoir.base.story import DayKind, Story, TellerQuote, ToldDay
from dramaturg.engines.memoir.base.story_events import DayTold
from dramaturg.engines.memoir.story.claims import event_near
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.english.figures import Figure, read

MEANT: Mapping[str, DayKind] = {"marry": "wedding", "die": "death", "born": "birth"}


def days_in(passage: ParsedPassage, story: Story) -> Iterator[DayTold]:
    """`We married on the 4th of June`: each day goes with the event nearest to it, and is told
    once. One that may be two days, such as 4/6, is none.
    """
    known = {(day.what, day.who) for day in story.days.values()}
    number = int(story.next_id("d")[1:])
    for figure in read(passage.text):
        if figure.kind != "date" or len(figure.days) != 1:
            continue
        told = _told(passage, figure, f"d{number}")
        if told and (told.what, told.who) not in known:
            known.add((told.what, told.who))
            number += 1
            yield DayTold(told)


def _told(passage: ParsedPassage, figure: Figure, id: str) -> ToldDay | None:
    (_, month, day), at = figure.days[0], figure.span[0]
    for sentence in passage.sentences:
        start, end = sentence[0].start, sentence[-1].end
        if start <= at < end and not sentence[-1].text.startswith("?"):
            event = event_near(sentence, at)
            if event and event.predicate in MEANT and month and day:
                quote = TellerQuote(passage.turn, passage.span(start, end))
                return ToldDay(id, MEANT[event.predicate], event.subject, month, day, quote)
    return None
