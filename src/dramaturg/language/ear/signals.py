"""Signals: what is told of a turn by name, each from what the ear heard, in the order in which they
are told.

A reading of a sign is 0.5 where the ear's own threshold lies, so that a half divides yes from no
for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from dramaturg.data_files import load
from dramaturg.language.ear import promises
from dramaturg.language.ear.heads import log_odds, sigmoid
from dramaturg.language.ear.network import HeardText, Network
from dramaturg.turn.ports import Embedder
from dramaturg.turn.readings import Reading, Utterance

EAR = "ear"
LOOKED_AT = 2  # earlier turns that are compared closely, those nearest in meaning
RELIABLE = 0.7  # how sure a share may be of itself


@dataclass(frozen=True)
class HeardTurn:
    """A turn as it is read: heard once, however many signals are asked of it."""

    said: Utterance
    network: Network
    embedder: Embedder

    @cached_property
    def heard(self) -> HeardText:
        return self.network.hear(self.said.text, self.said.context)

    @cached_property
    def promise(self) -> promises.Promise:
        return promises.kept(self.said.text)

    def nearest_earlier(self) -> Sequence[str]:
        """What the same person said before that lies nearest in meaning."""
        earlier = [text for text in self.said.earlier if text.strip()]
        if len(earlier) <= LOOKED_AT:
            return earlier
        vectors = self.embedder.embed([self.said.text, *earlier])
        near = vectors[1:] @ vectors[0]
        return [earlier[place] for place in np.argsort(-near, kind="stable")[:LOOKED_AT]]


Read = Callable[[HeardTurn], Reading]


class Signal(NamedTuple):
    """`description` says what it measures, for an author and for a model. `rubric` says what 1 to 5
    mean, lowest first; where it is empty a model is not asked.
    """

    name: str
    description: str
    rubric: tuple[str, ...]
    read: Read


def _shifted(chance: float, threshold: float) -> float:
    """0.5 where the threshold lies."""
    return sigmoid(log_odds(chance) - log_odds(threshold))


def _reading(value: float, confidence: float, reader: str = EAR) -> Reading:
    return Reading(round(value, 4), round(confidence, 3), reader)


def _unread(turn: HeardTurn, value: float = 0.0) -> Reading:
    return _reading(value, 0.0, f"unread: {turn.heard.language}")


def _sign(*outputs: str) -> Read:
    """The clearest of some signs."""

    def read(turn: HeardTurn) -> Reading:
        if not turn.heard.readable:
            return _unread(turn)
        value, chance = max(
            (_shifted(chance, turn.heard.threshold(output)), chance)
            for output in outputs
            for chance in (turn.heard.chance(output),)
        )
        return _reading(value, max(chance, 1 - chance))

    return read


def _share(output: str) -> Read:
    def read(turn: HeardTurn) -> Reading:
        if not turn.heard.readable:
            return _unread(turn)
        enough = min(1.0, len(turn.said.text.split()) / 4)
        return _reading(turn.heard.share(output), RELIABLE * enough)

    return read


def _valence(turn: HeardTurn) -> Reading:
    if not turn.heard.readable:
        return _unread(turn, 0.5)
    return _reading(turn.heard.valence, _share("feeling.valence")(turn).confidence)


def _choice(group: str, *names: str) -> Read:
    """How likely any of these is, of all that a group chooses between."""

    def read(turn: HeardTurn) -> Reading:
        if not turn.heard.readable:
            return _unread(turn)
        found = turn.heard.choice(group)
        chance = min(1.0, sum(found[name] for name in names))
        return _reading(chance, max(chance, 1 - chance))

    return read


def _promised(read: Read, **kept: str) -> Read:
    """What a promise says goes before what the ear says."""

    def either(turn: HeardTurn) -> Reading:
        promise = turn.promise
        if promise.danger == kept.get("danger", "-") or kept.get("act", "-") in promise.acts:
            return _reading(1.0, 1.0, promise.name)
        return read(turn)

    return either


def _any_of(*reads: Read) -> Read:
    def read(turn: HeardTurn) -> Reading:
        return max((each(turn) for each in reads), key=lambda reading: reading.value)

    return read


def _both(turn: HeardTurn) -> Reading:
    """Either kind counts: what both leave hidden stays hidden."""
    if not turn.heard.readable:
        return _unread(turn)
    feelings, facts = (_sign(f"disclosed.{kind}")(turn) for kind in ("emotional", "information"))
    value = 1 - (1 - feelings.value) * (1 - facts.value)
    return _reading(value, min(feelings.confidence, facts.confidence))


def _emotion(turn: HeardTurn) -> Reading:
    """How strong it is, whether there is any at all, and how much it stirs."""
    if not turn.heard.readable:
        return _unread(turn)
    strength, any_at_all = _share("feeling.strength")(turn), _sign("emotional.emotional")(turn)
    stir = turn.heard.share("feeling.stir")
    value = 0.35 * strength.value + 0.35 * any_at_all.value + 0.3 * stir
    return _reading(value, strength.confidence)


def _against(turn: HeardTurn) -> Reading:
    """What goes least together with something said earlier."""
    if not turn.heard.readable:
        return _unread(turn)
    earlier = turn.nearest_earlier()
    if not earlier:
        return _reading(0.0, 1.0, "rule: nothing was said earlier")
    value = max(
        turn.network.hear(turn.said.text, then).choice("against")["contradicts"] for then in earlier
    )
    return _reading(value, max(value, 1 - value))


def _repeat(turn: HeardTurn) -> Reading:
    earlier = turn.nearest_earlier()
    if not earlier:
        return _reading(0.0, 0.9, "rule: nothing was asked before")
    plain = turn.said.text.lower().split()
    if any(plain == text.lower().split() for text in earlier):
        return _reading(1.0, 1.0, "rule: the same words were asked before")
    value = max(_repeated(turn, before) for before in earlier)
    return _reading(value, max(value, 1 - value))


def _repeated(turn: HeardTurn, before: str) -> float:
    heard = turn.network.hear(turn.said.text, before)
    return _shifted(heard.chance("repeat.repeat"), heard.threshold("repeat.repeat"))


def _acknowledged(turn: HeardTurn) -> Reading:
    if not turn.said.context.strip():
        return _reading(0.0, 0.9, "rule: nothing was said before")
    return _choice("taken", "acknowledges")(turn)


_READ: Mapping[str, Read] = {
    "valence": _valence,
    "emotion": _emotion,
    "certainty": _share("quality.certainty"),
    "vagueness": _share("quality.vagueness"),
    "specificity": _share("quality.specificity"),
    "engagement": _share("engagement.engagement"),
    "refusal": _promised(
        _promised(_sign("act.refuse", "act.stop", "unwilling.declines"), act="stop"), act="refusal"
    ),
    "stop": _promised(_sign("act.stop", "act.bye"), act="stop"),
    "pause": _sign("act.pause"),
    "skip": _sign("act.skip"),
    "goodbye": _sign("act.bye"),
    "question_back": _sign("act.back"),
    "repair": _sign("act.repair"),
    "correction": _sign("act.correct"),
    "distress": _any_of(
        _promised(_sign("danger.selfharm"), danger="self_harm"),
        _promised(_sign("danger.medical"), danger="medical"),
        _sign("danger.distress", "danger.abuse"),
    ),
    "self_harm": _promised(_sign("danger.selfharm"), danger="self_harm"),
    "abuse": _sign("danger.abuse"),
    "medical": _promised(_sign("danger.medical"), danger="medical"),
    "threat": _sign("danger.threat"),
    "contradiction": _against,
    "elaboration": _sign("elaboration.elaboration"),
    "causal": _sign("causal.causal"),
    "disclosure": _both,
    "emotional_disclosure": _sign("disclosed.emotional"),
    "information_disclosure": _sign("disclosed.information"),
    "intimacy": _share("quality.intimacy"),
    "question": _choice("form", "open", "closed"),
    "open_question": _choice("form", "open"),
    "leading_question": _sign("craft.leading"),
    "prohibited": _sign("prohibited.prohibited"),
    "presupposing_question": _sign("craft.presupposing"),
    "several_questions": _sign("craft.several"),
    "pressing_question": _sign("craft.pressing"),
    "near_repeat": _repeat,
    "uptake": _share("quality.uptake"),
    "acknowledgement": _acknowledged,
    "depth": _share("quality.depth"),
}

_TOLD: Mapping[str, Mapping[str, Any]] = load(__file__, "signals.yaml", dict[str, dict[str, Any]])

SIGNALS: tuple[Signal, ...] = tuple(
    Signal(name, _TOLD[name]["description"], tuple(_TOLD[name].get("rubric", ())), read)
    for name, read in _READ.items()
)
"""All signals, in the order in which they are told."""
