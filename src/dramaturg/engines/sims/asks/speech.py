"""Speaking without a model: a line made from the person's own words, in full sentences, one fresh
fact a turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dramaturg.engines.sims.asks.moves import in_words, unused
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.directive import SimDirective
from dramaturg.engines.sims.base.state import Conversation
from dramaturg.engines.sims.base.wordings import as_sentence, is_told, next_wording
from dramaturg.english.prose import sentences
from dramaturg.kernel.graph import Node

NOT_UNDERSTOOD = (
    "Sorry, I didn't get that. Could you say it again in English?",
    "I'm afraid I still couldn't follow. Would you put it in other words?",
)
LAST = ("check", "behind", "let_go", "still", "press", "clarify", "unsure", "park")
"""Moves that come after what is told; all others come before it."""
REACTIONS = (
    "stung",
    "boundary",
    "brushed",
    "mended",
    "doubt",
    "wait",
    "hurry",
    "welcome",
    "warm",
    "unanswered",
)
"""Moves that come before everything else."""
MOST_SENTENCES = 7  # of a line that answers first and goes on; a beat is cut to one for it
NOTHING_LEFT = "I have nothing to add."


def speak(part: SimPart, conversation: Conversation, directive: SimDirective) -> str:
    """The person's line for this turn."""
    if directive.purpose == "ask_again":
        asked = sum(line.text in NOT_UNDERSTOOD for line in conversation.lines)
        return NOT_UNDERSTOOD[asked % len(NOT_UNDERSTOOD)]
    pieces = _Pieces(part, conversation, directive)
    line = " ".join(" ".join(pieces.all()).split())
    return line or in_words("after_more", part, conversation) or NOTHING_LEFT


@dataclass(frozen=True)
class _Pieces:
    """The pieces of a line, in the order in which they are said."""

    part: SimPart
    conversation: Conversation
    directive: SimDirective

    def all(self) -> Iterator[str]:
        if self.directive.purpose == "after_the_end":
            yield from self._after_the_end()
            return
        content = self._content()
        taken_how, first, last = self._moves()
        if self.directive.reply_to:
            yield self._reply(self.directive.reply_to)
        if self._is_greeting:
            yield from (*content, *taken_how, *first)
        else:
            yield from self._answered(taken_how, first, content)
            yield from (*last, *content) if self._node.is_branch else content
        yield from (self.part.materials[name].say for name in self.directive.reveal)
        yield from () if self._node.is_branch else last
        if self._node.is_terminal:
            yield from self._redirect()
        if self._node.self_loop and self.directive.purpose == "speak":
            yield from self._handed_over(content, last)

    def _answered(
        self, taken_how: Sequence[str], first: Sequence[str], content: Sequence[str]
    ) -> Iterator[str]:
        """What comes before the content."""
        yield from taken_how
        if self.directive.acknowledged:
            yield self._acknowledgement(self.directive.acknowledged)
        yield from first
        if self.directive.detour:
            yield from self._detour(self.directive.detour, bool(content))

    def _handed_over(self, content: Sequence[str], last: Sequence[str]) -> Iterator[str]:
        """The end of a line in a loop."""
        if not content:
            yield self._words("nothing_more")
        if not last:
            yield from self._invite(content)

    @property
    def _node(self) -> Node:
        return self.part.graph.by_id[self.directive.node]

    @property
    def _is_greeting(self) -> bool:
        """The greeting comes before anything else."""
        return not self.conversation.pointer.node_history and self.directive.purpose == "speak"

    def _words(self, move: str) -> str:
        return in_words(move, self.part, self.conversation)

    def _moves(self) -> tuple[list[str], list[str], list[str]]:
        """What is done in words: how the learner is taken, before the content, after it."""
        taken_how: list[str] = []
        first: list[str] = []
        last: list[str] = []
        for move in self.directive.moves:
            kind, _, of = move.partition(":")
            # plainer words that an author wrote need no preface
            if kind != "again" or not self.part.materials[of].again:
                words = self._words("soon" if kind == "promise" and self._is_greeting else kind)
                among = last if kind in LAST else taken_how if kind in REACTIONS else first
                among.append(words)
        return taken_how, first, last

    def _content(self) -> list[str]:
        """What is told. Behind an answer, what would make it a speech is told in one sentence."""
        said = [self._said(name) for name in self.directive.say]
        node, beat = self._node, self.part.materials[self.directive.say[-1]] if said else None
        is_long = sum(len(sentences(text)) for text in said) > MOST_SENTENCES
        is_step = not (node.is_branch or node.is_terminal or node.is_gate)
        if len(said) > 1 and is_long and is_step and beat and beat.fact == beat.say:
            said[-1] = sentences(said[-1])[0]
        return said

    def _said(self, name: str) -> str:
        material = self.part.materials[name]
        if (words := next_wording(material, self.conversation)) is not None:
            return words
        on_record = as_sentence(material.fact)
        return "" if is_told(on_record, self.conversation) else on_record

    def _acknowledgement(self, name: str) -> str:
        heard = self.part.materials[name].heard
        return (
            heard
            if heard and not is_told(heard, self.conversation)
            else self._words("acknowledged")
        )

    def _detour(self, detour: str, goes_on: bool) -> Iterator[str]:
        """Acknowledge once, answer briefly, bridge back."""
        kind, _, number = detour.partition(":")
        if kind == "elsewhere":
            yield self._others(int(number))
        elif kind == "small_talk":
            yield self._words("small_talk")
        else:
            own = self.part.person.unknown
            yield (unused(own, self.conversation) if own else "") or self._words("nobody")
        node = self._node
        if goes_on and not node.is_branch and not node.is_terminal:
            yield self._words("bridge")

    def _others(self, number: int) -> str:
        entry = self.part.person.elsewhere[number]
        if not is_told(entry.say, self.conversation):
            return entry.say
        if entry.to is None:
            return self._words("nobody")
        name = self.part.scenario.person(entry.to).name.split()[0]
        return self._words("theirs").format(name=name)

    def _reply(self, option_id: str) -> str:
        answered = self.conversation.pointer.nodes_satisfied[-1]
        options = self.part.pivots[answered].options
        return next(option.reply for option in options if option.id == option_id)

    def _redirect(self) -> Iterator[str]:
        redirect = self.part.person.redirect
        if redirect and not is_told(redirect.say, self.conversation):
            yield redirect.say

    def _invite(self, content: Sequence[str]) -> Iterator[str]:
        """The turn is handed over in a question now and then, never twice running."""
        mine = [each for each in self.conversation.lines if each.speaker != "learner"]
        if any(text.endswith("?") for text in (*content, *(each.text for each in mine[-1:]))):
            return
        yield unused(self.part.person.invites, self.conversation) or self._words("invite")

    def _after_the_end(self) -> Iterator[str]:
        yield from (self._words(move) for move in self.directive.moves)
        yield from (self._said(name) for name in self.directive.say)
        if self.directive.detour:
            yield from self._detour(self.directive.detour, goes_on=False)
