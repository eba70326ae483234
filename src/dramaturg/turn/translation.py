"""Authored words in the language that a conversation is held in: translated once, kept, and said as
they are where nobody can translate them in time.

It happens in one place for all engines: when a line may be said, and what it is said with (the
question and options of a cue) is known.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from dramaturg.languages.detect import ENGLISH, surely
from dramaturg.languages.sentences import sentences_in
from dramaturg.turn.asks import Ask, OfflineVoice, Prompter
from dramaturg.turn.care import CareTaken
from dramaturg.turn.contract import (
    IN_ENGLISH,
    Cue,
    Draft,
    Heard,
    SessionLanguage,
    Settlement,
    Translated,
    TurnRecord,
    Verdict,
)
from dramaturg.turn.ports import TableRow, Voice

E = TypeVar("E")

PATIENCE = 6.0  # seconds that a line waits for its translation
SHOWN_IN_CUES = ("question", "options", "text")
"""What of a cue is read by people: the values of these keys, also within lists."""

Texts = tuple[str, ...]
TranslateWords = Callable[[Sequence[str], str], Ask[Texts]]
"""Asks for texts in a language; nothing for each where there is no model."""
Known = Callable[[str, str], Awaitable[str | None]]
"""What a text was translated to before, if it was."""


async def nothing_known(_text: str, _language: str) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Interpreter:
    """Who translates, what was translated before, and into what."""

    language: SessionLanguage = IN_ENGLISH
    asks: TranslateWords | None = None
    known: Known = nothing_known

    async def told(
        self, texts: Iterable[str], prompter: Prompter, within: float = PATIENCE
    ) -> tuple[Translated, ...]:
        """Each text once, with what is said in its place; nothing for those that stay."""
        code = self.language.code
        wanted = [
            text
            for text in dict.fromkeys(texts)
            if any(map(str.isalpha, text)) and surely(text) != code
        ]
        if code == ENGLISH or self.asks is None or not wanted:
            return ()
        kept = {text: await self.known(text, code) for text in wanted}
        missing = [text for text, said in kept.items() if said is None]
        asked: Mapping[str, str] = {}
        if missing:
            answer = await prompter.ask(self.asks(missing, code), within)
            asked = dict(zip(missing, answer.value, strict=True))
        return tuple(
            Translated(text, said, kept=True)
            if (said := kept[text]) is not None
            else Translated(text, asked[text])
            for text in wanted
        )


NOBODY = Interpreter()


# ── which language a conversation is in ───────────────────────────────────────────────────────────


def opened_in(heard: Heard, voice: Voice) -> SessionLanguage:
    """The language that was chosen; without a model everything is English."""
    if not heard.language or voice.name == OfflineVoice.name:
        return IN_ENGLISH
    return SessionLanguage(heard.language, chosen=True)


def going_on_in(before: SessionLanguage, heard: Heard, voice: Voice) -> SessionLanguage:
    """The language after these words: another only where they are beyond doubt in another."""
    if voice.name == OfflineVoice.name:
        return IN_ENGLISH
    found = "" if before.chosen else surely(heard.text)
    return SessionLanguage(found) if found else before


# ── a turn in that language ───────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Said:
    """A turn's line and settlement as they are said and told."""

    verdict: Verdict
    settlement: Settlement[Any]
    translated: tuple[Translated, ...] = ()


async def said_in(
    interpreter: Interpreter,
    verdict: Verdict,
    settlement: Settlement[E],
    draft: Draft[Any] | None,
    prompter: Prompter,
) -> Said:
    """The line with its authored words translated, in the events that tell of it too, and the cues
    with theirs.
    """
    authored = authored_words(verdict.line, draft)
    told = await interpreter.told(filter(None, (authored, *_shown_in(settlement.cues))), prompter)
    instead = {each.text: each.said for each in told if each.said}
    line = verdict.line
    if authored in instead:
        line = f"{line[: len(line) - len(authored)]}{instead[authored]}"
    events = tuple(_telling(event, verdict.line, line) for event in settlement.events)
    cues = tuple(replace(cue, data=_translated(cue.data, instead)) for cue in settlement.cues)
    return Said(replace(verdict, line=line), replace(settlement, events=events, cues=cues), told)


async def beside(
    interpreter: Interpreter, taken: CareTaken, prompter: Prompter
) -> tuple[Translated, ...]:
    """What is said below words of care that nobody wrote in the language that is spoken.

    Nobody waits for it: only who hears the words as they come hears them first, and then what a
    model makes of them; otherwise there is what was translated before.
    """
    code = interpreter.language.code
    if code in (ENGLISH, taken.language):
        return ()
    if prompter.listener is not None:
        prompter.listener(taken.words)
        return await interpreter.told((taken.words,), prompter)
    known = await interpreter.known(taken.words, code)
    return () if known is None else (Translated(taken.words, known, kept=True),)


def authored_words(line: str, draft: Draft[Any] | None) -> str:
    """The end of a line that an author wrote; all of it, where no model wrote any.

    What a model wrote stands first: code adds what must not be left unsaid.
    """
    if draft is None or draft.source == "offline":
        return line
    if line != draft.line:
        return line[len(draft.line) :].lstrip() if line.startswith(draft.line) else line
    return _english_end(line)


def _english_end(line: str) -> str:
    """The sentences at the end that are beyond doubt English."""
    found = sentences_in(line)
    for place in range(1, len(found)):
        rest = line[line.rindex(found[place]) :]
        if all(surely(each) == ENGLISH for each in found[place:]):
            return rest
    return ""


def _telling(event: Any, was: str, line: str) -> Any:
    """The event with the line as it was said, where it tells of it."""
    if was == line or not was:
        return event
    changed = {each.name: line for each in fields(event) if getattr(event, each.name) == was}
    return replace(event, **changed) if changed else event


def _shown_in(cues: Sequence[Cue]) -> Iterator[str]:
    for cue in cues:
        yield from _texts(cue.data)


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, Mapping):
        for key in SHOWN_IN_CUES:
            yield from _texts(data.get(key))
    elif isinstance(data, list | tuple):
        for each in data:
            yield from _texts(each)
    elif isinstance(data, str):
        yield data


def _translated(data: Any, instead: Mapping[str, str]) -> Any:
    if isinstance(data, Mapping):
        return {
            key: _translated(value, instead) if key in SHOWN_IN_CUES else value
            for key, value in data.items()
        }
    if isinstance(data, list | tuple):
        return [_translated(each, instead) for each in data]
    return instead.get(data, data) if isinstance(data, str) else data


# ── kept ──────────────────────────────────────────────────────────────────────────────────────────


def kept_in(record: TurnRecord[Any, Any, Any]) -> Known:
    """What a turn knew already when it was played."""
    known = {each.text: each.said for each in record.translated if each.kept}

    async def looked_up(text: str, _language: str) -> str | None:
        return known.get(text)

    return looked_up


def translation_rows(
    session: str, record: TurnRecord[Any, Any, Any], model: str
) -> Iterator[TableRow]:
    """What was translated in a turn, for whoever says the same again. It goes with the session."""
    for number, each in enumerate(record.translated):
        if each.said and not each.kept:
            yield TableRow(
                "translations",
                {
                    "session": session,
                    "turn": record.turn,
                    "number": number,
                    "language": record.language.code,
                    "model": model,
                    "text": each.text,
                    "said": each.said,
                },
            )
