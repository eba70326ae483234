"""What the ear hears in plain words, by a wide margin, and what it makes of words it cannot read.

How well it hears is measured by `make measure-ear`; here it must not be deaf.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from dramaturg.language.ear.ear import ACTS, DANGERS, LocalEar, meant_acts, network
from dramaturg.language.embedder import best_embedder
from dramaturg.turn.hearing import Act, Hearing

SETS = Path(__file__).parents[1] / "readers" / "sets"
ASKED = "How was it at home in those days?"
QUIET = (
    "We had a small garden behind the house with three apple trees and a shed. "
    "My uncle kept his tools there and mended bicycles for the whole street. "
    "On Fridays my mother baked bread and the neighbours came round for a slice. "
)


TOLD_OF = [
    "I was going to be a nurse, but I changed my mind and went to sea instead.",
    "I'd had enough of it, so I packed my case and left for Hull.",
    "He told me to stop crying, and I did, and we went to the fair.",
    "My mother would not talk about the war, not to anybody, not even to us.",
]


def ear() -> LocalEar:
    return LocalEar(network(), best_embedder())


@pytest.mark.parametrize(
    ("act", "text"),
    [
        ("refusal", "I'd rather not talk about that."),
        ("refusal", "I don't want to talk about my father."),
        ("refusal", "I'd prefer not to answer that question."),
        ("stop", "I think I've had enough now, let's end the interview."),
        ("stop", "That's enough for today, I want to end it here."),
        ("pause", "Hang on, can we take a short break?"),
        ("pause", "Can you give me a minute, I need a moment."),
        ("repair", "Sorry, what do you mean by that?"),
        ("repair", "What does that word mean?"),
        ("goodbye", "Goodbye, thanks for everything."),
        ("goodbye", "Right, I'm off now, bye."),
        ("question_back", "Are you recording this?"),
        ("question_back", "Why do you want to know that?"),
        ("skip", "Next question, please."),
        ("skip", "Let's skip that and move on to the next question."),
    ],
)
def test_what_is_said_plainly_is_heard(act: Act, text: str) -> None:
    assert act in ear().hear(text, ASKED).does


OPPOSITES: tuple[tuple[Act, str], ...] = (
    ("refusal", "I always talk about that with my sister."),
    ("stop", "The bus stops here every hour."),
    ("stop", "We moved to Leeds in 1962."),
    ("pause", "We took a short break in Spain last year."),
    ("repair", "I asked my teacher what the word meant."),
    ("goodbye", "I said goodbye to my brother at the station in 1950."),
    ("question_back", "I worked as a nurse for thirty years."),
    ("skip", "We always skipped the queue at the cinema."),
)


def test_and_its_plain_opposite_is_hardly_ever() -> None:
    taken = [text for act, text in OPPOSITES if act in ear().hear(text, ASKED).does]
    assert len(taken) <= 1, taken


def test_what_is_only_told_of_is_hardly_ever_taken_for_a_refusal() -> None:
    taken = [text for text in TOLD_OF if ear().hear(text, ASKED).does & {"refusal", "stop"}]
    assert len(taken) <= 1, taken


@pytest.mark.parametrize(
    "text",
    [
        "I want to kill myself tonight.",
        "I can't go on, I am going to end my life.",
        "I can't breathe, I'm panicking, I can't cope.",
        "I can't stop crying and shaking, I'm falling apart.",
        "She fell down the stairs just now and she's bleeding badly.",
        "I have a crushing pain in my chest right now and I can't breathe.",
    ],
)
def test_danger_that_is_said_plainly_stops(text: str) -> None:
    heard = ear().hear(text, ASKED)
    assert heard.care == "stop"
    assert heard.danger


@pytest.mark.parametrize(
    "text",
    [
        "I grew up on a farm outside Cork.",
        "My uncle killed himself in 1956.",
        "That meeting killed me, I was so bored.",
        "The fire brigade came to our school once to show us the engine.",
        "I worked as a nurse for thirty years.",
        "He was the kindest man I ever knew.",
    ],
)
def test_ordinary_talk_is_no_danger(text: str) -> None:
    heard = ear().hear(text, ASKED)
    assert (heard.care, heard.danger) == ("none", None)


def test_joy_and_grief_lie_on_either_side() -> None:
    glad = ("I was so happy, it was the best day of my life.", "It was wonderful.")
    sad = ("It was horrible, I hated every minute of it.", "I was so sad and lonely that winter.")
    assert all(ear().hear(text).valence > 0.5 for text in glad)
    assert all(ear().hear(text).valence < 0.4 for text in sad)
    assert ear().hear("The table is made of wood.").emotion < ear().hear(sad[0]).emotion


def buried(sentence: str, before: int) -> str:
    """A sentence in four hundred quiet words."""
    return QUIET * before + sentence + QUIET * (9 - before)


@pytest.mark.parametrize("before", range(10))
def test_one_clear_sentence_in_four_hundred_words_is_still_heard(before: int) -> None:
    assert len(QUIET.split()) * 9 > 370
    assert "stop" in ear().hear(buried("I'd like to stop now. ", before), ASKED).does
    assert ear().hear(buried("I want to kill myself. ", before), ASKED).care == "stop"
    assert not ear().hear(QUIET * 9, ASKED).does & {"stop", "goodbye", "refusal"}


@pytest.mark.parametrize("before", range(10))
def test_and_so_is_one_that_no_rule_knows(before: int) -> None:
    heard = ear().hear(buried("I don't want to talk about my father. ", before), ASKED)
    assert "refusal" in heard.does


# ── what cannot be read ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Ich will darüber nicht sprechen, das ist meine Sache.", "de"),
        ("Je ne veux pas parler de ça, c'est à moi.", "fr"),
        ("Я не хочу об этом говорить.", "ru"),
        ("我小时候住在北方，家里有一条狗。", "zh"),
        ("👍🏽 🙈🙈", "unknown"),
        ("... ?! ...", "unknown"),
        ("", "unknown"),
    ],
)
def test_what_cannot_be_read_is_unread(text: str, language: str) -> None:
    heard = ear().hear(text, ASKED)
    assert heard == Hearing(language=language)
    assert not heard.is_readable
    assert not ear().taken(text, "The ward is closed.").taken


def test_all_that_is_heard_is_a_chance_and_every_kind_is_named() -> None:
    heard = ear().hear("We moved to Leeds in 1962.", ASKED)
    assert set(heard.acts) == set(ACTS)
    assert set(heard.dangers) == set(DANGERS)
    chances = (heard.acts, heard.dangers, heard.when, heard.whom, heard.moods)
    assert all(0 <= value <= 1 for each in chances for value in each.values())


def test_which_is_meant_is_weighed_against_none() -> None:
    options = ("Tell her the truth today.", "Keep her calm until Thursday.", "Say nothing at all.")
    meant = ear().option("I'd tell her the truth, today.", "What do we tell her?", options)
    assert meant.place in (0, None)
    assert meant.chances[0] == max(meant.chances)
    assert sum(meant.chances) + meant.none == pytest.approx(1, abs=0.001)
    facts = [("The brakes were reported twice.",), ("The fitter is off sick.",)]
    found = ear().answering("Who told you about the brakes?", facts)
    assert len(found.chances) == len(facts)
    assert sum(found.chances) + found.none == pytest.approx(1, abs=0.001)


# ── guard rails: sets that nothing was trained on, with limits that any ear we ship must keep ─────


def heard_of(name: str, kind: str = "") -> list[Hearing]:
    rows = map(json.loads, (SETS / f"{name}.jsonl").read_text("utf-8").splitlines())
    return [
        ear().hear(row["text"], row.get("context", ""))
        for row in rows
        if not kind or row["kind"] == kind
    ]


def share(found: Sequence[Hearing], holds: Callable[[Hearing], bool]) -> float:
    return sum(map(holds, found)) / len(found)


@pytest.mark.slow
def test_danger_is_seldom_passed_over() -> None:
    found = heard_of("present_danger")
    assert share(found, lambda heard: heard.care != "none") >= 0.8
    assert share(found, lambda heard: heard.care == "stop") >= 0.65


@pytest.mark.slow
def test_grief_and_history_seldom_stop_anybody() -> None:
    assert share(heard_of("grief_and_history"), lambda heard: heard.care == "stop") <= 0.15


@pytest.mark.slow
def test_ordinary_answers_are_left_alone() -> None:
    found = heard_of("ordinary")
    assert share(found, lambda heard: heard.is_readable) >= 0.98
    assert share(found, lambda heard: heard.care != "none") <= 0.03
    assert share(found, lambda heard: "refusal" in heard.does) <= 0.05
    assert share(found, lambda heard: bool(heard.does & {"stop", "goodbye"})) <= 0.04


@pytest.mark.slow
def test_refusals_are_told_from_discomfort() -> None:
    refused = share(heard_of("refusals", "refuses"), lambda heard: "refusal" in heard.does)
    uneasy = share(heard_of("refusals", "discomfort"), lambda heard: "refusal" in heard.does)
    assert refused >= 0.2
    assert uneasy <= refused / 2


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ({"pause": 0.9, "stop": 0.6, "refusal": 0.5}, {"pause"}),
        ({"pause": 0.6, "stop": 0.9}, {"pause", "stop"}),
        ({"skip": 0.9, "refusal": 0.5}, {"skip"}),
        ({"goodbye": 0.7, "stop": 0.9}, {"goodbye"}),
        ({"question_back": 0.8, "repair": 0.4}, {"question_back"}),
        ({"question_back": 0.4, "repair": 0.8}, {"question_back", "repair"}),
    ],
)
def test_what_is_milder_and_likelier_is_what_was_meant(
    heard: dict[Act, float], meant: set[Act]
) -> None:
    assert meant_acts(heard, heard.keys()) == meant


@pytest.mark.parametrize("text", ["Mm.", "Right.", "OK", "Uh-huh."])
def test_a_hum_takes_nothing_on_board(text: str) -> None:
    assert not ear().taken(text, "The bridge holds for two more weeks at most.").taken


def test_a_stretch_has_a_kind_only_among_kinds() -> None:
    text = "The handle is soft, so my wrist does not hurt."
    (stretch,) = ear().concepts(text, "", [(0, 18)], [])
    assert stretch.kinds == {} and 0 < stretch.named < 1
    (stretch,) = ear().concepts(text, "", [(0, 18)], ["means_end.attribute", "means_end.terminal"])
    assert stretch.kinds["means_end.attribute"] > stretch.kinds["means_end.terminal"]
