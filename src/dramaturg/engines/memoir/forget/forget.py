"""Forgetting: passages taken out of a memoir's records, with everything that leads back to what was
said in them. Pure.

What was decided stays on record; it holds no words. What the teller said elsewhere stays as they
said it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from dramaturg.engines.memoir.base.arrangement import choice_of
from dramaturg.engines.memoir.base.directive import LineReport, MemoirDirective
from dramaturg.engines.memoir.base.records import MemoirRecord, of_kind, only
from dramaturg.engines.memoir.base.state import (
    Conducted,
    LineSaid,
    MemoirEvent,
    MemoirSignalsRead,
    PassageTold,
    SittingBegan,
    SittingEnded,
)
from dramaturg.engines.memoir.base.story import (
    BookArrangement,
    BookWish,
    ChapterArranged,
    LeftQuestion,
    LooseEnd,
    StoryThread,
    ToldDay,
    WishKind,
)
from dramaturg.engines.memoir.base.story_events import (
    BookArranged,
    BornLearned,
    ClaimMade,
    ClaimSuperseded,
    ClauseHeard,
    ConflictFound,
    DayTold,
    IdsRetired,
    LooseEndFound,
    MatterLeftAlone,
    Mentioned,
    PassageMarked,
    QuestionLeft,
    TakenUp,
    ThreadContinued,
    ThreadLeftAlone,
    ThreadOpened,
    WishHeard,
)
from dramaturg.engines.memoir.forget.rebuild_threads import (
    ThreadEvent,
    ThreadPart,
    retold,
    thread_of,
    turn_of,
)
from dramaturg.engines.memoir.forget.traces import Traces
from dramaturg.engines.memoir.story.titles import ANYTHING
from dramaturg.kernel.values import replace
from dramaturg.turn.contract import REMOVED, Decision, Draft, Exchange, Heard, Override, Verdict
from dramaturg.turn.ports import Embedder
from dramaturg.turn.readings import Span

STAND_IN = "(a question about something that was removed)"

Change = Callable[[MemoirEvent], MemoirEvent | None]


def forget(
    records: Sequence[MemoirRecord], turns: Collection[int], embedder: Embedder
) -> tuple[MemoirRecord, ...]:
    """The records without what was told in these turns. Turns keep their numbers; those before the
    first stay as they are.
    """
    texts = {told.turn: told.text for record in records for told in of_kind(record, PassageTold)}
    gone = {turn for turn in turns if texts.get(turn)}
    if not gone:
        return tuple(records)
    traces, first = Traces.of(texts, gone), min(gone)
    without = [record if record.turn < first else _without(record, traces) for record in records]
    left = _rethreaded(without, _threads_in(records, gone), texts, embedder)
    known = KnownWords.of(left)
    unlinked = [
        was if was.turn < first else _unlinked(now, traces, known)
        for was, now in zip(records, left, strict=True)
    ]
    retired = tuple(sorted(_ids_in(records) - _ids_in(unlinked)))
    return tuple(
        _retiring(record, retired) if record.turn == first else record for record in unlinked
    )


def _without(record: MemoirRecord, traces: Traces) -> MemoirRecord:
    return _emptied(record, traces) if record.turn in traces.turns else _relieved(record, traces)


def _threads_in(records: Iterable[MemoirRecord], gone: Collection[int]) -> set[str]:
    events = (event for record in records if record.turn in gone for event in record.events)
    return {thread_of(event) for event in events if isinstance(event, ThreadEvent)}


def _rethreaded(
    records: Sequence[MemoirRecord],
    threads: Collection[str],
    texts: Mapping[int, str],
    embedder: Embedder,
) -> list[MemoirRecord]:
    """These threads told anew by what is left of them."""
    parts: dict[str, list[ThreadPart]] = {thread: [] for thread in threads}
    for record in records:
        for event in record.events:
            if isinstance(event, ThreadEvent) and (id := thread_of(event)) in parts:
                parts[id].append(
                    ThreadPart(event, texts[turn_of(event)], tuple(of_kind(record, Mentioned)))
                )
    again = {turn_of(event): event for left in parts.values() for event in retold(left, embedder)}

    def rethreaded(event: MemoirEvent) -> MemoirEvent:
        return again.get(turn_of(event), event) if isinstance(event, ThreadEvent) else event

    return [_changed(record, rethreaded) for record in records]


def _ids_in(records: Iterable[MemoirRecord]) -> set[str]:
    ids = set()
    for event in (event for record in records for event in record.events):
        match event:
            case ThreadOpened(StoryThread(id)) | ClaimMade(id) | LooseEndFound(LooseEnd(id)):
                ids.add(id)
            case QuestionLeft(LeftQuestion(id)) | DayTold(ToldDay(id)):
                ids.add(id)
    return ids


def _retiring(record: MemoirRecord, ids: tuple[str, ...]) -> MemoirRecord:
    settlement = record.settlement
    return replace(
        record, settlement=replace(settlement, events=(*settlement.events, IdsRetired(ids)))
    )


# ── what leads back ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class KnownWords:
    """What the story still has, by id or key, as later events and lines name it."""

    threads: frozenset[str]
    claims: frozenset[str]
    others: frozenset[str]

    @classmethod
    def of(cls, records: Iterable[MemoirRecord]) -> KnownWords:
        threads, claims, others = set(), {""}, set()
        for event in (event for record in records for event in record.events):
            match event:
                case ThreadOpened(thread):
                    threads.add(thread.id)
                case ClaimMade(id):
                    claims.add(id)
                case Mentioned(mention, key):
                    others.add(f"{mention}:{key}")
                case LooseEndFound(LooseEnd(id)):
                    others.add(id)
                case QuestionLeft(LeftQuestion(id)) | DayTold(ToldDay(id)):
                    others.add(id)
        return cls(frozenset(threads), frozenset(claims), frozenset(others))

    def has(self, what: str) -> bool:
        """As TakenUp names it."""
        return (
            what in self.others
            or what.partition(" ")[0] in self.others
            or self.claims.issuperset(what.split("|"))
        )


# ── the turns themselves ──────────────────────────────────────────────────────────────────────────

WORDLESS = (SittingBegan, SittingEnded, Conducted, LineSaid, TakenUp, ThreadLeftAlone, IdsRetired)


def _emptied(record: MemoirRecord, traces: Traces) -> MemoirRecord:
    """A forgotten turn: that there was one, and how it was conducted."""
    heard = Heard("", REMOVED, record.heard.to, record.heard.at)
    return _changed(
        replace(_without_line(record), heard=heard), lambda event: _emptied_event(event, traces)
    )


def _emptied_event(event: MemoirEvent, traces: Traces) -> MemoirEvent | None:
    match event:
        case PassageTold():
            return replace(event, text="")
        case MemoirSignalsRead():
            return replace(event, why={}, degraded={}, refusing=())
        case PassageMarked(turn, mark):  # `leave that out` said of a passage that stays holds on
            return None if turn in traces.turns else PassageMarked(turn, mark)
        case WishHeard(wish):
            return None if traces.betrayed_by(wish.what) else WishHeard(_wordless(wish))
        case ThreadLeftAlone(left_alone=False):
            return None
        case _:
            return event if isinstance(event, WORDLESS) else None


def _wordless(wish: BookWish) -> BookWish:
    """A wish about what was told elsewhere holds on; the words that were to stand there do not."""
    kind: WishKind = "leave_out" if wish.kind == "put_as" else wish.kind
    return replace(wish, said=Span("", wish.said.start), kind=kind, instead=None)


def _without_line(record: MemoirRecord) -> MemoirRecord:
    """The record without the interviewer's line, where it came from and how it was tried."""
    draft, decision = record.draft, record.decision
    events = tuple(
        replace(event, line=STAND_IN, template="", about=())
        if isinstance(event, LineSaid)
        else event
        for event in record.settlement.events
    )
    return replace(
        record,
        decision=decision and _undirected(decision),
        draft=draft
        and Draft(
            STAND_IN, LineReport("", draft.report.readings, draft.report.refused), draft.source
        ),
        verdict=Verdict(
            STAND_IN, tuple(Override(override.rule, "") for override in record.verdict.overrides)
        ),
        settlement=replace(record.settlement, events=events),
        exchanges=tuple(map(_muted, record.exchanges)),
        translated=(),
    )


def _undirected(decision: Decision[MemoirDirective]) -> Decision[MemoirDirective]:
    return replace(decision, directive=replace(decision.directive, holes={}, about=(), takes_up=()))


def _muted(exchange: Exchange) -> Exchange:
    """That it was asked and what it cost. Of a failure only its kind is left."""
    failure = exchange.failure and exchange.failure.partition(":")[0]
    reply = None if exchange.reply is None else ""
    return replace(exchange, prompt_digest="", reply=reply, failure=failure, fault=None, partial="")


# ── the turns after them ──────────────────────────────────────────────────────────────────────────


def _relieved(record: MemoirRecord, traces: Traces) -> MemoirRecord:
    """A later turn without what it had understood by the forgotten words."""
    exchanges = tuple(
        (
            _muted(each)
            if traces.betrayed_by(each.reply, each.partial, each.failure, each.fault)
            else each
        )
        for each in record.exchanges
    )
    relieved = _changed(
        replace(record, exchanges=exchanges), lambda event: _relieved_event(event, traces)
    )
    left_question = only(relieved, QuestionLeft)
    if left_question and not left_question.question.text:
        return replace(relieved, heard=Heard("", REMOVED, record.heard.to, record.heard.at))
    arranged = only(relieved, BookArranged)
    if not arranged:
        return relieved
    left = BookArranged(_rearranged(arranged.book, traces))
    return replace(
        _changed(relieved, lambda event: left if event == arranged else event),
        heard=replace(record.heard, choice=choice_of(left.book)),
    )


def _rearranged(book: BookArrangement, traces: Traces) -> BookArrangement:
    """The book without the passages that are gone, and without titles that speak of them."""

    def kept(words: str) -> str:
        return "" if traces.betrayed_by(words) else words

    return BookArrangement(
        kept(book.title),
        kept(book.dedication),
        tuple(
            ChapterArranged(
                tuple(turn for turn in chapter.turns if turn not in traces.turns),
                kept(chapter.title),
            )
            for chapter in book.chapters
        ),
    )


def _relieved_event(  # noqa: C901 - one case for each event
    event: MemoirEvent, traces: Traces
) -> MemoirEvent | None:
    betrayed = traces.betrayed_by
    match event:
        case MemoirSignalsRead(why=why, degraded=degraded):
            return replace(
                event,
                why={name: text for name, text in why.items() if not betrayed(text)},
                degraded={name: text for name, text in degraded.items() if not betrayed(text)},
            )
        case ThreadOpened(thread):
            title = ANYTHING if betrayed(thread.title) else thread.title
            return ThreadOpened(replace(thread, title=title, keys=_unbetrayed(thread.keys, traces)))
        case ThreadContinued():
            return replace(event, keys=_unbetrayed(event.keys, traces))
        case ClaimMade(_, claim):
            gone = betrayed(claim.subject, claim.predicate, claim.value)
        case Mentioned(_, key, name, _, role):
            gone = betrayed(key, name, role)
        case ClauseHeard(clause):
            gone = betrayed(clause.quote.span.text)
        case QuestionLeft(question):
            emptied = replace(question, by="", text="", vector="", put=True)
            return QuestionLeft(emptied) if betrayed(question.text, question.by) else event
        case (
            MatterLeftAlone(words=words)
            | WishHeard(BookWish(what=words))
            | DayTold(ToldDay(who=words))
        ):
            gone = betrayed(words)
        case PassageMarked(turn, mark, why):
            if turn in traces.turns:
                return None
            return PassageMarked(turn, mark, "" if betrayed(why) else why)
        case _:
            gone = False
    return None if gone else event


def _unbetrayed(keys: tuple[str, ...], traces: Traces) -> tuple[str, ...]:
    return tuple(key for key in keys if not traces.betrayed_by(key))


def _unlinked(record: MemoirRecord, traces: Traces, known: KnownWords) -> MemoirRecord:
    """A turn without what it says of things that are no more, and without its line if that speaks
    of them.
    """
    speaks = record.turn not in traces.turns and _leads_back(record, traces, known)
    return _changed(
        _without_line(record) if speaks else record,
        lambda event: event if _holds(event, known) else None,
    )


def _holds(event: MemoirEvent, known: KnownWords) -> bool:
    match event:
        case ThreadContinued(id) | ThreadLeftAlone(id):
            return id in known.threads
        case ClaimSuperseded(id, by):
            return known.claims.issuperset((id, by))
        case ConflictFound(conflict):
            return known.claims.issuperset((conflict.now, conflict.then))
        case BornLearned(_, claim):
            return claim in known.claims
        case TakenUp(what):
            return known.has(what)
        case _:
            return True


def _leads_back(record: MemoirRecord, traces: Traces, known: KnownWords) -> bool:
    asked = only(record, LineSaid)
    directive = record.decision.directive if record.decision else None
    quotes = (*(asked.about if asked else ()), *(directive.about if directive else ()))
    taken_up = directive.takes_up if directive else ()
    details = (override.detail for override in record.verdict.overrides)
    drafted = (record.draft.line, *record.draft.repairs) if record.draft else ()
    return (
        any(quote.turn in traces.turns for quote in quotes)
        or not all(map(known.has, taken_up))
        or traces.betrayed_by(
            record.line,
            *(each.text for each in record.translated),
            *drafted,
            *details,
            *(directive.holes.values() if directive else ()),
        )
    )


def _changed(record: MemoirRecord, change: Change) -> MemoirRecord:
    """The record with every event changed, or dropped where nothing is left of it."""

    def changed(events: tuple[MemoirEvent, ...]) -> tuple[MemoirEvent, ...]:
        return tuple(left for event in events if (left := change(event)) is not None)

    return replace(
        record,
        percept=replace(record.percept, events=changed(record.percept.events)),
        settlement=replace(record.settlement, events=changed(record.settlement.events)),
    )
