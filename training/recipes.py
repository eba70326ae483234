"""Recipes: which rows teach which head, and how freely it may learn from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from training.sources import Row, own, public, rated

RATINGS = ("ratings-a", "ratings-b", "ratings-c")


@dataclass(frozen=True)
class Recipe:
    """`freedom` is the inverse of the penalty on weights. `threshold` is the probability that
    counts as yes.

    `with_context`: the head also looks at what was said before. `meaning`: how freely it may use
    meaning beside what is counted.
    """

    signal: str
    kind: Literal["share", "alarm"]
    made: Callable[[], Iterator[Row]]
    freedom: float
    threshold: float = 0.5
    with_context: bool = False
    meaning: float = 8.0

    @cached_property
    def rows(self) -> Sequence[Row]:
        return [row for row in self.made() if row.text.strip()]


def _ratings(scale: str) -> Iterator[Row]:
    for source, text, rating in rated(*RATINGS):
        yield Row(text, (float(rating[scale]) - 1) / 4, source)


def _valence() -> Iterator[Row]:
    yield from _ratings("valence")
    for row in public("01_goemotions"):
        if row["polarity"] != "0":
            yield Row(row["text"], 0.5 + 0.3 * int(row["polarity"]), "01_goemotions", 0.3)


def _emotion() -> Iterator[Row]:
    for row in public("01_goemotions"):
        yield Row(row["text"], int(row["emotional"]), "01_goemotions")


def _certainty() -> Iterator[Row]:
    yield from _ratings("certainty")
    for row in public("02_scicertainty"):
        yield Row(row["text"], (float(row["certainty"]) - 1) / 5, "02_scicertainty")


def _vagueness() -> Iterator[Row]:
    """Half how vague the whole is, half whether it holds a word that an editor would question."""
    for source, text, rating in rated("vagueness-d", "vagueness-e", "vagueness-f", "vagueness-g"):
        yield Row(text, (float(rating["vagueness"]) - 1) / 8 + int(rating["weasel"]) / 2, source)


def _disclosure(kind: str) -> Callable[[], Iterator[Row]]:
    return lambda: (
        Row(row["text"], int(row[kind]), "05_offmychest") for row in public("05_offmychest")
    )


def _intimacy() -> Iterator[Row]:
    for row in public("05_question_intimacy"):
        yield Row(row["text"], (float(row["intimacy"]) + 1) / 2, "05_question_intimacy")


def _answers(scale: str, lowest: float = 0, highest: float = 1) -> Callable[[], Iterator[Row]]:
    def rows() -> Iterator[Row]:
        for row in own("answers"):
            if row[scale] is not None:
                yield Row(
                    row["text"],
                    (row[scale] - lowest) / (highest - lowest),
                    "own answers",
                    context=row["context"],
                )

    return rows


def _uptake() -> Iterator[Row]:
    for row in public("10_uptake"):
        yield Row(
            row["reply"],
            0.5 + float(row["uptake_z"]) / 4,
            f"10_uptake {int(row['lesson']) % 5}",
            context=row["said"],
        )


def _everyday(weight: float = 0.5) -> Iterator[Row]:
    """Talk in which, by and large, nobody refuses, stops or is in danger."""
    for row in public("05_offmychest"):
        yield Row(row["text"], 0, "05_offmychest", weight)
    for row in public("01_goemotions"):
        yield Row(row["text"], 0, "01_goemotions", weight)
    for row in public("08_because"):
        yield Row(row["text"], 0, "08_because", weight)
    for row in public("10_uptake"):
        yield Row(row["said"], 0, "10_uptake", weight)


def _stop() -> Iterator[Row]:
    """Refusals that want no end are left out: they stand too near to one."""
    for row in public("04_clinc_stop"):
        yield Row(row["text"], int(row["stop"]), "04_clinc_stop", 2)
    for row in own("refusal"):
        if row["kind"] in ("stop", ""):
            yield Row(row["text"], int(row["kind"] == "stop"), "own refusal")


def _refusal() -> Iterator[Row]:
    for row in own("refusal"):
        yield Row(row["text"], row["refusal"], "own refusal", 2)
    for row in public("04_clinc_stop"):
        if row["intent"] != "cancel":
            yield Row(row["text"], 0, "04_clinc_stop", 0.3)
    yield from _everyday(0.3)


def _distress() -> Iterator[Row]:
    for row in own("crisis"):
        yield Row(row["text"], row["distress"], "own crisis", 2)
    for row in public("04_diasafety_risk"):
        yield Row(row["text"], int(row["at_risk"]), "04_diasafety_risk")
    yield from _calm()


def _self_harm() -> Iterator[Row]:
    for row in own("crisis"):
        yield Row(row["text"], row["self_harm"], "own crisis", 2)
    for row in public("04_diasafety_risk"):
        if row["at_risk"] == row["self_harm_words"]:
            yield Row(row["text"], int(row["at_risk"]), "04_diasafety_risk")
    yield from _calm()


def _calm() -> Iterator[Row]:
    """Everyday talk, and what we wrote for other readers: however hard it sounds, nobody is in
    danger.
    """
    yield from _everyday(0.3)
    for name in ("refusal", "relations", "questions"):
        for row in own(name):
            yield Row(row["text"], 0, f"own {name}", 0.3)
    for row in own("ordinary_talk"):
        yield Row(row["text"], 0, "own ordinary talk")
    for row in public("02_qevasion"):
        for stretch in _stretches(row["answer"])[:2]:
            yield Row(stretch, 0, "02_qevasion", 0.3)


def _stretches(answer: str, words: int = 35) -> list[str]:
    """A long answer in pieces of about so many words, as the heads will meet it."""
    spoken = answer.split()
    return [" ".join(spoken[start : start + words]) for start in range(0, len(spoken), words)]


def _causal() -> Iterator[Row]:
    for name in ("08_because", "08_causal_news"):
        for row in public(name):
            yield Row(row["text"], int(row["causal"]), name)
    for row in own("relations"):
        yield Row(
            row["text"],
            int(any(relation["kind"] in ("cause", "purpose") for relation in row["relations"])),
            "own relations",
        )


def _prohibited() -> Iterator[Row]:
    for row in own("prohibited"):
        fifth = (
            len(row["context"] or row["text"]) % 5
        )  # turns that answer the same words stay together
        yield Row(row["text"], row["prohibited"], f"own prohibited {fifth}", 2)
    for row in own("questions"):
        if not row["leading"] and not row["presupposing"]:
            yield Row(row["text"], 0, "own questions", 0.5)
    for row in public("09_diasafety_replies"):
        yield Row(row["response"], int(row["unsafe"]), "09_diasafety_replies", 0.2)


def _questions(label: str, wanted: str) -> Callable[[], Iterator[Row]]:
    def rows() -> Iterator[Row]:
        for source, text, rating in rated("questions"):
            yield Row(text, int(rating[label] == wanted), source)
        for row in own("questions"):
            yield Row(row["text"], int(str(row[label]) == wanted), "own questions")

    return rows


RECIPES: Mapping[str, Recipe] = {
    recipe.signal: recipe
    for recipe in (
        Recipe("valence", "share", _valence, 1 / 80),
        Recipe("emotion", "alarm", _emotion, 0.003, threshold=0.73),
        Recipe("stir", "share", lambda: _ratings("arousal"), 1 / 300),
        Recipe("certainty", "share", _certainty, 1 / 400),
        Recipe("vagueness", "share", _vagueness, 1 / 150, meaning=3),
        Recipe("specificity", "share", lambda: _ratings("specificity"), 1 / 80),
        Recipe(
            "emotional_disclosure",
            "alarm",
            _disclosure("emotional_disclosure"),
            0.003,
            threshold=0.35,
        ),
        Recipe(
            "information_disclosure",
            "alarm",
            _disclosure("information_disclosure"),
            0.002,
            threshold=0.4,
        ),
        Recipe("intimacy", "share", _intimacy, 1 / 60),
        Recipe("depth", "share", _answers("depth", 1, 5), 1 / 100, with_context=True),
        Recipe("engagement", "share", _answers("engagement", 1, 5), 1 / 300, with_context=True),
        Recipe(
            "elaboration", "alarm", _answers("elaboration"), 0.03, threshold=0.3, with_context=True
        ),
        Recipe("acknowledgement", "alarm", _answers("acknowledgement"), 0.03, with_context=True),
        Recipe("uptake", "share", _uptake, 1 / 300, with_context=True),
        Recipe("stop", "alarm", _stop, 0.1),
        Recipe("refusal", "alarm", _refusal, 0.02),
        Recipe("distress", "alarm", _distress, 0.02),
        Recipe("self_harm", "alarm", _self_harm, 0.02),
        Recipe("causal", "alarm", _causal, 0.01),
        Recipe("prohibited", "alarm", _prohibited, 0.005),
        Recipe("open_question", "alarm", _questions("form", "open"), 0.02),
        Recipe("leading_question", "alarm", _questions("leading", "1"), 0.02),
        Recipe("presupposing_question", "alarm", _questions("presupposing", "1"), 0.02),
    )
}
