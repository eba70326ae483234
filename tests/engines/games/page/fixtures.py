"""A small game about a river in which every mechanic occurs, built by hand, with a simply drawn
picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dramaturg.engines.games.base.blueprint import (
    Blueprint,
    BlueprintZone,
    Card,
    Choice,
    Distractor,
    Ending,
    Feedback,
    Item,
    Misconception,
    ModeTransition,
    Moment,
    Option,
    Picture,
    Round,
    Scene,
    SceneTransition,
)
from dramaturg.engines.games.base.plan import SCENE_END, SCENE_START, PlanTrigger

SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 500">
<style>.water{fill:#8fc3de} .land{fill:#dfe8cf}</style>
<rect width="800" height="500" fill="#eaf1ee"/>
<path class="land" d="M0 110 L60 60 L110 105 L170 40 L250 120 L330 90 L400 150 L800 190 L800 500 L0 500 Z"/>
<path d="M60 60 L110 105 L170 40 L250 120 L200 230 L60 210 Z" fill="#cbbfa9"/>
<path d="M150 65 L170 40 L192 62 L180 75 L168 66 Z" fill="#ffffff"/>
<path d="M96 120 C120 170 150 175 188 205 C220 235 230 270 285 305" fill="none" stroke="#8fc3de" stroke-width="10"/>
<ellipse class="water" cx="300" cy="318" rx="66" ry="42"/>
<path d="M360 325 C420 330 400 240 450 240 C505 240 470 340 520 335 C560 330 555 290 590 290" fill="none"
 stroke="#8fc3de" stroke-width="16"/>
<path class="water" d="M585 280 L680 215 L680 390 L588 302 Z"/>
<path class="land" d="M606 291 L680 240 L680 268 Z M606 295 L680 300 L680 340 Z"/>
<rect class="water" x="676" y="184" width="124" height="316"/>
</svg>"""

ZONES = (
    ("z1", "Lower course", ((46, 36), (84, 42), (84, 88), (46, 88)), (63, 82)),
    ("z2", "Lake", ((29, 63), (33, 56), (41, 56), (46, 64), (41, 72), (33, 72)), (37.5, 64)),
    ("z3", "Delta", ((73, 56), (83.5, 43), (83.5, 80), (73.5, 62)), (80, 60)),
    ("z4", "Upper course", ((3, 10), (45, 22), (45, 88), (3, 88)), (12, 80)),
    ("z5", "Spring", ((8, 20), (16, 20), (16, 30), (8, 30)), (12, 25)),
    ("z6", "Meander", ((48, 44), (66, 44), (66, 72), (48, 72)), (57, 58)),
    ("z7", "Gorge", ((18, 34), (30, 38), (31, 52), (20, 46)), (25, 43)),
    ("z8", "Sea", ((85, 38), (99, 38), (99, 98), (85, 98)), (92, 70)),
)
INSIDE = {"Lake": "z4", "Spring": "z4", "Gorge": "z4", "Delta": "z1", "Meander": "z1"}
ZONE = {label: zone for zone, label, _, _ in ZONES}
ABOUT = {
    "Spring": "groundwater comes to the surface here",
    "Gorge": "fast water has cut deep between steep walls",
    "Lake": "the water rests here and drops its gravel",
    "Meander": "slow water swings from side to side over flat land",
    "Delta": "the stream splits into arms and lays down mud",
}
FEEDBACK = Feedback(
    correct="You know your way along the river.",
    incorrect="Follow the water once more.",
    completion="The river holds no secrets from you.",
)
MOST_POINTS = 10


def _item(id: str, text: str, answer: str, about: str, after: str | None = None) -> Item:
    return Item(
        id=id,
        text=text,
        answer=answer,
        explanation=f"Because {about}.",
        hint=f"Think: {about}.",
        after=after,
    )


def _zone_choices() -> tuple[Choice, ...]:
    return tuple(Choice(id=zone, text=f"Area {zone[1:]}") for zone, _, _, _ in ZONES)


def _labels() -> dict[str, Any]:
    items = [
        _item(label.lower(), label, ZONE[label], ABOUT[label])
        for label in ("Delta", "Gorge", "Lake", "Meander", "Spring")
    ]
    return {
        "items": items,
        "choices": _zone_choices(),
        "distractors": (
            Distractor(
                id="fjord",
                text="Fjord",
                explanation="A fjord was carved by ice, and lies by the sea.",
            ),
        ),
        "misconceptions": (
            Misconception(
                id="bends_at_the_mouth",
                item="meander",
                answer=ZONE["Delta"],
                belief="A river bends most where it meets the sea.",
                correction="At the mouth a river splits; it swings in bends before that, on flat land.",
            ),
        ),
    }


def _prompts() -> dict[str, Any]:
    items = [
        _item(f"q{n}", f"Where {ABOUT[label]}?", ZONE[label], ABOUT[label])
        for n, label in enumerate(ABOUT, start=1)
    ]
    return {"items": items[:3], "choices": _zone_choices()}


def _path() -> dict[str, Any]:
    items = [
        _item(f"w{n}", f"{about[0].upper()}{about[1:]}.", ZONE[label], about)
        for n, (label, about) in enumerate(ABOUT.items())
    ]
    return {"items": items, "choices": _zone_choices()}


def _descriptions() -> dict[str, Any]:
    text = "This is where {}, and anybody who walks along the bank will notice it."
    items = [
        _item(f"d{n}", text.format(ABOUT[label]), ZONE[label], ABOUT[label])
        for n, label in enumerate(("Lake", "Delta", "Gorge"))
    ]
    return {"items": items, "choices": _zone_choices()}


def _levels() -> dict[str, Any]:
    items = [
        _item("lower", "Lower course", ZONE["Lower course"], "the land is flat here"),
        _item("upper", "Upper course", ZONE["Upper course"], "the land is steep here"),
        _item("delta", "Delta", ZONE["Delta"], ABOUT["Delta"], "lower"),
        _item("spring", "Spring", ZONE["Spring"], ABOUT["Spring"], "upper"),
        _item("meander", "Meander", ZONE["Meander"], ABOUT["Meander"], "lower"),
    ]
    return {"items": items, "choices": _zone_choices()}


def _features() -> dict[str, Any]:
    texts = (
        ("f1", "Lies on flat land", "both"),
        ("f2", "Splits the stream into arms", "second"),
        ("f3", "Swings from side to side", "first"),
        ("f4", "Is made by slow water", "both"),
    )
    choices = (
        Choice(id="first", text="Meander"),
        Choice(id="both", text="Both"),
        Choice(id="second", text="Delta"),
    )
    return {
        "items": [_item(id, text, answer, "that is how it is built") for id, text, answer in texts],
        "choices": choices,
    }


def _order() -> dict[str, Any]:
    texts = (
        ("rains", "Clouds let go of their water", "p3"),
        ("rises", "The sun lifts water from the sea", "p1"),
        ("runs", "Streams carry the water down to the sea", "p4"),
        ("cools", "Vapour cools and turns into drops", "p2"),
    )
    choices = tuple(Choice(id=f"p{n}", text=str(n)) for n in range(1, 5))
    mistake = Misconception(
        id="rain_first",
        item="rains",
        answer="p1",
        belief="Rain comes from nowhere.",
        correction="Rain has risen from the sea before.",
    )
    return {
        "items": [_item(id, text, p, "water goes in circles") for id, text, p in texts],
        "choices": choices,
        "misconceptions": (mistake,),
    }


def _sorting() -> dict[str, Any]:
    # An item called 'constructor' must not be taken for something the language has.
    texts = (
        ("constructor", "A beaver's dam", "made"),
        ("rapids", "Rapids", "grown"),
        ("weir", "A weir", "made"),
        ("oxbow", "An oxbow lake", "grown"),
    )
    choices = (
        Choice(id="grown", text="Made by water"),
        Choice(id="made", text="Built by somebody"),
    )
    return {
        "items": [_item(id, text, answer, "of who made it") for id, text, answer in texts],
        "choices": choices,
    }


def _pairs() -> dict[str, Any]:
    pairs = (
        ("bank", "Bank", "The land beside a river"),
        ("bed", "Bed", "The ground under a river"),
        ("mouth", "Mouth", "Where it ends"),
    )
    items = [_item(id, front, id, "of the word") for id, front, _ in pairs]
    sides = [(id, text) for id, *texts in pairs for text in texts]
    order = (3, 0, 5, 2, 4, 1)
    cards = tuple(
        Card(id=f"c{n}", text=sides[place][1], item=sides[place][0])
        for n, place in enumerate(order, start=1)
    )
    mistake = Misconception(
        id="bank_is_bed",
        item="bank",
        answer="bed",
        belief="Bank and bed are one.",
        correction="The bed is under water.",
    )
    return {"items": items, "cards": cards, "misconceptions": (mistake,)}


def _story() -> dict[str, Any]:
    moments = (
        Moment(
            id="rain",
            situation="It has rained for three days, and you watch over the dam. The lake rises.",
            hint="Water that is let out early does no harm.",
            options=(
                Option(
                    id="wait",
                    text="Wait and see",
                    credit=0,
                    consequence="By night the water is at the rim.",
                    next="rim",
                ),
                Option(
                    id="open",
                    text="Open a gate a little",
                    credit=1,
                    consequence="The lake stops rising.",
                    next="town",
                ),
                Option(
                    id="all",
                    text="Open all gates wide",
                    credit=0.5,
                    consequence="Fields below are wet.",
                    next="town",
                ),
            ),
        ),
        Moment(
            id="rim",
            situation="The water stands at the rim.",
            options=(
                Option(
                    id="call",
                    text="Call the town",
                    credit=1,
                    consequence="People leave the low streets.",
                    next="town",
                ),
                Option(
                    id="hide",
                    text="Say nothing",
                    credit=0,
                    consequence="The rim gives way.",
                    next="flood",
                ),
            ),
        ),
        Moment(
            id="town",
            situation="The town asks whether people have to leave their houses.",
            hint="Who knows most about the water?",
            options=(
                Option(
                    id="yes",
                    text="Yes, everybody, at once",
                    credit=0.5,
                    consequence="Most stay anyway.",
                    next="safe",
                ),
                Option(
                    id="low",
                    text="Only the low streets",
                    credit=1,
                    consequence="They are empty within the hour.",
                    next="safe",
                ),
            ),
        ),
    )
    endings = (
        Ending(id="safe", text="The river falls, and nobody was hurt.", good=True),
        Ending(id="flood", text="The town is under water.", good=False),
    )
    items = [
        Item(
            id="rain",
            text=moments[0].situation,
            answer="open",
            explanation="Letting a little go early is safest.",
        ),
        Item(
            id="town",
            text=moments[2].situation,
            answer="low",
            explanation="Only the low streets can be reached by the water.",
        ),
    ]
    mistake = Misconception(
        id="dams_hold",
        item="rain",
        answer="wait",
        belief="A dam holds any water.",
        correction="A dam only holds what it was built for.",
    )
    return {"items": items, "moments": moments, "endings": endings, "misconceptions": (mistake,)}


CONTENT: Mapping[str, tuple[str, dict[str, Any]]] = {
    "drag_drop": ("Put every label where it belongs.", _labels()),
    "click_to_identify": ("Read, and choose the place that is meant.", _prompts()),
    "trace_path": ("Follow the water from the mountain to the sea.", _path()),
    "description_matching": ("Put every description on the place it describes.", _descriptions()),
    "hierarchical": ("Name the large parts; then name what lies inside them.", _levels()),
    "compare_contrast": ("Which of the two does each feature belong to?", _features()),
    "sequencing": ("Put the steps of the water's journey in order.", _order()),
    "sorting_categories": ("Who made it?", _sorting()),
    "memory_match": ("Find the word and its meaning.", _pairs()),
    "branching_scenario": ("You decide about the dam.", _story()),
}
MODES = tuple(CONTENT)
ON_PICTURE = MODES[:6]


def round_of(mode: str, mechanic_id: str, limit: float | None = None) -> Round:
    instruction, content = CONTENT[mode]
    return Round(
        mechanic_id=mechanic_id,
        type="timed_challenge" if limit else mode,
        timed_challenge_wrapped_mode=mode if limit else None,
        time_limit_seconds=limit,
        fingerprint=f"f_{mechanic_id}",
        instruction=instruction,
        points_per_item=MOST_POINTS,
        max_score=MOST_POINTS * len(content["items"]),
        credit=(1.0, 0.5, 0.25),
        seed=7,
        feedback=FEEDBACK,
        **content,
    )


Way = tuple[PlanTrigger, float | None]
COMPLETION: Way = ("completion", None)


def scene_of(
    number: int, title: str, rounds: tuple[Round, ...], ways: tuple[Way, ...] = ()
) -> Scene:
    """Rounds in a row. `ways` are the triggers between them and at the end; what is not said is
    'completion'.
    """
    triggers = (*ways, *(COMPLETION for _ in rounds[len(ways) :]))
    ids = [SCENE_START, *(round.mechanic_id for round in rounds), SCENE_END]
    modes = [SCENE_START, *(round.mode for round in rounds), SCENE_END]
    edges = [
        ModeTransition(
            from_mode=modes[n],
            to_mode=modes[n + 1],
            from_mechanic_id=ids[n],
            to_mechanic_id=ids[n + 1],
            trigger=trigger,
            trigger_value=value,
            judged_over=(ids[n],) if n else (),
        )
        for n, (trigger, value) in enumerate((("auto", None), *triggers))
    ]
    on_picture = any(round.mode in ON_PICTURE for round in rounds)
    return Scene(
        scene_id=f"scene_{number}",
        scene_number=number,
        title=title,
        learning_goal="Know what a river does on its way.",
        narrative_intro="You stand on a hill and see the whole river at once.",
        max_score=sum(round.max_score for round in rounds),
        diagram=_picture() if on_picture else None,
        zones=_zones() if on_picture else (),
        starting_mechanic_id=rounds[0].mechanic_id,
        mechanics=rounds,
        mode_transitions=tuple(edges),
    )


def game_of(
    *scenes: Scene, transitions: tuple[SceneTransition, ...] = (), id: str = "river"
) -> Blueprint:
    return Blueprint(
        id=id,
        title="A river from the mountain to the sea",
        subject="Geography",
        difficulty="beginner",
        estimated_duration_minutes=8,
        narrative_intro="Water takes its time, and on its way it changes everything it touches. Go along with it.",
        completion_message="You have followed the water all the way. Next time you cross a bridge, look down.",
        total_max_score=sum(scene.max_score for scene in scenes),
        scenes=scenes,
        scene_transitions=transitions,
    )


def only(mode: str, limit: float | None = None, way: Way = COMPLETION) -> Blueprint:
    """A game with one round of one mechanic."""
    return game_of(
        scene_of(1, "Along the river", (round_of(mode, "s1_m1", limit),), (way,)),
        id=f"river_{mode}",
    )


def whole() -> Blueprint:
    """Every mechanic, every trigger, every kind of transition."""
    first = tuple(round_of(mode, f"s1_m{n}") for n, mode in enumerate(MODES[:4], start=1))
    second = tuple(round_of(mode, f"s2_m{n}") for n, mode in enumerate(MODES[4:6], start=1))
    third = (
        round_of("sequencing", "s3_m1"),
        round_of("sorting_categories", "s3_m2", 90),
        round_of("memory_match", "s3_m3"),
    )
    return game_of(
        scene_of(1, "Along the river", first, (COMPLETION, ("score_threshold", 0.5))),
        scene_of(2, "Parts within parts", second, (("user_choice", None),)),
        scene_of(3, "Water at work", third, (COMPLETION, ("time_elapsed", 120.0))),
        scene_of(4, "The flood", (round_of("branching_scenario", "s4_m1"),)),
        transitions=(_to(1, "auto"), _to(2, "button"), _to(3, "score_gate", 0.6)),
    )


def _to(number: int, kind: Any, condition: float | None = None) -> SceneTransition:
    return SceneTransition(
        from_scene_id=f"scene_{number}",
        to_scene_id=f"scene_{number + 1}",
        type=kind,
        condition=condition,
    )


def _picture() -> Picture:
    return Picture(
        svg=SVG,
        width=800,
        height=500,
        alt="A landscape with mountains, a plain and open water.",
        attribution="Drawing: Dramaturg, CC0 1.0",
    )


def _zones() -> tuple[BlueprintZone, ...]:
    return tuple(
        BlueprintZone(
            id=zone,
            name=f"Area {zone[1:]}",
            label=label,
            points=points,
            at=at,
            parent_zone_id=INSIDE.get(label),
        )
        for zone, label, points, at in ZONES
    )
