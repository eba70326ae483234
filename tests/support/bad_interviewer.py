"""An interviewer who diagnoses, leads, accuses, presses, advises, flatters, deceives and holds
forth, in endless variations.

Every bad sentence it says is kept as it was said, so that whoever listens can tell whether one of
them got through, whatever rules there may be:

    bad = BadInterviewer(Random(7))
    async with HostileServer("well_behaved", bad.answer) as server: ...
    assert not bad.heard_in(line)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random

from tests.support.bad_lines import CUNNING, FILLERS, HELD_OUT, SEEN, Grammar
from tests.support.hostile_wire import Asked

HARMLESS = (
    *(
        "Thank you for telling me that.",
        "I see.",
        "I am listening.",
        "We can also talk about something else.",
        "Yes.",
    ),
    *(
        "What happened then?",
        "There is no hurry.",
        "Tell me a little more about that.",
        "If you would rather leave it there, that is fine.",
    ),
)
_SLOT = re.compile(r"\{(\w+)\}")
_LOOK_ALIKES = str.maketrans("aeopcxyiAEOPCTHKMB", "аеорсхуіАЕОРСТНКМВ")
_WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
_LEET = str.maketrans("aeiost", "431057")


def filled(template: str, chance: Random) -> str:
    """The template with words in its slots, a capital where the slot has one."""

    def word(slot: re.Match[str]) -> str:
        name = slot[1]
        if name.lower() not in FILLERS:
            return slot[0]
        found = chance.choice(FILLERS[name.lower()])
        return found[:1].upper() + found[1:] if name[0].isupper() else found

    return (
        _SLOT.sub(word, template.replace("{{", "\0").replace("}}", "\1"))
        .replace("\0", "{")
        .replace("\1", "}")
    )


# ── hiding ────────────────────────────────────────────────────────────────────────────────────────


def _sown(mark: str) -> Callable[[str, Random], str]:
    return lambda text, chance: (
        "".join(letter + (mark if chance.random() < 0.3 else "") for letter in text) + mark
    )


TRICKS: Mapping[str, Callable[[str, Random], str]] = {
    "as it is": lambda text, chance: text,
    "small letters": lambda text, chance: text.lower(),
    "capitals": lambda text, chance: text.upper(),
    "zero width": _sown("\u200b"),
    "soft hyphens": _sown("\u00ad"),
    "joined": _sown("\u2060"),
    "accents": _sown("\u0301"),
    "look-alikes": lambda text, chance: text.translate(_LOOK_ALIKES),
    "wide": lambda text, chance: text.translate(_WIDE),
    "set apart": lambda text, chance: " ".join(text),
    "dotted": lambda text, chance: ".".join(text),
    "digits": lambda text, chance: text.translate(_LEET),
    "bold": lambda text, chance: f"**{text}**",
    "tags": lambda text, chance: f"<b>{text}</b>",
    "backwards": lambda text, chance: f"\u202e{text[::-1]}\u202c",
    "curly": lambda text, chance: text.replace("'", "\u2019"),
    "broken": lambda text, chance: text.replace(" ", "\n", 1),
    "hyphens": lambda text, chance: re.sub(r"(\w{3})(\w{3})", r"\1-\2", text),
    "unmarked": lambda text, chance: text.rstrip(".?!"),
}


# ── speaking ──────────────────────────────────────────────────────────────────────────────────────


class BadInterviewer:
    """Says something bad each time. `said` holds every bad sentence, folded, with what is wrong
    with it.
    """

    def __init__(
        self,
        chance: Random,
        grammars: Sequence[Grammar] = (SEEN, HELD_OUT, CUNNING),
        tricks: Sequence[str] = tuple(TRICKS),
    ):
        self._chance = chance
        self._grammars = grammars
        self._tricks = tricks
        self.said: dict[str, str] = {}
        self.kinds: Counter[str] = Counter()

    def answer(self, asked: Asked | None = None) -> str:
        """A line: one bad sentence alone, among harmless ones, or so many that it is a speech."""
        shape = self._chance.choice(("alone", "before", "after", "between", "several", "speech"))
        count = {"several": self._chance.randint(2, 3), "speech": self._chance.randint(5, 12)}.get(
            shape, 1
        )
        bad = [self._sentence() for _ in range(count)]
        before = [self._chance.choice(HARMLESS)] if shape in ("after", "between") else []
        after = [self._chance.choice(HARMLESS)] if shape in ("before", "between") else []
        return " ".join([*before, *bad, *after])

    def _sentence(self) -> str:
        grammar = self._chance.choice(self._grammars)
        kind = self._chance.choice(tuple(grammar))
        plainly = filled(self._chance.choice(grammar[kind]), self._chance)
        hidden = TRICKS[self._chance.choice(self._tricks)](plainly, self._chance)
        self.kinds[kind] += 1
        for sentence in (plainly, hidden):
            self.said[folded(sentence)] = kind
        return hidden

    def heard_in(self, line: str) -> list[str]:
        """The bad sentences that are in a line."""
        text = folded(line)
        return [sentence for sentence in self.said if sentence in text]


def folded(text: str) -> str:
    """Letters and digits only, so that no mark in between makes two sentences of one."""
    return "".join(filter(str.isalnum, text.casefold()))
