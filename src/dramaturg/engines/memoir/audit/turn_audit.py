"""The auditor's view: each turn of a memoir explained in plain words, from its record alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dramaturg.engines.memoir.audit.policy_words import (
    plain,
    plain_condition,
    plain_held,
    plain_tried,
)
from dramaturg.engines.memoir.base.artifacts import DepthPolicy
from dramaturg.engines.memoir.base.conduct import TurnConduct
from dramaturg.engines.memoir.base.records import MemoirRecord, of_kind, only
from dramaturg.engines.memoir.base.state import (
    Conducted,
    LineSaid,
    MemoirSignalsRead,
    PassageTold,
    SittingBegan,
    SittingEnded,
)
from dramaturg.engines.memoir.base.story_events import (
    ClaimSuperseded,
    ConflictFound,
    PassageMarked,
    ThreadContinued,
    ThreadOpened,
    WishHeard,
)
from dramaturg.english.prose import words
from dramaturg.turn.care import taken_in
from dramaturg.turn.contract import REMOVED
from dramaturg.turn.migration import Moved

PURPOSES = {
    "open": "to open the memoir",
    "recap": "to open the sitting with what was told before",
    "ask": "to go on with the story",
    "consent": "to ask leave before anything sensitive",
    "close": "to come to the end of the sitting",
    "farewell": "to say goodbye",
    "stop": "to stop at once",
    "care": "to care for somebody who may be in danger",
    "quiet": "to answer after the end, without a question",
    "noted": "to confirm a mark on a passage",
    "left": "to nobody: a question was left for the teller, who hears it when it fits",
}
SCORES = {
    "vagueness_score": "vagueness",
    "emotion_score": "emotion",
    "contradiction_score": "contradiction",
}
SAFETY = {
    "deescalate": "stepped back, because of",
    "stop": "stopped, because of",
    "redirect": "led gently aside, because of",
    "override": "the line was replaced",
}


def audit(
    records: Iterable[MemoirRecord], governor: DepthPolicy, with_words: bool = True
) -> Iterator[str]:
    """The whole memoir, turn by turn; without words where the auditor is not to read them."""
    levels = {level.level: level.name.replace("_", " ") for level in governor.levels}
    for record in records:
        yield from explained(record, levels, with_words)
        yield ""


def explained(
    record: MemoirRecord, levels: dict[int, str], with_words: bool = True
) -> Iterator[str]:
    """One turn, in the order in which it came about."""
    yield from _heading(record)
    yield from _heard(record, with_words)
    conducted = only(record, Conducted)
    if conducted and only(record, PassageTold):
        yield from _conducted(conducted.conduct, levels)
    if taken := taken_in(record.percept):
        yield f"  care        {plain(taken.speech)}, because of {plain(taken.danger)}: {taken.why}"
    yield from _said(record, with_words)
    # details quote the line that was not said, and that may quote the teller
    for override in record.verdict.overrides:
        yield f"  broke rule  {override.rule}" + (
            f": {override.detail}" if with_words and override.detail else ""
        )
    yield from (
        f"  ended       the sitting is over: {plain(event.why)}"
        for event in of_kind(record, SittingEnded)
    )
    yield from (
        f"  moved       from here on by version {event.version}" for event in of_kind(record, Moved)
    )


def _heading(record: MemoirRecord) -> Iterator[str]:
    begun, conducted = only(record, SittingBegan), only(record, Conducted)
    phase = f", {conducted.conduct.phase}" if conducted else ""
    yield f"Turn {record.turn}{phase}" + (f": sitting {begun.sitting} begins" if begun else "")


def _heard(record: MemoirRecord, with_words: bool) -> Iterator[str]:
    told, read = only(record, PassageTold), only(record, MemoirSignalsRead)
    if told is None:
        return
    shown = f": “{told.text}”" if with_words and told.text else ""
    yield f"  heard       {_length(record, told.text)}{_thread(record)}{shown}"
    if read:
        yield f"  read        {_signals(read)} (by {reader_of(read)})"
    for conflict in of_kind(record, ConflictFound):
        yield (
            f"  conflict    {conflict.conflict.kind}, between claims {conflict.conflict.now} and"
            f" {conflict.conflict.then}"
        )
    for superseded in of_kind(record, ClaimSuperseded):
        yield f"  corrected   claim {superseded.id} by claim {superseded.by}"
    for wish in (heard.wish for heard in of_kind(record, WishHeard)):
        of_what = f"passage {wish.before}" if wish.before else wish.what or "this passage"
        shown = of_what if with_words or not wish.what else "something named"
        yield f"  wished      {plain(wish.kind)}: {shown}"
    for marked in of_kind(record, PassageMarked):
        mark = plain(marked.mark or "no mark any more")
        yield f"  marked      passage {marked.turn}: {mark}, {marked.why or 'as the teller wished'}"


def reader_of(read: MemoirSignalsRead) -> str:
    """Who read the words of a turn; there was no ear in the first edition."""
    if read.source != "offline":
        return "a model"
    return "the ear" if read.ear else "rules and readers"


def _length(record: MemoirRecord, text: str) -> str:
    if record.heard.choice == REMOVED:
        return "what was said here was removed"
    count = len(words(text))
    return f"{count} word{'s' * (count != 1)}"


def _thread(record: MemoirRecord) -> str:
    opened, continued = only(record, ThreadOpened), only(record, ThreadContinued)
    if opened:
        return f", a new topic {opened.thread.id}"
    if continued:
        return (
            f", back to topic {continued.id}" if continued.returned else f", topic {continued.id}"
        )
    return ""


def _signals(read: MemoirSignalsRead) -> str:
    facts = read.signals.facts
    scores = [f"{name} {float(facts[key]):.2f}" for key, name in SCORES.items()]
    flags = [plain(key) for key, value in facts.items() if value is True]
    consent = ["consent taken back"] if read.signals.consent is False else []
    return ", ".join((*scores, *flags, *consent))


def _conducted(conduct: TurnConduct, levels: dict[int, str]) -> Iterator[str]:
    yield f"  routed      rule “{conduct.rule}” led to {conduct.persona}"
    yield from (f"              {plain_tried(tried)}" for tried in conduct.tried)
    yield f"  depth       {_depth(conduct, levels)}"
    yield from (f"              held back by {plain_held(held)}" for held in conduct.held)
    if conduct.loop_reason:
        yield f"  machine     {plain_condition(conduct.loop_reason)}"
    if conduct.safety_action != "none":
        yield (
            f"  safety      {SAFETY[conduct.safety_action]}"
            f" {', '.join(map(plain, conduct.triggers))}".rstrip()
        )
    if conduct.sideways and not conduct.stopped:
        yield "  offered     a step sideways, because emotion was high"


def _depth(conduct: TurnConduct, levels: dict[int, str]) -> str:
    """What held it back is told line by line."""
    reason = conduct.depth_reason.partition(":")[0] if conduct.held else conduct.depth_reason
    return f"{reason} ({levels.get(conduct.depth_after, '')})"


def _said(record: MemoirRecord, with_words: bool) -> Iterator[str]:
    asked, shown = only(record, LineSaid), f": “{record.line}”" if with_words else ""
    if taken_in(record.percept):
        yield f"  said        {PURPOSES['care']}, in words that were ready{shown}"
    if asked is None:
        return
    yield (
        f"  said        {PURPOSES[asked.purpose]}, tactic {plain(asked.tactic)}, by"
        f" {_speaker(record)}{shown}"
    )
    for quote in asked.about:
        taken = f": “{quote.span.text}”" if with_words else ""
        yield f"              takes up words of turn {quote.turn}{taken}"


def _speaker(record: MemoirRecord) -> str:
    if record.verdict.overrides:
        return "code, in place of a line that broke a rule"
    if record.draft is None or record.draft.source == "offline":
        return "the offline voice"
    return "a model"
