"""Answers of unlike people, with the concepts, types and edges that a researcher would want from
them.

The first of every two may be looked at while the extractor is worked on; the second only tells how
good it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.engines.interviews.base.methodology import Ontology, Strategy, Subject

_CRITERIA = {"extract": ["what somebody wants, likes, fears"], "skip": ["small talk"]}
_GUIDELINES = ["One idea is one concept.", "Keep the respondent's words."]


def _type(
    type: str, description: str, examples: str, level: int | None = None, terminal: bool = False
) -> dict[str, object]:
    return {
        "type": type,
        "title": type.replace("_", " "),
        "description": description,
        "examples": examples.split(", "),
        "level": level,
        "terminal": terminal,
    }


A, F, P, V, T = (
    "attribute",
    "functional_consequence",
    "psychosocial_consequence",
    "instrumental_value",
    "terminal_value",
)

MEANS_END = Ontology.model_validate(
    {
        "concept_naming_convention": "Noun phrases, such as 'creamy texture'.",
        "naming": "noun_phrase",
        "extraction_guidelines": _GUIDELINES,
        "extractability_criteria": _CRITERIA,
        "relationship_examples": [
            {"text": "It is light, so it is easy to carry.", "source": "light", "type": "leads_to", "target": "easy to carry"},
            {"text": "I save time and see my kids.", "source": "saving time", "type": "leads_to", "target": "time with kids"},
        ],
        "concepts": [
            _type(
                A,
                "A feature or property of the thing itself, concrete or abstract: price, colour, taste, size, material, brand.",
                "low price, creamy texture, bright screen, made of wool, too sweet, light weight, organic ingredients, loud "
                "engine, open until late, strong smell, no added sugar, thick soles",
                1,
            ),
            _type(
                F,
                "What the feature does for somebody in practice: saves time or money, works, lasts, fits, is easy to use.",
                "easy to clean, saving time, lasting longer, not spilling, fitting in the bag, sleeping through the night, "
                "spending less money, finding things quickly, getting home faster, fewer repairs, dry feet, having energy",
                2,
            ),
            _type(
                P,
                "What it does to how somebody feels, or how others see them: calm, pride, guilt, belonging, looking good.",
                "feeling relaxed, less stress, not feeling guilty, looking professional, feeling in control, fitting in with "
                "friends, not worrying, being proud, feeling safe, impressing others, feeling cared for, embarrassment",
                3,
            ),
            _type(
                V,
                "A way of being or behaving that somebody holds to be right: responsible, honest, independent, a good parent.",
                "being responsible, being a good mother, being independent, honesty, being self-disciplined, respecting nature, "
                "being a reliable friend, being ambitious",
                4,
            ),
            _type(
                T,
                "An end state somebody wants of life itself: happiness, freedom, security, health, love, meaning.",
                "happiness, freedom, family security, a long healthy life, inner peace, self-respect, meaning in life, "
                "sense of belonging, accomplishment",
                5,
                terminal=True,
            ),
        ],
        "edges": [
            {
                "type": "leads_to",
                "description": "The first brings about the second.",
                "permitted": [
                    (A, A), (A, F), (A, P), (F, F), (F, P), (F, V), (F, T), (P, P), (P, V), (P, T), (V, V), (V, T), (T, T),
                ],
                "chain": True,
                "relations": ["cause", "purpose", "condition"],
            },
        ],
    }
)  # fmt: skip

JOB, CONTEXT, PAIN, GAIN, SOLUTION = "job", "context", "pain", "gain", "solution"

JOBS = Ontology.model_validate(
    {
        "concept_naming_convention": "Verb and object: 'get reliable coffee', 'avoid wasting money'.",
        "naming": "verb_object",
        "extraction_guidelines": _GUIDELINES,
        "extractability_criteria": _CRITERIA,
        "relationship_examples": [
            {
                "text": "When I travel I need coffee.",
                "source": "travel for work",
                "type": "triggers",
                "target": "get coffee",
            },
            {
                "text": "I use an app to track it.",
                "source": "use an app",
                "type": "serves",
                "target": "track spending",
            },
        ],
        "concepts": [
            _type(
                JOB,
                "What somebody wants to get done, whatever they use for it.",
                "get reliable coffee, keep the house clean, track monthly spending, stay in touch with family, plan a week of "
                "meals, find a parking space, learn a language",
            ),
            _type(
                CONTEXT,
                "The situation in which it comes up: when, where, what changed.",
                "start a new job, travel for work, have a baby, move to a new city, wake up late, work from home, have visitors",
            ),
            _type(
                PAIN,
                "What goes wrong, costs, annoys or worries.",
                "waste money, forget to pay bills, wait in long lines, lose the receipts, run out of milk, get confused by the "
                "menu, miss appointments, struggle with passwords",
            ),
            _type(
                GAIN,
                "What gets better: the outcome somebody hopes for.",
                "save time, feel in control, avoid wasting money, have peace of mind, be on time, get more sleep, feel prepared",
            ),
            _type(
                SOLUTION,
                "What somebody uses or does about it now.",
                "use a spreadsheet, ask a friend, order online, write a list, buy a second phone, set an alarm, take the bus",
            ),
        ],
        "edges": [
            {
                "type": "triggers",
                "description": "The situation or trouble brings up the job or what is done.",
                "permitted": [
                    (CONTEXT, JOB),
                    (CONTEXT, PAIN),
                    (PAIN, JOB),
                    (PAIN, SOLUTION),
                    (CONTEXT, SOLUTION),
                    (PAIN, PAIN),
                ],
                "relations": ["cause", "condition", "before"],
            },
            {
                "type": "serves",
                "description": "The first is done for the second.",
                "permitted": [
                    (SOLUTION, JOB),
                    (SOLUTION, GAIN),
                    (JOB, GAIN),
                    (GAIN, GAIN),
                    (JOB, JOB),
                ],
                "chain": True,
                "relations": ["cause", "purpose"],
            },
        ],
    }
)


def _strategy(name: str, *draws: tuple[str, str]) -> Strategy:
    return Strategy.model_validate(
        {
            "name": name,
            "title": name,
            "description": "Asks on.",
            "signal_weights": {"graph.node.is_new.true": 1.0},
            "draws": [{"edge": edge, "direction": direction} for edge, direction in draws],
            "templates": ["Why?", "How so?", "What then?", "And?"],
        }
    )


WHY = _strategy("ladder_up", ("leads_to", "focus_to_answer"))
WHAT = _strategy("ladder_down", ("leads_to", "answer_to_focus"))
WHAT_FOR = _strategy("uncover_job", ("serves", "focus_to_answer"))
WHEN = _strategy("uncover_context", ("triggers", "answer_to_focus"))


def subject(title: str) -> Subject:
    return Subject.model_validate(
        {"kind": "subject", "id": "subject", "title": title, "objective": "Find out."}
    )


@dataclass(frozen=True, slots=True)
class Case:
    """`concepts` are labels with their types; `edges` pairs of labels, the focus or what is known
    included.
    """

    ontology: Ontology
    about: str
    question: str
    answer: str
    concepts: dict[str, str]
    edges: tuple[tuple[str, str], ...] = ()
    focus: tuple[str, str] | None = None
    strategy: Strategy | None = None
    known: tuple[tuple[str, str], ...] = ()


CASES = (
    Case(
        MEANS_END, "oat milk in coffee", "What do you like about it?",
        "Um, I guess it's the creamy texture, you know, and it doesn't split in hot coffee.",
        {"creamy texture": A, "not splitting in hot coffee": F},
    ),
    Case(
        MEANS_END, "running shoes", "What matters when you choose a pair?",
        "They have to be light and they need a thick sole, because my knees hurt on hard roads.",
        {"light": A, "thick sole": A, "knees hurt on hard roads": F},
    ),
    Case(
        MEANS_END, "oat milk in coffee", "Why does that matter to you?",
        "Because I don't have to throw it away, so I'm not wasting money.",
        {"not throwing away": F, "not wasting money": F},
        (("not splitting in hot coffee", "not throwing away"), ("not throwing away", "not wasting money")),
        ("not splitting in hot coffee", F), WHY,
    ),
    Case(
        MEANS_END, "running shoes", "Why is that important to you?",
        "If my feet stay dry I can run in winter too, and running is what keeps me sane.",
        {"dry feet": F, "running in winter": F, "keeping sane": P},
        (("waterproof upper", "dry feet"), ("dry feet", "running in winter")),
        ("waterproof upper", A), WHY,
    ),
    Case(
        MEANS_END, "your bank", "What do you value about it?", "Trust.", {"trust": P},
    ),
    Case(
        MEANS_END, "your phone", "What comes to mind first?", "The camera.", {"camera": A},
    ),
    Case(
        MEANS_END, "your dishwasher", "What is good about it?",
        "Well, it's cheap and easy to clean. Quiet as well.",
        {"cheap": A, "easy to clean": F, "quiet": A},
    ),
    Case(
        MEANS_END, "city bikes", "What do you like or dislike?",
        "Bikes are heavy and the saddle is uncomfortable, but they're everywhere and cheap.",
        {"heavy bikes": A, "uncomfortable saddle": A, "cheap": A},
    ),
    Case(
        MEANS_END, "your dishwasher", "And why is that good?",
        "It saves me so much time in the evening. I can sit down with my kids instead of standing at the sink.",
        {"saving time in the evening": F, "sitting down with kids": P},
        (("easy to clean", "saving time in the evening"),),
        ("easy to clean", F), WHY,
    ),
    Case(
        MEANS_END, "organic food", "Why is that important?",
        "I just want to live a long healthy life and see my grandchildren grow up.",
        {"living a long healthy life": T, "seeing grandchildren grow up": T},
        (("no pesticides", "living a long healthy life"),),
        ("no pesticides", A), WHY,
    ),
    Case(
        MEANS_END, "your gym", "What does that give you?",
        "It makes me feel confident, and when I feel confident I do better at work.",
        {"feeling confident": P, "doing better at work": F},
        (("feeling confident", "doing better at work"),),
        ("visible progress", F), WHY,
    ),
    Case(
        MEANS_END, "your car", "Why does that matter?",
        "A big boot means we can take everything on holiday, which makes the children happy.",
        {"big boot": A, "taking everything on holiday": F, "happy children": P},
        (("big boot", "taking everything on holiday"), ("taking everything on holiday", "happy children")),
    ),
    Case(
        MEANS_END, "wine", "Why would you bring a good bottle?",
        "I don't want to look stingy in front of my friends. I want them to think I have good taste.",
        {"not looking stingy in front of friends": P, "good taste": P},
        (("well known label", "not looking stingy in front of friends"),),
        ("well known label", A), WHY,
    ),
    Case(
        MEANS_END, "knitting", "What do you get out of it?",
        "It calms me down after work. Also I love giving people something I made myself.",
        {"calming down after work": P, "giving people something I made": P},
    ),
    Case(
        MEANS_END, "insurance", "Why is that important to you?",
        "Peace of mind, really. I sleep better knowing my family is protected.",
        {"peace of mind": P, "sleeping better": F, "protected family": T},
        (("quick payout", "peace of mind"),),
        ("quick payout", A), WHY,
    ),
    Case(
        MEANS_END, "electric cars", "What makes you hesitate?",
        "The range worries me, and charging takes forever. I'd be scared of getting stuck somewhere.",
        {"range": A, "charging takes forever": F, "scared of getting stuck": P},
    ),
    Case(
        MEANS_END, "tea", "Why is that?",
        "No, actually it's not the price. It's the smell, it reminds me of my grandmother.",
        {"smell": A, "reminding of grandmother": P},
        (("smell", "price"),),
        ("price", A), None, (("price", A),),
    ),
    Case(
        MEANS_END, "shampoo", "Could you say more?",
        "I said the price matters, but really it's the ingredients that I look at.",
        {"ingredients": A},
        (("ingredients", "price"),),
        ("price", A), None, (("price", A),),
    ),
    Case(
        MEANS_END, "your job", "What does it mean to you to be independent?",
        "It means I'm free to decide what I do with my life.",
        {"free to decide": T},
        (("being independent", "free to decide"),),
        ("being independent", V), WHY,
    ),
    Case(
        MEANS_END, "volunteering", "Why do you keep doing it?",
        "I think it's important to give something back. It gives me a sense of purpose.",
        {"giving something back": V, "sense of purpose": T},
        (("helping neighbours", "giving something back"), ("helping neighbours", "sense of purpose")),
        ("helping neighbours", F), WHY,
    ),
    Case(
        MEANS_END, "laptops", "What would you need to feel that?",
        "A battery that lasts all day, and it mustn't be too heavy.",
        {"battery that lasts all day": A, "not too heavy": A},
        (("battery that lasts all day", "working anywhere"), ("not too heavy", "working anywhere")),
        ("working anywhere", F), WHAT,
    ),
    Case(
        MEANS_END, "your flat", "What is it about the flat that gives you that?",
        "Big windows and a small balcony. The light in the morning is wonderful.",
        {"big windows": A, "small balcony": A, "light in the morning": A},
        (("big windows", "feeling at home"), ("small balcony", "feeling at home")),
        ("feeling at home", P), WHAT,
    ),
    Case(
        MEANS_END, "online shopping", "Tell me more.",
        "uh, I-- I mean, the returns are free so I don't worry about ordering the wrong size.",
        {"free returns": A, "not worrying about ordering wrong size": P},
        (("free returns", "not worrying about ordering wrong size"),),
    ),
    Case(
        MEANS_END, "podcasts", "What keeps you listening?",
        "Hmm, like, the host is funny and, you know, the episodes are short, so they fit my commute.",
        {"funny host": A, "short episodes": A, "fitting commute": F},
        (("short episodes", "fitting commute"),),
    ),
    Case(
        MEANS_END, "the bus", "Anything else?", "I don't know. Not really.", {},
    ),
    Case(
        MEANS_END, "the bus", "And what do you think?", "What do you mean? Can you repeat the question?", {},
    ),
    Case(
        JOBS, "coffee at work", "What are you trying to get done?",
        "I want to get reliable coffee in the morning so that I can start work without wasting money.",
        {"get reliable coffee": JOB, "start work without wasting money": GAIN},
        (("get reliable coffee", "start work without wasting money"),),
    ),
    Case(
        JOBS, "household budget", "How do you handle that today?",
        "I keep a spreadsheet and I check my account every Friday to see what we spent.",
        {"keep a spreadsheet": SOLUTION, "check account": SOLUTION, "see what we spent": JOB},
        (("check account", "see what we spent"),),
    ),
    Case(
        JOBS, "household budget", "What goes wrong?",
        "I keep forgetting to pay bills, and then I get late fees, which is really annoying.",
        {"forget to pay bills": PAIN, "get late fees": PAIN},
        (("forget to pay bills", "get late fees"),),
    ),
    Case(
        JOBS, "cooking at home", "What is hard about it?",
        "After work I'm exhausted, so I end up ordering pizza. I'd love to plan meals for the week.",
        {"be exhausted after work": CONTEXT, "order pizza": SOLUTION, "plan meals for the week": JOB},
        (("be exhausted after work", "order pizza"),),
    ),
    Case(
        JOBS, "learning Spanish", "When did that come up?",
        "When I moved to Madrid last year I couldn't talk to my neighbours.",
        {"move to Madrid": CONTEXT, "not talk to neighbours": PAIN},
        (("move to Madrid", "not talk to neighbours"),),
    ),
    Case(
        JOBS, "learning Spanish", "What would that let you do?",
        "I could make friends here, and feel like I belong.",
        {"make friends": GAIN, "belong": GAIN},
        (("learn Spanish", "make friends"),),
        ("learn Spanish", JOB), WHAT_FOR,
    ),
    Case(
        JOBS, "parking", "Walk me through the last time.",
        "I drove around for twenty minutes looking for a space and missed my appointment.",
        {"look for a space": JOB, "miss appointment": PAIN},
    ),
    Case(
        JOBS, "staying in touch", "What do you use?",
        "We use WhatsApp, and on Sundays we call my mother because she hates typing.",
        {"use WhatsApp": SOLUTION, "call mother": SOLUTION, "hate typing": PAIN},
        (("hate typing", "call mother"),),
    ),
    Case(
        JOBS, "school mornings", "What are you hoping for?",
        "I'd like to leave the house on time without shouting at the kids.",
        {"leave the house on time": JOB},
    ),
    Case(
        JOBS, "passwords", "What bothers you?",
        "I can never remember my passwords, so I write them in a notebook, and that doesn't feel safe.",
        {"never remember passwords": PAIN, "write in a notebook": SOLUTION, "not feel safe": PAIN},
        (("never remember passwords", "write in a notebook"),),
    ),
    Case(
        JOBS, "receipts at work", "When does it come up?",
        "Every time I travel for work I lose half of the receipts and have to pay out of my own pocket.",
        {"travel for work": CONTEXT, "lose half of the receipts": PAIN, "pay out of pocket": PAIN},
        (("travel for work", "lose half of the receipts"),),
    ),
    Case(
        JOBS, "buying a used car", "What worried you?",
        "I was afraid of buying a lemon. So I asked my brother to check the engine.",
        {"be afraid of buying a lemon": PAIN, "ask brother to check the engine": SOLUTION},
        (("be afraid of buying a lemon", "ask brother to check the engine"),),
    ),
    Case(
        JOBS, "sleep", "What have you tried?",
        "I bought blackout curtains and stopped drinking coffee after lunch, but I still wake up at four.",
        {"buy blackout curtains": SOLUTION, "stop drinking coffee after lunch": SOLUTION, "wake up at four": PAIN},
    ),
    Case(
        JOBS, "gardening", "What are you trying to achieve?",
        "I'd like to grow my own vegetables to save money and teach the children where food comes from.",
        {"grow vegetables": JOB, "save money": GAIN, "teach the children": GAIN},
        (("grow vegetables", "save money"), ("grow vegetables", "teach the children")),
    ),
    Case(
        JOBS, "video calls", "What makes that hard?",
        "The sound keeps cutting out, and people talk over each other. I lose track of decisions.",
        {"sound cutting out": PAIN, "talk over each other": PAIN, "lose track of decisions": PAIN},
    ),
    Case(
        JOBS, "moving house", "What did you do?",
        "We hired movers because I have a bad back, and my sister took care of the kids.",
        {"hire movers": SOLUTION, "have a bad back": CONTEXT, "take care of the kids": SOLUTION},
        (("have a bad back", "hire movers"),),
    ),
    Case(
        MEANS_END, "meat substitutes", "Why do you eat them?",
        "Honestly, because of the animals. I couldn't look at myself in the mirror otherwise, and my daughter is vegetarian.",
        {"animals": A, "looking at myself in the mirror": P, "vegetarian daughter": A},
    ),
    Case(
        MEANS_END, "watches", "What does a mechanical watch give you?",
        "Craftsmanship, tradition, and a bit of status. My father wore one, so it connects me to him.",
        {"craftsmanship": A, "tradition": A, "status": P, "connecting to father": P},
    ),
    Case(
        MEANS_END, "hospital stays", "Why did that matter?",
        "The nurses explained everything, so I felt less afraid and trusted them.",
        {"explaining everything": F, "feeling less afraid": P},
        (("explaining everything", "feeling less afraid"),),
    ),
    Case(
        MEANS_END, "public libraries", "Why do you go there?",
        "It's free and quiet, so I can concentrate on my studies and finish my degree.",
        {"free": A, "quiet": A, "concentrating on studies": F, "finishing degree": F},
        (("quiet", "concentrating on studies"),),
    ),
)  # fmt: skip

LOOKED_AT = CASES[::2]
HELD_OUT = CASES[1::2]
