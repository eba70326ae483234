"""Perceiving: what the learner's words mean here, as the ear hears them, without a model.

All uses of the ear and of the embedder are in this step, so that what follows is a pure function of
the readings on record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from string import punctuation

from dramaturg.engines.sims.base.binding import BoundMaterial, SimPart
from dramaturg.engines.sims.base.directive import CLEAR, KNOWS, PLAUSIBLE
from dramaturg.engines.sims.base.scenario import Pivot, Scenario
from dramaturg.engines.sims.base.state import (
    Conversation,
    DecisionTaken,
    LearnerSaid,
    PivotAnswered,
    Reopened,
    SimEvent,
    SimState,
    TurnedTo,
)
from dramaturg.engines.sims.base.talk import does, talk_readings
from dramaturg.english.figures import claimed, known, read
from dramaturg.english.prose import content_words, sentences, table
from dramaturg.english.rules.line_rules import check_line, no_machinery
from dramaturg.kernel.conditions import Value
from dramaturg.kernel.errors import BadInput, did_you_mean
from dramaturg.languages.detect import ENGLISH
from dramaturg.turn.contract import Heard, Percept
from dramaturg.turn.hearing import Care, Ear, Taken
from dramaturg.turn.ports import Embedder, LikenessThresholds

FEW = 3  # words: as few as these lead nowhere else
MEANT = 1.0  # the reading of what was meant, beside which nothing else counts
ELSEWHERE = 0.5  # how likely it must be that something else is spoken of
ALONE = 0.9  # how sure the ear must be of an acknowledgement that names nothing of the matter
LONG = 6  # letters of a word that may be a fact's own
FEWEST = 2  # words that carry something, without which a statement is about nothing in particular
DENIED = 0.1  # as far as a clear denial bears out a model that takes it for an acknowledgement
CARE: Mapping[Care, float] = {"none": 0.0, "check": 0.5, "stop": 1.0}
SILENCE = f"{punctuation}… "
UNREAD, BY_MODEL = "unread", "left_to_the_model"
NOTHING_HEARD = {"question": 0.0, "acknowledgement": 0.0, "detour": 0.0}


@dataclass(frozen=True)
class PersonReader:
    """What one person hears: which of the things they know is asked for, whether what decides the
    case was taken on board, which answer was given, and in what mood.
    """

    part: SimPart
    embedder: Embedder
    ear: Ear

    @cached_property
    def _facts(self) -> tuple[BoundMaterial, ...]:
        """What can be asked for: a greeting or a question of their own answers nothing, and what
        only trust opens is no answer unless its author wrote to what.
        """
        kept_back = {material.id for group in self.part.asides.values() for material in group}
        return tuple(
            material
            for material in self.part.materials.values()
            if material.fact != material.say and (material.asked or material.id not in kept_back)
        )

    def readings(
        self,
        text: str,
        told: Sequence[BoundMaterial],
        pivot: Pivot | None,
        before: str = "",
        language: str = ENGLISH,
    ) -> dict[str, float]:
        """What is heard in the words, by key; `told` are the decisive facts that were said already,
        `pivot` is the question that waits for an answer, `before` the line that is answered.

        Nothing is made of words that cannot be read, but for dots: they are silence. In a talk held
        in another language they are left to the model that speaks.
        """
        heard = self.ear.hear(text, before).in_talk_of(language, text)
        if not heard.is_readable:
            left_to = UNREAD if language == ENGLISH else BY_MODEL
            unread = {left_to: 1.0} if text.strip(SILENCE) else {}
            danger = {"care": CARE[heard.care]} if heard.danger else {}
            return {**NOTHING_HEARD, **unread, **danger}
        elsewhere, is_others = self._others(text)
        talk = talk_readings(text)
        asked = self._asked_for(text, is_others or not _is_about_something(text, talk))
        taken = {fact.id: self.ear.taken(text, fact.fact) for fact in told}
        says_back = any(_says_back(text, fact.fact) for fact in told)
        known = self._known_already(text, told)
        best = max(taken.values(), key=lambda each: each.acknowledges, default=Taken())
        on_point = MEANT in asked.values() or len(text.split()) <= FEW
        return {
            **asked,
            **elsewhere,
            **talk,
            **(self._proposes(text) if does(talk, "proposal") else {}),
            **known,
            **(self._options(text, pivot) if pivot and not (known or says_back) else {}),
            **{
                f"taken:{fact.id}": _in_words(text, _acknowledgement(taken[fact.id]), talk, [fact])
                for fact in told
            },
            "acknowledges": best.acknowledges,
            "denies": best.denies,
            "misses": best.misses,
            "elsewhere": best.elsewhere,
            "acknowledgement": _in_words(text, _acknowledgement(best), talk, told),
            "question": float(is_question(text)),
            **({"injection": MEANT} if _speaks_of_machinery(text, self._nodes) else {}),
            "engagement": heard.engagement,
            "care": CARE[heard.care],
            **({} if heard.mood == "neutral" else {f"mood:{heard.mood}": MEANT}),
            "detour": float(
                not best.taken
                and (is_others or (not on_point and self._is_elsewhere(text, asked, taken)))
            ),
        }

    def _known_already(self, text: str, told: Sequence[BoundMaterial]) -> dict[str, float]:
        """What decides and was not told here, where somebody says it all the same."""
        untold = (fact for fact in self.part.decisive if fact not in told)
        return {f"{KNOWS}{fact.id}": MEANT for fact in untold if _says_back(text, fact.fact)}

    @cached_property
    def _nodes(self) -> tuple[str, ...]:
        return tuple(node.id for node in self.part.graph.nodes)

    def _proposes(self, text: str) -> dict[str, float]:
        """How far the words propose what the person is for, or against: one of the options of the
        decision, in words of theirs.
        """
        opinion, decision = self.part.person.opinion, self.part.scenario.decision
        texts = [option.text for option in decision.options]
        about = content_words(" ".join((decision.question, *texts)))
        if opinion is None or is_question(text):
            return {}
        own = [option.id for option in decision.options].index(opinion.option)
        found: dict[str, float] = {}
        for sentence in sentences(text):
            if content_words(sentence) & about:
                meant = self.ear.option(sentence, decision.question, texts)
                against = sum(meant.chances) - meant.chances[own]
                if meant.place is not None:
                    against = MEANT if meant.place != own else 0.0
                    found["proposes:for"] = MEANT - against
                found["proposes:against"] = max(
                    round(against, 3), found.get("proposes:against", 0.0)
                )
        return found

    def _options(self, text: str, pivot: Pivot) -> dict[str, float]:
        """Which option of a pivot was given; the others stay below what counts as one."""
        meant = self.ear.option(text, pivot.question, [option.text for option in pivot.options])
        below = self.embedder.thresholds.same_subject * 0.9
        return {
            f"option:{option.id}": MEANT if at == meant.place else round(below * chance, 3)
            for at, (option, chance) in enumerate(zip(pivot.options, meant.chances, strict=True))
        }

    def _asked_for(self, text: str, is_others: bool) -> dict[str, float]:
        """What the person knows that would answer this; nothing else comes near it."""
        if not self._facts:
            return {}
        meant = self.ear.answering(text, [_wordings(fact) for fact in self._facts])
        place = meant.place if meant.place is not None else self._by_a_word(text)
        below = self.embedder.thresholds.near_subject * 0.9
        return {
            f"about:{fact.id}": (
                MEANT if at == place and not is_others else round(below * chance, 3)
            )
            for at, (fact, chance) in enumerate(zip(self._facts, meant.chances, strict=True))
        }

    def _by_a_word(self, text: str) -> int | None:
        """The fact that has a long word of the question to itself, where there is just one."""
        asked = (
            {word for word in content_words(text) if len(word) >= LONG} if is_question(text) else ()
        )
        having = [[at for at, words in enumerate(self._words) if word in words] for word in asked]
        places = {found[0] for found in having if len(found) == 1}
        return places.pop() if len(places) == 1 else None

    @cached_property
    def _words(self) -> tuple[frozenset[str], ...]:
        return tuple(content_words(f"{fact.fact} {fact.say}") for fact in self._facts)

    def _others(self, text: str) -> tuple[dict[str, float], bool]:
        """How near the words are to what somebody else answers for, and whether they are nearer to
        it by far than to anything this person knows.
        """
        entries = self.part.person.elsewhere
        others = {
            f"elsewhere:{at}": self._nearness(text, entry.about) for at, entry in enumerate(entries)
        }
        if not others:
            return {}, False
        own = self._nearness(text, [each for fact in self._facts for each in _wordings(fact)])
        near, best = self.embedder.thresholds, max(others.values())
        return others, best >= near.others_subject and best > own + near.by_far

    def _nearness(self, text: str, wordings: Sequence[str]) -> float:
        said, *known = self.embedder.embed([text, *wordings])
        return max((round(float(each @ said), 3) for each in known), default=0.0)

    def _is_elsewhere(
        self, text: str, asked: Mapping[str, float], taken: Mapping[str, Taken]
    ) -> bool:
        """Whether something else is spoken of than what was told and what comes nearest."""
        nearest = max(self._facts, key=lambda fact: asked[f"about:{fact.id}"], default=None)
        heard = [*taken.values(), *((self.ear.taken(text, nearest.fact),) if nearest else ())]
        return min((each.elsewhere for each in heard), default=0.0) >= ELSEWHERE


def _wordings(fact: BoundMaterial) -> tuple[str, ...]:
    return (fact.fact, fact.say, *fact.asked)


def _speaks_of_machinery(text: str, nodes: Sequence[str]) -> bool:
    """Whether somebody talks to the program, not to the person: that takes nothing on board."""
    return bool(check_line((no_machinery(nodes),), text))


def _is_about_something(text: str, talk: Mapping[str, float]) -> bool:
    """A question with a word in it is, more than "why?"; of other words only those that say
    something beside the small change of talk.
    """
    if does(talk, "bare") or does(talk, "repeat"):
        return False
    return len(content_words(text)) >= (1 if is_question(text) else FEWEST)


def _in_words(
    text: str, acknowledgement: float, talk: Mapping[str, float], told: Sequence[BoundMaterial]
) -> float:
    """Figures said back leave no doubt. A bare "I agree" is no more than plausible, as is what
    names nothing of the matter and was not heard beyond doubt: they may only say that they know. A
    nod, taking leave and a bare question are less.
    """
    if does(talk, "bare") and does(talk, "assent"):
        return min(max(acknowledgement, PLAUSIBLE), CLEAR - 0.01)
    denied = does(talk, "denial") or does(talk, "dismissal")
    if not denied and any(_says_back(text, each.fact) for each in told):
        return max(acknowledgement, CLEAR)
    if any(does(talk, act) for act in ("bare", "secret")) or _only_asks(text, talk):
        return min(acknowledgement, PLAUSIBLE - 0.01)
    if acknowledgement < ALONE and not any(_names(text, each) for each in told):
        return min(acknowledgement, CLEAR - 0.01)
    return acknowledgement


def _names(text: str, fact: BoundMaterial) -> bool:
    """Whether anything of the fact is in the words: two that carry something, or a figure."""
    told = " ".join((fact.fact, fact.say, *fact.again))
    return len(content_words(text) & content_words(told)) > 1 or any(
        known(figure, claimed(fact.fact)) for figure in read(text)
    )


def _says_back(text: str, fact: str) -> bool:
    """Whether at least two figures of the fact are said, however rounded."""
    said = [figure for whole in read(text) for figure in (whole, *whole.parts)]
    wanted = [figure for figure in claimed(fact) if any(known(each, [figure]) for each in said)]
    return len({figure.low for figure in wanted}) > 1


def _only_asks(text: str, talk: Mapping[str, float]) -> bool:
    """A single question that begins as one, or words of leave."""
    first = text.split(maxsplit=1)[0].lower().strip(",.") if text.strip() else ""
    asks = first in _QUESTION_WORDS and text.rstrip().endswith("?") and len(sentences(text)) == 1
    return asks or does(talk, "goodbye")


def _acknowledgement(best: Taken) -> float:
    """What decisions are made on: `CLEAR` where the ear's own threshold lies."""
    if best.taken:
        return max(CLEAR, best.acknowledges)
    return min(DENIED if best.denies >= CLEAR else CLEAR - 0.01, best.acknowledges)


# ── the step ──────────────────────────────────────────────────────────────────────────────────────


def perceive(
    state: SimState,
    heard: Heard,
    parts: Mapping[str, SimPart],
    ears: Mapping[str, PersonReader],
    language: str = ENGLISH,
) -> Percept[SimEvent]:
    """What came in, in events and readings: somebody turned to, a choice, or words."""
    turned = _turned_to(state, heard, parts)
    person = turned.person if turned else state.person
    part, ear = parts[person], ears[person]
    conversation, _ = _conversation(state, part)
    told = [fact for fact in part.decisive if fact.id in conversation.said]
    pivot = part.pivots[conversation.pointer.current_node] if conversation.pointer.armed else None
    before = conversation.lines[-1].text if conversation.lines else ""
    readings: Mapping[str, float] = NOTHING_HEARD
    if heard.text:
        readings = ear.readings(heard.text, told, pivot, before, language)
    found = understood(state, heard, readings, parts, ear.embedder.thresholds)
    return replace(found, ear=ear.ear.name) if heard.text else found


def understood(
    state: SimState,
    heard: Heard,
    readings: Mapping[str, float],
    parts: Mapping[str, SimPart],
    near: LikenessThresholds,
) -> Percept[SimEvent]:
    """What the readings come to: to whom the learner turned, what was answered, and the facts to
    decide on. Pure.
    """
    turned = _turned_to(state, heard, parts)
    part = parts[turned.person if turned else state.person]
    conversation, reopened = _conversation(state, part)
    answered = None
    unread = readings.get("unread") and heard.choice is None
    if conversation.pointer.armed and not unread:
        answered = _answered(part, conversation, heard, readings, near)
    elif heard.choice is not None:
        raise BadInput(
            f"nothing is offered to choose from, yet {heard.choice!r} was chosen: say something"
            " instead"
        )
    said = LearnerSaid(heard.text) if heard.text else None
    events: tuple[SimEvent, ...] = tuple(
        event for event in (turned, reopened, answered, said) if event
    )
    return Percept(events, _facts(conversation, answered, part, readings, near), readings)


def perceive_decision(heard: Heard, scenario: Scenario) -> Percept[SimEvent]:
    """The learner decides instead of talking."""
    options = [option.id for option in scenario.decision.options]
    if heard.choice not in options:
        raise BadInput(
            f"{heard.choice!r} cannot be decided for. {did_you_mean(heard.choice or '', options)}"
        )
    return Percept((DecisionTaken(heard.choice),), {"mood": "neutral"})


def _conversation(state: SimState, part: SimPart) -> tuple[Conversation, Reopened | None]:
    """The conversation with this person as it stands, begun anew if it is the first or a guide's
    that had ended.
    """
    start = part.walker.start()
    found = state.conversations.get(part.person.id, Conversation(start))
    if found.pointer.closed and part.person.is_guide:
        past_the_greeting = start._replace(
            current_node=part.walker.node(start).advance or start.current_node
        )
        return replace(found, pointer=past_the_greeting, said=()), Reopened(past_the_greeting)
    return found, None


def _turned_to(state: SimState, heard: Heard, parts: Mapping[str, SimPart]) -> TurnedTo | None:
    return None if heard.to is None or heard.to == state.person else turned_to(heard.to, parts)


def turned_to(person: str, parts: Mapping[str, SimPart]) -> TurnedTo:
    """The learner turns to somebody. Raises BadInput for a name that is not in the scene."""
    if person not in parts:
        raise BadInput(f"nobody here is called {person!r}. {did_you_mean(person, parts)}")
    return TurnedTo(person, parts[person].walker.start())


def _answered(
    part: SimPart,
    conversation: Conversation,
    heard: Heard,
    readings: Mapping[str, float],
    near: LikenessThresholds,
) -> PivotAnswered:
    """The pivot's answer: the option chosen, the option nearest to what was said, or none."""
    node = conversation.pointer.current_node
    pivot = part.pivots[node]
    moods: dict[str, int] = {option.id: option.mood for option in pivot.options}
    choice = heard.choice.lower() if heard.choice else None
    if choice is not None and choice not in moods:
        raise BadInput(
            f"{heard.choice!r} is not offered here: choose one of {', '.join(moods)}, or say it in"
            " your own words"
        )
    option = choice or _nearest_option(readings, near)
    mood = moods.get(option or "", 0)
    facts = {**part.facts(conversation.pointer, conversation.score + mood), "choice": option or ""}
    pointer = part.walker.resolve(conversation.pointer, facts).pointer
    return PivotAnswered(pivot.id, option, mood, pointer, "choice" if choice else "text")


def _nearest_option(readings: Mapping[str, float], near: LikenessThresholds) -> str | None:
    nearest = max(
        ((value, key) for key, value in readings.items() if key.startswith("option:")),
        default=(0.0, ""),
    )
    return nearest[1].removeprefix("option:") if nearest[0] >= near.same_subject else None


def _facts(
    conversation: Conversation,
    answered: PivotAnswered | None,
    part: SimPart,
    readings: Mapping[str, float],
    near: LikenessThresholds,
) -> dict[str, Value]:
    score = conversation.score + (answered.mood if answered else 0)
    return {
        **part.facts(conversation.pointer, score),
        "detour": readings["detour"] >= 0.5,
        "mood": _mood(readings, near),
    }


def is_question(text: str) -> bool:
    """By its mark, or by its first word."""
    first = text.split(maxsplit=1)[0].lower().strip(",.") if text.strip() else ""
    return text.rstrip().endswith("?") or first in _QUESTION_WORDS


_QUESTION_WORDS = table(
    "are can"
    " could did do does how is should was were what when where which who whose why will would"
)


def _mood(readings: Mapping[str, float], near: LikenessThresholds) -> str:
    nearest = max(
        ((value, key) for key, value in readings.items() if key.startswith("mood:")),
        default=(0.0, ""),
    )
    if nearest[0] >= near.same_mood:
        return nearest[1].removeprefix("mood:")
    return "curious" if readings["question"] else "neutral"
