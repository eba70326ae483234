"""What the teller says of the talk itself: a pause is a pause, a question is answered, what is
refused is what was named, and what cannot be read is kept and left at that.
"""

from __future__ import annotations

import pytest
from tests.engines.memoir.origins import artifacts
from tests.engines.memoir.sittings import (
    MINUTE,
    Sitting,
    asked_in,
    conducted_in,
    directive_of,
    go_on,
    hold,
    model,
    played,
    rules_broken,
    told,
)
from tests.support.ears import WrittenEar, doing

from dramaturg.app.config import providers
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.records import of_kind, only
from dramaturg.engines.memoir.base.state import (
    MemoirSignalsRead,
    PassageTold,
    Purpose,
    SittingEnded,
)
from dramaturg.engines.memoir.base.story_events import (
    ClaimSuperseded,
    ConflictFound,
    MatterLeftAlone,
    PassageMarked,
    StoryEvent,
    ThreadLeftAlone,
)
from dramaturg.engines.memoir.book.passages import book_source
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.engines.memoir.voice.follow_ups import of_the_story
from dramaturg.engines.memoir.voice.templates import PLAINLY, REPLIES
from dramaturg.kernel.values import replace
from dramaturg.turn.care import CareTaken
from dramaturg.turn.contract import Heard
from dramaturg.turn.hearing import Act, Danger, Hearing
from dramaturg.turn.readings import Span

HOME = "I grew up in Leeds, over my uncle's shop, with my brother Peter."
ASIDES: list[tuple[str, Act, str]] = [
    ("What do you mean by that?", "repair", "put_plainly"),
    ("Hold on, there is somebody at the door.", "pause", "give_time"),
    ("Next one, please.", "skip", "next_question"),
    ("Why would anybody care?", "question_back", "answer_shortly"),
    ("Who is going to read this?", "question_back", "answer_privacy"),
]


def after(text: str, hearing: Hearing, *before: str) -> Sitting:
    return told(*(before or (HOME,)), text, heard={text: hearing})


MAYBE = "I could do with my supper now."
MAY_LEAVE = doing("stop", doubted=frozenset({"stop"}))


@pytest.mark.parametrize(("text", "heard"), [("Yes.", doing("assent")), (MAYBE, MAY_LEAVE)])
def test_who_may_want_to_stop_is_asked_and_then_believed(text: str, heard: Hearing) -> None:
    asked = after(MAYBE, MAY_LEAVE)
    assert asked_in(asked.records[-1]).tactic == "offer_to_stop"
    assert not directive_of(asked.records[-1]).signals.stop_requested
    assert rules_broken(asked.records[-1]) == []
    said = told(HOME, MAYBE, text, heard={MAYBE: MAY_LEAVE, text: heard})
    assert directive_of(said.records[-1]).signals.stop_requested


def test_who_may_want_to_stop_and_tells_on_is_heard_out() -> None:
    more = "My brother Peter kept pigeons in the yard."
    sitting = told(HOME, MAYBE, more, heard={MAYBE: MAY_LEAVE})
    assert not directive_of(sitting.records[-1]).signals.stop_requested
    assert asked_in(sitting.records[-1]).tactic != "offer_to_stop"


@pytest.mark.parametrize(("text", "act", "tactic"), ASIDES)
def test_what_is_said_of_the_talk_is_answered_and_closes_nothing(
    text: str, act: Act, tactic: str
) -> None:
    sitting = after(text, doing(act))
    before, seen, record = *sitting.states[-2:], sitting.records[-1]
    assert asked_in(record).tactic == tactic
    assert not directive_of(record).signals.refusal_or_discomfort
    assert conducted_in(record).conduct.safety_action == "none"
    assert rules_broken(record) == []
    assert (seen.ledger.topic, seen.ledger.level, seen.told) == (
        before.ledger.topic,
        before.ledger.level,
        before.told,
    )
    assert seen.story == before.story
    passages = book_source(sitting.records, sitting.state).passages
    assert [passage.text for passage in passages] == [HOME]


@pytest.mark.parametrize("act", ["pause", "question_back", "repair"])
def test_who_tells_at_length_beside_it_has_told_it(act: Act) -> None:
    text = (
        "My uncle sold buttons and thread, and my aunt Edith made us cocoa in a blue jug every"
        " Saturday when we had sorted them all. Could we come back to this in a minute, please?"
    )
    sitting = after(text, doing(act))
    assert not only(sitting.records[-1], PassageTold).aside  # type: ignore[union-attr]
    assert any("Edith" in mention.name for mention in sitting.state.story.mentions.values())


def test_a_repair_gets_the_question_in_plainer_words() -> None:
    sitting = after(*_heard("What do you mean by that?", "repair"))
    asked, again = sitting.records[-2], sitting.records[-1].line
    assert PLAINLY[asked_in(asked).tactic] in again
    assert asked.line not in again


@pytest.mark.parametrize(
    "words",
    ["I need a break, my tea's ready.", "I got to rest a minute.", "Hang on now, I need a rest."],
)
def test_a_break_ends_nothing(words: str) -> None:
    sitting = told(HOME, words)
    assert asked_in(sitting.records[-1]).tactic == "give_time"
    assert sitting.state.ended is None


@pytest.mark.parametrize("words", ["Goodnight then.", "That's all for today.", "Right that's me."])
def test_a_leave_taken_in_so_many_words_is_a_goodbye(words: str) -> None:
    assert told(HOME, words).state.ended == "farewell"


def test_after_a_pause_the_teller_goes_on_where_they_like() -> None:
    pause = "Hold on, there is somebody at the door."
    sitting = told(HOME, pause, "There we are.", heard={pause: doing("pause")})
    waited, again = sitting.records[2:]
    assert "?" not in waited.line
    assert asked_in(again).tactic == "welcome_back"
    assert sitting.state.ended is None


@pytest.mark.parametrize("text", ["Who is going to read this?", "Why would anybody care?"])
def test_who_asks_something_gets_an_answer_and_no_question(text: str) -> None:
    answered = after(text, doing("question_back")).records[-1]
    assert asked_in(answered).tactic.startswith("answer_")
    assert "?" not in answered.line


def test_a_goodbye_gets_a_goodbye() -> None:
    ended = only(after("Bye for now!", doing("goodbye")).records[-1], SittingEnded)
    assert ended == SittingEnded("farewell")


@pytest.mark.parametrize("purpose", ["consent", "close"])
def test_what_was_asked_in_words_of_its_own_is_asked_so_again(purpose: Purpose) -> None:
    text = "What do you mean by that?"
    engine = MemoirEngine(
        artifacts(),
        Teller(),
        providers.embedder(),
        providers.syntax(),
        providers.readers(),
        WrittenEar({text: doing("repair")}, providers.ear()),
    )
    state = replace(hold(engine, HOME)[-1].state, purpose=purpose)
    again = go_on(engine, state, 2, Heard(text, at=state.told_at + MINUTE))
    assert asked_in(again).purpose == purpose


# ── refusing ──────────────────────────────────────────────────────────────────────────────────────

ARMY = "My brother Peter went into the army in 1951, and my aunt Edith wept."


def test_who_names_what_they_refuse_has_refused_just_that() -> None:
    refusal = "The army I don't go into."
    sitting = after(refusal, doing("refusal", refused="The army"), HOME, ARMY)
    record = sitting.records[-1]
    assert conducted_in(record).conduct.safety_action == "deescalate"
    assert only(record, MatterLeftAlone) == MatterLeftAlone(3, "The army")
    left = {event.id for event in of_kind(record, ThreadLeftAlone)}
    titles = {thread.title for id in left if (thread := sitting.state.story.thread(id))}
    assert titles <= {"the army"}


def test_what_is_refused_by_name_is_not_brought_up_until_the_teller_does() -> None:
    refusal, dog = "Not Edith, please.", "We had a terrier called Nipper, and he bit the postman."
    heard = {refusal: doing("refusal", refused="Edith")}
    sitting = told(ARMY, dog, refusal, dog, heard=heard)
    named = [value for take in of_the_story(sitting.state) for value in take.holes.values()]
    assert not any("Edith" in value for value in named)
    back = told(ARMY, dog, refusal, "Edith kept hens behind the shop.", heard=heard)
    assert back.state.story.left_alone == ()


def test_who_says_only_that_has_refused_what_was_spoken_of() -> None:
    record = after("I'd rather not.", doing("refusal", refused="that"), HOME).records[-1]
    assert only(record, ThreadLeftAlone)
    assert only(record, MatterLeftAlone) is None


# ── putting right ─────────────────────────────────────────────────────────────────────────────────


def test_a_correction_that_is_heard_is_put_into_the_story_and_contradicts_nobody() -> None:
    text = "You have that down wrong, 1963 is what I said."
    hearing = doing("correction", corrected=Span("1963", text.index("1963")))
    record = after(text, hearing, "We married in 1962, in Otley.").records[-1]
    assert only(record, ClaimSuperseded)
    assert only(record, ConflictFound) is None
    assert directive_of(record).signals.contradiction_score == 0.0


# ── feeling and danger ────────────────────────────────────────────────────────────────────────────


def test_joy_is_met_as_talk_is() -> None:
    joy = "Oh, the day my daughter was born! I cried, I was so happy, I danced in the street!"
    record = after(joy, doing(emotion=0.95, valence=0.95)).records[-1]
    conduct = conducted_in(record).conduct
    assert (conduct.sideways, conduct.persona) == (False, "EMPATHY_BASE")
    assert only(record, PassageMarked) is None


@pytest.mark.parametrize("kind", ["abuse", "medical", "threat"])
def test_whoever_is_in_danger_gets_guidance_and_no_question(kind: Danger) -> None:
    text = "He has locked the door again and I am not to go out."
    sitting = after(text, doing(danger=kind, care="stop"))
    record, state = sitting.records[-1], sitting.state
    taken = only(record, CareTaken)
    assert taken
    assert (taken.danger, taken.speech, record.line) == (kind, "stop", taken.words)
    assert "?" not in record.line
    assert "Tell me which country you are in" in record.line
    assert (state.ended, state.purpose, state.care.stage) == ("danger", "care", "stopped")
    assert only(record, PassageMarked) == PassageMarked(2, "sensitive", "told in danger")


# ── what cannot be read ───────────────────────────────────────────────────────────────────────────

UNREAD = [
    "Ich bin 1938 in Leipzig geboren, und mein Bruder Karl auch.",
    "🙂🙂",
    "私は京都で生まれました。",
]


@pytest.mark.parametrize("text", UNREAD)
def test_what_cannot_be_read_is_kept_and_nothing_is_made_of_it(text: str) -> None:
    sitting = told(HOME, text)
    record = sitting.records[-1]
    passages = book_source(sitting.records, sitting.state).passages
    assert [passage.text for passage in passages] == [HOME, text]
    assert [event for event in record.events if isinstance(event, StoryEvent)] == []
    assert asked_in(record).tactic == "say_unread"
    assert "read" in record.line
    assert rules_broken(record) == []


def test_a_promise_holds_among_words_that_cannot_be_read() -> None:
    stop = after(UNREAD[0], doing("stop", language="de")).records[-1]
    assert conducted_in(stop).conduct.stopped == "stop_requested"
    danger = doing(language="de", danger="self_harm", care="stop")
    assert after(UNREAD[0], danger).state.ended == "self_harm"


def test_a_model_is_asked_what_it_makes_of_words_and_of_nothing_else() -> None:
    for text, asked in zip(UNREAD, (True, False, True), strict=True):
        record = told(HOME, text, voice=model()).records[-1]
        asks = {exchange.ask for exchange in record.exchanges}
        assert ("memoir.passage" in asks) is asked, text
        # this one makes nothing of them
        assert [event for event in record.events if isinstance(event, StoryEvent)] == []
        assert asked_in(record).tactic == "say_unread"


# ── on record ─────────────────────────────────────────────────────────────────────────────────────


def test_the_ear_that_heard_it_is_on_record() -> None:
    for record in played("about_the_talk").records[1:]:
        read = only(record, MemoirSignalsRead)
        assert read
        assert read.ear == "written down"


def test_what_every_interviewer_can_say_is_few_words_and_one_question_at_most() -> None:
    for tactic in REPLIES.values():
        assert any("{" not in template for template in tactic.templates)
        assert all(template.count("?") <= 1 for template in tactic.templates)
    known = {tactic.name for persona in artifacts().personas.personas for tactic in persona.tactics}
    assert set(PLAINLY) <= known


def _heard(text: str, act: Act) -> tuple[str, Hearing]:
    return text, doing(act)


@pytest.mark.parametrize(
    ("text", "tactic"),
    [
        (
            "Don't put the trousers story in the book, our Vera would sue me.",
            "promise_to_leave_out",
        ),
        ("That's only for the family. We were never properly married.", "promise_to_the_family"),
        ("You keep asking what it was like.", "take_it"),
    ],
)
def test_a_wish_about_the_book_and_annoyance_are_answered(text: str, tactic: str) -> None:
    assert told(HOME, text).state.tactics[-1] == tactic


def test_what_somebody_in_a_story_asked_is_no_question_to_the_interviewer() -> None:
    story = (
        "He walked me home every Saturday, and I said to Ann, is there something wrong with him?"
    )
    heard = {story: doing("question_back")}
    assert told(HOME, story, heard=heard).state.calls_for is None
