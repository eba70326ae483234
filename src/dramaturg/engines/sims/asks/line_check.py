"""What a line of a person breaks: the rules of form that hold for everybody, and what this person
may not tell, or not yet (seed 000, §8.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from dramaturg.engines.sims.asks.line_claims import WORDS, private_words, unfounded
from dramaturg.engines.sims.asks.line_ground import LineGround, ground_of
from dramaturg.engines.sims.asks.overstating import overstated
from dramaturg.engines.sims.asks.prompt import INSTRUCTIONS
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.directive import SimDirective
from dramaturg.engines.sims.base.lines import line_rules
from dramaturg.engines.sims.base.state import Conversation
from dramaturg.english.figures import Figure, claimed, follows, known
from dramaturg.english.figures.idioms import is_idiom
from dramaturg.english.forms import bases
from dramaturg.english.prose import content_words, plain, sentences, words
from dramaturg.english.rules.any_language import Grounds, LineRuleNames, breaches_anywhere, of_all
from dramaturg.english.rules.disguise import made_whole
from dramaturg.english.rules.line_rules import Breach, LineRule, check_line, no_parroting, no_repeat
from dramaturg.english.rules.model_talk import model_talk
from dramaturg.languages.detect import ENGLISH, UNKNOWN, language_of
from dramaturg.turn.ports import Embedder, Syntax

ELSEWHERE = LineRuleNames("no-model-talk", "known-figures", "stay-in-lane", "max-sentences")
"""What the rules are called that hold in any language."""
MOST_PARTS = 512  # whose rules are kept
SAME = 0.8  # as good as the same words
NEAR, NEARER = 0.5, 0.1  # to what is withheld; and than to what may be told
NEAR_OTHERS, NEARER_OTHERS = 0.6, 0.12


@dataclass(frozen=True)
class LineCheck:
    """Holds lines against the rules, and against what the person may tell."""

    embedder: Embedder
    syntax: Syntax

    def breaches(
        self,
        line: str,
        part: SimPart,
        conversation: Conversation,
        directive: SimDirective,
        language: str = ENGLISH,
    ) -> tuple[Breach, ...]:
        """Every rule the line breaks, of those that know its language."""
        if language != ENGLISH:
            ground = ground_of(part, conversation, directive)
            texts = of_all((*ground.own, *ground.paper, *ground.heard, *ground.about))
            return tuple(breaches_anywhere(line, Grounds(texts), ELSEWHERE))
        known_materials = part.materials
        told = [
            known_materials[name].point
            for name in conversation.said
            if name in known_materials and name not in directive.say
        ]
        rules = (
            *standing_rules(part),
            no_repeat(told),
            no_parroting([said.text for said in conversation.lines]),
        )
        ground = ground_of(part, conversation, directive)
        return (*check_line(rules, line), *self._hard(line, ground))

    def _hard(self, line: str, ground: LineGround) -> Iterator[Breach]:
        if talk := model_talk(line):
            yield Breach("no-model-talk", f"{talk!r} is a model's talk", words=talk)
        if (language := language_of(line)) not in (ENGLISH, UNKNOWN):
            told = f"it is in another language ({language})"
            yield Breach("wrong-language", told, words=line)
        yield from _by_pattern(line)
        for word in private_words(line, ground)[:1]:
            told = f"{word!r} is somebody's private matter"
            yield Breach("no-others-matters", told, words=word)
        yield from _figures(line, ground)
        for claim in unfounded(line, ground, self.syntax):
            if not (claim.of_self and ground.confides):
                told = f"{claim.words!r}: nothing of the kind is known"
                yield Breach(claim.rule, told, words=claim.words)
        for sentence in sentences(line):
            yield from self._out_of_turn(sentence, ground)

    def _out_of_turn(self, sentence: str, ground: LineGround) -> Iterator[Breach]:
        """What is told too early, is somebody else's to tell, or says more than is known."""
        own = self._nearness(sentence, ground.told)
        strange = frozenset(
            word
            for word in words(sentence)
            if content_words(word) and not bases(word) & (ground.forms | WORDS.plain)
        )
        early = self._nearness(sentence, ground.not_yet)
        same = (early >= SAME and len(content_words(sentence)) > 1) or _shared(
            strange, ground.not_yet
        )
        if early >= NEAR and early >= own + NEARER and same:
            told = f"{sentence!r} is not to be told yet"
            yield Breach("not-yet", told, words=sentence)
        theirs = self._nearness(sentence, ground.elsewhere)
        is_theirs = theirs >= NEAR_OTHERS and theirs >= own + NEARER_OTHERS
        if is_theirs and _shared(strange, ground.elsewhere):
            told = f"{sentence!r} is somebody else's to tell"
            yield Breach("stay-in-lane", told, words=sentence)
        if stretched := overstated(sentence, ground, self.embedder, self.syntax):
            yield Breach("no-overstating", f"{sentence!r} says more than is known", words=stretched)

    def _nearness(self, sentence: str, texts: tuple[str, ...]) -> float:
        if not texts:
            return 0.0
        (said,) = self.embedder.embed([sentence])
        return float(max(self.embedder.embed(texts) @ said))


def _shared(strange: frozenset[str], texts: Sequence[str]) -> bool:
    """Whether a word without ground of its own comes from these texts."""
    forms = frozenset[str]().union(*(bases(word) for text in texts for word in words(text)))
    return any(bases(word) & forms for word in strange)


def _by_pattern(line: str) -> Iterator[Breach]:
    said = plain(line)
    for rule, pattern, told in (
        ("no-human-claims", WORDS.human, "never say what you are made of, or that this is a scene"),
        ("no-threats", WORDS.threat, "never threaten or corner the learner"),
        ("no-insinuation", WORDS.insinuation, "never insinuate: say what you know, or nothing"),
        ("no-diagnosis", WORDS.diagnosis, "never tell the learner what is wrong with them"),
    ):
        if found := pattern.search(said) or pattern.search(made_whole(said)):
            yield Breach(rule, f"{found.group()!r}: {told}", words=found.group())


def _figures(line: str, ground: LineGround) -> Iterator[Breach]:
    claims = claimed(line)
    borne = [each for each in claims if _may_be_said(each, line, ground)]
    unknown = [
        each for each in claims if each not in borne and not follows(each, borne, ground.stated)
    ]
    early = [each.text for each in unknown if known(each, ground.all_figures)]
    strange = [each.text for each in unknown if each.text not in early]
    if strange:
        named = ", ".join(map(repr, strange[:3]))
        yield Breach("known-figures", f"{named}: no such figure is known", words=", ".join(strange))
    if early:
        named = ", ".join(map(repr, early[:3]))
        yield Breach("not-yet", f"{named}: not to be told yet", words=", ".join(early))


def _may_be_said(figure: Figure, line: str, ground: LineGround) -> bool:
    """Known, a turn of phrase, or known by another name: number 118 is permit 118. Both ends of a
    range must be known from one text.
    """
    if is_idiom(figure, line, ground.forms):
        return True
    if figure.low < figure.high and figure.parts:
        return any(known(figure, figures) for figures in ground.stated)
    if known(figure, ground.figures):
        return True
    return figure.kind == "name" and any(
        each.low == figure.low and (each.kind == "name" or (each.bare and each.low > 10))
        for each in ground.figures
    )


@lru_cache(MOST_PARTS)
def standing_rules(part: SimPart) -> tuple[LineRule, ...]:
    """The rules for this person that hold in every turn, made once."""
    nodes = [node.id for node in part.graph.nodes]
    # read out, directions are a model's talk
    directions = replace(no_parroting(INSTRUCTIONS), id="no-directions", hard=True)
    return (*line_rules(part.scenario, part.person, nodes), directions)
