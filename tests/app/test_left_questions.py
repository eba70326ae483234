"""Questions that others leave for a teller, and days that come round."""

from __future__ import annotations

from calendar import timegm
from dataclasses import dataclass
from pathlib import Path

import pytest

from dramaturg import Heard, Settings, memoir_content, open_app
from dramaturg.app.wiring import App
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.records import MemoirRecord, of_kind
from dramaturg.engines.memoir.base.state import LineSaid
from dramaturg.kernel.errors import BadInput

MET, GAMES = "How did you and Grandpa meet?", "What games did you play on the beach?"
TOLD = (
    "I grew up over a chemist's shop in Bray, and the whole house smelled of liniment and lavender.",
    "My father ran the shop and my mother did the books at night with a cat on her knee.",
    "We children had the run of the seafront. On the beach we played pirates with a rowing boat"
    " that had no bottom to it.",
    "The games went on till the tide came in over the sand and we had to run home along the"
    " promenade.",
)
DAYS = (
    "We got married on the 4th of June 1965 in the church in Bray, and it rained all day.",
    "My husband died on the 22nd of November in 2010. He was a good man.",
)


@dataclass
class Almanac:
    """A clock that is set to a day."""

    time: float = 0.0

    def set(self, year: int, month: int, day: int) -> None:
        self.time = float(timegm((year, month, day, 10, 0, 0)))

    def now(self) -> float:
        self.time += 60.0
        return self.time


@dataclass
class Talk:
    """A memoir, told from day to day."""

    app: App
    session: str
    clock: Almanac
    said: int = 0

    async def tell(self, *passages: str) -> list[MemoirRecord]:
        records = []
        for passage in passages:
            self.said += 1
            heard = Heard(passage, at=self.clock.now())
            records.append(await self.app.sessions.turn(self.session, heard, key=str(self.said)))
        return records

    async def sit_down(self, year: int, month: int, day: int) -> str:
        self.clock.set(year, month, day)
        return (await self.app.memoirs.begin_sitting(self.session)).line

    async def asked(self) -> list[tuple[str, str, str]]:
        shown = await self.app.memoirs.asked(self.session)
        return [(each.by, each.standing, each.answer) for each in shown]

    async def replays(self) -> bool:
        return all([turn.same async for turn in self.app.sessions.replay(self.session)])


async def _begun(app: App) -> Talk:
    clock = Almanac()
    clock.set(2026, 5, 20)
    app.memoirs._clock = clock
    content = memoir_content(app.library, "origins", Teller(name="Nora", born=1941))
    session, _ = await app.sessions.open(content)
    return Talk(app, session, clock)


def _put(records: list[MemoirRecord]) -> list[str]:
    found = (line for record in records for line in of_kind(record, LineSaid))
    return [line.line for line in found if line.tactic == "put_question"]


async def test_a_question_that_was_left_is_put_once_where_it_fits_and_its_answer_is_shown(
    tmp_path: Path,
) -> None:
    async with open_app(Settings(store=str(tmp_path / "log.db"), model="offline")) as app:
        talk = await _begun(app)
        await talk.tell(TOLD[0])
        await app.memoirs.ask(talk.session, GAMES, "your granddaughter Ann")
        assert await talk.asked() == [("your granddaughter Ann", "waiting", "")]
        answer = "Skipping with a tarry rope, and marbles in the gutter."
        records = await talk.tell(*TOLD[1:], answer, *TOLD[1:])
        (line,) = _put(records)
        assert line.endswith(GAMES)
        assert "your granddaughter Ann" in line
        assert await talk.asked() == [("your granddaughter Ann", "answered", answer)]
        assert await talk.replays()


async def test_a_question_about_what_was_refused_is_never_put(tmp_path: Path) -> None:
    async with open_app(Settings(store=str(tmp_path / "log.db"), model="offline")) as app:
        talk = await _begun(app)
        await talk.tell(TOLD[0], "Please don't ask me about the beach.")
        await app.memoirs.ask(talk.session, GAMES, "Ann")
        records = await talk.tell(TOLD[1], "Yes.", "Yes.", TOLD[1], "Yes.", "Yes.")
        assert _put(records) == []
        await talk.tell("Goodbye, that is all for today.")
        assert "Ann" not in await talk.sit_down(2026, 5, 30)
        assert await talk.asked() == [("Ann", "waiting", "")]


async def test_a_question_that_found_no_place_begins_the_next_sitting_and_forgetting_reaches_it(
    tmp_path: Path,
) -> None:
    async with open_app(Settings(store=str(tmp_path / "log.db"), model="offline")) as app:
        talk = await _begun(app)
        await talk.tell(TOLD[0], "Grandpa carried me over the river.")
        await app.memoirs.ask(talk.session, MET, "Poppy")
        await talk.tell("Goodbye, that is all for today.")
        line = await talk.sit_down(2026, 5, 30)
        assert line.endswith(MET)
        assert "Poppy" in line
        await talk.tell("At a dance in Greystones.")
        await app.memoirs.forget(talk.session, passage=2)  # nobody else spoke of Grandpa
        assert await talk.asked() == []
        records = await app.memoirs.records(talk.session)
        assert not any("Grandpa" in str(record) for record in records)
        (told,) = await talk.tell("The band had one fiddle.")
        assert told.turn == records[-1].turn + 1


async def test_a_question_that_cannot_be_put_is_not_taken_and_all_faults_are_told(
    tmp_path: Path,
) -> None:
    async with open_app(Settings(store=str(tmp_path / "log.db"), model="offline")) as app:
        talk = await _begun(app)
        with pytest.raises(BadInput, match=r"more than one sentence.*nobody is named"):
            await app.memoirs.ask(talk.session, "Why did you go. Tell me", "")
        assert await talk.asked() == []


async def test_a_sitting_near_a_day_that_was_told_begins_with_it_once_a_year(
    tmp_path: Path,
) -> None:
    async with open_app(Settings(store=str(tmp_path / "log.db"), model="offline")) as app:
        talk = await _begun(app)
        away = ("Goodbye, that is all for today.",)
        await talk.tell(*DAYS, *away)
        assert "tomorrow is the 4th of June, the day you married" in (
            await talk.sit_down(2026, 6, 3)
        ).replace("Tomorrow", "tomorrow")
        await talk.tell(TOLD[0], *away)
        assert "June" not in await talk.sit_down(2026, 6, 4)
        await talk.tell(TOLD[1], *away)
        hard = await talk.sit_down(2026, 11, 22)
        assert "Today is the 22nd of November, the day your husband died" in hard
        assert "?" not in hard
        await talk.tell(TOLD[1], *away)
        assert "the 4th of June, the day you married, is just past" in (
            await talk.sit_down(2027, 6, 6)
        ).replace("The 4th", "the 4th")
        assert await talk.replays()
