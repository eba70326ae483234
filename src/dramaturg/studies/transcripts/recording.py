"""Recordings: a talk that was held elsewhere, as lines with who said them, and then as questions
and answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap
from typing import Literal

from dramaturg.engines.interviews.held_talk import HeldTalk
from dramaturg.kernel.text import storable

Role = Literal["interviewer", "respondent", "left_out"]

LONGEST_ANSWER = 12_000  # characters of one turn; longer ones go on in the next


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """`speaker` is empty where the file does not say who spoke. `line` is where it stands in it."""

    speaker: str
    text: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Recording:
    """One interview of a file; `name` is the file's, and what sets it apart where there are
    several in it.
    """

    name: str
    lines: tuple[SpokenLine, ...]


def talk_of(recording: Recording, roles: Mapping[str, Role]) -> HeldTalk:
    """The questions and answers in order, by who is who. What several interviewers say in a row is
    one question, and so it is with answers.
    """
    questions, answers = [""], list[str]()
    for role, text in _spoken(recording.lines, roles):
        if role == "interviewer":
            questions[-1] = text
            continue
        for piece in _pieces(text):
            answers.append(piece)
            questions.append("")
    return HeldTalk(recording.name, tuple(questions), tuple(answers))


def _spoken(lines: Sequence[SpokenLine], roles: Mapping[str, Role]) -> Iterator[tuple[Role, str]]:
    heard = [each for each in lines if roles.get(each.speaker, "left_out") != "left_out"]
    for role, said in groupby(heard, key=lambda each: roles[each.speaker]):
        if text := storable(" ".join(each.text for each in said)).strip():
            yield role, text


def _pieces(text: str) -> list[str]:
    """An answer in as many turns as it takes, cut between words."""
    whole = len(text) <= LONGEST_ANSWER
    return [text] if whole else wrap(text, LONGEST_ANSWER, break_on_hyphens=False)
