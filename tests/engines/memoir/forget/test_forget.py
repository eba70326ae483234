"""What is forgotten is gone from every record, row and state, and everything else stays as it was
told.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.engines.memoir.base.conduct import TurnConduct
from dramaturg.engines.memoir.base.directive import LineReport, MemoirDirective
from dramaturg.engines.memoir.base.ledger import TopicEntry
from dramaturg.engines.memoir.base.records import MemoirRecord, of_kind
from dramaturg.engines.memoir.base.signals import TurnSignals
from dramaturg.engines.memoir.base.state import (
    Conducted,
    LineSaid,
    MemoirEvent,
    MemoirSignalsRead,
    MemoirState,
    PassageTold,
    SittingBegan,
    apply,
)
from dramaturg.engines.memoir.base.story import ClaimConflict, LooseEnd, StoryThread, TellerQuote
from dramaturg.engines.memoir.base.story_events import (
    BornLearned,
    ClaimMade,
    ClaimSuperseded,
    ConflictFound,
    IdsRetired,
    LooseEndFound,
    MatterLeftAlone,
    Mentioned,
    PassageMarked,
    TakenUp,
    ThreadContinued,
    ThreadLeftAlone,
    ThreadOpened,
)
from dramaturg.engines.memoir.forget.forget import STAND_IN, forget
from dramaturg.engines.memoir.forget.traces import Traces
from dramaturg.engines.memoir.story.vectors import embedded, packed
from dramaturg.language.embedder import HashingEmbedder
from dramaturg.turn.contract import (
    REMOVED,
    Decision,
    Draft,
    Exchange,
    Heard,
    Override,
    Percept,
    Settlement,
    Verdict,
)
from dramaturg.turn.contract import TurnRecord as Record
from dramaturg.turn.engine import Codec, fold
from dramaturg.turn.readings import Claim, Span

EMBEDDER = HashingEmbedder()
CODEC: Codec[MemoirState, MemoirEvent, MemoirDirective, LineReport] = Codec(
    MemoirState, MemoirRecord
)
CALM = TurnSignals(
    vagueness_score=0.1,
    emotion_score=0.2,
    contradiction_score=0.0,
    refusal_or_discomfort=False,
    conversation_phase="narrative",
)

# ── a memoir of six passages ──────────────────────────────────────────────────────────────────────

TEXTS = {
    1: "I was born in 1931 in Oldham, by the canal.",
    2: "My sister Rosalind kept a lighthouse lamp in the attic.",
    3: "The mill was loud, and my sister worked there too.",
    4: "Rosalind drank, that is the truth of it. I have never told anyone.",
    5: "At the mill I met Frank, it was 1950.",
    6: "No, it was 1951, and the canal was frozen.",
}
LINES = {
    1: "What do you remember of Oldham?",
    2: "What was the lighthouse lamp like?",
    3: "How loud was the mill?",
    4: "How did you and Rosalind get on after that?",
    5: "Where did you and Frank go?",
    6: "Was Rosalind still drinking then?",
}
THREADS = {1: "t1", 2: "t2", 3: "t3", 4: "t2", 5: "t3", 6: "t3"}


def quote(turn: int, words: str) -> TellerQuote:
    return TellerQuote(turn, Span(words, TEXTS[turn].index(words)))


def claim(turn: int, predicate: str, words: str, year: int) -> Claim:
    return Claim("I", predicate, "year", (float(year), float(year)), quote(turn, words).span)


STORY: dict[int, tuple[MemoirEvent, ...]] = {
    1: (
        ClaimMade("c1", claim(1, "born", "born in 1931", 1931), 1),
        BornLearned(1931, "c1"),
        Mentioned("place", "oldham", "Oldham", quote(1, "Oldham")),
    ),
    2: (
        Mentioned("person", "rosalind", "Rosalind", quote(2, "Rosalind"), "my sister"),
        LooseEndFound(LooseEnd("l1", quote(2, "lighthouse lamp"), "t2")),
    ),
    3: (Mentioned("person", "my sister", "your sister", quote(3, "my sister")),),
    4: (
        Mentioned("person", "rosalind", "Rosalind", quote(4, "Rosalind")),
        ClaimMade(
            "c2", Claim("rosalind", "drink", "has", True, quote(4, "Rosalind drank").span), 4
        ),
        PassageMarked(4, "sensitive", "told in pain"),
        PassageMarked(3, "off_record", "the teller asked for it in the next passage"),
        ThreadLeftAlone("t2"),
    ),
    5: (
        ClaimMade("c3", claim(5, "meet", "it was 1950", 1950), 5),
        Mentioned("person", "frank", "Frank", quote(5, "Frank")),
    ),
    6: (
        ClaimMade("c4", claim(6, "meet", "it was 1951", 1951), 6),
        ClaimSuperseded("c3", "c4"),
        ConflictFound(ClaimConflict("c4", "c3", "year", 0.8)),
    ),
}
ASKED: dict[int, tuple[tuple[TellerQuote, ...], tuple[str, ...]]] = {
    1: ((quote(1, "Oldham"),), ("place:oldham",)),
    2: ((quote(2, "lighthouse lamp"),), ("l1",)),
    3: ((quote(3, "mill"),), ()),
    4: ((), ()),
    5: ((quote(5, "Frank"),), ("person:frank",)),
    6: ((quote(4, "Rosalind"),), ()),
}


def threaded(turn: int) -> ThreadOpened | ThreadContinued:
    id, text = THREADS[turn], TEXTS[turn]
    vector, keys = (
        packed(embedded(text, EMBEDDER)),
        tuple(word.strip(".,").lower() for word in text.split() if len(word) > 4),
    )
    earlier = [each for each in THREADS if each < turn and THREADS[each] == id]
    if earlier:
        return ThreadContinued(id, turn, 1, vector, keys, ("work",), embedder=EMBEDDER.name)
    return ThreadOpened(
        StoryThread(
            id,
            " ".join(text.split()[1:4]),
            vector,
            keys,
            (turn,),
            ("childhood",),
            (1,),
            embedder=EMBEDDER.name,
        )
    )


def conduct(turn: int) -> TurnConduct:
    return TurnConduct(
        "EMPATHY_BASE", "default", (), THREADS[turn], "narrative", 1, 1, "stays", TopicEntry(1)
    )


def record(turn: int) -> MemoirRecord:
    about, takes_up = ASKED[turn]
    directive = MemoirDirective(
        "ask", conduct(turn), CALM, "follow", {"anchor": "it"}, about, takes_up
    )
    read = MemoirSignalsRead(
        CALM,
        "model",
        {"emotion": f"they say: {TEXTS[turn]}"},
        {"claims": f"no sense in {TEXTS[turn]}"},
    )
    events = (PassageTold(turn, TEXTS[turn], EMBEDDER.name), threaded(turn), *STORY[turn], read)
    said: tuple[MemoirEvent, ...] = (
        Conducted(conduct(turn)),
        LineSaid(LINES[turn], "ask", "follow", "follow.1", about),
        *map(TakenUp, takes_up),
    )
    return Record(
        turn,
        Heard(TEXTS[turn], at=1000.0 + turn),
        Percept(events, {}, {"emotion": 0.2}),
        Decision(directive, "default leads to EMPATHY_BASE"),
        Draft(LINES[turn], LineReport("follow.1"), "model", (f"too long: {LINES[turn]}",)),
        Verdict(LINES[turn], (Override("leading", f"it said: {LINES[turn]}"),)),
        Settlement(said, (), "default leads to EMPATHY_BASE"),
        (
            Exchange("readings", "read", "abc", f'{{"why": "{TEXTS[turn]}"}}', tokens_in=100),
            Exchange(
                "line",
                "speak",
                "def",
                None,
                f"LLMTimeoutError: after {LINES[turn]}",
                partial=LINES[turn],
            ),
        ),
    )


@cache
def memoir() -> tuple[MemoirRecord, ...]:
    opening: MemoirRecord = Record(
        0,
        Heard(at=1000.0),
        Percept(),
        None,
        None,
        Verdict("Where shall we begin?"),
        Settlement((SittingBegan(1, 1000.0), LineSaid("Where shall we begin?", "open", "open"))),
    )
    return (opening, *(record(turn) for turn in TEXTS))


def without(*turns: int) -> tuple[MemoirRecord, ...]:
    return forget(memoir(), turns, EMBEDDER)


def story_of(records: Collection[MemoirRecord]) -> MemoirState:
    return fold(apply, (event for record in records for event in record.events), MemoirState())


def everything(records: Collection[MemoirRecord]) -> str:
    """All that is written of a memoir, in small letters."""
    return (CODEC.state_json(story_of(records)) + "".join(map(CODEC.record_json, records))).lower()


# ── the turn itself ───────────────────────────────────────────────────────────────────────────────


def test_of_a_forgotten_turn_only_how_it_was_conducted_is_left() -> None:
    was, now = memoir()[4], without(4)[4]
    assert now.heard == Heard("", REMOVED, at=was.heard.at)
    kinds = [
        PassageTold,
        PassageMarked,
        ThreadLeftAlone,
        MemoirSignalsRead,
        Conducted,
        LineSaid,
        IdsRetired,
    ]
    assert [type(event) for event in now.events] == kinds
    assert list(of_kind(now, PassageTold)) == [PassageTold(4, "", EMBEDDER.name)]
    assert list(of_kind(now, MemoirSignalsRead)) == [MemoirSignalsRead(CALM, "model")]
    assert list(of_kind(now, Conducted)) == list(of_kind(was, Conducted))
    assert (now.line, now.verdict.overrides) == (STAND_IN, (Override("leading", ""),))
    assert now.exchanges[0] == Exchange("readings", "read", "", "", tokens_in=100)
    assert (now.exchanges[1].failure, now.exchanges[1].partial) == ("LLMTimeoutError", "")


def test_turns_keep_their_numbers_and_their_times() -> None:
    assert [(each.turn, each.heard.at) for each in without(2, 4)] == [
        (each.turn, each.heard.at) for each in memoir()
    ]


def test_what_was_told_before_and_elsewhere_stays_as_it_was_told() -> None:
    now = without(4)
    assert now[:4] == memoir()[:4]
    assert [each.heard.text for each in now if each.heard.text] == [
        TEXTS[turn] for turn in (1, 2, 3, 5, 6)
    ]


def test_forgetting_what_is_forgotten_or_was_never_told_changes_nothing() -> None:
    once = without(4)
    assert forget(once, {4, 0, 99}, EMBEDDER) == once


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        ({2}, ["lighthouse", "lamp", "attic"]),
        ({4}, ["drank", "truth", "never told"]),
        ({2, 4}, ["rosalind", "lighthouse", "drank"]),
        ({1}, ["oldham", "1931"]),
        ({5}, ["1950", "frank"]),
        ({1, 2, 3, 4, 5, 6}, ["rosalind", "oldham", "frank", "sister", "mill", "canal", "1951"]),
    ],
)
def test_no_word_that_was_told_there_alone_is_left(turns: set[int], words: list[str]) -> None:
    before, after = everything(memoir()), everything(without(*turns))
    for word in words:
        assert word in before
        assert word not in after


# ── what leads back to it ─────────────────────────────────────────────────────────────────────────


def test_a_later_line_about_the_forgotten_words_is_replaced() -> None:
    assert without(4)[6].line == STAND_IN
    assert [line.text for line in story_of(without(4)).lines].count(STAND_IN) == 2


def test_a_later_line_that_only_repeats_them_is_replaced_too() -> None:
    records = (
        *memoir()[:5],
        replace(memoir()[5], verdict=Verdict("And the truth about the drink?")),
        memoir()[6],
    )
    assert forget(records, {4}, EMBEDDER)[5].line == STAND_IN


def test_a_pair_of_words_betrays_what_each_of_them_would_not() -> None:
    traces = Traces.of(
        {1: "We had a blue door.", 2: "The sky was blue.", 3: "The door stood open."}, {1}
    )
    assert traces.betrayed_by("Tell me about the blue door.")
    assert not traces.betrayed_by("Was the door ever blue?", "What a sky.", None, 12)


def test_other_lines_stay() -> None:
    assert [each.line for each in without(4)][:6] == [
        "Where shall we begin?",
        *(LINES[turn] for turn in (1, 2, 3)),
        STAND_IN,
        LINES[5],
    ]


def test_a_correction_that_is_forgotten_lets_the_first_version_count_again() -> None:
    story = story_of(without(6)).story
    assert story.claims["c3"].superseded_by is None
    assert (story.conflicts, "c4" in story.claims) == ((), False)


def test_a_version_that_is_forgotten_leaves_the_other_alone() -> None:
    story = story_of(without(5)).story
    assert sorted(story.claims) == ["c1", "c2", "c4"]
    assert story.conflicts == ()


def test_a_year_of_birth_goes_with_the_passage_that_told_it() -> None:
    assert story_of(memoir()).story.born == 1931
    assert story_of(without(1)).story.born is None


def test_somebody_named_elsewhere_stays_with_those_words_alone() -> None:
    story = story_of(without(4)).story
    assert [each.turn for each in story.mentions["person:rosalind"].quotes] == [2]
    assert "person:rosalind" not in story_of(without(2, 4)).story.mentions


def test_a_mark_goes_with_its_passage_and_a_mark_on_another_passage_holds_on() -> None:
    assert dict(story_of(memoir()).story.marks) == {"3": "off_record", "4": "sensitive"}
    assert dict(story_of(without(4)).story.marks) == {"3": "off_record"}
    assert dict(story_of(without(3)).story.marks) == {"4": "sensitive"}


def heard_more(turn: int, *events: MemoirEvent) -> tuple[MemoirRecord, ...]:
    """The memoir, had a model understood more in one of its turns."""
    records = list(memoir())
    percept = records[turn].percept
    records[turn] = replace(
        records[turn], percept=replace(percept, events=(*percept.events, *events))
    )
    return tuple(records)


@pytest.mark.parametrize(
    "event",
    [
        ClaimMade(
            "c9", Claim("her drinking, the truth", "meet", "has", True, quote(5, "Frank").span), 5
        ),
        ClaimMade(
            "c9", Claim("I", "meet", "name", "the drinking truth", quote(5, "Frank").span), 5
        ),
        Mentioned("person", "frank", "Frank", quote(5, "Frank"), "who knew the truth"),
        Mentioned("thing", "truth", "the truth", quote(5, "mill")),
        ThreadOpened(StoryThread("t9", "the truth about her", "", ("truth", "mill"), (5,))),
        ThreadContinued("t1", 5, 1, "", ("truth", "canal")),
        MemoirSignalsRead(
            CALM, "model", {"emotion": "it is the truth again"}, {"claims": "the truth is no claim"}
        ),
        PassageMarked(3, None, "since the truth is out"),
        MatterLeftAlone(5, "the truth about her"),
    ],
    ids=lambda event: event.kind,
)
def test_what_was_understood_later_by_the_forgotten_words_goes_too(event: MemoirEvent) -> None:
    records = heard_more(5, event)
    assert everything(records).count("truth") > everything(memoir()).count("truth")
    left = forget(records, {4}, EMBEDDER)
    assert "truth" not in everything(left)
    assert left[5].line == LINES[5]


def test_what_a_model_answered_later_by_the_forgotten_words_is_silenced_and_its_cost_stays() -> (
    None
):
    five = memoir()[5]
    told = Exchange("story", "extract", "ghi", '{"title": "after the truth"}', tokens_in=7)
    left = forget(
        (*memoir()[:5], replace(five, exchanges=(*five.exchanges, told)), memoir()[6]),
        {4},
        EMBEDDER,
    )
    assert left[5].exchanges == (*five.exchanges, replace(told, prompt_digest="", reply=""))


def test_a_line_that_takes_up_what_is_no_more_is_replaced_whatever_it_says() -> None:
    five = memoir()[5]
    assert five.decision is not None
    asking = replace(
        five.decision, directive=replace(five.decision.directive, about=(), takes_up=("l1",))
    )
    left = forget((*memoir()[:5], replace(five, decision=asking), memoir()[6]), {2}, EMBEDDER)
    assert left[5].line == STAND_IN


def test_what_was_reckoned_later_from_a_forgotten_claim_goes_too() -> None:
    assert (
        story_of(forget(heard_more(5, BornLearned(1931, "c1")), {1}, EMBEDDER)).story.born is None
    )


def test_a_return_that_is_forgotten_leaves_the_thread_alone() -> None:
    records = heard_more(6, ThreadLeftAlone("t2", left_alone=False))
    assert not story_of(records).story.threads["t2"].left_alone
    assert story_of(forget(records, {6}, EMBEDDER)).story.threads["t2"].left_alone


# ── threads ───────────────────────────────────────────────────────────────────────────────────────


def test_a_thread_whose_first_passage_goes_is_opened_by_the_next() -> None:
    thread = story_of(without(2)).story.threads["t2"]
    assert (thread.turns, thread.periods, thread.sittings) == ((4,), ("work",), (1,))
    assert thread.title == "Rosalind"
    assert thread.vector == packed(embedded(TEXTS[4], EMBEDDER))
    assert thread.left_alone


def test_a_thread_means_what_is_left_of_it() -> None:
    thread = story_of(without(5)).story.threads["t3"]
    assert thread.turns == (3, 6)
    assert (
        thread.vector
        == story_of(forget(memoir(), {1, 2, 4, 5}, EMBEDDER)).story.threads["t3"].vector
    )
    assert thread.vector != story_of(memoir()).story.threads["t3"].vector
    assert "frank" not in thread.keys


def test_a_thread_is_known_by_the_words_that_are_left_in_it_alone() -> None:
    assert "my sister" in TEXTS[3]
    more = ThreadContinued("t3", 5, 1, "", ("sister", "mill", "frank"), embedder=EMBEDDER.name)
    records = list(memoir())
    events = tuple(
        more if isinstance(event, ThreadContinued) else event for event in records[5].percept.events
    )
    records[5] = replace(records[5], percept=replace(records[5].percept, events=events))
    assert story_of(forget(records, {3, 6}, EMBEDDER)).story.threads["t3"].keys == ("mill", "frank")


def test_a_thread_with_nothing_left_is_gone_and_its_id_is_never_given_again() -> None:
    was, now = story_of(memoir()).story, story_of(without(3, 5, 6)).story
    assert sorted(now.threads) == ["t1", "t2"]
    assert (
        [now.next_id(letter) for letter in "tcl"]
        == [was.next_id(letter) for letter in "tcl"]
        == ["t4", "c5", "l2"]
    )
    again = forget(without(3, 5, 6), {2, 4}, EMBEDDER)
    assert [story_of(again).story.next_id(letter) for letter in "tcl"] == ["t4", "c5", "l2"]


# ── whatever is forgotten ─────────────────────────────────────────────────────────────────────────

TURNS = st.lists(st.sets(st.sampled_from(sorted(TEXTS)), min_size=1), min_size=1, max_size=3)


@given(TURNS)
def test_whatever_is_forgotten_in_whatever_order_nothing_leads_back_to_it(
    rounds: list[set[int]],
) -> None:
    records = memoir()
    for turns in rounds:
        records = forget(records, turns, EMBEDDER)
    gone = set.union(*rounds)
    traces = Traces.of(TEXTS, gone)
    left = [CODEC.record(CODEC.record_json(each)) for each in records]
    assert tuple(left) == records, "it can be written and read"
    story = story_of(left).story
    for each in left:
        texts = [
            each.line,
            *(event.line for event in of_kind(each, LineSaid)),
            *(exchange.reply for exchange in each.exchanges),
        ]
        assert each.turn < min(gone) or not traces.betrayed_by(
            *(text for text in texts if text != STAND_IN)
        )
        assert not any(
            part.turn in gone for event in of_kind(each, LineSaid) for part in event.about
        )
    assert not gone & {kept.turn for kept in story.claims.values()}
    assert not gone & {part.turn for mention in story.mentions.values() for part in mention.quotes}
    assert not gone & {turn for thread in story.threads.values() for turn in thread.turns}
    assert all(thread.turns for thread in story.threads.values())
    assert not traces.betrayed_by(*(thread.title for thread in story.threads.values()))


@pytest.mark.parametrize(
    "text", ["", "🙂", "…", "uh, I-- I mean", "東京に行った", "x" * 20_000, "word " * 4_000]
)
def test_odd_texts_are_forgotten_too(text: str) -> None:
    odd = replace(
        memoir()[4],
        heard=Heard(text, at=1.0),
        percept=Percept((PassageTold(4, text), *memoir()[4].percept.events[1:])),
    )
    left = forget((*memoir()[:4], odd, *memoir()[5:]), {4}, EMBEDDER)
    assert left[4].heard.text == ""
    story_of(left)
