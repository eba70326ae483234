"""Asking what a passage tells: one structured question, its answer held against the words that were
said, and the rules' own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from dramaturg.data_files import load
from dramaturg.engines.memoir.asks.known_story import known_people
from dramaturg.engines.memoir.asks.story_reader import SLOTS, StoryReader, text_of
from dramaturg.engines.memoir.base.story import PERIODS, Story, StoryThread
from dramaturg.engines.memoir.base.story_events import Mentioned
from dramaturg.engines.memoir.story.extract import PassageExtract
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.engines.memoir.story.titles import LONGEST
from dramaturg.english.prose import plain
from dramaturg.kernel.values import replace
from dramaturg.languages.letters import word_count
from dramaturg.turn.asks import Ask, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.json_answers import object_in
from dramaturg.turn.ports import Prompt
from dramaturg.turn.readings import Claim

MOST = 12  # of each kind
MOST_TOKENS = 1_200
LONGEST_PASSAGE = 5_000  # characters shown: head and tail


@dataclass(frozen=True)
class StoryAsk(Ask[PassageExtract]):
    """One passage. What a model gives is added to what the rules found, if it stands in the
    teller's words.
    """

    name: ClassVar[str] = "memoir.story"
    role: ClassVar[Role] = "extract"

    passage: ParsedPassage
    story: Story
    threads: tuple[StoryThread, ...]
    question: str
    ruled: PassageExtract

    def prompt(self) -> Prompt:
        return Prompt(
            self.name,
            self.role,
            load(__file__, "prompts.yaml", dict[str, str])["story"],
            self._user(),
            schema=_FORM,
            max_tokens=MOST_TOKENS,
        )

    def read(self, text: str) -> PassageExtract:
        found = object_in(text)
        if "thread" not in found:
            raise Unreadable("it does not say which thread the passage belongs to.")
        reader = StoryReader(self.passage, self.story)
        thread, title = self._thread(found, reader)
        periods = tuple(period for period in PERIODS if period in _list(found, "periods"))
        claims = tuple(reader.claims(_list(found, "claims")))
        people = tuple(reader.people(_list(found, "people")))
        places = tuple(reader.places(_list(found, "places")))
        loose_ends = reader.quotes("loose end", _list(found, "loose_ends"))
        corrections = tuple(reader.corrections(_list(found, "corrections")))
        refused = tuple(reader.quotes("refused", _list(found, "refused", needed=False)))
        return replace(
            self.ruled,
            periods=periods or self.ruled.periods,
            claims=_with_more_claims(self.ruled.claims, claims),
            people=_with_more(self.ruled.people, people),
            places=_with_more(self.ruled.places, places),
            loose_ends=tuple(dict.fromkeys((*self.ruled.loose_ends, *loose_ends))),
            corrections=(*self.ruled.corrections, *corrections),
            thread=thread,
            title=title,
            refused=refused,
            dropped=tuple(reader.dropped),
            by_model=True,
        )

    def offline(self) -> PassageExtract:
        return self.ruled

    def _thread(self, found: Mapping[str, Any], reader: StoryReader) -> tuple[str, str]:
        """The thread by its title, or a title for a new one."""
        written = text_of(found, "thread")
        known = {plain(thread.title): thread.id for thread in self.threads}
        if plain(written) in known:
            return known[plain(written)], ""
        title = text_of(found, "title") or written
        return "", reader.title(title) if self._may_open else ""

    @property
    def _may_open(self) -> bool:
        """The rules know a short answer, which opens nothing, whatever a model makes of it."""
        return word_count(self.passage.text) > LONGEST

    def _user(self) -> str:
        titles = "\n".join(f"- {thread.title}" for thread in self.threads) or "- (none yet)"
        return (
            f"THREADS\n{titles}\n\nKNOWN PEOPLE\n{known_people(self.story) or '(nobody yet)'}\n\nTHE"
            f" INTERVIEWER HAD SAID\n{self.question}\n\nPASSAGE\n{_shown(self.passage.text)}"
        )


def _with_more(ruled: Sequence[Mentioned], more: Iterable[Mentioned]) -> tuple[Mentioned, ...]:
    """Of two who are the same the rules' stays; what they are to the teller may be the model's."""
    found = {mention.key: mention for mention in ruled}
    for mention in more:
        known = found.setdefault(mention.key, mention)
        if mention.role and not known.role:
            found[mention.key] = replace(known, role=mention.role)
    return tuple(found.values())[:MOST]


def _with_more_claims(ruled: Sequence[Claim], more: Iterable[Claim]) -> tuple[Claim, ...]:
    """Of two readings of the same words the rules' stands: it has the words that other claims are
    compared by.
    """
    known = {(claim.slot, claim.value) for claim in ruled}
    return (*ruled, *(claim for claim in more if (claim.slot, claim.value) not in known))


def _list(found: Mapping[str, Any], key: str, needed: bool = True) -> list[Any]:
    listed = found.get(key, [])
    if not isinstance(listed, list):
        if not needed:
            return []
        raise Unreadable(f"{key} is not a list.")
    return listed[:MOST]


# ── the question ──────────────────────────────────────────────────────────────────────────────────


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _array(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


_WORDS: Mapping[str, Any] = {"type": "string"}
_FORM = _object(
    {
        "thread": _WORDS,
        "title": _WORDS,
        "periods": _array({"enum": list(PERIODS)}),
        "claims": _array(
            _object(
                {
                    "subject": _WORDS,
                    "about": _WORDS,
                    "kind": {"enum": list(SLOTS)},
                    "value": _WORDS,
                    "quote": _WORDS,
                }
            )
        ),
        "people": _array(_object({"name": _WORDS, "role": _WORDS, "quote": _WORDS})),
        "places": _array(_object({"name": _WORDS})),
        "loose_ends": _array(_WORDS),
        "corrections": _array(_object({"right": _WORDS, "wrong": _WORDS})),
        "refused": _array(_WORDS),
    }
)


def _shown(text: str) -> str:
    half = LONGEST_PASSAGE // 2
    return text if len(text) <= LONGEST_PASSAGE else f"{text[:half]}\n[...]\n{text[-half:]}"
