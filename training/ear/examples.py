"""Examples: rows of every source as the network learns from them.

An example names what it teaches and nothing else: an output that it does not name is not judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import groupby
from pathlib import Path

from dramaturg.language.ear.outputs import GROUPS
from training.ear import written
from training.ear.written import Mark, WrittenRow
from training.sources import lines, own, public, rated

FOLDS = 4
ACTS = GROUPS["act"][1].split()
DANGERS = GROUPS["danger"][1].split()
NO_ACT = {f"act.{act}": 0.0 for act in ACTS}
SAFE = {f"danger.{kind}": 0.0 for kind in DANGERS}
BARE = ("act.yes", "act.no", "act.unsure")  # an answer that goes on says more than that
LANGUAGE = {"language": "english"}


@dataclass(frozen=True, slots=True)
class Example:
    """Words, what stood before them, and what they teach: numbers by output, choices by group.

    `source` is where it comes from and `topic` what its neighbours share: what is measured on an
    example never learned from its topic, nor from its writer where there are several.
    """

    text: str
    context: str
    source: str
    topic: str
    values: Mapping[str, float] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, Sequence[Mark]] | None = None
    context_marks: Sequence[Mark] | None = None
    links: Sequence[tuple[int, int]] | None = None
    method: str = ""
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Choice:
    """Words and the candidates that may be meant: the place of the one that is, or None. What was
    asked stands before every candidate.
    """

    text: str
    candidates: tuple[str, ...]
    meant: int | None
    output: str
    source: str
    topic: str
    asked: str = ""


def fold(*parts: str) -> int:
    """The same for the same words, whatever else there is."""
    return int.from_bytes(blake2b("\0".join(parts).encode(), digest_size=4).digest(), "big") % FOLDS


# ── what we wrote ─────────────────────────────────────────────────────────────────────────────────


def _topic(row: WrittenRow) -> str:
    return f"{row.writer}#{row.block}"


def gates(folder: Path) -> Iterator[Example]:
    names = {"a": "acknowledges", "d": "denies", "m": "misses", "e": "elsewhere"}
    for row in written.read("gates", folder):
        for context, weight in (
            (f"{row.above['fact']} {row.above.get('line', '')}".strip(), 0.6),
            (row.above["fact"], 0.6),
        ):
            yield Example(
                row.text,
                context,
                row.writer,
                _topic(row),
                {**SAFE},
                {"taken": names[row.label], **LANGUAGE},
                weight=weight,
            )


def acknowledgements(path: Path) -> Iterator[Example]:
    for row in lines(path):
        yield Example(
            row["said"],
            row["fact"],
            "gates/first",
            row["fact"],
            {**SAFE},
            {"taken": row["label"], **LANGUAGE},
        )


def options(folder: Path) -> Iterator[Choice]:
    yield from _choices("options", "ask", "option.option", folder)
    yield from _in_the_words_of_others("options", "ask", "0", folder)
    yield from _in_the_words_of_others("gates", "fact", "e", folder)


def _in_the_words_of_others(family: str, key: str, none: str, folder: Path) -> Iterator[Choice]:
    """Choices between what others said instead of what the author wrote: who means the same should
    be found beside each other, whatever the words.
    """
    for _, block in groupby(written.read(family, folder), _topic):
        rows = list(block)
        labels = sorted({row.label for row in rows} - {none})
        for at, row in enumerate(rows):
            turned = rows[at + 1 :] + rows[:at]
            others = {
                label: next((r.text for r in turned if r.label == label), None) for label in labels
            }
            candidates = {label: text for label, text in others.items() if text}
            if len(candidates) >= 2 and (row.label in candidates or row.label == none):
                yield Choice(
                    row.text,
                    tuple(f"{row.above[key]} {text}" for text in candidates.values()),
                    None if row.label == none else list(candidates).index(row.label),
                    "option.option",
                    f"{row.writer}/others",
                    _topic(row),
                )


def facts(folder: Path) -> Iterator[Choice]:
    yield from _choices("facts", "", "answers.answers", folder)


def _choices(family: str, key: str, output: str, folder: Path) -> Iterator[Choice]:
    for row in written.read(family, folder):
        numbered = {name: text for name, text in row.above.items() if name.isdigit()}
        ask = f"{row.above[key]} " if key else ""
        if row.label != "0" and row.label not in numbered:
            continue
        yield Choice(
            row.text,
            tuple(ask + text for text in numbered.values()),
            None if row.label == "0" else list(numbered).index(row.label),
            output,
            row.writer,
            _topic(row),
            ask,
        )


def acts(folder: Path) -> Iterator[Example]:
    for row in written.read("acts", folder):
        does, _, like = row.label.partition("~")
        done = {part.split("~")[0] for part in row.label.split("+")} if not like else {does}
        values = {**NO_ACT, **{f"act.{act}": 1.0 for act in done & set(ACTS)}}
        if "bye" in done and "stop" not in done:
            values.pop("act.stop", None)
        if "skip" in done and "refuse" not in done:
            values.pop("act.refuse", None)
        if "no" in done:
            values.pop("act.refuse", None)
        q, matter = written.unmarked(row.above.get("q", ""))
        refuses = "refuse" in done
        marks = {
            "refused": [mark for mark in row.marks if refuses],
            "corrected": [mark for mark in row.marks if "correct" in done],
        }
        asked = list(matter) if refuses and not row.marks else []
        yield Example(
            row.text,
            q,
            row.writer,
            _topic(row),
            {**values, **SAFE},
            {**LANGUAGE},
            marks=marks,
            context_marks=asked,
        )


def requests(folder: Path) -> Iterator[Example]:
    for row in written.read("requests", folder):
        values = {
            "unwilling.declines": float(row.label == "decline"),
            "unwilling.hesitates": float(row.label == "soft"),
        }
        yield Example(
            row.text, row.above["ask"], row.writer, _topic(row), {**values, **SAFE}, {**LANGUAGE}
        )


def danger(folder: Path) -> Iterator[Example]:
    for row in written.read("danger", folder):
        kind, when, whom = row.label.split("/")
        present = when == "now" and whom in ("self", "other")
        values = dict(SAFE)
        if present:
            # one danger often is another too: only what nobody can mean is denied
            values = {f"danger.{kind}": 1.0}
            values |= {
                f"danger.{other}": 0.0 for other in DANGERS if other not in (kind, "distress")
            }
            if kind == "distress":
                del values["danger.selfharm"]
        choices = {"when": when, "whom": whom, **LANGUAGE}
        yield Example(
            row.text,
            written.unmarked(row.above.get("q", ""))[0],
            row.writer,
            _topic(row),
            values,
            choices,
        )


def in_passing(folder: Path) -> Iterator[Example]:
    """What matters most is often one clause of an answer about something else: the same words before
    or after ordinary ones.
    """
    ordinary = [row.text for row in written.read("talk", folder) if _is_short(row.text)]
    for one in (*danger(folder), *acts(folder)):
        if not _is_short(one.text):
            continue
        chance = int.from_bytes(blake2b(one.text.encode(), digest_size=8).digest(), "big")
        beside = ordinary[chance % len(ordinary)]
        is_first = one.marks is not None or chance >> 63  # places of marks count from the beginning
        yield replace(
            one,
            text=f"{one.text} {beside}" if is_first else f"{beside} {one.text}",
            values={name: value for name, value in one.values.items() if name not in BARE},
            weight=0.7,
        )


def _is_short(text: str) -> bool:
    return len(text.split()) <= 30


def feeling(folder: Path) -> Iterator[Example]:
    sign = {"-": 0.0, "0": 0.5, "+": 1.0, "*": 0.5}
    for row in written.read("feeling", folder):
        label = row.label.replace(" ", "")
        strength = int(label[1]) / 3
        valence = 0.5 + (sign[label[0]] - 0.5) * (0.4 + 0.6 * strength)
        safe = SAFE if strength < 0.9 else {key: 0.0 for key in SAFE if key != "danger.distress"}
        yield Example(
            row.text,
            row.above.get("q", ""),
            row.writer,
            f"{row.writer}#{fold(row.text)}",
            {"feeling.valence": valence, "feeling.strength": strength, **safe, **NO_ACT},
            {**LANGUAGE},
        )


def mood(folder: Path) -> Iterator[Example]:
    for row in written.read("mood", folder):
        found = re.match(r"(warm|neutral|dismissive|hostile) ?([1-5])$", row.label)
        if found:
            yield Example(
                row.text,
                row.above.get("line", ""),
                row.writer,
                _topic(row),
                {"engagement.engagement": (int(found[2]) - 1) / 4, **SAFE},
                {"mood": found[1], **LANGUAGE},
            )


def concepts(folder: Path) -> Iterator[Example]:
    for row in written.read("concepts", folder):
        links = [
            (int(found[1]) - 1, int(found[2]) - 1)
            for found in re.finditer(r"(\d+) ?> ?(\d+)", row.links)
        ]
        yield Example(
            row.text,
            row.above.get("q", ""),
            row.writer,
            _topic(row),
            {**SAFE},
            {**LANGUAGE},
            marks={"concept": row.marks},
            links=links,
            method=row.above.get("method", ""),
            weight=1.5,
        )


def names(folder: Path) -> Iterator[Example]:
    for row in written.read("names", folder):
        kinds = ("person", "place", "time")
        yield Example(
            row.text,
            row.above.get("q", ""),
            row.writer,
            _topic(row),
            {**SAFE, **NO_ACT},
            {**LANGUAGE},
            marks={
                "named": [mark for mark in row.marks if mark.kind in kinds],
                "clause": [mark for mark in row.marks if mark.kind == "clause"],
            },
        )


def contradictions(folder: Path) -> Iterator[Example]:
    names = {"c": "contradicts", "n": "agrees", "r": "corrects"}
    for row in written.read("contradiction", folder):
        yield Example(
            row.text,
            row.above["earlier"],
            row.writer,
            _topic(row),
            {},
            {"against": names[row.label]},
        )
    for first in own("contradiction"):
        yield Example(
            first["later"],
            first["earlier"],
            "contradiction/first",
            first["earlier"],
            {},
            {"against": "contradicts" if first["contradiction"] else "agrees"},
        )


def same(folder: Path) -> Iterator[Example]:
    for row in written.read("same", folder):
        value = {"s": 1.0, "k": 0.4, "o": 0.0}[row.label]
        yield Example(row.text, row.above["a"], row.writer, _topic(row), {"same.same": value})
        yield Example(
            row.above["a"], row.text, row.writer, _topic(row), {"same.same": value}, weight=0.5
        )
    for first in own("same_concept"):
        yield Example(
            first["b"], first["a"], "same/first", first["a"], {"same.same": first["same"] / 3}
        )


def questions(folder: Path) -> Iterator[Example]:
    craft = GROUPS["craft"][1].split()
    for row in written.read("questions", folder):
        labels = set(row.label.split("+"))
        form = next((each for each in ("open", "closed", "none") if each in labels), None)
        faults = {f"craft.{name}": float(name in labels) for name in craft}
        bad = float(bool(labels & {"leading", "pressing", "judging", "advising", "interpreting"}))
        yield Example(
            row.text,
            row.above.get("said", ""),
            row.writer,
            _topic(row),
            {**faults, "prohibited.prohibited": bad, **SAFE},
            {"form": form} if form else {},
        )
    for first in own("questions"):
        yield Example(
            first["text"],
            "",
            "questions/first",
            first["text"],
            {
                f"craft.{name}": float(first[name])
                for name in ("leading", "presupposing", "several")
            },
            {"form": first["form"]} if first["form"] in ("open", "closed", "none") else {},
        )
    for source, text, rating in rated("questions"):
        yield Example(
            text,
            "",
            source,
            text,
            {
                f"craft.{name}": float(rating[name])
                for name in ("leading", "presupposing", "several")
            },
            {"form": rating["form"]} if rating["form"] in ("open", "closed", "none") else {},
        )
    for first in own("prohibited"):
        yield Example(
            first["text"],
            first["context"],
            "prohibited/first",
            first["context"] or first["text"],
            {"prohibited.prohibited": float(first["prohibited"])},
        )
    for first in own("questions_near_repeat"):
        yield Example(
            first["b"],
            first["a"],
            "repeat/first",
            first["a"],
            {"repeat.repeat": float(first["repeat"])},
        )


def talk(folder: Path) -> Iterator[Example]:
    for row in written.read("talk", folder):
        yield Example(
            row.text,
            row.above.get("q", ""),
            row.writer,
            _topic(row),
            {**SAFE, **NO_ACT},
            {**LANGUAGE},
        )
    for first in own("ordinary_talk"):
        yield Example(
            first["text"], "", "talk/first", first["text"], {**SAFE, **NO_ACT}, {**LANGUAGE}
        )


def languages(folder: Path) -> Iterator[Example]:
    for row in written.read("languages", folder):
        known = {"en": "english", "mixed": "english", "noise": "noise"}
        language = known.get(row.label, "other")
        values = {**SAFE} if language == "english" else {}
        yield Example(
            row.text, "", row.writer, f"{row.writer}#{row.label}", values, {"language": language}
        )


def depth(folder: Path) -> Iterator[Example]:
    scales = ("specificity", "vagueness", "certainty", "disclosure", "depth")
    for row in written.read("depth", folder):
        if re.fullmatch(r"[1-5]{5}", row.label):
            values = {
                f"quality.{s}": (int(d) - 1) / 4 for s, d in zip(scales, row.label, strict=True)
            }
            yield Example(
                row.text,
                row.above.get("q", ""),
                row.writer,
                _topic(row),
                {**values, **SAFE, **NO_ACT},
                {**LANGUAGE},
            )
    for first in own("answers"):
        values = {
            "quality.depth": (first["depth"] - 1) / 4,
            "engagement.engagement": (first["engagement"] - 1) / 4,
            "elaboration.elaboration": float(first["elaboration"]),
        }
        yield Example(first["text"], first["context"], "answers/first", first["text"], values)


# ── what we had written before ────────────────────────────────────────────────────────────────────


def refusals() -> Iterator[Example]:
    for row in own("refusal"):
        kind, values = row["kind"], dict(NO_ACT)
        for act in ("yes", "no", "unsure", "back", "repair", "correct", "bye"):
            del values[f"act.{act}"]
        if kind == "refuses":
            values |= {"act.refuse": 1.0}
            del values["act.skip"]
        elif kind == "stop":
            values = {"act.pause": 1.0} if row["note"] == "pause" else {"act.stop": 1.0}
        elif kind == "discomfort":
            values = {"act.stop": 0.0, "act.pause": 0.0, "act.bye": 0.0}
        yield Example(
            row["text"], row["context"], "acts/first", row["text"], {**values, **SAFE}, {**LANGUAGE}
        )


def crises() -> Iterator[Example]:
    for row in own("crisis"):
        values = {"danger.selfharm": float(row["self_harm"])}
        if not row["self_harm"]:
            values["danger.distress"] = float(row["distress"])
        yield Example(
            row["text"], "", "danger/first", row["note"], values, {**LANGUAGE}, weight=0.5
        )


def relations() -> Iterator[Example]:
    for row in own("relations"):
        text = row["text"]
        marks = []
        for relation in row["relations"]:
            for end, kind in (("from", "cause"), ("to", "effect")):
                at = text.find(relation[end])
                if at >= 0 and relation["kind"] in ("cause", "purpose", "condition"):
                    marks.append(Mark(at, at + len(relation[end]), kind))
        causal = float(any(r["kind"] in ("cause", "purpose") for r in row["relations"]))
        yield Example(
            text,
            "",
            "relations/first",
            text,
            {"causal.causal": causal, **SAFE},
            marks={"causes": marks},
        )


# ── public sets whose licence allows it ───────────────────────────────────────────────────────────


def emotions() -> Iterator[Example]:
    for row in public("01_goemotions"):
        polarity = int(row["polarity"])
        values = {"emotional.emotional": float(row["emotional"])}
        if polarity:
            values["feeling.valence"] = 0.5 + 0.35 * polarity
        yield Example(
            row["text"], "", "01_goemotions", row["text"], {**values, **_quiet()}, weight=0.7
        )
    for source, text, rating in rated("ratings-a", "ratings-b", "ratings-c"):
        values = {
            "feeling.valence": (float(rating["valence"]) - 1) / 4,
            "feeling.stir": (float(rating["arousal"]) - 1) / 4,
            "quality.specificity": (float(rating["specificity"]) - 1) / 4,
            "quality.certainty": (float(rating["certainty"]) - 1) / 4,
        }
        yield Example(text, "", source, text, values)
    for source, text, rating in rated("vagueness-d", "vagueness-e", "vagueness-f", "vagueness-g"):
        vague = (float(rating["vagueness"]) - 1) / 8 + int(rating["weasel"]) / 2
        yield Example(text, "", source, text, {"quality.vagueness": vague})


def _quiet() -> Mapping[str, float]:
    """Everyday talk of strangers: by and large nobody refuses, stops or is in danger in it; who is in
    despair is not rare enough there.
    """
    return dict.fromkeys(
        ("act.refuse", "act.stop", "act.pause", "danger.abuse", "danger.medical", "danger.threat"),
        0.0,
    )


def answers() -> Iterator[Example]:
    for row in public("02_qevasion"):
        answer = " ".join(row["answer"].split()[:110])
        yield Example(
            answer,
            row["question"],
            "02_qevasion",
            row["id"],
            {"declined.declined": float(row["declined"]), **SAFE},
            weight=0.8,
        )
    for row in public("02_scicertainty"):
        yield Example(
            row["text"],
            "",
            "02_scicertainty",
            row["text"],
            {"quality.certainty": (float(row["certainty"]) - 1) / 5},
        )
    for row in public("04_clinc_stop"):
        stops = float(row["stop"])
        values = {"act.stop": stops}
        if not stops and row["intent"] not in ("cancel", "goodbye", "no"):
            values |= {"act.refuse": 0.0, "act.pause": 0.0}
        yield Example(row["text"], "", "04_clinc_stop", row["text"], values)
    for row in public("04_diasafety_risk"):
        if row["at_risk"] == row["self_harm_words"]:
            yield Example(
                row["text"],
                "",
                "04_diasafety_risk",
                row["text"],
                {"danger.selfharm": float(row["at_risk"])},
            )
        elif row["at_risk"] == "1":
            yield Example(
                row["text"],
                "",
                "04_diasafety_risk",
                row["text"],
                {"danger.distress": 1.0},
                weight=0.5,
            )


def disclosures() -> Iterator[Example]:
    for row in public("05_offmychest"):
        values = {
            "disclosed.emotional": float(row["emotional_disclosure"]),
            "disclosed.information": float(row["information_disclosure"]),
        }
        yield Example(row["text"], "", "05_offmychest", row["text"], {**values, **_quiet()})
    for row in public("05_question_intimacy"):
        yield Example(
            row["text"],
            "",
            "05_question_intimacy",
            row["text"],
            {"quality.intimacy": (float(row["intimacy"]) + 1) / 2},
        )


def causes() -> Iterator[Example]:
    for row in public("08_because"):
        yield Example(
            row["text"],
            "",
            "08_because",
            row["doc"],
            {"causal.causal": float(row["causal"]), **_quiet(), **SAFE},
        )
    for row in public("08_causal_news"):
        yield Example(
            row["text"],
            "",
            "08_causal_news",
            row["id"].rsplit("_", 2)[-2],
            {"causal.causal": float(row["causal"])},
            marks=_causal_marks(row),
        )
    for row in public("08_semeval_cause"):
        yield Example(
            row["text"],
            "",
            "08_semeval_cause",
            row["text"],
            {"causal.causal": float(row["causal"])},
            marks=_semeval_marks(row),
            weight=0.7,
        )


def replies() -> Iterator[Example]:
    for row in public("09_diasafety_replies"):
        yield Example(
            row["response"],
            row["context"],
            "09_diasafety_replies",
            row["context"],
            {"unsafe.unsafe": float(row["unsafe"])},
            weight=0.7,
        )
    for row in public("09_politeness"):
        yield Example(
            row["text"],
            "",
            "09_politeness",
            row["text"],
            {
                "quality.politeness": min(1.0, max(0.0, 0.5 + float(row["politeness"]) / 4)),
                **_quiet(),
            },
            weight=0.7,
        )
    for row in public("10_uptake"):
        yield Example(
            row["reply"],
            row["said"],
            "10_uptake",
            row["lesson"],
            {
                "quality.uptake": min(1.0, max(0.0, 0.5 + float(row["uptake_z"]) / 4)),
                **_quiet(),
                **SAFE,
            },
        )


def _causal_marks(row: Mapping[str, str]) -> Mapping[str, Sequence[Mark]] | None:
    """The first tagged pair of a sentence, where the tags can be found in it."""
    if row["causal"] == "0":
        return {"causes": []}
    tagged = row["pairs"]
    marks = []
    for tag, kind in (("ARG0", "cause"), ("ARG1", "effect")):
        found = re.search(rf"<{tag}>(.*?)</{tag}>", tagged)
        if not found:
            return None
        words = re.sub(r"</?[A-Z]+\d>", "", found[1])
        at = row["text"].find(words)
        if at < 0:
            return None
        marks.append(Mark(at, at + len(words), kind))
    return {"causes": marks}


def _semeval_marks(row: Mapping[str, str]) -> Mapping[str, Sequence[Mark]] | None:
    if row["causal"] != "1":
        return {"causes": []}
    marks = []
    for kind in ("cause", "effect"):
        at = row["text"].find(row[kind])
        if at < 0:
            return None
        marks.append(Mark(at, at + len(row[kind]), kind))
    return {"causes": marks}


# ── all of them ───────────────────────────────────────────────────────────────────────────────────


UNJUDGED = frozenset(
    (output, words.strip())
    for output, _, words in (
        line.partition("|")
        for line in (written.ROWS / "unjudged.txt").read_text("utf-8").splitlines()
    )
)
"""Rows that say more than their family asks: what it takes for granted of them is not so."""


def all_examples(folder: Path, first: Path) -> Iterator[Example]:
    for one in _all_examples(folder, first):
        doubted = {output for output in one.values if (output, one.text) in UNJUDGED}
        values = {name: value for name, value in one.values.items() if name not in doubted}
        yield replace(one, values=values) if doubted else one


def _all_examples(folder: Path, first: Path) -> Iterator[Example]:
    for family in (
        gates,
        acts,
        requests,
        danger,
        in_passing,
        feeling,
        mood,
        concepts,
        names,
        contradictions,
        same,
        questions,
        talk,
        languages,
        depth,
    ):
        yield from family(folder)
    yield from acknowledgements(first)
    for source in (refusals, crises, relations, emotions, answers, disclosures, causes, replies):
        yield from source()


def all_choices(folder: Path) -> Iterator[Choice]:
    yield from options(folder)
    yield from facts(folder)
