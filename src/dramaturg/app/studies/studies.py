"""Studies: opened, joined, screened, held, paused, closed, and left again by whoever wants their
words back.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice

from dramaturg.app.sessions.sessions import Sessions
from dramaturg.kernel.conditions import Value
from dramaturg.kernel.errors import (
    BadInput,
    ConflictError,
    DramaturgError,
    NotFound,
    StoreUnavailable,
    did_you_mean,
)
from dramaturg.kernel.text import storable
from dramaturg.store import Log
from dramaturg.studies.base.codes import CodingDecision
from dramaturg.studies.base.document import Study
from dramaturg.studies.base.screening import Screening, as_told, read_answers, screened
from dramaturg.studies.base.state import (
    BroughtIn,
    Consented,
    DecisionUndone,
    InterviewBegan,
    InterviewFinished,
    Invited,
    Participant,
    Screened,
    Status,
    StatusChanged,
    StudyEvent,
    StudyState,
    apply,
    folded,
    note_of,
)
from dramaturg.studies.content import interview_of, study_of
from dramaturg.studies.forget import decisions_lost, notes_without
from dramaturg.turn.engine import fold
from dramaturg.turn.ports import Clock, Ids, StoredContent, StudyInfo

TRIES = 40  # to be the fastest, when many write at once
PAUSE = 0.005  # seconds longer before every further try
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none that is taken for another
GROUPS, OF_LETTERS = 4, 4  # 80 bits: more than anybody tries out
MOST_INVITATIONS = 10_000

Decide = Callable[[StudyState], Sequence[StudyEvent]]


@dataclass(frozen=True, slots=True)
class Admission:
    """Who somebody is from now on, and what they can withdraw and go on with. The receipt is shown
    once and kept as a hash.
    """

    respondent: str
    receipt: str


@dataclass(frozen=True, slots=True)
class BegunInterview:
    """An interview to be answered through Sessions.turn, and what was asked last in it."""

    session: str
    question: str


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """`decisions` of the analyst spoke of nothing but this respondent's ideas, or merged them, and
    are gone too.
    """

    respondent: str
    decisions: int = 0


class Studies:
    """All studies of one log. Everything is decided on the newest state: whoever was slower reads
    again and decides again.

    `log` is for reading: what is noted goes through here.
    """

    def __init__(self, log: Log, sessions: Sessions, clock: Clock, ids: Ids) -> None:
        self.log, self._sessions, self._clock, self._ids = log, sessions, clock, ids
        self._erasing = asyncio.Lock()  # a store that overwrites bytes wants to be alone

    # ── the researcher ────────────────────────────────────────────────────────────────────────────

    async def open(self, content: StoredContent) -> str:
        """A new study. Returns its id."""
        study = self._ids.new()
        await self.log.open_study(
            StudyInfo(study, content.id, content.version, content.hash, self._clock.now()), content
        )
        return study

    async def all(self) -> Sequence[StudyInfo]:
        """Newest first."""
        return await self.log.studies()

    async def sessions(self, *studies: str) -> frozenset[str]:
        """The sessions that belong to these studies, or to any."""
        named = studies or [each.id for each in await self.log.studies()]
        states = [await self.state(study) for study in named]
        return frozenset(
            person.session
            for state in states
            for person in state.participants.values()
            if person.session
        )

    async def find(self, name: str) -> str:
        """The id of the one study with this id, whose id begins so, or whose file has this id.
        Raises NotFound or BadInput.
        """
        studies = await self.log.studies()
        if name in (each.id for each in studies):
            return name
        found = [each.id for each in studies if name == each.content_id or each.id.startswith(name)]
        if not found:
            known = did_you_mean(name, [each.content_id for each in studies])
            raise NotFound(f"no study {name!r} is open. {known}".strip())
        if len(found) > 1:
            raise BadInput(
                f"{len(found)} studies go by {name!r}; give the beginning of an id, from `dramaturg"
                " study list`"
            )
        return found[0]

    async def content(self, study: str) -> StoredContent:
        """The study with all that its interviews are held with, as it was opened."""
        return await self.log.content((await self.log.study(study)).content_hash)

    async def document(self, study: str) -> Study:
        return study_of(await self.content(study))

    async def state(self, study: str) -> StudyState:
        await self.log.study(study)
        return folded(await self.log.notes(study))

    async def invite(self, study: str, number: int) -> tuple[str, ...]:
        """So many invitations, each for one respondent. They are shown here only; the log has their
        hashes.
        """
        if not 1 <= number <= MOST_INVITATIONS:
            raise BadInput(
                f"from 1 to {MOST_INVITATIONS} invitations can be made at once, not {number}"
            )
        codes = tuple(_new_code() for _ in range(number))
        await self._note(study, lambda state: _inviting(state, codes))
        return codes

    async def set_status(self, study: str, status: Status) -> None:
        """Paused it takes nobody new for now, closed nobody new for good; interviews that have
        begun can be finished.
        """
        await self._note(study, lambda state: _change(state, status))

    async def decide(self, study: str, decision: CodingDecision) -> int:
        """Note what the analyst decided about codes. Returns the number to take it back by."""
        return (await self._note(study, lambda state: (decision,))).decisions[-1].number

    async def undo(self, study: str, number: int) -> None:
        """Take back a decision about codes."""
        await self._note(study, lambda state: _undoing(state, number))

    async def delete(self, study: str) -> None:
        """Remove the study with all its interviews, the bytes on disk included."""
        state = await self.state(study)
        for participant in state.participants.values():
            self._sessions.forget(participant.session)
        async with self._erasing:
            await self.log.delete_study(study)

    # ── the respondent ────────────────────────────────────────────────────────────────────────────

    async def welcome(self, study: str, invitation: str = "") -> Study:
        """The study, for somebody who wants to take part. Raises BadInput when nobody new is taken,
        or not without invitation.
        """
        document = await self.document(study)
        _require_welcome(document, await self.state(study), _hashed(invitation))
        return document

    async def consent(self, study: str, invitation: str = "", simulated: bool = False) -> Admission:
        """Somebody agrees to the study's consent text and gets a pseudonym. Raises BadInput when
        nobody new is taken.

        Whoever is `simulated` is told apart from people in every report.
        """
        document, receipt = await self.document(study), _new_code()
        text, held, used = document.consent, _hashed(receipt), _hashed(invitation)

        def decide(state: StudyState) -> Sequence[Consented]:
            _require_welcome(document, state, used)
            who = _next_name(state)
            return (Consented(who, text.version, text.hash, held, used, simulated),)

        return Admission(_holder(await self._note(study, decide), receipt), receipt)

    async def screen(self, study: str, respondent: str, answers: Mapping[str, Value]) -> Screening:
        """What comes of a respondent's answers to the screener. Asked again, the outcome stays what
        it was.
        """
        document = await self.document(study)
        given = {
            name: storable(value) if isinstance(value, str) else value
            for name, value in answers.items()
        }

        def decide(state: StudyState) -> Sequence[Screened]:
            if _participant(state, respondent).standing != "consented":
                return ()
            _require_open(state)
            read = read_answers(document, given)
            outcome = screened(document, read, state)
            return (Screened(respondent, read, outcome.outcome, outcome.quotas),)

        state = await self._note(study, decide)
        return as_told(document, _participant(state, respondent), state)

    async def begin(self, study: str, respondent: str) -> BegunInterview:
        """The interview of an accepted respondent, or, after a break, the one they have begun."""
        state = await self.state(study)
        known = _participant(state, respondent)
        if known.standing == "interviewing":
            return await self._taken_up(known.session)
        _require_may_begin(state, known)
        session, opening = await self._sessions.open(interview_of(await self.content(study)))
        try:
            state = await self._note(
                study, lambda now: _beginning(now, respondent, session), session
            )
        except DramaturgError:
            await self._discard(session)
            raise
        ours = _participant(state, respondent).session
        if ours != session:  # they have begun elsewhere in the meantime
            await self._discard(session)
            return await self._taken_up(ours)
        return BegunInterview(session, opening.line)

    async def bring_in(
        self, study: str, content: StoredContent, source: str, answers: Mapping[str, Value]
    ) -> str:
        """An interview that was held elsewhere, to be read answer by answer; returns the pseudonym
        of its respondent. Raises BadInput where the study has this very talk.
        """
        state = await self.state(study)
        for each in state.participants.values():
            if each.source and (await self.log.session(each.session)).content_hash == content.hash:
                raise BadInput(f"{source} is in the study already, as {each.id}")
        session, _ = await self._sessions.open(content)

        def decide(now: StudyState) -> Sequence[BroughtIn]:
            return (BroughtIn(_next_name(now), session, source, answers),)

        try:
            state = await self._note(study, decide, session)
        except DramaturgError:
            await self._discard(session)
            raise
        return next(each.id for each in state.participants.values() if each.session == session)

    async def note_end(self, study: str, respondent: str, left: bool = False) -> bool:
        """Note that the interview is over, if it is; with `left`, that the respondent will not come
        back to it.
        """
        known = _participant(await self.state(study), respondent)
        if known.standing != "interviewing":
            return known.standing == "finished"
        interview = (await self._sessions.live(known.session)).state
        if not interview.ended and not left:
            return False
        termination = interview.termination or "left"
        await self._note(study, lambda state: _ending(state, respondent, termination))
        return True

    async def note_ends(self, study: str) -> None:
        """Note every interview that is over: whoever closes the window after the last question says
        no goodbye.
        """
        for each in (await self.state(study)).participants.values():
            begun = each.session if each.standing == "interviewing" else ""
            if begun and (await self._sessions.live(begun)).state.ended:
                await self.note_end(study, each.id)

    async def respondent_of(self, study: str, receipt: str) -> str:
        """Whose receipt it is. Raises NotFound, also once they have withdrawn."""
        return _holder(await self.state(study), receipt)

    async def withdraw(self, study: str, respondent: str) -> Withdrawal:
        """Erase a respondent's words and answers, at any time, whatever has become of the study.
        Only the pseudonym is left.
        """
        for attempt in range(TRIES):
            notes = await self.log.notes(study)
            known = _participant(folded(notes), respondent)
            if known.standing == "withdrawn":
                return Withdrawal(respondent)
            left = notes_without(notes, respondent, self._clock.now())
            try:
                async with self._erasing:
                    await self.log.erase(study, respondent, left)
            except ConflictError:
                await asyncio.sleep(attempt * PAUSE)
            else:
                return Withdrawal(respondent, decisions_lost(left))
            finally:  # also when the words are gone and the bytes could not be overwritten yet
                self._sessions.forget(known.session)
        raise _too_busy(study)

    async def delete_session(self, session: str) -> str:
        """Erase a session. With an interview of a study its respondent withdraws: no study counts
        on what is gone.

        Returns the study it belonged to, if any.
        """
        for study in await self.log.studies():
            for each in (await self.state(study.id)).participants.values():
                if each.session == session:
                    await self.withdraw(study.id, each.id)
                    return study.id
        await self._sessions.delete(session)
        return ""

    # ── the log ───────────────────────────────────────────────────────────────────────────────────

    async def _discard(self, session: str) -> None:
        """Remove an interview that nobody has answered: it has nobody's words, so its bytes may be
        overwritten later.
        """
        with suppress(StoreUnavailable):
            async with self._erasing:
                await self._sessions.delete(session)

    async def _taken_up(self, session: str) -> BegunInterview:
        await self._sessions.resume(session)
        return BegunInterview(session, (await self._sessions.live(session)).state.question)

    async def _note(self, study: str, decide: Decide, session: str | None = None) -> StudyState:
        """The state after what is decided on the newest one was noted; decided again when somebody
        else was faster.
        """
        for attempt in range(TRIES):
            state = await self.state(study)
            events, now = decide(state), self._clock.now()
            notes = [
                note_of(event, number, now)
                for number, event in enumerate(events, start=state.number + 1)
            ]
            try:
                if notes:
                    await self.log.note(study, notes, session)
            except ConflictError:
                await asyncio.sleep(attempt * PAUSE)
            else:
                return fold(apply, events, state)
        raise _too_busy(study)


# ── what may be done ──────────────────────────────────────────────────────────────────────────────


def _require_open(state: StudyState) -> None:
    if state.status == "paused":
        raise BadInput(
            "This study is paused and takes nobody new at the moment. Please try again later."
        )
    if state.status == "closed":
        raise BadInput(
            "This study is closed and takes nobody new any more. Thank you for your interest."
        )


def _require_welcome(document: Study, state: StudyState, used: str) -> None:
    _require_open(state)
    if not used and document.invited_only:
        raise BadInput("One needs an invitation to take part in this study.")
    if used and used not in state.invitations:
        raise BadInput(
            "There is no such invitation to this study; please look whether it is typed as it was"
            " given to you."
        )
    if used and state.invitations[used]:
        raise BadInput(
            "This invitation was used already; to go on with an interview, use your receipt."
        )


def _require_may_begin(state: StudyState, known: Participant) -> None:
    if known.standing == "consented":
        raise BadInput(f"{known.id} has not answered the screener yet")
    if known.standing != "accepted":
        raise BadInput(
            f"there is no interview for {known.id} to hold: {known.standing.replace('_', ' ')}"
        )
    _require_open(state)


def _holder(state: StudyState, receipt: str) -> str:
    held = _hashed(receipt)
    for each in state.participants.values():
        if held and each.receipt == held:
            return each.id
    raise NotFound(
        "Nobody in this study has this receipt. Whoever has withdrawn already is not known any"
        " longer."
    )


def _participant(state: StudyState, respondent: str) -> Participant:
    if (known := state.participants.get(respondent)) is not None:
        return known
    meant = did_you_mean(respondent, state.participants)
    raise NotFound(f"there is no respondent {respondent!r}. {meant}".strip())


# ── what is noted ─────────────────────────────────────────────────────────────────────────────────


def _next_name(state: StudyState) -> str:
    """Counted on from the last that was given, also to somebody who has withdrawn."""
    last = max((int(name[1:]) for name in state.participants), default=0)
    return f"R{last + 1:03}"


def _inviting(state: StudyState, codes: Sequence[str]) -> Sequence[Invited]:
    if state.status == "closed":
        _require_open(state)
    return (Invited(tuple(map(_hashed, codes))),)


def _beginning(state: StudyState, respondent: str, session: str) -> Sequence[InterviewBegan]:
    known = _participant(state, respondent)
    if known.standing == "interviewing":
        return ()
    _require_may_begin(state, known)
    return (InterviewBegan(respondent, session),)


def _ending(state: StudyState, respondent: str, termination: str) -> Sequence[InterviewFinished]:
    interviewing = _participant(state, respondent).standing == "interviewing"
    return (InterviewFinished(respondent, termination),) if interviewing else ()


def _change(state: StudyState, status: Status) -> Sequence[StatusChanged]:
    if state.status == "closed" and status != "closed":
        raise BadInput(
            "this study is closed, which is for good; open it anew to interview more people"
        )
    return (StatusChanged(status),) if state.status != status else ()


def _undoing(state: StudyState, number: int) -> Sequence[DecisionUndone]:
    decided = {each.number: each for each in state.decisions}
    if number not in decided:
        meant = did_you_mean(str(number), map(str, decided))
        raise NotFound(f"there is no decision {number}. {meant}".strip())
    return () if decided[number].undone else (DecisionUndone(number),)


# ── codes people type ─────────────────────────────────────────────────────────────────────────────


def _new_code() -> str:
    letters = (secrets.choice(LETTERS) for _ in range(GROUPS * OF_LETTERS))
    return "-".join("".join(islice(letters, OF_LETTERS)) for _ in range(GROUPS))


def _hashed(code: str) -> str:
    """However it is typed: small letters, spaces and hyphens do not matter. Of nothing there is no
    hash.
    """
    plain = "".join(letter for letter in code.upper() if letter.isalnum())
    return sha256(plain.encode("utf-8", "replace")).hexdigest() if plain else ""


def _too_busy(study: str) -> ConflictError:
    return ConflictError(f"too many write to study {study} at once; please try again")
