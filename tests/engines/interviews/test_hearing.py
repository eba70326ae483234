"""What people do with words besides answering: refuse, skip, stop, pause, ask back, not understand,
correct themselves, be in danger, speak another language; and what an interview makes of it.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.engines.interviews.interview_setup import (
    asked_about,
    directive_of,
    engine,
    found,
    fresh_engine,
    go_on,
    hearing,
    hold,
    key_of,
    labels_in,
    model,
    read_in,
)
from tests.engines.interviews.test_engine import RATED
from tests.support.ears import WrittenEar, doing

from dramaturg.app.sessions.flags import flags_of_turn
from dramaturg.engines.interviews.base.state import (
    AnswerHeard,
    Asked,
    ConceptRevised,
    Extracted,
    InterviewState,
    Measured,
    SignalsRead,
    apply,
)
from dramaturg.engines.interviews.engine import CODEC
from dramaturg.engines.interviews.hearing import listen
from dramaturg.engines.interviews.questions.templates import USUAL
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.hearing import Act, Danger, Hearing

FIRST = (
    "I like oat milk because it froths well. It also costs less money. It keeps the foam all"
    " morning."
)
SYNTAX = best_syntax()
THAT = "I'd rather not go into that."
MONEY = "I'd rather not talk about money."
REFUSES, REFUSES_MONEY = doing("refusal"), doing("refusal", refused="money", at=26)
WHAT = "What do you mean?"
YOU = "Do you drink it too?"


def asked(label: str = "keeps the foam") -> InterviewState:
    """After a first answer, and a question about this."""
    return asked_about(hold(hearing({}), FIRST)[-1].state, label)


# ── what is told ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "heard", "told"),
    [
        ("It is cheap.", {}, "It is cheap."),
        (THAT, {THAT: REFUSES}, ""),
        (f"It is cheap. {THAT}", {f"It is cheap. {THAT}": REFUSES, THAT: REFUSES}, "It is cheap."),
        (
            "I'd rather not say why, but it is cheap.",
            {
                "I'd rather not say why, but it is cheap.": REFUSES,
                "I'd rather not say why": REFUSES,
            },
            "but it is cheap.",
        ),
        (
            "My wife left. It is cheap.",
            {"My wife left. It is cheap.": doing("refusal", refused="My wife")},
            "It is cheap.",
        ),
        ("Well. It is cheap.", {"Well. It is cheap.": REFUSES}, ""),
        ("It is cheap, is it not?", {"It is cheap, is it not?": doing("correction")}, None),
        (
            f"It is cheap. {WHAT}",
            {f"It is cheap. {WHAT}": doing("repair"), WHAT: doing("repair")},
            "It is cheap.",
        ),
        ("Es ist billig.", {"Es ist billig.": Hearing(language="de")}, ""),
    ],
)
def test_what_is_not_told_is_blank_and_everything_else_stands_where_it_stood(
    text: str, heard: dict[str, Hearing], told: str | None
) -> None:
    found = listen(text, "Why?", WrittenEar(heard), SYNTAX)
    assert len(found.told) == len(text)
    assert found.told.strip() == (text if told is None else told)
    assert all(now in (" ", was) for now, was in zip(found.told, text, strict=True))


def test_what_is_refused_may_stand_in_the_question() -> None:
    """Its place there is no place in the answer."""
    text = "It is cheap. Next one."
    ear = WrittenEar({text: doing("refusal", refused="the foam"), "Next one.": REFUSES})
    assert listen(text, "the foam, why?", ear, SYNTAX).told.strip() == "It is cheap."


def test_a_very_long_answer_is_heard_in_few_pieces() -> None:
    text = "It is cheap. " * 500 + THAT
    heard: list[str] = []

    class Counting(WrittenEar):
        def hear(self, text: str, before: str = "") -> Hearing:
            heard.append(text)
            return doing("refusal") if THAT in text else Hearing()

    found = listen(text, "Why?", Counting({}), SYNTAX)
    assert len(heard) <= 26
    assert THAT not in found.told
    assert found.told.startswith("It is cheap. It is cheap.")


# ── refusing ──────────────────────────────────────────────────────────────────────────────────────


def test_who_names_what_is_refused_is_asked_about_all_the_rest() -> None:
    state = asked()
    played = go_on(hearing({MONEY: REFUSES_MONEY}), state, MONEY)
    read = read_in(played.record)
    assert read.refusal
    assert read.spared == (key_of(state, "costs less money"),)
    assert labels_in(played.record) == []
    assert read.heard
    assert read.heard.refused == "money"


@pytest.mark.parametrize(("refused", "at"), [("", 0), ("that", 25), ("zebras in the zoo", 0)])
def test_who_only_says_that_means_what_was_asked_about(refused: str, at: int) -> None:
    state = asked()
    played = go_on(hearing({THAT: doing("refusal", refused=refused, at=at)}), state, THAT)
    assert read_in(played.record).spared == (key_of(state, "keeps the foam"),)
    assert directive_of(played.record).purpose == "ask"
    assert directive_of(played.record).signals["llm.refusal"]


def test_what_is_told_beside_a_refusal_is_taken() -> None:
    text = f"{MONEY} It makes me feel calm before work."
    both = hearing({text: REFUSES_MONEY, MONEY: REFUSES_MONEY})
    played = go_on(both, asked(), text)
    assert labels_in(played.record) == ["feel calm"]
    (taken,) = (each for each in played.record.percept.events if isinstance(each, Extracted))
    for each in taken.extraction.concepts:
        assert text[each.quote.start : each.quote.end] == each.quote.text


def test_a_refusal_that_only_a_model_reads_counts_beside_the_ear() -> None:
    state = asked()
    refuses = RATED.replace('"refusal": {"why": "as said", "score": 1', '"refusal": {"score": 4')
    played = go_on(hearing({}), state, "It is a long story.", model(signals=refuses))
    assert read_in(played.record).refusal
    alarm = RATED.replace('"score": 1', '"score": 5')
    alarmed = go_on(hearing({}), state, "It is a long story.", model(signals=alarm))
    assert alarmed.state.care.stage == "checking", "a model alone makes us ask"
    assert not alarmed.state.ended, "and ends nothing"


KNIVES = "I'd rather not go deeper into my marriage. But back to the foam: it saves me money."
MARRIAGE = {"quote": "I'd rather not go deeper into my marriage", "matter": "my marriage"}
SAVING = ("saving money", "functional_consequence", "it saves me money")
REFUSED = RATED.replace('"refusal": {"why": "as said", "score": 1', '"refusal": {"score": 5')


@pytest.mark.parametrize("by_ear", [{}, {KNIVES: doing("refusal")}], ids=["no ear", "an ear"])
def test_a_refusal_that_a_model_names_costs_the_words_it_names_and_nothing_else(
    by_ear: dict[str, Hearing],
) -> None:
    married = ("being married", "psychosocial_consequence", "into my marriage")
    extracted = found(SAVING, married, refused=(MARRIAGE,))
    state = asked()
    played = go_on(hearing(by_ear), state, KNIVES, model(signals=REFUSED, extraction=extracted))
    read = read_in(played.record)
    assert (read.refusal, read.refused, read.spared) == (True, ("my marriage",), ())
    assert labels_in(played.record) == ["saving money"]
    assert played.state.refused == ("my marriage",)
    (taken,) = (each for each in played.record.percept.events if isinstance(each, Extracted))
    assert taken.extraction.notes == (
        "concept 'being married' left out: in words that are left alone",
    )


def test_of_what_was_said_before_a_refusal_spares_what_it_names_and_what_the_model_says_it_covers() -> (
    None
):
    known = found(
        ("a happy marriage", "terminal_value", "happy marriage"),
        ("quarrels at breakfast", "psychosocial_consequence", "quarrels"),
        SAVING,
    )
    first = go_on(
        hearing({}),
        asked(),
        "A happy marriage, no quarrels, and it saves me money.",
        model(signals=RATED, extraction=known.replace("it saves me money", "saves me money")),
    ).state
    covers = {**MARRIAGE, "covers": ["quarrels"]}
    played = go_on(
        hearing({}), first, KNIVES, model(signals=REFUSED, extraction=found(refused=(covers,)))
    )
    assert set(read_in(played.record).spared) == {
        key_of(first, "a happy marriage"),
        key_of(first, "quarrels at breakfast"),
    }


@pytest.mark.parametrize(("score", "refuses"), [(1, False), (2, True), (5, True)])
def test_words_that_a_model_names_as_refusing_count_unless_it_denies_it(
    score: int, refuses: bool
) -> None:
    rated = RATED.replace(
        '"refusal": {"why": "as said", "score": 1', f'"refusal": {{"score": {score}'
    )
    text = "It is a long story, my marriage. As for the foam, it saves me money."
    named = {"quote": "It is a long story, my marriage", "matter": "my marriage"}
    voice = model(signals=rated, extraction=found(SAVING, refused=(named,)))
    played = go_on(hearing({}), asked(), text, voice)
    assert read_in(played.record).refusal is refuses
    assert played.state.refused == (("my marriage",) if refuses else ())
    assert labels_in(played.record) == ["saving money"]


def test_who_only_says_that_to_a_model_means_what_was_asked_about() -> None:
    state = asked()
    entry = {"quote": "I'd rather not say", "matter": ""}
    voice = model(signals=REFUSED, extraction=found(refused=(entry,)))
    played = go_on(hearing({}), state, "I'd rather not say.", voice)
    assert read_in(played.record).spared == (key_of(state, "keeps the foam"),)


def test_where_a_model_names_no_words_for_a_refusal_that_stands_they_are_the_ears() -> None:
    text = f"{MONEY} It makes me feel calm before work."
    both = hearing({text: REFUSES_MONEY, MONEY: REFUSES_MONEY})
    money = ("money", "attribute", "money")
    calm = ("feel calm", "psychosocial_consequence", "feel calm")
    voice = model(signals=REFUSED, extraction=found(money, calm))
    assert labels_in(go_on(both, asked(), text, voice).record) == ["feel calm"]


def test_a_doubt_of_the_ears_is_taken_away_by_a_model_and_nothing_is_lost() -> None:
    text = "It looks nice on the table, and it saves me money."
    played = go_on(
        hearing({text: doing("refusal", refused="table")}),
        asked(),
        text,
        model(signals=RATED, extraction=found(SAVING)),
    )
    assert labels_in(played.record) == ["saving money"]
    assert not read_in(played.record).refusal


QUIET = "It's quiet. Ten minutes before the kids wake up, and it saves me money."


def test_what_else_the_words_do_is_the_models_to_say() -> None:
    on = hearing({QUIET: doing("pause")})
    quiet = go_on(on, asked(), QUIET, model(signals=RATED, extraction=found(SAVING)))
    assert directive_of(quiet.record).purpose == "ask"
    assert labels_in(quiet.record) == ["saving money"]
    waits = json.dumps({**json.loads(found()), "does": ["pause"]})
    paused = go_on(hearing({}), asked(), "One second.", model(signals=RATED, extraction=waits))
    assert directive_of(paused.record).purpose == "wait"


@pytest.mark.parametrize(
    ("ear", "by_model", "ended", "purpose"),
    [
        (doing("stop"), [], True, "thank"),
        (doing(), ["stop"], False, "leave"),
        (doing("stop", doubted=frozenset({"stop"})), ["stop"], True, "thank"),
        (doing("stop", doubted=frozenset({"stop"})), [], False, "ask"),
    ],
    ids=["sure ear", "model alone", "both", "a doubt taken away"],
)
def test_a_wish_to_stop_is_a_promise_and_what_only_a_model_heard_is_asked_about(
    ear: Hearing, by_model: list[str], ended: bool, purpose: str
) -> None:
    text = "That is about all I have time for."
    said = json.dumps({**json.loads(found()), "does": by_model})
    played = go_on(hearing({text: ear}), asked(), text, model(signals=RATED, extraction=said))
    assert (played.state.ended, directive_of(played.record).purpose) == (ended, purpose)


def test_what_the_ear_cannot_read_a_model_does() -> None:
    text = "Es ist billig, so spare ich Geld."
    on = hearing({text: Hearing(language="de")})
    saving = ("Geld sparen", "functional_consequence", "spare ich Geld", "Ersparnis")
    played = go_on(on, asked(), text, model(signals=RATED, extraction=found(saving)))
    assert labels_in(played.record) == ["Geld sparen"]
    assert directive_of(played.record).purpose == "ask"
    assert directive_of(go_on(on, asked(), text).record).purpose == "unread"


# ── the question stands ───────────────────────────────────────────────────────────────────────────


def unchanged(before: InterviewState, after: InterviewState) -> None:
    """Nothing was learned, and nobody was asked twice."""
    assert after.graph == before.graph
    assert after.tracker == before.tracker
    assert (after.strategies, after.depths, after.yields) == (
        before.strategies,
        before.depths,
        before.yields,
    )
    assert (after.dry, after.fruitless, after.velocity, after.longest) == (
        before.dry,
        before.fruitless,
        before.velocity,
        before.longest,
    )
    assert (after.purpose, after.ended) == (before.purpose, False)


def test_a_question_that_was_not_understood_is_put_in_plainer_words() -> None:
    state = asked()
    played = go_on(hearing({WHAT: doing("repair", "question_back")}), state, WHAT)
    directive = directive_of(played.record)
    assert (directive.purpose, directive.strategy) == ("again", "ladder_up")
    assert directive.focus == key_of(state, "keeps the foam")
    assert played.record.line.startswith(USUAL.plainer)
    assert played.record.line not in state.questions
    assert played.state.question == played.record.line
    assert "foam" in played.record.line
    unchanged(state, played.state)
    assert not any(isinstance(each, Measured) for each in played.record.events)


def test_the_opening_question_can_be_put_in_other_words_too() -> None:
    played = hold(hearing({WHAT: doing("repair")}), WHAT)[-1]
    assert directive_of(played.record).purpose == "again"
    assert played.state.questions[0] != played.state.questions[1]
    assert played.state.purpose == "open"


def test_a_model_is_told_to_ask_in_plainer_words() -> None:
    prompts: list[str] = []
    plainer = "And the foam, what does it do for you?"

    def listening(prompt: object) -> str:
        prompts.append(getattr(prompt, "user", ""))
        return plainer

    played = go_on(hearing({WHAT: doing("repair")}), asked(), WHAT, model(question=listening))
    assert "THEY DID NOT UNDERSTAND" in prompts[0]
    assert played.record.line


def test_a_question_back_is_answered_and_the_question_stays() -> None:
    state = asked()
    played = go_on(hearing({YOU: doing("question_back")}), state, YOU)
    assert directive_of(played.record).purpose == "reply"
    assert played.record.line.startswith(USUAL.replies)
    assert played.record.line.endswith(state.question)
    assert played.state.question == state.question
    unchanged(state, played.state)


def test_who_answers_and_asks_back_is_answered_and_asked_the_next_question() -> None:
    text = f"It makes me feel calm before work. {YOU}"
    back = doing("question_back")
    played = go_on(hearing({text: back, YOU: back}), asked(), text)
    assert labels_in(played.record) == ["feel calm"]
    assert directive_of(played.record).purpose == "ask"
    assert played.record.line.startswith(USUAL.replies)


def test_a_pause_is_a_kind_word_and_the_interview_waits() -> None:
    state = asked()
    text = "Hang on, the door."
    played = go_on(hearing({text: doing("pause")}), state, text)
    assert directive_of(played.record).purpose == "wait"
    assert played.record.line in USUAL.waits
    assert read_in(played.record).spared == ()
    assert played.state.question == state.question
    unchanged(state, played.state)
    again = go_on(hearing({}), played.state, "It makes me feel calm before work.")
    assert len(again.state.tracker.states[key_of(state, "keeps the foam")].depths) == 1


@pytest.mark.parametrize("text", ["Ich mag den Schaum.", "🙂🙃🙂", "泡立ちがよくて"])
def test_what_cannot_be_read_is_kept_as_it_was_said_and_nothing_is_made_of_it(text: str) -> None:
    state = asked()
    played = go_on(hearing({text: Hearing(language="unknown")}), state, text)
    assert directive_of(played.record).purpose == "unread"
    assert played.record.line.startswith(USUAL.unread)
    assert played.state.answer == text
    unchanged(state, played.state)


def test_a_closing_question_that_was_not_understood_is_not_answered_yet() -> None:
    closing = Asked("What would you add?", "close", "close", because="close_strategy")
    state, on = apply(asked(), closing), hearing({WHAT: doing("repair")})
    played = go_on(on, state, WHAT)
    assert directive_of(played.record).purpose == "again"
    assert (played.state.ended, played.state.purpose) == (False, "close")
    last = go_on(on, played.state, "Nothing, thank you.")
    assert (last.state.ended, last.state.termination) == (True, "close_strategy")


# ── leaving a question ────────────────────────────────────────────────────────────────────────────


def test_a_question_that_is_skipped_is_left_and_its_matter_rests() -> None:
    state, text = asked(), "Skip that one, please."
    played = go_on(hearing({text: doing("skip")}), state, text)
    focus, directive = key_of(state, "keeps the foam"), directive_of(played.record)
    assert not read_in(played.record).refusal
    assert read_in(played.record).spared == ()
    assert directive.exhausted == (focus,)
    assert directive.focus != focus
    assert played.state.may_be_asked(played.state.tracker.states[focus])
    assert played.record.line.startswith(USUAL.after_refusal)


@pytest.mark.parametrize("act", ["stop", "goodbye"])
def test_who_wants_to_leave_is_let_go(act: Act) -> None:
    text = "That will do for today."
    played = go_on(hearing({text: doing(act)}), asked(), text)
    assert (played.state.ended, played.state.termination) == (True, "user_stop")
    assert played.record.line in USUAL.goodbyes


MAYBE = "That is about all I have, I think."
MAY_LEAVE = {MAYBE: doing("stop", doubted=frozenset({"stop"})), "Yes.": doing("assent")}


def test_who_may_want_to_leave_is_asked_and_the_question_stands() -> None:
    state = asked()
    played = go_on(hearing(MAY_LEAVE), state, MAYBE)
    assert directive_of(played.record).purpose == "leave"
    assert played.record.line.startswith(USUAL.leaves)
    assert played.record.line.endswith(state.question)
    assert (played.state.ended, played.state.leaving) == (False, True)
    unchanged(state, replace(played.state, leaving=False))
    again = CODEC.record(CODEC.record_json(played.record))
    assert again == played.record


@pytest.mark.parametrize("says_so", ["Yes.", MAYBE])
def test_who_then_says_so_is_let_go(says_so: str) -> None:
    on = hearing(MAY_LEAVE)
    played = go_on(on, go_on(on, asked(), MAYBE).state, says_so)
    assert (played.state.ended, played.state.termination) == (True, "user_stop")
    assert played.record.line in USUAL.goodbyes


def test_who_tells_on_instead_is_asked_on() -> None:
    on = hearing(MAY_LEAVE)
    played = go_on(on, go_on(on, asked(), MAYBE).state, "It makes me feel calm before work.")
    assert (played.state.ended, played.state.leaving) == (False, False)
    assert directive_of(played.record).purpose == "ask"
    assert "feel calm" in labels_in(played.record)
    assert not go_on(on, played.state, "Yes.").state.ended


def test_a_correction_takes_back_what_was_said() -> None:
    text = "No, it's not the price. It's the smell."
    taken, left = (
        hold(hearing({text: heard}), "It's the price.", text)[-1]
        for heard in (doing("correction"), doing())
    )
    assert [each.label for each in taken.state.graph.concepts.values() if each.revised] == ["price"]
    assert any(isinstance(each, ConceptRevised) for each in taken.record.percept.events)
    assert not any(each.revised for each in left.state.graph.concepts.values())


# ── danger ────────────────────────────────────────────────────────────────────────────────────────

TOLD = "It is bad at home these days."


@pytest.mark.parametrize("danger", ["self_harm", "abuse", "medical", "threat", "distress"])
def test_danger_of_any_kind_ends_it_with_care_and_is_flagged(danger: Danger) -> None:
    played = go_on(hearing({TOLD: Hearing(danger=danger, care="stop")}), asked(), TOLD)
    assert (played.state.ended, played.state.termination) == (True, "safety_stop")
    assert played.state.care.stage == "stopped"
    assert [flag.kind for flag in flags_of_turn("interviews", played.record)] == [danger]


def test_somebody_in_danger_who_wants_to_leave_is_cared_for_first() -> None:
    both = Hearing(does=frozenset({"stop"}), danger="self_harm", care="stop")
    assert go_on(hearing({TOLD: both}), asked(), TOLD).state.termination == "safety_stop"


def test_doubt_ends_nothing_and_is_not_gone_into() -> None:
    state = asked()
    played = go_on(hearing({TOLD: Hearing(danger="abuse", care="check")}), state, TOLD)
    assert (played.state.ended, played.state.care.stage) == (False, "checking")
    assert played.state.graph == state.graph
    foam = played.state.tracker.states[key_of(state, "keeps the foam")]
    assert not played.state.may_be_asked(foam)
    assert [flag.kind for flag in flags_of_turn("interviews", played.record)] == ["doubt"]


# ── on record ─────────────────────────────────────────────────────────────────────────────────────


def test_which_ear_heard_it_is_on_record_and_comes_back_from_json() -> None:
    record = go_on(hearing({MONEY: REFUSES_MONEY}), asked(), MONEY).record
    again = CODEC.record(CODEC.record_json(record))
    assert again == record
    heard = AnswerHeard("written down", does=("refusal",), refused="money", told=False)
    assert read_in(again).heard == heard
    real = hold(engine(), "Stop.")[-1].record
    assert (read_in(real).heard or heard).by == engine().tools.ear.name


def test_what_was_stored_before_there_was_an_ear_is_written_as_it_was() -> None:
    record = go_on(hearing({}), asked(), "It is cheap.").record
    events = tuple(
        SignalsRead("shallow", "offline") if isinstance(each, SignalsRead) else each
        for each in record.percept.events
    )
    text = CODEC.record_json(replace(record, percept=replace(record.percept, events=events)))
    assert '"heard":{"by"' not in text
    assert CODEC.record_json(CODEC.record(text)) == text


def test_two_ears_are_two_names() -> None:
    assert fresh_engine().tools.ear.name != WrittenEar({}).name
