"""Simulated people with a model: what they say is decided as without one, so that it can be
counted; a model words it.
"""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.turn.asks import Ask, Prompter, Unreadable
from dramaturg.turn.care import taken_in
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.ports import Prompt, Voice

SAFE = "I am safe, thank you. Let's go on."
LONGEST = 1500  # characters of an answer


def reassurance(record: AnyRecord) -> str | None:
    """What simulated people say who were taken for being in danger, and are not."""
    taken = taken_in(record.percept)
    return SAFE if taken and taken.stage != "calm" else None


@dataclass(frozen=True, slots=True)
class Character:
    """Somebody a model can play: what they are doing here, who they are, and how they talk."""

    doing: str
    title: str
    voice: str


@dataclass(frozen=True, slots=True)
class WordedAsk(Ask[str]):
    """Has a model say what somebody has decided to say, in their voice."""

    character: Character
    line: str
    planned: str

    name = "simulated.person"
    role = "speak"

    def prompt(self) -> Prompt:
        system = (
            f"You play a person who {self.character.doing}: {self.character.title}.\nHow they talk:"
            f" {self.character.voice}\nAnswer what they hear in this person's voice, in one to five"
            " spoken sentences. Say everything that is given under WHAT YOU SAY, add no facts to"
            " it, ask nothing, and write nothing but the words that are spoken."
        )
        user = f"THEY HEAR\n{self.line}\n\nWHAT YOU SAY\n{self.planned}"
        return Prompt(self.name, self.role, system, user, max_tokens=300)

    def read(self, text: str) -> str:
        words = " ".join(text.split()).strip('"')
        if not words:
            raise Unreadable("it is empty")
        if len(words) > LONGEST:
            raise Unreadable(f"it has more than {LONGEST} characters")
        return words

    def offline(self) -> str:
        return self.planned


async def worded(voice: Voice, character: Character, line: str, planned: str) -> str:
    """What somebody means to say, in a model's words; without an answer, in their own."""
    return (await Prompter(voice).ask(WordedAsk(character, line, planned))).value
