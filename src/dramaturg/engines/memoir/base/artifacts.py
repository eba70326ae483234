"""The artifacts, as authored: what may be tuned about a memoir interviewer, one file each (seed
003, Configuration Artifacts).

What the seed binds is not here: it is code, and a file can only be stricter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from dramaturg.engines.memoir.base.signals import ConversationPhase, Score
from dramaturg.kernel.conditions import Condition, parse
from dramaturg.turn.authored import Authored, Name

PersonaName = Literal[
    "EMPATHY_BASE", "EMPATHY_EXPAND", "PRECISION_NARROW", "LOGIC_CLARIFY", "SAFETY_FALLBACK"
]
PERSONAS: tuple[PersonaName, ...] = (
    "EMPATHY_BASE",
    "EMPATHY_EXPAND",
    "PRECISION_NARROW",
    "LOGIC_CLARIFY",
    "SAFETY_FALLBACK",
)
SafetyAction = Literal["none", "deescalate", "stop", "redirect", "override"]
MachineName = Literal["precision_narrowing", "emotional_expansion", "inconsistency_resolution"]
CAPS: Mapping[MachineName, int] = {
    "precision_narrowing": 2,
    "emotional_expansion": 2,
    "inconsistency_resolution": 1,
}
"""How many steps a machine may take each time it is entered (seed 003, Depth Governor, binding)."""

Level = Annotated[int, Field(ge=0, le=3)]
Text = Annotated[str, Field(min_length=1, max_length=600)]
ConditionText = Annotated[
    str,
    Field(min_length=1, max_length=400, description="A condition over the signals of the turn."),
]
Version = Annotated[str, Field(min_length=1, max_length=40)]
Country = Annotated[
    str,
    Field(pattern=r"^[A-Z]{2}$", description="Two capital letters, as in ISO 3166: NL, BR, IN."),
]
PROMPT_WORDS = 300


class Artifact(Authored):
    """The header every artifact has."""

    form: str = Field(
        "", alias="$schema", exclude=True, description="Where its JSON Schema lies, for an editor."
    )
    id: Name
    version: Version = "1"


# ── router-policy.json ────────────────────────────────────────────────────────────────────────────


class SignalThresholds(Authored):
    """From where on a score counts. Conditions in all artifacts may use these names."""

    CONTRADICTION_THRESHOLD: Score = 0.6
    EMOTION_THRESHOLD: Score = 0.6
    VAGUENESS_THRESHOLD: Score = 0.6
    DISTRESS_HARD_STOP_THRESHOLD: Score = 0.9


class RouteRule(Authored):
    """When a turn goes to a style, and which machine then bounds it. The first rule that holds
    wins.
    """

    name: Name
    when: ConditionText
    persona: PersonaName
    machine: MachineName | None = Field(None, description="The state machine that runs, if any.")


class RouterPolicy(Artifact):
    """Which style speaks: ordered rules, the first that holds wins."""

    kind: Literal["router_policy"]
    thresholds: SignalThresholds = SignalThresholds()
    rules: tuple[RouteRule, ...] = Field(min_length=1)


# ── depth-governor.json ───────────────────────────────────────────────────────────────────────────


class DepthLevel(Authored):
    """How intimate talk may be at one depth, in words that a prompt shows."""

    level: Level
    name: Name
    about: Text


class DepthBudget(Authored):
    """How deep one topic may be taken. A teller can be given another one, which is their choice."""

    max_depth: Annotated[
        int, Field(ge=0, le=2, description="Without consent to the sensitive core.")
    ] = 2
    max_sensitive_depth: Annotated[int, Field(ge=0, le=3, description="With it.")] = 3
    max_escalations_per_topic: Annotated[int, Field(ge=0, le=3)] = 2
    further_with_consent: Annotated[
        int, Field(ge=0, le=1, description="Escalations that consent adds.")
    ] = 1


class DepthLimit(Authored):
    """A further limit. Limits only ever hold back."""

    name: Name
    when: ConditionText
    at_most_level: Level | None = Field(None, description="No deeper than this.")
    at_most_rise: Annotated[int, Field(ge=-3, le=1)] | None = Field(
        None, description="0: no deeper than now; -1: a step back."
    )


class DepthPolicy(Artifact):
    """The depths there are, what may hold a turn back, and how much of depth a topic may use."""

    kind: Literal["depth_governor"]
    levels: tuple[DepthLevel, ...] = Field(min_length=4, max_length=4)
    budget: DepthBudget = DepthBudget()
    return_level: Level = Field(
        1, description="How deep a topic at most is when the teller comes back to it."
    )
    limits: tuple[DepthLimit, ...] = ()


# ── state-machines.json ───────────────────────────────────────────────────────────────────────────


class MachineState(Authored):
    """One step: what the interviewer does in it, and where it leads while the machine's condition
    still holds.
    """

    name: Name
    tactic: Name
    intent: Text
    next: Name | None = Field(
        None, description="The next state; left out, the machine ends by its fallback."
    )


class MachineFallback(Authored):
    """What is done when the steps are used up: never silence."""

    tactic: Name
    intent: Text
    persona: PersonaName = "EMPATHY_BASE"
    safety_action: Literal["none", "deescalate", "redirect"] = "none"


class StateMachine(Authored):
    """A bounded follow-up: when it is entered and left, its states in order, and what is done when
    it has used its steps.
    """

    name: MachineName
    entry: ConditionText = Field(
        description="When it may be entered; it must hold whenever a rule leads to it."
    )
    exit: ConditionText = Field(description="When it is left because it has got what it came for.")
    max_steps: Annotated[int, Field(ge=1, le=2)]
    start: Name
    states: tuple[MachineState, ...] = Field(min_length=1)
    fallback: MachineFallback


class StateMachines(Artifact):
    """All machines of an interviewer."""

    kind: Literal["state_machines"]
    machines: tuple[StateMachine, ...] = Field(min_length=1)

    @cached_property
    def by_name(self) -> Mapping[str, StateMachine]:
        return {machine.name: machine for machine in self.machines}


# ── negative-constraints.json ─────────────────────────────────────────────────────────────────────

FailureMode = Literal[
    "diagnosis",
    "therapy_framing",
    "coercion",
    "leading",
    "accusation",
    "verbosity",
    "question_density",
    "advice",
    "deception",
]


class Constraint(Authored):
    """A way an interviewer fails: what must not be said, how it is told to a model, and what is
    said instead.
    """

    id: Name
    failure_mode: FailureMode
    description: Text = Field(description="In words for whoever speaks.")
    phrases: tuple[Text, ...] = Field(
        (), description="Whole words that must not occur, whatever their case."
    )
    patterns: tuple[Text, ...] = Field(
        (), description="Regular expressions over the plain text, small letters."
    )
    hard: bool = Field(
        True,
        description=(
            "It protects somebody: a line that breaks it is never said. One that is not hard is"
            " style: one more line is asked for, then it is said."
        ),
    )
    unless_teller_said: bool = Field(
        False, description="Words the teller used themself may be taken up."
    )
    fallbacks: tuple[Text, ...] = Field(
        min_length=2, description="What is said instead; no question that probes."
    )


EverydayWords = Annotated[
    str, Field(min_length=1, max_length=2000, description="Plain words with spaces between them.")
]


class LineLimits(Authored):
    """How long a line may be, and how much it may ask."""

    max_tokens: Annotated[int, Field(ge=10, le=200)] = 60
    max_sentences: Annotated[int, Field(ge=1, le=6)] = 4
    max_questions: Annotated[int, Field(ge=0, le=1)] = 1


class NegativeConstraints(Artifact):
    """What must never be said, and what is said instead."""

    kind: Literal["negative_constraints"]
    limits: LineLimits = LineLimits()
    constraints: tuple[Constraint, ...] = Field(min_length=1)
    everyday: Mapping[Name, EverydayWords] = Field(
        {},
        description=(
            "Words a line may use though the teller has not, by field of life; none: any word may"
            " be used."
        ),
    )

    @cached_property
    def by_id(self) -> Mapping[str, Constraint]:
        return {constraint.id: constraint for constraint in self.constraints}


# ── persona-profiles.json ─────────────────────────────────────────────────────────────────────────

SentenceType = Literal["acknowledge", "reflect", "invite", "ask", "offer"]


class Softener(Authored):
    """A phrase that takes the edge off, with what it is good for."""

    phrase: Text
    tags: tuple[Name, ...] = Field(min_length=1)


class Verbosity(Authored):
    """How much of the talk is the interviewer's, and how long a turn and a question are,
    in words.
    """

    max_ratio: Annotated[
        float, Field(gt=0, le=3, description="Interviewer's words to the teller's, at most.")
    ]
    average_turn: Annotated[int, Field(ge=3, le=80)]
    average_question: Annotated[int, Field(ge=3, le=40)]


class Tactic(Authored):
    """Something the interviewer does, and ways to word it.

    A template may have holes that are filled from what was said: {clause} for the teller's own,
    given back, {person} for somebody they told of, {loose} for words that promised more, {period},
    and others that go with one moment. One that has a hole is used only where there is something to
    fill it with.
    """

    name: Name
    intent: Text
    levels: tuple[Level, ...] = Field((0, 1, 2, 3), description="The depths at which it fits.")
    phases: tuple[ConversationPhase, ...] = Field(
        (), description="The phases it fits; all if left out."
    )
    routine: bool = Field(
        True, description="Chosen by itself; if not, only where a machine or a moment asks for it."
    )
    once: bool = Field(False, description="Done once in a memoir, and not again.")
    templates: tuple[Text, ...] = Field(min_length=1)


class Persona(Authored):
    """A style: tactics, templates, measure. Not an imitation of anybody."""

    name: PersonaName
    style: Text = Field(description="In words for whoever speaks.")
    verbosity: Verbosity
    sentence_types: Mapping[SentenceType, Annotated[float, Field(ge=0, le=1)]] = Field(
        description="Which share of its sentences is of which type; together 1."
    )
    openers: tuple[Text, ...] = Field(
        (), description="Short acknowledgements that may come before what a tactic says."
    )
    tactics: tuple[Tactic, ...] = Field(min_length=1)

    @cached_property
    def by_name(self) -> Mapping[str, Tactic]:
        return {tactic.name: tactic for tactic in self.tactics}


class PersonaProfiles(Artifact):
    """Every style, and the words that may be put before or after a line."""

    kind: Literal["persona_profiles"]
    softeners: tuple[Softener, ...] = Field(min_length=3)
    step_sideways: tuple[Text, ...] = Field(
        min_length=3, description="Sentences that offer to leave it; no questions."
    )
    personas: tuple[Persona, ...] = Field(min_length=5, max_length=5)

    @cached_property
    def by_name(self) -> Mapping[str, Persona]:
        return {persona.name: persona for persona in self.personas}


# ── crisis-guidance.json ──────────────────────────────────────────────────────────────────────────


class CrisisGuidance(Artifact):
    """What is said when somebody may be in danger. Who runs the interviewer writes it for each
    country they serve.
    """

    kind: Literal["crisis_guidance"]
    default: Text
    countries: Mapping[Country, Text] = Field({}, description="By country; the default elsewhere.")

    def words_for(self, country: str | None) -> str:
        """The guidance for somebody's country, or the one for everywhere."""
        return self.countries.get(country, self.default) if country else self.default


# ── all of them ───────────────────────────────────────────────────────────────────────────────────


class Artifacts(Authored):
    """Everything that governs one interviewer."""

    router: RouterPolicy
    governor: DepthPolicy
    machines: StateMachines
    constraints: NegativeConstraints
    personas: PersonaProfiles
    crisis: CrisisGuidance
    prompt_block: str


class Teller(Authored):
    """What a memoir knows of its teller from the start. Nothing of it is needed."""

    name: Annotated[str, Field(max_length=80)] = ""
    born: Annotated[int, Field(ge=1880, le=2030)] | None = None
    country: Country | None = None
    budget: DepthBudget | None = Field(
        None, description="A depth budget of their own, if they want one."
    )
    sitting_turns: Annotated[int, Field(ge=4, le=200)] = 24


_NAMES = re.compile(rf"\b(?:{'|'.join(SignalThresholds.model_fields)})\b")


def condition_of(text: str, thresholds: SignalThresholds) -> Condition:
    """Raises ConditionError."""
    return parse(_NAMES.sub(lambda name: repr(getattr(thresholds, name.group())), text))
