"""Hearing a passage: everything the story learns from it, in events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dramaturg.engines.memoir.asks.story import StoryAsk
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.ledger import FIRST_TOPIC
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.base.story import (
    ClaimConflict,
    LooseEnd,
    Story,
    StoryThread,
    TellerQuote,
    ToldClause,
)
from dramaturg.engines.memoir.base.story_events import (
    ClauseHeard,
    LooseEndFound,
    PassageMarked,
    StoryEvent,
    ThreadContinued,
    ThreadLeftAlone,
    ThreadOpened,
    WishHeard,
)
from dramaturg.engines.memoir.read.refusals import without
from dramaturg.engines.memoir.read.signs import REPLIES
from dramaturg.engines.memoir.read.tones import DARK, tones_of
from dramaturg.engines.memoir.story.claim_check import ClaimCheck
from dramaturg.engines.memoir.story.corrections import with_heard
from dramaturg.engines.memoir.story.days import days_in
from dramaturg.engines.memoir.story.extract import PassageExtract, by_rule
from dramaturg.engines.memoir.story.openings import PassageOpening, opening_of
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.engines.memoir.story.places import years_in
from dramaturg.engines.memoir.story.things import phrases_in, things_in
from dramaturg.engines.memoir.story.threads import (
    FEW_WORDS,
    PassagePlace,
    ThreadFound,
    cohesion_of,
    find_thread,
    grown_keys,
    keys_of,
)
from dramaturg.engines.memoir.story.titles import ANYTHING, title_from, title_of
from dramaturg.engines.memoir.story.vectors import (
    Vector,
    embedded,
    moved,
    nearness,
    packed,
    unpacked,
)
from dramaturg.engines.memoir.story.wishes import is_bare, wishes_in
from dramaturg.engines.memoir.voice.clauses import clause_of
from dramaturg.english.prose import content_words, plain
from dramaturg.kernel.values import replace
from dramaturg.languages.letters import word_count
from dramaturg.turn.asks import AskAnswer
from dramaturg.turn.care import Carer
from dramaturg.turn.contract import Source
from dramaturg.turn.hearing import Act, Ear, Hearing
from dramaturg.turn.ports import Embedder, Syntax
from dramaturg.turn.readings import Readers, Span
from dramaturg.turn.tables import in_order

OF_THE_TALK: frozenset[Act] = frozenset({"refusal", "stop", *REPLIES})
SHOWN = 30  # threads a model is shown
AFTER_ALL = "the teller wants it in after all"
BEFORE = 2  # passages a new one is held against
HEAVY = 0.3  # valence: who is reminded of such a thing is reminded of a grief


@dataclass(frozen=True, slots=True)
class ReadingTools:
    """What words are read with, and for whom."""

    embedder: Embedder
    readers: Readers
    syntax: Syntax
    ear: Ear
    teller: Teller
    care: Carer


@dataclass(frozen=True, slots=True)
class StoryUpdate:
    """What the story learns, the thread it belongs to, and how surely it goes against what was told
    before. `refused` and `dropped` are as in PassageExtract.

    `corrected`: the teller put something right, so that going against what was told is no
    contradiction.
    """

    events: tuple[StoryEvent, ...]
    topic: str
    contradiction: float
    why: str
    source: Source
    corrected: bool = False
    refused: tuple[Span, ...] = ()
    dropped: tuple[str, ...] = ()


NOTHING_LEARNED = StoryUpdate((), "", 0.0, "", "offline")
"""Of words that are no part of the story."""


def story_ask(
    state: MemoirState, text: str, turn: int, tools: ReadingTools, is_read: bool = True
) -> StoryAsk:
    """What a model is asked of a passage, with what the rules find in it; in a language that they
    do not know that is nothing.
    """
    story = state.story
    passage = ParsedPassage(turn, text, tools.syntax.read(text) if is_read else ())
    born = story.born or tools.teller.born
    ruled = by_rule(passage, story, born, tools.readers) if is_read else PassageExtract()
    shown = shown_threads(story, current_thread(state))
    return StoryAsk(passage, story, shown, state.question, ruled)


def update_story(
    state: MemoirState,
    hearing: Hearing,
    ask: StoryAsk,
    answer: AskAnswer[PassageExtract],
    tools: ReadingTools,
    refusing: tuple[Span, ...] = (),
) -> StoryUpdate:
    """Everything the story learns from a passage: what the rules found, and what a model added."""
    story, passage, taken = state.story, ask.passage, answer.value
    current = current_thread(state)
    born = story.born or tools.teller.born
    correcting = "correction" in hearing.does
    checked = ClaimCheck(passage, story, tools.readers, born, correcting).run(
        taken.claims, with_heard(taken.corrections, hearing.corrected), asked_conflict(state)
    )
    topic, thread_events = _Placement(state, passage, taken, tools, current).events()
    events = (
        *thread_events,
        *checked.events,
        *(*taken.people, *taken.places, *years_in(passage), *things_in(passage)),
        *days_in(passage, story),
        *_loose_ends(passage, story, taken, topic),
        *_wishes(passage, story),
        *_clause(passage, hearing, refusing),
    )
    return StoryUpdate(
        events,
        topic,
        checked.contradiction,
        checked.why,
        answer.source,
        checked.corrected or correcting,
        taken.refused,
        taken.dropped,
    )


def current_thread(state: MemoirState) -> StoryThread | None:
    """Where the talk is: at the topic of the last turn; when a sitting begins, at the thread that
    was asked about.
    """
    known = state.story.thread(state.ledger.topic)
    if known or state.purpose not in ("recap", "open"):
        return known
    question = f" {plain(state.question)} "
    told = in_order(state.story.threads).values()
    named = [thread for thread in told if f" {_spoken(thread.title)}" in question]
    return max(named or told, key=lambda thread: thread.turns[-1], default=None)


def _spoken(title: str) -> str:
    """A title as the interviewer says it."""
    return " ".join({"my": "your", "our": "your"}.get(word, word) for word in plain(title).split())


def asked_conflict(state: MemoirState) -> ClaimConflict | None:
    """The two versions that the teller was just asked about."""
    loop = state.ledger.loop
    if loop is None or loop.machine != "inconsistency_resolution":
        return None
    return next((conflict for conflict in reversed(state.story.conflicts) if conflict.asked), None)


def shown_threads(story: Story, current: StoryThread | None) -> tuple[StoryThread, ...]:
    """Those a model may choose among: the current one first, then the newest."""
    newest = int(story.next_id("t")[1:]) - 1
    ids = (f"t{number}" for number in range(newest, max(0, newest - SHOWN), -1))
    threads = (current, *(story.thread(id) for id in ids))
    return tuple({thread.id: thread for thread in threads if thread}.values())


# ── the thread ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Placement:
    """One passage, and what is needed to find the thread it belongs to."""

    state: MemoirState
    passage: ParsedPassage
    taken: PassageExtract
    tools: ReadingTools
    current: StoryThread | None

    def events(self) -> tuple[str, tuple[StoryEvent, ...]]:
        """The thread's id, and what is to be recorded of it."""
        text, taken = self.passage.text, self.taken
        vector, keys = embedded(text, self.tools.embedder), keys_of(self.passage)
        found = self._found(vector, keys)
        wordless = not content_words(text) or (not taken.move.what and word_count(text) < 3)
        if found.thread is None and wordless:
            return FIRST_TOPIC, ()
        thread, title = found.thread, ""
        if thread is None:
            title = self._title()
            known = self.state.story.threads.values()
            thread = next((each for each in known if plain(each.title) == plain(title)), None)
            found = ThreadFound(thread, found.nearness, returned=True, own=True)
        if thread is None and title == ANYTHING and self.current:
            # what names nothing goes on
            thread, found = self.current, ThreadFound(self.current, found.nearness)
        if thread is None:
            opened = self._opened(title, vector, keys)
            return opened.id, (ThreadOpened(opened),)
        return thread.id, tuple(self._continued(found, thread, vector, keys))

    def _found(self, vector: Vector, keys: tuple[str, ...]) -> ThreadFound:
        taken, embedder, current = self.taken, self.tools.embedder, self.current
        chosen = self.state.story.thread(taken.thread)
        if chosen:
            elsewhere = current is None or chosen.id != current.id
            return ThreadFound(chosen, returned=elsewhere, own=elsewhere)
        if taken.title:
            return ThreadFound(None)
        to_question, question_here = self._question(vector)
        place = PassagePlace(
            vector=vector,
            keys=keys,
            periods=taken.periods,
            words=len(content_words(self.passage.text)),
            current=current,
            to_question=to_question,
            question_here=question_here,
            beginning=self._opening(),
            cohesion=cohesion_of(self.passage, keys, self._told_before(), embedder),
        )
        what = embedded(taken.move.what, embedder) if taken.move.what else None
        story, limits = self.state.story, embedder.thresholds
        return find_thread(story, place, taken.move, what, embedder.name, limits)

    def _opening(self) -> PassageOpening | None:
        return opening_of(self.passage, (*self.taken.people, *self.taken.places))

    def _told_before(self) -> tuple[ParsedPassage, ...]:
        """The last passages that said something, if they are of this sitting's talk."""
        told = (line.text for line in self.state.lines if line.speaker == "teller")
        meant = [each for each in told if len(content_words(each)) >= FEW_WORDS]
        before = [each for each in meant if each != self.passage.text][-BEFORE:]
        return tuple(ParsedPassage(0, each, self.tools.syntax.read(each)) for each in before)

    def _question(self, vector: Vector) -> tuple[float, float]:
        """How near the passage lies to what was asked, and how near that lies to the current
        thread.
        """
        embedder, current = self.tools.embedder, self.current
        if not self.state.question:
            return 0.0, 1.0
        asked = embedded(self.state.question, embedder)
        to_question = nearness([asked], vector)[0]
        if current is None or current.embedder != embedder.name:
            return to_question, 1.0
        return to_question, nearness([unpacked(current.vector)], asked)[0]

    def _title(self) -> str:
        taken, passage, opening = self.taken, self.passage, self._opening()
        said = taken.title or title_from(taken.move.what)
        mentions = (*taken.people, *taken.places, *phrases_in(passage))
        return (
            said
            or (opening.words.lower() if opening else "")
            or title_of(passage, mentions, taken.periods, self.tools.embedder)
        )

    def _opened(self, title: str, vector: Vector, keys: tuple[str, ...]) -> StoryThread:
        return StoryThread(
            id=self.state.story.next_id("t"),
            title=title,
            vector=packed(vector),
            keys=keys,
            turns=(self.passage.turn,),
            periods=self.taken.periods,
            sittings=(self.state.sitting,),
            embedder=self.tools.embedder.name,
        )

    def _continued(
        self, found: ThreadFound, thread: StoryThread, vector: Vector, keys: tuple[str, ...]
    ) -> Iterator[StoryEvent]:
        name = self.tools.embedder.name
        if thread.embedder == name:
            vector = moved(unpacked(thread.vector), len(thread.turns), vector)
        yield ThreadContinued(
            id=thread.id,
            turn=self.passage.turn,
            sitting=self.state.sitting,
            vector=packed(vector),
            keys=grown_keys(thread, keys),
            periods=self.taken.periods,
            returned=found.returned,
            nearness=round(min(1.0, max(0.0, found.nearness)), 4),
            embedder=name,
        )
        if thread.left_alone and found.own:
            yield ThreadLeftAlone(thread.id, left_alone=False)


# ── what else is in it ────────────────────────────────────────────────────────────────────────────


def _loose_ends(
    passage: ParsedPassage, story: Story, taken: PassageExtract, topic: str
) -> Iterator[LooseEndFound]:
    first = int(story.next_id("l")[1:])
    for number, span in enumerate(taken.loose_ends, first):
        yield LooseEndFound(LooseEnd(f"l{number}", TellerQuote(passage.turn, span), topic))


def _clause(
    passage: ParsedPassage, hearing: Hearing, refusing: tuple[Span, ...]
) -> Iterator[ClauseHeard]:
    """What they say of the talk itself is not given back, and nothing of what they refuse."""
    talk = hearing.does & (OF_THE_TALK - {"refusal"} if refusing else OF_THE_TALK)
    span = None if talk else clause_of(without(passage.text, refusing), hearing.clause)
    if span:
        dark = not DARK.isdisjoint(tones_of(passage.text)) or hearing.valence <= HEAVY
        yield ClauseHeard(ToldClause(TellerQuote(passage.turn, span), dark))


def _told_before(story: Story, turn: int) -> int:
    last = (told for thread in story.threads.values() for told in thread.turns[-2:] if told < turn)
    return max(last, default=0)


def _wishes(passage: ParsedPassage, story: Story) -> Iterator[WishHeard | PassageMarked]:
    """What they wish of the book. `You can put that in after all` takes in what was left out by
    hand, too.
    """
    for wish in wishes_in(passage.turn, passage.text):
        before = _told_before(story, passage.turn) if is_bare(passage.text, wish) else 0
        yield WishHeard(replace(wish, before=before))
        if wish.kind == "take_in" and not wish.what:
            marked = [int(turn) for turn, mark in story.marks.items() if mark == "off_record"]
            yield from (PassageMarked(turn, None, AFTER_ALL) for turn in sorted(marked)[-1:])
