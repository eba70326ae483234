"""Speakers: who of those in a recording asked and who answered, guessed, so that somebody can say
whether that is right.

A label that says what somebody is decides. Else whoever says most is the respondent, unless they
ask by far the most, and whoever of the others asks most is the interviewer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dramaturg.data_files import Words, load
from dramaturg.kernel.errors import did_you_mean
from dramaturg.studies.transcripts.recording import Recording, Role

CLEARLY = 2.0  # times as many questions for each line as anybody else: a guess to rely on
BESIDE = 0.6  # of the interviewer's share of questions: somebody who asks beside them
SAMPLE = 90  # characters of what somebody says first


@dataclass(frozen=True, slots=True)
class _Labels:
    """What speaker_labels.yaml holds."""

    interviewer: Words
    respondent: Words


_LABELS = load(__file__, "speaker_labels.yaml", _Labels)


@dataclass(frozen=True, slots=True)
class Speaker:
    """Somebody in a recording, and what they are taken to be. `sure`: a label says it, or the
    others ask far less.
    """

    name: str
    role: Role
    why: str
    sure: bool
    lines: int
    words: int
    questions: int
    sample: str


def speakers_of(recording: Recording) -> tuple[Speaker, ...]:
    """In the order they first speak."""
    told = {name: _Told.of(name, recording) for name in _names(recording)}
    labelled = {name: role for name in told if (role := labelled_role(name))}
    asking = _asking(told, labelled)
    answering = _answering(told, labelled, asking)
    return tuple(
        _speaker(name, each, labelled, asking, answering, told) for name, each in told.items()
    )


def labelled_role(name: str) -> Role | None:
    """What a label says that names a part and no person: `Interviewer`, `I`, `P2`."""
    plain = name.casefold().rstrip(".0123456789 ")
    if plain in _LABELS.interviewer:
        return "interviewer"
    return "respondent" if plain in _LABELS.respondent else None


def confirmed(
    recording: Recording, interviewers: Sequence[str], respondent: str
) -> tuple[dict[str, Role], str]:
    """Who is who when somebody has said some of it; the rest is guessed. Second, what is wrong with
    that, or nothing.
    """
    guessed = speakers_of(recording)
    names = {each.name.casefold(): each.name for each in guessed}
    roles: dict[str, Role] = {each.name: each.role for each in guessed}
    here = [names[each.casefold()] for each in interviewers if each.casefold() in names]
    if here:
        roles |= {name: "left_out" for name, role in roles.items() if role == "interviewer"}
    who = names.get(respondent.casefold())
    if respondent and who is None:
        meant = did_you_mean(respondent, list(names.values()))
        return roles, f"nobody in it is called {respondent!r}. {meant}".strip()
    if who:
        roles |= {name: "left_out" for name, role in roles.items() if role == "respondent"}
    roles.update(dict.fromkeys(here, "interviewer"))
    if who:
        roles[who] = "respondent"
    return roles, roles_wrong(roles)


def roles_wrong(roles: Mapping[str, Role]) -> str:
    """What is wrong with who is who; nothing where there is one respondent."""
    answering = [name for name, role in roles.items() if role == "respondent"]
    if not answering:
        told = ", ".join(name for name in roles if name) or "nobody"
        return f"nobody in it is the respondent (it has {told}): say who is"
    if len(answering) > 1:
        who = ", ".join(answering)
        return f"it has several respondents ({who}): say whose words are to be taken"
    return ""


# ── guessing ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Told:
    lines: int
    words: int
    questions: int
    sample: str

    @classmethod
    def of(cls, name: str, recording: Recording) -> _Told:
        said = [each.text for each in recording.lines if each.speaker == name]
        first = next((text for text in said if text), "")
        return cls(
            lines=len(said),
            words=sum(len(text.split()) for text in said),
            questions=sum("?" in text for text in said),
            sample=first if len(first) <= SAMPLE else f"{first[:SAMPLE].rsplit(' ', 1)[0]} …",
        )

    @property
    def asks(self) -> float:
        """The share of lines that ask something."""
        return self.questions / max(1, self.lines)


def _names(recording: Recording) -> list[str]:
    return list(dict.fromkeys(each.speaker for each in recording.lines))


def _asking(told: Mapping[str, _Told], labelled: Mapping[str, Role]) -> set[str]:
    found = {name for name, role in labelled.items() if role == "interviewer"}
    others = {name: each for name, each in told.items() if name not in labelled}
    if found or not others or (len(others) == 1 and "respondent" not in labelled.values()):
        return found
    speaks = max(told, key=lambda name: told[name].words)
    rest = {name: each for name, each in others.items() if name != speaks} or others
    most = max(rest.values(), key=lambda each: (each.asks, -each.words))
    if told[speaks].asks >= CLEARLY * most.asks and speaks in others:
        return {speaks} if told[speaks].asks else set()  # an interviewer who talks a great deal
    return {name for name, each in rest.items() if each.asks and each.asks >= BESIDE * most.asks}


def _answering(
    told: Mapping[str, _Told], labelled: Mapping[str, Role], asking: set[str]
) -> set[str]:
    if found := {name for name, role in labelled.items() if role == "respondent"}:
        return found
    others = {name: each.words for name, each in told.items() if name not in asking}
    return {max(others, key=others.__getitem__)} if others and asking else set()


def _speaker(
    name: str,
    each: _Told,
    labelled: Mapping[str, Role],
    asking: set[str],
    answering: set[str],
    told: Mapping[str, _Told],
) -> Speaker:
    role: Role = (
        "interviewer" if name in asking else "respondent" if name in answering else "left_out"
    )
    if name in labelled:
        why, sure = "the label says so", True
    else:
        why = {
            "interviewer": f"asks in {each.questions} of {each.lines} lines",
            "respondent": "says most of those who do not ask",
            "left_out": "says little, or asks nothing and answers nothing",
        }[role]
        sure = _clear(told, asking) if role != "left_out" else False
    return Speaker(name, role, why, sure, each.lines, each.words, each.questions, each.sample)


def _clear(told: Mapping[str, _Told], asking: set[str]) -> bool:
    ask = min((told[name].asks for name in asking), default=0.0)
    rest = max((each.asks for name, each in told.items() if name not in asking), default=0.0)
    return ask > 0 and ask >= CLEARLY * rest
