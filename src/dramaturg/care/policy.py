"""One policy of care: what somebody's words call for, in words that are ready before anybody is
asked.

A model may raise it (what it is sure of is asked about, and what was doubted stops) and may take a
doubt away. What was said outright is beyond its reach, and nobody waits for it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from dramaturg.care.care_ask import CareAsk
from dramaturg.care.contacts import contacts_for, countries, country_named
from dramaturg.care.ladder import Ladder, Move, ladder
from dramaturg.care.safety import LIKELY, is_hurt, outright, outside, said_of, whom_of
from dramaturg.data_files import load
from dramaturg.languages.detect import ENGLISH, surely
from dramaturg.turn.asks import AskAnswer, Prompter
from dramaturg.turn.care import (
    CareContact,
    CareStage,
    CareState,
    CareTaken,
    ContactKind,
    Speech,
    Whom,
)
from dramaturg.turn.hearing import Danger, Hearing
from dramaturg.turn.readings import Readings

SURE = 0.8  # of a model: from here on it is believed
PATIENCE = 4.0  # seconds that a question about safety waits for a model
IN_DANGER = "heard: danger"
ALARMING: tuple[Danger, ...] = ("self_harm", "distress")
"""What a model that reads the words is asked about in any case."""


@dataclass(frozen=True, slots=True)
class CareWords:
    """Everything that is said, as it is written."""

    check: Mapping[Danger, str]
    offer: Mapping[str, str]
    relieve: Mapping[str, str]
    stop: Mapping[Danger, str]
    stay: Mapping[Danger, str]
    still: Mapping[Danger, str]
    child: Mapping[Speech, Mapping[Danger, str]]
    guide: Mapping[str, str]
    who_reads: Mapping[str, str]
    leaving: Mapping[str, str]
    on_the_way: Mapping[str, str]
    way_back: Mapping[str, str]
    leave_it: Mapping[str, str]
    glad: Mapping[str, str]
    resume: Mapping[str, str]
    check_in: Mapping[str, str]
    contact: Mapping[ContactKind, str]
    ways: Mapping[Literal["call", "text", "chat", "or", "always"], str]
    nowhere: str
    onward: str

    def said(self, speech: Speech, danger: Danger, whom: Whom = "") -> str:
        to_a_child = self.child.get(speech, {}) if whom == "child" else {}
        if danger in to_a_child:
            return to_a_child[danger]
        written: Mapping[str, str] = getattr(self, speech)
        return written[danger] if danger in written else written["any"]


WRITTEN_IN = (ENGLISH, "es", "de", "fr", "ar", "zh")
"""The languages that these words are written in, each by somebody who chose every word."""


def care_words(language: str = ENGLISH) -> CareWords:
    file = "words.yaml" if language == ENGLISH else f"words.{language}.yaml"
    return load(__file__, file, CareWords)


def language_for(state: CareState, text: str, language: str) -> str:
    """The language in which somebody is answered: that of their words, else the one that was spoken
    before, among those that the words are written in.
    """
    spoken = surely(text) or (state.language if state.is_open else language)
    return spoken if spoken in WRITTEN_IN else ENGLISH


@dataclass(frozen=True, slots=True)
class CarePolicy:
    """What a deployment and a session's content say about care; the rest is the same for all.

    `authored` is guidance in the words of whoever wrote the session's content, in place of the
    country's. `onward` is how this kind of conversation goes on.
    """

    country: str = ""
    way_back: bool = True
    own: tuple[CareContact, ...] = ()
    authored: str = ""
    onward: str = "We go on whenever you like: say what you would like to say next."

    def bound(self, onward: str = "", country: str | None = None, authored: str = "") -> CarePolicy:
        """For one session."""
        return replace(
            self, onward=onward or self.onward, country=country or self.country, authored=authored
        )

    async def heed(
        self,
        state: CareState,
        text: str,
        hearing: Hearing,
        prompter: Prompter,
        in_role: Collection[Danger] = (),
    ) -> CareTaken | None:
        hearing = outside(outright(text, hearing, state), in_role)
        said = said_of(text, hearing, state)
        danger = hearing.danger or "distress"
        if danger == "distress" and state.danger:
            danger = state.danger  # what it is about was said before
        why = f"heard: {said}" + (f", {hearing.by_rule}" if hearing.by_rule else "")
        language = language_for(state, text, prompter.language)
        asked = care_words(state.language).nowhere in state.words
        country = country_named(text, asked) if state.is_open else ""
        if said == "doubt" and state.stage == "calm":
            judged = (await prompter.ask(CareAsk(text, danger), within=PATIENCE)).value
            if judged.is_harmless(SURE) and hearing.dangers.get(danger, 0.0) < LIKELY:
                return None
            if judged.danger and judged.is_danger(SURE):
                said, danger, why = "danger", judged.danger, f"{IN_DANGER}, by a model too"
        if country and said == "other":
            said = "help"  # they were asked which country they are in
        move = self._moves.get(state.stage, {}).get(said)
        if move is None:
            return None
        whom, hurt = whom_of(text, danger), is_hurt(hearing)
        return self._taken(state, move, danger, why, country, whom, hurt, language)

    def alarmed(
        self, state: CareState, answer: AskAnswer[Readings], language: str = ENGLISH
    ) -> CareTaken | None:
        if answer.source == "offline" or state.is_open:
            return None
        found = answer.value.by_signal
        for danger in ALARMING:
            reading = found.get(danger)
            if reading and reading.reader == "model" and reading.value >= SURE:
                move = self._moves["calm"]["doubt"]
                why, spoken = "a model is alarmed", language_for(state, "", language)
                return self._taken(state, move, danger, why, language=spoken)
        return None

    def check_in(self, state: CareState) -> CareTaken | None:
        if not state.announced:
            return None
        move, danger = Move("check_in", "checking"), state.danger or "distress"
        why = "the last sitting was stopped"
        return self._taken(state, move, danger, why, language=state.language)

    def guidance(
        self,
        danger: Danger,
        country: str = "",
        whom: Whom = "",
        hurt: bool = False,
        language: str = ENGLISH,
    ) -> tuple[str, tuple[CareContact, ...]]:
        """Whom to turn to, in words and one by one. What a list says of somebody stands as it was
        written.
        """
        words = care_words(language)
        place = country or self.country
        contacts = contacts_for(danger, place, self.own, whom, hurt)
        if self.authored and not country:
            first = contacts_for("medical", place, ()) if hurt else ()
            own = (*first, *self.own)
            return "\n".join((*(_told(each, words) for each in own), self.authored)), own
        lines = [_told(each, words) for each in contacts]
        if place not in countries():
            lines.append(words.nowhere)
        return "\n".join(lines), contacts

    @property
    def _moves(self) -> Ladder:
        return ladder()

    def _taken(
        self,
        state: CareState,
        move: Move,
        danger: Danger,
        why: str,
        country: str = "",
        whom: Whom = "",
        hurt: bool = False,
        language: str = ENGLISH,
    ) -> CareTaken:
        speech, stage = self._as_allowed(state, move)
        who = whom or state.whom
        guidance, contacts = self.guidance(
            danger, country or state.country, who, hurt or state.hurt, language
        )
        written = care_words(language).said(speech, danger, who)
        onward = self.onward if language == ENGLISH else care_words(language).onward
        words = (
            written.replace("{guidance}", guidance)
            .replace("{first}", guidance.partition("\n")[0])
            .replace("{onward}", onward if stage == "calm" else "")
            .rstrip()
        )
        given = contacts if "{guidance}" in written or "{first}" in written else ()
        raises = speech in ("check", "stop") or why.startswith(IN_DANGER)
        return CareTaken(
            speech, stage, danger, words, why, given, country, whom, hurt, raises, language
        )

    def _as_allowed(self, state: CareState, move: Move) -> tuple[Speech, CareStage]:
        """The same is not said twice in a row, and a way back may be forbidden."""
        if move.say == "stay" and state.last in ("stay", "guide", "who_reads"):
            return "still", move.then
        if (
            move.say == "offer"
            and state.is_open
            and state.last in ("offer", "still", "guide", "who_reads")
        ):
            return "resume" if move.then == "calm" else "still", move.then
        if move.say == "way_back" and not self.way_back:
            return "glad", "stopped"
        return move.say, move.then


def _told(contact: CareContact, words: CareWords) -> str:
    """A contact in a line. The telephone comes first, unless there is none."""
    said, either = words.ways, words.ways["or"]
    reached = (
        (said["call"], contact.call),
        (said["text"], contact.text),
        (said["chat"], contact.chat),
    )
    ways = [written.format(to=to) for written, to in reached if to]
    emergency = contact.kind == "emergency"
    hours = said["always"] if contact.hours == "always" else contact.hours and f"{contact.hours}."
    return words.contact[contact.kind].format(
        name=contact.name,
        call=contact.call,
        ways="".join(f"{either}{way}" for way in ways[1:]) if emergency else either.join(ways),
        what=f" {contact.what.rstrip('.')}." if contact.what else "",
        hours=f" {hours}" if hours else "",
    )


WITHOUT_COUNTRY = CarePolicy()
"""The policy where a deployment says nothing of its own."""
