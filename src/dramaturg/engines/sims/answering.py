"""Answering: what the learner asked or proposed, and what the person does about it, as far as the
node lets it be told. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dramaturg.engines.sims.base.binding import OPINION, BoundMaterial, SimPart
from dramaturg.engines.sims.base.directive import KNOWS
from dramaturg.engines.sims.base.relationship import harm
from dramaturg.engines.sims.base.state import Conversation
from dramaturg.engines.sims.base.talk import does
from dramaturg.engines.sims.base.wordings import AGAIN, next_wording
from dramaturg.english.prose import content_words
from dramaturg.kernel.graph import Node
from dramaturg.turn.ports import LikenessThresholds

KEPT_BACK = "guarded"  # the move with which something is kept back
PROMISE = "promise:"  # the move with which something is promised, before its name
MOST_TIMES = 2  # that somebody says they do not know what is meant
PRECISE = 3  # words that carry a question, from which on it is clear, and the answer is not known
PROPOSED = 0.85  # how likely one of the options must be meant that somebody is for, or against


@dataclass(frozen=True)
class Moment:
    """Everything that an answer hangs on."""

    part: SimPart
    node: Node
    conversation: Conversation
    readings: Mapping[str, float]
    near: LikenessThresholds
    objectives: tuple[str, ...] = ()

    @property
    def is_first(self) -> bool:
        return not self.conversation.pointer.node_history

    @property
    def asks(self) -> bool:
        return bool(self.readings.get("question")) or does(self.readings, "asks")

    @property
    def content(self) -> tuple[BoundMaterial, ...]:
        return self.part.content[self.node.id]

    def did(self, move: str) -> bool:
        return move in self.conversation.moves

    def is_open(self, material: BoundMaterial) -> bool:
        """A guide points only to what is still open."""
        return material.while_open is None or material.while_open not in self.objectives

    def meant(self) -> str | None:
        """What the person knows that the words are about."""
        about = [
            (value, name)
            for key, value in self.readings.items()
            if key.startswith("about:") and value >= self.near.same_subject
            if (name := key.removeprefix("about:")) in self.part.materials
            and self.is_open(self.part.materials[name])
        ]
        return max(about)[1] if about else None


@dataclass(frozen=True, slots=True)
class Answer:
    """What is done about the words before the node's own purpose: in moves, in material, or by
    sending them elsewhere. `why` is on record.
    """

    why: str = ""
    moves: tuple[str, ...] = ()
    say: tuple[str, ...] = ()
    detour: str | None = None


def answer(moment: Moment) -> Answer:
    """The answer comes first, wherever the graph stands: the first of these that has one."""
    return next(found for each in _ANSWERS if (found := each(moment)) is not None)


def _injected(moment: Moment) -> Answer | None:
    if not does(moment.readings, "injection"):
        return None
    often = moment.conversation.moves.count("injected") >= MOST_TIMES
    return Answer("spoken to as if they were a machine", () if often else ("injected",))


def _at_first(moment: Moment) -> Answer | None:
    """A greeting has no facts: what is asked for then is promised."""
    if not moment.is_first:
        return None
    tone = harm(moment.readings) < 0 or does(moment.readings, "small_talk")
    fact = moment.meant() if moment.asks and not tone else None
    known = {**moment.part.looping, **{each.id: each for each in moment.part.decisive}}
    if fact is None or fact not in known or moment.part.person.is_guide:
        return Answer()
    return Answer(f"{fact} is promised", (f"{PROMISE}{fact}",))


def _secret(moment: Moment) -> Answer | None:
    if not does(moment.readings, "secret"):
        return None
    return Answer("asked for what only trust opens", _once(moment, KEPT_BACK))


def _told(moment: Moment) -> Answer | None:
    """What was asked for: told, told again, promised, or kept back."""
    part, conversation = moment.part, moment.conversation
    fact = moment.meant() if moment.asks else None
    if fact is None:
        return None
    if fact in conversation.said:
        return _again(moment, fact)
    if fact in part.looping:
        return Answer(f"{fact} answers it", say=(fact,))
    if fact in {each.id for each in moment.content}:
        return Answer(f"{fact} answers it, and comes now")
    if fact in {each.id for group in part.asides.values() for each in group}:
        return Answer(f"{fact} is only for somebody trusted", _once(moment, KEPT_BACK))
    decisive = fact in {each.id for each in part.person.decision_facts}
    tells = decisive and (moment.node.self_loop or moment.node.is_branch)
    if tells and moment.did(f"{PROMISE}{fact}"):
        return Answer(f"{fact} was promised, and is asked for again", say=(fact,))
    return Answer(f"{fact} is promised", (f"{PROMISE}{fact}",))


def _known(moment: Moment) -> Answer | None:
    """What decides was heard elsewhere, and is said to them: it is told now, not later."""
    told = moment.conversation.said
    known = [each.id for each in moment.part.decisive if moment.readings.get(f"{KNOWS}{each.id}")]
    fresh = [fact for fact in known if fact not in told]
    if moment.is_first or not fresh or moment.node.is_gate or moment.node.is_terminal:
        return None
    return Answer(f"{fresh[0]} is known to them already", ("known",), (fresh[0],))


def _again(moment: Moment, fact: str) -> Answer:
    """Told once more in other words, while there are any."""
    if next_wording(moment.part.materials[fact], moment.conversation) is None:
        return Answer(f"{fact} was told often enough", ("told_twice",))
    return Answer(f"{fact} is told again", (f"{AGAIN}{fact}",), (fact,))


def _once_more(moment: Moment) -> Answer | None:
    """What was not understood is said in other words: what is named, or the last fact told."""
    if not does(moment.readings, "repeat"):
        return None
    if (named := moment.meant()) in moment.conversation.said and named is not None:
        return _again(moment, named)
    facts = [
        name
        for name in moment.conversation.said
        if (known := moment.part.materials.get(name)) and known.fact != known.say
    ]
    return _again(moment, facts[-1]) if facts else None


def _view(moment: Moment) -> Answer | None:
    if not does(moment.readings, "asks_view"):
        return None
    if moment.part.person.opinion is None:
        return Answer("asked for an opinion they do not have", ("no_side",))
    if OPINION in moment.conversation.said:
        return Answer("asked for their opinion again", ("view_told",))
    return Answer("asked for their opinion", ("my_view",), (OPINION,))


def _proposed(moment: Moment) -> Answer | None:
    """An opinion is argued once."""
    if OPINION in moment.conversation.said or harm(moment.readings) < -1:
        return None
    if moment.readings.get("proposes:for", 0.0) >= PROPOSED:
        return Answer("what they are for is proposed", ("side",), (OPINION,))
    if moment.readings.get("proposes:against", 0.0) >= PROPOSED:
        return Answer("what they are against is proposed", ("object",), (OPINION,))
    return None


def _small_talk(moment: Moment) -> Answer | None:
    if not does(moment.readings, "small_talk") or moment.meant() is not None:
        return None
    return Answer("small talk", detour="small_talk")


def _unmatched(moment: Moment) -> Answer:
    """A question for which there is no clear answer gets what there is, and says so."""
    if moment.readings.get("detour"):
        return Answer("off the point, and nobody's here", detour="unknown")
    asks_on = any(does(moment.readings, act) for act in ("bare", "more", "goodbye", "insult"))
    if not moment.asks or asks_on or moment.node.is_terminal:
        return Answer()
    if moment.node.is_branch:
        return Answer("a question that waits for theirs", ("park",))
    if moment.node.is_gate and moment.conversation.pointer.spoken:
        precise = len(content_words(moment.conversation.heard)) >= PRECISE
        return Answer("a question without an answer", ("unsure" if precise else "clarify",))
    return Answer("a question without a clear answer", ("see",))


def _elsewhere(moment: Moment) -> Answer | None:
    if not moment.readings.get("detour"):
        return None
    others = [
        (value, key)
        for key, value in moment.readings.items()
        if key.startswith("elsewhere:") and value >= moment.near.others_subject
    ]
    return Answer("somebody else's to answer", detour=max(others)[1]) if others else None


_ANSWERS = (
    _injected,
    _at_first,
    _secret,
    _once_more,
    _view,
    _proposed,
    _small_talk,
    _known,
    _elsewhere,
    _told,
    _unmatched,
)


def _once(moment: Moment, move: str) -> tuple[str, ...]:
    return () if moment.did(move) else (move,)


# ── how they take it ──────────────────────────────────────────────────────────────────────────────


def reaction(moment: Moment, is_sound: bool, is_unanswered: bool) -> tuple[str, ...]:
    """How the person takes the tone of the words, each time once: rudeness, a limit, what comes
    after; doubt, haste, thanks.
    """
    readings, hurt = moment.readings, harm(moment.readings)
    if does(readings, "injection"):
        return ()
    if hurt < -1:
        return _once(moment, "boundary" if moment.did("stung") else "stung")
    if hurt < 0 and does(readings, "dismissal"):
        return _once(moment, "brushed")
    if hurt < 0:
        hostile = readings.get("mood:hostile", 0.0) >= 1
        return _once(moment, "stung") if hostile else ()
    fair = is_sound or moment.asks or does(readings, "thanks") or does(readings, "assent")
    if moment.did("stung") and fair:
        return _once(moment, "mended")
    if moment.is_first:
        return ("hurry",) if does(readings, "hurry") else ()
    if is_unanswered:
        return () if moment.asks else ("unanswered",)
    if is_sound:
        return ()
    goes = "wait" if does(readings, "goodbye") and not moment.node.is_terminal else ""
    hurries = "hurry" if does(readings, "hurry") else ""
    doubts = "doubt" if does(readings, "doubt") else ""
    owed = moment.node.is_gate and moment.conversation.pointer.spoken
    thanks = "welcome" if does(readings, "thanks") and does(readings, "bare") and not owed else ""
    is_warm = readings.get("mood:warm", 0.0) >= 1 and not does(readings, "small_talk")
    kind = "warm" if is_warm and not (moment.asks or owed or moment.node.is_terminal) else ""
    first = next((move for move in (goes, doubts, hurries, thanks, kind) if move), "")
    return _once(moment, first) if first else ()
