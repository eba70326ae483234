"""Domain knowledge: what comes with Dramaturg is rich enough for every mechanic, and what is wrong
with a file is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from dramaturg.content.documents import Loaded, load_any
from dramaturg.content.library import packaged
from dramaturg.engines.games.base.knowledge import (
    Knowledge,
    KnowledgeDecision,
    KnowledgeMoment,
    KnowledgeOption,
    concepts_in,
)
from dramaturg.engines.games.checks.knowledge import knowledge_faults
from dramaturg.engines.games.diagrams.chains import (
    WantedDiagram,
    Workshop,
    asset_manifest,
    make_diagram,
)
from dramaturg.kernel import errors
from dramaturg.kernel.errors import touches

Change = tuple[errors.Path, Any]

FOLDER = packaged() / "games" / "knowledge"
FILES = sorted(FOLDER.glob("*.yaml"))
LONGEST_CLUE = 34  # characters: what a box on a drawing holds


def knowledge_in(file: Path) -> Knowledge:
    loaded = load_any(file, {"knowledge": Knowledge})
    assert isinstance(loaded, Loaded), "\n".join(map(str, loaded))
    return cast(Knowledge, loaded.document)


BUNDLED = {file.stem: knowledge_in(file) for file in FILES}
HEART = BUNDLED["heart"]


# ── what every bundled file must have ─────────────────────────────────────────────────────────────


def shared(values: Sequence[str]) -> list[str]:
    """The values that at least two concepts have."""
    return [value for value, count in Counter(values).items() if count > 1]


def sorting_attributes(knowledge: Knowledge) -> list[str]:
    """The attributes by which concepts can be sorted into at least two categories."""
    names = {name for concept in knowledge.concepts for name in concept.attributes}
    having = {
        name: [
            concept.attributes[name] for concept in knowledge.concepts if name in concept.attributes
        ]
        for name in names
    }
    return [name for name, values in having.items() if len(shared(values)) > 1]


def on_one_diagram(knowledge: Knowledge, concepts: Sequence[str | None]) -> bool:
    return any(
        set(concepts) <= set(concepts_in(diagram, knowledge)) for diagram in knowledge.diagrams
    )


def has_two_levels(knowledge: Knowledge) -> bool:
    """Whether a nested diagram has a root with three groups of two parts."""
    roots = [diagram.root for diagram in knowledge.diagrams if diagram.form == "nested"]
    groups = [
        [
            part
            for part in knowledge.hierarchy.get(str(root), ())
            if len(knowledge.hierarchy.get(part, ())) > 1
        ]
        for root in roots
    ]
    return any(len(parts) > 2 for parts in groups)


def has_a_path(knowledge: Knowledge) -> bool:
    return any(
        on_one_diagram(knowledge, [step.concept for step in sequence.steps])
        for sequence in knowledge.sequences
    )


def best(moment: KnowledgeMoment) -> KnowledgeOption:
    return next(option for option in moment.options if option.quality == "best")


def best_path(decision: KnowledgeDecision) -> list[str]:
    """The moments along the best options."""
    onward = {moment.id: best(moment).next for moment in decision.moments}
    path = [decision.moments[0].id]
    while onward[path[-1]] in onward:
        path.append(onward[path[-1]])
    return path


def has_a_detour(decision: KnowledgeDecision) -> bool:
    """Whether there is a moment off the best path from which the best option leads back to it."""
    path = best_path(decision)
    return any(moment.id not in path and best(moment).next in path for moment in decision.moments)


def moments(knowledge: Knowledge) -> Iterator[KnowledgeMoment]:
    yield from (moment for decision in knowledge.decisions for moment in decision.moments)


def share(holds: Sequence[bool]) -> float:
    return sum(holds) / len(holds)


def best_is_longest(moment: KnowledgeMoment) -> bool:
    return all(
        len(best(moment).text) > len(option.text)
        for option in moment.options
        if option is not best(moment)
    )


DEMANDS: Mapping[str, Callable[[Knowledge], bool]] = {
    "12 to 20 concepts": lambda it: 12 <= len(it.concepts) <= 20,
    "every concept has all its texts": lambda it: all(
        (one.function and one.clue and one.hint and one.why) for one in it.concepts
    ),
    "every concept has 2 to 4 attributes": lambda it: all(
        2 <= len(one.attributes) <= 4 for one in it.concepts
    ),
    "clues fit on a drawing": lambda it: all(
        len(one.clue or "") <= LONGEST_CLUE for one in it.concepts
    ),
    "three kinds to sort by": lambda it: len(shared([one.kind for one in it.concepts])) > 2,
    "two attributes to sort by": lambda it: len(sorting_attributes(it)) > 1,
    "six distractors": lambda it: len(it.distractors) > 5,
    "a nested diagram of two levels": has_two_levels,
    "two sequences": lambda it: len(it.sequences) > 1,
    "sequences of 5 to 8 steps": lambda it: all(
        5 <= len(sequence.steps) <= 8 for sequence in it.sequences
    ),
    "a sequence that can be traced": has_a_path,
    "four confusions": lambda it: len(it.confusions) > 3,
    "eight misconceptions": lambda it: len(it.misconceptions) > 7,
    "two comparisons": lambda it: len(it.comparisons) > 1,
    "comparisons of six features, for one, the other and both": lambda it: all(
        len(one.features) > 5
        and {feature.holds_for for feature in one.features} == {"first", "second", "both"}
        for one in it.comparisons
    ),
    "comparisons on one diagram": lambda it: all(
        on_one_diagram(it, [one.first, one.second]) for one in it.comparisons
    ),
    "two stories": lambda it: len(it.decisions) > 1,
    "four moments on the best path": lambda it: all(
        len(best_path(story)) > 3 for story in it.decisions
    ),
    "a detour that leads back": lambda it: all(has_a_detour(story) for story in it.decisions),
    "a bad ending": lambda it: all(
        not all(ending.good for ending in story.endings) for story in it.decisions
    ),
    "consequences of their own": lambda it: all(
        len({option.consequence for option in moment.options}) == len(moment.options)
        for moment in moments(it)
    ),
    "best options not known by their length": lambda it: (
        share([best_is_longest(moment) for moment in moments(it)]) <= 0.4
    ),
    "best options not known by their place": lambda it: (
        share([best(moment) is moment.options[0] for moment in moments(it)]) <= 0.5
    ),
    "2 to 4 diagrams": lambda it: 2 <= len(it.diagrams) <= 4,
    "pictures with their licence": lambda it: all(
        one.attribution for one in it.diagrams if one.file
    ),
}


@pytest.mark.parametrize("name", BUNDLED)
def test_a_bundled_file_has_no_fault(name: str) -> None:
    assert knowledge_faults(BUNDLED[name]) == ()


@pytest.mark.parametrize("demand", DEMANDS)
@pytest.mark.parametrize("name", BUNDLED)
def test_a_bundled_file_is_rich_enough(name: str, demand: str) -> None:
    assert DEMANDS[demand](BUNDLED[name])


def test_the_bundled_files_are_of_unlike_subjects() -> None:
    assert len(BUNDLED) >= 6
    assert len({knowledge.subject for knowledge in BUNDLED.values()}) >= 4


DIAGRAMS = [
    (name, diagram.id) for name, knowledge in BUNDLED.items() for diagram in knowledge.diagrams
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "id"), DIAGRAMS, ids=map("-".join, DIAGRAMS))
async def test_a_bundled_diagram_can_be_made_with_all_its_labels(name: str, id: str) -> None:
    knowledge = BUNDLED[name]
    source = next(diagram for diagram in knowledge.diagrams if diagram.id == id)
    labels = tuple(knowledge.by_id[concept].label for concept in concepts_in(source, knowledge))
    workshop = Workshop(knowledge, lambda file: (FOLDER / file).read_bytes())
    made = await make_diagram(
        asset_manifest(WantedDiagram("scene", labels, source.form), workshop), workshop
    )
    assert made.issues == ()
    assert made.choice
    assert made.choice.source == id


# ── what is found fault with ──────────────────────────────────────────────────────────────────────


def changed(knowledge: Knowledge, *changes: Change) -> Knowledge:
    """The knowledge with other values at some paths."""
    body = knowledge.model_dump(mode="json")
    for path, value in changes:
        place: Any = body
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
    return Knowledge.model_validate(body)


def faults_of(*changes: Change) -> list[tuple[str, errors.Path]]:
    return [(fault.code, fault.path) for fault in knowledge_faults(changed(HEART, *changes))]


DIAGRAM = {"id": "more", "title": "One more", "alt": "Lines and fields."}
TIMELINE = {**DIAGRAM, "form": "timeline", "sequence": "out_to_the_body"}
CORNERS = [{"concept": "aorta", "points": [[1, 1], [9, 9]]}]

BROKEN: Mapping[str, tuple[str, errors.Path, Any]] = {
    # what is broken: the code, the place, what stands there
    "two concepts with one id": ("duplicate-name", ("concepts", 1, "id"), "circulation"),
    "two misconceptions with one id": (
        "duplicate-name",
        ("misconceptions", 1, "id"),
        "my_left_is_its_left",
    ),
    "an ending with the id of a moment": (
        "duplicate-name",
        ("decisions", 0, "endings", 1, "id"),
        "press",
    ),
    "two options with one id": (
        "duplicate-name",
        ("decisions", 0, "moments", 0, "options", 1, "id"),
        "film_it",
    ),
    "a hierarchy of an unknown concept": ("unknown-name", ("hierarchy", "lungs"), []),
    "an unknown part": ("unknown-name", ("hierarchy", "left_heart", 0), "left_atrum"),
    "an unknown step": ("unknown-name", ("sequences", 0, "steps", 0, "concept"), "vena"),
    "an unknown confusion": ("unknown-name", ("confusions", 0, "between", 1), "liver"),
    "an unknown concept of a misconception": (
        "unknown-name",
        ("misconceptions", 0, "concept"),
        "liver",
    ),
    "an unknown answer of a misconception": (
        "unknown-name",
        ("misconceptions", 0, "taken_for"),
        "liver",
    ),
    "an unknown side of a comparison": ("unknown-name", ("comparisons", 0, "second"), "liver"),
    "an unknown way on": (
        "unknown-name",
        ("decisions", 0, "moments", 0, "options", 0, "next"),
        "nowhere",
    ),
    "an unknown concept on a diagram": ("unknown-name", ("diagrams", 1, "concepts", 0), "liver"),
    "an unknown part of a picture": (
        "unknown-name",
        ("diagrams", 0, "parts", "liver"),
        "the-liver",
    ),
    "an unknown root": ("unknown-name", ("diagrams", 2, "root"), "liver"),
    "an unknown sequence": ("unknown-name", ("diagrams", 1, "sequence"), "heartbeat"),
    "two concepts with one label": ("same-label", ("concepts", 7, "label"), "right  ATRIUM"),
    "another name that is a label": ("same-label", ("concepts", 18, "also"), ["Aorta"]),
    "a distractor that is right": ("same-label", ("distractors", 0), "vena cava"),
    "two concepts with one clue": ("same-clue", ("concepts", 4, "clue"), "The short loop"),
    "a definition that names its concept": (
        "names-itself",
        ("concepts", 16, "definition"),
        "It is called the aorta's arch.",
    ),
    "a hint that names it in another order": (
        "names-itself",
        ("concepts", 5, "hint"),
        "Of the atria, the atrium on the right.",
    ),
    "a clue with another name": ("names-itself", ("concepts", 0, "clue"), "the circulatory system"),
    "a feature that names its side": (
        "names-itself",
        ("comparisons", 0, "features", 0, "text"),
        "Is the left ventricle.",
    ),
    "a title that names a label": (
        "names-itself",
        ("diagrams", 0, "title"),
        "The aorta and its neighbours",
    ),
    "a description that names a label": (
        "names-itself",
        ("diagrams", 0, "alt"),
        "In the middle two ventricles, the left and the right.",
    ),
    "a part of two wholes": ("tangled-hierarchy", ("hierarchy", "lung_circuit", 2), "venae_cavae"),
    "two steps that say the same": (
        "same-step",
        ("sequences", 3, "steps", 6, "text"),
        "Both upper chambers squeeze and top up the lower ones.",
    ),
    "a numbered step": (
        "step-tells-place",
        ("sequences", 0, "steps", 0, "text"),
        "1) Blood comes home.",
    ),
    "a step that says first": (
        "step-tells-place",
        ("sequences", 0, "steps", 0, "text"),
        "The blood comes home first.",
    ),
    "a step that says next": (
        "step-tells-place",
        ("sequences", 0, "steps", 1, "text"),
        "Next, it gathers.",
    ),
    "a confusion with itself": (
        "against-itself",
        ("confusions", 0, "between", 1),
        "left_ventricle",
    ),
    "a misconception of itself": (
        "against-itself",
        ("misconceptions", 0, "taken_for"),
        "left_ventricle",
    ),
    "a comparison with itself": ("against-itself", ("comparisons", 0, "second"), "left_ventricle"),
    "a moment without a best option": (
        "no-single-best",
        ("decisions", 0, "moments", 1, "options", 0, "quality"),
        "fair",
    ),
    "a moment with two best options": (
        "no-single-best",
        ("decisions", 0, "moments", 1, "options", 1, "quality"),
        "best",
    ),
    "best options that go round": (
        "astray",
        ("decisions", 0, "moments", 1, "options", 0, "next"),
        "spilt_water",
    ),
    "a picture without a file": ("diagram-lacks", ("diagrams", 0, "file"), None),
    "a ring with nothing in it": ("diagram-lacks", ("diagrams", 1, "concepts"), []),
    "a root without parts": ("diagram-lacks", ("diagrams", 2, "root"), "aorta"),
    "a timeline without dates": ("diagram-lacks", ("diagrams", 2), TIMELINE),
    "a timeline without a sequence": (
        "diagram-lacks",
        ("diagrams", 2),
        {**TIMELINE, "sequence": None, "concepts": ["aorta", "left_heart"]},
    ),
    "a map without zones": ("diagram-lacks", ("diagrams", 2), {**DIAGRAM, "form": "map"}),
    "a zone without an area": (
        "diagram-lacks",
        ("diagrams", 2),
        {**DIAGRAM, "form": "map", "zones": CORNERS},
    ),
}


@pytest.mark.parametrize(("code", "path", "value"), BROKEN.values(), ids=BROKEN)
def test_what_is_broken_is_found(code: str, path: errors.Path, value: Any) -> None:
    found = [(fault, place) for fault, place in faults_of((path, value)) if fault == code]
    assert found
    assert all(touches(path, [place]) for _, place in found)


def test_a_misspelt_concept_is_answered_with_the_nearest() -> None:
    (fault,) = knowledge_faults(
        changed(HEART, (("confusions", 0, "between", 0), "left_ventrickle"))
    )
    assert str(fault) == (
        "confusions.0.between.0: there is no concept left_ventrickle [unknown-name] Did you mean 'left_ventricle'?"
    )


def test_a_hierarchy_that_leads_into_itself_is_told_and_not_followed_for_ever() -> None:
    found = faults_of((("hierarchy", "aorta"), ["circulation"]))
    assert ("tangled-hierarchy", ("hierarchy", "aorta", 0)) in found
    assert ("tangled-hierarchy", ("hierarchy", "circulation", 3)) in found


def test_a_moment_and_an_ending_to_which_no_choice_leads_are_told() -> None:
    elsewhere = [(("decisions", 0, "moments", 0, "options", 2, "next"), "no_breath")]
    ending = (
        ("decisions", 0, "endings"),
        [
            *HEART.model_dump()["decisions"][0]["endings"],
            {"id": "rain", "text": "It rains.", "good": True},
        ],
    )
    assert faults_of(*elsewhere, ending) == [
        ("unreachable-moment", ("decisions", 0, "moments", 1)),
        ("unreachable-moment", ("decisions", 0, "endings", 2)),
    ]


def test_best_options_that_come_to_a_bad_ending_are_told_with_their_way() -> None:
    (fault,) = knowledge_faults(
        changed(HEART, (("decisions", 0, "moments", 4, "options", 1, "next"), "too_late"))
    )
    assert fault.code == "astray"
    assert fault.message.endswith("bad ending: the_fall > no_breath > press > device > too_late")


def test_a_misconception_that_no_game_can_bring_out_is_told() -> None:
    twins = [
        {"id": name, "label": label, "kind": "vessel", "definition": "Drains the arm."}
        for name, label in (("cubital", "Cubital vein"), ("basilic", "Basilic vein"))
    ]
    belief = {
        "id": "same_vein",
        "concept": "cubital",
        "taken_for": "basilic",
        "belief": "They are one.",
        "correction": "They are two.",
    }
    body = HEART.model_dump(mode="json")
    changes: list[Change] = [
        (("concepts",), [*body["concepts"], *twins]),
        (("misconceptions",), [belief]),
    ]
    assert faults_of(*changes) == [("misconception-never-fires", ("misconceptions", 0))]
    apart = (("concepts", 19, "attributes"), {"depth": "deep"})
    assert (
        faults_of(*changes, apart, (("concepts", 20, "attributes"), {"depth": "near the skin"}))
        == []
    )


def test_ordinal_words_are_looked_for_in_english_only() -> None:
    step = (("sequences", 0, "steps", 0, "text"), "Het bloed dat uit de first class komt.")
    assert faults_of((("language",), "nl"), step) == []


def test_all_faults_are_told_at_once() -> None:
    places: list[errors.Path] = [
        ("confusions", 0, "between", 1),
        ("misconceptions", 2, "concept"),
        ("diagrams", 1, "concepts", 3),
    ]
    assert faults_of(*((place, "liver") for place in places)) == [
        ("unknown-name", place) for place in places
    ]
