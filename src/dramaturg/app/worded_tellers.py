"""Tellers with a model: what is told is decided as without one, so that what came out can be counted; a model words it."""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.engines.memoir.teller import Life
from dramaturg.turn.asks import Ask, Prompter, Unreadable
from dramaturg.turn.ports import Prompt, Voice

LONGEST = 1500  # characters of a passage


@dataclass(frozen=True, slots=True)
class PassageAsk(Ask[str]):
    """Has a model say what a teller has decided to say, in that teller's voice."""

    life: Life
    line: str
    planned: str

    name = "memoir.teller"
    role = "speak"

    def prompt(self) -> Prompt:
        system = (
            f"You play a person who tells their life to an interviewer: {self.life.title}.\nHow they talk: {self.life.voice}\n"
            "Answer in this person's voice, in one to five spoken sentences. Say everything that is given under WHAT YOU SAY, add"
            " no facts to it, ask nothing, and write nothing but the words that are spoken."
        )
        user = f"THE INTERVIEWER SAYS\n{self.line}\n\nWHAT YOU SAY\n{self.planned}"
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


async def in_words_of(voice: Voice, life: Life, line: str, planned: str) -> str:
    """What a teller means to say, in a model's words; without an answer, in their own."""
    return (await Prompter(voice).ask(PassageAsk(life, line, planned))).value
