"""What every store of sessions and studies must do, one behaviour a function, for the stores here
and for anybody else's.

Run each of `BEHAVIOURS` with a fresh `Stage`, that is, over an empty database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from dramaturg.kernel.errors import (
    BadInput,
    ClaimLost,
    ConflictError,
    NotFound,
    StoreError,
    StoreUnavailable,
)
from dramaturg.store import Log
from dramaturg.turn.ports import (
    Busy,
    DutyNote,
    EventLog,
    HeldContent,
    Played,
    SessionInfo,
    SessionSearch,
    Snapshot,
    StoredContent,
    StoredTurn,
    StudyInfo,
    StudyLog,
    StudyNote,
    TableRow,
    TurnClaim,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

LEASE = 30.0
CONTENT = StoredContent("hash-1", "sims", "launch", "3", '{"title": "Launch"}')
NEWER = StoredContent("hash-3", "sims", "launch", "4", '{"title": "Launch, again"}')
SESSION = SessionInfo(
    "session-1", "sims", "launch", "3", "hash-1", "minilm", "offline", opened_at=100.0
)
STUDY_CONTENT = StoredContent("hash-2", "interviews", "coffee", "1", '{"title": "Coffee"}')
STUDY = StudyInfo("study-1", "coffee", "1", "hash-2", opened_at=100.0)

SOUGHT: tuple[tuple[SessionSearch, list[str]], ...] = (
    (SessionSearch(), ["x-3", "x-2", "session-1"]),
    (SessionSearch(limit=1), ["x-3"]),
    (SessionSearch(after=(300.0, "x-3"), limit=1), ["x-2"]),
    (SessionSearch(after=(100.0, "session-1")), []),
    (SessionSearch(engine="sims"), ["x-2", "session-1"]),
    (SessionSearch(content="coffee"), ["x-3"]),
    (SessionSearch(study="study-1"), ["session-1"]),
    (SessionSearch(begins="x-"), ["x-3", "x-2"]),
    (SessionSearch(begins="%"), []),
    (SessionSearch(begins="nothing", called=("coffee", "launch"), engine="interviews"), ["x-3"]),
)
"""Beside a session of study-1, two alone: x-2 is newer, and x-3 the newest and about coffee."""


@dataclass(slots=True)
class HandClock:
    """A clock that stands still until it is moved."""

    time: float = 1000.0

    def now(self) -> float:
        return self.time

    def after(self, seconds: float) -> None:
        self.time += seconds


@dataclass(frozen=True, slots=True)
class StoreStage:
    """One empty database and a clock. `open` opens it; a second call stands for a second
    process.
    """

    open: Callable[[HandClock], Awaitable[Log]]
    clock: HandClock = field(default_factory=HandClock)

    @asynccontextmanager
    async def log(self) -> AsyncIterator[Log]:
        log = await self.open(self.clock)
        try:
            yield log
        finally:
            await log.close()

    @asynccontextmanager
    async def session(self) -> AsyncIterator[Log]:
        async with self.log() as log:
            await log.open(SESSION, CONTENT)
            yield log

    @asynccontextmanager
    async def study(self) -> AsyncIterator[Log]:
        """With two respondents: R001 has `session-1` and the notes 2 and 4, R002 the note 3; note 1
        is about nobody.
        """
        async with self.session() as log:
            await log.open_study(STUDY, STUDY_CONTENT)
            await log.note(STUDY.id, [noted(1), noted(2, "R001")])
            await log.note(STUDY.id, [noted(3, "R002")])
            await log.note(STUDY.id, [noted(4, "R001")], SESSION.id)
            yield log


Behaviour = Callable[[StoreStage], Awaitable[None]]


async def claimed(
    log: EventLog, key: str = "key", owner: str = "us", session: str = SESSION.id
) -> TurnClaim:
    claim = await log.claim(session, key, f"heard under {key}", owner, LEASE)
    assert isinstance(claim, TurnClaim), claim
    return claim


def played(claim: TurnClaim, record: str = "{}") -> StoredTurn:
    return StoredTurn(
        claim.turn, claim.key, at=200.0 + claim.turn, record=record, timings='{"decide": 1}'
    )


async def play(log: EventLog, key: str, session: str = SESSION.id) -> StoredTurn:
    claim = await claimed(log, key, session=session)
    turn = played(claim, f'{{"said under": "{key}"}}')
    await log.append(claim, turn)
    return turn


async def refused(error: type[Exception], action: Awaitable[object]) -> str:
    """What `action` is refused with, for it must be."""
    try:
        await action
    except error as refusal:
        return str(refusal)
    raise AssertionError(f"expected {error.__name__}")


# ── sessions ──────────────────────────────────────────────────────────────────────────────────────


async def a_session_remembers_how_it_was_opened(stage: StoreStage) -> None:
    async with stage.session() as log:
        assert await log.session(SESSION.id) == replace(
            SESSION, turns=0, updated_at=SESSION.opened_at
        )
        assert await log.content(CONTENT.hash) == CONTENT


async def sessions_share_their_content(stage: StoreStage) -> None:
    async with stage.session() as log:
        await log.open(replace(SESSION, id="session-2"), CONTENT)
        assert (await log.session("session-2")).content_hash == CONTENT.hash


async def sessions_are_listed_newest_first(stage: StoreStage) -> None:
    async with stage.log() as log:
        for name, opened_at in (("b", 200.0), ("c", 300.0), ("a", 100.0)):
            await log.open(replace(SESSION, id=name, opened_at=opened_at), CONTENT)
        assert [session.id for session in await log.sessions()] == ["c", "b", "a"]


async def sessions_are_active_from_their_last_turn_on(stage: StoreStage) -> None:
    async with stage.session() as log:
        await log.open(replace(SESSION, id="session-2"), CONTENT)
        turn = await play(log, "key")
        assert [info.id for info in await log.active(turn.at)] == [SESSION.id]
        assert await log.active(turn.at + 1) == []
        assert len(await log.active(SESSION.opened_at)) == 2


async def several_sessions_are_looked_up_at_once(stage: StoreStage) -> None:
    async with stage.session() as log:
        await play(log, "opening")
        await log.open(replace(SESSION, id="session-2"), CONTENT)
        found = await log.several(["session-2", SESSION.id, "nobody"])
        assert {info.id: info.turns for info in found} == {SESSION.id: 1, "session-2": 0}
        assert await log.several([]) == []


async def sessions_are_found_by_what_they_are(stage: StoreStage) -> None:
    async with stage.study() as log:
        await log.open(replace(SESSION, id="x-2", opened_at=200.0), CONTENT)
        await log.open(
            replace(SESSION, id="x-3", engine="interviews", content_id="coffee", opened_at=300.0),
            CONTENT,
        )
        await play(log, "key", session="x-2")
        for sought, expected in SOUGHT:
            assert [found.info.id for found in await log.find_sessions(sought)] == expected, sought
        first, *_, last = await log.find_sessions(SessionSearch(ends=("x-2",)))
        assert (first.study, last.study, first.info) == ("", STUDY.id, await log.session("x-3"))


async def a_session_is_over_when_its_last_record_says_so(stage: StoreStage) -> None:
    async with stage.session() as log:
        await log.open(replace(SESSION, id="session-2"), CONTENT)
        ended = await play(log, "key", session="session-2")
        sought = SessionSearch(ends=("gone away", ended.record))
        assert {found.info.id: found.over for found in await log.find_sessions(sought)} == {
            "session-2": True,
            SESSION.id: False,
        }
        for over, expected in ((True, ["session-2"]), (False, [SESSION.id])):
            assert [
                found.info.id for found in await log.find_sessions(replace(sought, over=over))
            ] == expected
        after = await play(log, "another", session="session-2")
        assert not (await log.find_sessions(sought))[0].over
        assert (await log.find_sessions(replace(sought, beside=(after.record,))))[0].over


async def contents_are_counted_by_their_sessions(stage: StoreStage) -> None:
    async with stage.session() as log:
        await log.open(replace(SESSION, id="session-2"), CONTENT)
        await log.open(
            replace(SESSION, id="session-3", engine="games", content_id="heart"), CONTENT
        )
        held = [
            HeldContent("sims", "launch", CONTENT.hash, 2),
            HeldContent("games", "heart", CONTENT.hash, 1),
        ]
        assert list(await log.held_contents()) == held


async def a_session_is_opened_once(stage: StoreStage) -> None:
    async with stage.session() as log:
        await play(log, "key")
        await refused(BadInput, log.open(replace(SESSION, model="other"), CONTENT))
        assert (await log.session(SESSION.id)).model == SESSION.model
        assert (await log.session(SESSION.id)).turns == 1


async def a_session_needs_its_content(stage: StoreStage) -> None:
    async with stage.log() as log:
        await refused(StoreError, log.open(replace(SESSION, content_hash="another"), CONTENT))
        await refused(NotFound, log.session(SESSION.id))
        await refused(NotFound, log.content(CONTENT.hash))


async def what_is_not_there_is_not_found(stage: StoreStage) -> None:
    async with stage.log() as log:
        assert "nobody" in await refused(NotFound, log.session("nobody"))
        assert "nothing" in await refused(NotFound, log.content("nothing"))
        assert "nobody" in await refused(NotFound, log.claim("nobody", "key", "heard", "us", LEASE))
        assert "nobody" in await refused(NotFound, log.delete("nobody"))
        assert "nobody" in await refused(NotFound, log.contents("nobody"))
        assert "nobody" in await refused(NotFound, log.migrate("nobody", NEWER, moving(1), 0))
        assert "nobody" in await refused(NotFound, log.unmigrate("nobody", 1))
        assert await log.pending("nobody") is None
        assert await log.snapshot("nobody") is None
        assert list(await log.turns("nobody")) == []


# ── turns ─────────────────────────────────────────────────────────────────────────────────────────


async def turns_are_numbered_from_zero_without_gaps(stage: StoreStage) -> None:
    async with stage.session() as log:
        turns = [await play(log, f"key-{number}") for number in range(5)]
        assert [turn.turn for turn in turns] == [0, 1, 2, 3, 4]
        assert list(await log.turns(SESSION.id)) == turns
        assert list(await log.turns(SESSION.id, after=2)) == turns[3:]


async def a_played_turn_moves_its_session_on(stage: StoreStage) -> None:
    async with stage.session() as log:
        turn = await play(log, "key")
        session = await log.session(SESSION.id)
        assert (session.turns, session.updated_at) == (1, turn.at)
        assert await log.pending(SESSION.id) is None


async def texts_come_back_as_they_were(stage: StoreStage) -> None:
    text = "naïve “quotes” 🙂 \\u0000 \n\t 'single' ; DROP TABLE turns" + "long " * 20_000
    async with stage.session() as log:
        claim = await log.claim(SESSION.id, text[:40], text, "us", LEASE)
        assert isinstance(claim, TurnClaim)
        pending = await log.pending(SESSION.id)
        await log.append(claim, played(claim, text), snapshot=Snapshot(0, text))
        assert pending is not None
        assert pending.heard == text
        assert [(turn.key, turn.record) for turn in await log.turns(SESSION.id)] == [
            (text[:40], text)
        ]
        assert await log.snapshot(SESSION.id) == Snapshot(0, text)


async def the_last_snapshot_is_kept(stage: StoreStage) -> None:
    async with stage.session() as log:
        assert await log.snapshot(SESSION.id) is None
        for number in range(3):
            claim = await claimed(log, f"key-{number}")
            await log.append(claim, played(claim), snapshot=Snapshot(number, f"state {number}"))
        await play(log, "key-without")
        assert await log.snapshot(SESSION.id) == Snapshot(2, "state 2")


async def everything_outlives_the_process(stage: StoreStage) -> None:
    async with stage.session() as log:
        turn = await play(log, "key")
        claim = await claimed(log, "next")
    async with stage.log() as log:
        assert list(await log.turns(SESSION.id)) == [turn]
        assert await log.pending(SESSION.id) == claim


async def a_closed_log_says_so(stage: StoreStage) -> None:
    log = await stage.open(stage.clock)
    await log.close()
    await log.close()
    await refused(StoreUnavailable, log.session(SESSION.id))
    await refused(StoreUnavailable, log.claim(SESSION.id, "key", "heard", "us", LEASE))


# ── claims ────────────────────────────────────────────────────────────────────────────────────────


async def what_was_heard_is_there_before_anyone_answers(stage: StoreStage) -> None:
    async with stage.session() as log, stage.log() as elsewhere:
        claim = await claimed(log)
        assert claim == TurnClaim(SESSION.id, 0, "key", "heard under key", "us", fence=1)
        assert await elsewhere.pending(SESSION.id) == claim


async def a_turn_sent_twice_is_answered_the_same(stage: StoreStage) -> None:
    async with stage.session() as log:
        first = await play(log, "key")
        await play(log, "later")
        assert await log.claim(SESSION.id, "key", "other words", "them", LEASE) == Played(first)
        assert (await log.session(SESSION.id)).turns == 2


async def a_played_key_is_answered_while_another_turn_is_pending(stage: StoreStage) -> None:
    async with stage.session() as log:
        first = await play(log, "key")
        await claimed(log, "next")
        assert await log.claim(SESSION.id, "key", "", "us", LEASE) == Played(first)


async def a_pending_turn_keeps_everybody_waiting(stage: StoreStage) -> None:
    async with stage.session() as log:
        await claimed(log, "key", owner="us")
        busy = Busy(0, "key", until=stage.clock.now() + LEASE)
        assert await log.claim(SESSION.id, "key", "", "us", LEASE) == busy
        assert await log.claim(SESSION.id, "key", "", "them", LEASE) == busy
        assert await log.claim(SESSION.id, "other", "", "us", LEASE) == busy


async def turns_that_are_under_way_are_known_by_their_sessions(stage: StoreStage) -> None:
    async with stage.session() as log:
        assert await log.under_way() == {}
        claim = await claimed(log, "key")
        assert await log.under_way() == {
            SESSION.id: Busy(0, "key", until=stage.clock.now() + LEASE)
        }
        await log.append(claim, played(claim))
        assert await log.under_way() == {}


async def an_expired_claim_is_taken_over_with_its_words(stage: StoreStage) -> None:
    async with stage.session() as log:
        await claimed(log, "key", owner="us")
        stage.clock.after(LEASE)
        taken = await log.claim(SESSION.id, "other", "other words", "them", LEASE)
        assert taken == TurnClaim(SESSION.id, 0, "key", "heard under key", "them", fence=2)


async def the_fence_only_rises(stage: StoreStage) -> None:
    async with stage.session() as log:
        fences = []
        for owner in ("us", "them", "us", "us"):
            fences.append((await claimed(log, owner=owner)).fence)
            stage.clock.after(LEASE)
        assert fences == [1, 2, 3, 4]


async def whoever_was_taken_over_cannot_append(stage: StoreStage) -> None:
    async with stage.session() as log:
        lost = await claimed(log, owner="us")
        stage.clock.after(LEASE)
        taken = await claimed(log, owner="us")
        await refused(
            ClaimLost, log.append(lost, played(lost, "late"), snapshot=Snapshot(0, "late"))
        )
        await refused(ClaimLost, log.renew(lost, LEASE))
        assert await log.snapshot(SESSION.id) is None
        assert await log.pending(SESSION.id) == taken
        await log.append(taken, played(taken, "in time"))
        await refused(ClaimLost, log.append(lost, played(lost, "later still")))
        assert [turn.record for turn in await log.turns(SESSION.id)] == ["in time"]


async def a_turn_is_appended_once(stage: StoreStage) -> None:
    async with stage.session() as log:
        claim = await claimed(log)
        await log.append(claim, played(claim))
        await refused(ClaimLost, log.append(claim, played(claim)))
        assert len(await log.turns(SESSION.id)) == 1


async def a_late_owner_may_append_while_nobody_took_over(stage: StoreStage) -> None:
    async with stage.session() as log:
        claim = await claimed(log)
        stage.clock.after(LEASE * 10)
        await log.append(claim, played(claim))
        assert len(await log.turns(SESSION.id)) == 1


async def a_renewed_claim_is_not_taken_over(stage: StoreStage) -> None:
    async with stage.session() as log:
        claim = await claimed(log)
        stage.clock.after(LEASE - 1)
        await log.renew(claim, LEASE)
        stage.clock.after(LEASE - 1)
        assert isinstance(await log.claim(SESSION.id, "key", "", "them", LEASE), Busy)
        stage.clock.after(1)
        assert isinstance(await log.claim(SESSION.id, "key", "", "them", LEASE), TurnClaim)


async def a_released_claim_waits_for_the_next_owner(stage: StoreStage) -> None:
    async with stage.session() as log:
        claim = await claimed(log, owner="us")
        await log.release(claim)
        assert await log.pending(SESSION.id) == claim
        taken = await claimed(log, owner="them")
        assert taken == replace(claim, owner="them", fence=2)
        await log.release(claim)
        assert isinstance(await log.claim(SESSION.id, "key", "", "us", LEASE), Busy)


async def a_withdrawn_claim_leaves_nothing_behind(stage: StoreStage) -> None:
    async with stage.session() as log:
        claim = await claimed(log, owner="us")
        await log.withdraw(claim)
        assert await log.pending(SESSION.id) is None
        fresh = await log.claim(SESSION.id, "another key", "other words", "them", LEASE)
        assert fresh == TurnClaim(SESSION.id, claim.turn, "another key", "other words", "them", 1)
        await log.withdraw(claim)
        assert await log.pending(SESSION.id) == fresh


async def sessions_are_claimed_independently(stage: StoreStage) -> None:
    async with stage.session() as log:
        await log.open(replace(SESSION, id="session-2"), CONTENT)
        await claimed(log, "key")
        other = await claimed(log, "key", session="session-2")
        await log.append(other, played(other))
        assert (await log.session("session-2")).turns == 1
        assert (await log.session(SESSION.id)).turns == 0


async def a_claim_takes_no_other_turn(stage: StoreStage) -> None:
    async with stage.session() as log:
        claim = await claimed(log)
        await refused(StoreError, log.append(claim, replace(played(claim), turn=1)))
        await refused(StoreError, log.append(claim, replace(played(claim), key="another")))
        assert await log.pending(SESSION.id) == claim


# ── many at once ──────────────────────────────────────────────────────────────────────────────────


async def one_of_many_gets_the_turn(stage: StoreStage) -> None:
    async with stage.session() as log, stage.log() as elsewhere:
        asking = (
            logs.claim(SESSION.id, "key", "heard", f"owner-{number}", LEASE)
            for number in range(20)
            for logs in (log, elsewhere)
        )
        answers = await asyncio.gather(*asking)
        assert sum(isinstance(answer, TurnClaim) for answer in answers) == 1
        assert sum(isinstance(answer, Busy) for answer in answers) == 39


async def one_of_many_takes_over(stage: StoreStage) -> None:
    async with stage.session() as log, stage.log() as elsewhere:
        await claimed(log)
        stage.clock.after(LEASE)
        asking = (
            logs.claim(SESSION.id, "key", "heard", f"owner-{number}", LEASE)
            for number in range(10)
            for logs in (log, elsewhere)
        )
        answers = await asyncio.gather(*asking)
        assert [answer.fence for answer in answers if isinstance(answer, TurnClaim)] == [2]


async def an_append_and_a_take_over_at_once_leave_one_turn(stage: StoreStage) -> None:
    async with stage.log() as log:
        names = [f"s{number}" for number in range(30)]
        for name in names:
            await log.open(replace(SESSION, id=name), CONTENT)
        await asyncio.gather(*(race(log, name, stage.clock) for name in names))


async def race(log: EventLog, session: str, clock: HandClock) -> None:
    claim = await claimed(log, session=session)
    clock.after(LEASE)
    taking = (log.claim(session, "key", "", f"owner-{number}", LEASE) for number in range(3))
    appended, *answers = await asyncio.gather(
        log.append(claim, played(claim)), *taking, return_exceptions=True
    )
    taken = [answer for answer in answers if isinstance(answer, TurnClaim)]
    assert isinstance(appended, ClaimLost) == bool(taken), (appended, answers)
    assert (appended is None) == (taken == []), appended
    assert not any(isinstance(answer, Exception) for answer in answers), answers
    assert len(await log.turns(session)) == (appended is None)


async def many_senders_of_the_same_turns_play_each_once(stage: StoreStage) -> None:
    async with AsyncExitStack() as stack:
        logs = [await stack.enter_async_context(stage.log()) for _ in range(2)]
        await logs[0].open(SESSION, CONTENT)
        senders = (
            send(logs[number % 2], f"owner-{number}", [f"key-{turn}" for turn in range(10)])
            for number in range(6)
        )
        answers = await asyncio.gather(*senders)
        assert all(answer == answers[0] for answer in answers)
        assert [turn.key for turn in await logs[0].turns(SESSION.id)] == [
            f"key-{turn}" for turn in range(10)
        ]


async def send(log: EventLog, owner: str, keys: list[str]) -> list[str]:
    """Send each key until it is answered; the records that came back."""
    return [await answered(log, owner, key) for key in keys]


async def answered(log: EventLog, owner: str, key: str) -> str:
    while True:
        answer = await log.claim(SESSION.id, key, "heard", owner, LEASE)
        if isinstance(answer, Played):
            return answer.turn.record
        if isinstance(answer, TurnClaim):
            await asyncio.sleep(0.001)
            await log.append(answer, played(answer, f"{answer.key} played by {owner}"))
        else:
            await asyncio.sleep(0.001)


async def a_refusal_spoils_nobody_elses_turn(stage: StoreStage) -> None:
    async with stage.log() as log:
        for number in range(10):
            await log.open(replace(SESSION, id=f"s{number}"), CONTENT)
        claims = [await claimed(log, session=f"s{number}") for number in range(10)]
        claims[4] = replace(claims[4], fence=99)
        broken = TableRow("exchanges", {"turn": 0, "number": 0, "ask": None})
        appends = (
            log.append(claim, played(claim), [broken] if number == 7 else [])
            for number, claim in enumerate(claims)
        )
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert [number for number, result in enumerate(results) if result is not None] == [4, 7]
        assert isinstance(results[4], ClaimLost)
        assert isinstance(results[7], StoreError)
        assert [(await log.session(f"s{number}")).turns for number in range(10)] == [
            1,
            1,
            1,
            1,
            0,
            1,
            1,
            0,
            1,
            1,
        ]
        assert await log.pending("s7") == claims[7]


async def text_that_cannot_be_stored_is_refused_and_harms_nobody(stage: StoreStage) -> None:
    async with stage.session() as log:
        await log.open(replace(SESSION, id="session-2"), CONTENT)
        bad = log.claim(SESSION.id, "key", "half a pair: \ud83d", "us", LEASE)
        good = log.claim("session-2", "key", "heard", "us", LEASE)
        refusal, claim = await asyncio.gather(bad, good, return_exceptions=True)
        assert isinstance(refusal, StoreError)
        assert not isinstance(refusal, StoreUnavailable)
        assert await log.pending("session-2") == claim
        assert await log.pending(SESSION.id) is None


async def a_database_may_be_opened_by_many_at_once(stage: StoreStage) -> None:
    logs = await asyncio.gather(*(stage.open(stage.clock) for _ in range(8)))
    await logs[0].open(SESSION, CONTENT)
    seen = await asyncio.gather(*(log.session(SESSION.id) for log in logs))
    await asyncio.gather(*(log.close() for log in logs))
    assert len(set(seen)) == 1


# ── rows and deletion ─────────────────────────────────────────────────────────────────────────────


async def a_row_that_fits_no_table_is_refused(stage: StoreStage) -> None:
    async with stage.session() as log:
        claim = await claimed(log)
        said = {"turn": 0, "speaker": "learner", "text": "Hello."}
        misfits = {
            "utterances": TableRow("utterence", said),
            "'mood'": TableRow("utterances", {**said, "mood": "glad"}),
            "'speaker'": TableRow("utterances", {"turn": 0, "text": "Hello."}),
            "'session-9'": TableRow("utterances", {**said, "session": "session-9"}),
        }
        for named, row in misfits.items():
            assert named in await refused(StoreError, log.append(claim, played(claim), [row]))
        await log.append(claim, played(claim), [TableRow("utterances", said)])


async def deleting_a_session_leaves_the_others(stage: StoreStage) -> None:
    async with stage.session() as log:
        await log.open(replace(SESSION, id="session-2"), CONTENT)
        kept = await play(log, "key", session="session-2")
        claim = await claimed(log)
        await log.append(
            claim,
            played(claim),
            [TableRow("utterances", {"turn": 0, "speaker": "a", "text": "b"})],
            Snapshot(0, "state"),
        )
        pending = await claimed(log, "next")
        await log.delete(SESSION.id)
        await refused(NotFound, log.session(SESSION.id))
        await refused(ClaimLost, log.append(pending, played(pending)))
        assert list(await log.turns(SESSION.id)) == []
        assert await log.snapshot(SESSION.id) is None
        assert await log.pending(SESSION.id) is None
        assert list(await log.turns("session-2")) == [kept]
        assert await log.content(CONTENT.hash) == CONTENT


async def a_deleted_session_can_be_opened_anew(stage: StoreStage) -> None:
    async with stage.session() as log:
        await play(log, "key")
        await log.delete(SESSION.id)
        await log.open(SESSION, CONTENT)
        assert (await claimed(log)).turn == 0


async def content_goes_with_the_last_session_that_has_it(stage: StoreStage) -> None:
    async with stage.study() as log:
        await log.open(replace(SESSION, id="session-2"), CONTENT)
        await log.delete(SESSION.id)
        assert await log.content(CONTENT.hash) == CONTENT
        await log.delete("session-2")
        await refused(NotFound, log.content(CONTENT.hash))
        await log.open(replace(SESSION, content_hash=STUDY_CONTENT.hash), STUDY_CONTENT)
        await log.delete(SESSION.id)
        assert await log.content(STUDY_CONTENT.hash) == STUDY_CONTENT


# ── rewriting ─────────────────────────────────────────────────────────────────────────────────────


async def told(log: EventLog, turns: int = 3, session: str = SESSION.id) -> list[StoredTurn]:
    """Turns with a row each, and a snapshot."""
    told = []
    for number in range(turns):
        claim = await claimed(log, f"key-{number}", session=session)
        told.append(played(claim, f"record {number}"))
        row = TableRow(
            "utterances", {"turn": number, "speaker": "teller", "text": f"words {number}"}
        )
        await log.append(claim, told[-1], [row], Snapshot(number, f"state {number}"))
    return told


async def a_rewritten_session_has_the_new_records_and_rows_alone(stage: StoreStage) -> None:
    async with stage.session() as log:
        turns = await told(log)
        kept = TableRow("utterances", {"turn": 0, "speaker": "teller", "text": "other words"})
        await log.rewrite(SESSION.id, 2, [replace(turns[1], record="nothing")], [kept])
        assert list(await log.turns(SESSION.id)) == [
            turns[0],
            replace(turns[1], record="nothing"),
            turns[2],
        ]
        assert [(row["turn"], row["text"]) for row in await log.rows(SESSION.id, "utterances")] == [
            (0, "other words")
        ]
        assert await log.snapshot(SESSION.id) is None
        assert (await log.session(SESSION.id)).turns == 3


async def rewriting_leaves_other_sessions(stage: StoreStage) -> None:
    async with stage.session() as log:
        await log.open(replace(SESSION, id="session-2"), CONTENT)
        turns = await told(log)
        others = await told(log, session="session-2")
        await log.rewrite(SESSION.id, 2, [replace(turn, record="") for turn in turns], [])
        assert list(await log.turns("session-2")) == others
        assert len(await log.rows("session-2", "utterances")) == 3
        assert await log.snapshot("session-2") == Snapshot(2, "state 2")
        assert (await log.session("session-2")).rewritten == 0


async def whoever_claims_after_a_rewriting_is_told_of_it(stage: StoreStage) -> None:
    async with stage.session() as log, stage.log() as elsewhere:
        await told(log)
        await log.rewrite(SESSION.id, 2, [], [])
        await log.rewrite(SESSION.id, 2, [], [])
        assert (await log.session(SESSION.id)).rewritten == 2
        claim = await claimed(elsewhere, "next")
        assert (claim.turn, claim.rewritten) == (3, 2)
        assert await elsewhere.pending(SESSION.id) == claim
        stage.clock.after(LEASE)
        assert (await claimed(elsewhere, "next", owner="them")).rewritten == 2


async def a_session_that_goes_on_is_not_rewritten(stage: StoreStage) -> None:
    async with stage.session() as log:
        turns = await told(log)
        forgotten = [replace(turns[0], record="")]
        for newest in (1, 3):
            assert "Try again" in await refused(
                ConflictError, log.rewrite(SESSION.id, newest, forgotten, [])
            )
        claim = await claimed(log, "next")
        assert "Try again" in await refused(
            ConflictError, log.rewrite(SESSION.id, 2, forgotten, [])
        )
        await log.append(claim, played(claim))
        await refused(ConflictError, log.rewrite(SESSION.id, 2, forgotten, []))
        assert list(await log.turns(SESSION.id)) == [*turns, played(claim)]
        assert len(await log.rows(SESSION.id, "utterances")) == 3
        await log.rewrite(SESSION.id, 3, forgotten, [])


async def a_rewriting_that_does_not_fit_changes_nothing(stage: StoreStage) -> None:
    async with stage.session() as log:
        turns = await told(log)
        later = replace(turns[2], turn=3)
        lacking = TableRow("exchanges", {"turn": 0, "number": 0, "ask": None})
        assert "Turn 3" in await refused(
            StoreError, log.rewrite(SESSION.id, 2, [replace(turns[0], record=""), later], [])
        )
        await refused(
            StoreError, log.rewrite(SESSION.id, 2, [replace(turns[0], record="")], [lacking])
        )
        assert "nobody" in await refused(NotFound, log.rewrite("nobody", 2, turns, []))
        assert list(await log.turns(SESSION.id)) == turns
        assert len(await log.rows(SESSION.id, "utterances")) == 3
        assert await log.snapshot(SESSION.id) == Snapshot(2, "state 2")
        assert (await log.session(SESSION.id)).rewritten == 0


async def of_a_turn_and_a_rewriting_at_once_each_sees_the_other(stage: StoreStage) -> None:
    async with stage.log() as log, stage.log() as elsewhere:
        for name in (f"s{number}" for number in range(8)):
            await log.open(replace(SESSION, id=name), CONTENT)
            await told(log, 1, name)
            rewriting, claiming = (
                log.rewrite(name, 0, [], []),
                elsewhere.claim(name, "next", "heard", "us", LEASE),
            )
            refusal, claim = await asyncio.gather(rewriting, claiming, return_exceptions=True)
            assert isinstance(claim, TurnClaim), claim
            assert claim.rewritten == (0 if isinstance(refusal, ConflictError) else 1), refusal


# ── another content ───────────────────────────────────────────────────────────────────────────────


def moving(turn: int) -> StoredTurn:
    """The turn with which a session changes its content."""
    return StoredTurn(turn, f"moving-{turn}", at=500.0 + turn, record=f"moved at {turn}")


async def a_session_has_the_content_it_was_opened_with(stage: StoreStage) -> None:
    async with stage.session() as log:
        await told(log)
        assert list(await log.contents(SESSION.id)) == [(0, CONTENT.hash)]


async def a_migrated_session_goes_on_with_the_other_content(stage: StoreStage) -> None:
    async with stage.session() as log, stage.log() as elsewhere:
        turns = await told(log)
        await log.migrate(SESSION.id, NEWER, moving(3), 2)
        session = await elsewhere.session(SESSION.id)
        assert (session.content_id, session.content_version, session.content_hash) == (
            NEWER.id,
            NEWER.version,
            NEWER.hash,
        )
        assert (session.turns, session.updated_at, session.rewritten) == (4, moving(3).at, 1)
        assert list(await elsewhere.turns(SESSION.id)) == [*turns, moving(3)]
        assert list(await elsewhere.contents(SESSION.id)) == [(0, CONTENT.hash), (3, NEWER.hash)]
        assert (await elsewhere.content(CONTENT.hash), await elsewhere.content(NEWER.hash)) == (
            CONTENT,
            NEWER,
        )
        assert len(await elsewhere.rows(SESSION.id, "utterances")) == 3
        claim = await claimed(elsewhere, "next")
        assert (claim.turn, claim.rewritten) == (4, 1)


async def a_session_may_migrate_again_and_back(stage: StoreStage) -> None:
    async with stage.session() as log:
        await told(log, 1)
        await log.migrate(SESSION.id, NEWER, moving(1), 0)
        await play(log, "between")
        await log.migrate(SESSION.id, CONTENT, moving(3), 2)
        assert list(await log.contents(SESSION.id)) == [
            (0, CONTENT.hash),
            (1, NEWER.hash),
            (3, CONTENT.hash),
        ]
        assert (await log.session(SESSION.id)).content_version == CONTENT.version


async def a_migration_taken_back_never_was(stage: StoreStage) -> None:
    async with stage.session() as log:
        turns = await told(log)
        before = await log.session(SESSION.id)
        await log.migrate(SESSION.id, NEWER, moving(3), 2)
        await log.unmigrate(SESSION.id, 3)
        assert await log.session(SESSION.id) == replace(before, rewritten=2)
        assert list(await log.turns(SESSION.id)) == turns
        assert list(await log.contents(SESSION.id)) == [(0, CONTENT.hash)]
        assert await log.snapshot(SESSION.id) == Snapshot(2, "state 2")
        await refused(NotFound, log.content(NEWER.hash))
        assert (await claimed(log, "next")).turn == 3


async def only_the_newest_migration_is_taken_back(stage: StoreStage) -> None:
    async with stage.session() as log:
        await told(log, 1)
        await log.migrate(SESSION.id, NEWER, moving(1), 0)
        await log.migrate(SESSION.id, CONTENT, moving(2), 1)
        await refused(ConflictError, log.unmigrate(SESSION.id, 1))
        await log.unmigrate(SESSION.id, 2)
        assert list(await log.contents(SESSION.id)) == [(0, CONTENT.hash), (1, NEWER.hash)]
        await log.unmigrate(SESSION.id, 1)
        assert list(await log.contents(SESSION.id)) == [(0, CONTENT.hash)]
        assert "nothing to take back" in await refused(ConflictError, log.unmigrate(SESSION.id, 0))
        assert (await log.session(SESSION.id)).turns == 1


async def content_that_others_have_stays_when_a_migration_is_taken_back(stage: StoreStage) -> None:
    async with stage.session() as log:
        await log.open(replace(SESSION, id="session-2"), CONTENT)
        for session in (SESSION.id, "session-2"):
            await told(log, 1, session)
            await log.migrate(session, NEWER, moving(1), 0)
        await log.migrate("session-2", CONTENT, moving(2), 1)
        await log.unmigrate(SESSION.id, 1)
        assert await log.content(NEWER.hash) == NEWER
        assert list(await log.contents("session-2")) == [
            (0, CONTENT.hash),
            (1, NEWER.hash),
            (2, CONTENT.hash),
        ]


async def a_session_that_goes_on_is_not_migrated(stage: StoreStage) -> None:
    async with stage.session() as log:
        turns = await told(log)
        for newest in (1, 3):
            assert "Try again" in await refused(
                ConflictError, log.migrate(SESSION.id, NEWER, moving(newest + 1), newest)
            )
        assert "turn 4" in await refused(StoreError, log.migrate(SESSION.id, NEWER, moving(4), 2))
        claim = await claimed(log, "next")
        assert "Try again" in await refused(
            ConflictError, log.migrate(SESSION.id, NEWER, moving(3), 2)
        )
        await log.withdraw(claim)
        assert list(await log.turns(SESSION.id)) == turns
        assert list(await log.contents(SESSION.id)) == [(0, CONTENT.hash)]
        await refused(NotFound, log.content(NEWER.hash))
        await log.migrate(SESSION.id, NEWER, moving(3), 2)


async def a_session_that_has_gone_on_keeps_its_content(stage: StoreStage) -> None:
    async with stage.session() as log:
        await told(log, 1)
        await log.migrate(SESSION.id, NEWER, moving(1), 0)
        claim = await claimed(log, "next")
        assert "Try again" in await refused(ConflictError, log.unmigrate(SESSION.id, 1))
        await log.append(claim, played(claim))
        assert "Try again" in await refused(ConflictError, log.unmigrate(SESSION.id, 1))
        assert (await log.session(SESSION.id)).content_hash == NEWER.hash


async def contents_go_with_the_last_session_that_ever_had_them(stage: StoreStage) -> None:
    async with stage.session() as log:
        await log.open(replace(SESSION, id="session-2", content_hash=NEWER.hash), NEWER)
        await told(log, 1)
        await log.migrate(SESSION.id, NEWER, moving(1), 0)
        await log.open(replace(SESSION, id="session-3"), CONTENT)
        await log.delete("session-3")
        assert await log.content(CONTENT.hash) == CONTENT
        await log.delete(SESSION.id)
        await refused(NotFound, log.content(CONTENT.hash))
        assert await log.content(NEWER.hash) == NEWER


async def a_migrated_respondent_is_erased_like_any_other(stage: StoreStage) -> None:
    async with stage.study() as log:
        await told(log, 1)
        await log.migrate(SESSION.id, NEWER, moving(1), 0)
        await log.erase(STUDY.id, "R001", [noted(5, "R001", "withdrew")])
        await refused(NotFound, log.session(SESSION.id))
        await refused(NotFound, log.contents(SESSION.id))
        await log.open(SESSION, CONTENT)
        assert list(await log.contents(SESSION.id)) == [(0, CONTENT.hash)]


async def of_a_turn_and_a_migration_at_once_each_sees_the_other(stage: StoreStage) -> None:
    async with stage.log() as log, stage.log() as elsewhere:
        for name in (f"s{number}" for number in range(8)):
            await log.open(replace(SESSION, id=name), CONTENT)
            await told(log, 1, name)
            migrating, claiming = (
                log.migrate(name, NEWER, moving(1), 0),
                elsewhere.claim(name, "next", "heard", "us", LEASE),
            )
            refusal, claim = await asyncio.gather(migrating, claiming, return_exceptions=True)
            assert isinstance(claim, TurnClaim), claim
            assert (claim.turn, claim.rewritten) == (
                (1, 0) if isinstance(refusal, ConflictError) else (2, 1)
            ), refusal
            assert (await log.session(name)).content_hash == (CONTENT if refusal else NEWER).hash


# ── reading rows ──────────────────────────────────────────────────────────────────────────────────


async def said(log: EventLog, key: str, *rows: TableRow, session: str = SESSION.id) -> None:
    claim = await claimed(log, key, session=session)
    await log.append(claim, played(claim), rows)


async def rows_are_read_by_column_in_the_order_of_their_keys(stage: StoreStage) -> None:
    async with stage.session() as log:
        slots = ("s10", "s2", "S3", "_s", "é")
        slot = {
            "slot_name": "foam",
            "node_type": "attribute",
            "status": "active",
            "support_count": 1,
            "created_at_turn": 0,
        }
        lines = [
            TableRow("utterances", {"turn": turn, "speaker": "a", "text": f"line {turn}"})
            for turn in (11, 2)
        ]
        await said(
            log,
            "key",
            *(TableRow("canonical_slots", {"slot_id": id, **slot}) for id in slots),
            *lines,
        )
        assert list(await log.rows(SESSION.id, "canonical_slots")) == [
            {"session": SESSION.id, "slot_id": id, **slot} for id in ("S3", "_s", "s10", "s2", "é")
        ]
        assert [row["text"] for row in await log.rows(SESSION.id, "utterances")] == [
            "line 2",
            "line 11",
        ]


async def what_is_true_or_absent_is_read_as_it_was_written(stage: StoreStage) -> None:
    async with stage.session() as log:
        answer = {
            "turn": 0,
            "number": 0,
            "mechanic": "quiz",
            "item": "q1",
            "answer": "b",
            "points": 1,
        }
        answers = [
            {**answer, "is_right": True, "misconception": None},
            {**answer, "number": 1, "is_right": False},
        ]
        await said(log, "key", *(TableRow("answers", values) for values in answers))
        rows = await log.rows(SESSION.id, "answers")
        assert [(row["is_right"] is True, row["misconception"]) for row in rows] == [
            (True, None),
            (False, None),
        ]
        assert rows[1]["is_right"] is False


async def rows_of_another_session_are_not_read(stage: StoreStage) -> None:
    async with stage.session() as log:
        await log.open(replace(SESSION, id="session-2"), CONTENT)
        await said(
            log,
            "key",
            TableRow("utterances", {"turn": 0, "speaker": "a", "text": "b"}),
            session="session-2",
        )
        assert list(await log.rows(SESSION.id, "utterances")) == []
        assert list(await log.rows("nobody", "utterances")) == []


async def a_table_that_is_not_readable_is_not_found(stage: StoreStage) -> None:
    async with stage.session() as log:
        assert "'utterances'" in await refused(NotFound, log.rows(SESSION.id, "utterence"))
        await refused(NotFound, log.rows(SESSION.id, "claims"))


# ── people on duty ────────────────────────────────────────────────────────────────────────────────

RAISED = TableRow(
    "raised", {"turn": 0, "danger": "abuse", "speech": "stop", "words": "He hits me."}
)


async def what_is_raised_is_listed_with_what_was_done(stage: StoreStage) -> None:
    async with stage.session() as log:
        await said(log, "key", RAISED)
        await log.on_duty(SESSION.id, 0, DutyNote("seen", "Ada", 7.0))
        await log.on_duty(SESSION.id, 0, DutyNote("seen", "Ben", 8.0))
        await log.on_duty(SESSION.id, 0, DutyNote("handled", "Ben", 9.0))
    async with stage.log() as log:
        (flag,) = await log.raised()
        assert (flag.session, flag.turn, flag.engine) == (SESSION.id, 0, "sims")
        assert (flag.danger, flag.speech, flag.words) == ("abuse", "stop", "He hits me.")
        assert flag.notes == (DutyNote("seen", "Ada", 7.0), DutyNote("handled", "Ben", 9.0))


async def what_was_not_raised_cannot_be_seen(stage: StoreStage) -> None:
    async with stage.session() as log:
        await said(log, "key")
        await refused(NotFound, log.on_duty(SESSION.id, 0, DutyNote("seen", "Ada", 7.0)))
        assert list(await log.raised()) == []


async def what_was_raised_goes_with_its_session(stage: StoreStage) -> None:
    async with stage.session() as log:
        await said(log, "key", RAISED)
        await log.on_duty(SESSION.id, 0, DutyNote("seen", "Ada", 7.0))
        await log.delete(SESSION.id)
        assert list(await log.raised()) == []


# ── studies ───────────────────────────────────────────────────────────────────────────────────────


def noted(number: int, respondent: str = "", event: str = "") -> StudyNote:
    return StudyNote(number, 100.0 + number, event or f'{{"number": {number}}}', respondent)


async def numbers(log: StudyLog, study: str = STUDY.id) -> list[int]:
    return [note.number for note in await log.notes(study)]


async def a_study_remembers_how_it_was_opened(stage: StoreStage) -> None:
    async with stage.log() as log:
        await log.open_study(STUDY, STUDY_CONTENT)
        assert await log.study(STUDY.id) == STUDY
        assert await log.content(STUDY_CONTENT.hash) == STUDY_CONTENT
        assert list(await log.notes(STUDY.id)) == []


async def a_study_is_opened_once(stage: StoreStage) -> None:
    async with stage.log() as log:
        await log.open_study(STUDY, STUDY_CONTENT)
        assert STUDY.id in await refused(
            BadInput, log.open_study(replace(STUDY, opened_at=200.0), STUDY_CONTENT)
        )
        assert list(await log.studies()) == [STUDY]


async def a_study_needs_its_content(stage: StoreStage) -> None:
    async with stage.log() as log:
        await refused(
            StoreError, log.open_study(replace(STUDY, content_hash="another"), STUDY_CONTENT)
        )
        assert list(await log.studies()) == []


async def studies_are_listed_newest_first(stage: StoreStage) -> None:
    async with stage.log() as log:
        for name, opened_at in (("b", 200.0), ("c", 300.0), ("a", 100.0)):
            await log.open_study(replace(STUDY, id=name, opened_at=opened_at), STUDY_CONTENT)
        assert [study.id for study in await log.studies()] == ["c", "b", "a"]


async def a_study_that_is_not_there_is_not_found(stage: StoreStage) -> None:
    async with stage.study() as log:
        assert "nothing" in await refused(NotFound, log.study("nothing"))
        assert "nothing" in await refused(NotFound, log.note("nothing", [noted(1)]))
        assert "nothing" in await refused(
            NotFound, log.erase("nothing", "R001", [noted(5, "R001")])
        )
        assert "nothing" in await refused(NotFound, log.delete_study("nothing"))
        assert list(await log.notes("nothing")) == []


async def notes_come_back_in_order_as_they_were(stage: StoreStage) -> None:
    event = '{"said": "naïve “quotes” 🙂 it\'s"}' + " " * 100_000
    async with stage.log() as log:
        await log.open_study(STUDY, STUDY_CONTENT)
        notes = [noted(1), noted(2, "R001", event), noted(3, "R002")]
        await log.note(STUDY.id, notes[:1])
        await log.note(STUDY.id, notes[1:])
        await log.note(STUDY.id, [])
    async with stage.log() as log:
        assert list(await log.notes(STUDY.id)) == notes


async def three_hundred_notes_are_kept_in_order(stage: StoreStage) -> None:
    async with stage.log() as log:
        await log.open_study(STUDY, STUDY_CONTENT)
        for first in range(1, 301, 3):
            await log.note(
                STUDY.id, [noted(number, f"R{first:03}") for number in range(first, first + 3)]
            )
        assert await numbers(log) == list(range(1, 301))


async def a_note_follows_the_newest_or_is_refused(stage: StoreStage) -> None:
    async with stage.study() as log:
        before = await log.notes(STUDY.id)
        for misfit in (
            [noted(4)],
            [noted(6)],
            [noted(0)],
            [noted(5), noted(7)],
            [noted(6), noted(5)],
            [noted(5), noted(5)],
        ):
            assert "Try again" in await refused(ConflictError, log.note(STUDY.id, misfit))
        assert await log.notes(STUDY.id) == before


async def of_two_who_note_at_once_one_has_to_try_again(stage: StoreStage) -> None:
    async with stage.study() as log, stage.log() as elsewhere:
        noting = (
            logs.note(STUDY.id, [noted(5, f"R{each}")])
            for each in range(10)
            for logs in (log, elsewhere)
        )
        results = await asyncio.gather(*noting, return_exceptions=True)
        assert sum(result is None for result in results) == 1
        assert sum(isinstance(result, ConflictError) for result in results) == 19
        assert await numbers(log) == [1, 2, 3, 4, 5]


async def writers_that_try_again_all_get_their_notes_in(stage: StoreStage) -> None:
    async with stage.study() as log, stage.log() as elsewhere:
        await asyncio.gather(
            *(note_each((log, elsewhere)[number % 2], f"W{number}", 5) for number in range(6))
        )
        notes = await log.notes(STUDY.id)
        assert [note.number for note in notes] == list(range(1, 35))
        for number in range(6):
            assert [note.event for note in notes if note.respondent == f"W{number}"] == [
                f"event {each}" for each in range(5)
            ]


async def note_each(log: StudyLog, respondent: str, events: int) -> None:
    for event in range(events):
        while not await was_noted(log, respondent, f"event {event}"):
            pass


async def was_noted(log: StudyLog, respondent: str, event: str) -> bool:
    newest = (await numbers(log))[-1]
    try:
        await log.note(STUDY.id, [noted(newest + 1, respondent, event)])
    except ConflictError:
        return False
    return True


async def a_session_belongs_to_one_study(stage: StoreStage) -> None:
    async with stage.study() as log:
        await log.open_study(replace(STUDY, id="study-2"), STUDY_CONTENT)
        assert STUDY.id in await refused(
            BadInput, log.note("study-2", [noted(1, "R001")], SESSION.id)
        )
        assert "nobody" in await refused(
            NotFound, log.note("study-2", [noted(1, "R001")], "nobody")
        )
        assert await numbers(log, "study-2") == []


async def a_session_joins_a_study_as_that_of_one_respondent(stage: StoreStage) -> None:
    async with stage.study() as log:
        await log.open(replace(SESSION, id="session-2"), CONTENT)
        for notes in ([], [noted(5)], [noted(5, "R002"), noted(6, "R003")]):
            assert "one respondent" in await refused(
                StoreError, log.note(STUDY.id, notes, "session-2")
            )
        await log.note(STUDY.id, [noted(5), noted(6, "R002"), noted(7, "R002")], "session-2")
        await log.erase(STUDY.id, "R002", [noted(8, "R002")])
        await refused(NotFound, log.session("session-2"))


async def text_that_cannot_be_noted_harms_nobody(stage: StoreStage) -> None:
    async with stage.study() as log:
        await log.open_study(replace(STUDY, id="study-2"), STUDY_CONTENT)
        bad = log.note(STUDY.id, [noted(5), noted(6, event="half a pair: \ud83d")])
        refusal, good = await asyncio.gather(
            bad, log.note("study-2", [noted(1)]), return_exceptions=True
        )
        assert isinstance(refusal, StoreError)
        assert good is None
        assert (await numbers(log), await numbers(log, "study-2")) == ([1, 2, 3, 4], [1])


# ── erasure ───────────────────────────────────────────────────────────────────────────────────────


async def erasing_a_respondent_removes_session_rows_and_notes(stage: StoreStage) -> None:
    async with stage.study() as log:
        await said(
            log,
            "key",
            TableRow("utterances", {"turn": 0, "speaker": "respondent", "text": "words"}),
        )
        pending = await claimed(log, "next")
        await log.erase(STUDY.id, "R001", [noted(5, "R001", "withdrew")])
        await refused(NotFound, log.session(SESSION.id))
        await refused(ClaimLost, log.append(pending, played(pending)))
        assert list(await log.rows(SESSION.id, "utterances")) == []
        assert list(await log.notes(STUDY.id)) == [
            noted(1),
            noted(3, "R002"),
            noted(5, "R001", "withdrew"),
        ]


async def a_note_takes_the_place_of_an_erased_one(stage: StoreStage) -> None:
    async with stage.study() as log:
        await log.erase(STUDY.id, "R001", [noted(4, "R001", "withdrew")])
        assert list(await log.notes(STUDY.id)) == [
            noted(1),
            noted(3, "R002"),
            noted(4, "R001", "withdrew"),
        ]
        await log.note(STUDY.id, [noted(5)])
        assert await numbers(log) == [1, 3, 4, 5]


async def a_note_about_nobody_is_replaced_by_one_that_forgets_the_respondent(
    stage: StoreStage,
) -> None:
    async with stage.study() as log:
        await log.erase(
            STUDY.id, "R001", [noted(1, event="without R001"), noted(5, "R001", "withdrew")]
        )
        assert list(await log.notes(STUDY.id)) == [
            noted(1, event="without R001"),
            noted(3, "R002"),
            noted(5, "R001", "withdrew"),
        ]


async def erasing_never_takes_the_place_of_somebody_elses_note(stage: StoreStage) -> None:
    async with stage.study() as log:
        before = await log.notes(STUDY.id)
        for misfit in (
            noted(1, "R001"),
            noted(3, "R001"),
            noted(3),
            noted(3, "R002", "changed"),
            noted(6, "R001"),
        ):
            await refused(ConflictError, log.erase(STUDY.id, "R001", [misfit, noted(5, "R001")]))
        assert await log.notes(STUDY.id) == before
        assert (await log.session(SESSION.id)).id == SESSION.id


async def numbers_never_go_back(stage: StoreStage) -> None:
    async with stage.study() as log:
        for notes in ([], [noted(2, "R001", "withdrew")]):
            assert "newest note" in await refused(ConflictError, log.erase(STUDY.id, "R001", notes))
        await log.erase(STUDY.id, "R002", [])
        assert await numbers(log) == [1, 2, 4]


async def whoever_has_read_a_study_before_an_erasure_has_to_read_it_again(
    stage: StoreStage,
) -> None:
    async with stage.study() as log, stage.log() as elsewhere:
        await log.erase(STUDY.id, "R001", [noted(5, "R001", "withdrew")])
        await refused(ConflictError, elsewhere.note(STUDY.id, [noted(5, "R001", "finished")]))
        await elsewhere.note(STUDY.id, [noted(6, "R002", "finished")])
        assert await numbers(log) == [1, 3, 5, 6]


async def an_unknown_respondent_cannot_be_erased(stage: StoreStage) -> None:
    async with stage.study() as log:
        assert "R009" in await refused(NotFound, log.erase(STUDY.id, "R009", [noted(5, "R009")]))
        assert await numbers(log) == [1, 2, 3, 4]


async def a_respondent_may_be_erased_twice(stage: StoreStage) -> None:
    async with stage.study() as log:
        for number in (5, 6):
            await log.erase(STUDY.id, "R001", [noted(number, "R001", "withdrew")])
        assert list(await log.notes(STUDY.id)) == [
            noted(1),
            noted(3, "R002"),
            noted(6, "R001", "withdrew"),
        ]


async def erasing_leaves_other_respondents_and_studies(stage: StoreStage) -> None:
    async with stage.study() as log:
        await log.open(replace(SESSION, id="session-2"), CONTENT)
        await log.open(replace(SESSION, id="session-3"), CONTENT)
        await log.open_study(replace(STUDY, id="study-2"), STUDY_CONTENT)
        await log.note(STUDY.id, [noted(5, "R002")], "session-2")
        await log.note("study-2", [noted(1, "R001"), noted(2, "R001")], "session-3")
        kept = [
            await play(log, "key", session="session-2"),
            await play(log, "key", session="session-3"),
        ]
        await log.erase(STUDY.id, "R001", [noted(6, "R001", "withdrew")])
        assert [*await log.turns("session-2"), *await log.turns("session-3")] == kept
        assert list(await log.notes("study-2")) == [noted(1, "R001"), noted(2, "R001")]
        assert await log.content(STUDY_CONTENT.hash) == STUDY_CONTENT


async def a_deleted_session_leaves_its_study(stage: StoreStage) -> None:
    async with stage.study() as log:
        await log.delete(SESSION.id)
        assert await numbers(log) == [1, 2, 3, 4]
        await log.open(SESSION, CONTENT)
        await log.note(STUDY.id, [noted(5, "R002")], SESSION.id)


async def deleting_a_study_takes_its_sessions_and_leaves_the_others(stage: StoreStage) -> None:
    async with stage.study() as log:
        await log.open(replace(SESSION, id="session-2"), CONTENT)
        await log.open(replace(SESSION, id="alone"), CONTENT)
        await log.open_study(replace(STUDY, id="study-2"), STUDY_CONTENT)
        await log.note("study-2", [noted(1, "R001")], "session-2")
        await log.delete_study(STUDY.id)
        await refused(NotFound, log.study(STUDY.id))
        await refused(NotFound, log.session(SESSION.id))
        assert await numbers(log) == []
        assert {session.id for session in await log.sessions()} == {"session-2", "alone"}
        assert list(await log.notes("study-2")) == [noted(1, "R001")]
        await log.open_study(STUDY, STUDY_CONTENT)
        await log.note(STUDY.id, [noted(1)])


BEHAVIOURS: tuple[Behaviour, ...] = (
    a_session_remembers_how_it_was_opened,
    sessions_share_their_content,
    sessions_are_listed_newest_first,
    sessions_are_active_from_their_last_turn_on,
    several_sessions_are_looked_up_at_once,
    sessions_are_found_by_what_they_are,
    a_session_is_over_when_its_last_record_says_so,
    contents_are_counted_by_their_sessions,
    a_session_is_opened_once,
    a_session_needs_its_content,
    what_is_not_there_is_not_found,
    turns_are_numbered_from_zero_without_gaps,
    a_played_turn_moves_its_session_on,
    texts_come_back_as_they_were,
    the_last_snapshot_is_kept,
    everything_outlives_the_process,
    a_closed_log_says_so,
    what_was_heard_is_there_before_anyone_answers,
    a_turn_sent_twice_is_answered_the_same,
    a_played_key_is_answered_while_another_turn_is_pending,
    a_pending_turn_keeps_everybody_waiting,
    turns_that_are_under_way_are_known_by_their_sessions,
    an_expired_claim_is_taken_over_with_its_words,
    the_fence_only_rises,
    whoever_was_taken_over_cannot_append,
    a_turn_is_appended_once,
    a_late_owner_may_append_while_nobody_took_over,
    a_renewed_claim_is_not_taken_over,
    a_released_claim_waits_for_the_next_owner,
    a_withdrawn_claim_leaves_nothing_behind,
    sessions_are_claimed_independently,
    a_claim_takes_no_other_turn,
    one_of_many_gets_the_turn,
    one_of_many_takes_over,
    an_append_and_a_take_over_at_once_leave_one_turn,
    many_senders_of_the_same_turns_play_each_once,
    a_refusal_spoils_nobody_elses_turn,
    text_that_cannot_be_stored_is_refused_and_harms_nobody,
    a_database_may_be_opened_by_many_at_once,
    a_row_that_fits_no_table_is_refused,
    deleting_a_session_leaves_the_others,
    a_deleted_session_can_be_opened_anew,
    content_goes_with_the_last_session_that_has_it,
    a_rewritten_session_has_the_new_records_and_rows_alone,
    rewriting_leaves_other_sessions,
    whoever_claims_after_a_rewriting_is_told_of_it,
    a_session_that_goes_on_is_not_rewritten,
    a_rewriting_that_does_not_fit_changes_nothing,
    of_a_turn_and_a_rewriting_at_once_each_sees_the_other,
    a_session_has_the_content_it_was_opened_with,
    a_migrated_session_goes_on_with_the_other_content,
    a_session_may_migrate_again_and_back,
    a_migration_taken_back_never_was,
    only_the_newest_migration_is_taken_back,
    content_that_others_have_stays_when_a_migration_is_taken_back,
    a_session_that_goes_on_is_not_migrated,
    a_session_that_has_gone_on_keeps_its_content,
    contents_go_with_the_last_session_that_ever_had_them,
    a_migrated_respondent_is_erased_like_any_other,
    of_a_turn_and_a_migration_at_once_each_sees_the_other,
    rows_are_read_by_column_in_the_order_of_their_keys,
    what_is_true_or_absent_is_read_as_it_was_written,
    rows_of_another_session_are_not_read,
    a_table_that_is_not_readable_is_not_found,
    what_is_raised_is_listed_with_what_was_done,
    what_was_not_raised_cannot_be_seen,
    what_was_raised_goes_with_its_session,
    a_study_remembers_how_it_was_opened,
    a_study_is_opened_once,
    a_study_needs_its_content,
    studies_are_listed_newest_first,
    a_study_that_is_not_there_is_not_found,
    notes_come_back_in_order_as_they_were,
    three_hundred_notes_are_kept_in_order,
    a_note_follows_the_newest_or_is_refused,
    of_two_who_note_at_once_one_has_to_try_again,
    writers_that_try_again_all_get_their_notes_in,
    a_session_belongs_to_one_study,
    a_session_joins_a_study_as_that_of_one_respondent,
    text_that_cannot_be_noted_harms_nobody,
    erasing_a_respondent_removes_session_rows_and_notes,
    a_note_takes_the_place_of_an_erased_one,
    a_note_about_nobody_is_replaced_by_one_that_forgets_the_respondent,
    erasing_never_takes_the_place_of_somebody_elses_note,
    numbers_never_go_back,
    whoever_has_read_a_study_before_an_erasure_has_to_read_it_again,
    an_unknown_respondent_cannot_be_erased,
    a_respondent_may_be_erased_twice,
    erasing_leaves_other_respondents_and_studies,
    a_deleted_session_leaves_its_study,
    deleting_a_study_takes_its_sessions_and_leaves_the_others,
)
