"""Transcripts in a study: interviews that were held elsewhere are brought in, all or none, and then
read answer by answer. Whoever looks later goes on where reading stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dramaturg.app.sessions.sessions import Sessions
from dramaturg.app.studies.csv_files import rows_of, text_of
from dramaturg.app.studies.studies import Studies
from dramaturg.engines.interviews.held_talk import HeldTalk
from dramaturg.kernel.conditions import Value
from dramaturg.kernel.errors import BadInput, DramaturgError, did_you_mean
from dramaturg.studies.base.document import Study
from dramaturg.studies.base.screening import read_known_answers
from dramaturg.studies.base.state import Participant
from dramaturg.studies.content import held_interview_of
from dramaturg.studies.transcripts.recording import Recording, Role, talk_of
from dramaturg.studies.transcripts.speakers import confirmed, roles_wrong, speakers_of
from dramaturg.turn.contract import Heard

KEY = "transcript"  # with its number, what a turn goes by: two who read on never read one twice
FILE = "file"  # the column of a table of people that names their transcript


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A recording with who is who in it, and what is known of the respondent."""

    recording: Recording
    roles: Mapping[str, Role]
    answers: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """How far a transcript is read: `read` of so many answers. Once it is `over`, it is counted."""

    respondent: str
    source: str
    read: int
    of: int
    over: bool


def with_roles(
    recordings: Sequence[Recording], interviewers: Sequence[str], respondent: str
) -> list[Confirmed]:
    """Who is who in each, as guessed but for what somebody says. Raises BadInput with what is wrong
    in any of them.
    """
    found, faults = [], []
    for each in recordings:
        roles, wrong = confirmed(each, interviewers, respondent)
        if wrong:
            faults.append(f"{each.name}: {wrong}")
        elif not talk_of(each, roles).answers:
            faults.append(f"{each.name}: the respondent says nothing in it")
        found.append(Confirmed(each, roles))
    known = {line.speaker.casefold() for each in recordings for line in each.lines}
    for name in interviewers:
        if name.casefold() not in known:
            meant = did_you_mean(name, sorted(known))
            faults.append(f"nobody in these files is called {name!r}. {meant}".strip())
    if faults:
        raise BadInput("\n".join(faults))
    return found


def with_said_roles(
    recordings: Sequence[Recording], said: Mapping[str, Mapping[str, Role]]
) -> list[Confirmed]:
    """Who is who in each, by what somebody says of each speaker; of the others, as guessed. Raises
    BadInput.
    """
    found, faults = [], []
    for each in recordings:
        guessed = {speaker.name: speaker.role for speaker in speakers_of(each)}
        roles = guessed | {
            name: role for name, role in said.get(each.name, {}).items() if name in guessed
        }
        if wrong := roles_wrong(roles):
            faults.append(f"{each.name}: {wrong}")
        found.append(Confirmed(each, roles))
    if faults:
        raise BadInput("\n".join(faults))
    return found


def with_people(transcripts: Sequence[Confirmed], path: Path, study: Study) -> list[Confirmed]:
    """What a table says of each respondent: a row for each file, a column for each question of the
    screener that is known. Raises BadInput with every faulty row.
    """
    rows = rows_of(text_of(path), (FILE,), str(path), study.by_question)
    known = {each.recording.name: each for each in transcripts}
    faults: list[str] = []
    told: dict[str, Mapping[str, Value]] = {}
    for row in rows:
        name = row.values[FILE]
        if name not in known:
            meant = did_you_mean(name, known)
            faults.append(f"{path}:{row.line}: no transcript is called {name!r}. {meant}".strip())
            continue
        given = {key: value for key, value in row.values.items() if key != FILE and value}
        try:
            told[name] = read_known_answers(study, given)
        except BadInput as error:
            faults.append(f"{path}:{row.line}: {error}")
    if faults:
        raise BadInput("\n".join(faults))
    return [
        Confirmed(each.recording, each.roles, told.get(each.recording.name, {}))
        for each in transcripts
    ]


async def bring_in(studies: Studies, study: str, found: Sequence[Confirmed]) -> tuple[str, ...]:
    """All of them, or none: what was begun is erased again when one cannot be. Returns the
    pseudonyms.
    """
    content, came = await studies.content(study), list[str]()
    try:
        for each in found:
            talk = talk_of(each.recording, each.roles)
            held = held_interview_of(content, talk)
            came.append(await studies.bring_in(study, held, talk.source, each.answers))
    except DramaturgError:
        for respondent in came:
            await studies.withdraw(study, respondent)
        raise
    return tuple(came)


async def readings(studies: Studies, sessions: Sessions, study: str) -> list[Reading]:
    """How far each transcript of a study is."""
    state = await studies.state(study)
    return [
        await _reading(sessions, each)
        for each in state.participants.values()
        if each.source and each.session
    ]


async def read_on(studies: Studies, sessions: Sessions, study: str, respondent: str) -> None:
    """The rest of a transcript, to its end."""
    person = (await studies.state(study)).participants[respondent]
    if person.standing != "interviewing" or not person.source:
        return
    talk = await _talk(sessions, person.session)
    await sessions.resume(person.session)
    read = (await sessions.live(person.session)).state.turn
    for number in range(read, len(talk.answers)):
        heard = Heard(text=talk.answers[number])
        await sessions.turn(person.session, heard, f"{KEY}-{number + 1}")
    await studies.note_end(study, respondent)


async def unread(studies: Studies, study: str) -> list[str]:
    """Whose transcripts are not read to their end yet."""
    everybody = (await studies.state(study)).participants.values()
    return [each.id for each in everybody if each.source and each.standing == "interviewing"]


async def _reading(sessions: Sessions, person: Participant) -> Reading:
    talk, live = await _talk(sessions, person.session), await sessions.live(person.session)
    of, over = len(talk.answers), person.standing == "finished"
    return Reading(person.id, person.source, live.state.turn, of, over)


async def _talk(sessions: Sessions, session: str) -> HeldTalk:
    talk: HeldTalk = (await sessions.live(session)).engine.talk  # type: ignore[attr-defined]  # of a held interview
    return talk


class TranscriptDesk:
    """Reads the transcripts of studies one after the other, beside everything else a server does.
    After a restart, looking at a study's transcripts is enough to go on.
    """

    def __init__(self, studies: Studies, sessions: Sessions) -> None:
        self._studies, self._sessions = studies, sessions
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._one_at_a_time = asyncio.Lock()

    async def go_on(self, study: str) -> None:
        """Begin to read whatever is unread, unless that is going on."""
        task = self._tasks.get(study)
        if (task is None or task.done()) and await unread(self._studies, study):
            self._tasks[study] = asyncio.create_task(self._read(study))

    async def aclose(self) -> None:
        """Leave off; what is read stays."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _read(self, study: str) -> None:
        for respondent in await unread(self._studies, study):
            async with self._one_at_a_time:
                try:
                    await read_on(self._studies, self._sessions, study, respondent)
                except DramaturgError:  # withdrawn meanwhile, or for whoever looks next
                    continue
