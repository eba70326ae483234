"""Answers to the shipped methodologies, each with the concepts, types and edges that a researcher
would want from it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Told:
    """`concepts` are labels with their types, `edges` pairs of labels, the focus included."""

    method: str
    about: str
    strategy: str
    focus: tuple[str, str] | None
    answer: str
    concepts: dict[str, str]
    edges: tuple[tuple[str, str], ...] = ()


MEC, JTBD, CIT, GRID, CJ, WHYS = (
    "means_end_chain", "jobs_to_be_done", "critical_incident", "repertory_grid", "customer_journey", "five_whys",
)  # fmt: skip

ANSWERS = (
    # ── means-end chain ───────────────────────────────────────────────────────────────────────────
    Told(
        MEC, "oat milk in coffee", "elicit", None,
        "I like the creamy texture, and it froths really well so it feels like a proper cafe coffee at home.",
        {"creamy texture": "attribute", "frothing well": "functional_consequence",
         "feeling like a proper cafe coffee": "psychosocial_consequence"},
        (("frothing well", "feeling like a proper cafe coffee"),),
    ),
    Told(
        MEC, "oat milk in coffee", "ladder_up", ("frothing well", "functional_consequence"),
        "Well, it makes the morning feel a bit special before the kids wake up.",
        {"feeling a bit special": "psychosocial_consequence"},
        (("frothing well", "feeling a bit special"),),
    ),
    Told(
        MEC, "oat milk in coffee", "ladder_up", ("feeling a bit special", "psychosocial_consequence"),
        "Because then I have ten minutes to myself and I'm calmer for the rest of the day.",
        {"ten minutes to myself": "functional_consequence", "calmer": "psychosocial_consequence"},
        (("feeling a bit special", "calmer"),),
    ),
    Told(
        MEC, "oat milk in coffee", "ladder_up", ("calmer", "psychosocial_consequence"),
        "That's what life is about, isn't it. Being there for the people you love.",
        {"being there for the people you love": "terminal_value"},
        (("calmer", "being there for the people you love"),),
    ),
    Told(
        MEC, "oat milk in coffee", "ladder_up", ("saving a trip to the shop", "functional_consequence"),
        "More time with the kids.",
        {"more time with the kids": "psychosocial_consequence"},
        (("saving a trip to the shop", "more time with the kids"),),
    ),
    Told(
        MEC, "oat milk in coffee", "elicit", None,
        "It's better for the environment than dairy.",
        {"better for the environment than dairy": "attribute"},
    ),
    Told(
        MEC, "night trains", "elicit", None,
        "You fall asleep in one city and wake up in another. And the tickets are cheap if you book early.",
        {"waking up in another": "functional_consequence", "cheap tickets": "attribute"},
    ),
    Told(
        MEC, "night trains", "ladder_up", ("cheap tickets", "attribute"),
        "I can travel more often, and then I don't feel so cut off from my family.",
        {"travelling more often": "functional_consequence", "not feeling cut off from family": "psychosocial_consequence"},
        (("cheap tickets", "travelling more often"), ("travelling more often", "not feeling cut off from family")),
    ),
    Told(
        MEC, "allotment gardens", "ladder_up", ("growing own vegetables", "functional_consequence"),
        "I know what is in them. And I want to leave my children a planet they can live on.",
        {"leaving children a planet": "terminal_value"},
        (("growing own vegetables", "leaving children a planet"),),
    ),
    # ── jobs to be done ───────────────────────────────────────────────────────────────────────────
    Told(
        JTBD, "getting to work by bike", "explore_situations", None,
        "When we moved out of town the bus only came once an hour, so I bought an electric bike.",
        {"move out of town": "situation", "have the bus coming once an hour": "pain", "buy an electric bike": "solution"},
        (("have the bus coming once an hour", "buy an electric bike"),),
    ),
    Told(
        JTBD, "getting to work by bike", "uncover_job", ("buy an electric bike", "solution"),
        "I wanted to be at work by eight without sweating through my shirt.",
        {"be at work by eight": "job"},
        (("buy an electric bike", "be at work by eight"),),
    ),
    Told(
        JTBD, "getting to work by bike", "uncover_job", ("be at work by eight", "job"),
        "I'd like to be a better mother. More time with the kids in the evening.",
        {"be a better mother": "social_job", "have more time with the kids": "desired_outcome"},
        (("be at work by eight", "be a better mother"),),
    ),
    Told(
        JTBD, "getting to work by bike", "probe_hesitation", ("buy an electric bike", "solution"),
        "I was worried about the battery and I didn't know whether the hill would be too steep.",
        {"be worried about the battery": "anxiety"},
    ),
    Told(
        JTBD, "keeping the accounts", "explore_situations", None,
        "Every January I sit at the kitchen table with a shoebox of receipts. It takes me two whole weekends.",
        {"sit at the kitchen table": "situation", "take two weekends": "pain"},
    ),
    Told(
        JTBD, "keeping the accounts", "uncover_job", ("take two weekends", "pain"),
        "I just want to get the tax return done, and feel that I have it under control.",
        {"get the tax return done": "job", "feel in control": "emotional_job"},
    ),
    Told(
        JTBD, "keeping the accounts", "explore_situations", None,
        "I've always done it on paper. I write everything in a notebook and my sister copies it into the computer.",
        {"do it on paper": "habit", "write everything in a notebook": "workaround",
         "have sister copying it into computer": "workaround"},
    ),
    Told(
        JTBD, "choosing a phone", "explore_situations", None,
        "It has to be cheap and it must have a good camera. I returned the last one because it got too hot.",
        {"be cheap": "hiring_criterion", "have a good camera": "hiring_criterion", "get too hot": "firing_criterion"},
    ),
    # ── critical incident ─────────────────────────────────────────────────────────────────────────
    Told(
        CIT, "handovers on the ward", "recall", None,
        "Last winter we were two nurses short, and an old man fell in the bathroom during the night shift.",
        {"were two nurses short": "context", "old man fell in the bathroom": "incident"},
    ),
    Told(
        CIT, "handovers on the ward", "action", ("old man fell in the bathroom", "incident"),
        "I rang the doctor and my colleague fetched a blanket. She talked to him calmly, and that really helped.",
        {"rang the doctor": "action", "colleague fetched a blanket": "action", "talked to him calmly": "effective_behaviour"},
        (("old man fell in the bathroom", "rang the doctor"),),
    ),
    Told(
        CIT, "handovers on the ward", "experience", ("old man fell in the bathroom", "incident"),
        "I was terrified. I thought it was my fault.",
        {"was terrified": "feeling", "was my fault": "feeling"},
        (("old man fell in the bathroom", "was terrified"),),
    ),
    Told(
        CIT, "handovers on the ward", "outcome", ("rang the doctor", "action"),
        "In the end he only had a bruise and went home two days later.",
        {"had a bruise": "outcome", "went home two days later": "outcome"},
        (("rang the doctor", "went home two days later"),),
    ),
    Told(
        CIT, "handovers on the ward", "change_angle", ("old man fell in the bathroom", "incident"),
        "There should have been a second person. And we needed a proper alarm in the bathroom.",
        {"should have been a second person": "requirement", "needed a proper alarm in bathroom": "requirement"},
        (("old man fell in the bathroom", "needed a proper alarm in bathroom"),),
    ),
    Told(
        CIT, "school trips", "recall", None,
        "On the way back the bus broke down. The teacher ignored the warning light, so we waited four hours on the motorway.",
        {"bus broke down": "incident", "teacher ignored the warning light": "ineffective_behaviour",
         "waited four hours on the motorway": "outcome"},
        (("teacher ignored the warning light", "waited four hours on the motorway"),),
    ),
    Told(
        CIT, "school trips", "action", ("bus broke down", "incident"),
        "One girl started singing, and then everybody joined in.",
        {"girl started singing": "effective_behaviour", "everybody joined in": "outcome"},
        (("bus broke down", "girl started singing"),),
    ),
    # ── repertory grid ────────────────────────────────────────────────────────────────────────────
    Told(
        GRID, "teachers you remember", "gather", None,
        "My history teacher, the football coach and a neighbour who taught me the piano.",
        {"history teacher": "element", "football coach": "element", "neighbour": "element"},
    ),
    Told(
        GRID, "teachers you remember", "compare", ("history teacher", "element"),
        "He really listened to us and he never raised his voice. The coach was loud and impatient.",
        {"really listened": "construct", "never raised voice": "sign", "loud coach": "contrast", "impatient": "contrast"},
        (("history teacher", "really listened"),),
    ),
    Told(
        GRID, "teachers you remember", "opposite", ("patient", "construct"),
        "In a hurry all the time.",
        {"in a hurry all the time": "contrast"},
        (("patient", "in a hurry all the time"),),
    ),
    Told(
        GRID, "teachers you remember", "ladder_up", ("patient", "construct"),
        "You dare to ask questions, and you learn more because you're not afraid.",
        {"dare to ask questions": "implication", "learning more": "implication", "not afraid": "implication"},
        (("patient", "dare to ask questions"),),
    ),
    Told(
        GRID, "teachers you remember", "ladder_up", ("learning more", "implication"),
        "Because I want to be taken seriously. Respect is everything to me.",
        {"being taken seriously": "value", "respect": "value"},
        (("learning more", "respect"),),
    ),
    Told(
        GRID, "teachers you remember", "pyramid_down", ("patient", "construct"),
        "She waits until everybody has finished, and she explains it a second time.",
        {"waits until everybody has finished": "sign", "explains a second time": "sign"},
        (("explains a second time", "patient"),),
    ),
    # ── customer journey ──────────────────────────────────────────────────────────────────────────
    Told(
        CJ, "renting a flat", "walk_through", None,
        "I needed a place near my new job, so I looked at websites every evening for a month.",
        {"needed a place near new job": "need", "looked at websites": "touchpoint"},
        (("needed a place near new job", "looked at websites"),),
    ),
    Told(
        CJ, "renting a flat", "next_step", ("looked at websites", "touchpoint"),
        "Then I called the agent and we met at the flat. I measured the kitchen and took some photos.",
        {"called the agent": "touchpoint", "met at the flat": "touchpoint", "measured the kitchen": "action",
         "took photos": "action"},
        (("looked at websites", "called the agent"), ("called the agent", "met at the flat")),
    ),
    Told(
        CJ, "renting a flat", "expectation", ("met at the flat", "touchpoint"),
        "I expected the agent to be on time, and I hoped for a balcony.",
        {"agent to be on time": "expectation", "hoped for a balcony": "expectation"},
    ),
    Told(
        CJ, "renting a flat", "how_it_went", ("met at the flat", "touchpoint"),
        "Nobody had the key, so we waited an hour in the rain.",
        {"nobody had the key": "friction", "waited an hour in the rain": "friction"},
        (("nobody had the key", "waited an hour in the rain"),),
    ),
    Told(
        CJ, "renting a flat", "felt", ("waited an hour in the rain", "friction"),
        "I was really annoyed. I felt like a number.",
        {"was annoyed": "emotion", "felt like a number": "emotion"},
        (("waited an hour in the rain", "was annoyed"), ("waited an hour in the rain", "felt like a number")),
    ),
    Told(
        CJ, "renting a flat", "consequence", ("measured the kitchen", "action"),
        "In the end we got the flat, and I would do it again.",
        {"got the flat": "outcome"},
        (("measured the kitchen", "got the flat"),),
    ),
    Told(
        CJ, "renting a flat", "how_it_went", ("met at the flat", "touchpoint"),
        "The best moment was when the old tenant gave us her plants.",
        {"old tenant gave plants": "peak"},
        (("met at the flat", "old tenant gave plants"),),
    ),
    # ── five whys ─────────────────────────────────────────────────────────────────────────────────
    Told(
        WHYS, "late deliveries", "scope", None,
        "Customers ring all day asking where their parcels are, and the drivers come back after dark.",
        {"customers ringing": "symptom", "drivers coming back after dark": "symptom"},
    ),
    Told(
        WHYS, "late deliveries", "ask_cause", ("late deliveries", "problem"),
        "The pick list comes out at ten, because the office closes the order at nine.",
        {"pick list coming out at ten": "cause", "office closing the order at nine": "cause"},
        (("late deliveries", "pick list coming out at ten"), ("pick list coming out at ten", "office closing the order at nine")),
    ),
    Told(
        WHYS, "late deliveries", "ask_cause", ("office closing the order at nine", "cause"),
        "There is no cut-off time in the system. Nobody ever agreed on one.",
        {"no cut-off time in the system": "root_cause", "nobody agreeing on one": "root_cause"},
        (("office closing the order at nine", "no cut-off time in the system"),),
    ),
    Told(
        WHYS, "late deliveries", "trace_effects", ("late deliveries", "problem"),
        "We lose customers, and everybody has to work overtime on Fridays.",
        {"losing customers": "effect", "working overtime on Fridays": "effect"},
        (("losing customers", "late deliveries"), ("working overtime on Fridays", "late deliveries")),
    ),
    Told(
        WHYS, "late deliveries", "find_remedy", ("no cut-off time in the system", "root_cause"),
        "We could agree on three o'clock and print the list before lunch.",
        {"agreeing on three o'clock": "countermeasure", "printing the list before lunch": "countermeasure"},
        (("no cut-off time in the system", "printing the list before lunch"),),
    ),
    Told(
        WHYS, "a flooded archive", "ask_cause", ("water damage in the archive", "problem"),
        "A pipe burst over the weekend and nobody noticed until Monday. It's nobody's fault, really.",
        {"pipe bursting over the weekend": "cause", "nobody noticing": "cause"},
        (("water damage in the archive", "pipe bursting over the weekend"),),
    ),
    Told(
        WHYS, "a flooded archive", "ask_cause", ("nobody noticing", "cause"),
        "We don't have enough staff for rounds at night, and the budget for a sensor was cut.",
        {"not enough staff for rounds": "root_cause", "budget for a sensor cut": "root_cause"},
    ),
)  # fmt: skip
