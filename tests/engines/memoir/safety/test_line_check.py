"""What a line must not do: each failure mode, what the teller's own words allow, and that the
offline voice passes.
"""

from __future__ import annotations

import pytest
from tests.engines.memoir.origins import artifacts
from tests.engines.memoir.safety.talk import TOLD, directive, rules, seen

from dramaturg.app.config.providers import syntax
from dramaturg.engines.memoir.base.story import TellerQuote
from dramaturg.engines.memoir.base.story_events import Mentioned, apply_to_story
from dramaturg.engines.memoir.safety.evidence import TellerEvidence
from dramaturg.engines.memoir.safety.line_check import BOUND, READ_BY, breaches
from dramaturg.engines.memoir.safety.rulebook import rulebook_of
from dramaturg.english.forms import bases
from dramaturg.english.prose import plain
from dramaturg.kernel.values import replace
from dramaturg.turn.readings import Span

GOOD = """
You slept in one room with your brother. What was that room like?
You spoke of the mill. What could you hear from the farm?
What do you remember of the letter your aunt brought?
Thank you. What was the wedding like?
I see. What did your father do on the farm?
You mentioned an accident. You can tell me about it, or we can leave it.
It sounds as if the winter was long. What did you do in the evenings?
I'd love to hear more about your aunt. What was she like?
When you think of the farm today, what comes back first?
What was it like for you to leave that house?
I wonder what an ordinary morning was like.
What did it mean to you to have the wedding in that house?
Could you describe the mill for me?
What games did you and your brother play?
How did the two families get along?
Is there a song that belongs to that time?
If you picture the table that winter, who is sitting at it?
Take me through one day of that winter, if you like.
"""
BAD = [
    ("diagnosis", "It sounds as if you had depression then."),
    ("diagnosis", "Your father was a textbook narcissist."),
    ("clinical_words", "What did the trauma change?"),
    ("therapy_framing", "How does that make you feel in your body?"),
    ("therapy_framing", "Let's unpack the divorce."),
    ("coercion", "You have to tell me about the accident."),
    ("coercion", "Don't hold back now."),
    ("secrecy", "Nobody will ever know about the accident."),
    ("leading", "You must have hated your brother."),
    ("leading", "Don't you think your aunt knew?"),
    ("presupposed_harm", "What did you feel when they abandoned you?"),
    ("accusation", "But you said it was the mill."),
    ("accusation", "Why did you leave the farm?"),
    ("advice", "You should see a lawyer about the divorce."),
    ("own_life", "When I was a child I too lived on a farm."),
    ("flattery", "How brave of you to speak about the accident."),
    ("machinery", "The depth governor allows one more step."),
    ("verbosity", "And then there was the farm and the mill. " * 12),
    ("too_many_sentences", "I see. Yes. Good. Thank you. Go on. I am listening."),
    ("question_density", "What happened then? Who was there?"),
    ("nothing_said", " ... "),
    ("facts_not_in_evidence", "What did your brother do in Lisbon?"),
    ("facts_not_in_evidence", "What happened in 1939?"),
    ("words_not_in_evidence", "What did the pirate do?"),
    ("says_more_than_was_said", "You were unhappy on the farm."),
    ("facts_not_in_evidence", "What did your cousin say?"),
    ("speaks_of_itself", "I remember winters like that."),
    ("not_an_invitation", "Answer the question about the mill."),
    ("closed_question", "Did your brother leave the farm?"),
]


@pytest.mark.parametrize("line", GOOD.strip().splitlines())
def test_a_plain_open_line_about_what_was_told_breaks_no_rule(line: str) -> None:
    assert rules(line) == set()


@pytest.mark.parametrize(("rule", "line"), BAD)
def test_each_failure_is_found_by_the_rule_that_names_it(rule: str, line: str) -> None:
    assert rule in rules(line)


def test_every_rule_in_code_has_words_and_fallbacks_in_the_artifacts() -> None:
    assert set(BOUND) <= set(artifacts().constraints.by_id)


# ── the teller's own words ────────────────────────────────────────────────────────────────────────

ILL = ("I had a depression after the war. That is what we called it, depression.",)


def test_a_clinical_word_may_be_taken_up_when_the_teller_used_it() -> None:
    line = "What did you call depression then?"
    assert "clinical_words" in rules(line)
    assert rules(line, told=ILL) == set()


def test_even_a_teller_who_says_depression_is_never_told_that_they_have_it() -> None:
    assert "diagnosis" in rules("You have depression.", told=ILL)


def test_harm_may_be_named_only_when_the_teller_said_it_of_themself() -> None:
    line = "What happened after they left you?"
    assert "presupposed_harm" in rules(line, told=("They left the farm that winter.",))
    assert "presupposed_harm" not in rules(line, told=("They left me there that winter.",))


def test_what_somebody_did_is_said_back_only_when_they_said_it() -> None:
    line = "You came back. What happened then?"
    assert "says_more_than_was_said" in rules(line)
    assert rules(line, told=("I came back in the spring.",)) == set()


def test_words_in_quotation_marks_count_as_the_tellers_only_when_they_are() -> None:
    assert rules('You said, "my brother and I slept in one room". What was it like?') == set()
    assert rules('You said, "my brother and I hated that room". What was it like?') != set()


def test_a_name_from_long_ago_is_known_by_the_story() -> None:
    before = seen()
    story = apply_to_story(
        before.story, Mentioned("person", "ottilie", "Ottilie", TellerQuote(1, Span("Ottilie", 0)))
    )
    line = "What did Ottilie do on the farm?"
    assert "facts_not_in_evidence" in rules(line)
    assert (
        breaches(line, replace(before, story=story), directive(), {}, artifacts(), syntax()) == ()
    )


def test_what_is_denied_must_have_been_denied_by_the_teller() -> None:
    line = "What did your father not tell you?"
    assert "presupposing_question" in rules(line)
    assert "presupposing_question" not in rules(
        line, told=("My father did not tell me about the war.",)
    )


def test_a_sentence_about_nobody_may_use_everyday_words_but_not_say_how_it_was() -> None:
    assert rules("A wooden table by the window. What was on it in the winter?") == set()
    assert "says_more_than_was_said" in rules(
        "A poor table in a dark room. What was on it in the winter?"
    )


def test_somebody_who_was_eleven_may_be_called_eleven_years_old() -> None:
    line = "What was the mill like for an eleven-year-old?"
    assert "facts_not_in_evidence" in rules(line)
    assert rules(line, told=("I was eleven when I first saw the mill.",)) == set()


def test_an_exclamation_is_no_second_question() -> None:
    assert rules("What a lovely picture. What was the mill like?") == set()
    assert rules("How lovely. What was the mill like?") == set()


def test_an_offer_is_not_taken_for_a_leading_question() -> None:
    assert (
        rules("Would you like to tell me about the mill?", readings={"leading_question": 0.95})
        == set()
    )


# ── tricks and odd texts ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "line",
    [
        "What hap\u200bpened then?",
        "What hap\u00adpened then?",
        "Whаt happened then?",
        "Ｗhat happened then?",
        "W h a t happened then?",
        "What h4ppened then?",
        "WHAT happened then?",
        "**What** happened then?",
        "What\nhappened then?",
        "What happened then? 🙂",
        "What ha\u0301ppened then?",
        "\u202eWhat happened then?",
    ],
)
def test_a_line_with_hidden_or_odd_characters_is_refused(line: str) -> None:
    assert "odd_characters" in rules(line)


def test_a_word_in_another_script_is_fine_when_the_teller_wrote_it_so() -> None:
    line = "What did бабушка cook?"
    assert "odd_characters" in rules(line)
    assert "odd_characters" not in rules(
        line, told=("My бабушка, my grandmother, did cook for all of us.",)
    )


@pytest.mark.parametrize(
    "line", ["", "?" * 20_000, "a " * 10_000, "A" * 20_000, "\ud800", "𝕋𝕖𝕝𝕝", '"' * 9_999]
)
def test_no_text_is_too_odd_to_be_checked(line: str) -> None:
    assert rules(line)


def test_the_tellers_texts_may_be_odd_and_long_too() -> None:
    assert (
        rules("What happened then?", told=("", "🙂" * 3_000, "word " * 4_000, "\ud800 {clause} \\"))
        == set()
    )


def test_a_form_of_a_word_is_that_word_but_a_hated_brother_is_no_hat() -> None:
    assert "walk" in bases("walking")
    assert "story" in bases("stories")
    assert "hat" not in bases("hated")
    assert "sleep" in bases("slept")
    assert "project" in bases("projector") & bases("projection")


# ── what readers found ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("signal", READ_BY)
def test_what_a_reader_is_sure_of_breaks_the_rule_of_that_name(signal: str) -> None:
    line = "What was the wedding like in that house?"
    assert rules(line, readings={signal: 0.95}) == {signal}
    assert rules(line, readings={signal: 0.3}) == set()


def test_a_sentence_that_the_artifacts_wrote_is_not_judged_by_readers() -> None:
    assert rules("What happened then?", readings={"leading_question": 0.99}) == set()


def test_a_template_counts_as_written_only_when_its_holes_hold_the_tellers_words() -> None:
    book, evidence = rulebook_of(artifacts()), TellerEvidence(TOLD, seen().story)
    assert book.wrote("Tell me about the letter from the war.", evidence)
    assert not book.wrote("Tell me about the men you poisoned.", evidence)


def test_the_fallbacks_ask_nothing_and_name_no_number() -> None:
    for constraint in artifacts().constraints.constraints:
        for fallback in constraint.fallbacks:
            assert "?" not in fallback
            assert not any(map(str.isdigit, plain(fallback)))
