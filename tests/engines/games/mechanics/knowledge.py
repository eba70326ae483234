"""A bicycle, as knowledge that every mechanic can be made from; small enough to read in one go."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from dramaturg.engines.games.base.design import ContentBrief
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.mechanics.mechanic import Offer, Task

BICYCLE = Knowledge.model_validate(
    {
        "kind": "knowledge",
        "id": "bicycle",
        "version": "1",
        "title": "How a bicycle works",
        "subject": "Technology",
        "summary": "You can name the parts of a bicycle and follow the push of a foot down to the road.",
        "story": "One push of your foot, and you roll twice as far as you could step. Where does the push go?",
        "concepts": [
            {
                "id": "drive",
                "label": "Drive",
                "also": ["Drivetrain"],
                "kind": "assembly",
                "definition": "All the parts that bring the push of the legs to the road.",
                "function": "Turns treading into rolling.",
                "clue": "everything that pushes on",
                "hint": "It is the larger of the two groups.",
                "why": "The drive is one long way for a push, from the shoe to the tyre.",
                "attributes": {"touched_by": "legs", "holds": "several parts"},
            },
            {
                "id": "steering",
                "label": "Steering",
                "kind": "assembly",
                "definition": "All the parts that turn when the rider wants to go round a bend.",
                "function": "Keeps the rider upright and on the way.",
                "clue": "everything that turns aside",
                "hint": "Hands are what it is for.",
                "why": "The steering also keeps the balance: a rider who cannot turn falls over.",
                "attributes": {"touched_by": "hands", "holds": "several parts"},
            },
            {
                "id": "pedal",
                "label": "Pedal",
                "kind": "lever",
                "definition": "The small platform that a shoe rests on.",
                "function": "Takes the push of the foot.",
                "clue": "below a shoe",
                "hint": "There are two, and one is up when the other is down.",
                "why": "A pedal turns on its own axle, so that the shoe can stay level.",
                "attributes": {"touched_by": "legs", "motion": "goes round", "material": "hard"},
            },
            {
                "id": "crank",
                "label": "Crank",
                "kind": "lever",
                "definition": "The arm between the platform for the shoe and the axle in the middle.",
                "function": "Makes a turning force out of a push that goes straight down.",
                "clue": "arm in the middle",
                "hint": "The longer it is, the easier it turns.",
                "why": "The crank is a lever: its length multiplies the force.",
                "attributes": {"motion": "goes round", "material": "hard", "place": "middle"},
            },
            {
                "id": "chain",
                "label": "Chain",
                "kind": "link",
                "definition": "The loop of about a hundred small steel joints.",
                "function": "Pulls the teeth at the back along when the teeth in the middle turn.",
                "clue": "long loop",
                "hint": "It needs oil.",
                "why": "The chain can only pull, so its upper half is tight and its lower half hangs.",
                "attributes": {"motion": "goes round", "material": "bends", "place": "middle"},
            },
            {
                "id": "cog",
                "label": "Rear cog",
                "also": ["Sprocket"],
                "kind": "link",
                "definition": "The toothed disc beside the hub at the back.",
                "function": "Passes the pull of the steel loop on to a hub.",
                "clue": "small disc with teeth",
                "hint": "The smaller it is, the harder you must tread.",
                "why": "A small rear cog turns more often for every turn of the legs.",
                "attributes": {"motion": "goes round", "material": "hard", "place": "back"},
            },
            {
                "id": "rear_wheel",
                "label": "Rear wheel",
                "kind": "wheel",
                "definition": "The large ring of rim and spokes that drives the whole machine on.",
                "function": "Pushes against the road.",
                "clue": "large ring, driven",
                "hint": "Mud flies up from it to your back.",
                "why": "The rear wheel is the only one that the legs turn.",
                "attributes": {"motion": "rolls", "material": "bends", "place": "back"},
            },
            {
                "id": "handlebar",
                "label": "Handlebar",
                "kind": "lever",
                "definition": "The bent tube with a grip at either end.",
                "function": "Lets the rider choose the direction.",
                "clue": "two grips",
                "hint": "A bell sits on it.",
                "why": "The handlebar is wide so that a small force can turn the front.",
                "attributes": {"touched_by": "hands", "motion": "swings", "material": "hard"},
            },
            {
                "id": "fork",
                "label": "Fork",
                "kind": "link",
                "definition": "The two prongs that hold the axle at the front.",
                "function": "Carries the turn of the hands down to the axle.",
                "clue": "two prongs",
                "hint": "It is named after something on a dinner table.",
                "why": "The fork bends forward a little, which makes the bicycle run straight.",
                "attributes": {"motion": "swings", "material": "hard", "place": "front"},
            },
            {
                "id": "front_wheel",
                "label": "Front wheel",
                "kind": "wheel",
                "definition": "The large ring of rim and spokes that shows the way.",
                "function": "Leads the machine round a bend.",
                "clue": "large ring, steered",
                "hint": "It meets every kerb before anything else does.",
                "why": "The front wheel is not driven; it only rolls and turns aside.",
                "attributes": {"motion": "rolls", "material": "bends", "place": "front"},
            },
        ],
        "distractors": ["Gearbox", "Propeller", "Anchor", "Bonnet", "Rudder"],
        "hierarchy": {
            "drive": ["pedal", "crank", "chain", "cog", "rear_wheel"],
            "steering": ["handlebar", "fork", "front_wheel"],
        },
        "sequences": [
            {
                "id": "push",
                "title": "The way of a push",
                "question": "Follow a push from the foot to the road.",
                "steps": [
                    {"concept": "pedal", "text": "A foot presses down.", "why": "Everything begins with the leg."},
                    {"concept": "crank", "text": "An arm swings round its axle.", "why": "The platform is fixed to its end."},
                    {"concept": "chain", "text": "A steel loop is pulled tight.", "why": "Teeth on the axle take it along."},
                    {"concept": "cog", "text": "A toothed disc begins to turn.", "why": "The loop runs over its teeth."},
                    {"concept": "rear_wheel", "text": "Rubber grips the road.", "why": "Disc and rim share one hub."},
                ],
            },
            {
                "id": "bend",
                "title": "Round a bend",
                "question": "Put in order what happens when a rider goes round a bend.",
                "cyclic": True,
                "steps": [
                    {"text": "The rider looks where the road goes.", "when": "0 s"},
                    {"text": "The body leans to the inside.", "when": "1 s"},
                    {"concept": "handlebar", "text": "The grips are turned a little.", "when": "2 s"},
                    {"concept": "front_wheel", "text": "The tyre points into the bend.", "when": "3 s"},
                    {"text": "The machine straightens up again.", "when": "4 s"},
                ],
            },
        ],
        "confusions": [
            {"between": ["front_wheel", "rear_wheel"], "tell_apart": "The one with the toothed disc is the rear wheel."},
            {"between": ["pedal", "crank"], "tell_apart": "The pedal is for the shoe, the crank is the arm behind it."},
        ],
        "misconceptions": [
            {
                "id": "both_are_driven",
                "concept": "rear_wheel",
                "taken_for": "front_wheel",
                "belief": "The front pulls the bicycle along.",
                "correction": "The legs turn the rear wheel only.",
            },
            {
                "id": "chain_turns_the_crank",
                "concept": "crank",
                "taken_for": "chain",
                "belief": "The chain turns the crank.",
                "correction": "It is the other way round: the crank pulls the chain.",
            },
        ],
        "comparisons": [
            {
                "id": "wheels",
                "title": "Two wheels",
                "first": "front_wheel",
                "second": "rear_wheel",
                "features": [
                    {"text": "Turns aside in a bend.", "holds_for": "first", "why": "It sits in the fork."},
                    {"text": "Meets every kerb before the rest.", "holds_for": "first"},
                    {"text": "Is turned by the legs.", "holds_for": "second", "why": "The chain ends at its hub."},
                    {"text": "Carries most of the rider's weight.", "holds_for": "second"},
                    {"text": "Slips when somebody treads too hard on ice.", "holds_for": "second"},
                    {"text": "Has spokes that are always under tension.", "holds_for": "both", "why": "Spokes can pull but not push."},
                    {"text": "Has a tyre filled with air.", "holds_for": "both"},
                ],
            }
        ],
        "decisions": [
            {
                "id": "flat_tyre",
                "title": "A flat tyre",
                "moments": [
                    {
                        "id": "hiss",
                        "situation": "It hisses, and the ride turns soft. You are two kilometres from home.",
                        "hint": "What does a rim need under it?",
                        "options": [
                            {"id": "stop", "text": "Get off and look.", "quality": "best", "consequence": "The rim is unharmed.", "next": "look"},
                            {"id": "ride", "text": "Ride home quickly, it is not far.", "quality": "poor", "consequence": "The rim hits every stone.", "next": "bent"},
                            {"id": "slow", "text": "Go on slowly as far as the bench.", "quality": "fair", "consequence": "The tube has a second hole.", "next": "look"},
                        ],
                    },
                    {
                        "id": "look",
                        "situation": "A thorn sticks in the tyre. You have a patch and a pump.",
                        "hint": "Why did it hiss?",
                        "options": [
                            {"id": "pump", "text": "Pump it up and ride on.", "quality": "poor", "consequence": "The air is gone after one minute.", "next": "walked"},
                            {"id": "patch", "text": "Pull the thorn out, then patch.", "quality": "best", "consequence": "The patch holds.", "next": "home"},
                        ],
                    },
                ],
                "endings": [
                    {"id": "home", "text": "You ride home before dark.", "good": True},
                    {"id": "walked", "text": "You push the bicycle home.", "good": False},
                    {"id": "bent", "text": "The rim is bent and the bicycle stays in the shop for a week.", "good": False},
                ],
            },
            {
                "id": "squeak",
                "title": "A squeak",
                "moments": [
                    {
                        "id": "noise",
                        "situation": "Something squeaks with every turn of your legs.",
                        "options": [
                            {"id": "listen", "text": "Lift the back and turn by hand.", "quality": "best", "consequence": "You hear where it comes from.", "next": "rust"},
                            {"id": "ignore", "text": "Sing louder than the squeak.", "quality": "poor", "consequence": "It grows worse every day.", "next": "torn"},
                        ],
                    },
                    {
                        "id": "rust",
                        "situation": "The steel loop is dry and brown.",
                        "options": [
                            {"id": "oil", "text": "Wipe it, oil it, wipe again.", "quality": "best", "consequence": "It runs without a sound.", "next": "silent"},
                            {"id": "water", "text": "Rinse it with plenty of water and leave it wet.", "quality": "poor", "consequence": "The rust comes back overnight.", "next": "torn"},
                        ],
                    },
                ],
                "endings": [
                    {"id": "silent", "text": "You glide to school in silence.", "good": True},
                    {"id": "torn", "text": "One morning it tears.", "good": False},
                ],
            },
        ],
        "diagrams": [
            {
                "id": "machine",
                "title": "The machine from the side",
                "alt": "Two groups of boxes, the larger one with five boxes in it and the smaller one with three.",
                "form": "nested",
                "concepts": ["drive", "steering", "pedal", "crank", "chain", "cog", "rear_wheel", "handlebar", "fork", "front_wheel"],
            },
            {
                "id": "way",
                "title": "From the foot to the road",
                "alt": "Five boxes joined by arrows.",
                "form": "process",
                "sequence": "push",
            },
        ],
    }
)  # fmt: skip


def without(knowledge: Knowledge, concept: str, **fields: object) -> Knowledge:
    """The same knowledge with some fields of one concept set otherwise."""
    whole = knowledge.model_dump()
    changed = [{**each, **fields} if each["id"] == concept else each for each in whole["concepts"]]
    return Knowledge.model_validate({**whole, "concepts": changed})


def otherwise(knowledge: Knowledge, **fields: object) -> Knowledge:
    """The same knowledge with some of its own fields set otherwise."""
    return Knowledge.model_validate({**knowledge.model_dump(), **fields})


def task_for(
    offer: Offer,
    count: int,
    seed: int = 0,
    labels: tuple[str, ...] | None = None,
    prompt_style: str | None = None,
) -> Task:
    """The task a design would make of an offer; `labels` are all the offer has unless said."""
    style = offer.prompt_style if prompt_style is None else prompt_style
    return Task(
        mechanic_id="s1_m1",
        mechanic_type=offer.mechanic_type,
        fingerprint="f1",
        instruction=offer.instruction,
        labels=offer.labels[:count] if labels is None else labels,
        count=count,
        brief=ContentBrief(generation_goal=offer.goal, prompt_style=style),
        scene_title="The machine",
        learning_goal=offer.goal,
        scene_labels=offer.labels,
        difficulty="beginner",
        seed=seed,
    )


def zones_of(labels: tuple[str, ...]) -> dict[str, str]:
    """Zones in an order that is not that of the labels."""
    return {label: f"z{len(labels) - index}" for index, label in enumerate(labels)}


def label_subsets(offer: Offer, count: int, most: int = 40) -> Iterator[tuple[str, ...]]:
    """Some of the ways to take that many labels of an offer, in their order."""
    yield from islice(combinations(offer.labels, count), most)
