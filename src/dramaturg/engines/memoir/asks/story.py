"""Asking what a passage tells: one structured question, its answer held against the words that were
said, and the rules' own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from dramaturg.data_files import load
from dramaturg.engines.memoir.base.story import PERIODS, Story, StoryThread
from dramaturg.engines.memoir.base.story_events import Mentioned
from dramaturg.engines.memoir.story.corrections import Correction
from dramaturg.engines.memoir.story.extract import PassageExtract
from dramaturg.engines.memoir.story.kin import KIN, role_of
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.engines.memoir.story.people import with_name, with_role
from dramaturg.engines.memoir.story.titles import LONGEST, title_from
from dramaturg.english.figures import read as figures_in
from dramaturg.english.prose import plain, words
from dramaturg.english.quotes import find
from dramaturg.kernel.values import replace
from dramaturg.turn.asks import Ask, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.json_answers import object_in
from dramaturg.turn.ports import Prompt
from dramaturg.turn.readings import Claim, ClaimSlot, ClaimValue, Span

MOST = 12  # of each kind
MOST_TOKENS = 1_200
LONGEST_PASSAGE = 6_000  # characters shown: head and tail
_SLOTS: tuple[ClaimSlot, ...] = ("year", "age", "count", "place", "name")


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
        reader = _Reader(self.passage, self.story)
        thread, title = self._thread(found)
        periods = tuple(period for period in PERIODS if period in _list(found, "periods"))
        return replace(
            self.ruled,
            periods=periods or self.ruled.periods,
            claims=_with_more_claims(self.ruled.claims, reader.claims(_list(found, "claims"))),
            people=_with_more(self.ruled.people, reader.people(_list(found, "people"))),
            places=_with_more(self.ruled.places, reader.places(_list(found, "places"))),
            loose_ends=tuple(
                dict.fromkeys((*self.ruled.loose_ends, *reader.quotes(_list(found, "loose_ends"))))
            ),
            corrections=(*self.ruled.corrections, *reader.corrections(_list(found, "corrections"))),
            thread=thread,
            title=title,
        )

    def offline(self) -> PassageExtract:
        return self.ruled

    def _thread(self, found: Mapping[str, Any]) -> tuple[str, str]:
        """The thread by its title, or a title for a new one; a title must be made of the teller's
        words.
        """
        written = _text(found, "thread")
        known = {plain(thread.title): thread.id for thread in self.threads}
        if plain(written) in known:
            return known[plain(written)], ""
        title = _text(found, "title") or written
        said = set(words(self.passage.text)) | {"the", "my"}
        fits = 0 < len(title.split()) <= LONGEST and set(words(title)) <= said
        return "", title_from(title) if fits and self._may_open else ""

    @property
    def _may_open(self) -> bool:
        """The rules know a short answer, which opens nothing, whatever a model makes of it."""
        return len(words(self.passage.text)) > LONGEST

    def _user(self) -> str:
        titles = "\n".join(f"- {thread.title}" for thread in self.threads) or "- (none yet)"
        return (
            f"THREADS\n{titles}\n\nTHE INTERVIEWER HAD"
            f" SAID\n{self.question}\n\nPASSAGE\n{_shown(self.passage.text)}"
        )


# ── the answer ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Reader:
    """Keeps what can be found in the passage."""

    passage: ParsedPassage
    story: Story

    def claims(self, written: Iterable[Any]) -> Iterator[Claim]:
        for each in _objects(written):
            span, slot = (
                self._located(_text(each, "quote")),
                next((slot for slot in _SLOTS if slot == each.get("kind")), None),
            )
            subject, about = _subject(_text(each, "subject")), plain(_text(each, "about"))[:40]
            if span and slot and subject and about:
                value = _value(slot, _text(each, "value"), span.text)
                if value is not None:
                    yield Claim(
                        subject,
                        about,
                        slot,
                        value,
                        span,
                        past=True,
                        always=slot in ("place", "name"),
                    )

    def people(self, written: Iterable[Any]) -> Iterator[Mentioned]:
        for each in _objects(written):
            name = self._located(_text(each, "name"))
            kin = plain(_text(each, "role")).removeprefix("my ")
            role = role_of(kin) if kin in KIN else ""
            quote = self._located(_text(each, "quote"))
            if name and plain(name.text) in KIN:
                name, role = None, role_of(plain(_text(each, "name")))
            if name and name.text[0].isupper():
                yield with_name(self.passage, self.story, name.text, name.start, name.end, role)
            elif (
                role
                and quote
                and any(
                    KIN.get(word) == KIN[role.rsplit(maxsplit=1)[-1]] for word in words(quote.text)
                )
            ):
                yield with_role(self.passage, self.story, role, quote.start, quote.end)

    def places(self, written: Iterable[Any]) -> Iterator[Mentioned]:
        for each in _objects(written):
            span = self._located(_text(each, "name"))
            if span and len(span.text.split()) <= LONGEST:
                yield Mentioned(
                    "place",
                    plain(span.text).removeprefix("the "),
                    span.text,
                    self.passage.quote(span.start, span.end),
                )

    def quotes(self, written: Iterable[Any]) -> Iterator[Span]:
        found = (self._located(each) for each in written if isinstance(each, str))
        yield from (span for span in found if span)

    def corrections(self, written: Iterable[Any]) -> Iterator[Correction]:
        for each in _objects(written):
            span = self._located(_text(each, "right"))
            if span:
                yield Correction(span, _text(each, "wrong"))

    def _located(self, quote: str) -> Span | None:
        found = find(quote, self.passage.text) if quote else None
        return self.passage.span(*found) if found else None


def _value(slot: ClaimSlot, written: str, quote: str) -> ClaimValue | None:
    """The value, if the quote says it."""
    if slot in ("place", "name"):
        return plain(written) if written and set(words(written)) <= set(words(quote)) else None
    numbers = {float(figure.low) for figure in figures_in(written)}
    said = {
        float(figure.low) + century
        for figure in figures_in(quote)
        for century in ((0, 1900, 2000) if slot == "year" else (0,))
    }
    both = numbers & said
    return (min(both), min(both)) if len(both) == 1 else None


def _subject(written: str) -> str:
    subject = plain(written)
    if subject in ("i", "me", "we", "the teller", "teller"):
        return "I"
    kin = subject.removeprefix("my ")
    return role_of(kin) if kin in KIN else subject[:40]


def _with_more(ruled: Sequence[Mentioned], more: Iterable[Mentioned]) -> tuple[Mentioned, ...]:
    found = {mention.key: mention for mention in ruled}
    for mention in more:
        found.setdefault(mention.key, mention)
    return tuple(found.values())[:MOST]


def _with_more_claims(ruled: Sequence[Claim], more: Iterable[Claim]) -> tuple[Claim, ...]:
    """Of two readings of the same words the rules' stands: it has the words that other claims are
    compared by.
    """
    known = {(claim.slot, claim.value) for claim in ruled}
    return (*ruled, *(claim for claim in more if (claim.slot, claim.value) not in known))


def _list(found: Mapping[str, Any], key: str) -> list[Any]:
    listed = found.get(key, [])
    if not isinstance(listed, list):
        raise Unreadable(f"{key} is not a list.")
    return listed[:MOST]


def _objects(written: Iterable[Any]) -> Iterator[Mapping[str, Any]]:
    return (each for each in written if isinstance(each, dict))


def _text(written: Mapping[str, Any], key: str) -> str:
    value = written.get(key)
    return " ".join(value.split()) if isinstance(value, str) else ""


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
                    "kind": {"enum": list(_SLOTS)},
                    "value": _WORDS,
                    "quote": _WORDS,
                }
            )
        ),
        "people": _array(_object({"name": _WORDS, "role": _WORDS, "quote": _WORDS})),
        "places": _array(_object({"name": _WORDS})),
        "loose_ends": _array(_WORDS),
        "corrections": _array(_object({"right": _WORDS, "wrong": _WORDS})),
    }
)


def _shown(text: str) -> str:
    half = LONGEST_PASSAGE // 2
    return text if len(text) <= LONGEST_PASSAGE else f"{text[:half]}\n[...]\n{text[-half:]}"
